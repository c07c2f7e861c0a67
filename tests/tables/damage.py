"""Damages random pages of a real database: ``python -m tests.tables.damage --times 200``.

After each damage the doctor, the backup, the salvage and the tables themselves are asked for everything: nothing ends in a
traceback, and whatever the salvage saved is restored, loads, and is sound.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import random
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from officina import GAMES
from officina.cli.app import run as command
from officina.messages import Say
from officina.tables import TableError, Tables
from officina.tables.storage.backup import restore_backup
from officina.tables.storage.open_storage import FILE
from officina.tables.storage.sqlite import SqliteStorage
from officina.tables.table.checkup import check_tables
from tests.seeds import number_of, seeded
from tests.tables.common import Friends, open_tables

PAGE = 4096
TABLES = 10
CHOICES = 25
WAYS = ("zero", "noise", "bit", "swap", "cut")


async def play(path: Path) -> None:
    """Tables of all games, with choices, talk and notes."""
    rng = seeded("damage")
    async with open_tables(path) as tables:
        for number in range(TABLES):
            game = list(GAMES.values())[number % len(GAMES)]
            friends = await Friends.meet(tables, game, game.players[0])
            await friends.play(rng, CHOICES)
            await tables.do(friends.id, friends.tokens[0], Say(f"say {number}", "ciao " * 20))
            await tables.storage.keep_note(friends.id, 0, "a note " * 50)


def damage(path: Path, rng: random.Random, way: str) -> None:
    """Damage one to four pages (seldom the first: without it nothing can be found) in that way."""
    content = bytearray(path.read_bytes())
    pages = len(content) // PAGE
    first = 0 if rng.random() < 0.05 else 1
    for _ in range(rng.randint(1, 4)):
        begin = rng.randrange(first, pages) * PAGE
        if way == "zero":
            content[begin : begin + PAGE] = bytes(PAGE)
        elif way == "noise":
            length = rng.randint(1, PAGE)
            content[begin : begin + length] = rng.randbytes(length)
        elif way == "bit":
            for _ in range(rng.randint(1, 20)):
                content[begin + rng.randrange(PAGE)] ^= 1 << rng.randrange(8)
        elif way == "swap":
            other = rng.randrange(first, pages) * PAGE
            one, two = content[begin : begin + PAGE], content[other : other + PAGE]
            content[begin : begin + PAGE], content[other : other + PAGE] = two, one
    if way == "cut":
        del content[rng.randrange(PAGE, len(content)) :]
    path.write_bytes(content)


def asked(*arguments: str) -> tuple[int, str]:
    """A command's status and what it says; no traceback, whatever it meets."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        status = command(list(arguments))
    assert "Traceback" not in out.getvalue(), out.getvalue()
    assert status in (0, 1, 2), (status, out.getvalue())
    return status, out.getvalue()


async def looked_at(path: Path, ids: list[str], why: list[str] | None = None) -> int:
    """Everything that a server reads: whatever fails, fails with a sentence. How many tables can be looked at."""
    seen = 0
    why = [] if why is None else why
    with suppress(TableError):
        async with Tables(SqliteStorage(path), bot_workers=0) as tables:
            for table_id in ids:
                try:
                    live = await tables.live(table_id)
                    if live.record is not None:
                        live.view(None)
                    seen += 1
                except TableError as error:
                    why.append(f"{table_id}: {error}")
            with suppress(TableError):
                await tables.open_tables()
            with suppress(TableError):
                await tables.mine(dict.fromkeys(ids, "nobody"))
    return seen


async def restored(file: Path, folder: Path) -> int:
    """Restore what was salvaged; every table of it is sound and loads. How many there are."""
    storage = SqliteStorage(folder / FILE)
    try:
        done = await restore_backup(storage, file)
        async for found in check_tables(storage):
            assert not found.faults, found
    finally:
        await storage.close()
    with closing(sqlite3.connect(folder / FILE)) as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM game_tables")]
    why: list[str] = []
    assert await looked_at(folder / FILE, ids, why) == len(ids) == done.tables, why
    return done.tables


def damage_once(original: Path, ids: list[str], rng: random.Random, way: str, count: Counter[str]) -> None:
    """One damaged copy, asked for everything."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / FILE
        shutil.copy(original, path)
        damage(path, rng, way)
        status, told = asked("doctor", "--data", name, "--lang", "en")
        count["damage found"] += status == 1
        saved, _ = asked("backup", str(folder / "whole.gz"), "--data", name, "--lang", "en")
        count["backup refused"] += saved != 0
        count["nothing found"] += saved == status == 0
        saved, told = asked("backup", str(folder / "salvaged.gz"), "--salvage", "--data", name, "--lang", "en")
        if (folder / "salvaged.gz").exists():
            tables = asyncio.run(restored(folder / "salvaged.gz", folder / "new"))
            assert tables > 0
            count["tables saved"] += tables
            count["of these cut"] += told.count("goes back to where")
        else:
            assert saved == 2, told
            count["nothing saved"] += 1
        count["tables readable as they are"] += asyncio.run(looked_at(path, ids))
        count["tables"] += len(ids)
        count["damages"] += 1


def damage_many(folder: Path, times: int, seed: int, report: bool = False) -> Counter[str]:
    """So many damaged copies of one database."""
    original = folder / "original.sqlite"
    asyncio.run(play(original))
    with closing(sqlite3.connect(original)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ids = [row[0] for row in connection.execute("SELECT id FROM game_tables")]
    rng, count = random.Random(seed), Counter[str]()
    for number in range(times):
        damage_once(original, ids, rng, WAYS[number % len(WAYS)], count)
        if report and (number + 1) % 20 == 0:
            print(dict(count), flush=True)
    return count


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    with tempfile.TemporaryDirectory() as folder:
        print(dict(damage_many(Path(folder), arguments.times, number_of(arguments.seed), report=True)))


if __name__ == "__main__":
    main()
