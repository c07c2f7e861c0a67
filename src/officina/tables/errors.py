"""What can go wrong at a table, as sentences for the person who asked."""

from __future__ import annotations

from pathlib import Path

from officina.core.errors import OfficinaError
from officina.core.text import Message, add_room

add_room("tables", Path(__file__).parent / "texts")


class TableError(OfficinaError):
    """Something that cannot be done at this table; nothing has changed. ``code`` is the last part of the sentence's key."""

    @property
    def code(self) -> str:
        """A short stable word for programs: ``unknown_table``, ``wrong_link``, ``seat_taken``, ..."""
        return self.message.key.rpartition(".")[2]


class Malformed(OfficinaError):
    """What was asked is not what the action takes; the message says where."""


class UnknownTable(TableError):
    """There is no table of that name."""

    def __init__(self) -> None:
        super().__init__(Message("tables.error.unknown_table"))


class WrongLink(TableError):
    """A seat link or an invitation that does not belong to this table, or no longer does."""

    def __init__(self) -> None:
        super().__init__(Message("tables.error.wrong_link"))


class Locked(TableError):
    """The table is locked, and whoever asks does not sit there."""

    def __init__(self) -> None:
        super().__init__(Message("tables.error.locked"))


class NotSaved(TableError):
    """The storage failed; nothing was written."""

    def __init__(self, key: str = "tables.error.not_saved") -> None:
        super().__init__(Message(key))


class NotSure(NotSaved):
    """The connection broke before the commit was confirmed: it may be stored. Repeating the action (same id) finds out."""

    def __init__(self) -> None:
        super().__init__("tables.error.not_sure")


class Unreadable(TableError):
    """The database is damaged where it was read."""

    def __init__(self) -> None:
        super().__init__(Message("tables.error.unreadable"))


class Conflict(Exception):
    """Another process wrote that entry of the log first. Never shown to a person: the table is brought up to date."""
