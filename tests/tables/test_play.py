"""Choices at a table: to the end with persons and bots; stale, repeated, illegal, out of turn, from elsewhere; undo."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from officina import Game, Rng, render
from officina.core.record import Record
from officina.games import GAMES
from officina.messages import Choose, Rename
from officina.tables import Illegal, Ok, Stale, WrongLink
from officina.tables.storage.interface import OVER
from officina.tables.table.model import dump_answer, load_answer
from tests.seeds import seeded
from tests.settings import random_setting
from tests.tables.common import FUORI, Friends, fewest, open_tables, run


@pytest.mark.parametrize("bots", [0, 1])
def test_to_the_end(tmp_path: Path, game: Game, bots: int) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, max(1, fewest(game) - bots), bots, "heuristic")
            live = await friends.play(seeded(1))
            assert live.record is not None
            assert live.info.state == OVER
            assert live.info.seed is not None
            assert live.notes == []
            again = Record.load(live.record.dump(), GAMES.__getitem__)
            assert again.position.scores() == live.record.position.scores()
            refused = await friends.choose(0, "undo")
            assert isinstance(refused, Illegal)
            refused = await friends.undo(0)
            assert isinstance(refused, Illegal)
            assert refused.reason.key == "kernel.refuse.over", "the seed is known now: nobody plays on"

    run(main())


def test_only_bots(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, 0, fewest(game))
            assert friends.tokens == {}
            assert (await friends.play(seeded(1))).info.state == OVER

    run(main())


async def programming(friends: Friends, rng: Rng) -> None:
    """Play on to a decision that everybody takes at once."""
    while len((await friends.live()).playing().position.to_act) < len(friends.tokens):
        await friends.one_choice(rng)


def test_simultaneous_choices_come_in_any_order(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 4)
            rng = seeded(4)
            for _ in range(3):
                await programming(friends, rng)
                live = await friends.live()
                seats = list(friends.tokens)
                rng.shuffle(seats)
                # Everybody looked before anybody chose: nobody's choice is stale for it.
                bases = {seat: live.version_for(seat) for seat in seats}
                questions = {seat: live.question(seat) for seat in seats}
                before = live.playing().position
                choices = []
                for seat in seats:
                    question = questions[seat]
                    assert question is not None
                    choices.append(friends.choose(seat, rng.pick(question.options).notation, bases[seat]))
                answers = await asyncio.gather(*choices)
                assert all(isinstance(answer, Ok) for answer in answers)
                after = (await friends.live()).playing().position
                assert after.answers is not before.answers
                assert before.to_act == (0, 1, 2, 3), "a position that was shown does not change"

    run(main())


def test_a_choice_that_the_end_of_the_game_overtook_is_stale(tmp_path: Path) -> None:
    """Whoever has seen the end is told that the game is over; who chose before it is told to look again, as always."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            await programming(friends, seeded(1))
            before = await friends.live()
            base, question = before.version_for(0), before.question(0)
            assert question is not None
            live = await friends.play(seeded(2))
            late = await friends.choose(0, question.options[0].notation, base)
            assert late == Stale(live.version_for(0))
            refused = await friends.choose(0, question.options[0].notation)
            assert isinstance(refused, Illegal)
            assert "game is over" in render(refused.reason, "en")

    run(main())


def test_an_answer_can_be_replaced_until_the_last_is_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 3)
            await programming(friends, seeded(1))
            live = await friends.live()
            question = live.question(0)
            assert question is not None
            for option in question.options[:3]:
                assert isinstance(await friends.choose(0, option.notation), Ok)
            assert live.playing().position.to_act == (1, 2)
            assert live.question(0) is not None
            refused = await friends.undo(0)
            assert isinstance(refused, Illegal)
            assert "choose again" in render(refused.reason, "en")

    run(main())


def test_stale_repeated_illegal_out_of_turn_and_foreign(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, fewest(game))
            others = await Friends.meet(tables, game, fewest(game))
            rng = seeded(9)
            outdated: list[int] = []
            for number in range(25):
                live = await friends.live()
                position = live.playing().position
                if position.over:
                    break
                seat = position.to_act[0]
                question = live.question(seat)
                assert question is not None
                legal = rng.pick(question.options).notation
                base, version = live.version_for(seat), live.version
                with pytest.raises(WrongLink):
                    await tables.do(friends.id, others.tokens[seat], Choose(base, "foreign", legal))
                for old in (live.asked_at[seat] - 1, base + 1, -1, *outdated[seat : seat + 1]):
                    assert await friends.choose(seat, legal, old) == Stale(base)
                nonsense = await friends.choose(seat, "dance on the table", base, f"nonsense {number}")
                assert isinstance(nonsense, Illegal)
                for other in range(position.seats):
                    if other not in position.may_act():
                        refused = await friends.choose(other, legal)
                        assert isinstance(refused, Illegal)
                        assert refused.reason.key == "kernel.refuse.not_your_turn"
                kind = position.kind(seat)
                for option in range(game.vocabulary.kind_size(kind)):
                    reason = position.why_not(seat, option)
                    if reason is not None:
                        refused = await friends.choose(seat, game.vocabulary.text(kind, option))
                        assert refused == Illegal(reason, reason.rule)
                        break
                assert (await friends.live()).version == version
                assert (await friends.live()).playing().position is position
                # Where one seat decides alone, its choice makes everybody's question another one.
                outdated = [] if position.answers else [live.version_for(other) for other in range(position.seats)]
                done = await friends.choose(seat, legal, base, f"action {number}")
                assert done == Ok(base + 1)
                after = (await friends.live()).version
                assert after == version + 1
                assert await friends.choose(seat, legal, base, f"action {number}") == done
                assert await friends.choose(seat, legal, base, f"nonsense {number}") == nonsense
                assert (await friends.live()).version == after, "a repeated choice changes nothing"

    run(main())


