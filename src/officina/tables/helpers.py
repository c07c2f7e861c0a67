"""Processes that do for the server what may hang, die or take too much memory: started when needed, ended at any moment."""

from __future__ import annotations

import asyncio
import os
import sys
from abc import ABC, abstractmethod
from typing import Final

START_SECONDS: Final = 60.0


class Helpers(ABC):
    """Processes of one sort, and those of them that wait for work."""

    def __init__(self) -> None:
        self.idle: list[asyncio.subprocess.Process] = []
        self.all: set[asyncio.subprocess.Process] = set()

    @abstractmethod
    async def start(self) -> asyncio.subprocess.Process:
        """A new process, ready for work."""

    async def one(self) -> asyncio.subprocess.Process:
        """A process that waits, or a new one. One that ended while it waited, for want of memory say, is replaced."""
        while self.idle:
            process = self.idle.pop()
            if process.returncode is None:
                return process
            await self.end(process)
        return await self.start()

    async def end(self, process: asyncio.subprocess.Process) -> None:
        """End a process, busy or not."""
        self.all.discard(process)
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


async def start_process(module: str, *arguments: str) -> asyncio.subprocess.Process:
    """A process that runs a module and finds the same modules as this one."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)},
        start_new_session=True,  # Ctrl-C is for the server, which then ends its processes itself
    )
