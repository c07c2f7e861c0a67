"""Storage in an SQL database, through SQLAlchemy: what is the same for all of them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Row, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from officina.core.text import Message
from officina.tables.errors import Conflict, NotSaved, NotSure, TableError
from officina.tables.gathering import Gathering
from officina.tables.model import BOT, LOBBY, PLAYING
from officina.tables.schema import ACTIONS, ENTRIES, PRESENCE, PROCESSES, SEATS, SNAPSHOTS, TABLES
from officina.tables.sql_log import create_table, table_row, values_of, write_changes
from officina.tables.sql_seatbook import SqlSeatStorage
from officina.tables.storage import (
    ActionRow,
    Change,
    EntryRow,
    RollCall,
    SeatRow,
    SnapshotRow,
    Storage,
    Stored,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

MIGRATIONS: Final = Path(__file__).parent / "migrations"
MOST_TOGETHER: Final = 100
"""So many changes are written, or tables looked at, in one transaction."""
SPECTATORS: Final = -1
"""How the database writes the seat of those who only watch."""


class SqlStorage(SqlSeatStorage, Storage):
    """Any database that SQLAlchemy reaches.

    A whole transaction is one visit to a thread of our own. (Measured against an asynchronous driver, which changes threads
    a dozen times a transaction: half the time a commit.) ``reader`` is the same engine with transactions that only read and
    see one moment of the database.
    """

    def __init__(self, engine: Engine, reader: Engine, name: str, threads: int, own_readers: int = 0) -> None:
        self.engine = engine
        self.reader = reader
        self.name = name
        self.origin = secrets.token_hex(8)
        self.pool = ThreadPoolExecutor(threads, "officina-storage")
        self.read_pool = ThreadPoolExecutor(own_readers, "officina-reader") if own_readers else self.pool
        self.commits = Gathering(self.commit_all, MOST_TOGETHER)
        self.versions = Gathering(self.versions_of, MOST_TOGETHER)
        self.news = Gathering(self.news_of, MOST_TOGETHER)

    async def visit(self, work: Callable[[Connection], T]) -> T:
        """Do the work in one transaction; NotSaved if the database fails, NotSure if it went away in the middle."""
        return await self.carry(self.pool, self.engine, work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Work that writes nothing, in one transaction that sees one moment; NotSaved if the database fails."""
        return await self.carry(self.read_pool, self.reader, work)

    async def carry(self, pool: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], T]) -> T:
        """One transaction in a thread of the pool."""

        def transaction() -> T:
            with engine.begin() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(pool, transaction)
        except IntegrityError:
            raise
        except DBAPIError as error:
            if error.connection_invalidated or isinstance(error, OperationalError):
                log.error("the database %s failed: %s", self.name, first_line(error))
            else:
                log.exception("the database %s failed", self.name)
            if error.connection_invalidated and engine is self.engine:
                raise NotSure from None
            raise NotSaved from None

    async def open(self) -> None:
        def work(connection: Connection) -> None:
            self.alone(connection)
            migrate(connection)

        try:
            await self.first_visit(work)
        except CommandError:
            await self.close()
            raise TableError(Message("tables.error.newer_file", file=self.name)) from None

    async def reach(self) -> None:
        """Connect, and leave the database in the form that it has; TableError if it cannot be used."""
        await self.first_visit(lambda connection: connection.execute(select(1)))

    async def first_visit(self, work: Callable[[Connection], object]) -> None:
        """A first transaction; a database that cannot be used gets a sentence of its own."""

        def transaction() -> None:
            with self.engine.begin() as connection:
                work(connection)

        try:
            await asyncio.get_running_loop().run_in_executor(self.pool, transaction)
        except DBAPIError as error:
            await self.close()
            raise self.unusable(error) from None

    def alone(self, connection: Connection) -> None:
        """Make sure that no other process migrates the database as long as this transaction lasts."""

    def unusable(self, error: DBAPIError) -> TableError:
        """Why the database cannot be opened, as a sentence."""
        return TableError(Message("tables.error.bad_file", file=self.name))

    def mark(self, connection: Connection, table_ids: Sequence[str]) -> None:
        """In a transaction that changes something of these tables: let other processes know, once it is committed."""

    def clock(self, connection: Connection) -> float:
        """The time that all processes agree on."""
        return time.time()

    async def close(self) -> None:
        def leave() -> None:
            for pool in (self.pool, self.read_pool):
                pool.shutdown()  # a transaction whose asker has gone is brought to its end first
            self.engine.dispose()

        await asyncio.to_thread(leave)

    async def create(self, change: Change) -> bool:
        def work(connection: Connection) -> None:
            create_table(connection, change)
            self.mark(connection, [change.table.id])

        try:
            await self.visit(work)
        except IntegrityError:
            return False
        return True

    async def commit(self, change: Change) -> None:
        failed = await self.commits.ask(change)
        if failed is not None:
            raise failed

    async def commit_all(self, changes: Sequence[Change]) -> list[Exception | None]:
        """Write changes of several tables in one transaction: syncing the disk once costs as much as once for each.

        What became of each of them: None if it is stored.
        """

        def work(connection: Connection) -> list[Change]:
            stored = write_changes(connection, changes)
            self.mark(connection, [change.table.id for change in stored])
            return stored

        try:
            stored = await self.visit(work)
        except IntegrityError:
            if len(changes) == 1:
                return [Conflict()]
            return [await self.commit_alone(change) for change in changes]  # one of them must not spoil it for the others
        return [None if any(change is one for one in stored) else Conflict() for change in changes]

    async def commit_alone(self, change: Change) -> Exception | None:
        """What becomes of a change in a transaction of its own."""
        try:
            return (await self.commit_all([change]))[0]
        except TableError as error:
            return error

    async def load(self, table_id: str) -> Stored | None:
        def work(connection: Connection) -> Stored | None:
            found = heads(connection, [table_id])
            if not found:
                return None
            stored = found[0]
            log = select(ENTRIES).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.n)
            stored.entries = [EntryRow(**row._mapping) for row in connection.execute(log)]
            mine = SNAPSHOTS.c.table_id == table_id
            latest = select(SNAPSHOTS).where(mine).order_by(SNAPSHOTS.c.n.desc()).limit(1)
            row = connection.execute(latest).one_or_none()
            stored.snapshot = None if row is None else SnapshotRow(**row._mapping)
            return stored

        return await self.read(work)

    async def answer(self, table_id: str, seat: int, action_id: str) -> str | None:
        mine = (ACTIONS.c.table_id == table_id) & (ACTIONS.c.seat == seat) & (ACTIONS.c.action_id == action_id)
        found: str | None = await self.read(
            lambda connection: connection.execute(select(ACTIONS.c.answer).where(mine)).scalar_one_or_none()
        )
        return found

    async def keep_answer(self, action: ActionRow) -> None:
        with suppress(IntegrityError):
            await self.visit(lambda connection: connection.execute(insert(ACTIONS), [values_of(action)]))

    async def find(self, table_ids: Sequence[str]) -> list[Stored]:
        return await self.read(lambda connection: heads(connection, table_ids))

    async def lobbies(self, most: int) -> list[Stored]:
        query = select(TABLES.c.id).where(TABLES.c.state == LOBBY).order_by(TABLES.c.updated.desc()).limit(most)
        return await self.read(lambda connection: heads(connection, [row.id for row in connection.execute(query)]))

    async def waiting_for_bots(self, most: int) -> list[str]:
        playing = (TABLES.c.state == PLAYING) & TABLES.c.imported.is_(False) & TABLES.c.paused.is_(False)
        bots = (SEATS.c.table_id == TABLES.c.id) & (SEATS.c.kind == BOT)
        query = select(TABLES.c.id, TABLES.c.waiting, SEATS.c.seat).join(SEATS, bots).where(playing)
        query = query.order_by(TABLES.c.updated.desc())

        def work(connection: Connection) -> list[str]:
            found = {row.id: None for row in connection.execute(query) if row.seat in row.waiting}
            return list(found)[:most]

        return await self.read(work)

    # --- several processes

    async def version(self, table_id: str) -> int | None:
        return await self.versions.ask(table_id)

    async def versions_of(self, table_ids: Sequence[str]) -> list[int | None]:
        """The same of several tables."""
        query = select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(set(table_ids)))
        found = await self.read(lambda connection: {row.id: row.version for row in connection.execute(query)})
        return [found.get(table_id) for table_id in table_ids]

    async def since(self, table_id: str, version: int, process: str) -> Stored | None:
        return await self.news.ask((table_id, version, process))

    async def news_of(self, known: Sequence[tuple[str, int, str]]) -> list[Stored | None]:
        """The same of several tables."""

        def work(connection: Connection) -> list[Stored | None]:
            table_ids = sorted({table_id for table_id, _, _ in known})
            found = {stored.table.id: stored for stored in heads(connection, table_ids)}
            pages = connection.execute(select(PRESENCE).where(PRESENCE.c.table_id.in_(table_ids))).all()
            return [
                news_since(connection, found[table_id], version, pages, process) if table_id in found else None
                for table_id, version, process in known
            ]

        return await self.read(work)

    async def beat(self, process: str, lease: float, arriving: bool = False) -> RollCall:
        def work(connection: Connection) -> RollCall:
            now = self.clock(connection)
            seen = connection.execute(update(PROCESSES).where(PROCESSES.c.name == process).values(seen=now))
            if not seen.rowcount:
                connection.execute(insert(PROCESSES), [{"name": process, "seen": now}])
            silent = select(PROCESSES.c.name).where(PROCESSES.c.seen < now - lease)
            dead = set(connection.execute(silent).scalars())
            if dead or arriving:
                self.forget(connection, dead, {*dead, process} if arriving else dead)
            alive = connection.execute(select(PROCESSES.c.name).order_by(PROCESSES.c.name)).scalars()
            return RollCall(tuple(alive), forgotten=not seen.rowcount)

        return await self.visit(work)

    async def depart(self, process: str) -> None:
        await self.visit(lambda connection: self.forget(connection, {process}, {process}))

    def forget(self, connection: Connection, processes: Collection[str], pages_of: Collection[str]) -> None:
        """Remove processes, and the pages of some; whoever keeps those tables hears of it."""
        theirs = PRESENCE.c.process.in_(pages_of)
        tables = connection.execute(select(PRESENCE.c.table_id).where(theirs).distinct()).scalars().all()
        connection.execute(delete(PRESENCE).where(theirs))
        connection.execute(delete(PROCESSES).where(PROCESSES.c.name.in_(processes)))
        self.mark(connection, tables)

    async def count_pages(self, process: str, pages: Mapping[tuple[str, int | None], int]) -> None:
        def work(connection: Connection) -> None:
            for (table_id, seat), count in pages.items():
                number = SPECTATORS if seat is None else seat
                mine = (PRESENCE.c.process == process) & (PRESENCE.c.table_id == table_id) & (PRESENCE.c.seat == number)
                connection.execute(delete(PRESENCE).where(mine))
                if count:
                    row = {"process": process, "table_id": table_id, "seat": number, "pages": count}
                    connection.execute(insert(PRESENCE), [row])
            # That one more only watches is shown with the next change: nobody is woken for it.
            self.mark(connection, list({table_id for table_id, seat in pages if seat is not None}))

        await self.visit(work)


