"""What happened: for the log, the animation and the undo barrier."""

from __future__ import annotations

from typing import Final

EVERYBODY: Final = -1
NOBODY: Final = -1


class Event:
    """Something that happened in a game: what, to whom, with which figures; ``audience`` is a seat or EVERYBODY."""

    def __init__(self, code: int, seat: int, args: tuple[int, ...], audience: int = EVERYBODY) -> None:
        self.code = code
        self.seat = seat
        self.args = args
        self.audience = audience

    def seen_by(self, seat: int | None) -> bool:
        """Whether that seat (None: a spectator) may know of it."""
        return self.audience == EVERYBODY or self.audience == seat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def key(self) -> tuple[int, int, tuple[int, ...], int]:
        """Everything that makes two events equal."""
        return (self.code, self.seat, self.args, self.audience)

    def __repr__(self) -> str:
        return f"Event{self.key()}"


class EventKind:
    """A sort of event. One that reveals hidden information or used chance is a barrier to undo."""

    def __init__(self, name: str, *, reveals: bool = False, chance: bool = False) -> None:
        self.name = name
        self.reveals = reveals
        self.chance = chance

    @property
    def barrier(self) -> bool:
        """Whether what it told cannot be untold."""
        return self.reveals or self.chance


FORCED: Final = 0
"""Event code of the kernel's own event: a decision with a single option was taken; args = (kind, option)."""

KERNEL_EVENTS: Final = (EventKind("forced"),)
