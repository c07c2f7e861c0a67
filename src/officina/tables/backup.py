"""All tables in one file: written from either database while the server runs, and read back into either, whole or not at all.

A backup is compressed text, a JSON value a line: a header, then for each database table its name with its columns and after it
its rows as lists, and at the end a count of the rows and a digest of every line before. It holds what the database holds: no
tokens but their hashes, and the seeds of games in play. So it is nobody's business but the host's.
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
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, MetaData, Table, inspect, select
from sqlalchemy.exc import DBAPIError

from officina.core.errors import OfficinaError
from officina.core.text import Message
from officina.tables.schema import METADATA, PASSING, TABLES
from officina.tables.sql import SqlStorage, alembic_config, migrate

FORMAT: Final = 1
MAGIC: Final = "officina backup"
VERSION_TABLE: Final = "alembic_version"
BATCH: Final = 500
MOST_LINE: Final = 64 * 1024 * 1024


class BackupError(OfficinaError):
    """A backup that cannot be written or restored; nothing has changed."""

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(Message(f"tables.backup.{key}", **args))


class Header(msgspec.Struct):
    """The first line. ``revision`` is the form that the database had."""

    is_: str = msgspec.field(name="is")
    format: int
    revision: str
    created: float


class Section(msgspec.Struct, tag="rows", tag_field="is"):
    """The rows of a database table follow."""

    table: str
    columns: list[str]


class Trailer(msgspec.Struct, tag="end", tag_field="is"):
    """The last line."""

    rows: int
    digest: str


class Summary(msgspec.Struct):
    """What was written or read."""

    tables: int = 0
    rows: int = 0


# --- writing


async def write_backup(storage: SqlStorage, path: Path) -> Summary:
    """Write everything, as it was at one moment. The file is there when it is whole, not before, and for its owner alone."""
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
    finally:
        with suppress(OSError):
            beside.unlink()
    return summary


def export(connection: Connection, raw: BinaryIO) -> Summary:
    """Everything that the transaction sees, to the file."""
    revision = revision_of(connection)
    if not revision:
        raise BackupError("no_tables")
    summary = Summary()
    digest = hashlib.sha256()
    with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as out:

        def write(value: Any) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            out.write(line)

        write(Header(MAGIC, FORMAT, revision, time.time()))
        for table in lasting_tables(connection):
            columns = [str(column.name) for column in table.columns]
            write(Section(str(table.name), columns))
            rows = select(table).order_by(*list(table.columns)[:2])
            for row in connection.execution_options(yield_per=BATCH).execute(rows):
                write(list(row))
                summary.rows += 1
                summary.tables += table.name == TABLES.name
        out.write(msgspec.json.encode(Trailer(summary.rows, digest.hexdigest())) + b"\n")
    return summary


def revision_of(connection: Connection) -> str:
    """The form of the database; empty if it has none of ours."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return ""
    found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()
    return str(found or "")


def lasting_tables(connection: Connection) -> list[Table]:
    """The database tables with something to keep, as they are in this database, each after those that it refers to."""
    passing = {table.name for table in PASSING}
    ours = set(METADATA.tables) - passing
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in ours)
    return found.sorted_tables


# --- reading


async def restore_backup(storage: SqlStorage, path: Path) -> Summary:
    """Read a backup into an empty database, which may be of the other kind; a backup of an earlier version is migrated."""
    checked = check(path)
    await storage.reach()  # only now: a backup that cannot be read makes no file
    try:
        return await storage.visit(lambda connection: fill(storage, connection, path, checked))
    except DBAPIError:
        raise BackupError("damaged", file=path.name) from None


def check(path: Path) -> Header:
    """The header of a whole, undamaged backup that this program can read."""
    digest, rows = hashlib.sha256(), 0
    header: Header | None = None
    trailer: Trailer | None = None
    columns = 0
    for line in lines(path):
        if trailer is not None:
            raise BackupError("damaged", file=path.name)
        if header is None:
            header = read_header(path, line)
        else:
            value = read_line(path, line)
            if isinstance(value, Trailer):
                trailer = value
                continue
            if isinstance(value, Section):
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


def read_header(path: Path, line: bytes) -> Header:
    """The first line; BackupError if it is of something else, or of a later version."""
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.MsgspecError:
        raise BackupError("foreign", file=path.name) from None
    if header.is_ != MAGIC:
        raise BackupError("foreign", file=path.name)
    if header.format > FORMAT:
        raise BackupError("newer", file=path.name)
    try:
        ScriptDirectory.from_config(alembic_config()).get_revision(header.revision)
    except CommandError:
        raise BackupError("newer", file=path.name) from None
    return header


def read_line(path: Path, line: bytes) -> Section | Trailer | list[Any]:
    """One of the lines after the header."""
    try:
        return msgspec.json.decode(line, type=Section | Trailer | list[Any])
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


def fill(storage: SqlStorage, connection: Connection, path: Path, header: Header) -> Summary:
    """Make the tables in the form that the backup has, fill them, and bring them to the present form: one transaction."""
    storage.alone(connection)
    clear_empty(connection)
    migrate(connection, header.revision)
    known = MetaData()
    known.reflect(connection, only=lambda name, _: name in METADATA.tables)
    summary = Summary()
    section: Section | None = None
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
        if isinstance(value, Section | Trailer):
            flush()
            section = value if isinstance(value, Section) else None
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
    """Make room: BackupError if the database has tables of games; what an empty one has of ours is made anew."""
    inspector = inspect(connection)
    if inspector.has_table(TABLES.name) and connection.execute(select(TABLES.c.id).limit(1)).first() is not None:
        raise BackupError("not_empty")
    ours = MetaData()
    ours.reflect(connection, only=lambda name, _: name in METADATA.tables or name == VERSION_TABLE)
    ours.drop_all(connection)
