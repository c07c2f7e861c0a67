"""Sharing: FR-58 to FR-66 and the ruling FR-R24."""

from __future__ import annotations

import pytest

from officina import Position
from officina.core.rng import game_rng
from tests.rules.fuori_di_rotella.kit import (
    GAME,
    LETTERS,
    all_feet,
    answer,
    asked,
    dump,
    feet,
    given,
    offered,
    outcomes,
    phase,
    play,
    waiting,
    why_not,
)


@pytest.mark.rules("FR-58")
def test_one_claimant_takes_everything_however_much() -> None:
    p = given("1 2 3 4", feet={4: "BBYGG"}, dumps={1: "RRBYG"}, stop="assembly")
    play(p, {1: "attack 4", 2: "trap 1", 3: "collect 1", 4: "collect 4"})
    assert (feet(p, 1), feet(p, 2)) == ("BBYGG", "RRBYG")


@pytest.mark.rules("FR-25", "FR-59")
def test_a_defence_take_is_never_part_of_a_sharing() -> None:
    # Robots 1 and 3 attack the defender 2; robots 4 and 5 attack robot 1. Robot 2 takes one gear first, 4 and 5 share the rest.
    p = given("1 2 3 4 5", feet={1: "RRRRR"}, stop="assembly")
    play(p, {1: "attack 2", 2: "attack 2", 3: "attack 2", 4: "attack 1", 5: "attack 1"})
    assert all_feet(p) == ["", "R", "", "RR", "RR"]


@pytest.mark.rules("FR-60", "FR-61", "FR-64")
@pytest.mark.parametrize("gears", range(8))
@pytest.mark.parametrize("claimants", [2, 3, 4])
def test_everybody_takes_the_same_number_and_the_rest_stays(gears: int, claimants: int) -> None:
    p = given("1 2 3 4 8", dumps={8: "N" * gears}, stop="assembly")
    play(p, dict.fromkeys(range(1, claimants + 1), "collect 8"))
    quota = gears // claimants
    assert all_feet(p) == ["N" * quota if robot <= claimants else "" for robot in (1, 2, 3, 4, 8)]
    assert dump(p, 8) == "N" * (gears - claimants * quota)


@pytest.mark.rules("FR-61")
def test_with_quota_0_not_even_the_own_colour_is_taken() -> None:
    p = given("1 2 3 4", dumps={4: "RB"}, stop="assembly")
    play(p, {1: "collect 4", 2: "collect 4", 3: "collect 4"})
    assert (all_feet(p), dump(p, 4)) == (["", "", "", ""], "RB")


@pytest.mark.rules("FR-62", "FR-65")
def test_the_own_colour_comes_first_but_never_raises_the_quota() -> None:
    def collected(seed: int) -> tuple[str, ...]:
        p = given("1 2 3 4", dumps={4: "RRRYG"}, seed=seed, stop="assembly")
        play(p, {1: "collect 4", 2: "collect 4"})
        return (feet(p, 1), feet(p, 2), dump(p, 4))

    found = outcomes(collected, 100)
    assert {one for one, _, _ in found} == {"RR"}
    # the third red is in the pool like any other gear: 2 gets two of R, Y, G
    assert found.keys() == {("RR", "RY", "G"), ("RR", "RG", "Y"), ("RR", "YG", "R")}


@pytest.mark.rules("FR-63")
def test_the_pool_is_sorted_shuffled_once_and_dealt_to_claimants_ascending() -> None:
    for seed in range(20):
        p = given("4 3 2 1 5 6", dumps={6: "RYYYGOOP"}, stop="assembly")  # seats in another order than robots
        data = p.to_json()
        del data["digest"]
        data["rng"] = game_rng(seed).state()
        p = GAME.from_json(data)
        play(p, {1: "collect 6", 2: "collect 6", 3: "collect 6"})  # quota 2: 1 has R, 3 has YY; needs 1, 2, 0
        pool = list("YGOOP")
        chance = game_rng(seed)
        chance.shuffle(pool)
        assert feet(p, 1) == in_order("R" + pool[0])
        assert feet(p, 2) == in_order(pool[1] + pool[2])
        assert feet(p, 3) == "YY"
        assert dump(p, 6) == in_order(pool[3] + pool[4])
        assert p.to_json()["rng"] == chance.state()  # one shuffle, nothing more


