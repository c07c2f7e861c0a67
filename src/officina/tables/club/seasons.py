"""Seasons: those that the host began, and the quarters of the year before the first of them. By the server's own clock."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from officina.tables.storage.club import SeasonRow

ALWAYS: Final = "always"
"""All games, whatever the season."""
KEY: Final = re.compile(r"\d{4}-q[1-4]|\d{4}-\d{2}-\d{2}(-\d{4})?|always")


@dataclass(frozen=True, slots=True)
class Season:
    """A season: from ``began`` up to the moment before ``ended``. A quarter of the year has no ``name`` of its own."""

    key: str
    began: float
    ended: float
    name: str = ""
    year: int = 0
    quarter: int = 0


EVER: Final = Season(ALWAYS, float("-inf"), float("inf"))


def season_of(moment: float, begun: Sequence[SeasonRow]) -> Season:
    """The season of a moment.

    >>> season_of(datetime(2026, 11, 18).timestamp(), []).key
    '2026-q4'
    >>> later = SeasonRow(datetime(2026, 11, 1).timestamp(), "Autumn")
    >>> season_of(datetime(2026, 11, 18).timestamp(), [later]).key, season_of(datetime(2026, 10, 31).timestamp(), [later]).key
    ('2026-11-01', '2026-q4')
    """
    starts = sorted(begun, key=lambda row: row.began)
    since = [row for row in starts if row.began <= moment]
    following = next((row.began for row in starts if row.began > moment), float("inf"))
    if since:
        return Season(day_key(since[-1].began), since[-1].began, following, since[-1].name)
    at = datetime.fromtimestamp(moment)
    quarter = (at.month - 1) // 3
    first = datetime(at.year, 3 * quarter + 1, 1).timestamp()
    after = datetime(at.year + (quarter == 3), (3 * quarter + 3) % 12 + 1, 1).timestamp()
    return Season(f"{at.year}-q{quarter + 1}", first, min(after, following), "", at.year, quarter + 1)


def day_key(began: float) -> str:
    """How a season is called in an address: the day on which it began, with the minute unless that was midnight."""
    at = datetime.fromtimestamp(began)
    return at.strftime("%Y-%m-%d-%H%M" if at.hour or at.minute else "%Y-%m-%d")


def seasons_of(moments: Iterable[float], now: float, begun: Sequence[SeasonRow]) -> list[Season]:
    """The present season and all others in which something was played, the latest first."""
    found = {season.key: season for season in (season_of(moment, begun) for moment in (now, *moments))}
    return sorted(found.values(), key=lambda season: season.began, reverse=True)
