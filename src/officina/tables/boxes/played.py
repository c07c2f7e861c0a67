"""With which box a finished game was played: what statistics keep apart."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from officina.core.own_box import BoxError, read_own_box


@dataclass(frozen=True, slots=True)
class PlayedBox:
    """A box by what differs in it: the same figures have the same ``key``, however the box is called.

    Without a key it is the printed box as we have it; a box of somebody's own in which nothing differs is that one, too.
    """

    key: str = ""
    name: str = ""

    def __bool__(self) -> bool:
        return bool(self.key)


PRINTED: Final = PlayedBox()


@lru_cache(maxsize=256)
def played_box(game: str, text: str) -> PlayedBox:
    """The box that a table of a game was played with, from what the table keeps of it."""
    if not text:
        return PRINTED
    try:
        own = read_own_box(text)
    except BoxError:  # older than what we take today: apart from all others
        return PlayedBox(digest(game, text), "?")
    if not own.changes and not own.tracks:
        return PRINTED
    return PlayedBox(digest(game, own.figures_text()), own.name)


def digest(game: str, text: str) -> str:
    """A short name for figures of a game."""
    return hashlib.sha256(f"{game} {text}".encode()).hexdigest()[:12]
