"""Backups: all tables in one file, written from either database while the server runs, restored into either in one transaction.

A backup is compressed text, a JSON value a line: a header, then for each database table its name with its columns and after it
its rows as lists, and at the end a count of the rows and a digest of every line before. It holds what the database holds: no
tokens but their hashes, and the seeds of games in play: keep it private.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import secrets
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec
from sqlalchemy import Connection, MetaData, Table, inspect, select
from sqlalchemy.exc import DBAPIError

from officina.core.errors import OfficinaError
from officina.core.text import Message
from officina.tables.errors import Unreadable
from officina.tables.storage.revisions import VERSION_TABLE, migrate, revision_of, revisions
from officina.tables.storage.schema import METADATA, TABLES, TRANSIENT
from officina.tables.storage.sql import Storage

FORMAT: Final = 1
MAGIC: Final = "officina backup"
BATCH: Final = 500
MOST_LINE: Final = 64 * 1024 * 1024


class BackupError(OfficinaError):
    """A backup that cannot be written or restored; nothing has changed."""

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(Message(f"tables.backup.{key}", **args))


class BackupHeader(msgspec.Struct):
    """The first line. ``revision`` is the migration that the database was at."""

    is_: str = msgspec.field(name="is")
    format: int
    revision: str
    created: float


class BackupSection(msgspec.Struct, tag="rows", tag_field="is"):
    """The rows of a database table follow."""

    table: str
    columns: list[str]


class BackupTrailer(msgspec.Struct, tag="end", tag_field="is"):
    """The last line."""

    rows: int
    digest: str


class BackupSummary(msgspec.Struct):
    """What was written or read."""

    tables: int = 0
    rows: int = 0


# --- writing


async def write_backup(storage: Storage, path: Path) -> BackupSummary:
    """Write a consistent snapshot. The file appears only when complete, readable by its owner alone."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as raw:
            beside.chmod(0o600)
            summary = await storage.read(lambda connection: export(connection, raw))
            raw.flush()
            os.fsync(raw.fileno())
        beside.replace(path)
    except OSError as error:
        raise BackupError("not_written", file=str(path), why=error.strerror or type(error).__name__) from None
    except Unreadable:
        raise BackupError("damaged_database", database=storage.name) from None
    finally:
        with suppress(OSError):
            beside.unlink()
    return summary


def export(connection: Connection, raw: BinaryIO) -> BackupSummary:
    """Write everything that the transaction sees to the file."""
    revision = revision_of(connection)
    if not revision:
        raise BackupError("no_tables")
    summary = BackupSummary()
    digest = hashlib.sha256()
    with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as out:

        def write(value: Any) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            out.write(line)

        write(BackupHeader(MAGIC, FORMAT, revision, time.time()))
        for table in persistent_tables(connection):
            columns = [str(column.name) for column in table.columns]
            write(BackupSection(str(table.name), columns))
            rows = select(table).order_by(*list(table.columns)[:2])
            for row in connection.execution_options(yield_per=BATCH).execute(rows):
                write(list(row))
                summary.rows += 1
                summary.tables += table.name == TABLES.name
        out.write(msgspec.json.encode(BackupTrailer(summary.rows, digest.hexdigest())) + b"\n")
    return summary


def persistent_tables(connection: Connection) -> list[Table]:
    """The database tables that a backup holds, as they are in this database, each after those that it refers to."""
    passing = {table.name for table in TRANSIENT}
    ours = set(METADATA.tables) - passing
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in ours)
    return found.sorted_tables


# --- reading


async def restore_backup(storage: Storage, path: Path) -> BackupSummary:
    """Restore a backup into an empty database of either kind; a backup of an earlier version is migrated."""
    checked = check(path)
    await storage.reach()  # only now: an unreadable backup must not create a file
    try:
        return await storage.transaction(lambda connection: fill(storage, connection, path, checked))
    except DBAPIError:
        raise BackupError("damaged", file=path.name) from None


