"""What a table decides together, bots that stand in, talk, notes, closing: once, in the log, and over every restart."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from officina import Game, render
from officina.core.record import Record
from officina.games import GAMES
from officina.messages import MOST_LINE, Close, HandOver, Leave, Note, Propose, Ready, Rematch, Say, TakeBack, TakeSeat, Vote
from officina.tables import Illegal, Ok, PlannedSeat, Stale, TableError, Tables, WrongLink
from officina.tables.actions import agree
from officina.tables.actions.agree import own_choices
from officina.tables.actions.attendance import Attendance
from officina.tables.errors import NotSaved
from officina.tables.storage.interface import (
    ANSWERED,
    ASKED,
    BOT,
    CHAT,
    CLOSED,
    ENDED,
    HANDED,
    LOBBY,
    OVER,
    PERSON,
    PLAYING,
    RETURNED,
    WENT_BACK,
    Change,
)
from officina.tables.storage.seat_data import NoticeRow, VisitRow
from officina.tables.table.clock import BANK, HOUR, NO_CLOCK, ClockRule
from officina.tables.table.draft import Draft
from officina.tables.table.talk import KEPT, clean_line
from tests.seeds import number_of, seeded
from tests.tables.common import FUORI, Friends, fewest, open_tables, run
from tests.tables.test_restart import FIXTURES, everything

Clock = list[float]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time, in the tests' hands."""
    now = [1_800_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


async def ask(friends: Friends, seat: int, what: Any, step: int = 0, action: str = "") -> Any:
    friends.actions += 1
    return await friends.tables.do(friends.id, friends.tokens[seat], Propose(action or f"ask {friends.actions}", what, step))


async def vote(friends: Friends, seat: int, agree: bool, number: int = 0, action: str = "") -> Any:
    friends.actions += 1
    asked = number or (await friends.live()).proposals.count
    return await friends.tables.do(friends.id, friends.tokens[seat], Vote(action or f"vote {friends.actions}", asked, agree))


def whole(friends_live: Any) -> str:
    """All that a table is, what is said and asked included."""
    live = friends_live
    return everything(live) + repr((live.proposals.__dict__, live.talk.lines, live.times))


def test_going_back_beyond_the_barrier_by_consent(tmp_path: Path, game: Game, clock: Clock) -> None:
    """To every own choice in turn: refused, then agreed on; the position is the one of then, and it is played on to the end."""
    path = tmp_path / "t.sqlite"

    async def main() -> tuple[Friends, str]:
        async with open_tables(path) as tables:
            friends = await Friends.meet(tables, game, fewest(game))
            players = fewest(game)
            rng = seeded(f"back {game.name}")
            for number in range(3):
                for _ in range(25):
                    if (await friends.live()).row.state == PLAYING:
                        await friends.one_choice(rng)
                live = await friends.live()
                record = live.playing()
                seat = rng.below(players)
                choices = own_choices(live, seat)
                if live.row.state != PLAYING or not choices:
                    break
                step = rng.pick(list(choices)[-8:])
                kept = choices[step]
                wanted = (await live.position_at(kept)).to_json()
                before = record.position
                assert isinstance(await ask(friends, seat, "undo", step), Ok)
                asked = live.version_for(seat)
                question = next((live.question(s) for s in before.to_act), None)
                assert question is not None, "play goes on while the others think about it"
                assert isinstance(await vote(friends, (seat + 1) % players, number != 0), Ok)
                if number == 0:
                    assert record.position is before
                    again = await ask(friends, seat, "undo", step)
                    assert isinstance(again, Illegal)
                    assert "again in" in render(again.reason, "en")
                    clock[0] += 61
                    assert isinstance(await ask(friends, seat, "undo", step), Ok)
                    assert isinstance(await vote(friends, (seat + 1) % players, True), Ok)
                for other in range(players):
                    if live.proposals.open is not None and other not in (seat, (seat + 1) % players):
                        assert record.position is before, "not before everybody has agreed"
                        assert isinstance(await vote(friends, other, True), Ok)
                assert live.proposals.open is None
                assert record.position.to_json() == wanted
                assert len(record.moves) == kept == len(live.audiences)
                assert seat in record.position.to_act
                assert await friends.choose(seat, "x", asked) == Stale(live.version_for(seat)), "an old page's choice is stale"
                for note in live.notes:
                    assert note.after <= kept
            return friends, whole(await friends.live())

    friends, known = run(main())

    async def again() -> None:
        async with open_tables(path) as tables:
            live = await friends.at(tables).live()
            assert whole(live) == known
            live = await friends.at(tables).play(seeded(3))
            assert live.info.state == OVER
            text = live.playing().dump()
            assert '"back ' in text
            replayed = Record.load(text, GAMES.__getitem__)
            assert replayed.position.scores() == live.playing().position.scores()
            imported = await tables.live(await tables.import_record(text.encode()))
            assert imported.playing().dump() == text

    run(again())


def test_a_table_without_its_snapshots_finds_its_way_back(tmp_path: Path) -> None:
    """Another process that only reads the entries, or an old snapshot, comes to the same position."""
    from officina.tables.table.entries import load_table

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            rng = seeded(4)
            for _ in range(2):
                for _ in range(16):
                    await friends.one_choice(rng)
                live = await friends.live()
                step = list(own_choices(live, 1))[-5]
                assert isinstance(await ask(friends, 1, "undo", step), Ok)
                assert isinstance(await vote(friends, 0, True), Ok)
            await friends.one_choice(rng)
            stored = await tables.storage.load(friends.id)
            assert stored is not None
            assert stored.snapshot is not None
            stored.snapshot = None
            assert whole(load_table(stored)) == whole(await friends.live())

    run(main())


def test_refusals_make_one_wait_longer_and_longer(tmp_path: Path, clock: Clock) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 3)
            live = await friends.live()
            for minutes in (1, 2, 4, 8):
                assert isinstance(await ask(friends, 0, "end"), Ok)
                assert isinstance(await vote(friends, 1, True), Ok)
                assert isinstance(await vote(friends, 2, False), Ok)
                assert live.row.state == PLAYING
                clock[0] += minutes * 60 - 1
                refused = await ask(friends, 0, "pause")
                assert isinstance(refused, Illegal)
                assert "in a minute" in render(refused.reason, "en")
                assert isinstance(await ask(friends, 1, "pause"), Ok), "others may ask"
                assert isinstance(await vote(friends, 1, False), Ok), "and withdraw"
                clock[0] += 1 + 60 * minutes
            assert isinstance(await ask(friends, 0, "pause"), Ok)
            for seat in (1, 2):
                assert isinstance(await vote(friends, seat, True), Ok)
            assert live.row.paused
            assert live.proposals.may_ask_at(0) == 0, "what everybody agreed to is no reason to wait"

    run(main())


