"""What every game's ``terminal.py`` draws with. Only those modules import it: without a terminal nothing needs Rich."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType

from officina.core.text import Message, render


class Drawing:
    """One drawing of a table: a view in a language, with the box it is played with. A game's is called ``TableDrawing``."""

    def __init__(self, parts: Any, view: Mapping[str, Any], language: str) -> None:
        self.parts = parts
        self.view = view
        self.language = language

    def say(self, key: str, **args: Any) -> str:
        """A sentence of this game."""
        return render(Message(f"{self.view['game']}.{key}", **args), self.language)

    def draw(self) -> RenderableType:
        """The whole table as the view's seat sees it."""
        raise NotImplementedError
