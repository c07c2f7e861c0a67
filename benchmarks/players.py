"""People at a table over the API, for the measurements: each thinks, chooses, and waits for the next turn.

A server that brings the question along with the turn is asked for both at once; an earlier one is asked twice.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any

from officina import Rng

GAME = "fuori_di_rotella"
PLAYERS = 4
WAIT = 20.0


class Refused(Exception):
    """An answer that nobody should get in an evening's play."""


FAILURES = (Refused, OSError, asyncio.IncompleteReadError, ValueError, IndexError)


@dataclass
class Seen:
    """What was seen of choices: the seconds until those after ``begin`` were acknowledged, and what went wrong."""

    begin: float = 0.0
    times: list[float] = field(default_factory=list)
    stale: int = 0
    errors: list[str] = field(default_factory=list)

    def failed(self, error: Exception) -> None:
        """One more."""
        self.errors.append(f"{type(error).__name__}: {error}"[:200])


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


class Player:
    """One seat: waits for its turn, thinks, chooses. Between two stretches of play it rests."""

    def __init__(self, person: Person, rng: Rng) -> None:
        self.person = person
        self.rng = rng
        self.actions = 0

    async def play(self, think: float, end: float, seen: Seen) -> bool:
        """Until the time or the game is over; whether the game is."""
        person, version = self.person, 0
        while time.monotonic() < end:
            wait = max(0.0, min(WAIT, end - time.monotonic())) if version else 0
            found = await person.must("GET", f"/tables/{person.table}/events?since={version}&wait={wait:.1f}&turn=true")
            version = max(1, found["version"])
            if found["state"] == "over":
                return True
            if not found["my_turn"]:
                continue
            asked = found
            if found.get("question") is None:
                asked = await person.must("GET", f"/tables/{person.table}/question")
            await asyncio.sleep(think * (0.5 + self.rng.below(1000) / 1000))
            if asked["question"] is not None and not asked["question"]["answered"]:
                await self.choose(asked, seen)
        return False

    async def choose(self, asked: dict[str, Any], seen: Seen) -> None:
        """Take one of the options."""
        self.actions += 1
        choice = self.rng.pick([option["notation"] for option in asked["question"]["options"]])
        body = {"base": asked["version"], "action_id": f"a{self.actions}", "notation": choice}
        start = time.perf_counter()
        status, answer = await self.person.ask("POST", f"/tables/{self.person.table}/choices", body)
        if status == 409:
            seen.stale += 1
        elif status >= 400:
            raise Refused(f"choice: {status} {answer}")
        elif time.monotonic() >= seen.begin:
            seen.times.append(time.perf_counter() - start)


async def open_table(port: int) -> list[Player]:
    """Four people at a new table, dealt."""
    people = [Person(port) for _ in range(PLAYERS)]
    seats = [{"kind": "person", "name": "P1"}, *[{"kind": "open"}] * (PLAYERS - 1)]
    made = await people[0].must("POST", "/tables", {"game": GAME, "seats": seats, "ready": True})
    people[0].token, people[0].table = made["token"], made["table"]["id"]
    for seat, person in enumerate(people[1:], 1):
        taken = await person.must("POST", f"/tables/{people[0].table}/seats", {"seat": seat, "name": f"P{seat + 1}"})
        person.token, person.table = taken["token"], people[0].table
        await person.must("POST", f"/tables/{person.table}/ready", {"ready": True})
    return [Player(person, Rng(f"{person.table} {seat}")) for seat, person in enumerate(people)]


def percentile(times: list[float], part: float) -> float:
    """In milliseconds."""
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000
