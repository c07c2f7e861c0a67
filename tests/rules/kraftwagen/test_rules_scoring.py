"""Scoring, awards, two players, the end: KW-94 to KW-99, KW-110 to KW-143; examples E22 to E25, E31, E38."""

from __future__ import annotations

import pytest

from officina import Rng
from officina.core.text import render
from tests.rules.kraftwagen.kit import (
    GAME,
    PARTS,
    act,
    asked,
    asks,
    awards_of,
    car,
    choose,
    given,
    holder,
    money,
    new_game,
    offered,
    player,
    telling,
    told,
)

# --- Benz


@pytest.mark.rules("KW-98", "KW-99", "KW-110", "KW-115", "KW-127", "KW-123")
def test_e25_benz() -> None:
    p = given(
        "RBG",
        buyers="engine body",
        R={"engineers": "benz", "space": 3},
        cars=[car("R", 1, 1, 1, 5), car("B", 2, 2, 1, 6), car("G", 3, 3, 1, 8)],
        pawn=0,
        at="EndTurn",
    )
    assert (asked(p), asks(p)) == ("benz_buyer", "R")
    assert money(p, "R") == 0, "the race is not valued yet"
    assert offered(p) == ["pass", "body", "engine", "brand", "price"]
    choose(p, "benz_buyer engine")
    assert [sale[2:4] for sale in telling(p, "sold")] == [(1, 8), (0, 6), (1, 5)]
    assert telling(p, "benz_used") == [(0, 1, 3)]
    assert holder(p, "buyer") == "R"
    assert player(p, "R").bonuses == 0
    assert p.bonus[1] == 2, "the white money stays, and the next round adds to it"
    assert player(p, "R").markers == 0
    assert all(p.in_stack(preference) == 2 for preference in range(4))


@pytest.mark.rules("KW-98", "KW-110")
def test_benz_may_be_kept_for_a_later_scoring_and_is_used_once() -> None:
    p = given("RBG", R={"engineers": "benz"}, pawn=0, at="EndTurn")
    choose(p, "benz_buyer pass")
    assert p.round == 2
    assert p.view(None)["seats"][0]["markers"] == ["benz"]
    p.pawn = 0
    act(p, "R", "gp")
    choose(p, "benz_buyer price")
    assert p.round == 3
    p.pawn = 0
    act(p, "R", "gp")
    assert p.over


@pytest.mark.rules("KW-98", "KW-138")
def test_benz_comes_after_all_active_buyers_however_many() -> None:
    none = given("RBG", R={"engineers": "benz"}, cars=[car("R", 1, 1, 1, 5)], pawn=0, at="EndTurn")
    choose(none, "benz_buyer brand")
    assert telling(none, "sold") == [(0, 1, 2, 5, 5)]
    two = given("RB", R={"engineers": "benz"}, buyers="body body price", pawn=0, at="EndTurn")
    choose(two, "benz_buyer engine")
    assert telling(two, "benz_used") == [(0, 1, 4)]


@pytest.mark.rules("KW-111")
def test_only_the_owner_of_benz_decides_at_a_scoring() -> None:
    p = given("RBG", chain="R B G", G={"engineers": "benz"}, R={"engineers": "daimler diesel"}, pawn=0, at="EndTurn")
    assert p.to_act == (2,)
    used = given("RBG", G={"engineers": "benz", "markers": ""}, pawn=0, at="EndTurn")
    assert used.round == 2


# --- sales


@pytest.mark.rules("KW-115", "KW-116", "KW-117", "KW-118")
def test_e22_sales() -> None:
    p = given(
        "RBG",
        round=2,
        buyers="brand body engine",
        cars=[car("B", 2, 3, 3, 11), car("G", 3, 2, 1, 6), car("R", 3, 4, 2, 8)],
        pawn=0,
        at="EndTurn",
    )
    assert telling(p, "sold") == [(1, 1, 2, 11, 11), (2, 2, 0, 6, 6), (0, 3, 1, 8, 8)]
    assert [money(p, letter) for letter in "RBG"] == [8, 11, 6]


@pytest.mark.rules("KW-93", "KW-94", "KW-118")
def test_e23_opel_daimler() -> None:
    cars = [car("R", 1, 1, 1, 2), car("B", 1, 1, 1, 3)]
    p = given("RBG", buyers="price+4", cars=cars, R={"engineers": "opel"}, pawn=0, at="EndTurn")
    assert money(p, "R") == 10
    without = given("RBG", buyers="price+4", cars=cars, pawn=0, at="EndTurn")
    assert money(without, "R") == 8


@pytest.mark.rules("KW-94")
def test_opel_counts_for_price_buyers_only() -> None:
    p = given("RBG", buyers="body", cars=[car("R", 1, 1, 1, 5)], R={"engineers": "opel"}, pawn=0, at="EndTurn")
    assert money(p, "R") == 5


