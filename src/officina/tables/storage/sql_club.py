"""The club in an SQL database."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, and_, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from officina.tables.storage.club import ClubRow, ClubSeatRow, SeasonRow
from officina.tables.storage.interface import OVER
from officina.tables.storage.people import PersonRow
from officina.tables.storage.schema import CLUB, PEOPLE, PERSON_SEATS, PLAYED, SEASONS, SEATS, TABLES
from officina.tables.storage.sql_results import Result, club_games, read_results

if TYPE_CHECKING:
    from officina.tables.storage.sql import Storage

ONLY: Final = 1
"""A server has one club: the id of its row."""

Stamp = tuple[Any, ...]


async def club_row(storage: Storage) -> ClubRow | None:
    """The club; None: there is none."""
    row = await storage.look(lambda connection: connection.execute(select(CLUB)).first())
    return None if row is None else ClubRow(**row._mapping)


async def set_club(storage: Storage, row: ClubRow | None) -> None:
    """Switch the club on, change it, or switch it off. Members and games stay what they are."""

    def work(connection: Connection) -> None:
        connection.execute(delete(CLUB))
        if row is not None:
            connection.execute(insert(CLUB), [asdict(row)])

    with suppress(IntegrityError):  # another process set it at the same moment
        await storage.transaction(work)


async def seasons(storage: Storage) -> list[SeasonRow]:
    """The seasons that somebody began, in order."""
    query = select(SEASONS).order_by(SEASONS.c.began)
    return await storage.read(lambda connection: [SeasonRow(**row._mapping) for row in connection.execute(query)])


async def add_season(storage: Storage, row: SeasonRow) -> None:
    """Begin a season, or give the one that begins at that moment another name."""

    def work(connection: Connection) -> None:
        connection.execute(delete(SEASONS).where(SEASONS.c.began == row.began))
        connection.execute(insert(SEASONS), [asdict(row)])

    await storage.transaction(work)


async def drop_season(storage: Storage, began: float) -> bool:
    """Forget the beginning of a season: the one before goes on. Whether there was one."""
    gone = delete(SEASONS).where(SEASONS.c.began == began)
    return bool(await storage.transaction(lambda connection: connection.execute(gone).rowcount))


async def members(storage: Storage) -> list[PersonRow]:
    """The members, by name."""
    query = select(PEOPLE).where(PEOPLE.c.joined > 0).order_by(PEOPLE.c.name, PEOPLE.c.id)
    return await storage.read(lambda connection: [PersonRow(**row._mapping) for row in connection.execute(query)])


async def club_stamp(storage: Storage) -> Stamp:
    """Other than before as soon as anything has changed that the club's book is made of."""
    over = (TABLES.c.club.is_(True)) & (TABLES.c.state == OVER)
    queries = (
        select(func.count(), func.sum(TABLES.c.version)).select_from(TABLES).where(over),
        select(func.count(), func.max(PLAYED.c.ended)).select_from(PLAYED),
        select(func.count()).select_from(PERSON_SEATS),
        select(func.count(), func.sum(PEOPLE.c.joined)).select_from(PEOPLE).where(PEOPLE.c.joined > 0),
    )
    return await storage.look(lambda connection: tuple(tuple(connection.execute(query).one()) for query in queries))


async def club_games_and_seats(storage: Storage) -> tuple[dict[str, Result], list[ClubSeatRow], dict[str, str]]:
    """The games of the club with their results, who sat where, and the owners' boxes of those that had one, in one look."""

    def work(connection: Connection) -> tuple[dict[str, Result], list[ClubSeatRow], dict[str, str]]:
        wanted = club_games()
        mine = and_(PERSON_SEATS.c.table_id == SEATS.c.table_id, PERSON_SEATS.c.seat == SEATS.c.seat)
        member = and_(PEOPLE.c.id == PERSON_SEATS.c.person, PEOPLE.c.joined > 0)
        seats = (
            select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.name, SEATS.c.former, func.coalesce(PEOPLE.c.id, "").label("member"))
            .select_from(SEATS.outerjoin(PERSON_SEATS, mine).outerjoin(PEOPLE, member))
            .where(SEATS.c.table_id.in_(wanted.with_only_columns(PLAYED.c.table_id)))
            .order_by(SEATS.c.table_id, SEATS.c.seat)
        )
        found = [ClubSeatRow(**row._mapping) for row in connection.execute(seats)]
        tables = wanted.with_only_columns(PLAYED.c.table_id)
        boxes = select(TABLES.c.id, TABLES.c.box).where(TABLES.c.id.in_(tables), TABLES.c.box != "")
        return read_results(connection, wanted), found, {row.id: row.box for row in connection.execute(boxes)}

    return await storage.read(work)
