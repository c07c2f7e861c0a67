"""Turn and phases, End phase, momentum, pit stop, drawing: AU-20 to AU-24, AU-110 to AU-138."""

from __future__ import annotations

from collections import Counter

import pytest

from officina.games.automobiles.state import Automobiles
from tests.rules.automobiles.kit import (
    COLOURS,
    asked,
    car,
    do,
    given,
    in_stock,
    listen,
    offered,
    pile,
    told,
)

BAGS = dict.fromkeys(range(3), "9 white")


@pytest.mark.rules("AU-20", "AU-116")
def test_every_player_has_one_turn_a_round_clockwise_from_the_first_player() -> None:
    p = given("1:1 1:3 1:5", first=1, turn=1, at="turn", bag=BAGS, round=4)
    turns = []
    for _ in range(6):
        turns.append((p.view(None)["round"], p.to_act[0]))
        do(p, "turn_type pit_stop")
    assert turns == [(4, 1), (4, 2), (4, 0), (5, 1), (5, 2), (5, 0)]


@pytest.mark.rules("AU-21")
def test_the_kind_of_turn_comes_first_and_cannot_be_changed() -> None:
    p = given("1:1 1:3", active={0: "wear"}, at="turn", bag=BAGS)
    assert offered(p) == ["standard", "pit_stop"]
    do(p, "turn_type standard")
    assert asked(p) == "action"
    assert "pit_stop" not in offered(p)


@pytest.mark.rules("AU-22", "AU-24")
def test_phases_come_in_order_and_never_again() -> None:
    p = given("3:3 1:30", cards="fine_tuning", active={0: "dark, 2 garage, handling"}, bag=BAGS)
    listen(p)
    do(p, "action handling", "action dark", "action done", "buy white", "buy done")
    wanted = ["played", "aero", "played", "stepped", "money", "bought", "car_moved", "aero_spared", "drew_hand", "turn_began"]
    assert [name for name in told(p) if name in wanted] == wanted
    assert not p.aero  # the effect lasted until the end of the turn
    assert p.path == ()


@pytest.mark.rules("AU-23")
def test_every_phase_may_be_empty() -> None:
    p = given("1:1 1:3", active={0: "2 white, garage"}, bag=BAGS)
    do(p, "action done", "buy done")
    assert car(p, 0) == "1:1/0"
    assert pile(p, 0, "discard") == "2 white, garage"
    assert p.to_act == (1,)


@pytest.mark.rules("AU-110", "AU-114", "AU-135")
def test_all_cubes_go_to_the_discard_and_seven_are_drawn_openly() -> None:
    p = given("1:1 1:30", active={0: "white, 2 garage"}, used={0: "wear"}, discard={0: "pit"}, bag={0: "8 black"})
    events = listen(p)
    do(p, "action white", "step 1:2", "action done", "buy light", "buy done")
    assert pile(p, 0, "discard") == "white, light, 2 wear, 2 garage, pit"
    for seat in (0, 1, None):
        assert p.view(seat)["players_in_race"][0]["active"][COLOURS.index("black")] == 7
    assert all(event.seen_by(1) for event in events)


@pytest.mark.rules("AU-111", "AU-112", "AU-115")
def test_momentum_closes_gaps_from_front_to_back() -> None:
    cars = "1:30 4:20 4:19 4:18"
    p = given(cars, at="turn", bag={0: "9 white"})
    do(p, "turn_type pit_stop")
    assert [car(p, seat) for seat in range(4)] == ["1:30/0", "4:21/0", "4:20/0", "4:19/0"]


@pytest.mark.rules("AU-113")
def test_momentum_changes_the_race_order_but_leaves_no_space_and_gives_no_wear() -> None:
    p = given("2:20 4:18 1:40/2", at="turn", bag={0: "9 white"})
    assert p.rank(0) == 2
    do(p, "turn_type pit_stop")
    assert car(p, 1) == "4:21/0"
    assert p.rank(0) == 3
    assert in_stock(p, "wear") == 80
    at_the_line = given("1:30 4:52/0", at="turn", bag={0: "9 white"})
    do(at_the_line, "turn_type pit_stop")
    assert car(at_the_line, 1) == "4:55/0"


@pytest.mark.rules("AU-120", "AU-121", "AU-122")
def test_a_pit_stop_replaces_the_whole_turn() -> None:
    p = given("3:3 1:30", active={0: "dark, 3 wear, garage"}, discard={0: "2 wear"}, bag={0: "3 white, 4 wear"}, at="turn")
    listen(p)
    do(p, "turn_type pit_stop")
    assert told(p) == ["pit_stop_taken", "drew_hand", "turn_began"]
    assert pile(p, 0, "discard") == "dark, 2 wear, garage"
    assert pile(p, 0, "active") == "3 white, 4 wear"
    assert in_stock(p, "wear") == 74
    assert car(p, 0) == "3:3/0"


