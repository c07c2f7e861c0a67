"""Passing and sales offices: AM-112 to AM-120."""

from __future__ import annotations

import pytest

from tests.rules.automania.kit import (
    CARDS,
    asked,
    free,
    given,
    hand,
    managers,
    money,
    offered,
    order,
    play,
    tiles,
    vp,
    why_not,
)


@pytest.mark.rules("AM-112", "AM-113")
def test_who_passes_is_out_and_all_free_workers_go_to_sponsor() -> None:
    p = given(2, free={"red": 4}, neutral={"red": 1}, money={"red": 2})
    play(p, "turn pass")
    assert (money(p, "red"), free(p, "red")) == (2 + 5, 0)
    assert (p.players[0].sponsor, p.players[0].sponsor_neutral) == (4, 1)
    play(p, "office 1", "turn space l4", "draw_contract deck")
    assert asked(p) == "blue turn"
    p = given(free={"red": 0}, managers={"red": ["A05"]}, money={"red": 2})
    play(p, "turn pass")
    assert money(p, "red") == 2  # no worker, no bonus


@pytest.mark.rules("AM-114")
def test_an_office_takes_one_disc() -> None:
    p = given(offices={"blue": 2, "yellow": 4})
    play(p, "turn pass")
    assert offered(p) == ["1", "3"]
    assert why_not(p, "office 4").startswith("AM-114: Sales office 4 is taken by Yellow.")


@pytest.mark.rules("AM-115")
def test_the_office_fixes_the_limit_and_the_next_turn_order() -> None:
    for office, limit in ((1, 2), (2, 2), (3, 3), (4, 0)):
        p = given(2)
        play(p, "turn pass", f"office {office}")
        assert p.players[0].office == office - 1
        assert p.sales_limit(0) == limit  # 0: no limit
    p = given(2, vp={"red": 0, "blue": 1})
    play(p, "turn pass", "office 4", "turn pass", "office 1", "demand_side left")
    assert order(p) == ["blue", "red"]


@pytest.mark.rules("AM-116")
def test_office_2_offers_two_tiles_paid_from_cash() -> None:
    p = given(office_tiles=("A01", "B05"), money={"red": 0}, free={"red": 1}, managers={"red": ["A03"]})
    play(p, "turn pass", "office 2")
    assert (asked(p), offered(p)) == ("red office_tile", ["1", "2", "none"])
    play(p, "office_tile 2")  # the office would cost 2 $, there is 1 $: discarded by force
    assert (asked(p), managers(p, "red"), money(p, "red")) == ("blue turn", ["A03"], 1)
    assert tiles(p.office_tiles) == ["A01"]
    p = given(office_tiles=("A33", "B34"))
    play(p, "turn pass", "office 2", "office_tile 1")
    assert money(p, "red") == 5 + 6 + 4
    p = given(office_tiles=("A33", "B34"))
    play(p, "turn pass", "office 2", "office_tile none")
    assert (asked(p), len(tiles(p.office_tiles))) == ("blue turn", 2)


@pytest.mark.rules("AM-116", "AM-113")
def test_at_office_2_no_worker_is_left_for_sponsor() -> None:
    p = given(office_tiles=("A09", "B34"), neutral={"red": 1})
    play(p, "turn pass", "office 2", "office_tile 1")
    assert not offered(p, "sponsor")
    assert why_not(p, "place_tile sponsor 1").startswith("AM-113: You have passed")


@pytest.mark.rules("AM-117")
def test_staff_from_office_2_cannot_be_used_this_round() -> None:
    p = given(2, office_tiles=("B07", "A09"), money={"red": 1}, free={"red": 0})
    play(p, "turn pass", "office 2", "office_tile 1", "place_tile office new")
    assert (free(p, "red"), money(p, "red")) == (2, 0)
    assert asked(p) == "blue turn"
    play(p, "turn space l4", "draw_contract deck")
    assert asked(p) == "blue turn"


@pytest.mark.rules("AM-118")
def test_office_3_gives_a_card_of_the_display() -> None:
    p = given(display=["K03", "K01", "K02"])
    top = p.deck[0]
    play(p, "turn pass", "office 3")
    assert (asked(p), offered(p)) == ("red office_contract", ["k01", "k02", "k03"])
    assert why_not(p, "office_contract k09").startswith("AM-118")
    play(p, "office_contract k01")
    assert hand(p, "red") == ["K01", "S1"]
    assert p.display == (CARDS["K03"], top, CARDS["K02"])
    p = given(display=[], deck=["K01"])
    play(p, "turn pass", "office 3")
    assert (vp(p, "red"), asked(p), hand(p, "red")) == (1, "blue turn", ["S1"])


@pytest.mark.rules("AM-119")
def test_all_four_offices_are_open_to_two_and_three_players() -> None:
    for players in (2, 3):
        p = given(players)
        play(p, "turn pass")
        assert offered(p) == ["1", "2", "3", "4"]


@pytest.mark.rules("AM-120")
def test_a_sales_manager_of_office_2_counts_at_once() -> None:
    p = given(
        2,
        office_tiles=("A03", "A04"),
        ships={"na": {5: "red city", 4: "red city", 3: "red city", 2: "red family"}},
        vp={"red": 9},
    )
    play(p, "turn pass", "office 2", "office_tile 1", "place_tile office new", "turn pass", "office 1")
    play(p, "sell sale na_1a", "sell sale na_2a", "sell sale na_top")
    assert asked(p) == "blue demand_side"  # the fourth car is beyond 2 + 1
