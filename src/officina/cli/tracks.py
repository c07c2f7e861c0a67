"""``officina tracks``: an owner's track files, checked and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from officina.cli.common import Language, console, say, tell
from officina.cli.simulate import output
from officina.core.errors import OptionError
from officina.core.game import Game
from officina.core.text import Message
from officina.games import GAMES


def add(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help=say("help.tracks"), no_args_is_help=True)
    app.add_typer(group, name="tracks")

    @group.command(help=say("help.tracks_check"))
    def check(file: Annotated[Path, typer.Argument(help=say("help.track_file"))]) -> None:
        summary = racing_game().track_summary(file)
        console.print(say("tracks.sound", file=str(file)), markup=False, soft_wrap=True)
        console.print(tell(summary), markup=False)

    @group.command(help=say("help.tracks_draw"))
    def draw(
        file: Annotated[Path, typer.Argument(help=say("help.track_file"))],
        picture: Annotated[str, typer.Option("--output", "-o", help=say("help.picture"))] = "-",
    ) -> None:
        svg = racing_game().draw_track(file, Language.code)
        with output(picture) as stream:
            stream.write(svg)
        if picture != "-":
            console.print(say("tracks.drawn", file=picture), markup=False, soft_wrap=True)


def racing_game() -> Game:
    """The game that is played on tracks."""
    for game in GAMES.values():
        if game.has_tracks:
            return game
    raise OptionError(Message("cli.tracks.no_game"))
