"""The sentences; switching languages in the middle of a game. That none is missing or unused is a part of ``make lint``."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import Game, Message, render
from officina.core import text
from officina.core.text import PLURAL_RULES, Reason, catalogue, has, numbered_seat
from tests.texts import wrong_plurals


def test_a_question_can_be_read_in_both_languages(game: Game) -> None:
    question = game.start(game.players[0], 1).question(game.start(game.players[0], 1).to_act[0])
    assert render(question.prompt, "it") != render(question.prompt, "en")


def test_plurals_and_lists_and_rules() -> None:
    refusal = Reason("kernel.refuse.not_your_turn", "FR-18", n=2, seats=(numbered_seat(0), numbered_seat(2)))
    assert render(refusal, "en") == "It is not your turn: player 1, player 3 have to decide. (FR-18)"
    assert render(refusal, "it", rules=False) == "Non tocca a te: devono decidere giocatore 1, giocatore 3."
    assert render(Reason("kernel.refuse.not_your_turn", n=1, seats=(numbered_seat(1),)), "it").startswith("Non tocca a te")
    seats = [{"key": "kernel.seat", "args": {"seat": seat}, "player": seat - 1} for seat in (1, 3)]
    assert refusal.to_json() == {"key": "kernel.refuse.not_your_turn", "args": {"n": 2, "seats": seats}, "rule": "FR-18"}


def test_a_language_with_other_plurals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Polish: 1 koło; 2, 3, 4, 22 koła; 0, 5, 12, 21 kół."""

    def polish(n: object) -> str:
        assert isinstance(n, int)
        if n == 1:
            return "one"
        return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "other"

    sentences = '[wheels]\none = "{n} koło"\nfew = "{n} koła"\nother = "{n} kół"\n[titles]\nother = "Inne"\nnext = "Dalej"\n'
    (tmp_path / "pl.toml").write_text(sentences, encoding="utf-8")
    monkeypatch.setitem(PLURAL_RULES, "pl", polish)
    monkeypatch.setattr(text, "_folders", {"trial": tmp_path})
    monkeypatch.setattr(text, "_catalogues", {})
    found = {n: render(Message("trial.wheels", n=n), "pl") for n in (0, 1, 2, 4, 5, 12, 21, 22, 112)}
    words = {n: said.partition(" ")[2] for n, said in found.items()}
    few = dict.fromkeys((2, 4, 22), "koła")
    assert words == {**dict.fromkeys((0, 5, 12, 21, 112), "kół"), 1: "koło", **few}
    assert render(Message("trial.titles.other"), "pl") == "Inne"
    assert list(wrong_plurals("trial", "pl", catalogue("trial", "pl"))) == []
    assert len(list(wrong_plurals("trial", "en", catalogue("trial", "pl")))) == 1, "English has no form for a few"
    assert len(list(wrong_plurals("trial", "pl", {"wheels": {"one": "{n} koło", "other": "{n} kół"}}))) == 1


def test_an_unknown_key_is_an_error() -> None:
    assert not has("kernel.no.such")
    with pytest.raises(KeyError):
        render(Message("kernel.no.such"), "en")
