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

__all__ = [
    "COLOURS",
    "FIRST_OF_PAIR",
    "GEAR",
    "MOST_PER_COLOUR",
    "NO_GEARS",
    "PAIRS_WITH",
    "SECOND_OF_PAIR",
    "colours",
    "count",
    "counts",
    "gears",
    "of",
    "size",
]

COLOURS: Final = 8

FIRST_OF_PAIR: Final[list[int]] = [first for first in range(COLOURS) for _ in range(first, COLOURS)]
SECOND_OF_PAIR: Final[list[int]] = [second for first in range(COLOURS) for second in range(first, COLOURS)]
"""The unordered pairs of colours, in the order of the options of ``assemble`` (option = index + 1)."""
PAIRS_WITH: Final[list[int]] = [FIRST_OF_PAIR.index(first) + 1 - first for first in range(COLOURS)]
"""For each lower colour of a pair: the option of ``assemble`` is this and the higher one."""


def counts(pile: int) -> list[int]:
    """The eight counts."""
    return [(pile >> (4 * colour)) & 15 for colour in range(COLOURS)]
