"""Kills workers of a real server, the whole server, or its database: ``python -m tests.tables.kill --workers 2``.

People play at two tables over the network, all at once, and send again what was not answered, at whichever worker takes them.
``--hosts 2``: two servers with a folder each and one database stand behind one address (:class:`RoundRobin`); one of them dies
with everything in it, and the tables go on at the other before it comes again.
After each kill everybody goes on; then they rest, and the driver looks into the database: every acknowledged choice is in the
log once and only once, in its seat's order, nothing else is, and the game can be played on.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from officina import GAMES
from officina.tables import Ok
from officina.tables.storage.interface import CHOICE, OVER
from officina.tables.storage.open_storage import open_storage
from officina.tables.table.entries import load_table
from officina.tables.table.model import load_answer
from tests.patience import LONG
from tests.postgres import PostgresServer, children
from tests.round_robin import RoundRobin
from tests.seeds import seed_of
from tests.small_disk import SmallDisk

ROOT = Path(__file__).parent.parent.parent
LONGEST_PLAY = 0.4
"""Seconds of play before a kill."""
SECONDS = 2 * LONG
"""Nothing may take longer."""
TABLES = 2
UNSAVED = ("not_saved", "not_sure")


class Served:
    """``officina serve`` with several workers; killed and started again on the same port."""

    def __init__(
        self, folder: Path, workers: int, database: str, *more: str, disk: SmallDisk | None = None, tree: Path = ROOT
    ) -> None:
        self.more = more
        self.tree = tree
        self.disk = disk
        self.folder = folder
        self.data = folder if disk is None else disk.folder
        self.workers = workers
        self.database = database
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "officina.cli", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--data", str(self.data), "--workers", str(self.workers), "--bot-delay", "0"]
        command += ["--seed", seed_of("served"), *self.more]
        environment = {**os.environ, "OFFICINA_LANG": "en", "OFFICINA_DATABASE": self.database, "PYTHONUNBUFFERED": "1"}
        if self.tree != ROOT:  # another version
            environment["PYTHONPATH"] = f"{self.tree / 'src'}:{self.tree}"
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.tree,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
                preexec_fn=None if self.disk is None else self.disk.begin,
            )
        if self.disk is not None:
            self.disk.server = self.process.pid
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"the server does not start: {line} {(self.folder / 'server.log').read_text()[-2000:]}"
        self.port = int(found.group(1))

    def worker_pids(self) -> list[int]:
        """Without Python's own helper of processes that are started in this way."""
        return [pid for pid in children(self.process.pid) if b"resource_tracker" not in command_line(pid)]

    def kill(self) -> None:
        """The supervisor and every worker, at once."""
        for pid in [self.process.pid, *self.worker_pids()]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.bury()

    def stop(self) -> None:
        self.process.terminate()
        self.bury()

    def bury(self) -> None:
        self.process.wait(LONG)
        assert self.process.stdout is not None
        self.process.stdout.close()


