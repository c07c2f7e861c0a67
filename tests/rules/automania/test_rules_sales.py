"""The sales phase: AM-125 to AM-135."""

from __future__ import annotations

import pytest

from tests.rules.automania.kit import asked, given, money, offered, play, ship, supply, vp, why_not

OFFICES = {"red": 1, "blue": 2, "yellow": 3, "green": 4}


@pytest.mark.rules("AM-125", "AM-126")
def test_north_america_first_each_market_from_the_top_each_car_once() -> None:
    p = given(
        phase="sales",
        offices=OFFICES,
        ships={"na": {2: "red city", 8: "blue city"}, "eu": {17: "green city", 9: "green super", 1: "yellow city"}},
    )
    asked_for = []
    while asked(p).endswith("sell"):
        asked_for.append((asked(p).split()[0], p.view(None)["selling"]["market"], p.view(None)["selling"]["space"]))
        play(p, "sell keep")
    assert asked_for == [("blue", "na", 8), ("red", "na", 2), ("green", "eu", 17), ("green", "eu", 9), ("yellow", "eu", 1)]


@pytest.mark.rules("AM-125")
def test_sales_begin_when_the_last_player_has_passed() -> None:
    p = given(2, ships={"eu": {3: "blue city"}})
    play(p, "turn pass", "office 1", "turn pass")
    assert asked(p) == "blue office"
    play(p, "office 3", "office_contract k01")
    assert asked(p) == "blue sell"
    assert p.view(None)["phase"] == "sales"


@pytest.mark.rules("AM-127", "AM-133")
def test_a_car_is_sold_or_kept() -> None:
    p = given(phase="sales", offices=OFFICES, ships={"na": {8: "blue city", 7: "blue super"}}, vp={"blue": 1})
    assert "keep" in offered(p)
    play(p, "sell keep", "sell sale na_1a")
    assert (ship(p, "na", 8), ship(p, "na", 7)) == ("blue city", "")
    play(p, "demand_side left")
    assert ship(p, "na", 8) == "blue city"  # still there in the next round
    assert supply(p, "blue") == {"city": 2, "family": 2, "super": 2, "electric": 0}


@pytest.mark.rules("AM-128", "AM-132")
def test_every_sale_space_pays_what_it_shows_to_any_type() -> None:
    rewards = {
        "na_1a": (6, 0), "na_1b": (5, 0), "na_1c": (4, 1), "na_2a": (4, 0), "na_2b": (3, 1), "na_top": (2, 0),
        "eu_1a": (0, 6), "eu_1b": (0, 5), "eu_1c": (1, 4), "eu_2a": (0, 4), "eu_2b": (1, 3), "eu_top": (0, 2),
    }  # fmt: skip
    for code, (cash, points) in rewards.items():
        for type_ in ("city", "family", "super"):
            p = given(phase="sales", offices=OFFICES, ships={code[:2]: {5: f"blue {type_}"}}, money={"blue": 0})
            play(p, f"sell sale {code}")
            assert (money(p, "blue"), vp(p, "blue")) == (cash, points)
    p = given(phase="sales", offices=OFFICES, ships={"na": {5: "blue city"}})
    assert offered(p) == ["sale na_1a", "sale na_1b", "sale na_1c", "sale na_2a", "sale na_2b", "sale na_top", "keep"]
    assert why_not(p, "sell sale eu_1a").startswith(
        "AM-128: The 6 VP space of Europe is not in the market this car was shipped to"
    )


@pytest.mark.rules("AM-129")
def test_one_car_a_space_but_any_number_on_top() -> None:
    p = given(
        phase="sales",
        offices={"red": 4, "blue": 1, "yellow": 2, "green": 3},
        ships={"na": {space: f"red {type_}" for space, type_ in ((9, "city"), (8, "city"), (7, "super"), (6, "super"))}},
        money={"red": 0},
    )
    play(p, "sell sale na_1b")
    assert "sale na_1b" not in offered(p)
    assert why_not(p, "sell sale na_1b").startswith("AM-129: The 5 $ space of North America is taken by Red.")
    play(p, "sell sale na_top", "sell sale na_top", "sell sale na_top")
    assert money(p, "red") == 5 + 2 + 2 + 2


@pytest.mark.rules("AM-130", "AM-131")
def test_the_limit_of_each_office_and_of_sales_managers() -> None:
    cars = {9: "red city", 8: "red city", 7: "red city", 6: "red super", 5: "red super", 4: "red family", 3: "red family"}
    for office, managers, limit in ((1, [], 2), (2, ["A03"], 3), (3, [], 3), (3, ["A03", "B03"], 5), (4, [], 7)):
        others = [number for number in (1, 2, 3, 4) if number != office]
        p = given(
            phase="sales",
            offices={"red": office, "blue": others[0], "yellow": others[1], "green": others[2]},
            managers={"red": managers},
            ships={"eu": cars},
        )
        sales = 0
        while asked(p) == "red sell":
            play(p, "sell sale eu_top")
            sales += 1
        assert sales == limit


@pytest.mark.rules("AM-134")
def test_two_players_sell_one_car_a_row_in_each_market() -> None:
    p = given(
        2,
        phase="sales",
        offices={"red": 4, "blue": 3},
        ships={"na": {9: "red city", 8: "blue city", 7: "red super"}, "eu": {5: "blue super"}},
    )
    play(p, "sell sale na_2b", "sell sale na_1c")
    assert offered(p) == ["sale na_top", "keep"]
    play(p, "sell sale na_top")
    assert offered(p, "sale") == ["sale eu_1a", "sale eu_1b", "sale eu_1c", "sale eu_2a", "sale eu_2b", "sale eu_top"]
    p = given(3, phase="sales", offices={"red": 4, "blue": 3, "yellow": 1}, ships={"na": {9: "red city", 8: "blue city"}})
    play(p, "sell sale na_1a")
    assert "sale na_1b" in offered(p)  # three players: no such rule


@pytest.mark.rules("AM-83", "AM-135")
def test_yacht_cars_are_not_sold_and_return_after_the_sales() -> None:
    p = given(phase="sales", offices=OFFICES, yachts={"na": "red super", "eu": "blue city"}, ships={"na": {3: "red city"}})
    assert p.view(None)["selling"] == {"seat": 0, "car": "city", "market": "na", "space": 3}
    assert supply(p, "red")["super"] == 1
    play(p, "sell keep")
    assert (ship(p, "na", 18), ship(p, "eu", 18)) == ("", "")
    assert (supply(p, "red")["super"], supply(p, "blue")["city"]) == (2, 3)
