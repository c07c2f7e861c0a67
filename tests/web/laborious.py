"""Workers that are not as they should be: processes of their own, which import as little as they can."""

from __future__ import annotations

import time

import uvicorn

from officina.web.server.supervisor import Worker
from tests.patience import LONG

WORK = 0.2
"""Seconds of a processor."""


def no_server(number: int) -> uvicorn.Server:
    """A worker that starts, answers the supervisor and never serves."""
    time.sleep(LONG)
    raise AssertionError(number)


def labour(seconds: float) -> None:
    """Keep a processor busy for so much of its time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


class Laborious(Worker):
    """One that has to work for its answers."""

    def pong(self) -> None:
        self.child_conn.recv()
        labour(WORK)
        self.child_conn.send(False)
