"""``officina tune``: better figures for a game's heuristics, found by self-play."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Annotated

import typer

from officina.arena import tune as tuning
from officina.cli.common import console, errors, find_game, say
from officina.core.policy import FIRST, Figures, as_toml, file_name

ACCEPT_PLAYERS = 4


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.tune"))
    def tune(
        game: Annotated[str, typer.Argument(help=say("help.game"))],
        seconds: Annotated[float, typer.Option("--seconds", min=0, max=1e7, help=say("help.tune_seconds"))] = 600.0,
        seed: Annotated[str, typer.Option("--seed", "-s", help=say("help.seed"))] = "1",
        state_file: Annotated[Path | None, typer.Option("--state", help=say("help.tune_state"))] = None,
        write: Annotated[Path | None, typer.Option("--write", help=say("help.tune_write"))] = None,
        accept: Annotated[int, typer.Option("--accept", min=0, max=1_000_000, help=say("help.tune_accept"))] = 400,
    ) -> None:
        found = find_game(game)
        path = state_file if state_file is not None else Path(f"tune-{found.name}.json")
        state = tuning.load(path) if path.exists() else tuning.begin(found, seed)
        if path.exists():
            errors.print(say("tune.resumed", file=str(path), generation=state.generation))

        def progress(now: tuning.State, marks: list[float]) -> None:
            spread = sum(now.spread) / len(now.spread)
            errors.print(
                say(
                    "tune.generation",
                    generation=now.generation,
                    games=now.games,
                    seconds=f"{now.seconds:.0f}",
                    of=f"{seconds:.0f}",
                    best=f"{marks[0]:.2f}",
                    spread=f"{spread:.3f}",
                )
            )

        figures = tuning.run(found, state, path, seconds, progress)
        lines = [
            f"Made by: officina tune {found.name} --seconds {seconds:g} --seed {state.seed}",
            f"{state.generation} generations, {state.games} games of self-play, {state.seconds:.0f} s of processor time.",
        ]
        if accept:
            first = Figures.load(found.folder / file_name(FIRST))
            players = min(ACCEPT_PLAYERS, found.players[-1])
            won = tuning.share(found, figures, first, players, accept, state.seed)
            margin = 1.96 * sqrt(won * (1 - won) / accept)
            lines.append(
                f"One seat against {players - 1} of {FIRST}: {won:.1%} of wins +-{margin:.1%} "
                f"(fair share {1 / players:.1%}, {accept} fresh deals)."
            )
        text = as_toml(figures.figures, lines)
        if write is not None:
            write.write_text(text, encoding="utf-8")
            console.print(say("tune.written", file=str(write)))
        else:
            console.print(text, markup=False)
        for line in lines:
            errors.print(line, markup=False)
