"""The coloured cards: AU-150 to AU-173, AU-187, AU-192."""

from __future__ import annotations

import pytest

from officina import OptionError
from officina.games.automobiles.state import Automobiles
from tests.rules.automobiles.kit import (
    COLOURS,
    GAME,
    asked,
    do,
    finish_turn,
    given,
    head,
    in_stock,
    listen,
    offered,
    pile,
    told,
    why_not,
)

CARS = "3:3 1:40"
BAG = {0: "9 white"}
MINE = "{} {} {} {} {}"


def own_set(garage: str = "manager", pit: str = "pit_captain", handling: str = "tires", performance: str = "nitro",
            engine: str = "hybrid_engine") -> str:  # fmt: skip
    """Five cards, one of each colour."""
    return MINE.format(garage, pit, handling, performance, engine)


# --- garage


@pytest.mark.rules("AU-150", "AU-158")
@pytest.mark.parametrize(("gear", "gained"), [("white", "light"), ("light", "dark"), ("dark", "black")])
def test_car_chief_upgrades_a_discarded_gear(gear: str, gained: str) -> None:
    p = given(CARS, cards="jalopy", active={0: "garage, wear"}, discard={0: gear})
    do(p, "action garage")
    assert pile(p, 0, "discard") == ""
    assert pile(p, 0, "used") == f"{gained}, garage"
    assert in_stock(p, gear) == [30, 28, 24, 16][COLOURS.index(gear)]


@pytest.mark.rules("AU-150")
def test_car_chief_offers_only_gears_whose_successor_is_in_stock() -> None:
    p = given(CARS, cards="jalopy", active={0: "garage, wear"}, discard={0: "white, light, black"}, stock={"dark": 0})
    do(p, "action garage")
    assert offered(p) == ["white", "black"]
    assert why_not(p, "pick_discard_gear light") == ("sold_out", "AU-150")
    assert why_not(p, "pick_discard_gear dark") == ("not_in_discard", "AU-150")


@pytest.mark.rules("AU-151")
def test_engineer_removes_as_many_as_it_moved() -> None:
    p = given(CARS, cards="rainbow", active={0: "white, 2 wear, garage"}, discard={0: "black, 2 garage"})
    do(p, "action garage", "engineer_discard white")
    assert offered(p) == ["wear", "stop"]
    assert why_not(p, "engineer_discard white") == ("not_in_active", "AU-151")
    do(p, "engineer_discard stop")
    assert offered(p) == ["white", "black", "garage"]
    do(p, "remove_discard garage")
    assert asked(p) == "action"
    assert pile(p, 0, "discard") == "white, black, garage"
    none = given(CARS, cards="rainbow", active={0: "wear, garage"}, discard={0: "black"})
    do(none, "action garage", "engineer_discard stop")
    assert (asked(none), pile(none, 0, "discard")) == ("action", "black")


@pytest.mark.rules("AU-152")
def test_manager_offers_both_parts_in_order() -> None:
    p = given(CARS, active={0: "dark, wear, garage, pit"}, discard={0: "black"})
    do(p, "action garage")
    assert offered(p) == ["dark", "wear", "pit", "skip"]
    assert why_not(p, "manager_remove engine") == ("not_in_active", "AU-152")
    do(p, "manager_remove dark")
    assert in_stock(p, "dark") == 24
    assert offered(p) == ["active wear", "active pit", "discard black", "skip"]
    assert why_not(p, "manager_rebag active dark") == ("not_in_active", "AU-152")
    assert why_not(p, "manager_rebag discard dark") == ("not_in_discard", "AU-152")
    do(p, "manager_rebag discard black")
    assert pile(p, 0, "bag") == "black"


@pytest.mark.rules("AU-153")
def test_mechanic_parks_a_cube_without_effect_and_removes_up_to_two() -> None:
    p = given(CARS, cards="expert", active={0: "dark, wear, garage"}, discard={0: "white, 2 wear"})
    do(p, "action garage")
    assert offered(p) == ["dark", "wear"]
    assert why_not(p, "mechanic_park garage") == ("not_in_active", "AU-153")
    do(p, "mechanic_park dark")
    assert (pile(p, 0, "used"), head(p)) == ("dark, garage", "3:3")
    do(p, "remove_discard wear")
    assert offered(p) == ["white", "wear", "stop"]
    do(p, "remove_discard stop")
    assert pile(p, 0, "discard") == "white, wear"
    alone = given(CARS, cards="expert", active={0: "garage, pit"}, discard={0: "wear"})
    do(alone, "action pit")
    assert asked(alone) == "buy"  # the Mechanic is the only active cube left


# --- pit


