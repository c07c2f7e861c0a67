"""What happened at a table since a version, as far as one viewer may know it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from officina.core.events import EVERYBODY, Event
from officina.tables.storage.interface import EntryRow
from officina.tables.storage.sql import Storage
from officina.tables.table.live import LiveTable, load_events

MOST_AT_ONCE: Final = 200
"""The largest number of entries in one answer; clients further behind ask again."""

Numbered = tuple[int, EntryRow]
"""An entry with the version that it made for the viewer."""


async def entries_since(storage: Storage, live: LiveTable, seat: int | None, since: int) -> list[Numbered]:
    """The entries after the viewer's version ``since``, oldest first, and only those that the viewer may know of."""
    found = known(live.recent, seat, live.version_for(seat))
    if found and found[0][0] <= since + 1:
        return [entry for entry in found if entry[0] > since][:MOST_AT_ONCE]
    if live.version_for(seat) <= since:
        return []
    # Older than the entries in memory: read a page of them from the log.
    return list(enumerate(await storage.log_page(live.id, seat, since, live.version, MOST_AT_ONCE), since + 1))


def known(entries: Sequence[EntryRow] | Iterable[EntryRow], seat: int | None, version: int) -> list[Numbered]:
    """Those of the latest entries that the viewer may know of, numbered so that the last one has the viewer's version."""
    mine = [entry for entry in entries if entry.audience in (EVERYBODY, seat)]
    return list(enumerate(mine, version - len(mine) + 1))


def events_of(entry: EntryRow, seat: int | None) -> list[Event]:
    """The events of the entry that the viewer may see."""
    return [event for event in load_events(entry.events) if event.seen_by(seat)]
