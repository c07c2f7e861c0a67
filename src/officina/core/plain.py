"""Plain steps on a compiled kernel: a game or a variant that is not compiled plays on the compiled engine, too.

And what pickles are read with: a position finds its game again by class and box.

This module is never compiled: it looks at classes as an interpreter sees them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from officina.core.errors import SaveError
from officina.core.step import TABLE, Step
from officina.core.text import Message

if TYPE_CHECKING:
    from officina.core.game import Game
    from officina.core.position import Position

MADE: WeakValueDictionary[tuple[str, str, str], Game] = WeakValueDictionary()
"""The games of this process, by module and name of their class and by their box; the first of several that are alike."""


def let_play(step: type[Step[Any]]) -> None:
    """Let each instance of a step that is not compiled adopt what its class says of its questions.

    Nothing to do where both are plain, or both compiled: a compiled class has descriptors where a plain one has values.
    """
    if isinstance(Step.kind, int) or not isinstance(step.kind, int) or "adopts" in vars(step):
        return
    begin = step.__init__

    def __init__(self: Step[Any], seat: int = TABLE, args: tuple[int, ...] = ()) -> None:  # noqa: N807
        begin(self, seat, args)
        self.adopt(step.kind, step.rule if isinstance(step.rule, str) else "", step.always_asks is True)

    setattr(step, "__init__", __init__)  # noqa: B010 - types forbid to assign to a method
    setattr(step, "adopts", True)  # noqa: B010 - not an attribute of its instances


def name_of(game: Game) -> tuple[str, str, str]:
    """What a pickle calls a game."""
    return type(game).__module__, type(game).__qualname__, game.components_digest


def remember(game: Game) -> None:
    """A pickled position that is read in this process belongs to this game."""
    MADE.setdefault(name_of(game), game)


def game_again(module: str, class_name: str, components: str) -> Game:
    """The game that was pickled; SaveError if it was played with a box that this process has not opened."""
    found = MADE.get((module, class_name, components))
    if found is None:
        game: Any = import_module(module)
        for name in class_name.split("."):
            game = getattr(game, name)
        found = game()
        if found.components_digest != components:
            raise SaveError(Message("kernel.save.components"))
    return found


def position_again(game: Game, data: dict[str, Any]) -> Position:
    """The position that was pickled."""
    return game.from_json(data)