@pytest.mark.sqlite_only
def test_answers_can_be_stored() -> None:
    reason = FUORI.start(2, 1).why_not(0, 999)
    assert reason is not None
    for answer in (Ok(7), Illegal(reason, reason.rule)):
        assert load_answer(dump_answer(answer)) == answer


@pytest.mark.sqlite_only
def test_undo_is_what_the_record_says(tmp_path: Path, game: Game) -> None:
    """Random play with many undos: refused with the kernel's own reason, and otherwise the position is the replayed one."""

    async def main(number: int) -> int:
        taken_back = 0
        async with open_tables(tmp_path / f"{number}.sqlite") as tables:
            rng = seeded(number)
            players, options = random_setting(game, rng)
            friends = await Friends.meet(tables, game, players, options=options)
            for _ in range(50):
                if (await friends.live()).row.state == OVER:
                    break
                last = await friends.one_choice(rng)
                while rng.below(3) > 0 and (await friends.live()).row.state != OVER:
                    live = await friends.live()
                    record = live.playing()
                    seat = rng.pick([last, last, rng.below(players)])
                    expected = Record.start(game, live.info.players, record.header.seed, record.header.options)
                    expected.moves = list(record.moves)
                    for move in record.moves:
                        expected.position.apply(move.seat, move.option)
                    why = live.why_no_undo(seat)
                    answer = await friends.undo(seat)
                    if why is not None:
                        assert answer == Illegal(why)
                        continue
                    taken_back += 1
                    expected.undo(seat)
                    assert isinstance(answer, Ok)
                    assert record.position.to_json() == expected.position.to_json()
                    assert live.steps <= len(record.moves)
            live = await friends.live()
            assert live.record is not None
            Record.load(live.record.dump(), GAMES.__getitem__)
        return taken_back

    assert sum(run(main(number)) for number in range(4)) > 5


def test_looking_back(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, fewest(game))
            rng = seeded(2)
            shown = {0: (await friends.live()).playing().position.to_json()}
            for _ in range(90):
                live = await friends.live()
                if live.row.state == OVER:
                    break
                await friends.one_choice(rng)
                record = live.playing()
                shown[len(record.moves)] = record.position.to_json()
            for number in sorted(shown, key=lambda n: (n * 37) % 91):
                assert (await live.position_at(number)).to_json() == shown[number]
        async with open_tables(tmp_path / "t.sqlite") as tables:
            live = await tables.live(friends.id)
            for number in (70, 3, 33, 0):
                if number in shown:
                    assert (await live.position_at(number)).to_json() == shown[number]

    run(main())


def test_everybody_who_waits_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            told: list[int] = []

            async def watch() -> None:
                async for version in tables.changes(friends.id):
                    told.append(version)

            watcher = asyncio.create_task(watch())
            await asyncio.sleep(0.01)
            first = (await friends.live()).version
            assert told == [first]
            await friends.one_choice(seeded(1))
            await tables.do(friends.id, friends.tokens[1], Rename("Somebody Else"))
            await asyncio.sleep(0.01)
            assert told[-1] == first + 2
            before = len(told)
            tables.connected(friends.id, 1, 1)
            tables.connected(friends.id, 1, 1)
            tables.connected(friends.id, None, 1)
            tables.connected("nothing", None, 1)
            await asyncio.sleep(0.01)
            assert len(told) == before + 1
            info = (await friends.live()).info
            assert [info.pages.get(seat, 0) for seat in (0, 1, None)] == [0, 2, 1]
        await watcher

    run(main())


def test_a_choice_is_finished_even_if_nobody_waits_for_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            rng = seeded(8)
            for number in range(20):
                version = (await friends.live()).version
                asked = asyncio.create_task(friends.one_choice(rng))
                for _ in range(number % 7):
                    await asyncio.sleep(0)
                asked.cancel()
                await asyncio.gather(asked, *tables.tasks, return_exceptions=True)
                if (await friends.live()).row.state == OVER:
                    break
                await friends.one_choice(rng)
                live = await friends.live()
                assert live.version in (version + 1, version + 2)
                stored = await tables.storage.load(friends.id)
                assert stored is not None
                assert stored.table.version == live.version == len(stored.entries)

    run(main())