@pytest.mark.rules("AU-154")
def test_crew_chief_draws_until_a_cube_is_not_wear() -> None:
    p = given(CARS, active={0: "pit, wear"}, bag={0: "3 wear"}, discard={0: "wear"})
    listen(p)
    do(p, "action pit")
    assert pile(p, 0, "active") == "5 wear"  # nothing but wear: until nothing is left
    assert told(p).count("drew") == 4
    assert "refilled" in told(p)
    refill = given(CARS, active={0: "pit, wear"}, discard={0: "white, 20 wear"})
    do(refill, "action pit")
    assert pile(refill, 0, "discard") == ""  # the refill emptied it: part 2 finds nothing
    left = refill.view(0)["players_in_race"][0]
    assert left["bag"][4] + left["active"][4] == 21
    nothing = given(CARS, active={0: "pit, wear"})
    assert why_not(nothing, "action pit") == ("too_few_to_draw", "AU-154")


@pytest.mark.rules("AU-155")
def test_pit_captain_removes_up_to_six() -> None:
    p = given(CARS, cards="fine_tuning", active={0: "pit, wear"}, discard={0: "8 wear, garage"})
    do(p, "action pit", *["remove_discard wear"] * 5)
    assert offered(p) == ["wear", "garage", "stop"]
    do(p, "remove_discard garage")
    assert (asked(p), pile(p, 0, "discard")) == ("action", "3 wear")
    none = given(CARS, cards="fine_tuning", active={0: "pit, wear"})
    do(none, "action pit")
    assert asked(none) == "action"


@pytest.mark.rules("AU-156")
def test_pit_crew_any_two_needs_two_cubes() -> None:
    p = given(CARS, cards="expert", active={0: "pit, wear"}, discard={0: "white, light, dark"})
    do(p, "action pit", "pit_crew_mode any_two")
    assert offered(p) == ["white", "light", "dark"]
    do(p, "remove_discard dark", "remove_discard white")
    assert (asked(p), pile(p, 0, "discard")) == ("action", "light")


@pytest.mark.rules("AU-157", "AU-158")
def test_pit_team_pays_with_the_costs_of_what_it_returns() -> None:
    p = given(CARS, cards="money", active={0: "pit, wear"}, discard={0: "white, light"}, stock={"garage": 0})
    do(p, "action pit", "remove_discard light", "remove_discard stop")
    assert asked(p) == "pit_team_gain"
    assert offered(p) == ["white", "light", "wear", "pit", "handling"]
    assert why_not(p, "pit_team_gain dark") == ("too_dear", "AU-157")
    assert why_not(p, "pit_team_gain garage") == ("sold_out", "AU-73")
    do(p, "pit_team_gain light")  # the cube just returned may be the gain
    assert pile(p, 0, "used") == "light, pit"
    none = given(CARS, cards="money", active={0: "pit, wear"}, discard={0: "white"})
    do(none, "action pit", "remove_discard stop")
    assert (asked(none), pile(none, 0, "used")) == ("action", "pit")


# --- handling


@pytest.mark.rules("AU-159", "AU-96", "AU-24")
def test_aerodynamics_spares_the_wear_of_the_decline_phase_only() -> None:
    cards = own_set(handling="aerodynamics", engine="diesel_engine")
    p = given(CARS, cards=cards, active={0: "garage, handling, engine"}, discard={0: "dark"}, bag=BAG)
    do(p, "action engine", "step 3:7", "action handling")
    assert p.aero
    assert p.view(None)["aero"]
    assert pile(p, 0, "used") == "2 wear, handling, engine"
    finish_turn(p)
    assert pile(p, 0, "discard") == "dark, 2 wear, garage, handling, engine"
    assert not p.aero


@pytest.mark.rules("AU-160")
def test_suspension_offers_the_gears_of_the_discard_that_can_move() -> None:
    p = given("4:9 1:40", active={0: "wear, handling"}, discard={0: "white, dark, black"})
    do(p, "action handling")
    assert pile(p, 0, "used") == "wear, handling"
    assert offered(p) == ["dark", "black"]
    assert why_not(p, "pick_discard_gear white") == ("no_space_ahead", "AU-160")
    assert why_not(p, "pick_discard_gear light") == ("not_in_discard", "AU-160")
    do(p, "pick_discard_gear black")
    assert (head(p), pile(p, 0, "discard")) == ("4:17", "white, dark, black")


@pytest.mark.rules("AU-161")
def test_tires_show_a_gear_that_may_serve_again_and_still_be_played() -> None:
    p = given("3:19 1:40", cards="money", active={0: "dark, 2 handling, wear"})
    do(p, "action handling", "step 3:21", "action handling", "step 3:23")
    assert pile(p, 0, "active") == "dark, wear"
    do(p, "action dark")
    assert head(p) == "4:25"
    black = given("2:28 1:40", cards="money", active={0: "black, handling, wear"})
    do(black, "action handling")
    assert offered(black) == ["1:29", "2:30", "3:29"]  # white, light gray and dark gray alike
    same = given("3:3 1:40 2:4", cards="money", active={0: "dark, handling, wear"})
    assert why_not(same, "action handling") == ("no_space_ahead", "AU-161")  # never the gear's own colour


