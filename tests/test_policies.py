"""The figures of the heuristics: those of 0.1 for ever, those that are played with complete, and foolish habits mended."""

from __future__ import annotations

import pytest

from officina import GAMES, Game, OfficinaError
from officina.core.policy import FIRST, SETS, TUNED, Figures, as_toml, file_name
from tests.yardstick import digest

YARDSTICK = {
    "fuori_di_rotella": "6028da0131e28028",
    "crazy_race": "65000ffd5a108f41",
    "kraftwagen": "5125ce3cf6e5c367",
    "automobiles": "89c620a8b819f717",
    "automania": "7783141c166107af",
}
"""What ``python -m tests.yardstick`` printed with the code of version 0.1."""


def test_every_game_has_a_yardstick() -> None:
    assert set(YARDSTICK) == set(GAMES)


@pytest.mark.parametrize("name", YARDSTICK)
def test_the_heuristics_of_0_1_think_what_they_always_thought(name: str) -> None:
    game = GAMES[name]
    first = game.values(FIRST)
    assert digest(game, lambda p, seat, rng: p.game.weights_by(first, p, seat, rng)) == YARDSTICK[name]


def test_both_sets_have_the_same_figures(game: Game) -> None:
    first, tuned = (Figures.load(game.folder / file_name(name)) for name in (FIRST, TUNED))
    assert list(first.figures) == list(tuned.figures)
    assert [type(figure) for figure in first.figures.values()] == [type(figure) for figure in tuned.figures.values()]


def test_a_set_that_is_not_there_is_the_tuned_one(game: Game) -> None:
    assert {name for name in SETS if (game.folder / file_name(name)).exists()} == set(SETS)


def test_a_figure_that_is_missing_is_named() -> None:
    game = GAMES["crazy_race"]
    figures = dict(Figures.load(game.folder / file_name(TUNED)).figures)
    del figures["denial"]
    values = type(game.values())
    with pytest.raises(OfficinaError, match="denial"):
        values(Figures(figures, "mine.toml"))


def test_figures_become_a_vector_and_come_back() -> None:
    figures = Figures({"samples": 8, "price": 0.5, "never": 0.0, "by_round": [1.0, 0.0, 2.0]})
    assert figures.vector() == [0.5, 1.0, 2.0]
    changed = figures.with_vector([0.25, 3.0, 4.0])
    assert changed.figures == {"samples": 8, "price": 0.25, "never": 0.0, "by_round": [3.0, 0.0, 4.0]}
    assert changed.vector() == [0.25, 3.0, 4.0]


def test_a_policy_file_reads_back() -> None:
    import tomllib

    figures = {"samples": 8, "price": 0.5, "by_round": [1.0, 0.25]}
    assert tomllib.loads(as_toml(figures, ["Made by hand."]))["figures"] == figures
