"""``officina doctor``: what runs here, and what is missing."""

from __future__ import annotations

import platform
import shutil
from importlib.util import find_spec

import typer
from rich.table import Table

from officina._build import installed_version, is_compiled
from officina.cli.app import data_folder
from officina.cli.common import Language, console, say, tell
from officina.games import GAMES

OPTIONAL = ("hypothesis", "pytest", "mypyc")
COMPILERS = ("cc", "gcc", "clang", "cl")


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.doctor"))
    def doctor() -> None:
        table = Table(show_header=False, box=None)
        table.add_row(say("doctor.version"), installed_version())
        table.add_row(say("doctor.python"), f"{platform.python_version()} ({platform.system()} {platform.machine()})")
        table.add_row(say("doctor.build"), say("doctor.compiled" if is_compiled() else "doctor.pure"))
        compiler = next((name for name in COMPILERS if shutil.which(name)), "")
        table.add_row(say("doctor.compiler"), compiler or say("doctor.missing"))
        table.add_row(say("doctor.language"), Language.code)
        table.add_row(say("doctor.saves"), str(data_folder()))
        for name in OPTIONAL:
            table.add_row(name, say("doctor.present") if find_spec(name) else say("doctor.missing"))
        for game in GAMES.values():
            figures = say("doctor.game", version=game.rules_version, digest=game.components_digest)
            table.add_row(tell(game.title()), figures)
        console.print(table)
