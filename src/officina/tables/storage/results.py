"""What came out of a finished game. It follows from the table's log and can be worked out from it again at any time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A finished game: from the deal to the last choice (``began``, ``ended``), with how many choices.

    ``whole``: played from the deal to the end by the rules; not one ended by consent, a lesson, or one begun in the middle of
    another. Only whole games count in the club.
    """

    table_id: str
    game: str
    players: int
    began: float
    ended: float
    choices: int
    whole: bool


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A seat at the end. ``place`` is by the rules, equals share it (0: a game without places); ``bot``: no person's seat."""

    table_id: str
    seat: int
    place: int
    score: int
    bot: str = ""
