"""What one can do to a track that is being traced. Every edit keeps the lanes full and the stretches closed.

What the loader can still find fault with (a grid on a dark space, a road that runs to the right) it says after each edit;
nothing is refused that an owner may want to mend later.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from officina.core.own_box import BoxError
from officina.core.text import Message
from officina.games.automobiles import trackfile
from officina.games.automobiles.components import MOST_PLAYERS
from officina.games.automobiles.traceboard import enlarge_board
from officina.games.automobiles.traced import (
    LONGEST_TOKEN,
    Count,
    Kind,
    Real,
    Segments,
    TracedCell,
    TracedLane,
    TracedNode,
    TracedSection,
    Tracing,
    Words,
    segments_of,
    space_at,
    spaces_of,
)
from officina.games.automobiles.trackfile import LEAST_LANES, MOST_LANES, MOST_NODES, MOST_POSITIONS, TOKEN

T = TypeVar("T")

USUAL_SEGMENT: Final = 45.0
"""How long a segment is taken to be, in units, until somebody counts."""
MOST_ON_A_STRETCH: Final = 60
FIRST_MONEY: Final = 10
SNAP: Final = 5.0
"""Nodes lie on a grid of so many units unless somebody wants it finer: so straights are straight and corners meet."""
CAR_LONG: Final = 0.92
CAR_WIDE: Final = 0.54
"""A car in lane widths."""
COLOURS: Final = re.compile("W|L|D|K|WL|LD|DK|WD|LK|WK")
RIM: Final = 30.0
"""How far from the edge of the board its signs stay when it becomes smaller."""
SIGNS: Final = ("wear_chart", "lap_track", "info")
"""What is drawn beside the road, where the board has it."""


class TrackEdit(Struct, forbid_unknown_fields=True):
    """What somebody does; which of the figures count depends on ``do``."""

    do: Annotated[str, Meta(max_length=20)]
    x: Real = 0.0
    y: Real = 0.0
    index: Annotated[int, Meta(ge=-1, le=MOST_POSITIONS)] = -1
    lane: Count = 0
    position: Count = 0
    number: Annotated[int, Meta(ge=-1, le=2000)] = 0
    value: Words = ""
    snap: Annotated[float, Meta(ge=1, le=100)] = SNAP


# --- the lap grows and shrinks


def grow(t: Tracing, at: int, by: int) -> None:
    """Put segments in before a position, or take them out, in every lane; whatever lies behind it moves along."""
    for _ in range(abs(by)):
        for lane in t.lane:
            segments = segments_of(lane.spaces)
            if by > 0:
                letters, alone = (
                    ("W", True) if not at else (segments[at - 1][0], space_at(segments, at - 1) == (at - 1, at - 1))
                )
                segments.insert(at, (letters, alone))
            else:
                _, began = segments.pop(at)
                if began and at < len(segments):
                    segments[at] = (segments[at][0], True)
            lane.spaces = spaces_of(segments)
        t.positions += 1 if by > 0 else -1
        t.grid = [cell for cell in t.grid if by > 0 or cell.pos != at]
        for cell in t.grid:
            cell.pos = moved(cell.pos, at, by)
        for section in t.section:
            section.first = moved(section.first, at, by)
        t.render.arrows = [moved(arrow, at, by) for arrow in t.render.arrows]
    tidy(t)


def moved(position: int, at: int, by: int) -> int:
    """Where a position is after the lap has grown or shrunk there."""
    return position + 1 if by > 0 and position >= at else position - 1 if by < 0 and position > at else position


def tidy(t: Tracing) -> None:
    """Numbers that only follow: slots, lanes, where sections end."""
    for slot, cell in enumerate(t.grid, 1):
        cell.slot = slot
    for number, lane in enumerate(t.lane, 1):
        lane.number = number
    t.lanes = len(t.lane)
    t.render.arrows = sorted({arrow for arrow in t.render.arrows if arrow < t.positions})
    unique = {min(section.first, max(0, t.positions - 1)): section for section in reversed(t.section)}
    t.section = [unique[first] for first in sorted(unique)]
    for first, section in sorted(unique.items()):
        section.first = first
    for section, after in pairwise([*t.section, *t.section[:1]]):
        section.last = (after.first - 1) % max(1, t.positions)


def fit(t: Tracing) -> None:
    """As many positions as the stretches have, at the end of the lap."""
    wanted = sum(node.positions for node in t.geometry.node)
    while t.positions < wanted:
        grow(t, t.positions, 1)
    while t.positions > wanted:
        grow(t, t.positions - 1, -1)


def check_length(t: Tracing, more: int) -> None:
    """BoxError if the lap would become longer than a file may say."""
    if t.positions + more > MOST_POSITIONS:
        raise BoxError(Message("automobiles.trace.long", most=MOST_POSITIONS))


# --- the edits


def snapped(value: float, edit: TrackEdit) -> float:
    """On the grid."""
    return round(value / edit.snap) * edit.snap


def guessed(one: TracedNode, other: TracedNode) -> int:
    """About how many segments lie between two points."""
    return max(1, min(MOST_ON_A_STRETCH, round(hypot(other.x - one.x, other.y - one.y) / USUAL_SEGMENT)))


def node_of(t: Tracing, edit: TrackEdit) -> TracedNode:
    """The node that an edit is about."""
    return one_of(t.geometry.node, edit.index)


def one_of(items: list[T], index: int) -> T:
    """An item that there is; BoxError otherwise."""
    if not 0 <= index < len(items):
        raise BoxError(Message("automobiles.trace.nothing"))
    return items[index]


def segment_of(t: Tracing, edit: TrackEdit) -> tuple[TracedLane, Segments]:
    """The lane that an edit is about, in segments."""
    lane = one_of(t.lane, edit.lane)
    if not 0 <= edit.position < t.positions:
        raise BoxError(Message("automobiles.trace.nothing"))
    return lane, segments_of(lane.spaces)


def add(t: Tracing, edit: TrackEdit) -> None:
    """A node at the end of the road so far; or after another one, on its stretch, which it divides."""
    nodes = t.geometry.node
    if len(nodes) >= MOST_NODES:
        raise BoxError(Message("automobiles.track.nodes", n=len(nodes) + 1, least=trackfile.LEAST_NODES, most=MOST_NODES))
    node = TracedNode(snapped(edit.x, edit), snapped(edit.y, edit), 1, "bend")
    if edit.index < 0 or (edit.index >= len(nodes) - 1 and not is_closed(t)):
        check_length(t, 2 * MOST_ON_A_STRETCH)
        nodes.append(node)
        for here, there in pairwise([*nodes[-2:], nodes[0]]):
            here.positions = guessed(here, there)
        fit(t)
        return
    before, after = node_of(t, edit), nodes[(edit.index + 1) % len(nodes)]
    whole = hypot(node.x - before.x, node.y - before.y) + hypot(after.x - node.x, after.y - node.y)
    part = hypot(node.x - before.x, node.y - before.y) / whole if whole else 0.5
    if before.positions == 1:
        check_length(t, 1)
        grow(t, sum(each.positions for each in nodes[: edit.index + 1]), 1)
        before.positions = 2
    first = max(1, min(before.positions - 1, round(before.positions * part)))
    node.positions, node.kind = before.positions - first, before.kind
    before.positions = first
    nodes.insert(edit.index + 1, node)


def is_closed(t: Tracing) -> bool:
    """Whether somebody has begun with the spaces, so that more points divide the road instead of making it longer."""
    return any(token != "W1" for lane in t.lane for token in lane.spaces)


def move(t: Tracing, edit: TrackEdit) -> None:
    """A node somewhere else."""
    node = node_of(t, edit)
    node.x, node.y = snapped(edit.x, edit), snapped(edit.y, edit)


def remove(t: Tracing, edit: TrackEdit) -> None:
    """A node away: its stretch goes to the one before; without the first node the next one is the line."""
    nodes, node = t.geometry.node, node_of(t, edit)
    nodes.remove(node)
    if nodes:
        nodes[edit.index - 1].positions += node.positions
    fit(t)


def stretch(t: Tracing, edit: TrackEdit) -> None:
    """How many segments a stretch has, or whether it is straight."""
    node = node_of(t, edit)
    if edit.value in ("straight", "bend"):
        node.kind = "straight" if edit.value == "straight" else "bend"
        return
    if not 1 <= edit.number <= MOST_ON_A_STRETCH:
        raise BoxError(Message("automobiles.trace.stretch", most=MOST_ON_A_STRETCH))
    end = sum(each.positions for each in t.geometry.node[: edit.index + 1])
    by = edit.number - node.positions
    check_length(t, by)
    node.positions = edit.number
    grow(t, end if by > 0 else end + by, by)


def turn_round(t: Tracing, _: TrackEdit) -> None:
    """The same road in the other direction, from the same line."""
    nodes = t.geometry.node
    stretches = [(node.positions, node.kind) for node in nodes]
    nodes[1:] = nodes[:0:-1]
    for node, (positions, kind) in zip(nodes, reversed(stretches), strict=True):
        node.positions, node.kind = positions, kind


def lanes(t: Tracing, edit: TrackEdit) -> None:
    """How many lanes there are; new ones are white."""
    if not LEAST_LANES <= edit.number <= MOST_LANES:
        raise BoxError(Message("automobiles.trace.lanes", least=LEAST_LANES, most=MOST_LANES))
    while len(t.lane) < edit.number:
        t.lane.append(TracedLane(0, ["W1"] * t.positions))
    del t.lane[edit.number :]
    t.grid = [cell for cell in t.grid if cell.lane <= edit.number]


def lay(t: Tracing, edit: TrackEdit) -> None:
    """A space of these colours and this length, over whatever is there; it ends at the line at the latest."""
    lane, segments = segment_of(t, edit)
    found = TOKEN.fullmatch(edit.value)
    if found is None:
        raise BoxError(Message("automobiles.trace.space", value=edit.value))
    end = min(t.positions, edit.position + int(found[2]))
    for position in range(edit.position, end):
        segments[position] = (found[1], position == edit.position)
    if end < t.positions:
        segments[end] = (segments[end][0], True)
    lane.spaces = spaces_of(segments)


def cut(t: Tracing, edit: TrackEdit) -> None:
    """A bold line before a segment, or none; the space before it gives its colours to both."""
    lane, segments = segment_of(t, edit)
    if not edit.position:
        raise BoxError(Message("automobiles.trace.line"))
    letters, begins = segments[edit.position]
    segments[edit.position] = (letters, not begins)
    if begins:
        first, last = space_at(segments, edit.position)
        segments[first : last + 1] = [(segments[first][0], position == first) for position in range(first, last + 1)]
    lane.spaces = spaces_of(segments)


def paint(t: Tracing, edit: TrackEdit) -> None:
    """A whole space in other colours."""
    lane, segments = segment_of(t, edit)
    if not COLOURS.fullmatch(edit.value):
        raise BoxError(Message("automobiles.trace.space", value=edit.value))
    first, last = space_at(segments, edit.position)
    segments[first : last + 1] = [(edit.value, position == first) for position in range(first, last + 1)]
    lane.spaces = spaces_of(segments)


def start(t: Tracing, edit: TrackEdit) -> None:
    """A cell of the grid on a segment, or none there any more."""
    segment_of(t, edit)
    kept = [cell for cell in t.grid if (cell.lane - 1, cell.pos) != (edit.lane, edit.position)]
    if len(kept) == len(t.grid):
        if len(kept) >= MOST_PLAYERS:
            raise BoxError(Message("automobiles.trace.cells", most=MOST_PLAYERS))
        kept.append(TracedCell(0, edit.lane + 1, edit.position, 0, FIRST_MONEY + len(kept)))
    t.grid = kept


def cell(t: Tracing, edit: TrackEdit) -> None:
    """The money of a cell, or whether its car still has to cross the line to begin its first lap."""
    found = one_of(t.grid, edit.index)
    if edit.value in ("before", "after"):
        found.lap = -1 if edit.value == "before" else 0
    elif 0 <= edit.number <= LONGEST_TOKEN:
        found.money = edit.number
    else:
        raise BoxError(Message("automobiles.trace.money", most=LONGEST_TOKEN))


def section(t: Tracing, edit: TrackEdit) -> None:
    """A stretch with a name begins at a position, or does not any more."""
    segment_of(t, edit)
    kept = [each for each in t.section if each.first != edit.position]
    if len(kept) == len(t.section):
        taken = {each.key for each in kept}
        name = next(name for number in range(1, MOST_POSITIONS + 2) if (name := f"stretch_{number}") not in taken)
        kept.append(TracedSection(name, "bend", edit.position, 0))
    elif not kept:
        raise BoxError(Message("automobiles.trace.last_section"))
    t.section = kept


def section_name(t: Tracing, edit: TrackEdit) -> None:
    """What a stretch is called."""
    if not trackfile.NAME.fullmatch(edit.value):
        raise BoxError(Message("automobiles.track.name", value=edit.value))
    one_of(t.section, edit.index).key = edit.value


def section_kind(t: Tracing, edit: TrackEdit) -> None:
    """What a stretch is."""
    try:
        one_of(t.section, edit.index).kind = msgspec.convert(edit.value, Kind)
    except msgspec.ValidationError:
        raise BoxError(Message("automobiles.trace.nothing")) from None


def sign(t: Tracing, edit: TrackEdit) -> None:
    """Where the wear chart, the lap track or the name stand on the board."""
    if edit.value not in SIGNS:
        raise BoxError(Message("automobiles.trace.nothing"))
    setattr(t.render, edit.value, (snapped(edit.x, edit), snapped(edit.y, edit)))


def arrow(t: Tracing, edit: TrackEdit) -> None:
    """An arrow beside a segment, or none."""
    segment_of(t, edit)
    t.render.arrows = sorted({edit.position} ^ set(t.render.arrows))


def called(t: Tracing, edit: TrackEdit) -> None:
    """Its name: ``index`` 0 for files, 1 in Italian, 2 in English."""
    words = " ".join(edit.value.split())
    if not words:
        raise BoxError(Message("automobiles.trace.no_name"))
    if edit.index == 0:
        if not trackfile.NAME.fullmatch(words):
            raise BoxError(Message("automobiles.track.name", value=words))
        t.id = words
    else:
        t.name["it" if edit.index == 1 else "en"] = words


def status(t: Tracing, edit: TrackEdit) -> None:
    """Copied from a real board, or made up."""
    t.status = "IT" if edit.value == "IT" else "REC"


def board(t: Tracing, edit: TrackEdit) -> None:
    """How large the board is; its middle stays, and whatever stands on it stays on it."""
    if not (200 <= edit.x <= 4000 and 200 <= edit.y <= 4000):
        raise BoxError(Message("automobiles.trace.board", least=200, most=4000))
    left, bottom, right, top = t.render.view
    x, y = (left + right) / 2, (bottom + top) / 2
    t.render.view = left, bottom, right, top = (x - edit.x / 2, y - edit.y / 2, x + edit.x / 2, y + edit.y / 2)
    for name in SIGNS:
        across, up = getattr(t.render, name)
        inside = (max(left + RIM, min(right - RIM, across)), max(bottom + RIM, min(top - RIM, up)))
        setattr(t.render, name, inside)


def enlarge(t: Tracing, _: TrackEdit) -> None:
    """The board as large as the road needs."""
    enlarge_board(t)


def lane_width(t: Tracing, edit: TrackEdit) -> None:
    """How wide a lane is; cars follow."""
    if not 4 <= edit.number <= 200:
        raise BoxError(Message("automobiles.trace.width", least=4, most=200))
    t.geometry.lane_width = float(edit.number)
    t.geometry.car_length, t.geometry.car_width = float(round(edit.number * CAR_LONG)), float(round(edit.number * CAR_WIDE))


EDITS: Final[dict[str, Callable[[Tracing, TrackEdit], None]]] = {
    edit.__name__: edit
    for edit in (
        add, move, remove, stretch, turn_round, lanes, lay, cut, paint, start, cell, section, section_name, section_kind,
        sign, arrow, called, status, board, enlarge, lane_width,
    )
}  # fmt: skip
