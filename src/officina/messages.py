"""Every message of the JSON API, in and out, defined once: the server answers with these, the client reads them.

What a table action is asked with is defined here, too, whoever asks for it: the API, a form or a page's socket.
What is asked for is strict (an unknown field is refused), what is answered may grow: a client ignores fields that it does
not know. Seats are counted from 0.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

MOST_PLAYERS: Final = 16
MOST_WAIT: Final = 25.0
"""Seconds that a question for events may be kept open at most."""
MOST_VERSION: Final = 2**31 - 1
MOST_NOTE: Final = 4000
MOST_NOTATION: Final = 300
MOST_LINE: Final = 400
MOST_RECORD: Final = 16 * 1024 * 1024

Seat = Annotated[int, Meta(ge=0, le=MOST_PLAYERS - 1)]
Version = Annotated[int, Meta(ge=0, le=MOST_VERSION)]
ActionId = Annotated[str, Meta(pattern=r"^[\x21-\x7e]{1,80}$")]
"""The client's own name of an action: the same name, the same answer."""
Notation = Annotated[str, Meta(min_length=1, max_length=MOST_NOTATION)]
PersonName = Annotated[str, Meta(max_length=100)]
BotName = Annotated[str, Meta(max_length=40)]
OptionValue = int | str
Small = Annotated[int, Meta(ge=0, le=100_000)]
GivenOption = Annotated[int, Meta(ge=-MOST_VERSION, le=MOST_VERSION)] | Annotated[str, Meta(max_length=1000)]
GivenOptions = Annotated[dict[Annotated[str, Meta(max_length=80)], GivenOption], Meta(max_length=100)]


# --- games


class GameOption(msgspec.Struct):
    """Something agreed before the game. ``free``: the values are suggestions, others are possible (see ``help``)."""

    name: str
    title: str
    help: str
    values: list[OptionValue]
    default: OptionValue
    free: bool


class ActionKind(msgspec.Struct):
    """One sort of decision: its action numbers run from ``first`` on."""

    name: str
    first: int
    size: int


class GameInfo(msgspec.Struct):
    """A game, its options, and how its choices are numbered."""

    name: str
    title: str
    tagline: str
    least_players: int
    most_players: int
    rules_version: int
    components: str
    options: list[GameOption]
    actions: int
    kinds: list[ActionKind]


class GameList(msgspec.Struct):
    """All games."""

    games: list[GameInfo]


# --- tables


class PlannedSeat(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who shall sit on a seat. The first person's seat is the caller's; others need an invitation, an open one does not."""

    kind: Literal["person", "open", "bot"] = "open"
    name: PersonName = ""
    bot: BotName = "club"


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """A table's clock: ``bank`` minutes for the whole game and ``increment`` seconds more each turn, or a ``window``.

    That is ``hours`` for each move, counted from ``opens`` to ``closes`` o'clock in the ``zone``. Somebody for whom the table
    waits counts as away after ``patience`` minutes where all sat there live, else after ``absence`` hours (0: never).
    ``hints``: who may ask for one (``alone``: one among bots). A value that cannot be is refused with those that can.
    """

    kind: Literal["none", "bank", "window"] = "none"
    bank: Small = 15
    increment: Small = 30
    hours: Small = 12
    opens: Small = 8
    closes: Small = 23
    zone: Annotated[str, Meta(max_length=60)] = "Europe/Rome"
    absence: Small = 24
    hints: Literal["alone", "on", "off"] = "alone"
    patience: Small = 3


class NewTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A table to open. ``ready``: the caller need not say so later; alone with bots, the game then begins at once.

    ``box``: the id of an owner's box that is ready; empty: ours.
    """

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[PlannedSeat], Meta(min_length=1, max_length=MOST_PLAYERS)]
    options: GivenOptions = {}
    ready: bool = False
    clock: Clock | None = None
    box: Annotated[str, Meta(max_length=40)] = ""


class TableSeat(msgspec.Struct):
    """A seat as everybody may know it. ``lent``: a bot stands in for the person who sits there.

    ``former``: the person who sat there has been erased.
    """

    seat: int
    kind: str
    name: str
    bot: str
    ready: bool
    taken: bool
    host: bool
    lent: bool = False
    former: bool = False


