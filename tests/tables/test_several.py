"""Several processes keep the same tables: each sees at once what another has stored, one thinks for a bot, nobody is cut off.

Each process is played by a ``Tables`` of its own over one database; real processes are killed in ``test_kill.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection

from officina.messages import Leave, Ready, Rematch, Rename, TakeSeat
from officina.tables import Illegal, Ok, PlannedSeat, Stale, TableError, Tables, registry
from officina.tables.processes import cluster
from officina.tables.processes.cluster import begin_request
from officina.tables.storage.interface import LOBBY, OVER, PLAYING
from officina.tables.storage.seat_data import VisitRow
from officina.tables.storage.sqlite import SqliteStorage
from tests.patience import LONG
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run, storage_of
from tests.tables.test_restart import everything

PLANS = [PlannedSeat("person", "Anna"), PlannedSeat("open"), PlannedSeat("bot", bot="random")]


def process(path: Path, name: str) -> Tables:
    return open_tables(path, shared=True, process=name)


async def until(condition: Callable[[], Awaitable[bool]], what: str) -> None:
    end = asyncio.get_running_loop().time() + LONG
    while asyncio.get_running_loop().time() < end:
        if await condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{what} does not come about")


def test_what_one_stores_reaches_the_pages_of_all(tmp_path: Path) -> None:
    """From the lobby to the end: seats, names, the deal, choices, undos and the rematch, each told without being asked for."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as one, process(path, "b") as other:
            created = await one.create(FUORI.name, 2, {}, PLANS[:2])
            friends = Friends(one, created.table_id, dict(created.tokens))
            twin = await other.live(friends.id)
            told: list[int] = []

            async def watch() -> None:
                async for version in other.changes(friends.id):
                    told.append(version)

            watcher = asyncio.create_task(watch())

            async def same() -> bool:
                live = await friends.live()
                return bool(told) and told[-1] == live.version and everything(twin) == everything(live)

            friends.tokens[1] = (await one.do(friends.id, "", TakeSeat(1, "Bruno"))).token
            await until(same, "the second seat")
            await one.do(friends.id, friends.tokens[1], Rename("Bruno di Milano"))
            await until(same, "the name")
            for token in friends.tokens.values():
                await one.do(friends.id, token, Ready(True))
            await until(same, "the deal")
            rng = seeded(1)
            for number in range(60):
                live = await friends.live()
                if live.row.state == OVER:
                    break
                seat = await friends.one_choice(rng)
                if number % 7 == 0 and live.why_no_undo(seat) is None:
                    await friends.undo(seat)
                if number % 5 == 0:
                    await until(same, f"choice {number}")
            live = await friends.play(rng)
            await until(same, "the end")
            await one.do(friends.id, friends.tokens[0], Rematch())
            await until(same, "the rematch")
            assert twin is await other.live(friends.id), "it was brought up to date, not read anew"
            assert other.tables[friends.id].info.rematch == live.info.rematch != ""
        await watcher

    run(main())


