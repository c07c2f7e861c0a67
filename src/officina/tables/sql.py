"""Storage in an SQL database, through SQLAlchemy; SQLite in one file is the one at hand."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, Row, create_engine, delete, event, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from officina.core.text import Message
from officina.tables.errors import Conflict, NotSaved, TableError
from officina.tables.model import BOT, LOBBY, PLAYING
from officina.tables.schema import ACTIONS, ENTRIES, SEATS, SNAPSHOTS, TABLES
from officina.tables.sql_seatbook import SqlSeatStorage, forget_seat
from officina.tables.storage import ActionRow, Change, EntryRow, SeatRow, SnapshotRow, Storage, Stored, TableRow

log = logging.getLogger(__name__)

T = TypeVar("T")

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY_MILLISECONDS: Final = 10_000


class SqlStorage(SqlSeatStorage, Storage):
    """Any database that SQLAlchemy reaches.

    A whole transaction is one visit to a thread of our own. (Measured against an asynchronous driver, which changes threads
    a dozen times a transaction: half the time a commit.)
    """

    def __init__(self, engine: Engine, name: str, threads: int) -> None:
        self.engine = engine
        self.name = name
        self.pool = ThreadPoolExecutor(threads, "officina-storage")

    async def visit(self, work: Callable[[Connection], T]) -> T:
        """Do the work in one transaction; NotSaved if the database fails."""

        def transaction() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, transaction)
        except IntegrityError:
            raise
        except DBAPIError:
            log.exception("the database %s failed", self.name)
            raise NotSaved from None

    async def open(self) -> None:
        try:
            await self.visit(migrate)
        except CommandError:
            await self.close()
            raise TableError(Message("tables.error.newer_file", file=self.name)) from None
        except NotSaved:
            await self.close()
            raise TableError(Message("tables.error.bad_file", file=self.name)) from None

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self.pool, self.engine.dispose)
        self.pool.shutdown(wait=False)

    async def create(self, change: Change) -> bool:
        def work(connection: Connection) -> None:
            connection.execute(insert(TABLES), [table_values(change.table)])
            connection.execute(insert(SEATS), [asdict(row) for row in change.seats])
            write_log(connection, change)

        try:
            await self.visit(work)
        except IntegrityError:
            return False
        return True

    async def commit(self, change: Change) -> None:
        def work(connection: Connection) -> None:
            values = table_values(change.table)
            connection.execute(update(TABLES).where(TABLES.c.id == values.pop("id")).values(**values))
            for row in change.seats:
                mine = (SEATS.c.table_id == row.table_id) & (SEATS.c.seat == row.seat)
                connection.execute(update(SEATS).where(mine).values(**asdict(row)))
                if not row.token:  # whoever sat there has left, and what was kept for that person goes, too
                    forget_seat(connection, row.table_id, row.seat)
            write_log(connection, change)

        try:
            await self.visit(work)
        except IntegrityError:
            raise Conflict from None

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

        return await self.visit(work)

    async def answer(self, table_id: str, seat: int, action_id: str) -> str | None:
        mine = (ACTIONS.c.table_id == table_id) & (ACTIONS.c.seat == seat) & (ACTIONS.c.action_id == action_id)
        found: str | None = await self.visit(
            lambda connection: connection.execute(select(ACTIONS.c.answer).where(mine)).scalar_one_or_none()
        )
        return found

    async def keep_answer(self, action: ActionRow) -> None:
        with suppress(IntegrityError):
            await self.visit(lambda connection: connection.execute(insert(ACTIONS), [asdict(action)]))

    async def find(self, table_ids: Sequence[str]) -> list[Stored]:
        return await self.visit(lambda connection: heads(connection, table_ids))

    async def lobbies(self, most: int) -> list[Stored]:
        query = select(TABLES.c.id).where(TABLES.c.state == LOBBY).order_by(TABLES.c.updated.desc()).limit(most)
        return await self.visit(lambda connection: heads(connection, [row.id for row in connection.execute(query)]))

    async def unfinished(self, most: int) -> list[str]:
        with_bots = select(SEATS.c.table_id).where(SEATS.c.kind == BOT)
        playing = (TABLES.c.state == PLAYING) & TABLES.c.imported.is_(False) & TABLES.c.paused.is_(False)
        playing &= TABLES.c.id.in_(with_bots)
        query = select(TABLES.c.id).where(playing).order_by(TABLES.c.updated.desc()).limit(most)
        return await self.visit(lambda connection: [row.id for row in connection.execute(query)])


class SqliteStorage(SqlStorage):
    """One SQLite file. Write-ahead log, synced at each commit: what was acknowledged survives a kill and a power cut."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        # One thread, one connection: SQLite has one writer anyway, and so nobody here ever waits for a lock of ours.
        engine = create_engine(URL.create("sqlite", database=str(self.path)), pool_size=1, max_overflow=0)
        event.listen(engine, "connect", prepare)
        event.listen(engine, "begin", begin)
        super().__init__(engine, str(self.path), threads=1)

    async def open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise TableError(Message("tables.error.bad_file", file=self.name)) from None
        await super().open()


def heads(connection: Connection, table_ids: Sequence[str]) -> list[Stored]:
    """Tables with their seats, latest first, without their logs."""
    tables = connection.execute(select(TABLES).where(TABLES.c.id.in_(table_ids)).order_by(TABLES.c.updated.desc()))
    found = {row.id: Stored(table_row(row), []) for row in tables}
    for row in connection.execute(select(SEATS).where(SEATS.c.table_id.in_(table_ids)).order_by(SEATS.c.seat)):
        found[row.table_id].seats.append(SeatRow(**row._mapping))
    return list(found.values())


def prepare(connection: Any, _record: object) -> None:
    """Settings of every new SQLite connection."""
    connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def begin(connection: Connection) -> None:
    """Take the writer's place at once: a transaction that reads first and writes later could be refused in the middle."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate(connection: Connection) -> None:
    """Run the migrations that the database has not seen, in the transaction of the connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def write_log(connection: Connection, change: Change) -> None:
    """Entries, action and snapshot of a change; older snapshots than the one before are let go."""
    if change.entries:
        connection.execute(insert(ENTRIES), [asdict(row) for row in change.entries])
    if change.action is not None:
        connection.execute(insert(ACTIONS), [asdict(change.action)])
    if change.snapshot is not None:
        mine = SNAPSHOTS.c.table_id == change.snapshot.table_id
        kept = select(SNAPSHOTS.c.n).where(mine).order_by(SNAPSHOTS.c.n.desc()).limit(1).scalar_subquery()
        connection.execute(delete(SNAPSHOTS).where(mine & (SNAPSHOTS.c.n < kept)))
        connection.execute(insert(SNAPSHOTS), [asdict(change.snapshot)])


def table_values(row: TableRow) -> dict[str, Any]:
    """A table's row for the database."""
    return {**asdict(row), "waiting": list(row.waiting)}


def table_row(row: Row[Any]) -> TableRow:
    """A table's row from the database."""
    return TableRow(**{**row._mapping, "waiting": tuple(row.waiting)})
