"""The server's side of the bot processes: a task, a result in time, or a failure."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from officina.core.position import Position
from officina.core.record import box_text
from officina.core.rng import Rng
from officina.tables.processes.bot_worker import Result, Task
from officina.tables.processes.helpers import START_SECONDS, HelperProcesses

log = logging.getLogger(__name__)


class BotFailed(Exception):
    """A bot did not choose; ``why`` is ``failed`` or ``late``."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class BotWorkers(HelperProcesses):
    """A few bot processes, started when needed. One that is late is killed and replaced."""

    def __init__(self, count: int, limit: float, modules: Sequence[str]) -> None:
        super().__init__()
        self.count = count
        self.limit = limit
        self.modules = tuple(modules)
        self.places = asyncio.Semaphore(count)

    async def choose(self, bot: str, position: Position, seat: int, seed: str) -> int:
        """The bot's choice, from what its seat may see; BotFailed if it raises, answers nonsense or is late."""
        try:
            world = position.determinize(seat, Rng(f"world {seed}"))
            box = box_text(position.game) or ""
            task = Task(bot=bot, seat=seat, seed=f"bot {seed}", limit=self.limit, position=world.to_json(), box=box)
        except Exception:
            log.exception("cannot determinise a position for the bot on seat %d", seat)
            raise BotFailed("failed") from None
        async with self.places:
            result = await self.ask(task)
        if result.error:
            log.error("bot %s failed:\n%s", bot, result.error)
            raise BotFailed("failed")
        if result.option not in position.options(seat):
            log.error("bot %s chose the illegal option %d", bot, result.option)
            raise BotFailed("failed")
        return result.option

    async def ask(self, task: Task) -> Result:
        """Send one task to an idle worker."""
        try:
            async with self.borrowed() as process:
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(msgspec.json.encode(task) + b"\n")
                line = await asyncio.wait_for(process.stdout.readline(), self.limit)
                return msgspec.json.decode(line, type=Result)
        except TimeoutError:
            log.error("bot %s took longer than %g s", task.bot, self.limit)
            raise BotFailed("late") from None
        except (OSError, msgspec.MsgspecError) as error:
            log.error("a bot process died while choosing: %s", error)
            raise BotFailed("failed") from None

    async def start(self) -> asyncio.subprocess.Process:
        """A new worker."""
        process = await self.launch("officina.tables.processes.bot_worker", *self.modules)
        assert process.stdout is not None
        try:
            if not await asyncio.wait_for(process.stdout.readline(), START_SECONDS):
                raise ProcessLookupError("it did not start")
        except BaseException:
            await self.end(process)
            raise
        return process
