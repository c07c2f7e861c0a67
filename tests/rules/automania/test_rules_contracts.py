"""Contracts, sponsor and marketing: AM-95 to AM-108."""

from __future__ import annotations

import re

import pytest

from tests.rules.automania.kit import (
    CARDS,
    asked,
    cards,
    free,
    given,
    hand,
    money,
    offered,
    parts,
    play,
    played,
    ship,
    vp,
    why_not,
)


@pytest.mark.rules("AM-95")
def test_a_card_of_the_display_is_replaced_at_once() -> None:
    p = given(display=["K05", "K01", "K09"])
    top, following = p.deck[0], p.deck[1]
    play(p, "turn space l4")
    assert offered(p, "display", "deck") == ["display k01", "display k05", "display k09", "deck"]
    assert why_not(p, "draw_contract display k02").startswith(
        "AM-95: The city car contract (4 silver medals) is not on the display."
    )
    play(p, "draw_contract display k01")
    assert hand(p, "red") == ["K01", "S1"]
    assert p.display == (CARDS["K05"], top, CARDS["K09"])
    assert p.deck[0] == following


@pytest.mark.rules("AM-95")
def test_the_top_card_of_the_deck_is_drawn_unseen() -> None:
    p = given(display=["K05", "K01", "K09"], deck=["K26", "K25"])
    play(p, "turn space l4", "draw_contract deck")
    assert hand(p, "red") == ["K26", "S1"]
    assert (p.display, cards(1 << p.deck[0])) == (tuple(CARDS[code] for code in ("K05", "K01", "K09")), ["K25"])


@pytest.mark.rules("AM-96")
def test_the_display_is_not_refilled_from_an_empty_deck() -> None:
    p = given(display=["K05", "K01"], deck=[], free={"red": 1})
    play(p, "turn space l4")
    assert offered(p) == ["display k01", "display k05"]
    assert why_not(p, "draw_contract deck").startswith("AM-96: The deck is empty.")
    play(p, "draw_contract display k05")
    assert p.display == (CARDS["K01"],)


@pytest.mark.rules("AM-97")
def test_at_most_one_contract_a_car_and_at_no_other_time() -> None:
    position = {"red": ["K25", "K19", "K20"]}
    p = given(
        hand=position,
        stations={"red": {"e": "B19", "f": "B20", "g": "B21"}},
        styles={"red": {"super": ["B22", "B24"]}},
        free={"red": 2},
        offices={"blue": 1, "yellow": 2, "green": 3},
    )
    assert not [word for word in offered(p) if word.startswith("k")]
    play(p, "turn space l3", "market na", "marketing 0")
    assert offered(p) == ["k19", "k20", "k25", "none"]
    assert why_not(p, "play_contract k01").startswith("AM-97: You do not hold the city car contract (4 silver medals).")
    play(p, "play_contract none")
    assert (asked(p), played(p, "red")) == ("red place_car", [])
    play(p, "place_car ship 5", "turn space l4")
    assert asked(p) == "red draw_contract"


@pytest.mark.rules("AM-98")
def test_each_requirement_of_a_contract() -> None:
    """A start contract that fits makes sure that the question is asked."""
    lacking: list[tuple[str, str, dict[str, str], dict[str, list[str]], str, int, str]] = [
        ("K07", "S3", {"c": "A21"}, {}, "l2", 4, "popularity 7, this car has 5."),
        ("K07", "S4", {"a": "A21", "c": "A18", "d": "B19"}, {}, "l2", 5, "trunk on the line"),
        ("K07", "S1", {"b": "A21", "a": "B10"}, {}, "l1", 5, "a family car, you have produced a city car."),
        ("K12", "S3", {"c": "B13", "d": "B19", "b": "B20"}, {"city": ["A24"]}, "l2", 5, "spoiler on this type"),
        ("K22", "S3", {"c": "A21", "d": "B19"}, {"family": ["B22"]}, "l2", 5, "2 styles on this type of car, it has 1."),
        ("K23", "S3", {"c": "A21", "b": "A12", "d": "B19"}, {"family": ["B22"]}, "l2", 5, "safety on the line"),
    ]  # fmt: skip
    for code, start, machines, styles, space, marketing, sentence in lacking:
        p = given(
            hand={"red": [code, start]},
            stations={"red": machines},
            styles={"red": styles},
            demand={"na": "speed speed handling"},
            free={"red": 6},
        )
        play(p, f"turn space {space}", "market na", f"marketing {marketing}")
        assert offered(p) == [start.lower(), "none"]
        assert re.match(f"AM-98: The .* contract .* asks for {sentence}", why_not(p, f"play_contract {code.lower()}"))


