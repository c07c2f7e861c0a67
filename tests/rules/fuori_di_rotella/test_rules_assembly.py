"""3 Assembly: FR-67 to FR-72 and the ruling FR-R23."""

from __future__ import annotations

import pytest

from officina import Rng
from tests.rules.fuori_di_rotella.kit import (
    GAME,
    MOST_DECISIONS,
    all_feet,
    answer,
    asked,
    chosen_robots,
    circuits,
    feet,
    given,
    in_play,
    offered,
    phase,
    play,
    turn,
    waiting,
    why_not,
)


@pytest.mark.rules("FR-67", "FR-68")
@pytest.mark.parametrize(("gears", "may"), [("", False), ("R", False), ("RB", False), ("RBY", True), ("RRBBYY", True)])
def test_three_gears_at_the_feet_are_needed(gears: str, may: bool) -> None:
    p = given("1 2 3", feet={1: gears}, circuits={1: "RRR"}, stop="exploration")
    play(p, {})
    assert asked(p, 1) == ("assemble" if may else "")


@pytest.mark.rules("FR-67", "FR-68")
def test_every_unordered_pair_at_the_feet_is_offered_and_nothing_else() -> None:
    p = given("1 2 3 4", feet={1: "RRBG"}, stop="exploration")
    play(p, {})
    assert offered(p, 1) == ["none", "red red", "red blue", "red green", "blue green"]
    assert why_not(p, 1, "assemble blue blue") == ("not_at_feet", "FR-67")
    assert why_not(p, 1, "assemble red yellow") == ("not_at_feet", "FR-67")
    assert why_not(p, 1, "assemble yellow green") == ("not_at_feet", "FR-67")
    answer(p, 1, "assemble blue green")
    assert (feet(p, 1), circuits(p, 1)) == ("RR", "BG")


@pytest.mark.rules("FR-68")
def test_with_eight_colours_there_are_37_options_with_two_each() -> None:
    p = given("1 2 3 4 5 6 7 8", feet={1: "RRBBYYGGOOPPTTNN"}, stop="exploration")
    play(p, {})
    assert len(offered(p, 1)) == 37


@pytest.mark.rules("FR-68")
def test_assembly_happens_once_a_turn() -> None:
    p = given("1 2 3", feet={1: "RRRRRRR"}, next_gears="RBY")
    play(p, {})
    answer(p, 1, "assemble red red")
    assert (feet(p, 1), circuits(p, 1)) == ("RRRRR", "RR")
    assert (phase(p), turn(p)) == ("program", 2)


@pytest.mark.rules("FR-69")
def test_assembly_is_voluntary() -> None:
    p = given("1 2 3", feet={1: "RBY"})
    play(p, {})
    answer(p, 1, "assemble none")
    assert (feet(p, 1), circuits(p, 1)) == ("RBY", "")
    assert turn(p) == 2


@pytest.mark.rules("FR-70")
def test_gears_won_this_turn_count_and_may_be_moved() -> None:
    p = given("1 2 3", feet={1: "R", 2: "BB"}, dumps={3: "YYY"}, stop="exploration")
    play(p, {1: "attack 2", 2: "attack 3", 3: "collect 3"})
    assert waiting(p) == [1, 3]
    answer(p, 1, "assemble blue blue")
    answer(p, 3, "assemble yellow yellow")
    assert (feet(p, 1), circuits(p, 1)) == ("R", "BB")
    assert (feet(p, 3), circuits(p, 3)) == ("Y", "YY")


@pytest.mark.rules("FR-71")
def test_all_decide_at_the_same_time_and_choices_are_shown_and_applied_together() -> None:
    p = given("1 2 3", feet={1: "RRB", 2: "BBB", 3: "RBY"}, stop="exploration")
    p.events = []
    play(p, {})
    assert waiting(p) == [1, 2, 3]
    before = [p.view(seat) for seat in (0, 1, None)]
    answer(p, 3, "assemble red yellow")
    for seen, seat in zip(before, (0, 1, None), strict=True):
        now = p.view(seat)
        assert now.pop("to_act") == [0, 1]
        assert now.pop("placed") == [False, False, True]
        assert now == {key: value for key, value in seen.items() if key not in ("to_act", "placed")}
    answer(p, 1, "assemble none")
    assert all_feet(p) == ["RRB", "BBB", "RBY"]
    assert not [event for event in p.events if GAME.event_kinds[event.code].name == "assembled"]
    answer(p, 2, "assemble blue blue")
    assert all_feet(p) == ["RRB", "B", "B"]
    assert [circuits(p, robot) for robot in (1, 2, 3)] == ["", "BB", "RY"]


@pytest.mark.rules("FR-71", "FR-R23")
def test_an_assembly_answer_may_be_replaced_until_the_last_one_is_in() -> None:
    p = given("1 2 3", feet={1: "RRB", 2: "BBB"}, stop="exploration")
    play(p, {})
    answer(p, 1, "assemble none")
    assert waiting(p) == [2]
    seen = p.view(1)
    answer(p, 1, "assemble red red")
    answer(p, 1, "assemble red blue")
    assert p.view(1) == seen
    answer(p, 2, "assemble none")
    assert (feet(p, 1), circuits(p, 1)) == ("R", "RB")


@pytest.mark.rules("FR-72")
def test_room_in_the_circuits_is_unlimited() -> None:
    p = given("1 2 3", feet={1: "RBY"}, circuits={1: "R" * 10 + "B" * 10 + "Y" * 10}, stop="exploration")
    play(p, {})
    answer(p, 1, "assemble red blue")
    assert circuits(p, 1) == "R" * 11 + "B" * 11 + "Y" * 10


@pytest.mark.rules("FR-72", "FR-25", "FR-68")
@pytest.mark.parametrize("robots", ["1 2 3", "1+5 2+6"])
def test_circuits_change_only_by_two_in_assembly_or_by_one_lost_to_a_defence(robots: str) -> None:
    for seed in range(4):
        p = chosen_robots(robots, seed=seed)
        p.events = []
        chance = Rng(seed)
        before = {robot: circuits(p, robot) for robot in in_play(p)}
        for _ in range(MOST_DECISIONS):
            if p.over:
                break
            seat = p.to_act[0]
            was = phase(p)
            p.events.clear()
            p.apply(seat, chance.pick(p.options(seat)))
            lost = [
                event.args[1] + 1
                for event in p.events
                if GAME.event_kinds[event.code].name == "defence_took" and event.args[2] == 1
            ]
            assembled = [event.args[0] + 1 for event in p.events if GAME.event_kinds[event.code].name == "assembled"]
            for robot in in_play(p):
                now = circuits(p, robot)
                change = len(now) - len(before[robot])
                assert change + lost.count(robot) in ((0, 2) if robot in assembled else (0,)), (was, robot)
                before[robot] = now
