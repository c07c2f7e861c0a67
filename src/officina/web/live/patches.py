"""A region's new markup told by what the page holds of it: of a changed drawing only its changed elements are sent.

Markup is cut before every opening tag. What is told is a list: text that is new, and ``[first, count]`` of pieces that the page
has already. ``static/officina.js`` puts them together again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

TAGS: Final = re.compile("(?=<[a-z])")
SHORT: Final = 12
"""A run of pieces with fewer letters is cheaper to send than to name."""
WORTH: Final = 0.7
"""A patch longer than this part of the whole is not worth it."""

Patch = list[str | tuple[int, int]]


def packed(markup: str, held: str | None) -> str | Patch:
    """The markup for a page that holds another one, or none.

    >>> packed('<li>new<li>old and known<li>older still', '<li>old and known<li>older still<li>oldest')
    ['<li>new', (0, 2)]
    """
    if held is None:
        return markup
    known: dict[str, int] = {}
    old = pieces_of(held)
    for place, piece in enumerate(old):
        known.setdefault(piece, place)
    told: Patch = []
    length = 0
    for text, run in runs(pieces_of(markup), old, known):
        if run is not None and len(text) >= SHORT:
            told.append(run)
            length += SHORT
            continue
        if told and isinstance(told[-1], str):
            told[-1] += text
        else:
            told.append(text)
        length += len(text)
    return told if length <= WORTH * len(markup) else markup


def pieces_of(markup: str) -> list[str]:
    """The markup cut before every opening tag, as JavaScript cuts it: there is nothing before the first one."""
    found = TAGS.split(markup)
    return found if found[0] else found[1:]


def runs(new: Sequence[str], old: Sequence[str], known: dict[str, int]) -> list[tuple[str, tuple[int, int] | None]]:
    """The new pieces, those together that follow each other in the old ones, too."""
    found: list[tuple[str, tuple[int, int] | None]] = []
    for piece in new:
        if found and (run := found[-1][1]) is not None:
            after = run[0] + run[1]
            if after < len(old) and old[after] == piece:
                found[-1] = (found[-1][0] + piece, (run[0], run[1] + 1))
                continue
        place = known.get(piece)
        found.append((piece, None if place is None else (place, 1)))
    return found


def unpacked(told: str | Sequence[str | Sequence[int]], held: str) -> str:
    """What the page makes of it.

    >>> unpacked(['<li>new', [0, 2]], '<li>old and known<li>older still<li>oldest')
    '<li>new<li>old and known<li>older still'
    """
    if isinstance(told, str):
        return told
    pieces = pieces_of(held)
    return "".join(part if isinstance(part, str) else "".join(pieces[part[0] : part[0] + part[1]]) for part in told)
