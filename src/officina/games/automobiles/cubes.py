"""A pile of cubes as one int: a few bits a colour, so that piles are added, compared and copied like numbers.

Colours are numbered 0-9 in their printed order. Six bits hold up to 63 cubes of a colour; wear, of which the box has 80, has
seven bits at the top. The loader of the components refuses a box with more. A whole pile fits a machine word when compiled.

>>> pile = CUBE[WHITE] + CUBE[WHITE] + CUBE[WEAR]
>>> count(pile, WHITE), count(pile, WEAR), size(pile), colours(pile)
(2, 1, 3, [0, 4])
"""

from __future__ import annotations

from typing import Final

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

SHIFT: Final[list[int]] = [0, 6, 12, 18, 54, 24, 30, 36, 42, 48]
FIELD: Final[list[int]] = [63, 63, 63, 63, 127, 63, 63, 63, 63, 63]

CUBE: Final[list[int]] = [1 << shift for shift in SHIFT]
"""One cube of each colour, as a pile."""

EVEN: Final = 63 | 63 << 12 | 63 << 24 | 63 << 36 | 63 << 48
ODD: Final = 63 | 63 << 12 | 63 << 24 | 63 << 36 | 127 << 48


def count(pile: int, colour: int) -> int:
    """How many cubes of a colour. Asked all the time: places are reckoned, which is quicker than looking them up."""
    if colour < WEAR:
        return (pile >> (6 * colour)) & 63
    return (pile >> (6 * colour - 6)) & 63 if colour > WEAR else pile >> 54


def size(pile: int) -> int:
    """How many cubes in all (the fields, added pairwise into twelve bits each, then summed by casting out 4095)."""
    return ((pile & EVEN) + ((pile >> 6) & ODD)) % 4095


def of(colour: int, number: int) -> int:
    """A pile of cubes of one colour."""
    return number << SHIFT[colour]


def colours(pile: int) -> list[int]:
    """The distinct colours, ascending."""
    return [colour for colour in range(COLOURS) if (pile >> SHIFT[colour]) & FIELD[colour]]


def colour_at(pile: int, index: int) -> int:
    """The colour of one cube when all are laid out sorted by colour; the index counts from 0."""
    for colour in range(WEAR):
        index -= pile & 63
        if index < 0:
            return colour
        pile >>= 6
    index -= pile >> 30
    if index < 0:
        return WEAR
    for colour in range(GARAGE, COLOURS):
        index -= pile & 63
        if index < 0:
            return colour
        pile >>= 6
    raise IndexError(index)


def counts(pile: int) -> list[int]:
    """The ten counts."""
    return [(pile >> SHIFT[colour]) & FIELD[colour] for colour in range(COLOURS)]


def pile_of(numbers: list[int]) -> int:
    """The pile with these ten counts."""
    pile = NO_CUBES
    for colour in range(COLOURS):
        pile += numbers[colour] << SHIFT[colour]
    return pile


def darkest_gear(pile: int) -> int:
    """The darkest gear in a pile; -1 if it holds none."""
    for colour in range(BLACK, -1, -1):
        if (pile >> SHIFT[colour]) & FIELD[colour]:
            return colour
    return -1


def gear_mask(pile: int) -> int:
    """The gears in a pile as a bit mask of colours."""
    mask = 0
    for colour in range(GEARS):
        if (pile >> SHIFT[colour]) & FIELD[colour]:
            mask |= 1 << colour
    return mask