@pytest.mark.rules("KW-96", "KW-116", "KW-121")
def test_e24_maybach() -> None:
    p = given("RBG", buyers="body", cars=[car("R", 6, 1, 1, 10, maybach=2), car("B", 7, 1, 1, 3)], pawn=0, at="EndTurn")
    assert (money(p, "R"), money(p, "B")) == (10, 0)
    assert (p.market, player(p, "R").markers) == ((), 0)


@pytest.mark.rules("KW-95", "KW-116")
def test_horch_counts_beyond_seven() -> None:
    p = given("RBG", buyers="engine", cars=[car("R", 1, 7, 1, 10, horch=1), car("B", 1, 7, 1, 3)], pawn=0, at="EndTurn")
    assert (money(p, "R"), money(p, "B")) == (10, 0)


@pytest.mark.rules("KW-117")
def test_a_price_buyer_looks_at_the_price_only() -> None:
    p = given("RBG", buyers="price", cars=[car("R", 7, 7, 5, 3), car("B", 1, 1, 1, 2)], pawn=0, at="EndTurn")
    assert (money(p, "R"), money(p, "B")) == (0, 4)


@pytest.mark.rules("KW-119")
def test_only_active_buyers_buy_and_each_one_car() -> None:
    cars = [car("R", 3, 1, 1, 5), car("R", 2, 1, 1, 6), car("R", 1, 1, 1, 8)]
    p = given("RBG", buyers="body body", cars=cars, pawn=0, at="EndTurn")
    assert money(p, "R") == 11


@pytest.mark.rules("KW-120", "KW-132")
def test_e31_return() -> None:
    p = given(
        "RBG",
        R={"supply": 0, "canteen": 1},
        cars=[car("R", 5, 5, 3, 5)],
        awards={"workers": "R"},
        pawn=0,
        at="EndTurn",
    )
    one = player(p, "R")
    assert (one.supply, one.canteen) == (3, 1)
    assert (one.bodies, one.engines, p.market) == ((), (), ())
    assert holder(p, "workers") == "R"


@pytest.mark.rules("KW-120", "KW-121", "KW-122", "KW-123")
def test_after_the_sales_everything_leaves_the_market() -> None:
    p = given(
        "RBG",
        round=3,
        buyers="body+2 price",
        bonus=[0, 3, 1, 0],
        cars=[car("R", 5, 5, 3, 8, horch=2), car("B", 1, 1, 2, 6), car("G", 1, 1, 1, 10)],
        R={"supply": 1},
        pawn=0,
        at="EndTurn",
    )
    assert p.over
    assert (p.market, p.price_row, p.buyers, p.daimler) == ((), (), [], [])
    assert player(p, "R").supply == 4
    assert p.bonus == [0, 3, 1, 0]
    assert telling(p, "cars_left") == [(-1, 3, 1)]


@pytest.mark.rules("KW-110", "KW-112", "KW-115", "KW-120")
def test_race_sales_and_clearing_come_in_this_order() -> None:
    p = given("RBG", buyers="body", cars=[car("B", 1, 1, 1, 5)], R={"engineers": "benz", "space": 4}, pawn=0, at="EndTurn")
    choose(p, "benz_buyer price")
    names = ("round_ended", "benz_used", "race_placed", "sold", "bought_nothing", "cars_left", "round_began")
    assert [name for name in told(p) if name in names] == list(names)


# --- awards


@pytest.mark.rules("KW-125")
def test_an_award_is_given_once_and_kept() -> None:
    p = given(R={"active": "dev_bb"}, B={"active": "dev_bb"})
    act(p, "R", "body")
    act(p, "B", "body")
    assert holder(p, "body3") == "R"
    assert player(p, "B").bodies == (3,)
    assert p.scores() == [3, 0, 0, 0]


@pytest.mark.rules("KW-130")
def test_an_engine_of_seven_in_a_workshop_wins_both_awards() -> None:
    p = given(R={"active": "dev_ee dev_ee dev_ee", "race_engine": 7})
    act(p, "R", "engine")
    assert awards_of(p, "R") == ["engine4", "engine7"]
    six = given(R={"active": "dev_ee dev_ee dev_be", "race_engine": 7})
    act(six, "R", "engine")
    assert awards_of(six, "R") == ["engine4"]


@pytest.mark.rules("KW-131")
def test_markers_win_no_part_awards() -> None:
    p = given(R={"bodies": [2], "engines": [3], "engineers": "maybach horch"}, at="PhaseTwo")
    choose(p, "market_step place_car", "car_price 5", "car_workers 1", "car_engineer maybach_2")
    assert (holder(p, "body3"), holder(p, "engine4")) == ("", "")


@pytest.mark.rules("KW-132")
def test_the_last_worker_of_the_supply_wins_the_award_only_by_hiring() -> None:
    p = given(R={"supply": 1}, B={"supply": 0})
    act(p, "B", "gp")
    assert holder(p, "workers") == ""
    act(p, "R", "worker")
    assert holder(p, "workers") == "R"


@pytest.mark.rules("KW-133")
def test_the_third_engineer_card_wins_the_award() -> None:
    p = given(face_up="porsche dev_bb", deck="opel dev_bb", R={"engineers": "bugatti"})
    act(p, "R", "research")
    choose(p, "take_card eng_porsche")
    assert holder(p, "engineers") == ""
    act(p, "R", "research")
    choose(p, "take_card eng_opel")
    assert holder(p, "engineers") == "R"


