"""The turn and 1 Programming: FR-10 to FR-21."""

from __future__ import annotations

import pytest

from officina import IllegalChoice
from tests.rules.fuori_di_rotella.kit import (
    GAME,
    all_feet,
    answer,
    asked,
    asked_seat,
    circuits,
    dump,
    feet,
    given,
    in_play,
    offered,
    phase,
    play,
    sees,
    shown,
    turn,
    waiting,
    why_not,
)


@pytest.mark.rules("FR-10", "FR-11")
def test_a_turn_runs_through_its_phases_in_order() -> None:
    # Draft sharing stops in each sub-phase: two attackers of 3, two trappers of dump 4, two collectors of dump 8.
    p = given(
        "1 2 3 4 5 6 7 8",
        feet={3: "OOPP"},
        dumps={4: "RROO", 8: "RRBB"},
        draft=True,
    )
    p.events = []
    seen = [phase(p)]
    play(
        p,
        {
            1: "attack 3", 2: "attack 3", 3: "collect 4", 4: "trap 4",
            5: "collect 4", 6: "trap 4", 7: "collect 8", 8: "collect 8",
        },
    )  # fmt: skip
    for _ in range(20):
        if turn(p) == 2:
            break
        if phase(p) != seen[-1]:
            seen.append(phase(p))
        seat = p.to_act[0]
        p.apply(seat, p.options(seat)[0])
    assert seen == ["program", "attack", "trap", "collect"]  # nobody has three gears: no question in Assembly
    names = [GAME.event_kinds[event.code].name for event in p.events]
    assert names[-2:] == ["dump_filled", "turn_began"]
    reveals = [event.args[1] for event in p.events if GAME.event_kinds[event.code].name == "revealed"]
    assert reveals == [0, 0, 1, 1, 2, 2, 2, 2]  # Attacks, Traps, Collects


@pytest.mark.rules("FR-10")
def test_exploration_comes_after_assembly_and_the_next_turn_after_exploration() -> None:
    p = given("1 2 3", dumps={1: "RBY", 2: "B", 3: "Y"}, next_gears="RBY")
    play(p, {1: "collect 1"})
    assert (phase(p), asked(p, 1)) == ("assemble", "assemble")
    assert [dump(p, number) for number in (1, 2, 3)] == ["", "B", "Y"]
    answer(p, 1, "assemble red blue")
    assert [dump(p, number) for number in (1, 2, 3)] == ["R", "BB", "YY"]
    assert (phase(p), turn(p)) == ("program", 2)


@pytest.mark.rules("FR-11", "FR-38")
def test_attacks_come_before_traps_and_collections() -> None:
    # Robot 1 attacks robots that win gears in 2.2 and 2.3: too late for the attack.
    p = given("1 2 3 4", dumps={1: "RB", 3: "YY"}, stop="assembly")
    play(p, {1: "attack 2", 2: "trap 1", 3: "collect 1", 4: "attack 3"})
    assert all_feet(p) == ["", "RB", "", ""]
    p = given("1 2 3 4", dumps={3: "YY"}, stop="assembly")
    play(p, {1: "attack 3", 3: "collect 3"})
    assert all_feet(p) == ["", "", "YY", ""]


@pytest.mark.rules("FR-12")
def test_gears_won_go_to_the_feet_never_into_the_circuits() -> None:
    p = given("1 2 3 4 5 6", feet={2: "RR", 5: "O"}, dumps={3: "YY", 4: "GG"}, stop="assembly")
    play(p, {1: "attack 2", 2: "collect 3", 3: "trap 3", 4: "collect 4", 5: "attack 6", 6: "attack 6"})
    assert all_feet(p) == ["RR", "", "YY", "GG", "", "O"]
    assert [circuits(p, robot) for robot in in_play(p)] == [""] * 6


@pytest.mark.rules("FR-13")
def test_every_robot_gets_exactly_one_programme_and_nobody_may_pass() -> None:
    p = given("1 2 3")
    assert waiting(p) == [1, 2, 3]
    words = GAME.vocabulary.kind(p.kind(0)).words
    assert len(words) == 24
    assert all(word.split()[0] in ("attack", "trap", "collect") for word in words)
    answer(p, 1, "program trap 1")
    answer(p, 2, "program trap 2")
    assert waiting(p) == [3]
    assert phase(p) == "program"
    answer(p, 3, "program trap 3")
    assert turn(p) == 2


@pytest.mark.rules("FR-14", "FR-39", "FR-51", "FR-56")
def test_all_cards_return_to_hand_and_a_programme_may_be_repeated() -> None:
    p = given("1 2 3 4 5", dumps={4: "R", 5: "O"})
    # a blocked attack, a defence, a trap, a cancelled collect, an ordinary collect
    programs = {1: "attack 2", 2: "attack 2", 3: "trap 4", 4: "collect 4", 5: "collect 5"}
    for turns in range(2, 4):
        play(p, programs)
        assert turn(p) == turns
        for robot in in_play(p):
            assert len(offered(p, robot)) == 15
            assert programs[robot] in offered(p, robot)


