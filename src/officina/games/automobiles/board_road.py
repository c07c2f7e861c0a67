"""The printed road of Automobiles: spaces in their shades, kerbs, the finish line, the starting grid."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import Final

from officina.core.drawing import tag, text
from officina.games.automobiles.board_ring import KERB, Ring, path_of
from officina.games.automobiles.components import Parts
from officina.games.automobiles.cubes import GEARS
from officina.games.automobiles.track import Space
from officina.looks import number, part

SHADES: Final = ("white", "grey", "slate", "black")
"""The paints of the four shades of road, lightest first."""
DARK: Final = 2
"""From this shade on dashes are light."""
SMALL: Final = 13
LONG_CELL: Final = 42.0
"""Where cars are shorter, a grid cell has its money below its number."""
STONES: Final = 28
"""A red and a cream stone of a kerb; whole ones only go round."""
LINE: Final = 12.0
"""The width of the finish line."""


@lru_cache(maxsize=32)
def road(found: Ring, parts: Parts) -> str:
    """Everything that is printed on the board and stays."""
    spaces = [space_drawing(found, space, parts) for space in found.track.spaces]
    return "".join([found.lap.line, *kerbs(found), *spaces, finish_line(found), arrows(found)])


def kerbs(found: Ring) -> list[str]:
    """Red and cream stones along both edges, and the keyline of the road."""
    lap = float(found.track.positions)
    drawn = []
    for side in (1, -1):
        edge = found.edge(0) * side
        line = found.curve(0.0, lap, edge + side * KERB / 2)
        stones = path_of(line[:-1]) + "Z"
        whole = STONES * round(sum(dist(a, b) for a, b in pairwise(line)) / STONES)
        drawn.append(tag("path", cls="au-kerb au-red", d=stones))
        drawn.append(tag("path", cls="au-kerb au-cream", d=stones, pathLength=whole))
        drawn.append(tag("path", cls="au-edge", d=path_of(found.curve(0.0, lap, edge)[:-1]) + "Z"))
    return drawn


def space_drawing(found: Ring, space: Space, parts: Parts) -> str:
    """A space: its colour, or two lengthwise halves with the lighter one inside; dashes between segments; its marks."""
    track = found.track
    inner, outer = found.edge(space.lane), found.edge(space.lane + 1)
    first = float(track.position_of(space.first))
    last = first + space.last - space.first + 1
    shades = [gear for gear in range(GEARS) if space.colours >> gear & 1]
    width = (inner - outer) / len(shades)
    drawn = []
    for half, shade in enumerate(shades):
        shape = found.strip(first, last, inner - half * width, inner - (half + 1) * width)
        drawn.append(tag("path", cls=f"au-sp {SHADES[shade]}", d=shape))
    dash = "au-dash au-on-dark" if shades[-1] >= DARK else "au-dash"
    for position in range(int(first) + 1, int(last)):
        drawn.append(tag("path", cls=dash, d=path_of([found.point(position, inner - 4), found.point(position, outer + 4)])))
    if not any(cell.segment == space.first == space.last for cell in track.grid):
        drawn += [mark(found, space, parts, half, shade, width) for half, shade in enumerate(shades)]
    return tag("g", *drawn, data_thing="space")


def mark(found: Ring, space: Space, parts: Parts, half: int, shade: int, width: float) -> str:
    """The number of a shade, so that nobody has to tell greys apart."""
    length = space.last - space.first + 1
    place = found.track.position_of(space.first) + length // 2 + 0.5
    if width < found.lane_width:
        place = found.track.position_of(space.first) + length * (half + 1) / (GEARS - 1)
    x, y = found.point(place, found.edge(space.lane) - (half + 0.5) * width)
    return tag("text", text(parts.marks[shade]), cls=f"au-sn {SHADES[shade]}", x=f"{x:.1f}", y=f"{y + 4.6:.1f}")


def finish_line(found: Ring) -> str:
    """A chequered bar across all lanes."""
    squares = found.track.lanes * 2
    half = LINE / 2 / (found.car / 1.15)
    step = (found.edge(0) - found.edge(found.track.lanes)) / squares
    drawn = [tag("path", cls="au-line", d=found.strip(-half, half, found.edge(0), found.edge(found.track.lanes)))]
    dark = ""
    for square in range(squares):
        start = -half if square % 2 else 0.0
        top = found.edge(0) - square * step
        dark += found.strip(start, start + half, top, top - step)
    return "".join([*drawn, tag("path", cls="au-line-dark", d=dark)])


def arrows(found: Ring) -> str:
    """Which way the cars drive, in the grass beside them: below the left bend, if there is room."""
    left, top, wide, high = found.plates["arrows"]
    middle = (left + wide / 2, top + high / 2)
    near = min(range(found.track.positions), key=lambda position: dist(found.point(position + 0.5, 0.0), middle))
    turned = f" rotate({found.headings[near]:.0f})" if found.own else ""
    at = f"translate({middle[0]:g} {middle[1]:g}){turned}"
    return tag("path", cls="au-dir", d="M-15 -11l11 11l-11 11M1 -11l11 11l-11 11", transform=at)


def grid_labels(found: Ring, taken: Container[int], *, money: bool) -> str:
    """The numbers of the free cells of the starting grid; before the race also the money that goes with each."""
    drawn = []
    for slot, cell in enumerate(found.track.grid, 1):
        if cell.segment in taken:
            continue
        x, y = found.middles[cell.segment]
        if money and found.car < LONG_CELL:
            drawn.append(tag("text", f"P{slot}", cls="au-grid", x=f"{x:.1f}", y=f"{y - 1:.1f}"))
            drawn.append(number(cell.money, x, y + 12, SMALL))
        elif money:
            drawn.append(tag("text", f"P{slot}", cls="au-grid", x=f"{x - 10:.1f}", y=f"{y + 4.6:.1f}"))
            drawn.append(part("coin", x - 1, y - 11, 22, 22) + number(cell.money, x + 10, y + 4.8, SMALL))
        else:
            drawn.append(tag("text", f"P{slot}", cls="au-grid", x=f"{x:.1f}", y=f"{y + 4.6:.1f}"))
    return "".join(drawn)
