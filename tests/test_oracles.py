"""Engine and oracle, two readings of the rules by two people, agree decision by decision (a sample; see tests/check.py)."""

from __future__ import annotations

from importlib import import_module

import pytest

from officina import Game
from tests.oracle.compare import compare
from tests.settings import numbered_setting

CHUNKS = 4
GAMES_EACH = 15


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_oracle_agrees(game: Game, chunk: int) -> None:
    play = import_module(f"tests.oracle.{game.name}").play
    for number in range(chunk * GAMES_EACH, (chunk + 1) * GAMES_EACH):
        players, options = numbered_setting(game, number)
        compare(game, play, players, options, number)
