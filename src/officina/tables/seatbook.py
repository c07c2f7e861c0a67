"""What is kept for one seat alone, beside the log: its private note, when it last looked, how it wants to be told.

These rows belong to nobody else and are no part of the game: nothing in the log, and so nothing at the table, depends on them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_FAILURES: Final = 20
"""Of so many turns in a row a webhook may fail to be told before it is switched off."""


@dataclass(frozen=True, slots=True)
class VisitRow:
    """When a page of the seat was last open, and how many public steps of the game it had shown by then."""

    table_id: str
    seat: int
    seen: float
    step: int


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """How a seat wants to be told that it is its turn. Secrets of that seat: never for others, never for logs.

    ``email`` counts only once ``confirmed``; ``key`` makes the links of its mails; ``asked`` is when the last mail that asks
    for a confirmation was sent; ``origin`` is the address of this server as the seat knows it; ``failures`` says of how many
    turns in a row the webhook could not be told.
    """

    table_id: str
    seat: int
    webhook: str = ""
    email: str = ""
    confirmed: bool = False
    key: str = ""
    asked: float = 0.0
    language: str = "en"
    origin: str = ""
    failures: int = 0

    @property
    def calls(self) -> bool:
        """Whether there is a webhook to be called: one that failed too often is not, until it is set again."""
        return bool(self.webhook) and self.failures < MOST_FAILURES


@dataclass(frozen=True, slots=True)
class Waiting:
    """A seat with notices at a table in play, with what is needed to tell whether it must be told."""

    notice: NoticeRow
    game: str
    players: int
    waiting: tuple[int, ...]
    updated: float
    times: str
    kind: str
    seen: float


class SeatStorage(ABC):
    """The part of a storage that keeps it. Every method is one transaction."""

    @abstractmethod
    async def note(self, table_id: str, seat: int) -> str:
        """The seat's private note."""

    @abstractmethod
    async def keep_note(self, table_id: str, seat: int, text: str) -> None:
        """Replace the seat's private note."""

    @abstractmethod
    async def visits(self, table_id: str) -> dict[int, VisitRow]:
        """When each seat last looked."""

    @abstractmethod
    async def keep_visits(self, rows: Sequence[VisitRow]) -> None:
        """Remember that seats looked."""

    @abstractmethod
    async def notice(self, table_id: str, seat: int) -> NoticeRow | None:
        """How the seat wants to be told."""

    @abstractmethod
    async def keep_notice(self, row: NoticeRow) -> None:
        """Replace how the seat wants to be told."""

    @abstractmethod
    async def count_call(self, table_id: str, seat: int, webhook: str, failed: bool) -> None:
        """That webhook of the seat was told of a turn, or could not be; nothing if the seat has set another one since."""

    @abstractmethod
    async def asked_mails(self, email: str, since: float) -> int:
        """How many seats have asked that address for a confirmation since then."""

    @abstractmethod
    async def waiting_seats(self) -> list[Waiting]:
        """All seats with notices at tables in play that are not paused and that wait for some seat."""

    @abstractmethod
    async def claim_ping(self, table_id: str, seat: int, turn: int, at: float) -> bool:
        """Take it upon oneself to tell the seat of that turn; False if somebody has done so before, here or elsewhere."""
