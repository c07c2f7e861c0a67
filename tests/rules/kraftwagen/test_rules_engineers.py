"""Engineers: KW-88 to KW-105; examples E26 to E28."""

from __future__ import annotations

import pytest

from officina.games.kraftwagen.game import mine
from tests.rules.kraftwagen.kit import (
    act,
    asked,
    car,
    cards,
    choose,
    given,
    holder,
    levels,
    offered,
    player,
    refused,
    telling,
)

READY = {"bodies": [3], "engines": [4], "canteen": 3}


# --- the limit of markers


@pytest.mark.rules("KW-89", "KW-92", "KW-88")
def test_e28_marker_limit() -> None:
    p = given(
        R=READY | {"engineers": "diesel daimler horch"},
        cars=[car("R", 1, 1, 1, 5)],
        buyers="price body",
    )
    assert offered(p)[-2:] == ["use_daimler", "use_diesel"]
    choose(p, "pick_tile use_daimler", "daimler_marker 2", "daimler_buyer 1")
    assert refused(p, "pick_tile use_daimler") == "KW-92"
    assert refused(p, "pick_tile use_diesel") == "KW-89"
    choose(p, "pick_tile b1", "pick_action gp", "pick_buyer engine")
    assert offered(p) == ["place_car", "use_diesel", "end_turn"]
    assert refused(p, "market_step use_daimler") == "KW-92"
    instead = mine(p.clone())
    choose(instead, "market_step place_car", "car_price 8", "car_workers 1", "car_engineer horch_1")
    assert asked(instead) == "pick_tile", "Horch was the marker of phase 2: Diesel is not offered"
    choose(p, "market_step use_diesel", "diesel_what price", "diesel_value 1")
    choose(p, "market_step place_car", "car_price 8", "car_workers 1")
    assert asked(p) == "pick_tile", "Diesel was the marker of phase 2: Horch is not offered"


@pytest.mark.rules("KW-89")
def test_horch_uses_up_the_marker_of_phase_2() -> None:
    p = given(R=READY | {"engineers": "diesel horch"}, cars=[car("R", 1, 1, 1, 5)], at="PhaseTwo")
    choose(p, "market_step place_car", "car_price 8", "car_workers 1", "car_engineer horch_1")
    assert asked(p) == "pick_tile", "no marker is left for this turn"


@pytest.mark.rules("KW-89")
def test_a_marker_of_phase_1_leaves_that_of_phase_2() -> None:
    p = given("RB", chain="R B", R=READY | {"engineers": "diesel"}, cars=[car("R", 1, 1, 1, 5)])
    choose(p, "pick_tile use_diesel", "diesel_what price", "diesel_value 1")
    choose(p, "pick_tile a5")
    assert "use_diesel" in offered(p), "two Diesel markers in one turn, one in each phase"
    choose(p, "market_step use_diesel", "diesel_what price", "diesel_value 2")
    assert refused(p, "market_step use_diesel") == "KW-100", "both markers are gone"
    assert p.market[0].price == 2


@pytest.mark.rules("KW-89", "KW-91")
def test_porsche_opel_otto_and_bugatti_are_not_limited() -> None:
    p = given(R=READY | {"engineers": "porsche bugatti diesel", "active": "dev_ee"}, cars=[car("R", 1, 1, 1, 5)])
    choose(p, "pick_tile use_diesel", "diesel_what price", "diesel_value 1", "pick_tile a4", "place_engine race_car")
    assert player(p, "R").space == 4, "Bugatti and Porsche help although a marker was used in this phase"


@pytest.mark.rules("KW-90")
def test_markers_need_a_target_and_an_own_turn() -> None:
    p = given(R={"engineers": "daimler diesel"}, B={"engineers": "horch"})
    assert refused(p, "pick_tile use_daimler") == "KW-90"
    assert refused(p, "pick_tile use_diesel") == "KW-90"
    marked = given(R={"engineers": "daimler", "markers": "daimler_4"}, buyers="price+2")
    assert refused(marked, "pick_tile use_daimler") == "KW-90"
    other = given(R=READY, B={"engineers": "daimler diesel"}, buyers="price", cars=[car("B", 1, 1, 1, 5)])
    assert refused(other, "pick_tile use_daimler") == "KW-92"
    assert refused(other, "pick_tile use_diesel") == "KW-100"