def heads(connection: Connection, table_ids: Sequence[str]) -> list[Stored]:
    """Tables with their seats, latest first, without their logs."""
    tables = connection.execute(select(TABLES).where(TABLES.c.id.in_(table_ids)).order_by(TABLES.c.updated.desc()))
    found = {row.id: Stored(table_row(row), []) for row in tables}
    for row in connection.execute(select(SEATS).where(SEATS.c.table_id.in_(table_ids)).order_by(SEATS.c.seat)):
        found[row.table_id].seats.append(SeatRow(**row._mapping))
    return list(found.values())


def news_since(connection: Connection, head: Stored, version: int, pages: Sequence[Row[Any]], process: str) -> Stored:
    """The table of that head, with the entries after a version and its pages at other processes."""
    stored = Stored(head.table, list(head.seats))
    if head.table.version > version:
        later = (ENTRIES.c.table_id == head.table.id) & (ENTRIES.c.n > version)
        stored.entries = [
            EntryRow(**row._mapping) for row in connection.execute(select(ENTRIES).where(later).order_by(ENTRIES.c.n))
        ]
    for row in pages:
        if row.table_id == head.table.id and row.process != process:
            seat = None if row.seat == SPECTATORS else row.seat
            stored.elsewhere[seat] = stored.elsewhere.get(seat, 0) + row.pages
    return stored


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's settings, for the steps in ``migrations/``."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection, revision: str = "head") -> None:
    """Run the migrations that the database has not seen, in the transaction of the connection."""
    command.upgrade(alembic_config(connection), revision)


def present_revision() -> str:
    """The form of the database that this program uses."""
    return ScriptDirectory.from_config(alembic_config()).get_current_head() or ""


def first_line(error: DBAPIError) -> str:
    """What the database says, in one line."""
    lines = [line.strip() for line in str(error.orig).splitlines() if line.strip()]
    return lines[0][:300] if lines else type(error.orig).__name__
