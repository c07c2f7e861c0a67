"""Several worker processes behind one listening socket, kept alive by uvicorn's supervisor.

Ours are numbered, wait before a failed start is repeated, answer the supervisor only while their event loop runs, and exit when
the supervisor is killed.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pickle import UnpicklingError
from typing import Final

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from officina.web.metrics import forget_worker, share_between_workers
from officina.web.server.silence import Silence

log = logging.getLogger(__name__)

MakeServer = Callable[[int], uvicorn.Server]
"""Makes the server of the worker of that number."""

GRACE_SECONDS: Final = 8.0
PAUSE: Final = 3.0
"""Seconds between a start that failed, perhaps because the database is away, and the next."""
TICK_SECONDS: Final = 0.05
HUNG_SECONDS: Final = 15
"""A worker that does not answer the supervisor for so long, though it could, is killed and replaced."""
QUICK_SECONDS: Final = 0.2
"""An answer that comes at once is waited for, so that a server is announced as soon as it answers."""
START_SECONDS: Final = 120.0
"""One that has never answered may still be starting: on a busy machine Python alone may need longer than HUNG_SECONDS."""


class Worker(Process):
    """One worker, with the server that ``make`` makes in its process.

    ``make`` travels through a pipe, settings included, not on a command line: the database's address may hold a password.
    """

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], make: MakeServer, number: int, folder: str
    ) -> None:
        self.make = make
        self.number = number
        self.folder = folder
        self.asked = self.answered = self.serves = False
        self.silence: Silence | None = None
        super().__init__(config, sockets)

    def is_alive(self, timeout: float = 5) -> bool:
        """Whether it runs and answers in time, or is still starting; what waits for a processor has all the time it needs."""
        if not self.process.is_alive():
            return False
        if self.listen(0.0) or self.silence is None:
            return True
        return self.silence.seconds() <= (timeout if self.answered else max(timeout, START_SECONDS))

    def is_ready(self, timeout: float = 5) -> bool:
        """Whether it serves, by its latest answer, which is waited for no longer than so."""
        self.listen(timeout)
        return self.serves

    def listen(self, timeout: float) -> bool:
        """Take its answer, if it comes, and ask it again."""
        with suppress(OSError, EOFError, UnpicklingError):  # it has just ended
            heard = self.asked and self.parent_conn.poll(timeout)
            if heard:
                self.serves = self.parent_conn.recv()
                self.answered = True
            if heard or not self.asked:
                self.parent_conn.send(b"ping")
                self.asked = True
                self.silence = Silence(self.process.pid or 0)
            return heard
        return False

    def pong(self) -> None:
        """Answer the supervisor whether this worker serves; not before its event loop has had time for anything."""
        self.child_conn.recv()
        asked, server = time.monotonic(), self._server
        while server is not None and server.started and not server.should_exit and getattr(server, "ticked", asked) < asked:
            time.sleep(TICK_SECONDS)
        self.child_conn.send(server is not None and server.started)

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        """What runs in the new process."""
        threading.Thread(target=self.always_pong, daemon=True).start()
        threading.Thread(target=end_with_supervisor, args=(self.folder,), daemon=True).start()
        if self.folder:
            share_between_workers(self.folder, self.number)
        self._server = self.make(self.number)
        try:
            self._server.run(sockets)
        finally:
            if not self._server.started:
                time.sleep(PAUSE)


def end_with_supervisor(folder: str) -> None:
    """Exit when the supervisor has died."""
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None
    supervisor.join()
    os.kill(os.getpid(), signal.SIGTERM)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    time.sleep(GRACE_SECONDS)
    os._exit(1)


class Supervisor(Multiprocess):
    """The parent process, which serves no requests itself. It announces once, when every worker answers.

    ``folder``: the metrics of all workers.
    """

    def __init__(
        self, workers: int, make: MakeServer, folder: str, listening: socket.socket, announce: Callable[[], None]
    ) -> None:
        super().__init__(
            uvicorn.Config("", workers=workers, log_config=None, timeout_worker_healthcheck=HUNG_SECONDS), [listening]
        )
        self.make = make
        self.folder = folder
        self.announce = announce
        self.announced = False

    def start(self, number: int) -> Worker:
        """A new worker of that number."""
        worker = Worker(self.config, self.sockets, self.make, number, self.folder)
        worker.start()
        return worker

    def init_processes(self) -> None:
        """Start all workers."""
        self.processes = [self.start(number) for number in range(self.processes_num)]

    def keep_subprocess_alive(self) -> None:
        """Replace workers that have ended or hang; called every half second."""
        if self.should_exit.is_set():
            return
        for number, process in enumerate(self.processes):
            if not process.is_alive(self.config.timeout_worker_healthcheck):
                process.kill()
                process.join()
                if self.folder:
                    forget_worker(self.folder, number)
                log.error("worker %d exited with status %s; restarting it", number, process.exitcode)
                self.processes[number] = self.start(number)
        if not self.announced and all(process.is_ready(QUICK_SECONDS) for process in self.processes):
            self.announced = True
            self.announce()

    def join_all(self) -> None:
        """Wait for the workers, which were told to stop; kill those that do not."""
        end = time.monotonic() + GRACE_SECONDS
        for worker in self.processes:
            worker.process.join(max(0.0, end - time.monotonic()))
            worker.process.kill()
            worker.process.join()

    handle_hup = handle_quit = Multiprocess.handle_term

    def handle_ttin(self) -> None:
        """Nothing: the settings say how many workers there are."""

    handle_ttou = handle_ttin
