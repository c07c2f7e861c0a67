"""Questions, options and log lines in words: which sentence of the game, with which arguments.

The declarations suffice for most sentences: a question is ``prompt.<decision>`` with the arguments of the step that asks, an
option ``option.<choice>`` with its nouns, a log line ``event.<name>`` with its figures and ``who``. Where a sentence needs to
know more, a game's own :class:`Sentences` has a method for it, found by its name:

- ``prompt_<decision>(p, seat) -> dict``: further arguments of a question;
- ``option_<text>(p, seat, **nouns) -> Message | dict``: the whole sentence of a choice, or further arguments for it;
- ``supposed_<text>(p, seat, **nouns) -> Message | None``: what a choice would bring if all goes well, for previews;
- ``event_<name>(**figures) -> dict``: arguments of a log line, besides the figures themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from officina.core.events import Event
from officina.core.game import Game
from officina.core.nouns import ListOf, Noun
from officina.core.position import Position
from officina.core.step import Step
from officina.core.text import Message, numbered_seat


def named(nouns: dict[str, Noun], args: tuple[int, ...]) -> dict[str, Any]:
    """Figures by name; a list takes all that are left. Arguments that are left out at the end have no name."""
    found: dict[str, Any] = {}
    for place, (name, noun) in enumerate(nouns.items()):
        if isinstance(noun, ListOf):
            found[name] = args[place:]
        elif place < len(args):
            found[name] = args[place]
    return found


class Sentences:
    """The sentences of one game with one box."""

    trivia: frozenset[str] = frozenset()
    """Refusals (``refuse.<name>``) that "why can't I?" leaves out: they are about what is not on the table at all."""

    nearest: frozenset[str] = frozenset()
    """Refusals of which it tells one option only, the one next to what is allowed: nobody with six workers means twelve."""

    def __init__(self, game: Game, parts: Any) -> None:
        self.game = game
        self.parts = parts
        kinds = game.vocabulary.kinds
        known = {f"prompt_{kind.name}" for kind in kinds} | {f"event_{kind.name}" for kind in game.event_kinds}
        known |= {f"{sort}_{choice.text}" for kind in kinds for choice in kind.choices for sort in ("option", "supposed")}
        for name in dir(type(self)):
            told = name.startswith(("prompt_", "option_", "supposed_", "event_"))
            if told and name not in known | {"option_text", "event_text"}:
                raise ValueError(f"{type(self).__name__}.{name} is the sentence of nothing that {game.name} declares")

    def say(self, key: str, /, **args: Any) -> Message:
        """A sentence of this game."""
        return Message(f"{self.game.name}.{key}", **args)

    def said(self, nouns: dict[str, Noun], values: dict[str, Any]) -> dict[str, Any]:
        """Values as sentences name them."""
        return {name: nouns[name].say(value, self.parts) for name, value in values.items()}

    def prompt(self, p: Position, seat: int, kind: int) -> Message:
        """The question of a kind."""
        name = self.game.vocabulary.kind_name(kind)
        step: Step[Any] = p.stack[-1]
        args = self.said(step.takes, named(step.takes, step.args))
        more = getattr(self, f"prompt_{name}", None)
        return self.say(f"prompt.{name}", **(args if more is None else {**args, **more(p, seat)}))

    def option_text(self, p: Position, seat: int, kind: int, option: int) -> Message:
        """One option of the question in words."""
        choice, values = self.game.vocabulary.kind(kind).meanings[option]
        given = dict(zip(choice.nouns, values, strict=True))
        own = getattr(self, f"option_{choice.text}", None)
        more = {} if own is None else own(p, seat, **given)
        if isinstance(more, Message):
            return more
        return self.say(f"option.{choice.text}", **{**self.said(choice.nouns, given), **more})

    def supposed(self, p: Position, seat: int, kind: int, option: int) -> Message | None:
        """What an option would bring if all goes well, where the game says so."""
        choice, values = self.game.vocabulary.kind(kind).meanings[option]
        own = getattr(self, f"supposed_{choice.text}", None)
        found: Message | None = own(p, seat, **dict(zip(choice.nouns, values, strict=True))) if own is not None else None
        return found

    def event_text(self, event: Event) -> Message:
        """One line of the log."""
        kind = self.game.event_kinds[event.code]
        values = named(kind.nouns, event.args)
        args = self.said(kind.nouns, values)
        if event.seat >= 0:
            args["who"] = self.seat(event.seat)
        more = getattr(self, f"event_{kind.name}", None)
        return self.say(f"event.{kind.name}", **(args if more is None else {**args, **more(**values)}))

    def seat(self, seat: int) -> Message:
        """How the log calls a seat while its player has no name."""
        return numbered_seat(seat)

    def keys(self) -> Iterator[str]:
        """Every text key that follows from the declarations; methods that return a whole Message name theirs in the source."""
        for kind in self.game.vocabulary.kinds:
            yield f"{self.game.name}.prompt.{kind.name}"
            for choice in kind.choices:
                own = getattr(self, f"option_{choice.text}", None)
                if own is None or own.__annotations__.get("return") != "Message":
                    yield f"{self.game.name}.option.{choice.text}"
        for event in self.game.event_kinds[1:]:
            yield f"{self.game.name}.event.{event.name}"
        yield from (f"{self.game.name}.refuse.{name}" for name in self.trivia | self.nearest)
        declared = [event.nouns for event in self.game.event_kinds]
        declared += [choice.nouns for kind in self.game.vocabulary.kinds for choice in kind.choices]
        declared += [step.takes for step in self.game.steps.values()]
        for nouns in declared:
            for noun in nouns.values():
                yield from noun.keys(self.parts)
