"""One visitor besieges the server while somebody else plays: ``python -m tests.web.siege --seconds 20``.

For every route that answers GET and every operation of the API, found in the tables of routes and operations: 40 connections
of one address ask for nothing else, about an imported record of 20,000 lines wherever a table is named; then 40 pages of that
address send one sort of message without pause, or come and go. Meanwhile a player at another address goes on choosing. The
player's p99 must stay below ten times its quiet p99, or below 250 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import multiprocessing
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from starlette.routing import Mount, Route, Router
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from officina import GAMES, Record
from officina import messages as m
from officina.client import Client, PlannedSeat
from officina.web.api.examples import EXAMPLES
from officina.web.api.operations import OPERATIONS, PREFIX
from officina.web.server.app import routes
from tests.seeds import seed_of, seeded
from tests.web.driver import Server

LINES = 20_000
CONNECTIONS = 40
SEATS = 8
"""Of each of the visitor's own tables."""
EVERY = 0.01
"""Seconds between two messages of a page: twice as many as are allowed."""
VISITOR, PLAYER = "127.0.0.3", "127.0.0.2"
FEW_SECONDS = 0.25
TIMES = 10
GAME = "automobiles"


def long_record(lines: int = LINES) -> str:
    """A record of that many lines: the longest race there is, agreed back to its start again and again."""
    game = GAMES[GAME]
    record = Record.start(game, game.players[-1], seed_of("siege"), {"laps": 7})
    rng = seeded("siege")
    while len(record.entries) < lines - 1:
        seat = record.position.to_act[0] if record.position.to_act else -1
        if seat < 0 or len(record.moves) >= 3_000:
            record.go_back(0, 0)
            continue
        record.apply(seat, rng.pick(record.position.options(seat)))
    return record.dump()


@dataclass
class Handle:
    """A seat's table and token."""

    table_id: str
    token: str


@dataclass
class Besieged:
    """What there is to ask about: the long record, and a table of the visitor's own."""

    record: str
    mine: Handle
    last: int
    seats: list[Handle] = field(default_factory=list)
    """Of the visitor's own tables: a page has a seat, and what it sends is limited by seat."""
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def fill(self, path: str) -> str:
        """A path with something in the place of its parameters; steps differ each time."""
        number = next(self.numbers)
        known = {
            "table": self.record,
            "game": GAME,
            "step:small": str(number * 37 % max(1, self.last)),
            "seat:small": "1",
            "token": self.mine.token,
            "invitation": "A" * 32,
            "person": "C" * 12,
            "box": "D" * 12,
            "name": "track",
            "purpose": "stop",
            "code": "B" * 32,
        }
        return re.sub(r"\{([a-z:]+)\}", lambda found: known[found.group(1)], path)


@dataclass
class Target:
    """One thing to ask for, again and again."""

    name: str
    method: str
    path: str
    query: tuple[str, ...] = ("",)
    token: bool = False
    body: Any = None
    own: bool = False
    """Only the visitor's own table takes it."""
    frame: Mapping[str, Any] = field(default_factory=dict)
    """What a page sends again and again, in the place of requests; only ``hello``: it comes and goes."""

    def request(self, besieged: Besieged, host: str) -> bytes:
        """The request as it goes over the wire."""
        path = self.path.replace("{table}", besieged.mine.table_id) if self.own else self.path
        path = besieged.fill(path) + self.query[next(besieged.numbers) % len(self.query)]
        body = b"" if self.body is None else self.content(besieged)
        head = [f"{self.method} {path} HTTP/1.1", f"Host: {host}", "Accept-Language: en"]
        if self.token:
            head.append(f"Authorization: Bearer {besieged.mine.token}")
        if self.body is not None:
            head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return "\r\n".join([*head, "", ""]).encode() + body

    def content(self, besieged: Besieged) -> bytes:
        """The body: a new action each time, and another table."""
        given = dict(self.body)
        if "action_id" in given:
            given["action_id"] = f"siege{next(besieged.numbers)}"
        return json.dumps(given).encode()


BODIES: Mapping[type[msgspec.Struct], dict[str, Any]] = {
    m.NewTable: {"game": GAME, "seats": [{"kind": "person"}, {"kind": "open"}]},
    m.ImportRecord: {"record": "nonsense"},
}
MORE_QUERIES: Mapping[str, tuple[str, ...]] = {
    "/api/v1/tables/{table}/events": ("?since=0", "?since=9000", "?since=19000"),
    "/api/v1/tables/{table}/why": ("?notation=pass",),
    "/t/{table}/log": ("", "?before=1500", "?before=300"),
}


