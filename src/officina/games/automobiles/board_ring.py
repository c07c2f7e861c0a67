"""The road of Automobiles as a ring round the paddock: where every place of every lane lies on the board.

A track file may say how its road lies round a wide infield (``geometry.wide``). Any other road keeps the shape of its file,
stretched over the board: round the paddock where that fits into it, else beside it. A plain oval, and a road that is wound too
closely for cars of this size, become an oval whose first bend lies at the right. Coordinates are pixels of the circuit's area,
y downwards. A narrower board shortens the straights of an oval or a wide shape only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, dist, hypot, pi, radians, sin
from typing import Final

from officina.core.drawing import Way
from officina.games.automobiles.track import Geometry, Piece, Space, Track
from officina.games.automobiles.trackdraw import CentreLine

Point = tuple[float, float]
Box = tuple[float, float, float, float]

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
BESIDE: Final = {float(WIDE): 1066.0, 954.0: 768.0}
"""What is left of a board for a road that has no room for the paddock inside it."""
PADDOCK: Final = (158.0, 240.0, 262.0)
"""How far from the left and right the paddock begins, and from left and right the shop in it."""
BOARDS: Final = 162.0
"""So high wear chart and lap board are in the paddock, with the grass round them."""
CORNERED: Final = {"drivers": (70.0, 62.0), "arrows": (44.0, 44.0)}
BOARD_SIZES: Final = {"wear": (78.0, 112.0), "laps": (92.0, 112.0)}
"""The sizes of what looks for its place in the grass."""
ROADS: Final = (112.0, 104.0, 96.0, 88.0, 80.0, 72.0)
"""Widths of a road with the shape of its file: the first at which it does not run into itself and leaves room for
the plates."""
LEAST_ROUND: Final = 96.0
"""Rather than a narrower road round the paddock, a broader one has it beside it."""
EVENED: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""How far positions of such a road are made equally long: as little as does, so that bends stay where they are."""
ROOMY: Final = 30.0
CRAMPED: Final = 22.0
"""So long a position need not be made longer; so short ones are no road for cars."""
MOST_BACK: Final = 2
"""Quarters of a position in which the inner edge of a bend may be only a point."""
TALL: Final = 1.15
"""A road that is so much higher than wide is turned to lie."""
HALF_TURN: Final = 180.0
STEP: Final = 7.0
GAP: Final = 6.0
"""Places for plates in the grass are tried so many pixels apart; plates lie so far from each other."""
COLUMNS: Final = 48
"""Into so many a road with the shape of its file is cut to be stretched."""


class Ring:
    """The road on a board of this width."""

    def __init__(self, track: Track, width: float, line: Line, lane_width: float, evened: float) -> None:
        self.track = track
        self.width = width
        self.sign = "" if width in (WIDE, BESIDE[WIDE]) else "m"
        """In the names of classes of places: those of a narrower board are others."""
        self.line = line
        self.lane_width = lane_width
        self.evened = evened
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
        if evened:
            self.even_out()
        self.middles = [self.middle(segment) for segment in range(track.segments)]
        self.headings = [self.heading(position) for position in range(track.positions)]
        self.car = self.car_length()
        self.lap = Way("au-lap", [rounded(self.point(half / 2, 0.0)) for half in range(2 * track.positions)])
        """The line along which cars go from place to place; two points for each position."""
        self.infield = self.inside()
        self.plates: dict[str, Box] = {"drivers": (width - 77.0, HIGH - 69.0, 70.0, 62.0), "arrows": (21.0, 453.0, 36.0, 28.0)}
        """Where things lie in the grass; wear chart and lap board only where they are not in the paddock."""

        self.own = isinstance(line, OwnLine)
        """Whether it has the shape of its file."""

    @property
    def beside(self) -> bool:
        """Whether the shop lies beside the road, not inside it."""
        return "wear" in self.plates

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
        found = (after - 1 + (way - before) / (beyond - before)) / FINENESS
        if self.evened == 1.0:
            return found
        half = self.track.positions / 2
        return place + self.evened * ((found - place + half) % self.track.positions - half)

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
        return max(SHORTEST_CAR, min(LONGEST_CAR, OVERHANG * self.shortest(), 2 * (self.lane_width - 3)))

    def shortest(self) -> float:
        """From a segment to the next in its lane, where that is nearest."""
        pairs = [(self.middles[segment], self.middles[self.track.straight[segment]]) for segment in range(self.track.segments)]
        return min(dist(a, b) for a, b in pairs)

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

    def clear(self, box: Box, gap: float = 2.0) -> bool:
        """Whether there is only grass in a box, and so far round it."""
        left, top, wide, high = box
        off = self.track.lanes * self.lane_width / 2 + KERB + gap
        for x, y in self.middle_line:
            beside = max(left - x, 0.0, x - left - wide), max(top - y, 0.0, y - top - high)
            if beside[0] < off and beside[1] < off and hypot(*beside) < off:
                return False
        return True

    @cached_property
    def middle_line(self) -> list[Point]:
        """The middle of the road, point by point."""
        return [self.point(step / 2, 0.0) for step in range(2 * self.track.positions)]

    def free(self, size: Point, near: Point, taken: Sequence[Box] = ()) -> Box | None:
        """The box of this size in the grass that is nearest to a place, clear of others; None if there is none."""
        wide, high = size
        tried = [
            (x, y, wide, high)
            for x in steps(MARGIN / 2, self.width - wide - MARGIN / 2)
            for y in steps(MARGIN / 2, HIGH - high - MARGIN / 2)
        ]
        tried.sort(key=lambda box: dist((box[0] + wide / 2, box[1] + high / 2), near))
        return next((box for box in tried if not any(meet(box, other) for other in taken) and self.clear(box)), None)

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


