"""The worked examples E21 to E41 of the rule spec: Assembly, the end, scoring, two robots, upgrades, draft."""

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
    idle,
    offered,
    outcomes,
    play,
    points,
    reserve,
    sees,
    spent,
    turn,
    waiting,
    why_not,
)


@pytest.mark.rules("FR-67", "FR-68")
def test_e21_three_or_more_gears_allow_two_to_be_assembled() -> None:
    p = given("1 2 3", feet={1: "RRB", 2: "RB", 3: "RRBBYYY"}, stop="exploration")
    play(p, {1: "collect 1", 2: "collect 2", 3: "collect 3"})
    assert waiting(p) == [1, 3]
    assert offered(p, 1) == ["none", "red red", "red blue"]
    assert offered(p, 3) == ["none", "red red", "red blue", "red yellow", "blue blue", "blue yellow", "yellow yellow"]
    answer(p, 1, "assemble red blue")
    answer(p, 3, "assemble yellow yellow")
    assert (feet(p, 1), circuits(p, 1)) == ("R", "RB")
    assert (feet(p, 2), circuits(p, 2)) == ("RB", "")
    assert (feet(p, 3), circuits(p, 3)) == ("RRBBY", "YY")
    assert p.over  # once a turn: robot 3 is not asked again


@pytest.mark.rules("FR-75", "FR-76", "FR-77", "FR-79")
def test_e22_dumps_emptied_and_refilled_do_not_end_the_game_but_turn_10_does() -> None:
    p = given("1 2 3", dumps={1: "R", 2: "B", 3: "Y"}, turn=9, reserve="YRB")
    play(p, {1: "collect 1", 2: "collect 2", 3: "collect 3"})
    assert [dump(p, number) for number in (1, 2, 3)] == ["Y", "R", "B"]
    assert (reserve(p), turn(p)) == (0, 10)
    play(p, {1: "collect 1", 2: "attack 2", 3: "attack 3"})
    assert p.over
    assert turn(p) == 10


@pytest.mark.rules("FR-61", "FR-75", "FR-78")
def test_e23_no_dump_empty_in_turn_10() -> None:
    p = given("1 2", dumps={1: "R", 2: "BB"}, turn=10, reserve="")
    play(p, {1: "collect 1", 2: "collect 1"})
    assert all_feet(p) == ["", ""]
    assert (dump(p, 1), dump(p, 2)) == ("R", "BB")
    assert (turn(p), idle(p)) == (11, 1)


@pytest.mark.rules("FR-78")
def test_e24_a_third_idle_turn_ends_the_game() -> None:
    p = given("1 2", dumps={1: "R", 2: "BBB"}, turn=12, idle=2, reserve="")
    play(p, {1: "attack 1", 2: "attack 2"})
    assert p.over
    assert turn(p) == 12


@pytest.mark.rules("FR-78")
def test_e24_a_gear_leaving_a_dump_sets_the_count_back() -> None:
    p = given("1 2", dumps={1: "R", 2: "BBB"}, turn=12, idle=2, reserve="")
    play(p, {1: "collect 2", 2: "collect 2"})
    assert all_feet(p) == ["B", "B"]
    assert dump(p, 2) == "B"
    assert (turn(p), idle(p)) == (13, 0)


@pytest.mark.rules("FR-80", "FR-81", "FR-82", "FR-83")
def test_e25_a_tie_is_broken_by_gears_of_the_own_colour() -> None:
    p = given("1 2 3 4", feet={1: "RB"}, circuits={1: "RRYG", 2: "RRRBYYGG"}, over=True)
    assert p.scores() == [9, 9, 0, 0]
    assert p.winners() == [0]
    assert p.breakdown(0) == [("own_gears", 6), ("other_gears", 3)]
    assert p.breakdown(1) == [("own_gears", 2), ("other_gears", 7)]


@pytest.mark.rules("FR-84")
def test_e26_a_full_tie_is_a_shared_victory() -> None:
    p = given("1 2 3", feet={1: "RB"}, circuits={1: "RRYY", 2: "BBBRRY"}, over=True)
    assert p.scores() == [9, 9, 0]
    assert p.winners() == [0, 1]


@pytest.mark.rules("FR-99", "FR-100", "FR-101")
def test_e27_the_lower_robot_is_the_players_score() -> None:
    p = given(
        "1+5 2+6",
        circuits={1: "RRRRRRRB", 5: "OOOOOO", 2: "BBB" + "OOOOO" + "PP", 6: "PPPPP" + "RRR"},
        feet={1: "BB"},
        over=True,
    )
    assert [points(p, robot) for robot in (1, 5, 2, 6)] == [17, 12, 13, 13]
    assert p.scores() == [12, 13]
    assert p.breakdown(1) == [("own_gears", 6), ("other_gears", 7)]  # the key of Y is (13, 3), not (13, 5)
    assert p.winners() == [1]


