"""Two worlds that somebody cannot tell apart: what they cannot know is drawn anew in one, or thought about longer in secret."""

from __future__ import annotations

import json
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from officina import Game, Position, Rng
from officina.core.record import Record
from officina.core.text import LANGUAGES, render
from officina.tables import LiveTable, Ok
from officina.tables.storage.interface import OVER
from officina.tables.table.clock import ClockRule
from tests.seeds import seeded
from tests.settings import random_setting
from tests.tables.common import Friends, open_tables

T = TypeVar("T")

MOST_PASSED = 6
"""At most so many simultaneous choices are made before the one that is looked at: fewer than in the shortest game with any."""
MOST_CHOICES = 60
"""Games are looked through for secret choices this far."""
CLOCK = ClockRule("bank", bank=3600, absence=3600)
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


@dataclass(frozen=True)
class SecretHalf:
    """A game up to a question of ``seat`` with answers that nobody else may notice: that seat goes on deciding alone."""

    players: int
    options: dict[str, Any]
    seed: str
    choices: list[tuple[int, str]]
    seat: int
    unnoticed: list[str]
    before: int | None
    """Another seat that may take back, at that moment, a choice that everybody noticed, if there is one."""


def unnoticed(p: Position, seat: int) -> list[int]:
    """The options of a secret question after which the same seats must decide, and nobody else was told anything."""
    found = []
    if p.game.vocabulary.kind(p.kind(seat)).secret:
        for option in p.options(seat):
            after = p.clone()
            after.events = []
            after.apply(seat, option)
            if after.to_act == p.to_act and all(event.audience == seat for event in after.events or []):
                found.append(option)
    return found


def may_take_back(record: Record, seat: int) -> bool:
    """Whether the seat may take back a choice that everybody noticed."""
    return record.why_no_undo(seat) is None and not record.has_draft(seat)


def find_half(game: Game, rng: Rng, most_games: int = 400) -> SecretHalf:
    """A random game up to some such question; if possible one in which somebody else may take back a choice meanwhile."""
    best: SecretHalf | None = None
    for number in range(most_games):
        players, options = random_setting(game, rng)
        seed = f"half {rng.below(2**31)}"
        record = Record.start(game, players, seed, options)
        found: list[SecretHalf] = []
        for _ in range(MOST_CHOICES):
            p = record.position
            if not p.to_act:
                break
            seat = rng.pick(list(p.to_act))
            halves = unnoticed(p, seat)
            if halves:
                words = [game.vocabulary.text(p.kind(seat), option) for option in halves]
                choices = [(entry.seat, entry.choice) for entry in record.entries]
                others = [other for other in range(players) if other != seat and may_take_back(record, other)]
                found.append(SecretHalf(players, options, seed, choices, seat, words, others[0] if others else None))
            record.apply(seat, rng.pick(p.options(seat)))
        if found:
            best = rng.pick([half for half in found if half.before is not None] or found)
            if best.before is not None or number > most_games // 4:
                break
    assert best is not None, f"{game.name} has secret decisions, but none that goes unnoticed"
    return best


async def played_to(half: SecretHalf, game: Game, path: Path) -> Friends:
    """A table at that question, in a file of its own."""
    async with open_tables(path, chance=lambda _what: half.seed) as tables:
        friends = await Friends.meet(tables, game, half.players, options=half.options, clock=CLOCK)
        for seat, notation in half.choices:
            assert isinstance(await friends.choose(seat, notation), Ok)
    return friends


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
