"""The tables in memory: loaded on demand, written under one lock a table, watched. Stored first, then published."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import partial
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from officina.core.errors import OfficinaError
from officina.core.events import EVERYBODY
from officina.core.text import Message
from officina.tables import tokens
from officina.tables.effort import aside, in_turn
from officina.tables.errors import Conflict, NotSaved, NotSure, TableError, UnknownTable, WrongLink
from officina.tables.processes.cluster import Cluster, is_first_look
from officina.tables.storage.interface import BOT, OPEN, PLAYING, ActionRow, SeatRow, Stored
from officina.tables.storage.retention import delete_tables
from officina.tables.storage.seat_data import VisitRow
from officina.tables.storage.sql import Storage
from officina.tables.table.draft import Draft
from officina.tables.table.entries import catch_up, invalidate, load_table, publish
from officina.tables.table.live import LiveTable, table_info
from officina.tables.table.model import TableInfo

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_LIVE: Final = 400
"""At most this many tables stay in memory; then those that nobody looks at are dropped."""
MOST_ENTRIES: Final = 200_000
"""And so many entries of all their logs: a long log takes megabytes."""
MOST_LISTED: Final = 100
MOST_MINE: Final = 200
"""At most this many of a person's tables are listed."""


def now() -> float:
    """The time of day."""
    return time.time()


