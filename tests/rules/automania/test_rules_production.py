"""Producing a car: AM-69 to AM-88, AM-109, AM-110."""

from __future__ import annotations

import pytest

from tests.rules.automania.kit import asked, free, given, money, offered, play, popularity, ship, supply, vp, why_not


@pytest.mark.rules("AM-69")
def test_only_machines_of_the_own_line_count() -> None:
    machines = {"red": {"a": "B19", "c": "B20", "e": "B21"}}
    for space, stars in (("l1", 1 + 2), ("l2", 1 + 2), ("l3", 3 + 2)):
        p = given(stations=machines, free={"red": 1})
        play(p, f"turn space {space}", "market eu")
        assert popularity(p) == stars


@pytest.mark.rules("AM-70")
def test_the_cost_is_paid_and_the_type_is_that_of_the_space() -> None:
    for space, cost, type_ in (("l1", 1, "city"), ("t4", 2, "family"), ("t1", 3, "super")):
        p = given(money={"red": 3}, free={"red": 1})
        play(p, f"turn space {space}")
        assert offered(p) == ["na", "eu"]
        play(p, "market na", "place_car ship 1")
        assert (money(p, "red"), ship(p, "na", 1)) == (3 - cost, f"red {type_}")


@pytest.mark.rules("AM-71")
def test_on_the_corner_the_player_chooses_the_type() -> None:
    for cost, type_ in ((1, "city"), (2, "family"), (3, "super")):
        p = given(money={"red": 3}, free={"red": 1})
        play(p, "turn space c")
        assert (asked(p), offered(p)) == ("red car_type", ["city", "family", "super"])
        play(p, f"car_type {type_}", "market eu", "place_car ship 1")
        assert (money(p, "red"), ship(p, "eu", 1)) == (3 - cost, f"red {type_}")
    p = given(money={"red": 2}, free={"red": 1})
    play(p, "turn space c")
    assert offered(p) == ["city", "family"]
    assert why_not(p, "car_type super").startswith("AM-39: A super car costs 3 $, you could raise 2 $.")
    p = given(money={"red": 2}, free={"red": 2})
    play(p, "turn space c")
    assert offered(p) == ["city", "family", "super"]  # the fund counts, not the cash


@pytest.mark.rules("AM-72")
def test_a_tile_placed_this_turn_counts_for_the_car() -> None:
    p = given(grid={1: "B19", 2: "A09"}, free={"red": 1})
    play(p, "turn space l1", "take_tile 1", "place_tile station a", "market na")
    assert popularity(p) == 3


@pytest.mark.rules("AM-73", "AM-74")
def test_popularity_is_that_of_the_chosen_market() -> None:
    for market, stars in (("na", 1 + 2 + 3), ("eu", 1 + 4)):
        p = given(
            stations={"red": {"a": "A09", "b": "A12"}},
            demand={"na": "speed eco safety", "eu": "handling handling speed"},
            free={"red": 1},
        )
        play(p, "turn space l1", f"market {market}")
        assert popularity(p) == stars


@pytest.mark.rules("AM-74", "AM-76")
def test_each_slot_has_its_stars_and_waiting_tiles_do_not_count() -> None:
    for demand, stars in (("eco a b", 2), ("a eco b", 3), ("a b eco", 4), ("a b c eco d", 0), ("a b c d eco", 0)):
        others = dict(zip("abcd", ("handling", "safety", "trunk", "trunk"), strict=True))
        tiles = " ".join(others.get(name, name) for name in demand.split())
        p = given(stations={"red": {"a": "A12"}}, demand={"na": tiles}, free={"red": 1})
        play(p, "turn space l1", "market na")
        assert popularity(p) == 1 + stars
    p = given(stations={"red": {"a": "A12"}}, demand={"na": "eco safety trunk"}, free={"red": 1}, slot_stars="5,1,1")
    play(p, "turn space l1", "market na")
    assert popularity(p) == 6


@pytest.mark.rules("AM-75", "AM-76")
def test_a_second_machine_matches_a_second_demand_only() -> None:
    for demand, machines, stars in (
        ("eco safety eco", {"a": "A12"}, 4),
        ("eco safety eco", {"a": "A12", "b": "A13"}, 6),
        ("eco safety speed", {"a": "A12", "b": "A13"}, 2),
    ):
        p = given(stations={"red": machines}, demand={"na": demand}, free={"red": 1})
        play(p, "turn space l1", "market na")
        assert popularity(p) == 1 + stars


@pytest.mark.rules("AM-77", "AM-109")
def test_everything_that_makes_a_car_popular() -> None:
    p = given(
        stations={"red": {"a": "B10"}},
        demand={"na": "eco"},
        managers={"red": ["B01"]},
        styles={"red": {"city": ["B24"]}},
        free={"red": 4},
    )
    play(p, "turn space l1", "market na")
    assert offered(p) == ["0", "1", "2", "3"]
    assert why_not(p, "marketing 4").startswith("AM-109: That needs 4 free workers, you have 3.")
    play(p, "marketing 3")
    assert free(p, "red") == 0
    assert popularity(p) == 2 + 1 + 1 + 2 + 2 + 3


@pytest.mark.rules("AM-78")
def test_any_free_lower_space_the_highest_first() -> None:
    p = given(managers={"red": ["B01", "B02"]}, ships={"na": {4: "blue city", 2: "red city"}}, free={"red": 1})
    play(p, "turn space l1", "market na")
    assert offered(p) == ["ship 5", "ship 3", "ship 1", "none", "recall na 2"]
    assert why_not(p, "place_car ship 6").startswith("AM-78: Ship space 6 asks for popularity 6, this car has 5.")
    assert why_not(p, "place_car ship 4").startswith("AM-78: Ship space 4 of North America is taken by Blue.")
    play(p, "place_car ship 1")
    assert ship(p, "na", 1) == "red city"


