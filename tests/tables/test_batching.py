"""Many items in one transaction: none gets a result from before its submission, none spoils it for the others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from officina import GAMES
from officina.tables import Tables
from officina.tables.errors import Conflict
from officina.tables.storage.batching import Batcher
from officina.tables.storage.interface import ActionRow, Change
from officina.tables.storage.sql import Storage
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.moves import plan_choice
from tests.seeds import seeded
from tests.tables.common import Friends, open_tables, run

FUORI = GAMES["fuori_di_rotella"]


class Batches:
    """Processing that waits until it is let go; remembers which items came together."""

    def __init__(self) -> None:
        self.seen: list[list[str]] = []
        self.go = asyncio.Event()

    async def process(self, items: Sequence[str]) -> list[str]:
        self.seen.append(list(items))
        await self.go.wait()
        if "bad" in items:
            raise ValueError("bad")
        return [item.upper() for item in items]


def test_items_submitted_meanwhile_go_into_the_next_batch() -> None:
    async def main() -> None:
        batches = Batches()
        batcher = Batcher(batches.process, most=3)
        first = asyncio.create_task(batcher.submit("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        later = [asyncio.create_task(batcher.submit(item)) for item in "bcdef"]
        await asyncio.sleep(0)
        later[1].cancel()  # somebody goes away while waiting
        batches.go.set()
        assert await first == "A"
        answers = await asyncio.gather(*later, return_exceptions=True)
        assert [answers[0], *answers[2:]] == ["B", "D", "E", "F"]
        assert isinstance(answers[1], asyncio.CancelledError)
        assert batches.seen == [["a"], ["b", "c", "d"], ["e", "f"]]
        assert await batcher.submit("g") == "G"

    run(main())


def test_an_exception_reaches_all_submitters_of_its_batch_and_nobody_else() -> None:
    async def main() -> None:
        batches = Batches()
        batcher = Batcher(batches.process, most=2)
        batches.go.set()
        asked = [asyncio.create_task(batcher.submit(item)) for item in ("bad", "x", "y")]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [ValueError, ValueError, str]

    run(main())


async def next_change(friends: Friends, action: ActionRow | None = None) -> tuple[LiveTable, Change]:
    """A change of the table that is not stored yet."""
    live = await friends.live()
    position = live.playing().position
    seat = position.to_act[0]
    draft = Draft(live, time.time())
    draft.play(plan_choice(live, seat, live.game.vocabulary.text(position.kind(seat), position.options(seat)[0])))
    return live, draft.change(action)


async def three_tables(tables: Tables) -> list[Friends]:
    """Tables in the middle of a game."""
    friends = [await Friends.meet(tables, FUORI, 2) for _ in range(3)]
    for each in friends:
        await each.one_choice(seeded(3))
    return friends


def test_changes_of_many_tables_are_stored_together_and_a_conflict_is_its_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            storage = tables.storage
            assert isinstance(storage, Storage)
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
            assert isinstance(storage, Storage)
            friends = await three_tables(tables)
            known = ActionRow(friends[1].id, 0, "again", "{}")
            await storage.keep_refusal(known)
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
            rng = seeded(11)
            friends = [await Friends.meet(tables, FUORI, 2) for tables in (one, other) for _ in range(3)]

            async def play(each: Friends) -> None:
                for _ in range(10):
                    await each.one_choice(rng)

            await asyncio.gather(*(play(each) for each in friends))
            for each in friends:
                assert len((await each.live()).playing().moves) == 10

    run(main())
