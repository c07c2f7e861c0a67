"""The club in the database: the word, members, seasons, the book worked out again, and what an erased member leaves."""

from __future__ import annotations

import asyncio
import gzip
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from officina import Rng
from officina.core.own_box import BoxError, OwnBox
from officina.messages import Ready, Rematch, Say, TakeSeat
from officina.tables import PlannedSeat, TableError, Tables
from officina.tables.club.club import Club, NoClub
from officina.tables.club.door import WrongWord, new_word, opens, plain
from officina.tables.club.games import FORMER, MEMBER
from officina.tables.club.ratings import OVERALL
from officina.tables.club.records import EVENING
from officina.tables.club.seasons import ALWAYS
from officina.tables.people.history import history
from officina.tables.people.people import People
from officina.tables.scorebook import ScoreBook
from officina.tables.storage.backup import restore_backup, write_backup
from officina.tables.storage.erasing import scrub_if_due
from officina.tables.storage.open_storage import FILE
from officina.tables.storage.people import PersonRow
from officina.tables.storage.schema import CLUB, METADATA, PLAYED, SCORES
from officina.tables.storage.sql import Storage
from officina.tables.storage.sql_people import change_person
from tests.seeds import number_of, seeded
from tests.tables.common import FUORI, Friends, open_tables, run, storage_of

SECRET = "Rumpelstilzchen"
WORD = "Ruota di scorta"


def club_at(tables: Tables) -> Club:
    return Club(tables.storage, ScoreBook(tables.storage))


async def everything(storage: Storage) -> str:
    """All rows of all tables, as one text."""

    def work(connection: Connection) -> str:
        return "\n".join(str(tuple(row)) for table in METADATA.sorted_tables for row in connection.execute(select(table)))

    return await storage.read(work)


async def member(people: People, club: Club, name: str) -> PersonRow:
    person, _ = await people.make(name)
    await club.join(person)
    return person


async def played(tables: Tables, who: Sequence[PersonRow], rng: Rng, club: bool = True, box: str = "") -> Friends:
    """A game of those people, to its end."""
    plans = [PlannedSeat("person", who[0].name), *[PlannedSeat("open")] * (len(who) - 1)]
    created = await tables.create(FUORI.name, len(plans), {}, plans, club=club, box=box)
    tokens = dict(created.tokens)
    people = People(tables.registry)
    for seat, person in enumerate(who):
        if seat:
            tokens[seat] = (await tables.do(created.table_id, "", TakeSeat(seat, person.name))).token
        assert await people.join_seat(person, created.table_id, tokens[seat])
    for token in tokens.values():
        await tables.do(created.table_id, token, Ready(True))
    friends = Friends(tables, created.table_id, tokens)
    await friends.play(rng)
    return friends


