"""The registry: the only place that knows the concrete games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Final

from officina.core.errors import UnknownGame
from officina.core.game import Game
from officina.core.text import Message
from officina.core.vocabulary import shown

FIRST: Final = ("fuori_di_rotella", "crazy_race", "kraftwagen", "automobiles", "automania")
NAMES: Final = [*FIRST, *sorted({path.parent.name for path in Path(__file__).parent.glob("*/game.py")}.difference(FIRST))]
"""Every game: a folder here with a ``game.py`` in which one class is a subclass of Game; those of the house come first."""


class Games(Mapping[str, Game]):
    """All games by name, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in NAMES:
            near = tuple(get_close_matches(str(name), NAMES, 1))
            key = "kernel.game.unknown_near" if near else "kernel.game.unknown"
            raise UnknownGame(Message(key, name=shown(str(name)), games=tuple(NAMES), near=near))
        if name not in self._loaded:
            module = import_module(f"officina.games.{name}.game")
            front_doors = [found for found in vars(module).values() if getattr(found, "__module__", "") == module.__name__]
            game = next(found for found in front_doors if isinstance(found, type) and issubclass(found, Game))
            self._loaded[name] = game()  # type: ignore[call-arg]
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Final = Games()
