"""Lessons at real tables: what goes on, what is refused, back, skip, leave, undo; and nothing is lost by a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from officina import GAMES
from officina.core.lessons import Lesson, legal_answers, lesson_of
from officina.messages import Choose, TurnCard, Undo
from officina.tables import Illegal, Ok, TableError, Tables
from officina.tables.table.live import LiveTable
from officina.web.live.lessons import lesson_view
from officina.web.live.regions import regions
from officina.web.live.scene import live_scene
from tests.tables.common import open_tables, run

TAUGHT = [name for name, game in GAMES.items() if lesson_of(game) is not None][::2]
"""Every second one: a table is a table; ``tests/test_lessons.py`` walks all of them."""
GAME = "crazy_race"


class Learner:
    """Somebody at a lesson's table."""

    def __init__(self, tables: Tables, table_id: str, token: str) -> None:
        self.tables, self.table_id, self.token, self.asked = tables, table_id, token, 0

    @classmethod
    async def begin(cls, tables: Tables, game: str) -> Learner:
        created = await tables.learn(game, "Ada")
        return cls(tables, created.table_id, created.token)

    async def live(self) -> LiveTable:
        """The table, once it waits for the learner or nobody."""
        live = await self.tables.live(self.table_id)
        while live.bot_to_move() is not None:
            await (live.bot_task or asyncio.sleep(0))
            live = await self.tables.live(self.table_id)
        return live

    @property
    def lesson(self) -> Lesson:
        guide = self.tables.tables[self.table_id].guide
        assert guide is not None
        return guide.lesson

    async def at(self) -> int:
        """The number of the card that is up."""
        live = await self.live()
        assert live.guide is not None
        return live.guide.at(live.playing().moves)

    async def choose(self, notation: str) -> object:
        live = await self.live()
        self.asked += 1
        base = live.version_for(self.lesson.seat)
        return await self.tables.do(self.table_id, self.token, Choose(base, f"c{self.asked}-{base}", notation))

    async def turn(self, what: str) -> object:
        return await self.tables.do(self.table_id, self.token, TurnCard(what, await self.at()))  # type: ignore[arg-type]

    async def go_on(self) -> None:
        """What the card that is up asks for."""
        live = await self.live()
        card = self.lesson.cards[await self.at()]
        if not card.asks:
            await self.turn("next")
            return
        seat = self.lesson.seat
        assert isinstance(await self.choose(legal_answers(card, live.playing().position, seat)[0]), Ok)

    async def go_to(self, wanted: int) -> None:
        while await self.at() < wanted:
            await self.go_on()


def asks(lesson: Lesson, nth: int) -> int:
    """The number of the n-th card that asks for a choice."""
    return [number for number, card in enumerate(lesson.cards) if card.asks][nth]


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_played_at_a_table_of_its_own(tmp_path: Path, game: str) -> None:
    async def play() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            learner = await Learner.begin(tables, game)
            assert not await tables.open_tables(), "nobody else is offered it"
            for number in range(len(learner.lesson.cards)):
                assert await learner.at() == number
                shown = lesson_view(await learner.live(), learner.lesson.seat)
                assert shown is not None
                assert shown.card is not None
                await learner.go_on()
            live = await learner.live()
            over = lesson_view(live, learner.lesson.seat)
            assert over is not None
            assert over.over
            assert live.question(learner.lesson.seat) is not None, "the game goes on"

    run(play())


def test_a_lesson_begins_at_once(tmp_path: Path) -> None:
    """What others do by the script is not waited for: the page shows it at its own pace."""

    async def play() -> None:
        async with open_tables(tmp_path / "t.sqlite", bot_delay=60.0) as tables:
            learner = await Learner.begin(tables, "automobiles")
            async with asyncio.timeout(30.0):
                assert (await learner.live()).playing().moves, "the others begin"

    run(play())


def test_a_wrong_answer_is_told_why_and_nothing_is_lost(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            learner = await Learner.begin(tables, GAME)
            await learner.go_to(asks(learner.lesson, 0))
            before = (await learner.live()).version
            answer = await learner.choose("place_card pass")
            assert isinstance(answer, Illegal)
            assert answer.reason.key == f"{GAME}.lesson.bid.pass"
            assert (await learner.live()).version == before
            assert await learner.at() == asks(learner.lesson, 0)

    run(play())


def test_back_takes_a_choice_back_and_skip_makes_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            learner = await Learner.begin(tables, GAME)
            third = asks(learner.lesson, 3)
            await learner.go_to(third)
            moves = len((await learner.live()).playing().moves)
            for number in range(third, 0, -1):
                assert await learner.at() == number
                await learner.turn("back")
            assert await learner.at() == 0
            assert not (await learner.live()).playing().moves
            await learner.turn("back")
            assert await learner.at() == 0, "there is nothing before the first card"
            for _ in range(third):
                await learner.turn("skip")
                await learner.live()
            assert await learner.at() == third
            assert len((await learner.live()).playing().moves) == moves, "what is played again is the same"

    run(play())


def test_a_card_that_is_not_up_any_more_is_not_turned(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            learner = await Learner.begin(tables, GAME)
            for _ in range(2):
                await tables.do(learner.table_id, learner.token, TurnCard("next", 0))
            assert await learner.at() == 1

    run(play())


def test_whoever_leaves_plays_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            learner = await Learner.begin(tables, GAME)
            await learner.go_to(asks(learner.lesson, 0))
            await learner.turn("leave")
            assert isinstance(await learner.choose("place_card pass"), Ok)
            with pytest.raises(TableError):
                await learner.turn("next")

    run(play())


def test_a_lesson_that_has_ended_does_not_come_back(tmp_path: Path) -> None:
    """Whoever played it to its end and takes back a choice plays on by themselves."""

    async def play() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            learner = await Learner.begin(tables, "automobiles")
            end = len(learner.lesson.cards)
            await learner.go_to(end)
            live = await learner.live()
            seat = learner.lesson.seat
            assert live.why_no_undo(seat) is None, "the lesson's last choice can be taken back"
            await tables.do(learner.table_id, learner.token, Undo(live.version_for(seat), "u1"))
            assert await learner.at() == end
            shown = lesson_view(await learner.live(), seat)
            assert shown is not None
            assert shown.over
            assert shown.card is None

    run(play())


def test_a_lesson_survives_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            learner = await Learner.begin(tables, GAME)
            await learner.go_to(asks(learner.lesson, 4))
            at, before = await learner.at(), (await learner.live()).version
        async with open_tables(tmp_path / "t.sqlite") as tables:
            again = Learner(tables, learner.table_id, learner.token)
            live = await again.live()
            assert (await again.at(), live.version) == (at, before)
            await again.go_to(len(again.lesson.cards))

    run(play())


def test_only_the_learner_is_taught(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            learner = await Learner.begin(tables, GAME)
            live = await learner.live()
            assert "lesson" in regions(live_scene(live, learner.lesson.seat, "it"))
            assert "lesson" not in regions(live_scene(live, None, "it"))

    run(play())
