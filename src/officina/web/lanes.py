"""Limits by cost: each address has a lane, in which what is computed for it stands in line.

What a request costs is measured, not declared: the time of the processor between two waits, on the event loop and in threads.
So every route is covered, also one that is written tomorrow. Of the work for one address little is done in one round of the
event loop, and an address that used more than its share waits longer and longer while others are there. Alone it gets
everything. What was used is known to all workers of a server.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import mmap
import os
import struct
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

from officina.tables.effort import Effort

log = logging.getLogger(__name__)

T = TypeVar("T")

QUANTUM: Final = 0.002
"""Seconds of work for one address in one round of the event loop; a step that takes longer ends the round's share."""
SHARE: Final = 0.2
"""The part of a processor that an address may use for long while others are there."""
BURST: Final = 1.0
"""Seconds of a processor that it may use at once before that."""
RECENT: Final = 2.0
"""Another address that used something within so many seconds is there."""
LONGEST_PAUSE: Final = 2.0
LONGEST_LINE: Final = 8.0
"""Seconds that a request may stand in line before it begins; then it is refused."""

SLOTS: Final = 1 << 14
ROWS: Final = 2
SLOT: Final = struct.Struct("dd")
SINCE: Final = struct.Struct("d")
LATEST: Final = struct.Struct("QdQd")
BYTES: Final = LATEST.size + ROWS * SLOTS * SLOT.size


class Ledger:
    """What addresses have used lately, in a piece of memory of fixed size; with a ``folder``, of all processes that name it.

    An address has a place in each of two rows and counts with the lesser of them, so two that share one place do not suffer
    for each other. Nothing is locked: when two processes write at the same moment, one of two small sums is lost.
    """

    def __init__(self, folder: str = "", share: float = SHARE, clock: Callable[[], float] = time.monotonic) -> None:
        self.share = share
        self.clock = clock
        self.secret = hashlib.blake2b(folder.encode() or os.urandom(16), digest_size=16).digest()
        self.memory: mmap.mmap | bytearray = bytearray(BYTES)
        if folder:
            self.share_memory(Path(folder) / "effort.shared")

    def share_memory(self, path: Path) -> None:
        """Use the memory of all processes. Its room is reserved at once; without any, each process counts for itself."""
        try:
            with path.open("a+b") as file:
                os.posix_fallocate(file.fileno(), 0, BYTES)
                self.memory = mmap.mmap(file.fileno(), BYTES)
        except OSError as error:
            log.error("no shared memory for limits (%s): each worker counts for itself", error.strerror)

    def account(self, address: str) -> Account:
        """Where the address stands. Nobody outside can choose addresses that share places."""
        digest = hashlib.blake2b(address.encode(), digest_size=16, key=self.secret).digest()
        found = [int.from_bytes(digest[8 + 4 * row : 12 + 4 * row], "big") % SLOTS for row in range(ROWS)]
        places = [LATEST.size + SLOT.size * (row * SLOTS + number) for row, number in enumerate(found)]
        return Account(int.from_bytes(digest[:8], "big") | 1, places)

    def spend(self, account: Account, seconds: float) -> None:
        """So much was used."""
        now = self.clock()
        for place in account.places:
            SLOT.pack_into(self.memory, place, self.left(place, now) + seconds, now)
        number, at, _, _ = LATEST.unpack_from(self.memory, 0)
        if number == account.number:
            SINCE.pack_into(self.memory, 8, now)
        else:
            LATEST.pack_into(self.memory, 0, account.number, now, number, at)

    def used(self, account: Account) -> float:
        """How much was used for which there was no share yet."""
        now = self.clock()
        return min(self.left(place, now) for place in account.places)

    def left(self, place: int, now: float) -> float:
        """What is left of a sum after the time that has passed. A sum of the future means nothing."""
        used, at = SLOT.unpack_from(self.memory, place)
        return max(0.0, float(used) - (now - float(at)) * self.share) if 0 < at <= now else 0.0

    def others(self, account: Account) -> bool:
        """Whether another address used something in the last seconds."""
        number, at, other, before = LATEST.unpack_from(self.memory, 0)
        if number == account.number:
            number, at = other, before
        return bool(number) and 0 <= self.clock() - at < RECENT


