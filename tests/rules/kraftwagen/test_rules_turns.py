"""Decisions, rounds, the chain and the turn: KW-29 to KW-48, KW-106 to KW-109; examples E2 to E7, E21, E32."""

from __future__ import annotations

import pytest

from officina import Rng, render
from officina.games.kraftwagen.components import TILES
from tests.rules.kraftwagen.kit import (
    GAME,
    act,
    asked,
    asks,
    car,
    chain,
    choose,
    finish_turn,
    given,
    holder,
    money,
    new_game,
    offered,
    player,
    refused,
    seat,
    take,
    telling,
    told,
)

READY = {"bodies": [2], "engines": [2]}


# --- decisions


@pytest.mark.rules("KW-29")
def test_a_single_option_is_taken_and_logged() -> None:
    p = given("RB", chain="R a1 B")
    choose(p, "pick_tile a1")
    assert player(p, "R").canteen == 5
    kind = GAME.vocabulary.numbers["pick_action"]
    assert telling(p, "forced") == [(0, kind, 0)]


@pytest.mark.rules("KW-29")
def test_options_that_come_to_the_same_are_offered_once() -> None:
    p = given("RB", R={"bodies": [2, 2], "engines": [3]}, at="PhaseTwo")
    choose(p, "market_step place_car")
    assert asked(p) == "car_price", "both bodies have the value 2, and there is one engine"
    twins = given("RB", face_up="dev_bb dev_bb", deck="dev_ee dev_ee")
    act(twins, "R", "research")
    assert asked(twins) != "take_card"
    assert player(twins, "R").body_points == 3


@pytest.mark.rules("KW-30")
def test_placing_a_car_is_completed_once_begun() -> None:
    p = given("RB", R={"bodies": [2, 3], "engines": [1]}, at="PhaseTwo")
    choose(p, "market_step place_car")
    assert offered(p) == ["2", "3"]
    choose(p, "car_body 3")
    assert offered(p) == ["1", "2", "3", "5", "6", "8", "9", "10"]
    choose(p, "car_price 10")
    assert offered(p) == ["1", "2", "3", "4"]
    choose(p, "car_workers 4")
    assert len(p.market) == 1


@pytest.mark.rules("KW-31")
def test_exactly_one_player_decides_at_any_time_and_nothing_is_secret() -> None:
    assert not any(kind.secret for kind in GAME.vocabulary.kinds)
    p = new_game(3, 4)
    rng = Rng(1)
    while p.to_act:
        assert len(p.to_act) == 1
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))


# --- rounds


@pytest.mark.rules("KW-32", "KW-124")
def test_three_rounds_then_the_game_is_over() -> None:
    p = given("RBG", round=2, pawn=0, at="EndTurn")
    assert (p.round, p.over) == (3, False)
    last = given("RBG", round=3, pawn=0, at="EndTurn")
    assert last.over
    assert told(last)[-1] == "game_ended"


@pytest.mark.rules("KW-33", "KW-34", "KW-122")
def test_preparation_lays_new_price_markers_and_adds_white_money() -> None:
    p = given("RBG", pawn=0, bonus=[2, 0, 1, 0], cars=[car("R", 1, 1, 1, 5)], at="EndTurn")
    assert p.price_row == (2, 3, 5, 6, 8, 9, 11, 12)
    assert p.bonus == [4, 1, 2, 1]


@pytest.mark.rules("KW-35", "KW-114", "KW-123")
def test_a_round_starts_with_market_buyers_pawn_and_race_as_at_the_start() -> None:
    p = given(
        "RBG", pawn=0, quiet=7, buyers="body price body", cars=[car("R", 1, 1, 1, 5)], R={"space": 4, "laps": 2}, at="EndTurn"
    )
    assert (p.market, p.buyers, p.daimler, p.pawn, p.quiet) == ((), [], [], 4, 0)
    assert [(one.space, one.laps) for one in p.players] == [(0, 0)] * 3
    assert all(p.in_stack(preference) == 2 for preference in range(4))


@pytest.mark.rules("KW-36")
def test_everything_else_is_carried_over() -> None:
    p = given(
        "RBG",
        chain="B a1 R G",
        pawn=0,
        face_up="dev_bb otto",
        awards={"gp1": "B"},
        R={"bodies": [3], "active": "dev_bb", "race_engine": 3, "engineers": "diesel", "canteen": 2, "sales": 9},
        at="EndTurn",
    )
    one = player(p, "R")
    assert (one.bodies, one.race_engine, one.canteen, one.sales) == ((3,), 3, 2, 9)
    assert (len(one.developments), bin(one.markers).count("1")) == (1, 2)
    assert holder(p, "gp1") == "B"
    assert p.view(None)["face_up"] == ["dev_bb", "eng_otto"]
    assert chain(p, "B a1 R G") == "B a1 R G"
    assert asks(p) == "B", "the player at the tail begins the new round"


# --- chain


