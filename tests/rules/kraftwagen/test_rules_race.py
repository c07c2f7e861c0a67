"""The Grand Prix: KW-76 to KW-79, KW-91, KW-105, KW-112 to KW-114, KW-126; examples E8 to E11, E29, E30."""

from __future__ import annotations

import pytest

from tests.rules.kraftwagen.kit import act, awards_of, choose, given, holder, money, player, telling


@pytest.mark.rules("KW-76", "KW-77", "KW-78")
def test_e08_jump() -> None:
    p = given(R={"race_engine": 2}, B={"space": 2})
    act(p, "R", "gp")
    assert (player(p, "R").space, player(p, "R").laps) == (3, 0)


@pytest.mark.rules("KW-76")
def test_the_race_needs_neither_body_nor_worker() -> None:
    p = given(R={"canteen": 0, "race_engine": 4})
    act(p, "R", "gp")
    assert player(p, "R").space == 4


@pytest.mark.rules("KW-78")
def test_the_pit_lane_holds_any_number_of_cars_and_is_no_lap() -> None:
    p = given()
    for letter in "RBGY":
        act(p, letter, "gp")
    assert [one.space for one in p.players] == [1, 2, 3, 4]
    assert [one.laps for one in p.players] == [0] * 4


@pytest.mark.rules("KW-77", "KW-79", "KW-91", "KW-126")
def test_e09_lap_jump_porsche() -> None:
    p = given(R={"space": 9, "race_engine": 3, "engineers": "porsche"}, B={"space": 10}, G={"space": 1})
    act(p, "R", "gp")
    assert (player(p, "R").space, player(p, "R").laps) == (5, 1)
    assert awards_of(p, "R") == ["gp1"]


@pytest.mark.rules("KW-79", "KW-126", "KW-134")
def test_e10_two_laps() -> None:
    p = given(R={"space": 10, "race_engine": 7, "engineers": "porsche"}, B={"space": 2}, G={"space": 3}, Y={"space": 4})
    act(p, "R", "gp")
    assert (player(p, "R").space, player(p, "R").laps) == (1, 2)
    assert awards_of(p, "R") == ["gp1", "gp2"]
    assert telling(p, "award_won") == [(0, 0, 3), (0, 1, 7)]


@pytest.mark.rules("KW-139", "KW-77")
def test_e11_neutral_cars() -> None:
    p = given("RB", R={"race_engine": 3})
    act(p, "R", "gp")
    assert player(p, "R").space == 4
    act(p, "R", "gp")
    assert player(p, "R").space == 8


@pytest.mark.rules("KW-126")
def test_laps_of_different_races_do_not_add_up() -> None:
    p = given(R={"space": 10, "laps": 0, "race_engine": 1}, pawn=0, awards={"gp1": "B"})
    act(p, "R", "gp")
    assert (p.round, player(p, "R").laps) == (2, 0)
    player(p, "R").space = 10
    act(p, "R", "gp")
    assert (player(p, "R").laps, holder(p, "gp2")) == (1, "")


@pytest.mark.rules("KW-105")
def test_bugatti_is_not_retroactive() -> None:
    p = given(face_up="bugatti dev_ee", R={"race_engine": 4})
    act(p, "R", "research")
    choose(p, "take_card eng_bugatti")
    assert player(p, "R").space == 0


@pytest.mark.rules("KW-105", "KW-69")
def test_bugatti_also_drives_for_the_engine_of_a_card() -> None:
    p = given(face_up="dev_e_engine dev_ee", R={"engineers": "bugatti"})
    act(p, "R", "research")
    choose(p, "take_card dev_e_engine", "place_engine race_car")
    assert player(p, "R").space == 2


@pytest.mark.rules("KW-112", "KW-113", "KW-139", "KW-11")
def test_e29_race_2_players() -> None:
    p = given("RB", R={"laps": 1, "space": 2}, B={"space": 4}, pawn=0, at="EndTurn")
    assert (money(p, "R"), money(p, "B")) == (8, 2)
    assert telling(p, "neutral_placed") == [(-1, 2, 6), (-1, 4, 3)]


@pytest.mark.rules("KW-112", "KW-113")
def test_e30_laps() -> None:
    p = given("RBG", R={"laps": 6, "space": 3}, pawn=0, at="EndTurn")
    assert [money(p, letter) for letter in "RBG"] == [15, 0, 0]


@pytest.mark.rules("KW-112")
def test_the_ranking_is_by_laps_then_by_space() -> None:
    p = given(R={"laps": 1, "space": 1}, B={"space": 10}, G={"laps": 1, "space": 9}, Y={"space": 2}, pawn=0, at="EndTurn")
    assert telling(p, "race_placed") == [(2, 1, 7), (0, 2, 4), (1, 3, 2), (3, 4, 0)]
    assert [money(p, letter) for letter in "RBGY"] == [5, 2, 8, 0]


@pytest.mark.rules("KW-114")
def test_after_the_race_all_cars_are_in_the_pit_lane() -> None:
    p = given(R={"laps": 2, "space": 7}, B={"space": 5}, pawn=0, at="EndTurn")
    assert [(one.space, one.laps) for one in p.players] == [(0, 0)] * 4
    assert player(p, "R").race_engine == 1