@pytest.mark.rules("KW-134")
def test_awards_of_one_action_follow_each_other() -> None:
    p = given(R={"canteen": 0, "supply": 1, "inactive": "dev_b_body", "active": "dev_bb"})
    act(p, "R", "worker")
    assert [won[1] for won in telling(p, "award_won")] == [8, 4]
    assert awards_of(p, "R") == ["body3", "workers"]


# --- two and three players


@pytest.mark.rules("KW-135", "KW-138")
def test_five_buyer_actions_end_a_round_of_two_players() -> None:
    p = given("RB")
    assert p.pawn == 2
    for preference in ("body", "engine", "brand"):
        act(p, "R", "buyer")
        choose(p, f"pick_buyer {preference}")
    assert (len(p.buyers), p.pawn) == (3, 2)
    act(p, "R", "buyer")
    assert (p.round, p.pawn) == (1, 1)
    act(p, "R", "buyer")
    assert (p.round, p.pawn) == (2, 2)


@pytest.mark.rules("KW-137")
def test_the_fourth_car_ends_a_round_of_two_players() -> None:
    cars = [car("B", 1, 1, 1, price) for price in (1, 2, 3)]
    p = given("RB", R={"bodies": [1], "engines": [1]}, cars=cars, at="PhaseTwo")
    choose(p, "market_step place_car", "car_price 9", "car_workers 1")
    assert p.round == 2
    three = given("RBG", R={"bodies": [1], "engines": [1]}, cars=cars, at="PhaseTwo")
    choose(three, "market_step place_car", "car_price 9", "car_workers 1")
    assert three.round == 1


@pytest.mark.rules("KW-136", "KW-22")
def test_each_of_two_players_takes_one_of_the_two_tiles() -> None:
    p = new_game(2, 3)
    first, second = offered(p)
    choose(p, f"pick_start_tile {first}")
    while asked(p) != "pick_tile":
        p.apply(p.to_act[0], p.options(p.to_act[0])[0])
    codes = [PARTS.start_tiles[one.start_tile].code for one in p.players]
    assert sorted(codes) == sorted([first, second])


@pytest.mark.rules("KW-139")
def test_neutral_cars_are_there_in_every_round() -> None:
    p = given("RB", R={"race_engine": 3}, pawn=0, at="EndTurn")
    assert p.round == 2
    act(p, "R", "gp")
    assert player(p, "R").space == 4
    assert p.view(None)["neutral_cars"] == [3, 6]


@pytest.mark.rules("KW-140", "KW-26")
def test_three_players_play_as_four_without_the_fourth_set() -> None:
    three, four = new_game(3), new_game(4)
    for entry in ("slots", "capacity", "pawn", "neutral_cars"):
        assert three.view(None)[entry] == four.view(None)[entry]
    assert len(three.chain) == 13
    assert len(offered(three)) == 4


# --- the end


@pytest.mark.rules("KW-141")
def test_the_total_is_money_and_awards() -> None:
    p = given("RBG", round=3, R={"sales": 50}, B={"sales": 52}, awards={"workers": "R", "gp1": "B"}, pawn=0, at="EndTurn")
    assert p.scores() == [57, 55, 0]
    assert p.winners() == [0]
    assert p.breakdown(0) == [("sales", 50), ("prizes", 0), ("bonuses", 0), ("awards", 7)]


@pytest.mark.rules("KW-142")
def test_e38_tie() -> None:
    p = given("RBG", round=3, R={"sales": 81}, B={"sales": 74}, G={"sales": 60}, awards={"gp2": "B"}, pawn=0, at="EndTurn")
    assert p.scores() == [81, 81, 60]
    assert p.winners() == [0, 1]
    assert p.view(None)["ranks"] == [1, 1, 3]


@pytest.mark.rules("KW-143")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_adds_up_throughout_a_random_game(players: int) -> None:
    p = new_game(players, 11)
    rng = Rng(players)
    before = [0] * players
    while p.to_act:
        wrong = GAME.check(p)
        assert wrong is None, render(wrong, "en")
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
        after = [one.money() for one in p.players]
        assert all(new >= old for new, old in zip(after, before, strict=True)), "money never falls"
        before = after


@pytest.mark.rules("KW-142")
def test_equal_totals_share_the_place_and_the_next_one_is_left_out() -> None:
    p = given("RBGY", round=3, R={"sales": 81}, B={"sales": 60}, G={"sales": 60}, Y={"sales": 50}, pawn=0, at="EndTurn")
    assert [place.place for place in p.places()] == p.view(None)["ranks"] == [1, 2, 2, 4]
    ties = [place.tie for place in p.places()]
    assert [tie.rule if tie else None for tie in ties] == [None, "KW-142", "KW-142", None]
    assert ties[1] is not None
    assert render(ties[1], "en") == "Tied on 60: nothing else decides, so the place is shared (KW-142)"
