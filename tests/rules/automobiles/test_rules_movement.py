"""Movement: AU-46 to AU-62, weaving AU-188 and AU-189."""

from __future__ import annotations

import pytest

from officina import render
from officina.games.automobiles.state import Automobiles
from tests.rules.automobiles.kit import (
    GAME,
    asked,
    car,
    do,
    drafts,
    finish_turn,
    given,
    head,
    offered,
    path,
    pile,
    steps_of,
    why_not,
)

BAG = {0: "9 white"}


@pytest.mark.rules("AU-46", "AU-48")
def test_the_track_is_a_ring_of_lanes() -> None:
    p = given("1:55/1 4:55/1", active={0: "white, wear"})
    assert steps_of(p, 0)["white"] == ["1:0", "2:0"]
    assert steps_of(p, 1) == {"white": [], "light": ["3:1"], "dark": ["4:1"], "black": ["4:1"]}
    do(p, "action white", "step 1:0")
    assert p.view(None)["head"] == {"lane": 1, "position": 0, "lap": 2}


@pytest.mark.rules("AU-46")
def test_a_segment_that_is_not_on_the_track_is_refused() -> None:
    p = given("3:19 1:40", active={0: "wear, performance"})
    do(p, "action performance")
    assert why_not(p, "step 4:57") == ("no_such_segment", "AU-46")


@pytest.mark.rules("AU-47", "AU-48")
def test_a_space_is_entered_as_a_whole_and_its_front_is_its_last_segment() -> None:
    p = given("3:3 1:40", active={0: "dark, wear"})
    do(p, "action dark")
    assert head(p) == "3:7"
    levels = given("4:17 3:17", active={0: "wear"})
    assert levels.distance(0) == levels.distance(1)


@pytest.mark.rules("AU-50")
def test_the_chain_is_linear_from_the_last_landing() -> None:
    p = given("3:3 1:40", active={0: "2 dark, light, wear"})
    do(p, "action dark", "step 3:7", "action dark")
    assert head(p) == "3:11"
    assert offered(p) == ["light", "wear", "done"]
    do(p, "action light")
    assert head(p) == "2:13"  # from the head, not from the car


@pytest.mark.rules("AU-51")
def test_a_step_enters_only_spaces_that_show_its_colour() -> None:
    p = given("2:28 1:40", active={0: "white, wear"})  # the next space of lane 2 is white and light gray
    assert steps_of(p, 0) == {"white": ["1:29", "2:30"], "light": ["2:30", "3:29"], "dark": ["3:29"], "black": []}
    do(p, "action white")
    assert why_not(p, "step 3:29") == ("wrong_colour", "AU-51")


@pytest.mark.rules("AU-52", "AU-53")
def test_only_straight_on_or_diagonally_forward() -> None:
    p = given("2:22 1:40", active={0: "white, wear"})
    do(p, "action white")
    assert offered(p) == ["1:23", "2:23"]
    for word in ("1:22", "1:21", "2:21", "1:24", "4:25", "2:24"):
        assert why_not(p, f"step {word}") == ("not_ahead", "AU-52")
    assert steps_of(given("1:20 4:20", active={0: "wear"}), 0)["white"] == ["1:21", "2:21"]
    outside = steps_of(given("4:21 1:40", active={0: "wear"}), 0)
    assert outside == {"white": [], "light": ["3:23"], "dark": ["4:25"], "black": []}


@pytest.mark.rules("AU-54")
def test_an_opponent_on_the_entry_closes_the_space() -> None:
    p = given("3:3 3:4 1:40", active={0: "dark, light, wear"})
    assert steps_of(p, 0)["dark"] == []
    do(p, "action light")
    assert head(p) == "2:5"
    two_ways = given("2:22 1:23 1:40", active={0: "performance, white, wear"})
    assert steps_of(two_ways, 0)["white"] == ["2:23"]


