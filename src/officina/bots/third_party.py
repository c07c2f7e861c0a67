"""Bots of others: packages that name them in the entry point group ``officina.bots``, and programs that answer over HTTP.

A package's names are read from its metadata; its code is loaded only where one of its bots is to choose. So a broken package
stops nobody: what is wrong with it is said when its bot is asked for, and ``officina bots`` tells it of all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from officina.bots.bot import Bot
from officina.core.errors import OptionError
from officina.core.position import Position
from officina.core.rng import Rng
from officina.core.text import Message
from officina.core.vocabulary import shown

GROUP: Final = "officina.bots"
NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
"""How a bot may be called: it stands in lists separated by commas, in logs separated by spaces."""
MOST_WHY: Final = 200


class Guest(Bot):
    """A bot of somebody else at our table. It gets a world that its seat cannot tell from the true one, never the true one."""

    def __init__(self, name: str, made: Any) -> None:
        self.name = name
        self.made = made

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        world = p.determinize(seat, rng)
        option = self.made.choose(world, seat, rng)
        if type(option) is not int:
            raise TypeError(f"choose() gave {option!r:.60}, not the int of an option")
        return option


@cache
def declared() -> tuple[tuple[EntryPoint, ...], tuple[Message, ...]]:
    """The bots that installed packages declare, and what is wrong with other declarations."""
    found: dict[str, EntryPoint] = {}
    wrong: list[Message] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, package_of(entry))):
        if not NAME.fullmatch(entry.name):
            wrong.append(Message("kernel.bot.bad_name", name=shown(entry.name), package=package_of(entry)))
        elif entry.name in found and found[entry.name].value != entry.value:
            wrong.append(Message("kernel.bot.twice", name=entry.name, package=package_of(entry)))
        else:
            found[entry.name] = entry
    return tuple(found.values()), tuple(wrong)


def package_of(entry: EntryPoint) -> str:
    """The package that declares a bot."""
    return entry.dist.name if entry.dist is not None else "?"


def load(entry: EntryPoint) -> Guest:
    """The bot of a declaration; OptionError in words if it cannot be had."""
    try:
        factory: Callable[[], Any] = entry.load()
        made = factory()
        if not callable(getattr(made, "choose", None)):
            raise TypeError(f"{entry.value} gives {type(made).__name__}, which has no choose(position, seat, rng)")
    except (Exception, SystemExit) as error:  # whatever other people's code does
        raise OptionError(Message("kernel.bot.broken", name=entry.name, package=package_of(entry), why=reason(error))) from None
    return Guest(entry.name, made)


def reason(error: BaseException) -> str:
    """What went wrong in other people's code, in one line."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if len(text) <= MOST_WHY else text[: MOST_WHY - 1] + "…"
