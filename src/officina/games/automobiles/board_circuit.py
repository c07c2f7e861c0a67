"""What changes on the circuit of Automobiles: cars, the way of this turn with its cubes, spaces to enter with their wear."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, Final

from officina.core.drawing import classes, tag
from officina.core.text import Message
from officina.games.automobiles.board_ring import path_of
from officina.games.automobiles.board_road import grid_labels
from officina.games.automobiles.board_table import GAME, NOBODY, PAINTS, Table, landing
from officina.games.automobiles.cubes import COLOUR_NAMES, GEARS
from officina.looks import moved, number, paint, part, spot

STOP: Final = "stop"
INSET: Final = 2.0
"""Lit rings lie so far inside a space."""
ROUNDEL: Final = 8.6
SMALL_ROUNDEL: Final = 7.2
SHORT: Final = 42.0
"""Cars up to this length have the small one, nearer to the nose."""
BROADEST: Final = 1.3
"""Short cars are drawn so much broader, to be told apart beside their number."""
ON_WAY: Final = 22.0
"""Cubes on the way are marks, not pieces."""
REACH: Final = 19.0
"""Half of the length that can be touched of a place, where places are shorter."""
NEAR: Final = 3
"""Seen through a window, the wear of a landing further off is written so many segments after the entry."""


class Circuit:
    """The circuit being drawn; ``prefix`` tells a second drawing of it from the first."""

    def __init__(self, table: Table, prefix: str = "", *, window: bool = False) -> None:
        self.table = table
        self.view = table.view
        self.track = table.track
        self.ring = table.ring
        self.prefix = prefix
        self.window = window

    def draw(self, *, lit: bool = True) -> str:
        """Everything."""
        grid = grid_labels(self.ring, self.table.spots, money=self.view["phase"] == "setup")
        cars = self.cars(lit=lit)
        return "".join([grid, self.ribbon(), self.ghost(), cars, self.cubes_on_way(), self.goals() if lit else ""])

    # --- way and cars

    def ribbon(self) -> str:
        """The way of this turn from the car to its end."""
        table = self.table
        if not table.path or table.current == NOBODY:
            return ""
        starts = [segment for segment, seat in table.spots.items() if seat == table.current]
        if starts == [table.head]:
            starts = []  # it has arrived: from there to where it began would be a whole round
        steps = [self.ring.way(a, b) for a, b in pairwise([*starts, *table.path]) if a != b]
        if not steps:
            return ""
        line = "".join(path_of(points) for points in steps)
        dots = [self.ring.middles[segment] for segment in table.path[:-1]]
        drawn = [
            tag("path", cls="au-way-b", d=line),
            paint(table.seats[table.current][0], tag("path", cls="au-way", d=line)),
            *(tag("circle", cls="au-way-dot", cx=f"{x:.1f}", cy=f"{y:.1f}", r="5") for x, y in dots),
        ]
        return tag("g", *drawn, cls="au-still")

    def ghost(self) -> str:
        """Where the car will stand at the end of its way: pale, on a veil."""
        table = self.table
        if not table.path or table.current == NOBODY or table.head in table.spots:
            return ""
        outline = self.ring.band(table.head, table.head, INSET)
        veil = tag("path", cls="ring-ghost-b", d=outline) + tag("path", cls="ring-ghost", d=outline)
        called = table.plain("board.car", number=table.current + 1)
        label = f"{table.name(table.current)}, {called}: {table.plain('board.would_stop')}"
        car = self.body(table.current, self.track.position_of(table.head))
        body = tag("g", car, cls="body", role="img", aria_label=label, data_thing="car")
        car = tag("g", body, id=f"au-{self.prefix}way-car", cls=f"au-at{self.ring.sign}-{table.head}")
        return tag("g", veil, car, id=f"au-{self.prefix}way-end", cls="ghost au-still")

    def cubes_on_way(self) -> str:
        """The cubes on the way (they count as used), beside it rather than under a car."""
        drawn = []
        for index, (segment, step) in enumerate(zip(self.table.path, self.view["path"], strict=True)):
            if step["cube"] is None:
                continue
            colour = COLOUR_NAMES.index(step["cube"])
            half = ON_WAY / 2
            box = tag("rect", cls="pt ol", x=-half, y=-half, width=ON_WAY, height=ON_WAY, rx=4)
            sign = self.table.marks[colour]
            face = paint(PAINTS[colour], box, number(sign, 0, 5.4, 15 if len(sign) == 1 else 13, ""))
            words = self.table.plain("board.on_path", cube=Message(f"{GAME}.cube.{step['cube']}"))
            x, y = self.ring.point(*self.beside_way(index, segment))
            place = {"transform": f"translate({x:.1f} {y:.1f})"}
            drawn.append(
                tag(
                    "g",
                    face,
                    id=f"au-{self.prefix}way-{index}",
                    cls="au-still",
                    role="img",
                    aria_label=words,
                    data_thing="path",
                    **place,
                )
            )
        return "".join(drawn)

    def beside_way(self, index: int, segment: int) -> tuple[float, float]:
        """Where a cube lies: at the tail of its segment, so that the car's number at its nose is seen.

        After a short step the car before it would be covered, too: then at the edge of the lane, inside where that is grass.
        """
        table, track = self.table, self.track
        starts = [start for start, seat in table.spots.items() if seat == table.current]
        before = [*starts, *table.path][index]
        position, lane = track.position_of(segment), track.lane_of(segment)
        if (position - track.position_of(before)) % track.positions > 1:
            return position + 0.08, self.ring.edge(lane + 0.5)
        return float(position), self.ring.edge(lane + 1.0 if lane else -0.12)

    def cars(self, *, lit: bool) -> str:
        """The cars, one's own last."""
        places = {seat: segment for segment, seat in self.table.spots.items()}
        order = sorted(places, key=lambda seat: (seat == self.view["seat"], seat))
        return "".join(self.car(seat, places[seat], lit=lit) for seat in order)

    def car(self, seat: int, segment: int, *, lit: bool) -> str:
        """One car; one's own stands for a standard turn."""
        table = self.table
        mine = lit and seat == self.view["seat"] == table.current
        light = table.on("turn_type", "standard") if mine else {}
        label = f"{table.name(seat)}, {table.plain('board.car', number=seat + 1)}"
        drawn = self.body(seat, self.track.position_of(segment))
        cls = classes("au-car", f"au-at{self.ring.sign}-{segment}")
        half = max(20.0, self.ring.car / 2)
        drawn += moved(-half - 2, -20, 2 * half + 4, 40) if table.beat["name"] and table.beat["seat"] == seat else ""
        lap = self.ring.on_lap(self.track.position_of(segment))
        return spot(
            light, label, (-half, -19, 2 * half, 38), drawn,
            cls=cls, thing="car", id=f"au-{self.prefix}car-{seat + 1}", data_way=self.ring.lap.id, data_at=lap,
        )  # fmt: skip

    def body(self, seat: int, position: int) -> str:
        """A car along the road, with its number upright."""
        length = self.ring.car
        roundel = tag("circle", cls="plate", r=ROUNDEL if length > SHORT else SMALL_ROUNDEL) + number(seat + 1, 0, 4.8, 13)
        upright = tag(
            "g",
            tag("g", roundel, cls=f"au-back{self.ring.sign}-{position}", data_turns="back"),
            transform=f"translate({length * (0.13 if length > SHORT else 0.2):.1f} 0)",
        )
        shape = part("racer-top", -length / 2, -length / 4, length, length / 2)
        broad = min(BROADEST, (self.ring.lane_width - 3) / (length / 2))
        if broad > 1.0:
            shape = tag("g", shape, transform=f"scale(1 {broad:.3f})")
        return paint(self.table.seats[seat][0], shape, upright, cls=f"au-turn{self.ring.sign}-{position}", data_turns="along")

    # --- where one may go

    def goals(self) -> str:
        """The spaces that stand for a choice: where a step may land, what a colour would enter, free cells of the grid."""
        table = self.table
        if table.kind == "grid_pick":
            return "".join(self.grid_cell(slot) for slot in range(len(self.track.grid)))
        found: dict[int, tuple[list[str], list[int]]] = {}
        if table.kind == "step":
            for notation, words in zip(table.lights.notations, table.lights.words, strict=True):
                if words != STOP:
                    lane, position = words.partition("/")[0].split(":")
                    self.add_goal(found, (int(lane) - 1) * self.track.positions + int(position), [notation])
        elif table.kind == "hybrid_colour" and table.head != NOBODY:
            for entry in self.track.ahead[table.head]:
                reached = landing(self.track, entry, set(table.others))
                gears = [gear for gear in range(GEARS) if self.track.colours_of[entry] >> gear & 1]
                chosen = [choice for gear in gears if (choice := table.lights.on(COLOUR_NAMES[gear])["data_choice"])]
                if reached is not None and chosen:
                    self.add_goal(found, reached, chosen)
        return "".join(self.goal(space, choices, spots) for space, (choices, spots) in found.items())

    def add_goal(self, found: dict[int, tuple[list[str], list[int]]], reached: int, choices: list[str]) -> None:
        """Note a landing under its space; two landings in one space share it."""
        notations, spots = found.setdefault(self.track.space_of[reached], ([], []))
        notations += [choice for choice in choices if choice not in notations]
        if reached not in spots:
            spots.append(reached)

    def goal(self, index: int, choices: list[str], spots: list[int]) -> str:
        """A space to be entered, lit as a whole, with the wear of stopping on each landing."""
        table, space = self.table, self.track.spaces[index]
        shades = tuple(Message(f"{GAME}.shade.{COLOUR_NAMES[g]}") for g in range(GEARS) if space.colours >> g & 1)
        label, tags = [], []
        for segment in spots:
            wear, ahead = table.wear_at(segment, [*table.path, segment])
            args: dict[str, Any] = {"lane": self.track.lane_of(segment) + 1, "shades": shades, "wear": wear}
            if ahead != NOBODY:
                label.append(table.plain("board.go_draft", leader=table.name(ahead), **args))
            else:
                label.append(table.plain("board.go", **args))
            tags.append(self.wear_tag(self.written_at(space.first, segment), wear, draft=ahead != NOBODY))
        x, y = self.ring.middles[self.written_at(space.first, spots[0])]
        shape = tag("path", cls="au-cell", d=self.ring.outline(space))
        return spot(
            {"data_choice": "|".join(choices)},
            "; ".join(label),
            self.touched(spots[0], x, y),
            shape,
            *tags,
            outline=self.ring.outline(space, INSET),
            thing="space",
            id=f"au-{self.prefix}go-{index}",
        )

    def touched(self, segment: int, x: float, y: float) -> tuple[float, float, float, float]:
        """What a finger may touch of a place: where places are short, a little more along the road, never across it."""
        positions = self.track.positions
        lane = self.track.lane_of(segment) * positions
        (x1, y1), (x2, y2) = (self.ring.middles[lane + (segment - lane + by) % positions] for by in (0, 1))
        if math.hypot(x2 - x1, y2 - y1) >= 2 * REACH:
            return x - 12, y - 12, 24, 24
        if abs(x2 - x1) >= abs(y2 - y1):
            return x - REACH, y - 12, 2 * REACH, 24
        return x - 12, y - REACH, 24, 2 * REACH

    def written_at(self, first: int, reached: int) -> int:
        """The segment that carries the wear of a landing."""
        return min(reached, max(first, self.entered(first)) + NEAR) if self.window else reached

    def entered(self, first: int) -> int:
        """The segment of that lane beside the head of the way."""
        if self.table.head == NOBODY:
            return first
        position = (self.track.position_of(self.table.head) + 1) % self.track.positions
        return self.track.lane_of(first) * self.track.positions + position

    def wear_tag(self, segment: int, wear: int, *, draft: bool) -> str:
        """The wear that stopping there would bring; a draft has strokes of wind."""
        along = f"au-turn{self.ring.sign}-{self.track.position_of(segment)}"
        wind = tag("g", tag("path", cls="au-wind", d="M-19 -5h7M-22 0h9M-19 5h7"), cls=along) if draft else ""
        face = tag("circle", cls="au-draft" if draft else "au-wear", r=10)
        words = tag("text", str(wear), cls=classes("au-wear-n", draft and "au-draft-n"), y=5.2)
        return tag("g", wind, face, words, cls=f"au-at{self.ring.sign}-{segment}")

    def grid_cell(self, slot: int) -> str:
        """A free cell of the starting grid."""
        table, cell = self.table, self.track.grid[slot]
        light = table.on("grid_pick", str(slot + 1))
        if not light["data_choice"]:
            return ""
        x, y = self.ring.middles[cell.segment]
        shape = tag("path", cls="au-cell", d=self.ring.band(cell.segment, cell.segment))
        label = table.plain("drawing.grid", slot=slot + 1, money=cell.money)
        outline = self.ring.band(cell.segment, cell.segment, INSET)
        box = self.touched(cell.segment, x, y)
        return spot(light, label, box, shape, outline=outline, thing="grid_place", id=f"au-{self.prefix}go-p{slot + 1}")
