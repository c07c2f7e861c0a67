"""Looking back at finished games in helper processes: asked for once, told how far it is, kept when it is done."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Final

import msgspec

from officina.bots.analysis import Analysis
from officina.core.text import Message
from officina.tables.errors import TableError
from officina.tables.processes.analysis_worker import SECONDS, Told
from officina.tables.processes.helpers import START_SECONDS, HelperProcesses
from officina.tables.processes.imports import LENGTH_BYTES, read_block

log = logging.getLogger(__name__)

MODULE: Final = "officina.tables.processes.analysis_worker"
MOST_KEPT: Final = 64
"""Analyses that are kept; a long game's has some 300 kB."""
MOST_WAITING: Final = 8


class Looking:
    """An analysis on its way, or done, or given up."""

    def __init__(self) -> None:
        self.done = 0
        self.of = 1
        self.analysis: Analysis | None = None
        self.failed = False


class Analyst(HelperProcesses):
    """One process that looks back at one game after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.place = asyncio.Semaphore(1)
        self.kept: OrderedDict[str, Looking] = OrderedDict()
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def known(self, key: str) -> Looking | None:
        """What was asked for under this key; None if nothing was, or if it has been forgotten."""
        found = self.kept.get(key)
        if found is not None:
            self.kept.move_to_end(key)
        return found

    def begin(self, key: str, record: str) -> Looking:
        """Look back at a record, unless that is done or going on; one that failed is tried again."""
        found = self.known(key)
        if found is not None and not found.failed:
            return found
        if len(self.tasks) >= MOST_WAITING:
            raise TableError(Message("tables.error.analysis_busy"))
        found = self.kept[key] = Looking()
        for old in list(self.kept):
            if len(self.kept) <= MOST_KEPT:
                break
            if old not in self.tasks and old != key:
                del self.kept[old]
        task = self.tasks[key] = asyncio.create_task(self.look(found, record.encode()))
        task.add_done_callback(lambda _task: self.tasks.pop(key, None))
        return found

    async def look(self, found: Looking, record: bytes) -> None:
        """One record through a process."""
        try:
            async with self.place, self.borrowed() as process, asyncio.timeout(SECONDS):
                assert process.stdin is not None
                process.stdin.write(len(record).to_bytes(LENGTH_BYTES, "big") + record)
                await process.stdin.drain()
                while True:
                    told = msgspec.json.decode(await read_block(process), type=Told)
                    found.done, found.of = told.done, told.of
                    if told.analysis is not None or told.failed:
                        found.analysis, found.failed = told.analysis, told.failed
                        return
        except (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.MsgspecError):
            log.exception("a game could not be analysed")
            found.failed = True

    async def start(self) -> asyncio.subprocess.Process:
        """A new process."""
        process = await self.launch(MODULE)
        try:
            await asyncio.wait_for(read_block(process), START_SECONDS)
        except BaseException:
            await self.end(process)
            raise
        return process

    async def close(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        await super().close()
