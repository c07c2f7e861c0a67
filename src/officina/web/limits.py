"""Rate limits by address and by seat (token buckets). Their memory is bounded."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from starlette.requests import HTTPConnection

from officina.core.text import Message
from officina.tables import TableError, tokens
from officina.tables.storage.sql import Storage
from officina.tables.storage.sql_hosts import count_try

MOST_KEPT: Final = 20_000
"""At most this many buckets are kept; then the least recently used are dropped (they would soon be full again)."""


class TooOften(TableError):
    """Too many requests of one sort; ``seconds`` until the next may be made."""

    def __init__(self, seconds: float) -> None:
        super().__init__(Message("web.error.too_often"))
        self.seconds = seconds


class Bucket:
    """The tokens left in a bucket, and when that was computed."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at


class Limits:
    """Token buckets: each allows a number a minute, with a burst of as many unless ``BURST`` says otherwise.

    ``factor`` makes all of them more (or less) generous at once.
    """

    PER_MINUTE: Final = {
        "request": 6000,  # anything at all, by address
        "unknown": 30,  # addresses of tables that do not exist: guessing must not pay
        "create": 40,
        "import": 20,
        "analyse": 20,
        "hint": 40,
        "box": 600,  # changes of boxes
        "trace": 900,  # edits of a track that is being drawn
        "seat": 120,
        "socket": 600,
        "act": 3000,  # choices and other messages, by seat
        "talk": 240,
        "propose": 60,
        "vote": 120,
        "hand": 60,
        "return": 60,
        "note": 240,
        "notices": 20,
        "push": 30,  # browsers that want to be told of turns
        "mail": 30,
        "confirm": 5 / 1440,  # mails that ask for a confirmation, by the address that they go to: five a day
        "close": 40,
        "person": 40,  # what somebody changes of the own data
        "claim": 20,  # codes that make a browser somebody's, words of the club: guessing must not pay
        "word": 30,  # words of the club, by all visitors together
        "erase": 6,  # the files are written anew then
    }
    BY_SEAT: Final = ("act",)
    EVERYWHERE: Final = ("claim", "word", "confirm", "mail")
    """Counted over all processes and hosts, in the database: what somebody could guess, and what fills a mailbox."""
    BURST: Final = {"request": 400, "act": 100, "confirm": 5, "claim": 10}
    AT_ONCE: Final = {
        "connection": 400,  # by address, pages' sockets included
        "wait": 200,  # questions for events that are kept open, by address
    }

    def __init__(self, factor: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.factor = factor
        self.clock = clock
        self.buckets: dict[tuple[str, str], Bucket] = {}
        self.held: Counter[tuple[str, str]] = Counter()

    # --- so many a minute

    def allow(self, request: HTTPConnection, what: str) -> bool:
        """Whether the address may do it once more; if so, it is counted."""
        return not self.wait(address_of(request), what)

    def check(self, who: str, what: str) -> None:
        """TooOften unless it may be done once more; then it is counted."""
        seconds = self.wait(who, what)
        if seconds:
            raise TooOften(seconds)

    def wait(self, who: str, what: str, cost: float = 1.0) -> float:
        """Seconds until it may be done; 0: now, and it is counted. A cost of 0 only looks."""
        rate = self.PER_MINUTE[what] * self.factor / 60
        most = self.most(what)
        now = self.clock()
        bucket = self.buckets.pop((who, what), None)
        if bucket is None:
            if not cost:
                return 0.0
            bucket = Bucket(most, now)
        bucket.left = min(most, bucket.left + max(0.0, now - bucket.at) * rate)
        bucket.at = now
        self.buckets[who, what] = bucket  # the latest used stand last
        if len(self.buckets) > MOST_KEPT:
            del self.buckets[next(iter(self.buckets))]
        wanted = max(cost, 1.0)
        if bucket.left < wanted:
            return (wanted - bucket.left) / rate
        bucket.left -= cost
        return 0.0

    async def check_everywhere(self, storage: Storage, who: str, what: str) -> None:
        """As :meth:`check`, and counted with what was tried at other processes and hosts."""
        self.check(who, what)
        if storage.shared and what in self.EVERYWHERE:
            rate, most = self.PER_MINUTE[what] * self.factor / 60, self.most(what)
            seconds = await count_try(storage, tokens.hashed(who), what, rate, most)
            if seconds:
                raise TooOften(seconds)

    def most(self, what: str) -> float:
        """So many at once, after a rest."""
        return self.BURST.get(what, self.PER_MINUTE[what]) * self.factor

    # --- so many at once

    def enter(self, who: str, what: str) -> bool:
        """Whether one more may be there at once; if so, :meth:`leave` must follow."""
        if self.held[who, what] >= self.AT_ONCE[what] * self.factor:
            return False
        self.held[who, what] += 1
        return True

    def leave(self, who: str, what: str) -> None:
        """One less."""
        self.held[who, what] -= 1
        if self.held[who, what] <= 0:
            del self.held[who, what]

    @contextmanager
    def holding(self, who: str, what: str) -> Iterator[bool]:
        """Be there for a while; False if there are too many already."""
        entered = self.enter(who, what)
        try:
            yield entered
        finally:
            if entered:
                self.leave(who, what)


def address_of(request: HTTPConnection) -> str:
    """Whom a limit counts."""
    return counted(request.client.host if request.client is not None else "")


def counted(host: str) -> str:
    """An address as limits count it: a household's network in IPv6 has 2**64 addresses and counts as one."""
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)).network_address)


def seat_key(table_id: str, seat: int) -> str:
    """How a seat is called in the registry."""
    return f"{table_id}/{seat}"