@pytest.mark.rules("FR-63")
@pytest.mark.parametrize(
    ("gears", "result"),
    [
        ("RRBBO", ["RR", "BB"]),  # total need 0
        ("OOOOO", ["OO", "OO"]),  # one colour in the pool
        ("RROP", ["RR", "OP"]),  # a single claimant whose need is the whole pool
    ],
)
def test_chance_is_not_used_where_the_result_is_forced(gears: str, result: list[str]) -> None:
    p = given("1 2 5 6", dumps={6: gears}, stop="assembly")
    chance = p.to_json()["rng"]
    play(p, {1: "collect 6", 2: "collect 6"})
    assert [feet(p, 1), feet(p, 2)] == result
    assert p.to_json()["rng"] == chance


@pytest.mark.rules("FR-63")
def test_two_claimants_whose_needs_make_up_the_pool_still_need_chance() -> None:
    def collected(seed: int) -> tuple[str, str]:
        p = given("1 2 5 6", dumps={6: "OP"}, seed=seed, stop="assembly")
        play(p, {1: "collect 6", 2: "collect 6"})
        return (feet(p, 1), feet(p, 2))

    assert outcomes(collected, 40).keys() == {("O", "P"), ("P", "O")}


@pytest.mark.rules("FR-64")
def test_leftovers_stay_at_the_victims_feet_or_on_the_dump() -> None:
    p = given("1 2 3 4 5 6", feet={3: "YYY"}, dumps={6: "GGG"}, stop="assembly")
    play(p, {1: "attack 3", 2: "attack 3", 3: "attack 6", 4: "collect 6", 5: "collect 6", 6: "trap 1"})
    assert (all_feet(p), dump(p, 6)) == (["Y", "Y", "Y", "G", "G", ""], "G")


# --- draft


def picks(p: Position) -> list[int]:
    """The robots that are asked to pick, in order; each takes the first gear offered."""
    order: list[int] = []
    while p.to_act and len(order) < 20:
        (robot,) = waiting(p)
        assert asked(p, robot) == "share_pick"
        order.append(robot)
        answer(p, robot, f"share_pick {offered(p, robot)[0]}")
    return order


@pytest.mark.rules("FR-66")
@pytest.mark.parametrize(("turn", "order"), [(1, [1, 2, 3]), (2, [2, 3, 1]), (3, [3, 1, 2]), (4, [1, 2, 3]), (7, [2, 3, 1])])
def test_picking_starts_at_seat_turn_minus_one(turn: int, order: list[int]) -> None:
    # Five seats; in turn 4 the picking starts at the seat of robot 7, which claims nothing.
    p = given("1 2 3 7 8", dumps={8: "TTTTTTNNNNNN"}, turn=turn, draft=True, stop="assembly")
    play(p, {1: "collect 8", 2: "collect 8", 3: "collect 8"})
    assert picks(p) == [*order, *order]  # the turquoise ones; the six brown ones are forced
    assert all_feet(p) == ["TTNN", "TTNN", "TTNN", "", ""]


@pytest.mark.rules("FR-09", "FR-66")
def test_picking_goes_by_seats_not_by_robot_numbers() -> None:
    p = given("3 2 1 8", dumps={8: "RRRRNNNN"}, turn=1, draft=True, stop="assembly")
    play(p, {2: "collect 8", 3: "collect 8"})
    assert waiting(p) == [3]  # seat 0 runs robot 3


@pytest.mark.rules("FR-66")
def test_whoever_needs_more_goes_on_picking_alone() -> None:
    # quota 3: robot 1 has RR and needs 1, robot 2 needs 3
    p = given("1 2 3 4", dumps={4: "RRYYGG"}, turn=1, draft=True, stop="assembly")
    play(p, {1: "collect 4", 2: "collect 4"})
    assert waiting(p) == [1]
    answer(p, 1, "share_pick yellow")
    assert waiting(p) == [2]
    answer(p, 2, "share_pick green")
    assert waiting(p) == [2]
    answer(p, 2, "share_pick green")
    assert (feet(p, 1), feet(p, 2), dump(p, 4)) == ("RRY", "YGG", "")


