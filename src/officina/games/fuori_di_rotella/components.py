"""The typed loader of ``components.toml``: it refuses a box whose counts do not add up."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from officina.core.components import Box, Source, read_box
from officina.games.fuori_di_rotella.gears import COLOURS, MOST_PER_COLOUR

STANDARD: Final = Path(__file__).parent / "components.toml"

UPGRADES: Final = (
    "insulation", "armour", "long_arm", "reprogram", "twin_trap",
    "recycler", "fast_assembly", "small_assembly", "magnet", "radar",
)  # fmt: skip
INSULATION: Final = 0
ARMOUR: Final = 1
LONG_ARM: Final = 2
REPROGRAM: Final = 3
TWIN_TRAP: Final = 4
RECYCLER: Final = 5
FAST_ASSEMBLY: Final = 6
SMALL_ASSEMBLY: Final = 7
MAGNET: Final = 8
RADAR: Final = 9

ACTIONS: Final = ("attack", "trap", "collect")

ROBOTS: Final = ("bolt", "spring", "piston", "turbine", "valve", "dynamo", "coil", "rivet")
COLOUR_NAMES: Final = ("red", "blue", "yellow", "green", "orange", "purple", "turquoise", "brown")
SYMBOLS: Final = ("triangle", "circle", "square", "diamond", "star", "hexagon", "cross", "crescent")
"""What has a name in every language, and a drawing."""


class Robot:
    """One robot as printed: its number is its index + 1."""

    def __init__(self, code: str, colour: str, letter: str, hex_: str, symbol: str) -> None:
        self.code = code
        self.colour = colour
        self.letter = letter
        self.hex = hex_
        self.symbol = symbol


class Parts:
    """Everything in the box that the rules refer to."""

    def __init__(self, source: Source = STANDARD) -> None:
        box = read_box(source)
        self.digest = box.digest
        gears = box.table("gears")
        self.gears_per_colour = gears.number("per_colour", 1, MOST_PER_COLOUR)
        gears.same("colours", COLOURS)
        gears.sum("total", self.gears_per_colour * COLOURS)
        cards = box.table("cards")
        cards.same("sets", COLOURS)
        cards.same("actions", list(ACTIONS))
        per_set = cards.number("numbers_per_set", COLOURS, COLOURS) + len(ACTIONS) + cards.number("robots_per_set", 1, 1)
        cards.sum("total", COLOURS * per_set)
        self.gears_per_dump = box.table("setup").number("gears_per_dump", 0, self.gears_per_colour)
        turn = box.table("turn")
        self.defence_take = turn.same("defence_take", 1)
        self.assemble_least = turn.number("assemble_least", 2, 88)
        self.assemble_move = turn.same("assemble_move", 2)
        self.explore_per_dump = turn.same("explore_per_dump", 1)
        points = box.table("points")
        self.own_points = points.number("own_colour", 0, 100)
        self.other_points = points.number("other_colour", 0, 100)
        self.idle_turns = box.table("guard").number("idle_turns", 1, 100)
        self.robots = self._robots(box)
        self.upgrade_cards = self._upgrades(box)
        self.radar_look = box.table("upgrades").number("radar_look", 1, COLOURS)

    def _robots(self, box: Box) -> list[Robot]:
        robots: list[Robot] = []
        seen: set[str] = set()
        rows = box.table("robots").rows("robot", COLOURS)
        for number, row in enumerate(rows, 1):
            row.follows("number", number)
            if row.value("colour") == "white":
                row.fail("fuori_di_rotella.components.white")
            robot = Robot(
                row.chosen("code", ROBOTS),
                row.chosen("colour", COLOUR_NAMES),
                row.letter("letter"),
                row.colour("hex"),
                row.chosen("symbol", SYMBOLS),
            )
            for value in (robot.code, robot.colour, robot.letter, robot.symbol):
                seen.add(row.once(value, seen))
            robots.append(robot)
        return robots

    def _upgrades(self, box: Box) -> list[int]:
        table = box.table("upgrades")
        codes: list[Any] = table.items("cards")
        table.sum("total", len(codes))
        found = table.words("cards", UPGRADES, longest=len(UPGRADES))
        table.all_different(codes)
        if len(codes) < COLOURS:
            table.fail("kernel.components.number", entry="cards", value=len(codes), least=COLOURS, most=len(UPGRADES))
        for entry in ("long_arm_take", "twin_trap_take", "fast_assembly_extra", "magnet_take"):
            table.same(entry, 1)
        table.same("small_assembly_feet", 2)
        return found
