"""Places: who came where, and what decided between equal scores.

A game says its tie rules once, as ``TIES`` (with variants: ``ties(p)``) in its ``scoring.py``: the tie-breaks in their order,
and the rule by which those share a place that nothing tells apart. Places, winners and sentences follow from it.

>>> from officina import GAMES
>>> [tie.rule for tie in GAMES["automania"].ties(GAMES["automania"].start(2, "doc")).breaks]
['AM-154']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from officina.core.text import Message, Reason

Figure = Callable[[Any, int], int]
"""A figure of a position and a seat."""


class TieBreak:
    """One figure that tells players apart; the higher one is ahead.

    It is called by the sentence ``tie.<name>`` of the game, with the ``own`` figure and those of the ``others``; ``shown``
    gives figures for people where the compared ones are not. A tie-break that ``overrules`` is looked at before the scores; its
    sentence is ``tie.<name>`` for those it helps and ``tie.<name>_past`` for those that it puts behind.
    """

    def __init__(self, name: str, rule: str, key: Figure, *, shown: Figure | None = None, overrules: bool = False) -> None:
        self.name = name
        self.rule = rule
        self.key = key
        self.shown = key if shown is None else shown
        self.overrules = overrules


class Ties:
    """The tie rules of a table, in their order; ``shared`` is the rule by which what is still equal shares a place."""

    def __init__(self, *breaks: TieBreak, shared: str = "") -> None:
        self.breaks = breaks
        self.shared = shared


NO_TIES: Final = Ties()


class Standing:
    """A seat's place, from 1; equals share it. Where its score alone did not decide, ``tie`` says what did.

    ``by`` names the tie-breaks that were needed, and ``shared`` tells that others have the same place.
    """

    def __init__(self, place: int, tie: Reason | None, by: list[str], shared: bool) -> None:
        self.place = place
        self.tie = tie
        self.by = by
        self.shared = shared


def ranked(p: Any, scores: Sequence[int], ties: Ties) -> list[Standing]:
    """Everybody's place by score and tie rules."""
    seats = range(len(scores))
    if len(set(scores)) == len(scores) and not any(tie.overrules for tie in ties.breaks):
        return [Standing(1 + sum(other > score for other in scores), None, [], False) for score in scores]
    before = [tie for tie in ties.breaks if tie.overrules]
    after = [tie for tie in ties.breaks if not tie.overrules]
    order: list[TieBreak | None] = [*before, None, *after]
    keys = [[scores[seat] if tie is None else tie.key(p, seat) for tie in order] for seat in seats]
    return [place_of(p, seat, scores, keys, order, ties.shared) for seat in seats]


def place_of(
    p: Any, seat: int, scores: Sequence[int], keys: list[list[int]], order: list[TieBreak | None], shared_rule: str
) -> Standing:
    """One seat's place, with every tie-break that told it from somebody whom the score did not."""
    place = 1 + sum(other > keys[seat] for other in keys)
    against: dict[int, list[int]] = {}
    shared = False
    for other in range(len(keys)):
        ahead = keys[other] > keys[seat]
        if other == seat or (scores[other] != scores[seat] and ahead == (scores[other] > scores[seat])):
            continue
        if keys[other] == keys[seat]:
            shared = True
        else:
            index = next(index for index in range(len(order)) if keys[other][index] != keys[seat][index])
            against.setdefault(index, []).append(other)
    if not against and not shared:
        return Standing(place, None, [], False)
    told: list[tuple[Message, str]] = []
    names: list[str] = []
    for index in sorted(against):
        tie = order[index]
        assert tie is not None, "an equal or overruled score decides nothing"
        others = against[index]
        past = tie.overrules and keys[seat][index] < keys[others[0]][index]
        figures = tuple([tie.shown(p, other) for other in others])
        key = f"{p.game.name}.tie.{tie.name}{'_past' if past else ''}"
        told.append((Message(key, own=tie.shown(p, seat), others=figures), tie.rule))
        names.append(tie.name)
    if shared:
        told.append((Message("kernel.place.shared"), shared_rule))
    earlier = [Reason(message.key, rule, **message.args) for message, rule in told[:-1]]
    last, rule = told[-1]
    tied = scores.count(scores[seat]) > 1
    sentence = "kernel.place.tied" if tied else "kernel.place.overruled"
    return Standing(place, Reason(sentence, rule, score=scores[seat], why=(*earlier, last)), names, shared)
