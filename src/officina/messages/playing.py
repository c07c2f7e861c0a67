"""Playing: views, questions, choices, what happened, previews and hints."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from officina.messages.bounds import MOST_RECORD, ActionId, Notation, Version


class SeatPlace(msgspec.Struct):
    """Where a seat came (equals share a place) and, where its score alone did not decide, what did, with its rule."""

    seat: int
    place: int
    score: int
    tie: str = ""
    rule: str = ""


class ViewAnswer(msgspec.Struct):
    """What the caller sees; ``seat`` null: a spectator. The form of ``view`` is the game's own.

    After the end ``places`` is everybody's place, the first one first; until then, and after an end by consent, it is empty.
    """

    version: int
    seat: int | None
    view: dict[str, Any]
    places: list[SeatPlace] = []


class QuestionOption(msgspec.Struct):
    """One thing that may be chosen: by its notation or by its action number."""

    notation: str
    action: int
    text: str
    rule: str


class Question(msgspec.Struct):
    """What the seat is asked. ``answered``: it has answered already and may change its mind."""

    kind: str
    prompt: str
    rule: str
    answered: bool
    options: list[QuestionOption]


class QuestionAnswer(msgspec.Struct):
    """The seat's question, if it has one now; ``version`` is the base for the answer. ``no_undo``: why not; empty if it may."""

    version: int
    seat: int
    state: str
    waiting: list[int]
    question: Question | None
    no_undo: str


class WhyAnswer(msgspec.Struct):
    """Whether a choice is allowed now, and if not, why."""

    notation: str
    allowed: bool
    reason: str
    rule: str


class ToldEvent(msgspec.Struct):
    """Something that happened, in words; ``seat`` is null where it concerns nobody in particular.

    ``beats``: how long it wants to be seen by itself, as a number of beats; 0 if it does not.
    """

    name: str
    seat: int | None
    text: str
    beats: int = 0


class PreviewAnswer(msgspec.Struct):
    """What a choice would bring, as far as the seat can know it: what would be told, and what the seat would see then.

    ``open``: a draw, a reveal or others' hidden answers decide how it goes on. Otherwise the next question is reached.
    ``supposed``: what it would bring beyond that if all goes well, in words; empty where the game does not say.
    """

    version: int
    seat: int
    notation: str
    open: bool
    told: list[ToldEvent]
    view: dict[str, Any]
    supposed: str = ""


class HintAnswer(msgspec.Struct):
    """What a strong player would choose, knowing what the seat knows: in notation and in words, and what would be told.

    ``open``: as for a preview.
    """

    version: int
    seat: int
    notation: str
    text: str
    open: bool
    told: list[ToldEvent]


class Beat(msgspec.Struct):
    """Something that is shown by itself: what happened, and what the caller sees of the table at that moment.

    ``version``: the version that the choice made for the caller. Nobody is asked anything in ``view``.
    """

    version: int
    told: ToldEvent
    view: dict[str, Any]


class BeatsAnswer(msgspec.Struct):
    """The beats of the latest choices, oldest first; those of older choices are not kept."""

    version: int
    seat: int | None
    beats: list[Beat]


class Choose(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A choice, by notation or by action number (exactly one of them), based on the version that the caller saw."""

    base: Version
    action_id: ActionId
    notation: Notation | UnsetType = UNSET
    action: Version | UnsetType = UNSET


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    """Take back the seat's last choice."""

    base: Version
    action_id: ActionId


class TurnCard(msgspec.Struct, forbid_unknown_fields=True):
    """In a guided game: turn the card that is up (``next``), go ``back`` by one, ``skip`` it, or ``leave`` and play on.

    ``card`` is the number of the card that one saw, from 0; if it is not up any more, nothing is done.
    """

    what: Literal["next", "back", "skip", "leave"]
    card: Annotated[int, Meta(ge=0, le=999)]


class Done(msgspec.Struct):
    """It is done and stored; ``version`` is the caller's own."""

    version: int


class LogEntry(msgspec.Struct):
    """One entry of the log: who did what, and what it told. ``choice`` is filled for one's own choices, and after the end.

    What somebody says is told under the name ``chat``, what the table itself tells under the name ``note``.
    """

    version: int
    kind: str
    seat: int | None
    choice: str
    told: list[ToldEvent]


class EventsAnswer(msgspec.Struct):
    """What the caller may know of what happened since a version, and where the table stands now.

    ``my_turn``: the caller's seat may choose. ``asked``: the number of the table's question that waits for its answer.
    ``question``: what the seat may choose from, where it asked for its turn; ``version`` is the base for the answer.
    """

    version: int
    state: str
    waiting: list[int]
    my_turn: bool
    entries: list[LogEntry]
    asked: int | None = None
    question: Question | None = None


class RecordAnswer(msgspec.Struct):
    """The record of a game, as a file."""

    file: str
    record: str


class ImportRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A record to look at; the same one gives the same table each time."""

    record: Annotated[str, Meta(max_length=MOST_RECORD)]
