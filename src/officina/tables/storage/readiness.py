"""Whether the storage can be written now: for whoever watches the server from outside."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from officina.tables.errors import TableError
from officina.tables.storage.sql import Storage

EVERY: Final = 1.0
"""Seconds: however often it is asked, the storage is tried so often at most."""


class Readiness:
    """Tries to write something small when asked."""

    def __init__(self, storage: Storage, every: float = EVERY) -> None:
        self.storage = storage
        self.every = every
        self.lock = asyncio.Lock()
        self.tried = -every
        self.ready = False

    async def look(self) -> bool:
        """Whether it could be written just now."""
        async with self.lock:
            if time.monotonic() - self.tried >= self.every:
                try:
                    await self.storage.try_writing()
                    self.ready = True
                except TableError:
                    self.ready = False
                self.tried = time.monotonic()
            return self.ready
