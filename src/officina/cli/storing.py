"""What the commands do with stored tables. Apart from them, so that the others start without a database's libraries."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from officina.cli.common import console, errors, say
from officina.tables.errors import TableError, UnknownTable
from officina.tables.storage.backup import BackupError, BackupSummary, restore_backup, write_backup
from officina.tables.storage.interface import Stored
from officina.tables.storage.open_storage import open_storage
from officina.tables.storage.revisions import present_revision, revision_of
from officina.tables.storage.salvage import Salvaged, salvage
from officina.tables.storage.sql import Storage
from officina.tables.storage.sqlite import SqliteStorage
from officina.tables.table.checkup import check_tables
from officina.tables.table.mending import mend


def place(data: Path | None, database: str) -> Storage:
    """The storage that the options name."""
    from officina.cli.app import data_folder

    return open_storage(data or data_folder(), database)


def is_missing(storage: Storage) -> bool:
    """Whether the storage is a file that is not there."""
    return isinstance(storage, SqliteStorage) and not storage.path.exists()


def existing(storage: Storage) -> Storage:
    """The storage, unless it is a file that is not there: looking must not make one."""
    if is_missing(storage):
        raise BackupError("no_file", file=storage.name)
    return storage


async def with_storage(storage: Storage, *work: Callable[[], Awaitable[Any]]) -> Any:
    """Do something with a database of today's form, and close it; the result, or of several things all of theirs."""
    await storage.open()
    try:
        results = [await one() for one in work]
        return results[0] if len(results) == 1 else results
    finally:
        await storage.close()


async def found_table(storage: Storage, table_id: str) -> Stored:
    """A table without its log; UnknownTable if there is none of that name."""
    found = await storage.find([table_id])
    if not found:
        raise UnknownTable
    return found[0]


async def save(storage: Storage, file: Path) -> BackupSummary:
    """Write a backup."""
    await storage.reach()
    try:
        if isinstance(storage, SqliteStorage):
            return await save_copy(storage, file)
        return await write_backup(storage, file)
    finally:
        await storage.close()


async def save_copy(storage: SqliteStorage, file: Path) -> BackupSummary:
    """Write a backup of a copy of the file's pages, made in one go: people who play wait for none of the rest."""
    try:
        with TemporaryDirectory(prefix="officina-backup-", dir=file.absolute().parent) as folder:
            copy = SqliteStorage(Path(folder) / storage.path.name)
            try:
                await asyncio.to_thread(storage.copy_to, copy.path)
                return await write_backup(copy, file)
            finally:
                await copy.close()
    except OSError as error:
        raise BackupError("not_written", file=str(file), why=error.strerror or type(error).__name__) from None


async def rescue(storage: Storage, file: Path) -> Salvaged:
    """Write a backup of what can be read of a damaged database."""
    try:
        return await salvage(storage, file, mend)
    except OSError as error:
        raise BackupError("not_written", file=str(file), why=error.strerror or type(error).__name__) from None
    finally:
        await storage.close()


async def load(storage: Storage, file: Path) -> BackupSummary:
    """Read a backup."""
    try:
        return await restore_backup(storage, file)
    finally:
        await storage.close()


async def check(storage: Storage, only: list[str]) -> int:
    """Play every stored log again, and tell which table is wrong and how; the number of such tables."""
    damaged = await look_for_damage(storage)
    try:
        if not damaged:
            await storage.reach()
        try:
            revision = await storage.read(revision_of)
        except TableError:
            if not damaged:
                raise
            revision = present_revision()
        if not revision:
            console.print(say("doctor.empty", database=storage.name), markup=False, soft_wrap=True)
            return 0
        if revision != present_revision():
            console.print(say("doctor.other_form", database=storage.name), markup=False, soft_wrap=True)
            return 1
        checked = entries = wrong = 0
        with errors.status(say("doctor.checking", database=storage.name)):
            async for found in check_tables(storage, only):
                checked += 1
                entries += found.entries
                wrong += bool(found.faults)
                for fault in found.faults:
                    told = say("doctor.fault", table=found.table_id, why=fault)
                    console.print(told, markup=False, soft_wrap=True)
    finally:
        await storage.close()
    summary = say("doctor.unsound", n=wrong, tables=checked) if wrong else say("doctor.sound", n=checked, entries=entries)
    console.print(say("doctor.data", database=storage.name, summary=summary), markup=False, soft_wrap=True)
    return wrong + damaged


async def look_for_damage(storage: Storage) -> int:
    """What the database itself finds wrong, table by table and index by index; the number of findings."""
    found = await storage.find_damage()
    for damage in found:
        told = say("doctor.damage", where=damage.where or "?", why=damage.what)
        console.print(told, markup=False, soft_wrap=True)
    if found:
        console.print(say("doctor.damaged", n=len(found), database=storage.name), markup=False, soft_wrap=True)
    return len(found)
