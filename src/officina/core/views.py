"""The part of a view that all games share."""

from __future__ import annotations

from typing import Any

import msgspec

from officina.core.position import Position
from officina.core.saves import dump_chain, named_args
from officina.core.step import TABLE, Together


class Pending(msgspec.Struct):
    """A step that is still to come, as far as the seat may know it: whose it is, and what has been chosen for it already.

    ``step`` and ``args`` are named as in a save. ``draft`` is what the seat has chosen so far of a simultaneous answer, and
    ``answer`` its complete one, both in notation.
    """

    step: str
    seat: int | None
    args: dict[str, Any]
    draft: list[str] = []
    answer: list[str] = []


class Tie(msgspec.Struct):
    """What decided a seat's place where its score alone did not: the rule, the tie-breaks by name, whether it is shared."""

    rule: str
    by: list[str]
    shared: bool


class TableView(msgspec.Struct):
    """What everybody at the table sees of any game; a game's view adds its own fields.

    A score that the seat may not know (hidden money) is None; the game's view then sets ``scores`` itself. After the end
    ``places`` is every seat's place and ``ties`` what decided it beyond the score. ``pending`` is what is to come, beginning
    with the question that is asked now: with it no half-made choice is forgotten.
    """

    game: str
    players: int
    options: dict[str, int | str]
    seat: int | None
    to_act: list[int]
    over: bool
    scores: list[int | None]
    winners: list[int]
    places: list[int]
    ties: list[Tie | None]
    pending: list[Pending]


def common(p: Position, seat: int | None) -> dict[str, Any]:
    """The shared fields of a view."""
    places = p.places()
    return {
        "game": p.game.name,
        "players": p.seats,
        "options": dict(p.table_options),
        "seat": seat,
        "to_act": list(p.to_act),
        "over": p.over,
        "scores": p.scores(),
        "winners": [other for other, found in enumerate(places) if found.place == 1],
        "places": [found.place for found in places],
        "ties": [None if found.tie is None else Tie(found.tie.rule, found.by, found.shared) for found in places],
        "pending": pending(p, seat),
    }


def pending(p: Position, seat: int | None) -> list[Pending]:
    """The steps to come, the next one first; without those that are private to another seat, and without hidden arguments."""
    found: list[Pending] = []
    for step in reversed(p.stack):
        own = step.seat == seat and seat is not None
        if own or not step.private:
            args = named_args(p.game, step, hidden=own)
            found.append(Pending(type(step).__name__, None if step.seat == TABLE else step.seat, args))
    if p.answers and seat is not None and isinstance(p.stack[-1], Together):
        found[0].draft = dump_chain(p, seat, p.drafts[seat])
        found[0].answer = dump_chain(p, seat, p.answers[seat])
    return found
