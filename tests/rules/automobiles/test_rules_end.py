"""Race position and the end of the race: AU-140 to AU-145, AU-190."""

from __future__ import annotations

import pytest

from officina import OptionError
from tests.rules.automobiles.kit import GAME, asked, car, do, drafts, finish_turn, given, listen, ranks, steps_of, told

BAGS = dict.fromkeys(range(4), "7 white")


@pytest.mark.rules("AU-140")
def test_race_order_by_distance_then_by_the_inner_lane() -> None:
    p = given("4:20 2:20 1:19 3:5/1", active={0: "wear"})
    assert ranks(p) == [3, 2, 4, 1]


@pytest.mark.rules("AU-141")
def test_the_rank_for_gearbox_is_fixed_before_any_cube_is_played() -> None:
    p = given("3:19 4:21/0 1:40/1 1:41/1", active={0: "light, wear, performance"}, bag=BAGS)
    assert p.start_rank == 4
    do(p, "action light")  # the path now leads past the third car
    do(p, "action performance")
    made = 0
    while asked(p) == "step":
        word = [p.game.vocabulary.kind(6).words[option] for option in p.options(0)][-1]
        do(p, f"step {word}")
        made += 1
    assert made == 5


@pytest.mark.rules("AU-142", "AU-144")
def test_the_round_is_completed_and_finished_cars_still_block_and_draft() -> None:
    p = given("1:55/2 1:54/2 2:55/2", active={0: "white, wear", 1: "white, wear"}, bag=BAGS)
    do(p, "action white", "step 1:0")
    finish_turn(p)
    assert p.finish
    assert p.to_act == (1,)
    do(p, "turn_type standard", "action white", "step 1:55")
    assert steps_of(p, 1)["white"] == ["1:55"]
    finish_turn(p)
    assert car(p, 1) == "1:55/2"
    assert drafts(p, 1)
    assert not p.over
    do(p, "turn_type pit_stop")
    assert p.over


@pytest.mark.rules("AU-143")
def test_the_winner_is_furthest_ahead_after_the_last_momentum() -> None:
    p = given("1:2/3 4:2/3 2:50/2", first=0, turn=2, at="turn", bag=BAGS)
    listen(p)
    do(p, "turn_type pit_stop")
    assert p.over
    assert car(p, 1) == "4:9/3"
    assert p.winners() == [1]
    assert ranks(p) == [2, 1, 3]
    assert told(p)[-4:] == ["race_ended", "classified", "classified", "classified"]
    assert p.breakdown(1) == [("laps", 168), ("position", 9)]


@pytest.mark.rules("AU-145", "AU-190")
def test_the_safety_stop_ends_the_race_as_it_stands() -> None:
    p = given("1:2/1 4:9/1", turn=1, at="turn", bag=BAGS, round=149)
    do(p, "turn_type pit_stop")
    assert p.view(None)["round"] == 150
    do(p, "turn_type pit_stop", "turn_type pit_stop")
    assert p.over
    assert not p.finish
    assert p.winners() == [1]
    assert p.view(None)["options"]["max_rounds"] == 150
    with pytest.raises(OptionError, match="150"):
        GAME.start(2, 1, {"max_rounds": 10})


@pytest.mark.rules("AU-140", "AU-143")
def test_places_follow_the_race_order_and_the_inner_lane_decides_equal_distances() -> None:
    p = given("1:2/3 4:2/3 2:50/2 1:50/2", first=0, turn=3, at="turn", bag=BAGS)
    do(p, "turn_type pit_stop")
    assert p.over
    assert [place.place for place in p.places()] == ranks(p) == p.view(None)["places"]
    by_distance = {score: [seat for seat in range(4) if p.scores()[seat] == score] for score in p.scores()}
    for seat, place in enumerate(p.places()):
        tied = len(by_distance[p.scores()[seat]]) > 1
        assert (place.tie is not None) == tied
        assert place.tie is None or place.tie.rule == "AU-140"
    assert any(place.tie for place in p.places())
