"""A pool of helper processes for work that may hang, crash or use too much memory."""

from __future__ import annotations

import asyncio
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from officina._build import module_path, ready_engine

START_SECONDS: Final = 60.0


class HelperProcesses(ABC):
    """All helper processes of one kind, and the idle ones."""

    def __init__(self) -> None:
        self.idle: list[asyncio.subprocess.Process] = []
        self.all: dict[asyncio.subprocess.Process, str] = {}
        """With the compiled engine that each was started on; empty: as the server."""

    @abstractmethod
    async def start(self) -> asyncio.subprocess.Process:
        """A new process, ready for work."""

    async def one(self) -> asyncio.subprocess.Process:
        """An idle process, or a new one. One that died while idle, or runs on an engine that has been replaced, is replaced."""
        while self.idle:
            process = self.idle.pop()
            if process.returncode is None and self.all.get(process) == ready_engine():
                return process
            await self.end(process)
        return await self.start()

    @asynccontextmanager
    async def borrowed(self) -> AsyncIterator[asyncio.subprocess.Process]:
        """A process for one task; afterwards it is idle again, or ended if the task failed."""
        process = await self.one()
        try:
            yield process
        except BaseException:
            await self.end(process)
            raise
        self.idle.append(process)

    async def launch(self, module: str, *arguments: str) -> asyncio.subprocess.Process:
        """A process that runs a module and finds the same modules as this one, on the compiled engine if there is one."""
        engine = ready_engine()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": module_path(engine)},
            start_new_session=True,  # Ctrl-C is for the server, which then ends its processes itself
        )
        self.all[process] = engine
        return process

    async def end(self, process: asyncio.subprocess.Process) -> None:
        """End a process, busy or not."""
        self.all.pop(process, None)
        if process.returncode is None:
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def close(self) -> None:
        """End all processes."""
        self.idle.clear()
        for process in list(self.all):
            await self.end(process)
