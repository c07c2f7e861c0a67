"""Kills the table's server at random moments: ``python -m tests.tables.kill --times 200``.

``--workers 2`` and ``--database postgres``: a real server of several processes, see ``kill_server.py``; ``--hosts 2``: two of
them behind one address; ``--disk any``: one whose disk fills up and is freed, with kills or without. Otherwise:
A child process keeps tables in a file and acknowledges choices on its output; the driver sends choices without pause and kills
the child with SIGKILL at a random moment. After each kill it looks into the file: every acknowledged choice is there, none is
doubled, the log has no gap; then it starts the next child, sends what was not acknowledged once more, and plays on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from officina import GAMES
from officina.messages import Choose
from officina.tables import Ok, SqliteStorage, TableError
from officina.tables.storage.interface import CHOICE, OVER
from officina.tables.table.entries import load_table
from officina.tables.table.model import load_answer
from tests.postgres import PostgresServer
from tests.small_disk import KINDS, small_disk
from tests.tables.common import Friends, open_tables
from tests.tables.kill_server import kill_server

ROOT = Path(__file__).parent.parent.parent
LONGEST_LIFE = 0.25


async def serve(path: Path) -> None:
    """The child: one request a line, one answer a line."""
    loop = asyncio.get_running_loop()
    async with open_tables(path) as tables:
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            ask = json.loads(line)
            live = await tables.live(ask["table"])
            reply: Any
            if ask["op"] == "choose":
                answer = await tables.do(ask["table"], ask["token"], Choose(ask["base"], ask["action"], ask["notation"]))
                reply = {"ok": answer.version} if isinstance(answer, Ok) else {"refused": repr(answer)}
            elif ask["op"] == "workers":
                reply = [process.pid for process in tables.workers.all]
            else:
                reply = {"over": live.row.state == OVER, "seats": {}}
                for seat in live.playing().position.to_act:
                    question = live.question(seat)
                    if question is not None:
                        notations = [option.notation for option in question.options]
                        reply["seats"][seat] = {"base": live.version_for(seat), "notations": notations}
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()


class Child:
    """One life of the server."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-m", "tests.tables.kill", "--child", str(path)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request: Any) -> Any:
        """A reply, or None if the child died before it gave one."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            return None
        return json.loads(line) if line.endswith("\n") else None

    def kill(self) -> None:
        self.process.kill()

    def bury(self) -> None:
        """Wait for the end and close the pipes."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                continue


