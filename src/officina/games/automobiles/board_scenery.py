"""What stands in the grass round the road of Automobiles, seen from above: stands, trees, tyre walls, tents, hay.

It is only drawn where nothing else lies, always in the same way for a road, and it is never part of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, degrees, dist, hypot
from typing import Final

from officina.core.drawing import tag
from officina.games.automobiles.board_ring import HIGH, KERB, Box, Point, Ring
from officina.looks import paint

BEYOND: Final = 34.0
"""So far beyond the edge of the board a phone sees grass."""
CELL: Final = 23.0
"""Things stand in cells of this size, each a little off its middle."""
NEAR_ROAD: Final = 26.0
"""So near to the kerb there are tyres and stands; trees stand further off."""
SIZES: Final = (7.0, 9.0, 11.0, 8.0, 10.0)
"""Of the crowns of trees."""
TENTS: Final = 93
FLAGS: Final = ("red", "yellow", "blue", "green", "purple")


def shade(x: float, y: float) -> int:
    """A figure from 0 to 99 that belongs to a place: scattered, and the same every time."""
    return (int(x) * 7919 + int(y) * 104729 + int(x) * int(y) * 31) % 100


def tree(kind: int) -> str:
    """A round crown with its light at the upper left."""
    size = SIZES[kind]
    return "".join(
        [
            tag("circle", cls="au-sh", cx=2, cy=3, r=f"{size:g}"),
            tag("circle", cls="au-tree au-fir" if kind % 3 == 0 else "au-tree", r=f"{size:g}"),
            tag("circle", cls="au-leaf", cx=f"{-size * 0.28:.1f}", cy=f"{-size * 0.28:.1f}", r=f"{size * 0.45:.1f}"),
        ]
    )


def stand(kind: int) -> str:
    """A grandstand: rows of people behind an awning."""
    crowd = [
        paint(
            FLAGS[(kind + 3 * seat + row) % len(FLAGS)],
            tag("circle", cls="pt", cx=f"{seat * 5.6 - 16.8:.1f}", cy=row * 5, r=1.9),
        )
        for row in (0, 1)
        for seat in range(7)
        if (kind + seat * 3 + row) % 4
    ]
    drawn = [
        tag("rect", cls="au-sh", x=-20, y=-6, width=44, height=19, rx=2),
        tag("rect", cls="au-stand", x=-22, y=-9, width=44, height=19, rx=2),
        tag("path", cls="au-awning", d="M-21 -6.5H21"),
    ]
    return "".join([*drawn, *crowd])


def tent(kind: int) -> str:
    """A tent of the paddock from above: four slopes."""
    drawn = [
        tag("rect", cls="au-sh", x=-8, y=-6, width=20, height=18, rx=2),
        tag("rect", cls="pt au-tent", x=-10, y=-9, width=20, height=18, rx=2),
        tag("path", cls="au-slope", d="M-10 -9L0 0L10 -9M-10 9L0 0L10 9"),
    ]
    return paint(FLAGS[kind], *drawn)


@lru_cache(maxsize=1)
def things() -> str:
    """Each thing once, to be used by its id."""
    tyres = "".join(tag("circle", cls="au-tyre", cx=step, r=3.4) for step in (-8, 0, 8))
    bales = "".join(tag("rect", cls="au-hay", x=step, y=-4, width=9, height=8, rx=1.5) for step in (-10, 1))
    drawn = {"tyres-0": tyres, "hay-0": bales}
    drawn |= {f"tree-{kind}": tree(kind) for kind in range(len(SIZES))}
    drawn |= {f"stand-{kind}": stand(kind) for kind in range(4)}
    drawn |= {f"tent-{kind}": tent(kind) for kind in range(len(FLAGS))}
    return tag("defs", *(tag("g", markup, id=f"au-{name}") for name, markup in drawn.items()))


def put(name: str, kind: int, at: Point, turn: float = 0.0) -> str:
    """One of them at its place."""
    turned = f" rotate({turn:.0f})" if turn else ""
    return tag("use", href=f"#au-{name}-{kind}", transform=f"translate({at[0]:.0f} {at[1]:.0f}){turned}")


@lru_cache(maxsize=64)
def scenery(found: Ring, taken: tuple[Box, ...], beyond: float = 0.0) -> str:
    """Everything in the grass, clear of the road and of what lies there already; ``beyond``: outside the board, too."""
    half = found.track.lanes * found.lane_width / 2 + KERB
    line = [found.point(step / 4, 0.0) for step in range(4 * found.track.positions)]
    boxes = [*taken, found.plates["arrows"]]
    drawn = along_road(found, half, boxes, beyond)
    rows, columns = int((HIGH + 2 * beyond) / CELL), int((found.width + 2 * beyond) / CELL)
    for row in range(rows):
        for column in range(columns):
            odd = shade(column * 13 + 5, row * 17 + 3)
            x = (column + 0.5) * CELL - beyond + odd % 7 - 3
            y = (row + 0.5) * CELL - beyond + odd % 5 - 2
            far = min(dist((x, y), each) for each in line) - half
            if odd % 10 < 3 or far < NEAR_ROAD - 8:
                continue
            size = SIZES[odd % len(SIZES)]
            if far < size + 18 or not inside(found, (x, y), size, beyond) or blocked((x, y), size + 3, boxes):
                continue
            drawn.append(
                put("tent", odd % len(FLAGS), (x, y))
                if odd > TENTS and far > NEAR_ROAD
                else put("tree", odd % len(SIZES), (x, y))
            )
    return things() + tag("g", *drawn, cls="au-scenery", aria_hidden="true")


def along_road(found: Ring, half: float, boxes: Sequence[Box], beyond: float) -> list[str]:
    """Beside the kerbs: stands outside and inside the straights, tyres and hay at bends."""
    drawn = []
    lap = found.track.positions
    for side in (1, -1):
        for place in range(lap):
            odd = shade(place * 37 + 11, 50 + 29 * side)
            here, ahead = found.point(place + 0.3, 0.0), found.point(place + 0.7, 0.0)
            bend = abs((found.headings[(place + 1) % lap] - found.headings[place - 1] + 180) % 360 - 180) > 6
            off = side * (half + (7.5 if bend or odd % 3 == 0 else 13.0))
            x, y = found.point(place + 0.5, off)
            turn = degrees(atan2(ahead[1] - here[1], ahead[0] - here[0])) + (180 if side < 0 else 0)
            reach = 12.0 if bend or odd % 3 == 0 else 23.0
            if not inside(found, (x, y), 5.0 if reach < 20 else 11.0, beyond) or blocked((x, y), reach, boxes):
                continue
            if min(dist((x, y), found.point(step / 2, 0.0)) for step in range(2 * lap)) < half + 5:
                continue
            if bend:
                drawn.append(put("tyres", 0, (x, y), turn))
            elif odd % 3 == 0:
                drawn.append(put("hay", 0, (x, y), turn))
            elif dist(here, ahead) > 14:
                drawn.append(put("stand", odd % 4, (x, y), turn))
    return drawn


def inside(found: Ring, at: Point, size: float, beyond: float) -> bool:
    """Whether something of this size lies on the board, or so far beyond its edge."""
    return size - beyond <= at[0] <= found.width + beyond - size and size - beyond <= at[1] <= HIGH + beyond - size


def blocked(at: Point, size: float, boxes: Sequence[Box]) -> bool:
    """Whether something round of this size would touch a box."""
    return any(hypot(max(x - at[0], 0.0, at[0] - x - w), max(y - at[1], 0.0, at[1] - y - h)) < size for x, y, w, h in boxes)