@pytest.mark.rules("AU-162")
@pytest.mark.parametrize(
    ("gear", "start", "landings"),
    [
        ("black", "3:3", ["3:7", "3:11", "3:15"]),
        ("dark", "3:19", ["3:21", "3:23", "3:25"]),
        ("light", "1:40", ["1:41", "1:42", "1:43"]),
    ],
)
def test_steering_moves_up_to_three_spaces_one_shade_lighter(gear: str, start: str, landings: list[str]) -> None:
    p = given(f"{start} 2:1", cards="expert", active={0: f"white, {gear}, handling, wear"})
    do(p, "action handling")
    for landing in landings:
        assert "stop" in offered(p)
        do(p, f"step {landing}")
    assert asked(p) == "action"
    assert pile(p, 0, "discard") == gear


@pytest.mark.rules("AU-162")
def test_steering_needs_a_gear_darker_than_white() -> None:
    p = given("1:40 2:1", cards="expert", active={0: "white, light, dark, handling, wear"})
    do(p, "action handling")
    assert offered(p) == ["light", "dark"]
    assert why_not(p, "pick_active_gear white") == ("nothing_lighter", "AU-162")
    assert why_not(p, "pick_active_gear black") == ("not_in_active", "AU-162")
    white = given("1:40 2:1", cards="expert", active={0: "2 white, handling, wear"})
    assert why_not(white, "action handling") == ("no_dark_gear", "AU-162")


# --- performance


def boost(**piles: str) -> Automobiles:
    """Seat 0 of three has played Boost."""
    bags = {0: piles.get("own", "9 white"), 1: piles.get("left", "3 light"), 2: piles.get("right", "3 dark")}
    p = given("1:40 1:20 4:9", cards="money", active={0: "performance, wear"}, bag=bags)
    do(p, "action performance")
    return p


@pytest.mark.rules("AU-163")
def test_boost_draws_up_to_three_with_a_wear_each_and_then_the_opponents_draw() -> None:
    p = boost()
    do(p, "boost_draw draw", "boost_draw draw", "boost_draw draw")
    assert pile(p, 0, "used") == "3 wear, performance"
    assert pile(p, 0, "active") == "3 white, wear"
    assert (p.to_act, asked(p)) == ((1,), "boost_offer")
    do(p, "boost_offer draw")
    assert (p.to_act, asked(p)) == ((2,), "boost_offer")
    do(p, "boost_offer decline")
    assert (p.to_act, asked(p)) == ((0,), "action")
    assert [pile(p, seat, "active") for seat in (1, 2)] == ["light", ""]
    assert [pile(p, seat, "used") for seat in (1, 2)] == ["", ""]  # opponents get no wear


@pytest.mark.rules("AU-163")
def test_boost_may_draw_nothing_and_the_opponents_are_asked_all_the_same() -> None:
    p = boost()
    do(p, "boost_draw stop")
    assert (p.to_act, asked(p)) == ((1,), "boost_offer")
    empty = boost(own="white", left="")
    do(empty, "boost_draw draw")  # then nothing can be drawn, and the left neighbour has nothing either
    assert (empty.to_act, asked(empty)) == ((2,), "boost_offer")


@pytest.mark.rules("AU-164")
def test_an_opponents_boost_draw_may_refill_the_opponents_bag() -> None:
    p = given("1:40 1:20", cards="money", active={0: "performance, wear"}, discard={1: "2 pit"})
    do(p, "action performance")
    assert (p.to_act, asked(p)) == ((1,), "boost_offer")  # the own bag is empty: nothing was asked before
    do(p, "boost_offer draw")
    assert [pile(p, 1, zone) for zone in ("active", "bag", "discard")] == ["pit", "pit", ""]


@pytest.mark.rules("AU-187")
def test_accelerated_boosts_are_stored_and_lapse_when_nothing_can_be_drawn() -> None:
    p = given("1:40 1:20", pending={0: 3}, bag={0: "2 white"}, active={0: "wear"}, at="turn", options={"boost": "accelerated"})
    assert asked(p) == "boost_late"
    do(p, "boost_late decline")
    assert p.pending == [1, 0]
    do(p, "boost_late draw", "boost_late draw")
    assert asked(p) == "turn_type"
    assert pile(p, 0, "active") == "2 white, wear"
    empty = given("1:40 1:20", pending={0: 2}, active={0: "wear"}, at="turn", options={"boost": "accelerated"})
    assert (asked(empty), empty.pending) == ("turn_type", [0, 0])


