"""Several hosts on one database: what they have in common, and two versions side by side."""

from __future__ import annotations

import asyncio
import importlib
from contextlib import suppress
from dataclasses import replace as replace_row
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, create_engine, inspect

from officina.messages import Say
from officina.tables import SqliteStorage, Tables
from officina.tables.errors import TableError, WrongLink
from officina.tables.notices.push_keys import FILE, PushKeys, publish_keys, share_keys
from officina.tables.processes.cluster import LEASE_SECONDS
from officina.tables.storage import revisions
from officina.tables.storage.postgres import PostgresStorage
from officina.tables.storage.revisions import OLDEST, migrate, present_revision
from officina.tables.storage.sql_hosts import count_try
from officina.tables.table.draft import Draft
from officina.tables.tokens import MOST_KEYS, hashed, with_key
from officina.web.limits import Limits, TooOften
from officina.web.server.app import make_app
from officina.web.server.serve import open_tables
from officina.web.server.settings import Settings
from tests.postgres import PostgresServer
from tests.round_robin import RoundRobin
from tests.seeds import number_of
from tests.tables.common import FUORI, Friends, run
from tests.tables.kill_server import kill_server

# --- one database, several hosts


def test_two_hosts_behind_one_address_one_dies(tmp_path: Path, postgres_server: PostgresServer) -> None:
    """Both serve the same tables, one is killed, and every table goes on at the other (200 times: ``tests.tables.kill``)."""
    kills = kill_server(tmp_path, 1, workers=1, seed=number_of(3), postgres=postgres_server, hosts=2, deck=["host for good"])
    driver = asyncio.run(kills)
    assert driver.outlived == 1
    assert all(driver.proxy.served[host.port] for host in driver.hosts), "both took their part"


def test_a_proxy_goes_on_with_the_host_that_is_left() -> None:
    async def main() -> None:
        async def hello(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"hello")
            writer.close()

        first, second = [await asyncio.start_server(hello, "127.0.0.1", 0) for _ in range(2)]
        ports = [server.sockets[0].getsockname()[1] for server in (first, second)]
        async with RoundRobin(ports) as proxy:

            async def visit() -> bytes:
                reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
                found = await reader.read()
                writer.close()
                return found

            assert [await visit() for _ in range(4)] == [b"hello"] * 4
            assert dict(proxy.served) == dict.fromkeys(ports, 2)
            first.close()
            assert [await visit() for _ in range(4)] == [b"hello"] * 4
            assert proxy.served[ports[1]] == 6
            second.close()
            assert await visit() == b""

    run(main())


def test_machines_of_one_name_are_told_apart(postgres_server: PostgresServer, tmp_path: Path) -> None:
    """Containers of one picture have one name, one port and one folder: each start has a name of its own all the same."""
    address = postgres_server.new_database()

    async def main() -> None:
        settings = Settings("127.0.0.1", 8484, str(tmp_path), database=address)
        names = []
        for start in ("one", "other"):
            tables = open_tables(replace(settings, run=start), "0", bot_workers=0)
            names.append(tables.cluster.name)
            await tables.storage.open()
            roll = await tables.storage.beat(tables.cluster.name, LEASE_SECONDS, arriving=True)
            await tables.storage.close()
        assert len(set(names)) == 2
        assert roll.names == tuple(sorted(names)), "neither took the other's place"

    run(main())


def test_keys_for_push_are_those_of_all_hosts(tmp_path: Path, postgres_server: PostgresServer) -> None:
    """A browser that subscribed by way of one host is reached from the other, also after the keys were rotated at one."""
    pytest.importorskip("cryptography")
    address = postgres_server.new_database()

    async def main() -> None:
        storage = PostgresStorage(address)
        await storage.open()
        try:
            here, there = PushKeys(tmp_path / "here" / FILE), PushKeys(tmp_path / "there" / FILE)
            here.ensure()
            there.ensure()
            assert here.current() != there.current(), "each made its own while it stood alone"
            await asyncio.gather(share_keys(here, storage), share_keys(there, storage))
            assert here.all() == there.all()
            first = here.current()
            assert first is not None
            there.rotate(forget=False)
            await publish_keys(there, storage)
            await share_keys(here, storage)
            assert here.all() == there.all()
            assert here.current() != first
            assert here.find(first.public) == first, "who subscribed before is still reached"
            there.rotate(forget=True)
            await publish_keys(there, storage)
            await share_keys(here, storage)
            assert here.find(first.public) is None
            new = PushKeys(tmp_path / "new" / FILE)
            await share_keys(new, storage)
            assert new.all() == there.all(), "a third host has them from the start"
        finally:
            await storage.close()

    run(main())


