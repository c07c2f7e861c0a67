"""Every error a person may meet: one clear sentence, in the person's language."""

from __future__ import annotations

from typing import Any

from officina.core.text import Message, Reason, render


class OfficinaError(Exception):
    """Something a person asked for cannot be done; ``message`` says what was wrong and what is allowed."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return render(self.message, "en")


class UnknownGame(OfficinaError, KeyError):
    """There is no game of that name."""


class OptionError(OfficinaError, ValueError):
    """A table option, or the number of players, that the game does not have."""


class NotationError(OfficinaError, ValueError):
    """A text that is no choice of this game."""


class IllegalChoice(OfficinaError, ValueError):
    """A choice that is not allowed now; the position is untouched."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def rule(self) -> str:
        """The rule that forbids it."""
        return self.reason.rule


class SaveError(OfficinaError, ValueError):
    """A saved position that is damaged, incomplete or of something else."""


class RecordError(OfficinaError, ValueError):
    """A record that is damaged, incomplete, or does not replay to what it says."""


class UndoError(OfficinaError, ValueError):
    """A choice that cannot be taken back (any more)."""


class ComponentsError(OfficinaError, ValueError):
    """A components file that does not add up; the message names the table and the row, and so does ``place``.

    ``details`` are those of the complaint itself: ``entry`` and, of a sum, what is ``wanted``.
    """

    def __init__(self, message: Message, place: str = "", args: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.place = place
        self.details = args or {}


class DeadEnd(RuntimeError):
    """A step asks a question that has no answer: the game's rules have a hole. Never a person's fault."""
