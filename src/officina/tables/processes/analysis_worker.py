"""The worker process that looks back at finished games: a record in, notes on the way, an analysis out.

Run as ``python -m officina.tables.processes.analysis_worker``. Records and answers come after their length in eight bytes;
before the last answer to a record there are some that only say how far it is. The process exits when its input ends.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import BinaryIO, Final

import msgspec

from officina.bots.analysis import Analysis, analyse
from officina.core.record import Record
from officina.games import GAMES
from officina.tables.processes.bot_worker import set_alarm
from officina.tables.processes.import_worker import read_block, write_block

SECONDS: Final = 600.0
"""The time limit of an analysis, on the plain engine and a busy machine."""
BETWEEN: Final = 0.3
"""Seconds between two notes."""


class Told(msgspec.Struct, omit_defaults=True):
    """How far it is; in the last answer the analysis, or that there is none."""

    done: int = 0
    of: int = 1
    analysis: Analysis | None = None
    failed: bool = False


class Notes:
    """Tells the server how far it is, now and then."""

    def __init__(self, target: BinaryIO) -> None:
        self.target = target
        self.next = 0.0

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now >= self.next:
            self.next = now + BETWEEN
            write_block(self.target, msgspec.json.encode(Told(done, of)))


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with contextlib.suppress(OSError):
        os.nice(10)  # play goes first
    write_block(answers, b"{}")
    while (record := read_block(sys.stdin.buffer)) is not None:
        set_alarm(SECONDS + 5)
        try:
            told = Told(1, 1, analyse(Record.load(record, GAMES.__getitem__), Notes(answers)))
        except Exception:
            told = Told(failed=True)
        set_alarm(0)
        write_block(answers, msgspec.json.encode(told))


if __name__ == "__main__":
    main()
