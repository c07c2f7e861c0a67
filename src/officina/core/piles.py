"""A pile of pieces of a few kinds as one int: four bits a kind, so that piles are added, compared and copied like numbers.

A pile holds at most 15 pieces of a kind and fewer than 255 in all, of at most 14 kinds (0-13). What the kinds are (colours of
gears, values of cards) is the game's business.

>>> pile = UNIT[0] + UNIT[0] + UNIT[3]
>>> count(pile, 0), size(pile), kinds(pile), pieces(pile)
(2, 3, [0, 3], [0, 0, 3])
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MOST_OF_A_KIND: Final = 15
MOST_KINDS: Final = 14
EMPTY: Final = 0

UNIT: Final[list[int]] = [1 << (4 * kind) for kind in range(MOST_KINDS)]
"""One piece of each kind, as a pile."""

EVEN: Final[i64] = 0x0F0F0F0F0F0F0F


def count(pile: i64, kind: i64) -> int:
    """How many pieces of a kind."""
    return (pile >> (4 * kind)) & 15


def size(pile: i64) -> int:
    """How many pieces in all (the fields, added pairwise, then summed by casting out 255)."""
    return ((pile & EVEN) + ((pile >> 4) & EVEN)) % 255


def kinds(pile: i64) -> list[int]:
    """The distinct kinds, ascending."""
    found: list[int] = []
    kind: i64 = 0
    while pile:
        if pile & 15:
            found.append(kind)
        pile >>= 4
        kind += 1
    return found


def pieces(pile: i64) -> list[int]:
    """Every single piece by its kind, ascending."""
    found: list[int] = []
    kind: i64 = 0
    while pile:
        for _ in range(pile & 15):
            found.append(kind)
        pile >>= 4
        kind += 1
    return found


def several(kind: i64, number: i64) -> int:
    """A pile of pieces of one kind."""
    return number << (4 * kind)


def pile_of(kinds: list[int]) -> int:
    """The pile of these single pieces."""
    pile = EMPTY
    for kind in kinds:
        pile += UNIT[kind]
    return pile