@pytest.mark.rules("FR-89")
def test_e28_two_robots_share_one_trio_of_actions() -> None:
    p = chosen_robots("1+5 2+6")
    assert len(offered(p, 1)) == 12
    answer(p, 1, "program attack 1")
    assert len(offered(p, 5)) == 8
    assert not [text for text in offered(p, 5) if text.startswith("attack")]
    assert why_not(p, 5, "program attack 2") == ("action_used", "FR-89")
    with pytest.raises(IllegalChoice) as refused:
        answer(p, 5, "program attack 5")
    assert refused.value.rule == "FR-89"
    answer(p, 5, "program collect 1")
    answer(p, 1, "program trap 6")
    answer(p, 5, "program collect 6")
    assert (sees(p, 0, 1), sees(p, 0, 5)) == ("trap 6", "collect 6")


@pytest.mark.rules("FR-94")
def test_e29_a_trap_cancels_the_sisters_collect_too() -> None:
    p = given("1+5 2+6", dumps={6: "BBO"}, stop="assembly")
    play(p, {1: "trap 6", 5: "collect 6", 2: "collect 6", 6: "attack 6"})
    assert all_feet(p) == ["BBO", "", "", ""]


@pytest.mark.rules("FR-62", "FR-94")
def test_e30_an_attack_on_the_sister_is_shared_with_a_rival() -> None:
    def attacked(seed: int) -> tuple[str, ...]:
        p = given("1+5 2+6", feet={1: "RRO"}, seed=seed, stop="assembly")
        play(p, {1: "collect 2", 5: "attack 1", 2: "attack 1", 6: "trap 6"})
        return (feet(p, 1), feet(p, 2), feet(p, 5))

    assert outcomes(attacked, 20).keys() == {("R", "R", "O")}


@pytest.mark.rules("FR-113")
def test_e31_insulation_keeps_the_gear_but_the_attack_stays_blocked() -> None:
    p = given("1 2 3 4", feet={1: "R", 2: "B", 4: "G"}, cards={1: "insulation"}, stop="assembly")
    play(p, {1: "attack 4", 2: "attack 4", 4: "attack 4"})
    assert (asked(p, 1), offered(p, 1)) == ("insulation", ["no", "yes"])
    answer(p, 1, "insulation yes")
    assert all_feet(p) == ["R", "", "", "BG"]
    assert spent(p, 1)


@pytest.mark.rules("FR-114")
@pytest.mark.parametrize(
    ("choice", "result"), [("none", ["", "", "R", ""]), ("1", ["", "R", "", ""]), ("2", ["R", "", "", ""])]
)
def test_e32_armour_cancels_one_attack_and_the_other_goes_on(choice: str, result: list[str]) -> None:
    p = given("1 2 3 4", feet={3: "R"}, cards={3: "armour"}, stop="assembly")
    play(p, {1: "attack 3", 2: "attack 3", 3: "collect 3"})
    assert (asked(p, 3), offered(p, 3)) == ("armour", ["none", "1", "2"])
    answer(p, 3, f"armour {choice}")
    assert all_feet(p) == result


@pytest.mark.rules("FR-114")
def test_e32_armour_against_a_single_attacker_saves_the_feet() -> None:
    p = given("1 2 3 4", feet={3: "R"}, cards={3: "armour"}, stop="assembly")
    play(p, {1: "attack 3", 3: "collect 3"})
    answer(p, 3, "armour 1")
    assert all_feet(p) == ["", "", "R", ""]


@pytest.mark.rules("FR-115")
@pytest.mark.parametrize(("colour", "taken", "left"), [("red", "R", "B"), ("blue", "B", "R")])
def test_e33_long_arm_takes_a_leftover(colour: str, taken: str, left: str) -> None:
    p = given("1 2 4 6", dumps={6: "RB"}, cards={4: "long_arm"}, stop="assembly")
    play(p, {1: "collect 6", 2: "collect 6", 4: "collect 6"})
    assert (asked(p, 4), offered(p, 4)) == ("long_arm", ["none", "red", "blue"])
    answer(p, 4, f"long_arm {colour}")
    assert (all_feet(p), dump(p, 6)) == (["", "", taken, ""], left)


@pytest.mark.rules("FR-116")
def test_e34_reprogram_leaves_the_trap_and_the_old_number_is_never_shown() -> None:
    p = given("1 2 3 4 5 6", dumps={5: "RB", 6: "YG"}, next_gears="RBYGOP", cards={2: "reprogram"})
    p.events = []
    play(p, {1: "trap 5", 2: "collect 5"})
    assert offered(p, 2) == ["none", "1", "2", "3", "4", "6"]
    answer(p, 2, "reprogram 6")
    assert (feet(p, 1), feet(p, 2)) == ("", "YG")
    assert (dump(p, 5), dump(p, 6)) == ("RBO", "P")
    assert p.view(None)["history"][0][1] == {"action": "collect", "number": 6}
    told = [event.args for event in p.events if p.game.event_kinds[event.code].name == "revealed" and event.args[0] == 1]
    assert told == [(1, 2, 5)]  # robot 2, Collect, dump 6 (robots and dumps count from 0, actions: Attack, Trap, Collect)


