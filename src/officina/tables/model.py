"""The words that tables and their users share: plans, answers, and what everybody may know of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from officina.core.game import OptionValue
from officina.core.text import Message, Reason

PERSON: Final = "person"
OPEN: Final = "open"
BOT: Final = "bot"

LOBBY: Final = "lobby"
PLAYING: Final = "playing"
OVER: Final = "over"
CLOSED: Final = "closed"


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who shall sit on a seat: a person (with an invitation), anybody (open), or a bot."""

    kind: str = OPEN
    name: str = ""
    bot: str = "heuristic"


@dataclass(frozen=True, slots=True)
class Created:
    """A new table, with the tokens of the seats that whoever asked for it sits on."""

    table_id: str
    tokens: dict[int, str]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """What everybody may know of a seat. A person's or open seat is ``taken`` once somebody sits there.

    A seat that is ``lent`` is a person's whom a bot stands in for.
    """

    seat: int
    kind: str
    name: str
    bot: str
    ready: bool
    taken: bool
    host: bool
    connected: int
    lent: bool = False


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What everybody may know of a table; ``seed`` is None until it may be known.

    ``version`` counts the entries of its log that everybody may know of; ``mine`` is set in a person's own list of tables.
    ``ended``: by consent, before the game was over. ``began``: since when the table waits for each seat (0: it does not).
    """

    id: str
    game: str
    players: int
    options: dict[str, OptionValue]
    seats: tuple[SeatInfo, ...]
    state: str
    version: int
    rules_version: int
    commitment: str
    seed: str | None
    waiting: tuple[int, ...]
    created: float
    updated: float
    imported: bool
    rematch: str
    spectators: int = 0
    mine: int | None = None
    paused: bool = False
    ended: bool = False
    began: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Something the table itself tells, between the choices: after so many of them, as entry ``version`` of the log."""

    after: int
    version: int
    message: Message


@dataclass(frozen=True, slots=True)
class Ok:
    """It is done and stored; ``version`` is the asking seat's own count."""

    version: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The seat's question has changed since the version that the choice was based on; nothing has changed."""

    version: int


@dataclass(frozen=True, slots=True)
class Illegal:
    """It is not allowed, with the reason and the rule that says so; nothing has changed."""

    reason: Message
    rule: str = ""


Answer = Ok | Stale | Illegal


class SavedAnswer(msgspec.Struct):
    """An answer as it is stored with its action."""

    version: int | None = None
    reason: dict[str, Any] | None = None
    rule: str = ""


def dump_answer(answer: Answer) -> str:
    """An answer as text."""
    if isinstance(answer, Illegal):
        saved = SavedAnswer(reason=answer.reason.to_json(), rule=answer.rule)
    else:
        saved = SavedAnswer(version=answer.version)
    return msgspec.json.encode(saved).decode()


def load_answer(text: str) -> Answer:
    """The answer that was stored."""
    saved = msgspec.json.decode(text, type=SavedAnswer)
    if saved.reason is not None:
        return Illegal(load_message(saved.reason), saved.rule)
    return Ok(saved.version or 0)


def load_message(data: dict[str, Any]) -> Message:
    """The message that :meth:`Message.to_json` described."""
    args = {name: _argument(value) for name, value in data["args"].items()}
    if "rule" in data:
        return Reason(data["key"], data["rule"], **args)
    return Message(data["key"], **args)


def _argument(value: Any) -> Any:
    if isinstance(value, dict):
        return load_message(value)
    if isinstance(value, list):
        return tuple(_argument(item) for item in value)
    return value
