"""``officina simulate``: many games, and what they tell."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, TextIO

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from officina.arena.cluster import on_cluster, ray_of
from officina.arena.crew import BOT_SECONDS
from officina.arena.rows import Plan
from officina.arena.simulate import Runner, on_this_machine, plan_simulation
from officina.arena.simulate import simulate as play_all
from officina.arena.summary import Summary, spread
from officina.arena.tables import parquet, write_csv, write_parquet
from officina.cli.common import console, errors, find_game, number_option, read_options, say, split_bots, tell
from officina.core.errors import OptionError
from officina.core.own_box import read_own_box
from officina.core.text import Message

HERE = "here"


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.simulate"))
    def simulate(
        game: Annotated[str, typer.Argument(help=say("help.game"))],
        games: Annotated[int, typer.Option("--games", "-n", min=1, max=100_000_000, help=say("help.number"))] = 1000,
        players: Annotated[int | None, typer.Option("--players", "-p", help=say("help.players"))] = None,
        bots: Annotated[str, typer.Option("--bots", "-b", help=say("help.bots"))] = "heuristic",
        option: Annotated[list[str] | None, typer.Option("--option", "-o", help=say("help.option"))] = None,
        vary: Annotated[list[str] | None, typer.Option("--vary", help=say("help.vary"))] = None,
        jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, max=1024, help=say("help.jobs"))] = 1,
        on: Annotated[str, typer.Option("--on", help=say("help.on"))] = HERE,
        seed: Annotated[str, typer.Option("--seed", "-s", help=say("help.seed"))] = "1",
        components: Annotated[Path | None, typer.Option("--components", help=say("help.components"))] = None,
        track: Annotated[Path | None, typer.Option("--track", help=say("help.track"))] = None,
        box: Annotated[Path | None, typer.Option("--box", help=say("help.with_box"))] = None,
        rows: Annotated[Path | None, typer.Option("--rows", help=say("help.rows"))] = None,
        json_file: Annotated[str, typer.Option("--json", help=say("help.json"))] = "",
        csv_file: Annotated[str, typer.Option("--csv", help=say("help.csv"))] = "",
        parquet_file: Annotated[Path | None, typer.Option("--parquet", help=say("help.parquet"))] = None,
        bot_limit: Annotated[float, number_option("--bot-limit", 0.1, 86_400)] = BOT_SECONDS,
    ) -> None:
        found = find_game(game, components, track, box)
        names = split_bots(bots) or ["heuristic"]
        count = players if players is not None else max(found.players[0], min(found.players[-1], len(names), 4))
        if players is None and len(names) == 1:
            count = min(4, found.players[-1])
        plan = plan_simulation(found, count, names, read_options(option or []), seed, components, track, vary or ())
        if parquet_file is not None:
            parquet()  # what is missing is better said before the games than after them
        runner = on_this_machine(jobs or os.cpu_count() or 1, bot_limit) if on == HERE else on_cluster(ray_of(on), bot_limit)
        with output(json_file) as stream, output(csv_file) as table, kept(rows, csv_file, parquet_file) as path:
            summary = run(plan, games, runner, path)
            if csv_file and path is not None:
                write_csv(plan, path, games, table)
            if parquet_file is not None and path is not None:
                write_parquet(plan, path, games, parquet_file)
            if json_file:
                stream.write(json.dumps(summary.to_json(), indent=2) + "\n")
        tell_falls(summary.falls, summary.said)
        if "-" not in (json_file, csv_file):
            show(summary)


@contextmanager
def kept(rows: Path | None, csv_file: str, parquet_file: Path | None) -> Iterator[Path | None]:
    """Where the games are kept while they are played: a run that was killed goes on from there.

    Without ``--rows`` beside the table that is to be written, and only until that is whole.
    """
    if rows is not None or (not csv_file and parquet_file is None):
        yield rows
        return
    if parquet_file is None and csv_file == "-":
        with TemporaryDirectory() as folder:
            yield Path(folder, "rows.jsonl")
        return
    table = parquet_file if parquet_file is not None else Path(csv_file)
    path = table.with_name(table.name + ".part.jsonl")
    yield path
    path.unlink(missing_ok=True)


def run(plan: Plan, games: int, runner: Runner, path: Path | None) -> Summary:
    """Play the games under a progress bar."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    )
    began = time.monotonic()
    told: list[int] = []
    with bar:
        task = bar.add_task(say("simulate.progress"), total=games)

        def progress(done: int) -> None:
            told.append(done)
            bar.advance(task, done)

        summary = play_all(plan, games, runner, path, progress)
    spent = max(1e-9, time.monotonic() - began)
    known = told[0] if path is not None and told else 0
    if known:
        errors.print(say("simulate.resumed", n=known, file=str(path)), markup=False)
    errors.print(say("simulate.rate", n=games - known, seconds=f"{spent:.1f}", rate=f"{(games - known) / spent:.0f}"))
    return summary


def tell_falls(falls: Counter[tuple[str, str]], said: Mapping[tuple[str, str], str]) -> None:
    """Which bots could not go on, in how many games and why, with what their code said the first time."""
    for (bot, why), games in sorted(falls.items()):
        line = say("simulate.fell", bot=bot, n=games, why=say(f"simulate.why.{why}"), what=said[bot, why])
        errors.print(" ".join(line.split()), markup=False)


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
    if plan.box:
        console.print(say("simulate.box", name=read_own_box(plan.box).name, digest=plan.digest), markup=False)
    if options:
        console.print(options, style="dim")
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
