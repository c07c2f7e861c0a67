"""Nobody cheats, shortly; the long run is ``python -m tests.honesty``."""

from __future__ import annotations

import pytest

from officina import Game
from officina.bots import BOTS
from tests.honesty import check_bot, check_worlds, decisions
from tests.seeds import seed_of


def test_worlds_are_drawn_from_what_the_seat_sees(game: Game) -> None:
    for number, (p, seat, _) in enumerate(decisions(game, 30, f"worlds {seed_of('honesty')}")):
        check_worlds(p, seat, f"worlds {number}")


@pytest.mark.parametrize("name", [name for name in BOTS if name not in ("random", "club", "master")])
def test_a_bot_chooses_the_same_whatever_it_cannot_see(game: Game, name: str) -> None:
    """Of every class one: club is heuristic by another name, master is expert with more time."""
    for number, (p, seat, _) in enumerate(decisions(game, 5, f"{name} {seed_of('honesty')}")):
        check_bot(name, p, seat, f"choice {number}", iterations=2)