@pytest.mark.rules("AM-98")
def test_contracts_that_are_met_exactly() -> None:
    """The feature need not be in demand (R-15)."""
    met = [
        ("K07", {"c": "A21", "d": "B19"}, {}, "l2", 4),
        ("K12", {"c": "B19", "d": "B20"}, {"family": ["A24"]}, "l2", 4),
        ("K22", {"c": "B19"}, {"family": ["B22", "A27"]}, "l2", 4),
        ("K23", {"a": "A12", "b": "A18", "d": "B19"}, {"city": ["B22", "B24", "A30"]}, "l1", 3),
        ("K26", {"d": "B19", "e": "B20", "f": "B21"}, {"super": ["B22"]}, "l3", 4),
    ]
    for code, machines, styles, space, marketing in met:
        for workers, fits in ((marketing, True), (marketing - 1, False)):
            p = given(
                hand={"red": [code, "S2"]},
                stations={"red": machines},
                styles={"red": styles},
                demand={"na": "speed speed handling"},
                free={"red": 6},
            )
            play(p, f"turn space {space}", "market na", f"marketing {workers}")
            assert (asked(p) == "red play_contract" and code.lower() in offered(p)) == fits, (code, workers)


@pytest.mark.rules("AM-99")
def test_a_contract_counts_even_if_the_car_is_not_shipped() -> None:
    p = given(hand={"red": ["S1"]}, stations={"red": {"a": "A12"}}, demand={"na": "speed speed eco"}, free={"red": 1})
    play(p, "turn space l1", "market na", "play_contract s1", "place_car none")
    assert played(p, "red") == ["S1"]
    assert not [space for space in range(1, 18) if ship(p, "na", space)]


@pytest.mark.rules("AM-100", "AM-151")
def test_played_contracts_score_their_medals_at_the_end_and_the_hand_nothing() -> None:
    p = given(
        round=4,
        phase="after sales",
        hand={"red": ["K26", "K25"]},
        played={"red": ["K01", "K18"]},
        offices={"red": 1, "blue": 2, "yellow": 3, "green": 4},
    )
    assert parts(p, "red") == {"contracts": 4 + 8, "money": 10}
    assert [card["code"] for card in p.view(None)["seats"][0]["played"]] == ["K01", "K18"]


@pytest.mark.rules("AM-101")
def test_no_hand_limit() -> None:
    many = [f"K{number:02}" for number in range(1, 16)]
    p = given(hand={"red": many}, display=["K20", "K21", "K22"])
    play(p, "turn space l4", "draw_contract display k20")
    assert len(hand(p, "red")) == 17


@pytest.mark.rules("AM-105")
def test_nobody_is_displaced_from_sponsor_and_marketing() -> None:
    p = given(2, free={"red": 3, "blue": 3})
    play(p, "turn sponsor 2", "turn space l4", "draw_contract deck")
    play(p, "turn sponsor 2", "turn sponsor 1")
    assert [player.sponsor for player in p.players] == [2, 3]
    assert free(p, "red") == 0


@pytest.mark.rules("AM-106")
def test_sponsor_pays_one_for_each_worker() -> None:
    p = given(money={"red": 0}, free={"red": 4})
    assert why_not(p, "turn sponsor 5").startswith("AM-106: That needs 5 free workers, you have 4.")
    play(p, "turn sponsor 3")
    assert (money(p, "red"), free(p, "red")) == (3, 1)


@pytest.mark.rules("AM-107")
def test_sponsor_is_offered_at_four_questions() -> None:
    p = given(grid={13: "A01", 14: "A09"}, free={"red": 5}, money={"red": 0})
    play(p, "turn sponsor 1", "turn space l4")
    assert (asked(p), offered(p, "sponsor")) == ("red take_tile", [])
    play(p, "take_tile 13", "place_tile sponsor 1", "place_tile office new", "draw_contract sponsor 1", "draw_contract deck")
    assert money(p, "red") == 3 - 1
    p = given(free={"red": 2}, money={"red": 1})
    play(p, "turn space l1", "market sponsor 1", "market na")
    assert (money(p, "red"), asked(p)) == (1, "red place_car")
    assert not offered(p, "sponsor")


@pytest.mark.rules("AM-108")
def test_the_bonus_is_paid_once_a_turn_but_a_new_manager_pays_the_difference() -> None:
    p = given(managers={"red": ["A05"]}, grid={13: "B05"}, money={"red": 1}, free={"red": 5})
    play(p, "turn sponsor 1")
    assert money(p, "red") == 1 + 2
    play(p, "turn space l4", "place_tile office new", "draw_contract sponsor 1")
    assert money(p, "red") == 3 - 2 + 1 + 2
    play(p, "draw_contract sponsor 1")
    assert money(p, "red") == 4 + 1
    play(p, "draw_contract deck")
    assert vp(p, "red") == 0


@pytest.mark.rules("AM-108", "AM-113")
def test_the_pass_belongs_to_the_turn() -> None:
    p = given(managers={"red": ["A05"]}, money={"red": 0}, free={"red": 3})
    play(p, "turn sponsor 1", "turn pass")
    assert money(p, "red") == 2 + 2
