"""Taking and placing tiles: AM-40 to AM-65."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.automania.kit import (
    asked,
    free,
    given,
    managers,
    money,
    offered,
    parts,
    play,
    popularity,
    station,
    styles,
    tiles,
    vp,
    why_not,
)

FULL = {cell: f"A{cell:02}" for cell in range(1, 17)}
LINES = {
    "l1": [1, 2, 3, 4], "l2": [5, 6, 7, 8], "l3": [9, 10, 11, 12], "l4": [13, 14, 15, 16],
    "t1": [1, 5, 9, 13], "t2": [2, 6, 10, 14], "t3": [3, 7, 11, 15], "t4": [4, 8, 12, 16], "c": [1, 6, 11, 16],
}  # fmt: skip


@pytest.mark.rules("AM-40")
def test_each_space_gives_a_tile_of_its_line() -> None:
    for code, cells in LINES.items():
        p = given(grid=FULL)
        play(p, f"turn space {code}")
        assert [int(word) for word in offered(p)] == cells
    p = given(grid=FULL)
    play(p, "turn space l1")
    assert why_not(p, "take_tile 5").startswith("AM-40: The tile in row 2, column 1 is not on the line of the space of row 1")
    p = given(grid=FULL, corner_tiles="any")
    play(p, "turn space c")
    assert len(offered(p)) == 16


@pytest.mark.rules("AM-41")
def test_exactly_one_tile_must_be_taken() -> None:
    p = given(grid={1: "A09", 2: "A12"})
    play(p, "turn space l1")
    assert (asked(p), offered(p)) == ("red take_tile", ["1", "2"])
    play(p, "take_tile 2", "place_tile station a")
    assert (tiles(p.grid), asked(p)) == (["A09"], "red market")


@pytest.mark.rules("AM-42", "AM-43")
def test_an_empty_line_gives_no_tile_and_cells_are_not_refilled() -> None:
    p = given(2, grid={13: "A09", 1: "A10"})
    play(p, "turn space l4", "place_tile discard", "draw_contract deck")
    assert p.grid[12] == -1
    play(p, "turn space l4")
    assert asked(p) == "blue draw_contract"  # no tile, but the action
    p = given(grid={14: "A10", 15: "A11"})
    play(p, "turn space l4")
    assert why_not(p, "take_tile 16").startswith("AM-43: There is no tile left in row 4, column 4")


@pytest.mark.rules("AM-44")
def test_a_tile_is_placed_at_once_or_discarded() -> None:
    p = given(grid={13: "A09"})
    play(p, "turn space l4")
    assert offered(p, "station", "discard") == [*(f"station {code}" for code in "abcdefg"), "discard"]
    assert not offered(p, "keep", "none")
    play(p, "place_tile discard")
    assert (asked(p), tiles(p.grid), station(p, "red", "a")) == ("red draw_contract", [], "")
    assert money(p, "red") == 5


@pytest.mark.rules("AM-45", "AM-46", "AM-56")
def test_a_machine_goes_anywhere_free_and_replaces_for_good() -> None:
    p = given(grid={13: "A09"}, stations={"red": {"d": "B16"}})
    assert parts(p, "red")["tile_medals"] == 2
    play(p, "turn space l4", "place_tile station d")
    assert (station(p, "red", "d"), money(p, "red")) == ("A09", 5)
    assert "tile_medals" not in parts(p, "red")  # the replaced tile's medals are lost
    everywhere = tiles(p.grid) + tiles(p.office_tiles) + tiles(p.pile_a) + tiles(p.pile_b)
    assert "B16" not in everywhere + tiles(p.players[0].stations)  # gone, not moved to another station


@pytest.mark.rules("AM-47")
def test_offices_are_filled_from_the_cheapest() -> None:
    have: list[str] = []
    for code, cost in (("A01", 1), ("A03", 2), ("A05", 3), ("A08", 4)):
        p = given(grid={13: code}, managers={"red": have}, money={"red": 4})
        play(p, "turn space l4", "place_tile office new")
        assert money(p, "red") == 4 - cost
        have = [*have, code]
        assert managers(p, "red") == have
        p = given(grid={13: code}, managers={"red": have[:-1]}, money={"red": cost - 1})
        play(p, "turn space l4")
        assert why_not(p, "place_tile office new").startswith(f"AM-47: That costs {cost} $, you have {cost - 1} $.")
    p = given(grid={13: "A06"}, managers={"red": ["A01", "A03", "A04", "A08"]}, money={"red": 9})
    play(p, "turn space l4")
    assert offered(p, "office", "station", "style", "discard") == ["discard"]
    assert why_not(p, "place_tile office new").startswith("AM-47: All 4 of your offices are taken")
    assert why_not(p, "place_tile office 5").startswith("AM-47: Your factory has no office 5, only 4.")


@pytest.mark.rules("AM-48")
def test_a_manager_is_replaced_by_one_of_its_kind_only_and_free() -> None:
    p = given(grid={13: "B03"}, managers={"red": ["A05", "A03"]}, money={"red": 2})
    play(p, "turn space l4")
    assert offered(p, "office") == ["office 2"]  # the third office would cost 3 $
    assert why_not(p, "place_tile office 1").startswith(
        "AM-48: The sales manager +1 (2 silver medals) cannot replace the general manager"
    )
    assert why_not(p, "place_tile office 3").startswith("AM-47: Office 3 is empty")
    play(p, "place_tile office 2")
    assert (managers(p, "red"), money(p, "red")) == (["A05", "B03"], 2)


@pytest.mark.rules("AM-49", "AM-51", "AM-52")
def test_managers_of_one_kind_add_up() -> None:
    p = given(managers={"red": ["A05", "B05", "A03", "B03"]}, money={"red": 0})
    play(p, "turn sponsor 1")
    assert money(p, "red") == 1 + 1 + 2
    play(p, "turn pass", "office 1")
    assert p.sales_limit(0) == 2 + 1 + 1


@pytest.mark.rules("AM-50")
def test_researchers_serve_every_type() -> None:
    for space, printed in (("l1", 1), ("l2", 1), ("l3", 3)):
        p = given(managers={"red": ["A01", "B01"]}, free={"red": 1})
        play(p, f"turn space {space}", "market na")
        assert popularity(p) == printed + 1 + 2


@pytest.mark.rules("AM-53", "AM-55")
def test_staff_brings_neutral_workers_as_far_as_they_last() -> None:
    p = given(grid={13: "B07"}, free={"red": 1})
    play(p, "turn space l4", "place_tile office new")
    assert (free(p, "red"), p.players[0].neutral, p.neutral_supply) == (2, 2, 8)
    p = given(grid={13: "B07"}, neutral={"blue": 9})
    play(p, "turn space l4", "place_tile office new")
    assert (p.players[0].neutral, p.neutral_supply) == (1, 0)


@pytest.mark.rules("AM-54")
def test_weaker_staff_takes_no_worker_away() -> None:
    p = given(grid={13: "A08"}, managers={"red": ["B07"]}, neutral={"red": 2}, free={"red": 1})
    play(p, "turn space l4", "place_tile office 1")
    assert (managers(p, "red"), free(p, "red")) == (["A08"], 2)


@pytest.mark.rules("AM-57", "AM-58", "AM-59")
def test_a_crossover_serves_two_lines_and_stars_count_without_demand() -> None:
    wanted = {"na": "eco eco handling", "eu": "handling trunk trunk"}
    for space, stars in (("l1", 1 + 1), ("l2", 1 + 1 + 2), ("l3", 3 + 2)):
        p = given(stations={"red": {"b": "B09", "d": "B19"}}, demand=wanted, free={"red": 1})
        play(p, f"turn space {space}", "market na")
        assert popularity(p) == stars


@pytest.mark.rules("AM-59", "AM-98")
def test_the_plain_machine_has_no_feature() -> None:
    p = given(stations={"red": {"a": "B19"}}, hand={"red": ["K03"]}, free={"red": 6})
    for market in ("na", "eu"):
        copy = given(stations={"red": {"a": "B19"}}, hand={"red": ["K03"]}, free={"red": 6})
        play(copy, "turn space l1", f"market {market}", "marketing 5")
        assert asked(copy) == "red place_car"  # popularity 8, but no eco
        assert popularity(copy) == 8
    assert asked(p) == "red turn"


@pytest.mark.rules("AM-60")
def test_three_different_styles_on_a_type_at_most() -> None:
    p = given(grid={13: "A26"}, styles={"red": {"city": ["A24", "A27", "A30"]}}, money={"red": 9})
    play(p, "turn space l4")
    assert offered(p, "style") == ["style city", "style family", "style super"]
    play(p, "place_tile style city")
    assert styles(p, "red", "city") == ["A26", "A27", "A30"]
    p = given(grid={13: "A26"}, styles={"red": {"city": ["A24"]}})
    play(p, "turn space l4", "place_tile style family")
    assert (styles(p, "red", "city"), styles(p, "red", "family")) == (["A24"], ["A26"])


@pytest.mark.rules("AM-61")
def test_styles_get_dearer() -> None:
    on_type: list[list[str]] = [[], ["A24"], ["A24", "A27"]]
    for cost, have in enumerate(on_type):
        p = given(grid={13: "A30"}, styles={"red": {"family": have}}, money={"red": 2})
        play(p, "turn space l4", "place_tile style family")
        assert money(p, "red") == 2 - cost
    p = given(grid={13: "A30"}, styles={"red": {"family": ["A24", "A27"]}}, money={"red": 1})
    play(p, "turn space l4")
    assert why_not(p, "place_tile style family").startswith("AM-61: That costs 2 $, you have 1 $.")


@pytest.mark.rules("AM-62", "AM-46")
def test_a_style_is_replaced_by_its_own_kind_free() -> None:
    p = given(grid={13: "A25"}, styles={"red": {"super": ["B28", "A27"]}}, money={"red": 0})
    play(p, "turn space l4")
    assert offered(p, "style") == ["style city", "style family", "style super"]
    play(p, "place_tile style super")
    assert (styles(p, "red", "super"), money(p, "red")) == (["A25", "A27"], 0)
    assert "tile_medals" not in parts(p, "red")


@pytest.mark.rules("AM-63")
def test_styles_count_for_their_type_only() -> None:
    for space, stars in (("l1", 1), ("l2", 1 + 2), ("l3", 3)):
        p = given(styles={"red": {"family": ["B22"]}}, free={"red": 1})
        play(p, f"turn space {space}", "market na")
        assert popularity(p) == stars


@pytest.mark.rules("AM-64", "AM-155")
def test_bonus_tiles_pay_at_once_and_are_gone() -> None:
    for code, cash, points in (("A33", 4, 0), ("B31", 5, 0), ("A35", 0, 3), ("B34", 0, 4)):
        p = given(grid={13: code})
        play(p, "turn space l4")
        assert (money(p, "red"), vp(p, "red")) == (5 + cash, points)
        assert (asked(p), tiles(p.grid)) == ("red draw_contract", [])


@pytest.mark.rules("AM-65", "AM-151")
def test_medals_on_tiles_score_at_the_end_if_they_are_still_there() -> None:
    position: dict[str, Any] = {
        "stations": {"red": {"a": "B14"}},
        "managers": {"red": ["B03"]},
        "styles": {"red": {"city": ["B28"]}},
    }
    p = given(grid={13: "B09"}, **position)
    assert (vp(p, "red"), parts(p, "red")["tile_medals"]) == (0, 6)
    play(p, "turn space l4", "place_tile station a")
    assert parts(p, "red")["tile_medals"] == 4
    p = given(round=4, phase="after sales", offices={"red": 1, "blue": 2, "yellow": 3, "green": 4}, **position)
    assert vp(p, "red") == 6 + 10


@pytest.mark.rules("AM-47", "AM-56", "AM-60")
def test_each_sort_of_tile_has_its_place() -> None:
    for code, allowed, rule in (("A09", "station", "AM-56"), ("A01", "office", "AM-47"), ("A24", "style", "AM-60")):
        p = given(grid={13: code})
        play(p, "turn space l4")
        for place in ("station a", "office new", "office 1", "style city"):
            if not place.startswith(allowed):
                assert why_not(p, f"place_tile {place}").startswith(rule)
