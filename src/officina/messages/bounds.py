"""How large anything that comes from outside may be, and the small types with these bounds."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

MOST_PLAYERS: Final = 16
MOST_WAIT: Final = 25.0
"""Seconds that a question for events may be kept open at most."""
MOST_VERSION: Final = 2**31 - 1
MOST_NOTE: Final = 4000
MOST_NOTATION: Final = 300
MOST_LINE: Final = 400
MOST_RECORD: Final = 16 * 1024 * 1024

Seat = Annotated[int, Meta(ge=0, le=MOST_PLAYERS - 1)]
Version = Annotated[int, Meta(ge=0, le=MOST_VERSION)]
ActionId = Annotated[str, Meta(pattern=r"^[\x21-\x7e]{1,80}$")]
"""The client's own name of an action: the same name, the same answer."""
Notation = Annotated[str, Meta(min_length=1, max_length=MOST_NOTATION)]
PersonName = Annotated[str, Meta(max_length=100)]
BotName = Annotated[str, Meta(max_length=40)]
OptionValue = int | str
Small = Annotated[int, Meta(ge=0, le=100_000)]
GivenOption = Annotated[int, Meta(ge=-MOST_VERSION, le=MOST_VERSION)] | Annotated[str, Meta(max_length=1000)]
GivenOptions = Annotated[dict[Annotated[str, Meta(max_length=80)], GivenOption], Meta(max_length=100)]
