"""``officina simulate``: many games, and what they tell."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from officina.arena.simulate import Plan, Row, Summary, plan_simulation, spread
from officina.arena.simulate import simulate as play_all
from officina.cli.common import console, errors, find_game, read_options, say, split_names, tell
from officina.core.errors import OptionError
from officina.core.text import Message


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.simulate"))
    def simulate(
        game: Annotated[str, typer.Argument(help=say("help.game"))],
        games: Annotated[int, typer.Option("--games", "-n", min=1, max=100_000_000, help=say("help.number"))] = 1000,
        players: Annotated[int | None, typer.Option("--players", "-p", help=say("help.players"))] = None,
        bots: Annotated[str, typer.Option("--bots", "-b", help=say("help.bots"))] = "heuristic",
        option: Annotated[list[str] | None, typer.Option("--option", "-o", help=say("help.option"))] = None,
        jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, max=1024, help=say("help.jobs"))] = 1,
        seed: Annotated[str, typer.Option("--seed", "-s", help=say("help.seed"))] = "1",
        components: Annotated[Path | None, typer.Option("--components", help=say("help.components"))] = None,
        track: Annotated[Path | None, typer.Option("--track", help=say("help.track"))] = None,
        json_file: Annotated[str, typer.Option("--json", help=say("help.json"))] = "",
        csv_file: Annotated[str, typer.Option("--csv", help=say("help.csv"))] = "",
    ) -> None:
        found = find_game(game, components, track)
        names = split_names(bots) or ["heuristic"]
        count = players if players is not None else max(found.players[0], min(found.players[-1], len(names), 4))
        if players is None and len(names) == 1:
            count = min(4, found.players[-1])
        plan = plan_simulation(found, count, names, read_options(option or []), seed, components, track)
        with output(json_file) as stream:
            summary = run(plan, games, jobs or os.cpu_count() or 1, csv_file)
            if json_file:
                stream.write(json.dumps(summary.to_json(), indent=2) + "\n")
        if "-" not in (json_file, csv_file):
            show(summary)


def run(plan: Plan, games: int, jobs: int, csv_file: str) -> Summary:
    """Play the games under a progress bar, writing a CSV row for each if asked."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    )
    with output(csv_file) as stream, bar:
        table = csv.writer(stream) if csv_file else None
        if table is not None:
            table.writerow(["game", "seat", "bot", "score", "won", "decisions", "turns", "place"])
        task = bar.add_task(say("simulate.progress"), total=games)

        def progress(chunk: list[Row]) -> None:
            if table is not None:
                for row in chunk:
                    write_row(table, row)
            bar.advance(task, len(chunk))

        return play_all(plan, games, jobs, progress)


def write_row(table: Any, row: Row) -> None:
    """One line a seat."""
    for seat, bot in enumerate(row.bots):
        place = row.places[seat]
        table.writerow([row.number, seat + 1, bot, row.scores[seat], int(place == 1), row.decisions, row.turns, place])


@contextmanager
def output(name: str) -> Iterator[TextIO]:
    """A file to write to; ``-`` is standard output, nothing is nowhere."""
    if name in ("", "-"):
        yield sys.stdout
        return
    try:
        stream = Path(name).open("w", encoding="utf-8", newline="")  # noqa: SIM115
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise OptionError(Message("cli.usage.file", file=name, why=why)) from None
    with stream:
        yield stream


def show(summary: Summary) -> None:
    """The summary as tables."""
    plan = summary.plan
    options = ", ".join(f"{name} = {value}" for name, value in plan.options.items())
    title = tell(Message(f"{plan.game}.title"))
    console.print(say("simulate.title", game=title, n=summary.games, players=plan.players, seed=plan.seed))
    if options:
        console.print(f"[dim]{options}[/dim]")
    console.print(table_of(say("simulate.by_bot"), say("simulate.bot"), summary, bot_lines(summary)))
    console.print(table_of(say("simulate.by_seat"), say("simulate.seat"), summary, seat_lines(summary)))
    for key, counts in (("simulate.length", summary.lengths), ("simulate.turns", summary.turns)):
        console.print(say(key, **{name: f"{value:g}" for name, value in rounded(spread(counts)).items()}))
    console.print(say("simulate.shared", n=summary.shared))


Line = tuple[str, float, int, Counter[int], Counter[int]]


def bot_lines(summary: Summary) -> list[Line]:
    """Name, wins, games sat in, scores and places of each bot."""
    return [
        (bot, wins, summary.bot_games[bot], summary.bot_scores[bot], summary.bot_places[bot])
        for bot, wins in summary.bot_wins.items()
    ]


def seat_lines(summary: Summary) -> list[Line]:
    """Number, wins, games, scores and places of each seat."""
    found = zip(summary.seat_wins, summary.seat_scores, summary.seat_places, strict=True)
    return [(str(seat), wins, summary.games, scores, places) for seat, (wins, scores, places) in enumerate(found, 1)]


def table_of(title: str, name: str, summary: Summary, lines: list[Line]) -> Table:
    """Wins, mean place and scores, a line each."""
    table = Table(title=title, title_justify="left")
    table.add_column(name)
    for key in ("wins", "share", "per_seat", "place", "mean", "least", "quarter", "median", "three_quarters", "most"):
        table.add_column(say(f"simulate.column.{key}"), justify="right")
    for label, wins, played, scores, places in lines:
        figures = rounded(spread(scores))
        table.add_row(
            label,
            f"{wins:g}" if wins == int(wins) else f"{wins:.1f}",
            f"{wins / summary.games:.1%}",
            f"{wins / played:.1%}",
            f"{spread(places)['mean']:.2f}",
            *(f"{figures[key]:g}" for key in ("mean", "least", "quarter", "median", "three_quarters", "most")),
        )
    return table


def rounded(figures: dict[str, float]) -> dict[str, float]:
    """Figures for people."""
    return {name: round(value, 2) for name, value in figures.items()}
