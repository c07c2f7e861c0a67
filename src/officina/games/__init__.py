"""The registry: the only place that knows the concrete games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Final

from officina.core.errors import UnknownGame
from officina.core.game import Game
from officina.core.text import Message
from officina.core.vocabulary import shown

CLASSES: Final = {
    "fuori_di_rotella": "FuoriDiRotellaGame",
    "crazy_race": "CrazyRaceGame",
    "kraftwagen": "KraftwagenGame",
    "automobiles": "AutomobilesGame",
    "automania": "AutomaniaGame",
}
"""Every game: its folder here, and the subclass of Game in the folder's ``game.py``."""


class Games(Mapping[str, Game]):
    """All games by name, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in CLASSES:
            near = tuple(get_close_matches(str(name), CLASSES, 1))
            key = "kernel.game.unknown_near" if near else "kernel.game.unknown"
            raise UnknownGame(Message(key, name=shown(str(name)), games=tuple(CLASSES), near=near))
        if name not in self._loaded:
            module = import_module(f"officina.games.{name}.game")
            self._loaded[name] = getattr(module, CLASSES[name])()
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(CLASSES)

    def __len__(self) -> int:
        return len(CLASSES)


GAMES: Final = Games()
