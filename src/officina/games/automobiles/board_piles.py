"""Piles of cubes: used, discard, bag, and in the list of drivers the hands as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from officina.core.drawing import classes, tag
from officina.games.automobiles.board_table import ORDER, Memo, Table, count_badge, cube, thing_of_cube
from officina.games.automobiles.cubes import COLOUR_NAMES
from officina.looks import spot, words

Box = tuple[float, float, float, float]

DRAWS: Final = ("boost_draw", "boost_offer", "boost_late")
LYING: Final = 36.0
PILES: Final = Memo(4096)
ROWS: Final = 2


class Pile:
    """A pile of a driver in its box; ``alive``: its cubes may be lit, and move."""

    def __init__(
        self,
        table: Table,
        seat: int,
        zone: str,
        box: Box,
        prefix: str = "",
        size: float = LYING,
        columns: int = 4,
        *,
        alive: bool = True,
    ) -> None:
        self.table = table
        self.seat = seat
        self.zone = zone
        self.box = box
        self.prefix = prefix
        self.size = size
        self.columns = columns
        self.alive = alive
        player = table.players[seat]
        self.counts: Sequence[int] | None = player[zone]
        self.total: int = player["bag_size"] if zone == "bag" else sum(player[zone])
        self.asked = alive and seat == table.view["seat"] and table.kind != ""

    def draw(self) -> str:
        """The pile, as it was drawn before if nothing of it has changed."""
        table = self.table
        lights = tuple(table.zone_light(self.zone, colour).get("data_choice") for colour in ORDER) if self.asked else ()
        draws = table.kind if self.asked and self.zone == "bag" and table.kind in DRAWS else ""
        what = (self.seat, self.zone, None if self.counts is None else tuple(self.counts), self.total, lights, draws)
        where = (self.box, self.prefix, self.size, self.columns, self.alive)
        return PILES.of((table.parts, table.language, tuple(table.cards), *what, *where), self.fresh)

    def fresh(self) -> str:
        """Its name, how many, and its kinds of cubes with their numbers."""
        table, zone = self.table, self.zone
        x, y, width, height = self.box
        drawn = [
            tag("rect", cls="au-shelf", x=f"{x:g}", y=f"{y:g}", width=f"{width:g}", height=f"{height:g}", rx=9),
            words(table.say(f"terminal.{zone}"), x + 10, y + 20, 13, "bold au-caps au-on-shelf"),
            tag("text", str(self.total), cls="au-total", x=f"{x + width - 10:g}", y=f"{y + 21:g}"),
        ]
        if self.counts is None:
            drawn.append(words(table.say("board.closed"), x + width / 2, y + height / 2 + 16, 15, "au-on-shelf", "middle"))
        else:
            drawn += self.lots(self.counts)
        light = table.lights.on("draw") if self.asked and zone == "bag" and table.kind in DRAWS else {}
        id = f"au-{self.prefix}{zone}-{self.seat + 1}"
        if not light.get("data_choice"):
            return tag("g", *drawn, id=id, data_thing=zone)
        label = f"{table.plain(f'terminal.{zone}')}: {self.total}"
        return spot(light, label, (x + 3, y + 3, width - 6, height - 6), *drawn, thing=zone, id=id)

    def lots(self, counts: Sequence[int]) -> list[str]:
        """The kinds of cubes in two rows; many of them in a narrow pile in three, closer below its name."""
        x, y, width, height = self.box
        kinds = [colour for colour in ORDER if counts[colour]]
        columns, size, top, gap = self.columns, self.size, 30.0, 9.0
        if len(kinds) > ROWS * columns:
            columns = (len(kinds) + ROWS - 1) // ROWS
            if (width - 10) / columns < LYING:
                columns = (len(kinds) + ROWS) // (ROWS + 1)
                top, gap = 25.0, 1.0
                size = min(size, (height - top - 4) / (ROWS + 1) - gap)
            size = min(size, (width - 10) / columns - 1)
        step = min(size + 11, (width - 10) / columns)
        return [
            self.lot(colour, counts[colour], x + 7 + index % columns * step, y + top + index // columns * (size + gap), size)
            for index, colour in enumerate(kinds)
        ]

    def lot(self, colour: int, count: int, x: float, y: float, size: float) -> str:
        """So many cubes of a colour; those that a card in play counts stand on a plate."""
        table, name = self.table, COLOUR_NAMES[colour]
        counted = self.zone == "discard" and table.counter(colour) != ""
        box = {"x": f"{x - 2:g}", "y": f"{y - 1:g}", "width": f"{size + 4:g}", "height": f"{size + 4:g}"}
        under = tag("rect", cls="au-counts", rx=6, **box) if counted else ""
        label = f"{count} × {table.cube_name(colour)}" + (table.counts_words(colour) if counted else "")
        light = table.zone_light(self.zone, colour) if self.asked else {}
        lying = spot(
            light,
            label,
            (x - 1.5, y - 1, max(size + 3, LYING), size + 3),
            under,
            cube(table, colour, x, y, size),
            radius=6,
            thing=thing_of_cube(table, colour),
        )
        badge = tag("g", count_badge(count, x + size - 4, y + size - 2), cls="au-still") if count > 1 else ""
        place = f"au-{self.prefix}s{self.seat + 1}-{self.zone[0]}-{name}"
        cls = classes(counted and "au-counted") or None
        return tag("g", lying, badge, id=place, data_flip=name if self.alive else None, cls=cls)


def piles(table: Table, seat: int, box: Box, **sizes: Any) -> str:
    """Used, discard and bag side by side."""
    x, y, width, height = box
    step = (width + 6) / 3
    zones = ("used", "discard", "bag")
    return "".join(
        Pile(table, seat, zone, (x + index * step, y, step - 6, height), **sizes).draw() for index, zone in enumerate(zones)
    )
