"""Tables: the front door of this room. Choices, undo and bots' turns; everything else in the classes it builds on."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from officina.core.errors import IllegalChoice, NotationError, OfficinaError, UndoError
from officina.core.text import Message
from officina.tables.company import Company
from officina.tables.errors import Conflict, NotSaved, TableError
from officina.tables.hearing import hear
from officina.tables.keeper import MOST_TRIES, seat_of
from officina.tables.lasting import RETRY_SECONDS, always
from officina.tables.live import LiveTable, Plan
from officina.tables.lobby import next_entry
from officina.tables.model import BOT, LOBBY, OVER, Answer, Illegal, Ok, Stale, dump_answer, load_answer
from officina.tables.storage import REPLACED, ActionRow, Change, Storage, advanced
from officina.tables.workers import BotFailed, Workers

log = logging.getLogger(__name__)

HEURISTIC: Final = "heuristic"
RANDOM: Final = "random"
MOST_ACTION_ID: Final = 80
MOST_NOTATION: Final = 300
MOST_RESUMED: Final = 1000


class Tables(Company):
    """All running tables of one storage, and the processes in which their bots think.

    Use as ``async with Tables(SqliteStorage(path)) as tables``. ``bot_delay``: a bot's move takes at least so many seconds,
    so that people can follow; ``bot_limit``: at most so many, then another bot takes over. ``bot_modules`` are imported by
    the bots' processes, for bots that are not Officina's own. ``process`` names this process among those that share the
    storage; one that is started again in its place should have the same name.
    """

    def __init__(
        self,
        storage: Storage,
        *,
        bot_delay: float = 1.0,
        bot_limit: float = 10.0,
        bot_workers: int = 2,
        bot_modules: Sequence[str] = (),
        process: str = "",
    ) -> None:
        super().__init__(storage, process)
        self.others: list[asyncio.Task[None]] = []
        self.bot_delay = bot_delay
        self.workers = Workers(bot_workers, bot_limit, bot_modules)

    async def __aenter__(self) -> Self:
        await self.storage.open()
        if self.storage.shared:
            await self.processes.arrive()
            for work in (self.follow, self.processes.keep_beating, self.processes.keep_telling):
                self.others.append(asyncio.create_task(always(work)))
        self.start_task(self.resume())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing = True
        for other in self.others:
            other.cancel()
        await asyncio.gather(*self.others, return_exceptions=True)
        bots = [live.bot_task for live in self.tables.values() if live.bot_task is not None]
        for task in bots:
            task.cancel()
        await asyncio.gather(*bots, *self.tasks, return_exceptions=True)
        for live in self.tables.values():
            live.wake()
        await self.workers.close()
        await self.importer.close()
        if self.storage.shared:
            await self.processes.depart()
        await self.storage.close()

    async def resume(self) -> None:
        """After a restart: let the bots of unfinished tables play on, without waiting for somebody to look."""
        for table_id in await self.storage.waiting_for_bots(MOST_RESUMED):
            if self.closing:
                return
            if not self.processes.owns(table_id):
                continue
            try:
                self.changed(await self.live(table_id))
            except OfficinaError as error:
                log.warning("table %s cannot be played on: %s", table_id, error)

    async def renewed(self) -> None:
        await super().renewed()
        self.start_task(self.resume())

    # --- choices

    async def choose(self, table_id: str, token: str, base: int, action_id: str, notation: str) -> Answer:
        """A seat's choice, in notation, based on the version that the seat saw. Asking again gives the same answer."""
        return await self.whole(self.act(table_id, token, base, action_id, notation))

    async def undo(self, table_id: str, token: str, base: int, action_id: str) -> Answer:
        """Take back the seat's last choice, or hear why that cannot be. Asking again gives the same answer."""
        return await self.whole(self.act(table_id, token, base, action_id, None))

    async def act(self, table_id: str, token: str, base: int, action_id: str, notation: str | None) -> Answer:
        """A choice, or with no notation an undo."""
        if not 0 < len(action_id) <= MOST_ACTION_ID or not action_id.isprintable():
            raise TableError(Message("tables.error.action_id", most=MOST_ACTION_ID))
        for _ in range(MOST_TRIES):
            async with self.hold(table_id) as live:
                seat = seat_of(live.seats, token)
                if self.storage.shared and base > live.version_for(seat):
                    await self.catch_up(live)  # the seat has seen at another process what is not known here yet
                    if self.tables.get(table_id) is not live:
                        continue
                try:
                    return await self.act_on(live, seat, base, action_id, notation)
                except Conflict:  # the table is up to date now: perhaps the choice still stands
                    done = await self.storage.answer(table_id, seat, action_id)
                    if done is not None:
                        return load_answer(done)
        return Stale((await self.live(table_id)).version_for(seat))

    async def act_on(self, live: LiveTable, seat: int, base: int, action_id: str, notation: str | None) -> Answer:
        """The same at a held table; Conflict if another process wrote meanwhile."""
        if live.row.state == LOBBY:
            raise TableError(Message("tables.error.not_started"))
        # An action that was done is stale when it comes again, for it renewed its seat's question: look only then.
        stale = not live.asked_at[seat] <= base <= live.version_for(seat)
        if stale or live.row.state == OVER:
            done = await self.storage.answer(live.id, seat, action_id)
            if done is not None:
                return load_answer(done)
            if stale:
                return Stale(live.version_for(seat))
        why = live.why_frozen(seat) if notation is not None else live.why_no_undo(seat)
        if why is not None:
            return await self.refuse(live, seat, action_id, Illegal(why))
        try:
            plan = live.plan_undo(seat) if notation is None else live.plan_choice(seat, notation[:MOST_NOTATION])
        except IllegalChoice as error:
            return await self.refuse(live, seat, action_id, Illegal(error.reason, error.rule))
        except (NotationError, UndoError) as error:
            return await self.refuse(live, seat, action_id, Illegal(error.message))
        answer = Ok(live.version_for(seat) + 1)
        await self.write_plan(live, plan, ActionRow(live.id, seat, action_id, dump_answer(answer)))
        return answer

    async def refuse(self, live: LiveTable, seat: int, action_id: str, answer: Illegal) -> Answer:
        """Nothing changes but that the refusal is remembered; the first answer to an action stays its answer."""
        await self.storage.keep_answer(ActionRow(live.id, seat, action_id, dump_answer(answer)))
        done = await self.storage.answer(live.id, seat, action_id)
        return answer if done is None else load_answer(done)

    async def write_plan(self, live: LiveTable, plan: Plan, action: ActionRow | None = None) -> None:
        """Store a plan of a held table and show it."""
        snapshot = live.snapshot_after(plan)

        def publish() -> None:
            live.publish(plan)
            if snapshot is not None:
                live.since_snapshot = 0

        await self.write(live, Change(live.row_after(plan), (), [plan.entry], snapshot, action), publish)

    # --- bots

    def changed(self, live: LiveTable) -> None:
        super().changed(live)
        if live.bot_task is not None or self.closing or live.bot_to_move() is None:
            return
        if self.processes.owns(live.id):
            live.bot_task = asyncio.create_task(self.run_bots(live))

    async def run_bots(self, live: LiveTable) -> None:
        """Play for the table's bots as long as one of them has to decide."""
        try:
            while self.tables.get(live.id) is live and self.processes.owns(live.id):
                seat = live.bot_to_move()
                if seat is None:
                    return
                try:
                    await self.bot_turn(live, seat)
                except Conflict:
                    continue  # somebody else was faster, and the table is up to date now
                except NotSaved:
                    log.warning("a bot's move on table %s could not be stored and is tried again", live.id)
                    await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            log.exception("the bots of table %s stopped", live.id)
        finally:
            live.bot_task = None

    async def bot_turn(self, live: LiveTable, seat: int) -> None:
        """One decision of a bot. If the question changes meanwhile (somebody took back a choice), what it thought is void."""
        record = live.playing()
        position, asked_at, bot = record.position, live.asked_at[seat], live.seats[seat].bot
        # Others cannot see a hidden answer: there is nothing to follow until the last one is in.
        delay = self.bot_delay if len(position.to_act) == 1 else 0.0
        ready_at = time.monotonic() + delay
        why, option = "", -1
        try:
            if bot == RANDOM:
                option = secrets.choice(position.options(seat))  # here, so that the last resort needs nothing that can fail
            else:
                option = await self.workers.choose(bot, position, seat)
            await asyncio.sleep(max(0.0, ready_at - time.monotonic()))
        except BotFailed as error:
            why = error.why
        async with self.hold(live.id) as held:
            if held is not live or live.asked_at[seat] != asked_at or seat not in live.playing().position.to_act:
                return
            if live.bot_to_move() is None or live.seats[seat].kind != BOT:
                return  # the table was paused or ended, or somebody came back
            if why:
                await self.replace_bot(live, seat, why)
                return
            notation = live.game.vocabulary.text(position.kind(seat), option)
            await self.whole(self.write_plan(live, live.plan_choice(seat, notation)))

    async def replace_bot(self, live: LiveTable, seat: int, why: str) -> None:
        """Another bot takes over, and the log says so: the heuristic one, or for that one chance (which cannot fail)."""
        row = live.seats[seat]
        now = HEURISTIC if row.bot != HEURISTIC else RANDOM
        entry = next_entry(live, REPLACED, seat, f"{row.bot} {now} {why}")
        change = Change(advanced(live.row, entry), [replace(row, bot=now)], [entry])
        await self.whole(self.write(live, change, lambda: hear(live, entry)))
