"""What a table needs of a database, as one small interface: rows in, rows out, one transaction a change."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from officina.core.events import EVERYBODY
from officina.core.game import OptionValue
from officina.tables.seatbook import SeatStorage

LOBBY_ENTRY = "lobby"
DEAL = "deal"
CHOICE = "choice"
UNDONE = "undo"
REPLACED = "bot"
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
"""The kinds of entries of a table's log."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: its log has ``version`` entries, of which everybody may know ``public``.

    ``header`` is the record's header once the game is dealt (with the seed: never for clients). ``clock`` is the rule of its
    clock, ``times`` what each seat used up of it (both as JSON); ``ended``: by consent, before the game was over.
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


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat. ``token`` is the hash of its holder's token (empty: nobody sits there), ``invitation`` that of its invitation."""

    table_id: str
    seat: int
    kind: str
    name: str = ""
    bot: str = ""
    ready: bool = False
    host: bool = False
    token: str = ""
    invitation: str = ""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry of a table's log; it is never changed and never removed.

    ``text`` is a choice in notation (or what else the kind says), ``events`` what it told as JSON. ``audience`` is the only
    seat that may know of it (a part of a hidden answer), or EVERYBODY; ``renews``: everybody's question is another one now.
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
    """Everything that one transaction writes."""

    table: TableRow
    seats: Sequence[SeatRow] = ()
    entries: Sequence[EntryRow] = ()
    snapshot: SnapshotRow | None = None
    action: ActionRow | None = None


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
    """The processes that keep these tables; ``forgotten``: they took the one who asks for dead, and dropped its pages."""

    names: tuple[str, ...]
    forgotten: bool = False


class Storage(SeatStorage):
    """Where tables are kept. Every method is one transaction; when it returns, what it wrote survives a crash.

    ``shared``: other processes may keep the same tables; then :meth:`changes` tells of what they do.
    """

    shared: bool = False

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the database to the present form."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of every connection."""

    @abstractmethod
    async def create(self, change: Change) -> bool:
        """Add a new table with all its rows; False if there is one of that id already (nothing is written then)."""

    @abstractmethod
    async def commit(self, change: Change) -> None:
        """Write a change of an existing table; Conflict if somebody else was first (nothing is written then).

        The table must stand where it stood when the change was made: at ``change.table.version``, less its new entries.
        """

    @abstractmethod
    async def load(self, table_id: str) -> Stored | None:
        """A table with its log and latest snapshot."""

    @abstractmethod
    async def answer(self, table_id: str, seat: int, action_id: str) -> str | None:
        """What the seat was answered to that action."""

    @abstractmethod
    async def keep_answer(self, action: ActionRow) -> None:
        """Remember an answer that changed nothing; the first one given stays."""

    @abstractmethod
    async def find(self, table_ids: Sequence[str]) -> list[Stored]:
        """Those of the tables that exist, latest first, without their logs."""

    @abstractmethod
    async def lobbies(self, most: int) -> list[Stored]:
        """Tables that are not dealt yet, latest first, without their logs."""

    @abstractmethod
    async def waiting_for_bots(self, most: int) -> list[str]:
        """The ids of tables in play at which a bot has to decide, latest first."""

    # --- several processes

    @abstractmethod
    async def version(self, table_id: str) -> int | None:
        """How many entries the table's log has now; None if there is no such table."""

    @abstractmethod
    async def since(self, table_id: str, version: int, process: str) -> Stored | None:
        """A table with the entries after a version, without a snapshot, and with its pages at other processes."""

    @abstractmethod
    def changes(self) -> AsyncGenerator[str | None, None]:
        """Ids of tables that other processes have changed; None: look at all of them again. Hints: the log is the truth."""

    @abstractmethod
    async def beat(self, process: str, lease: float, arriving: bool = False) -> RollCall:
        """Say that this process lives, and hear which ones do. One silent for longer than the lease is forgotten.

        ``arriving``: what an earlier process of the same name left behind is forgotten too.
        """

    @abstractmethod
    async def depart(self, process: str) -> None:
        """This process ends: forget it and its pages."""

    @abstractmethod
    async def count_pages(self, process: str, pages: Mapping[tuple[str, int | None], int]) -> None:
        """So many pages are open at this process now, by table and seat."""
