"""A table's clock: how much time a seat has, what it used up, and when it will be over its time. Nobody loses by it.

A rule is agreed on when the table is opened. What each seat used up, and since when its time runs, is stored with the table at
every entry of the log that changes it: so a clock needs no process that stays alive. All times are seconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from officina.core.errors import OptionError
from officina.core.game import OptionValue, TableOption
from officina.core.text import Message
from officina.core.vocabulary import shown

NONE: Final = "none"
BANK: Final = "bank"
WINDOW: Final = "window"
MINUTE: Final = 60.0
HOUR: Final = 3600.0
GRACE: Final = 60.0
"""The least time of a person who takes a seat back."""
MOST_DAYS: Final = 4000
"""How many days ahead a deadline is searched for."""


class ZoneOption(TableOption):
    """A time zone by its name, such as ``Europe/Rome``."""

    def read(self, value: object) -> OptionValue:
        """The name; OptionError if there is no such zone."""
        name = str(value).strip()
        if name in available_timezones():
            return name
        raise OptionError(Message("tables.error.zone", zone=shown(name)))


OPTIONS: Final = (
    TableOption("clock", (NONE, BANK, WINDOW), NONE),
    TableOption("bank", (5, 10, 15, 20, 30, 45, 60, 90, 120, 240, 480, 1440), 15),
    TableOption("increment", (0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 300), 30),
    TableOption("hours", (1, 2, 3, 4, 6, 8, 12, 16, 24, 48, 72), 12),
    TableOption("opens", tuple(range(24)), 8),
    TableOption("closes", tuple(range(1, 25)), 23),
    ZoneOption("zone", ("Europe/Rome", "Europe/London", "America/New_York", "UTC"), "Europe/Rome"),
    TableOption("patience", (0, 1, 2, 3, 5, 10, 15, 30), 3),
    TableOption("absence", (0, 1, 3, 6, 12, 24, 48, 72, 168), 24),
    TableOption("hints", ("alone", "on", "off"), "alone"),
)
"""What can be agreed on: minutes in the bank and seconds a turn; hours a move, counted from ``opens`` to ``closes`` o'clock of
the zone; after how many minutes somebody counts as away from a table that all sat at (0: never), after how many hours from one
that is played over days; and who may ask for hints (``alone``: one among bots)."""


class ClockRule(msgspec.Struct, frozen=True):
    """What was agreed on. Times in seconds, ``opens`` and ``closes`` in hours of the day."""

    kind: str = NONE
    bank: float = 15 * MINUTE
    increment: float = 30.0
    move: float = 12 * HOUR
    opens: int = 8
    closes: int = 23
    zone: str = "UTC"
    absence: float = 24 * HOUR
    hints: str = "alone"
    patience: float = 3 * MINUTE

    @property
    def allowance(self) -> float:
        """How much time there is: for the whole game, or for one move."""
        return self.bank if self.kind == BANK else self.move

    def counted(self, start: float, end: float) -> float:
        """How much of the time from start to end counts."""
        if self.kind != WINDOW:
            return max(0.0, end - start)
        total = 0.0
        for opens, closes in self.windows(start):
            if opens >= end:
                break
            total += max(0.0, min(closes, end) - max(opens, start))
        return total

    def reached(self, start: float, seconds: float) -> float:
        """The moment when that many seconds have been counted from start on."""
        if self.kind != WINDOW or seconds <= 0:
            return start + seconds
        moment = start
        for opens, closes in self.windows(start):
            moment = max(opens, start)
            if closes - moment >= seconds:
                return moment + seconds
            seconds -= max(0.0, closes - moment)
        return moment + seconds

    def windows(self, start: float) -> Iterator[tuple[float, float]]:
        """The stretches of time that count, from the one around or after start on. A day may have 23 or 25 hours."""
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(start, zone).date() - timedelta(days=1)
        for _ in range(MOST_DAYS):
            opens = hour_of(day, self.opens, zone)
            closes = hour_of(day, self.closes if self.closes > self.opens else self.closes + 24, zone)
            if closes > start:
                yield opens, closes
            day += timedelta(days=1)


def hour_of(day: date, hour: int, zone: ZoneInfo) -> float:
    """That hour of that day; hours from 24 on are those of the next one."""
    day += timedelta(days=hour // 24)
    return datetime(day.year, day.month, day.day, hour % 24, tzinfo=zone).timestamp()


NO_CLOCK: Final = ClockRule()


def read_clock(chosen: Mapping[str, Any]) -> ClockRule:
    """The rule that a form or a client asks for; OptionError names what is allowed."""
    known = {option.name: option for option in OPTIONS}
    for name in chosen:
        if name not in known:
            raise OptionError(Message("tables.error.clock_option", option=shown(str(name)), options=tuple(known)))
    value = {name: option.read(chosen.get(name, option.default)) for name, option in known.items()}
    return ClockRule(
        kind=str(value["clock"]),
        bank=int(value["bank"]) * MINUTE,
        increment=float(value["increment"]),
        move=int(value["hours"]) * HOUR,
        opens=int(value["opens"]),
        closes=int(value["closes"]),
        zone=str(value["zone"]),
        absence=int(value["absence"]) * HOUR,
        hints=str(value["hints"]),
        patience=int(value["patience"]) * MINUTE,
    )


def load_rule(text: str) -> ClockRule:
    """The rule that was stored; none for tables that were opened before there were clocks."""
    return msgspec.json.decode(text, type=ClockRule) if text else NO_CLOCK


class SeatTime(msgspec.Struct, frozen=True, array_like=True):
    """A seat's time. ``used`` up so far (less what was given back), running ``since`` then (0: it stands still).

    ``turn`` is the entry of the log with which the table began to wait for the seat (0: it does not), ``began`` when that was,
    ``moved`` when the seat last chose.
    """

    used: float = 0.0
    since: float = 0.0
    turn: int = 0
    began: float = 0.0
    moved: float = 0.0


Times = tuple[SeatTime, ...]


def load_times(text: str, seats: int, waiting: Sequence[int], since: float) -> Times:
    """The times that were stored. A table of before there were clocks has waited since its last change."""
    if text:
        return msgspec.json.decode(text, type=Times)
    return tuple(SeatTime(began=since if seat in waiting else 0.0) for seat in range(seats))


def left(rule: ClockRule, time: SeatTime, now: float) -> float:
    """How much time the seat has left; less than nothing if it is over its time."""
    running = rule.counted(time.since, now) if time.since else 0.0
    return rule.allowance - time.used - running


def deadline(rule: ClockRule, time: SeatTime) -> float | None:
    """When the seat will be over its time; None if its time stands still."""
    return rule.reached(time.since, rule.allowance - time.used) if time.since and rule.kind != NONE else None


def overtime(rule: ClockRule, time: SeatTime, now: float) -> bool:
    """Whether the table waits for a seat that is over its time."""
    return rule.kind != NONE and time.since > 0 and left(rule, time, now) < 0


def stopped(rule: ClockRule, time: SeatTime, at: float) -> SeatTime:
    """The time with what has run until now added up; it stands still."""
    if not time.since:
        return time
    return msgspec.structs.replace(time, used=time.used + rule.counted(time.since, at), since=0.0)


def ended(time: SeatTime) -> SeatTime:
    """The time of a seat that nobody waits for any more."""
    return msgspec.structs.replace(time, since=0.0, turn=0, began=0.0)


def started(rule: ClockRule, time: SeatTime, at: float) -> SeatTime:
    """The time, running if the table waits for the seat."""
    if rule.kind == NONE or time.since or not waits(time):
        return time
    return msgspec.structs.replace(time, since=at)


def waits(time: SeatTime) -> bool:
    """Whether the table waits for the seat."""
    return time.began > 0


def given_back(rule: ClockRule, time: SeatTime, at: float) -> SeatTime:
    """The time of somebody who takes a seat back from a bot: it runs again, and there is some of it."""
    fresh = 0.0 if rule.kind == WINDOW else min(time.used, rule.allowance - max(GRACE, rule.increment))
    return started(rule, msgspec.structs.replace(time, used=fresh), at)


def after_entry(
    rule: ClockRule,
    times: Sequence[SeatTime],
    *,
    n: int,
    at: float,
    waiting: Sequence[int],
    mover: int,
    forward: bool,
    runs: Callable[[int], bool],
) -> Times:
    """The times after entry ``n``: a choice of the mover (``forward``) or one taken back; the table is ``waiting`` for seats.

    A seat that is done for now gets the increment; taking back what it did takes that back, too. In a simultaneous decision
    the time of everybody runs who has not answered. ``runs`` tells whose time runs at all: not that of a bot.
    """
    found: list[SeatTime] = []
    for seat, time in enumerate(times):
        was, now = waits(time), seat in waiting
        if was and (not now or seat == mover):
            time = answered(rule, time, at, forward and not now)
        if not now:
            time = ended(time)
        elif not was:
            taken_back = rule.increment if rule.kind == BANK and not forward and runs(seat) else 0.0
            time = msgspec.structs.replace(time, used=time.used + taken_back, turn=n, began=at)
        if now and runs(seat):
            time = started(rule, time, at)
        found.append(msgspec.structs.replace(time, moved=at) if seat == mover else time)
    return tuple(found)


def answered(rule: ClockRule, time: SeatTime, at: float, done: bool) -> SeatTime:
    """The time of a seat that has chosen; ``done``: the table does not wait for it any more."""
    increment = rule.increment if rule.kind == BANK and time.since and done else 0.0
    time = stopped(rule, time, at)
    return msgspec.structs.replace(time, used=0.0 if rule.kind == WINDOW else time.used - increment)