def test_guesses_are_counted_over_all_hosts(tmp_path: Path) -> None:
    """With so many processes one has no more tries than with one; a server of one process asks no database."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        shared = [SqliteStorage(path, shared=True) for _ in range(3)]
        for storage in shared:
            await storage.open()
        try:
            processes = [(Limits(), storage) for storage in shared]
            for what in Limits.EVERYWHERE:
                made = 0
                for number in range(60):
                    limits, storage = processes[number % len(processes)]
                    with suppress(TooOften):
                        await limits.check_everywhere(storage, "192.0.2.7", what)
                        made += 1
                assert int(limits.most(what)) <= made <= int(limits.most(what)) + 2, f"{what}: {made}"
            await processes[0][0].check_everywhere(shared[0], "192.0.2.8", "claim")
            alone, counted = SqliteStorage(path), await count_try(shared[0], "x", "claim", 1.0, 1.0)
            assert counted == 0
            await Limits().check_everywhere(alone, "192.0.2.7", "claim")
            await alone.close()
        finally:
            for storage in shared:
                await storage.close()

    run(main())


def test_what_was_tried_comes_back_with_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        storage, now = SqliteStorage(tmp_path / "t.sqlite", shared=True), 1000.0
        monkeypatch.setattr(storage, "clock", lambda _connection: now)
        await storage.open()
        try:
            assert [await count_try(storage, "a", "claim", 0.5, 3) for _ in range(4)] == [0, 0, 0, 2]
            assert await count_try(storage, "b", "claim", 0.5, 3) == 0, "another one's tries"
            now += 2
            assert [await count_try(storage, "a", "claim", 0.5, 3) for _ in range(2)] == [0, 2]
            now -= 500  # the clock was set back: nobody is locked out for it
            assert await count_try(storage, "a", "claim", 0.5, 3) == 2
        finally:
            await storage.close()

    run(main())


# --- two versions


def shape(engine: Engine) -> dict[str, dict[str, Any]]:
    """Every table with its columns, keys and what must be unique."""
    found = inspect(engine)
    return {
        table: {
            "columns": {column["name"]: column for column in found.get_columns(table)},
            "key": found.get_pk_constraint(table)["constrained_columns"],
            "unique": {tuple(one["column_names"]) for one in found.get_unique_constraints(table)}
            | {tuple(one["column_names"]) for one in found.get_indexes(table) if one["unique"]},
            "foreign": {tuple(one["constrained_columns"]) for one in found.get_foreign_keys(table)},
        }
        for table in found.get_table_names()
    }


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_migrations_only_add(tmp_path: Path, kind: str, request: pytest.FixtureRequest) -> None:
    """What a program of ``OLDEST`` reads and writes can be read and written after every later migration.

    Nothing is renamed or taken away, no rule is added to what was there, and new columns fill themselves.
    """
    address = f"sqlite:///{tmp_path / 't.sqlite'}"
    if kind == "postgres":  # it minds types: a statement that a connection has prepared is refused when a column's type changes
        server: PostgresServer = request.getfixturevalue("postgres_server")
        address = server.new_database().replace("postgresql:", "postgresql+psycopg:", 1)
    engine = create_engine(address)
    later = [revision for revision in revisions.revisions() if revision > OLDEST]
    with engine.begin() as connection:
        migrate(connection, OLDEST)
    for revision in later:
        before = shape(engine)
        with engine.begin() as connection:
            migrate(connection, revision)
        after = shape(engine)
        assert set(before) <= set(after), f"{revision} takes a table away"
        for table, old in before.items():
            new = after[table]
            assert {name: new[name] for name in ("key", "unique", "foreign")} == {
                name: old[name] for name in ("key", "unique", "foreign")
            }, f"{revision} adds a rule to {table}"
            for name, column in old["columns"].items():
                assert str(new["columns"][name]["type"]) == str(column["type"]), f"{revision} changes {table}.{name}"
                assert new["columns"][name]["nullable"] == column["nullable"], f"{revision} changes {table}.{name}"
            for name in set(new["columns"]) - set(old["columns"]):
                column = new["columns"][name]
                assert column["nullable"] or column["default"] is not None, (
                    f"{revision}: old programs cannot fill {table}.{name}"
                )
    engine.dispose()
    folder = Path(revisions.MIGRATIONS) / "versions"
    for path in folder.glob("v[0-9]*.py"):
        module = importlib.import_module(f"officina.tables.storage.migrations.versions.{path.stem}")
        assert not hasattr(module, "downgrade"), "there is no way back but a backup"


def test_further_keys_of_a_seat_are_beside_the_first(tmp_path: Path) -> None:
    """0.2.0 knows the first key alone; when it gives the seat to somebody else, the further ones open nothing any more."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        keys = ["", *(f"key of device {number}" for number in range(12))]
        async with Tables(SqliteStorage(path), bot_delay=0) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            live = await tables.live(friends.id)
            stored = live.seats[0].token
            for key in keys[1:]:
                stored = with_key(stored, key)
            draft = Draft(live, 0.0)
            draft.set_seat(replace_row(live.seats[0], token=stored))
            await tables.storage.commit(draft.change(None))
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            row = connection.exec_driver_sql("SELECT token, more_keys FROM seats WHERE seat = 0").one()
        assert row.token == hashed(friends.tokens[0]), "as 0.2.0 writes and compares it"
        async with Tables(SqliteStorage(path), bot_delay=0) as tables:
            for key in (friends.tokens[0], *keys[-MOST_KEYS + 1 :]):
                assert await tables.identify(friends.id, key) == 0
            for key in keys[1 : -MOST_KEYS + 1]:
                with pytest.raises(WrongLink):
                    await tables.identify(friends.id, key)
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE seats SET token = '{hashed('somebody else')}' WHERE seat = 0")
        engine.dispose()
        async with Tables(SqliteStorage(path), bot_delay=0) as tables:
            assert await tables.identify(friends.id, "somebody else") == 0
            for key in (friends.tokens[0], keys[-1]):
                with pytest.raises(WrongLink):
                    await tables.identify(friends.id, key)

    run(main())


