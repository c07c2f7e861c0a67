"""The chairs of a table before anybody plays: paint and shape of each seat, as the board will show them."""

from __future__ import annotations

from typing import Final

from officina.core.game import Game
from officina.core.position import Position
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
    return looks_of(GAMES[game], GAMES[game].start(GAMES[game].players[-1], 0))


def looks_of(game: Game, position: Position) -> tuple[Look, ...]:
    """The seats as the board shows them in a position: in some games a seat gets its paint only when it has chosen."""
    drawn = game.board(position.view(None), None, LANGUAGES[0]).seats
    return tuple(drawn) or tuple((SEAT_PAINTS[seat % 8], SEAT_MARKS[seat % 8]) for seat in range(len(position.scores())))
