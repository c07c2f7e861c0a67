"""Storage in one SQLite file, for one process or several on the same machine."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, select, text
from sqlalchemy.exc import DBAPIError, DisconnectionError

from officina.core.text import Message
from officina.tables.errors import NotSaved, TableError, Unreadable
from officina.tables.storage.reading_damage import Damage, find_damage
from officina.tables.storage.schema import CHANGES
from officina.tables.storage.sql import LOOKERS, READERS, Storage

log = logging.getLogger(__name__)

WRITERS: Final = 1
BUSY_MILLISECONDS: Final = 10_000
TURN_SECONDS: Final = 0.001
POLL_SECONDS: Final = 0.025
RETRY_SECONDS: Final = 1.0
READS: Final = "officina_reads"

MARK: Final = text(
    "INSERT INTO changes (table_id, n, origin) VALUES (:table_id, (SELECT coalesce(max(n), 0) + 1 FROM changes), :origin) "
    "ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, origin = excluded.origin"
)


class SqliteStorage(Storage):
    """One SQLite file. Write-ahead log, synced at each commit: what was acknowledged survives a kill and a power cut.

    ``shared``: several processes keep its tables. Then each change is also noted in the table ``changes``, one row a table
    with a number that only grows, and every process looks there when the file's ``data_version`` has moved.
    """

    def __init__(self, path: Path | str, shared: bool = False) -> None:
        self.path = Path(path)
        self.shared = shared
        self.seen = 0
        self.covered: set[str] = set()
        # One thread, one connection that writes: SQLite has one writer anyway, and nobody here ever waits for a lock of ours.
        # Parameters stay out of its errors: names and hashes of links have no place in a log.
        url = URL.create("sqlite", database=str(self.path))
        size = WRITERS + READERS + LOOKERS
        engine = create_engine(url, creator=self.connect, pool_size=size, max_overflow=0, hide_parameters=True)
        event.listen(engine, "checkout", renew)
        event.listen(engine, "begin", begin)
        super().__init__(engine, engine.execution_options(**{READS: True}), str(self.path), threads=WRITERS)

    def connect(self) -> sqlite3.Connection:
        """A new connection; if there is no room for the write-ahead log, one that reads the file as it is."""
        try:
            return prepare(sqlite3.connect(self.path, isolation_level=None, check_same_thread=False))
        except sqlite3.OperationalError as error:
            if not is_full(error) or has_log(self.path) or not has_content(self.path):
                raise
            address = f"file:{quote(str(self.path.absolute()))}?mode=ro&immutable=1"
            frozen = sqlite3.connect(address, isolation_level=None, check_same_thread=False, uri=True, factory=Frozen)
            frozen.log = log_path(self.path)
            return frozen

    async def open(self) -> None:
        self.make_folder()
        await super().open()

    async def first_transaction(self, work: Callable[[Connection], object], engine: Engine | None = None) -> None:
        self.make_folder()
        await super().first_transaction(work, engine)

    def copy_to(self, path: Path) -> None:
        """Copy the file as it is at one moment, while others write; NotSaved or OSError if that fails."""
        try:
            with closing(sqlite3.connect(self.path)) as source, closing(sqlite3.connect(path)) as target:
                source.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
                source.backup(target)
        except sqlite3.Error as error:
            if is_full(error):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
            log.error("cannot copy the file %s: %s", self.path, error)
            raise Unreadable from None

    def make_folder(self) -> None:
        """The folder of the file; TableError if it cannot be made."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            key = "no_space" if error.errno == errno.ENOSPC else "bad_file"
            raise TableError(Message(f"tables.error.{key}", file=self.name)) from None

    def unusable(self, error: DBAPIError) -> TableError:
        full = isinstance(error.orig, sqlite3.Error) and is_full(error.orig)
        frozen = getattr(error.orig, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY and os.access(self.path, os.W_OK)
        if full or frozen:
            return TableError(Message("tables.error.no_space", file=self.name))
        return super().unusable(error)

    def is_damage(self, error: DBAPIError) -> bool:
        code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
        return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or str(error.orig).startswith("Could not decode")

    async def scrub(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self.pool, rewrite, self.path)

    async def find_damage(self) -> list[Damage]:
        return await asyncio.get_running_loop().run_in_executor(self.pool, find_damage, self.path)

    def mark(self, connection: Connection, table_ids: Sequence[str]) -> None:
        if not self.shared or not table_ids:
            return
        known = select(CHANGES).where(
            CHANGES.c.table_id.in_(table_ids), CHANGES.c.n > self.seen, CHANGES.c.origin != self.origin
        )
        # Our row overwrites another process's change that we have not read yet.
        self.covered.update(row.table_id for row in connection.execute(known))
        connection.execute(MARK, [{"table_id": table_id, "origin": self.origin} for table_id in table_ids])

    async def changes(self) -> AsyncGenerator[str | None, None]:
        if not self.shared:
            return
        loop = asyncio.get_running_loop()
        watch = Watch(self.path)
        pool = ThreadPoolExecutor(1, "officina-changes")
        try:
            while True:
                try:
                    self.seen = await loop.run_in_executor(pool, watch.open)
                    yield None
                    while True:
                        await asyncio.sleep(POLL_SECONDS)
                        found = await loop.run_in_executor(pool, watch.look, self.seen)
                        hints = set()
                        for table_id, n, origin in found:
                            self.seen = n
                            if origin != self.origin:
                                hints.add(table_id)
                        while self.covered:
                            hints.add(self.covered.pop())
                        for table_id in hints:
                            yield table_id
                except sqlite3.Error as error:
                    log.error("cannot watch the file %s for changes: %s", self.path, error)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            pool.submit(watch.close)
            pool.shutdown(wait=False)


class Watch:
    """A connection that polls for other processes' commits. Always used from one thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection: sqlite3.Connection | None = None
        self.version = 0

    def open(self) -> int:
        """Connect; the number of the latest change."""
        self.close()
        self.connection = sqlite3.connect(self.path, isolation_level=None)
        self.connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        self.version = self.data_version()
        return int(self.connection.execute("SELECT coalesce(max(n), 0) FROM changes").fetchone()[0])

    def data_version(self) -> int:
        """A number that changes when another connection commits."""
        assert self.connection is not None
        return int(self.connection.execute("PRAGMA data_version").fetchone()[0])

    def look(self, seen: int) -> list[tuple[str, int, str]]:
        """Tables changed after the change of that number, in order, with the origin of the last change."""
        assert self.connection is not None
        version = self.data_version()
        if version == self.version:
            return []
        self.version = version
        return self.connection.execute("SELECT table_id, n, origin FROM changes WHERE n > ? ORDER BY n", (seen,)).fetchall()

    def close(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class Frozen(sqlite3.Connection):
    """A connection to a file that nobody can write, since there is no room for the log that writing needs.

    Nothing is locked, so it must not be used any more once somebody can write again.
    """

    log = Path()

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.until = time.monotonic() + RETRY_SECONDS

    @property
    def outdated(self) -> bool:
        """Whether it is time to look for room again."""
        return time.monotonic() > self.until or has_content(self.log)


def renew(connection: Any, _record: object, _proxy: object) -> None:
    """Replace a frozen connection from time to time."""
    if isinstance(connection, Frozen) and connection.outdated:
        raise DisconnectionError


def is_full(error: sqlite3.Error) -> bool:
    """Whether the file could not be written for want of room; a disk that takes nothing for other reasons looks the same."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def log_path(path: Path) -> Path:
    """The write-ahead log of a file."""
    return path.with_name(path.name + "-wal")


def has_log(path: Path) -> bool:
    """Whether the file without its write-ahead log is not the whole truth."""
    return has_content(log_path(path))


def has_content(path: Path) -> bool:
    """Whether there is a file with something in it."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def prepare(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Settings of every new SQLite connection; it has no isolation level, since we begin transactions ourselves."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
    return connection


def rewrite(path: Path) -> None:
    """Write the whole file anew, without what was deleted, and empty its log. Those who read meanwhile see no difference."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        log.error("cannot rewrite the file %s: %s", path, error)
        raise NotSaved from None


def begin(connection: Connection) -> None:
    """Take the write lock at once: upgrading from a read lock in the middle of a transaction could fail."""
    if connection.get_execution_options().get(READS, False):
        connection.exec_driver_sql("BEGIN")
    elif not begin_in_turn(connection.connection.cursor()):
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # raises the usual error


def begin_in_turn(cursor: Any) -> bool:
    """Take the write lock as soon as it is free; False if that fails.

    SQLite's own busy handler sleeps up to a tenth of a second, and under load starves.
    """
    cursor.execute("PRAGMA busy_timeout = 0")
    try:
        latest = time.monotonic() + BUSY_MILLISECONDS / 1000
        while time.monotonic() < latest:
            try:
                cursor.execute("BEGIN IMMEDIATE")
                return True
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    return False
                time.sleep(TURN_SECONDS)
        return False
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        cursor.close()
