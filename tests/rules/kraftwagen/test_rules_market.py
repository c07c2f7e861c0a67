"""Buyers and the market: KW-72 to KW-75, KW-82 to KW-87, KW-127, KW-128; examples E18 to E20, E37."""

from __future__ import annotations

import pytest

from tests.rules.kraftwagen.kit import (
    act,
    asked,
    car,
    choose,
    given,
    holder,
    money,
    offered,
    player,
    refused,
    telling,
)

READY = {"bodies": [3], "engines": [4], "canteen": 3}


# --- Buyer


@pytest.mark.rules("KW-72", "KW-34")
def test_e18_bonus() -> None:
    p = given(buyers="price")
    act(p, "R", "buyer")
    choose(p, "pick_buyer body")
    assert p.view(None)["buyers"][1]["preference"] == "body"
    assert money(p, "R") == 2
    assert p.bonus == [0, 1, 1, 1]
    untouched = given("RBG", pawn=0, at="EndTurn")
    assert untouched.bonus[0] == 4


@pytest.mark.rules("KW-72")
def test_only_preferences_with_a_buyer_in_the_stack_can_be_chosen() -> None:
    p = given(buyers="body body price")
    act(p, "R", "buyer")
    assert offered(p) == ["engine", "brand", "price"]
    assert refused(p, "pick_buyer body") == "KW-72"


@pytest.mark.rules("KW-73")
def test_e19_pawn() -> None:
    p = given(buyers="body body price price")
    act(p, "R", "buyer")
    assert (p.pawn, money(p, "R"), len(p.buyers)) == (3, 0, 4)
    assert telling(p, "pawn_moved") == [(0, 3)]
    assert p.view(None)["pawn_space"] == "3"


@pytest.mark.rules("KW-74")
def test_the_round_ends_after_the_turn_in_which_the_pawn_reaches_zero() -> None:
    p = given(buyers="body body price price", pawn=1, R=READY)
    act(p, "R", "buyer")
    assert (p.pawn, p.round, asked(p)) == (0, 1, "market_step")
    choose(p, "market_step end_turn")
    assert p.round == 2


@pytest.mark.rules("KW-75", "KW-127")
def test_e20_buyer_award() -> None:
    p = given(buyers="engine", bonus=[2, 0, 1, 1])
    act(p, "R", "buyer")
    choose(p, "pick_buyer engine")
    assert holder(p, "buyer") == "R"
    assert money(p, "R") == 0


@pytest.mark.rules("KW-75")
def test_there_is_always_a_stack_to_choose_from() -> None:
    p = given(buyers="body body price")
    act(p, "R", "buyer")
    choose(p, "pick_buyer price")
    assert sum(p.in_stack(preference) for preference in range(4)) == 4


@pytest.mark.rules("KW-125", "KW-127")
def test_the_second_pair_of_buyers_wins_nothing_any_more() -> None:
    p = given(buyers="engine price", awards={"buyer": "B"})
    act(p, "R", "buyer")
    choose(p, "pick_buyer engine")
    assert holder(p, "buyer") == "B"


# --- placing a car


@pytest.mark.rules("KW-82", "KW-83")
def test_e37_placing() -> None:
    p = given(R=READY, cars=[car("B", 1, 1, 1, 5), car("G", 2, 2, 1, 6)], at="PhaseTwo")
    choose(p, "market_step place_car", "car_price 8", "car_workers 2")
    assert len(p.market) == 3
    placed = p.market[2]
    assert (placed.owner, placed.body, placed.engine, placed.workers, placed.price) == (0, 3, 4, 2, 8)
    assert (player(p, "R").bodies, player(p, "R").engines, player(p, "R").canteen) == ((), (), 1)
    assert 8 not in p.price_row
    assert holder(p, "market") == ""


@pytest.mark.rules("KW-82")
@pytest.mark.parametrize("missing", ["bodies", "engines", "canteen"])
def test_a_car_needs_a_body_an_engine_and_a_worker(missing: str) -> None:
    things = READY | {missing: 0 if missing == "canteen" else [], "engineers": "daimler"}
    p = given(R=things, buyers="price", at="PhaseTwo")
    assert offered(p) == ["use_daimler", "end_turn"]
    assert refused(p, "market_step place_car") == "KW-82"


@pytest.mark.rules("KW-82", "KW-87", "KW-106")
def test_a_full_market_takes_no_car_and_ends_the_round() -> None:
    cars = [car("B", 1, 1, 1, price) for price in (1, 2, 3, 5, 6)]
    p = given(R=READY | {"engineers": "diesel", "bodies": [2, 3], "engines": [1]}, cars=cars, at="PhaseTwo")
    choose(p, "market_step place_car", "car_body 2", "car_price 9", "car_workers 1")
    assert refused(p, "market_step place_car") in ("KW-86", "KW-82")
    assert p.round == 1
    choose(p, "market_step end_turn")
    assert p.round == 2


