"""The road of Automobiles as a ring round the paddock: where every place of every lane lies on the board.

A track file may say how its road lies round a wide infield (``geometry.wide``); any other road becomes an oval whose first bend
lies at the right. Coordinates are pixels of the circuit's area, y downwards. A narrower board shortens the straights only.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, dist, pi, radians, sin
from typing import Final

from officina.core.drawing import Way
from officina.games.automobiles.track import Geometry, Piece, Space, Track
from officina.games.automobiles.trackdraw import CentreLine

Point = tuple[float, float]

WIDE: Final = 1296
HIGH: Final = 498
MARGIN: Final = 11.0
"""Grass and kerb outside the road."""
ROAD: Final = 112.0
"""The width of an oval's road, whatever the number of its lanes."""
KERB: Final = 6.0
LEAST_INFIELD: Final = 200.0
FINENESS: Final = 4
"""Points for each position of a curve."""
FLAT: Final = 0.06
"""Points that lie so near to a straight line are left out."""
LONGEST_CAR: Final = 50.0
SHORTEST_CAR: Final = 26.0
OVERHANG: Final = 1.15
"""A car may be so many positions long: more would cover the lit space before it."""


class Ring:
    """The road on a board of this width."""

    def __init__(self, track: Track, width: float, geometry: Geometry) -> None:
        self.track = track
        self.width = width
        self.sign = "" if width == WIDE else "m"
        """In the names of classes of places: those of a narrower board are others."""
        self.geometry = geometry
        self.line = CentreLine(geometry, track.positions)
        self.lane_width = geometry.lane_width
        self.scale, self.shift = 1.0, (0.0, 0.0)
        self.ways: list[float] = []
        self.ahead = 0.0
        edge = [self.point(step / 2, self.edge(track.lanes)) for step in range(2 * track.positions)]
        left, top = min(x for x, _ in edge), min(y for _, y in edge)
        across, down = max(x for x, _ in edge) - left, max(y for _, y in edge) - top
        self.scale = min((width - 2 * MARGIN) / across, (HIGH - 2 * MARGIN) / down)
        self.lane_width *= self.scale
        self.shift = (width - across * self.scale) / 2 - left * self.scale, (HIGH - down * self.scale) / 2 - top * self.scale
        self.bend = down * self.scale / 2
        if width != WIDE:
            self.even_out()
        self.middles = [self.middle(segment) for segment in range(track.segments)]
        self.headings = [self.heading(position) for position in range(track.positions)]
        self.car = self.car_length()
        self.lap = Way("au-lap", [rounded(self.point(half / 2, 0.0)) for half in range(2 * track.positions)])
        """The line along which cars go from place to place; two points for each position."""
        self.infield = self.inside()

    # --- places

    def even_out(self) -> None:
        """Make all positions equally long again in their shortest lane, each as near as can be to where it was."""
        steps = FINENESS * self.track.positions
        lanes = [
            [self.point(step / FINENESS, self.edge(lane)) for step in range(steps + 1)]
            for lane in (0.5, self.track.lanes - 0.5)
        ]
        ways = [0.0]
        for step in range(steps):
            ways.append(ways[-1] + min(dist(lane[step], lane[step + 1]) for lane in lanes))
        self.ahead = sum(way - ways[-1] * step / steps for step, way in enumerate(ways)) / len(ways)
        self.ways = ways

    def even(self, place: float) -> float:
        """The place of the file's road that lies where this place is to be."""
        if not self.ways:
            return place
        steps = len(self.ways) - 1
        way = (self.ways[-1] * place / self.track.positions + self.ahead) % self.ways[-1]
        after = min(steps, max(1, bisect_right(self.ways, way)))
        before, beyond = self.ways[after - 1], self.ways[after]
        return (after - 1 + (way - before) / (beyond - before)) / FINENESS

    def edge(self, lane: float) -> float:
        """The offset of a lane's inner edge to the left of the centre line; its outer edge is the next lane's."""
        return (self.track.lanes / 2 - lane) * self.lane_width

    def point(self, place: float, offset: float) -> Point:
        """A point beside the centre line at a place counted in positions from the finish line."""
        x, y, heading = self.line.at(self.even(place))
        x, y = x * self.scale + self.shift[0], -y * self.scale + self.shift[1]
        return x - offset * sin(radians(heading)), y - offset * cos(radians(heading))

    def middle(self, segment: int) -> Point:
        """The middle of a segment."""
        return self.point(self.track.position_of(segment) + 0.5, self.edge(self.track.lane_of(segment) + 0.5))

    def heading(self, position: int) -> float:
        """Degrees clockwise that a car is turned at a position."""
        (x, y), (ahead_x, ahead_y) = self.point(position + 0.35, 0.0), self.point(position + 0.65, 0.0)
        return degrees(atan2(ahead_y - y, ahead_x - x))

    def car_length(self) -> float:
        """As long as a car may be on this road."""
        pairs = [(self.middles[segment], self.middles[self.track.straight[segment]]) for segment in range(self.track.segments)]
        shortest = min(dist(a, b) for a, b in pairs)
        return max(SHORTEST_CAR, min(LONGEST_CAR, OVERHANG * shortest, 2 * (self.lane_width - 3)))

    def inside(self) -> tuple[float, float]:
        """Top and bottom of the grass between the straights."""
        left, right = MARGIN + self.bend, self.width - MARGIN - self.bend
        points = [self.point(step / 4, self.edge(0)) for step in range(4 * self.track.positions)]
        between = [y for x, y in points if left <= x <= right]
        upper = [y for y in between if y < HIGH / 2]
        lower = [y for y in between if y >= HIGH / 2]
        return (max(upper) + KERB, min(lower) - KERB) if upper and lower else (0.0, 0.0)

    def reach(self, top: float, bottom: float) -> tuple[float, float]:
        """How far to the left and to the right the grass of the infield goes between two heights."""
        points = [self.point(step / 8, self.edge(0)) for step in range(8 * self.track.positions)]
        level = [x for x, y in points if top <= y <= bottom]
        left = max((x for x in level if x < self.width / 2), default=MARGIN + ROAD)
        right = min((x for x in level if x >= self.width / 2), default=self.width - MARGIN - ROAD)
        return left + KERB, right - KERB

    def on_lap(self, position: int) -> str:
        """Which part of the lap a position is at."""
        return self.lap.at(2 * position + 1)

    # --- shapes

    def curve(self, first: float, last: float, offset: float) -> list[Point]:
        """Points along the road at an offset, both ends included; straight stretches have their ends only."""
        steps = max(1, round((last - first) * FINENESS))
        return straightened([self.point(first + (last - first) * step / steps, offset) for step in range(steps + 1)])

    def strip(self, first: float, last: float, inner: float, outer: float) -> str:
        """The outline of a stretch of road between two offsets."""
        return path_of(self.curve(first, last, inner) + self.curve(first, last, outer)[::-1]) + "Z"

    def band(self, first: int, last: int, inset: float = 0.0) -> str:
        """The outline of consecutive segments of a lane, so many pixels inside their edges."""
        lane = self.track.lane_of(first)
        begin, end = float(self.track.position_of(first)), self.track.position_of(last) + 1.0
        end_inset = inset / (self.car / OVERHANG)
        return self.strip(begin + end_inset, end - end_inset, self.edge(lane) - inset, self.edge(lane + 1) + inset)

    def outline(self, space: Space, inset: float = 0.0) -> str:
        """The outline of a space."""
        return self.band(space.first, space.last, inset)

    def way(self, start: int, end: int) -> list[Point]:
        """A step along the road, changing lane evenly on the way."""
        track = self.track
        first = track.position_of(start) + 0.5
        length = (track.position_of(end) - track.position_of(start)) % track.positions or track.positions
        here, there = self.edge(track.lane_of(start) + 0.5), self.edge(track.lane_of(end) + 0.5)
        steps = max(2, 3 * length)
        parts = [step / steps for step in range(steps + 1)]
        return [self.point(first + length * part, here + (there - here) * part) for part in parts]


