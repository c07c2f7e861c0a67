"""The score book: what came out of every finished game, worked out once from its log and kept beside it.

Nothing is lost with it: the same is worked out from the same log again, in whatever order, by whatever process.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from officina.tables.effort import aside
from officina.tables.errors import TableError
from officina.tables.registry import revive
from officina.tables.storage.interface import BOT, CHOICE, DEAL, ENDED, LESSON, SeatRow, Stored
from officina.tables.storage.results import PlayedRow, ScoreRow
from officina.tables.storage.sql import Storage
from officina.tables.storage.sql_results import Result, all_results, clear_results, finished_tables, write_result

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""So many games are worked out while somebody waits for a page; the rest the next time."""


class ScoreBook:
    """The score book of a storage, filled in when somebody wants to read it."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.unreadable: set[str] = set()

    async def fill_in(self, most: int = AT_ONCE) -> int:
        """Put games into the book that have ended since; how many."""
        done = 0
        for table_id in await finished_tables(self.storage, most + len(self.unreadable)):
            if table_id in self.unreadable:
                continue
            result = await worked_out(self.storage, table_id)
            if result is None:
                self.unreadable.add(table_id)
                continue
            await write_result(self.storage, result)
            done += 1
        return done


async def rebuild(storage: Storage) -> tuple[int, int]:
    """Work the whole book out from the logs, choice by choice from the deal: how many games, and how many were otherwise."""
    before, results = await all_results(storage), {}
    async for result in from_logs(storage):
        results[result[0].table_id] = result
    await clear_results(storage)
    for result in results.values():
        await write_result(storage, result)
    return len(results), sum(before.get(table_id) not in (None, result) for table_id, result in results.items())


async def from_logs(storage: Storage) -> AsyncIterator[Result]:
    """The results of all finished games, from their logs alone."""
    for table_id in await finished_tables(storage):
        result = await worked_out(storage, table_id, snapshot=False)
        if result is not None:
            yield result


async def worked_out(storage: Storage, table_id: str, snapshot: bool = True) -> Result | None:
    """What came out of one game; None if its log cannot be read (any more)."""
    stored = await storage.load(table_id)
    if stored is None:
        return None
    if not snapshot:
        stored.snapshot = None
    try:
        return await aside(partial(result_of, stored))
    except TableError as error:
        log.warning("table %s does not count: %s", table_id, error)
        return None


def result_of(stored: Stored) -> Result:
    """What came out of a finished game; TableError if it cannot be read."""
    row, position = stored.table, revive(stored).playing().position
    dealt = next(entry.at for entry in stored.entries if entry.kind == DEAL)
    moments = [entry.at for entry in stored.entries if entry.kind in (CHOICE, ENDED)]
    lesson = any(entry.kind == LESSON for entry in stored.entries)
    # A table that begins in the middle of another game has its first choices since the very moment of its deal.
    begun_elsewhere = bool(moments) and moments[0] <= dealt
    places = [standing.place for standing in position.places()] if position.over else [0] * row.players
    played = PlayedRow(
        row.id,
        row.game,
        row.players,
        dealt,
        max(moments, default=dealt),
        sum(entry.kind == CHOICE for entry in stored.entries),
        position.over and not row.ended and not lesson and not begun_elsewhere,
    )
    scores = position.scores()
    return played, [ScoreRow(row.id, one.seat, places[one.seat], scores[one.seat], bot_on(one)) for one in stored.seats]


def bot_on(seat: SeatRow) -> str:
    """The bot whose result it is; a bot that stands in for a person plays for that person."""
    return seat.bot if seat.kind == BOT and not seat.token else ""
