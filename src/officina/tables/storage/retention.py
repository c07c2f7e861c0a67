"""What is kept for how long, and how it goes: tables, talk, notes, addresses; the data of one seat; blocked addresses."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from officina.messages import PersonalData
from officina.tables.storage.interface import (
    CHAT,
    CLOSED,
    ERASED,
    LOBBY,
    OVER,
    PLAYING,
    RENAMED,
    EntryRow,
    TableRow,
    advanced,
    as_text,
)
from officina.tables.storage.schema import (
    BLOCKED,
    ENTRIES,
    HOUSE,
    METADATA,
    NOTICES,
    PINGS,
    PRESENCE,
    SEAT_NOTES,
    SEATS,
    TABLES,
    TRANSIENT,
    VISITS,
)
from officina.tables.storage.sql_browsers import browsers_told, forget_seat_browsers
from officina.tables.storage.sql_log import seat_row, table_row, values_of
from officina.tables.storage.sql_push import forget_digests, sweep_browsers

if TYPE_CHECKING:
    from officina.tables.storage.sql import Storage

PAGE: Final = 1000
"""Entries of a log that are read at once."""

DAY: Final = 86_400.0
FOR_EVER: Final = 0.0
SWEEP: Final = "sweep"
MOST_TOGETHER: Final = 50
"""So many tables go in one transaction: those who play wait for no more."""


@dataclass(frozen=True, slots=True)
class Keep:
    """How many seconds things are kept; 0: for ever. Talk, notes and addresses count from the last change of a finished table.

    ``abandoned``: not begun, closed, or in play without any change for so long. ``push``: browsers that are told of turns,
    from the day on which they were last here.
    """

    finished: float = FOR_EVER
    abandoned: float = 365 * DAY
    imports: float = 90 * DAY
    chat: float = FOR_EVER
    notes: float = 90 * DAY
    mail: float = 30 * DAY
    push: float = 180 * DAY


RULES: Final = tuple(one.name for one in fields(Keep))


@dataclass(slots=True)
class Swept:
    """How much went."""

    tables: int = 0
    chat: int = 0
    notes: int = 0
    mail: int = 0
    browsers: int = 0


# --- the daily sweep


async def sweep(storage: Storage, keep: Keep, now: float) -> Swept:
    """Delete what is older than the rules say."""
    done = Swept()
    await storage.forget_refusals()
    while True:
        ids = await storage.read(lambda connection: outdated(connection, keep, now))
        if not ids:
            break
        done.tables += await delete_tables(storage, ids)
    if keep.chat:
        done.chat = await sweep_chat(storage, now - keep.chat)
    old = select(TABLES.c.id).where(TABLES.c.state.in_((OVER, CLOSED)))
    if keep.notes:
        gone = delete(SEAT_NOTES).where(SEAT_NOTES.c.table_id.in_(old.where(TABLES.c.updated < now - keep.notes)))
        done.notes = await storage.transaction(lambda connection: connection.execute(gone).rowcount)
    if keep.mail:
        unmailed = delete(NOTICES).where(NOTICES.c.table_id.in_(old.where(TABLES.c.updated < now - keep.mail)))
        done.mail = await storage.transaction(lambda connection: connection.execute(unmailed).rowcount)
    never = 0.0
    done.browsers = await sweep_browsers(
        storage, now - keep.push if keep.push else never, now - keep.mail if keep.mail else never
    )
    await forget_digests(storage, now - 2 * DAY)
    return done


def outdated(connection: Connection, keep: Keep, now: float) -> list[str]:
    """The next tables that are older than the rules say, oldest first."""
    rules: list[ColumnElement[bool]] = []
    played = TABLES.c.imported.is_(False)
    for seconds, states, which in (
        (keep.finished, (OVER,), played),
        (keep.abandoned, (LOBBY, PLAYING, CLOSED), played),
        (keep.imports, (OVER, PLAYING, CLOSED, LOBBY), TABLES.c.imported.is_(True)),
    ):
        if seconds:
            rules.append(and_(which, TABLES.c.state.in_(states), TABLES.c.updated < now - seconds))
    if not rules:
        return []
    query = select(TABLES.c.id).where(or_(*rules)).order_by(TABLES.c.updated).limit(MOST_TOGETHER)
    return list(connection.execute(query).scalars())


async def claim_sweep(storage: Storage, every: float) -> bool:
    """Whether this process is the one that sweeps now: of all that share the storage, one does."""

    def work(connection: Connection) -> bool:
        now = storage.clock(connection)
        due = update(HOUSE).where(HOUSE.c.name == SWEEP, HOUSE.c.at <= now - every).values(at=now)
        if connection.execute(due).rowcount:
            return True
        if connection.execute(select(HOUSE.c.at).where(HOUSE.c.name == SWEEP)).first() is None:
            connection.execute(insert(HOUSE), [{"name": SWEEP, "at": now}])  # two at once: one fails, and tries later
            return True
        return False

    return await storage.transaction(work)


# --- deleting


async def delete_tables(storage: Storage, ids: Sequence[str], version: int | None = None) -> int:
    """Delete tables with everything that is stored of them; with a version, only one that is still at it. How many went."""

    def work(connection: Connection) -> int:
        wanted = TABLES.c.id.in_(ids) if version is None else and_(TABLES.c.id.in_(ids), TABLES.c.version == version)
        gone = connection.execute(delete(TABLES).where(wanted)).rowcount
        if gone:
            connection.execute(delete(PRESENCE).where(PRESENCE.c.table_id.in_(ids)))
            storage.mark(connection, ids)
        return gone

    return await storage.transaction(work)


# --- erasing in the log


def erase_chat(connection: Connection, row: TableRow, seat: int | None, now: float) -> TableRow:
    """Empty a table's lines of talk (of one seat): they keep their places in the log. An entry says that it was done."""
    mine = (ENTRIES.c.table_id == row.id) & (ENTRIES.c.kind.in_((CHAT, RENAMED) if seat is not None else (CHAT,)))
    if seat is not None:
        mine &= ENTRIES.c.seat == seat
    connection.execute(update(ENTRIES).where(mine).values(text=""))
    entry = EntryRow(row.id, row.version + 1, ERASED, -1 if seat is None else seat, now, as_text(seat is None))
    later = advanced(row, entry)
    if row.state in (OVER, CLOSED):
        later = replace(later, updated=row.updated)  # so that what is erased does not count as a change
    connection.execute(insert(ENTRIES), [values_of(entry)])
    connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(**values_of(later)))
    return later


