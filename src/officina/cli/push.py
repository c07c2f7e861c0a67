"""``officina push``: the keys by which push services know this server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from officina.cli.common import console, say
from officina.cli.serve import DATABASE
from officina.core.text import Message


def add(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help=say("help.push"), no_args_is_help=True)
    app.add_typer(group, name="push")

    @group.callback()
    def push() -> None:
        """One command would else stand for the group."""

    @group.command(help=say("help.push_rotate"))
    def rotate(
        forget: Annotated[bool, typer.Option("--forget", help=say("help.push_forget"))] = False,
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.app import data_folder
        from officina.cli.storing import is_missing, place, with_storage
        from officina.tables.errors import TableError
        from officina.tables.notices.push_keys import FILE, PushKeys, is_able, publish_keys, share_keys
        from officina.tables.storage.sql_push import count_browsers

        if not is_able():
            raise TableError(Message("tables.error.push_none"))
        keys = PushKeys((data or data_folder()) / FILE)
        storage = place(data, database)
        if storage.several_hosts:
            asyncio.run(with_storage(storage, lambda: share_keys(keys, storage)))
        keys.rotate(forget)
        if storage.several_hosts:
            storage = place(data, database)
            asyncio.run(with_storage(storage, lambda: publish_keys(keys, storage)))
            storage = place(data, database)
        console.print(say("push.rotated", file=str(keys.path)), markup=False, soft_wrap=True)
        if not is_missing(storage):
            n = sum(asyncio.run(with_storage(storage, lambda: count_browsers(storage))).values())
            console.print(say("push.forgotten" if forget else "push.kept", n=n), markup=False, soft_wrap=True)
