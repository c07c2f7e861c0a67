"""Types shared by tables and their users: plans, answers, and what everybody may know of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from officina import messages as m
from officina.core.text import Message, Player, Reason, numbered_seat
from officina.tables.storage.interface import as_text

MOST_NAME: Final = 30


@dataclass(frozen=True, slots=True)
class Created:
    """A new table, with the tokens of the caller's seats."""

    table_id: str
    tokens: dict[int, str]

    @property
    def token(self) -> str:
        """The token of the caller's only seat."""
        (found,) = self.tokens.values()
        return found


class TableInfo(m.Table):
    """A table as everybody may know it. ``version`` counts the entries of its log that everybody may know of.

    ``seat`` is set in a person's own list of tables. Besides: how many ``pages`` are open, by seat (None: spectators'), and
    since when the table waits for each seat (``began``; 0: it does not).
    """

    pages: dict[int | None, int] = {}
    began: tuple[float, ...] = ()


class Turned(msgspec.Struct):
    """How far the cards of a guided game were turned by hand, and whether the learner ``left`` it to play on."""

    seen: int = 0
    left: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the table's own in the log: ``after`` that many choices, as entry ``version``."""

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


@dataclass(frozen=True, slots=True)
class Confirm:
    """It would end the seat's turn, and the asker was not sure; nothing has changed."""


Answer = Ok | Stale | Illegal | Confirm


class SavedAnswer(msgspec.Struct):
    """An answer as it is stored with its action."""

    version: int | None = None
    reason: dict[str, Any] | None = None
    rule: str = ""


def dump_answer(answer: Ok | Stale | Illegal) -> str:
    """An answer as text."""
    if isinstance(answer, Illegal):
        saved = SavedAnswer(reason=answer.reason.to_json(), rule=answer.rule)
    else:
        saved = SavedAnswer(version=answer.version)
    return as_text(saved)


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
    if "player" in data:
        return Player(data["key"], data["player"], **args)
    if data["key"] == "kernel.seat":  # stored before 0.3
        return numbered_seat(int(args.pop("seat")) - 1)
    return Message(data["key"], **args)


def _argument(value: Any) -> Any:
    if isinstance(value, dict):
        return load_message(value)
    if isinstance(value, list):
        return tuple(_argument(item) for item in value)
    return value


def clean_name(name: str) -> str:
    """A person's name as it is stored: one short line."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name[: MOST_NAME * 4])
    return " ".join(printable.split())[:MOST_NAME].strip()


def who(seat: int) -> Message:
    """A seat, to be called by its player's name."""
    return numbered_seat(seat)
