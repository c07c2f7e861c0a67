"""People at a table, for the tests: real storage, real processes, choices drawn from a seeded stream."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

from officina import GAMES, Game, Rng
from officina.messages import Choose, Ready, TakeSeat, Undo
from officina.tables import LiveTable, Ok, PlannedSeat, SqliteStorage, Tables
from officina.tables.actions.action import Result
from officina.tables.storage.interface import PLAYING
from officina.tables.storage.postgres import PostgresStorage
from officina.tables.storage.sql import Storage
from officina.tables.table.clock import NO_CLOCK, ClockRule
from tests.patience import LONG
from tests.postgres import PostgresServer
from tests.seeds import chance_of

T = TypeVar("T")

SECONDS = 8 * LONG
SHORT: dict[str, dict[str, Any]] = {"automobiles": {"laps": 1}}
"""A race of one lap is a whole game, too."""

postgres: PostgresServer | None = None
databases: dict[Path, str] = {}
"""With PostgreSQL (see conftest.py), the database that stands for a file."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a test's coroutine; nothing may wait for ever."""

    async def bounded() -> T:
        return await asyncio.wait_for(work, SECONDS)

    return asyncio.run(bounded())


def storage_of(path: Path, shared: bool = False) -> Storage:
    """The storage of that name: the file itself, or a database in its place."""
    if postgres is None:
        return SqliteStorage(path, shared)
    if path not in databases:
        databases[path] = postgres.new_database()
    return PostgresStorage(databases[path])


def open_tables(path: Path, shared: bool = False, **settings: Any) -> Tables:
    """The tables of a file, with bots that do not dawdle."""
    return Tables(storage_of(path, shared), **{"bot_delay": 0.0, "chance": chance_of(path.stem), **settings})


class Friends:
    """Everybody who holds a link to one table."""

    def __init__(self, tables: Tables, table_id: str, tokens: dict[int, str]) -> None:
        self.tables = tables
        self.id = table_id
        self.tokens = tokens
        self.actions = 0

    @staticmethod
    async def meet(
        tables: Tables,
        game: Game,
        people: int,
        bots: int = 0,
        bot: str = "random",
        options: Mapping[str, Any] | None = None,
        clock: ClockRule = NO_CLOCK,
    ) -> Friends:
        """A new table, dealt; with options that make a long game short, unless others are given."""
        plans = (
            [PlannedSeat("person", "Anna")] * (people > 0)
            + [PlannedSeat("open")] * (people - 1)
            + [PlannedSeat("bot", bot=bot)] * bots
        )
        created = await tables.create(
            game.name, people + bots, SHORT.get(game.name, {}) if options is None else options, plans, clock
        )
        tokens = dict(created.tokens)
        for seat in range(1, people):
            tokens[seat] = (await tables.do(created.table_id, "", TakeSeat(seat, f"Friend {seat}"))).token
        for token in tokens.values():
            await tables.do(created.table_id, token, Ready(True))
        return Friends(tables, created.table_id, tokens)

    def at(self, tables: Tables) -> Friends:
        """The same people after a restart."""
        return Friends(tables, self.id, self.tokens)

    async def live(self) -> LiveTable:
        return await self.tables.live(self.id)

    async def choose(self, seat: int, notation: str, base: int | None = None, action: str = "") -> Result:
        """A choice of a seat, by default based on what it sees now, with an action id of its own."""
        self.actions += 1
        if base is None:
            base = (await self.live()).version_for(seat)
        return await self.tables.do(self.id, self.tokens[seat], Choose(base, action or f"{id(self)}-{self.actions}", notation))

    async def undo(self, seat: int, base: int | None = None, action: str = "") -> Result:
        self.actions += 1
        if base is None:
            base = (await self.live()).version_for(seat)
        return await self.tables.do(self.id, self.tokens[seat], Undo(base, action or f"{id(self)}-{self.actions}"))

    async def one_choice(self, rng: Rng) -> int:
        """One of the people who must decide takes a random decision: its seat, or -1 if only bots must."""
        live = await self.live()
        assert live.record is not None
        waiting = [seat for seat in live.record.position.to_act if seat in self.tokens]
        if not waiting:
            return -1
        seat = rng.pick(waiting)
        question = live.question(seat)
        assert question is not None
        answer = await self.choose(seat, rng.pick(question.options).notation)
        assert isinstance(answer, Ok), answer
        return seat

    async def play(self, rng: Rng, most: int = 100_000) -> LiveTable:
        """Random choices to the end, or so many of them."""
        taken = 0
        async for _ in self.tables.changes(self.id):
            while taken < most and (await self.live()).row.state == PLAYING and await self.one_choice(rng) >= 0:
                taken += 1
            if taken >= most or (await self.live()).row.state != PLAYING:
                break
        return await self.live()


def fewest(game: Game) -> int:
    """The smallest number of players."""
    return game.players[0]


FUORI = GAMES["fuori_di_rotella"]