@pytest.mark.rules("AM-79", "AM-82")
def test_more_than_seventeen_counts_as_seventeen_on_ships() -> None:
    p = given(
        stations={"red": {"d": "B19", "e": "B20", "f": "B21"}},
        managers={"red": ["B01", "B02"]},
        styles={"red": {"super": ["B22", "B24", "B26"]}},
        free={"red": 2},
    )
    play(p, "turn space l3", "market eu", "marketing 1")  # 3 + 6 + 4 + 6 + 1 = 20
    assert popularity(p) == 20
    assert offered(p)[0] == "ship 17"
    assert "yacht" in offered(p)
    play(p, "place_car ship 17")
    assert vp(p, "red") == 3


@pytest.mark.rules("AM-80", "AM-84")
def test_without_a_free_space_the_car_is_not_placed_but_all_else_stands() -> None:
    p = given(ships={"na": {1: "blue city"}}, free={"red": 1}, hand={"red": ["K09"]}, money={"red": 3})
    play(p, "turn space l1", "market na")  # popularity 1, space 1 taken: ``none`` is forced
    assert (asked(p), money(p, "red")) == ("blue turn", 2)
    assert supply(p, "red")["city"] == 3


@pytest.mark.rules("AM-81")
def test_gold_medals_by_the_space_used() -> None:
    for space, gold in ((17, 3), (15, 3), (14, 2), (12, 2), (11, 1), (9, 1), (8, 0), (1, 0)):
        p = given(
            stations={"red": {"d": "B19", "e": "B20", "f": "B21"}},
            managers={"red": ["B01", "B02"]},
            styles={"red": {"super": ["B22", "B24"]}},
            free={"red": 1},
        )
        play(p, "turn space l3", "market na", f"place_car ship {space}")
        assert vp(p, "red") == gold


@pytest.mark.rules("AM-83")
def test_a_car_on_a_yacht_cannot_be_recalled() -> None:
    p = given(yachts={"na": "red super"}, ships={"na": {3: "red city"}})
    assert offered(p, "recall") == ["recall na 3"]


@pytest.mark.rules("AM-84")
def test_a_car_need_not_be_placed() -> None:
    p = given(free={"red": 1}, money={"red": 3})
    play(p, "turn space l3", "market na", "place_car none")
    assert (money(p, "red"), supply(p, "red")["super"], vp(p, "red")) == (0, 2, 0)


@pytest.mark.rules("AM-85")
def test_recall_at_the_turn_the_market_and_the_ship() -> None:
    p = given(ships={"na": {12: "red city"}, "eu": {3: "blue city", 5: "red super"}}, vp={"red": 2})
    assert why_not(p, "turn recall eu 3").startswith("AM-85: The city car on ship space 3 of Europe belongs to Blue.")
    assert why_not(p, "turn recall na 1").startswith("AM-85: There is no car on ship space 1 of North America.")
    play(p, "turn recall na 12")
    assert (vp(p, "red"), ship(p, "na", 12), supply(p, "red")["city"]) == (2, "", 3)
    play(p, "turn space l1")
    assert "recall eu 5" in offered(p)
    play(p, "market recall eu 5")
    assert asked(p) == "red market"
    play(p, "market na", "marketing 0", "place_car ship 1", "turn space l2", "market eu", "marketing 0", "place_car none")
    assert not offered(p, "recall")  # Yellow has no car on a ship


@pytest.mark.rules("AM-86")
def test_a_car_tile_of_the_type_is_needed() -> None:
    p = given(ships={"na": {5: "red super", 6: "red super"}, "eu": {2: "red city"}}, free={"red": 1})
    play(p, "turn space l3", "market eu")
    assert offered(p) == ["none", "recall na 5", "recall na 6", "recall eu 2"]
    assert why_not(p, "place_car ship 1").startswith("AM-86: You have no super car tile in your supply")
    by_hand = {key: value for key, value in p.to_json().items() if key != "digest"}
    assert p.game.from_json(by_hand).to_json() == p.to_json()  # set by hand, such a table is a sound one
    play(p, "place_car recall eu 2")
    assert not offered(p, "ship")  # a city car does not help
    play(p, "place_car recall na 6")
    assert offered(p, "ship") == ["ship 3", "ship 2", "ship 1"]


@pytest.mark.rules("AM-87", "AM-144")
def test_a_shipped_car_keeps_its_space() -> None:
    p = given(
        2,
        phase="after sales",
        ships={"na": {9: "red city"}},
        stations={"red": {"a": "A09"}},
        offices={"red": 1, "blue": 4},
        vp={"red": 1},
    )
    play(p, "demand_side left")
    assert ship(p, "na", 9) == "red city"


@pytest.mark.rules("AM-88")
def test_any_number_of_cars_on_one_ship() -> None:
    p = given(ships={"na": {3: "red city", 5: "red city"}}, managers={"red": ["B01", "A01"]}, free={"red": 1})
    play(p, "turn space l1", "market na", "place_car ship 4")
    assert [ship(p, "na", space) for space in (3, 4, 5)] == ["red city"] * 3


@pytest.mark.rules("AM-109", "AM-110")
def test_marketing_is_for_one_car_and_only_while_producing() -> None:
    p = given(2, free={"red": 4}, offices={"blue": 1})
    assert not offered(p, "marketing")
    play(p, "turn space l1", "market na", "marketing 2", "place_car ship 3")
    assert p.players[0].marketing == 2 + 2  # two were there before
    play(p, "turn space t3", "market na")
    assert asked(p) == "red place_car"  # no worker left to ask about
    assert popularity(p) == 1
    p = given(free={"red": 6})
    play(p, "turn space l4")
    assert not offered(p, "marketing")