FRAMES: Mapping[str, Mapping[str, Any]] = {
    "hello": {"do": "hello"},
    "choose": {"do": "choose", "say": "attack 1"},
    "choose or undo": {"do": "choose or undo"},
    "preview": {"do": "preview"},
    "tip": {"do": "tip"},
    "here": {"do": "here"},
    "beats": {"do": "beats", "beats": True},
}
"""What pages send."""


def pages(found: list[Any], prefix: str = "") -> Iterator[str]:
    """All paths that answer GET, as the table of routes has them; the API's are those of the operations."""
    for route in found:
        if isinstance(route, Mount) and isinstance(route.app, Router):
            yield from pages(list(route.app.routes), prefix + route.path)
        elif isinstance(route, Mount):
            yield prefix + route.path + "/officina.css"
        elif isinstance(route, Route) and "GET" in (route.methods or ()):
            yield prefix + route.path


def targets() -> list[Target]:
    """Everything that can be asked for."""
    found = []
    operations = {(one.method, PREFIX + one.path): one for one in OPERATIONS}
    for path in pages(list(routes(""))):
        if ("GET", path) not in operations:
            found.append(Target(f"GET {path}", "GET", path, MORE_QUERIES.get(path, ("",))))
    for (method, path), one in operations.items():
        own = one.who == "seat" or (method != "GET" and "{table}" in path)
        body = None if one.body is None else BODIES.get(one.body) or msgspec.to_builtins(EXAMPLES[one.body])
        found.append(Target(f"{method} {path}", method, path, MORE_QUERIES.get(path, ("",)), own, body, own))
    return found


def frames() -> list[Target]:
    """Everything that a page can send."""
    return [Target(f"page {name}", "GET", "/t/{table}/socket", frame=frame) for name, frame in FRAMES.items()]


# --- the visitor, in a process of its own


