"""Forms, the API and frames of pages' sockets, all made up: ``python -m tests.web.fuzz --requests 1000000``.

A seeded stream makes requests that are nearly right, or not at all, and sends them to a real server over many connections.
None may be answered with an error of the server but the documented 503, no page may be closed with an internal error, nothing
in the server's log may be an error that nobody expected, and the memory of the server, printed on the way, stays flat.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import math
import os
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from urllib.request import urlopen

import msgspec

from officina import GAMES, Rng
from officina.client import Client, Seat
from officina.tables.actions.catalogue import ACTIONS
from officina.web.api.examples import EXAMPLES
from officina.web.api.operations import OPERATIONS, PREFIX
from officina.web.pages.seat_forms import forms
from tests.patience import LONG
from tests.seeds import seed_of, seeded
from tests.web.api_fuzz import fresh_seats, real_seats
from tests.web.driver import Server

CONNECTIONS = 24
"""Many: some wait for seconds, because a frame says that more is to come."""
FRESH_EVERY = 5_000
"""After so many requests there are new seats: some requests give them away."""
RENEWED_EVERY = 50_000
ODD_TEXTS = [
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "undo",
        "back 0",
        "heuristic",
        "9" * 30,
        "1e400",
        "NaN",
        "null",
        "\x00",
        "\ufeff",
        "é" * 50,
        "💥",
    ),
    *(
        "x" * 81,
        "x" * 401,
        "x" * 5000,
        "../../etc/passwd",
        "<script>",
        "'; DROP TABLE entries; --",
        "%s%n",
        "{}",
        "[[",
        "\u202e",
    ),
]
ODD_VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63,
    -(2**63),
    10**40,
    0.5,
    1e308,
    [],
    {},
    [[]] * 50,
    {"a": {"b": [1]}},
]
INTERNAL_ERROR = 1011
TRACEBACK = "Traceback (most recent call last)"
UNANSWERED = b"keepalive ping timeout"
QUIET = 5.0
"""Seconds after which a page that hears nothing goes away."""
LINGER = 0.25
"""A page that takes longer than so many seconds is waited for beside the requests that follow: most of those just wait."""
MOST_BESIDE = 200
CLOSE, PING, PONG = 8, 9, 10
WARM = 0.5
"""After this part of a long run everything has been made once, and as many tables are in memory as there may be: from
then on memory is to be flat."""


class Wrong(Exception):
    """An answer that may not be."""


class Fuzzer:
    """Makes requests up."""

    def __init__(self, server: Server, rng: Rng, told: Callable[[str], None], every: int) -> None:
        """``told``: what is printed after every so many requests."""
        self.told, self.every = told, every
        self.began = time.monotonic()
        self.server = server
        self.rng = rng
        self.client = Client(server.address)
        self.real = real_seats(self.client)
        self.fresh: list[Seat] = []
        self.seen: Counter[tuple[str, str]] = Counter()
        self.sent = self.renewed = 0
        self.beside: set[asyncio.Task[None]] = set()
        """Pages that are still waited for."""
        self.readings: list[tuple[int, float]] = []
        """After how many requests the server had how many bytes of memory, without what its caches hold."""
        self.measuring: asyncio.Task[None] | None = None
        self.paths = [*(str(route.path) for route in forms()), "/new/{game}", "/import", "/language"]
        self.games = list(GAMES.values())
        self.kinds = {game.name: list(game.vocabulary.kinds) for game in self.games}
        self.operations = list(OPERATIONS)
        self.fields = sorted(
            {name for action in ACTIONS.values() for name in (*action.fields.values(), *action.asks.__struct_fields__)}
        )

    def refresh(self) -> None:
        """New seats in the place of those given away; now and then new tables, too: a log that only grows takes memory."""
        self.fresh = fresh_seats(self.client)
        if self.sent >= self.renewed + RENEWED_EVERY:
            self.renewed = self.sent
            self.real = real_seats(self.client)

    def seat(self) -> Seat:
        """Somebody's seat."""
        return self.rng.pick([*self.real, *self.fresh])

    def text(self) -> str:
        """A text: odd, or one that means something."""
        if self.rng.below(2):
            return self.rng.pick(list(ODD_TEXTS))
        game = self.rng.pick(self.games)
        kind = self.rng.pick(self.kinds[game.name])
        return f"{kind.name} {self.rng.pick(list(kind.words))}" if self.rng.below(2) else game.name

    def value(self) -> Any:
        """Anything that JSON knows."""
        return self.text() if self.rng.below(3) else self.rng.pick(list(ODD_VALUES))

    def changed(self, given: Any) -> Any:
        """A message with some of it changed, left out, or added."""
        if not isinstance(given, dict):
            return self.value()
        found = dict(given)
        for name in list(found):
            chance = self.rng.below(8)
            if chance == 0:
                found[name] = self.value()
            elif chance == 1:
                del found[name]
            elif chance == 2 and isinstance(found[name], (dict, list)):
                found[name] = self.changed(found[name])
        if not self.rng.below(12):
            found[self.text()] = self.value()
        return found

    def damaged(self, content: bytes) -> bytes:
        """Now and then a few bytes are others, or the end is missing."""
        chance = self.rng.below(12)
        if chance == 0 and content:
            return content[: self.rng.below(len(content))]
        if chance == 1 and content:
            place = self.rng.below(len(content))
            return content[:place] + bytes([self.rng.below(256)]) + content[place + 1 :]
        return content

    # --- requests

    def api(self) -> tuple[str, bytes]:
        """A call of the API."""
        operation = self.rng.pick(self.operations)
        seat = self.seat()
        table = seat.table_id if self.rng.below(10) else quote(self.text(), safe="")
        game = self.rng.pick(self.games).name if self.rng.below(4) else quote(self.text(), safe="")
        path = PREFIX + operation.path.replace("{table}", table).replace("{game}", game)
        if self.rng.below(2):
            pairs = [(self.rng.pick(["since", "wait", "language", "notation"]), self.text()) for _ in range(self.rng.below(3))]
            path += "?" + urlencode([(name, value) for name, value in pairs if name != "wait"])
        headers = {} if self.rng.below(5) == 0 else {"Authorization": f"Bearer {seat.token}"}
        body = b""
        if operation.body is not None:
            given = self.changed(msgspec.to_builtins(EXAMPLES[operation.body]))
            body = self.damaged(json.dumps(given).encode())
            headers["Content-Type"] = "application/json" if self.rng.below(20) else self.header_text()
        method = operation.method if self.rng.below(20) else self.rng.pick(["GET", "POST", "PUT", "DELETE", "HEAD"])
        return f"api {operation.name}", self.request(method, path, headers, body)

    def form(self) -> tuple[str, bytes]:
        """A form of a seat, of a new table, of a record."""
        seat = self.seat()
        path = self.rng.pick(self.paths)
        name = path.rpartition("/")[2] if "{game}" not in path else "new"
        path = path.replace("{table}", seat.table_id).replace("{game}", self.rng.pick(self.games).name)
        names = self.fields if name not in ("new", "import", "language") else NEW_FIELDS
        fields = [(self.rng.pick(list(names)), self.text()) for _ in range(self.rng.below(8))]
        fields = [(key, value) for key, value in fields if key not in ("webhook", "email") or not value.startswith("https")]
        headers = {"Cookie": f"seat-{seat.table_id}={seat.token}", "Origin": self.server.address}
        if self.rng.below(6) == 0 or name == "import":
            parts = [
                f'--xx\r\nContent-Disposition: form-data; name="{quote(key)}"\r\n\r\n{value}\r\n'
                if key != "record"
                else f'--xx\r\nContent-Disposition: form-data; name="record"; filename="r"\r\n\r\n{value}\r\n'
                for key, value in [*fields, ("record", self.text())]
            ]
            body, headers["Content-Type"] = "".join([*parts, "--xx--\r\n"]).encode(), "multipart/form-data; boundary=xx"
        else:
            body, headers["Content-Type"] = urlencode(fields).encode(), "application/x-www-form-urlencoded"
        if self.rng.below(2):
            headers["Accept"] = "application/json"
        return f"form {name}", self.request("POST", path, headers, self.damaged(body))

    def header_text(self) -> str:
        """A text that may stand in a header."""
        return re.sub(r"[^\x20-\x7e]", "?", self.text())[:200]

    def request(self, method: str, path: str, headers: dict[str, str], body: bytes) -> bytes:
        """A request as it goes over the wire."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + body

    # --- frames

    def frames(self) -> bytes:
        """What a page sends: a sound greeting mostly, then anything."""
        found = [frame(1, json.dumps({"do": "hello", "have": {}}).encode(), self.rng)] if self.rng.below(6) else []
        for _ in range(1 + self.rng.below(4)):
            found.append(self.frame())
        return b"".join(found)

    def frame(self) -> bytes:
        """One frame: a message that is nearly right, or bytes that are no frame at all."""
        chance = self.rng.below(12)
        if chance == 0:
            return bytes(self.rng.below(256) for _ in range(self.rng.below(40)))
        content: bytes = self.text().encode("utf-8", "surrogatepass")[:120]
        if chance == 1:
            return frame(
                self.rng.pick([0, 2, 3, 7, CLOSE, PING, PONG, 11, 15]), content, self.rng, final=bool(self.rng.below(2))
            )
        if chance == 2:
            return frame(1, bytes(self.rng.below(256) for _ in range(self.rng.below(60))), self.rng)
        if chance == 3:
            whole = json.dumps({"do": "choose", "say": self.text()}).encode()
            return frame(1, whole[:5], self.rng, final=False) + frame(0, whole[5:], self.rng)
        if chance == 4:
            return frame(1, b"[" * 7000, self.rng)
        told = {
            "do": self.rng.pick(["choose", "undo", "hello", "dance"]),
            "id": f"f{self.rng.below(10**6)}",
            "base": self.rng.below(60) - 1,
            "say": self.text()[:300],
            "sure": bool(self.rng.below(2)),
            "past": False,
            "have": {"log": "x"},
        }
        return frame(1, self.damaged(json.dumps(self.changed(told)).encode()), self.rng)

    def settle(self) -> None:
        """Take note of the pages that have come to their end; Wrong if one of them may not end so."""
        for page in [page for page in self.beside if page.done()]:
            self.beside.discard(page)
            page.result()

    # --- figures

    def seconds(self) -> float:
        """How long it has gone on."""
        return time.monotonic() - self.began

    def count(self) -> None:
        """One more request; now and then the server's memory is read."""
        self.sent += 1
        if self.sent % self.every == 0:
            self.measuring = asyncio.create_task(self.measure(self.sent))

    async def measure(self, sent: int) -> None:
        """The server's memory, and how much of it caches hold: they fill up for long, and are bounded by themselves."""
        size, figures = resident(self.server), await asyncio.to_thread(figures_of, self.server)
        cached = figures["officina_cache_memory_bytes"]
        self.readings.append((sent, size - cached))
        kept = f"{cached / 1e6:6.1f} MB kept by caches, {figures['officina_live_tables']:4.0f} tables in memory"
        self.told(f"{sent:9} requests, {self.seconds():7.0f} s, {size / 1e6:7.1f} MB, {kept}")

    def growth(self) -> float:
        """Bytes of memory for each request, once everything had been made once: a line through the readings (least squares)."""
        warm = [reading for reading in self.readings if reading[0] >= WARM * self.sent]
        if len(warm) < 2:
            return 0.0
        slope, _ = statistics.linear_regression([sent for sent, _ in warm], [size for _, size in warm])
        return slope


