"""Design section 2, invariants 1-6, for every game: random tables, random play to the end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from officina import GAMES, Game
from tests.invariants import check_no_leak, check_random_game, plain
from tests.seeds import seed_of, seeded
from tests.settings import numbered_setting, random_setting

GAMES_PLAYED = 8


@pytest.mark.parametrize("number", range(GAMES_PLAYED))
def test_a_sample_of_all_player_counts_and_options(game: Game, number: int) -> None:
    players, options = numbered_setting(game, number)
    check_random_game(game, players, options, seed_of(number), every=20)


@given(name=st.sampled_from(list(GAMES)), seed=st.integers(0, 2**32))
@settings(max_examples=15)
def test_random_tables(name: str, seed: int) -> None:
    game = GAMES[name]
    players, options = random_setting(game, seeded(seed))
    check_random_game(game, players, options, seed_of(seed), every=40)


def test_same_seed_same_game(game: Game) -> None:
    first, second, other = (game.start(game.players[0], seed) for seed in map(seed_of, "aab"))
    rng = seeded(1)
    for _ in range(200):
        if not first.to_act:
            break
        assert plain(first.to_json()) == plain(second.to_json())
        seat = first.to_act[0]
        option = rng.pick(first.options(seat))
        first.apply(seat, option)
        second.apply(seat, option)
    assert plain(other.to_json()) != plain(game.start(game.players[0], seed_of("a")).to_json())


def test_nothing_leaks_at_any_decision_to_any_seat(game: Game) -> None:
    """Some secrets are open to view for one decision only, so here every decision is looked at, by every seat."""
    for seed in range(4):
        rng = seeded(f"leaks {seed}")
        options = {name: option.values[-1] for name, option in game.options.items() if seed % 2}
        options.pop("robots_per_player", None)
        p = game.start(list(game.players_for(game.read_option_values(options)))[-1], seed_of(seed), options)
        for _ in range(150):
            if not p.to_act:
                break
            for seat in range(p.seats):
                check_no_leak(p, seat, rng)
            seat = p.to_act[0]
            p.apply(seat, rng.pick(p.options(seat)))