async def sweep_chat(storage: Storage, before: float) -> int:
    """Erase the talk of finished tables that changed last before that moment; of how many tables."""
    spoken = select(ENTRIES.c.table_id).where(ENTRIES.c.kind == CHAT, ENTRIES.c.text != "")
    old = select(TABLES.c.id).where(TABLES.c.state.in_((OVER, CLOSED)), TABLES.c.updated < before, TABLES.c.id.in_(spoken))

    def work(connection: Connection) -> int:
        ids = list(connection.execute(old.limit(MOST_TOGETHER)).scalars())
        for found in connection.execute(select(TABLES).where(TABLES.c.id.in_(ids)).with_for_update()).all():
            erase_chat(connection, table_row(found), None, time.time())
        storage.mark(connection, ids)
        return len(ids)

    done = 0
    while more := await storage.transaction(work):
        done += more
    return done


async def erase_seat(storage: Storage, table_id: str, seat: int, now: float) -> bool:
    """Erase the name, the talk, the note, the addresses and the visits of a seat; False if there is no such seat.

    What was played stays: it is the others' game, too. The link stays good.
    """

    def work(connection: Connection) -> bool:
        found = connection.execute(select(TABLES).where(TABLES.c.id == table_id).with_for_update()).one_or_none()
        if found is None or not 0 <= seat < found.players:
            return False
        erase_chat(connection, table_row(found), seat, now)
        mine = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat)
        connection.execute(update(SEATS).where(mine).values(name=""))
        for table in (SEAT_NOTES, VISITS, NOTICES, PINGS):
            connection.execute(delete(table).where((table.c.table_id == table_id) & (table.c.seat == seat)))
        forget_seat_browsers(connection, table_id, seat)
        storage.mark(connection, [table_id])
        return True

    return await storage.transaction(work)


# --- exporting


