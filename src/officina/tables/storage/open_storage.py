"""Chooses the storage: a file in a folder, or a database by its URL."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from officina.tables.storage.sql import Storage
from officina.tables.storage.sqlite import SqliteStorage

FILE: Final = "tables.sqlite"


def open_storage(data: Path, database: str = "", shared: bool = False) -> Storage:
    """The storage of that database URL, or if it is empty of the file in the folder."""
    if database:
        from officina.tables.storage.postgres import PostgresStorage  # its driver is an optional dependency

        return PostgresStorage(database)
    return SqliteStorage(data / FILE, shared)
