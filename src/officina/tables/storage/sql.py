"""Storage in an SQL database through SQLAlchemy: what all databases share."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from abc import abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, Row, bindparam, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from officina.core.events import EVERYBODY
from officina.core.text import Message
from officina.tables.effort import aside
from officina.tables.errors import Conflict, NotSaved, NotSure, TableError, Unreadable
from officina.tables.storage.batching import Batcher
from officina.tables.storage.interface import (
    BOT,
    LOBBY,
    PLAYING,
    ActionRow,
    Change,
    EntryRow,
    RollCall,
    SnapshotRow,
    Stored,
)
from officina.tables.storage.reading_damage import Damage
from officina.tables.storage.revisions import UnknownRevision, is_usable, migrate
from officina.tables.storage.schema import (
    ACTIONS,
    ENTRIES,
    HOUSE,
    PRESENCE,
    PROCESSES,
    REFUSALS,
    SEATS,
    SNAPSHOTS,
    TABLES,
)
from officina.tables.storage.sql_boxes import BoxStorage
from officina.tables.storage.sql_log import create_table, seat_row, table_row, values_of, write_changes
from officina.tables.storage.sql_seat_data import SeatStorage

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_TOGETHER: Final = 100
"""The largest batch of changes, or of tables to be read, in one transaction."""
REFUSAL_SECONDS: Final = 3600.0
"""How long a refusal is known to those who ask again."""
MOST_REFUSALS: Final = 32
"""And how many of a seat, the latest."""
PAGE: Final = 1000
"""Entries of a log that are read at once."""
READERS: Final = 2
"""Threads, with a connection each, for those who read."""
LOOKERS: Final = 1
"""Threads for short looks on the way of a choice."""
SPECTATORS: Final = -1
"""The seat number of spectators in the database."""
READY: Final = "ready"
"""Work of the house: to see whether anything can be written."""


async def at_once(work: Callable[[], T], pool: ThreadPoolExecutor) -> T:
    """Do the work in a thread of the pool."""
    return await asyncio.get_running_loop().run_in_executor(pool, work)


class Storage(SeatStorage, BoxStorage):
    """Where tables are stored: any database that SQLAlchemy reaches. What is written is durable when a method returns.

    ``shared``: other processes may use the same tables; then :meth:`changes` reports what they write.

    A whole transaction runs as one call in a thread of our own. (Measured against an asynchronous driver, which switches
    threads a dozen times a transaction: half the time a commit.) ``reader`` is the same engine with read-only
    transactions, each of which sees one snapshot of the database.

    Whoever reads never waits for those who write, nor makes them wait: reading has threads and connections of its own. Short
    looks on the way of a choice have one more: they do not queue behind somebody's whole table.
    """

    shared: bool = False
    several_hosts: bool = False
    """Other machines may use the same tables, too."""

    def __init__(self, engine: Engine, reader: Engine, name: str, threads: int) -> None:
        self.engine = engine
        self.reader = reader
        self.name = name
        self.origin = secrets.token_hex(8)
        self.pool = ThreadPoolExecutor(threads, "officina-storage")
        self.read_pool = ThreadPoolExecutor(READERS, "officina-reader")
        self.look_pool = ThreadPoolExecutor(LOOKERS, "officina-look")
        self.commits = Batcher(self.commit_all, MOST_TOGETHER)
        self.versions = Batcher(self.versions_of, MOST_TOGETHER)
        self.news = Batcher(self.news_of, MOST_TOGETHER)

    async def transaction(self, work: Callable[[Connection], T]) -> T:
        """Run the work in one transaction; NotSaved if the database fails, NotSure if the connection broke during it."""
        return await self.run_transaction(self.pool, self.engine, work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that only reads, in one snapshot of the database; NotSaved if the database fails."""
        return await self.run_transaction(self.read_pool, self.reader, work, aside)

    async def look(self, work: Callable[[Connection], T]) -> T:
        """As :meth:`read`, for work that reads a few rows and that somebody's choice waits for."""
        return await self.run_transaction(self.look_pool, self.reader, work)

    async def run_transaction(
        self,
        pool: ThreadPoolExecutor,
        engine: Engine,
        work: Callable[[Connection], T],
        run: Callable[[Callable[[], T], ThreadPoolExecutor], Awaitable[T]] = at_once,
    ) -> T:
        """Run one transaction in a thread of the pool."""
        try:
            return await run(partial(in_one, engine, work), pool)
        except IntegrityError:
            raise
        except DBAPIError as error:
            if self.is_damage(error):
                log.error("database %s is damaged: %s", self.name, first_line(error))
                raise Unreadable from None
            if error.connection_invalidated or isinstance(error, OperationalError):
                log.error("database %s: transaction failed: %s", self.name, first_line(error))
            else:
                log.exception("database %s: transaction failed", self.name)
            if error.connection_invalidated and engine is self.engine:
                raise NotSure from None
            raise NotSaved from None
        except (ValueError, TypeError, OverflowError) as error:
            if engine is not self.reader:
                raise
            # A column holds what nobody ever wrote there.
            log.error("database %s is damaged: a value could not be read (%s)", self.name, type(error).__name__)
            raise Unreadable from None

    async def open(self) -> None:
        """Connect, and migrate the database if it is not of today's form: one that is can be read on a full disk.

        One of a later form is used as it is if that only added: in a rolling upgrade this is the old program.
        """
        with suppress(DBAPIError):  # what is wrong is said below
            if await asyncio.get_running_loop().run_in_executor(self.pool, in_one, self.reader, is_usable):
                return

        def work(connection: Connection) -> None:
            self.alone(connection)
            if not is_usable(connection):
                migrate(connection)

        try:
            await self.first_transaction(work)
        except UnknownRevision:
            await self.close()
            raise TableError(Message("tables.error.newer_file", file=self.name)) from None

    async def forget_refusals(self) -> None:
        """Drop refusals that nobody asks about any more."""
        await self.transaction(lambda connection: sweep_refusals(connection, self.clock(connection)))

    async def reach(self) -> None:
        """Connect without migrating; TableError if the database cannot be used."""
        await self.first_transaction(lambda connection: connection.execute(select(1)), self.reader)

    async def first_transaction(self, work: Callable[[Connection], object], engine: Engine | None = None) -> None:
        """Run the first transaction; TableError says why a database cannot be used."""
        try:
            await asyncio.get_running_loop().run_in_executor(self.pool, in_one, engine or self.engine, work)
        except DBAPIError as error:
            await self.close()
            raise self.unusable(error) from None

    def alone(self, connection: Connection) -> None:
        """Keep other processes from migrating the database until this transaction ends."""

    def unusable(self, error: DBAPIError) -> TableError:
        """The error for a database that cannot be opened."""
        return TableError(Message("tables.error.bad_file", file=self.name))

    def is_damage(self, error: DBAPIError) -> bool:
        """Whether the database could not read what it had written."""
        return False

    async def scrub(self) -> None:
        """Rewrite the files, so that nothing of what was deleted is left in them, as far as the database can do it."""

    async def find_damage(self) -> list[Damage]:
        """What the database itself finds wrong with its files and indexes."""
        return []

    def mark(self, connection: Connection, table_ids: Sequence[str]) -> None:
        """Notify other processes of changes of these tables when this transaction commits."""

    def clock(self, connection: Connection) -> float:
        """The time on a clock that all processes share; not that of people, which may be set."""
        return time.monotonic()

    async def close(self) -> None:
        """Close all connections."""

        def leave() -> None:
            for pool in (self.pool, self.read_pool, self.look_pool):
                pool.shutdown()  # transactions whose callers were cancelled finish first
            self.engine.dispose()

        await asyncio.to_thread(leave)

    async def create(self, change: Change) -> bool:
        """Add a new table with all its rows; False if there is one of that id already (nothing is written then)."""

        def work(connection: Connection) -> None:
            create_table(connection, change)
            self.mark(connection, [change.table.id])

        try:
            await self.transaction(work)
        except IntegrityError:
            return False
        return True

    async def commit(self, change: Change) -> None:
        """Write a change of an existing table; Conflict if somebody else was first (nothing is written then).

        Optimistic locking: the stored version must be ``change.table.version`` less the number of new entries.
        """
        failed = await self.commits.submit(change)
        if failed is not None:
            raise failed

    async def commit_all(self, changes: Sequence[Change]) -> list[Exception | None]:
        """Write changes of several tables in one transaction: one sync of the disk serves all of them.

        Returns for each change None if it is stored, else the error.
        """

        def work(connection: Connection) -> list[Change]:
            stored = write_changes(connection, changes)
            self.mark(connection, [change.table.id for change in stored])
            return stored

        try:
            stored = await self.transaction(work)
        except IntegrityError:
            if len(changes) == 1:
                return [Conflict()]
            return [await self.commit_alone(change) for change in changes]  # one bad change must not fail the others
        return [None if any(change is one for one in stored) else Conflict() for change in changes]

    async def commit_alone(self, change: Change) -> Exception | None:
        """Write one change in a transaction of its own; None if it is stored, else the error."""
        try:
            return (await self.commit_all([change]))[0]
        except TableError as error:
            return error

    async def load(self, table_id: str) -> Stored | None:
        """A table with its log and latest snapshot."""

        def work(connection: Connection) -> Stored | None:
            found = heads(connection, [table_id])
            if not found:
                return None
            stored = found[0]
            stored.entries = log_of(connection, table_id)
            mine = SNAPSHOTS.c.table_id == table_id
            latest = select(SNAPSHOTS).where(mine).order_by(SNAPSHOTS.c.n.desc()).limit(1)
            row = connection.execute(latest).one_or_none()
            stored.snapshot = None if row is None else SnapshotRow(**row._mapping)
            return stored

        return await self.read(work)

    async def log_page(self, table_id: str, seat: int | None, after: int, last: int, most: int) -> list[EntryRow]:
        """At most so many entries that the viewer may know of, after the first so many of them, up to entry ``last``."""
        seen = [EVERYBODY] if seat is None else [EVERYBODY, seat]
        query = select(ENTRIES).where(ENTRIES.c.table_id == table_id, ENTRIES.c.n <= last, ENTRIES.c.audience.in_(seen))
        query = query.order_by(ENTRIES.c.n).offset(after).limit(most)
        return await self.read(lambda connection: [EntryRow(**row._mapping) for row in connection.execute(query)])

    async def answer(self, table_id: str, seat: int, action_id: str) -> str | None:
        """What the seat was answered to that action; a refusal is known for a while only."""

        def work(connection: Connection) -> str | None:
            for kept in (ACTIONS, REFUSALS):
                mine = (kept.c.table_id == table_id) & (kept.c.seat == seat) & (kept.c.action_id == action_id)
                found: str | None = connection.execute(select(kept.c.answer).where(mine)).scalar_one_or_none()
                if found is not None:
                    return found
            return None

        return await self.look(work)

    async def keep_refusal(self, action: ActionRow) -> None:
        """Store an answer that changed nothing; an answer already stored for that action stays.

        It is kept for those who ask again because the answer got lost: not for long, and not many of them.
        """

        def work(connection: Connection) -> None:
            now = self.clock(connection)
            sweep_refusals(connection, now)
            connection.execute(insert(REFUSALS), [{**values_of(action), "at": now}])
            mine = (REFUSALS.c.table_id == action.table_id) & (REFUSALS.c.seat == action.seat)
            others = select(REFUSALS.c.action_id).where(mine, REFUSALS.c.action_id != action.action_id)
            latest = others.order_by(REFUSALS.c.at.desc()).offset(MOST_REFUSALS - 1)
            older = connection.execute(latest).scalars().all()
            connection.execute(delete(REFUSALS).where(mine & REFUSALS.c.action_id.in_(older)))

        with suppress(IntegrityError):
            await self.transaction(work)

    async def find(self, table_ids: Sequence[str]) -> list[Stored]:
        """Those of the tables that exist, latest first, without their logs."""
        return await self.read(lambda connection: heads(connection, table_ids))

    async def lobbies(self, most: int, club: bool = False) -> list[Stored]:
        """Tables that are not dealt yet, latest first, without their logs: those of the club, or the others."""
        query = select(TABLES.c.id).where(TABLES.c.state == LOBBY, TABLES.c.club.is_(club))
        query = query.order_by(TABLES.c.updated.desc()).limit(most)
        return await self.read(lambda connection: heads(connection, [row.id for row in connection.execute(query)]))

    async def waiting_for_bots(self, most: int) -> list[str]:
        """The ids of tables in play at which a bot has to decide, latest first."""
        playing = (TABLES.c.state == PLAYING) & TABLES.c.imported.is_(False) & TABLES.c.paused.is_(False)
        bots = (SEATS.c.table_id == TABLES.c.id) & (SEATS.c.kind == BOT)
        query = select(TABLES.c.id, TABLES.c.waiting, SEATS.c.seat).join(SEATS, bots).where(playing)
        query = query.order_by(TABLES.c.updated.desc())

        def work(connection: Connection) -> list[str]:
            found = {row.id: None for row in connection.execute(query) if row.seat in row.waiting}
            return list(found)[:most]

        return await self.read(work)

    async def try_writing(self) -> None:
        """NotSaved if nothing can be written now."""
        await self.transaction(lambda connection: done_at(connection, READY, self.clock(connection)))

    # --- several processes

    async def version(self, table_id: str) -> int | None:
        """How many entries the table's log has now; None if there is no such table."""
        return await self.versions.submit(table_id)

    async def versions_of(self, table_ids: Sequence[str]) -> list[int | None]:
        """As :meth:`version`, for several tables."""
        query = select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(set(table_ids)))
        found = await self.look(lambda connection: {row.id: row.version for row in connection.execute(query)})
        return [found.get(table_id) for table_id in table_ids]

    async def since(self, table_id: str, version: int, process: str) -> Stored | None:
        """A table with the entries after a version, without a snapshot, and with its pages at other processes."""
        return await self.news.submit((table_id, version, process))

    async def news_of(self, known: Sequence[tuple[str, int, str]]) -> list[Stored | None]:
        """As :meth:`since`, for several tables."""

        def work(connection: Connection) -> list[Stored | None]:
            table_ids = sorted({table_id for table_id, _, _ in known})
            found = {stored.table.id: stored for stored in heads(connection, table_ids)}
            pages = connection.execute(select(PRESENCE).where(PRESENCE.c.table_id.in_(table_ids))).all()
            return [
                news_since(connection, found[table_id], version, pages, process) if table_id in found else None
                for table_id, version, process in known
            ]

        return await self.look(work)

    @abstractmethod
    def changes(self) -> AsyncGenerator[str | None, None]:
        """Ids of tables that other processes have changed; None: any may have. Only hints: the log is the truth."""

    async def beat(self, process: str, lease: float, arriving: bool = False) -> RollCall:
        """Renew this process's lease and return the live ones. Those whose lease has run out are removed.

        ``arriving``: also drop the pages that an earlier process of the same name left behind.
        """

        def work(connection: Connection) -> RollCall:
            now = self.clock(connection)
            seen = connection.execute(update(PROCESSES).where(PROCESSES.c.name == process).values(seen=now))
            if not seen.rowcount:
                connection.execute(insert(PROCESSES), [{"name": process, "seen": now}])
            # One that was seen in the future was seen before the clock was set back: if it lives, it comes again.
            silent = select(PROCESSES.c.name).where((PROCESSES.c.seen < now - lease) | (PROCESSES.c.seen > now + lease))
            dead = set(connection.execute(silent).scalars())
            if dead or arriving:
                self.forget(connection, dead, {*dead, process} if arriving else dead)
            alive = connection.execute(select(PROCESSES.c.name).order_by(PROCESSES.c.name)).scalars()
            return RollCall(tuple(alive), forgotten=not seen.rowcount)

        return await self.transaction(work)

    async def depart(self, process: str) -> None:
        """Remove this process and its pages."""
        await self.transaction(lambda connection: self.forget(connection, {process}, {process}))

    def forget(self, connection: Connection, processes: Collection[str], pages_of: Collection[str]) -> None:
        """Remove processes, and the pages of some; other processes are notified of those tables."""
        theirs = PRESENCE.c.process.in_(pages_of)
        tables = connection.execute(select(PRESENCE.c.table_id).where(theirs).distinct()).scalars().all()
        connection.execute(delete(PRESENCE).where(theirs))
        connection.execute(delete(PROCESSES).where(PROCESSES.c.name.in_(processes)))
        self.mark(connection, tables)

    async def count_pages(self, process: str, pages: Mapping[tuple[str, int | None], int]) -> None:
        """Store how many pages are open at this process, by table and seat."""

        def work(connection: Connection) -> None:
            for (table_id, seat), count in pages.items():
                number = SPECTATORS if seat is None else seat
                mine = (PRESENCE.c.process == process) & (PRESENCE.c.table_id == table_id) & (PRESENCE.c.seat == number)
                connection.execute(delete(PRESENCE).where(mine))
                if count:
                    row = {"process": process, "table_id": table_id, "seat": number, "pages": count}
                    connection.execute(insert(PRESENCE), [row])
            # A new spectator is shown with the next change: nobody is notified of it.
            self.mark(connection, list({table_id for table_id, seat in pages if seat is not None}))

        await self.transaction(work)


