"""A hint for a seat: what a strong player would choose from there, knowing what the seat knows and no more.

It is worked out in the bots' processes, from a world that is redrawn from what the seat sees, and remembered as long as the
position lasts: whoever asks twice gets the same answer.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from typing import Final

from officina.core.position import Position
from officina.core.text import Message
from officina.tables.errors import TableError
from officina.tables.processes.bots import BotFailed, BotWorkers
from officina.tables.table.live import LiveTable

LEVEL: Final = "expert"
MOST_KEPT: Final = 500


def why_no_hint(live: LiveTable, seat: int) -> Message | None:
    """Why the seat may not ask for a hint now; None if it may."""
    if live.rule.hints == "off" or (live.rule.hints == "alone" and len(live.people) > 1):
        return Message("tables.refuse.no_hints")
    frozen = live.why_frozen(seat)
    if frozen is not None:
        return frozen
    if live.record is None or seat not in live.playing().position.to_act:
        return Message("tables.refuse.no_question")
    return None


class Hints:
    """The hints of all tables."""

    def __init__(self, workers: BotWorkers) -> None:
        self.workers = workers
        self.kept: OrderedDict[tuple[str, int], tuple[Position, int]] = OrderedDict()

    async def hint(self, live: LiveTable, seat: int) -> int:
        """The option to think of; TableError if the seat may not ask, or if the bot did not find one in time."""
        refused = why_no_hint(live, seat)
        if refused is not None:
            raise TableError(refused)
        position = live.playing().position
        known = self.kept.get((live.id, seat))
        if known is not None and known[0] is position:
            return known[1]
        seen = hashlib.sha256(json.dumps(position.view(seat), sort_keys=True).encode()).hexdigest()
        try:
            option = await self.workers.choose(LEVEL, position, seat, f"hint {seen}")
        except BotFailed:
            raise TableError(Message("tables.error.no_hint")) from None
        if live.playing().position is not position:
            raise TableError(Message("tables.error.hint_late"))
        self.kept[live.id, seat] = (position, option)
        self.kept.move_to_end((live.id, seat))
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return option
