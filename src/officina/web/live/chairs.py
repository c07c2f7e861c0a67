"""The chairs of a table before anybody plays: paint and shape of each seat, as the board will show them."""

from __future__ import annotations

from typing import Final

from officina.core.text import LANGUAGES
from officina.games import GAMES
from officina.looks import SEAT_MARKS, SEAT_PAINTS

Look = tuple[str, str]
"""A paint and a shape."""


_known: Final[dict[str, tuple[Look, ...]]] = {}
"""A few words for each game that there is."""


def chair_looks(game: str) -> tuple[Look, ...]:
    """The seats of a game that is played by as many as can, with its usual options; with fewer the last ones are not there."""
    if game not in _known:
        _known[game] = drawn_looks(game)
    return _known[game]


def drawn_looks(game: str) -> tuple[Look, ...]:
    """The same, from the board of a new game."""
    most = GAMES[game].players[-1]
    sample = GAMES[game].start(most, 0)
    drawn = GAMES[game].board(sample.view(None), None, LANGUAGES[0]).seats
    return tuple(drawn) or tuple((SEAT_PAINTS[seat % 8], SEAT_MARKS[seat % 8]) for seat in range(most))
