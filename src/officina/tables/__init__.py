"""Running tables: seats, a log that never shrinks, undo, bots' turns, all of it stored before anybody sees it."""

from __future__ import annotations

from officina.tables.errors import TableError, UnknownTable, WrongLink
from officina.tables.live import LiveTable
from officina.tables.model import Answer, Created, Illegal, Note, Ok, SeatInfo, SeatPlan, Stale, TableInfo
from officina.tables.sqlite import SqliteStorage
from officina.tables.storage import Storage
from officina.tables.tables import Tables

__all__ = [
    "Answer",
    "Created",
    "Illegal",
    "LiveTable",
    "Note",
    "Ok",
    "SeatInfo",
    "SeatPlan",
    "SqliteStorage",
    "Stale",
    "Storage",
    "TableError",
    "TableInfo",
    "Tables",
    "UnknownTable",
    "WrongLink",
]
