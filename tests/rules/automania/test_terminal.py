"""The table in the terminal: everything on it, in both languages, on 100 columns."""

from __future__ import annotations

import io

from rich.console import Console

from officina import Position, Rng
from officina.core.text import LANGUAGES
from tests.rules.automania.kit import GAME, given, play

COLUMNS = 100


def drawn(p: Position, seat: int | None, language: str) -> str:
    """The drawing as plain text."""
    console = Console(file=io.StringIO(), width=COLUMNS)
    console.print(GAME.terminal(p.view(seat), language))
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_a_whole_game_can_be_drawn() -> None:
    rng = Rng(2)
    for players, seed in ((2, 3), (4, 1)):
        p = GAME.start(players, seed, {"advanced": "on"})
        step = 0
        while not p.over:
            seat = p.to_act[0]
            p.apply(seat, rng.pick(p.options(seat)))
            step += 1
            if step % 9 == 0:
                for language in LANGUAGES:
                    for watcher in (0, None):
                        assert max(len(line) for line in drawn(p, watcher, language).splitlines()) <= COLUMNS
        assert "Final scores" in drawn(p, 0, "en")


def test_what_is_drawn() -> None:
    p = given(
        2,
        spaces={"t3": ("blue", 2)},
        grid={6: "B10"},
        office_tiles=("B31", "B03"),
        ships={"na": {12: "blue super"}},
        yachts={"eu": "red city"},
        stations={"red": {"b": "A09"}},
        managers={"red": ["B01"]},
        styles={"red": {"super": ["B22"]}},
        hand={"red": ["K23"]},
        money={"red": 7, "blue": 77},
    )
    table = drawn(p, 0, "en")
    for words in (
        "T3 city 1$",
        "B×2 → 3",
        "B10",
        "⚙ eco ★",
        "12 Bs",
        "Yacht Rc",
        "B× ⚙ speed",
        "researcher ★★",
        "◆ spoiler ★★",
    ):
        assert words in table, words
    assert "K23: any car, eco, safety, ★9 → ○6" in table
    assert "77" not in table  # Blue's money is hidden
    play(p, "turn space l1")
    assert "K23" not in drawn(p, None, "it")
