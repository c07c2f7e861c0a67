"""Company: what people do at a table besides playing."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from officina.messages.bounds import MOST_LINE, MOST_NOTE, ActionId, BotName, Seat, Version
from officina.messages.tables import Clock


class SeatCompany(msgspec.Struct):
    """A seat's time, in seconds since the epoch. ``left``: what it has at the answer's ``now``, less than 0 if it is over it.

    ``deadline``: when it will be over its time (null: its time stands still). ``late``: from then on others may hand the seat
    to a bot. ``may_ask``: from then on it may put a question to the table again, after a refusal. ``here``: somebody is there
    now; ``gone``: from then on the table decides without it, and the host may offer the seat to somebody else.
    """

    seat: int
    lent: bool
    deadline: float | None
    left: float | None
    overtime: bool
    late: float | None
    may_ask: float
    here: bool = False
    gone: float | None = None


Asking = Literal["undo", "pause", "resume", "end", "delete", "host"]


class Proposal(msgspec.Struct):
    """The table's open question: who asks for what, who has agreed, whose answer is missing. Bots always agree.

    ``host``: whoever asks wants to host while the host is away; a majority of those who are there decides.
    """

    number: int
    seat: int
    what: Asking
    step: int
    text: str
    at: float
    agreed: list[int]
    missing: list[int]


class OwnChoice(msgspec.Struct):
    """A choice of the caller's: ``step`` is what to ask for to go back to before it."""

    step: int
    choice: str


class CompanyAnswer(msgspec.Struct):
    """Clocks, the open question, who is stood in for; ``choices`` are the caller's latest own, newest first.

    ``untold``: what was decided while the caller was away, in words, until the caller says that it is read.
    """

    version: int
    now: float
    clock: Clock
    paused: bool
    ended: bool
    proposal: Proposal | None
    seats: list[SeatCompany]
    choices: list[OwnChoice]
    untold: list[str] = []


class Propose(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A question to the table. ``undo``: go back to before the caller's own choice of that ``step`` (see ``choices``).

    ``delete``: delete the table with everything that is stored of it; that may be asked for after the end, too. ``host``: host
    the table oneself, while the host is away.
    """

    action_id: ActionId
    what: Asking
    step: Version = 0


class Erase(msgspec.Struct, forbid_unknown_fields=True):
    """Erase what is stored of the person on the seat: name, talk, note, addresses. What was played stays."""


class PersonalData(msgspec.Struct):
    """Everything that is stored of the person on a seat, apart from what they played.

    ``push``: the addresses at which the browsers are told of turns.
    """

    table: str
    seat: int
    name: str
    names: list[str]
    chat: list[str]
    note: str
    webhook: str
    email: str
    seen: float
    push: list[str] = []


class Vote(msgspec.Struct, forbid_unknown_fields=True):
    """The answer to the question of that number. Whoever put it can only withdraw it (``agree`` false)."""

    action_id: ActionId
    number: Version
    agree: bool


class DecideWithout(msgspec.Struct, forbid_unknown_fields=True):
    """Settle the question of that number without those who are away and have not answered."""

    action_id: ActionId
    number: Version


class HaveRead(msgspec.Struct, forbid_unknown_fields=True):
    """What was decided while one was away has been read."""


class HandOver(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The seat that a bot shall play for; without one, the caller's own."""

    action_id: ActionId
    seat: Seat | None = None
    bot: BotName = "club"


class TakeBack(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The seat whose person shall play again; without one, the caller's own."""

    action_id: ActionId
    seat: Seat | None = None


class Say(msgspec.Struct, forbid_unknown_fields=True):
    """Something for everybody at the table."""

    action_id: ActionId
    text: Annotated[str, Meta(max_length=MOST_LINE)]


Sign = Literal["bravo", "laugh", "ouch", "wow", "hurry", "thanks"]


class React(msgspec.Struct, forbid_unknown_fields=True):
    """A sign for everybody at the table, instead of words."""

    action_id: ActionId
    sign: Sign


class Line(msgspec.Struct):
    """What a seat said, with its person's name of then; ``number`` counts the table's lines from 1.

    ``sign``: it was a sign instead of words.
    """

    number: int
    seat: int
    name: str
    text: str
    at: float
    sign: str = ""


class TalkAnswer(msgspec.Struct):
    """The latest lines (150 at most), oldest first."""

    lines: list[Line]


class Note(msgspec.Struct, forbid_unknown_fields=True):
    """The seat's private note: nobody else ever gets it."""

    text: Annotated[str, Meta(max_length=MOST_NOTE)]
