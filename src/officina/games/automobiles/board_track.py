"""The circuit of Automobiles in the browser: the printed road, where everything lies on it, and who drafts behind whom.

The road is that of ``trackdraw``, with letters that can be read on a screen. On a narrow screen the same picture is seen
through a window that follows a car (one class a position), beside a small picture of the whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from officina.core.drawing import places, rule, tag
from officina.games.automobiles.components import Parts
from officina.games.automobiles.track import Space, Track
from officina.games.automobiles.trackdraw import GRASS, Drawing, Point, path_of

WIDE: Final = 940
"""Pixels of the board's column on a usual screen; letters of the road are made for it."""
MOST_HIGH: Final = 540
"""Pixels that the picture of a high track may take on a usual screen."""
NARROW: Final = 374
WINDOW: Final = 304
"""Pixels of the board's column on a phone, and of the window there; a wider window has the same shape."""
SMALL: Final = 700
"""A picture of fewer pixels is seen through the window."""
LEAST_LETTER: Final = 12.0
"""Pixels of the smallest letter on the wide board."""
LANE_ON_PHONE: Final = 23.0
"""Pixels of a lane's width in the window of a phone."""
LOOK_AHEAD: Final = 3.0
"""The window's middle is so many positions ahead of the car it follows."""
CHART: Final = (165.0, 45.0)
"""Half the width and height that a chart takes on the picture, in drawing units."""
NOBODY: Final = -1


class Road(Drawing):
    """The printed road alone, with larger letters; cars, lap track and wear chart are drawn over it as they change."""

    def __init__(self, track: Track, parts: Parts) -> None:
        super().__init__(track, "en", parts)
        lane = self.geometry.lane_width
        self.letter = min(0.8 * lane, max(0.42 * lane, LEAST_LETTER * frame(track, parts)[2] / shown_width(track, parts)))
        self.mark_size = self.number_size = self.grid_size = self.letter / lane
        self.stripe_mark_size = min(self.mark_size, 0.62)
        self.mark_opacity = 0.85
        self.cell = (lane * 1.25, lane * 0.76)

    def print(self) -> str:
        """Everything that is printed on the board and stays."""
        self.grass(*frame(self.track, self.parts))
        self.road()
        for space in self.track.spaces:
            self.space(space)
        self.finish_line()
        self.grid()
        self.position_numbers()
        return "".join(self.out)


class Course:
    """Where things lie on one track, worked out once: cells, middles, headings, the way from one segment to another."""

    def __init__(self, track: Track, parts: Parts) -> None:
        self.track = track
        self.road = Road(track, parts)
        self.lane_width = track.geometry.lane_width
        self.view_box = " ".join(f"{part:.1f}" for part in frame(track, parts))
        self.middles = [self.middle(segment) for segment in range(track.segments)]
        self.cells = [self.band(segment, segment) for segment in range(track.segments)]
        self.printed = self.road.print()
        self.ways: dict[tuple[int, int], str] = {}

    def offset(self, lane: int) -> float:
        """How far a lane's middle lies to the left of the centre line."""
        return self.road.edge(lane) - self.lane_width / 2

    def middle(self, segment: int) -> Point:
        """The middle of a segment."""
        return self.road.point(self.track.position_of(segment) + 0.5, self.offset(self.track.lane_of(segment)))

    def heading(self, position: int) -> float:
        """Degrees clockwise that a car is turned at a position."""
        return -self.road.line.at(position + 0.5)[2]

    def band(self, first: int, last: int) -> str:
        """The outline of consecutive segments of a lane."""
        lane = self.track.lane_of(first)
        begin, end = float(self.track.position_of(first)), self.track.position_of(last) + 1.0
        inner, outer = self.road.edge(lane), self.road.edge(lane + 1)
        return path_of(self.road.curve(begin, end, inner) + self.road.curve(begin, end, outer)[::-1])

    def whole(self, space: Space) -> str:
        """The outline of a space."""
        return self.band(space.first, space.last)

    def way(self, start: int, end: int) -> str:
        """The points of a step along the road, changing lane evenly on the way."""
        found = self.ways.get((start, end))
        if found is None:
            first = self.track.position_of(start) + 0.5
            length = (
                self.track.position_of(end) - self.track.position_of(start)
            ) % self.track.positions or self.track.positions
            here, there = self.offset(self.track.lane_of(start)), self.offset(self.track.lane_of(end))
            steps = max(2, 3 * length)
            parts = [step / steps for step in range(steps + 1)]
            found = path_of([self.road.point(first + length * part, here + (there - here) * part) for part in parts])
            self.ways[start, end] = found
        return found


@lru_cache(maxsize=16)
def course(track: Track, parts: Parts) -> Course:
    """The course of a track."""
    return Course(track, parts)


@lru_cache(maxsize=16)
def frame(track: Track, parts: Parts) -> tuple[float, float, float, float]:
    """Left, top, width and height of the picture: the road with its numbers, and the charts in the infield."""
    plan = Drawing(track, "en", parts)
    edge = track.geometry.lane_width * (track.lanes / 2 + 1.45)
    lap = float(track.positions)
    points = plan.curve(0.0, lap, edge) + plan.curve(0.0, lap, -edge)
    for x, y in (track.geometry.wear_chart, track.geometry.info):
        points += [(x - CHART[0], -y - CHART[1]), (x + CHART[0], -y + CHART[1])]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top


