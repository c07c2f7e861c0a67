"""The door of the club: the word that members know. Stored is a slow hash of it with salt, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from typing import Final

from officina.core.text import Message
from officina.tables.errors import TableError

LEAST_WORD: Final = 8
MOST_WORD: Final = 80
MOST_NAME: Final = 40
SALT_BYTES: Final = 16
COST: Final = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}
"""Of scrypt: 16 MB and some 50 ms a try, here and for whoever has stolen the database."""
CONSONANTS: Final = "bcdfglmnprstvz"
VOWELS: Final = "aeiou"
SYLLABLES: Final = (3, 3)
"""A word that the program makes: two parts of three syllables."""


class WrongWord(TableError):
    """Not the word of the club."""

    def __init__(self) -> None:
        super().__init__(Message("tables.club.wrong_word"))


def plain(word: str) -> str:
    """The word as it is compared: capitals, accents' forms, spaces and hyphens do not matter.

    >>> plain("  Bella-Ruota "), plain("bella ruota")
    ('bellaruota', 'bellaruota')
    """
    folded = unicodedata.normalize("NFKC", word[: 4 * MOST_WORD]).casefold()
    return "".join(letter for letter in folded if letter.isalnum())


def checked_word(word: str) -> str:
    """A word that a host chose; TableError if it is too short to keep anybody out, or too long."""
    if not LEAST_WORD <= len(plain(word)) <= MOST_WORD:
        raise TableError(Message("tables.club.word_length", least=LEAST_WORD, most=MOST_WORD))
    return word


def hashed_word(word: str, salt: bytes = b"") -> str:
    """What is stored of a word."""
    salt = salt or secrets.token_bytes(SALT_BYTES)
    return f"{salt.hex()}${hashlib.scrypt(plain(word).encode(), salt=salt, **COST).hex()}"


def opens(word: str, stored: str) -> bool:
    """Whether it is the word; takes equally long whatever it is."""
    salt = bytes.fromhex(stored.partition("$")[0])
    return hmac.compare_digest(hashed_word(word, salt), stored)


def new_word() -> str:
    """A word that can be said aloud and that nobody guesses: 70 syllables to choose from, six times."""
    parts = ("".join(secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(n)) for n in SYLLABLES)
    return "-".join(parts)