@pytest.mark.rules("KW-37", "KW-38", "KW-39", "KW-40", "KW-42")
def test_e02_chain() -> None:
    named = "R B G a1 a3 a4 a5"
    p = given("RBG", chain=named)
    take(p, "a3")
    assert chain(p, named) == "B G a1 R a4 a5 a3"
    take(p, "a1")
    assert chain(p, named) == "G B R a4 a5 a3 a1"
    take(p, "a5")
    assert chain(p, named) == "B R a4 G a3 a1 a5"
    take(p, "a4")
    assert chain(p, named) == "R B G a3 a1 a5 a4"
    assert len(p.chain) == TILES + 3


@pytest.mark.rules("KW-39")
def test_e03_head_tile() -> None:
    p = given("RBG", chain="R B G b1 b2 b3 b4 a1 a2 a3 a4 c1 a5")
    take(p, "a5")
    assert chain(p, "R B G b1 c1 a5") == "B G b1 c1 R a5"
    assert asks(p) == "B"


@pytest.mark.rules("KW-43", "KW-48")
def test_e04_again() -> None:
    named = "R a5 B b1 a1"
    p = given("RB", chain=named, R=READY | {"bodies": [1, 2], "engines": [1]})
    choose(p, "pick_tile a5")
    assert asked(p) == "market_step"
    choose(p, "market_step end_turn")
    assert chain(p, named) == "R B b1 a1 a5"
    assert asks(p) == "R"
    choose(p, "pick_tile b1", "pick_action gp", "pick_buyer brand")
    assert "place_car" in offered(p), "a car may be placed in each of several turns"
    choose(p, "market_step end_turn")
    assert chain(p, named) == "B R a1 a5 b1"
    assert asks(p) == "B"


@pytest.mark.rules("KW-42")
def test_e05_sweep() -> None:
    named = "R a1 a3 B a4 a5"
    p = given("RB", chain=named)
    take(p, "a5")
    assert chain(p, named) == "B a4 R a5 a1 a3"
    assert telling(p, "tiles_swept") == [(-1, 0, 2)]
    assert asks(p) == "B"


@pytest.mark.rules("KW-42", "KW-43")
def test_e06_sweep_and_again() -> None:
    named = "R a1 a3 B a4 a5"
    p = given("RB", chain=named)
    take(p, "a3")
    assert chain(p, named) == "R B a4 a5 a3 a1"
    assert asks(p) == "R"


@pytest.mark.rules("KW-40")
def test_e07_full_start() -> None:
    start = "R B G Y a1 a2 a3 a4 a5 b1 b2 b3 b4 c1"
    p = given(chain=start)
    take(p, "c1")
    assert chain(p, start) == "B G Y a1 a2 a3 a4 a5 b1 b2 b3 b4 R c1"
    take(p, "a1")
    assert chain(p, start) == "G Y B a2 a3 a4 a5 b1 b2 b3 b4 R c1 a1"
    take(p, "a5")
    assert chain(p, start) == "Y B a2 a3 a4 G b1 b2 b3 b4 R c1 a1 a5"


@pytest.mark.rules("KW-41")
def test_the_tile_moves_as_soon_as_it_is_chosen() -> None:
    named = "R B b1 a1"
    p = given("RB", chain=named)
    choose(p, "pick_tile b1")
    assert asked(p) == "pick_action"
    assert chain(p, named) == "B R a1 b1"


# --- turn


@pytest.mark.rules("KW-44")
def test_first_the_tile_then_the_market_and_only_the_tile_is_a_must() -> None:
    p = given("RB", R=READY)
    assert asked(p) == "pick_tile"
    assert len(offered(p)) == 10, "no car before the tile, and a tile must be taken"
    choose(p, "pick_tile a5")
    assert offered(p) == ["place_car", "end_turn"]
    choose(p, "market_step end_turn")
    assert p.market == ()


@pytest.mark.rules("KW-45")
def test_no_action_of_the_tile_may_be_refused() -> None:
    p = given("RB")
    choose(p, "pick_tile b1")
    assert offered(p) == ["gp", "buyer"]
    assert refused(p, "pick_action continue") == "KW-45"
    assert refused(p, "pick_action worker") == "KW-45"
    choose(p, "pick_action gp")
    assert asked(p) == "pick_buyer"


@pytest.mark.rules("KW-46")
def test_an_action_is_finished_with_all_it_causes_before_the_next() -> None:
    p = given("RB", face_up="dev_e_engine otto", deck="dev_bb dev_ee", R={"race_engine": 1})
    choose(p, "pick_tile c1", "pick_action research", "take_card dev_e_engine")
    assert asked(p) == "place_engine", "the card's engine comes before the tile's body"
    choose(p, "place_engine race_car")
    assert offered(p) == ["body", "engine"]


