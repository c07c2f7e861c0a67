"""The public class of this package: the tables of a storage, what is read of them, and what is done at them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Any, Self, overload

import msgspec

from officina.core.game import Game
from officina.core.lessons import lesson_of
from officina.core.own_box import OwnBox, game_with, read_own_box
from officina.core.text import Message
from officina.games import GAMES
from officina.messages import PlannedSeat, Rematch, TakeOver, TakeSeat
from officina.tables import tokens
from officina.tables.actions.action import Result
from officina.tables.actions.bot_turns import BotTurns
from officina.tables.actions.lessons import lesson_table
from officina.tables.actions.new_tables import KeepInvitations, invitations, new_table, offers, plan_seats
from officina.tables.actions.pipeline import Pipeline
from officina.tables.boxes.shelf import Shelf
from officina.tables.effort import aside
from officina.tables.errors import TableError
from officina.tables.hints import Hints
from officina.tables.processes.analyses import Analyst
from officina.tables.processes.bots import BotWorkers
from officina.tables.processes.imports import Importer, TrackJob
from officina.tables.registry import Registry, now, seat_of
from officina.tables.restart_loop import restart_loop
from officina.tables.storage.interface import LOBBY
from officina.tables.storage.readiness import Readiness
from officina.tables.storage.sql import Storage
from officina.tables.table.clock import NO_CLOCK, ClockRule
from officina.tables.table.model import Created
from officina.tables.table.record_import import read_beginning


class Tables:
    """All running tables of one storage, with the processes that run their bots.

    Use as ``async with Tables(SqliteStorage(path)) as tables``. ``bot_delay``: a bot's move takes at least so many seconds,
    so that people can follow; ``bot_limit``: at most so many, then another bot takes over. ``bot_modules`` are imported by
    the bots' processes, for bots that are not Officina's own. ``process`` names this process among those that share the
    storage; one that is started again in its place should have the same name. ``chance`` gives the seeds of deals and bots,
    ``clock`` the time.
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
        chance: tokens.Chance = tokens.secret,
        clock: Callable[[], float] = now,
    ) -> None:
        registry = Registry(storage, process, chance, clock)
        self.registry, self.storage, self.cluster = registry, storage, registry.cluster
        self.tables, self.tasks, self.counts = registry.tables, registry.tasks, registry.counts
        self.workers = BotWorkers(bot_workers, bot_limit, bot_modules)
        self.bots = BotTurns(registry, self.workers, bot_delay)
        self.hints = Hints(self.workers)
        self.importer = Importer()
        self.analyst = Analyst()
        self.shelf = Shelf(storage)
        self.readiness = Readiness(storage)
        self.pipeline = Pipeline(registry)
        self.others: list[asyncio.Task[None]] = []
        # What is read of the tables is read from the registry.
        self.live, self.changes, self.identify = registry.live, registry.changes, registry.identify
        self.mine, self.open_tables, self.connected = registry.mine, registry.open_tables, registry.connected

    async def __aenter__(self) -> Self:
        await self.storage.open()
        if self.storage.shared:
            await self.cluster.arrive()
            for work in (self.registry.follow, self.cluster.heartbeat_loop, self.cluster.publish_pages_loop):
                self.others.append(asyncio.create_task(restart_loop(work)))
        self.registry.start_task(self.bots.resume())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.registry.closing = True
        for other in self.others:
            other.cancel()
        await asyncio.gather(*self.others, return_exceptions=True)
        await self.bots.close()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for live in self.tables.values():
            live.wake()
        await self.workers.close()
        await self.importer.close()
        await self.analyst.close()
        if self.storage.shared:
            await self.cluster.depart()
        await self.storage.close()

    # --- what is done at a table

    @overload
    async def do(self, table_id: str, token: str, asked: TakeSeat | TakeOver | Rematch) -> Created: ...

    @overload
    async def do(self, table_id: str, token: str, asked: msgspec.Struct, *, sure: bool = True) -> Result: ...

    async def do(self, table_id: str, token: str, asked: msgspec.Struct, *, sure: bool = True) -> Result:
        """Do what the structure asks for, by the seat of the token: see ``actions/catalogue.py``.

        An action with an ``action_id`` is idempotent, and its refusal an Illegal; one without raises TableError. Unless the
        asker is ``sure``, the answer may be Confirm, with nothing done.
        """
        return await self.pipeline.do(table_id, token, asked, sure)

    # --- new tables

    async def create(
        self,
        game: str,
        players: int,
        options: Mapping[str, Any],
        seats: Sequence[PlannedSeat],
        clock: ClockRule = NO_CLOCK,
        host: int | None = None,
        box: str = "",
        club: bool = False,
    ) -> Created:
        """Create a table. The caller is its host, on the seat ``host`` or the first person's; without persons it is dealt.

        ``box``: the id of an owner's box that is ready; empty: ours. ``club``: it counts in the club, and only members find it
        in lists; whether the caller is one is the caller's business.
        """
        played = await self.game_with_box(game, box)
        chosen = played.read_options(players, options)
        if len(seats) != players:
            raise TableError(Message("tables.error.seats", n=len(seats), players=players))
        token, made = tokens.new_token(), False
        while not made:
            change = new_table(played, chosen, seats, clock, token, host, club)
            made = await self.registry.uninterrupted(self.storage.create(change))
        self.counts.update(entry.kind for entry in change.entries)
        if change.entries:
            await self.live(change.table.id)  # the bots begin
        return Created(change.table.id, {seat.seat: token for seat in change.seats if seat.host})

    async def game_with_box(self, game: str, box: str) -> Game:
        """The game as it is played with the box of that id (empty: ours); BoxError if that is not ready."""
        if not box:
            return GAMES[game]
        own = await self.shelf.ready(box, GAMES[game].name)
        return await aside(partial(game_with, GAMES[game], own.anonymous()))

    async def play_on(self, table_id: str, step: int, seats: Sequence[PlannedSeat]) -> Created:
        """A new table that begins as a finished game was after that many steps: the caller on the person's seat, and bots.

        Chance goes on as it did there, so the same choices bring the same.
        """
        live = await self.live(table_id)
        if not live.revealed:
            raise TableError(Message("tables.error.not_over"))
        moves = live.choices_at(step)
        if (await live.position_at(moves)).over:
            raise TableError(Message("tables.error.nothing_left"))
        token, made = tokens.new_token(), False
        while not made:
            rows = plan_seats(tokens.new_table_id(), seats, token)
            change = await aside(partial(read_beginning, live, moves, rows))
            made = await self.registry.uninterrupted(self.storage.create(change))
        self.counts.update(entry.kind for entry in change.entries)
        await self.live(change.table.id)  # the bots begin
        return Created(change.table.id, {seat.seat: token for seat in change.seats if seat.host})

    async def learn(self, game: str, name: str) -> Created:
        """Open a guided game for one person; TableError if the game has no lesson."""
        lesson = lesson_of(GAMES[game])
        if lesson is None:
            raise TableError(Message("tables.refuse.no_lesson"))
        token, made = tokens.new_token(), False
        while not made:
            change = lesson_table(GAMES[game], lesson, name, token)
            made = await self.registry.uninterrupted(self.storage.create(change))
        self.counts.update(entry.kind for entry in change.entries)
        await self.live(change.table.id)  # the others begin
        return Created(change.table.id, {lesson.seat: token})

    async def invitations(self, table_id: str, token: str) -> dict[int, str]:
        """For the host, the same ones each time: before the game an invitation to each free seat, then to those offered.

        Nothing for others.
        """
        live = await self.live(table_id)
        if live.row.state != LOBBY:
            return offers(live, seat_of(live.seats, token), token)
        made = invitations(live, seat_of(live.seats, token), token)
        if any(not tokens.matches(text, live.seats[seat].invitation) for seat, text in made.items()):
            await self.do(table_id, token, KeepInvitations(made))
        return made

    async def import_record(self, text: bytes) -> str:
        """Import a record as a table to look at; its id depends on the record only. RecordError if it is not a record."""
        change = await self.importer.read(text)
        await self.registry.uninterrupted(self.storage.create(change))
        return change.table.id

    async def read_box_file(self, text: bytes) -> tuple[str, OwnBox, list[str]]:
        """A box file as the name of its game, its box, and what was compared; BoxError if it cannot be played with."""
        found = await self.importer.read_box(text)
        return found.game, read_own_box(found.box), found.compared

    async def read_track_file(self, game: str, text: str) -> dict[str, Any]:
        """A track file as a tracing; BoxError if it is none."""
        return (await self.importer.track(TrackJob(game, text=text))).content

    async def drive(self, game: str, own: OwnBox, track: str) -> tuple[int, int, int]:
        """How many bots of how many get round on a track of a box, and in how many turns of the table."""
        done = await self.importer.track(TrackJob(game, box=own.text(), track=track))
        return done.finished, done.of, done.turns

    async def note(self, table_id: str, token: str) -> str:
        """The private note of the seat."""
        return await self.storage.note(table_id, await self.identify(table_id, token))