def in_one(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Do the work in one transaction."""
    with engine.begin() as connection:
        return work(connection)


def sweep_refusals(connection: Connection, now: float) -> None:
    """Drop refusals that nobody asks about any more. One of the future is of before the clock was set back."""
    connection.execute(
        delete(REFUSALS).where((REFUSALS.c.at < now - REFUSAL_SECONDS) | (REFUSALS.c.at > now + REFUSAL_SECONDS))
    )


def done_at(connection: Connection, work: str, now: float) -> None:
    """Note when work of the house was done."""
    if not connection.execute(update(HOUSE).where(HOUSE.c.name == work).values(at=now)).rowcount:
        connection.execute(insert(HOUSE), [{"name": work, "at": now}])


def heads(connection: Connection, table_ids: Sequence[str]) -> list[Stored]:
    """Tables with their seats, latest first, without their logs."""
    tables = connection.execute(select(TABLES).where(TABLES.c.id.in_(table_ids)).order_by(TABLES.c.updated.desc()))
    found = {row.id: Stored(table_row(row), []) for row in tables}
    for row in connection.execute(select(SEATS).where(SEATS.c.table_id.in_(table_ids)).order_by(SEATS.c.seat)):
        found[row.table_id].seats.append(seat_row(row))
    return list(found.values())


def log_of(connection: Connection, table_id: str, version: int = 0) -> list[EntryRow]:
    """The entries of a table's log after a version, read in pages: a thread that reads a long log lets others in between."""
    found: list[EntryRow] = []
    page = select(ENTRIES).where(ENTRIES.c.table_id == table_id, ENTRIES.c.n > bindparam("after"))
    page = page.order_by(ENTRIES.c.n).limit(PAGE)
    while not len(found) % PAGE:
        rows = connection.execute(page, {"after": found[-1].n if found else version}).all()
        found += [EntryRow(**row._mapping) for row in rows]
        if not rows:
            break
    return found


def news_since(connection: Connection, head: Stored, version: int, pages: Sequence[Row[Any]], process: str) -> Stored:
    """The table of that head, with the entries after a version and its pages at other processes."""
    stored = Stored(head.table, list(head.seats))
    if head.table.version > version:
        stored.entries = log_of(connection, head.table.id, version)
    for row in pages:
        if row.table_id == head.table.id and row.process != process:
            seat = None if row.seat == SPECTATORS else row.seat
            stored.elsewhere[seat] = stored.elsewhere.get(seat, 0) + row.pages
    return stored


def first_line(error: DBAPIError) -> str:
    """The first line of the database's error message."""
    lines = [line.strip() for line in str(error.orig).splitlines() if line.strip()]
    # What could not be decoded has no place in a log.
    return lines[0].partition(" with text ")[0][:300] if lines else type(error.orig).__name__
