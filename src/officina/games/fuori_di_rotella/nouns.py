"""What the numbers of Fuori di Rotella mean. Robots, dumps and colours share the numbers 0-7 (printed number - 1)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.nouns import Names, Pile, Place
from officina.core.text import Message, together
from officina.games.fuori_di_rotella.components import ACTIONS, UPGRADES, Parts
from officina.games.fuori_di_rotella.gears import COLOURS, FIRST_OF_PAIR, MOST_PER_COLOUR, SECOND_OF_PAIR, counts, size

GAME: Final = "fuori_di_rotella"


def say(key: str, **args: Any) -> Message:
    """A sentence of this game."""
    return Message(f"{GAME}.{key}", **args)


def codes(parts: Parts) -> list[str]:
    """The robots' names in saves and notation."""
    return [robot.code for robot in parts.robots]


def colours(parts: Parts) -> list[str]:
    """The colours in the order of the robots."""
    return [robot.colour for robot in parts.robots]


def robot_name(parts: Parts, robot: int) -> Message:
    """A robot by name; boards find it by the number."""
    return say(f"robot.{parts.robots[robot].code}", number=robot + 1)


def robot_with_number(parts: Parts, robot: int) -> Message:
    """A robot by name and number, where one chooses by the number."""
    return say("robot_of_number", number=robot + 1, name=robot_name(parts, robot))


def pile_in_words(parts: Parts, pile: int) -> Message:
    """Gears, colour by colour."""
    if not size(pile):
        return say("no_gears")
    numbers = [(colour, number) for colour, number in enumerate(counts(pile)) if number]
    return say("pile", gears=together(tuple(gears_in_words(parts, colour, number) for colour, number in numbers)))


def gears_in_words(parts: Parts, colour: int, number: int) -> Message:
    """So many gears of a colour."""
    return say(f"gears_of.{colours(parts)[colour]}", n=number)


def pair_in_words(parts: Parts, pair: int) -> Message:
    """Two gears: two of a colour, or one and one."""
    first, second = FIRST_OF_PAIR[pair], SECOND_OF_PAIR[pair]
    if first == second:
        return gears_in_words(parts, first, 2)
    return say("pair", first=gears_in_words(parts, first, 1), second=gears_in_words(parts, second, 1))


NUMBERS: Final = [str(number) for number in range(1, COLOURS + 1)]
ROBOT: Final = Names(codes, say=robot_name)
ROBOT_BY_NUMBER: Final = Names(NUMBERS, say=robot_name)
COLOUR: Final = Names(colours, f"{GAME}.colour")
PAIR: Final = Names(
    lambda parts: [
        f"{colours(parts)[first]} {colours(parts)[second]}" for first, second in zip(FIRST_OF_PAIR, SECOND_OF_PAIR, strict=True)
    ],
    say=pair_in_words,
)
GEARS: Final = Pile(COLOUR, most=MOST_PER_COLOUR, say=pile_in_words)
DUMP: Final = Place(COLOURS)
DUMP_BY_NUMBER: Final = Names(NUMBERS)
ACTION: Final = Names(ACTIONS)
PROGRAM: Final = Names([f"{action} {number}" for action in ACTIONS for number in NUMBERS])
UPGRADE: Final = Names(UPGRADES, say=lambda _parts, card: say(f"upgrade.{UPGRADES[card]}.name"))
ZONE: Final = Names(("feet", "circuits"), f"{GAME}.zone")
PLACE: Final = Names(("feet", "dump"))
"""Where gears come from: the feet of a robot or a dump; a :data:`NUMBER` says whose or which."""
NUMBER: Final = Place(COLOURS)
END: Final = Names(("empty_dump", "idle"), f"{GAME}.end")
