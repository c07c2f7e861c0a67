"""Disks that are full at a word, for a server and its workers.

Two ways, the first of which every Linux machine has: a limit of what the server's processes may write to a file (they get
"file too large" where a full disk says "no space left"); and, where this user may mount one, a real file system of a few
megabytes that is filled to its last block.
"""

from __future__ import annotations

import os
import resource
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.postgres import children

MEGABYTES = 16
BLOCK = 4096
ROOM = 32 * 1024


class SmallDisk(ABC):
    """A folder that can be full. ``server``: the process whose writing it is about, with all that it starts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = 0
        self.full = False

    @abstractmethod
    def fill(self) -> None:
        """From now on nothing can be written."""

    @abstractmethod
    def free(self) -> None:
        """There is room again."""

    @abstractmethod
    def begin(self) -> None:
        """What a new server does before it runs: called in its process."""


class Limited(SmallDisk):
    """The processes may not write to files."""

    most = 0

    def fill(self) -> None:
        """A log that was left must be read: for that SQLite makes a file of 32 KB anew, on a full disk in its own place."""
        self.full = True
        log = self.folder / "tables.sqlite-wal"
        written = log.stat().st_size if log.exists() else 0
        self.most = max(written, ROOM) if written else 0
        self.limit(self.most)

    def free(self) -> None:
        self.full = False
        self.limit(resource.RLIM_INFINITY)

    def limit(self, most: int) -> None:
        """Twice: what one of them started meanwhile, it started with the limit that it had itself."""
        for _ in range(2):
            for pid in family(self.server) if self.server else []:
                with suppress(ProcessLookupError):
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    def begin(self) -> None:
        if self.full:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.most, resource.RLIM_INFINITY))


class Mounted(SmallDisk):
    """A file system in memory, with a file that takes all the room that is left."""

    @property
    def ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self) -> None:
        self.full = True
        with suppress(OSError), self.ballast.open("ab", buffering=0) as file:
            while True:
                file.write(b"x" * BLOCK)

    def free(self) -> None:
        self.full = False
        self.ballast.unlink(missing_ok=True)

    def begin(self) -> None:
        """Nothing: the disk itself is full."""


def family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    found = [pid]
    for child in children(pid):
        found += family(child)
    return found


@cache
def can_mount() -> bool:
    """Whether this user may mount a file system."""
    with TemporaryDirectory() as folder:
        if mount(Path(folder)):
            return False
        unmount(Path(folder))
        return True


def mount(folder: Path) -> int:
    """Mount a small file system there; not 0: it is not allowed."""
    if os.name != "posix" or os.geteuid() != 0:
        return 1
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(folder)]
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode
    except OSError:
        return 1


def unmount(folder: Path) -> None:
    """Take it away, at once or when the last process has left it."""
    subprocess.run(["umount", "-l", str(folder)], check=True, capture_output=True)


KINDS = ["limited", *(["mounted"] if can_mount() else [])]
"""The ways of this machine."""


@contextmanager
def small_disk(kind: str, folder: Path) -> Iterator[SmallDisk]:
    """A disk of that kind in the folder."""
    if kind == "limited":
        yield Limited(folder)
        return
    assert mount(folder) == 0
    try:
        yield Mounted(folder)
    finally:
        unmount(folder)
