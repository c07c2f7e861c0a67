"""Saved positions: read back byte for byte, refused with the reason when something is lost or moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from officina import Rng, SaveError, render
from tests.rules.automobiles.kit import GAME, given

State = dict[str, Any]


def lose_a_cube(state: State) -> None:
    state["stock"]["black"] -= 1


def find_a_cube(state: State) -> None:
    state["bag"][0]["engine"] = 1 + state["bag"][0].get("engine", 0)


def forget_a_seat(state: State) -> None:
    state["pending"].pop()


def change_a_card(state: State) -> None:
    state["cards"]["garage"] = "car_chief"


def put_two_cars_on_one_segment(state: State) -> None:
    state["spot"][1] = state["spot"][0]


def take_a_car_off_the_track(state: State) -> None:
    state["spot"][1] = None


def bend_the_path(state: State) -> None:
    state["path"] = [{"at": "1:30", "lap": 0, "cube": "white"}]


def enter_from_nowhere(state: State) -> None:
    state["head_entry"] = "2:54"


def finish_too_early(state: State) -> None:
    state["finish"] = True


def exchange_the_first_player(state: State) -> None:
    state["first"] = 1


def forget_the_grid(state: State) -> None:
    state["round"] = 0


def race_for_ever(state: State) -> None:
    state["round"] = 151


@pytest.mark.parametrize(
    ("damage", "key"),
    [
        (lose_a_cube, "cubes"),
        (find_a_cube, "cubes"),
        (forget_a_seat, "seats"),
        (change_a_card, "cards"),
        (put_two_cars_on_one_segment, "shared"),
        (take_a_car_off_the_track, "car"),
        (bend_the_path, "path"),
        (enter_from_nowhere, "path"),
        (finish_too_early, "finish"),
        (exchange_the_first_player, "turn"),
        (forget_the_grid, "begun"),
        (race_for_ever, "begun"),
    ],
)
def test_a_damaged_save_is_refused_with_the_reason(damage: Callable[[State], None], key: str) -> None:
    data = given("3:3 1:40", active={0: "dark, wear"}).to_json()
    del data["digest"]
    damage(data["state"])
    with pytest.raises(SaveError) as refused:
        GAME.from_json(data)
    assert refused.value.message.key == f"automobiles.check.{key}"
    assert render(refused.value.message, "it") != render(refused.value.message, "en")


@pytest.mark.parametrize("forgotten", [{"first": None}, {"slots": [None, None, None]}])
def test_what_no_step_settles_any_more_is_there_before_the_race(forgotten: State) -> None:
    """While the grid is bought for, first player and cells are settled: nothing would settle them later."""
    data = GAME.start(3, 8, {"grid": "turn_order", "first_player": "random"}).to_json()
    del data["digest"]
    data["state"] |= forgotten
    with pytest.raises(SaveError):
        GAME.from_json(data)


def leave_the_track(state: State) -> None:
    state["spot"][1] = "5:3"


def count_places_from_the_line(state: State) -> None:
    state["head"] = 3


def overfill_a_colour(state: State) -> None:
    state["used"][0]["white"] = 64


def half_a_landing(state: State) -> None:
    state["path"] = [{"at": "1:30", "lap": 0}]


@pytest.mark.parametrize("damage", [leave_the_track, count_places_from_the_line, overfill_a_colour, half_a_landing])
def test_what_the_box_and_the_track_do_not_have_is_refused_by_its_place(damage: Callable[[State], None]) -> None:
    data = given("3:3 1:40", active={0: "dark, wear"}).to_json()
    del data["digest"]
    damage(data["state"])
    with pytest.raises(SaveError, match=r"state\.(spot\[1\]|head|used\[0\]|path\[0\]): "):
        GAME.from_json(data)


IMPOSSIBLE = [["Drive", 0, {}], ["NitroKeep", 0, {}], ["NoSuchStep", 0, {}], ["Buy", 4, {}], ["GridBuy", 0, {}], ["Buy", 0, []]]


@pytest.mark.parametrize("stack", [[step] for step in IMPOSSIBLE])
def test_a_stack_that_cannot_be_is_refused(stack: list[Any]) -> None:
    data = given("3:3 1:40", active={0: "dark, wear"}).to_json()
    del data["digest"]
    data["stack"] = stack
    with pytest.raises(SaveError):
        GAME.from_json(data)


def test_a_race_can_be_saved_at_every_question() -> None:
    rng = Rng(8)
    p = GAME.start(3, 8, {"cards": "random", "laps": 1, "weaving": "on", "grid": "chosen"})
    for _ in range(300):
        if p.over:
            break
        again = GAME.from_json(p.to_json())
        assert again.to_json() == p.to_json()
        seat = p.to_act[0]
        option = rng.pick(p.options(seat))
        p.apply(seat, option)
        again.apply(seat, option)
        assert again.to_json() == p.to_json()
