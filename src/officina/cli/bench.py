"""``officina bench``: how fast the engine is, in both builds, measured in the same run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Annotated

import typer
from rich.table import Table

from officina._build import is_compiled
from officina.arena.bench import Figures, measure, searched
from officina.cli.common import console, errors, find_game, number_option, say, tell
from officina.core.game import Game
from officina.games import GAMES


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.bench"))
    def bench(
        games: Annotated[list[str] | None, typer.Argument(help=say("help.game"))] = None,
        seconds: Annotated[float, number_option("--seconds", 0.05, 600)] = 2.0,
        as_json: Annotated[bool, typer.Option("--json", help=say("help.bench_json"))] = False,
        search: Annotated[bool, typer.Option("--search", help=say("help.bench_search"))] = False,
    ) -> None:
        chosen = [find_game(name) for name in games or GAMES]
        if search:
            show_search(chosen, seconds)
            return
        if as_json:
            typer.echo(json.dumps({game.name: measure(game, seconds).to_json() for game in chosen}))
            return
        for game in chosen:
            show(game, seconds)


def show_search(games: list[Game], seconds: float) -> None:
    """Iterations a second in each game's chosen configuration."""
    build = say("doctor.compiled" if is_compiled() else "doctor.pure")
    table = Table(title=say("bench.search_title", build=build), title_justify="left")
    for column in ("bench.game", "bench.iterations", "bench.decisions"):
        table.add_column(say(column), justify="left" if column == "bench.game" else "right")
    for game in games:
        with errors.status(say("bench.running", game=game.title())):
            rate, decisions = searched(game, seconds)
        table.add_row(tell(game.title()), f"{rate:,.0f}" if decisions else say("bench.not_searched"), str(decisions or ""))
    console.print(table)


def other_build(game: Game, seconds: float) -> Figures | None:
    """The plain sources measured in a process of their own; None if this is the plain build already."""
    if not is_compiled():
        return None
    command = [sys.executable, "-m", "officina.cli", "bench", game.name, "--json", "--seconds", str(seconds)]
    done = subprocess.run(command, env={**os.environ, "OFFICINA_PURE": "1"}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        errors.print(done.stderr, markup=False)
        return None
    return Figures(**json.loads(done.stdout)[game.name])


def show(game: Game, seconds: float) -> None:
    """One game's figures, compiled beside plain where both are there."""
    with errors.status(say("bench.running", game=game.title())):
        here = measure(game, seconds)
        plain = other_build(game, seconds)
    table = Table(title=say("bench.title", game=game.title(), seconds=f"{seconds:g}"), title_justify="left")
    table.add_column("")
    table.add_column(say("doctor.compiled" if is_compiled() else "doctor.pure"), justify="right")
    if plain is not None:
        table.add_column(say("doctor.pure"), justify="right")
        table.add_column(say("bench.ratio"), justify="right")
    for name, value in here.to_json().items():
        row = [say(f"bench.{name}"), f"{value:,.2f}" if value < 100 else f"{value:,.0f}"]
        if plain is not None:
            other = plain.to_json()[name]
            row += [f"{other:,.2f}" if other < 100 else f"{other:,.0f}", f"{value / other:.2f}x" if other else ""]
        table.add_row(*row)
    console.print(table)
    if plain is None and not is_compiled():
        console.print(say("bench.only_pure"))
