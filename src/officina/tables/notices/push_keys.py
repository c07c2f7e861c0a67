"""The keys by which push services know this server (VAPID, RFC 8292): made at the first start, kept in a file beside the data.

Where several hosts share a database, the keys are there, and the file is each host's copy: a browser that subscribed by way
of one host is reached from all of them (:func:`share_keys`).

The file is for its owner's eyes only. The first key is the one that browsers subscribe with; those after it are older ones, for
browsers that have not been told of the new one yet. It is read again when it has changed, so a key that was rotated is in use
at once, in every process.
"""

from __future__ import annotations

import base64
import binascii
import logging
import os
import secrets
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from officina.core.text import Message
from officina.tables.errors import TableError
from officina.tables.storage import sql_hosts as db
from officina.tables.storage.sql import Storage

log = logging.getLogger(__name__)

FILE: Final = "push-keys.json"
MOST_KEYS: Final = 4
"""The latest keys are kept: so often they may be rotated before the browsers of the first one must come by themselves."""
POINT_BYTES: Final = 65
PRIVATE_BYTES: Final = 32
PACKAGE: Final = "cryptography"


class PushKey(msgspec.Struct, frozen=True):
    """One pair of keys, as text; ``made``: when."""

    public: str
    private: str
    made: float

    def __repr__(self) -> str:
        return f"<push key {self.public[:8]}>"


class KeyFile(msgspec.Struct):
    """What is in the file."""

    keys: list[PushKey]


def is_able() -> bool:
    """Whether the package for encryption is installed (``pip install officina[push]``)."""
    return find_spec(PACKAGE) is not None


def encoded(data: bytes) -> str:
    """Bytes as browsers and push services write them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Such a text as bytes; ValueError if it is none."""
    try:
        return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise ValueError("not base64url") from None


def new_key() -> PushKey:
    """A new pair of keys."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    made = ec.generate_private_key(ec.SECP256R1())
    public = made.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    private = made.private_numbers().private_value.to_bytes(PRIVATE_BYTES, "big")
    return PushKey(encoded(public), encoded(private), time.time())


class PushKeys:
    """The keys in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: tuple[PushKey, ...] = ()
        self.read: tuple[int, int, int] | None = None

    def all(self) -> tuple[PushKey, ...]:
        """The keys, latest first; none if there is no file that can be read."""
        try:
            found = self.path.stat()
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            if stamp != self.read:
                self.known = read_keys(self.path)
                self.read = stamp
        except (OSError, TableError):
            self.known, self.read = (), None
        return self.known

    def current(self) -> PushKey | None:
        """The key that browsers subscribe with."""
        return next(iter(self.all()), None)

    def find(self, public: str) -> PushKey | None:
        """The pair of a public key that browsers once subscribed with."""
        return next((key for key in self.all() if key.public == public), None)

    def ensure(self) -> None:
        """Make the first key unless there is one. Of several processes that start at once, one does."""
        if not self.path.exists():
            self.write([new_key()], first=True)
        read_keys(self.path)  # what is wrong with it is said at the start

    def rotate(self, forget: bool) -> PushKey:
        """A new key; older ones stay good for those who subscribed with them, unless they shall be forgotten."""
        before = [] if forget or not self.path.exists() else list(read_keys(self.path))
        made = new_key()
        self.write([made, *before][:MOST_KEYS])
        return made

    def write(self, keys: list[PushKey], first: bool = False) -> None:
        """Replace the file at once and whole, readable by its owner alone; the ``first`` one is left if it is there already."""
        beside = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(KeyFile(keys))) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            if first:
                with suppress(FileExistsError):
                    os.link(beside, self.path)
            else:
                beside.replace(self.path)
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise TableError(Message("tables.error.push_file", file=str(self.path), why=why)) from None
        finally:
            with suppress(OSError):
                beside.unlink()


async def share_keys(keys: PushKeys, storage: Storage) -> None:
    """Have the keys of the hosts that share the database; the first of them brings its own."""
    if not storage.several_hosts:
        return
    if not await db.push_keys(storage):
        keys.ensure()
        await publish_keys(keys, storage, first=True)
    stored = tuple(PushKey(*key) for key in await db.push_keys(storage))
    if stored != keys.all():
        keys.write(list(stored))


async def publish_keys(keys: PushKeys, storage: Storage, first: bool = False) -> None:
    """Give the keys of this host's file to all; as the ``first`` ones only where there are none yet."""
    await db.set_push_keys(storage, [(key.public, key.private, key.made) for key in keys.all()], first)


def read_keys(path: Path) -> tuple[PushKey, ...]:
    """The keys of a file; TableError if they cannot be read or used."""
    try:
        keys = msgspec.json.decode(path.read_bytes(), type=KeyFile).keys
        good = keys and all(
            len(decoded(key.public)) == POINT_BYTES and len(decoded(key.private)) == PRIVATE_BYTES for key in keys
        )
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise TableError(Message("tables.error.push_file", file=str(path), why=why)) from None
    except (msgspec.MsgspecError, ValueError):
        good = False
    if not good:
        raise TableError(Message("tables.error.push_keys", file=str(path)))
    return tuple(keys)


def keys_beside(data: Path) -> PushKeys | None:
    """The keys of a server whose data is in that folder, made if there are none; None if there can be no push.

    A folder that cannot be written is no reason not to play: it is logged, and push is not offered.
    """
    if not is_able():
        return None
    keys = PushKeys(data / FILE)
    try:
        keys.ensure()
    except TableError as error:
        log.warning("no push: %s", error)
        return None
    return keys
