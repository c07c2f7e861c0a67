"""What all commands share: the language, the console, reading names and options."""

from __future__ import annotations

import locale
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import typer
from rich.console import Console
from rich.text import Text

from officina.bots.http import is_address
from officina.core import own_box
from officina.core.errors import OptionError
from officina.core.game import Game
from officina.core.text import LANGUAGES, Message, add_room, render
from officina.core.vocabulary import shown
from officina.games import GAMES

add_room("cli", Path(__file__).parent / "texts")

console: Final = Console(highlight=False, markup=False)
"""Brackets are brackets: names, notation and records come from anybody. Only :func:`styled` reads styles, of our sentences."""
errors: Final = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)


class Language:
    """The language of this run of the command."""

    code = "en"


def default_language() -> str:
    """``OFFICINA_LANG``, else the locale; Italian for an Italian one, English for all others."""
    for name in ("OFFICINA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "it" if value.lower().startswith("it") else "en"
    return "it" if (locale.getlocale()[0] or "").lower().startswith("it") else "en"


def language_of(arguments: Sequence[str]) -> str:
    """The language that ``--lang`` asks for anywhere on the command line; the help texts need it before parsing."""
    for place, argument in enumerate(arguments):
        value = argument.removeprefix("--lang=") if argument.startswith("--lang=") else ""
        if argument == "--lang" and place + 1 < len(arguments):
            value = arguments[place + 1]
        if value in LANGUAGES:
            return value
    return default_language()


def say(key: str, **args: Any) -> str:
    """A sentence of the command in the language of this run."""
    return render(Message(f"cli.{key}", **args), Language.code)


def styled(key: str, **numbers: int) -> Text:
    """A sentence of the command with the styles that stand in it. It takes numbers only: a text could have its own styles."""
    return Text.from_markup(say(key, **numbers))


def tell(message: Message) -> str:
    """Any message in the language of this run."""
    return render(message, Language.code)


def find_game(name: str, components: Path | None = None, track: Path | None = None, box: Path | None = None) -> Game:
    """The game of that name (dashes and capitals do not matter), with an owner's box, components and track files if given."""
    game = GAMES[name.strip().lower().replace("-", "_").replace(" ", "_")]
    if box is not None:
        found, own, _ = own_box.read_file(read_file(box), find_game)
        if found.name != game.name:
            raise OptionError(Message("cli.box.other_game", file=str(box), game=found.title(), wanted=game.title()))
        if components is not None or track is not None:
            raise OptionError(Message("cli.box.alone"))
        return own_box.game_with(game, own)
    if components is not None:
        game = game.with_components(components)
    return game if track is None else game.with_track(track)


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    """Options given as ``name=value``."""
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise OptionError(Message("cli.usage.pair", text=shown(pair)))
        options[name.strip()] = value.strip()
    return options


def split_names(text: str) -> list[str]:
    """A list of names separated by commas."""
    return [name.strip().lower() for name in text.split(",") if name.strip()]


def split_bots(text: str) -> list[str]:
    """A list of bots separated by commas; in an address capitals are kept."""
    found = [name.strip() for name in text.split(",") if name.strip()]
    return [name if is_address(name) else name.lower() for name in found]


def number_option(name: str, least: float, most: float) -> Any:
    """An option that is a number within a range. Its help is the text of its name."""
    text = say(f"help.{name.removeprefix('--').replace('-', '_')}")
    return typer.Option(name, min=least, max=most, callback=_no_nan, help=text)


def _no_nan(value: float) -> float:
    """Python reads "nan" as a number, and no comparison with the ends of a range refuses it."""
    if math.isnan(value):
        raise typer.BadParameter(str(value))
    return value


def read_file(path: Path) -> bytes:
    """A file's content; a clear error if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise OptionError(Message("cli.usage.file", file=str(path), why=why)) from None


UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
LONGEST: Final = 36_500 * 86_400


def read_duration(text: str) -> float:
    """A time such as ``90s``, ``30m``, ``1h``, ``7d``, in seconds."""
    number, unit = text.strip()[:-1], text.strip()[-1:].lower()
    if unit not in UNITS or not number.isdecimal() or len(number) > 9 or not 0 < int(number) * UNITS[unit] <= LONGEST:
        raise OptionError(Message("cli.usage.duration", text=shown(text)))
    return float(int(number) * UNITS[unit])
