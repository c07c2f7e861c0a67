"""Bots at the table: in their own processes, blind to what is hidden, and replaced when they fail, hang or cheat."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from officina import Game, render
from officina.bots import BOTS
from officina.tables import Ok
from officina.tables.processes.bot_worker import Task
from officina.tables.processes.bots import BotFailed, BotWorkers
from officina.tables.storage.interface import OVER
from tests.seeds import seed_of, seeded
from tests.tables.common import FUORI, Friends, fewest, open_tables, run
from tests.tables.odd_bots import MOOD, ODD_BOTS

MODULES = ("tests.tables.add_odd_bots",)


@pytest.fixture(autouse=True)
def odd_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server knows them, too; other tests of the same process do not."""
    for name, bot in ODD_BOTS.items():
        monkeypatch.setitem(BOTS, name, bot)


@pytest.mark.parametrize(
    ("bot", "why"), [("raises", "failed"), ("cheats", "failed"), ("dies", "failed"), ("hangs", "took too long")]
)
def test_a_bad_bot_is_replaced_and_the_log_says_so(tmp_path: Path, bot: str, why: str) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite", bot_limit=1.0, bot_modules=MODULES) as tables:
            friends = await Friends.meet(tables, FUORI, 1, 2, bot)
            live = await friends.play(seeded(1))
            assert live.info.state == OVER
            assert [seat.bot for seat in live.info.seats] == ["", "heuristic", "heuristic"]
            assert len(live.notes) == 2
            for note in live.notes:
                assert why in render(note.message, "en")
                assert bot in render(note.message, "it")
                assert "heuristic" in render(note.message, "it")
            known = repr(live.notes)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            assert repr((await tables.live(friends.id)).notes) == known

    run(main())


def test_a_heuristic_bot_that_fails_is_replaced_by_chance(tmp_path: Path) -> None:
    """The worker cannot even start: nothing that a bot needs is there, and the game goes on all the same."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite", bot_modules=["no.such.module"]) as tables:
            friends = await Friends.meet(tables, FUORI, 1, 1, "heuristic")
            live = await friends.play(seeded(1))
            assert live.info.state == OVER
            assert [seat.bot for seat in live.info.seats] == ["", "random"]

    run(main())


@pytest.mark.parametrize("mood", ["raises", "cheats", "dies", "hangs", "stopped"])
@pytest.mark.parametrize("restart", [False, True])
def test_whatever_a_bot_was_replaced_for_it_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mood: str, restart: bool
) -> None:
    """It gets its seat back when it can choose again, and the log says so; also when the server was started anew meanwhile."""
    state = tmp_path / "mood"
    monkeypatch.setenv(MOOD, str(state))
    settings: dict[str, Any] = {"bot_limit": 1.0, "bot_modules": MODULES}
    rng = seeded(mood)

    async def replaced(friends: Friends) -> None:
        live = await friends.live()
        while live.seats[1].bot == "moody":
            await friends.one_choice(rng)
            await asyncio.sleep(0.01)

    async def bad_times() -> Friends:
        state.write_text("")
        async with open_tables(tmp_path / "t.sqlite", **settings) as tables:
            friends = await Friends.meet(tables, FUORI, 1, 1, "moody")
            await friends.play(rng, 1)
            if mood == "stopped":
                while not tables.workers.idle:
                    await asyncio.sleep(0.01)
                for process in tables.workers.all:
                    process.send_signal(signal.SIGSTOP)
            else:
                state.write_text(mood)
            await replaced(friends)
            assert (await friends.live()).seats[1].bot == "heuristic"
            state.write_text("")
            if not restart:
                await good_times(friends)
            return friends

    async def good_times(friends: Friends) -> None:
        live = await friends.play(rng)
        assert live.info.state == OVER
        assert live.seats[1].bot == "moody"
        assert [note.message.key.rpartition(".")[2] for note in live.notes] == [
            "bot_late" if mood in ("hangs", "stopped") else "bot_failed",
            "bot_back",
        ]

    async def main() -> None:
        friends = await bad_times()
        async with open_tables(tmp_path / "t.sqlite", **settings) as tables:
            await good_times(friends.at(tables))

    run(main())


def test_what_a_bot_prints_is_no_answer(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite", bot_modules=MODULES) as tables:
            friends = await Friends.meet(tables, FUORI, 1, 1, "chatters")
            live = await friends.play(seeded(1))
            assert live.info.state == OVER
            assert live.notes == []

    run(main())


def test_a_bot_takes_its_time_and_thinks_again_after_an_undo(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite", bot_delay=0.4) as tables:
            friends = await Friends.meet(tables, FUORI, 1, 1, "random")
            live = await friends.live()
            question = live.question(0)
            assert question is not None
            assert isinstance(await friends.choose(0, question.options[0].notation), Ok)
            began = time.monotonic()
            assert live.bot_to_move() == 1
            await asyncio.sleep(0.1)
            assert isinstance(await friends.undo(0), Ok)
            await asyncio.sleep(0.5)
            assert live.bot_to_move() is None, "the bot's thought was void"
            assert len(live.playing().moves) == 0
            assert isinstance(await friends.choose(0, question.options[1].notation), Ok)
            began = time.monotonic()
            while live.bot_to_move() is not None and len(live.playing().moves) < 2:
                await asyncio.sleep(0.01)
            assert time.monotonic() - began > 0.35

    run(main())


def test_a_worker_is_never_told_the_true_position(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent depends on what the seat may see: the game's own stream of chance is not in it."""

    async def main() -> None:
        sent: list[Task] = []
        workers = BotWorkers(1, 30.0, ())
        ask = workers.ask

        async def listen(task: Task) -> object:
            sent.append(task)
            return await ask(task)

        monkeypatch.setattr(workers, "ask", listen)
        try:
            p = game.start(fewest(game), seed_of("bots"))
            rng = seeded(1)
            for _ in range(12):
                if not p.to_act:
                    break
                seat = rng.pick(list(p.to_act))
                assert await workers.choose("heuristic", p, seat, seed_of("choice")) in p.options(seat)
                told = game.from_json(json.loads(json.dumps(sent[-1].position)))
                assert told.view(seat) == p.view(seat)
                assert told.rng.state() != p.rng.state()
                p.apply(seat, rng.pick(p.options(seat)))
            with pytest.raises(BotFailed):
                await workers.choose("nobody", p, 0, seed_of("choice"))
        finally:
            await workers.close()

    run(main())


def test_workers_end_with_the_server(tmp_path: Path) -> None:
    async def main() -> list[int]:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 1, 2, "heuristic")
            await friends.play(seeded(1), 3)
            return [process.pid for process in tables.workers.all]

    pids = run(main())
    assert pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_worker_that_ended_while_it_was_idle_is_no_bots_fault() -> None:
    """The system may end any process when memory is short: the next bot's move gets another worker."""

    async def main() -> None:
        workers = BotWorkers(1, 10.0, ())
        position = FUORI.start(2, seed_of(1))
        seat = position.to_act[0]
        await workers.choose("heuristic", position, seat, seed_of("choice"))
        (idle,) = workers.idle
        idle.kill()
        await idle.wait()
        assert await workers.choose("heuristic", position, seat, seed_of("choice")) in position.options(seat)
        assert idle not in workers.all
        assert len(workers.all) == 1
        await workers.close()

    run(main())