@pytest.mark.rules("AU-54")
def test_a_refusal_names_the_car_in_the_way() -> None:
    p = given("2:22 1:23 2:1/2", cards="examples", active={0: "wear, engine"}, discard={0: "white, light"})
    do(p, "action engine")
    assert offered(p) == ["stop", "2:23"]
    assert why_not(p, "step 1:23") == ("blocked", "AU-54")
    reason = p.why_not(0, GAME.vocabulary.parse("step 1:23")[1])
    assert reason is not None
    assert render(reason, "it") == "Verde occupa il segmento da cui entreresti nello spazio. (AU-54)"


@pytest.mark.rules("AU-55")
def test_one_slides_to_the_front_or_up_to_the_next_car_and_stops_nowhere_else() -> None:
    p = given("4:1 4:7/1 1:40", active={0: "wear, 2 engine"})
    do(p, "action engine", "hybrid_colour black")
    assert offered(p) == ["stop", "4:6"]
    assert why_not(p, "step 4:5") == ("slides_on", "AU-55")
    assert why_not(p, "step 4:9") == ("slides_on", "AU-55")


@pytest.mark.rules("AU-56")
def test_a_car_behind_another_one_leaves_only_diagonally_from_its_own_segment() -> None:
    p = given("4:16 4:17 1:40", active={0: "wear"})
    assert steps_of(p, 0) == {"white": [], "light": [], "dark": ["3:19"], "black": []}
    ahead = steps_of(p, 1)
    assert ahead["dark"] == ["3:19", "4:21"]


@pytest.mark.rules("AU-57")
def test_squeezing_between_cars_is_allowed_and_the_own_car_never_blocks() -> None:
    p = given("2:22 2:23 1:22 1:40", active={0: "white, wear"})
    assert steps_of(p, 0)["white"] == ["1:23"]
    round_the_lap = given("1:1 4:9", cards="examples", laps=7, active={0: "6 engine, wear"}, discard={0: ALL}, bag=BAG)
    for _ in range(6):
        do(round_the_lap, "action engine")
        while asked(round_the_lap) == "step":
            do(round_the_lap, f"step {next(word for word in offered(round_the_lap) if word.startswith('1:'))}")
    assert len(path(round_the_lap)) == 60  # past the own car, which still stands at 1:1
    assert round_the_lap.view(None)["head"] == {"lane": 1, "position": 5, "lap": 1}


ALL = "white, light, dark, black, wear, garage, pit, handling, performance, engine"


@pytest.mark.rules("AU-59")
def test_an_effect_of_up_to_n_spaces_may_stop_after_each_and_stops_by_itself() -> None:
    p = given("3:25 1:40/2", active={0: "wear, performance"})
    do(p, "action performance")
    assert offered(p) == ["stop", "3:27"]
    do(p, "step 3:27", "step 3:29")
    assert offered(p) == ["stop", "2:30"]
    do(p, "step 2:30")
    assert asked(p) == "action"
    stopped = given("3:25 1:40/2", active={0: "wear, performance"})
    do(stopped, "action performance", "step 3:27", "step stop")
    assert (asked(stopped), head(stopped)) == ("action", "3:27")
    short = given("4:9 3:16/1 1:40/2", active={0: "wear, performance"})
    do(short, "action performance")
    assert asked(short) == "action"  # no light gray space ahead


@pytest.mark.rules("AU-60")
def test_a_car_that_cannot_move_may_still_do_everything_else() -> None:
    p = given("1:40 1:41 2:41 2:42", active={0: "white, garage, wear"}, bag=BAG, at="turn")
    assert offered(p) == ["standard", "pit_stop"]
    do(p, "turn_type standard", "action garage", "manager_remove wear", "manager_rebag skip")
    assert asked(p) == "turn_type"  # white has nowhere to go and is worth nothing: the turn ends by itself
    assert car(p, 0) == "1:40/0"


