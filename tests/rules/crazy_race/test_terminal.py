"""The table in the terminal: readable on 100 columns, in both languages, from the view alone."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from officina import Position, Rng
from tests.rules.crazy_race.kit import GAME, answer, given, play


def drawn(p: Position, seat: int | None, language: str) -> str:
    """The drawing as text without colours."""
    console = Console(file=io.StringIO(), width=100, color_system=None)
    console.print(GAME.terminal(p.view(seat), language))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("players", [3, 4])
def test_every_moment_of_a_game_can_be_drawn(players: int, language: str) -> None:
    rng = Rng(3)
    p = GAME.start(players, 3, {"shuffled_points": "on", "rear_penalty": "both"})
    while p.to_act:
        if rng.below(12) == 0:
            for seat in (None, 0):
                assert max(len(line) for line in drawn(p, seat, language).splitlines()) <= 100
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
    assert "1" in drawn(p, None, language)


def test_a_face_down_card_shows_its_value_to_its_owner_alone() -> None:
    p = given(3, card=1, locos={"lilac": (3, 0, 8)})
    play(p, "lilac 6@1", "orange 4@1")
    assert "L(6) O▒" in drawn(p, 0, "en")
    assert "L▒ O▒" in drawn(p, None, "en")
    answer(p, "green", "place_card 2")
    assert "about to be laid: 2" in drawn(p, 2, "en")
    assert drawn(p, 1, "it").count("(4)") == 1


def test_taboo_and_evaluated_sides_are_told_in_words() -> None:
    p = given(3, card=7, turn=8, laid="lilac 1@0, orange 2@1, green 3@2")
    assert "⊘ taboo" in drawn(p, None, "en")
    play(p, "green pass")
    text = drawn(p, None, "en")
    assert "► now" in text
    assert "done" in text
