"""The processes that share one storage: which are alive, which one runs a table's bots, where pages are open."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Final

from officina.tables.errors import NotSaved
from officina.tables.storage.sql import Storage

log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 2.0
LEASE_SECONDS: Final = 8.0
"""A process without a heartbeat for this long counts as dead: others run its bots, and its pages do not count."""
GATHER_SECONDS: Final = 0.05
"""Pages opened and closed within this time are reported in one transaction."""

seen_tables: ContextVar[set[str] | None] = ContextVar("seen_tables", default=None)


def begin_request() -> None:
    """Start of a request: each table is compared with the storage at its first use in it.

    So what one process has acknowledged is seen by the next request at any other (read your own writes).
    """
    seen_tables.set(set())


def is_first_look(table_id: str) -> bool:
    """Whether this is the request's first use of the table."""
    seen = seen_tables.get()
    if seen is None or table_id in seen:
        return False
    seen.add(table_id)
    return True


class Cluster:
    """This process's membership. With a storage of its own it owns every table and reports nothing.

    A table belongs to one live process by rendezvous hashing (when a process comes or goes, only its own tables change
    hands). A short disagreement does no harm: the log accepts one entry a number.
    """

    def __init__(self, storage: Storage, name: str, renewed: Callable[[], Awaitable[None]]) -> None:
        self.storage = storage
        self.name = name or secrets.token_hex(6)
        self.renewed = renewed
        self.names: tuple[str, ...] = (self.name,)
        self.pages: dict[tuple[str, int | None], int] = {}
        self.untold: set[tuple[str, int | None]] = set()
        self.news = asyncio.Event()
        self.arrived = False

    def owns(self, table_id: str) -> bool:
        """Whether this process plays for the table's bots."""
        if self.names == (self.name,):
            return True
        return self.name == max(self.names, key=lambda name: hashlib.sha256(f"{name} {table_id}".encode()).digest())

    async def arrive(self) -> None:
        """Register before the first table is opened; if nothing can be stored now (a full disk), with the first heartbeat."""
        try:
            self.names = (await self.storage.beat(self.name, LEASE_SECONDS, arriving=True)).names
            self.arrived = True
        except NotSaved:
            log.warning("process %s could not sign in; it serves what can be read, and tries again", self.name)

    async def depart(self) -> None:
        """Deregister, instead of letting the lease run out."""
        try:
            await self.storage.depart(self.name)
        except NotSaved:
            log.warning("process %s could not sign off; the others will notice when its lease ends", self.name)

    async def heartbeat_loop(self) -> None:
        """Renew this process's lease regularly. When the set of processes changes, tables may change owners."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                roll = await self.storage.beat(self.name, LEASE_SECONDS, arriving=not self.arrived)
            except NotSaved:
                continue  # already logged; the next heartbeat may succeed
            if roll.forgotten or not self.arrived:
                self.arrived = True
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

    async def publish_pages_loop(self) -> None:
        """Report opened and closed pages to the other processes."""
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
