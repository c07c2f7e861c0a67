"""Backups: from either database into either, while people play; damaged, foreign and newer files; and the doctor's eyes."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text

from officina import render
from officina.cli.app import run as command
from officina.core.errors import OfficinaError
from officina.core.text import Message
from officina.messages import Close, Propose, Rematch, Vote
from officina.tables import PlannedSeat, Tables
from officina.tables.storage import backup
from officina.tables.storage.backup import BackupError, restore_backup, write_backup
from officina.tables.storage.interface import OVER
from officina.tables.storage.open_storage import FILE
from officina.tables.storage.postgres import PostgresStorage
from officina.tables.storage.revisions import MIGRATIONS, present_revision, revisions
from officina.tables.storage.sql import Storage
from officina.tables.storage.sqlite import SqliteStorage
from officina.tables.table.checkup import check_tables
from tests.postgres import PostgresServer
from tests.seeds import chance_of, seeded
from tests.tables.common import FUORI, Friends, open_tables, run, storage_of
from tests.tables.test_restart import FIXTURES, everything

KEPT = FIXTURES / "backup-format-1.gz"
"""A backup that the first version with backups wrote, of an older file; it is kept for ever."""
KEPT_TOKENS = FIXTURES / "0.1.0-fuori_di_rotella.json"


Opens = Callable[[], Storage]


def fresh(kind: str, tmp_path: Path, server: PostgresServer) -> Opens:
    """An empty database of that kind."""
    if kind == "postgres":
        address = server.new_database()
        return lambda: PostgresStorage(address)
    tmp_path.mkdir(exist_ok=True)
    path = tmp_path / f"fresh{len(list(tmp_path.iterdir()))}" / FILE
    return lambda: SqliteStorage(path)


async def saved(storage: Storage, path: Path) -> backup.BackupSummary:
    try:
        return await write_backup(storage, path)
    finally:
        await storage.close()


async def restored(storage: Storage, path: Path) -> backup.BackupSummary:
    try:
        return await restore_backup(storage, path)
    finally:
        await storage.close()


async def faults(storage: Storage) -> list[str]:
    """What the doctor says, in English."""
    await storage.reach()
    try:
        return [render(fault, "en") async for found in check_tables(storage) for fault in found.faults]
    finally:
        await storage.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_there_and_back_again(tmp_path: Path, kind: str, postgres_server: PostgresServer) -> None:
    """Lobby, half a game with undos and bots, a finished one, a rematch, an import: the same at the other database."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with open_tables(path) as tables:
            friends = await Friends.meet(tables, FUORI, 2, 1)
            half = await Friends.meet(tables, FUORI, 3)
            await friends.play(seeded(1))
            await tables.do(friends.id, friends.tokens[0], Rematch())
            rng = seeded(2)
            for _ in range(25):
                seat = await half.one_choice(rng)
                if rng.below(4) == 0 and (await half.live()).why_no_undo(seat) is None:
                    await half.undo(seat)
            await tables.create(FUORI.name, 2, {}, [PlannedSeat("person", 'Anna «a» \\ " ✓'), PlannedSeat()])
            imported = await tables.import_record((await friends.live()).playing().dump().encode())
            known = {one: everything(await tables.live(one)) for one in (friends.id, half.id, imported)}
            # The server runs on while the backup is written.
            summary = await saved(storage_of(path), tmp_path / "b.gz")
            await half.one_choice(rng)
        assert summary.tables == 5
        assert (tmp_path / "b.gz").stat().st_mode & 0o077 == 0
        opens = fresh(kind, tmp_path, postgres_server)
        assert await restored(opens(), tmp_path / "b.gz") == summary
        assert await faults(opens()) == []
        assert await saved(opens(), tmp_path / "c.gz") == summary
        assert content(tmp_path / "b.gz") == content(tmp_path / "c.gz")
        async with Tables(opens(), bot_delay=0, chance=chance_of("tables")) as tables:
            for one, was in known.items():
                assert everything(await tables.live(one)) == was
            assert (await half.at(tables).play(seeded(3))).info.state == OVER

    run(main())


