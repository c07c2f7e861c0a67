"""``officina fit``: what positions are worth, fitted on self-play; and how well that foretells final margins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from officina.arena import fit as fitting
from officina.cli.common import console, errors, find_game, say
from officina.core.game import Game


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.fit"))
    def fit(
        game: Annotated[str, typer.Argument(help=say("help.game"))],
        seconds: Annotated[float, typer.Option("--seconds", min=0, max=1e7, help=say("help.fit_seconds"))] = 60.0,
        seed: Annotated[str, typer.Option("--seed", "-s", help=say("help.seed"))] = "1",
        state_file: Annotated[Path | None, typer.Option("--state", help=say("help.fit_state"))] = None,
        write: Annotated[Path | None, typer.Option("--write", help=say("help.fit_write"))] = None,
        games: Annotated[int, typer.Option("--games", "-n", min=10, max=1_000_000, help=say("help.fit_games"))] = 200,
        check: Annotated[bool, typer.Option("--check", help=say("help.fit_check"))] = False,
    ) -> None:
        found = find_game(game)
        if check:
            show(found, fitting.measure(found, games, seed), games)
            return
        path = state_file if state_file is not None else Path(f"fit-{found.name}.json")
        state = fitting.load(path, found) if path.exists() else fitting.begin(found, seed)
        if path.exists():
            errors.print(say("fit.resumed", file=str(path), games=state.games))

        def progress(now: fitting.State) -> None:
            spent = f"{now.seconds:.0f}"
            errors.print(say("fit.batch", games=now.games, samples=now.samples, seconds=spent, of=f"{seconds:.0f}"))

        fitting.run(found, state, path, seconds, progress)
        evaluation, moments = fitting.evaluation_of(found, state, games)
        lines = [
            f"Made by: officina fit {found.name} --seconds {seconds:g} --seed {state.seed} --games {games}",
            f"{state.games} games of self-play, {state.samples} positions, {state.seconds:.0f} s of processor time.",
            f"Correlation with the final margin on {games} other games, beside that of the plain score:",
            *(f"{m.part:.0%} of the game: {m.evaluation:.2f} (score {m.score:.2f})" for m in moments),
        ]
        if write is not None:
            write.write_text(fitting.as_toml(state, evaluation, lines), encoding="utf-8")
            console.print(say("fit.written", file=str(write)))
        else:
            console.print(fitting.as_toml(state, evaluation, lines), markup=False)
        show(found, moments, games)


def show(game: Game, moments: list[fitting.Moment], games: int) -> None:
    """The table of how well it foretells."""
    table = Table(title=say("fit.title", game=game.title(), games=games), title_justify="left")
    for column in ("fit.part", "fit.evaluation", "fit.score", "fit.loss", "fit.fair"):
        table.add_column(say(column), justify="right")
    for each in moments:
        figures = (each.evaluation, each.score, each.log_loss, each.fair_loss)
        table.add_row(f"{each.part:.0%}", *(f"{figure:.3f}" for figure in figures))
    console.print(table)
