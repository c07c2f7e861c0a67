"""The host and the company: removing, locking, another host, offered seats; who is away, and what is decided meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from officina.core.text import render
from officina.messages import (
    DecideWithout,
    Fill,
    HandOver,
    HaveRead,
    Leave,
    Lock,
    OfferSeat,
    PassHost,
    Propose,
    React,
    Ready,
    Rematch,
    RemoveSeat,
    Say,
    TakeBack,
    TakeOver,
    TakeSeat,
    Vote,
)
from officina.tables import Illegal, Ok, PlannedSeat, TableError, Tables, WrongLink
from officina.tables.actions.attendance import Attendance
from officina.tables.storage.interface import BOT, HOSTED, OVER, PERSON, PLAYING, TOLD, WITHOUT
from officina.tables.storage.seat_data import NoticeRow
from officina.tables.table.clock import NO_CLOCK, WINDOW, ClockRule
from officina.tables.table.presence import LAPSE, is_gone
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.test_restart import everything


class Hand:
    """The time, in the tests' hands."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Evening:
    """Friends with pages: who has one open is there."""

    def __init__(self, friends: Friends, hand: Hand) -> None:
        self.friends = friends
        self.hand = hand
        self.attendance = Attendance(friends.tables.registry)

    async def open(self, *seats: int) -> None:
        for seat in seats:
            await self.friends.live()
            self.friends.tables.connected(self.friends.id, seat, 1)
        await self.attendance.write()

    async def leave(self, *seats: int) -> None:
        await self.attendance.write()
        for seat in seats:
            self.friends.tables.connected(self.friends.id, seat, -1)

    async def wait(self, seconds: float) -> None:
        """Time passes, and those who are there are seen."""
        for _ in range(int(seconds // 20)):
            self.hand.now += 20
            await self.attendance.write()

    async def do(self, seat: int, asked: Any) -> Any:
        return await self.friends.tables.do(self.friends.id, self.friends.tokens[seat], asked)


async def meet(tables: Tables, hand: Hand, people: int = 3, clock: ClockRule = NO_CLOCK) -> Evening:
    """A table of that many people, all of them there."""
    evening = Evening(await Friends.meet(tables, FUORI, people, clock=clock), hand)
    await evening.open(*range(people))
    return evening


async def lobby(tables: Tables, people: int = 3) -> Friends:
    """A table before the game."""
    created = await tables.create("fuori_di_rotella", 4, {}, [PlannedSeat("person", "Anna"), *[PlannedSeat("open")] * 3])
    found = dict(created.tokens)
    for seat in range(1, people):
        found[seat] = (await tables.do(created.table_id, "", TakeSeat(seat, f"Friend {seat}"))).token
    return Friends(tables, created.table_id, found)


def whole(live: Any) -> str:
    """All that a table is, the host's doings included."""
    return everything(live) + repr((live.proposals.__dict__, live.talk.lines, live.untold, live.removals, live.offers))


# --- before the game


def test_the_host_removes_somebody_who_cannot_just_come_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await lobby(tables, 2)
            table, anna, bruno = friends.id, friends.tokens[0], friends.tokens[1]
            with pytest.raises(TableError, match="host"):
                await tables.do(table, bruno, RemoveSeat(0))
            for wrong in (0, 2, 9):
                with pytest.raises(TableError):
                    await tables.do(table, anna, RemoveSeat(wrong))
            old = tables.storage
            await old.keep_note(table, 1, "Bruno's secret")
            await tables.do(table, anna, RemoveSeat(1))
            live = await friends.live()
            assert (live.seats[1].kind, live.seats[1].token, live.seats[1].name) == (PERSON, "", "")
            with pytest.raises(WrongLink):
                await tables.do(table, bruno, Ready(True))
            with pytest.raises(WrongLink):
                await tables.do(table, "", TakeSeat(1, "Bruno"))
            first = (await tables.invitations(table, anna))[1]
            carla = (await tables.do(table, "", TakeSeat(1, "Carla", first))).token
            assert await tables.note(table, carla) == "", "nobody gets the notes of the one before"
            await tables.do(table, anna, RemoveSeat(1))
            second = (await tables.invitations(table, anna))[1]
            assert first != second
            with pytest.raises(WrongLink):
                await tables.do(table, "", TakeSeat(1, "Carla", first))
            await tables.do(table, anna, Fill(1, ""))
            await tables.do(table, "", TakeSeat(1, "Anybody"))
            known = whole(await friends.live())
        async with open_tables(tmp_path / "t.sqlite") as tables:
            assert whole(await friends.at(tables).live()) == known
            again = await tables.invitations(friends.id, friends.tokens[0])
            assert set(again) == {2, 3}

    run(main())


def test_a_locked_table_is_for_those_with_an_invitation(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await lobby(tables, 2)
            assert [info.id for info in await tables.open_tables()] == [friends.id]
            await tables.do(friends.id, friends.tokens[0], Lock())
            await tables.do(friends.id, friends.tokens[0], Lock())
            live = await friends.live()
            assert live.info.locked
            version = live.version
            await tables.do(friends.id, friends.tokens[0], Lock(True))
            assert live.version == version, "what is so already is not written again"
            assert await tables.open_tables() == []
            with pytest.raises(TableError, match="locked"):
                await tables.do(friends.id, "", TakeSeat(2, "Anybody"))
            with pytest.raises(TableError, match="host"):
                await tables.do(friends.id, friends.tokens[1], Lock(False))
            await tables.do(friends.id, friends.tokens[0], Lock(False))
            assert (await tables.do(friends.id, "", TakeSeat(2, "Anybody"))).tokens

    run(main())


def test_the_host_passes_the_role_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await lobby(tables)
            await tables.do(friends.id, friends.tokens[0], PassHost(2))
            live = await friends.live()
            assert [seat.host for seat in live.seats] == [False, False, True, False]
            with pytest.raises(TableError, match="host"):
                await tables.do(friends.id, friends.tokens[0], Fill(3))
            await tables.do(friends.id, friends.tokens[2], Fill(3))
            for token in friends.tokens.values():
                await tables.do(friends.id, token, Ready(True))
            assert live.row.state == PLAYING
            await tables.do(friends.id, friends.tokens[2], PassHost(0))
            assert live.seats[0].host
            for wrong in (0, 3):
                with pytest.raises(TableError):
                    await tables.do(friends.id, friends.tokens[0], PassHost(wrong))

    run(main())


def test_a_majority_of_those_there_chooses_another_host(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            friends = await lobby(tables, 4)
            evening = Evening(friends, hand)
            await evening.open(0, 1, 2, 3)
            early = await evening.do(1, Propose("a", "host"))
            assert isinstance(early, Illegal)
            assert "is there" in render(early.reason, "en")
            await evening.leave(0)
            await evening.wait(200)
            live = await friends.live()
            assert isinstance(await evening.do(1, Propose("b", "host")), Ok)
            assert live.seats[0].host, "one of three is no majority"
            assert isinstance(await evening.do(2, Vote("c", 1, False)), Ok)
            assert live.proposals.open is not None, "one of three can still agree"
            assert isinstance(await evening.do(3, Vote("d", 1, True)), Ok)
            assert [seat.host for seat in live.seats] == [False, True, False, False]
            await evening.do(1, RemoveSeat(0))
            assert not live.seats[0].token
            # Two of two refuse: nothing happens, and nobody is told anything.
            await evening.leave(1)
            await evening.wait(200)
            assert isinstance(await evening.do(2, Propose("e", "host")), Ok)
            assert isinstance(await evening.do(3, Vote("f", 2, False)), Ok)
            assert live.proposals.open is None
            assert live.seats[1].host
            # Whoever stands up asks nothing any more.
            assert isinstance(await evening.do(3, Propose("g", "host")), Ok)
            await evening.do(3, Leave())
            assert live.proposals.open is None
            known = whole(live)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            assert whole(await friends.at(tables).live()) == known

    run(main())


# --- who is away


def waited_for(live: Any) -> int:
    """A seat whose turn it is."""
    return int(live.row.waiting[0])


def test_who_leaves_a_live_table_is_stood_in_for_after_minutes(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = await meet(tables, hand)
            live = await evening.friends.live()
            away = waited_for(live)
            other = next(seat for seat in range(3) if seat != away)
            await evening.leave(away)
            await evening.wait(160)
            assert isinstance(await evening.do(other, HandOver("early", away)), Illegal)
            await evening.wait(40)
            assert isinstance(await evening.do(other, HandOver("late", away)), Ok)
            assert live.seats[away].kind == BOT
            async for _ in tables.changes(live.id):
                if live.times[away].moved:
                    break
            assert is_gone(live, away, hand.now), "that a bot moves there does not mean that somebody has come back"
            await evening.open(away)
            assert isinstance(await evening.do(away, TakeBack("back")), Ok)
            assert live.seats[away].kind == PERSON
            assert not is_gone(live, away, hand.now)

    run(main())


def test_what_all_knew_together_outlives_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = await meet(tables, hand)
            friends = evening.friends
            await evening.leave(1)
        hand.now += 200
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            live = await friends.at(tables).live()
            assert is_gone(live, 1, hand.now)

    run(main())


@pytest.mark.parametrize("how", ["over days", "never together", "by the hours of the day", "never", "one alone"])
def test_a_table_played_over_days_waits_for_hours(tmp_path: Path, how: str) -> None:
    async def main() -> None:
        hand = Hand()
        rule = {"by the hours of the day": ClockRule(WINDOW), "never": ClockRule(patience=0.0)}.get(how, NO_CLOCK)
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            people = 3 if how != "one alone" else 2
            evening = Evening(await Friends.meet(tables, FUORI, people, clock=rule), hand)
            if how in ("never together", "one alone"):
                for seat in range(people):
                    await evening.open(seat)
                    await evening.leave(seat)
                    await evening.wait(600)
            else:
                await evening.open(*range(people))
                await evening.leave(*range(people))
            await evening.wait(200 if how != "over days" else LAPSE)
            live = await evening.friends.live()
            assert not is_gone(live, 1, hand.now)
            hand.now += 24 * 3600
            assert is_gone(live, 1, hand.now)

    run(main())


def test_a_program_that_asks_for_events_is_there(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = await meet(tables, hand)
            live = await evening.friends.live()
            await evening.leave(1)
            for _ in range(12):
                evening.attendance.asked(live, 1)
                await evening.wait(20)
            assert not is_gone(live, 1, hand.now)
            await evening.wait(200)
            assert is_gone(live, 1, hand.now)

    run(main())


# --- what is decided meanwhile


def test_what_was_decided_without_somebody_is_told_on_return(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = await meet(tables, hand)
            friends = evening.friends
            live = await friends.live()
            assert isinstance(await evening.do(0, Propose("pause", "pause")), Ok)
            await evening.leave(2)
            assert isinstance(await evening.do(1, Vote("yes", 1, True)), Ok)
            assert not live.row.paused, "who has just left is waited for"
            early = await evening.do(0, DecideWithout("early", 1))
            assert isinstance(early, Illegal)
            await evening.wait(200)
            assert isinstance(await evening.do(0, DecideWithout("now", 1)), Ok)
            assert isinstance(await evening.do(0, DecideWithout("now", 1)), Ok), "the same twice is done once"
            assert live.row.paused
            # The next one is decided at once: whoever is away is known to be.
            assert isinstance(await evening.do(1, Propose("resume", "resume")), Ok)
            assert isinstance(await evening.do(0, Vote("yes", 2, True)), Ok)
            assert not live.row.paused
            assert [message.key for message in live.untold[2]] == ["tables.told.pause", "tables.told.resume"]
            assert 1 not in live.untold
            known = whole(live)
            stored = await tables.storage.load(friends.id)
            assert stored is not None
            assert [entry.kind for entry in stored.entries].count(WITHOUT) == 2
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = Evening(friends.at(tables), hand)
            live = await evening.friends.live()
            assert whole(live) == known
            await evening.do(2, HaveRead())
            await evening.do(2, HaveRead())
            assert live.untold == {}
            stored = await tables.storage.load(friends.id)
            assert stored is not None
            assert [entry.kind for entry in stored.entries].count(TOLD) == 1

    run(main())


def test_nobody_loses_a_table_unasked(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = await meet(tables, hand, 2)
            await evening.leave(1)
            await evening.wait(400)
            assert isinstance(await evening.do(0, Propose("gone", "delete")), Ok)
            assert isinstance(await evening.do(0, DecideWithout("too", 1)), Illegal)
            assert (await evening.friends.live()).proposals.open is not None

    run(main())


# --- a seat for somebody else


def test_the_host_offers_an_absent_seat_to_somebody_else(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = await meet(tables, hand)
            friends, live = evening.friends, await evening.friends.live()
            with pytest.raises(TableError, match="away"):
                await evening.do(0, OfferSeat(2))
            await tables.storage.keep_note(friends.id, 2, "where I hid it")
            await tables.storage.keep_notice(NoticeRow(friends.id, 2, webhook="https://example.org/hook"))
            await evening.leave(2)
            await evening.wait(200)
            with pytest.raises(TableError, match="host"):
                await evening.do(1, OfferSeat(2))
            await evening.do(0, HandOver("bot", 2))
            await evening.do(0, OfferSeat(2))
            offered = await tables.invitations(friends.id, friends.tokens[0])
            assert set(offered) == {2}
            assert await tables.invitations(friends.id, friends.tokens[1]) == {}
            with pytest.raises(WrongLink):
                await tables.do(friends.id, "", TakeOver(2, "guessed"))
            # Whoever comes back before it is taken has the seat as before.
            hand.now += 5
            await evening.open(2)
            with pytest.raises(TableError, match="come back"):
                await tables.do(friends.id, "", TakeOver(2, offered[2], "Dora"))
            await evening.leave(2)
            await evening.wait(200)
            with pytest.raises(TableError, match="come back"):
                await tables.do(friends.id, "", TakeOver(2, offered[2], "Dora"))
            await evening.do(0, OfferSeat(2))
            key = (await tables.invitations(friends.id, friends.tokens[0]))[2]
            token = (await tables.do(friends.id, "", TakeOver(2, key, "Dora"))).token
            assert (live.seats[2].kind, live.seats[2].name) == (PERSON, "Dora")
            with pytest.raises(WrongLink):
                await evening.do(2, Say("old", "it is my hand"))
            with pytest.raises(TableError):
                await tables.do(friends.id, "", TakeOver(2, key, "Second"))
            assert await tables.note(friends.id, token) == ""
            assert await tables.storage.notice(friends.id, 2) is None
            known = whole(live)
            friends.tokens[2] = token
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            friends = friends.at(tables)
            assert whole(await friends.live()) == known
            live = await friends.play(seeded("taken over"))
            assert live.row.state == OVER
            # The rematch is for those who sit there now, and as locked as the table was.
            created = await tables.do(friends.id, token, Rematch())
            assert (await tables.live(created.table_id)).seats[0].name == "Dora"

    run(main())


# --- signs


def test_signs_are_few_and_stand_in_the_talk(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = await meet(tables, hand, 2)
            live = await evening.friends.live()
            for number in range(3):
                assert isinstance(await evening.do(0, React(f"s{number}", "bravo")), Ok)
            assert isinstance(await evening.do(0, React("s2", "bravo")), Ok), "the same again is made once"
            assert isinstance(await evening.do(0, React("s3", "bravo")), Illegal)
            assert isinstance(await evening.do(0, Say("words", "well played")), Ok), "words are counted apart"
            assert [line.sign for line in live.talk.lines] == ["bravo"] * 3 + [""]
            hand.now += 11
            assert isinstance(await evening.do(0, React("s4", "wow")), Ok)
            known = whole(live)
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            assert whole(await evening.friends.at(tables).live()) == known

    run(main())


def test_another_host_is_one_entry_and_known_to_all_processes(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as one, open_tables(tmp_path / "t.sqlite") as other:
            friends = await lobby(one)
            twins = friends.at(other)
            await twins.live()
            await one.do(friends.id, friends.tokens[0], PassHost(1))
            with pytest.raises(TableError, match="host"):
                await other.do(friends.id, friends.tokens[0], PassHost(2))
            await other.do(friends.id, friends.tokens[1], Lock(True))
            stored = await one.storage.load(friends.id)
            assert stored is not None
            assert [entry.kind for entry in stored.entries].count(HOSTED) == 1
            assert stored.table.locked

    run(main())
