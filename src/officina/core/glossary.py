"""What the things of a game are called, what they do in a sentence or two, and which rule says more.

A game's ``glossary.toml`` lists its things in the order in which they are told, each with its rule. The words are sentences of
the game: ``thing.<name>.name`` and ``thing.<name>.text``, unless the entry names others (``text = "card.boost.text"``). On the
board a thing carries its name as ``data-thing`` (:func:`officina.looks.spot` asks for it).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from officina.core.game import Game
from officina.core.text import Message

THINGS: Final = re.compile('data-thing="([^"]*)"')


@dataclass(frozen=True)
class Thing:
    """A thing of a game: its name, what it does, and its rule."""

    thing: str
    rule: str
    name: Message
    text: Message


def glossary(game: Game) -> dict[str, Thing]:
    """The things of a game by name, with the figures of its box; empty for a game without a glossary."""
    return {
        thing: Thing(thing, rule, Message(f"{game.name}.{name}"), Message(f"{game.name}.{text}", **game.thing_figures(thing)))
        for thing, rule, name, text in read(game.folder)
    }


@lru_cache(maxsize=64)
def read(folder: Path) -> list[tuple[str, str, str, str]]:
    """Every thing with its rule and the keys of its words; KeyError if one has no rule."""
    path = folder / "glossary.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return [
        (thing, said["rule"], said.get("name", f"thing.{thing}.name"), said.get("text", f"thing.{thing}.text"))
        for thing, said in listed.items()
    ]


def things_in(markups: Iterable[str]) -> set[str]:
    """The things that are drawn there."""
    return {thing for markup in markups for thing in THINGS.findall(markup)}
