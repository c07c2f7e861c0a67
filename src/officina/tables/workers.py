"""The processes in which bots think, as the server sees them: a question, an answer in time, or a failure."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence

import msgspec

from officina.core.position import Position
from officina.core.rng import Rng
from officina.tables.helpers import START_SECONDS, Helpers, start_process
from officina.tables.worker import Result, Task

log = logging.getLogger(__name__)


class BotFailed(Exception):
    """A bot did not choose; ``why`` is ``failed`` or ``late``."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Workers(Helpers):
    """A few processes, started when they are needed. A late one is ended and replaced."""

    def __init__(self, count: int, limit: float, modules: Sequence[str]) -> None:
        super().__init__()
        self.count = count
        self.limit = limit
        self.modules = tuple(modules)
        self.places = asyncio.Semaphore(count)

    async def choose(self, bot: str, position: Position, seat: int) -> int:
        """The bot's choice; BotFailed if it raises, answers nonsense or is late. It sees what its seat may see."""
        try:
            world = position.determinize(seat, Rng(secrets.token_hex(16)))
            task = Task(bot=bot, seat=seat, seed=secrets.token_hex(8), limit=self.limit, position=world.to_json())
        except Exception:
            log.exception("no position could be made for the bot on seat %d", seat)
            raise BotFailed("failed") from None
        async with self.places:
            result = await self.ask(task)
        if result.error:
            log.error("bot %s failed:\n%s", bot, result.error)
            raise BotFailed("failed")
        if result.option not in position.options(seat):
            log.error("bot %s chose %d, which is not allowed", bot, result.option)
            raise BotFailed("failed")
        return result.option

    async def ask(self, task: Task) -> Result:
        """One question to an idle worker."""
        process = None
        done = False
        try:
            process = await self.one()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(task) + b"\n")
            line = await asyncio.wait_for(process.stdout.readline(), self.limit)
            result = msgspec.json.decode(line, type=Result)
            done = True
            return result
        except TimeoutError:
            log.error("bot %s took longer than %g s", task.bot, self.limit)
            raise BotFailed("late") from None
        except (OSError, msgspec.MsgspecError) as error:
            log.error("a worker ended in the middle: %s", error)
            raise BotFailed("failed") from None
        finally:
            if process is not None:
                if done:
                    self.idle.append(process)
                else:
                    await self.end(process)

    async def start(self) -> asyncio.subprocess.Process:
        """A new worker."""
        process = await start_process("officina.tables.worker", *self.modules)
        self.all.add(process)
        assert process.stdout is not None
        try:
            if not await asyncio.wait_for(process.stdout.readline(), START_SECONDS):
                raise ProcessLookupError("it did not start")
        except BaseException:
            await self.end(process)
            raise
        return process
