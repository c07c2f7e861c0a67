"""The smooth road through points that somebody traced: straights are straight, bends are as round as their points allow.

Each stretch between two points is one cubic curve. A straight gives its direction to the bends on both sides of it; inside a
bend a point takes the direction of the circle through its neighbours. Positions divide each stretch evenly.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from math import atan2, cos, degrees, dist, hypot, pi
from typing import Final

from officina.games.automobiles.track import Node

Point = tuple[float, float]

SAMPLES: Final = 24
"""Points of a stretch between which its length is measured."""
SHARPEST: Final = 2 * pi / 3
"""A curve that turns by more on one side of its chord is drawn as if it turned by this."""


class TracedLine:
    """The closed curve through traced nodes."""

    def __init__(self, nodes: list[Node]) -> None:
        self.stretches = [Stretch(nodes, index) for index in range(len(nodes))]
        self.firsts = [0]
        for node in nodes[:-1]:
            self.firsts.append(self.firsts[-1] + node.positions)

    def at(self, place: float) -> tuple[float, float, float]:
        """x, y and heading in degrees at a place of the lap, counted in positions from the finish line."""
        index = bisect_right(self.firsts, place) - 1
        stretch = self.stretches[index]
        return stretch.at((place - self.firsts[index]) / stretch.positions)


class Stretch:
    """The curve from one node to the next."""

    def __init__(self, nodes: list[Node], index: int) -> None:
        node, after = nodes[index], nodes[(index + 1) % len(nodes)]
        self.positions = node.positions
        self.straight = node.straight
        begin, end = (node.x, node.y), (after.x, after.y)
        chord = (end[0] - begin[0], end[1] - begin[1])
        way = hypot(*chord)
        leaving = chord if self.straight else direction(nodes, index)
        arriving = chord if self.straight else direction(nodes, (index + 1) % len(nodes))
        lean = min(SHARPEST, (angle(leaving, chord) + angle(chord, arriving)) / 2)
        reach = 2 * way / (3 * (1 + cos(lean)))  # as of an arc that leans so far from its chord
        out, back = scaled(leaving, reach), scaled(arriving, reach)
        self.points = (begin, (begin[0] + out[0], begin[1] + out[1]), (end[0] - back[0], end[1] - back[1]), end)
        places = [self.point(step / SAMPLES)[0] for step in range(SAMPLES + 1)]
        self.ways = [0.0]
        for here, there in pairwise(places):
            self.ways.append(self.ways[-1] + dist(here, there))

    def at(self, part: float) -> tuple[float, float, float]:
        """x, y and heading after a part of the stretch's length."""
        way = part * self.ways[-1]
        after = min(SAMPLES, max(1, bisect_right(self.ways, way)))
        before, beyond = self.ways[after - 1], self.ways[after]
        step = after - 1 + ((way - before) / (beyond - before) if beyond > before else 0.0)
        (x, y), (dx, dy) = self.point(step / SAMPLES)
        return x, y, degrees(atan2(dy, dx))

    def point(self, t: float) -> tuple[Point, Point]:
        """The curve and its slope at a parameter from 0 to 1."""
        a, b, c, d = self.points
        s = 1 - t
        x, y = (s**3 * a[k] + 3 * s * s * t * b[k] + 3 * s * t * t * c[k] + t**3 * d[k] for k in (0, 1))
        dx, dy = (s * s * (b[k] - a[k]) + 2 * s * t * (c[k] - b[k]) + t * t * (d[k] - c[k]) for k in (0, 1))
        return (x, y), (dx, dy)


def direction(nodes: list[Node], index: int) -> Point:
    """Which way the road runs at a node inside a bend, or at the end of one."""
    before, node, after = nodes[index - 1], nodes[index], nodes[(index + 1) % len(nodes)]
    came, goes = (node.x - before.x, node.y - before.y), (after.x - node.x, after.y - node.y)
    if before.straight or node.straight:
        return came if before.straight else goes
    first, second = scaled(came, hypot(*goes)), scaled(goes, hypot(*came))
    found = (first[0] + second[0], first[1] + second[1])
    return found if hypot(*found) > 0 else goes


def scaled(vector: Point, length: float) -> Point:
    """A vector of this length in the same direction; one without a direction stays."""
    size = hypot(*vector)
    return (vector[0] * length / size, vector[1] * length / size) if size else vector


def angle(one: Point, other: Point) -> float:
    """Between two directions, without its sign."""
    return abs(atan2(one[0] * other[1] - one[1] * other[0], one[0] * other[0] + one[1] * other[1]))
