"""What a server does by itself: the daily sweep of what is older than the rules say, and the list of blocked addresses."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from sqlalchemy.exc import IntegrityError

from officina.tables.errors import TableError
from officina.tables.restart_loop import restart_loop
from officina.tables.storage.retention import DAY, Keep, blocked, claim_sweep, sweep
from officina.tables.storage.sql import Storage

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 600.0
"""So often a process asks whether the daily sweep is due."""
BLOCKED_SECONDS: Final = 5.0
"""So soon a change of the blocked addresses is in force."""


class Blocklist:
    """The addresses that are not let in."""

    def __init__(self) -> None:
        self.networks: list[IPv4Network | IPv6Network] = []

    def set(self, networks: Iterable[str]) -> None:
        """Replace the list."""
        self.networks = [ip_network(network) for network in networks]

    def holds(self, host: str) -> bool:
        """Whether the address is not let in."""
        if not self.networks:
            return False
        try:
            address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address in network for network in self.networks)


class Housekeeping:
    """Use as ``async with Housekeeping(storage, keep)`` beside the tables."""

    def __init__(self, storage: Storage, keep: Keep | None = None, every: float = LOOK_SECONDS) -> None:
        self.storage = storage
        self.keep = keep or Keep()
        self.every = every
        self.blocklist = Blocklist()
        self.tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Housekeeping:
        await self.look_up_blocked()
        self.tasks = [asyncio.create_task(restart_loop(work)) for work in (self.sweep_loop, self.blocked_loop)]
        return self

    async def __aexit__(self, *_error: object) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def sweep_loop(self) -> None:
        """Once a day, at one of the processes that share the storage."""
        while True:
            await self.sweep_if_due()
            await asyncio.sleep(self.every)

    async def sweep_if_due(self) -> bool:
        """Sweep if nobody has done it for a day; whether it was done."""
        try:
            if not await claim_sweep(self.storage, DAY):
                return False
            done = await sweep(self.storage, self.keep, time.time())
        except (TableError, IntegrityError):  # logged by the storage; or another process was first
            return False
        counts = (done.tables, done.chat, done.notes, done.mail, done.browsers)
        log.info("swept: %d tables, talk of %d, %d notes, %d addresses, %d browsers", *counts)
        return True

    async def blocked_loop(self) -> None:
        """Take over changes of the blocked addresses."""
        while True:
            await asyncio.sleep(BLOCKED_SECONDS)
            await self.look_up_blocked()

    async def look_up_blocked(self) -> None:
        """Read the list; if it cannot be read, the last one stays in force."""
        try:
            self.blocklist.set(await blocked(self.storage))
        except TableError:
            log.warning("cannot read the blocked addresses; the last ones known stay blocked")
