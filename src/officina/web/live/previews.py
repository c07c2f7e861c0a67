"""What a choice would bring, worked out once for each position, seat and choice."""

from __future__ import annotations

from typing import Final

from officina.core.position import Position, Preview
from officina.tables import LiveTable, TableError
from officina.tables.effort import aside
from officina.web.byte_cache import ByteCache

MOST_BYTES: Final = 16 * 1024 * 1024
ABOUT: Final = 24_000
"""Bytes that a preview takes: two positions and some events."""


class PreviewCache:
    """Previews by table, seat and choice. A position once handed out never changes, so one that is the same has the same."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.kept: ByteCache[tuple[str, int, int], tuple[Position, Preview]] = ByteCache(most)

    async def preview(self, live: LiveTable, seat: int, notation: str) -> Preview:
        """What the choice would bring; IllegalChoice, NotationError or TableError if it cannot be made now."""
        frozen = live.why_frozen(seat)
        if frozen is not None:
            raise TableError(frozen)
        position = live.playing().position
        option = position.option_of(seat, notation)
        key = (live.id, seat, option)
        found = self.kept.get(key)
        if found is None or found[0] is not position:
            found = (position, await aside(lambda: position.preview(seat, option)))
            self.kept.put(key, found, ABOUT)
        return found[1]