@pytest.mark.rules("FR-15")
def test_the_number_names_a_robot_with_attack_and_a_dump_with_trap_or_collect() -> None:
    p = given("1 2 3", feet={3: "B"}, dumps={3: "R"}, stop="assembly")
    play(p, {1: "attack 3", 3: "trap 1"})
    assert (feet(p, 1), feet(p, 3), dump(p, 3)) == ("B", "", "R")
    p = given("1 2 3", feet={3: "B"}, dumps={3: "R"}, stop="assembly")
    play(p, {1: "collect 3"})
    assert (feet(p, 1), feet(p, 3), dump(p, 3)) == ("R", "B", "")
    p = given("1 2 3", feet={3: "B"}, dumps={3: "R"}, stop="assembly")
    play(p, {1: "trap 3", 2: "collect 3"})
    assert (feet(p, 1), feet(p, 3), dump(p, 3)) == ("R", "B", "")


@pytest.mark.rules("FR-16")
def test_attack_with_the_own_number_is_a_defence_a_robot_never_attacks_itself() -> None:
    p = given("1 2 3", feet={1: "RB", 2: "Y"}, stop="assembly")
    play(p, {1: "attack 1", 2: "attack 1"})
    assert all_feet(p) == ["RBY", "", ""]  # nothing lost, one gear taken from the blocked attacker


@pytest.mark.rules("FR-17")
def test_trap_and_collect_with_the_own_number_are_ordinary() -> None:
    p = given("1 2 3", dumps={1: "BYY", 2: "RR"}, stop="assembly")
    play(p, {1: "collect 1", 2: "trap 2", 3: "collect 2"})
    assert all_feet(p) == ["BYY", "RR", ""]
    p = given("1 2 3", dumps={1: "BBYY"}, stop="assembly")
    play(p, {1: "collect 1", 3: "collect 1"})  # no privilege: shared as usual
    assert (len(feet(p, 1)), feet(p, 3)) == (2, "YY")


@pytest.mark.rules("FR-18")
def test_a_programme_may_be_replaced_any_number_of_times_and_nobody_notices() -> None:
    p = given("1 2 3", dumps={1: "R", 3: "Y"}, stop="assembly")
    answer(p, 2, "program attack 1")
    before = [p.view(seat) for seat in (0, 2, None)]
    for choice in ("attack 2", "trap 3", "trap 3", "collect 1", "collect 3"):
        assert asked(p, 2) == "program"
        assert len(offered(p, 2)) == 9
        answer(p, 2, f"program {choice}")
        assert sees(p, 1, 2) == choice
    assert [p.view(seat) for seat in (0, 2, None)] == before
    answer(p, 1, "program attack 1")
    answer(p, 3, "program attack 3")
    assert (feet(p, 2), dump(p, 1)) == ("Y", "R")  # the last replacement counts


@pytest.mark.rules("FR-19")
def test_the_phase_closes_at_the_last_placement_and_the_last_player_cannot_revise() -> None:
    p = given("1 2 3", circuits={2: "RY"})
    answer(p, 1, "program attack 1")
    answer(p, 2, "program attack 1")
    assert phase(p) == "program"
    answer(p, 3, "program collect 3")
    assert (phase(p), waiting(p)) == ("attack", [1])
    for seat in (1, 2):
        assert asked_seat(p, seat) == ""
        assert p.options(seat) == []
        for option in range(24):
            with pytest.raises(IllegalChoice):
                p.apply(seat, option)
    assert [sees(p, seat, seat + 1) for seat in range(3)] == ["attack 1", "attack 1", "collect 3"]


@pytest.mark.rules("FR-20")
def test_placed_never_goes_back_to_not_placed() -> None:
    p = given("1 2 3")
    answer(p, 1, "program collect 1")
    assert p.view(None)["placed"] == [True, False, False]
    assert p.to_act == (1, 2)
    for option in p.options(0):  # whatever the seat does now, the same again included, it stays placed
        for _ in range(2):
            p.apply(0, option)
            assert p.view(None)["placed"] == [True, False, False]
            assert p.to_act == (1, 2)
    refused = why_not(p, 1, "program attack 7")
    assert refused == ("not_in_play", "FR-04")
    assert p.view(None)["placed"] == [True, False, False]


@pytest.mark.rules("FR-18", "FR-21")
def test_nobody_can_show_or_see_another_programme_before_its_reveal() -> None:
    views = []
    for choice in ("attack 1", "attack 2", "trap 2", "collect 3"):
        p = given("1 2 3")
        answer(p, 1, f"program {choice}")
        assert sees(p, 0, 1) == choice
        assert shown(p) == []
        views.append([p.view(seat) for seat in (1, 2, None)])
        assert not any(view["answer"] or view["draft"] for view in views[-1])
    assert all(view == views[0] for view in views)
