"""The knee: tables with four players each, more and more of them, until the 99th percentile of a choice passes 250 ms.

``python -m benchmarks.server --knee`` (``--before FOLDER``: a checkout of an earlier version beside this one, in one run).
All servers stand at once and are asked by turns, so what else the machine does meets all of them alike. Where others use the
machine, too, milliseconds say little: ``CPU`` is the time of the processor that the server spent on a choice with all that
follows from it (four players are told, look, answer), and one second divided by it is what a core can do.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load import descendants, memory
from benchmarks.players import FAILURES, PLAYERS, Player, Seen, open_table, percentile
from tests.postgres import PostgresServer

HERE = Path(__file__).parent.parent
LIMIT_MS = 250.0
FIRST = 8
FACTOR = 1.5
OPENED_TOGETHER = 8
SETTLE = 1.0
"""Seconds of play before the first choice that counts."""
TICKS = os.sysconf("SC_CLK_TCK")


class Served:
    """A server of that checkout, as its host would start it."""

    def __init__(self, tree: Path, data: Path, workers: int, database: str) -> None:
        data.mkdir(parents=True)
        command = [sys.executable, "-m", "officina.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
        command += ["--workers", str(workers), "--bot-delay", "0", "--limits", "100000"]
        more = {"OFFICINA_LANG": "en", "OFFICINA_DATABASE": database, "PYTHONUNBUFFERED": "1"}
        environment = {**os.environ, **more, "PYTHONPATH": modules_of(tree, data)}
        with (data / "server.log").open("wb") as log:
            self.process = subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        assert found, (data / "server.log").read_text()[-2000:]
        self.port = int(found.group(1))

    def cpu(self) -> float:
        """Seconds of the processor that its processes have used."""
        return sum(cpu_of(pid) for pid in [self.process.pid, *descendants(self.process.pid)])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def modules_of(tree: Path, folder: Path) -> str:
    """Where a checkout finds its modules. What it did not depend on yet it must not find: uvicorn takes uvloop where it is."""
    if "uvloop" not in (tree / "pyproject.toml").read_text(encoding="utf-8"):
        (folder / "uvloop.py").write_text("raise ImportError\n", encoding="utf-8")
    return f"{folder}:{tree / 'src'}:{tree}"


def cpu_of(pid: int) -> float:
    """Seconds of one process."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0


@dataclass
class Step(Seen):
    """What was seen of one server with so many tables."""

    tables: int = 0
    seconds: float = 0.0
    cpu: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    @property
    def p99(self) -> float:
        return percentile(self.times, 0.99)

    @property
    def cost(self) -> float:
        """Milliseconds of the processor a choice."""
        return self.cpu / max(1, len(self.times)) * 1000


class Room:
    """The tables of one server."""

    def __init__(self, name: str, served: Served) -> None:
        self.name = name
        self.served = served
        self.tables: list[list[Player]] = []
        self.steps: list[Step] = []
        self.knee: Step | None = None

    async def fill(self, number: int) -> None:
        """Open tables until there are so many."""
        while len(self.tables) < number:
            arriving = range(min(OPENED_TOGETHER, number - len(self.tables)))
            self.tables += await asyncio.gather(*(open_table(self.served.port) for _ in arriving))

    async def one_step(self, number: int, think: float, seconds: float) -> Step:
        """So many tables play for so long."""
        await self.fill(number)
        step = Step(time.monotonic() + SETTLE, tables=number)
        end = step.begin + seconds
        play = [asyncio.create_task(self.table(place, think, end, step)) for place in range(number)]
        await asyncio.sleep(SETTLE)
        before, at = self.served.cpu(), time.monotonic()
        await asyncio.sleep(max(0.0, end - at))
        step.cpu, step.seconds = self.served.cpu() - before, time.monotonic() - at
        await asyncio.gather(*play)
        self.steps.append(step)
        return step

    async def table(self, place: int, think: float, end: float, step: Step) -> None:
        """One table; when its game is over, the next begins."""
        while time.monotonic() < end:
            try:
                over = await asyncio.gather(*(player.play(think, end, step) for player in self.tables[place]))
                if not any(over):
                    return
                self.tables[place] = await open_table(self.served.port)
            except FAILURES as error:
                step.failed(error)
                await asyncio.sleep(0.5)


async def climb(rooms: list[Room], think: float, seconds: float, most: int) -> None:
    """Step up, by turns, each until it is too slow."""
    number = FIRST
    print(f"{'':<34} tables players  moves/s      p50      p99   CPU/move   of a core   memory")
    while number <= most and any(room.knee is None for room in rooms):
        for room in rooms:
            if room.knee is None:
                step = await room.one_step(number, think, seconds)
                told(room, step)
                if step.p99 > LIMIT_MS or step.errors:
                    room.knee = room.steps[-2] if len(room.steps) > 1 else step
        number = int(number * FACTOR)


def told(room: Room, step: Step) -> None:
    """One line."""
    print(
        f"{room.name:<34} {step.tables:6} {step.tables * PLAYERS:7} {step.rate:8.1f} {percentile(step.times, 0.5):8.1f} "
        f"{step.p99:8.1f} {step.cost:7.2f} ms {step.cpu / step.seconds:8.0%} {memory(room.served.process.pid):8.0f} MB"
        + (f"   {len(step.errors)} errors: {step.errors[0]}" if step.errors else ""),
        flush=True,
    )


def run_knee(
    folder: Path, before: Path | None, think: float, seconds: float, most: int, workers: list[int], databases: list[str]
) -> None:
    """Every setting, before and after, in one run."""
    print(f"think {think:g} s, {seconds:g} s a step; {os.cpu_count()} cores for all; load {os.getloadavg()[0]:.1f}")
    postgres = PostgresServer(sync=True) if "postgres" in databases else None
    trees = [("before", before)] if before is not None else []
    rooms = []
    try:
        for count in workers:
            for database in databases:
                for when, tree in [*trees, ("now", HERE)]:
                    address = postgres.new_database() if postgres is not None and database == "postgres" else ""
                    name = f"{when}, {count} worker{'s' * (count > 1)}, {database}"
                    served = Served(tree, folder / name.replace(" ", "-").replace(",", ""), count, address)
                    rooms.append(Room(name, served))
        asyncio.run(climb(rooms, think, seconds, most))
        print("\nthe knee: the last step with a 99th percentile of at most 250 ms")
        for room in rooms:
            if room.knee is None:
                print(f"{room.name:<34} not reached with {most} tables")
            else:
                told(room, room.knee)
    finally:
        for room in rooms:
            room.served.stop()
        if postgres is not None:
            postgres.stop()
