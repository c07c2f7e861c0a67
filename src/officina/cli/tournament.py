"""``officina tournament``: bots against bots, with ratings and intervals."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from officina.arena import tournament as arena
from officina.arena.crew import BOT_SECONDS
from officina.cli.common import console, errors, find_game, number_option, read_options, say, split_bots, split_names
from officina.cli.simulate import output, tell_falls
from officina.core.errors import OptionError
from officina.core.text import Message
from officina.core.vocabulary import shown


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.tournament"))
    def tournament(
        game: Annotated[str, typer.Argument(help=say("help.game"))],
        bots: Annotated[str, typer.Option("--bots", "-b", help=say("help.tournament_bots"))] = "novice,club,expert",
        players: Annotated[str, typer.Option("--players", "-p", help=say("help.tournament_players"))] = "",
        deals: Annotated[int, typer.Option("--deals", "-n", min=1, max=10_000_000, help=say("help.tournament_deals"))] = 25,
        option: Annotated[list[str] | None, typer.Option("--option", "-o", help=say("help.option"))] = None,
        jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, max=1024, help=say("help.jobs"))] = 1,
        seed: Annotated[str, typer.Option("--seed", "-s", help=say("help.seed"))] = "1",
        only: Annotated[str, typer.Option("--only", help=say("help.tournament_only"))] = "",
        rows: Annotated[Path | None, typer.Option("--rows", help=say("help.tournament_rows"))] = None,
        until_decided: Annotated[bool, typer.Option("--until-decided", help=say("help.until_decided"))] = False,
        bot_limit: Annotated[float, number_option("--bot-limit", 0.1, 86_400)] = BOT_SECONDS,
        json_file: Annotated[str, typer.Option("--json", help=say("help.json"))] = "",
    ) -> None:
        found = find_game(game)
        counts = [read_count(text) for text in split_names(players)] or [min(4, found.players[-1])]
        plan = arena.plan_tournament(found, split_bots(bots), counts, deals, dict(read_options(option or [])), seed, only)
        total = plan.deals * sum(match.players for match in plan.matches())
        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=errors,
            transient=True,
        )
        with bar:
            task = bar.add_task(say("simulate.progress"), total=total)
            played = arena.run(
                plan,
                rows,
                jobs or os.cpu_count() or 1,
                lambda done: bar.update(task, completed=done),
                until_decided=until_decided,
                limit=bot_limit,
            )
        cells, ratings = arena.cells(played), arena.ratings(played)
        if json_file:
            with output(json_file) as stream:
                plain = {"plan": plan, "cells": cells, "ratings": ratings}
                stream.write(json.dumps(msgspec.to_builtins(plain), indent=2) + "\n")
        report_falls(played)
        if json_file != "-":
            show(cells, ratings)


def report_falls(played: list[arena.Played]) -> None:
    """Which bots could not go on, how often and why."""
    falls = Counter((fall.bot, fall.why) for row in played for fall in row.falls)
    said = {(fall.bot, fall.why): fall.what for row in played for fall in row.falls}
    tell_falls(falls, said)


def read_count(text: str) -> int:
    """A number of players."""
    if not text.isdecimal():
        raise OptionError(Message("cli.usage.count", text=shown(text)))
    return int(text)


def show(cells: list[arena.Cell], ratings: list[arena.Rating]) -> None:
    """The matches and the ratings as tables."""
    matches = Table(title=say("tournament.matches"), title_justify="left")
    for key in ("players", "one", "other"):
        matches.add_column(say(f"tournament.{key}"))
    for key in ("games", "share", "times", "cost"):
        matches.add_column(say(f"tournament.{key}"), justify="right")
    for cell in cells:
        matches.add_row(
            str(cell.match.players),
            cell.match.one,
            cell.match.other,
            str(cell.games),
            f"{cell.share:.1%} ± {cell.margin:.1%}",
            f"{cell.times:.2f}",
            f"{1000 * cell.seconds:.1f}",
        )
    console.print(matches)
    table = Table(title=say("tournament.ratings"), title_justify="left")
    table.add_column(say("simulate.bot"))
    for key in ("rating", "interval"):
        table.add_column(say(f"tournament.{key}"), justify="right")
    for rating in ratings:
        table.add_row(rating.bot, f"{rating.rating:+.0f}", f"{rating.least:+.0f} … {rating.most:+.0f}")
    console.print(table)
