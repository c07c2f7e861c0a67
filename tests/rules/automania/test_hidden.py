"""Hidden information, undo, saves: what others may know, what may be taken back, what a damaged save is told."""

from __future__ import annotations

from typing import Any

import pytest

from officina import Record, Rng, SaveError, UndoError
from officina.games.automania.game import mine
from officina.games.automania.hidden import deal_unseen, possible_fits, redraw_money
from officina.games.automania.state import Automania
from tests.rules.automania.kit import CARDS, GAME, asked, given, hand, offered, play

# --- what others may know


@pytest.mark.rules("AM-100")
def test_hands_are_seen_by_their_owner_only() -> None:
    p = given(hand={"red": ["K01", "K02"]}, played={"red": ["K03"]})
    assert [card["code"] for card in p.view(0)["hand"]] == ["K01", "K02", "S1"]
    for other in (None, 1):
        table = p.view(other)
        assert "K01" not in str(table)
        assert (table["seats"][0]["hand_size"], table["seats"][0]["played"][0]["code"]) == (3, "K03")


def take(record: Record) -> None:
    """The seat that must decide takes its first option."""
    seat = record.position.to_act[0]
    record.apply(seat, record.position.options(seat)[0])


@pytest.mark.rules("AM-95")
def test_a_card_from_the_deck_is_whispered_to_its_owner() -> None:
    p = given(deck=["K26", "K25"], display=["K01", "K02", "K03"])
    p.events = []
    play(p, "turn space l4", "draw_contract deck")
    told = p.events or []
    seen = [GAME.event_kinds[event.code].name for event in told if event.seen_by(1)]
    assert "card_drawn" in seen
    assert "card_seen" not in seen
    assert [event.args for event in told if not event.seen_by(1)] == [(CARDS["K26"],)]
    p = given(display=["K01", "K02", "K03"])
    p.events = []
    play(p, "turn space l4", "draw_contract display k02")
    public = [(GAME.event_kinds[event.code].name, event.args) for event in p.events or [] if event.seen_by(None)]
    assert ("card_taken", (CARDS["K02"],)) in public


@pytest.mark.rules("AM-98", "AM-97")
def test_a_production_is_one_decision_to_the_others() -> None:
    """R-24: whether a contract could have been played stays secret."""
    p = given(hand={"red": ["S2"]}, stations={"red": {"a": "A09"}}, demand={"na": "eco eco speed"}, free={"red": 2})
    play(p, "turn space c")
    seen = []
    for choice in ("car_type city", "market na", "marketing 0", "play_contract none"):
        seen.append((p.view(1)["deciding"], p.view(0)["deciding"]))
        play(p, choice)
    seen.append((p.view(1)["deciding"], p.view(0)["deciding"]))
    assert seen == [("produce", kind) for kind in ("car_type", "market", "marketing", "play_contract", "place_car")]


@pytest.mark.rules("AM-97")
def test_an_observer_cannot_tell_the_contract_question_from_the_ship_question() -> None:
    p = given(hand={"red": ["S2"]}, stations={"red": {"a": "A09"}}, demand={"na": "eco eco speed"}, free={"red": 1})
    play(p, "turn space l1", "market na")
    assert asked(p) == "red play_contract"
    rng = Rng(3)
    kinds = set()
    for _ in range(40):
        world = mine(p.determinize(1, rng))
        kinds.add(asked(world))
        assert world.view(1) == p.view(1)
    assert kinds == {"red play_contract", "red place_car"}


@pytest.mark.rules("AM-97", "AM-80")
def test_where_only_a_contract_can_be_asked_about_the_observer_knows_that_one_fits() -> None:
    p = given(
        hand={"red": ["S2"]},
        stations={"red": {"a": "A09"}},
        demand={"na": "speed eco eco"},
        free={"red": 3},
        ships={"na": {1: "blue city", 2: "blue city", 3: "green city", 4: "green city"}},
    )
    play(p, "turn space l1", "market na", "marketing 1")  # popularity 4, spaces 1 to 4 are taken
    assert asked(p) == "red play_contract"
    rng = Rng(3)
    for _ in range(40):
        world = mine(p.determinize(1, rng))
        assert asked(world) == "red play_contract"
        assert world.view(1) == p.view(1)


