"""The course of a game: which step belongs to which turn and round, the scores on the way, and where it was decided.

Steps are those that everybody could notice; nothing here tells of hidden choices. Scores are for finished games only: while
one goes on, only turns and rounds may be shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Final

from officina.core.events import EVERYBODY
from officina.core.record import Move, Record, first_position
from officina.tables import LiveTable
from officina.tables.effort import aside, in_turn
from officina.web.byte_cache import MB, ByteCache

MOST_BYTES: Final = 64 * MB
"""Games that were played again take at most so much together: how long one is, an imported record decides."""
STEP_BYTES: Final = 1_000
"""About what a step takes: its stop, its scores, and its move, which the table may have forgotten meanwhile."""
TRAIL_BYTES: Final = 40_000
"""About what a game takes before its first step."""
FEW_POINTS: Final = 8
"""A game of fewer turns has a point in its chart for whatever one seat did, too."""
MOST_POINTS: Final = 120
MOST_TURNINGS: Final = 3
SURE: Final = 0.1
"""A leap that decided something is at least this part of what the winner has at the end, and at least LEAST points."""
LEAST: Final = 2


@dataclass(frozen=True, slots=True)
class Stop:
    """A place to stop at when looking back: after which step, in which round and turn that step was."""

    step: int
    round: int
    turn: int


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the chart: how many turns (rounds) have been played, after which step, with which scores."""

    x: float
    step: int
    unit: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """The stops of a game, one for each step from 0 on; ``counted``: the game itself counts its turns."""

    stops: Sequence[Stop] = ()
    scores: Sequence[tuple[int, ...]] = ()
    counted: bool = False

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.stops) - 1

    def turns(self) -> list[int]:
        """The steps at which a turn ends and the next one begins; the first and the last step, too."""
        return self.ends(lambda stop: (stop.round, stop.turn))

    def rounds(self) -> list[int]:
        """The same for rounds."""
        return self.ends(lambda stop: stop.round)

    def ends(self, belongs: Callable[[Stop], object]) -> list[int]:
        """The steps after which the stops belong to something else."""
        between = [
            stop.step for stop, after in zip(self.stops, self.stops[1:], strict=False) if belongs(stop) != belongs(after)
        ]
        return sorted({0, *between, max(0, self.last)})

    def points(self, fine: bool = True) -> list[Point]:
        """The points of the chart, bounded in number: after every turn (round); ``fine``: of a short game in between, too."""
        units = [stop.turn if self.counted else stop.round for stop in self.stops]
        found = [Point(0.0, 0, 0, self.scores[0])]
        played = [unit for unit in dict.fromkeys(units) if unit > 0]
        turns = set(self.turns()) if fine and len(played) < FEW_POINTS else set()
        for place, unit in enumerate(played):
            inside = [step for step in range(1, len(units)) if units[step] == unit]
            if not inside:
                continue
            shown = [step for step in inside if step in turns or step == inside[-1]]
            for number, step in enumerate(shown, 1):
                found.append(Point(place + number / len(shown), step, unit, self.scores[step]))
        thin = max(1, len(found) // MOST_POINTS)
        return found[:1] + found[1:-1][::thin] + found[-1:] if len(found) > 1 else found


@dataclass(frozen=True, slots=True)
class Turning:
    """Where a game turned: at which point, how (``ahead``, ``away``, ``level``, ``closer``, ``missed``), for whom against whom.

    ``gain`` and ``other`` are what both won there, ``lead`` is how far the winner was ahead afterwards (below 0: behind).
    """

    point: int
    kind: str
    seat: int
    rival: int
    gain: int
    other: int
    lead: int


def turning_points(history: Sequence[Sequence[int]], winners: Sequence[int], most: int = MOST_TURNINGS) -> list[Turning]:
    """The points at which the lead of the winner leapt, from the scores at every point; only those that are sure.

    The lead is what the (first) winner has more than the best of those who do not win. Anna (seat 0) is behind, catches up
    with 6 points and takes the lead at the end:

    >>> found = turning_points([(0, 0), (1, 4), (2, 9), (8, 10), (14, 11)], [0])
    >>> [(turn.point, turn.kind, turn.gain, turn.other, turn.lead) for turn in found]
    [(2, 'missed', 1, 5, -7), (3, 'closer', 6, 1, -2), (4, 'ahead', 6, 1, 3)]
    """
    if not winners or len(history) < 2:
        return []
    winner = winners[0]
    rivals = [seat for seat in range(len(history[0])) if seat not in winners]
    if not rivals:
        return []
    lead = [scores[winner] - max(scores[rival] for rival in rivals) for scores in history]
    leap = [0] + [now - before for before, now in pairwise(lead)]
    large = max(LEAST, round(SURE * abs(history[-1][winner])))

    def turning(point: int, kind: str) -> Turning:
        before, now = history[point - 1], history[point]
        best = before if kind == "ahead" else now  # who is overtaken is who was in front
        rival = max(rivals, key=lambda seat: (best[seat], -seat))
        return Turning(point, kind, winner, rival, now[winner] - before[winner], now[rival] - before[rival], lead[point])

    def leapt(point: int) -> Turning:
        return turning(point, "away" if lead[point] > 0 else "level" if lead[point] == 0 else "closer")

    found: list[Turning] = []
    moments = range(1, len(history))
    behind = [point for point in moments if lead[point - 1] < 0 <= lead[point] or lead[point - 1] <= 0 < lead[point]]
    if behind and min(lead[: behind[-1]]) < 0:
        found.append(turning(behind[-1], "ahead"))
    others = sorted((point for point in moments if leap[point] > 0), key=lambda point: (-leap[point], point))
    others = [point for point in others if all(point != turn.point for turn in found)]
    others = [point for point in others if leapt(point).gain > leapt(point).other]
    sure = [point for point in others if leap[point] >= large] or ([] if found else others[:1])
    lost = min(range(len(history) - 1), key=lambda point: (lead[point], point))
    if sure:
        found.append(leapt(sure[0]))
    if lost and lead[lost] <= -large and all(lost != turn.point for turn in found):
        found.append(turning(lost, "missed"))
    found += [leapt(point) for point in sure[1:]]
    return sorted(found[:most], key=lambda turn: turn.point)


def sharpest(course: Course, points: Sequence[Point], turn: Turning) -> int:
    """The step at which most of a turning came about."""
    first, last = points[turn.point - 1].step, points[turn.point].step

    def gap(step: int) -> int:
        found = course.scores[step][turn.seat] - course.scores[step][turn.rival]
        return -found if turn.kind == "missed" else found

    return max(range(first + 1, last + 1), key=lambda step: (gap(step) - gap(step - 1), step), default=last)


# --- following a record


@dataclass
class Trail:
    """A game played again beside its table, as far as somebody has looked at it."""

    moves: list[Move] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return TRAIL_BYTES + STEP_BYTES * len(self.moves)

    def follow(self, record: Record, moves: Sequence[Move], audiences: Sequence[int]) -> Course:
        """On to the last of these moves; from the deal if others than those were followed."""
        known = len(self.moves) <= len(moves) and all(one is two for one, two in zip(self.moves, moves, strict=False))
        if not self.stops or not known:
            self.position = first_position(record.game, record.header)
            self.position.events = None
            self.moves, self.mover = [], -1
            self.before = record.game.moment(self.position)
            self.stops, self.scores = [Stop(0, self.before[0], self.before[1])], [tuple(self.position.scores())]
        for move, audience in zip(moves[len(self.moves) :], audiences[len(self.moves) :], strict=True):
            self.position.apply(move.seat, move.option)
            self.moves.append(move)
            if audience == EVERYBODY:
                self.stop(record, move)
        counted = any(stop.turn for stop in self.stops) and self.before[1] > 0
        return Course(tuple(self.stops), tuple(self.scores), counted)

    def stop(self, record: Record, move: Move) -> None:
        """One more step: it belongs to the round and turn that it was made in."""
        round_, turn = self.before
        if not turn and round_:
            last = self.stops[-1]
            turn = last.turn + (move.seat != self.mover or round_ != last.round)
        self.stops.append(Stop(len(self.stops), round_, turn))
        self.scores.append(tuple(self.position.scores()))
        self.mover = move.seat
        self.before = record.game.moment(self.position)


class Courses:
    """The courses of the tables that somebody looks back at."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.trails: ByteCache[str, Trail] = ByteCache(most)

    async def course(self, live: LiveTable) -> Course:
        """The course so far. The game is replayed for it in a thread, once, and then only what is new."""
        trail = self.trails.get(live.id) or Trail()
        self.trails.put(live.id, trail, trail.size)  # whoever asks meanwhile waits for the same one
        async with in_turn(), trail.lock:
            record = live.playing()
            work = partial(trail.follow, record, list(record.moves), list(live.audiences))
            try:
                found = await aside(work)
            except BaseException:
                self.forget(live.id)  # whoever looks next tries again
                raise
            self.trails.put(live.id, trail, trail.size)
            return found

    def forget(self, table_id: str) -> None:
        """Drop what is known of a table."""
        self.trails.drop(table_id)
