"""A secret choice after which its seat goes on deciding changes no byte for anybody else.

Between the card and its side (Crazy Race), between a contract declined and the car's place (Automania), between the parts of a
simultaneous answer (Fuori di Rotella): pages, regions, the API's answers with their headers, versions, steps, what others may
take back or ask to go back to are the same before it, after it, when it was taken back, and however often that happened.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from officina import GAMES, Game, Rng
from officina.tables import Ok
from officina.tables.storage.interface import PLAYING
from tests.seeds import seeded
from tests.tables.common import Friends, open_tables, run
from tests.tables.worlds import SecretHalf, find_half, played_to
from tests.web.test_counters import Found, apart, everything

SECRETIVE = [game for game in GAMES.values() if any(kind.secret for kind in game.vocabulary.kinds)]
NUMBERS = range(1)


def test_there_are_secret_choices_to_test() -> None:
    assert {game.name for game in SECRETIVE} == {"automania", "crazy_race", "fuori_di_rotella"}


def same(one: list[Found], other: list[Found], when: str) -> None:
    """Every viewer got the same, byte for byte."""
    for mine, theirs in zip(one, other, strict=True):
        told = {name: apart(str(mine[name]), str(theirs[name])) for name in mine if mine[name] != theirs[name]}
        assert not told, f"{when}: {told}"


class Watch:
    """What time it is."""

    def __init__(self) -> None:
        self.now = self.began = time.time()


@pytest.fixture(autouse=True)
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Time stands still unless a test moves it: when something was noticed differs between two worlds by nature."""
    found = Watch()
    monkeypatch.setattr("time.time", lambda: found.now)
    return found


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_a_secret_choice_and_its_undo_change_no_byte(tmp_path: Path, game: Game, number: int, watch: Watch) -> None:
    """Each is made at another time, and all is looked at at the same one: no clock and no time of a change tells of it."""

    async def seen(friends: Friends, seat: int) -> list[Found]:
        then, watch.now = watch.now, watch.began + 1000
        found = await everything(friends, seat)
        watch.now = then + 10
        return found

    async def main() -> None:
        rng = seeded(f"half {game.name} {number}")
        half = find_half(game, rng)
        friends = await played_to(half, game, tmp_path / "t.sqlite")
        async with open_tables(tmp_path / "t.sqlite") as tables:
            there = friends.at(tables)
            await seen(there, half.seat)  # who looks is there, which others may know
            before = await seen(there, half.seat)
            for notation in [rng.pick(half.unnoticed), rng.pick(half.unnoticed)]:
                assert isinstance(await there.choose(half.seat, notation), Ok)
                same(before, await seen(there, half.seat), f"after {notation}")
                if half.seat not in (await there.live()).playing().position.to_act:
                    break  # a complete simultaneous answer was replaced
                assert isinstance(await there.undo(half.seat), Ok)
                same(before, await seen(there, half.seat), f"after {notation} was taken back")

    run(main())


async def change_mind(friends: Friends, half: SecretHalf, times: int) -> None:
    """The seat begins and takes it back, so often."""
    for turn in range(times):
        assert isinstance(await friends.choose(half.seat, half.unnoticed[turn % len(half.unnoticed)]), Ok)
        if await is_asked(friends, half.seat):
            assert isinstance(await friends.undo(half.seat), Ok)


async def is_asked(friends: Friends, seat: int) -> bool:
    """Whether the table waits for the seat."""
    return seat in (await friends.live()).playing().position.to_act


async def play_on(friends: Friends, rng: Rng, choices: int = 4) -> None:
    """Some choices of anybody."""
    for _ in range(choices):
        if (await friends.live()).row.state == PLAYING:
            await friends.one_choice(rng)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_how_often_somebody_changed_their_mind_is_never_told(tmp_path: Path, game: Game, number: int) -> None:
    async def world(friends: Friends, half: SecretHalf, path: Path, changes: int) -> list[Found]:
        async with open_tables(path) as tables:
            there = friends.at(tables)
            live = await there.live()
            steps = live.steps
            await change_mind(there, half, changes)
            rng = seeded(f"on {game.name} {number}")
            notation = half.unnoticed[0]
            while live.steps == steps:
                assert isinstance(await there.choose(half.seat, notation), Ok)
                question = live.question(half.seat) if await is_asked(there, half.seat) else None
                if question is None:
                    break
                notation = rng.pick(question.options).notation
            await play_on(there, rng)
        async with open_tables(path) as tables:  # loaded anew: the log tells no more than memory did
            there = friends.at(tables)
            return await everything(there, half.seat) if (await there.live()).row.state == PLAYING else []

    async def main() -> None:
        half = find_half(game, seeded(f"mind {game.name} {number}"))
        friends = await played_to(half, game, tmp_path / "0.sqlite")
        shutil.copy(tmp_path / "0.sqlite", tmp_path / "1.sqlite")
        seen = [await world(friends, half, tmp_path / f"{changes and 1}.sqlite", changes) for changes in (0, 3)]
        same(seen[0], seen[1], "later")

    run(main())


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("game", [GAMES["crazy_race"], GAMES["fuori_di_rotella"]], ids=lambda game: game.name)
def test_others_may_take_back_as_before_and_what_was_begun_goes_with_it(tmp_path: Path, game: Game, number: int) -> None:
    """In Automania nobody can: a contract is asked for after a choice of the same seat."""

    async def world(friends: Friends, half: SecretHalf, path: Path, begun: bool) -> list[list[Found]]:
        assert half.before is not None
        async with open_tables(path) as tables:
            there = friends.at(tables)
            if begun:
                assert isinstance(await there.choose(half.seat, half.unnoticed[0]), Ok)
            assert isinstance(await there.undo(half.before), Ok)
            live = await there.live()
            begun_moves = [move for move in live.playing().moves[len(half.choices) - 1 :] if move.seat == half.seat]
            assert not begun_moves, "what was begun on top of a choice that is gone stands"
            seen = [await everything(there, half.seat)]
            await play_on(there, seeded(f"back {game.name} {number}"))
        async with open_tables(path) as tables:
            there = friends.at(tables)
            seen.append(await everything(there, half.seat) if (await there.live()).row.state == PLAYING else [])
        return seen

    async def main() -> None:
        half = find_half(game, seeded(f"others {game.name} {number}"))
        friends = await played_to(half, game, tmp_path / "0.sqlite")
        shutil.copy(tmp_path / "0.sqlite", tmp_path / "1.sqlite")
        without, begun = [await world(friends, half, tmp_path / f"{int(begun)}.sqlite", begun) for begun in (False, True)]
        for one, other in zip(without, begun, strict=True):
            same(one, other, "after the undo")

    run(main())
