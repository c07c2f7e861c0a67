"""``officina analyse``: where a game was won and lost, from its record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from officina.bots.analysis import Analysis, Judged, analyse
from officina.cli.common import Language, console, errors, find_game, read_file, say
from officina.core.errors import OptionError
from officina.core.record import Record
from officina.core.text import Message, render
from officina.tables.table.model import load_message
from officina.web.words import named

WIDTH: Final = 60
"""Signs of a curve."""
HEIGHTS: Final = "▁▂▃▄▅▆▇█"


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("analyse", help=say("help.analyse"))
    def command(
        file: Annotated[Path, typer.Argument(help=say("help.file"))],
        every: Annotated[bool, typer.Option("--all", help=say("help.analyse_all"))] = False,
        write: Annotated[Path | None, typer.Option("--json", help=say("help.analyse_json"))] = None,
        components: Annotated[Path | None, typer.Option("--components", help=say("help.components"))] = None,
        track: Annotated[Path | None, typer.Option("--track", help=say("help.track"))] = None,
    ) -> None:
        record = Record.load(read_file(file), lambda name: find_game(name, components, track))
        if not record.position.over:
            raise OptionError(Message("cli.analyse.not_over", file=str(file)))
        found = with_progress(record)
        Report(record, found).show(every)
        if write is not None:
            write.write_text(json.dumps(msgspec.to_builtins(found)), encoding="utf-8")
            errors.print(say("analyse.written", file=str(write)))


def with_progress(record: Record) -> Analysis:
    """The analysis, with a bar on standard error."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task(say("analyse.running"), total=len(record.moves))

        def told(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        return analyse(record, told)


class Report:
    """An analysis in words."""

    def __init__(self, record: Record, found: Analysis) -> None:
        self.record = record
        self.found = found
        given = record.header.names
        self.names = [
            given[seat] if seat < len(given) and given[seat] else say("analyse.seat", n=seat + 1)
            for seat in range(record.header.players)
        ]

    def tell(self, sentence: dict[str, object]) -> str:
        """A stored sentence with the players' names."""
        return render(named(load_message(sentence), self.names), Language.code, rules=False)

    def show(self, every: bool) -> None:
        """The curve, the costliest mistakes, and all choices if they are wanted."""
        console.print(say("analyse.curve"))
        widest = max(len(name) for name in self.names)
        for seat, name in enumerate(self.names):
            final = self.record.position.scores()[seat]
            console.print(f"  {name:<{widest}}  {sparkline([row[seat] for row in self.found.curve])}  {final}", markup=False)
        console.print()
        if not self.found.mistakes:
            console.print(say("analyse.no_mistakes"))
        else:
            console.print(say("analyse.mistakes", n=len(self.found.mistakes)))
        for place in self.found.mistakes:
            self.show_one(self.found.decisions[place], with_preview=True)
        if every:
            console.print(say("analyse.every"))
            for found in self.found.decisions:
                self.show_one(found, with_preview=False)

    def show_one(self, found: Judged, with_preview: bool) -> None:
        """One choice, and what would have been better."""
        head = say(
            "analyse.choice",
            step=found.number + 1,
            who=self.names[found.seat],
            choice=self.tell(found.text),
            chance=f"{found.chance:.0%}",
        )
        console.print("  " + head, markup=False)
        for better in found.better:
            line = say("analyse.better", choice=self.tell(better.text), chance=f"{better.chance:.0%}")
            console.print("    " + line, markup=False)
            if with_preview:
                for sentence in better.preview:
                    console.print("      " + self.tell(sentence), markup=False)
                if better.open:
                    console.print("      " + say("analyse.open"), markup=False)


def sparkline(chances: list[float]) -> str:
    """A curve of chances in one line.

    >>> sparkline([0.0, 0.5, 1.0])
    '▁▅█'
    """
    width = min(WIDTH, len(chances))
    picked = [chances[place * (len(chances) - 1) // max(1, width - 1)] for place in range(width)]
    return "".join(HEIGHTS[min(len(HEIGHTS) - 1, int(chance * len(HEIGHTS)))] for chance in picked)
