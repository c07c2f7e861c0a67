"""Set-up: FR-01 to FR-09."""

from __future__ import annotations

import pytest

from officina import IllegalChoice, OptionError
from officina.core.rng import game_rng
from tests.rules.fuori_di_rotella.kit import (
    CODES,
    COLOURS,
    GAME,
    LETTERS,
    all_feet,
    answer,
    apply,
    asked_seat,
    chosen_robots,
    circuits,
    dump,
    given,
    in_play,
    letters,
    offered,
    play,
    reserve,
    why_not,
)


@pytest.mark.rules("FR-01")
def test_two_to_eight_players_with_one_robot_each() -> None:
    assert list(GAME.players) == [2, 3, 4, 5, 6, 7, 8]
    for players in (1, 9):
        with pytest.raises(OptionError):
            GAME.start(players=players, seed=1)
    for players in range(2, 9):
        p = chosen_robots(" ".join(str(number) for number in range(1, players + 1)))
        assert [robot["seat"] for robot in p.view(None)["robots"]] == list(range(players))


@pytest.mark.rules("FR-01")
def test_the_two_robot_rules_are_only_an_option_also_with_two_players() -> None:
    assert GAME.options["robots_per_player"].default == 1
    p = GAME.start(players=2, seed=1)
    apply(p, 0, "choose_robot bolt")
    apply(p, 1, "choose_robot spring")
    assert in_play(p) == [1, 2]
    assert asked_seat(p, 0) == asked_seat(p, 1) == "program"


@pytest.mark.rules("FR-02")
def test_robots_are_chosen_in_seat_order_and_none_twice() -> None:
    p = GAME.start(players=3, seed=1)
    assert p.to_act == (0,)
    assert [GAME.vocabulary.text(p.kind(0), option) for option in p.options(0)] == [f"choose_robot {code}" for code in CODES]
    apply(p, 0, "choose_robot valve")
    assert p.to_act == (1,)
    assert len(p.options(1)) == 7
    with pytest.raises(IllegalChoice) as refused:
        apply(p, 1, "choose_robot valve")
    assert refused.value.rule == "FR-02"
    apply(p, 1, "choose_robot rivet")
    apply(p, 2, "choose_robot bolt")
    assert [(robot["number"], robot["seat"]) for robot in p.view(None)["robots"]] == [(1, 2), (5, 0), (8, 1)]


@pytest.mark.rules("FR-03")
def test_feet_and_circuits_are_empty_at_the_start() -> None:
    p = chosen_robots("2 4 7")
    assert all_feet(p) == ["", "", ""]
    assert [circuits(p, robot) for robot in (2, 4, 7)] == ["", "", ""]
    assert p.scores() == [0, 0, 0]


@pytest.mark.rules("FR-04", "FR-14")
@pytest.mark.parametrize("robots", ["1 2", "3 5 8", "1 2 3 4 5", "1 2 3 4 5 6 7 8"])
def test_the_hand_holds_three_actions_and_the_numbers_in_play_own_number_included(robots: str) -> None:
    p = chosen_robots(robots)
    numbers = robots.split()
    for robot in in_play(p):
        assert offered(p, robot) == [f"{action} {number}" for action in ("attack", "trap", "collect") for number in numbers]


@pytest.mark.rules("FR-04", "FR-06")
def test_numbers_of_absent_robots_are_no_targets() -> None:
    p = chosen_robots("3 5 8")
    for action in ("attack", "trap", "collect"):
        assert why_not(p, 3, f"program {action} 4") == ("not_in_play", "FR-04")


@pytest.mark.rules("FR-05", "FR-06")
def test_absent_robots_leave_no_gears_and_no_open_dump_behind() -> None:
    p = chosen_robots("3 5 8")
    table = p.view(None)
    assert [entry["open"] for entry in table["dumps"]] == [number in (3, 5, 8) for number in range(1, 9)]
    everything = letters(table["reserve_by_colour"]) + "".join(dump(p, number) for number in range(1, 9))
    assert sorted(everything) == sorted("YON" * 11)


@pytest.mark.rules("FR-06", "FR-73", "FR-75")
def test_banned_dumps_never_get_gears_and_do_not_end_the_game() -> None:
    p = given("3 5", dumps={3: "Y", 5: "O"}, turn=9, reserve="YO")
    play(p, {})
    assert [dump(p, number) for number in range(1, 9)] == ["", "", "YY", "", "OO", "", "", ""]
    assert not p.over  # the reserve is empty and so are the six banned dumps
    assert p.view(None)["turn"] == 10
    p = given("3 5", next_gears="YOYO")
    play(p, {})
    assert [dump(p, number) for number in range(1, 9)] == ["", "", "Y", "", "O", "", "", ""]


@pytest.mark.rules("FR-07", "FR-08", "FR-09")
def test_one_shuffle_makes_the_reserve_and_two_gears_go_to_each_dump_ascending() -> None:
    for seed in range(5):
        p = chosen_robots("8 3 5", seed=seed)  # seats in another order than robots: numbers ascending count
        gears = list("Y" * 11 + "O" * 11 + "N" * 11)
        game_rng(seed).shuffle(gears)
        dealt = [sorted(gears[place : place + 2], key=LETTERS.index) for place in (0, 2, 4)]
        assert [dump(p, number) for number in (3, 5, 8)] == ["".join(pair) for pair in dealt]
        assert reserve(p) == 27
        assert [LETTERS[COLOURS.index(colour)] for colour in p.to_json()["state"]["reserve"]] == gears[6:]


@pytest.mark.rules("FR-07")
def test_nobody_sees_the_order_of_the_reserve() -> None:
    one, other = given("1 2 3", next_gears="RBY"), given("1 2 3", next_gears="YBR")
    for seat in (0, 1, 2, None):
        assert one.view(seat) == other.view(seat)
    reserve_keys = {key for key in one.view(0) if "reserve" in key}
    assert reserve_keys == {"reserve", "reserve_by_colour"}


@pytest.mark.rules("FR-09")
def test_there_is_no_starting_player_placing_in_any_order_gives_the_same_turn() -> None:
    results = []
    for order in ((1, 2, 3), (3, 1, 2), (2, 3, 1)):
        p = given("1 2 3", feet={3: "RBY"}, dumps={1: "RBY"})
        assert p.to_act == (0, 1, 2)
        programs = {1: "attack 3", 2: "attack 3", 3: "collect 1"}
        for robot in order:
            answer(p, robot, f"program {programs[robot]}")
        results.append(p.to_json())
    assert results[0] == results[1] == results[2]
