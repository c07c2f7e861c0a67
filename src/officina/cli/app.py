"""The command line: its commands, and one clear line for every mistake."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import click
import typer
import typer.core

from officina._build import installed_version
from officina.cli.common import Language, console, errors, language_of, say, tell
from officina.core.errors import OfficinaError

USAGE_ERROR = 2


def build() -> typer.Typer:
    """The command in the language of this run."""
    from officina.cli import (
        analyse,
        bench,
        bots,
        box,
        catalogue,
        club,
        data,
        doctor,
        fit,
        learn,
        new_game,
        play,
        push,
        records,
        report,
        serve,
        simulate,
        tables,
        tournament,
        tracks,
        tune,
    )

    typer.core.HAS_RICH = False  # otherwise typer masks brackets for rich ("\\[default: 1]") although rich is not to print them
    app = typer.Typer(
        help=say("help.officina"),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def officina(
        lang: Annotated[str, typer.Option("--lang", show_default=False, help=say("help.lang"))] = Language.code,
        show_version: Annotated[
            bool, typer.Option("--version", callback=show_version_and_leave, is_eager=True, help=say("help.version"))
        ] = False,
    ) -> None:
        if lang != Language.code and not show_version:
            raise click.BadParameter(lang, param_hint="--lang")

    playing = (catalogue, serve, play, learn)
    studying = (bots, simulate, tournament, report, tune, fit, records, analyse, box, tracks, bench)
    for module in (*playing, *studying, club, data, tables, push, doctor, new_game):
        module.add(app)
    return app


def show_version_and_leave(wanted: bool) -> None:
    """``--version``."""
    if wanted:
        console.print(f"officina {installed_version()}")
        raise typer.Exit


def main(arguments: list[str] | None = None) -> None:
    """Run the command. A mistake of the user's: one line on standard error, exit status 2, never a traceback."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the command and return its exit status."""
    Language.code = language_of(arguments)
    try:
        status = build()(_without_language(arguments), prog_name="officina", standalone_mode=False)
    except OfficinaError as error:
        return _complain(tell(error.message))
    except click.exceptions.NoArgsIsHelpError as error:
        console.print(error.ctx.get_help() if error.ctx else "", markup=False)
        return USAGE_ERROR
    except click.UsageError as error:
        return _complain(usage(error))
    except (click.Abort, KeyboardInterrupt, EOFError):
        console.print()
        return 130
    except BrokenPipeError:
        return 0
    return status if isinstance(status, int) else 0


def _complain(text: str) -> int:
    errors.print(say("error", text=" ".join(text.split())), markup=False)
    return USAGE_ERROR


def _without_language(arguments: list[str]) -> list[str]:
    """``--lang`` may stand anywhere: it is read before the commands are built, and moved to the front."""
    rest: list[str] = []
    language: list[str] = []
    skip = False
    for place, argument in enumerate(arguments):
        if skip:
            skip = False
        elif argument == "--lang" and place + 1 < len(arguments):
            language = ["--lang", arguments[place + 1]]
            skip = True
        elif argument.startswith("--lang="):
            language = [argument]
        else:
            rest.append(argument)
    return language + rest


def usage(error: click.UsageError) -> str:
    """What was wrong on the command line, and what is allowed."""
    if isinstance(error, click.NoSuchOption):
        params = error.ctx.command.params if error.ctx else []
        known = sorted(name for param in params for name in param.opts if name.startswith("--"))
        return say("usage.no_such_option", option=error.option_name, options=tuple(known))
    if isinstance(error, click.MissingParameter):
        return say("usage.missing", name=_parameter_name(error))
    if isinstance(error, click.BadParameter):
        if error.param_hint == "--lang":
            return say("usage.language", value=error.message)
        if error.param is not None and isinstance(error.param.type, click.types.IntParamType | click.types.FloatParamType):
            return _bad_number(error, error.param.type)
        return say("usage.bad_value", name=_parameter_name(error), why=error.message)
    if error.ctx is not None and isinstance(error.ctx.command, click.Group):
        return say("usage.no_such_command", commands=tuple(error.ctx.command.list_commands(error.ctx)))
    return say("usage.other", why=error.format_message())


def _bad_number(error: click.BadParameter, wanted: click.ParamType) -> str:
    """A number was wanted: which ones are allowed."""
    least, most = getattr(wanted, "min", None), getattr(wanted, "max", None)
    name = _parameter_name(error)
    if least is None and most is None:
        return say("usage.number", name=name)
    return say("usage.number_from_to", name=name, least=least, most="..." if most is None else most)


def _parameter_name(error: Any) -> str:
    if error.param is not None:
        return str(error.param.opts[0] if error.param.opts[0].startswith("-") else error.param.human_readable_name)
    return str(error.param_hint or "?")


def data_folder() -> Path:
    """Where saves live unless told otherwise."""
    import os

    base = os.environ.get("OFFICINA_DATA") or os.environ.get("XDG_DATA_HOME")
    return Path(base) / "officina" if base else Path.home() / ".local" / "share" / "officina"
