"""The worked examples E01 to E20 of the rule spec: set-up, Programming, Attacks, Traps, Collections, Sharing."""

from __future__ import annotations

import pytest

from officina import IllegalChoice
from tests.rules.fuori_di_rotella.kit import (
    all_feet,
    answer,
    asked,
    chosen_robots,
    circuits,
    dump,
    feet,
    given,
    letters,
    offered,
    outcomes,
    phase,
    play,
    reserve,
    seat_of,
    sees,
    shown,
    waiting,
)


@pytest.mark.rules("FR-04", "FR-05", "FR-06", "FR-07", "FR-08")
def test_e01_four_players_with_robots_2_3_5_8() -> None:
    p = chosen_robots("2 3 5 8")
    table = p.view(None)
    assert [entry["number"] for entry in table["dumps"] if entry["open"]] == [2, 3, 5, 8]
    assert [len(dump(p, number)) for number in range(1, 9)] == [0, 2, 2, 0, 2, 0, 0, 2]
    on_dumps = "".join(dump(p, number) for number in range(1, 9))
    in_reserve = letters(table["reserve_by_colour"])
    assert sorted(on_dumps + in_reserve) == sorted("BYON" * 11)
    assert reserve(p) == 36
    assert offered(p, 2) == [f"{action} {number}" for action in ("attack", "trap", "collect") for number in (2, 3, 5, 8)]


@pytest.mark.rules("FR-18", "FR-19")
def test_e02_a_programme_is_replaced_until_the_last_player_places() -> None:
    p = given("1 2 3")
    answer(p, 1, "program collect 1")
    answer(p, 2, "program collect 2")
    unseen = [p.view(seat) for seat in (1, 2, None)]
    answer(p, 1, "program trap 2")
    assert [p.view(seat) for seat in (1, 2, None)] == unseen
    assert sees(p, 0, 1) == "trap 2"
    answer(p, 3, "program attack 3")
    assert p.view(None)["history"][-1][0] == {"action": "trap", "number": 2}


@pytest.mark.rules("FR-19")
def test_e02_once_all_have_placed_nothing_can_be_changed() -> None:
    p = given("1 2 3", circuits={2: "RY"})
    play(p, {1: "attack 1", 2: "attack 1", 3: "collect 3"})
    assert asked(p, 1) == "defence_take"
    with pytest.raises(IllegalChoice):
        p.apply(seat_of(p, 3), 0)
    assert sees(p, 2, 3) == "collect 3"


@pytest.mark.rules("FR-11", "FR-12", "FR-31", "FR-32", "FR-37", "FR-38")
def test_e03_the_robbed_robot_keeps_its_circuits_and_still_collects() -> None:
    p = given("1 2 3 4", feet={2: "RBY"}, circuits={2: "BB"}, dumps={2: "RG"})
    play(p, {1: "attack 2", 2: "collect 2"})
    assert feet(p, 1) == "RBY"
    assert (feet(p, 2), circuits(p, 2)) == ("RG", "BB")


@pytest.mark.rules("FR-25", "FR-26", "FR-27", "FR-28")
def test_e04_the_defender_takes_one_gear_from_each_attacker() -> None:
    p = given("1 2 3 4", feet={1: "R"}, circuits={1: "BB", 2: "G"}, stop="assembly")
    play(p, {1: "attack 4", 2: "attack 4", 3: "collect 3", 4: "attack 4"})
    assert waiting(p) == [4]
    assert offered(p, 4) == ["feet red", "circuits blue"]
    answer(p, 4, "defence_take circuits blue")
    assert p.over  # about robot 2 there was only one option: taken automatically
    assert feet(p, 4) == "BG"
    assert (feet(p, 1), circuits(p, 1)) == ("R", "B")
    assert (feet(p, 2), circuits(p, 2)) == ("", "")


@pytest.mark.rules("FR-27")
def test_e05_an_attacker_without_gears_loses_nothing_and_is_blocked() -> None:
    p = given("1 2 3 4", feet={4: "YY"}, stop="assembly")
    play(p, {1: "attack 4", 4: "attack 4"})
    assert all_feet(p) == ["", "", "", "YY"]


