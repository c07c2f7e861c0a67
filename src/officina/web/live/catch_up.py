"""Coming back: what happened since a seat last looked, in a few lines, and its last turn to be watched. For that seat alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from officina.core.events import FORCED, NOBODY, Event
from officina.core.position import Frame
from officina.tables import LiveTable
from officina.web.live.frames import MOST_SENT, DrawnFrame, draw_frames, step_frames
from officina.web.live.scene import frame_scene, seat_names
from officina.web.live.sentences import event_words
from officina.web.words import PageWords

MOST_SAID: Final = 2
"""So many sentences are told of each player: those that weigh most, of equal ones the latest."""


@dataclass(frozen=True)
class News:
    """What one player did meanwhile; ``gain``: points won since then, None where they are not open."""

    seat: int
    name: str
    gain: int | None
    sentences: Sequence[str]


async def news(live: LiveTable, seat: int, seen: int, language: str) -> list[News]:
    """What everybody else did after the step that the seat has seen."""
    record, words = live.playing(), PageWords(language, seat_names(live, language))
    first = live.choices_at(seen)
    before = (await live.position_at(first)).view(seat)["scores"]
    now = record.position.view(seat)["scores"]
    told: dict[int, list[Event]] = {}
    for move in record.moves[first:]:
        for event in move.events:
            if event.seat not in (NOBODY, seat) and event.seen_by(seat) and event.code != FORCED:
                told.setdefault(event.seat, []).append(event)
    found = []
    for other, events in sorted(told.items()):
        gain = None if before[other] is None or now[other] is None else now[other] - before[other]
        sentences = [event_words(live.game, event, words) for event in weighty(live, events)]
        found.append(News(other, words.names[other], gain, sentences))
    return found


def weighty(live: LiveTable, events: Sequence[Event]) -> list[Event]:
    """The few of them that weigh most, in their order."""
    weight = [(live.game.event_kinds[event.code].beat, place) for place, event in enumerate(events)]
    return [events[place] for place in sorted(place for _, place in sorted(weight)[-MOST_SAID:])]


async def last_turn(live: LiveTable, seat: int, seen: int, language: str, screen: str) -> list[DrawnFrame]:
    """The beats since the seat's own last choice, at most, of what it has not seen yet."""
    record, frames = live.playing(), list[Frame]()
    for step in range(live.steps, seen, -1):
        if record.moves[live.choices_at(step) - 1].seat == seat or len(frames) >= MOST_SENT:
            break
        frames = await step_frames(live, step, seat) + frames
    frames = frames[-MOST_SENT:]
    return await draw_frames(live, frames, [frame_scene(live, frame, seat, language, screen) for frame in frames])
