"""What a table decides together: going back, a pause, playing on, the end, deletion, another host while the host is away.

One seat asks, every other person who is there answers; bots always agree. The state follows from the entries of the log alone.
After each refusal the proposer must wait twice as long before asking again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import msgspec

GO_BACK: Final = "undo"
PAUSE: Final = "pause"
RESUME: Final = "resume"
END: Final = "end"
DELETE: Final = "delete"
HOST: Final = "host"
KINDS: Final = (GO_BACK, PAUSE, RESUME, END, DELETE, HOST)

OPEN: Final = "open"
AGREED: Final = "agreed"
REFUSED: Final = "refused"
WITHDRAWN: Final = "withdrawn"
VOID: Final = "void"

FIRST_WAIT: Final = 60.0
MOST_DOUBLINGS: Final = 7


class Asked(msgspec.Struct, frozen=True):
    """The text of a proposal's entry. Going back: to before the choice of that public ``step``, with ``kept`` choices left."""

    what: str
    step: int = 0
    kept: int = -1


class Replied(msgspec.Struct, frozen=True):
    """What the entry of an answer says; ``to`` counts the table's questions from 1. ``ends``: as a refusal it suffices."""

    to: int
    agree: bool
    ends: bool = True


@dataclass(frozen=True, slots=True)
class TableProposal:
    """One question to the table. ``answers`` by seat; the asker's own answer is a withdrawal."""

    number: int
    by: int
    asked: Asked
    at: float
    answers: dict[int, bool]
    state: str = OPEN


class Proposals:
    """All questions of one table."""

    def __init__(self) -> None:
        self.last: TableProposal | None = None
        self.count = 0
        self.refusals: dict[int, int] = {}
        self.refused_at: dict[int, float] = {}

    @property
    def open(self) -> TableProposal | None:
        """The question that waits for answers."""
        return self.last if self.last is not None and self.last.state == OPEN else None

    def ask(self, seat: int, asked: Asked, at: float) -> None:
        """A question was put."""
        self.count += 1
        self.last = TableProposal(self.count, seat, asked, at, {})

    def answer(self, seat: int, reply: Replied, at: float) -> None:
        """Somebody answered. One refusal suffices, unless a majority decides."""
        found = self.open
        if found is None or found.number != reply.to:
            return
        answers = {**found.answers, seat: reply.agree}
        if reply.agree or not reply.ends:
            self.last = replace(found, answers=answers)
            return
        self.last = replace(found, answers=answers, state=WITHDRAWN if seat == found.by else REFUSED)
        self.refusals[found.by] = self.refusals.get(found.by, 0) + 1
        self.refused_at[found.by] = at

    def done(self) -> None:
        """Everybody agreed, and what was asked for has happened."""
        found = self.open
        if found is not None:
            self.last = replace(found, state=AGREED)
            self.refusals.pop(found.by, None)

    def void(self) -> None:
        """What was asked for cannot happen any more."""
        found = self.open
        if found is not None:
            self.last = replace(found, state=VOID)

    def taken_back(self, index: int) -> None:
        """One choice was taken back. Perhaps a hidden one of somebody else: then nothing that others can see changes."""
        found = self.open
        if found is None or found.asked.what != GO_BACK or index > found.asked.kept:
            return
        if index == found.asked.kept:
            self.void()
        else:
            self.last = replace(found, asked=msgspec.structs.replace(found.asked, kept=found.asked.kept - 1))

    def may_ask_at(self, seat: int) -> float:
        """From when on the seat may ask again."""
        refusals = self.refusals.get(seat, 0)
        return self.refused_at[seat] + FIRST_WAIT * 2 ** min(refusals - 1, MOST_DOUBLINGS) if refusals else 0.0
