"""Draws the rooms of the house from the real imports: ``python docs/rooms.py`` writes ``docs/rooms.svg``.

An arrow says "imports". Where one room reaches another through a third, the direct arrow is left out, so that the picture shows
the way and not every pair. ``tests/test_rooms.py`` compares the picture with the sources.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import grimp

PICTURE: Final = Path(__file__).parent / "rooms.svg"
ROOT: Final = "officina"
OPENED: Final = ("tables", "web")
"""Rooms that are shown with what is in them."""
WIDE, HIGH, GAP, HEAD = 118, 34, 26, 30
Arrows = dict[str, set[str]]
Box = tuple[int, int, int, int]
"""Left, top, width, height."""


def rooms_in(graph: grimp.ImportGraph, package: str) -> list[str]:
    """The rooms of a package by name; modules that begin with an underscore are none."""
    return sorted(child for child in graph.find_children(package) if not child.rpartition(".")[2].startswith("_"))


def arrows_between(graph: grimp.ImportGraph, rooms: Iterable[str]) -> Arrows:
    """Which room imports which, shortest ways only."""
    found: Arrows = {}
    for one in rooms:
        others = [other for other in rooms if other != one]
        found[one] = {other for other in others if graph.direct_import_exists(importer=one, imported=other, as_packages=True)}
    return {one: {other for other in others if not through_another(found, one, other)} for one, others in found.items()}


def through_another(arrows: Arrows, start: str, end: str) -> bool:
    """Whether there is a way from one room to the other that is not the direct one."""
    waiting = [room for room in arrows[start] if room != end]
    seen: set[str] = set()
    while waiting:
        room = waiting.pop()
        if room == end:
            return True
        if room not in seen:
            seen.add(room)
            waiting += arrows[room]
    return False


def levels(arrows: Arrows) -> list[list[str]]:
    """The rooms in rows: each stands right below the lowest of those that import it, wide ones first."""
    depth: dict[str, int] = {}

    def of(room: str) -> int:
        if room not in depth:
            depth[room] = 1 + max((of(other) for other, others in arrows.items() if room in others), default=-1)
        return depth[room]

    for room in arrows:
        of(room)
    opened = [f"{ROOT}.{name}" for name in OPENED]
    rows = [[room for room in arrows if depth[room] == row] for row in range(max(depth.values()) + 1)]
    return [sorted(row, key=lambda room: (room not in opened, room)) for row in rows]


class Picture:
    """Boxes and arrows, row by row."""

    def __init__(self, graph: grimp.ImportGraph) -> None:
        self.graph = graph
        self.parts: list[str] = []

    def size(self, room: str) -> tuple[int, int]:
        """How wide and high a room is."""
        if room.removeprefix(f"{ROOT}.") not in OPENED:
            return WIDE, HIGH
        rows = levels(arrows_between(self.graph, rooms_in(self.graph, room)))
        widest = max(len(row) for row in rows)
        return widest * WIDE + (widest + 3) * GAP, HEAD + len(rows) * HIGH + (len(rows) - 1) * GAP + GAP // 2

    def draw(self, arrows: Arrows, left: int, top: int, width: int) -> int:
        """All rows of rooms in the middle of the width; where the next thing below may stand."""
        places: dict[str, Box] = {}
        for row in levels(arrows):
            sizes = [self.size(room) for room in row]
            x = left + (width - sum(wide for wide, _ in sizes) - GAP * (len(row) - 1)) // 2
            for room, (wide, high) in zip(row, sizes, strict=True):
                places[room] = (x, top, wide, high)
                x += wide + GAP
            top += max(high for _, high in sizes) + GAP
        rows = levels(arrows)
        row_of = {room: number for number, row in enumerate(rows) for room in row}
        for room, others in arrows.items():
            for other in sorted(others):
                between = [place for name, place in places.items() if row_of[room] < row_of[name] < row_of[other]]
                self.arrow(places[room], places[other], between)
        for room, (x, y, wide, high) in places.items():
            self.box(room, x, y, wide, high)
        return top

    def arrow(self, start: Box, end: Box, between: list[Box]) -> None:
        """Straight down to the next row; past other rows around them, on the side where the arrow begins."""
        (x, y, wide, high), (to_x, to_y, to_wide, _) = start, end
        if not between:
            self.parts.append(f'<path class="arrow" d="M{x + wide // 2} {y + high}L{to_x + to_wide // 2} {to_y - 3}"/>')
            return
        passed = [*between, start, end]
        is_left = x + wide // 2 < sum(box[0] + box[2] // 2 for box in between) // len(between)
        out = min(box[0] for box in passed) - GAP // 2 if is_left else max(box[0] + box[2] for box in passed) + GAP // 2
        begin, stop = (x + wide // 4, to_x + to_wide // 4) if is_left else (x + wide * 3 // 4, to_x + to_wide * 3 // 4)
        way = f"M{begin} {y + high}V{y + high + GAP // 3}H{out}V{to_y - GAP // 2}H{stop}V{to_y - 3}"
        self.parts.append(f'<path class="arrow" d="{way}"/>')

    def box(self, room: str, x: int, y: int, wide: int, high: int) -> None:
        """One room, with its own rooms if it is opened."""
        name = escape(room.rpartition(".")[2])
        opened = room.removeprefix(f"{ROOT}.") in OPENED
        label_y = y + 20 if opened else y + high // 2 + 5
        look = "open" if opened else "room"
        self.parts.append(f'<rect class="{look}" x="{x}" y="{y}" width="{wide}" height="{high}" rx="6"/>')
        self.parts.append(f'<text x="{x + wide // 2}" y="{label_y}">{name}</text>')
        if opened:
            self.draw(arrows_between(self.graph, rooms_in(self.graph, room)), x, y + HEAD, wide)


STYLE: Final = (
    "svg{background:#f6efe0}text{font:600 14px system-ui,sans-serif;text-anchor:middle;fill:#2a2420}"
    ".room{fill:#fffaf0;stroke:#2a2420;stroke-width:1.5}.open{fill:#ece1c8;stroke:#2a2420;stroke-width:1.5}"
    ".arrow{stroke:#93400f;stroke-width:1.5;stroke-linejoin:round;fill:none;marker-end:url(#tip)}"
)


def drawing() -> str:
    """The picture as SVG."""
    graph = grimp.build_graph(ROOT, cache_dir=None)
    picture = Picture(graph)
    arrows = arrows_between(graph, rooms_in(graph, ROOT))
    width = max(sum(picture.size(room)[0] + GAP for room in row) for row in levels(arrows)) + 3 * GAP
    height = picture.draw(arrows, 0, GAP, width)
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    title = "<title>The rooms of Officina: who imports whom</title>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">{title}'
    marker = f'<defs>{tip}<path d="M0 0L8 4L0 8z" fill="#93400f"/></marker></defs>'
    return "\n".join([head, f"<style>{STYLE}</style>", marker, *picture.parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