def test_questions_and_answers_that_cannot_be(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 3)
            await friends.one_choice(seeded(1))
            live = await friends.live()
            version = live.version
            for seat, what, step, key in (
                (0, "dance", 0, "unknown_question"),
                (0, "resume", 0, "not_paused"),
                (1, "undo", 1, "not_your_choice"),
                (0, "undo", 99, "not_your_choice"),
            ):
                refused = await ask(friends, seat, what, step)
                assert isinstance(refused, Illegal)
                assert refused.reason.key == f"tables.refuse.{key}"
            with pytest.raises(WrongLink):
                await tables.do(friends.id, "x" * 32, Propose("a", "pause"))
            assert await vote(friends, 1, True, number=1) == Stale(live.version_for(1)), "no question is open"
            assert live.version == version, "nothing has changed"
            first = await ask(friends, 0, "undo", 1, action="one")
            assert first == await ask(friends, 0, "undo", 1, action="one"), "the same action again is not done again"
            assert live.proposals.count == 1
            assert (await ask(friends, 1, "pause")).reason.key == "tables.refuse.one_question"
            assert (await vote(friends, 0, True)).reason.key == "tables.refuse.own_question"
            agreed = await vote(friends, 1, True, action="yes")
            assert agreed == await vote(friends, 1, True, action="yes")
            assert (await vote(friends, 1, False)).reason.key == "tables.refuse.answered"
            assert await vote(friends, 2, True, number=7) == Stale(live.version_for(2))
            assert isinstance(await friends.undo(0), Ok), "the choice is taken back in the usual way"
            assert live.proposals.open is None, "so there is nothing left to agree on"

    run(main())


