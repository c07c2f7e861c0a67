"""Storage in an SQL database, through SQLAlchemy; SQLite in one file is the one at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Row, delete, event, insert, select, update
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from officina.core.text import Message
from officina.tables.errors import Conflict, NotSaved, TableError
from officina.tables.model import BOT, LOBBY, PLAYING
from officina.tables.schema import ACTIONS, ENTRIES, SEATS, SNAPSHOTS, TABLES
from officina.tables.storage import ActionRow, Change, EntryRow, SeatRow, SnapshotRow, Storage, Stored, TableRow

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY_MILLISECONDS: Final = 10_000


class SqlStorage(Storage):
    """Any database that SQLAlchemy reaches by an asynchronous driver."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        self.engine = engine
        self.name = name

    async def open(self) -> None:
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(migrate)
        except CommandError:
            await self.engine.dispose()
            raise TableError(Message("tables.error.newer_file", file=self.name)) from None
        except DatabaseError as error:
            await self.engine.dispose()
            why = " ".join(str(error.orig).split())[:160]
            raise TableError(Message("tables.error.bad_file", file=self.name, why=why)) from None

    async def close(self) -> None:
        await self.engine.dispose()

    async def create(self, change: Change) -> bool:
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(TABLES), [table_values(change.table)])
                await connection.execute(insert(SEATS), [asdict(row) for row in change.seats])
                await write_log(connection, change)
        except IntegrityError:
            return False
        except DatabaseError:
            raise NotSaved from None
        return True

    async def commit(self, change: Change) -> None:
        try:
            async with self.engine.begin() as connection:
                values = table_values(change.table)
                await connection.execute(update(TABLES).where(TABLES.c.id == values.pop("id")).values(**values))
                for row in change.seats:
                    mine = (SEATS.c.table_id == row.table_id) & (SEATS.c.seat == row.seat)
                    await connection.execute(update(SEATS).where(mine).values(**asdict(row)))
                await write_log(connection, change)
        except IntegrityError:
            raise Conflict from None
        except DatabaseError:
            raise NotSaved from None

    async def load(self, table_id: str) -> Stored | None:
        async with self.engine.connect() as connection:
            found = await self.heads(connection, [table_id])
            if not found:
                return None
            stored = found[0]
            log = select(ENTRIES).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.n)
            stored.entries = [EntryRow(**row._mapping) for row in await connection.execute(log)]
            mine = SNAPSHOTS.c.table_id == table_id
            latest = select(SNAPSHOTS).where(mine).order_by(SNAPSHOTS.c.n.desc()).limit(1)
            row = (await connection.execute(latest)).one_or_none()
            stored.snapshot = None if row is None else SnapshotRow(**row._mapping)
            return stored

    async def answer(self, table_id: str, seat: int, action_id: str) -> str | None:
        mine = (ACTIONS.c.table_id == table_id) & (ACTIONS.c.seat == seat) & (ACTIONS.c.action_id == action_id)
        async with self.engine.connect() as connection:
            found = await connection.execute(select(ACTIONS.c.answer).where(mine))
            answer: str | None = found.scalar_one_or_none()
            return answer

    async def keep_answer(self, action: ActionRow) -> None:
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(ACTIONS), [asdict(action)])
        except IntegrityError:
            return
        except DatabaseError:
            raise NotSaved from None

    async def find(self, table_ids: Sequence[str]) -> list[Stored]:
        async with self.engine.connect() as connection:
            return await self.heads(connection, table_ids)

    async def lobbies(self, most: int) -> list[Stored]:
        async with self.engine.connect() as connection:
            query = select(TABLES.c.id).where(TABLES.c.state == LOBBY).order_by(TABLES.c.updated.desc()).limit(most)
            ids = [row.id for row in await connection.execute(query)]
            return await self.heads(connection, ids)

    async def unfinished(self, most: int) -> list[str]:
        with_bots = select(SEATS.c.table_id).where(SEATS.c.kind == BOT)
        playing = (TABLES.c.state == PLAYING) & TABLES.c.imported.is_(False) & TABLES.c.id.in_(with_bots)
        query = select(TABLES.c.id).where(playing).order_by(TABLES.c.updated.desc()).limit(most)
        async with self.engine.connect() as connection:
            return [row.id for row in await connection.execute(query)]

    async def heads(self, connection: AsyncConnection, table_ids: Sequence[str]) -> list[Stored]:
        """Tables with their seats."""
        tables = await connection.execute(select(TABLES).where(TABLES.c.id.in_(table_ids)).order_by(TABLES.c.updated.desc()))
        found = {row.id: Stored(table_row(row), []) for row in tables}
        seats = await connection.execute(select(SEATS).where(SEATS.c.table_id.in_(table_ids)).order_by(SEATS.c.seat))
        for row in seats:
            found[row.table_id].seats.append(SeatRow(**row._mapping))
        return list(found.values())


class SqliteStorage(SqlStorage):
    """One SQLite file. Write-ahead log, synced at each commit: what was acknowledged survives a kill and a power cut."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        # One connection: SQLite has one writer anyway, and nobody in this process ever waits for a lock of ours.
        engine = create_async_engine(
            f"sqlite+aiosqlite:///{self.path}", poolclass=AsyncAdaptedQueuePool, pool_size=1, max_overflow=0, pool_timeout=60
        )
        event.listen(engine.sync_engine, "connect", prepare)
        event.listen(engine.sync_engine, "begin", begin)
        super().__init__(engine, str(self.path))

    async def open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise TableError(Message("tables.error.bad_file", file=self.name, why=why)) from None
        await super().open()


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


async def write_log(connection: AsyncConnection, change: Change) -> None:
    """Entries, action and snapshot of a change; older snapshots than the one before are let go."""
    if change.entries:
        await connection.execute(insert(ENTRIES), [asdict(row) for row in change.entries])
    if change.action is not None:
        await connection.execute(insert(ACTIONS), [asdict(change.action)])
    if change.snapshot is not None:
        mine = SNAPSHOTS.c.table_id == change.snapshot.table_id
        kept = select(SNAPSHOTS.c.n).where(mine).order_by(SNAPSHOTS.c.n.desc()).limit(1).scalar_subquery()
        await connection.execute(delete(SNAPSHOTS).where(mine & (SNAPSHOTS.c.n < kept)))
        await connection.execute(insert(SNAPSHOTS), [asdict(change.snapshot)])


def table_values(row: TableRow) -> dict[str, Any]:
    """A table's row for the database."""
    return {**asdict(row), "waiting": list(row.waiting)}


def table_row(row: Row[Any]) -> TableRow:
    """A table's row from the database."""
    return TableRow(**{**row._mapping, "waiting": tuple(row.waiting)})
