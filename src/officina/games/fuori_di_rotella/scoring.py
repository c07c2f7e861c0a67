"""Scoring: FR-80 to FR-84 and, with two robots, FR-99 to FR-101."""

from __future__ import annotations

from typing import Final

from officina.core.places import TieBreak, Ties
from officina.games.fuori_di_rotella.gears import size
from officina.games.fuori_di_rotella.state import FuoriDiRotella

KEY_BASE = 1000
"""Points come before own-colour gears in a ranking key: points x KEY_BASE + gears."""


def points(p: FuoriDiRotella, robot: int) -> int:
    """FR-80, FR-81, FR-98: all gears at the feet and in the circuits; the own colour counts more."""
    own = p.own_gears(robot)
    total = size(p.feet[robot]) + size(p.circuits[robot])
    return own * p.parts.own_points + (total - own) * p.parts.other_points


def key(p: FuoriDiRotella, robot: int) -> int:
    """FR-83: points, then gears of the own colour."""
    return points(p, robot) * KEY_BASE + p.own_gears(robot)


def scored_robot(p: FuoriDiRotella, seat: int) -> int:
    """FR-99, FR-100: the lower of the seat's robots, by points and then own-colour gears; -1 while it has none."""
    robots = p.own_robots(seat)
    if not robots:
        return -1
    lowest = robots[0]
    for robot in robots[1:]:
        if key(p, robot) < key(p, lowest):
            lowest = robot
    return lowest


def score(p: FuoriDiRotella, seat: int) -> int:
    """The points of the seat's scored robot."""
    robot = scored_robot(p, seat)
    return 0 if robot < 0 else points(p, robot)


def scores(p: FuoriDiRotella) -> list[int]:
    """Everybody's points."""
    return [score(p, seat) for seat in range(p.seats)]


def own_gears(p: FuoriDiRotella, seat: int) -> int:
    """FR-83, FR-101: the gears of the scored robot's own colour."""
    robot = scored_robot(p, seat)
    return 0 if robot < 0 else p.own_gears(robot)


ONE_ROBOT: Final = Ties(TieBreak("own_gears", "FR-83", own_gears), shared="FR-84")
TWO_ROBOTS: Final = Ties(TieBreak("own_gears", "FR-101", own_gears), shared="FR-101")


def ties(p: FuoriDiRotella) -> Ties:
    """FR-83, FR-84, FR-101: more gears of the own colour; what is still equal shares the place."""
    return ONE_ROBOT if p.robots_per_player == 1 else TWO_ROBOTS


def breakdown(p: FuoriDiRotella, seat: int) -> list[tuple[str, int]]:
    """The scored robot's gears of its own colour and of the others, in points."""
    robot = scored_robot(p, seat)
    if robot < 0:
        return [("own_gears", 0), ("other_gears", 0)]
    own = p.own_gears(robot) * p.parts.own_points
    return [("own_gears", own), ("other_gears", points(p, robot) - own)]
