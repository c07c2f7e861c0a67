"""The sentences: complete in both languages, none unused; switching languages in the middle of a game."""

from __future__ import annotations

import pytest

from officina import Game, Message, render
from officina.core.text import Reason, has
from tests.texts import problems


def test_no_sentence_is_missing_or_unused() -> None:
    assert list(problems()) == []


def test_a_question_can_be_read_in_both_languages(game: Game) -> None:
    question = game.start(game.players[0], 1).question(game.start(game.players[0], 1).to_act[0])
    assert render(question.prompt, "it") != render(question.prompt, "en")


def test_plurals_and_lists_and_rules() -> None:
    refusal = Reason("kernel.refuse.not_your_turn", "FR-18", n=2, seats=(1, 3))
    assert render(refusal, "en") == "This seat has nothing to decide now: seats 1, 3 have to. (FR-18)"
    assert render(Reason("kernel.refuse.not_your_turn", n=1, seats=(2,)), "it").startswith("Non tocca a questo posto")
    assert refusal.to_json() == {"key": "kernel.refuse.not_your_turn", "args": {"n": 2, "seats": [1, 3]}, "rule": "FR-18"}


def test_an_unknown_key_is_an_error() -> None:
    assert not has("kernel.no.such")
    with pytest.raises(KeyError):
        render(Message("kernel.no.such"), "en")
