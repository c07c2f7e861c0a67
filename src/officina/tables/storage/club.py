"""The club of a server: its settings, its seasons, and who sat where at its tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClubRow:
    """The one club of a server. ``word`` is the slow hash of what members know (empty: whoever likes joins)."""

    id: int
    name: str
    word: str
    since: float

    @property
    def open(self) -> bool:
        """Whether anybody may join."""
        return not self.word


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season that somebody began; it lasts until the next one begins."""

    began: float
    name: str


@dataclass(frozen=True, slots=True)
class ClubSeatRow:
    """A seat of a finished game that counts in the club. ``member``: whose it is, if that is a member (else empty).

    ``name`` is what stands on the seat: members are called by the name that they have now.
    """

    table_id: str
    seat: int
    name: str
    former: bool
    member: str
