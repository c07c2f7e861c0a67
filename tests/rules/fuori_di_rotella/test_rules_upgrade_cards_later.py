"""The upgrade cards after Activation, each in its window and conditions: FR-106, FR-112, FR-118 to FR-120."""

from __future__ import annotations

import pytest

from tests.rules.fuori_di_rotella.kit import (
    GAME,
    answer,
    asked,
    circuits,
    dump,
    feet,
    given,
    idle,
    offered,
    play,
    reserve,
    spent,
    turn,
    waiting,
    why_not,
)

# --- Recycler


@pytest.mark.rules("FR-106", "FR-112")
@pytest.mark.parametrize(
    ("gears", "dumps"),
    [
        ("", {4: "BBG"}),  # nothing at the feet
        ("B", {1: "B", 4: "BB"}),  # no gear of another colour on any dump
        ("RB", {}),  # no gear on any dump
    ],
)
def test_recycler_is_not_offered_without_effect(gears: str, dumps: dict[int, str]) -> None:
    p = given("1 2 4", feet={2: gears}, circuits={2: "R"}, dumps=dumps, cards={2: "recycler"}, stop="assembly")
    play(p, {})
    assert p.over


@pytest.mark.rules("FR-112")
def test_recycler_offers_only_gears_that_can_be_swapped() -> None:
    p = given("1 2 4", feet={2: "RB"}, dumps={1: "B", 4: "BB"}, cards={2: "recycler"}, stop="assembly")
    play(p, {})
    assert offered(p, 2) == ["none", "red"]  # for blue there is no other colour
    assert why_not(p, 2, "recycler_give blue") == ("nothing_to_swap", "FR-112")
    assert why_not(p, 2, "recycler_give green") == ("not_at_feet", "FR-112")
    answer(p, 2, "recycler_give red")
    assert offered(p, 2) == ["1 blue", "4 blue"]  # taking is compulsory now
    assert why_not(p, 2, "recycler_take 1 red") == ("same_colour", "FR-112")
    assert why_not(p, 2, "recycler_take 1 green") == ("not_on_dump", "FR-112")
    assert why_not(p, 2, "recycler_take 3 blue") == ("banned", "FR-06")
    answer(p, 2, "recycler_take 1 blue")
    assert (feet(p, 2), dump(p, 1), dump(p, 4)) == ("BB", "R", "BB")
    assert spent(p, 2)


@pytest.mark.rules("FR-112", "FR-107")
def test_recycler_sees_what_the_collections_left() -> None:
    p = given("1 2 4", dumps={1: "RR", 4: "G"}, cards={2: "recycler"}, stop="assembly")
    play(p, {1: "collect 1", 2: "collect 4"})  # robot 2 has G now, and all dumps are empty
    assert p.over
    p = given("1 2 4", dumps={1: "RR", 4: "G"}, cards={2: "recycler"}, stop="assembly")
    play(p, {2: "collect 4"})
    assert offered(p, 2) == ["none", "green"]


# --- Fast assembly and Small assembly


@pytest.mark.rules("FR-112", "FR-119")
def test_fast_assembly_asks_for_a_third_gear_only_after_a_pair() -> None:
    p = given("1 2 3", feet={1: "RRB"}, cards={1: "fast_assembly"}, stop="exploration")
    play(p, {})
    declined = p.clone()
    answer(declined, 1, "assemble none")
    assert declined.over
    assert not spent(declined, 1)
    answer(p, 1, "assemble red blue")
    assert (asked(p, 1), offered(p, 1)) == ("fast_third", ["none", "red"])
    assert why_not(p, 1, "fast_third blue") == ("not_at_feet", "FR-67")
    two = p.clone()
    answer(two, 1, "fast_third none")
    assert (feet(two, 1), circuits(two, 1), spent(two, 1)) == ("R", "RB", False)
    answer(p, 1, "fast_third red")
    assert (feet(p, 1), circuits(p, 1), spent(p, 1)) == ("", "RRB", True)


