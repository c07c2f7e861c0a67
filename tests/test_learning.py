"""``officina learn``: every lesson through the terminal, a wrong answer first at every question; back, skip and leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import GAMES, Record
from officina.cli.app import run
from officina.cli.common import console
from officina.cli.learn import GuidedDialog
from officina.core.lessons import Card, Lesson, lesson_of
from officina.core.text import render
from tests.test_lessons import walk

TAUGHT = [name for name, game in GAMES.items() if lesson_of(game) is not None]
LEFT = "!"


def the_lesson(name: str) -> Lesson:
    found = lesson_of(GAMES[name])
    assert found is not None
    return found


def learn(name: str, language: str, typed: list[str], path: Path, monkeypatch: pytest.MonkeyPatch) -> Record:
    """Run the command with these lines typed, then leave; the record that it kept."""
    lines = iter([*typed, "q"])
    monkeypatch.setattr(console, "input", lambda *_, **__: next(lines))
    assert run(["learn", name, "--save", str(path), "--lang", language]) == 0
    assert next(lines, None) is None, "it ended before everything was typed"
    return Record.load(path.read_bytes(), lambda found: GAMES[found])


def told_wrong(game: str, card: Card, offered: list[str]) -> str:
    """An answer that does not go on; empty if all do."""
    return next((notation for notation in offered if notation not in card.answers), "")


@pytest.mark.parametrize(("name", "language"), [(name, ("it", "en")[place % 2]) for place, name in enumerate(TAUGHT)])
def test_a_lesson_in_the_terminal(
    name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson, typed, replies = the_lesson(name), [], []
    for stop in walk(GAMES[name]):
        if not stop.card.asks:
            typed.append("")
            continue
        offered = [option.notation for option in stop.position.question(lesson.seat).options]
        wrong = told_wrong(name, stop.card, offered)
        if wrong:
            typed.append(wrong)
            replies.append(render(stop.card.reply(wrong), language))
        typed.append(next(answer for answer in stop.card.answers if answer in offered))
    record = learn(name, language, typed, tmp_path / "lesson.officina", monkeypatch)
    printed = " ".join(capsys.readouterr().out.split())
    for reply in replies:
        assert reply in printed
    for card in lesson.cards:
        first = " ".join(render(card.sentence("fact"), language).split()[:3])
        assert first in printed
    assert sum(move.seat == lesson.seat for move in record.moves) == sum(card.asks for card in lesson.cards)


def test_back_skip_and_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    show = GuidedDialog.show_card

    def remember(self: GuidedDialog, card: Card) -> None:
        seen.append(card.name)
        show(self, card)

    monkeypatch.setattr(GuidedDialog, "show_card", remember)
    typed = ["", "", "<", "", "", ">", "<", ">", ">", LEFT, "place_card pass"]
    record = learn("crazy_race", "en", typed, tmp_path / "lesson.officina", monkeypatch)
    names = [card.name for card in the_lesson("crazy_race").cards]
    assert seen[:9] == [*names[:3], names[1], *names[2:5], *names[3:5]]
    assert [move.seat for move in record.moves].count(0) == 3, "skipped twice, then chosen after leaving"


def test_a_game_without_a_lesson_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("officina.cli.learn.lesson_of", lambda _: None)
    assert run(["learn", TAUGHT[0]]) == 2
    assert "lesson" in capsys.readouterr().err