NEW_FIELDS = (
    "players",
    "name",
    "seat-0",
    "seat-1",
    "o-laps",
    "own-cards",
    "c-clock",
    "c-bank",
    "c-zone",
    "language",
    "back",
    "record",
)


def frame(opcode: int, content: bytes, rng: Rng, final: bool = True) -> bytes:
    """A frame as a browser makes it, masked."""
    mask = int(rng.word()).to_bytes(4, "big")
    length = len(content)
    long_mask = int.from_bytes((mask * (length // 4 + 1))[:length], "big")
    head = bytes([(0x80 if final else 0) | opcode])
    head += bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + length.to_bytes(2, "big")
    return head + mask + (int.from_bytes(content, "big") ^ long_mask).to_bytes(length, "big")


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The next frame of the server."""
    first, second = await reader.readexactly(2)
    length = second & 0x7F
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2), "big")
    elif length == 127:
        length = int.from_bytes(await reader.readexactly(8), "big")
    return first & 0x0F, await reader.readexactly(length)


async def one_page(fuzzer: Fuzzer) -> None:
    """A page that sends what it should not; it is answered, or closed with a code that says why."""
    seat = fuzzer.seat()
    reader, writer = await asyncio.open_connection("127.0.0.1", fuzzer.server.port, limit=2**22)
    key = base64.b64encode(os.urandom(16)).decode()
    head = (
        f"GET /t/{seat.table_id}/socket HTTP/1.1\r\nHost: 127.0.0.1:{fuzzer.server.port}\r\nOrigin: {fuzzer.server.address}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"Cookie: seat-{seat.table_id}={seat.token}\r\n\r\n"
    )
    sent = fuzzer.frames()
    try:
        writer.write(head.encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 101"):
            raise Wrong(f"a handshake: {answer[:60]!r}")
        writer.write(sent + frame(PING, b"end", fuzzer.rng) + frame(CLOSE, (1000).to_bytes(2, "big"), fuzzer.rng))
        how = "cut"
        while True:
            opcode, content = await asyncio.wait_for(read_frame(reader), QUIET)
            if opcode == CLOSE:
                how = str(int.from_bytes(content[:2], "big")) if content else "close"
                if content[2:] == UNANSWERED:
                    how = "no pong"  # somebody else's game goes on before it for so long; it never answers a ping
                elif how == str(INTERNAL_ERROR):
                    raise Wrong(f"closed with an internal error after {sent!r}")
                break
    except (asyncio.IncompleteReadError, ConnectionError):
        how = "cut"
    except TimeoutError:  # a frame that says it is long: the server waits for the rest of it, as it should
        how = "waits"
    finally:
        writer.close()
    fuzzer.seen["frames", how] += 1


async def page_beside(fuzzer: Fuzzer) -> None:
    """A page; if it does not come to its end at once, the rest of it is waited for beside what follows."""
    page = asyncio.create_task(asyncio.wait_for(one_page(fuzzer), LONG))
    await asyncio.wait({page}, timeout=LINGER)
    fuzzer.beside.add(page)
    while len(fuzzer.beside) > MOST_BESIDE:
        await asyncio.wait(fuzzer.beside, return_when=asyncio.FIRST_COMPLETED)
        fuzzer.settle()
    fuzzer.settle()


async def one_connection(fuzzer: Fuzzer, more: Callable[[], bool]) -> None:
    """Requests one after the other, on a connection as long as it lasts; now and then a page."""
    while more():
        reader, writer = await asyncio.open_connection("127.0.0.1", fuzzer.server.port, limit=2**22)
        try:
            while more():
                fuzzer.count()
                if fuzzer.rng.below(3) == 0:
                    await page_beside(fuzzer)
                    continue
                name, request = fuzzer.api() if fuzzer.rng.below(2) else fuzzer.form()
                writer.write(request)
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LONG)
                status = head[9:12].decode("ascii", "replace")
                fuzzer.seen[name, status] += 1
                if status.startswith("5") and status != "503":
                    raise Wrong(f"{status}: {request[:2000]!r}")
                length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
                if length is None or request.startswith(b"HEAD") or b"connection: close" in head.lower():
                    break
                await asyncio.wait_for(reader.readexactly(int(length.group(1))), LONG)
        except (asyncio.IncompleteReadError, ConnectionError):
            fuzzer.seen["connection", "cut"] += 1
        finally:
            writer.close()


def errors_of(server: Server) -> str:
    """What the server's log says of errors that nobody expected; empty if there are none."""
    assert server.log is not None
    told = server.log.read_text(encoding="utf-8", errors="replace")
    return told[max(0, told.find(TRACEBACK) - 500) :][:3000] if TRACEBACK in told else ""


def resident(server: Server) -> int:
    """The server's memory in bytes."""
    assert server.process is not None
    return int(Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def figures_of(server: Server) -> dict[str, float]:
    """The server's own figures without labels."""
    with urlopen(f"{server.address}/metrics", timeout=LONG) as answer:
        lines = [line.split() for line in answer.read().decode().splitlines() if line and line[0] != "#" and "{" not in line]
    return {name: float(value) for name, value in lines}


async def fuzz(
    server: Server,
    requests: int,
    rng: Rng,
    told: Callable[[str], None] = lambda _line: None,
    connections: int = CONNECTIONS,
    seconds: float = math.inf,
) -> Fuzzer:
    """So many requests and pages, or as many as there is time for; Wrong says which one was answered as it may not be."""
    fuzzer = await asyncio.to_thread(Fuzzer, server, rng, told, max(1, requests // 50))
    while fuzzer.sent < requests and fuzzer.seconds() < seconds:
        await asyncio.to_thread(fuzzer.refresh)
        until = min(requests, fuzzer.sent + FRESH_EVERY)

        def more(until: int = until) -> bool:
            return fuzzer.sent < until and fuzzer.seconds() < seconds

        await asyncio.gather(*(one_connection(fuzzer, more) for _ in range(connections)))
        if errors := errors_of(server):
            raise Wrong(f"in the server's log: {errors}")
    await asyncio.gather(*fuzzer.beside, *([fuzzer.measuring] if fuzzer.measuring is not None else []))
    fuzzer.client.close()
    if errors := errors_of(server):
        raise Wrong(f"in the server's log: {errors}")
    return fuzzer


def main() -> int:
    """Fuzz, print the memory on the way, and how everything was answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--connections", type=int, default=CONNECTIONS)
    parser.add_argument("--seed", default="fuzz")
    parser.add_argument("--folder", help="where the server keeps its data meanwhile: a disk in memory is faster")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many, however many were sent")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        server = Server(Path(folder), "--limits", "100000", log=Path(folder) / "server.log")
        try:
            told = partial(print, flush=True)
            seconds = 60 * given.minutes
            fuzzer = asyncio.run(fuzz(server, given.requests, seeded(given.seed), told, given.connections, seconds))
        finally:
            server.stop()
    kinds: Counter[str] = Counter()
    for (name, status), count in sorted(fuzzer.seen.items()):
        kinds[status] += count
        print(f"{name:<30} {status} {count:8}")
    growth = 1e6 * fuzzer.growth()
    print(f"seed {seed_of(given.seed)}: {fuzzer.sent} requests; {dict(kinds)}; no 5xx but 503")
    print(f"memory without caches: {growth / 1e6:+.1f} MB for a million requests more")
    return 0


if __name__ == "__main__":
    sys.exit(main())
