"""Where things lie on Kraftwagen's table: the cells of the action track, the spaces of the race, the steps of the pawn.

Whatever moves has a class that says where it is; the style sheet says what that means, so that a change of class slides.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path
from typing import Final, NamedTuple

from officina.core.drawing import Way, places, rule
from officina.games.kraftwagen.components import MOST_PLAYERS, Parts

PLAIN_STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")

CELL: Final = 88.0
"""A cell of the usual track on a desk, in which tiles, workers and race cars are measured."""
RADIUS: Final = 107.0
"""From the middle of the race to its cars, in the hollow of a ring of such cells."""
PADDING: Final = 4.0
"""Around the ring: room for rings of bulbs."""
FEW_PLAYERS: Final = 3
"""For so many there is a title in the infield."""


class RingPlan(NamedTuple):
    """A size of the ring: its name in classes and its whole side."""

    name: str
    side: float


RINGS: Final = {"wide": RingPlan("w", 440), "middle": RingPlan("w", 440), "phone": RingPlan("p", 380)}


class PawnPlan(NamedTuple):
    """A size of the pawn track: its name in classes, from step to step, and its first place."""

    name: str
    step: float
    left: float
    top: float


PAWNS: Final = {"wide": PawnPlan("w", 27, 17, 38), "middle": PawnPlan("m", 17.5, 11, 36), "phone": PawnPlan("p", 25, 15, 36)}


def ring_side(spaces: int) -> int:
    """How many cells the action track has along each side."""
    return (spaces + 3) // 4 + 1


def cell_size(plan: RingPlan, spaces: int) -> float:
    """The side of a cell."""
    return plan.side / ring_side(spaces)


def ring_point(index: int, spaces: int, plan: RingPlan = RINGS["wide"]) -> tuple[float, float]:
    """The middle of a cell: clockwise from the upper left corner."""
    last = ring_side(spaces) - 1
    side, along = divmod(index, last)
    column, row = ((along, 0), (last, along), (last - along, last), (0, last - along))[side]
    cell = cell_size(plan, spaces)
    return PADDING + (column + 0.5) * cell, PADDING + (row + 0.5) * cell


@lru_cache(maxsize=8)
def chain_way(spaces: int, plan: RingPlan) -> Way:
    """The line along which workers go round the action track."""
    return Way("kw-round", [ring_point(index, spaces, plan) for index in range(spaces)])


def hollow_scale(plan: RingPlan, spaces: int) -> float:
    """How large the race is drawn, against the usual track on a desk."""
    return (plan.side - 2 * cell_size(plan, spaces)) / (3 * CELL)


def lane_angle(place: float, spaces: int) -> float:
    """The direction of a place of the race, in degrees clockwise from the right; the line lies at the left."""
    return 180 + 360 * place / spaces


@lru_cache(maxsize=8)
def lap_way(spaces: int) -> Way:
    """The line along which race cars go round; from the line at the left, a point for each half space."""
    found = [lane_point(lane_angle(half / 2, spaces), RADIUS) for half in range(2 * spaces)]
    return Way("kw-lap", [(round(x, 1), round(y, 1)) for x, y in found])


def lane_point(angle: float, radius: float) -> tuple[float, float]:
    """A point so far from the middle."""
    return radius * cos(angle * pi / 180), radius * sin(angle * pi / 180)


class PitPlan(NamedTuple):
    """The rows of the infield, from its middle: where the first begins, from row to row, how high."""

    top: float
    step: float
    height: float


def pit_plan(players: int) -> PitPlan:
    """Four rows leave no room for a title."""
    return PitPlan(-39, 34, 30) if players <= FEW_PLAYERS else PitPlan(-52, 29, 26)


def race_rules(plan: RingPlan, parts: Parts, players: int) -> list[str]:
    """The places of race cars: first the pit lane by seat, then the spaces of the track."""
    pit = pit_plan(players)
    found = []
    for seat in range(MOST_PLAYERS):
        y = pit.top + pit.step * seat + pit.height / 2
        found.append(rule(f".kw-r{plan.name}-{seat}", transform=f"translate(-33px,{y:g}px) scale(.72)"))
        found.append(rule(f".kw-r{plan.name}-{seat} .kw-upright", transform="translate(10.5px,0) scale(1.34)"))
    for space in range(1, parts.lap_spaces + 1):
        angle = lane_angle(space - 0.5, parts.lap_spaces)
        x, y = lane_point(angle, RADIUS)
        name = f".kw-r{plan.name}-{MOST_PLAYERS - 1 + space}"
        found.append(rule(name, transform=f"translate({x:.4g}px,{y:.4g}px) rotate({angle + 90:g}deg)"))
        found.append(rule(f"{name} .kw-upright", transform=f"translate(10.5px,0) rotate({-angle - 90:g}deg)"))
    return found


def pawn_points(plan: PawnPlan, parts: Parts) -> list[tuple[float, float]]:
    """The pawn track by steps left: zero is at the right."""
    last = len(parts.pawn_spaces) - 1
    return [(plan.left + (last - steps) * plan.step, plan.top) for steps in range(last + 1)]


@lru_cache(maxsize=16)
def style(parts: Parts, players: int) -> str:
    """The style sheet: the plain one, and every place of every screen."""
    found = [PLAIN_STYLE]
    for plan in sorted(set(RINGS.values())):
        cells = [ring_point(index, parts.action_spaces, plan) for index in range(parts.action_spaces)]
        found += [places(f"kw-c{plan.name}", cells), *race_rules(plan, parts, players)]
    found += [places(f"kw-p{pawn.name}", pawn_points(pawn, parts)) for pawn in PAWNS.values()]
    return "".join(found)
