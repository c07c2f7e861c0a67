"""2.1 Attacks: FR-22 to FR-39."""

from __future__ import annotations

import pytest

from tests.rules.fuori_di_rotella.kit import (
    all_feet,
    answer,
    asked,
    circuits,
    dump,
    feet,
    given,
    offered,
    outcomes,
    play,
    sees,
    shown,
    waiting,
    why_not,
)


@pytest.mark.rules("FR-21", "FR-22")
def test_all_attacks_are_revealed_together_and_nothing_else() -> None:
    p = given("1 2 3 4 5", circuits={2: "RB"})
    play(p, {1: "attack 1", 2: "attack 1", 3: "attack 4", 4: "trap 5", 5: "collect 5"})
    assert asked(p, 1) == "defence_take"
    assert [sees(p, None, robot) for robot in (1, 2, 3, 4, 5)] == ["attack 1", "attack 1", "attack 4", "", ""]
    assert [sees(p, 0, robot) for robot in (4, 5)] == ["", ""]  # the defender sees no Trap or Collect either
    assert sees(p, 3, 4) == "trap 5"


@pytest.mark.rules("FR-23", "FR-25")
def test_one_defence_blocks_every_attack_on_that_robot_and_no_other() -> None:
    p = given("1 2 3 4 5", feet={1: "RR", 2: "B", 3: "Y", 4: "G", 5: "OO"}, stop="assembly")
    play(p, {1: "attack 1", 2: "attack 1", 3: "attack 1", 4: "attack 5", 5: "collect 5"})
    assert all_feet(p) == ["RRBY", "", "", "GOO", ""]


@pytest.mark.rules("FR-23")
def test_attacking_somebody_else_does_not_block() -> None:
    p = given("1 2 3", feet={2: "BB"}, stop="assembly")
    play(p, {1: "attack 2", 2: "attack 3", 3: "collect 3"})
    assert all_feet(p) == ["BB", "", ""]


@pytest.mark.rules("FR-24")
def test_all_defences_come_before_any_attack() -> None:
    # Robot 1 robs robot 2; robot 2 attacks the defender 3, who is asked first.
    p = given("1 2 3", feet={2: "RB"}, stop="assembly")
    play(p, {1: "attack 2", 2: "attack 3", 3: "attack 3"})
    assert all_feet(p) == ["", "RB", ""]
    answer(p, 3, "defence_take feet blue")
    assert all_feet(p) == ["R", "", "B"]


@pytest.mark.rules("FR-25", "FR-32")
def test_the_defender_takes_exactly_one_gear_from_feet_or_circuits_to_its_own_feet() -> None:
    p = given("1 2 3", feet={1: "RRY"}, circuits={1: "BBY", 2: "R"}, stop="assembly")
    play(p, {1: "attack 2", 2: "attack 2"})
    assert offered(p, 2) == ["feet red", "feet yellow", "circuits blue", "circuits yellow"]
    answer(p, 2, "defence_take circuits yellow")
    assert (feet(p, 1), circuits(p, 1)) == ("RRY", "BB")
    assert (feet(p, 2), circuits(p, 2)) == ("Y", "R")


@pytest.mark.rules("FR-26")
def test_the_defender_chooses_and_must_take() -> None:
    p = given("1 2 3", feet={1: "RB"})
    play(p, {1: "attack 2", 2: "attack 2"})
    assert waiting(p) == [2]
    assert offered(p, 2) == ["feet red", "feet blue"]  # no "none"
    assert why_not(p, 2, "defence_take circuits red") == ("no_gear_there", "FR-25")
    assert why_not(p, 2, "defence_take feet yellow") == ("no_gear_there", "FR-25")


@pytest.mark.rules("FR-27")
def test_only_attackers_that_own_a_gear_pay() -> None:
    p = given("1 2 3 4", feet={4: "GG"}, circuits={2: "B"}, stop="assembly")
    play(p, {1: "attack 4", 2: "attack 4", 3: "attack 4", 4: "attack 4"})
    assert all_feet(p) == ["", "", "", "BGG"]


@pytest.mark.rules("FR-28")
def test_defenders_ascending_and_for_each_its_attackers_ascending() -> None:
    gears = {1: "RB", 2: "RY", 4: "RG", 6: "RP"}
    p = given("1 2 3 4 5 6", feet=gears, stop="assembly")
    play(p, {1: "attack 5", 2: "attack 3", 3: "attack 3", 4: "attack 5", 5: "attack 5", 6: "attack 3"})
    order: list[tuple[int, str]] = []
    while p.to_act and len(order) < 9:
        robot = waiting(p)[0]
        taken = offered(p, robot)[1]  # the colour that tells whom the question is about
        order.append((robot, taken))
        answer(p, robot, f"defence_take {taken}")
        assert len(feet(p, robot)) == len([taker for taker, _ in order if taker == robot])  # open, applied at once
    assert order == [(3, "feet yellow"), (3, "feet purple"), (5, "feet blue"), (5, "feet green")]


@pytest.mark.rules("FR-29")
def test_a_defence_that_nobody_attacks_does_nothing() -> None:
    p = given("1 2 3", feet={1: "RB", 2: "BB"}, circuits={3: "Y"}, dumps={1: "R"}, stop="assembly")
    play(p, {1: "attack 1", 2: "attack 2", 3: "attack 3"})
    assert (all_feet(p), circuits(p, 3), dump(p, 1)) == (["RB", "BB", ""], "Y", "R")


