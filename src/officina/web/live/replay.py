"""Looking back: the caption of a step, whose eyes one looks through, the bar with its slider, marks and keys. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import msgspec
from markupsafe import Markup

from officina.core.events import FORCED, NOBODY
from officina.core.game import Game
from officina.web.live.course import Course
from officina.web.live.ending import round_name, seat_sign, told_piece
from officina.web.live.scene import TableScene, seat_looks
from officina.web.live.sentences import event_words
from officina.web.live.templates import digest, part
from officina.web.words import PageWords

ALL_TURNS: Final = 20
"""More turns than these are numbered at every fifth only."""
FIFTH: Final = 5
MOST_TURNS: Final = 60
"""Of more turns than these only rounds are marked."""
MOST_STEPS: Final = 240
"""More steps than these have no marks of their own."""
FEW_ROUNDS: Final = 10
NAME_ROOM: Final = 0.085
LEAST_ROOM: Final = 0.035
"""The parts of the slider that the name and the number of a round take."""
STEP, TURN, ROUND = 0, 1, 2
"""What a stop of the slider is."""


@dataclass(frozen=True)
class Tick:
    """A mark of the slider, at so many per cent of its length; ``sort``: step, turn or round."""

    at: str
    sort: str


@dataclass(frozen=True)
class Label:
    """A number below the slider (the middle of a turn), or the name of a round above it; ``minor`` ones need room."""

    at: str
    text: str
    short: str = ""
    minor: bool = False


@dataclass(frozen=True)
class Slider:
    """Everything that is drawn once: marks, numbers, names, the pins of the turning points; and the stops as plain data."""

    ticks: list[Tick]
    turns: list[Label]
    rounds: list[Label]
    pins: list[Label]
    stops: str


@dataclass(frozen=True)
class Keys:
    """Where each key leads from a step."""

    round_back: int
    turn_back: int
    back: int
    on: int
    turn_on: int
    round_on: int


def per_cent(step: float, last: int) -> str:
    """A place on the slider."""
    return f"{100 * step / max(1, last):.2f}".rstrip("0").rstrip(".") + "%"


def stops_of(course: Course) -> list[tuple[int, int]]:
    """All places to stop at: the step, and whether a turn or a round ends there."""
    turns, rounds = set(course.turns()), set(course.rounds())
    return [(step, ROUND if step in rounds else TURN if step in turns else STEP) for step in range(course.last + 1)]


def keys_at(course: Course, step: int) -> Keys:
    """Where the keys lead from that step."""
    turns, rounds = course.turns(), course.rounds()
    return Keys(
        before(rounds, step),
        before(turns, step),
        max(0, step - 1),
        min(course.last, step + 1),
        after(turns, step),
        after(rounds, step),
    )


def before(ends: Sequence[int], step: int) -> int:
    """The last end before the step; else the first."""
    return ends[max(0, bisect_left(ends, step) - 1)]


def after(ends: Sequence[int], step: int) -> int:
    """The first end after the step; else the last."""
    return ends[min(len(ends) - 1, bisect_right(ends, step))]


def slider(game: Game, course: Course, words: PageWords, pins: Mapping[int, int]) -> Slider:
    """The slider of a game. ``pins``: the numbers of its turning points by step."""
    last = course.last
    turns, rounds = course.turns(), course.rounds()
    count = len(turns) - 1
    ticks: list[Tick] = []
    larger = set(turns if count <= MOST_TURNS else rounds)
    if last <= MOST_STEPS:
        ticks += [Tick(per_cent(step, last), "tb") for step in range(1, last) if step not in larger]
    if count <= MOST_TURNS:
        ticks += [Tick(per_cent(step, last), "tt") for step in turns if step not in rounds]
    ticks += [Tick(per_cent(step, last), "tr") for step in rounds]
    numbers = turn_numbers(course, turns) if count <= MOST_TURNS else []
    return Slider(
        ticks,
        numbers,
        round_names(game, course, rounds, words, pins if numbers else {}),
        [Label(per_cent(step, last), str(number)) for step, number in sorted(pins.items())],
        msgspec.json.encode(stops_of(course)).decode(),
    )


def turn_numbers(course: Course, turns: Sequence[int]) -> list[Label]:
    """The numbers of the turns, in the middle of each; of many turns every fifth."""
    found = []
    for first, end in pairwise(turns):
        turn = course.stops[end].turn
        if turn and (len(turns) - 1 <= ALL_TURNS or turn % FIFTH == 0):
            found.append(Label(per_cent((first + end) / 2, course.last), str(turn), minor=turn % FIFTH != 0))
    return found


def round_names(game: Game, course: Course, rounds: Sequence[int], words: PageWords, pins: Mapping[int, int]) -> list[Label]:
    """The names of the rounds, where each begins; only the number where a pin or the next round stands close."""
    found = []
    last = max(1, course.last)
    for first, end in pairwise(rounds):
        number = course.stops[end].round
        name = round_name(game, number, words)
        near = min(*(pin - first for pin in pins if pin >= first), last, last if end == last else end - first) / last
        if name and near > LEAST_ROOM:
            crowded = len(rounds) - 1 > FEW_ROUNDS and number % 2 == 0
            found.append(Label(per_cent(first, last), name if near > NAME_ROOM else str(number), str(number), minor=crowded))
    return found


def caption(scene: TableScene, words: PageWords) -> str:
    """What happened at the step that one looks at, and where in the game that is."""
    line = scene.log[0] if scene.log and scene.log[0].step == scene.step else None
    sentences = [event_words(scene.game, event, words) for event in line.events if event.code != FORCED] if line else []
    seat = scene.mover
    sign = Markup("") if seat is None else seat_sign(seat_looks(scene)[seat])
    where = words.say("replay.where", step=scene.step, last=scene.last_step)
    turn = scene.course.stops[scene.step].turn if scene.course is not None and scene.step < len(scene.course.stops) else 0
    if turn:
        where = f"{words.say('replay.turn', n=turn)}, {where}"
    otherwise = words.say("replay.start") if seat is None else words.say("replay.chose", who=words.names[seat])
    said = " ".join(sentences) or otherwise
    if scene.happened is not None:
        sign = told_signs(scene)
        said = event_words(scene.game, scene.happened, words)
        where = f"{where}, {words.say('replay.beat', beat=scene.beat, beats=scene.beats)}"
    return part("caption", scene, words, said=said, sign=sign, where=where)


def told_signs(scene: TableScene) -> Markup:
    """Who a beat is about: the pieces that the game names, else the sign of the seat."""
    pieces = scene.board.told if scene.board is not None else []
    if pieces:
        return Markup("").join(told_piece(piece) for piece in pieces)
    seat = scene.happened.seat if scene.happened is not None else NOBODY
    return Markup("") if seat == NOBODY else seat_sign(seat_looks(scene)[seat])


def replay_regions(scene: TableScene, words: PageWords, views: Sequence[int], query: str) -> dict[str, str]:
    """What a page that looks back has besides: the eyes that it looks through, and the keys."""
    assert scene.course is not None
    looks = seat_looks(scene)
    signs = [seat_sign(look) for look in looks]
    keys = keys_at(scene.course, scene.step)
    return {
        "actions": part("eyes", scene, words, views=views, signs=signs),
        "replay-keys": part("replay_keys", scene, words, keys=keys, query=query),
    }


def replay_bar(scene: TableScene, words: PageWords, keys: str, query: str, pins: Mapping[int, int]) -> Markup:
    """The bar with its slider, drawn once for a page."""
    assert scene.course is not None
    found = slider(scene.game, scene.course, words, pins)
    done = per_cent(scene.step, scene.last_step)
    return Markup(
        part("replay_bar", scene, words, slider=found, done=done, keys=Markup(keys), query=query, key_hash=digest(keys))
    )
