"""How long a process has been silent though it could have answered: on a busy machine that is not what a clock says."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

MOST_STEP: Final = 1.0
"""Seconds between two looks that count: where more have passed, whoever looks had no processor either."""
PROC: Final = Path("/proc")


class Silence:
    """The silence of a process since now.

    Time in which the process waited for a processor does not count (Linux tells it, thread by thread), nor does time in which
    whoever looks could not look: somebody who is starved is not hung.
    """

    def __init__(self, pid: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.tasks = PROC / str(pid) / "task"
        self.waits: dict[str, int] = {}
        """Nanoseconds of waiting, by thread; of those that have ended, too."""
        self.passed = 0.0
        self.at = clock()
        self.before = self.waited()

    def seconds(self) -> float:
        """How long it has been silent for no good reason; to be asked again and again."""
        now = self.clock()
        self.passed += min(now - self.at, MOST_STEP)
        self.at = now
        return self.passed - (self.waited() - self.before)

    def waited(self) -> float:
        """Seconds for which its threads have waited for a processor; 0 where the system does not tell."""
        with suppress(OSError, ValueError, IndexError):
            for task in self.tasks.iterdir():
                with suppress(OSError):  # that thread has just ended
                    self.waits[task.name] = int((task / "schedstat").read_text(encoding="ascii").split()[1])
        return sum(self.waits.values()) / 1e9