@pytest.mark.rules("FR-117")
def test_e35_twin_trap_takes_one_gear_and_the_other_trapper_nothing() -> None:
    p = given("1 2 3 5", dumps={5: "RBY"}, cards={1: "twin_trap"}, stop="assembly")
    play(p, {1: "trap 5", 3: "trap 5"})
    assert (asked(p, 1), offered(p, 1)) == ("twin_trap", ["none", "red", "blue", "yellow"])
    answer(p, 1, "twin_trap red")
    assert (all_feet(p), dump(p, 5)) == (["R", "", "", ""], "BY")


@pytest.mark.rules("FR-112")
def test_e36_recycler_swaps_a_gear_for_one_of_another_colour() -> None:
    p = given("1 2 4", feet={2: "R"}, dumps={1: "R", 4: "BBG"}, cards={2: "recycler"}, stop="assembly")
    play(p, {})
    assert (asked(p, 2), offered(p, 2)) == ("recycler_give", ["none", "red"])
    answer(p, 2, "recycler_give red")
    assert (asked(p, 2), offered(p, 2)) == ("recycler_take", ["4 blue", "4 green"])  # never red for red from dump 1
    answer(p, 2, "recycler_take 4 blue")
    assert (feet(p, 2), dump(p, 4)) == ("B", "RBG")


@pytest.mark.rules("FR-119")
def test_e37_fast_assembly_moves_three_small_assembly_moves_two_of_two() -> None:
    p = given("1 2 3", feet={1: "RRBY", 2: "BY"}, cards={1: "fast_assembly", 2: "small_assembly"}, stop="exploration")
    play(p, {})
    assert waiting(p) == [1, 2]
    answer(p, 1, "assemble red red")
    assert (asked(p, 1), offered(p, 1)) == ("fast_third", ["none", "blue", "yellow"])
    answer(p, 1, "fast_third blue")
    assert offered(p, 2) == ["none", "blue yellow"]
    answer(p, 2, "assemble blue yellow")
    assert (feet(p, 1), circuits(p, 1)) == ("Y", "RRB")
    assert (feet(p, 2), circuits(p, 2)) == ("", "BY")


@pytest.mark.rules("FR-75", "FR-118")
def test_e38_magnet_may_bring_the_end() -> None:
    p = given("1 2", dumps={1: "R", 2: "BB"}, turn=10, reserve="", cards={1: "magnet"})
    play(p, {1: "attack 1", 2: "attack 2"})
    assert (asked(p, 1), offered(p, 1)) == ("magnet", ["none", "1 red", "2 blue"])
    answer(p, 1, "magnet 1 red")
    assert (feet(p, 1), dump(p, 1)) == ("R", "")
    assert p.over


@pytest.mark.rules("FR-120")
def test_e39_radar_places_one_of_the_gears_seen() -> None:
    p = given("1 2 3", next_gears="YRB", cards={1: "radar"})
    play(p, {})
    answer(p, 1, "radar yes")
    assert p.view(0)["radar"] == ["yellow", "red", "blue"]
    answer(p, 1, "radar_place red 3")
    assert (dump(p, 1), dump(p, 2), dump(p, 3)) == ("Y", "B", "R")


@pytest.mark.rules("FR-66")
def test_e40_draft_goes_round_from_the_turns_first_seat() -> None:
    p = given("1 2 3 4", dumps={4: "RBYYGG"}, turn=2, draft=True, stop="assembly")
    play(p, {1: "collect 4", 2: "collect 4"})
    assert (waiting(p), asked(p, 2), offered(p, 2)) == ([2], "share_pick", ["yellow", "green"])
    answer(p, 2, "share_pick green")
    assert waiting(p) == [1]
    answer(p, 1, "share_pick green")
    assert p.over  # the last two picks, both yellow, were forced
    assert (feet(p, 1), feet(p, 2), dump(p, 4)) == ("RYG", "BYG", "")


@pytest.mark.rules("FR-74", "FR-75")
def test_e41_a_reserve_too_small_for_all_dumps() -> None:
    p = given("1 3 5", dumps={1: "R", 3: "Y"}, turn=9, reserve="OR")
    play(p, {})
    assert (dump(p, 1), dump(p, 3), dump(p, 5)) == ("RO", "RY", "")
    assert reserve(p) == 0
    assert p.over
