"""The new round and the end: AM-140 to AM-155."""

from __future__ import annotations

import pytest

from officina import render
from tests.rules.automania.kit import (
    GAME,
    asked,
    demand,
    free,
    given,
    money,
    offered,
    order,
    parts,
    play,
    ship,
    supply,
    tiles,
    vp,
)

OFFICES = {"red": 1, "blue": 2, "yellow": 3, "green": 4}


@pytest.mark.rules("AM-140", "AM-141")
def test_the_marker_advances_and_the_last_player_chooses_before_the_new_tiles() -> None:
    p = given(round=1, phase="after sales", offices=OFFICES, vp={"red": 5, "blue": 3, "yellow": 2, "green": 3}, grid={4: "A09"})
    assert (p.round, asked(p), offered(p)) == (2, "yellow demand_side", ["left", "right"])
    assert tiles(p.grid) == ["A09"]  # the old tiles are still there
    p = given(phase="after sales", offices={"red": 4, "blue": 3, "yellow": 2, "green": 1})
    assert asked(p) == "green demand_side"  # all equal: the lowest office


@pytest.mark.rules("AM-142", "AM-143")
def test_the_left_tiles_enter_and_what_leaves_crosses_over() -> None:
    p = given(
        phase="after sales",
        demand={"na": "eco safety speed handling trunk", "eu": "handling safety trunk speed eco"},
        offices=OFFICES,
    )
    play(p, "demand_side left")
    assert demand(p, "na") == ["handling", "eco", "safety", "trunk", "trunk"]
    assert demand(p, "eu") == ["speed", "handling", "safety", "speed", "eco"]


@pytest.mark.rules("AM-144")
def test_sold_cars_come_home_ships_stay() -> None:
    p = given(
        phase="after sales",
        offices=OFFICES,
        sold=[("na_1a", "red city"), ("na_top", "red city"), ("eu_2a", "blue super")],
        ships={"na": {4: "red city"}},
    )
    assert (supply(p, "red")["city"], supply(p, "blue")["super"]) == (0, 1)
    play(p, "demand_side left")
    assert (supply(p, "red")["city"], supply(p, "blue")["super"]) == (2, 2)
    assert ship(p, "na", 4) == "red city"
    assert [player.sold for player in p.players] == [0, 0, 0, 0]


@pytest.mark.rules("AM-145", "AM-146")
def test_old_tiles_leave_and_eighteen_new_ones_come() -> None:
    for round_, pile in ((1, "A"), (2, "B"), (3, "B")):
        old = ("A01", "A02", "A03") if round_ < 3 else ("B01", "B02", "B03")
        p = given(
            round=round_,
            phase="after sales",
            offices=OFFICES,
            grid={1: old[0]},
            office_tiles=old[1:],
            stations={"red": {"a": "A09"}},
        )
        next_tiles = tiles(p.pile_a if round_ == 1 else p.pile_b)[:18]
        play(p, "demand_side right")
        assert tiles(p.grid) + tiles(p.office_tiles) == next_tiles
        assert all(code[0] == pile for code in next_tiles)
        assert tiles(p.players[0].stations) == ["A09"]
        everywhere = tiles(p.grid) + tiles(p.office_tiles) + tiles(p.pile_a) + tiles(p.pile_b)
        assert not set(old) & set(everywhere)


@pytest.mark.rules("AM-147")
def test_ascending_offices_are_the_new_order() -> None:
    p = given(phase="after sales", offices={"red": 3, "blue": 1, "yellow": 4, "green": 2})
    play(p, "demand_side left")
    assert order(p) == ["blue", "green", "red", "yellow"]
    assert [player.office for player in p.players] == [-1] * 4
    assert [player.passed for player in p.players] == [False] * 4
    assert asked(p) == "blue turn"


@pytest.mark.rules("AM-148", "AM-149")
def test_workers_come_home_and_staff_brings_neutral_ones() -> None:
    p = given(
        phase="after sales",
        offices=OFFICES,
        spaces={"l1": ("red", 2), "c": ("blue", 3)},
        neutral={"red": 3, "blue": 1},
        managers={"red": ["A07", "B07"], "blue": ["B08"]},
        free={"red": 0, "blue": 0},
    )
    play(p, "demand_side left")
    assert [free(p, colour) for colour in ("red", "blue", "yellow", "green")] == [6 + 3, 6 + 2, 6, 6]
    assert p.neutral_supply == 10 - 5
    assert p.space_owner == [-1] * 9


