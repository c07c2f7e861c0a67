"""Buy phase: AU-70 to AU-75."""

from __future__ import annotations

import pytest

from tests.rules.automobiles.kit import asked, do, given, in_stock, money, offered, pile, why_not

BAG = {0: "9 white"}


@pytest.mark.rules("AU-70")
def test_money_is_the_value_of_every_cube_still_in_active() -> None:
    hand = "white, light, dark, black, wear, garage, pit, handling, performance, engine"
    p = given("1:40 2:1", active={0: hand}, bag=BAG)
    do(p, "action done")
    assert money(p) == 0 + 1 + 2 + 3 + 0 + 2 + 1 + 2 + 2 + 3
    assert pile(p, 0, "active") == hand
    played = given("1:40 2:1", active={0: "light, dark, garage"}, bag=BAG)
    do(played, "action light", "action done")
    assert money(played) == 4  # what was played is no money


@pytest.mark.rules("AU-71", "AU-72")
def test_any_number_of_cubes_one_at_a_time_to_used() -> None:
    p = given("1:40 2:1", active={0: "3 engine, wear"}, bag=BAG)
    do(p, "action done", "buy dark", "buy dark", "buy light")
    assert pile(p, 0, "used") == "light, 2 dark"
    assert money(p) == 1
    assert why_not(p, "buy light") == ("too_dear", "AU-71")
    assert offered(p) == ["white", "done"]
    do(p, "buy white")
    assert p.to_act == (1,)  # no money left: the phase ends by itself
    assert pile(p, 0, "discard") == "white, light, 2 dark, wear, 3 engine"


@pytest.mark.rules("AU-73")
def test_what_is_sold_out_cannot_be_bought() -> None:
    p = given("1:40 2:1", active={0: "4 engine, wear"}, bag=BAG, stock={"black": 1, "engine": 0})
    do(p, "action done")
    assert why_not(p, "buy engine") == ("sold_out", "AU-73")
    do(p, "buy black")
    assert why_not(p, "buy black") == ("sold_out", "AU-73")
    assert in_stock(p, "black") == 0


@pytest.mark.rules("AU-74")
def test_money_that_is_not_spent_is_lost() -> None:
    p = given("1:40 2:1", active={0: "2 engine, wear"}, bag=BAG)
    do(p, "action done", "buy done")
    assert money(p) == 0
    assert asked(p) == "turn_type"


@pytest.mark.rules("AU-75")
def test_wear_may_be_bought_on_purpose() -> None:
    p = given("1:40 2:1", active={0: "garage, wear"}, bag=BAG)
    do(p, "action done", "buy wear")
    assert pile(p, 0, "discard") == "2 wear, garage"
