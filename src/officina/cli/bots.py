"""``officina bots``: who can be put on a seat."""

from __future__ import annotations

import typer
from rich.table import Table

from officina.bots import BOTS
from officina.bots.levels import third_party_bots, third_party_problems
from officina.bots.third_party import load, package_of
from officina.cli.common import console, errors, say, tell
from officina.core.errors import OptionError


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.bots_list"))
    def bots() -> None:
        table = Table(title=say("bots.title"), title_justify="left")
        for key in ("name", "from", "about"):
            table.add_column(say(f"bots.{key}"))
        for name in BOTS:
            table.add_row(name, "officina", say(f"bots.our.{name}"))
        wrong = third_party_problems()
        for name, entry in third_party_bots().items():
            try:
                about = (load(entry).made.__class__.__doc__ or "").strip().partition("\n")[0]
            except OptionError as error:
                wrong.append(error.message)
                about = say("bots.broken")
            table.add_row(name, package_of(entry), about)
        console.print(table)
        for message in wrong:
            errors.print(tell(message), markup=False)
