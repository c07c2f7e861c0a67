"""What the commands do with stored tables. Apart from them, so that the others start without a database's libraries."""

from __future__ import annotations

from pathlib import Path

from officina.cli.common import console, errors, say
from officina.tables.storage.backup import BackupError, BackupSummary, restore_backup, write_backup
from officina.tables.storage.open_storage import open_storage
from officina.tables.storage.sql import Storage, present_revision, revision_of
from officina.tables.storage.sqlite import SqliteStorage
from officina.tables.table.checkup import check_tables


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


async def save(storage: Storage, file: Path) -> BackupSummary:
    """Write a backup."""
    await storage.reach()
    try:
        return await write_backup(storage, file)
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
    await storage.reach()
    try:
        revision = await storage.read(revision_of)
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
    return wrong
