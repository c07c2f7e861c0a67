"""The beats of choices as pages show them: one frame after the other, each drawn from what the viewer may see of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from officina.core.events import NOBODY, PLAIN, PRIZE, beats_shown
from officina.core.position import Frame
from officina.tables import LiveTable
from officina.tables.effort import aside
from officina.tables.table.live import Beats
from officina.web.byte_cache import ByteCache, size_of
from officina.web.live.patches import Patch, packed
from officina.web.live.regions import frame_regions
from officina.web.live.render_cache import NOTHING, OVERHEAD, Rendered
from officina.web.live.replay import told_signs
from officina.web.live.scene import TableScene, frame_scene
from officina.web.live.sentences import beat_words
from officina.web.live.templates import digest

MOST_BYTES: Final = 48 * 1024 * 1024
"""Frames that are kept take at most so much together."""
MOST_SENT: Final = 48
"""A page that was away gets at most so many frames, the latest ones."""

MOST_TOLD: Final = 3
"""Sentences about what the game did by itself: there are a few lines for them."""

FrameKey = tuple[str, int | None, str, str, int]
"""Table, seat, language, screen, and the version that the choice made for everybody."""


@dataclass(frozen=True)
class DrawnFrame:
    """A beat: its caption, how much it weighs and how long it is shown, whom it concerns, and the table at that moment.

    ``sign``: who it is about, drawn.
    """

    text: str
    sign: str
    beats: int
    lasts: float
    seat: int | None
    regions: Mapping[str, str]
    digests: Mapping[str, str]


class FrameCache:
    """Frames by table, viewer, language and choice: two hundred spectators of a table cost one drawing."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.kept: ByteCache[FrameKey, tuple[Beats, list[DrawnFrame]]] = ByteCache(most)
        self.drawing: dict[FrameKey, asyncio.Task[list[DrawnFrame]]] = {}

    async def between(
        self, live: LiveTable, seat: int | None, version: int, now: Rendered, language: str, screen: str
    ) -> list[DrawnFrame]:
        """The frames of what led from that version of the viewer to what is shown now."""
        found: list[DrawnFrame] = []
        for beats in live.beats_since(seat, version):  # what happens while they are drawn comes with the next message
            if beats.version_for(seat) > now.base:
                continue
            prizes_only = now.turn and only_own(beats, seat)
            if prizes_only and not any(is_prize(live, frame) for frame in beats.seen_by(seat)):
                continue  # most of one's own choices: nothing has to be drawn
            drawn = await self.drawn(live, beats, seat, language, screen)
            found += [frame for frame in drawn if frame.beats == PRIZE] if prizes_only else drawn
        return found[-MOST_SENT:]

    async def drawn(self, live: LiveTable, beats: Beats, seat: int | None, language: str, screen: str) -> list[DrawnFrame]:
        """The frames of one choice."""
        key = (live.id, seat, language, screen, beats.public)
        kept = self.kept.get(key)
        if kept is not None and kept[0] is beats:
            return kept[1]
        if key not in self.drawing:
            self.drawing[key] = asyncio.create_task(self.draw(live, beats, seat, language, screen))
            self.drawing[key].add_done_callback(lambda _: self.drawing.pop(key, None))
        found = await asyncio.shield(self.drawing[key])
        sizes = {id(markup): size_of([markup]) for frame in found for markup in frame.regions.values()}
        self.kept.put(key, (beats, found), sum(sizes.values()) + OVERHEAD * len(found))
        return found

    async def draw(self, live: LiveTable, beats: Beats, seat: int | None, language: str, screen: str) -> list[DrawnFrame]:
        """Draw them as they are watched at the table."""
        frames = beats.seen_by(seat)
        return await draw_frames(live, frames, [frame_scene(live, frame, seat, language, screen) for frame in frames])


async def draw_frames(live: LiveTable, frames: Sequence[Frame], scenes: Sequence[TableScene]) -> list[DrawnFrame]:
    """Frames with their scenes, drawn in a thread: a turn may have many."""
    drawn = await aside(lambda: drawn_regions(scenes))
    found, before = [], NOBODY
    for frame, scene, regions in zip(frames, scenes, drawn, strict=True):
        event, kind = frame.event, live.game.event_kinds[frame.event.code]
        digests = {name: digest(markup) for name, markup in regions.items()}
        whom = None if event.seat == NOBODY else event.seat
        told = beat_words(live, event, scene.language)
        lasts = beats_shown(kind.beat, told, event.code == before)
        found.append(DrawnFrame(told, str(told_signs(scene)), kind.beat, lasts, whom, regions, digests))
        before = event.code
    return found


