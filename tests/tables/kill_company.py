"""Kills a server while people talk, ask and answer: ``python -m tests.tables.kill_company --times 50``.

A child process does what it is told, one line each, and acknowledges; it is killed with SIGKILL at a random moment. Afterwards
the file is looked at: everything acknowledged is there once, nothing is there twice, nothing is there by half (an agreement
without its effect, an effect without its agreement), and the table goes on.
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
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from officina.messages import Choose, Propose, Say, Vote
from officina.tables import Ok, SqliteStorage
from officina.tables.actions.agree import own_choices
from officina.tables.storage.interface import ANSWERED, ASKED, CHAT, PAUSED, RESUMED, WENT_BACK
from officina.tables.table.entries import load_table
from officina.tables.table.model import load_answer
from officina.tables.table.proposals import AGREED, OPEN, REFUSED, WITHDRAWN
from tests.tables.common import FUORI, Friends, open_tables

ROOT = Path(__file__).parent.parent.parent
PEOPLE = 3
A_TABLE = 10
"""After so many kills another table is begun: this one may be over, and people may have talked too much at it."""


async def serve(path: Path) -> None:
    """The child: one request a line, in which somebody at the table does something; one answer a line."""
    loop = asyncio.get_running_loop()
    async with open_tables(path) as tables:
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            ask = json.loads(line)
            friends = Friends(tables, ask["table"], {int(seat): token for seat, token in ask["tokens"].items()})
            answer = await act(friends, ask["action"], random.Random(ask["action"]))
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


async def act(friends: Friends, action: str, rng: random.Random) -> dict[str, Any]:
    """What happens depends on the action's name and on the table alone, so that it can be asked for again."""
    tables, live = friends.tables, await friends.live()
    proposal = live.proposals.open
    seat = rng.choice([seat for seat in range(PEOPLE) if proposal is None or seat != proposal.by])
    token = friends.tokens[seat]
    if rng.random() < 0.15:
        answer = await tables.do(friends.id, token, Say(action, f"said in {action}"))
    elif proposal is not None:
        answer = await tables.do(friends.id, token, Vote(action, proposal.number, rng.random() < 0.95))
    elif live.row.paused:
        answer = await tables.do(friends.id, token, Propose(action, "resume"))
    elif rng.random() < 0.4:
        question = live.question(seat)
        notation = rng.choice(question.options).notation if question is not None else "nothing"
        answer = await tables.do(friends.id, token, Choose(live.version_for(seat), action, notation))
    else:
        steps = list(own_choices(live, seat))
        what: Literal["undo", "pause"] = "undo" if steps and rng.random() < 0.7 else "pause"
        answer = await tables.do(friends.id, token, Propose(action, what, rng.choice(steps[-3:]) if what == "undo" else 0))
    return {"seat": seat, "ok": isinstance(answer, Ok), "version": getattr(answer, "version", -1)}


class Driver:
    """Asks for actions one after the other, and keeps what was acknowledged."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.rng = random.Random(seed)
        self.acknowledged: dict[tuple[int, str], int] = {}
        self.kept = 0
        self.actions = 0
        self.table = ""
        self.tokens: dict[int, str] = {}

    async def meet(self) -> None:
        async with open_tables(self.path) as tables:
            friends = await Friends.meet(tables, FUORI, PEOPLE)
            self.table, self.tokens = friends.id, friends.tokens
        self.kept += len(self.acknowledged)
        self.acknowledged = {}

    def life(self) -> None:
        """One life of a server."""
        command = [sys.executable, "-m", "tests.tables.kill_company", "--child", str(self.path)]
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None
        assert process.stdout is not None
        timer: threading.Timer | None = None
        try:
            while True:
                self.actions += 1
                action = f"action {self.actions}"
                ask = {"table": self.table, "tokens": self.tokens, "action": action}
                try:
                    process.stdin.write(json.dumps(ask) + "\n")
                    process.stdin.flush()
                    line = process.stdout.readline()
                except BrokenPipeError:
                    break
                if not line.endswith("\n"):
                    break
                if timer is None:  # not before it plays
                    timer = threading.Timer(self.rng.uniform(0.0, 0.5), process.kill)
                    timer.start()
                answer = json.loads(line)
                if answer["ok"]:
                    self.acknowledged[answer["seat"], action] = answer["version"]
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            with suppress(BrokenPipeError):
                process.stdin.close()

    async def inspect(self) -> dict[str, int]:
        """The file itself, after a kill."""
        storage = SqliteStorage(self.path)
        await storage.open()
        try:
            stored = await storage.load(self.table)
            assert stored is not None
            assert [entry.n for entry in stored.entries] == list(range(1, stored.table.version + 1)), "a gap in the log"
            for (seat, action), version in self.acknowledged.items():
                answer = await storage.answer(self.table, seat, action)
                assert answer is not None, f"{action} was acknowledged and is lost"
                assert load_answer(answer) == Ok(version)
            said = [entry.text for entry in stored.entries if entry.kind == CHAT]
            assert len(said) == len(set(said)), "something was said twice"
            live = load_table(stored)
            assert live.row.waiting == live.playing().position.to_act
            kinds = [entry.kind for entry in stored.entries]
            pauses = [kind for kind in kinds if kind in (PAUSED, RESUMED)]
            assert all(kind == (PAUSED, RESUMED)[place % 2] for place, kind in enumerate(pauses))
            assert live.row.paused == (len(pauses) % 2 == 1)
            for place, kind in enumerate(kinds):
                if kind in (PAUSED, RESUMED, WENT_BACK):
                    assert kinds[place - 1] == ANSWERED, "an effect without the answer that made it"
            assert live.proposals.last is None or live.proposals.last.state in (OPEN, AGREED, REFUSED, WITHDRAWN)
            if live.proposals.open is not None:
                assert len(live.proposals.open.answers) < PEOPLE - 1, "everybody agreed, and nothing came of it"
            return {kind: kinds.count(kind) for kind in (CHAT, ASKED, ANSWERED, PAUSED, WENT_BACK)}
        finally:
            await storage.close()


def kill_many(path: Path, times: int, seed: int, report: bool = False) -> Driver:
    """So many kills, with everything checked after each."""
    driver = Driver(path, seed)
    counts: Counter[str] = Counter()
    for number in range(1, times + 1):
        if number % A_TABLE == 1:
            asyncio.run(driver.meet())
        driver.life()
        found = asyncio.run(driver.inspect())
        if number % A_TABLE == 0:
            counts.update(found)
            if report:
                kept = driver.kept + len(driver.acknowledged)
                print(f"{number} kills: {kept} actions acknowledged and kept; entries {dict(counts)}", flush=True)
    return driver


def main() -> None:
    """The command, or the child."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path)
    arguments = parser.parse_args()
    if arguments.child is not None:
        asyncio.run(serve(arguments.child))
        return
    with tempfile.TemporaryDirectory() as folder:
        kill_many(Path(folder) / "killed.sqlite", arguments.times, arguments.seed, report=True)
        print("nothing lost, nothing doubled, nothing by half")


if __name__ == "__main__":
    main()
