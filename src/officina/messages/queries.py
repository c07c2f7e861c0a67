"""Query parameters of what is only read."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from officina.messages.bounds import MOST_WAIT, Notation, Version


class Language(msgspec.Struct):
    """The language of every text; without it, ``Accept-Language`` decides."""

    language: Annotated[str, Meta(max_length=20)] = ""


class WhyQuery(Language, kw_only=True):
    """The choice to ask about."""

    notation: Notation


class EventsQuery(Language, kw_only=True):
    """From which version on; and for how many seconds to wait if there is nothing new.

    ``turn``: wait until the seat may choose or is asked something, whatever happens meanwhile, and bring its question along.
    """

    since: Version = 0
    wait: Annotated[float, Meta(ge=0, le=MOST_WAIT)] = 0.0
    turn: bool = False


class BeatsQuery(Language, kw_only=True):
    """The version after which to begin."""

    since: Version = 0


class TalkQuery(Language, kw_only=True):
    """The number of the last line that is known."""

    since: Version = 0
