"""Tips of one's first games: every question has one, none tells a secret; remembered and switched in the terminal."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from officina import GAMES, Game
from officina.cli.tips import OFF, ON, TipSwitch
from officina.core.text import LANGUAGES, catalogue
from officina.core.tips import FIRST_GAMES, MOST_TIP, tip
from officina.games.automania.state import Automania
from officina.games.automania.tips import office_reason
from tests.seeds import seed_of
from tests.tips import check_tips, sentences

EVERY = {"automobiles": 80, "automania": 40, "kraftwagen": 20, "crazy_race": 20}
"""Long games are looked at less often."""


def test_a_tip_is_short_and_the_same_in_all_worlds_that_look_the_same(game: Game) -> None:
    said: Counter[str] = Counter()
    check_tips(game, seed_of("tips"), said, [], every=EVERY.get(game.name, 6))
    assert set(said) <= sentences(game)
    assert len(said) > 1


def test_every_sort_of_decision_has_tips_and_nothing_else_has(game: Game) -> None:
    kinds = {kind.name for kind in game.vocabulary.kinds}
    assert {key.split(".")[2] for key in sentences(game)} == kinds
    for kind in game.vocabulary.kinds:
        said = {key.rpartition(".")[2] for key in sentences(game) if key.split(".")[2] == kind.name}
        assert said


@pytest.mark.parametrize("language", LANGUAGES)
def test_tips_are_one_line(game: Game, language: str) -> None:
    for key, text in catalogue(game.name, language).items():
        if key.startswith("tip."):
            assert isinstance(text, str)
            assert len(text) <= MOST_TIP, f"{key}: {len(text)} characters"


def test_a_game_without_such_sentences_has_no_tips(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["crazy_race"]
    p = game.start(3, seed_of("no tips"))
    assert tip(p, p.to_act[0]) is not None
    monkeypatch.setattr(game, "_rooms", {**game._rooms, "tips": None})  # type: ignore[attr-defined]
    monkeypatch.setattr("officina.core.folder.has", lambda key: False)
    assert tip(p, p.to_act[0]) is None


def test_the_terminal_shows_tips_in_the_first_games_of_a_title(tmp_path: Path) -> None:
    file = tmp_path / "data" / "tips.json"
    shown = [TipSwitch(file, "kraftwagen", f"game {number}").on for number in range(FIRST_GAMES + 2)]
    assert shown == [True] * FIRST_GAMES + [False] * 2
    assert TipSwitch(file, "kraftwagen", "game 0").on, "a game that is taken up again keeps its tips"
    assert TipSwitch(file, "automania", "game 9").on, "each title counts for itself"


def test_a_switch_turns_tips_off_and_on_for_good(tmp_path: Path) -> None:
    file = tmp_path / "tips.json"
    assert not TipSwitch(file, "kraftwagen", "1").turn()
    assert not TipSwitch(file, "automania", "2").on
    assert TipSwitch(file, "automania", "2", ON).on
    assert all(TipSwitch(file, "automania", f"{number}").on for number in range(9))
    assert not TipSwitch(file, "automania", "2", OFF).on


@pytest.mark.parametrize("found", ["", "[1]", '{"games": {"kraftwagen": 3}}', "\x00"])
def test_a_damaged_file_is_no_reason_not_to_play(tmp_path: Path, found: str) -> None:
    file = tmp_path / "tips.json"
    file.write_text(found)
    assert TipSwitch(file, "kraftwagen", "1").on
    assert TipSwitch(file, "kraftwagen", "1").on


@pytest.mark.parametrize(("office", "says"), [(0, "first"), (1, "tile"), (2, "contract"), (3, "all")])
def test_a_tip_about_an_office_speaks_of_what_that_office_has(office: int, says: str) -> None:
    p = GAMES["automania"].start(2, seed_of("offices"))
    assert isinstance(p, Automania)
    assert says in str(catalogue("automania", "en")[f"tip.office.{office_reason(p, office)}"]).lower()
