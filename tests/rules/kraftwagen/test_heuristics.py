"""A sensible player clearly beats random ones, and has a liking for every question."""

from __future__ import annotations

from officina import Position, Rng
from officina.core.policy import FIRST, TUNED
from officina.games.kraftwagen.game import KraftwagenGame
from officina.games.kraftwagen.state import Kraftwagen
from tests.rules.kraftwagen.kit import act, given, offered

GAME = KraftwagenGame()


def play(players: int, seed: int, sensible: set[int]) -> Position:
    """One game; the seats in ``sensible`` follow the weights, the others choose at random."""
    p = GAME.start(players, seed)
    rng = Rng(f"heuristics {seed}")
    while p.to_act:
        seat = p.to_act[0]
        options = p.options(seat)
        if seat in sensible:
            weights = GAME.weights(p.determinize(seat, rng), seat, rng)
            assert len(weights) == len(options)
            assert min(weights) >= 0.0 < sum(weights)
            p.apply(seat, options[rng.weighted(weights)])
        else:
            p.apply(seat, rng.pick(options))
    return p


def test_one_sensible_player_beats_three_random_ones() -> None:
    won = sum(seed % 4 in play(4, seed, {seed % 4}).winners() for seed in range(12))
    assert won >= 11


def test_a_sensible_player_also_wins_with_two_and_three_players() -> None:
    for players in (2, 3):
        won = sum(seed % players in play(players, seed, {seed % players}).winners() for seed in range(8))
        assert won >= 7


def liked(p: Kraftwagen, figures: str) -> set[str]:
    """What a player by these figures may choose."""
    weights = GAME.weights_by(GAME.values(figures), p, p.to_act[0], Rng(1))
    return {option for option, weight in zip(offered(p), weights, strict=True) if weight > 0}


def test_a_part_is_not_thrown_away_for_an_equal_one() -> None:
    """The player of 0.1 did not mind replacing body 1 by body 1."""
    p = given(R={"bodies": [1, 1], "engines": [1]})
    act(p, "R", "body")
    assert offered(p) == ["decline", "replace body 1", "replace engine 1"]
    assert liked(p, FIRST) == {"decline", "replace body 1"}
    assert liked(p, TUNED) == {"decline"}