@dataclass(frozen=True)
class Account:
    """An address in the ledger: as a number, and its places."""

    number: int
    places: list[int]


class Lane(Effort):
    """The line of one address in this process."""

    def __init__(self, ledger: Ledger, address: str, burst: float) -> None:
        super().__init__()
        self.ledger = ledger
        self.account = ledger.account(address)
        self.burst = burst
        self.now = 0.0
        """What was used since the line last moved on."""
        self.closed = False
        self.line: deque[asyncio.Future[None]] = deque()

    def spend(self, seconds: float) -> None:
        self.ledger.spend(self.account, seconds)
        self.now += seconds
        if self.now >= QUANTUM and not self.closed:
            self.closed = True
            self.move_on_later()

    def move_on_later(self) -> None:
        """The next in the line is let in in the next round; after a pause if the address used more than its share."""
        pause, self.now = self.pause(), 0.0
        loop = asyncio.get_running_loop()
        if pause:
            loop.call_later(pause, self.move_on)
        else:
            loop.call_soon(self.move_on)

    def pause(self) -> float:
        """Seconds for others after what was used just now."""
        if self.ledger.share >= 1 or self.ledger.used(self.account) <= self.burst or not self.ledger.others(self.account):
            return 0.0
        return min(LONGEST_PAUSE, self.now * (1 / self.ledger.share - 1))

    def move_on(self) -> None:
        """Let the next one in."""
        if self.now >= QUANTUM:  # threads have worked for the address meanwhile
            self.move_on_later()
            return
        while self.line:
            waiter = self.line.popleft()
            if not waiter.done():
                waiter.set_result(None)
                asyncio.get_running_loop().call_soon(self.move_on)  # when that one has had its round
                return
        self.closed = False

    async def enter(self) -> float:
        """Wait for the turn; for how long that was."""
        if not self.closed:
            return 0.0
        began = time.monotonic()
        waiter = asyncio.get_running_loop().create_future()
        self.line.append(waiter)
        await waiter
        return time.monotonic() - began


class Paced(Generic[T]):
    """Work for an address, step by step in its lane; if it stood in line for too long, ``late`` is done in its place."""

    def __init__(
        self,
        work: Coroutine[Any, Any, T],
        lane: Lane,
        late: Callable[[], Coroutine[Any, Any, T]] | None = None,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self.work = work
        self.lane = lane
        self.late = late
        self.clock = clock

    def __await__(self) -> Generator[Any, Any, T]:
        """As the work itself would be awaited, but between two of its steps others have their turn."""
        error: BaseException | None = None
        while True:
            try:
                if self.lane.closed:
                    waited = yield from self.lane.enter().__await__()
                    if self.late is not None and waited > LONGEST_LINE:
                        self.work.close()
                        self.work = self.late()
            except BaseException as stopped:  # cancelled in the line: the work is told
                error = stopped
            self.late = None
            began = self.clock()
            try:
                if error is None:
                    waits_for = self.work.send(None)
                else:
                    told, error = error, None
                    waits_for = self.work.throw(told)
            except StopIteration as done:
                found: T = done.value
                return found
            finally:
                self.lane.spend(self.clock() - began)
            try:
                yield waits_for
            except BaseException as stopped:
                error = stopped


class Lanes:
    """The lanes of all addresses for which something is done now. ``factor`` makes the limits more generous."""

    def __init__(self, folder: str = "", factor: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.ledger = Ledger(folder, min(1.0, SHARE * factor), clock)
        self.burst = BURST * factor
        self.open: WeakValueDictionary[str, Lane] = WeakValueDictionary()

    def of(self, address: str) -> Lane:
        """The lane of an address."""
        found = self.open.get(address)
        if found is None:
            found = self.open[address] = Lane(self.ledger, address, self.burst)
        return found
