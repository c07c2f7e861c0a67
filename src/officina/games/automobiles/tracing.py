"""Tracing a board: a track file that is drawn bit by bit. Every edit keeps the lanes full and the stretches closed.

What the loader can still find fault with (a grid on a dark space, a road that runs to the right) it says after each edit;
nothing is refused that an owner may want to mend later.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from officina.core.components import Box
from officina.core.game import OptionValue
from officina.core.own_box import BoxError
from officina.core.position import Position
from officina.core.text import Message
from officina.core.tracing import Content, Sketch, Wrong
from officina.games.automobiles import trackfile
from officina.games.automobiles.components import MOST_PLAYERS, Parts
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.track import Geometry, GridCell, Node, Section, Track
from officina.games.automobiles.trackdraw import CentreLine, Drawing
from officina.games.automobiles.trackfile import LEAST_LANES, MOST_LANES, MOST_NODES, MOST_POSITIONS, TOKEN
from officina.games.automobiles.tracktext import track_text

T = TypeVar("T")

Real = Annotated[float, Meta(ge=-10_000, le=10_000)]
Count = Annotated[int, Meta(ge=0, le=MOST_POSITIONS)]
Words = Annotated[str, Meta(max_length=60)]
Pair = tuple[Real, Real]

USUAL_SEGMENT: Final = 45.0
"""How long a segment is taken to be, in units, until somebody counts."""
MOST_ON_A_STRETCH: Final = 60
LONGEST_TOKEN: Final = 99
FIRST_MONEY: Final = 10
WIDEST_BEND: Final = 60.0
"""A bend of a file in pieces gets a node at least every so many degrees."""
TEST_LAPS: Final = 2
SNAP: Final = 5.0
"""Nodes lie on a grid of so many units unless somebody wants it finer: so straights are straight and corners meet."""
CAR_LONG: Final = 0.92
CAR_WIDE: Final = 0.54
"""A car in lane widths."""
COLOURS: Final = re.compile("W|L|D|K|WL|LD|DK|WD|LK|WK")
SIGNS: Final = ("wear_chart", "lap_track", "info")
"""What is drawn beside the road, where the board has it."""


class TracedNode(Struct, forbid_unknown_fields=True):
    """A point of the centre line, and the stretch from there to the next."""

    x: Real
    y: Real
    positions: Annotated[int, Meta(ge=1, le=MOST_POSITIONS)]
    kind: Literal["straight", "bend"]


class TracedLane(Struct, forbid_unknown_fields=True):
    """The spaces of a lane."""

    number: Count
    spaces: Annotated[list[Annotated[str, Meta(pattern=f"^{TOKEN.pattern}$")]], Meta(max_length=MOST_POSITIONS)]


class TracedCell(Struct, forbid_unknown_fields=True):
    """A cell of the grid."""

    slot: Count
    lane: Count
    pos: Count
    lap: Annotated[int, Meta(ge=-1, le=0)]
    money: Annotated[int, Meta(ge=0, le=99)]


class TracedSection(Struct, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}):
    """A named stretch."""

    key: Words
    kind: Literal["straight", "bend", "chicane"]
    first: Count
    last: Count


class TracedGeometry(Struct, forbid_unknown_fields=True):
    """The road on paper."""

    lane_width: Annotated[float, Meta(ge=1, le=1000)]
    car_length: Annotated[float, Meta(ge=1, le=1000)]
    car_width: Annotated[float, Meta(ge=1, le=1000)]
    node: Annotated[list[TracedNode], Meta(max_length=MOST_NODES)]


class TracedRender(Struct, forbid_unknown_fields=True):
    """The board that the road lies on."""

    view: tuple[Real, Real, Real, Real]
    wear_chart: Pair
    lap_track: Pair
    info: Pair
    arrows: Annotated[list[Count], Meta(max_length=MOST_POSITIONS)] = []


class Tracing(Struct, forbid_unknown_fields=True):
    """A track file in the making."""

    schema: Literal["automobiles-track/1"]
    id: Words
    status: Literal["IT", "EXT", "DER", "REC"]
    positions: Count
    lanes: Annotated[int, Meta(ge=LEAST_LANES, le=MOST_LANES)]
    direction: Literal["ccw"]
    name: Annotated[dict[Literal["it", "en"], Words], Meta(min_length=2)]
    grid: Annotated[list[TracedCell], Meta(max_length=MOST_PLAYERS)]
    lane: Annotated[list[TracedLane], Meta(max_length=MOST_LANES)]
    section: Annotated[list[TracedSection], Meta(max_length=MOST_POSITIONS)]
    geometry: TracedGeometry
    render: TracedRender

    def content(self) -> Content:
        """As a file has it."""
        found = msgspec.to_builtins(self)
        found["render"] = {entry: list(value) for entry, value in found["render"].items()}
        assert isinstance(found, dict)
        return found


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


# --- segments of a lane: the letters of their space, and whether a space begins there


Segments = list[tuple[str, bool]]


def segments_of(spaces: list[str]) -> Segments:
    """A lane segment by segment."""
    found: Segments = []
    for token in spaces:
        match = TOKEN.fullmatch(token)
        if match is not None:
            found += [(match[1], step == 0) for step in range(int(match[2]))]
    return found


def spaces_of(segments: Segments) -> list[str]:
    """The spaces of a lane; a space begins at the line in any case."""
    found: list[tuple[str, int]] = []
    for at, (letters, begins) in enumerate(segments):
        if at and not begins and found[-1][1] < LONGEST_TOKEN:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((letters, 1))
    return [f"{letters}{length}" for letters, length in found]


def space_at(segments: Segments, position: int) -> tuple[int, int]:
    """First and last segment of the space there."""
    first = position
    while first and not segments[first][1]:
        first -= 1
    last = position
    while last + 1 < len(segments) and not segments[last + 1][1]:
        last += 1
    return first, last


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
    before, after = nodes[edit.index], nodes[(edit.index + 1) % len(nodes)]
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
    if edit.value not in trackfile.KINDS:
        raise BoxError(Message("automobiles.trace.nothing"))
    one_of(t.section, edit.index).kind = edit.value


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
    """How large the board is; its middle stays."""
    if not (200 <= edit.x <= 4000 and 200 <= edit.y <= 4000):
        raise BoxError(Message("automobiles.trace.board", least=200, most=4000))
    left, bottom, right, top = t.render.view
    x, y = (left + right) / 2, (bottom + top) / 2
    t.render.view = (x - edit.x / 2, y - edit.y / 2, x + edit.x / 2, y + edit.y / 2)


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
        sign, arrow, called, status, board, lane_width,
    )
}  # fmt: skip


# --- what an editor asks for


def read_tracing(content: object) -> Tracing:
    """A tracing as a browser sends it; BoxError if it is none, or if its lanes do not fill the lap."""
    try:
        t = msgspec.convert(content, Tracing)
    except msgspec.ValidationError:
        raise BoxError(Message("automobiles.trace.not_one")) from None
    lengths = {len(segments_of(lane.spaces)) for lane in t.lane}
    covered = sum(node.positions for node in t.geometry.node)
    if lengths != {t.positions} or covered != t.positions or len(t.lane) != t.lanes:
        raise BoxError(Message("automobiles.trace.not_one"))
    if any(cell.pos >= t.positions or not 1 <= cell.lane <= t.lanes for cell in t.grid):
        raise BoxError(Message("automobiles.trace.not_one"))
    return t


class AutomobilesTracer:
    """Tracings of Automobiles; wear chart and laps are drawn as in the given box."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def blank(self) -> Content:
        """A board of the size of ours without a road."""
        t = Tracing(
            schema="automobiles-track/1",
            id="my_track",
            status="IT",
            positions=0,
            lanes=4,
            direction="ccw",
            name={"it": "Il mio tracciato", "en": "My track"},
            grid=[],
            lane=[TracedLane(number, []) for number in range(1, 5)],
            section=[TracedSection("lap", "straight", 0, 0)],
            geometry=TracedGeometry(24.0, 22.0, 13.0, []),
            render=TracedRender((-600.0, -375.0, 600.0, 375.0), (0.0, 0.0), (560.0, 330.0), (0.0, -80.0)),
        )
        return t.content()

    def opened(self, content: Content) -> Content:
        """A track file with its road as nodes; one in pieces or points gets them on the grid, the board's middle at (0, 0)."""
        track = trackfile.load(Box(content))
        geometry, nodes = track.geometry, track.geometry.nodes
        if not nodes:
            left, bottom, right, top = geometry.view
            middle = ((left + right) / 2, (bottom + top) / 2)
            nodes = nodes_of(track, middle)
            geometry.view = (left - middle[0], bottom - middle[1], right - middle[0], top - middle[1])
            for name in SIGNS:
                setattr(geometry, name, on_grid(getattr(geometry, name), middle))
        t = Tracing(
            schema="automobiles-track/1",
            id=track.name,
            status="IT" if track.status == "IT" else "REC",
            positions=track.positions,
            lanes=track.lanes,
            direction="ccw",
            name={"it": track.titles["it"], "en": track.titles["en"]},
            grid=[
                TracedCell(slot, track.lane_of(cell.segment) + 1, track.position_of(cell.segment), cell.lap, cell.money)
                for slot, cell in enumerate(track.grid, 1)
            ],
            lane=[TracedLane(row["number"], list(row["spaces"])) for row in content["lane"]],
            section=[TracedSection(each.key, kind_of(each), each.first, each.last) for each in track.sections],
            geometry=TracedGeometry(
                geometry.lane_width,
                geometry.car_length,
                geometry.car_width,
                [TracedNode(node.x, node.y, node.positions, "straight" if node.straight else "bend") for node in nodes],
            ),
            render=TracedRender(geometry.view, geometry.wear_chart, geometry.lap_track, geometry.info, geometry.arrows),
        )
        tidy(t)
        return read_tracing(t.content()).content()

    def changed(self, content: object, edit: object) -> Content:
        """The tracing after an edit."""
        t = read_tracing(content)
        if edit is not None:
            try:
                asked = msgspec.convert(edit, TrackEdit)
            except msgspec.ValidationError:
                raise BoxError(Message("automobiles.trace.nothing")) from None
            if asked.do not in EDITS:
                raise BoxError(Message("automobiles.trace.nothing"))
            EDITS[asked.do](t, asked)
        tidy(t)
        return t.content()

    def sketch(self, content: object, language: str) -> Sketch:
        """The tracing, drawn by the code that draws our own tracks, with everything that its format's checks say."""
        t = read_tracing(content)
        left, bottom, right, top = t.render.view
        view = (left, -top, right - left, top - bottom)
        whole = t.content()
        nodes = len(t.geometry.node)
        if nodes < trackfile.LEAST_NODES:
            few = Message("automobiles.track.nodes", n=nodes, least=trackfile.LEAST_NODES, most=MOST_NODES)
            return Sketch("", view, [], [], [Wrong(few)])
        wrong = [place_of(t, error) for error in trackfile.complaints(Box(whole), trackfile.place_of(Box(whole)))]
        track = drawn_track(t)
        drawing = Drawing(track, language, self.parts)
        middles = [(drawing.edge(lane) + drawing.edge(lane + 1)) / 2 for lane in range(t.lanes)]
        rows = [
            [rounded(drawing.point(p + half, middle)) for p in range(t.positions)] for half in (0.5, 0.0) for middle in middles
        ]
        return Sketch(drawing.draw(), view, rows[: t.lanes], rows[t.lanes :], wrong)

    def test_race(self, name: str) -> dict[str, OptionValue]:
        """Two laps, so that whoever does not win has time for one."""
        return {"track": name, "laps": TEST_LAPS}

    def finished(self, position: Position) -> int:
        """How many cars got round at least once."""
        assert isinstance(position, Automobiles)
        return sum(lap >= 1 for lap in position.lap)

    def text(self, content: object) -> str:
        """The track file; ComponentsError if it does not hold together."""
        whole = read_tracing(content).content()
        trackfile.load(Box(whole))
        return track_text(whole)


