"""What a table action is: who may ask for it and where, why it is refused, and what it writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, get_args

import msgspec

from officina import messages as m
from officina.core.text import Message
from officina.tables.registry import Registry
from officina.tables.storage.interface import CLOSED, LOBBY, PLAYING
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.model import Answer, Created

M = TypeVar("M", bound=msgspec.Struct)
Result = Answer | Created
Do = Callable[[str, str, msgspec.Struct], Coroutine[Any, Any, Result]]

Who = Literal["anybody", "seat", "host"]

ACTIONS: Final[dict[type[msgspec.Struct], Action[Any]]] = {}
"""All actions by what they are asked with."""


def anytime(_live: LiveTable) -> Message | None:
    """It does not matter whether the game has begun."""
    return None


def in_lobby(live: LiveTable) -> Message | None:
    """Why nothing can change before the game: it has begun."""
    if live.row.state == CLOSED:
        return Message("tables.error.closed")
    return None if live.row.state == LOBBY else Message("tables.error.has_begun")


def in_play(live: LiveTable) -> Message | None:
    """Why nothing can be decided at the table: it is not in play."""
    if live.record is None:
        return Message("tables.error.not_started")
    if live.row.state != PLAYING or live.row.imported:
        return Message("kernel.refuse.over")
    return None


class Action(Generic[M]):
    """One thing that people do at a table, asked for with one structure whose bounds hold for every way of asking.

    A subclass says in its heading where it is asked for and how, and is then found in ``ACTIONS``: ``operation``, method and
    last part of the path in the API; ``form``, the last part of a form's address; ``who`` may ask, and ``when``; ``limit``,
    what it counts as among the rate limits; ``answer``, the API's. One without operation and form is the tables' own.
    """

    name: ClassVar[str]
    asks: ClassVar[type[msgspec.Struct]]
    operation: ClassVar[str]
    form: ClassVar[str]
    who: ClassVar[Who]
    limit: ClassVar[str]
    answer: ClassVar[type[msgspec.Struct]]
    when: ClassVar[staticmethod[[LiveTable], Message | None]]
    fields: ClassVar[Mapping[str, str]] = {"action_id": "id"}
    """Fields of the structure that have another name in the form."""
    refused_as: ClassVar[tuple[str, int]] = ("", 409)
    """Code and HTTP status of a refusal; an empty code: the last part of the reason's key."""
    misread: ClassVar[Message] = Message("tables.error.form")
    """The sentence for a form that is not within the bounds."""

    def __init_subclass__(
        cls,
        operation: str = "",
        form: str = "",
        who: Who = "seat",
        limit: str = "seat",
        answer: type[msgspec.Struct] = m.Done,
        when: Callable[[LiveTable], Message | None] = anytime,
    ) -> None:
        cls.name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        (cls.asks,) = get_args(cls.__orig_bases__[0])  # type: ignore[attr-defined]
        cls.operation, cls.form, cls.who, cls.limit, cls.answer = operation, form, who, limit, answer
        cls.when = staticmethod(when)
        ACTIONS[cls.asks] = cls()

    def why_not(self, _draft: Draft, _seat: int, _asked: M) -> Message | None:
        """Why it is refused; None if it may be done."""
        return None

    def plan(self, draft: Draft, seat: int, asked: M) -> Result | None:
        """Draft what it writes; nothing is written if nothing is drafted. None: the answer is Ok, with the new version."""
        raise NotImplementedError

    async def prepare(self, _registry: Registry, _table_id: str) -> None:
        """Bring up to date what the decision depends on besides the log, before the table is held."""

    async def finish(self, _registry: Registry, _do: Do, _table_id: str, _token: str, _seat: int, _asked: M) -> Result | None:
        """What remains to be done once it is stored and the table is not held any more."""
        return None