class Registry:
    """The tables of one storage that are in memory; ``process`` names this process among those that share the storage.

    ``clock`` is the time by which everything at the tables is judged.
    """

    def __init__(
        self,
        storage: Storage,
        process: str = "",
        chance: tokens.Chance = tokens.secret,
        clock: Callable[[], float] = now,
    ) -> None:
        self.storage = storage
        self.chance = chance
        self.clock = clock
        self.cluster = Cluster(storage, process, self.renewed)
        self.tables: dict[str, LiveTable] = {}
        self.load_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.on_changed: Callable[[LiveTable], None] = lambda _live: None
        self.on_renewed: Callable[[], None] = lambda: None
        self.counts: Counter[str] = Counter()
        """Public entries written since the start, by kind."""

    # --- reading

    async def live(self, table_id: str) -> LiveTable:
        """The table in memory, read only; UnknownTable if there is none."""
        live = self.tables.get(table_id)
        if live is None:
            lock = self.load_locks.setdefault(table_id, asyncio.Lock())
            async with in_turn(), lock:
                live = self.tables.get(table_id)
                if live is None:
                    live = await self.load(table_id)
            is_first_look(table_id)
        elif self.storage.shared and is_first_look(table_id):
            live = await self.compare(live)
        live.used = asyncio.get_running_loop().time()
        return live

    async def load(self, table_id: str) -> LiveTable:
        """Load a table from the storage, replacing the one in memory."""
        stored = await self.storage.load(table_id) if tokens.is_table_id(table_id) else None
        if stored is None:
            raise UnknownTable
        live = await aside(partial(revive, stored))  # a long log takes a while
        take_visits(live, await self.storage.visits(table_id))
        old = self.tables.get(table_id)
        if old is not None:
            live.watchers, live.here, live.elsewhere = old.watchers, old.here, old.elsewhere
        else:
            self.make_room()
        self.tables[table_id] = live
        self.changed(live)
        if self.storage.shared:
            self.on_change_hint(table_id)  # pages at other processes, and hints that came while it was read, are not known yet
        return live

    def make_room(self) -> None:
        """Drop tables that nobody uses, least recently used first."""
        entries = sum(live.version for live in self.tables.values())
        for live in sorted(self.tables.values(), key=lambda table: table.used):
            if len(self.tables) < MOST_LIVE and entries < MOST_ENTRIES:
                return
            seen = live.watchers or any(live.here.values())
            if not seen and not live.lock.locked() and live.bot_task is None:
                del self.tables[live.id]
                entries -= live.version

    async def changes(self, table_id: str) -> AsyncIterator[int]:
        """Yields the table's version: first the present one, then after each change (several changes may be merged)."""
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
        wanted = [table_id for table_id in held if tokens.is_table_id(table_id)][:MOST_MINE]
        for stored in await self.storage.find(wanted):
            try:
                seat = seat_of(stored.seats, held[stored.table.id])
            except WrongLink:
                continue
            found.append(self.listed(stored, seat))
        return found

    async def open_tables(self, club: bool = False) -> list[TableInfo]:
        """Tables that wait for somebody, latest first: those that everybody may know of, or those of the club."""
        lobbies = await self.storage.lobbies(MOST_LISTED, club)
        return [self.listed(stored) for stored in lobbies if is_open(stored)]

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
        self.cluster.count(table_id, seat, live.here[seat])
        if seat is not None and bool(before) != bool(live.pages[seat]):
            live.wake()

    async def refresh_seen(self, table_id: str) -> None:
        """Take over when seats were last seen at other processes."""
        live = await self.live(table_id)
        take_visits(live, await self.storage.visits(table_id))

    # --- what other processes write

    async def follow(self) -> None:
        """Bring the tables in memory up to date whenever another process has changed them."""
        async with aclosing(self.storage.changes()) as hints:
            async for table_id in hints:
                for one in list(self.tables) if table_id is None else [table_id]:
                    self.on_change_hint(one)

    def on_change_hint(self, table_id: str) -> None:
        """Another process may have changed the table: refresh it, once for all hints that arrive meanwhile."""
        live = self.tables.get(table_id)
        if live is None:
            if self.cluster.owns(table_id):
                self.start_task(self.adopt(table_id))
        elif not live.hinted:
            live.hinted = True
            self.start_task(self.look(live))

    def start_task(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run the work as a background task; errors are logged."""

        async def guarded() -> None:
            try:
                await work
            except OfficinaError as error:
                log.warning("background work on a table failed: %s", error)

        task = asyncio.create_task(guarded())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def look(self, live: LiveTable) -> None:
        """Load new entries of a table in memory."""
        async with live.lock:
            live.hinted = False
            if self.tables.get(live.id) is live:
                await self.catch_up(live)

    async def adopt(self, table_id: str) -> None:
        """Load a table that is not in memory if this process runs its bots and one of them has to decide."""
        for stored in await self.storage.find([table_id]):
            row, seats = stored.table, stored.seats
            if row.state == PLAYING and not row.imported and any(seats[seat].kind == BOT for seat in row.waiting):
                self.changed(await self.live(table_id))

    async def renewed(self) -> None:
        """The set of processes changed: this one may own other tables now, and the pages of dead ones are gone."""
        for live in list(self.tables.values()):
            if live.elsewhere:
                self.on_change_hint(live.id)
        self.on_renewed()

    async def compare(self, live: LiveTable) -> LiveTable:
        """The table, brought up to date with the storage; if the storage fails, the version in memory."""
        try:
            if await self.storage.version(live.id) != live.version:
                await self.look(live)
        except NotSaved:
            log.warning("cannot check table %s for changes; showing the version in memory", live.id)
        return self.tables.get(live.id, live)

    async def catch_up(self, live: LiveTable) -> None:
        """Load new entries of a held table. If they do not continue the log in memory, reload the table."""
        stored = await self.storage.since(live.id, live.version, self.cluster.name)
        if stored is None:
            self.drop(live)
            raise UnknownTable
        news, follows = False, stored.table.version >= live.version
        try:
            news = follows and catch_up(live, stored)
        except Exception as error:
            log.warning("table %s: cannot apply new log entries; reloading the table: %s", live.id, type(error).__name__)
            invalidate(live)
            follows = False
        if not follows:
            log.warning("table %s: the stored log does not continue the one in memory; reloading the table", live.id)
            await self.load(live.id)
            return
        if news:
            self.changed(live)

    # --- writing

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[LiveTable]:
        """The table, locked for writing in this process."""
        while True:
            live = await self.live(table_id)
            async with live.lock:
                if self.tables.get(table_id) is live:  # neither reloaded nor dropped while we waited for the lock
                    yield live
                    return

    async def uninterrupted(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish the work even if the caller is cancelled, so that memory and storage stay in step."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(task)

    async def write(self, live: LiveTable, draft: Draft, action: ActionRow | None = None) -> None:
        """Store a draft of a held table, then publish it. If another process wrote first, catch up and raise Conflict."""
        try:
            await self.storage.commit(draft.change(action))
        except Conflict:
            await self.catch_up(live)
            raise
        except NotSure:
            self.on_change_hint(live.id)  # perhaps it is stored after all
            raise
        self.counts.update(entry.kind for entry in draft.entries if entry.audience == EVERYBODY)
        publish(live, draft)
        self.changed(live)

    async def delete(self, live: LiveTable) -> None:
        """Delete a held table with everything that is stored of it; Conflict if another process wrote first."""
        if not await delete_tables(self.storage, [live.id], live.version):
            await self.catch_up(live)
            raise Conflict
        self.drop(live)

    def drop(self, live: LiveTable) -> None:
        """The table is not there any more: whoever watches it finds out."""
        self.tables.pop(live.id, None)
        live.wake()

    def changed(self, live: LiveTable) -> None:
        """The table has changed: wake everybody who watches it."""
        live.wake()
        self.on_changed(live)


def revive(stored: Stored) -> LiveTable:
    """The stored table; TableError if it cannot be played on."""
    row = stored.table
    if [seat.seat for seat in stored.seats] != list(range(row.players)):
        why = Message("tables.check.seats", found=len(stored.seats), wanted=row.players)
        raise TableError(Message("tables.error.damaged", why=why))
    gap = next((n for n, entry in enumerate(stored.entries, 1) if n != entry.n), len(stored.entries) + 1)
    if gap != row.version + 1:
        why = Message("tables.check.log", found=len(stored.entries), wanted=row.version, n=gap)
        raise TableError(Message("tables.error.damaged", why=why))
    try:
        live = load_table(stored)
        live.bot_to_move()
        return live
    except TableError:
        raise
    except OfficinaError as error:
        raise TableError(Message("tables.error.damaged", why=error.message)) from None
    except Exception as error:  # whatever a damaged row leads to
        log.error("table %s cannot be loaded: %s", stored.table.id, f"{type(error).__name__}: {error}"[:300])
        raise TableError(Message("tables.error.damaged", why=type(error).__name__)) from None


def is_open(stored: Stored) -> bool:
    """Whether anybody may sit down."""
    return not stored.table.locked and any(seat.kind == OPEN for seat in stored.seats)


def take_visits(live: LiveTable, visits: Mapping[int, VisitRow]) -> None:
    """Take over what is stored of who was there when."""
    for seat, visit in visits.items():
        live.seen[seat] = max(visit.seen, live.seen.get(seat, 0.0))
        live.together = max(visit.together, live.together)


def seat_of(seats: Sequence[SeatRow], token: str) -> int:
    """The seat of a token. All seats are compared, so that the time taken reveals nothing."""
    found = [seat.seat for seat in seats if tokens.matches(token, seat.token)]
    if not found:
        raise WrongLink
    return found[0]
