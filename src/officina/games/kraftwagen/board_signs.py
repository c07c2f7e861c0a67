"""Signs, pieces and places of Kraftwagen's table: whatever is drawn once and used by name.

Every player has a colour and a shape, every action and every preference a sign: nothing is told by colour alone.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from officina.core.drawing import places, rule, tag
from officina.games.kraftwagen.components import MOST_PLAYERS, Parts

PLAIN_STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")

FILLS: Final = {
    "red": "#c8372d",
    "blue": "#2a6fb0",
    "green": "#2f8747",
    "yellow": "#f0c02f",
    "black": "#55504b",
    "white": "#f4f1ea",
}
PALE: Final = ("yellow", "white")
"""Colours that want a dark shape on them."""
PRICE_FILLS: Final = {"orange": "#e88a2a", "violet": "#8e5bb5", "blue": "#3d7fc4"}
DARK: Final = "#221d19"
LIGHT: Final = "#fffdf8"

SHAPES: Final = (
    "M0,-5 A5,5 0 1 1 0,5 A5,5 0 1 1 0,-5 Z",
    "M0,-5.6 L5.6,4.4 L-5.6,4.4 Z",
    "M-4.6,-4.6 H4.6 V4.6 H-4.6 Z",
    "M0,-6.4 L5,0 L0,6.4 L-5,0 Z",
)
"""The players' shapes, by seat."""

RACER: Final = "M-9,3 L-9,0 L-3,-1 L-1,-3 H2 L4,-1 L9,1 V3 Z"
SIGNS: Final = {
    "research": "M-3,-8.5 H3 M-1.8,-8.5 V-2 L-7,7.5 H7 L1.8,-2 V-8.5 M-4.6,3 H4.6",
    "body": "M-9.2,4 V0.5 L-6,-0.8 L-3.5,-5.5 H3.5 L6,-0.8 L9.2,0.5 V4 H7.4 M-2.8,4 H2.8 M-9.2,4 H-7.4 "
    "M-7.4,4.4 A2.3,2.3 0 1 0 -2.8,4.4 A2.3,2.3 0 1 0 -7.4,4.4 M2.8,4.4 A2.3,2.3 0 1 0 7.4,4.4 A2.3,2.3 0 1 0 2.8,4.4",
    "engine": "M-5.5,-3 H-3 L-1.5,-5 H4 L5.5,-3 H7.5 V6 H-2 L-5.5,3 Z M-9,-2.5 V3.5 M-9,0.5 H-5.5 M1,-8 V-5 M-2.5,-8 H4.5",
    "gp": "M-7,9 V-8.5 H8 V2 H-7",
    "buyer": "M-8,-3 H8 M-4.4,-3 V-8.5 H4.4 V-3 M-3.6,-3 V-0.8 A3.6,3.6 0 0 0 3.6,-0.8 V-3 M-8,9 C-8,2.6 8,2.6 8,9",
    "brand": "M0,-8.5 L2.4,-2.9 L8.4,-2.6 L3.7,1.3 L5.3,7.2 L0,3.9 L-5.3,7.2 L-3.7,1.3 L-8.4,-2.6 L-2.4,-2.9 Z",
    "price": "M-8.5,1 L1,-8.5 H8.5 V-1 L-1,8.5 Z M4.4,-6 A1.6,1.6 0 1 0 4.4,-2.8 A1.6,1.6 0 1 0 4.4,-6",
    "coin": "M0,-8 A8,8 0 1 1 0,8 A8,8 0 1 1 0,-8 M0,-4.6 A4.6,4.6 0 1 1 0,4.6 A4.6,4.6 0 1 1 0,-4.6",
    "racer": RACER + " M-7,5.5 A2,2 0 1 0 -3,5.5 A2,2 0 1 0 -7,5.5 M3,5.5 A2,2 0 1 0 7,5.5 A2,2 0 1 0 3,5.5",
    "car_to_2": RACER + " M-7,8.5 H7 M4,6 L7,8.5 L4,9.8",
    "race_engine_2": RACER + " M-6,8 H6 M0,-9 V-5 M-2.4,-6.6 L0,-4.4 L2.4,-6.6",
    "purse": "M-4,-4 C-9,0 -8.5,8 -4,8 H4 C8.5,8 9,0 4,-4 Z M-4,-4 L-6,-8 H6 L4,-4 M-5,-4 H5",
}
FULL_SIGNS: Final = {
    "worker": "M0,-9 A4,4 0 1 1 0,-1 A4,4 0 1 1 0,-9 Z M-7.5,9 C-7.5,-1.6 7.5,-1.6 7.5,9 Z",
}
CHEQUERS: Final = (
    "M-7,-8.5 h5 v3.5 h-5 Z M3,-8.5 h5 v3.5 h-5 Z M-2,-5 h5 v3.5 h-5 Z M-7,-1.5 h5 v3.5 h-5 Z M3,-1.5 h5 v3.5 h-5 Z"
)

CELL: Final = 80
"""The side of a cell of the action track."""
TRACK_WIDTH: Final = 420
TRACK_HEIGHT: Final = 172
PIT_WIDTH: Final = 66
TOP_LANE: Final = 32
PAWN_STEP: Final = 36


def ring_side(spaces: int) -> int:
    """How many cells the action track has along each side."""
    return (spaces + 3) // 4 + 1


