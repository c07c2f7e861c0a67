"""A circuit as the engine reads it: lanes of spaces, all worked out per segment (AU-46 to AU-48).

A segment is a car-sized cell: number = lane x positions + position, lanes counted from 0 (the inside) although people count
them from 1. The segments of a space are consecutive numbers, because no space straddles the finish line. Colours of a space are
a bit mask of gear colours. Everything here is fixed when a track is loaded and shared by all positions.
"""

from __future__ import annotations

from typing import Final

from officina.games.automobiles.cubes import BLACK, GEARS

LETTERS: Final = "WLDK"
"""How track files write the gear colours, lightest first."""


class Space:
    """What lies between two bold lines of one lane: first and last segment, and its colours."""

    def __init__(self, lane: int, first: int, last: int, colours: int) -> None:
        self.lane = lane
        self.first = first
        self.last = last
        self.colours = colours


class GridCell:
    """A place of the starting grid, with the money that goes with it (AU-06, AU-08)."""

    def __init__(self, segment: int, lap: int, money: int) -> None:
        self.segment = segment
        self.lap = lap
        self.money = money


class Section:
    """A named stretch: its kind, and first and last position (it may wrap around the line)."""

    def __init__(self, key: str, kind: str, first: int, last: int) -> None:
        self.key = key
        self.kind = kind
        self.first = first
        self.last = last


class Piece:
    """A stretch of the centre line: a straight (turn 0) or an arc (degrees, left is positive)."""

    def __init__(self, positions: int, length: float, turn: float) -> None:
        self.positions = positions
        self.length = length
        self.turn = turn


class Node:
    """A point that the centre line was traced through, and the stretch from it to the next one: straight or not, how long."""

    def __init__(self, x: float, y: float, positions: int, straight: bool) -> None:
        self.x = x
        self.y = y
        self.positions = positions
        self.straight = straight


class Geometry:
    """How the circuit lies on paper, in drawing units with y upwards: pieces of the centre line, its points, or traced nodes.

    ``wide``: the same road stretched round a wide infield, for a board that has everything else in there. ``arrows``: positions
    that show the way; none: one a fifth of the lap after the line.
    """

    def __init__(self, lane_width: float, car_length: float, car_width: float) -> None:
        self.lane_width = lane_width
        self.car_length = car_length
        self.car_width = car_width
        self.origin = (0.0, 0.0)
        self.heading = 0.0
        self.pieces: list[Piece] = []
        self.centre_points: list[tuple[float, float]] = []
        self.nodes: list[Node] = []
        self.arrows: list[int] = []
        self.view = (0.0, 0.0, 0.0, 0.0)
        self.wear_chart = (0.0, 0.0)
        self.lap_track = (0.0, 0.0)
        self.info = (0.0, 0.0)
        self.wide: Geometry | None = None


class Track:
    """A circuit: its spaces, its grid, and for every segment what a car there can do next."""

    def __init__(
        self,
        name: str,
        titles: dict[str, str],
        status: str,
        positions: int,
        lanes: list[list[tuple[int, int]]],
        grid: list[GridCell],
        digest: str,
    ) -> None:
        self.name = name
        self.titles = titles
        self.status = status
        self.digest = digest
        self.positions = positions
        self.lanes = len(lanes)
        self.grid = grid
        self.sections: list[Section] = []
        self.geometry = Geometry(1.0, 1.0, 1.0)
        self.spaces: list[Space] = []
        self.space_of: list[int] = []
        self.first_of: list[int] = []
        self.front_of: list[int] = []
        self.colours_of: list[int] = []
        self.darkest_of: list[int] = []
        for lane in range(len(lanes)):
            for colours, length in lanes[lane]:
                self._add_space(lane, colours, length)
        self.segments = len(self.space_of)
        self.straight = [self._segment(s // positions, s % positions + 1) for s in range(self.segments)]
        self.ahead = [self._ahead(segment) for segment in range(self.segments)]
        self.by_place = {self.place(segment): segment for segment in range(self.segments)}

    def _add_space(self, lane: int, colours: int, length: int) -> None:
        first = len(self.space_of)
        front = first + length - 1
        darkest = BLACK
        while not colours >> darkest & 1:
            darkest -= 1
        for _ in range(length):
            self.space_of.append(len(self.spaces))
            self.first_of.append(first)
            self.front_of.append(front)
            self.colours_of.append(colours)
            self.darkest_of.append(darkest)
        self.spaces.append(Space(lane, first, front, colours))

    def _segment(self, lane: int, position: int) -> int:
        return lane * self.positions + position % self.positions

    def _ahead(self, segment: int) -> list[int]:
        """AU-52, AU-53: the segments straight on and diagonally forward, from the inside outwards."""
        lane = segment // self.positions
        position = segment % self.positions
        return [self._segment(other, position + 1) for other in (lane - 1, lane, lane + 1) if 0 <= other < self.lanes]

    def lane_of(self, segment: int) -> int:
        """The lane, from 0."""
        return segment // self.positions

    def position_of(self, segment: int) -> int:
        """The position along the ring."""
        return segment % self.positions

    def place(self, segment: int) -> str:
        """A segment as people write it: lane:position."""
        return f"{segment // self.positions + 1}:{segment % self.positions}"

    def letters(self, segment: int) -> str:
        """The colours of the space there, as track files write them."""
        return "".join([LETTERS[colour] for colour in range(GEARS) if self.colours_of[segment] >> colour & 1])


def leavings(track: Track) -> list[tuple[int, int]]:
    """AU-189: every landing with every position from which its space can be entered at or behind the landing."""
    found: list[tuple[int, int]] = []
    for landing in range(track.segments):
        for entry in range(track.first_of[landing], landing + 1):
            found.append((landing, (track.position_of(entry) - 1) % track.positions))
    return found


def leaving_word(track: Track, landing: int, left: int) -> str:
    """The notation of a weaving step."""
    return f"{track.place(landing)}/{left}"
