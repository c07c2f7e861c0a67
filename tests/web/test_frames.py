"""Frames as pages get them: no byte tells more than was told, and however many are left out, the page ends the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketDisconnect, WebSocketState

from officina import GAMES, Game, Rng
from officina.core.drawing import SCREENS
from officina.core.events import FORCED, PRIZE
from officina.core.text import LANGUAGES
from officina.tables import LiveTable
from officina.tables.table.live import Beats
from officina.tables.table.moves import plan_choice
from officina.web.live.catch_up import MOST_SAID, last_turn, news
from officina.web.live.frames import (
    MOST_SENT,
    DrawnFrame,
    FrameCache,
    beat_scene,
    draw_frames,
    message_with,
    step_frames,
    went_on,
)
from officina.web.live.render_cache import RenderCache, Rendered
from officina.web.live.scene import frame_scene, past_scene, seat_names
from officina.web.live.sentences import beat_words, event_words
from officina.web.live.socket import Page
from officina.web.words import PageWords
from tests.beats import told_by_beat, watched
from tests.seeds import seeded
from tests.settings import random_setting
from tests.tables.common import Friends, open_tables, run
from tests.tables.worlds import twin_of
from tests.web.pages import applied, hashes


async def check_bytes(live: LiveTable, seat: int, notation: str, viewer: int | None, rng: Rng, found: Counter[str]) -> None:
    """The frames of a choice in this world and in another: alike, byte by byte, as long as the viewer is told the same."""
    record = live.playing()
    twin = twin_of(record, viewer, rng)
    option = record.position.option_of(seat, notation)
    if twin.position.kind(seat) != record.position.kind(seat) or option not in twin.position.options(seat):
        return  # what the mover may do is the mover's own knowledge
    language, screen = rng.pick(list(LANGUAGES)), rng.pick(list(SCREENS))
    told, drawn = [], []
    for world in (record, twin):
        live.record = world
        plan = plan_choice(live, seat, notation)
        assert plan.move is not None
        beats = Beats(seat, plan.move.frames, 0, live.public + 1, live.own)
        drawn.append(await FrameCache().drawn(live, beats, viewer, language, screen))
        told.append([keys for keys, _ in told_by_beat(watched(world.position, seat, option), viewer)])
    live.record = record
    assert [len(frames) for frames in drawn] == [len(keys) for keys in told]
    for mine, others, here, there in zip(*told, *drawn, strict=False):
        if mine != others:
            break
        assert here == there
        found["frames"] += 1


@pytest.mark.parametrize("number", range(2))
def test_frames_tell_no_more_than_was_told(tmp_path: Path, game: Game, number: int) -> None:
    async def main() -> None:
        rng = seeded(f"frames {game.name} {number}")
        players, options = random_setting(game, rng)
        found: Counter[str] = Counter()
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, players, options=options)
            for turn in range(90):
                live = await friends.live()
                if live.revealed:
                    break
                position = live.playing().position
                seat = rng.pick(list(position.to_act))
                question = live.question(seat)
                assert question is not None
                notation = rng.pick(question.options).notation
                if turn % 4 == 0:
                    await check_bytes(live, seat, notation, rng.pick([None, *range(players)]), rng, found)
                await friends.choose(seat, notation)
        assert found["frames"]

    run(main())


@pytest.mark.parametrize("number", range(1))
def test_however_many_frames_are_left_out_the_page_ends_the_same(tmp_path: Path, game: Game, number: int) -> None:
    """A page that follows, one that skips at any moment, and one that comes back after several choices."""

    async def main() -> None:
        rng = seeded(f"leaving out {game.name} {number}")
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, game.players[0])
            cache, frames = RenderCache(tables), FrameCache()
            viewer = rng.pick([None, *range(game.players[0])])
            before = await cache.render(friends.id, viewer, "en", "", "")
            checked = 0
            for _ in range(120):
                live = await friends.live()
                if live.revealed or checked == 6:
                    break
                await friends.one_choice(rng)
                if rng.below(3):
                    continue
                now = await cache.render(friends.id, viewer, "en", "", "")
                led = await frames.between(live, viewer, before.base, now, "en", SCREENS[0])
                if led:
                    message = message_with(led, now, before.digests, before.regions)
                    for shown in {0, 1, rng.below(len(led) + 1), len(led)}:
                        assert hashes(applied(before.regions, message, shown)) == now.digests
                    checked += 1
                before = now
            assert checked

    run(main())


def test_looking_back_shows_the_same_frames_as_the_table_did(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        rng = seeded(f"frames of the past {game.name}")
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, game.players[0])
            viewer = rng.pick([None, *range(game.players[0])])
            seen: dict[int, list[tuple[str, dict[str, str]]]] = {}
            live = await friends.live()
            while len(seen) < 3 and not live.revealed:
                before = live.playing().position
                assert await friends.one_choice(rng) >= 0
                move = live.playing().moves[-1]
                frames = watched(before, move.seat, move.option).frames
                if frames and not move.hidden:
                    beats = Beats(move.seat, frames, 0, live.public, live.own)
                    drawn = await FrameCache().draw(live, beats, viewer, "en", SCREENS[0])
                    seen[live.steps] = [(frame.text, board_of(frame)) for frame in drawn]
            for step, shown in seen.items():
                scene = await past_scene(live, viewer, "en", step)
                frames = await step_frames(live, step, viewer)
                scenes = [await beat_scene(live, scene, beat) for beat in range(1, len(frames) + 1)]
                assert [(frame.text, board_of(frame)) for frame in await draw_frames(live, frames, scenes)] == shown
                assert [(here.beat, here.happened) for here in scenes] == [
                    (beat, frame.event) for beat, frame in enumerate(frames, 1)
                ]
                after = await beat_scene(live, scene, 0)
                assert (after.beat, after.beats, after.position) == (0, len(frames), scene.position)
            assert any(seen.values())

    run(main())


def board_of(frame: DrawnFrame) -> dict[str, str]:
    return {name: markup for name, markup in frame.regions.items() if name.startswith("board-")}


def test_who_comes_back_is_told_what_happened_and_shown_the_last_turn(tmp_path: Path, game: Game) -> None:
    """Of the steps since the own last choice every beat; of all steps since the last visit what the others did and won."""

    async def main() -> None:
        rng = seeded(f"coming back {game.name}")
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, game.players[0])
            live = await friends.live()
            for _ in range(12):
                await friends.one_choice(rng)
            seat, seen = rng.below(game.players[0]), live.steps
            before = live.playing().position.view(seat)["scores"]
            for _ in range(60):
                mover = live.playing().moves[-1].seat
                if live.revealed or (
                    live.steps > seen + 2 and mover != seat and await last_turn(live, seat, seen, "en", "wide")
                ):
                    break
                await friends.one_choice(rng)
            moves = live.playing().moves
            own = max((step for step in range(1, live.steps + 1) if moves[live.choices_at(step) - 1].seat == seat), default=0)
            shown = [frame.text for frame in await last_turn(live, seat, seen, "en", "wide")]
            drawn = []
            for step in range(max(own, seen) + 1, live.steps + 1):
                frames = await step_frames(live, step, seat)
                drawn += await draw_frames(live, frames, [frame_scene(live, frame, seat, "en", "wide") for frame in frames])
            assert shown == [frame.text for frame in drawn][-MOST_SENT:]
            assert shown
            after = live.playing().position.view(seat)["scores"]
            log = {event_words(game, event, words) for move in moves for event in move.events if event.seen_by(seat)
                   for words in [PageWords("en", seat_names(live, "en"))]}  # fmt: skip
            told = await news(live, seat, seen, "en")
            assert told
            for line in told:
                assert line.seat != seat
                assert 1 <= len(line.sentences) <= MOST_SAID
                assert log.issuperset(line.sentences)
                known = before[line.seat] is not None and after[line.seat] is not None
                assert line.gain == (after[line.seat] - before[line.seat] if known else None)

    run(main())


def test_a_page_that_went_away_meanwhile_is_told_nothing() -> None:
    """The endpoint takes that for a page that was closed; anything else would be a traceback in the log."""

    async def tell() -> None:
        page = cast(Any, object.__new__(Page))
        page.socket, page.sending = SimpleNamespace(application_state=WebSocketState.DISCONNECTED), asyncio.Lock()
        await page.tell({"is": "tip", "base": 1, "text": "Pass."})

    with pytest.raises(WebSocketDisconnect):
        run(tell())


def test_what_the_game_does_by_itself_is_told_and_what_one_wins_is_shown(tmp_path: Path) -> None:
    """Whoever goes on alone sees no beats of the own choices, but the last action of a tile, which resolves itself, is told."""

    async def main() -> None:
        rng = seeded("by itself")
        told: Counter[str] = Counter()
        game = GAMES["kraftwagen"]
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, 2)
            for _ in range(400):
                live = await friends.live()
                if live.revealed:
                    break
                position = live.playing().position
                (seat,) = position.to_act
                before = live.version_for(seat)
                liked = game.weights(position.determinize(seat, rng), seat, rng)
                option = position.options(seat)[rng.weighted(liked)]
                await friends.choose(seat, game.vocabulary.text(position.kind(seat), option))
                live = await friends.live()
                events = [event for event in live.playing().moves[-1].events if event.seen_by(seat)]
                shown = [event for event in events if game.event_kinds[event.code].beat]
                if live.revealed or live.playing().position.to_act != (seat,) or any(e.seat not in (seat, -1) for e in shown):
                    continue
                now = cast(Rendered, SimpleNamespace(base=live.version_for(seat), turn=True))
                went = went_on(live, seat, before, now, "en")
                frames = await FrameCache().between(live, seat, before, now, "en", SCREENS[0])
                won = [event for event in shown if game.event_kinds[event.code].beat == PRIZE]
                assert [frame.text for frame in frames] == [beat_words(live, event, "en") for event in won]
                forced = any(event.code == FORCED and event.seat == seat for event in events)
                assert forced or not went
                told["won"] += len(won)
                told["went on"] += len(went)
        assert told["won"]
        assert told["went on"] > 5

    run(main())
