"""What came out of finished games, in an SQL database."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Select, delete, insert, select
from sqlalchemy.exc import IntegrityError

from officina.tables.storage.interface import OVER
from officina.tables.storage.results import PlayedRow, ScoreRow
from officina.tables.storage.schema import PERSON_SEATS, PLAYED, SCORES, TABLES

if TYPE_CHECKING:
    from officina.tables.storage.sql import Storage

Result = tuple[PlayedRow, list[ScoreRow]]


async def finished_tables(storage: Storage, most: int = 0) -> list[str]:
    """Finished games that are not in the book yet, oldest first; without a bound all of them, in the book or not."""
    query = select(TABLES.c.id).where(TABLES.c.state == OVER, TABLES.c.imported.is_(False))
    query = query.order_by(TABLES.c.updated, TABLES.c.id)
    if most:
        query = query.where(TABLES.c.id.not_in(select(PLAYED.c.table_id))).limit(most)
    return await storage.read(lambda connection: list(connection.execute(query).scalars()))


async def write_result(storage: Storage, result: Result) -> None:
    """Put a game into the book, in the place of what was there."""
    played, scores = result

    def work(connection: Connection) -> None:
        for table in (PLAYED, SCORES):
            connection.execute(delete(table).where(table.c.table_id == played.table_id))
        connection.execute(insert(PLAYED), [asdict(played)])
        connection.execute(insert(SCORES), [asdict(row) for row in scores])

    with suppress(IntegrityError):  # another process wrote the same, or the table has just been deleted
        await storage.transaction(work)


async def clear_results(storage: Storage) -> None:
    """Empty the book."""

    def work(connection: Connection) -> None:
        for table in (SCORES, PLAYED):
            connection.execute(delete(table))

    await storage.transaction(work)


async def all_results(storage: Storage) -> dict[str, Result]:
    """Everything in the book, by table."""
    return await storage.read(lambda connection: read_results(connection, select(PLAYED)))


async def results_of(storage: Storage, person: str) -> dict[str, Result]:
    """The games that a person played, by table."""
    mine = select(PERSON_SEATS.c.table_id).where(PERSON_SEATS.c.person == person)
    return await storage.read(lambda connection: read_results(connection, select(PLAYED).where(PLAYED.c.table_id.in_(mine))))


def club_games() -> Select[Any]:
    """The games that count in the club."""
    tables = select(TABLES.c.id).where(TABLES.c.club.is_(True))
    return select(PLAYED).where(PLAYED.c.whole.is_(True), PLAYED.c.table_id.in_(tables))


def read_results(connection: Connection, query: Select[Any]) -> dict[str, Result]:
    """The games of a query with their scores, those that ended first in front."""
    played = [PlayedRow(**row._mapping) for row in connection.execute(query.order_by(PLAYED.c.ended, PLAYED.c.table_id))]
    scores = defaultdict[str, list[ScoreRow]](list)
    wanted = query.with_only_columns(PLAYED.c.table_id)
    for row in connection.execute(select(SCORES).where(SCORES.c.table_id.in_(wanted)).order_by(SCORES.c.seat)):
        scores[row.table_id].append(ScoreRow(**row._mapping))
    return {row.table_id: (row, scores[row.table_id]) for row in played}
