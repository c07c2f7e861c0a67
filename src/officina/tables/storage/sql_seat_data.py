"""Data of one seat, in an SQL database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select, union, update
from sqlalchemy.exc import IntegrityError

from officina.tables.storage.interface import PLAYING
from officina.tables.storage.schema import NOTICES, PERSON_SEATS, PINGS, SEAT_NOTES, SEATS, TABLES, VISITS
from officina.tables.storage.seat_data import MOST_FAILURES, BrowserRow, NoticeRow, VisitRow, Waiting
from officina.tables.storage.sql_browsers import browsers_told, forget_seat_browsers, wanted

T = TypeVar("T")

MOST_TRIES: Final = 3
NOTICED: Final = tuple(name for name in NoticeRow.__slots__ if name not in ("table_id", "seat"))
WAITED: Final = ("game", "players", "waiting", "updated", "times")
"""What counts of a table that waits for a seat."""


class SeatStorage(ABC):
    """The part of the storage for seat data. Every method is one transaction."""

    @abstractmethod
    async def transaction(self, work: Callable[[Connection], T]) -> T:
        """Run the work in one transaction."""

    @abstractmethod
    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that only reads, in one transaction."""

    async def note(self, table_id: str, seat: int) -> str:
        """The seat's private note."""
        query = select(SEAT_NOTES.c.text).where(SEAT_NOTES.c.table_id == table_id, SEAT_NOTES.c.seat == seat)
        return str(await self.read(lambda connection: connection.execute(query).scalar_one_or_none()) or "")

    async def keep_note(self, table_id: str, seat: int, text: str) -> None:
        """Replace the seat's private note."""
        await self.replace(SEAT_NOTES, [{"table_id": table_id, "seat": seat, "text": text}])

    async def visits(self, table_id: str) -> dict[int, VisitRow]:
        """The last visit of each seat."""
        query = select(VISITS).where(VISITS.c.table_id == table_id)
        found = await self.read(lambda connection: [VisitRow(**row._mapping) for row in connection.execute(query)])
        return {row.seat: row for row in found}

    async def keep_visits(self, rows: Sequence[VisitRow]) -> None:
        """Store visits of seats."""
        await self.replace(VISITS, [asdict(row) for row in rows])

    async def notice(self, table_id: str, seat: int) -> NoticeRow | None:
        """The seat's notification settings."""
        query = select(NOTICES).where(NOTICES.c.table_id == table_id, NOTICES.c.seat == seat)
        row = await self.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else NoticeRow(**row._mapping)

    async def keep_notice(self, row: NoticeRow) -> None:
        """Replace the seat's notification settings."""
        await self.replace(NOTICES, [asdict(row)])

    async def count_call(self, table_id: str, seat: int, webhook: str, failed: bool) -> None:
        """Count a success or a failure of the seat's webhook; ignored if the seat has set another one since."""
        same = (NOTICES.c.table_id == table_id) & (NOTICES.c.seat == seat) & (NOTICES.c.webhook == webhook)
        counted = update(NOTICES).where(same).values(failures=NOTICES.c.failures + 1 if failed else 0)
        await self.transaction(lambda connection: connection.execute(counted))

    async def asked_mails(self, email: str, since: float) -> int:
        """How many confirmation mails went to that address since then, over all seats."""
        query = select(func.count()).select_from(NOTICES).where(NOTICES.c.email == email, NOTICES.c.asked >= since)
        return int(await self.read(lambda connection: connection.execute(query).scalar_one()))

    async def waiting_seats(self) -> list[Waiting]:
        """All seats that want to be notified at tables in play that are not paused and that wait for some seat."""
        calls = (NOTICES.c.webhook != "") & (NOTICES.c.failures < MOST_FAILURES)
        by_notice = select(NOTICES.c.table_id, NOTICES.c.seat).where(calls | NOTICES.c.confirmed.is_(True))
        asked = union(by_notice, select(wanted().subquery())).subquery()

        def here(table: Table) -> ColumnElement[bool]:
            return (table.c.table_id == asked.c.table_id) & (table.c.seat == asked.c.seat)

        query = (
            select(
                *(NOTICES.c[name] for name in NOTICED),
                *(asked.c.table_id, asked.c.seat),
                *(TABLES.c[name] for name in WAITED),
                *(SEATS.c.kind, func.coalesce(VISITS.c.seen, 0.0).label("seen")),
                func.coalesce(PERSON_SEATS.c.person, "").label("person"),
            )
            .select_from(asked)
            .join(TABLES, TABLES.c.id == asked.c.table_id)
            .join(SEATS, here(SEATS))
            .outerjoin(NOTICES, here(NOTICES))
            .outerjoin(VISITS, here(VISITS))
            .outerjoin(PERSON_SEATS, here(PERSON_SEATS))
            .where(TABLES.c.state == PLAYING, TABLES.c.paused.is_(False))
        )

        def work(connection: Connection) -> list[Waiting]:
            rows = [row._asdict() for row in connection.execute(query)]
            waiting = [row for row in rows if row["seat"] in row["waiting"]]
            told = browsers_told(connection, sorted({row["table_id"] for row in waiting}))
            return [waiting_seat(row, told.get((row["table_id"], row["seat"]), ())) for row in waiting]

        return await self.read(work)

    async def pinged(self, table_ids: Sequence[str]) -> set[tuple[str, int, int]]:
        """Of which turns of those tables somebody was notified: table, seat, turn."""
        query = select(PINGS.c.table_id, PINGS.c.seat, PINGS.c.turn).where(PINGS.c.table_id.in_(table_ids))
        return await self.read(lambda connection: {(row[0], row[1], row[2]) for row in connection.execute(query)})

    async def claim_ping(self, table_id: str, seat: int, turn: int, at: float) -> bool:
        """Claim the notification of that turn; False if it was claimed before, by any process."""

        def work(connection: Connection) -> None:
            mine = (PINGS.c.table_id == table_id) & (PINGS.c.seat == seat)
            connection.execute(delete(PINGS).where(mine & (PINGS.c.turn < turn)))
            connection.execute(insert(PINGS), [{"table_id": table_id, "seat": seat, "turn": turn, "at": at}])

        try:
            await self.transaction(work)
        except IntegrityError:
            return False
        return True

    async def replace(self, table: Table, rows: Sequence[dict[str, Any]]) -> None:
        """Insert or replace rows of which there is one a seat.

        Always in the same order, so that several processes that write the same seats cannot deadlock.
        """

        def work(connection: Connection) -> None:
            for row in sorted(rows, key=lambda row: (row["table_id"], row["seat"])):
                mine = (table.c.table_id == row["table_id"]) & (table.c.seat == row["seat"])
                if not connection.execute(update(table).where(mine).values(**row)).rowcount:
                    connection.execute(insert(table), [row])

        for _ in range(MOST_TRIES):
            with suppress(IntegrityError):  # somebody else wrote the first row of a seat at the same moment: now it is there
                await self.transaction(work)
                return


def forget_seat(connection: Connection, table_id: str, seat: int) -> None:
    """Delete all data of that seat."""
    for table in (SEAT_NOTES, VISITS, NOTICES, PINGS, PERSON_SEATS):
        connection.execute(delete(table).where((table.c.table_id == table_id) & (table.c.seat == seat)))
    forget_seat_browsers(connection, table_id, seat)


def waiting_seat(row: Mapping[str, Any], browsers: tuple[BrowserRow, ...]) -> Waiting:
    """A row of the query above."""
    kept = {name: row[name] for name in NOTICED if row["origin"] is not None}  # nothing is kept of a seat with browsers alone
    notice = NoticeRow(row["table_id"], row["seat"], **kept)
    more = {name: value for name, value in row.items() if name in Waiting.__slots__}
    return Waiting(notice, **{**more, "waiting": tuple(row["waiting"]), "browsers": browsers})
