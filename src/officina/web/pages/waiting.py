"""Which of a person's tables wait for that person, and for how long."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from officina.core.text import Message
from officina.tables import TableInfo

MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 86_400


def is_turn(info: TableInfo) -> bool:
    """Whether the table waits for the owner of the list."""
    if info.seat is None or info.state != "playing" or info.paused or info.imported:
        return False
    return info.seat in info.waiting and not info.seats[info.seat].lent


def turn_first(tables: Iterable[TableInfo]) -> list[TableInfo]:
    """Tables that wait first, those that have waited longest at the top; the others as they come."""
    return sorted(tables, key=lambda info: (not is_turn(info), began(info) if is_turn(info) else 0.0))


def began(info: TableInfo) -> float:
    """Since when the table waits."""
    return info.began[info.seat] if info.seat is not None and info.seat < len(info.began) else info.updated


def since(info: TableInfo, now: float) -> Message:
    """For how long the table has waited, as words."""
    seconds = max(0.0, now - began(info))
    for unit, size in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if seconds >= size:
            return Message(f"web.since.{unit}", n=int(seconds // size))
    return Message("web.since.now")