def shown_width(track: Track, parts: Parts) -> float:
    """Pixels of the picture's width on a usual screen."""
    _, _, width, height = frame(track, parts)
    return min(WIDE, MOST_HIGH * width / height)


# --- what is sent once


def car_length(track: Track) -> float:
    """As long as drawn cars may be: they fill most of a lane's width."""
    geometry = track.geometry
    return min(geometry.lane_width * 1.35, geometry.lane_width * 0.8 * geometry.car_length / geometry.car_width)


def car_symbol(track: Track, hex: str, id: str) -> str:
    """A racing car from above, its nose to the right."""
    x, y = car_length(track) / 2, track.geometry.lane_width * 0.4
    body = (
        f"M{-x:.1f},{-y * 0.62:.1f} H{x * 0.35:.1f} L{x:.1f},{-y * 0.3:.1f} V{y * 0.3:.1f} L{x * 0.35:.1f},{y * 0.62:.1f}"
        f" H{-x:.1f} Z"
    )
    wheels = "".join(
        tag("rect", x=round(a, 1), y=round(b, 1), width=round(x * 0.42, 1), height=round(y * 0.34, 1), rx=1, fill="#101114")
        for a in (-x * 0.9, x * 0.28)
        for b in (-y, y * 0.66)
    )
    return tag("g", wheels, tag("path", d=body, fill=hex, stroke="#FFFFFF", stroke_width=1.6, stroke_linejoin="round"), id=id)


@lru_cache(maxsize=16)
def printed(track: Track, parts: Parts) -> str:
    """The road and the cars, to be used by name."""
    found = [tag("g", course(track, parts).printed, id="au-road")]
    found += [car_symbol(track, hex, f"au-car-{seat}") for seat, hex in enumerate(parts.car_hexes)]
    return tag("defs", *found)


@lru_cache(maxsize=16)
def track_style(track: Track, parts: Parts) -> str:
    """Where cars stand and how they are turned; what the window of a phone looks at; where charts lie on the picture."""
    found = course(track, parts)
    left, top, width, height = frame(track, parts)
    turns = "".join(rule(f".au-turn-{p}", transform=f"rotate({found.heading(p):.1f}deg)") for p in range(track.positions))
    shown = places("au-at", [(round(x, 1), round(y, 1)) for x, y in found.middles])
    picture = rule(".au-circuit,.au-mini", aspect_ratio=f"{width:.1f}/{height:.1f}", background=GRASS)
    picture += rule("svg.au-mini", display="none")
    shape = rule("svg.au-circuit", aspect_ratio=f"{NARROW}/{WINDOW}") + rule("svg.au-mini", display="block")
    picture += rule(".au-picture", max_width=f"{MOST_HIGH * width / height:.0f}px")
    zoom = LANE_ON_PHONE / track.geometry.lane_width / min(NARROW / width, WINDOW / height)
    middle = (left + width / 2, top + height / 2)
    eyes = [found.road.point(position + LOOK_AHEAD, 0.0) for position in range(track.positions)]
    window = "".join(
        rule(
            f".au-eye-{p}", transform=f"translate({middle[0] - zoom * x:.1f}px,{middle[1] - zoom * y:.1f}px) scale({zoom:.2f})"
        )
        for p, (x, y) in enumerate(eyes)
    )
    shapes = (("au-infield", track.geometry.wear_chart), ("au-name", track.geometry.info))
    charts = "".join(chart_place(name, point, (left, top, width, height)) for name, point in shapes)
    small, large = f"@container au (max-width:{SMALL}px)", "@container au (min-width:840px)"
    return f"{turns}{shown}{picture}{small}{{{shape}{window}}}{large}{{{charts}}}"


def chart_place(name: str, point: Point, seen: tuple[float, float, float, float]) -> str:
    """A chart over the picture: its middle is where the track's file wants it."""
    left, top, width, height = seen
    across, down = (point[0] - left) / width * 100, (-point[1] - top) / height * 100
    return rule(f".{name}", left=f"{across:.2f}%", top=f"{down:.2f}%", transform="translate(-50%,-50%)")


# --- what the cars on the road mean


def landing(track: Track, entry: int, blocked: set[int]) -> int | None:
    """AU-54, AU-55: where a car slides that enters a space there; None if a car stands in the way."""
    if entry in blocked:
        return None
    while entry != track.front_of[entry] and entry + 1 not in blocked:
        entry += 1
    return entry


def leader(track: Track, spots: dict[int, int], spot: int, *, by_segment: bool) -> int:
    """AU-101, AU-102: the seat in whose slipstream a car would be there (``spots`` are the other cars); NOBODY without one."""
    if by_segment:
        stretches = [(track.straight[spot], track.straight[spot])]
    else:
        following = track.straight[track.front_of[spot]]
        stretches = [(spot + 1, track.front_of[spot]), (following, track.front_of[following])]
    for first, last in stretches:
        ahead = [segment for segment in spots if first <= segment <= last]
        if ahead:
            return spots[min(ahead)]
    return NOBODY
