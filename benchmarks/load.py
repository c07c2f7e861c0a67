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
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from officina import Rng
from tests.postgres import PostgresServer, children
from tests.tables.kill_server import Served

GAME = "fuori_di_rotella"
PLAYERS = 4
WAIT = 20
ECHO_REST = 0.05
OPENED_TOGETHER = 10


class Refused(Exception):
    """An answer that nobody should get in an evening's play."""


class Person:
    """One seat over the API: one connection that is kept, one request at a time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.token = ""
        self.table = ""
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Status and answer. The server hangs up on a connection that was idle for long: then once more on a new one."""
        used = self.streams is not None
        try:
            return await self.send(method, path, body)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.leave()
            self.streams = None
            if not used:
                raise
        return await self.send(method, path, body)

    async def send(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        """One request on the connection."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} /api/v1{path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(content)}"]
        if content:
            lines.append("Content-Type: application/json")
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length:")[1].split("\r\n")[0])
        answer = json.loads(await reader.readexactly(length)) if length else None
        if "connection: close" in head:
            writer.close()
            self.streams = None
        return int(head.split(" ")[1]), answer

    async def must(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer; Refused if it is a refusal."""
        status, answer = await self.ask(method, path, body)
        if status >= 400:
            raise Refused(f"{method} {path}: {status} {answer}")
        return answer

    def leave(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


@dataclass
class Evening:
    """What was seen."""

    times: list[float] = field(default_factory=list)
    echo: list[float] = field(default_factory=list)
    games: int = 0
    stale: int = 0
    errors: list[str] = field(default_factory=list)


async def open_table(port: int) -> list[Person]:
    """Four people at a new table, dealt."""
    people = [Person(port) for _ in range(PLAYERS)]
    seats = [{"kind": "person", "name": "P1"}, *[{"kind": "open"}] * (PLAYERS - 1)]
    made = await people[0].must("POST", "/tables", {"game": GAME, "seats": seats, "ready": True})
    people[0].token, people[0].table = made["token"], made["table"]["id"]
    for seat, person in enumerate(people[1:], 1):
        taken = await person.must("POST", f"/tables/{people[0].table}/seats", {"seat": seat, "name": f"P{seat + 1}"})
        person.token, person.table = taken["token"], people[0].table
        await person.must("POST", f"/tables/{person.table}/ready", {"ready": True})
    return people


async def play(person: Person, rng: Rng, think: float, end: float, seen: Evening) -> bool:
    """One seat until its game or the evening is over; whether the game is."""
    version, number = 0, 0
    while time.monotonic() < end:
        wait = max(0.0, min(WAIT, end - time.monotonic())) if version else 0
        found = await person.must("GET", f"/tables/{person.table}/events?since={version}&wait={wait:.1f}")
        version = max(1, found["version"])
        if found["state"] == "over":
            return True
        if not found["my_turn"]:
            continue
        await asyncio.sleep(think * (0.5 + rng.below(1000) / 1000))
        asked = await person.must("GET", f"/tables/{person.table}/question")
        if asked["question"] is None or asked["question"]["answered"]:
            continue
        number += 1
        choice = rng.pick([option["notation"] for option in asked["question"]["options"]])
        body = {"base": asked["version"], "action_id": f"a{number}", "notation": choice}
        start = time.perf_counter()
        status, answer = await person.ask("POST", f"/tables/{person.table}/choices", body)
        seen.times.append(time.perf_counter() - start)
        if status == 409:
            seen.stale += 1
        elif status >= 400:
            raise Refused(f"choice: {status} {answer}")
    return False


async def table_after_table(port: int, people: list[Person], think: float, end: float, seen: Evening) -> None:
    """One place in the room: when a game is over, the next begins."""
    rng = Rng(people[0].table)
    while time.monotonic() < end:
        try:
            people = people or await open_table(port)
            over = await asyncio.gather(*(play(person, rng, think, end, seen) for person in people))
            seen.games += all(over)
        except (Refused, OSError, asyncio.IncompleteReadError, ValueError, IndexError) as error:
            seen.errors.append(f"{type(error).__name__}: {error}"[:200])
            await asyncio.sleep(1)
        finally:
            for person in people:
                person.leave()
            people = []


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
        pages.append(await watch(port, idle[number % len(idle)][0].table))
        if number % 50 == 49:
            await asyncio.sleep(0.05)
    room: list[list[Person]] = []
    while len(room) < tables:
        arriving = min(OPENED_TOGETHER, tables - len(room))
        room += await asyncio.gather(*(open_table(port) for _ in range(arriving)))
    echo = asyncio.create_task(ask_echo(echo_port, seen.echo, ECHO_REST))
    end = time.monotonic() + seconds
    await asyncio.gather(*(table_after_table(port, people, think, end, seen) for people in room))
    echo.cancel()
    seen.errors += ["a watcher was cut off" for page in pages if page.close_code is not None]
    for page in pages:
        with suppress(Exception):
            await page.close()
    for people in idle:
        for person in people:
            person.leave()
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


def percentile(times: list[float], part: float) -> float:
    """In milliseconds."""
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000


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
