"""Several worker processes behind one listening socket: starts them, starts a dead one again, ends all of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from tempfile import TemporaryDirectory, gettempdir
from typing import Final

import msgspec

from officina.web.serve import Settings

log = logging.getLogger(__name__)

GRACE_SECONDS: Final = 8.0
LONGEST_PAUSE: Final = 5.0
"""A worker that ended before it answered anybody is started again after a pause, a longer one each time."""


LONGEST_FOLDER: Final = 70
"""The system takes no longer address for a socket than about a hundred letters, our part of it included."""


class Orders(msgspec.Struct):
    """What a worker is told on its input, in one line. ``folder``: where the workers find each other."""

    settings: Settings
    worker: int
    listening: int
    on_show: list[str]
    folder: str


class Supervisor:
    """The process that serves nothing itself. When it is killed, its workers notice and end too."""

    def __init__(self, settings: Settings, on_show: list[str], listening: socket.socket, announce: Callable[[], None]) -> None:
        self.settings = settings
        self.on_show = on_show
        self.listening = listening
        self.announce = announce
        self.folder = ""

    def run(self) -> None:
        """Until SIGTERM or Ctrl-C."""
        with TemporaryDirectory(prefix="officina-", dir=short_folder(), ignore_cleanup_errors=True) as self.folder:
            asyncio.run(self.supervise())

    async def supervise(self) -> None:
        """Keep all workers alive; announce once, when every one of them answers."""
        loop = asyncio.get_running_loop()
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        ready = [asyncio.Event() for _ in range(self.settings.workers)]
        tasks = [asyncio.create_task(self.keep(worker, ready[worker])) for worker in range(self.settings.workers)]
        tasks.append(asyncio.create_task(self.announce_when(ready)))
        await stop.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def announce_when(self, ready: list[asyncio.Event]) -> None:
        """Say where the server is, once every worker answers."""
        for event in ready:
            await event.wait()
        self.announce()

    async def keep(self, worker: int, ready: asyncio.Event) -> None:
        """One worker after another in the same place."""
        pause = 0.0
        while True:
            process = await self.start(worker)
            try:
                assert process.stdout is not None
                answered = bool(await process.stdout.readline())
                if answered:
                    ready.set()
                status = await process.wait()
            finally:
                await end(process)
            log.error("worker %d ended with status %d and is started again", worker, status)
            pause = 0.0 if answered else min(LONGEST_PAUSE, 2 * pause + 0.1)
            await asyncio.sleep(pause)

    async def start(self, worker: int) -> asyncio.subprocess.Process:
        """A new worker, which finds the same modules and the same listening socket as this process."""
        fd = self.listening.fileno()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "officina.web.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=[fd],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)},
            start_new_session=True,  # Ctrl-C is for this process, which then ends its workers itself
        )
        assert process.stdin is not None
        orders = Orders(self.settings, worker, fd, self.on_show, self.folder)
        # On its input, not on its command line: the address of the database may hold a password.
        process.stdin.write(msgspec.json.encode(orders) + b"\n")
        return process


def short_folder() -> str | None:
    """Where temporary folders are made; elsewhere than usual where an address would become too long."""
    return None if len(gettempdir()) <= LONGEST_FOLDER else "/tmp"


async def end(process: asyncio.subprocess.Process) -> None:
    """End a worker: it may finish what it is doing, but not for ever."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), GRACE_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()
    if process.stdin is not None:
        process.stdin.close()