@pytest.mark.rules("AM-16", "AM-95")
def test_what_a_seat_cannot_know_is_redrawn() -> None:
    p = given(2, hand={"blue": ["K05", "K06"]}, money={"blue": 7})
    play(p, "turn space l4", "draw_contract display k01")
    rng = Rng(8)
    hands, amounts, decks = set(), set(), set()
    for _ in range(60):
        world = mine(p.determinize(0, rng))
        assert hand(world, "red") == hand(p, "red")
        assert world.players[0].money == p.players[0].money
        assert GAME.check(world) is None
        hands.add(tuple(hand(world, "blue")))
        amounts.add(world.players[1].money)
        decks.add(world.deck)
        assert len([code for code in hand(world, "blue") if code[0] == "S"]) == 1
    assert len(hands) > 20
    assert len(amounts) > 5
    assert len(decks) > 50
    open_cards = {tuple(hand(mine(p.determinize(1, rng)), "red")) for _ in range(30)}
    assert all("K01" in codes for codes in open_cards)  # everybody saw it being taken
    assert len(open_cards) > 1  # but not which start contract


@pytest.mark.rules("AM-11", "AM-16")
def test_money_is_known_until_something_is_spent() -> None:
    p = GAME.start(3, seed=4)
    rng = Rng(1)
    for _ in range(10):
        world = mine(p.determinize(0, rng))
        assert [player.money for player in world.players] == [player.money for player in mine(p).players]


# --- undo


@pytest.mark.rules("AM-22")
def test_ones_own_turn_may_be_taken_back_until_something_is_shown() -> None:
    record = Record.start(GAME, 2, 5)
    seat = record.position.to_act[0]
    before = record.position.to_json()
    record.apply_text(seat, "turn sponsor 2")
    record.undo(seat)
    assert record.position.to_json() == before
    record.apply_text(seat, "turn space l4")
    record.undo(seat)
    record.apply_text(seat, "turn space l4")
    while asked(mine(record.position)).split()[1] != "draw_contract":
        take(record)
        record.undo(seat)
        take(record)
    record.apply_text(seat, "draw_contract deck")
    with pytest.raises(UndoError):
        record.undo(seat)


@pytest.mark.rules("AM-95")
def test_a_card_of_the_display_shows_the_next_one_unless_the_deck_is_empty() -> None:
    barriers = []
    for deck in (["K09"], []):
        p = given(display=["K01", "K02"], deck=deck, free={"red": 1})
        p.events = []
        play(p, "turn space l4", "draw_contract display k01")
        barriers.append(any(GAME.event_kinds[event.code].barrier for event in p.events or []))
    assert barriers == [True, False]


# --- damaged saves


def edited(change: Any) -> str:
    """What the loader says about a save that was changed by hand."""
    p = given(
        managers={"red": ["A01"]},
        stations={"red": {"a": "A09"}},
        styles={"red": {"city": ["A24"]}},
        spaces={"l1": ("blue", 2)},
        ships={"na": {3: "red city"}},
        grid={1: "B09"},
    )
    data = p.to_json()
    del data["digest"]
    change(data["state"], data["state"]["players"])
    with pytest.raises(SaveError) as error:
        GAME.from_json(data)
    return str(error.value)


