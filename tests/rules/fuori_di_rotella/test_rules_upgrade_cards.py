"""The upgrade cards of Activation, each in its window and conditions: FR-106, FR-112 to FR-117."""

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
    phase,
    play,
    sees,
    shown,
    spent,
    waiting,
    why_not,
)

# --- Insulation


@pytest.mark.rules("FR-106", "FR-112", "FR-113")
@pytest.mark.parametrize(
    ("programs", "gears"),
    [
        ({1: "attack 4", 4: "collect 4"}, "R"),  # not blocked
        ({1: "attack 4", 4: "attack 4"}, ""),  # blocked, but it owns nothing
        ({1: "attack 1", 4: "attack 1"}, "R"),  # defending itself
        ({1: "collect 4", 4: "attack 4"}, "R"),  # no attack
    ],
)
def test_insulation_is_not_offered_without_effect(programs: dict[int, str], gears: str) -> None:
    p = given("1 2 3 4", feet={1: gears}, cards={1: "insulation"}, stop="assembly")
    play(p, programs)
    assert p.over
    assert not spent(p, 1)


@pytest.mark.rules("FR-112", "FR-113")
def test_insulation_is_offered_also_for_gears_in_the_circuits() -> None:
    p = given("1 2 3 4", circuits={1: "RB"}, cards={1: "insulation"}, stop="assembly")
    play(p, {1: "attack 4", 4: "attack 4"})
    assert asked(p, 1) == "insulation"
    kept = p.clone()
    answer(p, 1, "insulation yes")
    assert p.over
    assert (circuits(p, 1), feet(p, 4)) == ("RB", "")
    answer(kept, 1, "insulation no")
    assert (asked(kept, 4), offered(kept, 4)) == ("defence_take", ["circuits red", "circuits blue"])


@pytest.mark.rules("FR-113")
def test_an_insulated_robot_can_still_be_robbed_and_its_attack_stays_blocked() -> None:
    p = given("1 2 3 4", feet={1: "RR", 4: "GG"}, cards={1: "insulation"}, stop="assembly")
    play(p, {1: "attack 4", 3: "attack 1", 4: "attack 4"})
    answer(p, 1, "insulation yes")
    assert all_feet(p) == ["", "", "RR", "GG"]


# --- Armour


@pytest.mark.rules("FR-106", "FR-112", "FR-114")
@pytest.mark.parametrize(
    ("programs", "gears"),
    [
        ({1: "attack 3", 3: "attack 3"}, "R"),  # defending
        ({1: "attack 2", 2: "attack 2", 3: "collect 3"}, "R"),  # not attacked
        ({1: "attack 3", 3: "collect 3"}, ""),  # feet empty
    ],
)
def test_armour_is_not_offered_without_effect(programs: dict[int, str], gears: str) -> None:
    p = given("1 2 3 4", feet={3: gears}, circuits={3: "Y"}, cards={3: "armour"}, stop="assembly")
    play(p, programs)
    assert p.over
    assert not spent(p, 3)


@pytest.mark.rules("FR-106", "FR-112")
def test_armour_looks_at_the_feet_after_the_defences() -> None:
    # Robot 3 pays its only feet gear to the defender 4: nothing is left to protect.
    p = given("1 2 3 4", feet={3: "R"}, circuits={3: "Y"}, cards={3: "armour"}, stop="assembly")
    play(p, {1: "attack 3", 3: "attack 4", 4: "attack 4"})
    taken = p.clone()
    answer(taken, 4, "defence_take feet red")
    assert taken.over
    answer(p, 4, "defence_take circuits yellow")
    assert (asked(p, 3), offered(p, 3)) == ("armour", ["none", "1"])


@pytest.mark.rules("FR-112", "FR-114")
def test_the_attack_that_armour_cancels_costs_its_owner_nothing_and_the_quota_rises() -> None:
    p = given("1 2 3 4", feet={1: "RR", 3: "GGGG"}, circuits={1: "B"}, cards={3: "armour"}, stop="assembly")
    play(p, {1: "attack 3", 2: "attack 3", 3: "collect 3", 4: "attack 3"})
    assert why_not(p, 3, "armour 3") == ("not_attacking", "FR-112")
    unused = p.clone()
    answer(unused, 3, "armour none")
    assert all_feet(unused) == ["RRG", "G", "G", "G"]  # quota 1 for three attackers, one left over
    answer(p, 3, "armour 1")
    assert (all_feet(p), circuits(p, 1)) == (["RR", "GG", "", "GG"], "B")  # quota 2 for two, no gear paid


@pytest.mark.rules("FR-114")
def test_armour_may_stop_the_sisters_attack() -> None:
    p = given("1+5 2+6", feet={1: "RRO"}, cards={1: "armour"}, stop="assembly")
    play(p, {1: "collect 2", 5: "attack 1", 2: "attack 1", 6: "trap 6"})
    assert offered(p, 1) == ["none", "2", "5"]
    answer(p, 1, "armour 5")
    assert (feet(p, 1), feet(p, 2), feet(p, 5)) == ("", "RRO", "")