def test_keys_that_stood_in_one_column_are_parted(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    first, second = hashed("a"), hashed("b")

    async def main() -> None:
        async with Tables(SqliteStorage(path), bot_delay=0) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            for statement in (
                "ALTER TABLE seats DROP COLUMN more_keys",
                *(f"DROP TABLE {name}" for name in ("push_keys", "tries", "works_with")),
                "UPDATE alembic_version SET version_num = '0011'",
                f"UPDATE seats SET token = '{second}.{first}' WHERE seat = 0",
            ):
                connection.exec_driver_sql(statement)
        engine.dispose()
        async with Tables(SqliteStorage(path), bot_delay=0) as tables:
            assert [await tables.identify(friends.id, key) for key in ("a", "b", friends.tokens[1])] == [0, 0, 1]

    run(main())


@pytest.mark.parametrize("oldest", ["works", "too new", "unknown"])
def test_a_program_starts_on_a_database_that_a_later_one_added_to(
    tmp_path: Path, oldest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a rolling upgrade a worker of the old version that dies must come up again."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with Tables(SqliteStorage(path), bot_delay=0) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE game_tables ADD COLUMN tomorrow INTEGER NOT NULL DEFAULT 0")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
            if oldest == "too new":
                connection.exec_driver_sql("UPDATE works_with SET oldest = '9999'")
            if oldest == "unknown":
                connection.exec_driver_sql("DROP TABLE works_with")
        engine.dispose()
        if oldest != "works":
            with pytest.raises(TableError, match="newer"):
                await SqliteStorage(path).open()
            return
        async with Tables(SqliteStorage(path), bot_delay=0) as tables:
            await tables.do(friends.id, friends.tokens[0], Say("once", "still here"))
            live = await tables.live(friends.id)
            assert live.version > 0

    run(main())
    assert present_revision() >= OLDEST


def test_files_of_another_version_are_not_kept(tmp_path: Path) -> None:
    """Behind one address with the other version, a page may get its script from there: the next time it gets its own."""

    async def main() -> None:
        app = make_app(Tables(SqliteStorage(tmp_path / "t.sqlite")))
        transport = httpx.ASGITransport(app=app)
        async with app.state.tables, httpx.AsyncClient(transport=transport, base_url="http://officina") as client:
            own = await client.get(f"/static/style.css?v={app.state.assets}")
            other = await client.get("/static/style.css?v=0123456789")
            bare = await client.get("/static/style.css")
        assert "immutable" in own.headers["Cache-Control"]
        assert other.headers["Cache-Control"] == "no-store"
        assert other.content == own.content
        assert "max-age=300" in bare.headers["Cache-Control"]

    run(main())
