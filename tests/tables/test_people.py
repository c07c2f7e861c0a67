"""People without passwords: keys, other browsers, seats, and the way out, with both databases."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update

from officina.messages import Rematch, Rename, Say
from officina.tables import TableError, Tables
from officina.tables.people.export import person_data
from officina.tables.people.history import Filter, as_csv, history
from officina.tables.people.people import People
from officina.tables.processes.cluster import begin_request
from officina.tables.scorebook import ScoreBook
from officina.tables.storage.backup import restore_backup, write_backup
from officina.tables.storage.erasing import scrub_if_due
from officina.tables.storage.open_storage import FILE
from officina.tables.storage.people import PersonRow
from officina.tables.storage.schema import METADATA, PAIRINGS
from officina.tables.storage.seat_data import NoticeRow, VisitRow
from officina.tables.storage.sql import Storage
from officina.tables.storage.sql_people import change_person
from officina.tables.table.checkup import check_tables
from officina.web.live.scene import seat_names
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run, storage_of

SECRET = "Rumpelstilzchen"


async def everything(storage: Storage) -> str:
    """All rows of all tables, as one text."""

    def work(connection: Connection) -> str:
        return "\n".join(str(tuple(row)) for table in METADATA.sorted_tables for row in connection.execute(select(table)))

    return await storage.read(work)


async def with_seat(tables: Tables, name: str = "Anna") -> tuple[People, PersonRow, Friends]:
    """A person with a seat at a table of two."""
    people = People(tables.registry)
    person, _ = await people.make(name)
    friends = await Friends.meet(tables, FUORI, 2)
    assert await people.join_seat(person, friends.id, friends.tokens[0])
    return people, person, friends


def test_a_key_is_known_and_nothing_that_opens_a_door_is_stored(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            people = People(tables.registry)
            anna, key = await people.make("Anna", "red", "it")
            assert await people.known(key) == anna
            code = await people.pairing(anna)
            stored = await everything(tables.storage)
            assert key not in stored
            assert code not in stored
            for wrong in ("", "x", key[:-1], key + "a", "a" * 5000, anna.id):
                assert await people.known(wrong) is None
            with pytest.raises(TableError):
                await people.make("   ")

    run(main())


def test_a_code_makes_one_other_browser_somebodys_once_and_for_a_while(tmp_path: Path) -> None:
    async def main() -> None:
        opened = [open_tables(tmp_path / FILE, shared=True, process=name) for name in "ab"]
        async with opened[0] as one, opened[1] as other:
            people, elsewhere = People(one.registry), People(other.registry)
            anna, key = await people.make("Anna")
            code = await people.pairing(anna)
            assert await elsewhere.whose(code) == anna, "looking does not use it up"
            tries = await asyncio.gather(*(who.pair(code) for who in (people, elsewhere) * 4), return_exceptions=True)
            got = [one for one in tries if not isinstance(one, BaseException)]
            assert len(got) == 1
            assert await people.known(got[0][1]) == anna
            assert await people.browsers(anna) == 2
            late = await people.pairing(anna)
            aged = update(PAIRINGS).values(until=1.0)
            await one.storage.transaction(lambda connection: connection.execute(aged))
            with pytest.raises(TableError):
                await people.pair(late)
            codes = [await people.pairing(anna) for _ in range(5)]
            good = []
            for made in codes:
                try:
                    good.append(await people.whose(made))
                except TableError:
                    continue
            assert len(good) == 3, "only the latest ones are good"
            await people.leave(anna, key, others=True)
            assert await people.known(got[0][1]) is None
            assert await people.known(key) == anna

    run(main())


def test_a_seat_goes_with_the_person_to_another_browser_and_to_another_process(tmp_path: Path) -> None:
    async def main() -> None:
        opened = [open_tables(tmp_path / FILE, shared=True, process=name) for name in "ab"]
        async with opened[0] as one, opened[1] as other:
            people, anna, friends = await with_seat(one)
            assert not await people.join_seat(anna, friends.id, friends.tokens[1]), "a person has one seat at a table"
            bruno, _ = await people.make("Bruno")
            assert not await people.join_seat(bruno, friends.id, friends.tokens[0]), "it is Anna's"
            assert await people.open_seat(bruno, friends.id) is None
            assert await people.open_seat(anna, "nosuchtable") is None
            found = await People(other.registry).open_seat(anna, friends.id)
            assert found is not None
            seat, token = found
            assert seat == 0
            assert token != friends.tokens[0]
            for tables in (one, other):
                begin_request()  # as every request of a page does: it sees what any process has stored
                assert await tables.identify(friends.id, token) == 0
                assert await tables.identify(friends.id, friends.tokens[0]) == 0
            phone = Friends(other, friends.id, {0: token, 1: friends.tokens[1]})
            live = await phone.play(seeded("phone"))
            assert live.row.state == "over"
            assert [info.seat for info in await people.tables(anna)] == [0]
            async for checked in check_tables(one.storage):
                assert not checked.faults

    run(main())


def test_the_history_tells_places_points_and_others_and_can_be_filtered(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            people, anna, friends = await with_seat(tables)
            book = ScoreBook(tables.storage)
            assert await history(people, book, anna) == []
            position = (await friends.play(seeded("history"))).playing().position
            (line,) = await history(people, book, anna)
            assert (line.own.place, line.own.score) == (position.places()[0].place, position.scores()[0])
            assert [seat.name for seat in line.opponents] == ["Friend 1"]
            won = line.own.place == 1
            for wanted, fits in (
                (Filter(), True),
                (Filter(FUORI.name, line.year, "Friend 1", "won" if won else "lost"), True),
                (Filter("kraftwagen"), False),
                (Filter(year="1999"), False),
                (Filter(opponent="Nobody"), False),
                (Filter(result="lost" if won else "won"), False),
            ):
                assert wanted.wants(line) is fits
            heading, row = as_csv([line], "a former player").splitlines()
            assert heading.startswith("date,game,place,players,score")
            assert f",{FUORI.name},{line.own.place},2,{line.own.score},1,Friend 1,{friends.id}" in row

    run(main())


def test_an_erased_person_leaves_no_byte_and_the_games_stay(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / FILE
        async with open_tables(path) as tables:
            people, anna, friends = await with_seat(tables, f"{SECRET} the first")
            token = friends.tokens[0]
            await tables.do(friends.id, token, Rename(f"{SECRET} 2"))
            await tables.do(friends.id, token, Rename(f"{SECRET} 3"))
            await tables.do(friends.id, token, Say("a", f"{SECRET} was here"))
            await tables.storage.keep_note(friends.id, 0, f"{SECRET}'s note")
            await tables.storage.keep_visits([VisitRow(friends.id, 0, 1.0, 1)])
            await tables.storage.keep_notice(NoticeRow(friends.id, 0, email=f"{SECRET}@example.org", confirmed=True))
            await change_person(tables.storage, anna.id, email=f"{SECRET}@example.com", confirmed=True)
            await friends.play(seeded("erased"))
            before = (await friends.live()).playing().dump()
            # A rematch holds a chair for everybody, by name; it is not taken yet.
            again = await tables.do(friends.id, friends.tokens[1], Rematch())
            assert any(SECRET in seat.name for seat in (await tables.live(again.table_id)).seats)
            data = await person_data(people, anna)
            assert f"{SECRET} was here" in data.seats[0].chat[0]
            assert SECRET in await everything(tables.storage)

            await people.erase(anna)
            await scrub_if_due(tables.storage, 9e9)
            assert await people.storage.find([friends.id])
            live = await tables.live(friends.id)
            assert seat_names(live, "en") == ["A former player", "Friend 1"]
            assert live.playing().dump() == before
            assert SECRET not in (await tables.live(again.table_id)).seats[1].name
            assert SECRET not in await everything(tables.storage)
            await write_backup(tables.storage, tmp_path / "later.gz")
            restored = storage_of(tmp_path / "restored.sqlite")
            await restore_backup(restored, tmp_path / "later.gz")
            assert SECRET not in await everything(restored)
            await restored.close()
            for file in tmp_path.iterdir():
                assert SECRET.encode() not in file.read_bytes(), file
            async for checked in check_tables(tables.storage):
                assert not checked.faults
        async with open_tables(path) as tables:
            live = await tables.live(friends.id)
            assert (await live.position_at(3)).over is False, "it can be looked at, step by step"
            assert live.playing().dump() == before

    run(main())
