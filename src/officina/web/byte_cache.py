"""A cache that is bounded in bytes: what clients ask for decides how large things are, and how many."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable
from typing import Any, Final, Generic, TypeVar
from weakref import WeakSet

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MB: Final = 1024 * 1024
OVERHEAD: Final = 1_500
"""About what an entry takes besides its text."""

_caches: Final[WeakSet[Any]] = WeakSet()


def bytes_kept() -> int:
    """What all caches of this process hold; it never exceeds what they are allowed."""
    return sum(cache.bytes for cache in _caches)


class ByteCache(Generic[K, V]):
    """The least recently used go first when all together are larger than ``most`` bytes. The sizes are told by the user."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        self.kept: dict[K, tuple[V, int]] = {}
        _caches.add(self)

    def __len__(self) -> int:
        return len(self.kept)

    def get(self, key: K) -> V | None:
        """What is kept under the key; it is used."""
        found = self.kept.pop(key, None)
        if found is None:
            return None
        self.kept[key] = found  # the latest used stand last
        return found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep something of that size, in the place of what was there. What is larger than everything allowed is not kept."""
        self.drop(key)
        if size > self.most:
            return
        self.kept[key] = (value, size)
        self.bytes += size
        while self.bytes > self.most:
            self.drop(next(iter(self.kept)))

    def drop(self, key: K) -> None:
        """Keep it no longer."""
        found = self.kept.pop(key, None)
        if found is not None:
            self.bytes -= found[1]

    def known(self) -> list[K]:
        """All keys, the least recently used first."""
        return list(self.kept)


def size_of(texts: Iterable[str]) -> int:
    """How many bytes texts take in memory."""
    return sum(sys.getsizeof(text) for text in texts)
