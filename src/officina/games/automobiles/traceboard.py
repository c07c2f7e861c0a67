"""Whether a traced road stays on its board, and how large a board it needs."""

from __future__ import annotations

from math import ceil, cos, floor, radians, sin
from typing import Final

from officina.games.automobiles.traced import Tracing
from officina.games.automobiles.track import Node
from officina.games.automobiles.trackcurve import TracedLine
from officina.games.automobiles.trackfile import LEAST_NODES

VERGE: Final = 0.22
"""What belongs to the road beside its lanes, in lane widths."""
FINENESS: Final = 4
"""Places of each position that are looked at."""
GRID: Final = 10
"""A board that grows has a round size."""
NOWHERE: Final = -1


def rims(t: Tracing) -> list[list[tuple[float, float]]]:
    """Places on both rims of the road, position by position; none before there is a road."""
    if len(t.geometry.node) < LEAST_NODES:
        return []
    line = TracedLine([Node(node.x, node.y, node.positions, node.kind == "straight") for node in t.geometry.node])
    rim = (t.lanes / 2 + VERGE) * t.geometry.lane_width
    found = []
    for position in range(t.positions):
        points = []
        for part in range(FINENESS):
            x, y, heading = line.at(position + part / FINENESS)
            aside, up = rim * sin(radians(heading)), rim * cos(radians(heading))
            points += [(x - aside, y + up), (x + aside, y - up)]
        found.append(points)
    return found


def off_board(t: Tracing) -> int:
    """The first position where the road runs off its board."""
    left, bottom, right, top = t.render.view
    for position, points in enumerate(rims(t)):
        if any(not (left <= x <= right and bottom <= y <= top) for x, y in points):
            return position
    return NOWHERE


def enlarge_board(t: Tracing) -> None:
    """The board as large as its road needs; it never becomes smaller."""
    points = [point for row in rims(t) for point in row]
    if not points:
        return
    left, bottom, right, top = t.render.view
    t.render.view = (
        min(left, floor(min(x for x, _ in points) / GRID) * GRID),
        min(bottom, floor(min(y for _, y in points) / GRID) * GRID),
        max(right, ceil(max(x for x, _ in points) / GRID) * GRID),
        max(top, ceil(max(y for _, y in points) / GRID) * GRID),
    )
