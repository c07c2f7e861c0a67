"""Action phase: AU-30 to AU-42; the fixed cards: AU-172, AU-174."""

from __future__ import annotations

import pytest

from tests.rules.automobiles.kit import asked, car, do, finish_turn, given, head, in_stock, offered, path, pile, why_not

OTHER = "1:40"
BAG = {0: "9 white"}


@pytest.mark.rules("AU-30")
def test_cubes_are_activated_one_at_a_time_also_those_that_arrive_meanwhile() -> None:
    p = given(f"3:3 {OTHER}", active={0: "pit, garage"}, bag={0: "9 dark"})
    do(p, "action pit")
    assert pile(p, 0, "active") == "dark, garage"
    assert offered(p) == ["dark", "garage", "done"]
    assert why_not(p, "action engine") == ("not_in_active", "AU-30")


@pytest.mark.rules("AU-31")
def test_the_activated_cube_is_used_before_its_effect() -> None:
    p = given(f"3:3 {OTHER}", active={0: "wear, garage"})
    do(p, "action garage")
    assert pile(p, 0, "used") == "garage"
    assert offered(p) == ["wear", "skip"]  # the Manager cannot return itself


@pytest.mark.rules("AU-32")
def test_the_effect_is_that_of_the_card_in_play_from_top_to_bottom() -> None:
    manager = given(f"3:3 {OTHER}", active={0: "wear, garage"})
    do(manager, "action garage")
    assert asked(manager) == "manager_remove"
    do(manager, "manager_remove skip")
    assert asked(manager) == "manager_rebag"
    engineer = given(f"3:3 {OTHER}", cards="rainbow", active={0: "wear, garage"})
    do(engineer, "action garage")
    assert asked(engineer) == "engineer_discard"


@pytest.mark.rules("AU-33", "AU-34")
def test_a_cube_whose_effect_cannot_be_carried_out_is_only_money() -> None:
    p = given(f"3:3 {OTHER}", cards="jalopy", active={0: "dark, wear, garage, handling"}, bag=BAG)
    assert offered(p) == ["dark", "wear", "done"]
    assert why_not(p, "action garage") == ("no_gear_discarded", "AU-150")
    assert why_not(p, "action handling") == ("no_gear_discarded", "AU-160")
    do(p, "action done")
    assert p.money == 2 + 0 + 2 + 2


@pytest.mark.rules("AU-35", "AU-59")
def test_up_to_includes_zero() -> None:
    p = given("1:40 1:41 2:41 2:42", active={0: "wear, performance"}, bag=BAG)
    assert offered(p) == ["wear", "performance", "done"]
    do(p, "action performance")  # no space can be entered: the effect stops by itself
    assert asked(p) == "action"
    assert pile(p, 0, "used") == "wear, performance"
    assert head(p) == "1:40"


@pytest.mark.rules("AU-36")
def test_missing_wear_does_not_stop_an_effect() -> None:
    p = given(f"3:19 {OTHER}", cards="expert", active={0: "wear, performance"}, stock={"wear": 0})
    do(p, "action performance")
    assert pile(p, 0, "used") == "performance"
    assert offered(p) == ["stop", "3:21"]


@pytest.mark.rules("AU-37", "AU-39")
def test_gained_cubes_go_to_used_and_feed_no_effect_before_the_end_phase() -> None:
    p = given("1:40 1:49", cards="examples", active={0: "2 wear, 2 engine"}, discard={0: "white"})
    do(p, "action engine")
    assert pile(p, 0, "used") == "wear, engine"
    do(p, "step 1:41")
    assert asked(p) == "action"  # one colour in the discard: the wear and the engine in used do not count
    do(p, "action wear", "action engine", "step 1:42", "step 1:43")
    assert asked(p) == "action"  # a wear that was played is there at once


@pytest.mark.rules("AU-38", "AU-40")
def test_a_movement_cube_lies_on_the_last_space_it_entered_and_counts_as_used() -> None:
    p = given(f"3:19 {OTHER}", active={0: "light, wear, performance"}, bag=BAG)
    do(p, "action performance", "step 3:21", "step 3:23", "step stop", "action light", "step 3:25")
    assert path(p) == ["3:21", "3:23 performance", "3:25 light"]
    assert pile(p, 0, "used") == "light, wear, performance"
    assert car(p, 0) == "3:19/0"
    idle = given(f"3:19 {OTHER}", active={0: "wear, performance"})
    do(idle, "action performance", "step stop")
    assert path(idle) == []
    assert pile(idle, 0, "used") == "wear, performance"


@pytest.mark.rules("AU-41")
def test_counts_are_taken_once_after_the_own_wear() -> None:
    p = given(f"3:19 {OTHER}/2", active={0: "wear, performance"})
    do(p, "action performance", "step 3:21", "step 3:23", "step 3:25")
    assert asked(p) == "action"  # second and last of two: three steps, fixed when the effect began


@pytest.mark.rules("AU-42", "AU-172", "AU-58")
def test_every_activation_uses_a_cube_up() -> None:
    p = given("1:40 1:49", active={0: "3 white, 2 wear"}, bag=BAG)
    for cube in ("white", "wear", "white", "wear", "white"):
        assert p.to_act == (0,)
        do(p, f"action {cube}")
    assert p.to_act == (1,)  # five cubes, five activations, then nothing is left to do


@pytest.mark.rules("AU-58", "AU-172")
@pytest.mark.parametrize(
    ("gear", "start", "landing"),
    [("white", "2:22", "2:23"), ("light", "3:29", "2:30"), ("dark", "4:17", "3:19"), ("black", "4:9", "4:17")],
)
def test_a_gear_makes_exactly_one_step_of_its_colour(gear: str, start: str, landing: str) -> None:
    p = given(f"{start} 2:1/1", active={0: f"2 {gear}, wear"}, bag=BAG)
    do(p, f"action {gear}", f"step {landing}")
    assert (asked(p), head(p)) == ("action", landing)


@pytest.mark.rules("AU-58")
def test_a_gear_cannot_stop_and_needs_a_space_of_its_colour() -> None:
    p = given("2:22 2:1/1", active={0: "white, wear"}, bag=BAG)
    do(p, "action white")
    assert offered(p) == ["1:23", "2:23"]
    assert why_not(p, "step stop") == ("must_step", "AU-58")
    elsewhere = given("1:40 2:1/1", active={0: "black, dark, wear"})
    assert why_not(elsewhere, "action black") == ("no_space_ahead", "AU-58")


@pytest.mark.rules("AU-174", "AU-39")
def test_wear_goes_from_active_straight_to_the_discard() -> None:
    p = given("1:40 1:49", active={0: "2 wear, garage"}, bag=BAG)
    do(p, "action wear")
    assert [pile(p, 0, zone) for zone in ("active", "used", "discard")] == ["wear, garage", "", "wear"]


@pytest.mark.rules("AU-173")
def test_piles_change_at_once_and_the_next_decision_sees_it() -> None:
    p = given("1:40 1:49", cards="fine_tuning", active={0: "wear, pit, engine"}, discard={0: "2 dark, 3 wear"})
    do(p, "action pit", "remove_discard wear")
    assert in_stock(p, "wear") == 77
    do(p, "remove_discard dark", "remove_discard stop", "action engine")
    assert offered(p) == ["dark", "wear", "stop"]
    finish_turn(p)
