"""A small copyable random generator that draws the same numbers on every machine and in both builds.

The generator is sfc32 (Chris Doty-Humphrey's "small fast counter"): four 32-bit words, so that copying one is copying four
ints, and every intermediate value fits a machine word in both builds. Seeds of any length go through SHA-256.
"""

from __future__ import annotations

import hashlib
from typing import Final, TypeVar

T = TypeVar("T")

WORD: Final = 0xFFFFFFFF
WARM_UP: Final = 12


class Rng:
    """A stream of draws; the same seed gives the same stream for ever.

    >>> first, again = Rng(7), Rng(7)
    >>> [first.below(6) for _ in range(9)] == [again.below(6) for _ in range(9)]
    True
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.a = 0
        self.b = 0
        self.c = 0
        self.count = 1
        if seed is not None:
            digest = hashlib.sha256(f"officina draws {seed}".encode()).digest()
            self.a = int.from_bytes(digest[0:4], "big")
            self.b = int.from_bytes(digest[4:8], "big")
            self.c = int.from_bytes(digest[8:12], "big")
            for _ in range(WARM_UP):
                self.word()

    def word(self) -> int:
        """The next 32 random bits."""
        b = self.b
        c = self.c
        result = (self.a + b + self.count) & WORD
        self.count = (self.count + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 21) & WORD | (c >> 11)) + result) & WORD
        return result

    def below(self, n: int) -> int:
        """An int from 0 to n - 1, each exactly as likely as the others (Lemire's multiply and reject)."""
        product = self.word() * n
        low = product & WORD
        if low < n:
            threshold = (WORD + 1 - n) % n
            while low < threshold:
                product = self.word() * n
                low = product & WORD
        return product >> 32

    def unit(self) -> float:
        """A float in [0, 1)."""
        return self.word() / 4294967296.0

    def shuffle(self, items: list[T]) -> None:
        """Shuffle in place (Fisher-Yates from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            kept = items[last]
            items[last] = items[other]
            items[other] = kept

    def pick(self, items: list[T]) -> T:
        """One of the items, all equally likely."""
        return items[self.below(len(items))]

    def weighted(self, weights: list[float]) -> int:
        """An index, each as likely as its weight says; the weights need not sum to 1."""
        total = 0.0
        for weight in weights:
            total += weight
        point = self.unit() * total
        for index in range(len(weights)):
            point -= weights[index]
            if point < 0.0:
                return index
        return len(weights) - 1

    def copy(self) -> Rng:
        """The same stream, to be drawn from independently."""
        other = Rng()
        other.a = self.a
        other.b = self.b
        other.c = self.c
        other.count = self.count
        return other

    def state(self) -> list[int]:
        """The four words that are the whole state."""
        return [self.a, self.b, self.c, self.count]

    def restore(self, words: list[int]) -> None:
        """Go on from a saved state."""
        self.a, self.b, self.c, self.count = words[0], words[1], words[2], words[3]


def game_rng(seed: int | str) -> Rng:
    """The game's own stream. Its seed text differs from that of ``Rng(seed)``, so the two streams never meet."""
    return Rng(f"of the game {seed}")


def commitment(seed: int | str) -> str:
    """The hash shown at the deal, before anybody may know the seed."""
    return hashlib.sha256(f"officina commitment {seed}".encode()).hexdigest()