async def personal_data(storage: Storage, table_id: str, seat: int) -> PersonalData | None:
    """Everything that is stored of the person on a seat; None if there is no such seat."""

    def work(connection: Connection) -> PersonalData | None:
        found = connection.execute(select(SEATS).where(SEATS.c.table_id == table_id, SEATS.c.seat == seat)).one_or_none()
        if found is None:
            return None
        row = seat_row(found)
        said = list(told_by(connection, table_id, seat))
        note = connection.execute(select(SEAT_NOTES.c.text).where(of(SEAT_NOTES, table_id, seat))).scalar_one_or_none()
        notice = connection.execute(select(NOTICES).where(of(NOTICES, table_id, seat))).one_or_none()
        seen = connection.execute(select(VISITS.c.seen).where(of(VISITS, table_id, seat))).scalar_one_or_none()
        return PersonalData(
            table_id,
            seat,
            row.name,
            [text for kind, text in said if kind == RENAMED],
            [text for kind, text in said if kind == CHAT],
            str(note or ""),
            "" if notice is None else notice.webhook,
            "" if notice is None else notice.email,
            float(seen or 0.0),
            [browser.endpoint for browser in browsers_told(connection, [table_id]).get((table_id, seat), ())],
        )

    return await storage.read(work)


def told_by(connection: Connection, table_id: str, seat: int) -> Iterator[tuple[str, str]]:
    """Kind and text of everything that a seat has said and been called, read page by page."""
    mine = select(ENTRIES.c.n, ENTRIES.c.kind, ENTRIES.c.text).where(
        of(ENTRIES, table_id, seat), ENTRIES.c.kind.in_((CHAT, RENAMED))
    )
    last = -1
    while page := connection.execute(mine.where(ENTRIES.c.n > last).order_by(ENTRIES.c.n).limit(PAGE)).all():
        yield from ((one.kind, one.text) for one in page if one.text)
        last = page[-1].n


def of(table: Any, table_id: str, seat: int) -> ColumnElement[bool]:
    """The rows of one seat."""
    return and_(table.c.table_id == table_id, table.c.seat == seat)


async def export_table(storage: Storage, table_id: str) -> dict[str, list[dict[str, Any]]]:
    """Everything that is stored of a table, by database table; hashes of links are left out."""

    def work(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {}
        for table in METADATA.sorted_tables:
            if table in TRANSIENT or not (table is TABLES or "table_id" in table.c):
                continue
            mine = (TABLES.c.id if table is TABLES else table.c.table_id) == table_id
            rows = connection.execute(select(table).where(mine).order_by(*list(table.columns)[:2]))
            found[str(table.name)] = [without_secrets(dict(row._mapping)) for row in rows]
        return found

    return await storage.read(work)


def without_secrets(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without what opens doors."""
    return {name: value for name, value in row.items() if name not in ("token", "invitation", "key")}


# --- lists


async def list_tables(storage: Storage, states: Sequence[str], most: int) -> list[TableRow]:
    """Tables in those states (all, if none are given), latest first."""
    query = select(TABLES).order_by(TABLES.c.updated.desc()).limit(most)
    if states:
        query = query.where(TABLES.c.state.in_(states))
    return await storage.read(lambda connection: [table_row(row) for row in connection.execute(query)])


async def sizes(storage: Storage, table_id: str) -> dict[str, int]:
    """How many rows of each kind are stored of a table."""

    def work(connection: Connection) -> dict[str, int]:
        tables = [table for table in METADATA.sorted_tables if "table_id" in table.c and table not in TRANSIENT]
        count = select(func.count())
        found = {str(one.name): connection.execute(count.select_from(one).where(one.c.table_id == table_id)) for one in tables}
        return {name: int(result.scalar_one()) for name, result in found.items()}

    return await storage.read(work)


# --- blocked addresses


async def blocked(storage: Storage) -> dict[str, str]:
    """Addresses and networks that are not let in, and why."""
    query = select(BLOCKED).order_by(BLOCKED.c.network)
    return await storage.read(lambda connection: {row.network: row.why for row in connection.execute(query)})


async def block(storage: Storage, network: str, why: str, now: float) -> None:
    """Do not let that network in any more."""

    def work(connection: Connection) -> None:
        connection.execute(delete(BLOCKED).where(BLOCKED.c.network == network))
        connection.execute(insert(BLOCKED), [{"network": network, "at": now, "why": why}])

    await storage.transaction(work)


async def unblock(storage: Storage, network: str) -> bool:
    """Let it in again; False if it was not blocked."""
    gone = delete(BLOCKED).where(BLOCKED.c.network == network)
    return bool(await storage.transaction(lambda connection: connection.execute(gone).rowcount))
