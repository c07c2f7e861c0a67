"""One address in front of several: a proxy for tests that hands each connection to the next host that answers.

It knows nothing of HTTP, keeps nobody at one host, and finds out that a host is gone when it does not take a connection: the
least that somebody may put in front of two servers.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 65_536


class RoundRobin:
    """Use as ``async with RoundRobin([8001, 8002]) as proxy``; the list of ports may change meanwhile."""

    def __init__(self, hosts: list[int]) -> None:
        self.hosts = hosts
        self.turn = 0
        self.port = 0
        self.served: Counter[int] = Counter()
        """Connections, by the host's port."""
        self.server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self.visit, "127.0.0.1", 0)
        self.port = int(self.server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.server is not None
        self.server.close()

    async def visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, to the next host that takes it; cut off if none does."""
        with suppress(OSError):
            for _ in self.hosts:
                self.turn += 1
                host = self.hosts[self.turn % len(self.hosts)]
                try:
                    there = await asyncio.open_connection("127.0.0.1", host)
                except OSError:
                    continue
                self.served[host] += 1
                await asyncio.gather(pour(reader, there[1]), pour(there[0], writer))
                break
        writer.close()


async def pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """All that comes, until it ends; then the other side is told."""
    with suppress(OSError):
        while data := await source.read(CHUNK):
            target.write(data)
            await target.drain()
    with suppress(OSError):
        target.close()