def rounded(point: Point) -> Point:
    """To tenths of a pixel."""
    return round(point[0], 1), round(point[1], 1)


def straightened(points: list[Point]) -> list[Point]:
    """The same line without the points that lie on the straight between their neighbours."""
    found = points[:1]
    for here, after in pairwise(points[1:]):
        before = found[-1]
        across = (after[0] - before[0]) * (here[1] - before[1]) - (after[1] - before[1]) * (here[0] - before[0])
        if abs(across) > FLAT * dist(before, after):
            found.append(here)
    return found + points[-1:]


def path_of(points: list[Point]) -> str:
    """Points as a path, open."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def oval(track: Track) -> Geometry:
    """A road of two straights and two half circles; the first bend of the track is the one at the right, as far as can be."""
    lane_width = ROAD / track.lanes
    radius = HIGH / 2 - MARGIN - ROAD / 2
    straight = WIDE - HIGH
    inside = pi * (radius - ROAD / 2 + lane_width / 2)
    bend = max(1, round(track.positions * inside / (2 * straight + 2 * inside)))
    below = (track.positions - 2 * bend + 1) // 2
    above = track.positions - 2 * bend - below
    curved = [section.first for section in track.sections if section.kind != "straight"]
    after = min(max(min(curved, default=below - 1), 1), below - 1)
    geometry = Geometry(lane_width, lane_width, lane_width)
    geometry.pieces = [
        Piece(after, straight * after / below, 0.0),
        Piece(bend, pi * radius, 180.0),
        Piece(above, straight, 0.0),
        Piece(bend, pi * radius, 180.0),
        Piece(below - after, straight * (below - after) / below, 0.0),
    ]
    return geometry


def narrower(geometry: Geometry, by: float) -> Geometry | None:
    """The same road with straights to the right and to the left so much shorter; None if they are not long enough."""
    headings = [sum(piece.turn for piece in geometry.pieces[:index]) for index in range(len(geometry.pieces))]
    ways = [0 if piece.turn else round(cos(radians(heading))) for piece, heading in zip(geometry.pieces, headings, strict=True)]
    lengths = {way: sum(p.length for p, found in zip(geometry.pieces, ways, strict=True) if found == way) for way in (1, -1)}
    if min(lengths.values()) <= by:
        return None
    found = Geometry(geometry.lane_width, geometry.car_length, geometry.car_width)
    found.pieces = [
        Piece(piece.positions, piece.length * (1 - by / lengths[way]) if way else piece.length, piece.turn)
        for piece, way in zip(geometry.pieces, ways, strict=True)
    ]
    return found


@lru_cache(maxsize=32)
def ring(track: Track, width: float) -> Ring:
    """The road of a track on a board of this width; its own wide shape where it leaves room for the paddock."""
    for geometry in (track.geometry.wide, oval(track)):
        shape = narrower(geometry, WIDE - width) if geometry is not None else None
        if shape is not None:
            found = Ring(track, width, shape)
            if found.infield[1] - found.infield[0] >= LEAST_INFIELD:
                return found
    raise ValueError("an oval always has an infield")