@pytest.mark.rules("AU-192")
def test_a_stored_policy_answers_the_boost_questions_only() -> None:
    p = boost()
    assert GAME.standing_answer(p, 0, "always") is None  # the own draws are never answered by policy
    do(p, "boost_draw stop")
    assert GAME.standing_answer(p, 1, "ask") is None
    assert GAME.standing_answer(p, 1, "always") == p.options(1)[0]
    assert GAME.standing_answer(p, 1, "never") == p.options(1)[1]
    with pytest.raises(OptionError, match="ask, always, never"):
        GAME.standing_answer(p, 1, "maybe")


@pytest.mark.rules("AU-166")
def test_nitro_draws_exactly_two_and_splits_them() -> None:
    p = given(CARS, cards="rainbow", active={0: "performance, wear"}, bag={0: "black, white"})
    do(p, "action performance")
    assert offered(p) == ["white", "black"]
    assert why_not(p, "nitro_keep dark") == ("not_drawn", "AU-166")
    do(p, "nitro_keep white")
    assert [pile(p, 0, zone) for zone in ("active", "discard", "bag")] == ["white, wear", "black", ""]
    alike = given(CARS, cards="rainbow", active={0: "performance, wear"}, bag={0: "2 white"})
    do(alike, "action performance")
    assert [pile(alike, 0, zone) for zone in ("active", "discard")] == ["white, wear", "white"]


@pytest.mark.rules("AU-167")
def test_turbo_counts_no_green_cube_outside_the_discards() -> None:
    p = given("3:19 1:40", cards="expert", active={0: "3 performance, wear"}, bag={0: "2 performance", 1: "3 performance"})
    do(p, "action performance", "step 3:21", "step 3:23")
    assert asked(p) == "action"
    assert pile(p, 0, "used") == "2 wear, performance"


# --- engines


@pytest.mark.rules("AU-168")
def test_diesel_without_dark_cubes_gives_only_wear() -> None:
    p = given(CARS, cards="jalopy", active={0: "engine, wear"}, discard={0: "black"})
    do(p, "action engine")
    assert (asked(p), head(p)) == ("action", "3:3")
    assert pile(p, 0, "used") == "2 wear, engine"


@pytest.mark.rules("AU-169")
def test_hybrid_moves_up_to_two_spaces_of_one_colour() -> None:
    p = given("3:45 1:20", active={0: "engine, wear"}, discard={1: "2 pit"})
    do(p, "action engine")
    assert offered(p) == ["light", "dark", "none"]
    assert why_not(p, "hybrid_colour white") == ("no_space_ahead", "AU-169")
    do(p, "hybrid_colour light")
    assert offered(p) == ["stop", "2:46", "3:47"]
    do(p, "step 3:47", "step 3:49")
    assert asked(p) == "action"
    none = given("3:45 1:20", active={0: "engine, wear"})
    do(none, "action engine", "hybrid_colour none")
    assert (asked(none), head(none)) == ("action", "3:45")


@pytest.mark.rules("AU-169")
def test_hybrid_compares_with_each_single_discard_and_never_with_bags() -> None:
    p = given("3:45 1:20 1:10", active={0: "2 engine, wear"}, discard={1: "engine", 2: "engine"}, bag={1: "5 engine"})
    do(p, "action engine")
    assert asked(p) == "hybrid_colour"  # two against one and one, not against their sum
    bag = given("3:45 1:20", active={0: "engine, wear"}, discard={1: "engine"}, bag={0: "5 engine"})
    do(bag, "action engine")
    assert asked(bag) == "action"  # the own bag does not count either


@pytest.mark.rules("AU-170")
def test_rotary_counts_different_colours_wear_included() -> None:
    p = given("1:30 1:20", cards="examples", active={0: "engine, wear"}, discard={0: "5 wear, 2 pit"})
    do(p, "action engine", "step 1:31", "step 1:32")
    assert (asked(p), head(p)) == ("action", "1:32")


@pytest.mark.rules("AU-171")
def test_supercharged_takes_up_to_two_cubes_back() -> None:
    p = given(CARS, cards="fine_tuning", active={0: "engine, wear"}, discard={0: "dark, pit, wear"})
    do(p, "action engine", "supercharge_take dark")
    assert offered(p) == ["wear", "pit", "stop"]
    assert why_not(p, "supercharge_take dark") == ("not_in_discard", "AU-171")
    do(p, "supercharge_take stop", "action dark")  # usable this turn
    assert head(p) == "3:7"
    assert pile(p, 0, "used") == "dark, wear, engine"
