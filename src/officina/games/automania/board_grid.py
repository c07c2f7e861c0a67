"""The grid of Automania: sixteen tiles in a tray, nine action spaces around them; sponsor and marketing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from officina.core.drawing import classes, tag
from officina.games.automania import board_parts as draw
from officina.games.automania.board_parts import Table, at, figure, rect
from officina.games.automania.components import CORNER
from officina.games.automania.nouns import say
from officina.looks import part, spot, words

GRID: Final = 4
CROWDS: Final = ("sponsor", "marketing")
WORKER: Final = 36


class Tray(NamedTuple):
    """The measures of the grid on a screen."""

    pad: float
    """The width of the spaces at its left."""
    top: float
    """The height of the spaces above it."""
    step_x: float
    step_y: float
    cell: tuple[float, float]
    tile: float
    car: float

    @property
    def left(self) -> float:
        """Where the tray begins."""
        return self.pad + 9

    @property
    def above(self) -> float:
        """Where the tray begins, from above."""
        return self.top + 8


WIDE: Final = Tray(pad=78, top=65, step_x=72, step_y=69, cell=(64, 61), tile=66, car=50)
PHONE: Final = Tray(pad=74, top=66, step_x=73, step_y=74, cell=(65, 66), tile=68, car=44)


class Grid:
    """The middle of the table, drawn with the measures of a screen."""

    def __init__(self, table: Table, tray: Tray) -> None:
        self.table = table
        self.tray = tray

    def draw(self) -> str:
        """Tray and tiles, and the spaces above, beside and in the corner."""
        tray, spaces = self.tray, self.table.view["spaces"]
        lines: dict[int, list[str]] = {}
        for space in spaces:
            for cell in space["cells"]:
                lines.setdefault(cell, []).append(f"am-in-{space['code']}")
        wide, high = GRID * tray.step_x + 4, GRID * tray.step_y + 4
        found = [rect("am-tray", tray.left, tray.above, wide, high, 9)]
        for cell in range(1, GRID * GRID + 1):
            row, column = divmod(cell - 1, GRID)
            x, y = tray.left + 6 + column * tray.step_x, tray.above + 6 + row * tray.step_y
            found.append(self.cell(cell, x, y, lines.get(cell, [])))
        corner = (0.0, 0.0, tray.pad, tray.top)
        found.append(self.space(spaces[CORNER], corner))
        for place in range(GRID):
            beside = (0.0, tray.above + 5 + place * tray.step_y, tray.pad, tray.cell[1])
            above = (tray.left + 5 + place * tray.step_x, 0.0, tray.cell[0], tray.top)
            found += [self.space(spaces[place], beside), self.space(spaces[GRID + place], above)]
        return tag("g", *found, cls="am-grid")

    def cell(self, cell: int, x: float, y: float, lines: list[str]) -> str:
        """A cell of the grid and its tile."""
        table, tray = self.table, self.tray
        face = table.view["grid"][cell - 1]
        width, height = tray.cell
        body = rect(classes("am-cell", *lines), x, y, width, height, 7)
        label = table.plain("board.empty_cell")
        if face is not None:
            body += draw.tile("am-grid", face, x + (width - tray.tile) / 2, y + (height - tray.tile) / 2 - 0.5, tray.tile)
            label = table.tile_name(face)
        return spot(
            table.on("take_tile", str(cell)),
            label,
            (x - 1, y - 1, width + 2, height + 2),
            body,
            thing=draw.thing_of_tile(face) if face is not None else "cell",
            id=f"am-cell-{cell}",
        )

    def space(self, space: Mapping[str, Any], box: tuple[float, float, float, float]) -> str:
        """An action space: action and cost, who stands there, how many workers it takes now."""
        table, tray = self.table, self.tray
        code, action, seat = space["code"], space["action"], space["seat"]
        x, y, width, height = box
        body = [
            rect("am-pad-s", x + 1.5, y + 4, width, height, 20),
            rect("am-pad", x, y, width, height, 20),
            rect("am-pad-k", x + 3.5, y + 3.5, width - 7, height - 7, 16),
        ]
        size = tray.car if width > tray.cell[0] else min(tray.car, 44)
        coin = 27 if size > 44 else 25
        if action == "contract":
            body.append(draw.icon("i-contract", x + width / 2 - (13 if seat is None else 4), y + 4, 26))
        else:
            body.append(draw.printed_car(action, x + (5 if size > 44 else 2), y + 6, size))
            body.append(self.cost(space, x + width - coin - 1, y + 1, coin))
        feet = y + height - WORKER - 3
        narrow = width < 76
        tag_width = 32 if narrow else 34
        if seat is None:
            body.append(tag("ellipse", cls="hole", cx=f"{x + 17:g}", cy=f"{y + height - 11:g}", rx="14", ry="6"))
        else:
            left = x + (-1 if narrow else 4)
            gap = 7 if narrow else 12
            places = [(left, feet), (left + gap, feet)][: max(1, min(space["workers"], 2))]
            body.append(draw.workers(f"am-on-{code}", seat, space["workers"], space["neutral"], places, WORKER))
        body.append(self.needs(space["needs"], x + width - tag_width - 3, y + height - 29, tag_width))
        label = table.plain("board.space", action=say(f"action.{action}"), n=space["needs"])
        if seat is not None:
            label += f" ({table.name(seat)}: {space['workers']})"
        ring = (x - 1, y - 1, width + 2, height + 2)
        return spot(
            table.on("turn", f"space {code}"), label, ring, *body, radius=21, thing="action_space", id=f"am-space-{code}"
        )

    def cost(self, space: Mapping[str, Any], x: float, y: float, size: float) -> str:
        """What a car costs here; in the corner, from the cheapest to the dearest."""
        if space["action"] != "any":
            return draw.coin(space["cost"], x, y, size)
        costs = self.table.parts.cost
        range_ = words(f"{min(costs)}-{max(costs)}", x + size / 2, y + size * 0.64, 13, "bold am-stamped", "middle")
        return part("coin", x, y, size, size) + range_

    def needs(self, count: int, x: float, y: float, width: float) -> str:
        """How many workers whoever comes now must place."""
        return (
            rect("am-need", x, y, width, 23, 7)
            + draw.icon("i-worker", x + 1.6, y + 2.6, 16)
            + figure(count, x + width * 0.72, y + 17.2, 16)
        )


class Crowds:
    """Sponsor and marketing with their crowds of workers; ``always``: sponsor is lit here whatever the question is about."""

    def __init__(self, table: Table, width: float, height: float = 54, beside: bool = True, always: bool = True) -> None:
        self.table = table
        self.always = always
        self.width = width
        self.height = height
        self.beside = beside

    def draw(self) -> str:
        """One beside the other, or one below the other."""
        step = (self.width + 8, 0.0) if self.beside else (0.0, self.height + 8)
        return "".join(at(place * step[0], place * step[1], self.crowd(key)) for place, key in enumerate(CROWDS))

    def crowd(self, key: str) -> str:
        """One place and whoever's workers are there."""
        table, width, height = self.table, self.width, self.height
        parts = table.parts
        if key == "sponsor":
            sign = part("coin", 4, (height - 38) / 2, 38, 38) + draw.icon("i-dollar", 13.4, height / 2 - 11, 19)
            each = table.say("board.sponsor_each", n=parts.sponsor_money)
            lights = table.sponsor() if self.always or table.kind == "turn" else {}
        else:
            sign = draw.icon("i-mega", 5, (height - 34) / 2, 34)
            each = table.say("board.marketing_each", n=parts.marketing_popularity)
            lights = table.lights.where(lambda n: n != "0") if table.kind == "marketing" else {}
        there = [(seat, player[key]) for seat, player in enumerate(table.view["seats"]) if player[key]]
        body = [draw.card(0, 0, width, height, 9), sign]
        if not there or height > 50:
            body.append(words(table.say(f"board.{key}"), 46, 19 if there else height / 2 - 3, 16, "bold"))
        if there and height > 50:
            room = width - 60 - draw.LETTER * (16 * len(table.plain(f"board.{key}")) + 13 * len(each))
            if room > 0:
                body.append(words(each, width - 7, 18, 13, "soft bold", "end"))
        if there:
            body.append(self.groups(key, there))
        else:
            body.append(words(each, 46, height / 2 + 14, 13, "soft bold"))
        label = ", ".join([table.plain(f"board.{key}"), *(f"{table.name(seat)} {count}" for seat, count in there)])
        return spot(lights, label, (-2, -2, width + 4, height + 4), *body, radius=11, thing=key, id=f"am-{key}")

    def groups(self, key: str, there: list[tuple[int, int]]) -> str:
        """A group a player; few workers stand one behind the other, many are one with a count."""
        size = 32
        top = self.height - size - (1 if self.height > 50 else 4)
        room = (self.width - 44) / max(len(there), 1)
        found = []
        for place, (seat, count) in enumerate(there):
            x = 42 + place * room
            single = size + (count - 1) * 11 <= room
            places = [(x + 11 * copy, top) for copy in range(count)] if single else [(x, top)]
            found.append(draw.workers(f"am-{key}-{seat}", seat, count, 0, places, size))
            if not single:
                found.append(draw.plate(str(count), x + size - 13, top + size - 17, 17, 16))
        return "".join(found)
