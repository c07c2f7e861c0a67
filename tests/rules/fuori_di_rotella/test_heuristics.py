"""A sensible player beats random play clearly."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from officina import Position, Rng
from tests.rules.fuori_di_rotella.kit import GAME, play_on
from tests.rules.fuori_di_rotella.test_why_not import QUESTIONS

GAMES = 60


def sensible(seed: int, seats: set[int]) -> tuple[list[int], list[int]]:
    """A game of four in which those seats play by the heuristic (sampled by weight), the others at random."""
    rng = Rng(f"heuristics {seed}")

    def choose(p: Position, seat: int) -> int:
        if seat not in seats:
            return rng.pick(p.options(seat))
        seen = p.determinize(seat, rng)
        return seen.options(seat)[rng.weighted(GAME.weights(seen, seat, rng))]

    p = GAME.start(players=4, seed=seed)
    for _ in play_on(p, choose):
        pass
    return (p.scores(), p.winners())


def test_one_sensible_player_among_three_random_ones_wins_most_games() -> None:
    wins = 0.0
    points = others = 0
    for seed in range(GAMES):
        seat = seed % 4
        scores, winners = sensible(seed, {seat})
        if seat in winners:
            wins += 1 / len(winners)
        points += scores[seat]
        others += sum(scores) - scores[seat]
    assert wins / GAMES > 0.65  # a quarter would be luck
    assert points > 1.7 * others / 3


@pytest.mark.parametrize("build", QUESTIONS)
def test_there_is_a_weight_for_every_option_of_every_question(build: Callable[[], Position]) -> None:
    p = build()
    rng = Rng(5)
    weights = GAME.weights(p.determinize(1, rng), 1, rng)
    assert len(weights) == len(p.options(1))
    assert min(weights) >= 0
    assert max(weights) > 0
