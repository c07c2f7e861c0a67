"""A track file in the making: what a browser may send of it, with bounds; its lanes segment by segment."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from officina.core.own_box import BoxError
from officina.core.text import Message
from officina.core.tracing import Content
from officina.games.automobiles.components import MOST_PLAYERS
from officina.games.automobiles.trackfile import LEAST_LANES, MOST_LANES, MOST_NODES, MOST_POSITIONS, TOKEN

Real = Annotated[float, Meta(ge=-10_000, le=10_000)]
Count = Annotated[int, Meta(ge=0, le=MOST_POSITIONS)]
Words = Annotated[str, Meta(max_length=60)]
Pair = tuple[Real, Real]
Kind = Literal["straight", "bend", "chicane"]
LONGEST_TOKEN: Final = 99


class TracedNode(Struct, forbid_unknown_fields=True):
    """A point of the centre line, and the stretch from there to the next."""

    x: Real
    y: Real
    positions: Annotated[int, Meta(ge=1, le=MOST_POSITIONS)]
    kind: Literal["straight", "bend"]


class TracedLane(Struct, forbid_unknown_fields=True):
    """The spaces of a lane."""

    number: Count
    spaces: Annotated[list[Annotated[str, Meta(pattern=f"^{TOKEN.pattern}$", max_length=4)]], Meta(max_length=MOST_POSITIONS)]


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
    kind: Kind
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
    name: Annotated[dict[Literal["it", "en"], Words], Meta(min_length=2, max_length=2)]
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