# --- Long arm


@pytest.mark.rules("FR-106", "FR-112", "FR-115")
@pytest.mark.parametrize(
    "programs",
    [
        {1: "collect 4"},  # no sharing
        {1: "collect 3", 2: "collect 3"},  # nothing left over
        {1: "collect 4", 2: "collect 4", 3: "trap 4"},  # cancelled collectors are no claimants
        {1: "trap 4", 2: "trap 4"},  # traps without a Collect claim nothing
        {2: "collect 4", 3: "collect 4"},  # a sharing of others
        {1: "attack 2", 2: "attack 2", 3: "attack 2"},  # blocked attackers claim nothing
        {1: "attack 1", 2: "attack 1", 3: "attack 1"},  # a defender claims nothing
    ],
)
def test_long_arm_is_not_offered_without_leftovers_of_an_own_sharing(programs: dict[int, str]) -> None:
    p = given("1 2 3 4", dumps={3: "RB", 4: "GGG"}, feet={2: "B"}, cards={1: "long_arm"}, stop="assembly")
    play(p, programs)
    assert p.over
    assert not spent(p, 1)


@pytest.mark.rules("FR-47", "FR-115")
def test_cancelled_collectors_never_reach_what_the_trappers_left() -> None:
    # Robots 3 and 5 trap dump 4 and leave one gear; robot 6 keeps 2.3 busy elsewhere.
    p = given("1 2 3 4 5 6", dumps={4: "GGG", 6: "P"}, cards={1: "long_arm"}, stop="assembly")
    play(p, {1: "collect 4", 2: "collect 4", 3: "trap 4", 5: "trap 4", 6: "collect 6"})
    assert p.over
    assert (all_feet(p), dump(p, 4)) == (["", "", "G", "", "G", "P"], "G")


@pytest.mark.rules("FR-112", "FR-115")
def test_long_arm_after_a_shared_trap() -> None:
    p = given("1 2 3 4", dumps={4: "YYYYY"}, cards={2: "long_arm"}, stop="assembly")
    play(p, {1: "trap 4", 2: "trap 4", 3: "collect 4"})
    assert (phase(p), offered(p, 2)) == ("trap", ["none", "yellow"])
    assert why_not(p, 2, "long_arm red") == ("not_left_over", "FR-112")
    answer(p, 2, "long_arm yellow")
    assert (all_feet(p), dump(p, 4)) == (["YY", "YYY", "", ""], "")


@pytest.mark.rules("FR-115")
def test_long_arm_after_attacks_acts_when_all_loot_has_moved_and_on_leftovers_only() -> None:
    p = given("1 2 3 4", feet={3: "YYY", 4: "GG"}, cards={1: "long_arm"}, stop="assembly")
    play(p, {1: "attack 3", 2: "attack 3", 3: "attack 4", 4: "collect 4"})
    assert all_feet(p) == ["Y", "Y", "YGG", ""]  # the loot has moved
    assert offered(p, 1) == ["none", "yellow"]  # 3's own loot is not offered
    answer(p, 1, "long_arm yellow")
    assert all_feet(p) == ["YY", "Y", "GG", ""]


@pytest.mark.rules("FR-114", "FR-115")
@pytest.mark.parametrize(
    ("attackers", "stopped", "reaches"),
    [
        ([1, 2], 2, False),  # 1 is alone and takes everything
        ([1, 2, 4], 4, True),  # 1 and 2 share and leave one gear
        ([1, 2, 4], 1, False),  # 2 and 4 share and leave one gear: 1 has no claim on it
    ],
)
def test_an_attacker_stopped_by_armour_is_no_claimant_for_long_arm(attackers: list[int], stopped: int, reaches: bool) -> None:
    p = given("1 2 3 4", feet={3: "YYY"}, cards={1: "long_arm", 3: "armour"}, stop="assembly")
    play(p, {3: "collect 3", **dict.fromkeys(attackers, "attack 3")})
    answer(p, 3, f"armour {stopped}")
    assert asked(p, 1) == ("long_arm" if reaches else "")


@pytest.mark.rules("FR-115", "FR-R22")
def test_long_arm_is_offered_after_all_dumps_of_its_sub_phase() -> None:
    p = given("1 2 3 4", dumps={1: "B", 4: "GG"}, cards={1: "long_arm"}, stop="assembly")
    play(p, {1: "collect 1", 2: "collect 1", 3: "collect 4"})
    assert asked(p, 1) == "long_arm"
    assert feet(p, 3) == "GG"  # dump 4 has been judged


# --- Reprogram