def ring_point(index: int, spaces: int) -> tuple[float, float]:
    """The middle of a cell: clockwise from the upper left corner."""
    last = ring_side(spaces) - 1
    side, along = divmod(index, last)
    column, row = ((along, 0), (last, along), (last - along, last), (0, last - along))[side]
    return (column + 0.5) * CELL, (row + 0.5) * CELL


def lane_points(spaces: int) -> list[tuple[float, float]]:
    """The middles of the track's spaces: the upper straight to the right, the lower one back."""
    upper = (spaces + 1) // 2
    first, last = PIT_WIDTH + 62.0, TRACK_WIDTH - 58.0
    step = (last - first) / (upper - 1)
    points = [(first + step * place, float(TOP_LANE)) for place in range(upper)]
    lower = spaces - upper
    step = (last - first) / max(1, lower - 1)
    return points + [(last - step * place, float(TRACK_HEIGHT - TOP_LANE)) for place in range(lower)]


def pit_points() -> list[tuple[float, float]]:
    """Where the players' cars stand in the pit lane."""
    return [(PIT_WIDTH / 2, 42 + 36 * seat) for seat in range(MOST_PLAYERS)]


def pawn_points(parts: Parts) -> list[tuple[float, float]]:
    """The pawn track by steps left: zero is at the right."""
    last = len(parts.pawn_spaces) - 1
    return [((last - steps + 0.5) * PAWN_STEP, 17) for steps in range(last + 1)]


@lru_cache(maxsize=8)
def style(parts: Parts) -> str:
    """The style sheet: where cells, spaces and steps lie, and the colours of players and price markers."""
    cells = [ring_point(index, parts.action_spaces) for index in range(parts.action_spaces)]
    found = [PLAIN_STYLE, places("kw-cell", cells), places("kw-at", [*pit_points(), *lane_points(parts.lap_spaces)])]
    found += [places("kw-step", pawn_points(parts))]
    found += [rule(f".kw-of-{seat}", border_left_color=FILLS[colour]) for seat, colour in enumerate(parts.colours)]
    found += [rule(f".kw-on-{seat}", fill=DARK if colour in PALE else LIGHT) for seat, colour in enumerate(parts.colours)]
    found += [rule(f".kw-round-{colour} .kw-price", border_color=fill) for colour, fill in PRICE_FILLS.items()]
    return "".join(found)


@lru_cache(maxsize=8)
def symbols(parts: Parts) -> str:
    """Signs, and each player's mark, worker and race car."""
    found = [
        tag("symbol", tag("path", d=path, cls="kw-line"), id=f"kw-sign-{name}", viewBox="-10.5 -10.5 21 21")
        for name, path in SIGNS.items()
        if name != "gp"
    ]
    flag = tag("path", d=CHEQUERS, cls="kw-full") + tag("path", d=SIGNS["gp"], cls="kw-line")
    found.append(tag("symbol", flag, id="kw-sign-gp", viewBox="-10.5 -10.5 21 21"))
    found += [
        tag("symbol", tag("path", d=path, cls="kw-full"), id=f"kw-sign-{name}", viewBox="-10.5 -10.5 21 21")
        for name, path in FULL_SIGNS.items()
    ]
    for seat, colour in enumerate(parts.colours):
        found += player_symbols(seat, colour)
    found.append(tag("symbol", racer("#8d857a", ""), id="kw-racer-n", viewBox="-25 -14 50 28"))
    return tag("svg", "".join(found), cls="symbols", aria_hidden="true", width=0, height=0)


def player_symbols(seat: int, colour: str) -> list[str]:
    """A player's mark, worker and race car."""
    fill, on = FILLS[colour], DARK if colour in PALE else LIGHT
    shape = SHAPES[seat]
    mark = tag("rect", x=-9, y=-9, width=18, height=18, rx=5, fill=fill, cls="kw-edge") + tag("path", d=shape, fill=on)
    man = tag("circle", cy=-9, r=5.4, fill=fill, cls="kw-edge")
    man += tag("path", d="M-9.5,14 C-9.5,-5.5 9.5,-5.5 9.5,14 Z", fill=fill, cls="kw-edge")
    bare = man
    man += tag("path", d=shape, fill=on, transform="translate(0,7) scale(.82)")
    return [
        tag("symbol", mark, id=f"kw-mark-{seat}", viewBox="-10 -10 20 20"),
        tag("symbol", man, id=f"kw-man-{seat}", viewBox="-11 -16 22 32"),
        tag("symbol", bare, id=f"kw-bare-{seat}", viewBox="-11 -16 22 32"),
        tag("symbol", racer(fill, tag("path", d=shape, fill=on, transform="translate(-14,0)")), id=f"kw-racer-{seat}",
            viewBox="-25 -14 50 28"),
    ]  # fmt: skip


def racer(fill: str, mark: str) -> str:
    """A race car from above, with a disc for its engine's number."""
    wheels = "".join(
        tag("rect", x=x, y=y, width=9, height=4.5, rx=1.5, cls="kw-wheel") for x in (-18, 8) for y in (-13, 8.5)
    )  # fmt: skip
    body = tag("path", d="M-23,-8 H8 C17,-8 23,-4 23,0 C23,4 17,8 8,8 H-23 Z", fill=fill, cls="kw-edge")
    return wheels + body + mark + tag("circle", cx=4, r=8.2, fill=LIGHT, cls="kw-edge")
