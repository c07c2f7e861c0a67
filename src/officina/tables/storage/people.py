"""A person: whoever holds one of the keys that the person's browsers keep. No password, and nothing to fill in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PAIRING_SECONDS: Final = 600.0
"""For so long a code brings a person to another browser."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person: name, wish of a colour, language. ``seen`` is the day of the last visit, ``joined`` when the club was (0: not).

    ``email`` brings the person back when every browser is lost; it counts once ``confirmed``. ``key`` makes the links of its
    mails, ``asked`` is when the last of them was sent. Both are secrets of that person: never for others, never for logs.
    """

    id: str
    name: str
    colour: str = ""
    language: str = "en"
    created: float = 0.0
    seen: float = 0.0
    email: str = ""
    confirmed: bool = False
    key: str = ""
    asked: float = 0.0
    joined: float = 0.0

    @property
    def member(self) -> bool:
        """Whether the person is a member of the club."""
        return self.joined > 0
