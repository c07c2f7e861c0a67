"""``officina box``: boxes of one's own, as files and on the shelf of a server."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from officina.cli.common import console, find_game, read_file, say
from officina.cli.serve import DATABASE
from officina.cli.simulate import output
from officina.core import own_box
from officina.core.components import read_toml
from officina.core.game import Game
from officina.core.own_box import OwnBox

SETTINGS = {"help_option_names": ["-h", "--help"]}


def read_box_file(path: Path) -> tuple[Game, OwnBox, list[str]]:
    """A box file; a clear error if it cannot be read or does not add up."""
    return own_box.read_file(read_file(path), find_game)


def add(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help=say("help.box"), no_args_is_help=True, context_settings=SETTINGS)
    app.add_typer(group, name="box")
    add_files(group)
    add_shelf(group)


def add_files(group: typer.Typer) -> None:
    """``new``, ``check``, ``diff``: files alone."""

    @group.command(help=say("help.box_new"))
    def new(
        game: Annotated[str, typer.Argument(help=say("help.game"))],
        file: Annotated[str, typer.Option("--output", "-o", help=say("help.box_output"))] = "-",
        name: Annotated[str, typer.Option("--name", help=say("help.box_name"))] = "",
        maker: Annotated[str, typer.Option("--maker", help=say("help.box_maker"))] = "",
        components: Annotated[Path | None, typer.Option("--components", help=say("help.components"))] = None,
        track: Annotated[list[Path] | None, typer.Option("--track", help=say("help.track"))] = None,
    ) -> None:
        found = find_game(game, components)
        ours = own_box.standard_figures(found)
        changes = {} if components is None else own_box.differences(ours, read_toml(components))
        contents = [read_toml(path) for path in track or []]
        tracks = {str(content.get("id", "")): content for content in contents}
        title = own_box.clean_title(name) or say("box.usual_name")
        own = own_box.checked(OwnBox(title, changes, tracks, own_box.clean_title(maker)))
        own_box.check_playable(own_box.game_with(find_game(game), own))
        with output(file) as stream:
            stream.write(own_box.dump_file(found, own))
        if file != "-":
            console.print(say("box.written", file=file, n=len(changes)), markup=False, soft_wrap=True)

    @group.command(help=say("help.box_check"))
    def check(file: Annotated[Path, typer.Argument(help=say("help.box_file"))]) -> None:
        game, own, compared = read_box_file(file)
        digest = own_box.game_with(game, own).components_digest
        console.print(say("box.sound", file=str(file), game=game.title(), name=own.name), markup=False, soft_wrap=True)
        told = say("box.told", n=len(own.changes), tracks=len(own.tracks), compared=len(compared), digest=digest)
        console.print(told, markup=False, soft_wrap=True)

    @group.command(help=say("help.box_diff"))
    def diff(
        file: Annotated[Path, typer.Argument(help=say("help.box_file"))],
        other: Annotated[Path | None, typer.Argument(help=say("help.box_other"))] = None,
    ) -> None:
        game, own, _ = read_box_file(file)
        base, their_tracks = own_box.standard_figures(game), {}
        if other is not None:
            second, theirs, _ = read_box_file(other)
            game, base, their_tracks = second, own_box.figures_of(second, theirs), theirs.tracks
        found = own_box.differences(base, own_box.figures_of(game, own))
        names = [name for name in own.tracks | their_tracks if own.tracks.get(name) != their_tracks.get(name)]
        if names:
            console.print(say("box.tracks_differ", names=", ".join(names)), markup=False, soft_wrap=True)
        if not found and not names:
            console.print(say("box.same"))
        if not found:
            return
        table = Table(say("box.place"), say("box.before"), say("box.after"))
        for place, value in found.items():
            table.add_row(place, brief(own_box.value_at(base, place)), brief(value))
        console.print(table)


def add_shelf(group: typer.Typer) -> None:
    """``list``, ``export``, ``import``: what lies on a server's shelf."""

    @group.command("list", help=say("help.box_list"))
    def list_(
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, place, with_storage

        storage = existing(place(data, database))
        rows = asyncio.run(with_storage(storage, storage.all_boxes))
        table = Table(say("box.id"), say("box.game"), say("box.name"), say("box.maker"), say("box.state"))
        for row in rows:
            table.add_row(row.id, row.game, row.name, row.maker, say("box.ready" if row.ready else "box.draft"))
        console.print(table)

    @group.command(help=say("help.box_export"))
    def export(
        box: Annotated[str, typer.Argument(help=say("help.box_id"))],
        file: Annotated[str, typer.Option("--output", "-o", help=say("help.box_output"))] = "-",
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, place, with_storage
        from officina.tables.boxes.shelf import Shelf, file_of

        storage = existing(place(data, database))
        row = asyncio.run(with_storage(storage, lambda: Shelf(storage).find(box)))
        with output(file) as stream:
            stream.write(file_of(row))

    @group.command("import", help=say("help.box_import"))
    def import_(
        file: Annotated[Path, typer.Argument(help=say("help.box_file"))],
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, place, with_storage
        from officina.tables import tokens
        from officina.tables.boxes.shelf import Shelf

        game, own, compared = read_box_file(file)
        token = tokens.new_token()  # whoever wants to change it makes a copy
        storage = existing(place(data, database))
        put = partial(Shelf(storage).add, game.name, own, token, compared, ready=True)
        row = asyncio.run(with_storage(storage, put))
        console.print(say("box.imported", name=own.name, address=f"/box/{game.name}/{row.id}"), markup=False)


def brief(value: object) -> str:
    """A figure, or a list of them, on one line."""
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
