"""Damaged databases: what is damaged is named, what can be read is saved, nothing ends in a traceback."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from sqlalchemy import text

from officina.tables import Tables
from officina.tables.storage.open_storage import FILE
from officina.tables.storage.postgres import PostgresStorage
from tests.patience import LONG
from tests.postgres import PostgresServer
from tests.seeds import number_of, seeded
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.damage import PAGE, TABLES, WAYS, asked, damage_many, play, restored
from tests.tables.kill_server import ROOT

TIMES = 2 * len(WAYS)


def test_whatever_page_is_damaged_nothing_ends_in_a_traceback_and_what_is_saved_loads(tmp_path: Path) -> None:
    count = damage_many(tmp_path, TIMES, number_of(13))
    assert count["damage found"] > 0
    assert count["backup refused"] > 0
    assert count["tables saved"] > count["tables"] // 4


def test_the_doctor_names_a_damaged_index_and_the_salvage_needs_none(tmp_path: Path) -> None:
    asyncio.run(play(tmp_path / FILE))
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entries_1'"
        (page,) = connection.execute(query).fetchone()
    content = bytearray((tmp_path / FILE).read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    (tmp_path / FILE).write_bytes(content)
    status, told = asked("doctor", "--data", str(tmp_path), "--lang", "en")
    assert status == 1
    assert "sqlite_autoindex_entries_1" in told
    status, told = asked("backup", str(tmp_path / "b.gz"), "--salvage", "--data", str(tmp_path), "--lang", "en")
    assert (status, told.count("could not")) == (0, 0), told
    assert asyncio.run(restored(tmp_path / "b.gz", tmp_path / "new")) == TABLES


def test_backups_while_people_play_every_second_and_only_so_many_are_kept(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    command = [sys.executable, "-m", "officina.cli", "backup", str(kept), "--every", "1s", "--keep", "2", "--lang", "en"]

    async def main() -> None:
        rng = seeded("backups")
        async with open_tables(tmp_path / FILE) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            await friends.play(rng, 5)
            with subprocess.Popen(
                [*command, "--data", str(tmp_path)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            ) as process:
                assert process.stdout is not None
                try:
                    for _ in range(4):
                        line = await asyncio.to_thread(process.stdout.readline)
                        assert b"1 table" in line
                        await friends.play(rng, 1)
                finally:
                    process.send_signal(signal.SIGINT)
                    assert process.wait(LONG) == 130

    run(main())
    files = sorted(kept.iterdir())
    assert 2 <= len(files) <= 3, "the third is new, and the oldest was about to go"
    for number, file in enumerate(files):
        assert asyncio.run(restored(file, tmp_path / f"new{number}")) == 1


def test_a_postgresql_database_is_looked_through_and_salvaged_too(tmp_path: Path, postgres_server: PostgresServer) -> None:
    address = postgres_server.new_database()

    async def main() -> None:
        async with Tables(PostgresStorage(address), bot_delay=0.0) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            await friends.play(seeded("postgres"), 10)
            assert await tables.storage.find_damage() == []
            # As if the disk had forgotten a page: entries are missing in the middle of the log.
            lost = text("DELETE FROM entries WHERE n BETWEEN 8 AND 9")
            await tables.storage.transaction(lambda connection: connection.execute(lost))

    run(main())
    status, told = asked("doctor", "--database", address, "--lang", "en")
    assert (status, "entry 8 is the first that is missing" in told) == (1, True), told
    status, told = asked("backup", str(tmp_path / "b.gz"), "--salvage", "--database", address, "--lang", "en")
    assert (status, "goes back to where the log breaks off" in told) == (1, True), told
    assert asyncio.run(restored(tmp_path / "b.gz", tmp_path / "new")) == 1
