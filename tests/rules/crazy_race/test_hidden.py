"""What a seat may know, undo barriers, saves: the spec's table of hidden information."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from officina import Record, Rng, SaveError, UndoError
from tests.invariants import GameLog, check_random_game
from tests.rules.crazy_race.kit import COLOURS, GAME, answer, asked, given, hand, offered, play

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
        values = [value for seat, _, value, _ in world["laid"] if seat == 1]
        assert values[:2] == [1, 2]
        assert sorted([values[2], *world["players"][1]["hand"]]) == [3, 4, 6]
        assert world["players"][1]["played"] == [1, 2, 3]
        seen.add(values[2])
    assert seen == {3, 4, 6}


def test_the_stages_to_come_are_hidden() -> None:
    p = given(card=1, stage=3)
    decks = {tuple(p.determinize(0, Rng(seed)).to_json()["state"]["stages"]) for seed in range(20)}
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
    state["players"][1].update(hand=[1, 1, 2, 2, 3, 3, 4], retake_used=True)
    state.update(laid=[[1, 0, 6, False]], turn=4, retakes=[[1, 1, [4, 6]]])


def four_cards_of_orange(state: dict[str, Any]) -> None:
    """Orange has laid more cards than there are rounds."""
    state["players"][1]["hand"] = [3, 3, 4, 6]
    state.update(laid=[[1, 0, value, False] for value in (1, 1, 2, 2)], turn=8)


def cards_beside_all_sides(state: dict[str, Any]) -> None:
    """With three players a card lies beside the side that must be taboo."""
    state["players"][1]["hand"] = [2, 2, 3, 4, 6]
    state["players"][0]["hand"] = [1, 2, 2, 3, 3, 4, 6]
    state.update(laid=[[1, 0, 1, False], [1, 1, 1, False], [1, 2, 3, False], [0, 3, 1, False]], turn=8)


DAMAGE: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("cards", lambda state: state["players"][0]["hand"].append(6)),
    ("cards", lambda state: state["players"][1].update(hand=[])),
    ("value", lambda state: state["players"][1].update(hand=[5])),
    ("players", lambda state: state["players"].pop()),
    ("points", lambda state: state["players"][0]["won"]["turntable"].append(5)),
    ("points", lambda state: state.update(finish_taken=1)),
    ("points_pile", lambda state: state["turntable_pile"].append(5)),
    ("points_pile", lambda state: state["finish_pile"].reverse()),
    ("stages", lambda state: state.update(stages=[1, 1, 2, 3, 4, 5, 6, 7])),
    ("stages", lambda state: state.update(stage=9)),
    ("seat", lambda state: state.update(moved=8)),
    ("turn", lambda state: state.update(turn=10)),
    ("space", lambda state: state["players"][2].update(locomotives=[4, 8, 0])),
    ("retake", lambda state: state.update(retakes=[[0, 0, [1]]])),
    ("retake", laid_before_taken_back),
    ("laid", four_cards_of_orange),
    ("taboo", cards_beside_all_sides),
    ("shape", lambda state: state.update(phase=7)),
    ("shape", lambda state: state.update(surprise=1)),
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
