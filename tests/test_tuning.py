"""Tuning: it goes on where it was stopped, learns where there is something to learn, and leaves counts and zeros alone."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from officina import GAMES, Game, OptionError
from officina.arena import tune
from officina.core.policy import FIRST, Figures, file_name
from tests.seeds import seed_of


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    game = GAMES["fuori_di_rotella"]
    seed = str(seed_of("tuning"))
    through = tune.begin(game, seed)
    for _ in range(2):
        tune.step(game, through, rounds=1)
    stopped = tune.begin(game, seed)
    tune.step(game, stopped, rounds=1)
    tune.save(stopped, tmp_path / "state.json")
    again = tune.load(tmp_path / "state.json")
    tune.step(game, again, rounds=1)
    assert (again.middle, again.spread, again.games) == (through.middle, through.spread, through.games)
    assert again.middle != stopped.middle


def test_signs_counts_and_zeros_stay(game: Game) -> None:
    state = tune.begin(game, "1", Figures.load(game.folder / file_name(FIRST)))
    found = tune.figures_at(state, [x + log(2) for x in state.middle]).figures
    for name, value in state.figures.items():
        before, after = (v if isinstance(v, list) else [v] for v in (value, found[name]))
        for old, new in zip(before, after, strict=True):
            assert new == (pytest.approx(2 * old) if isinstance(old, float) else old)


def test_utilities_prefer_the_best_and_add_up_to_nothing() -> None:
    worths = tune.utilities(12)
    assert worths == sorted(worths, reverse=True)
    assert sum(worths) == pytest.approx(0)


def test_every_number_of_players_and_set_of_options_is_played(game: Game) -> None:
    cells = tune.cells_of(game)
    assert {cell.players for cell in cells} >= set(game.players) & {2, 3, 4}
    for cell in cells:
        game.read_options(cell.players, cell.options)


def test_figures_that_throw_the_game_away_are_found_worse() -> None:
    game = GAMES["kraftwagen"]
    good = Figures.load(game.folder / file_name(FIRST))
    bad = Figures({**good.figures, "part_of_car": -3.0, "worker": [-3.0] * 5, "least_gain": [50.0] * 4})
    assert tune.share(game, good, bad, 2, 6, str(seed_of("bad figures"))) > 0.8


def test_what_is_no_state_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("{}")
    with pytest.raises(OptionError, match=r"state\.json"):
        tune.load(tmp_path / "state.json")
