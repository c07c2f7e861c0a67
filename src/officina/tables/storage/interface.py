"""What a storage takes and gives: row types, and what one transaction changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from officina.core.events import EVERYBODY
from officina.core.game import OptionValue

PERSON: Final = "person"
OPEN: Final = "open"
BOT: Final = "bot"
"""Who sits on a seat."""

LOBBY: Final = "lobby"
PLAYING: Final = "playing"
OVER: Final = "over"
CLOSED: Final = "closed"
"""The states of a table."""

LOBBY_ENTRY = "lobby"
DEAL = "deal"
CHOICE = "choice"
UNDONE = "undo"
REPLACED = "bot"
RESTORED = "bot_back"
RENAMED = "rename"
CHAT = "chat"
ASKED = "ask"
ANSWERED = "answer"
WENT_BACK = "back"
PAUSED = "pause"
RESUMED = "resume"
ENDED = "end"
HANDED = "hand"
RETURNED = "return"
CLOSED_ENTRY = "close"
ERASED = "erased"
REMATCH = "rematch"
LESSON = "lesson"
REMOVED = "remove"
LOCKED = "lock"
HOSTED = "host"
OFFERED = "offer"
TAKEN_OVER = "takeover"
WITHOUT = "without"
TOLD = "told"
"""The kinds of entries of a table's log."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: its log has ``version`` entries, of which everybody may know ``public``.

    ``header`` is the record's header once the game is dealt (with the seed: never for clients). ``clock`` is the rule of its
    clock, ``times`` what each seat used up of it (both as JSON); ``ended``: by consent, before the game was over. ``club``: it
    counts in the club's books. ``box``: the owner's box that it is played with, as JSON; empty: ours. ``locked``: only those
    who sit there see it, and nobody sits down without an invitation.
    """

    id: str
    game: str
    players: int
    options: dict[str, OptionValue]
    state: str
    rules_version: int
    created: float
    updated: float
    version: int = 0
    public: int = 0
    header: str = ""
    commitment: str = ""
    waiting: tuple[int, ...] = ()
    imported: bool = False
    rematch: str = ""
    clock: str = ""
    times: str = ""
    paused: bool = False
    ended: bool = False
    club: bool = False
    box: str = ""
    locked: bool = False


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat. ``token`` is the hash of its holder's token (empty: nobody sits there), ``invitation`` that of its invitation.

    Who plays from several devices has a token on each: their hashes stand one after the other, with a dot in between.
    ``former``: the person who sat there has been erased.
    """

    table_id: str
    seat: int
    kind: str
    name: str = ""
    bot: str = ""
    ready: bool = False
    host: bool = False
    token: str = ""
    invitation: str = ""
    former: bool = False


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry of a table's log; it is never removed, and never changed but for talk and names that are erased.

    ``text`` is a choice in notation (or data of the other kinds), ``events`` its events as JSON. ``audience`` is the only
    seat that may know of it (a hidden choice), or EVERYBODY; ``renews``: it changes everybody's question.
    """

    table_id: str
    n: int
    kind: str
    seat: int
    at: float
    text: str = ""
    events: str = "[]"
    audience: int = EVERYBODY
    renews: bool = False


def as_text(value: object) -> str:
    """A value as a row holds it: JSON."""
    return msgspec.json.encode(value).decode()


def advanced(row: TableRow, entry: EntryRow) -> TableRow:
    """The table's row once the entry is in its log. One that is hidden from others leaves no trace that they can see."""
    if entry.audience != EVERYBODY:
        return replace(row, version=entry.n)
    return replace(row, version=entry.n, public=row.public + 1, updated=entry.at)


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """The position after entry ``n``, as JSON."""

    table_id: str
    n: int
    position: str


@dataclass(frozen=True, slots=True)
class ActionRow:
    """What a seat was answered to one of its actions, so that asking again gets the same answer."""

    table_id: str
    seat: int
    action_id: str
    answer: str


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one transaction writes for a table.

    ``vacated``: seats that somebody else has now; what was kept for the one before goes.
    """

    table: TableRow
    seats: Sequence[SeatRow] = ()
    entries: Sequence[EntryRow] = ()
    snapshot: SnapshotRow | None = None
    action: ActionRow | None = None
    vacated: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class BoxRow:
    """An owner's box. ``owner`` is the hash of its maker's token, or the id of the person who made it.

    ``draft`` is the box as it is being edited, ``ready`` as it was last taken by the game's loader and declared ready (empty:
    never); ``compared`` the places that were compared with the real box, ``past`` what may be taken back (all as JSON).
    """

    id: str
    game: str
    name: str
    maker: str
    owner: str
    draft: str
    ready: str
    compared: str
    past: str
    version: int
    created: float
    updated: float


@dataclass(slots=True)
class Stored:
    """A table as it was stored: the latest snapshot, and the whole log (or what came after a known version).

    ``elsewhere`` counts its pages that are open at other processes, by seat (None: spectators).
    """

    table: TableRow
    seats: list[SeatRow]
    entries: list[EntryRow] = field(default_factory=list)
    snapshot: SnapshotRow | None = None
    elsewhere: dict[int | None, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RollCall:
    """The live processes; ``forgotten``: the caller's lease had run out, and its pages were dropped."""

    names: tuple[str, ...]
    forgotten: bool = False
