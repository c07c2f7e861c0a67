"""4 Exploration, the end of the game and scoring: FR-73 to FR-84."""

from __future__ import annotations

import pytest

from officina import Position, Rng, render
from tests.rules.fuori_di_rotella.kit import (
    GAME,
    all_feet,
    answer,
    asked,
    chosen_robots,
    circuits,
    dump,
    feet,
    given,
    idle,
    in_play,
    phase,
    play,
    play_on,
    points,
    reserve,
    turn,
)


@pytest.mark.rules("FR-73")
def test_each_open_dump_gets_one_gear_and_gears_accumulate() -> None:
    p = given("1 2 3", dumps={1: "RRRRBBBB", 3: "Y"}, next_gears="YBRBBB")
    play(p, {})
    assert [dump(p, number) for number in (1, 2, 3)] == ["RRRRBBBBY", "B", "RY"]
    play(p, {})
    assert [dump(p, number) for number in (1, 2, 3)] == ["RRRRBBBBBY", "BB", "RBY"]


@pytest.mark.rules("FR-74")
@pytest.mark.parametrize(("left", "dumps"), [("", ["O", "Y", "R"]), ("Y", ["YO", "Y", "R"]), ("YO", ["YO", "YO", "R"])])
def test_the_reserve_is_drawn_empty_in_ascending_order(left: str, dumps: list[str]) -> None:
    p = given("1 3 5", dumps={1: "O", 3: "Y", 5: "R"}, turn=9, reserve=left)
    play(p, {})
    assert [dump(p, number) for number in (1, 3, 5)] == dumps
    assert reserve(p) == 0


@pytest.mark.rules("FR-75")
@pytest.mark.parametrize(
    ("left", "second", "ends"),
    [
        ("", "", True),  # reserve empty, dump 2 empty
        ("", "B", False),  # reserve empty, no dump empty
        ("RBRB", "", False),  # gears in the reserve: dump 2 was refilled
    ],
)
def test_the_game_ends_with_the_reserve_empty_and_a_dump_empty(left: str, second: str, ends: bool) -> None:
    p = given("1 2", dumps={1: "RR", 2: second}, turn=10, reserve=left)
    play(p, {})
    assert p.over == ends
    assert phase(p) == ("end" if ends else "program")


@pytest.mark.rules("FR-75", "FR-77")
def test_an_empty_dump_inside_a_turn_is_no_end_also_with_the_last_refill() -> None:
    p = given("1 2", dumps={1: "RRR", 2: "B"}, turn=9, reserve="BR")
    play(p, {1: "collect 1", 2: "collect 2"})
    assert asked(p, 1) == "assemble"
    assert (dump(p, 1), dump(p, 2)) == ("", "")
    answer(p, 1, "assemble none")
    assert (dump(p, 1), dump(p, 2), reserve(p)) == ("B", "R", 0)
    assert (turn(p), p.over) == (10, False)


@pytest.mark.rules("FR-75")
def test_the_end_test_waits_for_the_end_of_the_turn() -> None:
    # In turn 10 a dump is emptied in 2.2: collections and Assembly are still played.
    p = given("1 2 3", feet={3: "R"}, dumps={1: "R", 2: "BB", 3: "YY"}, turn=10, reserve="")
    play(p, {1: "trap 1", 2: "collect 1", 3: "collect 3"})
    assert (phase(p), asked(p, 3)) == ("assemble", "assemble")
    answer(p, 3, "assemble yellow yellow")
    assert p.over
    assert (feet(p, 1), feet(p, 3)) == ("R", "R")


@pytest.mark.rules("FR-76")
def test_play_goes_on_without_refills_once_the_reserve_is_empty() -> None:
    p = given("1 2", dumps={1: "RRB", 2: "BB"}, turn=10, reserve="")
    play(p, {1: "collect 1", 2: "collect 1"})
    assert all_feet(p) == ["R", "B"]
    assert (turn(p), dump(p, 1), dump(p, 2), reserve(p)) == (11, "R", "BB", 0)
    play(p, {1: "attack 1", 2: "collect 1"})
    assert p.over


@pytest.mark.rules("FR-78")
def test_only_turns_that_began_with_an_empty_reserve_are_idle() -> None:
    p = given("1 2", dumps={1: "R", 2: "B"}, turn=9, reserve="RB")
    play(p, {})
    assert (turn(p), reserve(p), idle(p)) == (10, 0, 0)
    for wanted in (1, 2):
        play(p, {})
        assert idle(p) == wanted
    play(p, {})
    assert p.over
    assert turn(p) == 12


@pytest.mark.rules("FR-78")
def test_gears_that_change_hands_without_leaving_a_dump_do_not_stop_the_count() -> None:
    p = given("1 2 3", feet={2: "B"}, dumps={1: "R", 2: "BB", 3: "Y"}, turn=11, idle=1, reserve="")
    play(p, {1: "attack 2", 2: "trap 2", 3: "trap 1"})  # a robbery and two failed traps
    assert all_feet(p) == ["B", "", ""]
    assert idle(p) == 2


