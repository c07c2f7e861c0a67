"""The box: KW-01 to KW-12, as the spec prints them."""

from __future__ import annotations

import pytest

from officina.games.kraftwagen.components import ACTIONS, ENGINEERS, MARKERS_OF, PARTS
from officina.games.kraftwagen.nouns import marker_names
from officina.games.kraftwagen.scoring import lap_points
from tests.rules.kraftwagen.kit import GAME, new_game
from tests.rules.kraftwagen.kit import PARTS as BOX


@pytest.mark.rules("KW-01")
def test_the_constants_with_two_and_with_more_players() -> None:
    assert list(GAME.players) == [2, 3, 4]
    assert len(BOX.rounds) == 3
    assert (BOX.workshops, BOX.workers, BOX.start_canteen) == (3, 14, 4)
    assert (BOX.highest_part, BOX.first_race_engine, BOX.face_up) == (7, 1, 2)
    assert BOX.capacity[2:] == [4, 6, 6]
    assert BOX.slots[2:] == [3, 4, 4]
    assert BOX.pawn_start[2:] == [2, 4, 4]
    assert BOX.lap_spaces == 10
    assert BOX.neutral_cars[2:] == [(3, 6), (), ()]
    assert (BOX.action_spaces, BOX.quiet_limit) == (16, 24)


@pytest.mark.rules("KW-02")
def test_the_four_colours_each_have_fourteen_workers_and_a_race_car() -> None:
    view = new_game(4).view(None)
    assert [entry["colour"] for entry in view["seats"]] == ["red", "blue", "green", "yellow"]
    assert all(entry["canteen"] + entry["supply"] + 2 == 14 and entry["space"] == 0 for entry in view["seats"])


@pytest.mark.rules("KW-03")
def test_the_ten_action_tiles() -> None:
    tiles = {tile.code: " ".join(ACTIONS[action] for action in tile.actions) for tile in BOX.tiles}
    assert tiles == {
        "a1": "worker",
        "a2": "research",
        "a3": "body",
        "a4": "engine",
        "a5": "gp",
        "b1": "gp buyer",
        "b2": "worker research",
        "b3": "body buyer",
        "b4": "worker engine",
        "c1": "research body engine",
    }
    icons = " ".join(tiles.values()).split()
    assert [icons.count(action) for action in ACTIONS[:6]] == [3, 3, 3, 3, 2, 2]


@pytest.mark.rules("KW-04")
def test_the_four_start_tiles() -> None:
    fronts = {tile.code: sorted(ACTIONS[action] for action in tile.actions) for tile in BOX.start_tiles}
    assert fronts == {
        "t1": ["engine", "worker", "worker"],
        "t2": ["body", "car_to_2", "worker"],
        "t3": ["race_engine_2", "research"],
        "t4": ["body", "engine", "worker"],
    }
    assert BOX.first_points == [1, 1]


@pytest.mark.rules("KW-05")
def test_the_fifty_research_cards() -> None:
    cards = {
        code: (*BOX.card_points[card], BOX.card_part[card], BOX.card_count[card])
        for card, code in enumerate(BOX.card_codes[: BOX.developments])
    }
    none, body, engine = -1, PARTS.index("body"), PARTS.index("engine")
    assert cards == {
        "dev_bb": (2, 0, none, 4),
        "dev_ee": (0, 2, none, 4),
        "dev_be": (1, 1, none, 8),
        "dev_b_body": (1, 0, body, 4),
        "dev_b_engine": (1, 0, engine, 4),
        "dev_e_engine": (0, 1, engine, 4),
        "dev_e_body": (0, 1, body, 4),
    }
    assert BOX.card_codes[7:10] == ["inst_workers", "inst_gp", "inst_parts"]
    assert BOX.card_count[7:10] == [3, 3, 3]
    assert BOX.instant_amount == [3, 5, 1]
    assert BOX.card_count[10:] == [1] * 9
    assert sum(BOX.card_count) == 50


@pytest.mark.rules("KW-06")
def test_the_nine_engineers_and_their_nine_markers() -> None:
    names = ["porsche", "daimler", "opel", "horch", "otto", "benz", "diesel", "bugatti", "maybach"]
    assert list(ENGINEERS) == [f"eng_{name}" for name in names]
    assert BOX.card_codes[10:] == list(ENGINEERS)
    assert sum(MARKERS_OF) == 9
    wanted = "daimler_2 daimler_4 horch_1 horch_2 maybach_1 maybach_2 diesel diesel benz"
    assert marker_names(BOX) == wanted.split()


@pytest.mark.rules("KW-07")
def test_bodies_and_engines_go_up_to_seven() -> None:
    assert BOX.highest_part == 7
    assert GAME.vocabulary.kind(GAME.vocabulary.numbers["car_body"]).words == ["1", "2", "3", "4", "5", "6", "7"]


@pytest.mark.rules("KW-08")
def test_two_buyers_of_each_preference() -> None:
    stacks = new_game(4).view(None)["stacks"]
    assert {stack["preference"]: stack["buyers"] for stack in stacks} == {"body": 2, "engine": 2, "brand": 2, "price": 2}


@pytest.mark.rules("KW-09")
def test_price_markers_and_white_money_of_the_three_rounds() -> None:
    assert [round.colour for round in BOX.rounds] == ["orange", "violet", "blue"]
    assert [round.prices for round in BOX.rounds] == [
        (1, 2, 3, 5, 6, 8, 9, 10),
        (2, 3, 5, 6, 8, 9, 11, 12),
        (3, 4, 6, 8, 10, 12, 14, 15),
    ]
    assert [round.bonus for round in BOX.rounds] == [(2, 1, 1, 1)] * 3


@pytest.mark.rules("KW-10")
def test_the_ten_awards_are_worth_fifty_points() -> None:
    points = {award.code: award.points for award in BOX.awards}
    assert points == {
        "gp1": 3,
        "gp2": 7,
        "buyer": 3,
        "market": 3,
        "body3": 3,
        "body6": 7,
        "engine4": 3,
        "engine7": 7,
        "workers": 7,
        "engineers": 7,
    }
    assert sum(points.values()) == 50
    needs = {award.code: award.needs for award in BOX.awards}
    assert (needs["body3"], needs["body6"], needs["engine4"], needs["engine7"]) == (3, 6, 4, 7)
    assert (needs["gp1"], needs["gp2"], needs["engineers"]) == (1, 2, 3)


@pytest.mark.rules("KW-11")
def test_points_for_places_and_laps() -> None:
    assert BOX.place_points == [7, 4, 2, 0]
    assert [lap_points(BOX, laps) for laps in range(9)] == [0, 1, 3, 5, 6, 7, 8, 9, 10]


@pytest.mark.rules("KW-12")
def test_the_pawn_has_four_steps_from_s_to_zero() -> None:
    assert BOX.pawn_spaces == ["0", "1", "2", "3", "S"]
    view = new_game(4).view(None)
    assert (view["pawn_space"], view["pawn"]) == ("S", 4)
