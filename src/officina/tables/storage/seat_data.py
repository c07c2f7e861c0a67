"""Data of one seat beside the log: its private note, its last visit, its notification settings.

It is private to the seat and no part of the game: nothing in the log, and so nothing at the table, depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_FAILURES: Final = 20
"""A webhook that fails for this many turns in a row is disabled, and a browser that cannot be reached is forgotten."""
DIGESTS: Final = (0, 1, 3, 6, 12, 24)
"""Hours between two messages to somebody who wants all tables in one; 0: one message for each turn, at once."""


@dataclass(frozen=True, slots=True)
class VisitRow:
    """When a page of the seat was last open, and how many public steps of the game it had shown by then.

    ``together``: when, as far as was known then, all people of the table were last there at once.
    """

    table_id: str
    seat: int
    seen: float
    step: int
    together: float = 0.0


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A seat's notification settings. Secrets of that seat: never for others, never for logs.

    ``email`` counts only once ``confirmed``; ``key`` makes the links of its mails; ``asked`` is when the last mail that asks
    for a confirmation was sent; ``origin`` is the address of this server as the seat knows it; ``failures`` says of how many
    turns in a row the webhook has failed; ``digest`` is one of ``DIGESTS``.
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
    digest: int = 0

    @property
    def calls(self) -> bool:
        """Whether the webhook is enabled: one that failed too often is disabled until it is set again."""
        return bool(self.webhook) and self.failures < MOST_FAILURES


@dataclass(frozen=True, slots=True)
class BrowserRow:
    """A browser that can be told something while no page is open. All of it is a secret of whoever holds the browser.

    ``id`` is the hash of ``endpoint``, the address that its maker's push service gave it; ``p256dh`` and ``auth`` are what
    messages to it are encrypted with; ``key`` is the public key of this server that it takes them from; ``at`` is the day on
    which it was last here; ``failures`` says how many messages in a row did not reach it.
    """

    id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    key: str
    at: float
    failures: int = 0


@dataclass(frozen=True, slots=True)
class Waiting:
    """A seat that wants to be notified, at a table in play, with what decides whether it is.

    ``person`` is whose the seat is (empty: nobody's), ``browsers`` are those that shall be told.
    """

    notice: NoticeRow
    game: str
    players: int
    waiting: tuple[int, ...]
    updated: float
    times: str
    kind: str
    seen: float
    person: str = ""
    browsers: tuple[BrowserRow, ...] = ()
