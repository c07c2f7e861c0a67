"""Two worlds that somebody cannot tell apart: what they cannot know is drawn anew in one, or thought about longer in secret."""

from __future__ import annotations

import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from officina import Game, Rng
from officina.core.record import Record
from officina.core.text import LANGUAGES, render
from officina.tables import LiveTable, Ok
from officina.tables.storage.interface import OVER
from tests.seeds import seeded
from tests.settings import random_setting
from tests.tables.common import Friends, open_tables

T = TypeVar("T")

MOST_PASSED = 6
"""At most so many simultaneous choices are made before the one that is looked at: fewer than in the shortest game with any."""
CHANGES = (0, 5)
"""How often the one who thinks in secret changes their mind, world by world."""


def twin_of(record: Record, seat: int | None, rng: Rng) -> Record:
    """The same game with everything that the viewer cannot know drawn anew."""
    twin = Record(record.game, record.header, record.position.determinize(-1 if seat is None else seat, rng))
    twin.opening_events, twin.moves, twin.entries = record.opening_events, record.moves, record.entries
    return twin


def shown(live: LiveTable, seat: int | None) -> str:
    """Everything that a table gives a viewer, as text: two that are equal cannot be told apart."""
    game, info = live.game, live.info
    parts: list[Any] = [
        [info.id, info.state, info.version, info.commitment, info.seed, info.waiting, repr(info.seats), info.updated],
        live.version_for(seat),
        live.view(seat),
        live.steps,
        [[render(game.event_text(event), language) for event in live.events(seat)] for language in LANGUAGES],
        [render(note.message, "en") for note in live.notes],
    ]
    if seat is not None:
        question = live.question(seat)
        if question is not None:
            parts += [render(question.prompt, "it"), question.rule, question.kind]
            parts += [(render(option.message, "en"), option.notation, option.rule) for option in question.options]
        why = live.why_no_undo(seat)
        parts += [why and render(why, "it")]
    return json.dumps(parts)


async def nobody_prepares(_friends: Friends) -> None:
    """Nothing to be done before the game."""


async def in_two_worlds(
    folder: Path,
    game: Game,
    rng: Rng,
    look: Callable[[Friends, int], Awaitable[T]],
    prepare: Callable[[Friends], Awaitable[None]] = nobody_prepares,
) -> list[T]:
    """What ``look`` finds when a seat has answered a simultaneous question, at once or after many changes of mind.

    Everything before is the same in both worlds, and so is the answer in the end. A game without such a question: no worlds.
    """
    players, options = random_setting(game, rng)
    async with open_tables(folder / "0.sqlite") as tables:
        friends = await Friends.meet(tables, game, players, options=options)
        await prepare(friends)
        passed = rng.below(MOST_PASSED + 1)
        for _ in range(80):
            live = await friends.live()
            together = live.row.state != OVER and len(live.playing().position.to_act) > 1
            if live.row.state == OVER or (together and not passed):
                break
            passed -= together
            await friends.one_choice(rng)
        position = live.playing().position
        if len(position.to_act) < 2:
            return []
        seat = rng.pick(list(position.to_act))
    shutil.copy(folder / "0.sqlite", folder / "1.sqlite")
    found = []
    for world, changes in enumerate(CHANGES):
        async with open_tables(folder / f"{world}.sqlite") as tables:
            there = friends.at(tables)
            if changes:
                await think(there, seat, changes, rng)
            await settle(there, seat)
            assert seat not in (await there.live()).playing().position.to_act
            found.append(await look(there, seat))
    return found


async def think(friends: Friends, seat: int, changes: int, rng: Rng) -> None:
    """Answer, after so many changes of mind; what others see changes once, when the seat is ready."""
    live = await friends.live()
    watcher = (seat + 1) % live.info.players
    before = shown(live, watcher)
    turns = 0
    while seat in live.playing().position.to_act:
        question = live.question(seat)
        assert question is not None
        assert isinstance(await friends.choose(seat, rng.pick(question.options).notation), Ok)
        if live.playing().position.drafts[seat]:
            assert shown(live, watcher) == before
            if turns < changes:
                turns += 1
                assert isinstance(await friends.undo(seat), Ok)
                assert shown(live, watcher) == before
    ready = shown(live, watcher)
    for _ in range(changes):
        question = live.question(seat)
        assert question is not None
        assert isinstance(await friends.choose(seat, rng.pick(question.options).notation), Ok)
        assert shown(live, watcher) == ready


async def settle(friends: Friends, seat: int) -> None:
    """Whatever the seat thought of before, its answer is now the same as in any other world."""
    live = await friends.live()
    while live.playing().position.drafts[seat]:
        assert isinstance(await friends.undo(seat), Ok)
    final = seeded(f"in the end {seat}")
    while True:
        question = live.question(seat)
        assert question is not None
        assert isinstance(await friends.choose(seat, final.pick(question.options).notation), Ok)
        drafts = live.playing().position.drafts
        if not drafts or not drafts[seat]:
            return
