"""Bots that misbehave, each in its own way. Importing this adds none: a test takes them in for its own time only."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from officina import Position, Rng
from officina.bots import Bot

MOOD = "OFFICINA_TEST_MOOD"


class Raises(Bot):
    """Thinks of something impossible."""

    name = "raises"

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        raise ZeroDivisionError("a bot that raises")


class Hangs(Bot):
    """Never comes back."""

    name = "hangs"

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        while True:
            time.sleep(0.001)


class Cheats(Bot):
    """Chooses what is not offered."""

    name = "cheats"

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        return 123_456


class Dies(Bot):
    """Takes its process with it."""

    name = "dies"

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        os._exit(3)


class Chatters(Bot):
    """Prints where answers are expected, then plays properly."""

    name = "chatters"

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        print('{"option": 77}', flush=True)
        os.write(1, b"hello\n")
        sys.stdout.flush()
        return rng.pick(p.options(seat))


class Moody(Bot):
    """Misbehaves as the file says that the environment names, each way by a name of the bots above; else plays properly."""

    name = "moody"

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        mood = Path(os.environ[MOOD]).read_text()
        if mood:
            return ODD_BOTS[mood]().choose(p, seat, rng)
        return rng.pick(p.options(seat))


ODD_BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in (Raises, Hangs, Cheats, Dies, Chatters, Moody)}
