"""Hidden bags (AU-186): redrawn without changing anything that the seat sees, and never to the impossible."""

from __future__ import annotations

import pytest

from officina import Rng
from officina.games.automobiles.cubes import counts
from officina.games.automobiles.state import Automobiles
from tests.rules.automobiles.kit import GAME, asked, cubes, do, given, in_stock, pile


def redrawn(p: Automobiles, seat: int, number: int) -> Automobiles:
    other = p.determinize(seat, Rng(number))
    assert isinstance(other, Automobiles)
    return other


def true_bag(p: Automobiles, seat: int) -> str:
    return cubes(counts(p.bag[seat]))


@pytest.mark.rules("AU-186")
def test_hidden_bags_are_mixed_with_each_other() -> None:
    bags = {0: "3 black", 1: "3 light", 2: "3 pit"}
    for visible, own_fixed, others_fixed in (("all", True, True), ("own", True, False), ("none", False, False)):
        p = given("3:3 1:40 1:20", active={0: "wear"}, bag=bags, options={"visible_bags": visible})
        worlds = [redrawn(p, 0, number) for number in range(20)]
        assert (len({true_bag(world, 0) for world in worlds}) == 1) == own_fixed
        assert (len({true_bag(world, 1) for world in worlds}) == 1) == others_fixed
        for world in worlds:
            assert world.view(0) == p.view(0)
            assert GAME.check(world) is None


@pytest.mark.rules("AU-186", "AU-08")
@pytest.mark.parametrize("seed", range(8))
def test_before_the_first_turn_nobody_owns_more_than_the_grid_money_bought(seed: int) -> None:
    p = GAME.start(3, seed, {"visible_bags": "none", "first_player": 1})
    do(p, "grid_buy engine", "grid_buy engine", *["grid_buy white"] * 4, "grid_buy done", "grid_buy done")
    assert asked(p) == "turn_type"
    assert isinstance(p, Automobiles)
    for number in range(10):
        world = redrawn(p, 1, number)
        for seat in range(3):
            extra = counts(world.bag[seat] + world.active[seat] - p.parts.start)
            assert sum(n * cost for n, cost in zip(extra, p.costs, strict=True)) <= (10, 11, 12)[seat]
        assert world.view(1) == p.view(1)


def test_future_draws_are_not_those_of_the_true_game() -> None:
    p = given("3:3 1:40", active={0: "wear, pit"}, bag={0: "20 white, 20 light"})
    drawn = set()
    for number in range(20):
        world = redrawn(p, 0, number)
        do(world, "action pit")
        drawn.add(pile(world, 0, "active"))
    assert drawn == {"white, wear", "light, wear"}
    assert in_stock(p, "white") == 10
