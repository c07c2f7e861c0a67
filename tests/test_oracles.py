"""Engine and oracle, two readings of the rules by two people, agree decision by decision (a sample; see tests/check.py)."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import pytest

from officina import Game
from officina.games import FIRST
from tests.oracle.compare import compare
from tests.seeds import number_of
from tests.settings import numbered_setting

CHUNKS = 4
GAMES_EACH = 15


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_oracle_agrees(game: Game, chunk: int) -> None:
    if game.name not in FIRST and find_spec(f"tests.oracle.{game.name}") is None:
        return  # a new game gets its oracle from somebody else, later; those of the house have theirs
    play = import_module(f"tests.oracle.{game.name}").play
    for number in range(chunk * GAMES_EACH, (chunk + 1) * GAMES_EACH):
        players, options = numbered_setting(game, number)
        compare(game, play, players, options, number_of(number))
