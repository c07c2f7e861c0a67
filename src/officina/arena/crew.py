"""Processes that play, and whoever looks after them.

Tasks and results are bytes; results come in the order of the tasks, so what is written does not depend on how many processes
there are. A process that hangs or dies while code of others thinks is replaced, and the task is done again without asking that
bot there; one that dies for no visible reason is replaced, and the task is done again as it was.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from officina.arena.playing import DIED, LATE, Blame, Circumstances

Work = Callable[[bytes, Circumstances], bytes]
"""What a process does with a task; a function of a module, so that it is found there."""

BOT_SECONDS: Final = 10.0
MOST_BLAMES: Final = 3
"""So often may a bot hang or die in a run before it is not asked any more."""
MOST_TRIES: Final = 3
AHEAD: Final = 4
"""Tasks for each process that may be done while an earlier one is not."""
LOOK_SECONDS: Final = 0.2


class Mark:
    """A note in shared memory on who is thinking; it outlives the process."""

    def __init__(self, shared: Any, limit: float) -> None:
        self.shared = shared
        self.limit = limit

    def begin(self, number: int, seat: int, decision: int) -> None:
        """Note it; a timer of the system ends the process soon after the time, should nobody look after it any more."""
        self.shared[:] = (1, number, seat, decision)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, self.limit + 30.0)

    def end(self) -> None:
        """Nobody is thinking."""
        self.shared[0] = 0
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0.0)

    def read(self) -> tuple[int, int, int] | None:
        """Game, seat and decision."""
        active, number, seat, decision = self.shared[:]
        return (number, seat, decision) if active else None


def serve(line: Connection, shared: Any, limit: float, work: Work) -> None:
    """The life of a process: tasks, until nobody sends any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever looks after this process
    os.dup2(2, 1)  # what a bot prints must not be read as a result
    mark = Mark(shared, limit)
    try:
        while True:
            task, blames, out = line.recv()
            try:
                line.send((work(task, Circumstances(mark, [Blame(*blame) for blame in blames], out)), ""))
            except Exception:
                line.send((b"", traceback.format_exc()))
    except (EOFError, OSError):
        return


class Hand:
    """One process and its task."""

    def __init__(self, context: Any, limit: float, work: Work) -> None:
        self.mark = Mark(context.RawArray("q", 4), limit)
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.mark.shared, limit, work), daemon=True)
        self.process.start()
        theirs.close()
        self.task = -1
        self.seen: tuple[int, int, int] | None = None
        self.since = 0.0

    def hangs(self, now: float, limit: float) -> bool:
        """Whether the same thought has been seen for too long."""
        thought = self.mark.read()
        if thought is None or thought != self.seen:
            self.seen, self.since = thought, now
            return False
        return now - self.since > limit

    def end(self) -> None:
        """End the process, busy or not."""
        self.process.kill()
        self.process.join()
        self.line.close()


class Crew:
    """Some processes that do the same work. ``bot_of`` says which bot a task's blame is about."""

    def __init__(self, jobs: int, work: Work, bot_of: Callable[[bytes, Blame], str], limit: float = BOT_SECONDS) -> None:
        self.jobs = max(1, jobs)
        self.work = work
        self.bot_of = bot_of
        self.limit = limit
        self.context = multiprocessing.get_context("spawn")
        self.hands: list[Hand] = []
        self.blames: dict[int, list[Blame]] = {}
        self.tries: dict[int, int] = {}
        self.fallen: dict[str, int] = {}

    def run(self, tasks: Iterable[bytes]) -> Iterator[bytes]:
        """The results in the order of the tasks."""
        todo = list(tasks)
        waiting = list(range(len(todo) - 1, -1, -1))
        done: dict[int, bytes] = {}
        following = 0
        try:
            while following < len(todo):
                self.give(todo, waiting, following)
                for hand, result in self.look():
                    if isinstance(result, bytes):
                        done[hand.task] = result
                        hand.task = -1
                    else:
                        waiting.append(self.bury(hand, todo, result))
                while following in done:
                    yield done.pop(following)
                    following += 1
        finally:
            for hand in self.hands:
                hand.end()
            self.hands.clear()

    def give(self, todo: list[bytes], waiting: list[int], following: int) -> None:
        """A task for everybody who has none; not too far ahead of the one that is waited for."""
        last = following + AHEAD * self.jobs
        idle = sum(hand.task < 0 for hand in self.hands)
        for _ in range(min(self.jobs - len(self.hands), len(waiting) - idle)):
            self.hands.append(Hand(self.context, self.limit, self.work))
        for hand in self.hands:
            if hand.task < 0 and waiting and waiting[-1] < last:
                hand.task = waiting.pop()
                blames = [(b.number, b.seat, b.decision, b.why) for b in self.blames.get(hand.task, [])]
                out = [bot for bot, times in self.fallen.items() if times >= MOST_BLAMES]
                try:
                    hand.line.send((todo[hand.task], blames, out))
                except OSError:
                    continue  # it died while it had nothing to do; seen at the next look

    def look(self) -> list[tuple[Hand, bytes | str]]:
        """Who is done, with the result, and who has hung or died, with which of the two."""
        busy = {hand.line: hand for hand in self.hands if hand.task >= 0}
        found: list[tuple[Hand, bytes | str]] = []
        for line in wait(list(busy), LOOK_SECONDS):
            hand = busy.pop(line)
            try:
                result, error = hand.line.recv()
            except (EOFError, OSError):
                found.append((hand, DIED))
                continue
            if error:
                raise RuntimeError(error)
            found.append((hand, result))
        now = time.monotonic()
        found += [(hand, LATE) for hand in busy.values() if hand.hangs(now, self.limit)]
        return found

    def bury(self, hand: Hand, todo: list[bytes], why: str) -> int:
        """Put another process in the place of one that hung or died; the number of the task that is to be done again."""
        task = hand.task
        hand.end()
        self.hands.remove(hand)
        thought = hand.mark.read()
        if thought is not None:
            blame = Blame(*thought, why)
            self.blames.setdefault(task, []).append(blame)
            bot = self.bot_of(todo[task], blame)
            self.fallen[bot] = self.fallen.get(bot, 0) + 1
            return task
        self.tries[task] = self.tries.get(task, 0) + 1
        if self.tries[task] >= MOST_TRIES:
            raise RuntimeError(f"a process that plays has died {MOST_TRIES} times over the same task")
        return task
