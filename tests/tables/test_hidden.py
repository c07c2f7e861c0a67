"""Nothing hidden leaves the table: what a viewer is given does not change when what it cannot know is drawn anew."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from officina import Game, Rng
from officina.core.record import Record
from officina.core.text import LANGUAGES, render
from officina.tables import LiveTable, Ok
from officina.tables.model import OVER
from tests.settings import random_setting
from tests.tables.common import FUORI, Friends, open_tables, run


def shown(live: LiveTable, seat: int | None) -> str:
    """Everything that a table gives a viewer, as text: two that are equal cannot be told apart."""
    game, info = live.game, live.info
    parts: list[Any] = [
        [info.id, info.state, info.version, info.commitment, info.seed, info.waiting, repr(info.seats), info.updated],
        live.version_for(seat),
        live.view(seat),
        live.steps(seat),
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


@pytest.mark.parametrize("number", range(4))
def test_hidden_parts_drawn_anew_change_nothing(tmp_path: Path, game: Game, number: int) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            rng = Rng(f"hidden {game.name} {number}")
            players, options = random_setting(game, rng)
            friends = await Friends.meet(tables, game, players, options=options)
            for _ in range(120):
                live = await friends.live()
                if live.row.state == OVER:
                    break
                await friends.one_choice(rng)
                if live.row.state == OVER or rng.below(4):
                    continue
                record = live.playing()
                for seat in [None, *range(players)]:
                    known = shown(live, seat)
                    world = record.position.determinize(-1 if seat is None else seat, rng)
                    twin = Record(game, record.header, world)
                    twin.opening_events, twin.moves = record.opening_events, record.moves
                    live.record = twin
                    assert shown(live, seat) == known
                    live.record = record

    run(main())


@pytest.mark.parametrize("number", range(3))
def test_hidden_answers_leave_no_trace_until_they_are_shown(tmp_path: Path, game: Game, number: int) -> None:
    """One seat answers a simultaneous question in two worlds, quickly in one, with many changes of mind in the other."""

    async def main() -> None:
        rng = Rng(f"answers {game.name} {number}")
        players, options = random_setting(game, rng)
        path = tmp_path / "one.sqlite"
        async with open_tables(path) as tables:
            friends = await Friends.meet(tables, game, players, options=options)
            for _ in range(80):
                live = await friends.live()
                if live.row.state == OVER or (len(live.playing().position.to_act) > 1 and rng.below(3) == 0):
                    break
                await friends.one_choice(rng)
            position = live.playing().position
            if len(position.to_act) < 2:
                return  # a game without simultaneous decisions, or none was met
            seat = rng.pick(list(position.to_act))
        shutil.copy(path, tmp_path / "other.sqlite")
        seen: list[list[str]] = []
        for name, changes in (("one", 0), ("other", 5)):
            async with open_tables(tmp_path / f"{name}.sqlite") as tables:
                friends = friends.at(tables)
                seen.append([])
                await think(friends, seat, changes, rng)
                live = await friends.live()
                assert seat not in live.playing().position.to_act
                for viewer in [None, *range(players)]:
                    if viewer != seat:
                        seen[-1].append(timeless(shown(live, viewer), live))
        assert seen[0] == seen[1]

    run(main())


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


def timeless(text: str, live: LiveTable) -> str:
    """Without the time of the last public entry, which differs between two worlds by nature."""
    return text.replace(json.dumps(live.info.updated), "now")


def test_there_are_hidden_answers_to_test() -> None:
    assert any(kind.secret for kind in FUORI.vocabulary.kinds)
