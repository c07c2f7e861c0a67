"""What may lie on a position's stack, said once for each step: so that no save has a stack that no rule leads to.

A game declares it in ``stack.py`` as a table, one line a step: who it belongs to, in which phases it may lie there, and which
steps may lie right beneath it (``nothing``: none). Every step may be the lowest: whoever sets a position by hand may cut the
stack off, and the game is over when what is left is done. A question mark after its name says that a step may lack arguments.
Who is one of

=========  ================================================================================================
``table``  nobody
``seat``   any seat
``own``    the seat of the step beneath it, if that has one
``each``   any seat, but steps of the same sort that follow each other are each of another one
=========  ================================================================================================

What depends on more than that (a card that must be in hand, whose turn it is) the game checks in ``check_stack(p)``.

>>> stack = Stack(("setup", "play"), '''
...     Deal    table  setup       Turn
...     Turn    seat   setup+play  Count
...     Pick    own    play        Turn
...     Count   table  play        nothing
... ''')
>>> sorted(stack.beneath["Deal"]), stack.phases["Turn"], stack.who["Pick"]
(['Turn'], {0, 1}, 'own')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from officina.core.nouns import ListOf
from officina.core.position import Position
from officina.core.step import TABLE, Step
from officina.core.text import Message

NOTHING: Final = "nothing"
WHO: Final = ("table", "seat", "own", "each")


class Stack:
    """The stacks that a game can have."""

    def __init__(self, phases: Sequence[str], table: str) -> None:
        self.brief: set[str] = set()
        self.who: dict[str, str] = {}
        self.phases: dict[str, set[int]] = {}
        self.beneath: dict[str, set[str]] = {}
        for line in table.split("\n"):
            if line.strip():
                written, who, when, *beneath = line.split()
                name = written.removesuffix("?")
                if name != written:
                    self.brief.add(name)
                if who not in WHO or name in self.who:
                    raise ValueError(f"{name}: {who}")
                self.who[name] = who
                self.phases[name] = {phases.index(phase) for phase in when.split("+")}
                self.beneath[name] = set(beneath)
        for name, allowed in self.beneath.items():
            if not allowed or not allowed <= {*self.who, NOTHING}:
                raise ValueError(f"{name}: {sorted(allowed - self.who.keys())}")

    def check(self, p: Position, phase: int) -> Message | None:
        """What is wrong with a stack; None if its steps can follow each other."""
        below: Step[Any] | None = None
        seen: list[int] = []
        for place, step in enumerate(p.stack, 1):
            if not self.may_lie(step, below, phase, seen):
                return Message("kernel.save.stack", step=type(step).__name__, n=place)
            if not has_arguments(step, type(step).__name__ in self.brief):
                return Message("kernel.save.arguments", step=type(step).__name__, n=place)
            seen = [*seen, step.seat] if type(step) is type(below) else [step.seat]
            below = step
        return None

    def may_lie(self, step: Step[Any], below: Step[Any] | None, phase: int, seen: list[int]) -> bool:
        """Whether a step may lie there; ``seen`` are the seats of steps of the same sort right beneath it, if there are any."""
        name = type(step).__name__
        on = NOTHING if below is None else type(below).__name__
        if name not in self.who or phase not in self.phases[name]:
            return False
        if below is not None and on not in self.beneath[name]:
            return False
        who = self.who[name]
        if (who == "table") != (step.seat == TABLE):
            return False
        if who == "own":
            return below is None or below.seat in (TABLE, step.seat)
        return who != "each" or on != name or step.seat not in seen


def has_arguments(step: Step[Any], brief: bool) -> bool:
    """Whether everything is there that the step takes; a last list may be empty."""
    wanted = len([noun for noun in step.takes.values() if not isinstance(noun, ListOf)])
    if brief:
        return len(step.args) <= wanted
    return len(step.args) >= wanted if wanted < len(step.takes) else len(step.args) == wanted


def of_kind(p: Position, *names: str) -> list[Step[Any]]:
    """The steps on the stack that are called so, the next one first."""
    return [step for step in reversed(p.stack) if type(step).__name__ in names]


def taken(step: Step[Any], name: str) -> int:
    """The figure that a step carries under that name."""
    figure: int = step.args[list(step.takes).index(name)]
    return figure


def wrong_step(step: Step[Any]) -> Message:
    """A step cannot be where it is, or not with these arguments."""
    return Message("kernel.save.stack_step", step=type(step).__name__)