@pytest.mark.rules("FR-30")
def test_the_snapshot_is_taken_after_the_defences() -> None:
    # Robot 1 defends and wins a gear from 2; it lies at 1's feet, but 1 defends. Robot 3 takes what 2 still has.
    p = given("1 2 3", feet={2: "BY"}, stop="assembly")
    play(p, {1: "attack 1", 2: "attack 1", 3: "attack 2"})
    answer(p, 1, "defence_take feet blue")
    assert all_feet(p) == ["B", "", "Y"]


@pytest.mark.rules("FR-30", "FR-34")
def test_loot_of_this_turn_cannot_be_robbed_again() -> None:
    # 3 robs 2 while 2 robs 1: whatever the numbers, 3 gets only what 2 had before.
    for first, second, third in ((1, 2, 3), (3, 2, 1), (2, 1, 3), (2, 3, 1)):
        p = given("1 2 3", feet={first: "RR", second: "B"}, stop="assembly")
        play(p, {third: f"attack {second}", second: f"attack {first}", first: "collect 1"})
        assert (feet(p, first), feet(p, second), feet(p, third)) == ("", "RR", "B")


@pytest.mark.rules("FR-31", "FR-36")
def test_a_single_attacker_takes_everything_without_being_asked() -> None:
    p = given("1 2 3", feet={1: "R", 2: "RBBYY"}, stop="exploration")
    play(p, {1: "attack 2", 2: "collect 2"})
    assert all_feet(p) == ["RRBBYY", "", ""]
    assert asked(p, 1) == "assemble"


@pytest.mark.rules("FR-32")
def test_attacks_never_touch_circuits() -> None:
    p = given("1 2 3", circuits={2: "BBBRR"}, stop="assembly")
    play(p, {1: "attack 2", 2: "collect 2", 3: "attack 2"})
    assert (all_feet(p), circuits(p, 2)) == (["", "", ""], "RRBBB")


@pytest.mark.rules("FR-33", "FR-59")
def test_a_blocked_attacker_is_no_claimant_elsewhere_and_leftovers_stay_with_the_victim() -> None:
    def attacked(seed: int) -> tuple[str, ...]:
        p = given("1 2 3 4", feet={3: "RBG"}, seed=seed, stop="assembly")
        play(p, {1: "attack 3", 2: "attack 3", 3: "attack 4", 4: "trap 1"})
        return (feet(p, 1), feet(p, 2), feet(p, 3))

    assert outcomes(attacked, 20).keys() == {("R", "B", "G")}


@pytest.mark.rules("FR-34")
def test_leftovers_stay_while_the_victims_own_loot_arrives() -> None:
    p = given("1 2 3 4", feet={3: "YYY", 4: "GG"}, stop="assembly")
    play(p, {1: "attack 3", 2: "attack 3", 3: "attack 4", 4: "collect 4"})
    assert all_feet(p) == ["Y", "Y", "YGG", ""]


@pytest.mark.rules("FR-36")
def test_an_attack_on_empty_feet_gains_nothing_and_costs_nothing() -> None:
    p = given("1 2 3", feet={1: "R"}, circuits={1: "BB", 2: "Y"}, stop="assembly")
    play(p, {1: "attack 2", 2: "collect 2"})
    assert (all_feet(p), circuits(p, 1), circuits(p, 2)) == (["R", "", ""], "BB", "Y")


@pytest.mark.rules("FR-37")
def test_being_robbed_does_not_cancel_a_trap_or_a_collect() -> None:
    p = given("1 2 3 4", feet={2: "B", 3: "Y"}, dumps={2: "RR", 3: "GG"}, stop="assembly")
    play(p, {1: "attack 2", 2: "trap 2", 3: "collect 3", 4: "collect 2"})
    assert all_feet(p) == ["B", "RR", "YGG", ""]


@pytest.mark.rules("FR-37")
def test_being_robbed_does_not_cancel_an_attack_and_being_blocked_does_not_protect() -> None:
    p = given("1 2 3 4", feet={1: "R", 2: "B", 3: "Y"}, stop="assembly")
    play(p, {1: "attack 2", 2: "attack 3", 3: "attack 4", 4: "attack 4"})
    assert all_feet(p) == ["RB", "", "", "Y"]  # 3 paid its only gear to 4, so 2 found nothing


@pytest.mark.rules("FR-39")
def test_attack_cards_are_in_hand_again_in_the_next_turn_blocked_or_not() -> None:
    p = given("1 2 3 4", feet={3: "B"})
    play(p, {1: "attack 2", 2: "attack 2", 3: "collect 1", 4: "attack 3"})
    assert shown(p) == []
    for robot in (1, 2, 4):
        assert [text for text in offered(p, robot) if text.startswith("attack")] == [f"attack {n}" for n in (1, 2, 3, 4)]
    play(p, {1: "attack 2", 2: "collect 1", 3: "attack 3", 4: "attack 2"})
    history = p.view(None)["history"]
    assert [turn[0]["number"] for turn in history] == [2, 2]