@pytest.mark.rules("FR-106", "FR-112", "FR-116")
@pytest.mark.parametrize("program", ["attack 2", "attack 3", "trap 3"])
def test_reprogram_is_offered_only_for_a_collect(program: str) -> None:
    p = given("1 2 3", cards={2: "reprogram"}, stop="assembly")
    play(p, {1: "collect 1", 2: program, 3: "collect 3"})
    assert p.over


@pytest.mark.rules("FR-112", "FR-116")
def test_reprogram_offers_every_other_number_in_play_after_the_traps_are_revealed() -> None:
    p = given("1 2 5 6", dumps={5: "R", 6: "PP"}, cards={2: "reprogram"}, stop="assembly")
    play(p, {1: "trap 5", 2: "collect 5", 5: "collect 6"})
    assert (phase(p), offered(p, 2)) == ("trap", ["none", "1", "2", "6"])
    assert shown(p) == [1, 6]  # the Trap and the Defence; no Collect yet
    assert why_not(p, 2, "reprogram 5") == ("same_number", "FR-112")
    assert why_not(p, 2, "reprogram 4") == ("not_in_play", "FR-04")
    answer(p, 2, "reprogram 6")
    assert all_feet(p) == ["", "P", "P", ""]  # it is a Collect on dump 6 like any other
    assert dump(p, 5) == "R"


@pytest.mark.rules("FR-116")
def test_entering_a_trapped_dump_makes_the_trap_succeed() -> None:
    p = given("1 2 3", dumps={1: "RR", 3: "YY"}, cards={2: "reprogram"}, stop="assembly")
    play(p, {1: "trap 3", 2: "collect 1"})
    answer(p, 2, "reprogram 3")
    assert (all_feet(p), dump(p, 1), dump(p, 3)) == (["YY", "", ""], "RR", "")


@pytest.mark.rules("FR-116")
def test_reprogram_is_offered_also_when_no_trap_was_set() -> None:
    p = given("1 2 3", dumps={1: "RR", 3: "YY"}, cards={2: "reprogram"}, stop="assembly")
    play(p, {2: "collect 1"})
    answer(p, 2, "reprogram 3")
    assert feet(p, 2) == "YY"


@pytest.mark.rules("FR-116")
def test_that_reprogram_was_used_is_public_at_once_but_both_numbers_stay_secret() -> None:
    # Draft sharing of dump 1 stops the game in 2.2, after Reprogram.
    views = []
    for before, after in (("3", "4"), ("4", "3"), ("5", "2")):
        p = given("1 2 3 4 5 6", dumps={1: "GGPP"}, draft=True, cards={6: "reprogram"})
        play(p, {1: "trap 1", 2: "trap 1", 3: "collect 1", 6: f"collect {before}"})
        assert (asked(p, 6), sees(p, 0, 6)) == ("reprogram", "")
        assert not spent(p, 6)
        answer(p, 6, f"reprogram {after}")
        assert asked(p, 1) == "share_pick"
        assert spent(p, 6)
        assert sees(p, 5, 6) == f"collect {after}"
        views.append([p.view(seat) for seat in (0, 1, 2, None)])
    assert views[0] == views[1] == views[2]


# --- Twin trap


@pytest.mark.rules("FR-106", "FR-112", "FR-117")
@pytest.mark.parametrize(
    ("programs", "gears"),
    [
        ({1: "trap 4", 2: "collect 4"}, "GG"),  # the trap found a Collect
        ({1: "trap 4", 2: "trap 4", 3: "collect 4"}, "G"),  # it did, though the quota is 0
        ({1: "trap 4"}, ""),  # the dump is empty
        ({1: "collect 4"}, "GG"),  # no trap
        ({1: "attack 1", 2: "trap 4"}, "GG"),  # somebody else's trap
    ],
)
def test_twin_trap_is_not_offered_without_effect(programs: dict[int, str], gears: str) -> None:
    p = given("1 2 3 4", dumps={4: gears}, cards={1: "twin_trap"}, stop="assembly")
    p.events = []
    play(p, programs)
    assert p.over
    assert not spent(p, 1)
    assert "forced" not in [p.game.event_kinds[event.code].name for event in p.events]  # not even a question with one answer


@pytest.mark.rules("FR-117")
def test_twin_trap_is_judged_after_reprogram() -> None:
    p = given("1 2 3 4", dumps={4: "GY"}, cards={1: "twin_trap", 2: "reprogram"}, stop="assembly")
    play(p, {1: "trap 4", 2: "collect 4"})
    answer(p, 2, "reprogram 3")  # now the trap finds no Collect
    assert (waiting(p), offered(p, 1)) == ([1], ["none", "yellow", "green"])
    assert why_not(p, 1, "twin_trap red") == ("not_on_dump", "FR-112")
    answer(p, 1, "twin_trap green")
    assert (feet(p, 1), dump(p, 4)) == ("G", "Y")
