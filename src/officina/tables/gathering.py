"""Questions that come while one is being answered are answered together by the next answer: one journey for many."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class Gathering(Generic[Q, A]):
    """Asks for many at once what many ask for one by one. Whoever asks alone waits for nobody.

    ``answer`` gets questions in the order in which they came, at most ``most`` of them, and gives their answers in the same
    order; what it raises is raised to all of them. A question is answered only by a journey that began after it was asked:
    so what was true when it was asked is known when it is answered.
    """

    def __init__(self, answer: Callable[[Sequence[Q]], Awaitable[Sequence[A]]], most: int) -> None:
        self.answer = answer
        self.most = most
        self.waiting: list[tuple[Q, asyncio.Future[A]]] = []
        self.journey: asyncio.Task[None] | None = None

    async def ask(self, question: Q) -> A:
        """The answer to one question."""
        answered: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self.waiting.append((question, answered))
        if self.journey is None:
            self.journey = asyncio.create_task(self.travel())
        return await answered

    async def travel(self) -> None:
        """Go as long as somebody asks."""
        try:
            while self.waiting:
                asked, self.waiting = self.waiting[: self.most], self.waiting[self.most :]
                await self.bring([question for question, _ in asked], [answered for _, answered in asked])
        finally:
            self.journey = None

    async def bring(self, questions: list[Q], answered: list[asyncio.Future[A]]) -> None:
        """One journey. Who has gone meanwhile gets nothing."""
        try:
            answers = await self.answer(questions)
        except Exception as error:
            for future in answered:
                if not future.done():
                    future.set_exception(error)
            return
        for future, found in zip(answered, answers, strict=True):
            if not future.done():
                future.set_result(found)
