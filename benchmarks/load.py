"""A club's evening on one machine: many tables with API players, many idle watchers, one and two workers, both databases.

``python -m benchmarks.server --load`` runs it beside a bare echo; ``--soak MINUTES`` goes on with one setting and follows its
memory. Players think for a while before each choice, as people do: what is measured is how long the server then takes.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.players import FAILURES, PLAYERS, Player, Seen, open_table, percentile
from tests.postgres import PostgresServer, children
from tests.tables.kill_server import Served

ECHO_REST = 0.05
OPENED_TOGETHER = 10


@dataclass
class Evening(Seen):
    """What was seen in an evening."""

    echo: list[float] = field(default_factory=list)
    games: int = 0


async def table_after_table(port: int, players: list[Player], think: float, end: float, seen: Evening) -> None:
    """One place in the room: when a game is over, the next begins."""
    while time.monotonic() < end:
        try:
            players = players or await open_table(port)
            over = await asyncio.gather(*(player.play(think, end, seen) for player in players))
            seen.games += all(over)
        except FAILURES as error:
            seen.failed(error)
            await asyncio.sleep(1)
        finally:
            for player in players:
                player.person.leave()
            players = []


async def watch(port: int, table: str) -> ClientConnection:
    """An idle page of a spectator."""
    address = f"ws://127.0.0.1:{port}/t/{table}/socket?seat=0&language=en"
    page = await connect(address, origin=f"http://127.0.0.1:{port}", compression=None, max_queue=4)  # type: ignore[arg-type]
    await page.send(json.dumps({"do": "hello", "have": {}}))
    return page


async def evening(port: int, echo_port: int, tables: int, watchers: int, think: float, seconds: float) -> Evening:
    """Everybody comes, then everything at once, and the echo beside it."""
    seen = Evening()
    idle = [await open_table(port) for _ in range(max(1, watchers // 100))]
    pages = []
    for number in range(watchers):
        pages.append(await watch(port, idle[number % len(idle)][0].person.table))
        if number % 50 == 49:
            await asyncio.sleep(0.05)
    room: list[list[Player]] = []
    while len(room) < tables:
        arriving = min(OPENED_TOGETHER, tables - len(room))
        room += await asyncio.gather(*(open_table(port) for _ in range(arriving)))
    echo = asyncio.create_task(ask_echo(echo_port, seen.echo, ECHO_REST))
    end = time.monotonic() + seconds
    await asyncio.gather(*(table_after_table(port, players, think, end, seen) for players in room))
    echo.cancel()
    seen.errors += ["a watcher was cut off" for page in pages if page.close_code is not None]
    for page in pages:
        with suppress(Exception):
            await page.close()
    for players in idle:
        for player in players:
            player.person.leave()
    return seen


def memory(pid: int) -> float:
    """Megabytes of a process and all that it started."""
    total = 0.0
    for one in [pid, *descendants(pid)]:
        with suppress(OSError):
            for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += float(line.split()[1]) / 1024
    return total


def descendants(pid: int) -> list[int]:
    """All processes below this one."""
    found = children(pid)
    return [*found, *(one for child in found for one in descendants(child))]


def middle_and_end(times: list[float]) -> str:
    """The median and the 99th percentile."""
    return f"p50 {percentile(times, 0.5):7.1f} ms   p99 {percentile(times, 0.99):8.1f} ms"


@contextmanager
def bare_echo() -> Iterator[int]:
    """The yardstick in a process of its own; its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.echo", str(port)])
    try:
        time.sleep(1.5)
        yield port
    finally:
        process.terminate()
        process.wait()


async def ask_echo(port: int, times: list[float], rest: float) -> None:
    """One client of the echo, for ever: what the machine and this program add to every answer, whoever gives it."""
    async with connect(f"ws://127.0.0.1:{port}/", compression=None) as page:
        while True:
            start = time.perf_counter()
            await page.send("x" * 200)
            await page.recv()
            times.append(time.perf_counter() - start)
            await asyncio.sleep(rest)


def run_setting(folder: Path, workers: int, database: str, evening_at: Callable[[int], Evening], seconds: float) -> None:
    """Two lines for one setting: the table's choices, and the bare echo beside them."""
    folder.mkdir()
    served = Served(folder, workers, database, "--limits", "100000")
    try:
        before = memory(served.process.pid)
        seen = evening_at(served.port)
        after = memory(served.process.pid)
    finally:
        served.stop()
    name = f"{workers} worker{'s' * (workers > 1)}, {'PostgreSQL' if database else 'SQLite'}"
    print(
        f"{name:<24} {len(seen.times) / seconds:7.1f} moves/s   {middle_and_end(seen.times)}   "
        f"memory {before:5.0f} -> {after:5.0f} MB   games over {seen.games}   stale {seen.stale}   errors {len(seen.errors)}"
    )
    print(f"  bare echo beside it    {len(seen.echo) / seconds:7.1f} asked/s   {middle_and_end(seen.echo)}")
    for error in sorted(set(seen.errors))[:5]:
        print(f"    {seen.errors.count(error)} x {error}")


def run_load(folder: Path, tables: int, watchers: int, think: float, seconds: float) -> None:
    """Both databases, one and two workers, beside the echo."""
    print(
        f"{tables} tables with {PLAYERS} API players each (think {think:g} s), {watchers} idle watchers, {seconds:g} s a "
        f"setting; {os.cpu_count()} cores for server, players and watchers together; load {os.getloadavg()[0]:.1f}"
    )
    postgres = PostgresServer(sync=True)
    with bare_echo() as echo_port:

        def evening_at(port: int) -> Evening:
            return asyncio.run(evening(port, echo_port, tables, watchers, think, seconds))

        try:
            for workers in (1, 2):
                run_setting(folder / f"sqlite{workers}", workers, "", evening_at, seconds)
                run_setting(folder / f"pg{workers}", workers, postgres.new_database(), evening_at, seconds)
        finally:
            postgres.stop()


def run_soak(folder: Path, tables: int, watchers: int, think: float, minutes: float) -> None:
    """One worker, SQLite, as long as wanted; its memory every half a minute, and how it grew in the last third of the time."""
    served = Served(folder, 1, "", "--limits", "100000")
    found: list[float] = []

    async def follow() -> None:
        start = time.monotonic()
        while True:
            await asyncio.sleep(30)
            found.append(memory(served.process.pid))
            print(f"  after {(time.monotonic() - start) / 60:4.1f} min: {found[-1]:6.1f} MB", flush=True)

    async def soak(echo_port: int) -> Evening:
        following = asyncio.create_task(follow())
        try:
            return await evening(served.port, echo_port, tables, watchers, think, minutes * 60)
        finally:
            following.cancel()

    try:
        print(f"soak: {tables} tables, {watchers} watchers, {minutes:g} minutes; at rest {memory(served.process.pid):.1f} MB")
        with bare_echo() as echo_port:
            seen = asyncio.run(soak(echo_port))
        print(f"choices {middle_and_end(seen.times)}; bare echo beside them {middle_and_end(seen.echo)}")
        print(f"{len(seen.times)} moves, {seen.games} games over, {seen.stale} stale, {len(seen.errors)} errors")
        last = found[-max(2, len(found) // 3) :]
        print(f"memory in the last third: {last[0]:.1f} -> {last[-1]:.1f} MB ({last[-1] / last[0] - 1:+.1%})")
        assert httpx.get(f"http://127.0.0.1:{served.port}/alive").text == "officina"
    finally:
        served.stop()