@pytest.mark.rules("KW-47", "KW-49")
def test_hiring_without_a_worker_in_the_supply_is_skipped() -> None:
    p = given("RB", R={"supply": 0})
    choose(p, "pick_tile b4")
    assert player(p, "R").engines == (1,), "the engine is the only action left"
    assert player(p, "R").canteen == 4
    assert telling(p, "action_skipped") == [(0, 0)]


@pytest.mark.rules("KW-47", "KW-55")
def test_research_without_a_face_up_card_is_skipped() -> None:
    p = given("RB", face_up="", no_more_cards=True)
    choose(p, "pick_tile b2")
    assert telling(p, "action_skipped") == [(0, 1)]
    assert player(p, "R").canteen == 5


@pytest.mark.rules("KW-47")
def test_an_order_may_make_a_later_action_impossible() -> None:
    p = given("RB", face_up="inst_workers dev_bb", R={"supply": 3})
    choose(p, "pick_tile b2")
    assert offered(p) == ["worker", "research"]
    choose(p, "pick_action research", "take_card inst_workers")
    assert player(p, "R").supply == 0
    assert telling(p, "action_skipped") == [(0, 0)]


# --- end of the action phase


@pytest.mark.rules("KW-74", "KW-106")
def test_e21_end_in_mid_turn() -> None:
    p = given(pawn=1, buyers="body body price price", R=READY)
    choose(p, "pick_tile b1", "pick_action buyer")
    assert p.pawn == 0
    assert player(p, "R").space == 1, "the race is still to be driven"
    assert "place_car" in offered(p)
    choose(p, "market_step end_turn")
    assert p.round == 2
    assert telling(p, "round_ended") == [(-1, 1, 1)]


@pytest.mark.rules("KW-87", "KW-106")
def test_a_full_market_and_the_pawn_on_zero_bring_one_scoring() -> None:
    cars = [car("B", 1, 1, 1, price) for price in (1, 2, 3, 5, 6)]
    p = given(pawn=1, buyers="body body price price", cars=cars, R=READY)
    choose(p, "pick_tile b1", "pick_action buyer", "market_step place_car", "car_price 8", "car_workers 1")
    assert told(p).count("round_ended") == 1
    assert p.round == 2


@pytest.mark.rules("KW-107")
def test_nobody_is_forced_to_take_a_buyer_tile_or_to_place_a_car() -> None:
    p = given("RB", R=READY, B=READY)
    for _ in range(20):
        assert {"a1", "a2", "a3", "a4", "a5"} <= set(offered(p))
        take(p, "a5")
    assert (p.market, p.buyers, p.pawn) == ((), [], 2)


@pytest.mark.rules("KW-108")
def test_e32_guard() -> None:
    p = given(buyers="body price", quiet=22, chain="R a5 a4 B G Y")
    take(p, "a5")
    assert (p.quiet, p.pawn) == (23, 4)
    before = [money(p, letter) for letter in "RBGY"]
    take(p, "a4")
    assert (p.quiet, p.pawn) == (0, 3)
    assert [money(p, letter) for letter in "RBGY"] == before
    assert len(p.buyers) == 2
    assert telling(p, "stalled") == [(-1, 24, 3)]
    assert all(render(GAME.event_text(event), language) for event in p.events or [] for language in ("it", "en"))


@pytest.mark.rules("KW-108")
def test_a_buyer_action_or_a_car_resets_the_count() -> None:
    p = given(quiet=23)
    choose(p, "pick_tile b1", "pick_action gp", "pick_buyer brand")
    assert (p.quiet, p.pawn) == (0, 4)
    pawn_moved = given(quiet=23, buyers="body body price price")
    choose(pawn_moved, "pick_tile b1", "pick_action gp")
    assert (pawn_moved.quiet, pawn_moved.pawn) == (0, 3)
    with_car = given(quiet=23, R=READY)
    choose(with_car, "pick_tile a5", "market_step place_car", "car_price 8", "car_workers 1")
    assert (with_car.quiet, with_car.pawn) == (0, 4)


@pytest.mark.rules("KW-106", "KW-108")
def test_the_guard_can_end_a_round() -> None:
    p = given("RB", quiet=23, pawn=1)
    take(p, "a5")
    assert p.round == 2


@pytest.mark.rules("KW-109")
@pytest.mark.parametrize(("seats", "most"), [("RB", 8 * 24), ("RBGY", 13 * 24)])
def test_a_round_in_which_nobody_wants_anything_ends_in_time(seats: str, most: int) -> None:
    p = given(seats)
    turns = p.turn
    while p.round == 1:
        take(p, "a5")
    assert p.turn - turns == 24 * (2 if seats == "RB" else 4) <= most


@pytest.mark.rules("KW-42")
def test_the_turn_of_a_seat_is_finished_before_the_sweep() -> None:
    named = "R a1 B a5"
    p = given("RB", chain=named, R=READY)
    choose(p, "pick_tile a5")
    assert chain(p, named) == "a1 B R a5"
    finish_turn(p)
    assert chain(p, named) == "B R a5 a1"
    assert p.tail_seat() == seat("B")
