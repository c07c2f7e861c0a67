"""The table in the terminal: everything that matters is on it, within 100 columns, in both languages."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from officina import Position, Rng
from tests.rules.kraftwagen.kit import GAME, car, given, new_game

WIDTH = 100


def drawn(p: Position, seat: int | None, language: str) -> str:
    """The table as plain text, from the view alone."""
    out = io.StringIO()
    view = json.loads(json.dumps(p.view(seat)))
    Console(file=out, width=WIDTH, no_color=True).print(GAME.terminal(view, language))
    return out.getvalue()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_fits_the_terminal(players: int, language: str) -> None:
    p = new_game(players, 6)
    rng = Rng(6)
    for decision in range(10_000):
        if decision % 120 == 0 or p.over:
            for seat in (0, None):
                assert max(len(line) for line in drawn(p, seat, language).splitlines()) <= WIDTH
        if p.over:
            break
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
    assert p.over


def test_the_table_shows_chain_cards_market_buyers_race_and_players() -> None:
    p = given(
        "RBG",
        face_up="otto dev_bb",
        buyers="price+4",
        quiet=13,
        cars=[car("B", 2, 3, 3, 9, horch=1)],
        R={"inactive": "dev_ee", "canteen": 0, "engineers": "diesel", "sales": 17},
    )
    text = drawn(p, 0, "en")
    for word in (
        "▶Red",
        "C1 Research+Body+Engine",
        "Nikolaus August Otto",
        "3+1",
        "Price +4",
        "Blue at 9: pays 22",
        "! inactive:",
        "Diesel",
        "17",
        "hidden",
        "13 turns without buyers or cars",
    ):
        assert word in text.replace("\N{NO-BREAK SPACE}", " "), word
    assert "17" not in drawn(p, 1, "en").split("Players")[1].split("Awards")[0]
