"""Saves what can be read of a damaged database: whole tables, or their games up to where the log breaks off.

The rows are copied into a new database beside the backup; there every table is loaded and played again. One whose log has a gap
goes back to before it, one that cannot be played is left out and named. What is left becomes an ordinary backup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Connection, MetaData, Table, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from officina.tables.errors import TableError
from officina.tables.storage.backup import BackupError, BackupSummary, write_backup
from officina.tables.storage.reading_damage import READING, readable_rows
from officina.tables.storage.revisions import migrate, present_revision, revision_of, revisions
from officina.tables.storage.schema import METADATA, TABLES, TRANSIENT
from officina.tables.storage.sql import Storage
from officina.tables.storage.sqlite import SqliteStorage

Mend = Callable[[Connection, str], str]
"""Mends one table of the copy: WHOLE, CUT or LOST."""

WHOLE: Final = "whole"
CUT: Final = "cut"
LOST: Final = "lost"
ID_LETTERS: Final = 40


@dataclass(slots=True)
class Salvaged:
    """What became of the tables, by their names; ``backup`` is what was written."""

    whole: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    backup: BackupSummary = field(default_factory=BackupSummary)


async def salvage(storage: Storage, path: Path, mend: Mend) -> Salvaged:
    """Write a backup of everything that can be read and played; BackupError if nothing can."""
    revision, read = await readable(storage)
    with TemporaryDirectory(prefix="officina-salvage-", dir=path.absolute().parent) as folder:
        copy = SqliteStorage(Path(folder) / "salvaged.sqlite")
        await copy.reach()
        try:
            done = await copy.transaction(lambda connection: fill(connection, revision, read, mend))
            if not done.whole and not done.cut:
                raise BackupError("nothing_readable")
            done.backup = await write_backup(copy, path)
        finally:
            await copy.close()
    return done


Read = Callable[[Table], Iterator[dict[str, Any]]]


async def readable(storage: Storage) -> tuple[str, Read]:
    """The form of the database, as far as it can be told, and what reads its rows."""
    try:
        revision = await storage.read(revision_of)
    except TableError:
        revision = ""
    if revision not in revisions():  # what a damaged page gives for it is not what was written
        revision = present_revision()
    if isinstance(storage, SqliteStorage):
        return revision, lambda table: readable_rows(storage.path, table)
    rows: dict[str, list[dict[str, Any]]] = {}
    for table in METADATA.sorted_tables:
        rows[str(table.name)] = [] if table in TRANSIENT else await rows_by_table(storage, table)
    return revision, lambda table: iter(rows[str(table.name)])


async def rows_by_table(storage: Storage, table: Table) -> list[dict[str, Any]]:
    """The rows of a database table: all at once, or if that fails those of one game's table after the other."""

    def everything(connection: Connection, table_id: str = "") -> list[dict[str, Any]]:
        query = select(table)
        if table_id:
            query = query.where((table.c.id if table is TABLES else table.c.table_id) == table_id)
        return [dict(row._mapping) for row in connection.execute(query)]

    with suppress(TableError):
        return await storage.read(everything)
    ids: list[str] = []
    with suppress(TableError):
        ids = await storage.read(lambda connection: list(connection.execute(select(TABLES.c.id)).scalars()))
    found: list[dict[str, Any]] = []
    for table_id in ids if table is TABLES or "table_id" in table.c else []:
        with suppress(TableError):
            found += await storage.read(lambda connection, one=table_id: everything(connection, one))  # type: ignore[misc]
    return found


def fill(connection: Connection, revision: str, read: Read, mend: Mend) -> Salvaged:
    """Copy what can be read into a new database, bring it to today's form, and mend it table by table."""
    migrate(connection, revision)
    known = MetaData()
    known.reflect(connection, only=lambda name, _: name in METADATA.tables)
    passing = {table.name for table in TRANSIENT}
    ids: set[str] = set()
    mentioned: set[str] = set()
    for table in known.sorted_tables:
        if table.name in passing:
            continue
        with suppress(*READING):
            for row in read(METADATA.tables[str(table.name)]):
                owner = row.get("table_id")
                if owner is not None and owner not in ids:
                    mentioned.add(owner)
                    continue
                if keep(connection, table, row) and table.name == TABLES.name:
                    ids.add(row["id"])
    migrate(connection)
    done = Salvaged(lost=sorted(name for name in mentioned if name.isalnum() and len(name) <= ID_LETTERS))
    for table_id in sorted(ids):
        fate = mend(connection, table_id)
        if fate == LOST:
            connection.execute(TABLES.delete().where(TABLES.c.id == table_id))
        {WHOLE: done.whole, CUT: done.cut, LOST: done.lost}[fate].append(table_id)
    return done


def keep(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Copy one row, unless another one has its place."""
    try:
        with connection.begin_nested():
            connection.execute(insert(table), [row])
    except (IntegrityError, DBAPIError):
        return False
    return True
