"""What work for one client costs, and whose it is: long work is done aside, in threads, one piece at a time for each client.

Whoever serves a request sets :data:`present`. Background work of the tables' own has no client and is not counted.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class Effort:
    """The effort made for one client. ``turn``: its pieces of work aside, one after the other."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()

    def spend(self, seconds: float) -> None:
        """So much time of a processor was used for the client."""


present: ContextVar[Effort | None] = ContextVar("effort", default=None)
inside: ContextVar[bool] = ContextVar("inside", default=False)


@asynccontextmanager
async def in_turn() -> AsyncIterator[None]:
    """Be the one piece of work that is done aside for this client.

    To be entered before any lock that other clients may wait for: they must not queue behind this client's own work.
    """
    effort = present.get()
    if effort is None or inside.get():
        yield
        return
    async with effort.turn:
        token = inside.set(True)
        try:
            yield
        finally:
            inside.reset(token)


async def aside(work: Callable[[], T], pool: Executor | None = None) -> T:
    """Do the work in a thread, in the client's turn, and count the time that it took."""
    effort = present.get()
    async with in_turn():
        spent = [0.0]
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, measured, work, spent)
        finally:
            if effort is not None:
                effort.spend(spent[0])


def measured(work: Callable[[], T], spent: list[float]) -> T:
    """Do the work; ``spent`` is how long this thread was busy with it."""
    began = time.thread_time()
    try:
        return work()
    finally:
        spent[0] = time.thread_time() - began