@pytest.mark.rules("FR-66")
def test_the_picker_chooses_each_distinct_colour_left_and_must_choose() -> None:
    p = given("1 2 3 4", dumps={4: "RYYGG"}, draft=True, stop="assembly")
    play(p, {1: "collect 4", 2: "collect 4"})
    assert offered(p, 1) == ["yellow", "green"]  # R is taken already, no "none"
    assert why_not(p, 1, "share_pick red") == ("not_in_pool", "FR-66")
    assert why_not(p, 1, "share_pick blue") == ("not_in_pool", "FR-66")
    answer(p, 1, "share_pick yellow")
    answer(p, 2, "share_pick yellow")
    assert p.over  # robot 2's second pick had only green left
    assert (feet(p, 1), feet(p, 2), dump(p, 4)) == ("RY", "YG", "G")


@pytest.mark.rules("FR-66", "FR-R24")
def test_sources_ascending_and_each_starts_again_at_the_turns_first_seat() -> None:
    p = given("1 2 3 4 5 6", dumps={5: "GGPP", 6: "BBOO"}, turn=2, draft=True, stop="assembly")
    play(p, {1: "collect 6", 2: "collect 5", 3: "collect 6", 4: "attack 4", 5: "attack 5", 6: "collect 5"})
    # dump 5: 6 has PP and needs nothing, 2 needs two of GG: forced. dump 6: seat 1 starts, so 3 comes before 1.
    assert (feet(p, 2), dump(p, 5)) == ("", "")
    assert waiting(p) == [3]
    answer(p, 3, "share_pick blue")
    assert waiting(p) == [1]
    answer(p, 1, "share_pick blue")
    assert (feet(p, 1), feet(p, 2), feet(p, 3), feet(p, 6)) == ("BO", "GG", "BO", "PP")


@pytest.mark.rules("FR-30", "FR-34", "FR-66")
def test_draft_picks_of_attacks_come_from_snapshots_and_loot_moves_after_the_last_pick() -> None:
    p = given("1 2 3 4 5 6", feet={3: "OOPP", 4: "RRBB", 6: "GG"}, draft=True, stop="assembly")
    play(p, {1: "attack 3", 2: "attack 3", 3: "attack 6", 4: "collect 1", 5: "attack 4", 6: "attack 4"})
    assert (phase(p), waiting(p), offered(p, 1)) == ("attack", [1], ["orange", "purple"])
    answer(p, 1, "share_pick orange")
    assert feet(p, 1) == ""  # not moved yet
    answer(p, 2, "share_pick orange")
    assert offered(p, 5) == ["red", "blue"]  # the feet of robot 4
    answer(p, 5, "share_pick red")
    answer(p, 6, "share_pick blue")
    answer(p, 5, "share_pick blue")
    assert all_feet(p) == ["OP", "OP", "GG", "", "RB", "RB"]


@pytest.mark.rules("FR-66")
def test_the_log_tells_every_gear_won_also_in_a_draft() -> None:
    for draft in (False, True):
        p = given("1 2 3 4", dumps={4: "RRBYYG"}, draft=draft, stop="assembly")
        p.events = []
        play(p, {1: "collect 4", 2: "collect 4"})
        picks(p)
        told = {1: 0, 2: 0}
        for event in p.events:
            if GAME.event_kinds[event.code].name == "won":
                told[event.args[0] + 1] += sum(event.args[3] >> (4 * colour) & 15 for colour in range(8))
        assert told == {1: len(feet(p, 1)), 2: len(feet(p, 2))} == {1: 3, 2: 3}, f"draft {draft}"


def in_order(gears: str) -> str:
    """Letters in the order of the colours."""
    return "".join(sorted(gears, key=LETTERS.index))