@pytest.mark.rules("KW-90")
def test_daimler_and_diesel_can_be_used_between_actions_but_not_inside_one() -> None:
    p = given(R={"engineers": "daimler diesel", "bodies": [1, 1], "engines": [1]}, cars=[car("R", 1, 1, 1, 5)], buyers="price")
    choose(p, "pick_tile b3")
    assert offered(p) == ["body", "buyer", "use_daimler", "use_diesel"]
    choose(p, "pick_action body")
    assert offered(p) == ["decline", "replace body 1", "replace engine 1"], "inside an action there are no markers"
    choose(p, "place_body decline", "pick_action buyer", "pick_buyer brand")
    assert offered(p) == ["use_daimler", "use_diesel", "continue"]


# --- Daimler


@pytest.mark.rules("KW-92")
def test_daimler_puts_one_marker_on_a_buyer_without_one() -> None:
    p = given(R={"engineers": "daimler"}, buyers="price body engine")
    choose(p, "pick_tile use_daimler")
    assert offered(p) == ["2", "4"]
    choose(p, "daimler_marker 4")
    assert offered(p) == ["1", "2", "3"]
    assert refused(p, "daimler_buyer 4") == "KW-92"
    choose(p, "daimler_buyer 2")
    assert p.daimler == [0, 4, 0]
    assert p.view(None)["seats"][0]["markers"] == ["daimler_2"]


@pytest.mark.rules("KW-92")
def test_a_buyer_gets_no_second_daimler_marker() -> None:
    p = given(R={"engineers": "daimler", "markers": "daimler_2"}, buyers="price+4 body engine")
    choose(p, "pick_tile use_daimler")
    assert asked(p) == "daimler_buyer", "only the +2 is left"
    assert offered(p) == ["2", "3"]
    assert refused(p, "daimler_buyer 1") == "KW-92"


@pytest.mark.rules("KW-93")
def test_whoever_sells_to_the_marked_buyer_gets_more() -> None:
    p = given("RBG", buyers="body+2", cars=[car("B", 3, 1, 1, 5)], R={"engineers": "daimler"}, pawn=0, at="EndTurn")
    assert player(p, "B").sales == 7
    assert player(p, "R").sales == 0


@pytest.mark.rules("KW-93", "KW-119", "KW-121")
def test_a_marker_on_a_buyer_that_buys_nothing_is_lost() -> None:
    p = given(
        "RBG",
        buyers="body price+4",
        cars=[car("R", 3, 1, 1, 5)],
        R={"engineers": "daimler", "markers": "daimler_2"},
        pawn=0,
        at="EndTurn",
    )
    assert player(p, "R").sales == 5
    assert telling(p, "bought_nothing") == [(-1, 2, 3)]
    assert p.view(None)["seats"][0]["markers"] == ["daimler_2"]


# --- Otto, Porsche


@pytest.mark.rules("KW-91")
def test_porsche_makes_every_grand_prix_move_longer() -> None:
    p = given(R={"engineers": "porsche", "race_engine": 2})
    act(p, "R", "gp")
    assert player(p, "R").space == 3


@pytest.mark.rules("KW-97")
def test_otto_hires_two_then_researches_again() -> None:
    p = given(face_up="otto dev_ee", deck="dev_bb inst_gp", R={"canteen": 0, "supply": 8})
    act(p, "R", "research")
    choose(p, "take_card eng_otto")
    assert (player(p, "R").canteen, player(p, "R").supply) == (2, 6)
    choose(p, "take_card dev_bb")
    assert levels(p, "R") == (3, 1)
    empty = given(face_up="otto dev_ee", deck="dev_bb inst_gp", R={"supply": 0})
    act(empty, "R", "research")
    choose(empty, "take_card eng_otto")
    assert asked(empty) == "take_card"


# --- Diesel


@pytest.mark.rules("KW-52", "KW-102", "KW-60")
def test_e26_diesel_workers() -> None:
    p = given(
        R={"canteen": 0, "inactive": "dev_e_engine", "engineers": "diesel"},
        cars=[car("R", 1, 1, 3, 5)],
    )
    choose(p, "pick_tile use_diesel", "diesel_what workers", "diesel_value 2")
    assert asked(p) == "place_engine"
    assert levels(p, "R") == (1, 2)
    assert offered(p) == ["workshop", "race_car"]
    choose(p, "place_engine workshop")
    assert player(p, "R").engines == (2,)
    assert (player(p, "R").canteen, p.market[0].workers) == (0, 2)
    assert player(p, "R").inactive == ()


