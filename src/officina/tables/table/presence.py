"""Who is at the table: from when on somebody counts as gone, so that the others may go on without waiting. Pure.

Two rules. At a table that was played live, with everybody there at once, the minutes agreed on count (``patience``). At one
that is played over days, the hours agreed on (``absence``). Whoever has a page open is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from officina.tables.storage.interface import BOT, PLAYING
from officina.tables.table.clock import MINUTE, WINDOW
from officina.tables.table.live import LiveTable

FRESH: Final = 60.0
"""Whoever asked so lately is there without a page, too: a program."""
SPAN: Final = 5 * MINUTE
"""Who was last there at most so long after everybody was there at once has left a live table."""
LAPSE: Final = 60 * MINUTE
"""So long after nobody was there together any more, the evening is over: the table is played over days from then on."""
BEFORE: Final = 3 * MINUTE
"""Before and after the game, where no clock runs: after so long somebody is gone."""

Stretch = tuple[float, float]
"""From when until when."""


def is_here(live: LiveTable, seat: int, now: float) -> bool:
    """Whether somebody is at that seat now."""
    return bool(live.pages.get(seat, 0)) or 0 <= now - live.seen.get(seat, 0.0) < FRESH


def last_there(live: LiveTable, seat: int) -> float:
    """When somebody was last seen at that seat: by a page, or by a choice (not those of a bot that stands in)."""
    moved = live.times[seat].moved if live.seats[seat].kind != BOT else 0.0
    return max(live.seen.get(seat, 0.0), moved) or live.row.created


def was_live(live: LiveTable, last: float) -> bool:
    """Whether somebody who was last there then has left a table that was played live."""
    return bool(live.rule.patience) and live.rule.kind != WINDOW and live.together >= last - SPAN


def gone_stretches(live: LiveTable, seat: int, asked: float = 0.0) -> list[Stretch]:
    """The stretches of time in which the seat counts as gone; none while somebody is there.

    ``asked``: since when something is wanted of the seat; hours of absence do not count before.
    """
    if live.pages.get(seat, 0):
        return []
    last, rule = last_there(live, seat), live.rule
    if live.row.state != PLAYING:
        return [(last + (rule.patience or BEFORE), inf)]
    found: list[Stretch] = []
    if was_live(live, last):
        found.append((last + rule.patience, max(live.together, last) + LAPSE))
    if rule.absence:
        found.append((max(last, asked) + rule.absence, inf))
    return [stretch for stretch in found if stretch[0] < stretch[1]]


def within(stretches: Sequence[Stretch], now: float) -> bool:
    """Whether the moment is in one of them."""
    return any(begins <= now < ends for begins, ends in stretches)


def is_gone(live: LiveTable, seat: int, now: float, asked: float = 0.0) -> bool:
    """Whether the others need not wait for the seat."""
    return within(gone_stretches(live, seat, asked), now)


def all_together(live: LiveTable, now: float) -> bool:
    """Whether the table is being played live at this moment: all its people are there, but for those who left it long ago.

    One alone is nobody's company.
    """
    here = [seat for seat in live.people if is_here(live, seat, now)]
    missing = [seat for seat in live.people if seat not in here]
    return len(here) > 1 and all(is_gone(live, seat, now) for seat in missing)


def host_seat(live: LiveTable) -> int | None:
    """The host's seat; None if nobody hosts."""
    return next((seat.seat for seat in live.seats if seat.host), None)