def command_line(pid: int) -> bytes:
    """What everybody on this machine can read about a process; nothing if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


class Player:
    """Somebody on one seat, who plays whatever is asked."""

    def __init__(self, driver: Driver, table: str, seat: int, token: str) -> None:
        self.driver = driver
        self.table = table
        self.seat = seat
        self.token = token
        self.acknowledged: list[tuple[str, str]] = []
        self.pending: dict[str, Any] | None = None
        self.socket: ClientConnection | None = None
        self.resting = self.over = False

    @property
    def cookie(self) -> str:
        return f"seat-{self.table}={self.token}"

    async def play(self) -> None:
        """As long as the driver lets."""
        try:
            while True:
                if self.pending is None:
                    self.resting = not self.driver.gate.is_set()
                    await self.driver.gate.wait()
                    self.resting = False
                    await self.think()
                if self.pending is not None:
                    await self.send()
        finally:
            await self.hang_up()

    async def think(self) -> None:
        """Look at the question, wherever the request goes, and choose."""
        address = f"{self.driver.address}/t/{self.table}/view?seat={self.seat + 1}"
        try:
            answer = await self.driver.http.get(address, headers={"Cookie": self.cookie})
        except httpx.HTTPError:
            await asyncio.sleep(0.02)
            return
        asked = answer.json()["question"] if answer.status_code == 200 else None
        self.over = answer.status_code == 200 and answer.json()["view"] is not None and answer.json()["view"]["over"]
        if asked is None:
            await asyncio.sleep(0.02)
            return
        self.driver.actions += 1
        self.pending = {
            "do": "choose",
            "id": f"action {self.driver.actions}",
            "base": answer.json()["version"],
            "say": self.driver.rng.choice(asked["options"]),
            "sure": True,
        }

    async def send(self) -> None:
        """Send what is pending. Without an answer it stays pending, and goes to another worker."""
        assert self.pending is not None
        try:
            reply = await asyncio.wait_for(self.ask(self.pending), SECONDS)
        except (OSError, WebSocketException):
            self.driver.unanswered += self.socket is not None
            await self.hang_up()
            await asyncio.sleep(0.02)
            return
        if reply["outcome"] == "ok":
            self.acknowledged.append((self.pending["id"], self.pending["say"]))
            self.driver.acknowledged += 1
        elif reply["outcome"] == "stale":
            self.driver.stale += 1
        else:
            assert reply.get("code") in UNSAVED, f"{self.pending} was refused: {reply}"
            self.driver.unsaved += 1
            await asyncio.sleep(0.1)
            return
        self.pending = None

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self.socket is None:
            address = f"ws://127.0.0.1:{self.driver.port}/t/{self.table}/socket?seat={self.seat + 1}"
            self.socket = await connect(address, additional_headers={"Cookie": self.cookie}, open_timeout=SECONDS)
            await self.socket.send(json.dumps({"do": "hello"}))
        await self.socket.send(json.dumps(request))
        while True:
            message = json.loads(await self.socket.recv())
            if message["is"] == "answer" and message["id"] == request["id"]:
                found: dict[str, Any] = message
                return found

    async def hang_up(self) -> None:
        if self.socket is not None:
            with suppress(Exception):
                await self.socket.close()
            self.socket = None


class Driver:
    """Everybody at the tables, and whoever pulls the plug."""

    def __init__(
        self,
        folder: Path,
        workers: int,
        seed: int,
        postgres: PostgresServer | None = None,
        disk: SmallDisk | None = None,
        hosts: int = 1,
        tree: Path = ROOT,
    ) -> None:
        assert hosts == 1 or postgres is not None, "several hosts share a PostgreSQL database"
        self.rng = random.Random(seed)
        self.postgres = postgres
        self.database = "" if postgres is None else postgres.new_database()
        self.disk = disk
        self.hosts = [
            Served(host_folder(folder, number), workers, self.database, disk=disk, tree=tree) for number in range(hosts)
        ]
        self.served = self.hosts[0]
        self.proxy = RoundRobin([])
        self.coming: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when every host is up."""
        self.http = httpx.AsyncClient(timeout=SECONDS, limits=httpx.Limits(max_keepalive_connections=0))
        self.gate = asyncio.Event()
        self.players: dict[str, list[Player]] = {}
        self.tasks: dict[str, list[asyncio.Task[None]]] = {}
        self.actions = self.acknowledged = self.unanswered = self.unsaved = self.stale = 0
        self.made = self.finished = self.unread = self.outlived = 0
        self.kills: dict[str, int] = {}
        self.deck: list[str] = []

    @property
    def port(self) -> int:
        """The one address: a proxy's, where several hosts stand behind it."""
        return self.proxy.port or self.served.port

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def open(self) -> None:
        """Put the proxy in front of several hosts."""
        if len(self.hosts) > 1:
            self.proxy = await RoundRobin([host.port for host in self.hosts]).__aenter__()
        self.coming.set_result(None)

    # --- tables

    async def post(self, path: str, form: dict[str, str], cookie: str = "") -> httpx.Response:
        """A form; again if the server says that it was too often."""
        while True:
            answer = await self.http.post(f"{self.address}{path}", data=form, headers={"Cookie": cookie} if cookie else None)
            if answer.status_code != 429:
                assert answer.status_code == 303, f"{path}: {answer.status_code} {answer.text[:500]}"
                return answer
            await asyncio.sleep(1)

    async def meet(self) -> None:
        """A new table with a bot, each time of another game."""
        game = list(GAMES.values())[self.made % len(GAMES)]
        self.made += 1
        people = max(1, min(3, game.players[-1]) - 1)
        form = {"name": "Anna", "players": str(people + 1), "seat-0": "me", f"seat-{people}": "bot random"}
        form.update({f"seat-{seat}": "open" for seat in range(1, people)})
        answer = await self.post(f"/new/{game.name}", form)
        table = answer.headers["location"].removeprefix("/t/")
        tokens = [seat_token(answer)]
        for seat in range(1, people):
            tokens.append(seat_token(await self.post(f"/t/{table}/sit", {"seat": str(seat), "name": f"Friend {seat}"})))
        self.players[table] = [Player(self, table, seat, token) for seat, token in enumerate(tokens)]
        for player in self.players[table] if people > 1 else []:
            await self.post(f"/t/{table}/ready?seat={player.seat + 1}", {"ready": "1"}, player.cookie)
        self.tasks[table] = [asyncio.create_task(player.play()) for player in self.players[table]]

    def everybody(self) -> list[Player]:
        return [player for players in self.players.values() for player in players]

    async def until(self, condition: Any, what: str) -> None:
        end = time.monotonic() + SECONDS
        while not condition():
            for task in [task for tasks in self.tasks.values() for task in tasks]:
                if task.done():
                    task.result()
            if time.monotonic() > end:
                log = "\n".join((host.folder / "server.log").read_text()[-3000:] for host in self.hosts)
                waiting = [(player.table, player.seat, player.pending) for player in self.everybody()]
                raise AssertionError(f"{what} does not come about; {waiting}\n{log}")
            await asyncio.sleep(0.01)

    # --- kills

    async def pull_the_plug(self) -> None:
        """Kill something; what must be started again by hand is."""
        if not self.deck:
            self.deck = ["worker"] * 3 + (["server"] if self.postgres is None else ["database"] * 2)
            if len(self.hosts) > 1:
                self.deck = ["worker"] * 3 + ["host"] * 2
            if self.disk is not None:
                self.deck = ["worker", "worker", "server", "nothing", "nothing"]
            self.rng.shuffle(self.deck)
        what = self.deck.pop()
        self.kills[what] = self.kills.get(what, 0) + 1
        if what == "worker":
            workers = self.rng.choice(self.hosts).worker_pids()
            if workers:
                with suppress(ProcessLookupError):
                    os.kill(self.rng.choice(workers), signal.SIGKILL)
        elif what == "server":
            await asyncio.to_thread(self.served.kill)
            await asyncio.to_thread(self.served.start)
        elif what in ("host", "host for good"):
            await self.one_host_dies(self.rng.choice(self.hosts), again=what == "host")
        elif self.postgres is not None:
            await asyncio.to_thread(self.postgres.kill)
            await asyncio.sleep(self.rng.uniform(0.0, 0.3))
            await asyncio.to_thread(self.postgres.start)

    async def one_host_dies(self, host: Served, again: bool) -> None:
        """Everything in it at once; it comes again, on its port, when every table has gone on at the others."""
        await self.coming
        await asyncio.to_thread(host.kill)
        before = {table: len(self.acknowledged_at(table)) for table in self.players}
        await self.until(
            lambda: all(self.is_over(table) or len(self.acknowledged_at(table)) > before[table] for table in before),
            "play at the other host",
        )
        self.outlived += 1
        if again:
            self.coming = asyncio.create_task(asyncio.to_thread(host.start))

    def acknowledged_at(self, table: str) -> list[tuple[str, str]]:
        """What was acknowledged at that table."""
        return [done for player in self.players[table] for done in player.acknowledged]

    def is_over(self, table: str) -> bool:
        """Whether everybody there has been told that the game is over."""
        return all(player.over for player in self.players[table])

    async def one_full_disk(self) -> None:
        """Play, a disk that fills up, perhaps a kill, reading meanwhile, room again, play on, rest, look."""
        assert self.disk is not None
        while len(self.players) < TABLES:
            await self.meet()
        self.gate.set()
        before = self.acknowledged
        await self.until(lambda: self.acknowledged > before or all(self.resting_tables()), "the first choice")
        await asyncio.sleep(self.rng.uniform(0.0, LONGEST_PLAY))
        await asyncio.to_thread(self.disk.fill)
        await asyncio.sleep(self.rng.uniform(0.0, LONGEST_PLAY))
        await self.pull_the_plug()
        table = self.rng.choice(list(self.players))
        await self.sees(table)
        await asyncio.to_thread(self.disk.fill)  # what was killed may have left room
        await asyncio.sleep(self.rng.uniform(0.0, 2 * LONGEST_PLAY))
        await self.sees(table)
        await asyncio.to_thread(self.disk.free)
        before = self.acknowledged
        await self.until(lambda: self.acknowledged > before or all(self.resting_tables()), "play when there is room")
        self.gate.clear()
        await self.until(lambda: all(player.resting for player in self.everybody()), "the last answer")
        await self.inspect()

    async def sees(self, table: str) -> None:
        """The table can be looked at, by somebody who tries again when a worker dies."""
        end = time.monotonic() + SECONDS
        while True:
            with suppress(httpx.TransportError):
                answer = await self.http.get(f"{self.address}/t/{table}")
                assert answer.status_code in (200, 503), f"{answer.status_code} {answer.text[:500]}"
                if answer.status_code == 200:
                    return
                self.unread += 1
            assert time.monotonic() < end, "nobody can look at the table"
            await asyncio.sleep(0.05)

    async def one_kill(self) -> None:
        """Play, a kill in the middle of it, play on, rest, look."""
        while len(self.players) < TABLES:
            await self.meet()
        self.gate.set()
        before = self.acknowledged
        await self.until(lambda: self.acknowledged > before, "the first choice")
        await asyncio.sleep(self.rng.uniform(0.0, LONGEST_PLAY))
        await self.pull_the_plug()
        before = self.acknowledged
        await self.until(lambda: self.acknowledged > before or all(self.resting_tables()), "play after the kill")
        self.gate.clear()
        await self.until(lambda: all(player.resting for player in self.everybody()), "the last answer")
        await self.inspect()

    def resting_tables(self) -> list[bool]:
        """Whether nobody has anything to send."""
        return [all(player.pending is None for player in players) for players in self.players.values()]

    async def inspect(self) -> None:
        """The database itself: what was acknowledged, once and only once, and nothing else."""
        storage = open_storage(self.served.data, self.database)
        try:
            for table, players in list(self.players.items()):
                stored = await storage.load(table)
                assert stored is not None
                assert [entry.n for entry in stored.entries] == list(range(1, stored.table.version + 1)), "a gap in the log"
                for player in players:
                    mine = [entry.text for entry in stored.entries if entry.kind == CHOICE and entry.seat == player.seat]
                    assert mine == [say for _, say in player.acknowledged], f"seat {player.seat} of {table}: lost or doubled"
                    for action, _ in player.acknowledged[-3:]:
                        answer = await storage.answer(table, player.seat, action)
                        assert answer is not None
                        assert isinstance(load_answer(answer), Ok)
                live = load_table(stored)
                assert live.game.check(live.playing().position) is None
                if stored.table.state == OVER:
                    await self.leave(table)
                    self.finished += 1
        finally:
            await storage.close()

    async def leave(self, table: str) -> None:
        tasks = self.tasks.pop(table, [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.players.pop(table, None)

    async def close(self) -> None:
        for table in list(self.players):
            await self.leave(table)
        await self.http.aclose()
        await self.coming
        for host in self.hosts:
            await asyncio.to_thread(host.stop)
        if self.proxy.port:
            await self.proxy.__aexit__(None, None, None)


def host_folder(folder: Path, number: int) -> Path:
    """Each host has its own disk; the first one has the folder itself."""
    found = folder / f"host {number}" if number else folder
    found.mkdir(exist_ok=True)
    return found


def seat_token(answer: httpx.Response) -> str:
    """The token that a form's answer put into a cookie."""
    found = re.search(r"seat-[^=]+=([^.;]+)", answer.headers["set-cookie"])
    assert found
    return found.group(1)


async def kill_server(
    folder: Path,
    times: int,
    workers: int,
    seed: int,
    postgres: PostgresServer | None = None,
    disk: SmallDisk | None = None,
    report: bool = False,
    hosts: int = 1,
    deck: Sequence[str] = (),
) -> Driver:
    """So many kills during play (or full disks, with a kill or without), with everything checked after each.

    ``deck``: what is killed first.
    """
    driver = Driver(folder, workers, seed, postgres, disk, hosts)
    driver.deck = list(deck)
    try:
        await driver.open()
        for number in range(1, times + 1):
            await (driver.one_kill() if disk is None else driver.one_full_disk())
            if report and number % 20 == 0:
                kinds = ", ".join(f"{n} of a {what}" for what, n in sorted(driver.kills.items()))
                print(
                    f"{number} kills during play ({kinds}): {driver.acknowledged} choices acknowledged and kept, "
                    f"{driver.unanswered} times cut off before the answer and {driver.unsaved} times “not stored”, sent "
                    f"again, {driver.unread} times “cannot be read now”; {driver.made} tables, "
                    f"{driver.finished} games finished"
                    + (f"; {driver.outlived} times every table went on at the other host" if hosts > 1 else ""),
                    flush=True,
                )
    finally:
        await driver.close()
    return driver