class Driver:
    """Plays as everybody at the tables of one file, and keeps what was acknowledged."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.rng = random.Random(seed)
        self.games = list(GAMES.values())
        self.made = 0
        self.table = ""
        self.tokens: dict[int, str] = {}
        self.actions = 0
        self.acknowledged: dict[tuple[str, int, str], tuple[int, str]] = {}
        self.sent: dict[tuple[str, int, str], str] = {}
        self.pending: dict[str, Any] | None = None
        self.unanswered = 0
        self.repeated = 0
        self.finished = 0

    async def meet(self) -> None:
        """A new table, with a bot, each time of another game."""
        game = self.games[self.made % len(self.games)]
        self.made += 1
        async with open_tables(self.path, bot_delay=60.0) as tables:
            friends = await Friends.meet(tables, game, max(1, min(3, game.players[-1]) - 1), 1, "random")
            self.table, self.tokens = friends.id, friends.tokens

    def life(self) -> bool:
        """Start a server, play until it is killed at a random moment; False if the game was over before that."""
        child = Child(self.path)
        try:
            if self.pending is not None:
                self.repeat(child)
            state = child.ask(op="state", table=self.table)
            assert state is not None, "the server did not start again"
            delay = self.rng.uniform(0.0, LONGEST_LIFE)
            timer = threading.Timer(delay, child.kill)
            timer.start()
            while state is not None and not state["over"]:
                going_on = self.choose(child, state)
                state = child.ask(op="state", table=self.table) if going_on else None
            timer.join()
            if state is not None:
                self.finished += 1
                self.table = ""
            return state is None
        finally:
            child.bury()

    def choose(self, child: Child, state: dict[str, Any]) -> bool:
        """One choice of somebody who must decide; False if the server died before it acknowledged."""
        mine = [seat for seat in state["seats"] if int(seat) in self.tokens]
        if not mine:
            return True
        seat = self.rng.choice(mine)
        self.actions += 1
        asked = state["seats"][seat]
        self.pending = {
            "op": "choose",
            "table": self.table,
            "token": self.tokens[int(seat)],
            "base": asked["base"],
            "action": f"action {self.actions}",
            "notation": self.rng.choice(asked["notations"]),
        }
        key = (self.table, int(seat), self.pending["action"])
        self.sent[key] = self.pending["notation"]
        return self.settle(child, key)

    def settle(self, child: Child, key: tuple[str, int, str]) -> bool:
        """Send what is pending; keep the acknowledgement."""
        assert self.pending is not None
        reply = child.ask(**self.pending)
        if reply is None:
            self.unanswered += 1
            return False
        assert "ok" in reply, f"{self.pending} was refused: {reply}"
        self.acknowledged[key] = (reply["ok"], self.pending["notation"])
        self.pending = None
        return True

    def repeat(self, child: Child) -> None:
        """After a restart: what was not acknowledged is sent once more, and is done now or was done before."""
        assert self.pending is not None
        pending = self.pending
        seat = next(seat for seat, token in self.tokens.items() if token == pending["token"])
        assert self.settle(child, (pending["table"], seat, pending["action"])), "the server did not start again"
        self.repeated += 1

    async def inspect(self) -> None:
        """The file itself, after a kill: nothing acknowledged is missing, nothing is there twice."""
        storage = SqliteStorage(self.path)
        await storage.open()
        try:
            for table_id in {key[0] for key in self.sent} | ({self.table} if self.table else set()):
                stored = await storage.load(table_id)
                assert stored is not None
                assert [entry.n for entry in stored.entries] == list(range(1, stored.table.version + 1)), "a gap in the log"
                done: list[tuple[int, str]] = []
                for (table, seat, action), notation in self.sent.items():
                    if table != table_id:
                        continue
                    answer = await storage.answer(table_id, seat, action)
                    if answer is not None:
                        assert isinstance(load_answer(answer), Ok)
                        done.append((seat, notation))
                    if (table, seat, action) in self.acknowledged:
                        assert answer is not None, f"{action} was acknowledged and is lost"
                        assert load_answer(answer) == Ok(self.acknowledged[table, seat, action][0])
                people = [(entry.seat, entry.text) for entry in stored.entries if entry.kind == CHOICE]
                people = [(seat, text) for seat, text in people if stored.seats[seat].token]
                assert people == done, "the log is not what was sent, once each, in order"
                live = load_table(stored)
                assert live.game.check(live.playing().position) is None
        finally:
            await storage.close()

    def forget(self) -> None:
        """Tables that are over and were looked at need no second look."""
        self.sent = {key: value for key, value in self.sent.items() if key[0] == self.table}


def kill_many(path: Path, times: int, seed: int, report: bool = False) -> Driver:
    """So many kills during play, with everything checked after each."""
    driver = Driver(path, seed)
    kills = 0
    while kills < times:
        if not driver.table:
            asyncio.run(driver.meet())
        killed = driver.life()
        kills += killed
        asyncio.run(driver.inspect())
        driver.forget()
        if report and killed and kills % 20 == 0:
            print(
                f"{kills} kills during play: {len(driver.acknowledged)} choices acknowledged and kept, {driver.unanswered} "
                f"cut off before their answer and sent again, {driver.made} tables, {driver.finished} games finished",
                flush=True,
            )
    return driver


def main() -> None:
    """The command, or the child."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--hosts", type=int, default=1, help="so many servers of two workers on one PostgreSQL")
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--disk", choices=["any", *KINDS], help="fill the disk and free it, at random moments")
    parser.add_argument("--child", type=Path)
    arguments = parser.parse_args()
    if arguments.child is not None:
        asyncio.run(serve(arguments.child))
        return
    if arguments.hosts > 1:
        arguments.database, arguments.workers = "postgres", max(2, arguments.workers)
    postgres = PostgresServer(sync=True) if arguments.database == "postgres" else None
    try:
        with tempfile.TemporaryDirectory() as folder:
            hosts = f"{arguments.hosts} hosts with " if arguments.hosts > 1 else ""
            print(f"seed {arguments.seed}, {hosts}{arguments.workers} workers, {arguments.database}")
            if arguments.disk is not None:
                kind = KINDS[-1] if arguments.disk == "any" else arguments.disk
                small = Path(folder) / "small"
                small.mkdir()
                with small_disk(kind, small) as disk:
                    print(f"a disk that fills up ({kind})")
                    filled = kill_server(
                        Path(folder), arguments.times, max(2, arguments.workers), arguments.seed, disk=disk, report=True
                    )
                    asyncio.run(filled)
            elif arguments.workers == 1 and postgres is None:
                kill_many(Path(folder) / "killed.sqlite", arguments.times, arguments.seed, report=True)
            else:
                kills = kill_server(
                    Path(folder),
                    arguments.times,
                    arguments.workers,
                    arguments.seed,
                    postgres,
                    report=True,
                    hosts=arguments.hosts,
                )
                asyncio.run(kills)
            print("nothing lost, nothing doubled")
    finally:
        if postgres is not None:
            postgres.stop()


if __name__ == "__main__":
    try:
        main()
    except TableError as error:
        sys.exit(str(error))