@pytest.mark.rules("FR-106", "FR-119")
def test_fast_assembly_gives_nothing_with_two_gears_and_nothing_once_spent() -> None:
    p = given("1 2 3", feet={1: "RB"}, cards={1: "fast_assembly"}, stop="exploration")
    play(p, {})
    assert p.over
    p = given("1 2 3", feet={1: "RRB"}, cards={1: "fast_assembly"}, spent=[1], stop="exploration")
    play(p, {})
    answer(p, 1, "assemble red red")
    assert p.over
    assert circuits(p, 1) == "RR"


@pytest.mark.rules("FR-71", "FR-119", "FR-R23")
def test_fast_and_small_assembly_are_answered_in_secret_and_shown_together() -> None:
    p = given("1 2 3", feet={1: "RRBY", 2: "BY", 3: "YYY"}, cards={1: "fast_assembly", 2: "small_assembly"}, stop="exploration")
    p.events = []
    play(p, {})
    assert waiting(p) == [1, 2, 3]
    before = [p.view(seat) for seat in (2, None)]
    answer(p, 1, "assemble red red")
    assert [p.view(seat) for seat in (2, None)] == before  # half an answer shows nothing, not even that it is there
    assert p.to_act == (0, 1, 2)
    answer(p, 1, "fast_third blue")
    answer(p, 2, "assemble blue yellow")
    assert waiting(p) == [3]
    assert p.view(None)["placed"] == [True, True, False]
    assert [spent(p, robot) for robot in (1, 2)] == [False, False]
    assert not [event for event in p.events if GAME.event_kinds[event.code].name in ("assembled", "upgrade_used")]
    answer(p, 1, "assemble none")  # replaced: now nothing is assembled
    answer(p, 3, "assemble yellow yellow")
    assert [circuits(p, robot) for robot in (1, 2, 3)] == ["", "BY", "YY"]
    assert (spent(p, 1), spent(p, 2)) == (False, True)


@pytest.mark.rules("FR-71", "FR-119", "FR-R23")
def test_the_old_answer_stands_until_a_replacement_with_fast_assembly_is_complete() -> None:
    p = given("1 2 3", feet={1: "RRBY", 3: "YYY"}, cards={1: "fast_assembly"}, stop="exploration")
    play(p, {})
    answer(p, 1, "assemble red red")
    answer(p, 1, "fast_third blue")
    answer(p, 1, "assemble red yellow")  # half of a replacement
    assert p.to_act == (2,)
    answer(p, 3, "assemble none")
    assert (circuits(p, 1), feet(p, 1)) == ("RRB", "Y")


@pytest.mark.rules("FR-112", "FR-119")
def test_small_assembly_moves_exactly_two_and_is_not_used_with_three() -> None:
    p = given("1 2 3", feet={1: "RR"}, cards={1: "small_assembly"}, stop="exploration")
    play(p, {})
    assert offered(p, 1) == ["none", "red red"]
    answer(p, 1, "assemble red red")
    assert (feet(p, 1), circuits(p, 1), spent(p, 1)) == ("", "RR", True)
    p = given("1 2 3", feet={1: "RRR"}, cards={1: "small_assembly"}, stop="exploration")
    play(p, {})
    answer(p, 1, "assemble red red")
    assert (feet(p, 1), spent(p, 1)) == ("R", False)  # the ordinary rule did it


@pytest.mark.rules("FR-106", "FR-112")
@pytest.mark.parametrize("gears", ["", "R"])
def test_small_assembly_needs_exactly_two_gears(gears: str) -> None:
    p = given("1 2 3", feet={1: gears, 2: "BY"}, cards={1: "small_assembly"}, stop="exploration")
    play(p, {})
    assert p.over


# --- Magnet


@pytest.mark.rules("FR-106", "FR-118")
@pytest.mark.parametrize(
    ("dumps", "programs"),
    [
        ({}, {}),  # no gear on any dump
        ({1: "RR"}, {1: "collect 1"}),  # emptied
        ({1: "RBY"}, {1: "collect 1", 2: "collect 1"}),  # a gear is left, but the dump lost some
        ({1: "RBY"}, {1: "trap 1", 2: "trap 1", 4: "collect 1"}),
    ],
)
def test_magnet_is_not_offered_without_a_dump_that_lost_nothing(dumps: dict[int, str], programs: dict[int, str]) -> None:
    p = given("1 2 3 4", dumps=dumps, cards={3: "magnet"}, stop="next turn")
    play(p, programs)
    assert p.over