@pytest.mark.rules("AM-150")
def test_leftovers_count_before_the_ranking_and_yachts_bring_nothing() -> None:
    p = given(
        round=4,
        phase="sales",
        yachts={"na": "red super", "eu": "red city"},
        ships={"na": {5: "red city"}, "eu": {6: "blue city"}},
        offices=OFFICES,
        money={"red": 0, "blue": 0, "yellow": 0, "green": 1},
    )
    play(p, "sell keep", "sell keep")
    assert asked(p) == "over"
    assert money(p, "red") == 1
    assert parts(p, "red") == {"money": 10}  # 1 $, and the lower office before Green
    assert parts(p, "blue") == {"leftovers": 1, "money": 3}


@pytest.mark.rules("AM-151", "AM-152", "AM-153", "AM-154")
def test_the_final_scores() -> None:
    p = given(
        3,
        round=4,
        phase="after sales",
        vp={"red": 20, "blue": 21, "yellow": 10},
        money={"red": 4, "blue": 3, "yellow": 9},
        played={"blue": ["K01"]},
        stations={"red": {"a": "B14"}},
        offices={"red": 2, "blue": 4, "yellow": 1},
    )
    assert p.scores() == [20 + 2 + 6, 21 + 4 + 3, 10 + 10]
    assert p.winners() == [0]  # 28 each: Red has the lower office
    assert p.view(None)["winners"] == [0]


@pytest.mark.rules("AM-153")
def test_money_points_by_number_of_players() -> None:
    for players, points in ((2, [10, 6]), (3, [10, 6, 3]), (4, [10, 6, 3, 0])):
        colours = ("red", "blue", "yellow", "green")[:players]
        p = given(
            players,
            round=4,
            phase="after sales",
            money={colour: 9 - seat for seat, colour in enumerate(colours)},
            offices={colour: seat + 1 for seat, colour in enumerate(colours)},
        )
        assert p.scores() == points


@pytest.mark.rules("AM-154")
def test_most_points_win() -> None:
    p = given(2, round=4, phase="after sales", vp={"red": 10, "blue": 15}, money={"red": 9}, offices={"red": 1, "blue": 2})
    assert (p.scores(), p.winners()) == ([20, 21], [1])


@pytest.mark.rules("AM-155")
def test_points_have_no_upper_limit_and_are_added_at_once() -> None:
    p = given(grid={13: "B34"}, vp={"red": 498})
    play(p, "turn space l4")
    assert vp(p, "red") == 502
    assert GAME.view(p, None)["seats"][0]["vp"] == 502


@pytest.mark.rules("AM-152", "AM-150")
def test_scores_during_the_game_are_those_of_a_game_that_ended_now() -> None:
    p = given(
        2, money={"red": 1, "blue": 2}, ships={"na": {1: "red city", 2: "red city"}, "eu": {4: "blue city"}}, vp={"red": 7}
    )
    assert p.scores() == [7 + 10, 1 + 6]
    assert p.winners() == []


@pytest.mark.rules("AM-154")
def test_the_lower_office_decides_in_the_whole_final_ranking() -> None:
    p = given(
        4,
        round=4,
        phase="after sales",
        vp={"red": 10, "blue": 14, "yellow": 17, "green": 40},
        money={"red": 9, "blue": 5, "yellow": 3, "green": 0},
        offices={"red": 3, "blue": 1, "yellow": 2, "green": 4},
    )
    assert p.scores() == [20, 20, 20, 40]
    assert [place.place for place in p.places()] == [4, 2, 3, 1]
    assert [place.tie.rule if place.tie else None for place in p.places()] == ["AM-154", "AM-154", "AM-154", None]
    tie = p.places()[2].tie
    assert tie is not None
    assert render(tie, "en") == "Tied on 20: office 2 against 3, 1 (AM-154)"
