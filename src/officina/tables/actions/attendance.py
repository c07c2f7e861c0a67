"""Which seats have a page open, and how far they have seen."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from officina.tables.errors import TableError
from officina.tables.registry import Registry
from officina.tables.restart_loop import restart_loop
from officina.tables.storage.interface import PLAYING
from officina.tables.storage.seat_data import VisitRow
from officina.tables.table.live import LiveTable
from officina.tables.table.presence import all_together

VISIT_SECONDS: Final = 20.0
NEVER: Final = -1
"""The step that a seat has seen that was never there, or of which nothing is known."""


class Attendance:
    """Stores, every few seconds, which seats have a page open and how far they have seen; a crash loses seconds of it.

    Use as ``async with Attendance(tables)`` beside the tables.
    """

    def __init__(self, tables: Registry, every: float = VISIT_SECONDS) -> None:
        self.tables = tables
        self.every = every
        self.fresh: dict[tuple[str, int], VisitRow] = {}
        self.hurry = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Attendance:
        self.task = asyncio.create_task(restart_loop(self.run))
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        with suppress(TableError):  # logged by the storage
            await self.write()

    async def run(self) -> None:
        """Loop until the tables are closed."""
        while True:
            # Not wait_for: before Python 3.12 it loses a cancellation that comes in the moment of the event.
            with suppress(TimeoutError):
                async with asyncio.timeout(self.every):
                    await self.hurry.wait()
            self.hurry.clear()
            with suppress(TableError):  # logged by the storage
                await self.write()
            await asyncio.sleep(min(1.0, self.every))

    async def visit(self, table_id: str, seat: int) -> VisitRow | None:
        """The seat's last visit."""
        return self.fresh.get((table_id, seat)) or (await self.tables.storage.visits(table_id)).get(seat)

    async def seen_by(self, live: LiveTable, seat: int) -> int:
        """Up to which step a page of the seat has shown the game; NEVER while the storage fails: it is only a courtesy."""
        try:
            found = await self.visit(live.id, seat)
        except TableError:
            return NEVER
        return found.step if found is not None and live.row.state == PLAYING else NEVER

    def left(self) -> None:
        """A page was closed: store its visit soon."""
        self.hurry.set()

    def saw(self, live: LiveTable, seat: int) -> None:
        """A page of the seat shows the present state of the table."""
        now = self.tables.clock()
        live.seen[seat] = now
        if all_together(live, now):
            live.together = now
        self.fresh[live.id, seat] = VisitRow(live.id, seat, now, live.steps, live.together)

    def asked(self, live: LiveTable, seat: int) -> None:
        """A program of the seat asks what is new: it is there, though it has no page. Stored as often as pages are."""
        if self.tables.clock() - live.seen.get(seat, 0.0) >= VISIT_SECONDS:
            self.saw(live, seat)

    async def write(self) -> None:
        """Store new visits, and those of pages that are still open."""
        for live in list(self.tables.tables.values()):
            for seat, count in live.pages.items():
                if seat is not None and count:
                    self.saw(live, seat)
        rows = list(self.fresh.values())
        self.fresh.clear()
        try:
            if rows:
                await self.tables.storage.keep_visits(rows)
        except TableError:
            self.fresh = {**{(row.table_id, row.seat): row for row in rows}, **self.fresh}  # written in the next round
            raise
