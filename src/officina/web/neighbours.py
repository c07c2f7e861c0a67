"""The workers of one server, as they ask each other for their figures: each answers at an address in a private folder.

Whichever worker is asked for ``/metrics`` asks the others at that moment, so that one answer is of all of them. A dead worker
has no figures; whoever takes its place begins from zero, under the same number.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from officina.web.metrics import Figures

log = logging.getLogger(__name__)

SECONDS: Final = 2.0
"""So long a worker may take to answer; one that does not is left out this time."""


class Neighbours:
    """One worker's place among the others. Use as ``async with`` while the worker serves."""

    def __init__(self, folder: Path, worker: int) -> None:
        self.folder = folder
        self.path = folder / str(worker)
        self.tell: Callable[[], Figures] | None = None
        self.server: asyncio.Server | None = None

    async def __aenter__(self) -> Neighbours:
        self.path.unlink(missing_ok=True)  # the one before may have been killed
        try:
            self.server = await asyncio.start_unix_server(self.answer, self.path)
        except OSError:
            log.exception("other workers cannot ask this one for its figures")
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self.server is not None:
            self.server.close()
            self.path.unlink(missing_ok=True)

    async def answer(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Whoever comes wants the figures."""
        with contextlib.suppress(OSError):
            if self.tell is not None:
                writer.write(msgspec.json.encode(self.tell()))
                await writer.drain()
            writer.close()

    async def others(self) -> list[Figures]:
        """The figures of all other workers that answer."""
        paths = [path for path in self.folder.iterdir() if path != self.path] if self.folder.is_dir() else []
        found = await asyncio.gather(*(ask(path) for path in paths))
        return [figures for figures in found if figures is not None]


async def ask(path: Path) -> Figures | None:
    """One worker's figures; None if it has gone, or is too busy."""
    try:
        return await asyncio.wait_for(read(path), SECONDS)
    except (OSError, TimeoutError, msgspec.MsgspecError):
        return None


async def read(path: Path) -> Figures:
    """What the worker at that address says."""
    reader, writer = await asyncio.open_unix_connection(path)
    try:
        return msgspec.json.decode(await reader.read(), type=Figures)
    finally:
        writer.close()