def content(path: Path) -> list[bytes]:
    """The lines between the header, which has a time in it, and the trailer with their digest."""
    return gzip.decompress(path.read_bytes()).splitlines()[1:-1]


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.sqlite")), ids=lambda path: path.stem)
def test_a_file_of_an_earlier_version_moves_to_postgres(tmp_path: Path, path: Path, postgres_server: PostgresServer) -> None:
    """The backup has the form that the old file had; restoring brings it to the present one."""

    async def main() -> None:
        copy = tmp_path / path.name
        shutil.copy(path, copy)
        await saved(SqliteStorage(copy), tmp_path / "b.gz")
        revision = json.loads(gzip.decompress((tmp_path / "b.gz").read_bytes()).splitlines()[0])["revision"]
        assert revision == sqlite3.connect(copy).execute("SELECT version_num FROM alembic_version").fetchone()[0]
        address = postgres_server.new_database()
        await restored(PostgresStorage(address), tmp_path / "b.gz")
        assert await faults(PostgresStorage(address)) == []

    run(main())


def test_a_kept_backup_is_restored_for_ever(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "t.sqlite"
        summary = await restored(SqliteStorage(path), KEPT)
        assert summary.tables == 1
        assert await faults(SqliteStorage(path)) == []
        async with open_tables(path) as tables:
            for table_id, kept in json.loads(KEPT_TOKENS.read_text()).items():
                friends = Friends(tables, table_id, {int(seat): token for seat, token in kept["tokens"].items()})
                assert (await friends.play(seeded(1))).info.state == OVER

    run(main())


def test_what_is_no_backup_is_refused_and_changes_nothing(tmp_path: Path, postgres_server: PostgresServer) -> None:
    whole = gzip.decompress(KEPT.read_bytes())
    lines = whole.splitlines(keepends=True)
    entry = next(line for line in lines if b"choice" in line)
    packed = KEPT.read_bytes()
    cases: dict[str, list[bytes | None]] = {
        "foreign": [b"", b"hello", gzip.compress(b"hello"), gzip.compress(b"{}\n"), gzip.compress(b'["x"]\n')],
        "newer": [
            gzip.compress(whole.replace(b'"format":1', b'"format":2', 1)),
            gzip.compress(b'{"is":"officina backup","format":1,"revision":"9999","created":1}\n'),
        ],
        "damaged": [
            packed[:-200],
            packed[:300] + b"\x00" * 20 + packed[320:],
            gzip.compress(b"".join(lines[:-1])),
            gzip.compress(whole.replace(entry, b"", 1)),
            gzip.compress(whole.replace(entry, entry.replace(b"choice", b"chance"), 1)),
            gzip.compress(whole + lines[-1]),
            gzip.compress(whole.replace(entry, b"[1]\n", 1)),
            gzip.compress(lines[0] + b"nonsense\n" + lines[-1]),
        ],
        "not_read": [None],
    }
    file = tmp_path / "b.gz"
    address = postgres_server.new_database()

    async def refused(storage: Storage) -> str:
        try:
            await restored(storage, file)
        except OfficinaError as error:
            return error.message.key.rpartition(".")[2]
        return "done"

    for expected, contents in cases.items():
        for number, bad in enumerate(contents):
            file.unlink(missing_ok=True)
            if bad is not None:
                file.write_bytes(bad)
            for storage in (SqliteStorage(tmp_path / f"{expected}{number}.sqlite"), PostgresStorage(address)):
                assert run(refused(storage)) == expected, (expected, number)
            assert not (tmp_path / f"{expected}{number}.sqlite").exists()
    # Right to the last digit, but no backup that the database can take: nothing of it stays.
    twice = whole.replace(entry, entry + entry, 1)
    file.write_bytes(gzip.compress(resealed(twice)))
    for storage in (SqliteStorage(tmp_path / "twice.sqlite"), PostgresStorage(address)):
        assert run(refused(storage)) == "damaged"
    assert run(refused_when_full(tmp_path)) == "not_empty"
    run(restored(PostgresStorage(address), KEPT))  # it was left empty by all of them
    run(restored(SqliteStorage(tmp_path / "twice.sqlite"), KEPT))


def resealed(whole: bytes) -> bytes:
    """The text with a trailer that fits."""
    import hashlib

    lines = whole.splitlines(keepends=True)[:-1]
    rows = sum(line.startswith(b"[") for line in lines)
    trailer = {"is": "end", "rows": rows, "digest": hashlib.sha256(b"".join(lines)).hexdigest()}
    return b"".join(lines) + json.dumps(trailer).encode() + b"\n"


async def refused_when_full(tmp_path: Path) -> str:
    path = tmp_path / "full.sqlite"
    async with open_tables(path) as tables:
        friends = await Friends.meet(tables, FUORI, 2)
        before = everything(await friends.live())
        try:
            await restored(SqliteStorage(path), KEPT)
        except BackupError as error:
            assert everything(await friends.live()) == before
            return error.message.key.rpartition(".")[2]
    return "done"


def test_a_backup_during_play_is_of_one_moment(tmp_path: Path, postgres_server: PostgresServer) -> None:
    async def main(storage: Storage, other: Storage) -> None:
        async with Tables(storage, bot_delay=0, chance=chance_of("tables")) as tables:
            for _ in range(4):
                await Friends.meet(tables, FUORI, 0, 3)
            for number in range(3):
                path = tmp_path / f"{number}.gz"
                await write_backup(other, path)
                copy = SqliteStorage(tmp_path / f"{storage.origin}{number}.sqlite")
                await restored(copy, path)
                assert await faults(SqliteStorage(copy.path)) == []
                await asyncio.sleep(0.1)
        await other.close()

    run(main(SqliteStorage(tmp_path / "t.sqlite", shared=True), SqliteStorage(tmp_path / "t.sqlite")))
    address = postgres_server.new_database()
    run(main(PostgresStorage(address), PostgresStorage(address)))


# --- the doctor


DAMAGE = {
    "DELETE FROM entries WHERE n = 5": "entry 5 is the first",
    "UPDATE entries SET text = 'dance' WHERE n = 6": "entry 6 cannot be played again",
    "UPDATE entries SET events = '[[1,0,[],-1]]' WHERE kind = 'deal'": "tells something else",
    "UPDATE entries SET audience = 1 WHERE kind = 'choice' AND n = 6": "other eyes",
    "UPDATE snapshots SET position = replace(position, 'reserve', 'reverse')": "snapshot after entry",
    "UPDATE snapshots SET position = 'x'": "cannot be read",
    "UPDATE game_tables SET public = public + 1": "public entries instead of",
    "UPDATE game_tables SET version = version - 1": "entries instead of",
    "UPDATE game_tables SET state = 'over'": "“over” instead of “playing”",
    "UPDATE game_tables SET waiting = '[]'": "waits for seats -",
    "UPDATE game_tables SET commitment = 'x'": "promise",
    'UPDATE game_tables SET header = replace(header, \'"seed":"\', \'"seed":"1\')': "cannot be played again",
    "UPDATE game_tables SET rules_version = 99": "rules version 99",
    "UPDATE actions SET answer = 'x'": "the answer to action",
    "DELETE FROM seats WHERE seat = 1": "1 seats instead of 2",
}


def test_the_doctor_finds_sound_what_people_agreed_on(tmp_path: Path) -> None:
    """A paused table, one ended by consent and one closed before its game; and it sees a row that forgot of them."""
    path = tmp_path / "t.sqlite"

    async def main() -> None:
        async with open_tables(path) as tables:
            for what in ("pause", "end"):
                friends = await Friends.meet(tables, FUORI, 2)
                await friends.one_choice(seeded(1))
                await tables.do(friends.id, friends.tokens[0], Propose("ask", what))
                await tables.do(friends.id, friends.tokens[1], Vote("vote", 1, True))
            lobby = await tables.create(FUORI.name, 2, {}, [PlannedSeat("person", "Ada"), PlannedSeat("open")])
            await tables.do(lobby.table_id, lobby.tokens[0], Close())
        assert await faults(SqliteStorage(path)) == []
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE game_tables SET paused = NOT paused, ended = NOT ended WHERE state != 'closed'")
        connection.close()
        found = await faults(SqliteStorage(path))
        assert [sum(word in fault for fault in found) for word in ("paused", "ended by consent")] == [2, 2], found

    run(main())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_doctor_tells_what_is_wrong(tmp_path: Path, kind: str, postgres_server: PostgresServer) -> None:
    sound = tmp_path / "sound.sqlite"

    async def make() -> None:
        async with open_tables(sound) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            rng = seeded(1)
            for _ in range(24):
                await friends.one_choice(rng)
        await saved(SqliteStorage(sound), tmp_path / "b.gz")
        assert await faults(SqliteStorage(sound)) == []

    run(make())
    cases = list(DAMAGE.items()) if kind == "sqlite" else list(DAMAGE.items())[:5]
    for number, (statement, expected) in enumerate(cases):
        opens = fresh(kind, tmp_path / str(number), postgres_server)
        run(restored(opens(), tmp_path / "b.gz"))

        async def damage(storage: Storage, statement: str = statement) -> None:
            await storage.transaction(lambda connection: connection.execute(text(statement.replace(":", "\\:"))))
            await storage.close()

        run(damage(opens()))
        found = run(faults(opens()))
        assert any(expected in fault for fault in found), (statement, found)


def test_the_doctor_and_backups_as_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def say(*arguments: str) -> tuple[int, str]:
        status = command([*arguments])
        told = capsys.readouterr()
        return status, told.out + told.err

    data = tmp_path / "data"
    status, told = say("backup", str(tmp_path / "b.gz"), "--data", str(data))
    assert (status, "does not exist" in told) == (2, True)
    assert not data.exists()
    data.mkdir()
    (data / FILE).touch()
    status, told = say("doctor", "--data", str(data))
    assert (status, "nothing of Officina" in told) == (0, True)
    status, told = say("restore", str(KEPT), "--data", str(data))
    assert (status, "1 table " in told) == (0, True)
    status, told = say("restore", str(KEPT), "--data", str(data))
    assert (status, "empty database only" in told) == (2, True)
    status, told = say("backup", str(tmp_path / "b.gz"), "--data", str(data))
    assert (status, "1 table " in told) == (0, True)
    status, told = say("backup", str(tmp_path / "no" / "b.gz"), "--data", str(data))
    assert (status, "cannot be written" in told) == (2, True)
    status, told = say("doctor", "--data", str(data))
    assert (status, "sound" in told) == (0, True)
    status, told = say("doctor", "--data", str(data), "--table", "nothere")
    assert (status, "no such table" in told) == (1, True)
    with sqlite3.connect(data / FILE) as connection:
        connection.execute("UPDATE game_tables SET state = 'over'")
    status, told = say("doctor", "--data", str(data))
    assert (status, "instead of" in told and "1 of 1 tables" in told) == (1, True)
    with sqlite3.connect(data / FILE) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    status, told = say("doctor", "--data", str(data))
    assert (status, "another version" in told) == (1, True)
    connection.close()


def test_a_fault_is_a_sentence_in_both_languages() -> None:
    fault = Message("tables.check.snapshot", n=20)
    assert render(fault, "it") != render(fault, "en")


def test_revisions_are_those_that_alembic_knows() -> None:
    """They are read off the names of files, since Alembic takes long to import."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert revisions() == tuple(script.revision for script in reversed(list(scripts.walk_revisions())))
    assert present_revision() == scripts.get_current_head()


def test_a_server_that_has_nothing_to_migrate_does_not_import_alembic() -> None:
    code = "import sys, officina.web.server.app; sys.exit('alembic' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