@pytest.mark.rules("AM-08", "AM-04", "AM-37")
def test_components_are_conserved_in_saves() -> None:
    def tile_twice(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        state["grid"]["2"] = state["grid"]["1"]

    def tile_misplaced(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[0]["stations"]["b"], players[0]["managers"][0] = players[0]["managers"][0], None

    def style_misplaced(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[0]["styles"] = {"city exhaust": players[0]["styles"]["city spoiler"]}

    def card_lost(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        state["deck"].pop()

    def two_starts(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[0]["hand"] += players[1]["hand"]
        players[1]["hand"] = []

    def car_lost(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        del state["ships"]["na 3"]

    def foreign_car(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        state["sold"] = ["na_top red electric"]

    def worker_found(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[2]["workers"] += 1

    def neutral_lost(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        state["neutral_supply"] -= 1

    def nobodys_workers(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        del state["space_owner"]["l1"]

    def money_found(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[3]["money"] = players[3]["income"] + 1

    def pile_short(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        state["pile_b"].pop()

    def demand_changed(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        state["demand"]["na 1"] = "eco" if state["demand"]["na 1"] != "eco" else "speed"

    def same_office(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        for player in players[:2]:
            player["passed"], player["office"] = True, 3

    def not_passed(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[1]["office"] = 3

    def wrong_order(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        state["order"] = ["red", "red", "blue", "yellow"]

    def other_board(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[0]["factory"] = "elon"

    def copied(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        state["copied"] = True

    def offices_cut(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[1]["managers"].pop()

    def sold_nothing(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[1]["sold"] = 1

    def crowded(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        state["sold"] = ["na_1a red city", "na_1a red city"]
        players[0]["cars"]["city"] -= 2
        players[0]["sold"] = 2

    def open_hand(state: dict[str, Any], players: list[dict[str, Any]]) -> None:
        players[0]["open_hand"] = ["k06"]

    expected = {
        tile_twice: "speed machine (1 star) is there twice",
        tile_misplaced: "Red has the researcher (1 star) in a place where it cannot be",
        style_misplaced: "Red has the spoiler style",
        card_lost: "any car contract (8 silver medals) is there 0 times",
        two_starts: "Red does not have exactly one start contract",
        car_lost: "Red has 2 tiles of the city car instead of 3",
        foreign_car: "Red has 1 tiles of the electric car instead of 0",
        worker_found: "Yellow has 7 workers instead of 6",
        neutral_lost: "9 neutral workers instead of 10",
        nobodys_workers: "the workers on space L1 belong to nobody",
        money_found: "Green has",
        pile_short: "pile B holds 17 tiles instead of 18",
        demand_changed: "demand tiles with",
        same_office: "two discs are on the same sales office",
        not_passed: "Blue is in sales office 3 without having passed",
        wrong_order: "the turn order does not name each of the 4 players once",
        other_board: "the factory boards are not those of this game",
        copied: "nobody plays Miao",
        offices_cut: "Blue has 3 offices",
        sold_nothing: "Blue cannot have sold 1 cars",
        crowded: "two cars stand on one sale space",
        open_hand: "the contracts of Red contradict each other",
    }
    for change, sentence in expected.items():
        assert sentence in edited(change), change.__name__


def test_a_car_of_an_absent_seat() -> None:
    data = given(2).to_json()
    del data["digest"]
    data["state"]["ships"]["na 1"] = "green city"
    with pytest.raises(SaveError, match="a seat that does not play"):
        GAME.from_json(data)


def test_a_save_of_another_shape() -> None:
    data = given(2).to_json()
    del data["digest"]
    data["state"]["round"] = 9
    with pytest.raises(SaveError, match="round"):
        GAME.from_json(data)


def test_a_position_in_the_middle_of_a_sale_is_saved_and_continued() -> None:
    p = given(2, phase="sales", offices={"red": 1, "blue": 2}, ships={"na": {5: "red city", 4: "blue city"}})
    play(p, "sell sale na_1a")
    twin = GAME.from_json(p.to_json())
    assert isinstance(twin, Automania)
    assert offered(twin) == offered(p)
    play(twin, "sell sale na_2a")
    play(p, "sell sale na_2a")
    assert twin.to_json() == p.to_json()


# --- what is drawn anew


@pytest.mark.rules("AM-98")
def test_a_card_that_must_fit_is_any_that_may() -> None:
    """Where the others know that a card fits, any one that they have not seen and that fits is dealt."""
    p = given(hand={"red": ["S2", "K01"]}, stations={"red": {"a": "A09"}}, demand={"na": "eco eco speed"}, free={"red": 5})
    play(p, "turn space c", "car_type city", "market na", "marketing 4")
    type_, _, _, stars = p.stack[-1].args
    possible = possible_fits(p, 1, 0, type_, stars)
    assert CARDS["S2"] in possible
    for wanted in possible:
        world = mine(p.clone())
        deal_unseen(world, 1, Rng(wanted), 0, wanted)
        assert world.players[0].hand >> wanted & 1
        assert [player.hand.bit_count() for player in world.players] == [player.hand.bit_count() for player in p.players]
        assert world.players[1].hand == p.players[1].hand
        assert GAME.check(world) is None


def test_money_is_drawn_without_a_look_at_it() -> None:
    p = given(money={"red": 5})
    p.players[0].income = 30
    drawn = []
    for true in (0, 3, 29):
        p.players[0].money = true
        found = []
        for seed in range(200):
            world = mine(p.clone())
            redraw_money(world, 0, Rng(seed))
            found.append(world.players[0].money)
        drawn.append(found)
    assert drawn[0] == drawn[1] == drawn[2]
    assert len(set(drawn[0])) > 10