def test_catching_up_reads_what_is_new_and_no_more(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as one, process(path, "b") as other:
            friends = await Friends.meet(one, FUORI, 2)
            began = (await other.live(friends.id)).version
            read: list[int] = []
            since = other.storage.since

            async def counted(table_id: str, version: int, name: str) -> object:
                stored = await since(table_id, version, name)
                assert stored is not None
                read.append(len(stored.entries))
                return stored

            other.storage.since = counted  # type: ignore[method-assign, assignment]

            async def same() -> bool:
                return other.tables[friends.id].version == one.tables[friends.id].version

            rng = seeded(2)
            for _ in range(8):  # fewer than in the shortest game
                assert await friends.one_choice(rng) >= 0
                await until(same, "the choice")
            assert sum(read) == one.tables[friends.id].version - began

    run(main())


def test_a_request_finds_what_another_process_has_acknowledged(tmp_path: Path) -> None:
    """Not some milliseconds later, when the hint has come, but at once: a client's next request may go anywhere."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as one, process(path, "b") as other:
            for tables in (one, other):
                for task in tables.others:
                    task.cancel()  # no hints at all
            created = await one.create(FUORI.name, 2, {}, PLANS[:2])
            await other.live(created.table_id)
            sides = [one, other]
            friends = Friends(one, created.table_id, dict(created.tokens))
            begin_request()
            friends.tokens[1] = (await other.do(friends.id, "", TakeSeat(1, "Bruno"))).token
            for tables, token in zip(sides, friends.tokens.values(), strict=True):
                begin_request()
                await tables.do(friends.id, token, Ready(True))
            rng = seeded(3)
            for number in range(20):
                begin_request()
                friends.tables = sides[number % 2]
                assert (await friends.live()).row.state == PLAYING
                assert await friends.one_choice(rng) >= 0
            assert abs(one.tables[friends.id].version - other.tables[friends.id].version) == 1

    run(main())


def test_a_seat_that_has_seen_more_than_its_process_is_not_refused(tmp_path: Path) -> None:
    """A page whose process was killed goes on at another one, which may not have heard of the last choices yet."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as one, process(path, "b") as other:
            for task in other.others:
                task.cancel()
            friends = await Friends.meet(one, FUORI, 2)
            await other.live(friends.id)
            rng = seeded(4)
            for _ in range(5):
                await friends.one_choice(rng)
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            question = live.question(seat)
            assert question is not None
            base = live.version_for(seat)
            answer = await friends.at(other).choose(seat, question.options[0].notation, base, "once")
            assert answer == Ok(base + 1)
            # The same action once more at the first one, which knows nothing of it: not done twice.
            assert await friends.choose(seat, question.options[0].notation, base, "once") == answer
            assert (await friends.live()).version == (await other.live(friends.id)).version
            late = await friends.choose(seat, question.options[0].notation, base, "twice")
            assert isinstance(late, Stale | Illegal)

    run(main())


def test_simultaneous_choices_at_different_processes_all_count(tmp_path: Path) -> None:
    """Nobody is told to look again because somebody else, elsewhere, answered the same question in the same moment."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as one, process(path, "b") as two, process(path, "c") as three:
            friends = await Friends.meet(one, FUORI, 4)
            rng = seeded(4)
            for _ in range(3):
                while len((await friends.live()).playing().position.to_act) < 4:
                    await friends.one_choice(rng)
                live = await friends.live()
                choices = []
                for seat, tables in enumerate((one, two, three, two)):
                    question = live.question(seat)
                    assert question is not None
                    notation = rng.pick(question.options).notation
                    choices.append(friends.at(tables).choose(seat, notation, live.version_for(seat), f"{live.version}"))
                assert all(isinstance(answer, Ok) for answer in await asyncio.gather(*choices))
                begin_request()

    run(main())


def test_one_process_thinks_for_a_table(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as one, process(path, "b") as two:
            one.cluster.names = two.cluster.names  # the first one hears of the second at its next beat
            assert one.cluster.names == ("a", "b")
            thought: list[str] = []
            for tables in (one, two):
                turn = tables.bots.turn

                async def counted(live: object, seat: int, tables: Tables = tables, turn: object = turn) -> None:
                    thought.append(tables.cluster.name)
                    await turn(live, seat)  # type: ignore[operator]

                tables.bots.turn = counted  # type: ignore[method-assign]
            owners: set[str] = set()
            for number in range(100):
                if owners == {"a", "b"}:
                    return
                friends = await Friends.meet(one if number % 2 else two, FUORI, 0, 2, "random")
                owner = one if one.cluster.owns(friends.id) else two
                assert one.cluster.owns(friends.id) != two.cluster.owns(friends.id)

                async def over(table_id: str = friends.id) -> bool:
                    return (await one.storage.find([table_id]))[0].table.state == OVER

                await until(over, "the end of a game of bots")
                assert set(thought) == {owner.cluster.name}
                owners.add(owner.cluster.name)
                thought.clear()
            raise AssertionError(f"all tables belong to {owners}")

    run(main())


def test_when_a_process_dies_another_thinks_for_its_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(cluster, "LEASE_SECONDS", 1.0)

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        dead = process(path, "dead")
        async with process(path, "alive") as alive:
            await dead.storage.open()
            heart = asyncio.create_task(dead.cluster.heartbeat_loop())

            async def known() -> bool:
                return alive.cluster.names == ("alive", "dead")

            await until(known, "the acquaintance")
            friends = await Friends.meet(alive, FUORI, 0, 2, "random")
            while alive.cluster.owns(friends.id):
                friends = await Friends.meet(alive, FUORI, 0, 2, "random")
            heart.cancel()

            async def over() -> bool:
                return (await alive.storage.find([friends.id]))[0].table.state == OVER

            await until(over, "the end of an orphan's game")
            assert alive.cluster.names == ("alive",)
        await dead.storage.close()

    run(main())


def test_who_is_at_the_table_is_known_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(cluster, "LEASE_SECONDS", 1.0)

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as one:
            other = process(path, "b")
            await other.__aenter__()
            friends = await Friends.meet(one, FUORI, 2)
            for tables in (one, other):
                await tables.live(friends.id)

            async def seen(at: Tables) -> tuple[list[int], int]:
                info = (await at.live(friends.id)).info
                return [info.pages.get(seat, 0) for seat in range(info.players)], info.pages.get(None, 0)

            async def expect(one_sees: tuple[list[int], int], what: str) -> None:
                async def same() -> bool:
                    return await seen(one) == one_sees

                await until(same, what)

            one.connected(friends.id, 0, 1)
            other.connected(friends.id, 1, 1)
            other.connected(friends.id, 1, 1)
            other.connected(friends.id, None, 1)
            await expect(([1, 2], 1), "everybody's pages")
            other.connected(friends.id, 1, -1)
            other.connected(friends.id, None, -1)
            await expect(([1, 1], 0), "the closed pages")
            # Taken for dead although it lives: it is forgotten, and makes itself known again.
            await one.storage.depart("b")
            await expect(([1, 1], 0), "the pages of one who was forgotten")
            # Killed: its heart stops, its pages go with it.
            for task in other.others:
                task.cancel()
            await expect(([1, 0], 0), "the end of the dead one's pages")
            async with process(path, "c") as third:
                await third.live(friends.id)

                async def known() -> bool:
                    return await seen(third) == ([1, 0], 0)

                await until(known, "what was before the third came")
            await other.__aexit__(None, None, None)

    run(main())


def test_a_table_with_an_open_page_is_not_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would know any more how many pages were open, and others would take a person for present for ever."""
    monkeypatch.setattr(registry, "MOST_LIVE", 1)

    async def main() -> None:
        async with process(tmp_path / "t.sqlite", "a") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            tables.connected(friends.id, 0, 1)
            others = [(await tables.create(FUORI.name, 2, {}, PLANS[:2])).table_id for _ in range(3)]
            for table_id in others:
                await tables.live(table_id)
            tables.connected(friends.id, 0, -1)
            assert tables.cluster.pages == {}

            async def let_go() -> bool:
                """Not while it is being told to others: then the next table that is opened takes its place."""
                another = await tables.create(FUORI.name, 2, {}, PLANS[:2])
                await tables.live(another.table_id)
                return friends.id not in tables.tables

            await until(let_go, "that it is let go when nobody looks any more")

    run(main())


def test_hosts_and_invitations_are_known_everywhere(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as one, process(path, "b") as other:
            created = await one.create(FUORI.name, 3, {}, PLANS)
            table, anna = created.table_id, created.tokens[0]
            await other.live(table)
            bruno = (await one.do(table, "", TakeSeat(1, "Bruno"))).token
            await one.do(table, anna, Leave())
            invitations = await one.invitations(table, bruno)
            begin_request()
            carla = (await other.do(table, "", TakeSeat(0, "Carla", invitations[0]))).token
            begin_request()
            assert await one.identify(table, carla) == 0
            assert (await one.live(table)).row.state == LOBBY

    run(main())


def test_hints_name_what_others_changed_and_nothing_else(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "t.sqlite"
        mine, theirs = storage_of(path, shared=True), storage_of(path, shared=True)
        await mine.open()
        await theirs.open()
        try:
            async with aclosing(mine.changes()) as hints:
                assert await anext(hints) is None

                async def hear() -> str | None:
                    return await asyncio.wait_for(anext(hints), LONG)

                await theirs.transaction(lambda connection: theirs.mark(connection, ["theirs"]))
                assert await hear() == "theirs"
                await mine.transaction(lambda connection: mine.mark(connection, ["mine"]))
                await theirs.transaction(lambda connection: theirs.mark(connection, ["both"]))
                await mine.transaction(lambda connection: mine.mark(connection, ["both"]))
                await theirs.transaction(lambda connection: theirs.mark(connection, ["last"]))
                assert {await hear(), await hear()} == {"both", "last"}
        finally:
            await mine.close()
            await theirs.close()

    run(main())


def test_a_log_that_does_not_go_on_as_known_is_read_anew(tmp_path: Path) -> None:
    """As after a database was put back to an earlier state under a running server."""

    async def main() -> None:
        async with process(tmp_path / "t.sqlite", "a") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            rng = seeded(5)
            for _ in range(8):
                await friends.one_choice(rng)
            live = await friends.live()
            storage = storage_of(tmp_path / "t.sqlite", shared=True)
            gone = f"DELETE FROM entries WHERE n = {live.version}"
            back = f"UPDATE game_tables SET version = {live.version - 1}, public = public - 1"

            def put_back(connection: Connection) -> None:
                connection.exec_driver_sql(gone)
                connection.exec_driver_sql(back)
                storage.mark(connection, [friends.id])

            await storage.transaction(put_back)
            await storage.close()

            async def anew() -> bool:
                return (await friends.live()).version == live.version - 1

            await until(anew, "the earlier state")
            assert await friends.live() is not live
            assert (await friends.play(rng)).row.state == OVER

    run(main())


def test_nobody_plays_on_from_a_log_that_cannot_be_followed(tmp_path: Path) -> None:
    """As when a process of another version has written what this one cannot read: what it took would be lost."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            rng = seeded(5)
            await friends.one_choice(rng)
            live = await friends.live()
            storage = storage_of(path, shared=True)

            def write_nonsense(connection: Connection) -> None:
                columns = "table_id, n, kind, seat, at, text, events, audience, renews"
                nonsense = f"'{friends.id}', {live.version + 1}, 'choice', 0, 0, 'nonsense', '[]', -1, true"
                connection.exec_driver_sql(f"INSERT INTO entries ({columns}) VALUES ({nonsense})")
                connection.exec_driver_sql("UPDATE game_tables SET version = version + 1, public = public + 1")
                storage.mark(connection, [friends.id])

            before = live.version
            await storage.transaction(write_nonsense)
            await storage.close()

            async def looked() -> bool:
                return live.version != before

            await until(looked, "the hint")
            with pytest.raises(TableError, match="cannot be"):
                await friends.one_choice(rng)
            assert await tables.storage.version(friends.id) == before + 1

    run(main())


def test_what_is_stored_while_a_table_is_read_anew_is_not_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with process(path, "a") as one, process(path, "b") as other:
            friends = await Friends.meet(one, FUORI, 2)
            live = await friends.live()
            while live.hinted or one.tasks:
                await asyncio.sleep(0.01)
            visits = one.storage.visits

            async def slow_visits(table_id: str) -> dict[int, VisitRow]:
                """The log is read, the table not yet in its place: somebody else writes, and says so."""
                await other.do(table_id, friends.tokens[1], Rename("Bruno"))
                while not live.hinted:
                    await asyncio.sleep(0.01)
                return await visits(table_id)

            monkeypatch.setattr(one.storage, "visits", slow_visits)
            live.row = replace(live.row, version=live.version + 5)  # as if the log had been put back
            await one.registry.look(live)

            async def caught_up() -> bool:
                return one.tables[friends.id].seats[1].name == "Bruno"

            await until(caught_up, "the name")
            assert one.tables[friends.id] is not live

    run(main())


@pytest.mark.sqlite_only
def test_a_file_for_one_process_notes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        storage = SqliteStorage(tmp_path / "t.sqlite")
        await storage.open()
        assert [hint async for hint in storage.changes()] == []
        await storage.close()

    run(main())


def test_two_processes_may_start_at_once_on_a_new_database(tmp_path: Path) -> None:
    """One of them migrates, the others wait for it."""

    async def main() -> None:
        storages = [storage_of(tmp_path / "t.sqlite", shared=True) for _ in range(4)]
        await asyncio.gather(*(storage.open() for storage in storages))
        assert await storages[0].find([]) == []
        for storage in storages:
            await storage.close()

    run(main())
