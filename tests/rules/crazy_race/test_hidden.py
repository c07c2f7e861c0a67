"""What a seat may know, undo barriers, saves: the spec's table of hidden information."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from officina import Record, Rng, SaveError, UndoError
from tests.invariants import GameLog, check_random_game
from tests.rules.crazy_race.kit import COLOURS, GAME, answer, asked, given, hand, laid_card, offered, pile, play

VARIANTS: list[dict[str, Any]] = [
    {},
    {"shuffled_points": "on", "steal_second": "on", "rear_penalty": "both", "tie_rule": "runner_up"},
    {"rear_penalty": "second_last", "tie_rule": "second_card", "turntable_cards": 4, "finish_cards": 3},
]


@pytest.mark.parametrize("options", VARIANTS, ids=["base", "all variants", "few cards"])
@pytest.mark.parametrize("players", [3, 4])
def test_invariants(players: int, options: dict[str, Any]) -> None:
    log = GameLog()
    for seed in range(4):
        check_random_game(GAME, players, options, seed, log=log)
    assert {1, 2, 3, 4, 5} <= log.kinds


def test_a_view_never_tells_hand_or_pile_sizes_of_others() -> None:
    few = given(card=1, hands={"orange": "4"}, laid="orange 6@1", turn=4)
    many = given(card=1, laid="orange 6@1", turn=4)
    assert few.view(0) == many.view(0)
    assert few.view(None) == many.view(None)
    assert few.view(1) != many.view(1)


def test_a_redrawn_world_keeps_what_was_shown_and_mixes_the_rest() -> None:
    p = given(card=7, turn=11, laid="orange 1@0, green 4@1, orange 2@2, orange 3@3", hands={"orange": "46"})
    play(p, "blue pass")
    assert asked(p, "orange") == "free_loco"
    seen = set()
    for seed in range(60):
        world = p.determinize(0, Rng(seed)).to_json()["state"]
        values = [laid["card"] for laid in world["laid"] if laid["colour"] == "orange"]
        assert values[:2] == ["1", "2"]
        assert sorted([values[2], *world["hands"]["orange"]]) == ["3", "4", "6"]
        assert world["played"]["orange"] == {"1": 1, "2": 1, "3": 1}
        seen.add(values[2])
    assert seen == {"3", "4", "6"}


def test_the_stages_to_come_are_hidden() -> None:
    p = given(card=1, stage=3)
    decks = {tuple(p.determinize(0, Rng(seed)).to_json()["state"]["deck"]) for seed in range(20)}
    assert len({deck[:3] for deck in decks}) == 1
    assert len(decks) > 10


def test_a_choice_can_be_taken_back_until_something_is_shown() -> None:
    record = Record.start(GAME, 3, seed=4)
    first = record.position.to_act[0]
    record.apply_text(first, "place_card 3")
    record.undo(first)
    record.apply_text(first, "place_card 4")
    record.apply_text(first, "place_side 0")
    record.undo(first)
    assert asked(record.position, COLOURS[first]) == "place_side"
    record.apply_text(first, "place_side 2")
    while record.position.view(None)["stage"] == 1:
        seat = record.position.to_act[0]
        placing = asked(record.position, COLOURS[seat]) == "place_card"
        record.apply_text(seat, "pass" if placing else offered(record.position, COLOURS[seat])[0])
    last = record.moves[-1].seat
    with pytest.raises(UndoError):
        record.undo(last)


def test_a_first_piece_of_a_split_can_be_taken_back() -> None:
    p = given(card=6, turn=11, laid="blue 6@0, lilac 1@0, green 1@0")
    play(p, "blue pass")
    p.events = []
    answer(p, "blue", "split_loco b")
    answer(p, "blue", "split_steps 1")
    assert not any(GAME.event_kinds[event.code].barrier for event in p.events)
    answer(p, "blue", "split_loco a")
    answer(p, "blue", "split_steps 2")  # the rest of the stage follows
    assert p.view(None)["phase"] == "discard"
    answer(p, "lilac", "consolation decline")
    answer(p, "green", "consolation decline")
    assert any(GAME.event_kinds[event.code].barrier for event in p.events)


def test_a_position_in_the_middle_of_a_split_can_be_saved() -> None:
    p = given(card=6, turn=11, laid="blue 6@0, lilac 1@0, green 1@0")
    play(p, "blue pass")
    answer(p, "blue", "split_loco b")
    again = GAME.from_json(json.dumps(p.to_json()))
    assert offered(again, "blue") == ["1", "2", "3"]
    assert hand(again, "blue") == hand(p, "blue")


def laid_before_taken_back(state: dict[str, Any]) -> None:
    """Orange laid a card that came back only after that."""
    state["hands"]["orange"] = pile("1122334")
    state.update(laid=[laid_card("orange 6@0")], turn=4, retaken=["orange"])
    state["retakes"] = [{"colour": "orange", "laid": 1, "cards": pile("46")}]


def four_cards_of_orange(state: dict[str, Any]) -> None:
    """Orange has laid more cards than there are rounds."""
    state["hands"]["orange"] = pile("3346")
    state.update(laid=[laid_card(f"orange {value}@0") for value in "1122"], turn=8)


def cards_beside_all_sides(state: dict[str, Any]) -> None:
    """With three players a card lies beside the side that must be taboo."""
    state["hands"].update(orange=pile("22346"), lilac=pile("1223346"))
    state.update(laid=[laid_card(entry) for entry in ("orange 1@0", "orange 1@1", "orange 3@2", "lilac 1@3")], turn=8)


DAMAGE: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("cards", lambda state: state["hands"]["lilac"].update({"6": 2})),
    ("cards", lambda state: state["hands"].update(orange={})),
    ("shape", lambda state: state["hands"].update(orange=pile("5"))),
    ("players", lambda state: state["hands"].pop("green")),
    ("shape", lambda state: state["hands"].pop("lilac")),
    ("players", lambda state: state["progress"].pop("green")),
    ("points", lambda state: state["won"]["lilac"].append("turntable 5")),
    ("points", lambda state: state["points_taken"].update(finish=1)),
    ("points_pile", lambda state: state["points"]["turntable"].append(5)),
    ("points_pile", lambda state: state["points"]["finish"].reverse()),
    ("stages", lambda state: state.update(deck=[1, 1, 2, 3, 4, 5, 6, 7])),
    ("stages", lambda state: state.update(stage=9)),
    ("seat", lambda state: state.update(first="blue")),
    ("seat", lambda state: state.update(moved=["blue"])),
    ("seat", lambda state: state.update(retaken=["blue"])),
    ("turn", lambda state: state.update(turn=10)),
    ("space", lambda state: state["progress"].update(green={"a": 4, "b": 8, "c": 0})),
    ("retake", lambda state: state.update(retakes=[{"colour": "lilac", "laid": 0, "cards": pile("1")}])),
    ("retake", laid_before_taken_back),
    ("laid", four_cards_of_orange),
    ("taboo", cards_beside_all_sides),
    ("shape", lambda state: state.update(phase="lunch")),
    ("shape", lambda state: state.update(surprise=1)),
    ("shape", lambda state: state["retakes"].append({"colour": "lilac"})),
]


@pytest.mark.parametrize(("what", "damage"), DAMAGE, ids=[f"{number} {entry[0]}" for number, entry in enumerate(DAMAGE)])
def test_a_damaged_save_is_refused_and_says_why(what: str, damage: Callable[[dict[str, Any]], object]) -> None:
    data = given(3, card=1).to_json()
    del data["digest"]
    GAME.from_json(data)
    damage(data["state"])
    with pytest.raises(SaveError) as refused:
        GAME.from_json(data)
    assert refused.value.message.key in (f"crazy_race.check.{what}", f"kernel.save.{what}")
    assert str(refused.value)