@pytest.mark.rules("FR-24", "FR-35")
@pytest.mark.parametrize(("taken", "robbed"), [("feet red", "RB"), ("circuits yellow", "RRB")])
def test_e06_a_blocked_attacker_pays_first_and_is_then_robbed(taken: str, robbed: str) -> None:
    p = given("1 2 3 4 5", feet={1: "RRB"}, circuits={1: "Y"}, stop="assembly")
    play(p, {1: "attack 4", 4: "attack 4", 5: "attack 1"})
    assert offered(p, 4) == ["feet red", "feet blue", "circuits yellow"]
    answer(p, 4, f"defence_take {taken}")
    assert feet(p, 5) == robbed
    assert feet(p, 1) == ""


@pytest.mark.rules("FR-34")
def test_e07_two_robots_attacking_each_other_swap_feet() -> None:
    p = given("1 2 3", feet={1: "R", 2: "BB"}, stop="assembly")
    play(p, {1: "attack 2", 2: "attack 1"})
    assert all_feet(p) == ["BB", "R", ""]


@pytest.mark.rules("FR-30", "FR-34", "FR-37")
def test_e08_a_chain_passes_feet_along() -> None:
    p = given("1 2 3 4", feet={2: "YY", 3: "R"}, dumps={3: "G"}, stop="assembly")
    play(p, {1: "attack 2", 2: "attack 3", 3: "collect 3"})
    assert all_feet(p) == ["YY", "R", "G", ""]


@pytest.mark.rules("FR-34")
def test_e09_a_ring_passes_feet_round() -> None:
    p = given("1 2 3", feet={1: "R", 2: "BB", 3: "YYY"}, stop="assembly")
    play(p, {1: "attack 2", 2: "attack 3", 3: "attack 1"})
    assert all_feet(p) == ["BB", "YYY", "R"]


@pytest.mark.rules("FR-33", "FR-60", "FR-61", "FR-62", "FR-63", "FR-64")
def test_e10_two_attackers_share_the_victims_feet() -> None:
    def attacked(seed: int) -> tuple[str, ...]:
        p = given("1 2 3 4", feet={3: "RRBYG"}, seed=seed, stop="assembly")
        play(p, {1: "attack 3", 2: "attack 3", 3: "trap 1"})
        return (feet(p, 1), feet(p, 2), feet(p, 3))

    found = outcomes(attacked, 100)
    assert found.keys() == {("RR", "BY", "G"), ("RR", "BG", "Y")}
    assert 30 <= found["RR", "BY", "G"] <= 70


@pytest.mark.rules("FR-61")
def test_e11_too_few_gears_for_all_attackers() -> None:
    p = given("1 2 3 4", feet={3: "RB"}, stop="assembly")
    play(p, {1: "attack 3", 2: "attack 3", 3: "collect 3", 4: "attack 3"})
    assert all_feet(p) == ["", "", "RB", ""]


@pytest.mark.rules("FR-62", "FR-63")
def test_e12_own_colour_first_the_rest_by_chance() -> None:
    def collected(seed: int) -> tuple[str, ...]:
        p = given("1 2 4 6", dumps={6: "RRB"}, seed=seed, stop="assembly")
        play(p, {1: "collect 6", 4: "collect 6"})
        return (feet(p, 1), feet(p, 4), dump(p, 6))

    found = outcomes(collected, 100)
    assert found.keys() == {("R", "R", "B"), ("R", "B", "R")}
    assert 30 <= found["R", "R", "B"] <= 70


@pytest.mark.rules("FR-62", "FR-63", "FR-65")
def test_e13_a_forced_rest_needs_no_chance() -> None:
    p = given("1 2 6", dumps={6: "RRRB"}, stop="assembly")
    chance = p.to_json()["rng"]
    play(p, {1: "collect 6", 2: "collect 6"})
    assert (feet(p, 1), feet(p, 2), dump(p, 6)) == ("RR", "RB", "")
    assert p.to_json()["rng"] == chance


