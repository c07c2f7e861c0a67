"""Links without accounts: who holds a seat's token sits there. Only hashes are stored, compared in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Final

TOKEN_BYTES: Final = 24
ID_LENGTH: Final = 10
ID_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letters that look like others: an address may be read aloud."""
MOST_ID: Final = 40
MOST_LETTERS: Final = 200
SEED_BYTES: Final = 16
MOST_KEYS: Final = 8
"""From so many devices somebody plays on one seat; one more, and the oldest is shut out, but never the first of all."""

Chance = Callable[[str], str]
"""Gives the seed of what is named: a deal, a bot's decision."""


def secret(_what: str) -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(SEED_BYTES)


def seeded(seed: str) -> Chance:
    """Seeds that follow from one: the same for the same thing, in whatever order and by whatever process they are asked for."""
    return lambda what: hashlib.sha256(f"{seed} {what}".encode()).hexdigest()[: 2 * SEED_BYTES]


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_table_id() -> str:
    """A short name for a table, good enough to say on the phone."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def is_table_id(text: str) -> bool:
    """Whether a table could have that name; no other text is worth a question to the storage."""
    return 0 < len(text) <= MOST_ID and text.isascii() and text.isalnum()


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def matches(token: str, stored: str) -> bool:
    """Whether the token is one of those whose hashes were stored; takes equally long whatever it is.

    >>> matches("b", with_key(hashed("a"), "b")), matches("c", with_key(hashed("a"), "b")), matches("", "")
    (True, False, False)
    """
    if not stored or len(token) > MOST_LETTERS:
        return False
    given = hashed(token)
    return sum(hmac.compare_digest(given, one) for one in stored.split(".")) > 0


def with_key(stored: str, token: str) -> str:
    """The hashes with one more, the latest first; only so many are kept, the first of all among them."""
    others, _, first = stored.rpartition(".")
    kept = [hashed(token), *(one for one in others.split(".") if one and one != hashed(token))][: MOST_KEYS - 1]
    return stored if hashed(token) == first else ".".join([*kept, first] if first else kept)


def derived(token: str, purpose: str) -> str:
    """Another token that only the holder of this one can make: the same one each time, and no way back."""
    digest = hmac.new(token.encode("utf-8", "replace"), purpose.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def invitation(host_token: str, table_id: str, seat: int, removals: int = 0) -> str:
    """The invitation to a seat: the host can show it again at any time, the database holds its hash only.

    ``removals``: how often somebody was removed from the seat; whoever was cannot come back with the old one.
    """
    return derived(host_token, f"invitation {table_id} {seat}" + (f" {removals}" if removals else ""))


def offer(host_token: str, table_id: str, seat: int, entry: int) -> str:
    """The key to a seat that the host offers with that entry of the log, because its person is away."""
    return derived(host_token, f"offer {table_id} {seat} {entry}")


def rematch_token(old_token: str, table_id: str) -> str:
    """The seat token at a rematch's table, derived from the old one."""
    return derived(old_token, f"rematch {table_id}")
