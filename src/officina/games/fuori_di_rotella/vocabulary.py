"""The decisions of Fuori di Rotella (the spec's D1-D5 and U1-U9) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Kind, Vocabulary
from officina.games.fuori_di_rotella.components import ACTIONS, Parts
from officina.games.fuori_di_rotella.gears import COLOURS

CHOOSE_ROBOT: Final = 1
PROGRAM: Final = 2
DEFENCE_TAKE: Final = 3
SHARE_PICK: Final = 4
ASSEMBLE: Final = 5
USE_INSULATION: Final = 6
USE_ARMOUR: Final = 7
USE_LONG_ARM: Final = 8
USE_REPROGRAM: Final = 9
USE_TWIN_TRAP: Final = 10
RECYCLER_GIVE: Final = 11
RECYCLER_TAKE: Final = 12
FAST_THIRD: Final = 13
USE_MAGNET: Final = 14
USE_RADAR: Final = 15
RADAR_PLACE: Final = 16

NO: Final = 0
YES: Final = 1
NONE: Final = 0
"""Option 0 of every decision that may be declined; what may be chosen starts at 1."""

ATTACK: Final = 0
TRAP: Final = 1
COLLECT: Final = 2

FEET: Final = 0
CIRCUITS: Final = 1

FIRST_OF_PAIR: Final[list[int]] = [first for first in range(COLOURS) for _ in range(first, COLOURS)]
SECOND_OF_PAIR: Final[list[int]] = [second for first in range(COLOURS) for second in range(first, COLOURS)]
"""The unordered pairs of colours, in the order of the options of ``assemble`` (option = index + 1)."""

PAIRS: Final = len(FIRST_OF_PAIR)


def build(parts: Parts) -> Vocabulary:
    """The vocabulary, with robots and colours named as in the components."""
    robots = [robot.code for robot in parts.robots]
    colours = [robot.colour for robot in parts.robots]
    numbers = [str(number) for number in range(1, COLOURS + 1)]
    actions = list(ACTIONS)
    pairs = [f"{colours[FIRST_OF_PAIR[i]]} {colours[SECOND_OF_PAIR[i]]}" for i in range(PAIRS)]
    none = ["none"]
    no_yes = ["no", "yes"]
    gears_on_dumps = [f"{number} {colour}" for number in numbers for colour in colours]
    return Vocabulary(
        [
            Kind("choose_robot", robots),
            Kind.product("program", actions, numbers, secret=True),
            Kind.product("defence_take", ["feet", "circuits"], colours),
            Kind("share_pick", colours),
            Kind("assemble", none + pairs, secret=True),
            Kind("insulation", no_yes),
            Kind("armour", none + numbers),
            Kind("long_arm", none + colours),
            Kind("reprogram", none + numbers, secret=True),
            Kind("twin_trap", none + colours),
            Kind("recycler_give", none + colours),
            Kind("recycler_take", gears_on_dumps),
            Kind("fast_third", none + colours, secret=True),
            Kind("magnet", none + gears_on_dumps),
            Kind("radar", no_yes),
            Kind.product("radar_place", colours, numbers),
        ]
    )