@pytest.mark.rules("FR-78")
@pytest.mark.parametrize("programs", [{1: "trap 3", 2: "trap 3", 3: "collect 3"}, {1: "collect 3", 2: "collect 3"}])
def test_any_gear_leaving_a_dump_resets_the_count(programs: dict[int, str]) -> None:
    p = given("1 2 3", dumps={1: "R", 2: "B", 3: "YYY"}, turn=12, idle=2, reserve="")
    play(p, programs)
    assert (p.over, turn(p), idle(p)) == (False, 13, 0)


def random_game(players: int, seed: int, options: dict[str, object]) -> list[Position]:
    """A whole game of random choices: the position at the start of every turn, and the last one."""
    chance = Rng(f"{players} {seed}")
    p = GAME.start(players, seed, options)
    seen: list[Position] = []
    for _ in play_on(p, lambda p, seat: chance.pick(p.options(seat))):
        if phase(p) == "program" and turn(p) > len(seen):
            seen.append(p.clone())
    return [*seen, p]


@pytest.mark.rules("FR-79", "FR-110")
@pytest.mark.parametrize(
    ("players", "robots", "upgrades"), [(2, 1, "off"), (3, 1, "on"), (8, 1, "on"), (2, 2, "on"), (5, 1, "off")]
)
def test_the_reserve_shrinks_by_n_a_turn_and_the_earliest_end_is_after_turn_10(
    players: int, robots: int, upgrades: str
) -> None:
    for seed in range(3):
        *turns, end = random_game(players, seed, {"robots_per_player": robots, "upgrades": upgrades})
        n = len(in_play(end))
        for number, p in enumerate(turns, 1):
            assert turn(p) == number
            assert reserve(p) == max(0, n * (10 - number))
            assert all(dump(p, robot) for robot in in_play(p))
        on_dumps = sum(len(dump(turns[9], robot)) for robot in in_play(end))
        assert 10 <= turn(end) <= 9 + 3 * on_dumps
        everything = "".join(dump(end, robot) + feet(end, robot) + circuits(end, robot) for robot in in_play(end))
        assert len(everything) == 11 * n


@pytest.mark.rules("FR-80")
def test_feet_and_circuits_count_and_gears_on_dumps_count_for_nobody() -> None:
    p = given("1 2 3", feet={1: "BB", 2: "Y"}, circuits={1: "YYY", 3: "B"}, dumps={1: "RRRR", 2: "BBBB"}, over=True)
    assert p.scores() == [5, 1, 1]
    assert sum(value for _, value in p.breakdown(0)) == 5


@pytest.mark.rules("FR-81")
@pytest.mark.parametrize("robot", range(1, 9))
def test_two_points_for_the_own_colour_one_for_any_other(robot: int) -> None:
    p = given("1 2 3 4 5 6 7 8", circuits={robot: "RBYGOPTN"}, feet={robot: "RBYGOPTN"}, over=True)
    assert points(p, robot) == 18
    assert p.breakdown(robot - 1) == [("own_gears", 4), ("other_gears", 14)]


@pytest.mark.rules("FR-82")
def test_most_points_win_not_most_gears() -> None:
    p = given("1 2 3", feet={1: "BBBBB", 2: "BBB"}, circuits={3: "RRRR"}, over=True)
    assert p.scores() == [5, 6, 4]
    assert p.winners() == [1]


@pytest.mark.rules("FR-83")
def test_own_gears_at_the_feet_break_ties_like_those_in_the_circuits() -> None:
    p = given("1 2 3", feet={1: "RR", 2: "RRY"}, circuits={2: "Y", 3: "BBBB"}, over=True)
    assert p.scores() == [4, 4, 4]
    assert p.winners() == [0]


@pytest.mark.rules("FR-84")
def test_three_equal_robots_share_the_victory_and_the_fourth_does_not() -> None:
    p = given("1 2 3 4", feet={1: "RB", 2: "BR", 3: "YR", 4: "RBY"}, over=True)
    assert p.scores() == [3, 3, 3, 3]
    assert p.winners() == [0, 1, 2]


@pytest.mark.rules("FR-82")
def test_nobody_has_won_while_the_game_goes_on() -> None:
    p = chosen_robots("1 2 3")
    assert (p.over, p.winners()) == (False, [])


@pytest.mark.rules("FR-83", "FR-84")
def test_the_same_two_keys_rank_all_other_places() -> None:
    p = given("1 2 3 4 5", feet={1: "RRB", 2: "RYYG", 3: "YB", 4: "BBB", 5: "RB"}, over=True)
    assert p.scores() == [5, 4, 3, 3, 2]
    p = given("1 2 3 4 5", feet={1: "RRB", 2: "RRRR", 3: "YRR", 4: "GGRR"[:3], 5: "RB"}, over=True)
    assert p.scores() == [5, 4, 4, 5, 2]
    assert [place.place for place in p.places()] == [1, 4, 3, 1, 5]
    assert [place.tie.rule if place.tie else None for place in p.places()] == ["FR-84", "FR-83", "FR-83", "FR-84", None]
    assert p.winners() == [0, 3]
    assert p.view(None)["places"] == [1, 4, 3, 1, 5]
    assert p.view(1)["ties"][2] == {"rule": "FR-83", "by": ["own_gears"], "shared": False}
    tie = p.places()[2].tie
    assert tie is not None
    assert render(tie, "en") == "Tied on 4: gears of the own colour 1 against 0 (FR-83)"
    assert render(tie, "it") == "Parità a 4: rotelle del proprio colore 1 contro 0 (FR-83)"
