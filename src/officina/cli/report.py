"""``officina report``: what simulations and tournaments say about a game, as one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from officina.arena.study import read_study
from officina.cli.common import Language, console, say
from officina.cli.report_page import page_of
from officina.cli.simulate import output


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.report"))
    def report(
        files: Annotated[list[Path], typer.Argument(help=say("help.report_files"))],
        write: Annotated[str, typer.Option("--write", "-w", help=say("help.report_write"))] = "report.html",
    ) -> None:
        study = read_study(files)
        page = page_of(study, Language.code)
        with output(write) as stream:
            stream.write(page)
        if write != "-":
            console.print(say("report.written", file=write, n=study.games), markup=False)