@pytest.mark.rules("AU-123")
def test_a_pit_stop_needs_no_wear() -> None:
    p = given("3:3 1:30", active={0: "dark"}, bag=BAGS, at="turn")
    do(p, "turn_type pit_stop")
    assert pile(p, 0, "discard") == "dark"


def first_draw(bag: str, seed: int) -> str:
    """The first cube that Crew Chief draws."""
    p = given("3:3 1:30", active={0: "pit, wear"}, bag={0: bag}, seed=seed)
    do(p, "action pit")
    return pile(p, 0, "active")


@pytest.mark.rules("AU-130")
def test_all_cubes_of_the_bag_are_equally_likely() -> None:
    drawn = Counter(first_draw("white, 2 light, garage", seed) for seed in range(300))
    assert 120 < drawn["light, wear"] < 180
    assert 50 < drawn["white, wear"] < 100
    assert 50 < drawn["wear, garage"] < 100


@pytest.mark.rules("AU-131", "AU-132")
def test_the_bag_is_refilled_only_when_a_further_cube_must_be_drawn() -> None:
    p = given("3:3 1:30", active={0: "2 pit, wear"}, used={0: "handling"}, bag={0: "white"}, discard={0: "2 black"})
    listen(p)
    do(p, "action pit")
    assert [pile(p, 0, zone) for zone in ("bag", "discard")] == ["", "2 black"]
    assert "refilled" not in told(p)
    do(p, "action pit")
    assert "refilled" in told(p)
    assert [pile(p, 0, zone) for zone in ("bag", "discard", "used")] == ["black", "", "2 pit, handling"]


@pytest.mark.rules("AU-133")
def test_what_is_left_in_the_bag_is_drawn_before_a_refill() -> None:
    p = given("3:3 1:30", active={0: "garage"}, bag={0: "3 pit"}, discard={0: "20 white"}, at="turn")
    do(p, "turn_type pit_stop")
    drawn = p.view(0)["players_in_race"][0]["active"]
    assert drawn[COLOURS.index("pit")] == 3
    assert sum(drawn) == 7
    assert sum(p.view(0)["players_in_race"][0]["bag"]) == 17


@pytest.mark.rules("AU-134")
def test_with_bag_and_discard_empty_the_draw_ends_early() -> None:
    p = given("3:3 1:30", active={0: "2 white"}, bag={0: "light"}, at="turn")
    do(p, "turn_type pit_stop")
    assert pile(p, 0, "active") == "2 white, light"
    assert [pile(p, 0, zone) for zone in ("bag", "discard")] == ["", ""]


@pytest.mark.rules("AU-136", "AU-137", "AU-73")
def test_returned_cubes_are_in_stock_again_for_everybody() -> None:
    p = given("3:3 1:30", active={0: "2 wear, 3 garage"}, bag=BAGS, stock={"wear": 0})
    do(p, "action garage", "manager_remove wear", "manager_rebag skip")
    assert in_stock(p, "wear") == 1
    do(p, "action done", "buy wear")
    assert in_stock(p, "wear") == 0
    assert pile(p, 0, "used") == "wear, garage"


@pytest.mark.rules("AU-138", "AU-186")
@pytest.mark.parametrize(("bags", "own", "other", "watcher"), [("all", 1, 1, 1), ("own", 1, 0, 0), ("none", 0, 0, 0)])
def test_who_sees_into_the_bags(bags: str, own: int, other: int, watcher: int) -> None:
    p = given("3:3 1:30", active={0: "wear"}, bag={0: "2 white, pit", 1: "3 black"}, options={"visible_bags": bags})
    sheets = [(p.view(seat)["players_in_race"][0], seen) for seat, seen in ((0, own), (1, other), (None, watcher))]
    for sheet, seen in sheets:
        assert sheet["bag_size"] == 3
        assert (sheet["bag"] is not None) == bool(seen)


def hand(p: Automobiles, seat: int) -> int:
    """How many cubes a seat has in active."""
    return sum(p.view(None)["players_in_race"][seat]["active"])


@pytest.mark.rules("AU-112")
def test_at_the_start_of_every_turn_cars_stand_in_front_or_behind_a_car() -> None:
    from officina import Rng
    from tests.rules.automobiles.kit import GAME

    for seed in range(3):
        rng = Rng(seed)
        p = GAME.start(5, seed, {"laps": 1, "track": "monza" if seed else "daytona"})
        while not p.over:
            if asked(p) == "turn_type" and isinstance(p, Automobiles):
                for spot in p.spot:
                    assert spot == p.track.front_of[spot] or spot + 1 in p.spot
                assert all(hand(p, seat) >= 7 for seat in range(5))
            seat = p.to_act[0]
            p.apply(seat, rng.pick(p.options(seat)))
