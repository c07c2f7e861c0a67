"""A sensible player beats random play clearly, and races are as long as they should be."""

from __future__ import annotations

import pytest

from officina import Position, Rng
from tests.rules.automobiles.kit import GAME, asked, do, given, offered

SETS = ("first_game", "fine_tuning", "jalopy", "money", "rainbow", "revved_up", "expert")


def race(seed: int, sensible: set[int], **options: object) -> Position:
    """A race of four in which those seats play by the heuristic, the others at random."""
    rng = Rng(f"heuristics {seed}")
    p = GAME.start(4, seed, options)
    while not p.over:
        seat = p.to_act[0]
        if seat in sensible:
            seen = p.determinize(seat, rng)
            choice = seen.options(seat)[rng.weighted(GAME.weights(seen, seat, rng))]
        else:
            choice = rng.pick(p.options(seat))
        p.apply(seat, choice)
    return p


def test_one_sensible_player_among_three_random_ones_wins() -> None:
    wins = [race(seed, {seed % 4}, laps=1, cards=SETS[seed]).winners() == [seed % 4] for seed in range(7)]
    assert sum(wins) >= 6


@pytest.mark.parametrize("cards", ["revved_up", "fine_tuning"])
def test_three_laps_take_ten_to_twenty_five_rounds(cards: str) -> None:
    assert 10 <= GAME.turns(race(1, {0, 1, 2, 3}, cards=cards, laps=3)) <= 25


def choice(p: Position) -> str:
    """What the heuristic prefers."""
    seat = p.to_act[0]
    weights = GAME.weights(p, seat, Rng(1))
    assert len(weights) == len(p.options(seat))
    return offered(p)[weights.index(max(weights))]


def test_in_the_last_round_only_distance_counts() -> None:
    p = given("3:3/2 1:1/3", first=1, active={0: "2 dark, 2 black"}, bag={0: "9 white"})
    played = []
    while asked(p) in ("action", "step") and p.to_act == (0,):
        played.append(choice(p))
        do(p, f"{asked(p)} {played[-1]}")
    assert p.over
    assert p.scores()[0] >= 112 + 3 + 8 + 8  # nothing is kept as money


def test_a_pit_stop_only_with_a_hand_full_of_wear() -> None:
    full = given("1:40 1:41 2:41 2:42", active={0: "7 wear"}, bag={0: "9 white"}, at="turn", round=2)
    assert choice(full) == "pit_stop"
    assert choice(given("1:40 4:9", active={0: "4 white, 3 wear"}, bag={0: "9 white"}, at="turn")) == "standard"


def test_weights_fit_the_options_of_every_question() -> None:
    rng = Rng(5)
    asked_kinds: set[int] = set()
    for seed, cards in enumerate(("random", "random", "random", "expert", "fine_tuning", "money")):
        p = GAME.start(
            3, seed, {"cards": cards, "laps": 1, "grid": "chosen", "boost": "accelerated" if seed % 2 else "immediate"}
        )
        for _ in range(250):
            if p.over:
                break
            seat = p.to_act[0]
            weights = GAME.weights(p, seat, rng)
            assert len(weights) == len(p.options(seat))
            assert min(weights) >= 0
            assert max(weights) > 0
            asked_kinds.add(p.kind(seat))
            p.apply(seat, rng.pick(p.options(seat)))
    assert len(asked_kinds) >= 17
