"""A small copyable random generator that draws the same numbers on every machine and in both builds.

There are two kinds of streams. The fast one is sfc32 (Chris Doty-Humphrey's "small fast counter"): four 32-bit words, so that
copying one is copying four ints, and every intermediate value fits a machine word (compiled, it is one). Whoever sees enough
of its draws can solve for its state, so it is for programs: simulations, searches, bots. The keyed one is BLAKE2b in counter
mode: block n of sixteen words is the keyed hash of n. Nothing that was drawn tells anything of what will be, nor of the seed,
so it is for people: tables and records. Seeds of any length go through a hash.
"""

from __future__ import annotations

import hashlib
import struct
from typing import Any, Final, TypeVar

from mypy_extensions import i64

T = TypeVar("T")

WORD: Final = 0xFFFFFFFF
WARM_UP: Final = 12

FAST: Final = "fast"
KEYED: Final = "keyed"
STREAMS: Final = (FAST, KEYED)

KEY_WORDS: Final = 8
"""A key is 256 bits long, whatever the seed."""
BLOCK_BITS: Final = 4
BLOCK: Final = 1 << BLOCK_BITS
"""Words that one keyed hash gives."""
NO_KEY: Final = b""
NO_BLOCK: Final[list[int]] = []


class Rng:
    """A stream of draws; the same seed gives the same stream for ever.

    >>> first, again = Rng(7), Rng(7)
    >>> [first.below(6) for _ in range(9)] == [again.below(6) for _ in range(9)]
    True
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.count: i64 = 1
        self.keyed = False
        self.key = NO_KEY
        self.block = NO_BLOCK  # of a keyed stream: the words around ``count``; shared by copies, replaced, never changed
        if seed is not None:
            digest = hashlib.sha256(f"officina draws {seed}".encode()).digest()
            self.a = int.from_bytes(digest[0:4], "big")
            self.b = int.from_bytes(digest[4:8], "big")
            self.c = int.from_bytes(digest[8:12], "big")
            for _ in range(WARM_UP):
                self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        if self.keyed:
            return self.keyed_word()
        b = self.b
        c = self.c
        result = (self.a + b + self.count) & WORD
        self.count = (self.count + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 21) & WORD | (c >> 11)) + result) & WORD
        return result

    def keyed_word(self) -> i64:
        """The next 32 bits of a keyed stream; ``count`` is how many words were drawn before."""
        count = self.count
        place = count & (BLOCK - 1)
        if place == 0 or not self.block:
            self.block = block_of(self.key, count >> BLOCK_BITS)
        self.count = count + 1
        return self.block[place]

    def below(self, n: i64) -> i64:
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
        return float(self.word()) / 4294967296.0

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
        other.follow(self)
        return other

    def follow(self, other: Rng) -> None:
        """Go on where another stream is."""
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.count = other.count
        self.keyed = other.keyed
        self.key = other.key
        self.block = other.block

    def state(self) -> list[int]:
        """The whole state: four words of a fast stream; of a keyed one the words of its key and how many were drawn."""
        if self.keyed:
            return [int.from_bytes(self.key[at : at + 4], "big") for at in range(0, 4 * KEY_WORDS, 4)] + [self.count]
        return [self.a, self.b, self.c, self.count]

    def restore(self, words: list[int]) -> None:
        """Go on from a saved state."""
        if len(words) == KEY_WORDS + 1:
            self.use_key(b"".join([word.to_bytes(4, "big") for word in words[:KEY_WORDS]]), words[KEY_WORDS])
            return
        self.a, self.b, self.c, self.count = words[0], words[1], words[2], words[3]
        self.keyed = False
        self.key = NO_KEY
        self.block = NO_BLOCK

    def use_key(self, key: bytes, drawn: int) -> None:
        """Become the stream of a key, from which so many words were drawn."""
        self.keyed = True
        self.key = key
        self.count = drawn
        self.block = NO_BLOCK

    def __copy__(self) -> Rng:
        return self.copy()

    def __deepcopy__(self, _memo: Any) -> Rng:
        return self.copy()

    def __reduce__(self) -> Any:
        return rng_from, (self.state(),)


def rng_from(words: list[int]) -> Rng:
    """The stream with that state."""
    rng = Rng()
    rng.restore(words)
    return rng


def block_of(key: bytes, number: int) -> list[int]:
    """Sixteen words of a keyed stream."""
    hashed = hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=4 * BLOCK, person=b"officina chance")
    return list(struct.unpack(">16I", hashed.digest()))


def game_rng(seed: int | str, chance: str = FAST) -> Rng:
    """The game's own stream. Its seed text differs from that of ``Rng(seed)``, so the two streams never meet."""
    if chance == KEYED:
        rng = Rng()
        rng.use_key(hashlib.blake2b(f"officina key {seed}".encode(), digest_size=4 * KEY_WORDS).digest(), 0)
        return rng
    return Rng(f"of the game {seed}")


def commitment(seed: int | str) -> str:
    """The hash shown at the deal, before anybody may know the seed."""
    return hashlib.sha256(f"officina commitment {seed}".encode()).hexdigest()
