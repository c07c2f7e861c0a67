"""Keeps tables: loads them when asked, writes their changes, tells who waits. One lock a table; stored first, then shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final, TypeVar

from officina.core.errors import OfficinaError
from officina.core.text import Message
from officina.tables import tokens
from officina.tables.errors import Conflict, NotSaved, TableError, UnknownTable, WrongLink
from officina.tables.live import LiveTable, load_table, table_info
from officina.tables.model import OPEN, TableInfo
from officina.tables.storage import Change, SeatRow, Storage, Stored

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_LIVE: Final = 400
"""So many tables stay in memory; beyond, those that nobody looks at are let go."""
MOST_LISTED: Final = 100
MOST_NAME: Final = 30


class Keeper:
    """The tables of one storage."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.tables: dict[str, LiveTable] = {}
        self.load_lock = asyncio.Lock()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False

    # --- reading

    async def live(self, table_id: str) -> LiveTable:
        """The table in memory, read only; UnknownTable if there is none."""
        live = self.tables.get(table_id)
        if live is None:
            async with self.load_lock:
                live = self.tables.get(table_id)
                if live is None:
                    live = await self.load(table_id)
        live.used = asyncio.get_running_loop().time()
        return live

    async def load(self, table_id: str) -> LiveTable:
        """Read a table from the storage, in the place of what was in memory."""
        stored = await self.storage.load(table_id) if len(table_id) <= tokens.MOST_LETTERS else None
        if stored is None:
            raise UnknownTable
        live = revive(stored)
        live.seen = {seat: visit.seen for seat, visit in (await self.storage.visits(table_id)).items()}
        old = self.tables.get(table_id)
        if old is not None:
            live.watchers, live.pages = old.watchers, old.pages
        else:
            self.make_room()
        self.tables[table_id] = live
        self.changed(live)
        return live

    def make_room(self) -> None:
        """Let go of tables that nobody uses, the longest unused first."""
        for live in sorted(self.tables.values(), key=lambda table: table.used):
            if len(self.tables) < MOST_LIVE:
                return
            if not live.watchers and not live.lock.locked() and live.bot_task is None:
                del self.tables[live.id]

    async def changes(self, table_id: str) -> AsyncIterator[int]:
        """The table's version: once at once, then whenever something has changed (several changes may be told as one)."""
        live = await self.live(table_id)
        watchers, watcher = live.watchers, asyncio.Event()
        watcher.set()
        watchers.add(watcher)
        try:
            while not self.closing:
                await watcher.wait()
                watcher.clear()
                if not self.closing:
                    yield (await self.live(table_id)).version
        finally:
            watchers.discard(watcher)

    async def identify(self, table_id: str, token: str) -> int:
        """The seat of the token's holder; WrongLink if it is none of this table's."""
        return seat_of((await self.live(table_id)).seats, token)

    async def mine(self, held: Mapping[str, str]) -> list[TableInfo]:
        """The tables at which the holder of these tokens (by table id) sits, latest first."""
        found = []
        for stored in await self.storage.find([table_id for table_id in held if len(table_id) <= tokens.MOST_LETTERS]):
            try:
                seat = seat_of(stored.seats, held[stored.table.id])
            except WrongLink:
                continue
            found.append(self.listed(stored, seat))
        return found

    async def open_tables(self) -> list[TableInfo]:
        """Tables that wait for somebody, latest first."""
        lobbies = await self.storage.lobbies(MOST_LISTED)
        return [self.listed(stored) for stored in lobbies if any(seat.kind == OPEN for seat in stored.seats)]

    def listed(self, stored: Stored, mine: int | None = None) -> TableInfo:
        """A table for a list."""
        live = self.tables.get(stored.table.id)
        return table_info(stored.table, stored.seats, {} if live is None else live.pages, mine)

    def connected(self, table_id: str, seat: int | None, delta: int) -> None:
        """A page of that seat (None: a spectator) was opened (+1) or closed (-1)."""
        live = self.tables.get(table_id)
        if live is None:
            return
        before = live.pages.get(seat, 0)
        live.pages[seat] = max(0, before + delta)
        if seat is not None and bool(before) != bool(live.pages[seat]):
            live.wake()

    # --- writing

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[LiveTable]:
        """The table, for its only writer."""
        while True:
            live = await self.live(table_id)
            async with live.lock:
                if self.tables.get(table_id) is live:  # not read anew, or let go, while we waited
                    yield live
                    return

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work to its end even if whoever asked for it goes away meanwhile: memory and storage stay the same."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(task)

    async def write(self, live: LiveTable, change: Change, publish: Callable[[], None]) -> None:
        """Store a change of a held table, then show it. If somebody else was faster, read the table anew: Conflict."""
        try:
            await self.storage.commit(change)
        except Conflict:
            log.warning("table %s was changed from outside and is read again", live.id)
            await self.load(live.id)
            raise
        live.row = change.table
        for row in change.seats:
            live.seats[row.seat] = row
        publish()
        self.changed(live)

    async def retried(self, work: Callable[[], Awaitable[T]]) -> T:
        """Work in the lobby, once more if somebody else wrote first."""
        try:
            return await work()
        except Conflict:
            try:
                return await work()
            except Conflict:
                raise NotSaved from None

    def changed(self, live: LiveTable) -> None:
        """Something of the table is new: tell everybody who waits."""
        live.wake()


def revive(stored: Stored) -> LiveTable:
    """The stored table; TableError if it cannot be played on."""
    try:
        return load_table(stored)
    except TableError:
        raise
    except OfficinaError as error:
        raise TableError(Message("tables.error.damaged", why=error.message)) from None


def seat_of(seats: Sequence[SeatRow], token: str) -> int:
    """Whose token it is. Every seat is compared, so that time tells nothing."""
    found = [seat.seat for seat in seats if tokens.matches(token, seat.token)]
    if not found:
        raise WrongLink
    return found[0]


def clean_name(name: str) -> str:
    """A person's name as it is kept: one short line."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name[: MOST_NAME * 4])
    return " ".join(printable.split())[:MOST_NAME].strip()


def with_seat(seats: Sequence[SeatRow], row: SeatRow) -> list[SeatRow]:
    """The seats with one of them changed."""
    return [row if seat.seat == row.seat else seat for seat in seats]


def free(seat: SeatRow) -> SeatRow:
    """The seat, left by whoever sat there."""
    return replace(seat, kind=OPEN, name="", bot="", ready=False, host=False, token="", invitation="")
