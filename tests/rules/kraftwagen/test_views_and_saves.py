"""What a seat sees, what a search may not know, what a save must add up to."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from officina import IllegalChoice, Rng, SaveError, render
from officina.games.kraftwagen.game import mine
from tests.rules.kraftwagen.kit import GAME, act, car, choose, given, new_game


def mid_game(players: int = 4, seed: int = 9, decisions: int = 150) -> Any:
    """A position in the middle of a random game."""
    p = new_game(players, seed)
    rng = Rng(seed)
    for _ in range(decisions):
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
    return p


def test_money_is_hidden_from_others_until_the_end() -> None:
    p = given("RBG", R={"sales": 20}, B={"sales": 30}, awards={"gp1": "R"})
    assert p.view(0)["scores"] == [23, None, None]
    assert [entry["money"] for entry in p.view(0)["seats"]] == [20, None, None]
    assert next(entry["breakdown"] for entry in p.view(1)["seats"]) is None
    assert p.view(None)["scores"] == [None, None, None]
    assert p.scores() == [23, 30, 0], "the engine itself always knows"
    p.round = 3
    p.pawn = 0
    choose(p, "pick_tile a5")
    assert p.over
    assert p.view(1)["scores"][:2] == [23 + 7, 30]
    assert p.view(None)["seats"][1]["money"] == 30


def test_nobody_sees_the_order_of_the_deck() -> None:
    p = mid_game()
    other = mine(p.determinize(0, Rng(3)))
    assert other.deck != p.deck
    assert sorted(other.deck) == sorted(p.deck)
    assert json.dumps(other.view(0)) == json.dumps(p.view(0))
    again = mine(other.determinize(0, Rng(3)))
    assert again.deck == other.deck, "what is drawn does not depend on the true order"


def test_the_view_tells_what_each_buyer_would_buy_now() -> None:
    p = given("RBG", buyers="price+4 body", cars=[car("R", 1, 1, 1, 5), car("B", 3, 1, 1, 8)])
    assert p.view(2)["buyers"] == [
        {"preference": "price", "daimler": 4, "would_buy": 5, "would_pay": 14},
        {"preference": "body", "daimler": 0, "would_buy": 8, "would_pay": 8},
    ]


def test_a_refusal_names_rule_and_numbers() -> None:
    p = given("RB", R={"bodies": [1], "engines": [1], "canteen": 2}, at="PhaseTwo")
    choose(p, "market_step place_car", "car_price 5")
    with pytest.raises(IllegalChoice) as refusal:
        choose(p, "car_workers 3")
    assert str(refusal.value) == "Needs 3 workers, you have 2. (KW-83)"
    assert render(refusal.value.reason, "it") == "Servono 3 lavoratori, ne hai 2. (KW-83)"


def test_the_log_tells_the_story_in_both_languages() -> None:
    p = given("RBG", round=2, buyers="brand", cars=[car("B", 2, 3, 3, 11)], pawn=0, at="EndTurn")
    lines = [render(GAME.event_text(event), "en") for event in p.events or []]
    assert "Blue sells the car at 11 to the Brand buyer (slot 1), who pays 11." in lines
    lines = [render(GAME.event_text(event), "it") for event in p.events or []]
    assert "Blu vende l'auto da 11 al compratore Marca (spazio 1), che paga 11." in lines


def test_a_save_in_the_middle_of_a_card_plays_on() -> None:
    p = new_game(3, 2)
    rng = Rng(2)
    while not (p.to_act and p.stack[-1].args and p.kind(p.to_act[0]) == GAME.vocabulary.numbers["car_price"]):
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
    twin = GAME.from_json(json.dumps(p.to_json()))
    assert twin.options(p.to_act[0]) == p.options(p.to_act[0])
    for _ in range(30):
        option = rng.pick(p.options(p.to_act[0]))
        p.apply(p.to_act[0], option)
        twin.apply(twin.to_act[0], option)
    assert twin.to_json() == p.to_json()


def test_a_save_names_its_things() -> None:
    p = given(
        "RBG", chain="B a5 R", buyers="price+4", awards={"gp1": "G"}, R={"engineers": "diesel porsche", "active": "dev_bb"}
    )
    state = p.to_json()["state"]
    assert state["chain"][:3] == ["worker blue", "a5", "worker red"]
    assert (state["phase"], state["buyers"], state["awards"]) == ("actions", ["price"], {"gp1": 2})
    red = state["players"][0]
    assert (red["engineers"], red["markers"]) == (["eng_porsche", "eng_diesel"], ["diesel_1", "diesel_2"])
    assert (red["developments"], red["start_tile"]) == (["dev_bb"], GAME.parts.start_tiles[0].code)
    act(p, "R", "gp buyer")
    assert p.to_json()["stack"][-1] == ["PickAction", 0, {"actions": ["gp", "buyer"]}]


Spoil = Callable[[dict[str, Any]], Any]

DAMAGES: list[tuple[str, Spoil]] = [
    ("players instead of", lambda s: s["players"].pop()),
    ("has 15 workers instead of 14", lambda s: s["players"][0].update(supply=s["players"][0]["supply"] + 1)),
    ("cards", lambda s: s["deck"].append("dev_bb")),
    ("expected, not 'dev_xx'", lambda s: s["deck"].append("dev_xx")),
    ("cannot be in the middle", lambda s: s.update(resolving="dev_bb")),
    ("developments is none", lambda s: s["players"][0]["developments"].append("inst_gp")),
    ("face-up cards", lambda s: s["deck"].append(s["face_up"].pop())),
    ("the chain", lambda s: s["chain"].pop()),
    ("start tile", lambda s: s["players"][0].update(start_tile=s["players"][1]["start_tile"])),
    ("no round 4", lambda s: s.update(round=4)),
    ("price markers", lambda s: s["price_row"].pop()),
    ("more than 2", lambda s: (s.update(buyers=["body", "body", "body"]), s.update(daimler=[0, 0, 0]))),
    ("active buyers", lambda s: s.update(daimler=[0, 0, 0, 0, 0])),
    ("Daimler markers", lambda s: (s.update(buyers=["body", "engine"]), s.update(daimler=[3, 0]))),
    ("spaces from zero", lambda s: s.update(pawn=9)),
    ("cannot be on space 11", lambda s: s["players"][0].update(space=11)),
    ("two cars on track space 5", lambda s: (s["players"][0].update(space=5), s["players"][1].update(space=5))),
    ("10 awards", lambda s: s["awards"].update(gp1=4)),
    ("entries by name", lambda s: s["awards"].update(gp3=0)),
    ("parts in 3 workshops", lambda s: s["players"][0].update(bodies=[1, 1], engines=[1, 1])),
    ("a value above 7", lambda s: s["players"][0].update(race_engine=8)),
    ("marker without the engineer", lambda s: s["players"][0].update(markers=["daimler_2"], engineers=[])),
    ("a whole number from 0 to 1000 expected, not -1", lambda s: s["players"][0].update(canteen=-1)),
    ("no field 'nitro'", lambda s: s.update(nitro=True)),
]


@pytest.mark.parametrize(("said", "spoil"), DAMAGES, ids=[said.replace(" ", "_") for said, _ in DAMAGES])
def test_a_damaged_save_is_refused_and_says_why(said: str, spoil: Spoil) -> None:
    p = new_game(4, 3)
    while p.kind(p.to_act[0]) != GAME.vocabulary.numbers["pick_tile"]:
        p.apply(p.to_act[0], p.options(p.to_act[0])[0])
    data = json.loads(json.dumps(p.to_json()))
    del data["digest"]
    assert GAME.from_json(data).to_json() == p.to_json()
    spoil(data["state"])
    with pytest.raises(SaveError) as error:
        GAME.from_json(data)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("belongs to seat 4", {"owner": 3}),
        ("cannot exist", {"body": 9}),
        ("inactive developments", {}),
    ],
)
def test_a_car_that_cannot_be_is_refused(said: str, change: dict[str, int]) -> None:
    p = mid_game(3, 4, 40)
    while not p.market:
        options = p.options(p.to_act[0])
        p.apply(p.to_act[0], options[0])
    data = json.loads(json.dumps(p.to_json()))
    del data["digest"]
    data["state"]["market"][0].update(change)
    if not change:
        owner = data["state"]["players"][0]
        owner["canteen"] += 2
        owner["supply"] -= 2
        moved = next(card for card in data["state"]["deck"] if card.startswith("dev"))
        data["state"]["deck"].remove(moved)
        owner["inactive"].append(moved)
    with pytest.raises(SaveError) as error:
        GAME.from_json(data)
    assert said in str(error.value)


def with_markers(wanted: Callable[[Any], bool]) -> Any:
    """The table of a random game as a save has it, at a moment that is wanted."""
    for seed in range(60):
        p, rng = new_game(4, seed), Rng(seed)
        while p.to_act:
            p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
            data = p.to_json()
            if wanted(data["state"]):
                data = json.loads(json.dumps(data))
                del data["digest"]
                return data
    raise AssertionError("no such game")


def horch_on_a_car(state: Any) -> bool:
    """A Horch marker lies on a car, and there is another car of its owner's and one of somebody else's, both without."""
    bare = [other["owner"] for other in state["market"] if not other["engine_bonus"] and not other["body_bonus"]]
    return any(each["engine_bonus"] and {each["owner"]} < set(bare) for each in state["market"])


def daimler_beside_a_buyer(state: Any) -> bool:
    """A Daimler marker lies beside one buyer, and there is another buyer."""
    return any(state["daimler"]) and 0 in state["daimler"] and sum(state["daimler"]) < 6


@pytest.mark.rules("KW-06")
def test_engineer_markers_are_neither_doubled_nor_of_nobody() -> None:
    data = with_markers(horch_on_a_car)
    cars = data["state"]["market"]
    laid = next(each for each in cars if each["engine_bonus"])
    marker, owner = laid["engine_bonus"], laid["owner"]
    bare = [place for place, each in enumerate(cars) if not each["engine_bonus"] and not each["body_bonus"]]
    own = next(place for place in bare if cars[place]["owner"] == owner)
    other = next(place for place in bare if cars[place]["owner"] != owner)
    refused(data, "on two cars", lambda table: table["market"][own].update(engine_bonus=marker))
    refused(data, "on a car and at hand", lambda table: table["players"][owner]["markers"].append(f"horch_{marker}"))
    refused(data, "without its engineer", lambda table: table["market"][other].update(engine_bonus=marker))

    data = with_markers(daimler_beside_a_buyer)
    value, free = max(data["state"]["daimler"]), data["state"]["daimler"].index(0)
    holder = next(seat for seat, player in enumerate(data["state"]["players"]) if "eng_daimler" in player["engineers"])
    refused(data, "beside two buyers", lambda table: table["daimler"].__setitem__(free, value))
    refused(data, "with a buyer and at hand", lambda table: table["players"][holder]["markers"].append(f"daimler_{value}"))

    data = with_markers(no_daimler)
    refused(data, "beside a buyer, of nobody", lambda table: table["daimler"].__setitem__(0, 4))


def no_daimler(state: Any) -> bool:
    """There are buyers, and nobody has the engineer whose markers lie beside them."""
    return bool(state["daimler"]) and not any("eng_daimler" in player["engineers"] for player in state["players"])


def refused(data: Any, how: str, spoil: Callable[[Any], object]) -> None:
    """A sound save that is refused once it is spoilt so."""
    changed = copy.deepcopy(data)
    GAME.from_json(changed)
    spoil(changed["state"])
    with pytest.raises(SaveError, match="marker"):
        pytest.fail(f"a marker {how} is accepted: {GAME.from_json(changed)}")
