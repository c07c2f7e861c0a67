"""Gears: colours are numbered 0-7 like the robots (robot number - 1), heaps of them are piles of the kernel.

>>> heap = GEAR[0] + GEAR[0] + GEAR[1]
>>> count(heap, 0), size(heap), colours(heap)
(2, 3, [0, 1])
"""

from __future__ import annotations

from typing import Final

from officina.core.piles import EMPTY as NO_GEARS
from officina.core.piles import MOST_OF_A_KIND as MOST_PER_COLOUR
from officina.core.piles import UNIT as GEAR
from officina.core.piles import count, size
from officina.core.piles import kinds as colours
from officina.core.piles import pieces as gears
from officina.core.piles import several as of

__all__ = ["COLOURS", "GEAR", "MOST_PER_COLOUR", "NO_GEARS", "colours", "count", "counts", "gears", "of", "pile_of", "size"]

COLOURS: Final = 8


def counts(pile: int) -> list[int]:
    """The eight counts."""
    return [(pile >> (4 * colour)) & 15 for colour in range(COLOURS)]


def pile_of(numbers: list[int]) -> int:
    """The pile with these eight counts."""
    pile = NO_GEARS
    for colour in range(len(numbers)):
        pile += numbers[colour] << (4 * colour)
    return pile
