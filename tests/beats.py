"""Beats, checked for any game by playing random games: what each frame shows, and to whom.

``check_frames`` compares every frame of a choice with the engine itself, stopped in the middle of the step that told the beat.
``check_worlds`` makes the same choice in a world that a viewer cannot tell apart from this one: as long as the viewer is told
the same, every frame shows the viewer the same. ``python -m tests.beats --games 200`` looks at many games.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from officina import GAMES, Game, Position, Rng
from officina._build import is_compiled
from officina.core.drawing import SCREENS
from officina.core.events import EVERYBODY, NOBODY, SPEEDS, Event, beats_shown
from officina.core.position import Frame
from officina.core.text import LANGUAGES, render
from officina.web.live.scene import beat_data
from tests.invariants import MOST_DECISIONS, plain
from tests.seeds import seed_of, seeded
from tests.settings import random_setting


class Stop(Exception):
    """The engine is stopped at an event."""


class StoppingEvents(list[Event]):
    """Events that stop the engine when it tells one more than so many. The compiled engine cannot be stopped like this."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def append(self, event: Event) -> None:
        if len(self) == self.most:
            raise Stop
        super().append(event)


def viewers(p: Position) -> list[int | None]:
    """Everybody who may look."""
    return [None, *range(p.seats)]


def watched(p: Position, seat: int, option: int) -> Position:
    """The position after a choice, with all events and frames of the choice."""
    after = p.clone()
    after.watch()
    after.apply(seat, option)
    return after


def names(game: Game, frames: list[Frame]) -> list[str]:
    """The frames by what they show."""
    return [game.event_kinds[frame.event.code].name for frame in frames]


def seconds(game: Game, frames: list[Frame], speed: str = "normal") -> float:
    """How long the frames are shown."""
    told = [(game.event_kinds[frame.event.code].beat, render(game.event_text(frame.event), "it")) for frame in frames]
    codes = [frame.event.code for frame in frames]
    repeated = [code == before for code, before in zip(codes, [NOBODY, *codes], strict=False)]
    return sum(beats_shown(*each, again) for each, again in zip(told, repeated, strict=True)) * SPEEDS[speed] / 1000


def check_frames(p: Position, seat: int, option: int, found: Counter[str]) -> list[Frame]:
    """Every beat has a frame, and the frame looks like the engine stopped at that event, to everybody."""
    after = watched(p, seat, option)
    frames, told = after.frames or [], after.events or []
    kinds = p.game.event_kinds
    assert [frame.event for frame in frames] == [event for event in told if kinds[event.code].beat]
    for frame in frames:
        assert told[frame.at] is frame.event
        assert (frame.position.over, frame.position.to_act) == (False, ()), "the game goes on, and nobody is asked"
        assert (frame.position.events, frame.position.frames) == (None, None)
        found["frames"] += 1
        if is_compiled():
            continue
        engine = p.clone()
        engine.events = StoppingEvents(frame.at)
        try:
            engine.apply(seat, option)
        except Stop:
            pass
        else:
            raise AssertionError("the engine did not come by that event")
        for viewer in viewers(p):
            assert plain(frame.position.view(viewer)) == plain(engine.stopped().view(viewer))
    return frames


def check_drawings(p: Position, frames: list[Frame], rng: Rng, found: Counter[str]) -> None:
    """Each frame can be drawn, for one of those who look at it and one of the screens."""
    for frame in frames:
        viewer, screen, language = rng.pick(viewers(p)), rng.pick(list(SCREENS)), rng.pick(list(LANGUAGES))
        view = {**frame.position.view(viewer), "beat": beat_data(p.game, frame.event)}
        assert p.game.board(view, None, language, screen).areas
        found["drawn"] += 1


def told_by_beat(p: Position, viewer: int | None) -> list[tuple[list[Any], Frame]]:
    """The frames that a viewer gets, each with all that the viewer has been told by then."""
    frames, events = p.frames or [], p.events or []
    told = []
    for frame in frames:
        end = frame.at + 1
        while end < len(events) and events[end].audience != EVERYBODY:  # what only its seat hears belongs to what all hear
            end += 1
        told.append([event.key() for event in events[:end] if event.seen_by(viewer)])
    return [(keys, frame) for keys, frame in zip(told, frames, strict=True) if frame.event.seen_by(viewer)]


def shown(frame: Frame, viewer: int | None) -> str:
    """All that a viewer is given of a frame."""
    p = frame.position
    words = [render(p.game.event_text(frame.event), language) for language in LANGUAGES]
    return plain([frame.event.key(), words, p.game.event_kinds[frame.event.code].beat, frame.position.view(viewer)])


def check_worlds(p: Position, seat: int, option: int, rng: Rng, found: Counter[str]) -> None:
    """Who is told the same sees the same in every frame."""
    after = watched(p, seat, option)
    if not after.frames:
        return
    for viewer in viewers(p):
        world = p.determinize(-1 if viewer is None else viewer, rng)
        if world.kind(seat) != p.kind(seat) or option not in world.options(seat):
            continue  # what the mover may do is the mover's own knowledge
        other = watched(world, seat, option)
        mine, others = told_by_beat(after, viewer), told_by_beat(other, viewer)
        for (told, frame), (told_there, twin) in zip(mine, others, strict=False):
            if told != told_there:
                found["parted"] += 1
                break
            found["compared"] += 1
            assert shown(frame, viewer) == shown(twin, viewer), (
                f"{p.game.name}: {p.game.event_kinds[frame.event.code].name} shows viewer {viewer} what nobody told"
            )


def check_beats(
    game: Game, players: int, options: Mapping[str, Any], seed: str, found: Counter[str], *, every: int = 1
) -> None:
    """A random game to its end; about every ``every``-th choice is looked at."""
    rng = seeded(f"beats {seed}")
    p = game.start(players, seed, options)
    decisions = 0
    while p.to_act:
        decisions += 1
        assert decisions < MOST_DECISIONS, "the game does not end"
        seat = rng.pick(list(p.to_act))
        option = rng.pick(p.options(seat))
        if rng.below(every) == 0:
            frames = check_frames(p, seat, option, found)
            check_drawings(p, frames, rng, found)
            check_worlds(p, seat, option, rng, found)
            found["milliseconds"] = max(found["milliseconds"], int(1000 * seconds(game, frames)))
        p.apply(seat, option)
    found["games"] += 1


def main() -> int:
    """Look at many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games; all of them if none is given")
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    for name in given.names or GAMES:
        found: Counter[str] = Counter()
        for number in range(given.games):
            players, options = random_setting(GAMES[name], seeded(f"beats {name} {number}"))
            check_beats(GAMES[name], players, options, seed_of(f"beats {number}"), found)
        sys.stdout.write(f"{name}: {dict(found)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
