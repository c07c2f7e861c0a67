"""``officina backup`` and ``officina restore``: all tables in one file, and back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from officina.cli.common import console, say
from officina.cli.serve import DATABASE


def add(app: typer.Typer) -> None:
    """Add the commands."""

    @app.command(help=say("help.backup"))
    def backup(
        file: Annotated[Path, typer.Argument(help=say("help.backup_file"))],
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, place, save

        done = asyncio.run(save(existing(place(data, database)), file))
        console.print(say("backup.written", file=str(file), n=done.tables, rows=done.rows), markup=False, soft_wrap=True)

    @app.command(help=say("help.restore"))
    def restore(
        file: Annotated[Path, typer.Argument(help=say("help.backup_file"))],
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import load, place

        storage = place(data, database)
        done = asyncio.run(load(storage, file))
        told = say("backup.restored", database=storage.name, n=done.tables, rows=done.rows)
        console.print(told, markup=False, soft_wrap=True)
