"""What a choice costs at a table, at the beginning and at the end of a long game: ``python -m tests.tables.cost``.

A game of 1,000 choices: people change their minds about simultaneous answers, and every change is a choice of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from officina import Rng
from officina.tables import Ok
from officina.tables.storage.interface import OVER
from tests.tables.common import FUORI, Friends, open_tables

CHANGES_OF_MIND = 40


async def long_game(path: Path, choices: int, meter: Callable[[], float]) -> list[float]:
    """What each choice of a long game cost, by the meter."""
    costs: list[float] = []
    async with open_tables(path) as tables:
        friends = await Friends.meet(tables, FUORI, 8)
        rng = Rng(1)
        while len(costs) < choices:
            live = await friends.live()
            assert live.row.state != OVER, "the game ended too early: more changes of mind are needed"
            seat = rng.pick(list(live.playing().position.to_act))
            for _ in range(CHANGES_OF_MIND if live.playing().position.answers else 1):
                question = live.question(seat)
                if question is None:
                    break
                notation, base = rng.pick(question.options).notation, live.version_for(seat)
                before = meter()
                answer = await friends.choose(seat, notation, base)
                costs.append(meter() - before)
                assert isinstance(answer, Ok)
    return costs[:choices]


def quarters(costs: list[float]) -> tuple[list[float], list[float]]:
    """The first and the last quarter."""
    quarter = len(costs) // 4
    return costs[:quarter], costs[-quarter:]


class Calls:
    """Counts calls of Python functions in this thread: a measure that a busy machine does not change."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> Calls:
        sys.setprofile(self.note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def note(self, _frame: object, what: str, _arg: object) -> None:
        self.count += what == "call"

    def read(self) -> float:
        return float(self.count)


def main() -> None:
    """Print both quarters, in milliseconds and in calls."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choices", type=int, default=1000)
    choices = parser.parse_args().choices
    with tempfile.TemporaryDirectory() as folder:
        costs = [1000 * cost for cost in asyncio.run(long_game(Path(folder) / "time.sqlite", choices, time.perf_counter))]
        for name, part in zip(("first", "last"), quarters(costs), strict=True):
            middle, mean = statistics.median(part), statistics.fmean(part)
            print(f"{name} quarter of {choices} choices: median {middle:.2f} ms, mean {mean:.2f} ms (stored and synced)")
        with Calls() as calls:
            costs = asyncio.run(long_game(Path(folder) / "calls.sqlite", choices, calls.read))
        for name, part in zip(("first", "last"), quarters(costs), strict=True):
            print(f"{name} quarter: {statistics.fmean(part):.0f} function calls a choice")


if __name__ == "__main__":
    main()
