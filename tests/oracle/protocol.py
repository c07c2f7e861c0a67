"""What an oracle is: a second, literal, slow reading of a game's rules.

An oracle is a plain generator. It asks one question at a time, in the order in which the rules put them, and gets the
chosen notation back::

    answer = yield Ask(seat, ["program attack 1", "program attack 2"])

It asks every question, forced ones included (the harness answers those by itself), and returns a :class:`Result`.
Chance comes from the kernel's generator, ``rng.shuffle(items)`` (in place) and ``rng.below(n)``, in the spec's order.
Simultaneous questions are asked one seat after the other, seats ascending, each seat's to the end before the next.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple


class Ask(NamedTuple):
    """One question: who must answer, and every legal answer in notation, in any order."""

    seat: int
    options: list[str]


class Result(NamedTuple):
    """How the game ended: one score and one place a seat (equals share a place), and the winning seats in ascending order."""

    scores: list[int]
    winners: list[int]
    places: list[int]


Oracle = Generator[Ask, str, Result]
