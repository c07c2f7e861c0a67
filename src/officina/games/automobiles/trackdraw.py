"""A track as a picture: SVG from the geometry of its file, without fonts, scripts or anything else from outside."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin
from typing import Final
from xml.sax.saxutils import escape

from officina.core.text import Message, render
from officina.games.automobiles.components import Parts
from officina.games.automobiles.cubes import COLOUR_NAMES, GEARS
from officina.games.automobiles.track import Geometry, Space, Track
from officina.games.automobiles.trackcurve import TracedLine
from officina.games.automobiles.trackfile import along

Point = tuple[float, float]

FINENESS: Final = 4
"""Points drawn for each position of a curve."""

FILLS: Final = ("#F5F2E9", "#B9BCC1", "#6B7078", "#1D1F24")
INKS: Final = ("#1D1F24", "#1D1F24", "#F5F2E9", "#F5F2E9")
GRASS: Final = "#5E8C4A"
GRASS_STRIPE: Final = "#649450"
BOLD: Final = "#101114"
KERB_RED: Final = "#C62F3A"
KERB_WHITE: Final = "#F5F2E9"


def draw_svg(track: Track, language: str = "en", parts: Parts | None = None) -> str:
    """The picture of a track; wear chart and lap track as in the given box, or the standard one."""
    return Drawing(track, language, parts if parts is not None else Parts()).draw()


class CentreLine:
    """The middle of the road: where it is, and which way it runs, at any place of the lap."""

    def __init__(self, geometry: Geometry, positions: int) -> None:
        self.geometry = geometry
        self.positions = positions
        self.starts: list[tuple[float, float, float]] = []
        self.traced = TracedLine(geometry.nodes) if geometry.nodes else None
        x, y, heading = *geometry.origin, geometry.heading
        for piece in geometry.pieces:
            self.starts.append((x, y, heading))
            x, y, heading = along(x, y, heading, piece, piece.length)

    def at(self, place: float) -> tuple[float, float, float]:
        """x, y and heading in degrees at a place counted in positions from the finish line."""
        place %= self.positions
        if self.traced is not None:
            return self.traced.at(place)
        if self.geometry.centre_points:
            return self.between_points(place)
        for start, piece in zip(self.starts, self.geometry.pieces, strict=True):
            if place <= piece.positions:
                return along(*start, piece, piece.length * place / piece.positions)
            place -= piece.positions
        raise ValueError("the pieces do not cover the lap")

    def between_points(self, place: float) -> tuple[float, float, float]:
        """A smooth closed curve through the points of the file (Catmull-Rom)."""
        points = self.geometry.centre_points
        first = int(place)
        t = place - first
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (points[(first + k) % len(points)] for k in (-1, 0, 1, 2))
        x, dx = spline(x0, x1, x2, x3, t)
        y, dy = spline(y0, y1, y2, y3, t)
        return x, y, degrees(atan2(dy, dx))


def spline(a: float, b: float, c: float, d: float, t: float) -> tuple[float, float]:
    """Value and slope of a Catmull-Rom curve between b and c."""
    value = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
    slope = 0.5 * (c - a) + t * (2 * a - 5 * b + 4 * c - d) + 1.5 * t * t * (3 * (b - c) + d - a)
    return value, slope


class Drawing:
    """One picture being drawn. The sizes of its letters are parts of a lane's width."""

    mark_size = 0.42
    stripe_mark_size = 0.36
    mark_opacity = 0.55
    number_size = 0.42
    grid_size = 0.43

    def __init__(self, track: Track, language: str, parts: Parts) -> None:
        self.track = track
        self.geometry = track.geometry
        self.language = language
        self.parts = parts
        self.line = CentreLine(track.geometry, track.positions)
        self.cell = (self.geometry.car_length, self.geometry.car_width)
        self.out: list[str] = []

    def say(self, key: str, **args: object) -> str:
        """A sentence of this game, safe inside XML."""
        return escape(render(Message(f"automobiles.{key}", **args), self.language))

    # --- places

    def point(self, place: float, offset: float) -> Point:
        """A point so far to the left of the centre line; SVG counts y downwards."""
        x, y, heading = self.line.at(place)
        return x - offset * sin(radians(heading)), -(y + offset * cos(radians(heading)))

    def edge(self, lane: int) -> float:
        """The offset of a lane's inner edge; that of its outer edge is the next lane's."""
        return (self.track.lanes / 2 - lane) * self.geometry.lane_width

    def curve(self, first: float, last: float, offset: float) -> list[Point]:
        """Points along the road at an offset, both ends included."""
        steps = max(1, round((last - first) * FINENESS))
        return [self.point(first + (last - first) * step / steps, offset) for step in range(steps + 1)]

    # --- pieces of SVG

    def add(self, line: str) -> None:
        """One element."""
        self.out.append(line)

    def polygon(self, points: list[Point], style: str) -> None:
        """A closed shape."""
        self.add(f'<polygon points="{path_of(points)}" {style}/>')

    def polyline(self, points: list[Point], style: str) -> None:
        """An open line."""
        self.add(f'<polyline points="{path_of(points)}" fill="none" {style}/>')

    def text(self, x: float, y: float, words: str, style: str, size: float, turn: float = 0.0) -> None:
        """Words centred on a point, turned clockwise by some degrees."""
        turned = f' transform="rotate({turn:.1f} {x:.1f} {y:.1f})"' if turn else ""
        self.add(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle" dominant-baseline="central"'
            f"{turned} {style}>{words}</text>"
        )

    # --- the picture

    def draw(self) -> str:
        """The whole picture."""
        left, bottom, right, top = self.geometry.view
        width, height = right - left, top - bottom
        name = self.track.titles[self.language]
        title = self.say("drawing.title", title=name, n=len(self.track.spaces), positions=self.track.positions)
        self.add(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {-top:g} {width:g} {height:g}" role="img" '
            f'font-family="sans-serif" aria-label="{title}">'
        )
        self.add(f"<title>{title}</title>")
        self.grass(left, -top, width, height)
        self.road()
        for space in self.track.spaces:
            self.space(space)
        self.finish_line()
        self.grid()
        self.position_numbers()
        self.legend()
        self.wear_chart()
        self.lap_track()
        self.add("</svg>")
        return "\n".join(self.out) + "\n"

    def grass(self, x: float, y: float, width: float, height: float) -> None:
        """A mown lawn around the road."""
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="18" fill="{GRASS}"/>')
        stripes = 12
        for stripe in range(0, stripes, 2):
            left, wide = x + width * stripe / stripes, width / stripes
            self.add(f'<rect x="{left:.1f}" y="{y:g}" width="{wide:.1f}" height="{height:g}" fill="{GRASS_STRIPE}"/>')

    def road(self) -> None:
        """The verge under the lanes, and kerbs along everything that is not straight."""
        lap = float(self.track.positions)
        verge = self.edge(0) + self.geometry.lane_width * 0.22
        around = self.curve(0.0, lap, -verge) + self.curve(0.0, lap, verge)[::-1]
        self.polygon(around, 'fill="#3A3D42"')
        for section in self.track.sections:
            if section.kind == "straight":
                continue
            first = float(section.first)
            last = first + (section.last - section.first) % self.track.positions + 1
            for side in (-1.0, 1.0):
                points = self.curve(first, last, side * verge)
                thickness = self.geometry.lane_width * 0.2
                self.polyline(points, f'stroke="{KERB_WHITE}" stroke-width="{thickness:.1f}"')
                self.polyline(points, f'stroke="{KERB_RED}" stroke-width="{thickness:.1f}" stroke-dasharray="9 9"')

    def space(self, space: Space) -> None:
        """A space: its colour, or two lengthwise stripes, the lighter one inside; bold all round, dashes between segments."""
        inner, outer = self.edge(space.lane), self.edge(space.lane + 1)
        first = float(self.track.position_of(space.first))
        last = first + space.last - space.first + 1
        shades = [gear for gear in range(GEARS) if space.colours >> gear & 1]
        width = (inner - outer) / len(shades)
        for stripe, shade in enumerate(shades):
            left = inner - stripe * width
            self.strip(first, last, left, left - width, f'fill="{FILLS[shade]}"')
        for position in range(int(first) + 1, int(last)):
            cut = [self.point(position, inner), self.point(position, outer)]
            self.polyline(cut, 'stroke="#8A8F98" stroke-width="1" stroke-dasharray="3 3"')
        self.strip(first, last, inner, outer, f'fill="none" stroke="{BOLD}" stroke-width="2.4" stroke-linejoin="round"')
        if self.is_lettered(space):
            return
        size = self.geometry.lane_width * (self.mark_size if len(shades) == 1 else self.stripe_mark_size)
        middle = first + (space.last - space.first + 1) // 2 + (0.5 if last - first > 2 else (last - first) % 2 / 2)
        for stripe, shade in enumerate(shades):
            if len(shades) > 1:
                middle = first + (last - first) * (stripe + 1) / (len(shades) + 2)
            x, y = self.point(middle, inner - (stripe + 0.5) * width)
            style = f'fill="{INKS[shade]}" fill-opacity="{self.mark_opacity:g}" font-weight="bold"'
            self.text(x, y, self.parts.marks[shade], style, size)

    def is_lettered(self, space: Space) -> bool:
        """Whether a space of one segment carries a grid cell's name or a lane's number, so that its mark would not be read."""
        if space.first != space.last:
            return False
        on_grid = any(cell.segment == space.first for cell in self.track.grid)
        return on_grid or self.track.position_of(space.first) == self.track.positions - 1

    def strip(self, first: float, last: float, inner: float, outer: float, style: str) -> None:
        """A stretch of road between two offsets."""
        self.polygon(self.curve(first, last, inner) + self.curve(first, last, outer)[::-1], style)

    def finish_line(self) -> None:
        """A heavy chequered bar across all lanes."""
        span = 0.16
        squares = self.track.lanes * 3
        top, bottom = self.edge(0), self.edge(self.track.lanes)
        step = (top - bottom) / squares
        for row in range(2):
            for square in range(squares):
                fill = BOLD if (row + square) % 2 else "#FFFFFF"
                start = (row - 1) * span
                self.strip(start, start + span, top - square * step, top - (square + 1) * step, f'fill="{fill}"')
        self.strip(-span, span, top, bottom, f'fill="none" stroke="{BOLD}" stroke-width="2"')

    def grid(self) -> None:
        """The outline of a car on each cell of the starting grid; the money when one points at it."""
        length, width = self.cell
        for slot, cell in enumerate(self.track.grid, 1):
            lane = self.track.lane_of(cell.segment)
            middle = self.track.position_of(cell.segment) + 0.5
            x, y = self.point(middle, (self.edge(lane) + self.edge(lane + 1)) / 2)
            turn = -self.line.at(middle)[2]
            self.add(f"<g><title>{self.say('drawing.grid', slot=slot, money=cell.money)}</title>")
            self.add(
                f'<rect x="{x - length / 2:.1f}" y="{y - width / 2:.1f}" width="{length:g}" height="{width:g}" rx="5" '
                f'fill="none" stroke="{KERB_RED}" stroke-width="2" transform="rotate({turn:.1f} {x:.1f} {y:.1f})"/>'
            )
            self.text(x, y, f"P{slot}", f'fill="{KERB_RED}" font-weight="bold"', self.geometry.lane_width * self.grid_size)
            self.add("</g>")

    def position_numbers(self) -> None:
        """Every fifth position outside the road, lane numbers before the line, and arrows in driving direction."""
        outside = self.edge(self.track.lanes) - self.geometry.lane_width * 0.75
        for position in range(0, self.track.positions, 5):
            x, y = self.point(position + 0.5, outside)
            style = 'fill="#FFFFFF" stroke="#2F4A25" stroke-width="3" paint-order="stroke"'
            self.text(x, y, str(position), style, self.geometry.lane_width * self.number_size)
        for lane in range(self.track.lanes):
            x, y = self.point(-0.55, (self.edge(lane) + self.edge(lane + 1)) / 2)
            style = 'fill="#F2C014" stroke="#101114" stroke-width="2.5" paint-order="stroke" font-weight="bold"'
            self.text(x, y, str(lane + 1), style, self.geometry.lane_width * 0.6)
        arrows: list[float] = [*self.geometry.arrows] or [self.track.positions / 5]
        for tail in arrows:
            self.arrow(tail)

    def arrow(self, tail: float) -> None:
        """An arrow beside the inner lane that shows the way."""
        inside = self.edge(0) + self.geometry.lane_width * 0.8
        shaft = self.curve(tail, tail + 2.8, inside)
        tip = [self.point(tail + 2.5, inside + 7), self.point(tail + 3.2, inside), self.point(tail + 2.5, inside - 7)]
        self.polyline(shaft, 'stroke="#F5F2E9" stroke-width="4"')
        self.polygon(tip, 'fill="#F5F2E9"')

    def legend(self) -> None:
        """The track's name, and whose map it is."""
        x, y = self.geometry.info[0], -self.geometry.info[1]
        self.text(x, y, escape(self.track.titles[self.language]), 'fill="#FFFFFF" font-weight="bold"', 20)
        if self.track.status == "REC":
            self.text(x, y + 24, self.say("drawing.reconstruction"), 'fill="#FFFFFF" font-style="italic"', 13)

    def wear_chart(self) -> None:
        """The wear chart in the infield: one box a shade, and the draft."""
        x, y = self.geometry.wear_chart[0], -self.geometry.wear_chart[1]
        box, step = 44.0, 50.0
        left = x - step * (GEARS + 1) / 2
        self.text(x, y - box * 0.85, self.say("drawing.wear_chart"), 'fill="#FFFFFF" font-weight="bold"', 15)
        for shade in range(GEARS):
            corner = left + shade * step
            words = self.say(f"shade.{COLOUR_NAMES[shade]}")
            self.add(f"<g><title>{words}</title>")
            self.box(corner, y - box / 2, box, FILLS[shade])
            centre = corner + box / 2
            self.text(centre, y - 8, self.parts.marks[shade], f'fill="{INKS[shade]}" fill-opacity="0.6"', 12)
            self.text(centre, y + 9, str(self.parts.wear_chart[shade]), f'fill="{INKS[shade]}" font-weight="bold"', 20)
            self.add("</g>")
        corner = left + GEARS * step
        self.box(corner, y - box / 2, box, "#DCE9F5")
        self.text(corner + box / 2, y - 10, self.say("drawing.drafting"), f'fill="{BOLD}"', 10)
        self.text(corner + box / 2, y + 9, "0", f'fill="{BOLD}" font-weight="bold"', 20)

    def lap_track(self) -> None:
        """The lap track: so many laps to go, the final lap, Finish."""
        right, y = self.geometry.lap_track[0], -self.geometry.lap_track[1]
        box, step = 26.0, 30.0
        wide = 74.0
        left = right - wide * 2 - step * (self.parts.most_laps - 1)
        for place, laps in enumerate(range(self.parts.most_laps, 1, -1)):
            self.box(left + place * step, y - box / 2, box, KERB_WHITE)
            self.text(left + place * step + box / 2, y, str(laps), f'fill="{BOLD}" font-weight="bold"', 15)
        for place, key in enumerate(("drawing.final_lap", "drawing.finish")):
            corner = right - wide * (2 - place)
            self.box(corner, y - box / 2, wide - 4, "#F2C014" if place == 0 else KERB_WHITE, box)
            self.text(corner + wide / 2 - 2, y, self.say(key), f'fill="{BOLD}" font-weight="bold"', 12)
        self.text(left - 48, y, self.say("drawing.laps"), 'fill="#FFFFFF" font-weight="bold"', 13)

    def box(self, x: float, y: float, width: float, fill: str, height: float = 0.0) -> None:
        """A rounded box."""
        tall = height or width
        self.add(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{tall:.1f}" rx="5" fill="{fill}" '
            f'stroke="{BOLD}" stroke-width="1.5"/>'
        )


def path_of(points: list[Point]) -> str:
    """Points as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