class Table(msgspec.Struct):
    """A table as everybody may know it. ``seat`` is the caller's own; ``seed`` is known after the end only.

    ``closed``: by the host, before it began. ``ended``: by consent, before the game was over. ``box``: the name of the owner's
    box that is played with; empty: ours. ``club``: it counts in the server's club. ``locked``: nobody but those who sit there
    sees it.
    """

    id: str
    game: str
    players: int
    options: dict[str, OptionValue]
    seats: list[TableSeat]
    state: Literal["lobby", "playing", "over", "closed"]
    version: int
    waiting: list[int]
    rules_version: int
    commitment: str
    seed: str | None
    created: float
    updated: float
    imported: bool
    rematch: str
    seat: int | None = None
    paused: bool = False
    ended: bool = False
    box: str = ""
    club: bool = False
    locked: bool = False


class TableList(msgspec.Struct):
    """Tables with a free seat, latest first."""

    tables: list[Table]


class Invitation(msgspec.Struct):
    """What lets somebody take a seat; for the host alone."""

    seat: int
    invitation: str


class InvitationList(msgspec.Struct):
    """For the host: before the game an invitation to each free seat, then to those that were offered; nothing for others."""

    invitations: list[Invitation]


class NewTableAnswer(msgspec.Struct):
    """The new table, the caller's seat with its token (none without a person's seat), and invitations to the others."""

    table: Table
    seat: int | None
    token: str | None
    invitations: list[Invitation]


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A free seat to take: an open one, or one by invitation."""

    seat: Seat
    name: PersonName = ""
    invitation: Annotated[str, Meta(max_length=100)] = ""


class SeatTaken(msgspec.Struct):
    """The seat's token: whoever holds it plays there. It is told once."""

    seat: int
    token: str


class Ready(msgspec.Struct, forbid_unknown_fields=True):
    """Ready, or not yet. When everybody is, the game is dealt."""

    ready: bool = True


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """One's new name."""

    name: PersonName


class Fill(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A free or a bot's seat, and the bot that the host puts there; with an empty name the seat is open to everybody."""

    seat: Seat
    bot: BotName = "club"


class RemoveSeat(msgspec.Struct, forbid_unknown_fields=True):
    """The seat whose person shall not play: before the game, by the host."""

    seat: Seat


class PassHost(msgspec.Struct, forbid_unknown_fields=True):
    """The seat whose person shall be the host."""

    seat: Seat


class Lock(msgspec.Struct, forbid_unknown_fields=True):
    """Locked, a table is seen by those who sit there alone, and a seat can be taken by its own invitation only."""

    locked: bool = True


class OfferSeat(msgspec.Struct, forbid_unknown_fields=True):
    """The seat of somebody who is away, to be taken over by somebody else; the key to it is then among the invitations."""

    seat: Seat


class TakeOver(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A seat that the host offers during the game, with the key to it."""

    seat: Seat
    invitation: Annotated[str, Meta(max_length=100)]
    name: PersonName = ""


class Leave(msgspec.Struct, forbid_unknown_fields=True):
    """Stand up before the game."""


class Close(msgspec.Struct, forbid_unknown_fields=True):
    """Close a table that has not begun."""


class Rematch(msgspec.Struct, forbid_unknown_fields=True):
    """Once more, each one seat further."""


# --- playing


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


# --- company: what people do at a table besides playing


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


# --- what can go wrong


class ErrorDetail(msgspec.Struct, omit_defaults=True):
    """What went wrong. ``code`` is for programs, ``message`` for people, in the language asked for."""

    code: str
    message: str
    rule: str = ""
    allowed: list[str] = []
    version: int | None = None


class Failure(msgspec.Struct):
    """The one form of every error."""

    error: ErrorDetail


# --- query parameters


class Language(msgspec.Struct):
    """The language of every text; without it, ``Accept-Language`` decides."""

    language: Annotated[str, Meta(max_length=20)] = ""


class WhyQuery(Language, kw_only=True):
    """The choice to ask about."""

    notation: Notation


class EventsQuery(Language, kw_only=True):
    """From which version on; and for how many seconds to wait if there is nothing new.

    ``turn``: wait until the seat may choose or is asked something, whatever happens meanwhile, and bring its question along.
    """

    since: Version = 0
    wait: Annotated[float, Meta(ge=0, le=MOST_WAIT)] = 0.0
    turn: bool = False


class BeatsQuery(Language, kw_only=True):
    """The version after which to begin."""

    since: Version = 0


class TalkQuery(Language, kw_only=True):
    """The number of the last line that is known."""

    since: Version = 0
