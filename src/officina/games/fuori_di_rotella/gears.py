"""A pile of gears as one int: four bits a colour, so that piles are added, compared and copied like numbers.

Colours are numbered 0-7 like the robots (robot number - 1). A pile never holds more than 15 gears of a colour: the loader of
the components refuses a box with more.

>>> pile = GEAR[0] + GEAR[0] + GEAR[1]
>>> count(pile, 0), size(pile), colours(pile)
(2, 3, [0, 1])
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = 8
MOST_PER_COLOUR: Final = 15
NO_GEARS: Final = 0

GEAR: Final[list[int]] = [1 << (4 * colour) for colour in range(COLOURS)]
"""One gear of each colour, as a pile."""

EVEN: Final = 0x0F0F0F0F


def count(pile: int, colour: int) -> int:
    """How many gears of a colour."""
    return (pile >> (4 * colour)) & 15


def size(pile: int) -> int:
    """How many gears in all (the four bit fields, added pairwise, then summed by casting out 255)."""
    return ((pile & EVEN) + ((pile >> 4) & EVEN)) % 255


def colours(pile: int) -> list[int]:
    """The distinct colours, ascending."""
    return [colour for colour in range(COLOURS) if (pile >> (4 * colour)) & 15]


def of(colour: int, number: int) -> int:
    """A pile of gears of one colour."""
    return number << (4 * colour)


def gears(pile: int) -> list[int]:
    """Every single gear by its colour, ascending."""
    found: list[int] = []
    for colour in range(COLOURS):
        for _ in range((pile >> (4 * colour)) & 15):
            found.append(colour)
    return found


def counts(pile: int) -> list[int]:
    """The eight counts."""
    return [(pile >> (4 * colour)) & 15 for colour in range(COLOURS)]


def pile_of(numbers: list[int]) -> int:
    """The pile with these eight counts."""
    pile = NO_GEARS
    for colour in range(len(numbers)):
        pile += numbers[colour] << (4 * colour)
    return pile
