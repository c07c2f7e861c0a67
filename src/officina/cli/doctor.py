"""``officina doctor``: what runs here, what is missing, and whether the stored tables are sound."""

from __future__ import annotations

import asyncio
import platform
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from officina._build import find_compiler, installed_version, is_compiled
from officina.cli.app import data_folder
from officina.cli.common import Language, console, say, tell
from officina.cli.serve import DATABASE
from officina.games import GAMES
from officina.tables.notices.push_keys import is_able

OPTIONAL = ("psycopg", "hypothesis", "pytest", "mypyc")


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.doctor"))
    def doctor(
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
        table: Annotated[list[str] | None, typer.Option("--table", help=say("help.check_table"))] = None,
    ) -> None:
        from officina.cli.storing import check, existing, is_missing, place

        tell_what_runs()
        storage = place(data, database)
        if is_missing(storage) and data is None and not table:
            return  # nobody has opened a table here yet
        if asyncio.run(check(existing(storage), table or [])):
            raise typer.Exit(1)


def tell_what_runs() -> None:
    """Versions, builds, programs."""
    table = Table(show_header=False, box=None)
    table.add_row(say("doctor.version"), installed_version())
    table.add_row(say("doctor.python"), f"{platform.python_version()} ({platform.system()} {platform.machine()})")
    table.add_row(say("doctor.build"), say("doctor.compiled" if is_compiled() else "doctor.pure"))
    table.add_row(say("doctor.compiler"), find_compiler() or say("doctor.missing"))
    table.add_row(say("doctor.language"), Language.code)
    table.add_row(say("doctor.saves"), str(data_folder()))
    for name in OPTIONAL:
        table.add_row(name, say("doctor.present") if find_spec(name) else say("doctor.missing"))
    table.add_row("push", Text(say("doctor.present" if is_able() else "doctor.no_push")))  # its brackets are no markup
    for game in GAMES.values():
        figures = say("doctor.game", version=game.rules_version, digest=game.components_digest)
        table.add_row(tell(game.title()), figures)
    console.print(table)
