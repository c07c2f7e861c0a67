"""A pile of cubes as one int: a few bits a colour, so that piles are added, compared and copied like numbers.

Colours are numbered 0-9 in their printed order. Six bits hold up to 63 cubes of a colour; wear, of which the box has 80, has
seven bits at the top. The loader of the components refuses a box with more. A whole pile fits a machine word when compiled.

>>> pile = CUBE[WHITE] + CUBE[WHITE] + CUBE[WEAR]
>>> count(pile, WHITE), count(pile, WEAR), size(pile), colours(pile)
(2, 1, 3, [0, 4])
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

COLOUR_NAMES: Final = ("white", "light", "dark", "black", "wear", "garage", "pit", "handling", "performance", "engine")
COLOURS: Final = 10
WHITE: Final = 0
LIGHT: Final = 1
DARK: Final = 2
BLACK: Final = 3
WEAR: Final = 4
GARAGE: Final = 5
PIT: Final = 6
HANDLING: Final = 7
PERFORMANCE: Final = 8
ENGINE: Final = 9

GEARS: Final = 4
"""The first four colours are the gears, from the lightest shade to the darkest."""

NO_CUBES: Final = 0
MOST_OF_A_COLOUR: Final = 63
MOST_WEAR: Final = 127

BITS: Final = 6
WEAR_AT: Final = 54
ALL: Final[i64] = COLOURS


def place(colour: i64) -> i64:
    """Where the count of a colour begins: wear at the top, the others in their order."""
    if colour < WEAR:
        return BITS * colour
    return WEAR_AT if colour == WEAR else BITS * (colour - 1)


CUBE: Final[list[int]] = [1 << place(colour) for colour in range(COLOURS)]
"""One cube of each colour, as a pile."""

EVEN: Final[i64] = 63 | 63 << 12 | 63 << 24 | 63 << 36 | 63 << 48
ODD: Final[i64] = 63 | 63 << 12 | 63 << 24 | 63 << 36 | 127 << 48


def count(pile: i64, colour: i64) -> int:
    """How many cubes of a colour."""
    return pile >> place(colour) & (MOST_WEAR if colour == WEAR else MOST_OF_A_COLOUR)


def size(pile: i64) -> int:
    """How many cubes in all (the fields, added pairwise into twelve bits each, then summed by casting out 4095)."""
    return ((pile & EVEN) + ((pile >> BITS) & ODD)) % 4095


def of(colour: i64, number: i64) -> int:
    """A pile of cubes of one colour."""
    return number << place(colour)


def colours(pile: i64) -> list[int]:
    """The distinct colours, ascending."""
    return [colour for colour in range(ALL) if count(pile, colour)]


def colour_at(pile: i64, index: i64) -> int:
    """The colour of one cube when all are laid out sorted by colour; the index counts from 0."""
    for colour in range(ALL):
        index -= count(pile, colour)
        if index < 0:
            return colour
    raise IndexError(index)


def counts(pile: int) -> list[int]:
    """The ten counts."""
    return [count(pile, colour) for colour in range(ALL)]


def pile_of(numbers: list[int]) -> int:
    """The pile with these ten counts."""
    pile = NO_CUBES
    for colour in range(COLOURS):
        pile += of(colour, numbers[colour])
    return pile


def darkest_gear(pile: i64) -> int:
    """The darkest gear in a pile; -1 if it holds none."""
    colour: i64 = BLACK
    while colour >= 0 and not count(pile, colour):
        colour -= 1
    return colour


def gear_mask(pile: i64) -> int:
    """The gears in a pile as a bit mask of colours."""
    mask: i64 = 0
    gears: i64 = GEARS
    for colour in range(gears):
        if count(pile, colour):
            mask |= 1 << colour
    return mask
