"""The turns of the bots at the tables in memory."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from typing import Final

from officina.core.errors import OfficinaError
from officina.core.rng import Rng
from officina.tables.errors import Conflict, NotSaved
from officina.tables.processes.bots import BotFailed, BotWorkers
from officina.tables.registry import Registry
from officina.tables.restart_loop import RETRY_SECONDS
from officina.tables.storage.interface import BOT, REPLACED, RESTORED
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable, Trial
from officina.tables.table.moves import plan_choice

log = logging.getLogger(__name__)

HEURISTIC: Final = "heuristic"
RANDOM: Final = "random"
MOST_RESUMED: Final = 1000


class BotTurns:
    """Plays for the bots of every table that this process owns. A bot's move takes at least ``delay`` seconds."""

    def __init__(self, registry: Registry, workers: BotWorkers, delay: float) -> None:
        self.registry = registry
        self.workers = workers
        self.delay = delay
        registry.on_changed = self.changed
        registry.on_renewed = lambda: registry.start_task(self.resume())

    async def resume(self) -> None:
        """After a restart: resume the bots of unfinished tables without waiting for a visitor."""
        for table_id in await self.registry.storage.waiting_for_bots(MOST_RESUMED):
            if self.registry.closing:
                return
            if not self.registry.cluster.owns(table_id):
                continue
            try:
                self.registry.changed(await self.registry.live(table_id))
            except OfficinaError as error:
                log.warning("cannot resume table %s: %s", table_id, error)

    def changed(self, live: LiveTable) -> None:
        """Start the bots of a table that has changed, if one of them has to decide."""
        if live.bot_task is not None or self.registry.closing or live.bot_to_move() is None:
            return
        if self.registry.cluster.owns(live.id):
            live.bot_task = asyncio.create_task(self.run(live))

    async def close(self) -> None:
        """Stop all bots."""
        bots = [live.bot_task for live in self.registry.tables.values() if live.bot_task is not None]
        for task in bots:
            task.cancel()
        await asyncio.gather(*bots, return_exceptions=True)

    async def run(self, live: LiveTable) -> None:
        """Play for the table's bots as long as one of them has to decide."""
        try:
            while self.registry.tables.get(live.id) is live and self.registry.cluster.owns(live.id):
                seat = live.bot_to_move()
                if seat is None:
                    return
                try:
                    await self.turn(live, seat)
                except Conflict:
                    continue  # somebody else was faster, and the table is up to date now
                except NotSaved:
                    log.warning("cannot store a bot's move at table %s; retrying", live.id)
                    await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            log.exception("the bot loop of table %s failed", live.id)
        finally:
            live.bot_task = None

    async def turn(self, live: LiveTable, seat: int) -> None:
        """One decision of a bot. It is discarded if the question changed meanwhile (somebody took back a choice).

        A bot that was replaced, whatever for, is tried first when it is time to; if it can choose, it gets its seat back.
        """
        record = live.playing()
        position, asked_at, bot = record.position, live.asked_at[seat], live.seats[seat].bot
        # Others cannot see a hidden answer: there is nothing to follow until the last one is in.
        delay = self.delay if len(position.to_act) == 1 else 0.0
        ready_at = time.monotonic() + delay
        why, option, back = "", -1, ""
        seed = self.registry.chance(f"bot {live.row.commitment} {live.version} {seat}")
        try:
            back = await self.recovered(live, seat, seed)
            scripted = None if back or live.guide is None else live.guide.scripted(record.moves, position, seat)
            if back:
                pass
            elif scripted is not None:
                option = scripted
            elif bot == RANDOM:
                option = Rng(seed).pick(position.options(seat))  # here, so that the last resort needs nothing that can fail
            else:
                option = await self.workers.choose(bot, position, seat, seed)
            # What a lesson has written down needs no thinking time: its page shows it beat by beat.
            await asyncio.sleep(0.0 if back or scripted is not None else max(0.0, ready_at - time.monotonic()))
        except BotFailed as error:
            why = error.why
        async with self.registry.hold(live.id) as held:
            if held is not live or live.asked_at[seat] != asked_at or seat not in live.playing().position.to_act:
                return
            if live.bot_to_move() is None or live.seats[seat].kind != BOT:
                return  # the table was paused or ended, or somebody came back
            if live.seats[seat].bot != bot:
                return  # somebody came back and handed the seat to another bot
            if why:
                await self.replace_bot(live, seat, why)
                return
            if back:
                await self.restore_bot(live, seat, back)
                return
            notation = live.game.vocabulary.text(position.kind(seat), option)
            draft = Draft(live, self.registry.clock())
            draft.play(plan_choice(live, seat, notation))
            await self.registry.uninterrupted(self.registry.write(live, draft))
            if seat in live.displaced:
                live.trials.setdefault(seat, Trial()).decided()

    async def recovered(self, live: LiveTable, seat: int, seed: str) -> str:
        """The first of the bots that were replaced on the seat that can choose again; empty if none can, or it is too early."""
        displaced = live.displaced.get(seat)
        if not displaced:
            return ""
        trial = live.trials.setdefault(seat, Trial())
        if trial.left > 0:
            return ""
        for bot in list(displaced):
            try:
                await self.workers.choose(bot, live.playing().position, seat, seed)
            except BotFailed:
                continue
            return bot
        trial.failed()
        return ""

    async def restore_bot(self, live: LiveTable, seat: int, bot: str) -> None:
        """Give a bot that can choose again its seat back; it decides next. If it fails once more, it waits longer."""
        live.trials.setdefault(seat, Trial()).failed()
        draft = Draft(live, self.registry.clock())
        draft.add(RESTORED, seat, bot)
        draft.set_seat(replace(live.seats[seat], bot=bot))
        await self.registry.uninterrupted(self.registry.write(live, draft))

    async def replace_bot(self, live: LiveTable, seat: int, why: str) -> None:
        """Replace a failed bot by the heuristic one, and that one by the random one (which cannot fail); log it."""
        row = live.seats[seat]
        now = HEURISTIC if row.bot != HEURISTIC else RANDOM
        draft = Draft(live, self.registry.clock())
        draft.add(REPLACED, seat, f"{row.bot} {now} {why}")
        draft.set_seat(replace(row, bot=now))
        await self.registry.uninterrupted(self.registry.write(live, draft))
