"""What a box says of its game is true of the game, and complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import GAMES
from officina.core.boxes import HEAVIEST, GameBox, box_of, light_first, read_box
from officina.core.text import LANGUAGES, has
from officina.games import FIRST
from officina.looks.parts import USED, symbols


@pytest.mark.parametrize("name", FIRST)
def test_a_box_is_true_of_its_game(name: str) -> None:
    game, box = GAMES[name], box_of(GAMES[name])
    board = game.board(game.start(game.players[0], 0).view(None), None, "en")
    assert (box.mood, box.sign) == (board.mood, board.sign), "the sign on the box is that of the table"
    assert 10 <= box.minutes <= 240
    assert 1 <= box.weight <= HEAVIEST
    drawn = set(USED.findall(box.picture))
    assert drawn, "a box has a drawing of the game's own parts"
    assert {*drawn, box.emblem} <= symbols().keys()
    assert "style=" not in box.picture, "the page's policy forbids it"


@pytest.mark.parametrize("name", FIRST)
def test_every_set_of_options_can_be_played_and_differs(name: str) -> None:
    game = GAMES[name]
    printed = game.read_option_values({})
    found = [printed]
    for each, values in box_of(game).sets.items():
        chosen = game.read_option_values(values)
        assert chosen not in found, f"{each} is another set once more"
        found.append(chosen)
        position = game.start(game.players_for(chosen)[-1], 0, values)
        assert position.to_act
        for language in LANGUAGES:
            assert has(f"{name}.set_name.{each}", language)
            assert has(f"{name}.set_help.{each}", language)


def test_light_games_come_first() -> None:
    names = [game.name for game in sorted((GAMES[name] for name in FIRST), key=light_first)]
    assert names == ["fuori_di_rotella", "crazy_race", "automobiles", "kraftwagen", "automania"]


def test_a_game_without_a_box_has_a_plain_one(tmp_path: Path) -> None:
    plain = read_box(tmp_path)
    assert plain == GameBox()
    assert (plain.accent, plain.stage) == ("", "")
    assert plain.emblem in symbols()