def kind_of(section: Section) -> Any:
    """The loader has checked it."""
    return section.kind


def rounded(point: tuple[float, float]) -> tuple[float, float]:
    """To tenths of a unit."""
    return round(point[0], 1), round(point[1], 1)


def drawn_track(t: Tracing) -> Track:
    """A track that can be drawn, whatever its checks say."""
    lanes = [
        [
            (sum(1 << "WLDK".index(letter) for letter in token if letter in "WLDK"), int(token.lstrip("WLDK")))
            for token in lane.spaces
        ]
        for lane in t.lane
    ]
    cells = [GridCell((cell.lane - 1) * t.positions + cell.pos, cell.lap, cell.money) for cell in t.grid]
    track = Track(t.id, {language: t.name[language] for language in ("it", "en")}, t.status, t.positions, lanes, cells, "")
    track.sections = [Section(each.key, each.kind, each.first, each.last) for each in t.section]
    geometry = Geometry(t.geometry.lane_width, t.geometry.car_length, t.geometry.car_width)
    geometry.nodes = [Node(node.x, node.y, node.positions, node.kind == "straight") for node in t.geometry.node]
    geometry.view, geometry.arrows = t.render.view, t.render.arrows
    geometry.wear_chart, geometry.lap_track, geometry.info = t.render.wear_chart, t.render.lap_track, t.render.info
    track.geometry = geometry
    return track


