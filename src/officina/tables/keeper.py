"""Keeps tables: loads them when asked, writes their changes, tells who waits. One lock a table; stored first, then shown."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import Any, Final, TypeVar

from officina.core.errors import OfficinaError
from officina.core.events import EVERYBODY
from officina.core.text import Message
from officina.tables import tokens
from officina.tables.errors import Conflict, NotSaved, NotSure, TableError, UnknownTable, WrongLink
from officina.tables.live import LiveTable, table_info
from officina.tables.loading import catch_up, load_table
from officina.tables.model import BOT, OPEN, PLAYING, TableInfo
from officina.tables.processes import Processes, first_look
from officina.tables.storage import Change, SeatRow, Storage, Stored

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_LIVE: Final = 400
"""So many tables stay in memory; beyond, those that nobody looks at are let go."""
MOST_LISTED: Final = 100
MOST_NAME: Final = 30
NOWHERE: Final = 2**31 - 1
"""A version that no log reaches."""
MOST_TRIES: Final = 8
"""So often something is tried again when others were faster."""


class Keeper:
    """The tables of one storage; ``process`` names this process among those that share it."""

    def __init__(self, storage: Storage, process: str = "") -> None:
        self.storage = storage
        self.processes = Processes(storage, process, self.renewed)
        self.tables: dict[str, LiveTable] = {}
        self.load_lock = asyncio.Lock()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.counts: Counter[str] = Counter()
        """What was written since the start, by kind of entry; of what everybody may know of only."""

    # --- reading

    async def live(self, table_id: str) -> LiveTable:
        """The table in memory, read only; UnknownTable if there is none."""
        live = self.tables.get(table_id)
        if live is None:
            async with self.load_lock:
                live = self.tables.get(table_id)
                if live is None:
                    live = await self.load(table_id)
            first_look(table_id)
        elif self.storage.shared and first_look(table_id):
            live = await self.compare(live)
        live.used = asyncio.get_running_loop().time()
        return live

    async def load(self, table_id: str) -> LiveTable:
        """Read a table from the storage, in the place of what was in memory."""
        stored = await self.storage.load(table_id) if tokens.is_table_id(table_id) else None
        if stored is None:
            raise UnknownTable
        live = revive(stored)
        live.seen = {seat: visit.seen for seat, visit in (await self.storage.visits(table_id)).items()}
        old = self.tables.get(table_id)
        if old is not None:
            live.watchers, live.here, live.elsewhere = old.watchers, old.here, old.elsewhere
        else:
            self.make_room()
        self.tables[table_id] = live
        self.changed(live)
        if self.storage.shared:
            self.take_hint(table_id)  # pages at other processes, and hints that came while it was read, are not known yet
        return live

    def make_room(self) -> None:
        """Let go of tables that nobody uses, the longest unused first."""
        for live in sorted(self.tables.values(), key=lambda table: table.used):
            if len(self.tables) < MOST_LIVE:
                return
            seen = live.watchers or any(live.here.values())
            if not seen and not live.lock.locked() and live.bot_task is None:
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
        for stored in await self.storage.find([table_id for table_id in held if tokens.is_table_id(table_id)]):
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
        live.here[seat] = max(0, live.here.get(seat, 0) + delta)
        self.processes.count(table_id, seat, live.here[seat])
        if seat is not None and bool(before) != bool(live.pages[seat]):
            live.wake()

    # --- what other processes write

    async def follow(self) -> None:
        """Bring the tables in memory up to date whenever another process has changed them."""
        async with aclosing(self.storage.changes()) as hints:
            async for table_id in hints:
                for one in list(self.tables) if table_id is None else [table_id]:
                    self.take_hint(one)

    def take_hint(self, table_id: str) -> None:
        """Somebody else has changed the table; several hints are one as long as nobody has looked."""
        live = self.tables.get(table_id)
        if live is None:
            if self.processes.owns(table_id):
                self.start_task(self.adopt(table_id))
        elif not live.hinted:
            live.hinted = True
            self.start_task(self.look(live))

    def start_task(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do the work beside everything else; what goes wrong is logged."""

        async def guarded() -> None:
            try:
                await work
            except OfficinaError as error:
                log.warning("a table could not be looked at: %s", error)

        task = asyncio.create_task(guarded())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def look(self, live: LiveTable) -> None:
        """Read what is new at a table in memory."""
        async with live.lock:
            live.hinted = False
            if self.tables.get(live.id) is live:
                await self.catch_up(live)

    async def adopt(self, table_id: str) -> None:
        """A table that is not in memory, but whose bots are this process's: read it if one of them has to decide."""
        for stored in await self.storage.find([table_id]):
            row, seats = stored.table, stored.seats
            if row.state == PLAYING and not row.imported and any(seats[seat].kind == BOT for seat in row.waiting):
                self.changed(await self.live(table_id))

    async def renewed(self) -> None:
        """Processes came or went: some tables may be this one's now, and pages have gone with those who went."""
        for live in list(self.tables.values()):
            if live.elsewhere:
                self.take_hint(live.id)

    async def compare(self, live: LiveTable) -> LiveTable:
        """The table, not older than the storage has it; while the storage fails, as it is in memory."""
        try:
            if await self.storage.version(live.id) != live.version:
                await self.look(live)
        except NotSaved:
            log.warning("table %s is shown as it was last known", live.id)
        return self.tables.get(live.id, live)

    async def catch_up(self, live: LiveTable) -> None:
        """Read what is new at a held table. If it does not follow from what is known, the table is read anew."""
        stored = await self.storage.since(live.id, live.version, self.processes.name)
        if stored is None:
            self.tables.pop(live.id, None)
            raise UnknownTable
        news, follows = False, stored.table.version >= live.version
        try:
            news = follows and catch_up(live, stored)
        except Exception as error:
            log.warning("what is new at table %s cannot be followed: %s", live.id, type(error).__name__)
            # It is half changed. Until it was read anew, nothing that is planned here may be stored.
            live.row = replace(live.row, version=NOWHERE)
            follows = False
        if not follows:
            log.warning("table %s does not go on as it is known and is read anew", live.id)
            await self.load(live.id)
            return
        if news:
            self.changed(live)

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
        """Store a change of a held table, then show it. If somebody else was faster, read what he wrote: Conflict."""
        try:
            await self.storage.commit(change)
        except Conflict:
            await self.catch_up(live)
            raise
        except NotSure:
            self.take_hint(live.id)  # perhaps it is stored after all
            raise
        live.row = change.table
        for row in change.seats:
            live.seats[row.seat] = row
        self.counts.update(entry.kind for entry in change.entries if entry.audience == EVERYBODY)
        publish()
        self.changed(live)

    async def retried(self, work: Callable[[], Awaitable[T]]) -> T:
        """Work in the lobby, again if somebody else wrote first."""
        for _ in range(MOST_TRIES):
            try:
                return await work()
            except Conflict:
                continue
        raise NotSaved

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
