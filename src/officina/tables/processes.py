"""The other processes that keep the same tables: who is there, who thinks for which table, where pages are open."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Final

from officina.tables.errors import NotSaved
from officina.tables.storage import Storage

log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 2.0
LEASE_SECONDS: Final = 8.0
"""A process that was not heard of for so long is dead: others think for its tables, and its pages do not count."""
GATHER_SECONDS: Final = 0.05
"""Pages that are opened and closed within such a time are told in one go."""

seen_tables: ContextVar[set[str] | None] = ContextVar("seen_tables", default=None)


def with_fresh_eyes() -> None:
    """From here on (one request), a table is compared with the storage when it is first looked at.

    So whoever was answered by one process finds it done at every other, however quickly the next request follows.
    """
    seen_tables.set(set())


def first_look(table_id: str) -> bool:
    """Whether this request looks at the table for the first time."""
    seen = seen_tables.get()
    if seen is None or table_id in seen:
        return False
    seen.add(table_id)
    return True


class Processes:
    """This process among those that share a storage. One that has its storage for itself owns every table, and says nothing.

    A table belongs to one of the living processes, by a hash of both names (when a process comes or goes, only the tables
    that it gets or had change hands). Two that disagree for a moment do no harm: the log has one entry a number.
    """

    def __init__(self, storage: Storage, name: str, renewed: Callable[[], Awaitable[None]]) -> None:
        self.storage = storage
        self.name = name or secrets.token_hex(6)
        self.renewed = renewed
        self.names: tuple[str, ...] = (self.name,)
        self.pages: dict[tuple[str, int | None], int] = {}
        self.untold: set[tuple[str, int | None]] = set()
        self.news = asyncio.Event()

    def owns(self, table_id: str) -> bool:
        """Whether this process plays for the table's bots."""
        if self.names == (self.name,):
            return True
        return self.name == max(self.names, key=lambda name: hashlib.sha256(f"{name} {table_id}".encode()).digest())

    async def arrive(self) -> None:
        """Be known before the first table is opened."""
        self.names = (await self.storage.beat(self.name, LEASE_SECONDS, arriving=True)).names

    async def depart(self) -> None:
        """Be forgotten at once, not only when the lease is over."""
        try:
            await self.storage.depart(self.name)
        except NotSaved:
            log.warning("process %s leaves without a word", self.name)

    async def keep_beating(self) -> None:
        """Say again and again that this process lives. When others came or went, tables may change hands."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                roll = await self.storage.beat(self.name, LEASE_SECONDS)
            except NotSaved:
                continue  # it was logged; the others cannot be heard either
            if roll.forgotten:
                self.untold.update(self.pages)
                self.news.set()
            if roll.names != self.names:
                self.names = roll.names
                await self.renewed()

    def count(self, table_id: str, seat: int | None, pages: int) -> None:
        """So many pages of that seat are open here."""
        if not self.storage.shared:
            return
        key = (table_id, seat)
        if pages:
            self.pages[key] = pages
        else:
            self.pages.pop(key, None)
        self.untold.add(key)
        self.news.set()

    async def keep_telling(self) -> None:
        """Tell the others about pages that were opened or closed."""
        while True:
            await self.news.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self.news.clear()
            told = {key: self.pages.get(key, 0) for key in self.untold}
            self.untold.clear()
            try:
                await self.storage.count_pages(self.name, told)
            except NotSaved:
                self.untold.update(told)
                self.news.set()
                await asyncio.sleep(BEAT_SECONDS)
