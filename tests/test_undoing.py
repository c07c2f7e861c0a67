"""What may be taken back alone, in every game: nothing that told its mover anything, and nothing once the game is over."""

from __future__ import annotations

from collections import Counter

import pytest

from officina import GAMES, Game, Record
from officina.games.fuori_di_rotella import vocabulary as v
from tests.seeds import seed_of, seeded
from tests.settings import numbered_setting, random_setting
from tests.undoing import check_undo_game

GAMES_PLAYED = 4
WINDOWS = (v.USE_INSULATION, v.USE_ARMOUR, v.USE_LONG_ARM, v.USE_REPROGRAM, v.USE_TWIN_TRAP)
EVERY = {"automobiles": 24}
"""Long games are looked at less often."""


@pytest.mark.parametrize("number", range(GAMES_PLAYED))
def test_a_choice_that_told_its_mover_something_stands(game: Game, number: int) -> None:
    players, options = random_setting(game, seeded(f"undo {game.name} {number}"))
    found: Counter[str] = Counter()
    check_undo_game(game, players, options, seed_of(number), found, every=EVERY.get(game.name, 1))
    assert found["told"], "no choice told anything: nothing was tested"


@pytest.mark.parametrize("number", range(3))
def test_windows_of_the_upgrades_tell_something(number: int) -> None:
    """Which of these questions comes next depends on programmes that are still face down.

    They are rare: many games, of which only the choices before such a question are looked at.
    """
    found: Counter[str] = Counter()
    for game in range(40):
        seed = seed_of(40 * number + game)
        check_undo_game(GAMES["fuori_di_rotella"], 4, {"upgrades": "on"}, seed, found, leading_to=WINDOWS)
    assert found["told"] > 40


@pytest.mark.parametrize("number", range(3))
def test_the_end_is_a_barrier_in_every_game(game: Game, number: int) -> None:
    players, options = numbered_setting(game, number)
    record = Record.start(game, players, seed_of(number), options)
    rng = seeded(f"to the end {number}")
    while record.position.to_act:
        seat = rng.pick(list(record.position.to_act))
        record.apply(seat, rng.pick(record.position.options(seat)))
    for seat in range(players):
        assert record.why_no_undo(seat) is not None, f"seat {seat} may take back a choice after the end"