def steps(first: float, last: float) -> list[float]:
    """From the first to the last by a few pixels."""
    return [first + STEP * index for index in range(int((last - first) / STEP) + 1)] + [last]


def meet(one: Box, other: Box) -> bool:
    """Whether there is less than a gap between two boxes."""
    (left, top, wide, high), (x, y, across, down) = one, other
    return max(x - left - wide, left - x - across, y - top - high, top - y - down) < GAP


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


class OwnLine:
    """The middle of a road as its file has it, in pixels with y upwards: laid over a board, turned if it is tall.

    It is as high as the board. Where it must grow wider than that, columns in which it runs from side to side are stretched,
    and those with bends keep their shape; a road that is wider than the board is pressed together evenly.
    """

    def __init__(self, track: Track, width: float, road: float) -> None:
        self.line = CentreLine(track.geometry, track.positions)
        self.turned = False
        places = [step / FINENESS for step in range(FINENESS * track.positions)]
        across, down = extent([self.raw(place)[:2] for place in places])
        self.turned = down > TALL * across
        if self.turned:
            across, down = down, across
        self.high = (HIGH - 2 * MARGIN - road) / down
        wanted = width - 2 * MARGIN - road
        self.left = min(self.raw(place)[0] for place in places)
        self.column = across / COLUMNS
        flat = [1.0] * COLUMNS
        for x, _, heading in map(self.raw, places):
            column = min(COLUMNS - 1, int((x - self.left) / self.column))
            flat[column] = min(flat[column], cos(radians(heading)) ** 2)
        for _ in range(COLUMNS // 8):
            flat = [(a + 2 * b + c) / 4 for a, b, c in zip([flat[0], *flat], flat, [*flat[1:], flat[-1]], strict=False)]
        more = (wanted / across - self.high) / (sum(flat) / COLUMNS)
        if more < 0.0:
            flat, more = [0.0] * COLUMNS, 0.0
        base = wanted / across - more * sum(flat) / COLUMNS
        self.stretches = [base + more * each for each in flat]
        """How much each column of the file's road is stretched."""
        self.starts = [self.column * sum(self.stretches[:index]) for index in range(COLUMNS)]

    def raw(self, place: float) -> tuple[float, float, float]:
        """x, y and heading as in the file, lying."""
        x, y, heading = self.line.at(place)
        return (y, -x, heading - 90.0) if self.turned else (x, y, heading)

    def at(self, place: float) -> tuple[float, float, float]:
        """x, y and heading in degrees at a place of the lap."""
        x, y, heading = self.raw(place)
        way = (x - self.left) / self.column
        index = min(COLUMNS - 1, max(0, int(way)))
        wide = self.stretches[index]
        there = self.starts[index] + (way - index) * self.column * wide
        # the direction changes evenly from the middle of a column to that of the next
        beside = min(COLUMNS - 1, max(0, index + (1 if way - index > 0.5 else -1)))
        wide += (self.stretches[beside] - wide) * abs(way - index - 0.5)
        return there, y * self.high, degrees(atan2(self.high * sin(radians(heading)), wide * cos(radians(heading))))


Line = CentreLine | OwnLine


def extent(points: list[Point]) -> Point:
    """How wide and how high."""
    return max(x for x, _ in points) - min(x for x, _ in points), max(y for _, y in points) - min(y for _, y in points)


def is_oval(geometry: Geometry) -> bool:
    """Whether a file's road is nothing but straights and half circles."""
    return bool(geometry.pieces) and all(piece.turn in (0.0, HALF_TURN) for piece in geometry.pieces)


def sound(found: Ring) -> bool:
    """Whether the edges of a road go forward, but for the heel of a sharp bend, and no stretch of it touches another."""
    lanes, lap = found.track.lanes, found.track.positions
    for lane in (0.0, float(lanes)):
        edge = [found.point(step / FINENESS, found.edge(lane)) for step in range(FINENESS * lap + 1)]
        back = 0
        for step, (here, there) in enumerate(pairwise(edge)):
            heading = radians(found.line.at(found.even((step + 0.5) / FINENESS))[2])
            back += (there[0] - here[0]) * cos(heading) - (there[1] - here[1]) * sin(heading) <= 0.0
        if back > MOST_BACK:
            return False
    broad = lanes * found.lane_width + 2 * KERB
    line = found.middle_line
    ways = [0.0]
    for here, there in pairwise([*line, line[0]]):
        ways.append(ways[-1] + dist(here, there))
    for index, here in enumerate(line):
        for other in range(index + 1, len(line)):
            way = ways[other] - ways[index]
            if min(way, ways[-1] - way) > 1.8 * broad and dist(here, line[other]) < broad:
                return False
    return True


def own_ring(track: Track, width: float, *, inside: bool) -> Ring | None:
    """A road with the shape of its file, the paddock inside it or beside it; None if it is wound too closely."""
    for road in ROADS[: ROADS.index(LEAST_ROUND) + 1] if inside else ROADS:
        lane_width = road / track.lanes
        line = OwnLine(track, width, road)
        if sound(Ring(track, width, line, lane_width, 0.0)):
            found = [Ring(track, width, line, lane_width, evened) for evened in EVENED]
            best = next((each for each in found if each.shortest() >= ROOMY), max(found, key=Ring.shortest))
            if best.shortest() >= CRAMPED and laid_out(best, inside=inside):
                return best
    return None


def with_paddock(found: Ring) -> bool:
    """Whether shop, wear chart and lap board find room inside a road; notes where."""
    side, left, right = PADDOCK
    lap = [step / 4 for step in range(4 * found.track.positions)]
    points = [found.point(place, found.edge(lane)) for place in lap for lane in (0, found.track.lanes)]
    between = sorted(y for x, y in points if left - KERB <= x <= found.width - right + KERB)
    gaps = [(lower - upper - 2 * KERB, upper + KERB, lower - KERB) for upper, lower in pairwise(between)]
    room, top, bottom = max(gaps, default=(0.0, 0.0, 0.0))
    found.infield = (top, bottom)
    return room >= LEAST_INFIELD and found.clear((side, (top + bottom - BOARDS) / 2, found.width - 2 * side, BOARDS))


def laid_out(found: Ring, *, inside: bool) -> bool:
    """Find the places of plates and arrows in the grass of a road of its own shape; False if they find no room."""
    taken: list[Box] = []
    wanted = dict(CORNERED)
    if inside:
        if not with_paddock(found):
            return False
        (top, bottom), side = found.infield, PADDOCK[0]
        taken.append((side, top, found.width - 2 * side, bottom - top))
    else:
        wanted = BOARD_SIZES | wanted
    found.plates = {}
    for name, size in wanted.items():
        near = {"drivers": (found.width, HIGH), "arrows": (0.0, HIGH)}.get(name, (found.width / 2, HIGH / 2))
        box = found.free(size, near, taken)
        if box is None:
            return False
        found.plates[name] = box
        taken.append(box)
    return True


@lru_cache(maxsize=32)
def ring(track: Track, width: float) -> Ring:
    """The road of a track on a board of this width, with the paddock inside it where that finds room."""
    if track.geometry.wide is None and not is_oval(track.geometry):
        for across in (width, BESIDE[width]):
            own = own_ring(track, across, inside=across == width)
            if own is not None:
                return own
    for geometry in (track.geometry.wide, oval(track)):
        shape = narrower(geometry, WIDE - width) if geometry is not None else None
        if shape is not None:
            line = CentreLine(shape, track.positions)
            found = Ring(track, width, line, shape.lane_width, 0.0 if width == WIDE else 1.0)
            if found.infield[1] - found.infield[0] >= LEAST_INFIELD:
                return found
    raise ValueError("an oval always has an infield")