async def step_frames(live: LiveTable, step: int, seat: int | None) -> list[Frame]:
    """The frames that led to a step of the past, those that the viewer may see."""
    choices = live.choices_at(step)
    if not choices:
        return []
    world = (await live.position_at(choices - 1)).clone()
    move = live.playing().moves[choices - 1]
    world.watch()
    await aside(lambda: world.apply(move.seat, move.option))
    return [frame for frame in world.frames or [] if frame.event.seen_by(seat)]


async def beat_scene(live: LiveTable, scene: TableScene, beat: int) -> TableScene:
    """The scene of a step as it was at one of the beats that led to it (0: after all of them)."""
    frames = await step_frames(live, scene.step, scene.seat)
    beat = min(beat, len(frames))
    if not beat:
        return replace(scene, beats=len(frames))
    frame = frames[beat - 1]
    repeated = beat > 1 and frames[beat - 2].event.code == frame.event.code
    return replace(scene, position=frame.position, beats=len(frames), beat=beat, happened=frame.event, repeated=repeated)


def went_on(live: LiveTable, seat: int | None, version: int, now: Rendered, language: str) -> list[str]:
    """What the game did by itself for whoever alone did all that happened, and is asked again: it is told, though not shown."""
    kinds = live.game.event_kinds
    return [
        beat_words(live, frame.event, language)
        for beats in live.beats_since(seat, version)
        if now.turn and beats.version_for(seat) <= now.base and beats.forced >= 0 and only_own(beats, seat)
        for frame in beats.seen_by(seat)
        if frame.at > beats.forced and frame.event.seat == seat and kinds[frame.event.code].beat == PLAIN
    ][-MOST_TOLD:]


def is_prize(live: LiveTable, frame: Frame) -> bool:
    """Whether it is something that somebody wins on the way."""
    return live.game.event_kinds[frame.event.code].beat == PRIZE


def only_own(beats: Beats, seat: int | None) -> bool:
    """Whether the viewer alone did it all: whoever is asked again at once need not be shown the own hand."""
    return beats.mover == seat and all(frame.event.seat in (seat, NOBODY) for frame in beats.seen_by(seat))


def drawn_regions(scenes: Sequence[TableScene]) -> list[dict[str, str]]:
    """The regions of each scene. What is drawn alike is kept once."""
    found: list[dict[str, str]] = []
    for scene in scenes:
        last = found[-1] if found else {}
        regions = frame_regions(scene)
        found.append({name: last[name] if last.get(name) == markup else markup for name, markup in regions.items()})
    return found


class ToldFrame(msgspec.Struct):
    """A frame as a page gets it: of the regions only those that differ from the frame before it."""

    text: str
    sign: str
    beats: int
    lasts: float
    seat: int | None
    regions: dict[str, tuple[str, str | Patch]]


def frames_told(frames: Sequence[DrawnFrame], known: Mapping[str, str], held: Mapping[str, str] = NOTHING) -> list[ToldFrame]:
    """Frames for a page that shows the known regions now; all that it ``held`` before is told by what has changed."""
    have, told = dict(known), []
    for frame in frames:
        changed = [name for name, found in frame.digests.items() if have.get(name) != found]
        regions = {name: (frame.digests[name], packed(frame.regions[name], held.get(name))) for name in changed}
        told.append(ToldFrame(frame.text, frame.sign, frame.beats, frame.lasts, frame.seat, regions))
        have.update(frame.digests)
    return told


def message_with(
    frames: Sequence[DrawnFrame],
    now: Rendered,
    known: Mapping[str, str],
    held: Mapping[str, str] = NOTHING,
    went: Sequence[str] = (),
) -> str:
    """The message that leads a page through the frames to how the table is now; ``went`` is told then.

    A page may leave out any number of frames: the last state has whatever one of them changes.
    """
    told = frames_told(frames, known, held)
    touched = {name for frame in told for name in frame.regions}
    last = [name for name, found in now.digests.items() if known.get(name) != found or name in touched]
    state = {
        "is": "state",
        "base": now.base,
        "turn": now.turn,
        "title": now.title,
        "regions": {name: [now.digests[name], packed(now.regions[name], held.get(name))] for name in last},
        "frames": told,
        "aside": went,
    }
    return msgspec.json.encode(state).decode()
