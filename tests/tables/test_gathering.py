"""Many questions in one journey to the database: nobody is answered too early, nobody spoils it for the others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from officina import GAMES, Rng
from officina.tables import Tables
from officina.tables.errors import Conflict
from officina.tables.gathering import Gathering
from officina.tables.live import LiveTable
from officina.tables.sql import SqlStorage
from officina.tables.storage import ActionRow, Change
from tests.tables.common import Friends, open_tables, run

FUORI = GAMES["fuori_di_rotella"]


class Journeys:
    """Answers that wait until they are let go; remembers who was asked together."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.go = asyncio.Event()

    async def answer(self, questions: Sequence[str]) -> list[str]:
        self.asked.append(list(questions))
        await self.go.wait()
        if "bad" in questions:
            raise ValueError("bad")
        return [question.upper() for question in questions]


def test_who_asks_meanwhile_is_answered_by_the_next_journey() -> None:
    async def main() -> None:
        journeys = Journeys()
        gathering = Gathering(journeys.answer, most=3)
        first = asyncio.create_task(gathering.ask("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        later = [asyncio.create_task(gathering.ask(question)) for question in "bcdef"]
        await asyncio.sleep(0)
        later[1].cancel()  # somebody goes away while waiting
        journeys.go.set()
        assert await first == "A"
        answers = await asyncio.gather(*later, return_exceptions=True)
        assert [answers[0], *answers[2:]] == ["B", "D", "E", "F"]
        assert isinstance(answers[1], asyncio.CancelledError)
        assert journeys.asked == [["a"], ["b", "c", "d"], ["e", "f"]]
        assert await gathering.ask("g") == "G"

    run(main())


def test_what_goes_wrong_is_told_to_all_who_travelled_and_to_nobody_else() -> None:
    async def main() -> None:
        journeys = Journeys()
        gathering = Gathering(journeys.answer, most=2)
        journeys.go.set()
        asked = [asyncio.create_task(gathering.ask(question)) for question in ("bad", "x", "y")]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [ValueError, ValueError, str]

    run(main())


async def next_change(friends: Friends, action: ActionRow | None = None) -> tuple[LiveTable, Change]:
    """A change of the table that is not stored yet."""
    live = await friends.live()
    position = live.playing().position
    seat = position.to_act[0]
    plan = live.plan_choice(seat, live.game.vocabulary.text(position.kind(seat), position.options(seat)[0]))
    return live, Change(live.row_after(plan), (), [plan.entry], None, action)


async def three_tables(tables: Tables) -> list[Friends]:
    """Tables in the middle of a game."""
    friends = [await Friends.meet(tables, FUORI, 2) for _ in range(3)]
    for each in friends:
        await each.one_choice(Rng(3))
    return friends


def test_changes_of_many_tables_are_stored_together_and_a_conflict_is_its_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            storage = tables.storage
            assert isinstance(storage, SqlStorage)
            friends = await three_tables(tables)
            changes = [(await next_change(each))[1] for each in friends]
            late = replace(changes[1], table=replace(changes[1].table, version=changes[1].table.version + 5))
            outcome = await storage.commit_all([changes[0], late, changes[2], replace(changes[2])])
            assert [type(each) for each in outcome] == [type(None), Conflict, type(None), Conflict]
            for each, change, stored in zip(friends, changes, (True, False, True), strict=True):
                found = await storage.load(each.id)
                assert found is not None
                assert (found.entries[-1] == change.entries[0]) is stored
                assert found.table.version == len(found.entries)

    run(main())


def test_an_action_that_is_there_already_does_not_spoil_the_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            storage = tables.storage
            assert isinstance(storage, SqlStorage)
            friends = await three_tables(tables)
            known = ActionRow(friends[1].id, 0, "again", "{}")
            await storage.keep_answer(known)
            changes = [(await next_change(each, known if each is friends[1] else None))[1] for each in friends]
            done = await asyncio.gather(*(storage.commit(change) for change in changes), return_exceptions=True)
            assert [type(each) for each in done] == [type(None), Conflict, type(None)]
            versions = await asyncio.gather(*(storage.version(each.id) for each in friends))
            assert [version == change.table.version for version, change in zip(versions, changes, strict=True)] == [
                True,
                False,
                True,
            ]

    run(main())


@pytest.mark.sqlite_only
def test_writers_of_one_file_take_turns(tmp_path: Path) -> None:
    """Two processes that write all the time: both get on, and neither is refused."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with open_tables(path, shared=True) as one, open_tables(path, shared=True) as other:
            rng = Rng(11)
            friends = [await Friends.meet(tables, FUORI, 2) for tables in (one, other) for _ in range(3)]

            async def play(each: Friends) -> None:
                for _ in range(10):
                    await each.one_choice(rng)

            await asyncio.gather(*(play(each) for each in friends))
            for each in friends:
                assert len((await each.live()).playing().moves) == 10

    run(main())
