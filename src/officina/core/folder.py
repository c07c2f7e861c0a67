"""The front door of a game whose folder is laid out as usual: it opens into the modules by their names.

A game's ``game.py`` says what is special (players, options, set-up); what is only passed on to ``scoring.py``,
``view.py``, ``hidden.py``, ``saved.py``, ``heuristics.py``, ``words.py``, ``terminal.py`` and ``board.py`` is passed
on here, once for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol

import msgspec

from officina.core.drawing import Board
from officina.core.events import Event
from officina.core.game import Game
from officina.core.position import Position, Question
from officina.core.rng import Rng
from officina.core.text import Message


class Saving(Protocol):
    """``saved.py``."""

    def to_json(self, p: Any, /) -> dict[str, Any]: ...
    def from_json(self, p: Any, data: object, /) -> None: ...
    def check(self, p: Any, /) -> Message | None: ...


class Scoring(Protocol):
    """``scoring.py``."""

    def scores(self, p: Any, /) -> list[int]: ...
    def winners(self, p: Any, /) -> list[int]: ...
    def breakdown(self, p: Any, seat: int, /) -> list[tuple[str, int]]: ...


class Viewing(Protocol):
    """``view.py``: a typed msgspec structure."""

    def view(self, p: Any, seat: int | None, /) -> msgspec.Struct: ...


class Hiding(Protocol):
    """``hidden.py``."""

    def redraw(self, p: Any, seat: int, rng: Rng, /) -> None: ...


class Valuing(Protocol):
    """``heuristics.py``."""

    def weights(self, p: Any, seat: int, rng: Rng, /) -> list[float]: ...


class Wording(Protocol):
    """The class ``Words`` of ``words.py``."""

    def prompt(self, p: Any, seat: int, kind: int, /) -> Message: ...
    def option_text(self, p: Any, seat: int, kind: int, option: int, /) -> Message: ...
    def event_text(self, event: Event, name: str, /) -> Message: ...


class FolderGame(Game):
    """A game by its folder. A subclass sets these before it is used."""

    parts: Any
    words: Wording
    saved: Saving
    scoring: Scoring
    viewing: Viewing
    hidden: Hiding
    heuristics: Valuing

    def state_to_json(self, p: Position) -> dict[str, Any]:
        return self.saved.to_json(p)

    def state_from_json(self, p: Position, data: object) -> None:
        self.saved.from_json(p, data)

    def check(self, p: Position) -> Message | None:
        return self.saved.check(p)

    def scores(self, p: Position) -> list[int]:
        return self.scoring.scores(p)

    def winners(self, p: Position) -> list[int]:
        return self.scoring.winners(p)

    def breakdown(self, p: Position, seat: int) -> list[tuple[str, int]]:
        return self.scoring.breakdown(p, seat)

    def view(self, p: Position, seat: int | None) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self.viewing.view(p, seat))
        return plain

    def redraw_hidden(self, p: Position, seat: int, rng: Rng) -> None:
        self.hidden.redraw(p, seat, rng)

    def weights(self, p: Position, seat: int, rng: Rng) -> list[float]:
        return self.heuristics.weights(p, seat, rng)

    def prompt(self, p: Position, seat: int, kind: int) -> Message:
        return self.words.prompt(p, seat, kind)

    def option_text(self, p: Position, seat: int, kind: int, option: int) -> Message:
        return self.words.option_text(p, seat, kind, option)

    def event_words(self, event: Event) -> Message:
        return self.words.event_text(event, self.event_kinds[event.code].name)

    def terminal(self, view: Mapping[str, Any], language: str) -> Any:
        return import_module(f"officina.games.{self.name}.terminal").draw(self.parts, view, language)

    def board(self, view: Mapping[str, Any], question: Question | None, language: str) -> Board:
        if not (self.folder / "board.py").exists():
            return super().board(view, question, language)
        drawn: Board = import_module(f"officina.games.{self.name}.board").draw(self.parts, view, question, language)
        return drawn
