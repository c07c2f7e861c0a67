"""What people say to each other at a table: short lines in the order of the log. Seats speak, everybody reads."""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from officina.core.text import Message
from officina.messages import MOST_LINE, Line

KEPT: Final = 150
"""So many lines are shown; the log has them all."""
LIMITS: Final = ((5, 10.0), (30, 300.0))
"""Rate limits of a seat: lines, seconds."""
SIGN_LIMITS: Final = ((3, 10.0), (20, 300.0))
"""Those of its signs."""


class Said(msgspec.Struct, frozen=True, array_like=True):
    """What the entry of a line says; a ``sign`` stands for words. Its speaker's name of then: others may sit there later."""

    name: str
    text: str
    sign: str = ""


class Talk:
    """The latest lines of one table."""

    def __init__(self) -> None:
        self.count = 0
        self.lines: deque[Line] = deque(maxlen=KEPT)

    def add(self, seat: int, said: Said, at: float) -> None:
        """Add a line."""
        self.count += 1
        self.lines.append(Line(self.count, seat, said.name, said.text, at, said.sign))

    def erase(self, seat: int | None) -> None:
        """Forget what that seat (None: anybody) has said; the numbers of the other lines stay."""
        kept = [line for line in self.lines if seat is not None and line.seat != seat]
        self.lines.clear()
        self.lines.extend(kept)

    def why_not(self, seat: int, now: float, sign: bool = False) -> Message | None:
        """Why the seat must wait before it speaks (makes a ``sign``) again; None if it need not."""
        times = [line.at for line in self.lines if line.seat == seat and bool(line.sign) is sign]
        for most, seconds in SIGN_LIMITS if sign else LIMITS:
            if len(times) >= most and 0 <= now - times[-most] < seconds:  # not if the clock was set back
                return Message("tables.refuse.talks_fast")
        return None


def load_said(text: str) -> Said:
    """The line of an entry."""
    return msgspec.json.decode(text, type=Said)


def clean_line(text: str) -> str:
    """A line as it is stored: printable, without breaks, not too long."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text[: MOST_LINE * 2])
    return " ".join(printable.split())[:MOST_LINE].strip()