@pytest.mark.rules("FR-112", "FR-118")
def test_magnet_offers_all_gears_on_dumps_that_lost_none() -> None:
    p = given("1 2 4", dumps={1: "RBG", 2: "RRB", 4: "G"}, cards={4: "magnet"}, stop="next turn")
    play(p, {1: "collect 1", 2: "collect 1"})  # dump 1 lost two gears, one is left
    assert dump(p, 1) == "G"
    assert offered(p, 4) == ["none", "2 red", "2 blue", "4 green"]
    assert why_not(p, 4, "magnet 1 green") == ("dump_lost_gears", "FR-118")
    assert why_not(p, 4, "magnet 2 green") == ("not_on_dump", "FR-112")
    assert why_not(p, 4, "magnet 3 red") == ("banned", "FR-06")
    answer(p, 4, "magnet 2 blue")
    assert feet(p, 4) == "B"
    assert dump(p, 2).startswith("RR")


@pytest.mark.rules("FR-118")
def test_a_sharing_with_quota_0_or_a_recycler_swap_leaves_the_dump_eligible() -> None:
    p = given("1 2 3", feet={1: "R"}, dumps={1: "B", 2: "YY"}, cards={1: "recycler", 3: "magnet"}, stop="next turn")
    play(p, {1: "collect 1", 2: "collect 1"})
    answer(p, 1, "recycler_give red")
    answer(p, 1, "recycler_take 2 yellow")
    assert offered(p, 3) == ["none", "1 blue", "2 red", "2 yellow"]


@pytest.mark.rules("FR-118")
@pytest.mark.parametrize(
    ("card", "programs", "use"),
    [
        ("long_arm", {1: "collect 1", 2: "collect 1", 4: "collect 1"}, "long_arm red"),
        ("twin_trap", {1: "trap 1"}, "twin_trap red"),
    ],
)
def test_a_gear_taken_by_long_arm_or_twin_trap_counts_as_lost(card: str, programs: dict[int, str], use: str) -> None:
    for choice, options in ((use, ["none", "2 yellow"]), (f"{card} none", ["none", "1 red", "1 blue", "2 yellow"])):
        p = given("1 2 3 4", dumps={1: "RB", 2: "Y"}, cards={1: card, 3: "magnet"}, stop="next turn")
        play(p, programs)
        answer(p, 1, choice)
        assert offered(p, 3) == options


@pytest.mark.rules("FR-118")
def test_the_magnets_gear_arrives_after_assembly() -> None:
    p = given("1 2 3", feet={1: "RR"}, dumps={2: "R"}, cards={1: "magnet"})
    play(p, {})
    assert asked(p, 1) == "magnet"  # two gears: no Assembly before
    answer(p, 1, "magnet 2 red")
    assert (feet(p, 1), turn(p)) == ("RRR", 2)  # and none after


@pytest.mark.rules("FR-118", "FR-73")
def test_a_dump_emptied_by_the_magnet_is_refilled_while_the_reserve_lasts() -> None:
    p = given("1 2 3", dumps={1: "R", 2: "B", 3: "Y"}, next_gears="YRB", cards={1: "magnet"})
    play(p, {})
    answer(p, 1, "magnet 1 red")
    assert [dump(p, number) for number in (1, 2, 3)] == ["Y", "RB", "BY"]
    assert idle(p) == 0


# --- Radar


@pytest.mark.rules("FR-106", "FR-112")
def test_radar_is_not_offered_with_an_empty_reserve() -> None:
    p = given("1 2", dumps={1: "R", 2: "B"}, turn=10, reserve="", cards={1: "radar"})
    play(p, {})
    assert turn(p) == 11


