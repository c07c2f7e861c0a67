"""What one sees of a game before it is opened: ``box.toml`` and ``box.svg`` in its folder.

A game without them has a plain box: its players are told, its length and weight are not.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from officina.core.game import Game, OptionValue

PRINTED: Final = "printed"
"""The set of options that every game has: its defaults."""
HEAVIEST: Final = 3


@dataclass(frozen=True)
class GameBox:
    """Minutes of a game at a table and its ``weight`` (1 light to 3 heavy; 0: nobody says). ``mood``, ``sign``: as in a Board.

    ``emblem`` is a part in that ``paint``; ``sets`` are named sets of options beside the game as printed, each with the values
    that differ; ``picture`` is the drawing on the box as markup, 252 by 190.
    """

    minutes: int = 0
    weight: int = 0
    mood: str = ""
    sign: str = ""
    emblem: str = "gear-plain"
    paint: str = "grey"
    sets: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    picture: str = ""

    @property
    def accent(self) -> str:
        """The class that sets the game's own colour."""
        return self.mood.partition(" ")[0]

    @property
    def stage(self) -> str:
        """The class of what its parts stand on."""
        return self.mood.partition(" ")[2]


def box_of(game: Game) -> GameBox:
    """The box of a game."""
    return read_box(game.folder)


@lru_cache(maxsize=64)
def read_box(folder: Path) -> GameBox:
    """The box in a game's folder; KeyError or TypeError if the file says what no box has."""
    said, drawn = folder / "box.toml", folder / "box.svg"
    if not said.exists():
        return GameBox()
    found = tomllib.loads(said.read_text(encoding="utf-8"))
    return GameBox(**found, picture=drawn.read_text(encoding="utf-8") if drawn.exists() else "")


def light_first(game: Game) -> tuple[int, int]:
    """By weight, then by length; a game that does not say comes last."""
    box = box_of(game)
    return box.weight or HEAVIEST + 1, box.minutes