@pytest.mark.rules("AU-61")
def test_a_path_may_pass_the_line_more_than_once() -> None:
    p = given("1:55/0 4:9", cards="examples", laps=7, active={0: "6 engine, wear"}, discard={0: ALL}, bag=BAG)
    for _ in range(6):
        do(p, "action engine")
        while asked(p) == "step":
            do(p, f"step {next(word for word in offered(p) if word.startswith('1:'))}")
    finish_turn(p)
    assert car(p, 0) == "1:3/2"


@pytest.mark.rules("AU-62")
def test_several_cars_may_stand_in_one_space_one_to_a_segment() -> None:
    p = given("4:1 4:9/1 4:8/1", active={0: "black, wear"}, bag=BAG)
    do(p, "action black")
    finish_turn(p)
    assert [car(p, seat) for seat in range(3)] == ["4:7/0", "4:9/1", "4:8/1"]
    assert drafts(p, 0)


# --- weaving


def weaving(cars: str, **piles: str) -> Automobiles:
    """A weaving race."""
    return given(cars, active={0: piles["active"]}, bag=BAG, options={"weaving": "on"})


@pytest.mark.rules("AU-188", "AU-189")
def test_the_first_step_leaves_only_the_cars_segment() -> None:
    p = weaving("4:9 1:40", active="black, dark, wear")
    do(p, "action dark")
    assert head(p) == "3:11"
    assert path(p) == ["3:11 dark"]
    q = weaving("4:17 1:40", active="dark, wear")
    do(q, "action dark")
    assert offered(q) == ["3:19/17", "4:21/17"]
    assert why_not(q, "step 4:21") == ("say_left", "AU-189")
    assert why_not(q, "step 3:19/15") == ("not_left_there", "AU-189")
    plain = given("4:17 1:40", active={0: "dark, wear"})
    do(plain, "action dark")
    assert why_not(plain, "step 4:21/17") == ("no_weaving", "AU-188")


@pytest.mark.rules("AU-189")
def test_a_later_step_may_leave_earlier_and_the_landing_becomes_that_segment() -> None:
    p = weaving("4:1 1:40", active="black, light, wear")
    do(p, "action black", "action light")
    assert head(p) == "3:3"
    assert path(p) == ["4:2 black", "3:3 light"]  # a chain may end further back than it was
    finish_turn(p)
    assert car(p, 0) == "3:3/0"
    assert pile(p, 0, "discard") == "light, black, 5 wear"  # the black space still counts: four and the one in hand


@pytest.mark.rules("AU-189")
def test_of_two_ways_to_one_landing_only_the_later_is_offered() -> None:
    p = weaving("4:1 1:40", active="black, 2 dark, wear")
    do(p, "action black", "action dark")
    assert offered(p) == ["3:7/6", "3:11/9"]
    assert why_not(p, "step 3:7/4") == ("later_segment", "AU-189")
    blocked = weaving("4:1 3:6/1 1:40", active="black, 2 dark, wear")
    do(blocked, "action black", "action dark")
    assert offered(blocked) == ["3:5/4", "3:7/6", "3:11/9"]  # before and behind the car in the same space
    do(blocked, "step 3:5/4")
    assert head(blocked) == "3:5"


@pytest.mark.rules("AU-189")
def test_straight_on_only_from_the_end_of_the_path() -> None:
    p = weaving("3:19 1:40", active="wear, 3 performance")
    do(p, "action performance", "step 3:21/19", "step stop", "action performance")
    assert offered(p) == ["stop", "3:23/21"]
    assert why_not(p, "step 3:21/20") == ("straight_from_front", "AU-189")


@pytest.mark.rules("AU-188")
def test_a_weaving_race_can_be_saved_in_the_middle_of_a_path() -> None:
    p = weaving("4:1 1:40", active="black, 2 dark, wear")
    do(p, "action black", "action dark")
    again = GAME.from_json(p.to_json())
    assert offered(again) == offered(p)
