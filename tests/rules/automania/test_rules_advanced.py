"""The advanced game: AM-160 to AM-171."""

from __future__ import annotations

import pytest

from officina.games.automania.game import mine
from tests.rules.automania.kit import (
    COLOURS,
    GAME,
    asked,
    given,
    hand,
    managers,
    money,
    offered,
    play,
    popularity,
    ship,
    supply,
    vp,
    why_not,
)


@pytest.mark.rules("AM-160", "AM-161")
def test_factories_are_chosen_from_last_to_first() -> None:
    for players in (2, 3, 4):
        p = mine(GAME.start(players, seed=6, options={"advanced": "on"}))
        chosen = []
        left = ["sumato", "elon", "miao", "opo"]
        while not p.over and asked(p).endswith("factory"):
            assert offered(p) == left
            chosen.append(p.to_act[0])
            if len(left) < 4:
                taken = next(name for name in ("sumato", "elon", "miao", "opo") if name not in left)
                assert why_not(p, f"factory {taken}").startswith("AM-160")
            play(p, f"factory {left.pop()}")
        if players == 4:
            chosen.append(p.order[0])  # the last factory is forced
        assert chosen == list(reversed(p.order))
        assert asked(p) == f"{COLOURS[p.order[0]]} turn"
        assert len({player.factory for player in p.players}) == players


@pytest.mark.rules("AM-161", "AM-162", "AM-164")
def test_the_oval_tiles_belong_to_the_factory() -> None:
    p = mine(GAME.start(4, seed=6, options={"advanced": "on"}))
    while asked(p).endswith("factory"):
        play(p, f"factory {offered(p)[0]}")
    for player, name in zip(p.players, [player["factory"] for player in p.view(None)["seats"]], strict=True):
        assert player.cars == {"sumato": [4, 2, 2, 0], "elon": [3, 2, 2, 1]}.get(name, [3, 2, 2, 0])
        assert len(player.managers) == (6 if name == "opo" else 4)


@pytest.mark.rules("AM-162")
def test_sumato_has_a_fourth_city_car() -> None:
    p = given(
        factories={"red": "sumato"},
        ships={"na": {1: "red city", 2: "red city", 3: "red city"}},
        free={"red": 1},
    )
    play(p, "turn space l1", "market eu", "place_car ship 1")
    assert (ship(p, "eu", 1), supply(p, "red")["city"]) == ("red city", 0)


@pytest.mark.rules("AM-163")
def test_sumatos_station_g_counts_for_contracts_of_the_city_car() -> None:
    p = given(factories={"red": "sumato"}, stations={"red": {"g": "A12"}}, hand={"red": ["S1"]}, free={"red": 4})
    play(p, "turn space l1", "market na", "marketing 3")
    assert "s1" in offered(p)


@pytest.mark.rules("AM-164", "AM-86")
def test_elon_is_asked_only_if_the_electric_car_is_in_supply() -> None:
    p = given(factories={"red": "elon"}, ships={"eu": {6: "red electric"}}, free={"red": 1})
    play(p, "turn space l3", "market na")
    assert asked(p) == "red place_car"
    play(p, "place_car recall eu 6")  # too late for this car
    assert (popularity(p), supply(p, "red")["electric"]) == (3, 1)
    p = given(factories={"red": "elon"}, ships={"eu": {6: "red electric"}}, free={"red": 1})
    play(p, "turn space l3", "market recall eu 6", "market na")
    assert asked(p) == "red car_tile"
    play(p, "car_tile electric", "place_car ship 4")
    assert ship(p, "na", 4) == "red electric"


@pytest.mark.rules("AM-164")
def test_the_electric_car_is_of_the_produced_type() -> None:
    p = given(
        factories={"red": "elon"},
        styles={"red": {"family": ["B22"]}},
        ships={"na": {1: "red family", 2: "red family"}},
        money={"red": 2},
        free={"red": 1},
    )
    play(p, "turn space l2", "market eu", "car_tile electric")
    assert (popularity(p), money(p, "red")) == (1 + 2 + 1, 0)
    assert offered(p)[0] == "ship 4"  # no family car tile is needed


@pytest.mark.rules("AM-165")
def test_the_electric_tile_is_chosen_between_market_and_marketing() -> None:
    p = given(factories={"red": "elon"}, free={"red": 3})
    play(p, "turn space l1", "market na")
    assert asked(p) == "red car_tile"
    play(p, "car_tile electric")
    assert asked(p) == "red marketing"
    play(p, "marketing 2")
    assert popularity(p) == 1 + 1 + 2
    play(p, "place_car none")
    assert supply(p, "red")["electric"] == 1
    assert asked(p) == "blue turn"


@pytest.mark.rules("AM-164")
def test_only_who_chooses_the_car_tile_is_shown_the_car_meanwhile() -> None:
    """R-24: to the others a production is one decision."""
    p = given(factories={"red": "elon"})
    play(p, "turn space l2", "market eu")
    assert asked(p) == "red car_tile"
    assert p.view(0)["production"] == {"type": "family", "market": "eu", "car": None, "popularity": None}
    assert [p.view(seat)["production"] for seat in (None, 1, 2, 3)] == [None] * 4


