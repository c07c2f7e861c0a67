"""The worked examples of the rule spec, in its order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.automania.kit import (
    asked,
    demand,
    free,
    given,
    hand,
    managers,
    money,
    offered,
    order,
    parts,
    play,
    played,
    ship,
    styles,
    supply,
    vp,
    why_not,
    workers_on,
)


def ships_offered(p: Any) -> list[int]:
    """The ship spaces on offer, in the order in which they are offered."""
    return [int(word.split()[1]) for word in offered(p, "ship")]


@pytest.mark.rules("AM-31", "AM-32", "AM-33", "AM-34")
def test_e01_displacement() -> None:
    p = given(spaces={"t3": ("blue", 2)}, free={"red": 3, "blue": 4}, stations={"red": {"a": "A09"}})
    play(p, "turn space t3")
    assert workers_on(p, "t3") == ("red", 3)
    assert (free(p, "red"), free(p, "blue")) == (0, 6)
    play(p, "market na", "place_car none")
    assert asked(p) == "blue turn"
    assert "space t3" in offered(p)
    play(p, "turn sponsor 3")
    assert why_not(p, "turn space t3").startswith(
        "AM-32: The space of column 3 (city car) holds 3 workers of Red: it needs 4 workers, you have 3."
    )
    play(p, "turn pass", "office 1", "turn pass", "office 3", "office_contract k01", "turn pass", "office 4")
    assert asked(p) == "red turn"
    assert why_not(p, "turn space t3").startswith("AM-34")


@pytest.mark.rules("AM-35")
def test_e02_displaced_after_passing() -> None:
    p = given(3, spaces={"t3": ("blue", 2)}, free={"red": 3}, offices={"blue": 1}, money={"blue": 4})
    play(p, "turn space t3")
    assert (free(p, "blue"), money(p, "blue")) == (4 + 2, 4)
    play(p, "market na", "place_car none")
    assert asked(p) == "yellow turn"
    play(p, "turn pass", "office 4")
    assert asked(p) == "red turn"  # Blue gets no turn
    assert money(p, "blue") == 4


def family_to_europe(*, d: str = "") -> Any:
    """The position of example 3."""
    machines = {"b": "A09", "c": "B12"} | ({"d": d} if d else {})
    return given(
        demand={"eu": "speed eco speed"},
        stations={"red": machines},
        managers={"red": ["A01"]},
        styles={"red": {"family": ["A24", "B26"]}},
        free={"red": 1},
    )


@pytest.mark.rules("AM-74", "AM-75", "AM-76", "AM-77", "AM-50", "AM-58", "AM-63")
def test_e03_popularity_and_double_demand() -> None:
    p = family_to_europe()
    play(p, "turn space l2", "market eu")
    assert ships_offered(p)[0] == 10
    p = family_to_europe(d="A10")
    play(p, "turn space l2", "market eu")
    assert ships_offered(p)[0] == 12


@pytest.mark.rules("AM-57", "AM-69")
def test_e04_crossover() -> None:
    p = family_to_europe()
    play(p, "turn space l1", "market eu")
    assert ships_offered(p)[0] == 6


@pytest.mark.rules("AM-78", "AM-81")
def test_e05_occupied_ship_space_and_medals() -> None:
    taken = {10: "blue city", 9: "blue family"}
    for spaces, best, gained in ((taken, 8, 0), ({10: "blue city"}, 9, 1)):
        p = given(
            demand={"eu": "speed eco speed"},
            stations={"red": {"b": "A09", "c": "B12"}},
            managers={"red": ["A01"]},
            styles={"red": {"family": ["A24", "B26"]}},
            free={"red": 1},
            ships={"eu": spaces},
        )
        play(p, "turn space l2", "market eu")
        assert ships_offered(p) == list(range(best, 0, -1))
        assert offered(p)[-1] == "none"
        play(p, f"place_car ship {best}")
        assert vp(p, "red") == gained


@pytest.mark.rules("AM-97", "AM-98", "AM-99")
def test_e06_contract_in_spite_of_a_lower_space() -> None:
    for marketing, fits in (("marketing 1", True), ("marketing 0", False)):
        p = given(
            hand={"red": ["K01"]},
            stations={"red": {"a": "A21"}},
            demand={"na": "eco safety trunk"},
            ships={"na": {6: "blue city"}},
            free={"red": 2},
        )
        play(p, "turn space l1", "market na", marketing)
        if fits:
            assert offered(p) == ["k01", "none"]
            play(p, "play_contract k01", "place_car ship 5")
            assert played(p, "red") == ["K01"]
            assert ship(p, "na", 5) == "red city"
        else:
            assert asked(p) == "red place_car"


def super_with_spoiler(where: str, cards: list[str], stars: list[str]) -> Any:
    """A super car with popularity 3 + stars; the spoiler is on a type of choice."""
    return given(
        hand={"red": cards},
        styles={"red": {where: ["B22"]}},
        stations={"red": dict(zip("efg", stars, strict=False))},
        demand={"na": "speed speed eco", "eu": "eco"},
        free={"red": 1},
    )


@pytest.mark.rules("AM-97", "AM-98")
def test_e07_any_type_contract() -> None:
    p = super_with_spoiler("super", ["K19"], ["B19", "B09"])  # 3 printed + 2 spoiler + 2 + 1 stars + 3 for speed
    play(p, "turn space l3", "market eu")
    assert offered(p) == ["k19", "none"]  # 8 without any demand
    p = super_with_spoiler("city", ["K19"], ["B19", "B20", "B21"])
    play(p, "turn space l3", "market eu")
    assert asked(p) == "red place_car"  # 9, but the spoiler is on the city car
    p = given(
        hand={"red": ["K19", "K25"]},
        styles={"red": {"super": ["B22", "B24"]}},
        stations={"red": {"e": "B19", "f": "B20", "g": "B21"}},
        free={"red": 1},
    )
    play(p, "turn space l3", "market eu")
    assert offered(p) == ["k19", "k25", "none"]
    play(p, "play_contract k25")
    assert asked(p) == "red place_car"  # one only
    assert hand(p, "red") == ["K19", "S1"]


def yacht_position(**more: Any) -> Any:
    """The position of example 8: popularity 17 without marketing."""
    return given(
        stations={"red": {"d": "A15", "e": "A09", "f": "A12", "g": "B12"}},
        demand={"na": "speed handling eco"},
        styles={"red": {"super": ["B22", "A27"]}},
        managers={"red": ["A01"]},
        free={"red": 2},
        **more,
    )


@pytest.mark.rules("AM-82", "AM-83", "AM-135")
def test_e08_yacht() -> None:
    p = yacht_position()
    play(p, "turn space l3", "market na", "marketing 0")
    assert why_not(p, "place_car yacht").startswith("AM-82: The yacht asks for popularity 18, this car has 17.")
    p = yacht_position()
    play(p, "turn space l3", "market na", "marketing 1")
    assert ships_offered(p)[0] == 17
    assert "yacht" in offered(p)
    play(p, "place_car yacht")
    assert vp(p, "red") == 9
    assert supply(p, "red")["super"] == 1
    play(p, "turn pass", "office 1", "turn pass", "office 4", "turn pass", "office 3", "office_contract k01", "turn pass")
    assert asked(p).endswith("demand_side")  # the last office was forced, nothing was offered for sale
    assert supply(p, "red")["super"] == 2
    p = yacht_position(yachts={"na": "blue super"})
    play(p, "turn space l3", "market na", "marketing 1")
    assert "yacht" not in offered(p)
    assert why_not(p, "place_car yacht").startswith("AM-82: The yacht to North America carries a car of Blue.")
    play(p, "place_car ship 17")
    assert vp(p, "red") == 3


@pytest.mark.rules("AM-85", "AM-86")
def test_e09_recall() -> None:
    p = given(
        turn="blue",
        ships={"na": {11: "blue super"}, "eu": {7: "blue super"}},
        stations={"blue": {"e": "B19", "f": "B20", "g": "B21"}},
        styles={"blue": {"super": ["B22", "B24", "A30"]}},
        vp={"blue": 1},
        free={"blue": 1},
    )
    play(p, "turn space l3", "market eu")
    assert offered(p) == ["none", "recall na 11", "recall eu 7"]
    play(p, "place_car recall eu 7")
    assert ship(p, "eu", 7) == ""
    assert ships_offered(p)[0] == 14
    play(p, "place_car ship 14")
    assert vp(p, "blue") == 1 + 2
    assert ship(p, "eu", 14) == "blue super"


@pytest.mark.rules("AM-39", "AM-72")
def test_e10_solvency_with_a_money_tile() -> None:
    p = given(money={"red": 0}, free={"red": 1}, grid={1: "A33", 2: "A12", 3: "A24", 9: "A13"})
    assert "space l1" in offered(p)
    play(p, "turn space l1")  # only A33 can be taken: it is taken by force
    assert (asked(p), money(p, "red")) == ("red market", 4)
    play(p, "market na")
    assert money(p, "red") == 3
    p = given(money={"red": 0}, free={"red": 1}, grid={2: "A12", 3: "A24", 9: "A13"})
    assert why_not(p, "turn space l1").startswith("AM-39")
    assert "space l4" in offered(p)


@pytest.mark.rules("AM-39", "AM-107")
def test_e11_solvency_with_sponsor() -> None:
    p = given(money={"red": 1}, free={"red": 2}, styles={"red": {"family": ["A24"]}}, grid={5: "A27"})
    play(p, "turn space l2")
    assert offered(p) == ["style city", "style super", "discard", "sponsor 1"]
    assert why_not(p, "place_tile style family").startswith("AM-39: That costs 1 $, and the car still to be paid costs 2 $")
    play(p, "place_tile style super")  # sponsor 1 is then the only option and taken by force
    assert (asked(p), offered(p), money(p, "red")) == ("red market", ["na", "eu"], 2)
    p = given(
        money={"red": 1},
        free={"red": 2},
        styles={"red": {"family": ["A24"]}},
        grid={5: "A27"},
        ships={"na": {3: "red city"}},
    )
    play(p, "turn space l2", "place_tile discard")
    assert offered(p) == ["sponsor 1", "recall na 3"]
    assert why_not(p, "market na").startswith("AM-70: The car costs 2 $, you have 1 $")


@pytest.mark.rules("AM-52", "AM-106", "AM-108")
def test_e12_general_manager() -> None:
    p = given(managers={"red": ["A05"]}, money={"red": 0})
    play(p, "turn sponsor 2")
    assert money(p, "red") == 3
    p = given(managers={"red": ["A05"]}, money={"red": 0})
    play(p, "turn sponsor 1", "turn sponsor 1")
    assert money(p, "red") == 2 + 1
    p = given(managers={"red": ["A05"]}, money={"red": 0}, offices={"blue": 1, "yellow": 2, "green": 3})
    play(p, "turn sponsor 1", "turn space l4", "draw_contract deck", "turn sponsor 1")
    assert money(p, "red") == 4


@pytest.mark.rules("AM-53", "AM-54", "AM-149")
def test_e13_staff_replacement() -> None:
    for choice, paid, workers, following in (("place_tile office 1", 0, 1, 2), ("place_tile office new", 2, 2, 3)):
        p = given(managers={"red": ["A07"]}, neutral={"red": 1}, grid={13: "B07"}, money={"red": 5})
        before = free(p, "red")
        play(p, "turn space l4", choice)
        assert free(p, "red") == before - 1 + workers
        assert money(p, "red") == 5 - paid
        play(p, "draw_contract deck")
        play(p, "turn pass", "office 1", "turn pass", "office 4", "turn pass", "office 3", "office_contract k02", "turn pass")
        play(p, "demand_side left")
        assert free(p, "red") == 6 + following
        assert managers(p, "red") == (["B07"] if following == 2 else ["A07", "B07"])


@pytest.mark.rules("AM-60", "AM-61", "AM-62")
def test_e14_styles() -> None:
    position: dict[str, Any] = {"styles": {"red": {"super": ["A24", "A30"]}}, "money": {"red": 2}}
    for choice, paid in (("place_tile style super", 2), ("place_tile style family", 0)):
        p = given(grid={13: "A27"}, **position)
        play(p, "turn space l4", choice)
        assert money(p, "red") == 2 - paid
    for choice, type_, left in (
        ("place_tile style super", "super", ["B22", "A30"]),
        ("place_tile style family", "family", ["B22"]),
    ):
        p = given(grid={13: "B22"}, **position)
        play(p, "turn space l4", choice)
        assert money(p, "red") == 2
        assert styles(p, "red", type_) == left


@pytest.mark.rules("AM-113", "AM-114", "AM-115", "AM-116", "AM-120")
def test_e15_pass() -> None:
    p = given(round=3, money={"red": 1}, managers={"red": ["A05"]}, free={"red": 3}, office_tiles=("B03", "B09"))
    play(p, "turn pass")
    assert (money(p, "red"), free(p, "red")) == (5, 0)
    play(p, "office 2", "office_tile 1", "place_tile office new")
    assert money(p, "red") == 3
    assert p.sales_limit(0) == 3


@pytest.mark.rules("AM-125", "AM-126", "AM-127", "AM-128", "AM-133")
def test_e16_sales_order() -> None:
    p = given(
        3,
        phase="sales",
        ships={"na": {12: "yellow super", 9: "red city", 7: "yellow family", 5: "blue family"}},
        offices={"yellow": 1, "red": 3, "blue": 2},
        money={"red": 0, "blue": 0, "yellow": 0},
    )
    assert asked(p) == "yellow sell"
    play(p, "sell sale na_1a")
    assert (money(p, "yellow"), asked(p)) == (6, "red sell")
    play(p, "sell sale na_1b")
    assert (money(p, "red"), asked(p)) == (5, "yellow sell")
    play(p, "sell keep")
    assert ship(p, "na", 7) == "yellow family"
    assert asked(p) == "blue sell"
    play(p, "sell sale na_1c")
    assert (money(p, "blue"), vp(p, "blue")) == (4, 1)
    assert asked(p).endswith("demand_side")  # Europe is empty: the phase is over


@pytest.mark.rules("AM-134")
def test_e17_two_player_rows() -> None:
    p = given(2, phase="sales", ships={"na": {12: "blue super", 9: "red city"}}, offices={"blue": 1, "red": 3})
    play(p, "sell sale na_1a")
    assert (asked(p), offered(p)) == ("red sell", ["sale na_2a", "sale na_2b", "sale na_top", "keep"])
    assert why_not(p, "sell sale na_1b").startswith("AM-134: With two players only one car is sold in each row: the row of")
    assert why_not(p, "sell sale na_1a").startswith("AM-129")


@pytest.mark.rules("AM-130", "AM-131")
def test_e18_limit_over_both_markets() -> None:
    p = given(
        phase="sales",
        ships={"na": {9: "red city"}, "eu": {8: "red city", 6: "red family", 4: "red super"}},
        offices={"red": 1, "blue": 2, "yellow": 3, "green": 4},
    )
    play(p, "sell sale na_1a", "sell keep", "sell sale eu_1a")
    assert asked(p).endswith("demand_side")
    assert ship(p, "eu", 4) == "red super"


@pytest.mark.rules("AM-142", "AM-143")
def test_e19_demand_shift() -> None:
    p = given(
        phase="after sales",
        demand={"na": "eco safety speed handling trunk", "eu": "handling safety trunk speed eco"},
        offices={"red": 1, "blue": 2, "yellow": 3, "green": 4},
    )
    play(p, "demand_side right")
    assert demand(p, "na") == ["trunk", "eco", "safety", "handling", "trunk"]
    assert demand(p, "eu") == ["eco", "handling", "safety", "speed", "speed"]
    assert p.slot_stars == (2, 3, 4)


@pytest.mark.rules("AM-141")
def test_e20_who_chooses() -> None:
    p = given(
        phase="after sales",
        vp={"red": 20, "blue": 14, "yellow": 30, "green": 14},
        offices={"red": 2, "blue": 3, "yellow": 4, "green": 1},
    )
    assert asked(p) == "green demand_side"


@pytest.mark.rules("AM-152", "AM-153")
def test_e21_money_ranking() -> None:
    p = given(
        round=4,
        phase="after sales",
        money={"red": 12, "blue": 7, "yellow": 7, "green": 3},
        offices={"red": 3, "blue": 2, "yellow": 4, "green": 1},
    )
    assert asked(p) == "over"
    assert p.scores() == [10, 6, 3, 0]
    p = given(2, round=4, phase="after sales", money={"red": 5, "blue": 5}, offices={"red": 3, "blue": 1})
    assert p.scores() == [6, 10]


@pytest.mark.rules("AM-150")
def test_e22_leftovers() -> None:
    p = given(
        round=4,
        phase="after sales",
        ships={"na": {3: "red city", 8: "red super"}, "eu": {5: "red city"}},
        money={"red": 5, "blue": 6, "yellow": 1, "green": 1},
        offices={"red": 4, "blue": 1, "yellow": 2, "green": 3},
    )
    assert money(p, "red") == 7  # now more than Blue
    assert parts(p, "red") == {"leftovers": 1, "money": 10}


@pytest.mark.rules("AM-96", "AM-118")
def test_e23_contracts_run_out() -> None:
    p = given(display=["K09"], deck=[], free={"red": 1})
    play(p, "turn space l4")  # the only card is taken by force
    assert hand(p, "red") == ["K09", "S1"]
    assert asked(p) == "blue turn"
    play(p, "turn space t2")
    assert vp(p, "blue") == 1
    play(p, "turn pass", "office 3")
    assert vp(p, "yellow") == 1


def with_trunk_on_g(factory: str) -> Any:
    """A trunk machine on station G, worth four stars."""
    factories = {"red": "sumato"} if factory == "sumato" else None
    return given(stations={"red": {"g": "A21"}}, demand={"na": "eco safety trunk"}, free={"red": 1}, factories=factories)


@pytest.mark.rules("AM-163")
def test_e24_sumato() -> None:
    for factory, city, super_ in (("sumato", 5, 3), ("side_a", 1, 7)):
        p = with_trunk_on_g(factory)
        play(p, "turn space l1", "market na")
        assert ships_offered(p)[0] == city
        p = with_trunk_on_g(factory)
        play(p, "turn space l3", "market na")
        assert ships_offered(p)[0] == super_


@pytest.mark.rules("AM-164", "AM-165", "AM-166", "AM-168")
def test_e25_elon() -> None:
    elon: dict[str, Any] = {"stations": {"red": {"a": "A21"}}, "demand": {"na": "eco safety trunk"}, "hand": {"red": ["K01"]}}
    p = given(factories={"red": "elon", "blue": "miao"}, free={"red": 1}, **elon)
    play(p, "turn space l1", "market na", "car_tile normal")
    assert asked(p) == "red place_car"
    assert ships_offered(p)[0] == 5
    p = given(2, factories={"red": "elon", "blue": "miao"}, free={"red": 1}, ships={"na": {2: "blue city"}}, **elon)
    play(p, "turn space l1", "market na", "car_tile electric")
    assert offered(p) == ["k01", "none"]
    play(p, "play_contract k01", "place_car ship 6")
    assert ship(p, "na", 6) == "red electric"
    assert supply(p, "red") == {"city": 3, "family": 2, "super": 2, "electric": 0}
    play(p, "turn pass", "office 1", "turn pass", "office 4", "sell sale na_1a")
    assert money(p, "red") == 5 - 1 + 6
    assert asked(p) == "blue sell"
    assert not offered(p, "copy")
    assert why_not(p, "sell copy na_1a").startswith("AM-168")


@pytest.mark.rules("AM-167", "AM-169")
def test_e26_miao() -> None:
    miao: dict[str, Any] = {
        "phase": "sales",
        "offices": {"red": 1, "blue": 4},
        "factories": {"blue": "miao"},
        "vp": {"red": 0, "blue": 0},
    }
    p = given(2, ships={"eu": {9: "red family", 8: "blue family", 7: "blue family", 6: "blue super"}}, **miao)
    play(p, "sell sale eu_1a")
    assert offered(p) == ["sale eu_2a", "sale eu_2b", "sale eu_top", "copy eu_1a", "keep"]
    play(p, "sell copy eu_1a")
    assert (vp(p, "blue"), p.players[1].sold) == (6, 1)
    assert not offered(p, "copy")
    assert why_not(p, "sell copy eu_1a").startswith("AM-167: You have copied once")
    p = given(2, ships={"eu": {9: "red family", 6: "blue super"}}, **miao)
    play(p, "sell sale eu_1a")
    assert not offered(p, "copy")
    assert why_not(p, "sell copy eu_1a").startswith(
        "AM-167: On the 6 VP space of Europe stands a family car; your super car cannot copy it."
    )


@pytest.mark.rules("AM-170", "AM-171")
def test_e27_opo() -> None:
    opo: dict[str, Any] = {"factories": {"red": "opo"}, "money": {"red": 5}}
    p = given(managers={"red": ["A01", "A03"]}, grid={13: "A05"}, **opo)
    play(p, "turn space l4", "place_tile office new")
    assert money(p, "red") == 5 - 2
    p = given(managers={"red": ["A01", "A03", "A04", "A02", "B01"]}, grid={13: "A05"}, **opo)
    play(p, "turn space l4", "place_tile office new")
    assert money(p, "red") == 5 - 3
    p = given(grid={13: "A24"}, **opo)
    play(p, "turn space l4", "place_tile style city")
    assert money(p, "red") == 5 - 1
    p = given(grid={13: "A24"}, styles={"red": {"city": ["A25"]}}, **opo)
    play(p, "turn space l4", "place_tile style city")
    assert money(p, "red") == 5


@pytest.mark.rules("AM-147")
def test_e28_turn_order() -> None:
    p = given(3, phase="after sales", offices={"red": 4, "blue": 1, "yellow": 3}, vp={"red": 0, "blue": 1, "yellow": 1})
    play(p, "demand_side left")
    assert order(p) == ["blue", "yellow", "red"]
    assert asked(p) == "blue turn"
