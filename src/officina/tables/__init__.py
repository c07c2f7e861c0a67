"""Running tables: seats, an append-only log, undo, bots' turns; everything is stored before anybody sees it."""

from __future__ import annotations

from officina.messages import PlannedSeat
from officina.tables.errors import TableError, UnknownTable, WrongLink
from officina.tables.storage.sql import Storage
from officina.tables.storage.sqlite import SqliteStorage
from officina.tables.table.live import LiveTable
from officina.tables.table.model import Answer, Confirm, Created, Illegal, Note, Ok, Stale, TableInfo
from officina.tables.tables import Tables

__all__ = [
    "Answer",
    "Confirm",
    "Created",
    "Illegal",
    "LiveTable",
    "Note",
    "Ok",
    "PlannedSeat",
    "SqliteStorage",
    "Stale",
    "Storage",
    "TableError",
    "TableInfo",
    "Tables",
    "UnknownTable",
    "WrongLink",
]
