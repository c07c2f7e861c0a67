"""The circuit on a phone: a window that follows a car, and a small picture of the whole."""

from __future__ import annotations

from functools import lru_cache
from math import dist
from typing import Final

from officina.core.drawing import rule, tag
from officina.games.automobiles.board_circuit import Circuit
from officina.games.automobiles.board_ring import HIGH, Ring, path_of
from officina.games.automobiles.board_scenery import BEYOND
from officina.games.automobiles.board_table import NOBODY, Table, plate
from officina.looks import paint

ZOOM: Final = 1.6
"""The lanes of a phone are 45 pixels wide: a car can be hit with a thumb, and the bend is seen in which it stands."""
LOOK_AHEAD: Final = 0.9
"""The window's middle is so many positions ahead of what it follows."""
GRID: Final = "grid"
"""The window that shows every place to start from."""
MARGIN: Final = 8.0
ROUND: Final = 5.0
"""What points at a car lies so far round it."""


def standing(table: Table, seat: int) -> int:
    """The segment of somebody's car, or of the head of its way; NOBODY before it is on the grid."""
    if seat == table.current and table.head != NOBODY:
        return table.head
    return {seat: segment for segment, seat in table.spots.items()}.get(seat, NOBODY)


def followed(table: Table, width: float, height: float) -> str:
    """What the window follows: one's own car or the head of its way, for others whoever drives; before that the whole grid.

    While something happens to another car that would not be seen so, that one.
    """
    place = standing(table, table.own)
    if place == NOBODY:
        place = table.head
    told: int | None = table.beat["seat"] if table.beat["name"] else None
    if told not in (None, NOBODY, table.own) and place != NOBODY:
        other = standing(table, told)
        if other != NOBODY and not in_sight(table.ring, table.track.position_of(place), other, width, height):
            place = other
    return GRID if place == NOBODY else str(table.track.position_of(place))


def window(table: Table, width: float, height: float) -> str:
    """The part of the circuit round what the window follows."""
    eye = f"au-camera au-eye-{followed(table, width, height)}"
    seen = tag("g", tag("use", href="#au-road"), Circuit(table, window=True).draw(), cls=eye, data_camera="")
    edge = tag("path", cls="au-sill", d=f"M0 {height - 1:g}H{width:g}")
    return (
        tag("svg", seen, width=f"{width:g}", height=f"{height:g}", viewBox=f"0 0 {width:g} {height:g}", cls="au-window") + edge
    )


def corner(found: Ring, place: float, near: float, width: float, height: float) -> tuple[float, float]:
    """The window's left upper corner when a place of the road is in its middle: never far beyond the grass."""
    x, y = found.point(place, 0.0)
    edge = near * BEYOND
    left = min(max(near * x - width / 2, -edge), near * found.width + edge - width)
    return left, min(max(near * y - height / 2, -edge), near * HIGH + edge - height)


def in_sight(found: Ring, position: int, segment: int, width: float, height: float) -> bool:
    """Whether the car on a segment is wholly seen, with what points at it, while the window follows a position."""
    left, top = corner(found, position + 0.5 + LOOK_AHEAD, ZOOM, width, height)
    x, y = found.middles[segment]
    half = ZOOM * (found.car / 2 + ROUND)
    return half <= ZOOM * x - left <= width - half and half <= ZOOM * y - top <= height - half


def windows(found: Ring, width: float, height: float, zoom: float) -> str:
    """One class a position, and one for the grid: what the window looks at."""

    def looking(name: str, place: float, near: float) -> str:
        left, top = corner(found, place, near, width, height)
        return rule(f".au-eye-{name}", transform=f"translate({-left:.1f}px,{-top:.1f}px) scale({near:.4g})")

    cells = [found.track.position_of(cell.segment) for cell in found.track.grid]
    tail, nose = min(cells), max(cells) + 1
    near = min(zoom, (width - 2 * MARGIN) / dist(found.point(tail, 0.0), found.point(nose, 0.0)))
    eyes = [looking(str(position), position + 0.5 + LOOK_AHEAD, zoom) for position in range(found.track.positions)]
    return "".join([*eyes, looking(GRID, (tail + nose) / 2, near)])


@lru_cache(maxsize=16)
def outline(found: Ring) -> str:
    """The middle of the road all round."""
    return path_of(found.curve(0.0, float(found.track.positions), 0.0)) + "Z"


def overview(table: Table, width: float, height: float) -> str:
    """The whole circuit with the cars as dots, one's own the largest."""
    found = table.ring
    road = tag("path", cls="au-mini-road", d=outline(found))
    ends = [found.point(0.0, found.edge(0)), found.point(0.0, found.edge(found.track.lanes))]
    line = tag("path", cls="au-mini-line", d=path_of(ends))
    dots = []
    for segment, seat in sorted(table.spots.items(), key=lambda car: car[1] == table.own):
        x, y = found.middles[segment]
        size = 52 if seat == table.own else 42
        dots.append(paint(table.seats[seat][0], tag("circle", cls="pt au-mini-car", cx=f"{x:.0f}", cy=f"{y:.0f}", r=size)))
    scale = min((width - 16) / found.width, (height - 14) / HIGH)
    at = f"translate({(width - found.width * scale) / 2:.1f} {(height - HIGH * scale) / 2:.1f}) scale({scale:.4f})"
    label = table.plain("board.whole_track")
    return plate(0, 0, width, height) + tag(
        "g", road, line, *dots, transform=at, role="img", aria_label=label, data_thing="track"
    )