def besiege(port: int, target: Target, besieged: Besieged, seconds: float, result: Any) -> None:
    """Ask over all connections until the time is over; how often which status was answered."""

    async def one(end: float, seen: Counter[str]) -> None:
        while time.monotonic() < end:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(VISITOR, 0), limit=2**20)
            except OSError:
                await asyncio.sleep(0.05)
                continue
            try:
                while time.monotonic() < end:
                    writer.write(target.request(besieged, f"127.0.0.1:{port}"))
                    head = await reader.readuntil(b"\r\n\r\n")
                    seen[head[9:12].decode("ascii", "replace")] += 1
                    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
                    if length is None:
                        break
                    await reader.readexactly(int(length.group(1)))
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                seen["cut"] += 1
            finally:
                writer.close()

    async def one_page(number: int, end: float, seen: Counter[str]) -> None:
        seat = besieged.seats[number % len(besieged.seats)]
        came = Handle(besieged.record, seat.token) if target.frame == FRAMES["hello"] else seat
        while time.monotonic() < end:
            try:
                async with connect(
                    f"ws://127.0.0.1:{port}/t/{came.table_id}/socket",
                    additional_headers={"Cookie": f"seat-{came.table_id}={came.token}"},
                    local_addr=(VISITOR, 0),
                    open_timeout=None,
                    ping_interval=None,
                ) as page:
                    await page.send(json.dumps(FRAMES["hello"]))
                    await use(page, end, seen)
            except (OSError, WebSocketException):
                seen["cut"] += 1
                await asyncio.sleep(0.05)

    async def use(page: ClientConnection, end: float, seen: Counter[str]) -> None:
        latest, sending = {"base": -1}, None
        try:
            while time.monotonic() < end:
                told = json.loads(await page.recv())
                seen[told["outcome"] if told["is"] == "answer" else told["is"]] += 1
                latest["base"] = told.get("base", latest["base"])
                if told["is"] == "state" and target.frame == FRAMES["hello"]:
                    return
                if told["is"] == "state" and sending is None:
                    sending = asyncio.create_task(send(page, end, latest))
        finally:
            if sending is not None:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async def send(page: ClientConnection, end: float, latest: Mapping[str, int]) -> None:
        while time.monotonic() < end:
            number = next(besieged.numbers)
            asked = {"id": f"s{number}", **latest, "say": "attack 1", "sure": True, **target.frame}
            if asked["do"] == "choose or undo":
                asked["do"] = ("choose", "undo")[number % 2]
            await page.send(json.dumps(asked))
            await asyncio.sleep(EVERY)

    async def all_of_them() -> Counter[str]:
        seen: Counter[str] = Counter()
        end = time.monotonic() + seconds
        work = [one_page(number, end, seen) if target.frame else one(end, seen) for number in range(CONNECTIONS)]
        tasks = [asyncio.create_task(each) for each in work]
        await asyncio.wait(tasks, timeout=seconds + 1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return seen

    result.put(dict(asyncio.run(all_of_them())))


class Choosing:
    """A player at another address who chooses and takes back, again and again."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.Client(
            base_url=server.address, transport=httpx.HTTPTransport(local_address=PLAYER), timeout=90, headers={"Accept": "*/*"}
        )
        with Client(server.address) as client:
            seat = client.create("fuori_di_rotella", [PlannedSeat("person", "Anna"), PlannedSeat("person")], ready=True)
            other = client.sit(seat.table_id, 1, "Bruno", seat.invitations[1])
            other.ready()
            self.table, self.tokens = seat.table_id, [seat.token, other.token]
        self.actions = itertools.count()
        self.chosen = False

    def ask(self, method: str, path: str, seat: int, body: Any = None) -> Any:
        """One question of the API."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        answer = self.http.request(method, f"/api/v1/tables/{self.table}/{path}", headers=headers, json=body)
        if answer.status_code != 200:
            raise AssertionError(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        return answer.json()

    def once(self) -> float:
        """Look, and choose or take back: how long the choice took."""
        seat, asked = 0, self.ask("GET", "question", 0)
        if asked["question"] is None:
            seat, asked = 1, self.ask("GET", "question", 1)
        body = {"base": asked["version"], "action_id": f"a{next(self.actions)}"}
        began = time.monotonic()
        if not asked["no_undo"] and not self.chosen:
            self.ask("POST", "undo", seat, body)
            self.chosen = True
        else:
            self.chosen = False
            self.ask("POST", "choices", seat, {**body, "notation": asked["question"]["options"][0]["notation"]})
        return time.monotonic() - began

    def times(self, seconds: float) -> list[float]:
        """Choose for so long; how long each choice took."""
        found: list[float] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end or len(found) < 5:
            found.append(self.once())
            time.sleep(0.02)
        return found


def p99(times: list[float]) -> float:
    """The time that all but one in a hundred took at most."""
    return sorted(times)[max(0, -(-len(times) * 99 // 100) - 1)]


def lay(server: Server) -> Besieged:
    """The long record on the server, and a table of the visitor's own."""
    with Client(server.address) as client:
        table = client.import_record(long_record())
        seat = client.create("fuori_di_rotella", [PlannedSeat("person", "Eve"), PlannedSeat("bot", bot="random")], ready=True)
        return Besieged(table.table_id, Handle(seat.table_id, seat.token), 3_000, own_seats(client))


def own_seats(client: Client) -> list[Handle]:
    """All seats of some tables, which the visitor holds alone; everybody there is to programme."""
    found = []
    for _ in range(CONNECTIONS // SEATS):
        people = [PlannedSeat("person") for _ in range(SEATS - 1)]
        first = client.create("fuori_di_rotella", [PlannedSeat("person", "Eve"), *people], ready=True)
        others = [client.sit(first.table_id, seat, f"Eve {seat}", first.invitations[seat]) for seat in range(1, SEATS)]
        for other in others:
            other.ready()
        while len(asked := [each for each in (first, *others) if each.question() is not None]) < SEATS:
            question = asked[0].question()
            assert question is not None
            asked[0].choose(question.options[0])
        found += [Handle(each.table_id, each.token) for each in (first, *others)]
    return found


def main() -> int:
    """Besiege with each of them, and print the player's times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--only", default="", help="part of a target's name")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--workers", str(given.workers))
        try:
            besieged, player = lay(server), Choosing(server)
            player.times(1.0)
            quiet = p99(player.times(5.0))
            most = max(TIMES * quiet, FEW_SECONDS)
            print(f"quiet: p99 {quiet * 1000:.0f} ms; allowed {most * 1000:.0f} ms", flush=True)
            for target in [*targets(), *frames()]:
                if given.only not in target.name:
                    continue
                results: Any = multiprocessing.Queue()
                visitor = multiprocessing.Process(
                    target=besiege, args=(server.port, target, besieged, given.seconds, results), daemon=True
                )
                visitor.start()
                try:
                    times = player.times(given.seconds)
                    found, told = p99(times), f"{len(times):5} choices"
                    median, worst = sorted(times)[len(times) // 2], max(times)
                    good = found <= most
                except (AssertionError, httpx.HTTPError) as error:
                    found = median = worst = float("inf")
                    good, told = False, str(error)[:120]
                visitor.join(given.seconds + 60)
                answers = results.get(timeout=5) if not results.empty() or visitor.exitcode == 0 else {}
                bad += not good
                print(
                    f"{'ok ' if good else 'BAD'} {target.name:<52} p99 {found * 1000:7.0f} ms, median {median * 1000:6.0f},"
                    f" worst {worst * 1000:7.0f}; {told}; visitor: {answers}",
                    flush=True,
                )
        finally:
            server.stop()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