@pytest.mark.rules("FR-112", "FR-120")
@pytest.mark.parametrize(
    ("robots", "next_gears", "seen"),
    [
        ("1 2", "RBBR", ["red", "blue"]),  # n = 2
        ("1 2 3", "RBYR", ["red", "blue", "yellow"]),
        ("1 2 3 4", "GYBRG", ["green", "yellow", "blue"]),  # three, however many robots
    ],
)
def test_radar_shows_the_next_gears_to_its_owner_only(robots: str, next_gears: str, seen: list[str]) -> None:
    p = given(robots, next_gears=next_gears, cards={2: "radar"})
    p.events = []
    play(p, {})
    assert (asked(p, 2), offered(p, 2)) == ("radar", ["no", "yes"])
    assert p.view(1)["radar"] == []
    answer(p, 2, "radar yes")
    assert p.view(1)["radar"] == seen
    assert p.view(0)["radar"] == p.view(None)["radar"] == []
    (look,) = [event for event in p.events if GAME.event_kinds[event.code].name == "radar_saw"]
    assert (look.seen_by(1), look.seen_by(0), look.seen_by(None)) == (True, False, False)
    assert spent(p, 2)


@pytest.mark.rules("FR-112")
def test_radar_sees_no_more_than_the_reserve_holds() -> None:
    p = given("1 2 3", dumps={1: "R", 2: "B", 3: "Y"}, turn=9, reserve="YB", cards={2: "radar"})
    play(p, {})
    answer(p, 2, "radar yes")
    assert p.view(1)["radar"] == ["yellow", "blue"]
    answer(p, 2, "radar_place blue 2")
    assert [dump(p, number) for number in (1, 2, 3)] == ["RY", "BB", "Y"]
    assert reserve(p) == 0


@pytest.mark.rules("FR-120")
def test_after_a_look_one_placement_is_compulsory() -> None:
    p = given("1 2 4", next_gears="RGRB", cards={4: "radar"})
    play(p, {})
    answer(p, 4, "radar yes")
    assert waiting(p) == [4]
    assert offered(p, 4) == ["red 1", "red 2", "red 4", "green 1", "green 2", "green 4"]
    assert why_not(p, 4, "radar_place blue 1") == ("not_seen", "FR-120")
    assert why_not(p, 4, "radar_place red 3") == ("banned", "FR-06")


@pytest.mark.rules("FR-110", "FR-120")
@pytest.mark.parametrize(
    ("placed", "dumps"),
    [("red 1", ["R", "Y", "B"]), ("yellow 1", ["Y", "R", "B"]), ("blue 2", ["Y", "B", "R"]), ("yellow 3", ["R", "B", "Y"])],
)
def test_the_other_dumps_draw_ascending_from_the_rest_in_unchanged_order(placed: str, dumps: list[str]) -> None:
    p = given("1 2 3", next_gears="YRB", cards={1: "radar"})
    before = reserve(p)
    play(p, {})
    answer(p, 1, "radar yes")
    answer(p, 1, f"radar_place {placed}")
    assert [dump(p, number) for number in (1, 2, 3)] == dumps
    assert reserve(p) == before - 3  # all gears seen were drawn: no secret lasts
    assert p.view(0)["radar"] == []


@pytest.mark.rules("FR-105", "FR-120")
def test_without_a_look_the_draws_are_as_usual() -> None:
    p = given("1 2 3", next_gears="YRB", cards={1: "radar"})
    play(p, {})
    answer(p, 1, "radar no")
    assert [dump(p, number) for number in (1, 2, 3)] == ["Y", "R", "B"]
    assert not spent(p, 1)


@pytest.mark.rules("FR-107", "FR-118")
def test_radar_comes_after_magnet_and_sees_the_same_gears() -> None:
    p = given("1 2 3", dumps={2: "B"}, next_gears="YRB", cards={1: "radar", 2: "magnet"})
    play(p, {})
    assert waiting(p) == [2]
    answer(p, 2, "magnet 2 blue")
    answer(p, 1, "radar yes")
    assert p.view(0)["radar"] == ["yellow", "red", "blue"]
