"""Batching: items submitted while a batch is being processed go into the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Batcher(Generic[T, R]):
    """Processes submitted items in batches, one batch at a time. A single item is processed at once.

    ``process`` gets the items in the order of their submission, at most ``most`` of them, and returns their results in the
    same order; an exception is raised to all submitters of the batch. An item only goes into a batch that starts after its
    submission, so its result reflects everything that was true when it was submitted.
    """

    def __init__(self, process: Callable[[Sequence[T]], Awaitable[Sequence[R]]], most: int) -> None:
        self.process = process
        self.most = most
        self.pending: list[tuple[T, asyncio.Future[R]]] = []
        self.task: asyncio.Task[None] | None = None

    async def submit(self, item: T) -> R:
        """The result of one item."""
        result: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self.pending.append((item, result))
        if self.task is None:
            self.task = asyncio.create_task(self.run())
        return await result

    async def run(self) -> None:
        """Process batches until nothing is pending."""
        try:
            while self.pending:
                batch, self.pending = self.pending[: self.most], self.pending[self.most :]
                await self.run_batch([item for item, _ in batch], [result for _, result in batch])
        finally:
            self.task = None

    async def run_batch(self, items: list[T], results: list[asyncio.Future[R]]) -> None:
        """One batch. Submitters that were cancelled meanwhile get nothing."""
        try:
            found = await self.process(items)
        except Exception as error:
            for future in results:
                if not future.done():
                    future.set_exception(error)
            return
        for future, value in zip(results, found, strict=True):
            if not future.done():
                future.set_result(value)