def place_of(t: Tracing, error: Any) -> Wrong:
    """A complaint with the segment that it is about, if there is one; the drawing is the place, so the file's is not named."""
    found, message = error.details, error.message.args.get("what", error.message)
    if "cell" in found:
        lane, _, position = str(found["cell"]).partition(":")
        return Wrong(message, int(lane) - 1, int(position))
    if "position" in found:
        return Wrong(message, 0, int(found["position"]))
    if "[" in error.place and ".grid" in error.place:
        cell = t.grid[int(error.place.rpartition("[")[2].rstrip("]")) - 1]
        return Wrong(message, cell.lane - 1, cell.pos)
    return Wrong(message)


def on_grid(point: tuple[float, float], middle: tuple[float, float]) -> tuple[float, float]:
    """A place as seen from the board's middle, on the grid."""
    return round((point[0] - middle[0]) / SNAP) * SNAP, round((point[1] - middle[1]) / SNAP) * SNAP


def nodes_of(track: Track, middle: tuple[float, float]) -> list[Node]:
    """Nodes on the grid for a road in pieces: where each begins, and inside bends; of a road in points, every point."""
    geometry, line = track.geometry, CentreLine(track.geometry, track.positions)
    cuts: list[tuple[int, bool]] = []
    first = 0
    for piece in geometry.pieces:
        parts = min(piece.positions, max(1, round(abs(piece.turn) / WIDEST_BEND + 0.5))) if piece.turn else 1
        ends = [first + piece.positions * part // parts for part in range(parts + 1)]
        cuts += [(end, piece.turn == 0) for end in ends[:-1]]
        first += piece.positions
    cuts = cuts or [(position, False) for position in range(track.positions)]
    nodes: list[Node] = []
    for (begin, straight), (end, _) in pairwise([*cuts, (track.positions, False)]):
        nodes.append(Node(*on_grid(line.at(begin)[:2], middle), end - begin, straight))
    return nodes