@pytest.mark.rules("KW-52")
def test_workers_come_back_one_at_a_time() -> None:
    p = given(
        R={"canteen": 0, "inactive": "dev_bb dev_ee", "engineers": "diesel"},
        cars=[car("R", 1, 1, 4, 5)],
    )
    choose(p, "pick_tile use_diesel", "diesel_what workers", "diesel_value 1")
    assert asked(p) == "activate"
    assert player(p, "R").canteen == 1
    choose(p, "activate dev_ee")
    assert player(p, "R").developments == cards("dev_ee dev_bb")
    assert (player(p, "R").canteen, p.market[0].workers) == (1, 1)


@pytest.mark.rules("KW-102")
def test_workers_can_be_added_or_taken_back_but_one_stays() -> None:
    p = given(R={"canteen": 2, "engineers": "diesel"}, cars=[car("R", 1, 1, 2, 5)])
    choose(p, "pick_tile use_diesel")
    choose(p, "diesel_what workers")
    assert offered(p) == ["1", "3", "4"]
    assert refused(p, "diesel_value 2") == "KW-102"
    assert refused(p, "diesel_value 5") == "KW-102"
    choose(p, "diesel_value 4")
    assert (player(p, "R").canteen, p.market[0].workers) == (0, 4)


@pytest.mark.rules("KW-102", "KW-100")
def test_a_lone_worker_with_an_empty_canteen_cannot_change() -> None:
    p = given(R={"canteen": 0, "engineers": "diesel", "bodies": [1, 3]}, cars=[car("R", 1, 1, 1, 5)])
    choose(p, "pick_tile use_diesel")
    assert offered(p) == ["body", "price"]
    assert refused(p, "diesel_what workers") == "KW-102"
    assert refused(p, "diesel_what engine") == "KW-101"


@pytest.mark.rules("KW-100", "KW-103")
def test_e27_diesel_price() -> None:
    p = given(R={"canteen": 0, "engineers": "diesel"}, cars=[car("R", 1, 1, 1, 10)], price_row=[1, 5, 9])
    choose(p, "pick_tile use_diesel")
    assert (asked(p), offered(p)) == ("diesel_value", ["1", "5", "9"])
    assert refused(p, "diesel_value 10") == "KW-103"
    choose(p, "diesel_value 1")
    assert p.market[0].price == 1
    assert p.price_row == (5, 9, 10)
    assert p.view(None)["seats"][0]["markers"] == ["diesel"]


@pytest.mark.rules("KW-100")
def test_diesel_works_on_own_cars_only() -> None:
    cars = [car("R", 1, 1, 1, 5), car("B", 1, 1, 1, 6), car("R", 2, 1, 1, 8)]
    p = given(R={"engineers": "diesel"}, cars=cars)
    choose(p, "pick_tile use_diesel")
    assert (asked(p), offered(p)) == ("diesel_car", ["5", "8"])
    assert refused(p, "diesel_car 6") == "KW-100"


@pytest.mark.rules("KW-101", "KW-104", "KW-131")
def test_a_part_is_swapped_with_one_from_a_workshop_and_the_marker_stays() -> None:
    p = given(
        R={"engineers": "diesel", "bodies": [2, 6], "engines": [4]},
        cars=[car("R", 2, 4, 1, 5, maybach=1)],
    )
    choose(p, "pick_tile use_diesel")
    assert offered(p) == ["body", "workers", "price"], "the only engine has the value of the car's"
    choose(p, "diesel_what body")
    assert p.market[0].body == 6, "body 6 was the only other value"
    assert p.market[0].body_bonus == 1
    assert player(p, "R").bodies == (2, 2)
    assert holder(p, "body3") == holder(p, "body6") == ""


@pytest.mark.rules("KW-101")
def test_an_engine_is_swapped_likewise() -> None:
    p = given(R={"engineers": "diesel", "engines": [3, 5]}, cars=[car("R", 2, 4, 1, 5)])
    choose(p, "pick_tile use_diesel", "diesel_what engine")
    assert offered(p) == ["3", "5"]
    assert refused(p, "diesel_value 4") == "KW-101"
    assert refused(p, "diesel_value 2") == "KW-101"
    choose(p, "diesel_value 5")
    assert (p.market[0].engine, player(p, "R").engines) == (5, (3, 4))


@pytest.mark.rules("KW-104")
def test_diesel_can_change_the_car_that_has_just_filled_the_market() -> None:
    cars = [car("B", 1, 1, 1, price) for price in (1, 2, 3, 5, 6)]
    p = given(R=READY | {"engineers": "diesel"}, cars=cars, at="PhaseTwo")
    choose(p, "market_step place_car", "car_price 9", "car_workers 1")
    choose(p, "market_step use_diesel", "diesel_what price", "diesel_value 10")
    assert telling(p, "diesel_used") == [(0, 3, 9, 10, 9)]
    assert p.round == 2
