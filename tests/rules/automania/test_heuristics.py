"""A sensible player beats random play clearly."""

from __future__ import annotations

from officina import Position, Rng
from tests.rules.automania.kit import GAME

GAMES = 12


def sensible_choice(p: Position, seat: int, rng: Rng) -> int:
    """What a sensible player chooses, from what the seat can see."""
    world = p.determinize(seat, rng)
    return world.options(seat)[rng.weighted(GAME.weights(world, seat, rng))]


def test_one_sensible_player_among_three_random_ones_wins() -> None:
    wins = 0
    for seed in range(GAMES):
        seat = seed % 4
        rng = Rng(f"heuristics {seed}")
        p = GAME.start(4, seed, {"advanced": "on" if seed % 2 else "off"})
        while not p.over:
            actor = p.to_act[0]
            p.apply(actor, sensible_choice(p, actor, rng) if actor == seat else rng.pick(p.options(actor)))
        wins += seat in p.winners()
    assert wins >= GAMES - 1


def test_weights_fit_the_options_of_every_question_and_change_nothing() -> None:
    rng = Rng(5)
    asked = set()
    for players, options in ((4, {"advanced": "on"}), (2, {"corner_tiles": "any"}), (3, {"advanced": "on"})):
        p = GAME.start(players, players, options)
        while not p.over:
            seat = p.to_act[0]
            world = p.determinize(seat, rng)
            before = world.to_json()
            weights = GAME.weights(world, seat, rng)
            assert world.to_json() == before
            assert len(weights) == len(p.options(seat))
            assert min(weights) >= 0
            assert max(weights) > 0
            asked.add(p.kind(seat))
            better = world.options(seat)[rng.weighted(weights)]
            p.apply(seat, better if rng.below(3) else rng.pick(p.options(seat)))
    assert len(asked) >= 15


def test_sensible_players_sell_cars_and_play_contracts() -> None:
    rng = Rng(6)
    p = GAME.start(3, 11)
    while not p.over:
        p.apply(p.to_act[0], sensible_choice(p, p.to_act[0], rng))
    for seat in range(3):
        parts = dict(p.breakdown(seat))
        assert parts["sales"] > 5
        assert parts["contracts"] > 5