@pytest.mark.rules("AM-165", "AM-82")
def test_the_electric_star_counts_for_the_yacht() -> None:
    p = given(
        factories={"red": "elon"},
        stations={"red": {"d": "B19", "e": "B20", "f": "B21"}},
        managers={"red": ["B01", "B02"]},
        styles={"red": {"super": ["B22", "B24"]}},
        free={"red": 1},
    )
    play(p, "turn space l3", "market na", "car_tile electric", "place_car yacht")
    assert (vp(p, "red"), ship(p, "na", 18)) == (9, "red electric")


@pytest.mark.rules("AM-166")
def test_the_electric_car_is_recalled_sold_and_returned_like_any_other() -> None:
    p = given(2, factories={"red": "elon"}, ships={"na": {6: "red electric"}})
    play(p, "turn recall na 6")
    assert supply(p, "red")["electric"] == 1
    p = given(
        2,
        factories={"red": "elon"},
        phase="sales",
        offices={"red": 1, "blue": 2},
        ships={"na": {6: "red electric"}},
        vp={"blue": 1},
    )
    play(p, "sell sale na_1a", "demand_side left")
    assert (money(p, "red"), supply(p, "red")["electric"]) == (5 + 6, 1)


@pytest.mark.rules("AM-167", "AM-168")
def test_miao_copies_another_players_car_of_the_same_type_only() -> None:
    p = given(
        3,
        factories={"blue": "miao", "red": "elon"},
        phase="sales",
        offices={"red": 4, "blue": 3, "yellow": 1},
        ships={"na": {12: "red electric", 11: "red city", 10: "blue city", 9: "blue city", 8: "blue family", 7: "yellow city"}},
    )
    play(p, "sell sale na_1a", "sell sale na_1b")
    assert offered(p, "copy") == ["copy na_1b"]
    play(p, "sell sale na_1c")  # no copy yet
    assert offered(p, "copy") == ["copy na_1b"]  # not its own car on 1c, not the electric one on 1a
    assert why_not(p, "sell copy na_1c").startswith(
        "AM-168: No other player's car stands on the 4 $ and 1 VP space of North America"
    )
    assert why_not(p, "sell copy na_1a").startswith("AM-168")
    assert why_not(p, "sell copy na_2a").startswith("AM-167: No other player's car stands on the 4 $ space of North America")
    assert why_not(p, "sell copy na_top").startswith("AM-167: The 2 $ space of North America takes any number of cars")
    assert why_not(p, "sell copy eu_1a").startswith("AM-169")
    play(p, "sell keep", "sell keep")
    assert asked(p) == "yellow sell"
    assert why_not(p, "sell copy na_1b").startswith("AM-167: Only Miao's factory may copy.")


@pytest.mark.rules("AM-169")
def test_a_copy_counts_against_the_limit_and_ignores_the_row() -> None:
    p = given(
        2,
        factories={"blue": "miao"},
        phase="sales",
        offices={"red": 3, "blue": 1},
        ships={"eu": {9: "red city", 8: "red city", 7: "blue city", 6: "blue city", 5: "blue city"}},
        vp={"red": 40},
    )
    play(p, "sell sale eu_1a", "sell sale eu_2a")
    assert offered(p) == ["sale eu_top", "copy eu_1a", "copy eu_2a", "keep"]
    play(p, "sell copy eu_2a")
    assert vp(p, "blue") == 4
    play(p, "sell sale eu_top")
    assert asked(p) == "blue demand_side"  # two sales, the third car is not asked for


@pytest.mark.rules("AM-167")
def test_a_copy_is_possible_again_in_the_next_sales_phase() -> None:
    p = given(
        2,
        factories={"blue": "miao"},
        phase="sales",
        offices={"red": 3, "blue": 1},
        ships={"eu": {9: "red city", 7: "blue city"}},
    )
    play(p, "sell sale eu_1a", "sell copy eu_1a")
    assert p.copied
    play(p, "demand_side left")
    assert not p.copied


@pytest.mark.rules("AM-170")
def test_opo_has_six_offices() -> None:
    have = ["A01", "A02", "A03", "A04", "A05"]
    costs = []
    for count in range(6):
        p = given(factories={"red": "opo"}, managers={"red": have[:count]}, grid={13: "A08"}, money={"red": 9})
        play(p, "turn space l4", "place_tile office new")
        costs.append(9 - money(p, "red"))
        assert len(managers(p, "red")) == count + 1
    assert costs == [1, 1, 2, 2, 3, 3]
    p = given(
        factories={"red": "opo"}, managers={"red": [*have, "A07"]}, neutral={"red": 1}, grid={13: "B05"}, money={"red": 9}
    )
    play(p, "turn space l4")
    assert offered(p, "office") == ["office 5"]


@pytest.mark.rules("AM-171")
def test_opo_pays_more_for_styles() -> None:
    on_type: list[list[str]] = [[], ["A24"], ["A24", "A27"]]
    for cost, have in enumerate(on_type, 1):
        p = given(factories={"red": "opo"}, grid={13: "A30"}, styles={"red": {"family": have}}, money={"red": 3})
        play(p, "turn space l4", "place_tile style family")
        assert money(p, "red") == 3 - cost
    assert hand(p, "red") == ["S1"]