def check(path: Path) -> BackupHeader:
    """The header of a complete, undamaged backup that this program can read."""
    digest, rows = hashlib.sha256(), 0
    header: BackupHeader | None = None
    trailer: BackupTrailer | None = None
    columns = 0
    for line in lines(path):
        if trailer is not None:
            raise BackupError("damaged", file=path.name)
        if header is None:
            header = read_header(path, line)
        else:
            value = read_line(path, line)
            if isinstance(value, BackupTrailer):
                trailer = value
                continue
            if isinstance(value, BackupSection):
                columns = len(value.columns)
            else:
                rows += 1
                if len(value) != columns:
                    raise BackupError("damaged", file=path.name)
        digest.update(line)
    if header is None:
        raise BackupError("foreign", file=path.name)
    if trailer is None or trailer.rows != rows or trailer.digest != digest.hexdigest():
        raise BackupError("damaged", file=path.name)
    return header


def read_header(path: Path, line: bytes) -> BackupHeader:
    """The first line; BackupError if it is of something else, or of a later version."""
    try:
        header = msgspec.json.decode(line, type=BackupHeader)
    except msgspec.MsgspecError:
        raise BackupError("foreign", file=path.name) from None
    if header.is_ != MAGIC:
        raise BackupError("foreign", file=path.name)
    if header.format > FORMAT:
        raise BackupError("newer", file=path.name)
    if header.revision not in revisions():
        raise BackupError("newer", file=path.name)
    return header


def read_line(path: Path, line: bytes) -> BackupSection | BackupTrailer | list[Any]:
    """One of the lines after the header."""
    try:
        return msgspec.json.decode(line, type=BackupSection | BackupTrailer | list[Any])
    except msgspec.MsgspecError:
        raise BackupError("damaged", file=path.name) from None


def lines(path: Path) -> Iterator[bytes]:
    """The lines of a compressed file."""
    try:
        with gzip.open(path, "rb") as file:
            if file.peek(1)[:1] != b"{":
                raise BackupError("foreign", file=path.name)
            while line := file.readline(MOST_LINE):
                yield line
    except (EOFError, zlib.error):
        raise BackupError("damaged", file=path.name) from None
    except gzip.BadGzipFile as error:
        raise BackupError("damaged" if "CRC" in str(error) else "foreign", file=path.name) from None
    except OSError as error:
        raise BackupError("not_read", file=str(path), why=error.strerror or type(error).__name__) from None


def fill(storage: Storage, connection: Connection, path: Path, header: BackupHeader) -> BackupSummary:
    """Create the tables at the backup's migration, fill them and migrate them, in one transaction."""
    storage.alone(connection)
    clear_empty(connection)
    migrate(connection, header.revision)
    known = MetaData()
    known.reflect(connection, only=lambda name, _: name in METADATA.tables)
    summary = BackupSummary()
    section: BackupSection | None = None
    batch: list[dict[str, Any]] = []

    def flush() -> None:
        if section is not None and batch:
            table = known.tables[section.table]
            connection.execute(table.insert(), batch)
            summary.rows += len(batch)
            summary.tables += len(batch) if section.table == TABLES.name else 0
            batch.clear()

    for number, line in enumerate(lines(path)):
        value = read_line(path, line) if number else None
        if isinstance(value, BackupSection | BackupTrailer):
            flush()
            section = value if isinstance(value, BackupSection) else None
            if section is not None and section.table not in known.tables:
                raise BackupError("damaged", file=path.name)
        elif value is not None:
            assert section is not None
            batch.append(dict(zip(section.columns, value, strict=True)))
            if len(batch) == BATCH:
                flush()
    migrate(connection)
    return summary


def clear_empty(connection: Connection) -> None:
    """Drop our empty tables; BackupError if the database already holds games."""
    inspector = inspect(connection)
    if inspector.has_table(TABLES.name) and connection.execute(select(TABLES.c.id).limit(1)).first() is not None:
        raise BackupError("not_empty")
    ours = MetaData()
    ours.reflect(connection, only=lambda name, _: name in METADATA.tables or name == VERSION_TABLE)
    ours.drop_all(connection)
