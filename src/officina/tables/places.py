"""Where the tables are kept: a file in a folder, or a database by its address."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from officina.tables.sql import SqlStorage
from officina.tables.sqlite import SqliteStorage

FILE: Final = "tables.sqlite"


def storage_at(data: Path, database: str = "", shared: bool = False) -> SqlStorage:
    """The storage: the database of that address if there is one, else the file in the folder."""
    if database:
        from officina.tables.postgres import PostgresStorage  # its driver is an extra

        return PostgresStorage(database)
    return SqliteStorage(data / FILE, shared)