def test_ending_by_consent(tmp_path: Path, game: Game) -> None:
    async def main() -> tuple[Friends, str]:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, fewest(game))
            rng = seeded(2)
            for _ in range(10):
                await friends.one_choice(rng)
            live = await friends.live()
            assert live.info.seed is None
            assert isinstance(await ask(friends, 0, "end"), Ok)
            for seat in range(1, fewest(game)):
                assert live.row.state == PLAYING
                assert isinstance(await vote(friends, seat, True), Ok)
            assert (live.row.state, live.row.ended, live.row.waiting) == (OVER, True, ())
            assert live.revealed
            assert live.info.seed is not None
            seat = live.playing().position.to_act[0]
            assert live.question(seat) is None
            for refused in (await friends.choose(seat, "x"), await friends.undo(seat), await ask(friends, 0, "undo", 1)):
                assert isinstance(refused, Illegal)
            imported = await tables.live(await tables.import_record(live.playing().dump().encode()))
            assert not imported.playing().position.over
            created = await tables.do(friends.id, friends.tokens[0], Rematch())
            assert (await tables.live(created.table_id)).info.state == LOBBY
            return friends, whole(live)

    friends, known = run(main())

    async def again() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            assert whole(await friends.at(tables).live()) == known

    run(again())


def test_alone_with_bots_nobody_else_is_asked(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 1, 2)
            live = await friends.play(seeded(1), 3)
            step = next(iter(own_choices(live, 0)))
            assert isinstance(await ask(friends, 0, "pause"), Ok)
            assert live.row.paused
            version = live.version
            await asyncio.sleep(0.1)
            assert live.version == version, "bots wait, too"
            assert isinstance(await ask(friends, 0, "resume"), Ok)
            assert isinstance(await ask(friends, 0, "undo", step), Ok)
            assert len(live.playing().moves) < 9
            assert isinstance(await ask(friends, 0, "end"), Ok)
            assert live.info.state == OVER

    run(main())


