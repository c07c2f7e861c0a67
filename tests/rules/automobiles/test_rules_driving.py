"""Car phase, Decline phase, drafting: AU-80 to AU-103."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina.games.automobiles.state import Automobiles
from tests.rules.automobiles.kit import (
    GAME,
    asked,
    car,
    do,
    drafts,
    finish_turn,
    given,
    in_stock,
    laps_to_go,
    listen,
    pile,
    told,
)

BAG = {0: "9 white"}


def worn(p: Automobiles) -> int:
    """The wear that seat 0 has in its discard at the end of its turn."""
    finish_turn(p)
    return int(p.view(0)["players_in_race"][0]["discard"][4])


@pytest.mark.rules("AU-80", "AU-81", "AU-40")
def test_the_car_moves_to_the_head_of_the_path_after_buying() -> None:
    p = given("3:3 1:40", active={0: "2 dark, garage, wear"}, bag=BAG)
    do(p, "action dark", "step 3:7", "action dark", "step 3:11", "action done")
    assert (asked(p), car(p, 0)) == ("buy", "3:3/0")
    do(p, "buy done")
    assert car(p, 0) == "3:11/0"
    still = given("3:3 1:40", active={0: "dark, wear"}, bag=BAG)
    listen(still)
    finish_turn(still)
    assert car(still, 0) == "3:3/0"
    assert "car_moved" not in told(still)


@pytest.mark.rules("AU-82", "AU-83", "AU-85")
def test_each_passing_of_the_line_moves_the_marker() -> None:
    p = given("1:55/0 4:9", active={0: "white, wear"}, bag=BAG)
    assert laps_to_go(p)[0] == 3
    listen(p)
    do(p, "action white", "step 1:0")
    finish_turn(p)
    assert car(p, 0) == "1:0/1"
    assert laps_to_go(p)[0] == 2  # the grid lies after the line: the first passing completes lap 1
    assert "lap_done" in told(p)


@pytest.mark.rules("AU-84")
def test_finish_makes_it_the_last_round() -> None:
    p = given("1:55/2 4:9", active={0: "white, wear"}, bag=BAG)
    do(p, "action white", "step 1:0")
    finish_turn(p)
    assert p.finish
    assert p.view(None)["last_round"]
    assert (p.to_act, asked(p)) == ((1,), "turn_type")


@pytest.mark.rules("AU-86", "AU-180")
def test_a_grid_before_the_line_costs_no_lap(tmp_path: Path) -> None:
    text = (GAME.folder / "tracks" / "daytona.toml").read_text(encoding="utf-8")
    text = text.replace('id        = "daytona"', 'id = "before"').replace("pos = 5\nlap = 0", "pos = 55\nlap = -1")
    file = tmp_path / "before.toml"
    file.write_text(text, encoding="utf-8")
    game = GAME.with_track(file)
    start = game.start(2, 1, {"first_player": 1})
    assert start.view(None)["track"] == "before"
    assert start.scores() == [-1, 3]
    p = given("1:55/-1 4:9", active={0: "white, wear"}, bag=BAG, game=game, track="before")
    assert laps_to_go(p)[0] == 3
    do(p, "action white", "step 1:0")
    finish_turn(p)
    assert car(p, 0) == "1:0/0"
    assert laps_to_go(p)[0] == 3


@pytest.mark.rules("AU-90", "AU-91")
@pytest.mark.parametrize(
    ("start", "cube", "wear"), [("1:40", "white", 1), ("3:19", "light", 2), ("3:3", "dark", 3), ("4:9", "black", 4)]
)
def test_the_darkest_space_gives_its_wear(start: str, cube: str, wear: int) -> None:
    p = given(f"{start} 2:1", active={0: f"{cube}, garage"}, bag=BAG)
    do(p, f"action {cube}")
    assert worn(p) == wear
    assert in_stock(p, "wear") == 80 - wear


@pytest.mark.rules("AU-92", "AU-93")
def test_the_colour_of_the_space_counts_not_that_of_the_cube() -> None:
    p = given("2:28 1:40/1", active={0: "white, garage"}, bag=BAG)
    do(p, "action white", "step 2:30")  # a white and light gray space, entered with white
    assert worn(p) == 2


@pytest.mark.rules("AU-94", "AU-95")
def test_the_space_where_the_turn_began_does_not_count_and_standing_still_costs_nothing() -> None:
    p = given("4:17 1:40", active={0: "dark, garage"}, bag=BAG)  # stands on black
    do(p, "action dark", "step 4:21")
    assert worn(p) == 3
    still = given("4:17 1:40", active={0: "dark, garage"}, bag=BAG)
    assert worn(still) == 0


@pytest.mark.rules("AU-96", "AU-98", "AU-100")
def test_a_drafting_car_gains_nothing_but_keeps_the_wear_of_cards() -> None:
    p = given("3:19 3:24/1", active={0: "performance, garage"}, bag=BAG)
    do(p, "action performance", "step 3:21", "step stop")
    listen(p)
    assert worn(p) == 1 + 2  # nobody in the next space
    close = given("3:19 3:23/1", active={0: "performance, garage"}, bag=BAG)
    do(close, "action performance", "step 3:21", "step stop")
    assert worn(close) == 1
    moved_up = given("3:19 3:24/1", active={0: "performance, garage"}, bag=BAG)
    do(moved_up, "action performance", "step 3:21", "step 3:23")
    assert worn(moved_up) == 1  # judged where the car has moved to, before momentum


@pytest.mark.rules("AU-97")
def test_if_the_stock_runs_short_one_takes_what_is_left() -> None:
    p = given("4:9 1:40", active={0: "black, garage"}, bag=BAG, stock={"wear": 2})
    do(p, "action black")
    assert worn(p) == 2
    assert in_stock(p, "wear") == 0


@pytest.mark.rules("AU-100")
def test_only_the_own_decline_phase_counts() -> None:
    p = given("4:9 1:40 4:30/1", active={0: "black, garage", 1: "wear"}, bag=BAG)
    do(p, "action black")
    listen(p)
    finish_turn(p)
    assert "worn" in told(p)
    assert pile(p, 1, "discard") == ""


@pytest.mark.rules("AU-101")
def test_drafting_in_the_same_space_or_behind_the_next() -> None:
    def drafting(cars: str) -> bool:
        return drafts(given(cars, active={0: "wear"}), 0)

    assert drafting("4:8 4:9")
    assert drafting("3:3 3:7")  # the next space, empty segments between
    assert drafting("3:3 3:4")
    assert not drafting("3:3 3:11")  # one space too far
    assert not drafting("4:9 4:8")  # behind does not count


@pytest.mark.rules("AU-102", "AU-185")
def test_the_strict_form_needs_a_car_right_ahead() -> None:
    def drafting(cars: str) -> bool:
        return drafts(given(cars, active={0: "wear"}, options={"draft": "segment"}), 0)

    assert drafting("3:6 3:7")
    assert drafting("3:3 3:4")
    assert not drafting("3:3 3:7")


@pytest.mark.rules("AU-103")
def test_only_the_own_lane_any_lap_and_across_the_line() -> None:
    def drafting(cars: str) -> bool:
        return drafts(given(cars, active={0: "wear"}), 0)

    assert not drafting("2:22 1:23")
    assert drafting("3:3/0 3:7/2")
    assert drafting("3:3/2 3:7/0")
    assert drafting("3:55/0 3:1/1")
