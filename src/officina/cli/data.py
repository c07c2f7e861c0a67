"""``officina backup`` and ``officina restore``: all tables in one file, and back."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from officina.cli.common import console, errors, read_duration, say, tell
from officina.cli.serve import DATABASE
from officina.core.errors import OfficinaError, OptionError
from officina.core.text import Message

if TYPE_CHECKING:
    from officina.tables.storage.salvage import Salvaged

MOST_KEPT: Final = 100_000
NAME: Final = "officina-%Y%m%d-%H%M%S.gz"
PATTERN: Final = "officina-" + "[0-9]" * 8 + "-" + "[0-9]" * 6 + ".gz"


def add(app: typer.Typer) -> None:
    """Add the commands."""

    @app.command(help=say("help.backup"))
    def backup(
        file: Annotated[Path, typer.Argument(help=say("help.backup_place"))],
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
        salvage: Annotated[bool, typer.Option("--salvage", help=say("help.salvage"))] = False,
        every: Annotated[str, typer.Option("--every", help=say("help.every"))] = "",
        keep: Annotated[int, typer.Option("--keep", min=1, max=MOST_KEPT, help=say("help.keep_backups"))] = 24,
    ) -> None:
        from officina.cli.storing import existing, place, rescue, save

        storage = existing(place(data, database))
        if salvage and every:
            raise OptionError(Message("cli.usage.salvage_every"))
        if salvage:
            tell_salvaged(asyncio.run(rescue(storage, file)), file)
        elif every:
            seconds = read_duration(every)
            file.mkdir(parents=True, exist_ok=True)
            stop = threading.Event()
            # The backup that is being written is finished first: an interrupt in the middle of it could also be lost there.
            signal.signal(signal.SIGINT, lambda *_: stop.set())
            while not stop.is_set():
                began = time.monotonic()
                backup_into(file, data, database, keep)
                stop.wait(max(0.0, seconds - (time.monotonic() - began)))
            raise KeyboardInterrupt
        else:
            done = asyncio.run(save(storage, file))
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


def backup_into(folder: Path, data: Path | None, database: str, keep: int) -> None:
    """One more backup in the folder; the oldest go once it is written. A failure is told, and the next one is tried in time."""
    from officina.cli.storing import existing, place, save

    file = folder / time.strftime(NAME)
    try:
        done = asyncio.run(save(existing(place(data, database)), file))
    except OfficinaError as error:
        errors.print(say("error", text=tell(error.message)), markup=False)
        return
    console.print(say("backup.written", file=str(file), n=done.tables, rows=done.rows), markup=False, soft_wrap=True)
    for old in sorted(folder.glob(PATTERN))[:-keep]:
        old.unlink(missing_ok=True)


def tell_salvaged(done: Salvaged, file: Path) -> None:
    """What was saved, what only in part, what not; status 1 if anything is missing."""
    for table in done.cut:
        console.print(say("salvage.cut", table=table), markup=False, soft_wrap=True)
    for table in done.lost:
        console.print(say("salvage.lost", table=table), markup=False, soft_wrap=True)
    told = say("backup.written", file=str(file), n=done.backup.tables, rows=done.backup.rows)
    console.print(told, markup=False, soft_wrap=True)
    if done.cut or done.lost:
        raise typer.Exit(1)