def test_a_bot_stands_in_and_gives_the_seat_back(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "t.sqlite"
    rule = ClockRule(kind=BANK, bank=100, increment=10, absence=HOUR)

    async def meet(tables: Tables) -> Friends:
        created = await tables.create(FUORI.name, 3, {}, [PlannedSeat("person", "Anna"), PlannedSeat(), PlannedSeat()], rule)
        tokens = {
            0: created.tokens[0],
            **{seat: (await tables.do(created.table_id, "", TakeSeat(seat, "B"))).token for seat in (1, 2)},
        }
        for token in tokens.values():
            await tables.do(created.table_id, token, Ready(True))
        return Friends(tables, created.table_id, tokens)

    async def main() -> Friends:
        async with open_tables(path) as tables:
            friends = await meet(tables)
            live = await friends.live()
            late = live.playing().position.to_act[0]
            other, third = (late + 1) % 3, (late + 2) % 3

            async def hand(by: int, seat: int) -> Any:
                friends.actions += 1
                return await tables.do(friends.id, friends.tokens[by], HandOver(f"hand {friends.actions}", seat))

            async def back(by: int, seat: int) -> Any:
                friends.actions += 1
                return await tables.do(friends.id, friends.tokens[by], TakeBack(f"back {friends.actions}", seat))

            assert (await hand(other, late)).reason.key == "tables.refuse.in_time"
            clock[0] += 101
            assert (await hand(late, other)).reason.key == "tables.refuse.in_time", "nobody waits for that one"
            assert isinstance(await ask(friends, third, "pause"), Ok)
            assert isinstance(await vote(friends, other, True), Ok)
            assert isinstance(await hand(other, late), Ok)
            assert live.row.paused, "the question waited for the one who is away: with the bot all have agreed"
            assert live.seats[late].kind == BOT
            assert live.info.seats[late].lent
            assert (await hand(other, late)).reason.key == "tables.refuse.bot_already"
            assert (await ask(friends, late, "end")).reason.key == "tables.refuse.lent"
            assert isinstance(await ask(friends, other, "resume"), Ok)
            assert isinstance(await vote(friends, third, True), Ok)
            for _ in range(400):
                if late not in live.playing().position.to_act:
                    break
                await asyncio.sleep(0.02)
            assert live.playing().moves, "the bot plays"
            assert (await friends.choose(late, "x")).reason.key == "tables.refuse.lent"  # type: ignore[union-attr]
            assert await tables.identify(friends.id, friends.tokens[late]) == late, "the link stays good"
            assert isinstance(await back(late, late), Ok)
            assert live.seats[late].kind == PERSON
            assert (await back(late, late)).reason.key == "tables.refuse.not_lent"
            # Long away counts as over one's time; a page that is open, or was just now, does not.
            waited = next(seat for seat in live.playing().position.to_act)
            helper = (waited + 1) % 3
            clock[0] += 50
            async with Attendance(tables.registry, 1000) as attendance:
                tables.connected(friends.id, waited, 1)
                attendance.saw(live, waited)
            tables.connected(friends.id, waited, -1)
            assert (await hand(helper, waited)).reason.key == "tables.refuse.in_time"
            assert isinstance(await hand(helper, helper), Ok), "one's own seat at any time"
            assert (await hand(helper, waited)).reason.key == "tables.refuse.lent"
            return friends

    friends = run(main())

    async def again() -> None:
        async with open_tables(path) as tables:
            live = await friends.at(tables).live()
            lent = [seat.seat for seat in live.info.seats if seat.lent]
            assert len(lent) == 1
            other = (lent[0] + 1) % 3
            answer = await tables.do(friends.id, friends.tokens[other], TakeBack("give back", lent[0]))
            assert isinstance(answer, Ok), "others can give it back, too"
            stored = await tables.storage.load(friends.id)
            assert stored is not None
            kinds = [entry.kind for entry in stored.entries]
            assert [kinds.count(kind) for kind in (HANDED, RETURNED)] == [2, 2]

    run(again())


def test_long_away_without_a_clock(tmp_path: Path, clock: Clock) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            live = await friends.live()
            waited = live.playing().position.to_act[0]
            clock[0] += 24 * HOUR - 1
            for seconds, kind in ((0, Illegal), (1, Ok)):
                clock[0] += seconds
                answer = await tables.do(friends.id, friends.tokens[1 - waited], HandOver(f"hand {seconds}", waited))
                assert isinstance(answer, kind)

    run(main())


def test_talk_and_private_notes(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "t.sqlite"

    async def main() -> tuple[Friends, str]:
        async with open_tables(path) as tables:
            created = await tables.create(FUORI.name, 2, {}, [PlannedSeat("person", "Anna"), PlannedSeat("open")])
            anna = created.tokens[0]
            assert isinstance(await tables.do(created.table_id, anna, Say("1", "  ciao\n<b>a</b> \u202e tutti ")), Ok)
            bruno = (await tables.do(created.table_id, "", TakeSeat(1, "Bruno"))).token
            for token in (anna, bruno):
                await tables.do(created.table_id, token, Ready(True))
            friends = Friends(tables, created.table_id, {0: anna, 1: bruno})
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            question, base = live.question(seat), live.version_for(seat)
            assert question is not None
            for number in range(5):
                answer = await tables.do(friends.id, bruno, Say(f"b{number}", "x" * 1000))
                assert isinstance(answer, Ok)
                assert answer == await tables.do(friends.id, bruno, Say(f"b{number}", "twice?"))
            fast = await tables.do(friends.id, bruno, Say("b6", "too fast"))
            assert isinstance(fast, Illegal)
            assert fast.reason.key == "tables.refuse.talks_fast"
            empty = await tables.do(friends.id, anna, Say("a1", " \n "))
            assert isinstance(empty, Illegal)
            clock[0] += 11
            assert isinstance(await tables.do(friends.id, bruno, Say("b7", "slower")), Ok)
            with pytest.raises(WrongLink):
                await tables.do(friends.id, "y" * 32, Say("c", "I only watch"))
            assert isinstance(await friends.choose(seat, question.options[0].notation, base), Ok), "talk makes nothing stale"
            lines = [(line.number, line.seat, line.text) for line in live.talk.lines]
            assert lines[0] == (1, 0, "ciao <b>a</b> tutti")
            assert lines[1] == (2, 1, "x" * MOST_LINE)
            assert lines[-1] == (7, 1, "slower")
            await tables.do(friends.id, anna, Note("the red one\nis mine"))
            await tables.do(friends.id, anna, Note("the red one\nwas mine"))
            assert await tables.note(friends.id, anna) == "the red one\nwas mine"
            assert await tables.note(friends.id, bruno) == ""
            with pytest.raises(TableError, match="too long"):
                await tables.do(friends.id, anna, Note("x" * 5000))
            return friends, whole(live)

    friends, known = run(main())

    async def again() -> None:
        async with open_tables(path) as tables:
            assert whole(await friends.at(tables).live()) == known
            assert await tables.note(friends.id, friends.tokens[0]) == "the red one\nwas mine"

    run(again())
    assert clean_line("a\x00b\tc" + "d" * 9000).startswith("a b cddd")
    assert KEPT >= 100


def test_whoever_sits_down_next_finds_nothing_of_the_one_before(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            created = await tables.create(FUORI.name, 2, {}, [PlannedSeat("person", "Anna"), PlannedSeat("open")])
            table = created.table_id
            bruno = (await tables.do(table, "", TakeSeat(1, "Bruno"))).token
            await tables.do(table, bruno, Say("1", "it was me"))
            await tables.do(table, bruno, Note("secret"))
            await tables.storage.keep_notice(NoticeRow(table, 1, "https://hook.example/secret", "bruno@example.org", True, "k"))
            await tables.storage.keep_visits([VisitRow(table, 1, 5.0, 7)])
            await tables.do(table, bruno, Leave())
            carla = (await tables.do(table, "", TakeSeat(1, "Carla"))).token
            assert await tables.note(table, carla) == ""
            assert await tables.storage.notice(table, 1) is None
            assert await tables.storage.visits(table) == {}
            live = await tables.live(table)
            assert [(line.name, line.text) for line in live.talk.lines] == [("Bruno", "it was me")]
            await tables.do(table, created.tokens[0], Note("mine"))
            assert await tables.note(table, created.tokens[0]) == "mine"

    run(main())


def test_only_the_host_closes_and_only_before_the_game(tmp_path: Path) -> None:
    async def main() -> str:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            created = await tables.create(FUORI.name, 2, {}, [PlannedSeat("person", "Anna"), PlannedSeat("open")])
            other = await tables.create(FUORI.name, 2, {}, [PlannedSeat("person", "Anna"), PlannedSeat("bot")])
            bruno = (await tables.do(created.table_id, "", TakeSeat(1, "Bruno"))).token
            with pytest.raises(TableError, match="Only the host"):
                await tables.do(created.table_id, bruno, Close())
            await tables.do(created.table_id, created.tokens[0], Close())
            assert (await tables.live(created.table_id)).info.state == CLOSED
            assert await tables.open_tables() == []
            for change in (
                tables.do(created.table_id, bruno, Ready(True)),
                tables.do(created.table_id, bruno, Leave()),
                tables.do(created.table_id, created.tokens[0], Close()),
            ):
                with pytest.raises(TableError, match="closed this table"):
                    await change
            await tables.do(other.table_id, other.tokens[0], Ready(True))
            with pytest.raises(TableError, match="has begun"):
                await tables.do(other.table_id, other.tokens[0], Close())
            return created.table_id

    table_id = run(main())

    async def again() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            assert (await tables.live(table_id)).info.state == CLOSED

    run(again())


def test_visits_that_could_not_be_stored_are_stored_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables, Attendance(tables.registry, 1000) as attendance:
            friends = await Friends.meet(tables, FUORI, 2)
            attendance.saw(await friends.live(), 0)
            with monkeypatch.context() as broken:

                async def fails(_rows: Sequence[Any]) -> None:
                    raise NotSaved

                broken.setattr(tables.storage, "keep_visits", fails)
                with pytest.raises(NotSaved):
                    await attendance.write()
            attendance.saw(await friends.live(), 1)
            await attendance.write()
            assert set(await tables.storage.visits(friends.id)) == {0, 1}

    run(main())


def test_killed_in_the_middle_all_or_nothing_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last answer and what follows from it are one transaction: with the first of its rows written and no more, none is."""
    import officina.tables.storage.sql_log as sql_log

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            for _ in range(12):
                await friends.one_choice(seeded(7))
            live = await friends.live()
            step = next(iter(own_choices(live, 0)))
            assert isinstance(await ask(friends, 0, "undo", step), Ok)
            known = whole(live)
            write_logs = sql_log.write_logs

            def dies(connection: Any, changes: Sequence[Change]) -> None:
                write_logs(connection, changes)
                raise RuntimeError("killed")

            monkeypatch.setattr(sql_log, "write_logs", dies)
            with pytest.raises(RuntimeError, match="killed"):
                await tables.storage.commit(agreement(live))
            monkeypatch.setattr(sql_log, "write_logs", write_logs)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = friends.at(tables)
            live = await friends.live()
            assert whole(live) == known
            assert isinstance(await vote(friends, 1, True, action="yes"), Ok)
            stored = await tables.storage.load(friends.id)
            assert stored is not None
            assert [entry.kind for entry in stored.entries[-3:]] == [ASKED, ANSWERED, WENT_BACK]

    def agreement(live: Any) -> Change:
        draft = Draft(live, time.time())
        agree.Vote().plan(draft, 1, Vote("yes", live.proposals.open.number, True))
        assert len(draft.entries) == 2
        return draft.change()

    run(main())


def test_a_killed_server_leaves_nothing_by_half(tmp_path: Path) -> None:
    """A few of what ``python -m tests.tables.kill_company --times 50`` does."""
    from tests.tables.kill_company import kill_many

    assert kill_many(tmp_path / "t.sqlite", 3, number_of(1)).acknowledged


def test_two_processes_count_one_vote_once(tmp_path: Path) -> None:
    """Both have the table in memory; one writes first, the other reads again and answers from what it finds."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as one, open_tables(tmp_path / "t.sqlite") as other:
            friends = await Friends.meet(one, FUORI, 3)
            twins = friends.at(other)
            await twins.live()
            assert isinstance(await ask(friends, 0, "end"), Ok)
            assert isinstance(await one.do(friends.id, friends.tokens[2], Say("hello", "hello")), Ok)
            assert isinstance(await other.do(friends.id, friends.tokens[1], Say("me too", "me too")), Ok)
            first = await vote(friends, 1, True, number=1, action="yes")
            second = await vote(twins, 1, True, number=1, action="yes")
            assert first == second
            assert isinstance(await vote(twins, 2, True, number=1), Ok)
            stored = await one.storage.load(friends.id)
            assert stored is not None
            kinds = [entry.kind for entry in stored.entries]
            assert [kinds.count(kind) for kind in (CHAT, ASKED, ANSWERED, ENDED)] == [2, 1, 2, 1]

    run(main())


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("0.1.0-*.sqlite")), ids=lambda path: path.stem)
def test_tables_of_before_take_part_in_everything(tmp_path: Path, path: Path) -> None:
    """A database from before there was any of this: its tables have no clock, and can do all the rest."""
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    written = json.loads(path.with_suffix(".json").read_text())

    async def main() -> None:
        async with open_tables(copy) as tables:
            for table_id, saved in written.items():
                friends = Friends(tables, table_id, {int(seat): token for seat, token in saved["tokens"].items()})
                live = await friends.live()
                before = live.playing().position.to_json()
                assert (live.rule, live.row.times, live.row.paused, live.row.ended) == (NO_CLOCK, "", False, False)
                assert [bool(time.began) for time in live.times] == [seat in live.row.waiting for seat in friends.tokens]
                assert isinstance(await tables.do(table_id, friends.tokens[0], Say("hello", "hello")), Ok)
                for what in ("pause", "resume"):
                    assert isinstance(await ask(friends, 0, what), Ok)
                    for seat in list(friends.tokens)[1:]:
                        assert isinstance(await vote(friends, seat, True), Ok)
                assert isinstance(await tables.do(table_id, friends.tokens[1], HandOver("away", 1)), Ok)
                assert isinstance(await tables.do(table_id, friends.tokens[1], TakeBack("here", 1)), Ok)
                seat = next(seat for seat in friends.tokens if own_choices(live, seat))
                step = list(own_choices(live, seat))[-1]
                assert isinstance(await ask(friends, seat, "undo", step), Ok)
                for other in friends.tokens:
                    if other != seat:
                        assert isinstance(await vote(friends, other, True), Ok)
                assert live.playing().position.to_json() != before
                known = whole(live)
        async with open_tables(copy) as tables:
            assert whole(await friends.at(tables).live()) == known
            assert (await friends.at(tables).play(seeded(1))).info.state == OVER

    run(main())


def test_a_page_that_closes_while_the_server_stops(tmp_path: Path) -> None:
    """The loop that stores visits ends although it is woken in the same moment."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables, Attendance(tables.registry, 1000) as attendance:
            await asyncio.sleep(0)
            assert attendance.task is not None
            await asyncio.sleep(0)
            attendance.left()
            await asyncio.sleep(0)
            attendance.task.cancel()
            done, _ = await asyncio.wait({attendance.task}, timeout=10)
            assert done
            attendance.task = None

    run(main())