@pytest.mark.rules("KW-82")
def test_nobody_places_a_car_on_a_full_market() -> None:
    cars = [car("B", 1, 1, 1, price) for price in (1, 2, 3, 5, 6, 8)]
    p = given(R=READY | {"engineers": "daimler"}, buyers="price", cars=cars, at="PhaseTwo")
    assert refused(p, "market_step place_car") == "KW-82"


@pytest.mark.rules("KW-83")
def test_body_engine_price_and_workers_are_chosen_freely_from_what_there_is() -> None:
    p = given(R={"bodies": [1, 5], "engines": [4], "canteen": 3}, cars=[car("B", 1, 1, 1, 5)], at="PhaseTwo")
    choose(p, "market_step place_car")
    assert offered(p) == ["1", "5"]
    assert refused(p, "car_body 2") == "KW-83"
    choose(p, "car_body 1")
    assert offered(p) == ["1", "2", "3", "6", "8", "9", "10"]
    assert refused(p, "car_price 5") == "KW-83"
    choose(p, "car_price 10")
    assert offered(p) == ["1", "2", "3"]
    assert refused(p, "car_workers 4") == "KW-83"
    choose(p, "car_workers 3")
    assert p.view(1)["market"][1] == {
        "seat": 0,
        "body": 1,
        "engine": 4,
        "workers": 3,
        "price": 10,
        "body_bonus": 0,
        "engine_bonus": 0,
    }


@pytest.mark.rules("KW-83")
def test_the_engine_is_chosen_among_several() -> None:
    p = given(R={"bodies": [1], "engines": [2, 4], "canteen": 1}, at="PhaseTwo")
    choose(p, "market_step place_car")
    assert (asked(p), offered(p)) == ("car_engine", ["2", "4"])
    assert refused(p, "car_engine 3") == "KW-83"
    choose(p, "car_engine 4", "car_price 3")
    assert (p.market[0].engine, player(p, "R").engines) == (4, (2,))


@pytest.mark.rules("KW-84", "KW-95", "KW-96")
def test_one_marker_of_horch_or_maybach_may_be_added() -> None:
    p = given(R=READY | {"engineers": "horch maybach", "markers": "horch_2 maybach_1"}, at="PhaseTwo")
    choose(p, "market_step place_car", "car_price 8", "car_workers 1")
    assert offered(p) == ["none", "horch_2", "maybach_1"]
    assert refused(p, "car_engineer horch_1") == "KW-84"
    choose(p, "car_engineer horch_2")
    assert (p.market[0].engine_bonus, p.market[0].body_bonus) == (2, 0)
    assert p.view(None)["seats"][0]["markers"] == ["maybach_1"]
    assert asked(p) == "pick_tile", "no second marker for the same car"


@pytest.mark.rules("KW-96")
def test_a_maybach_marker_improves_the_body() -> None:
    p = given(R=READY | {"engineers": "maybach"}, at="PhaseTwo")
    choose(p, "market_step place_car", "car_price 8", "car_workers 1")
    assert refused(p, "car_engineer horch_1") == "KW-84"
    choose(p, "car_engineer maybach_2")
    assert (p.market[0].engine_bonus, p.market[0].body_bonus) == (0, 2)


@pytest.mark.rules("KW-85")
def test_a_placed_car_cannot_be_changed_without_diesel() -> None:
    p = given(R=READY | {"bodies": [3, 6], "engines": [4]}, at="PhaseTwo")
    choose(p, "market_step place_car", "car_body 3", "car_price 8", "car_workers 1")
    assert asked(p) == "pick_tile"
    assert "use_diesel" not in offered(p)


@pytest.mark.rules("KW-86")
def test_one_car_a_turn_but_any_number_a_round() -> None:
    p = given("RB", chain="R a1 a5 B", R={"bodies": [1, 1], "engines": [1], "canteen": 4, "engineers": "diesel"})
    choose(p, "pick_tile a1", "market_step place_car", "car_price 8", "car_workers 1")
    assert refused(p, "market_step place_car") == "KW-86"
    choose(p, "market_step end_turn")
    player(p, "R").engines = (2,)
    choose(p, "pick_tile a5", "pick_action gp", "pick_action continue")
    choose(p, "market_step place_car", "car_price 9", "car_workers 1")
    assert len(p.market) == 2


@pytest.mark.rules("KW-128")
def test_the_second_own_car_on_the_market_wins_the_award() -> None:
    p = given(R=READY, cars=[car("R", 1, 1, 1, 5)], at="PhaseTwo")
    choose(p, "market_step place_car", "car_price 8", "car_workers 1")
    assert holder(p, "market") == "R"


@pytest.mark.rules("KW-128")
def test_cars_of_different_rounds_do_not_count_together() -> None:
    p = given("RBG", R=READY, cars=[car("R", 1, 1, 1, 5)], pawn=0, at="EndTurn")
    act(p, "R", "gp")
    choose(p, "market_step place_car", "car_price 8", "car_workers 1")
    assert len(p.market) == 1
    assert holder(p, "market") == ""
