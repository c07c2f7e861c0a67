"""What is kept and what goes: rules, the daily sweep, deletion by consent, the data of a seat, the host's commands."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from officina.messages import Erase, Propose, Rename, Say, Vote
from officina.tables import Illegal, Ok, PlannedSeat, Tables
from officina.tables.errors import UnknownTable
from officina.tables.housekeeping import Blocklist, Housekeeping
from officina.tables.storage import retention
from officina.tables.storage.interface import OVER
from officina.tables.storage.open_storage import FILE
from officina.tables.storage.retention import DAY, Keep, Swept, sweep
from officina.tables.storage.schema import METADATA, TABLES, TRANSIENT
from officina.tables.storage.seat_data import NoticeRow, VisitRow
from officina.tables.storage.sql import Storage
from officina.tables.table.checkup import check_tables
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run, storage_of
from tests.tables.damage import asked

SECRET = "Rumpelstilzchen"


async def texts(storage: Storage) -> str:
    """Everything that the database holds, as one text."""

    def work(connection: Connection) -> str:
        tables = [table for table in METADATA.sorted_tables if table not in TRANSIENT]
        return "\n".join(str(tuple(row)) for table in tables for row in connection.execute(select(table)))

    return await storage.read(work)


async def rows_of(storage: Storage, table_id: str) -> int:
    """How many rows mention the table."""
    return (await texts(storage)).count(table_id)


async def live_friends(tables: Tables) -> Friends:
    """A table with everything that a person leaves behind."""
    friends = await Friends.meet(tables, FUORI, 2)
    token = friends.tokens[0]
    await tables.do(friends.id, token, Rename(f"{SECRET} 1"))
    await tables.do(friends.id, token, Say("a", f"{SECRET} was here"))
    await tables.do(friends.id, friends.tokens[1], Say("b", "so was I"))
    await tables.storage.keep_note(friends.id, 0, f"{SECRET}'s note")
    await tables.storage.keep_visits([VisitRow(friends.id, 0, 1.0, 1)])
    await tables.storage.keep_notice(NoticeRow(friends.id, 0, email=f"{SECRET}@example.org", confirmed=True))
    return friends


async def all_sound(storage: Storage) -> None:
    async for found in check_tables(storage):
        assert not found.faults, found


def aged(storage: Storage, days: float) -> Awaitable[Any]:
    """All tables were changed so many days ago."""
    old = update(TABLES).values(updated=time.time() - days * DAY)
    return storage.transaction(lambda connection: connection.execute(old))


# --- rules


@pytest.mark.parametrize(
    ("keep", "days", "gone"),
    [
        (Keep(), 364, Swept(0, 0, 1, 1)),
        (Keep(), 366, Swept(2, 0, 1, 1)),
        (Keep(finished=10 * DAY), 9, Swept(0, 0, 0, 0)),
        (Keep(finished=10 * DAY), 11, Swept(1, 0, 0, 0)),
        (Keep(chat=10 * DAY), 11, Swept(0, 1, 0, 0)),
        (Keep(0, 0, 0, 0, 0, 0), 10_000, Swept(0, 0, 0, 0)),
    ],
)
def test_what_is_older_than_the_rules_say_goes_and_nothing_else(tmp_path: Path, keep: Keep, days: float, gone: Swept) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            over = await live_friends(tables)
            await over.play(seeded(1))
            assert (await over.live()).row.state == OVER
            playing = await Friends.meet(tables, FUORI, 2)
            lobby = (await tables.create(FUORI.name, 2, {}, [PlannedSeat("person"), PlannedSeat("open")])).table_id
            everything = {over.id, playing.id, lobby}
            await aged(tables.storage, days)
            assert await sweep(tables.storage, keep, time.time()) == gone
            left = {row.id for row in await retention.list_tables(tables.storage, [], 100)}
            wanted = everything if not gone.tables else everything - {over.id} if keep.finished else {over.id}
            assert left == wanted
            for table_id in everything - left:
                assert not await rows_of(tables.storage, table_id)
            assert ((await texts(tables.storage)).count("was here") == 0) == bool(gone.chat or over.id not in left)
            await all_sound(tables.storage)
            again = await sweep(tables.storage, keep, time.time())
            assert again == Swept(), "what is erased does not count as a change, and is not erased twice"

    run(main())


def test_imports_go_after_their_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            record = next((Path(__file__).parent.parent / "records" / "crazy_race").glob("*.officina")).read_bytes()
            table_id = await tables.import_record(record)
            await aged(tables.storage, 89)
            assert (await sweep(tables.storage, Keep(), time.time())).tables == 0
            await aged(tables.storage, 91)
            assert (await sweep(tables.storage, Keep(), time.time())).tables == 1
            assert not await rows_of(tables.storage, table_id)
            assert await tables.import_record(record) == table_id, "it may come again"

    run(main())


def test_of_several_processes_one_sweeps_once_a_day(tmp_path: Path) -> None:
    async def main() -> None:
        storages = [storage_of(tmp_path / FILE, shared=True) for _ in range(3)]
        for storage in storages:
            await storage.open()
        houses = [Housekeeping(storage) for storage in storages]
        done = await asyncio.gather(*(house.sweep_if_due() for house in houses))
        assert done.count(True) == 1
        assert not any(await asyncio.gather(*(house.sweep_if_due() for house in houses)))
        for storage in storages:
            await storage.close()

    run(main())


# --- by consent


def test_a_table_is_deleted_when_everybody_agrees_also_after_the_end(tmp_path: Path) -> None:
    async def main() -> None:
        opened = [open_tables(tmp_path / FILE, shared=True, process=name) for name in "ab"]
        async with opened[0] as one, opened[1] as other:
            friends = await live_friends(one)
            await friends.play(seeded(1))
            await other.live(friends.id)
            refused = await one.do(friends.id, friends.tokens[0], Propose("p1", "pause"))
            assert isinstance(refused, Illegal), "nothing else is decided after the end"
            assert isinstance(await one.do(friends.id, friends.tokens[0], Propose("p2", "delete")), Ok)
            await same(one, other, friends.id)
            assert isinstance(await other.do(friends.id, friends.tokens[1], Vote("v1", 1, False)), Ok)
            assert (await one.live(friends.id)).row.state == OVER
            asked_again = await other.do(friends.id, friends.tokens[1], Propose("p3", "delete"))
            assert isinstance(asked_again, Ok)
            await same(one, other, friends.id)
            assert isinstance(await one.do(friends.id, friends.tokens[0], Vote("v2", 2, True)), Ok)
            assert not await rows_of(one.storage, friends.id)
            for tables in (one, other):
                await until(tables, friends.id)

    async def same(one: Tables, other: Tables, table_id: str) -> None:
        while (await one.live(table_id)).version != (await other.live(table_id)).version:
            await asyncio.sleep(0.01)

    async def until(tables: Tables, table_id: str) -> None:
        while table_id in tables.tables:
            await asyncio.sleep(0.01)
        with pytest.raises(UnknownTable):
            await tables.live(table_id)

    run(main())


def test_in_play_everybody_who_sits_there_is_asked_also_those_whom_a_bot_stands_in_for(tmp_path: Path) -> None:
    from officina.messages import HandOver, TakeBack

    async def main() -> None:
        async with open_tables(tmp_path / FILE, bot_delay=60.0) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            assert isinstance(await tables.do(friends.id, friends.tokens[1], HandOver("h", None, "random")), Ok)
            assert isinstance(await tables.do(friends.id, friends.tokens[0], Propose("p", "delete")), Ok)
            assert await rows_of(tables.storage, friends.id), "somebody has not agreed"
            assert isinstance(await tables.do(friends.id, friends.tokens[1], TakeBack("t", None)), Ok)
            assert isinstance(await tables.do(friends.id, friends.tokens[1], Vote("v", 1, True)), Ok)
            assert not await rows_of(tables.storage, friends.id)

    run(main())


# --- one's own data


def test_the_data_of_a_seat_are_exported_and_erased_everywhere(tmp_path: Path) -> None:
    async def main() -> None:
        opened = [open_tables(tmp_path / FILE, shared=True, process=name) for name in "ab"]
        async with opened[0] as one, opened[1] as other:
            friends = await live_friends(one)
            await friends.play(seeded(1), 5)
            await other.live(friends.id)
            found = await retention.personal_data(one.storage, friends.id, 0)
            assert found is not None
            assert (found.name, found.email) == (f"{SECRET} 1", f"{SECRET}@example.org")
            assert (len(found.chat), len(found.names), found.note) == (1, 1, f"{SECRET}'s note")
            await one.do(friends.id, friends.tokens[0], Erase())
            assert SECRET not in await texts(one.storage)
            for tables in (one, other):
                while (await tables.live(friends.id)).seats[0].name:
                    await asyncio.sleep(0.01)
                lines = [line.text for line in (await tables.live(friends.id)).talk.lines]
                assert lines == ["so was I"]
            await all_sound(one.storage)
            played = await friends.play(seeded(2), 3)
            assert played.talk.lines[0].number == 2, "the lines keep their numbers"
        async with open_tables(tmp_path / FILE) as again:
            live = await again.live(friends.id)
            assert ([line.text for line in live.talk.lines], live.talk.count) == (["so was I"], 2)

    run(main())


# --- the host's commands


@pytest.mark.sqlite_only
def test_the_host_lists_shows_exports_erases_and_deletes(tmp_path: Path) -> None:
    async def main() -> str:
        async with open_tables(tmp_path / FILE) as tables:
            return (await live_friends(tables)).id

    table = run(main())
    place = ["--data", str(tmp_path), "--lang", "en"]
    command: Callable[..., tuple[int, str]] = lambda *words: asked("tables", *words, *place)  # noqa: E731
    assert table in command("list")[1]
    assert table not in command("list", "--state", "over")[1]
    assert SECRET in command("show", table)[1]
    whole = json.loads(command("export", table)[1])
    assert whole["game_tables"][0]["id"] == table
    assert not any("token" in row for rows in whole.values() for row in rows), "nothing that opens doors"
    assert json.loads(command("export", table, "--seat", "1")[1])["email"] == f"{SECRET}@example.org"
    assert command("export", table, "--seat", "9")[0] == 2
    assert command("erase", table, "--seat", "1")[0] == 0
    assert SECRET not in command("export", table)[1]
    assert command("delete", "nowhere")[0] == 2
    assert command("delete", table) == (0, "1 table is deleted.\n")
    assert table not in command("list")[1]
    assert command("sweep", "--keep", "finished=1d")[0] == 0
    for bad in ("finished", "finished=soon", "soup=1d", "chat=0d"):
        assert command("sweep", "--keep", bad)[0] == 2


@pytest.mark.sqlite_only
@pytest.mark.parametrize("name", ["[/]", "[/x] Anna", "[link=http://evil]Anna[/link]", "[black on black]Anna"])
def test_the_host_sees_names_as_they_are(tmp_path: Path, name: str) -> None:
    """A name that looks like a style of the terminal is none: it could hide others, or end the command with a traceback."""

    async def main() -> str:
        async with open_tables(tmp_path / FILE) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            await tables.do(friends.id, friends.tokens[0], Rename(name))
            assert (await friends.live()).seats[0].name == name
            return friends.id

    table = run(main())
    status, told = asked("tables", "show", table, "--data", str(tmp_path), "--lang", "en")
    assert status == 0
    assert name in told


@pytest.mark.sqlite_only
def test_blocked_addresses_and_networks() -> None:
    blocklist = Blocklist()
    assert not blocklist.holds("192.0.2.7")
    blocklist.set(["192.0.2.0/24", "2001:db8::/32", "198.51.100.7/32"])
    held = ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1", "2001:db8::1%eth0", "198.51.100.7"]
    assert all(blocklist.holds(address) for address in held)
    assert not any(blocklist.holds(address) for address in ["192.0.3.7", "2001:db9::1", "198.51.100.8", "", "nonsense"])
