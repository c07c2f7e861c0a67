"""A sensible player beats random play clearly."""

from __future__ import annotations

from officina import Rng
from tests.rules.fuori_di_rotella.kit import GAME

GAMES = 60


def sensible(seed: int, seats: set[int]) -> tuple[list[int], list[int]]:
    """A game of four in which those seats play by the heuristic (sampled by weight), the others at random."""
    rng = Rng(f"heuristics {seed}")
    p = GAME.start(players=4, seed=seed)
    while not p.over:
        seat = p.to_act[0]
        if seat in seats:
            seen = p.determinize(seat, rng)
            choice = seen.options(seat)[rng.weighted(GAME.weights(seen, seat, rng))]
        else:
            choice = rng.pick(p.options(seat))
        p.apply(seat, choice)
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


def test_weights_fit_the_options_of_every_question() -> None:
    rng = Rng(5)
    tables: list[dict[str, int | str]] = [
        {"upgrades": "on", "share_rest": "draft"},
        {"upgrades": "on", "robots_per_player": 2},
    ]
    for seed, options in enumerate(tables):
        p = GAME.start(players=4, seed=seed, options=options)
        asked = set()
        while not p.over:
            seat = p.to_act[0]
            seen = p.determinize(seat, rng)
            weights = GAME.weights(seen, seat, rng)
            assert len(weights) == len(p.options(seat))
            assert min(weights) >= 0
            assert max(weights) > 0
            asked.add(p.kind(seat))
            p.apply(seat, rng.pick(p.options(seat)))
        assert len(asked) > 4