def test_the_word_is_stored_as_a_slow_hash_and_opens_however_it_is_written(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            club = club_at(tables)
            with pytest.raises(NoClub):
                await club.admit(WORD)
            with pytest.raises(TableError, match="8 to 80 letters"):
                await club.switch_on("Circolo", "short")
            assert await club.look() is None, "nothing has changed"
            with pytest.raises(TableError, match="needs a name"):
                await club.switch_on("  ", WORD)
            row = await club.switch_on(" Circolo  di via Po ", WORD)
            assert (row.name, row.open) == ("Circolo di via Po", False)
            stored = await everything(tables.storage)
            assert plain(WORD) not in plain(stored)
            for good in (WORD, "ruotadiscorta", "RUOTA-DI-SCORTA "):
                await club.admit(good)
            for wrong in ("", "ruota", WORD + "x", row.word, "a" * 10_000):
                with pytest.raises(WrongWord):
                    await club.admit(wrong)
            again = await club.switch_on("Circolo", WORD)
            assert again.word == row.word, "the same word needs no other hash"
            assert (await club.switch_on("Circolo", "")).open
            await club.admit("whatever")
            await club.switch_off()
            assert await club.look() is None

    run(main())


def test_a_word_that_the_program_makes_is_hard_to_guess() -> None:
    words = {new_word() for _ in range(200)}
    assert len(words) == 200
    assert all(len(plain(word)) == 12 for word in words)
    assert not opens("rota", "00$00")


def test_only_whole_games_of_the_club_count_and_rematches_stay_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            people, club, rng = People(tables.registry), club_at(tables), seeded("counting")
            anna, bruno = [await member(people, club, name) for name in ("Anna", "Bruno")]
            inside = await played(tables, [anna, bruno], rng)
            outside = await played(tables, [anna, bruno], rng, club=False)
            await Friends.meet(tables, FUORI, 2)  # in play
            book = await club.book(ALWAYS)
            assert [game.table_id for game in book.games] == [inside.id]
            assert {seat.who.kind for seat in book.games[0].seats} == {MEMBER}
            for friends, counts in ((inside, True), (outside, False)):
                again = await tables.do(friends.id, friends.tokens[0], Rematch())
                assert (await tables.live(again.table_id)).row.club is counts
            position = (await inside.live()).playing().position
            assert [seat.place for seat in book.games[0].seats] == [one.place for one in position.places()]
            assert [seat.score for seat in book.games[0].seats] == position.scores()
            await club.leave(bruno)
            (seen,) = (await club.book(ALWAYS)).games
            assert sorted(seat.who.kind for seat in seen.seats) == ["guest", MEMBER], "read again at once"
            lists = [{info.id for info in await tables.open_tables(club=which)} for which in (True, False)]
            assert not lists[0] & lists[1]

    run(main())


def test_games_with_a_box_of_ones_own_are_kept_apart(tmp_path: Path) -> None:
    """Other figures are another game: ratings, standings, duels and records leave it out; sheet and history show it."""

    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            people, club, rng = People(tables.registry), club_at(tables), seeded("own boxes in the club")
            who = [await member(people, club, name) for name in ("Anna", "Bruno")]
            await played(tables, who, rng)
            alone = await club.book(ALWAYS)
            boxes = [
                await tables.shelf.add(FUORI.name, OwnBox(name, changes), "a" * 32, ready=True)
                for name, changes in (
                    ("Mine", {"points.own_colour": 9}),
                    ("The same again", {"points.own_colour": 9}),
                    ("Other", {"points.own_colour": 8}),
                    ("Only compared", {}),
                )
            ]
            with_box = [await played(tables, who, rng, box=box.id) for box in boxes]
            book = await club.book(ALWAYS)
            printed = {game.table_id for game in alone.games} | {with_box[3].id}
            assert {game.table_id for game in book.of("")} == printed, "a box in which nothing differs is ours"
            assert [row.games for row in book.standings()] == [2, 2]
            assert {len(course) for course in book.ladders[OVERALL].course.values()} == {2}
            assert [duel.games for duel in book.duels] == [2, 2]
            assert {record.table_id for record in book.records if record.kind != EVENING} <= printed
            (evening,) = book.evenings
            assert len(evening.games) == 5, "the evening was what it was"
            assert [game.box.name for game in evening.games] == ["", "Mine", "The same again", "Other", ""]
            assert [(used.box.name, used.games) for used in book.boxes] == [("The same again", 2), ("Other", 1)]
            mine = await club.book(ALWAYS, book.boxes[0].box.key)
            assert [game.table_id for game in mine.of(FUORI.name)] == [friends.id for friends in with_box[:2]]
            assert [row.games for row in mine.standings()] == [2, 2]
            assert {record.table_id for record in mine.records} <= {friends.id for friends in with_box[:2]}
            assert [line.box.name for line in await history(people, club.scorebook, who[0])][1:4] == [
                "Other",
                "The same again",
                "Mine",
            ]
            first = book.dump()
            _, changed, rebuilt = await club.rebuild()
            assert (changed, rebuilt.dump()) == (0, first)

    run(main())


def test_rebuilt_in_any_order_it_is_the_same_book(tmp_path: Path) -> None:
    """The score book is emptied, spoilt, filled in another order: from the logs the same bytes come back."""

    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            people, club, rng = People(tables.registry), club_at(tables), seeded("rebuild")
            who = [await member(people, club, name) for name in ("Anna", "Bruno", "Carla")]
            for number in range(4):
                await played(tables, who[number % 2 :], rng)
            games, changed, book = await club.rebuild()
            assert (games, changed, len(book.games)) == (4, 0, 4)
            first = book.dump()

            chance = random.Random(number_of(19))

            def spoil(connection: Connection) -> None:
                """Rows in another order, one of them wrong, one missing."""
                played_rows = [dict(row._mapping) for row in connection.execute(select(PLAYED))]
                score_rows = [dict(row._mapping) for row in connection.execute(select(SCORES))]
                for table, rows in ((SCORES, score_rows), (PLAYED, played_rows)):
                    connection.execute(delete(table))
                    chance.shuffle(rows)
                    connection.execute(insert(table), rows[:-1])
                connection.execute(update(SCORES).values(place=1, score=999))

            await tables.storage.transaction(spoil)
            assert (await Club(tables.storage, ScoreBook(tables.storage)).book(ALWAYS)).dump() != first
            _, changed, book = await club.rebuild()
            assert changed > 0
            assert book.dump() == first
            await write_backup(tables.storage, tmp_path / "club.gz")
        restored = storage_of(tmp_path / "restored.sqlite")
        await restore_backup(restored, tmp_path / "club.gz")
        _, _, book = await Club(restored, ScoreBook(restored)).rebuild()
        assert book.dump() == first, "another database, another order of rows"
        await restored.close()

    run(main())


def test_seasons_begin_and_are_forgotten(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            people, club = People(tables.registry), club_at(tables)
            who = [await member(people, club, name) for name in ("Anna", "Bruno")]
            with pytest.raises(TableError, match="Nobody began a season"):
                await club.forget_season("2026-01-01")
            friends = await played(tables, who, seeded("season"))
            (quarter,) = await club.seasons()
            assert len((await club.book()).games) == 1
            later = (await club.book()).games[0].ended + 1
            begun = await club.begin_season("Finale", later)
            assert [season.key for season in await club.seasons() if season.key != begun.key] == [quarter.key]
            assert (await club.book(quarter.key)).games[0].table_id == friends.id
            with pytest.raises(TableError, match="no such season"):
                await club.book("1999-q1")
            with pytest.raises(TableError, match="season needs a name"):
                await club.begin_season(" ", later)
            await club.forget_season(begun.key)
            assert [season.key for season in await club.seasons()] == [quarter.key]

    run(main())


@pytest.mark.sqlite_only
def test_an_erased_member_leaves_no_byte_and_the_others_their_book(tmp_path: Path) -> None:
    """The raw files of the database and of a backup are searched; the records stay playable, by a former player."""

    async def main() -> None:
        path = tmp_path / FILE
        async with open_tables(path) as tables:
            people, club, rng = People(tables.registry), club_at(tables), seeded("erased member")
            await club.switch_on("Circolo", WORD)
            gone = await member(people, club, SECRET)
            anna, bruno = [await member(people, club, name) for name in ("Anna", "Bruno")]
            friends = await played(tables, [gone, anna, bruno], rng)
            await tables.do(friends.id, friends.tokens[0], Say("a", f"{SECRET} was here"))
            await tables.storage.keep_note(friends.id, 0, f"{SECRET}'s note")
            await change_person(tables.storage, gone.id, email=f"{SECRET}@example.org".lower(), confirmed=True)
            own = OwnBox("Mine", {"points.own_colour": 9}, maker=SECRET)
            box = await tables.shelf.of(gone.id).add(FUORI.name, own, "a" * 32, ready=True)
            boxed = await played(tables, [anna, bruno], rng, box=box.id)
            assert SECRET in (await tables.shelf.find(box.id)).draft
            before = (await friends.live()).playing().dump()
            book = await club.book(ALWAYS)
            assert gone.id in {row.member for row in book.standings()}
            assert [row.who.name for row in book.evenings[0].sheet].count(gone.id) == 1

            await people.erase(gone)
            await scrub_if_due(tables.storage, 9e9)
            book = await club.book(ALWAYS)
            text = book.dump().decode()
            assert SECRET not in text
            assert gone.id not in text
            assert [seat.who.kind for seat in book.games[0].seats] == [FORMER, MEMBER, MEMBER]
            assert {row.member for row in book.standings()} == {anna.id, bruno.id}
            _, changed, rebuilt = await club.rebuild()
            assert changed == 0
            assert rebuilt.dump().decode() == text
            await write_backup(tables.storage, tmp_path / "later.gz")
            wanted = [word.encode() for word in (SECRET.lower(), gone.id)]
            for file in tmp_path.iterdir():
                raw = file.read_bytes()
                for content in (raw, gzip.decompress(raw)) if file.suffix == ".gz" else (raw,):
                    assert not any(word in content.lower() for word in wanted), file
            with pytest.raises(BoxError):
                await tables.shelf.find(box.id)
            assert (await tables.live(boxed.id)).game.own_box == own.anonymous(), "the others' game goes on as it was"
            live = await tables.live(friends.id)
            assert live.playing().dump() == before
            assert (await live.position_at(3)).over is False, "it can be looked at, step by step"

    run(main())


def test_two_hosts_who_switch_on_at_once_leave_one_club(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            await asyncio.gather(*(club_at(tables).switch_on(name, "") for name in ("One", "Two") * 3))
            rows = await tables.storage.read(lambda connection: connection.execute(select(CLUB)).all())
            assert len(rows) == 1

    run(main())