@pytest.mark.rules("FR-60", "FR-63", "FR-64")
def test_e14_what_does_not_divide_stays_on_the_dump() -> None:
    p = given("1 2 4 6", dumps={6: "BBB"}, stop="assembly")
    chance = p.to_json()["rng"]
    play(p, {1: "collect 6", 4: "collect 6"})
    assert (feet(p, 1), feet(p, 4), dump(p, 6)) == ("B", "B", "B")
    assert p.to_json()["rng"] == chance


@pytest.mark.rules("FR-63", "FR-64", "FR-65")
def test_e15_three_collectors_of_seven_gears() -> None:
    def collected(seed: int) -> tuple[str, ...]:
        p = given("1 2 3 4 5 6", dumps={6: "RRRBYYO"}, seed=seed, stop="assembly")
        play(p, {1: "collect 6", 2: "collect 6", 4: "collect 6"})
        return (feet(p, 1), feet(p, 2), feet(p, 4), dump(p, 6))

    found = outcomes(collected, 100)
    assert {one for one, _, _, _ in found} == {"RR"}
    assert {two for _, two, _, _ in found} == {"RB", "BY", "BO"}
    assert {four for _, _, four, _ in found} == {"RY", "RO", "YY", "YO"}
    assert {left for _, _, _, left in found} == {"R", "Y", "O"}
    assert all(sorted("".join(result)) == sorted("RRRBYYO") for result in found)


@pytest.mark.rules("FR-42", "FR-43", "FR-44")
def test_e16_a_trap_cancels_the_collects_and_takes_the_dump() -> None:
    p = given("1 2 3 5", dumps={5: "RBBY"}, stop="assembly")
    play(p, {1: "collect 5", 2: "collect 5", 3: "trap 5"})
    assert (feet(p, 1), feet(p, 2), feet(p, 3), dump(p, 5)) == ("", "", "RBBY", "")


@pytest.mark.rules("FR-45", "FR-47", "FR-60", "FR-62")
def test_e17_two_trappers_share_and_the_collector_gets_nothing() -> None:
    def trapped(seed: int) -> tuple[str, ...]:
        p = given("1 2 3 4 5", dumps={5: "RBYGO"}, seed=seed, stop="assembly")
        play(p, {1: "trap 5", 2: "trap 5", 3: "collect 5"})
        assert feet(p, 3) == ""
        return (feet(p, 1), feet(p, 2), dump(p, 5))

    assert outcomes(trapped, 60).keys() == {
        ("RY", "BG", "O"), ("RY", "BO", "G"), ("RG", "BY", "O"), ("RG", "BO", "Y"), ("RO", "BY", "G"), ("RO", "BG", "Y"),
    }  # fmt: skip


@pytest.mark.rules("FR-46", "FR-73")
def test_e18_traps_without_a_collect_do_nothing() -> None:
    p = given("1 2 3 5", dumps={5: "RB"})
    play(p, {1: "trap 5", 2: "trap 5"})
    assert all_feet(p) == ["", "", "", ""]
    assert len(dump(p, 5)) == 3
    assert phase(p) == "program"


@pytest.mark.rules("FR-48", "FR-61")
def test_e19_the_collect_stays_cancelled_even_if_the_trappers_gain_nothing() -> None:
    p = given("1 2 3 5", dumps={5: "R"}, stop="assembly")
    play(p, {1: "trap 5", 2: "trap 5", 3: "collect 5"})
    assert all_feet(p) == ["", "", "", ""]
    assert dump(p, 5) == "R"
    assert shown(p) == [1, 2, 3, 5]


@pytest.mark.rules("FR-17", "FR-42")
def test_e20_the_own_number_gives_no_privilege_on_a_dump() -> None:
    p = given("1 2 3", dumps={3: "YYY"}, stop="assembly")
    play(p, {1: "trap 3", 3: "collect 3"})
    assert all_feet(p) == ["YYY", "", ""]
