"""The end of a game as a page shows it: who came where, with what, what decided it, and who wants to play again. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup, escape

from officina.core.drawing import tag
from officina.core.game import Game
from officina.core.places import Standing
from officina.core.position import Position
from officina.core.text import Message, has, render
from officina.looks import paint, part
from officina.web.live.course import Course, Point, Turning, sharpest, turning_points
from officina.web.words import PageWords

MOST_STEPS: Final = 5
"""So many stand on the podium; of more players only those of the first three places."""
HIGHEST: Final = 3
MOST_GAINS: Final = 3
MOST_PLACE: Final = 5
"""The lowest step of the podium."""

Looks = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Step:
    """Somebody on the podium; ``height`` counts from 1, the highest."""

    seat: int
    place: int
    height: int


@dataclass(frozen=True)
class Row:
    """A line of the table of scores. ``tie``: what decided where the score did not."""

    seat: int
    place: int | None
    winner: bool
    parts: list[int]
    total: int
    tie: Markup


@dataclass(frozen=True)
class Reason:
    """A sentence on what decided the game, with its number, its moment and the step to look at."""

    number: int
    step: int
    at: int
    moment: str
    sentence: Markup
    gains: str


def podium(places: Sequence[int]) -> list[Step]:
    """Who stands on the podium, from left to right: the first in the middle, the others to either side in turn.

    Equal places are equally high and have the same number:

    >>> [(step.seat, step.place, step.height) for step in podium([2, 1, 2, 4])]
    [(3, 4, 4), (0, 2, 2), (1, 1, 1), (2, 2, 2)]
    """
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    if len(order) > MOST_STEPS:
        order = [seat for seat in order if places[seat] <= HIGHEST][:MOST_STEPS]
    found: list[Step] = []
    for number, seat in enumerate(order):
        step = Step(seat, places[seat], min(places[seat], MOST_PLACE))
        found = [step, *found] if number % 2 else [*found, step]
    return found


def score_table(position: Position, words: PageWords, finished: bool) -> tuple[list[str], list[Row]]:
    """The headings of the parts of the score, and a line for everybody in the order of their places.

    Parts in which nobody has anything are left out.
    """
    game = position.game
    totals = position.scores()
    places = position.places() if finished else []
    order = sorted(range(position.seats), key=lambda seat: (places[seat].place if places else -totals[seat], seat))
    found = [position.breakdown(seat) for seat in range(position.seats)]
    labels = list(dict.fromkeys(name for parts in found for name, _ in parts))
    sums = {label: [sum(points for name, points in parts if name == label) for parts in found] for label in labels}
    labels = [label for label in labels if any(sums[label])] or labels[:1]
    rows = [
        Row(
            seat,
            places[seat].place if places else None,
            bool(places) and places[seat].place == 1,
            [sums[label][seat] for label in labels],
            totals[seat],
            tie_words(game, words, places[seat]) if places else Markup(""),
        )
        for seat in order
    ]
    return [part_name(game, label, words) for label in labels], rows


def tie_words(game: Game, words: PageWords, place: Standing) -> Markup:
    """What decided a place beyond the score, leading to its rule; nothing if the score did."""
    if place.tie is None:
        return Markup("")
    reasons = place.tie.args.get("why", ())
    said = "; ".join(words.tell(Message(message.key, **message.args)) for message in reasons)
    return (
        Markup('<a class="rule" href="/rules/{}#rule-{}" data-rule="{}">{}</a>').format(
            game.name, place.tie.rule, place.tie.rule, said
        )
        if place.tie.rule
        else escape(said)
    )


def part_name(game: Game, name: str, words: PageWords) -> str:
    """What a part of the score is called."""
    key = f"{game.name}.breakdown.{name}"
    return render(Message(key), words.language) if has(key, words.language) else name


def result_words(position: Position, seat: int | None, words: PageWords) -> tuple[str, str]:
    """Who wins, and by what, in one sentence each."""
    places, totals = position.places(), position.scores()
    winners = [number for number, place in enumerate(places) if place.place == 1]
    names = tuple(words.names[number] for number in winners)
    first = places[winners[0]]
    if seat in winners:
        said = (
            words.say("end.you_win")
            if len(winners) == 1
            else words.say("end.you_share", names=names_without(seat, winners, words))
        )
    else:
        said = words.say("end.wins", n=len(winners), names=names)
    if first.tie is not None:
        return said, words.tell(first.tie)
    rest = [number for number in range(len(totals)) if number not in winners]
    if not rest:
        return said, words.say("end.with", score=totals[winners[0]])
    second = min(rest, key=lambda number: (places[number].place, number))
    if seat is not None and seat not in winners and seat != second:
        own = words.say("end.own_place", place=places[seat].place, score=totals[seat])
        return (
            said,
            f"{words.say('end.against', score=totals[winners[0]], other=totals[second], name=words.names[second])} {own}",
        )
    return said, words.say("end.against", score=totals[winners[0]], other=totals[second], name=words.names[second])


def names_without(seat: int | None, winners: Sequence[int], words: PageWords) -> tuple[str, ...]:
    """The other winners."""
    return tuple(words.names[number] for number in winners if number != seat)


# --- what decided it


def unit_name(game: Game, counted: bool, number: int, words: PageWords) -> str:
    """A turn where the game counts them, else a round as the game calls it."""
    return words.say("replay.turn", n=number) if counted else round_name(game, number, words)


def round_name(game: Game, number: int, words: PageWords) -> str:
    """A round as the game calls it; empty if it has none, or before the first."""
    key = f"{game.name}.course.round"
    return words.tell(Message(key, n=number)) if number and has(key, words.language) else ""


@dataclass(frozen=True)
class Decided:
    """A turning point: from which step to which it came about, and the step that shows most of it."""

    turn: Turning
    before: Point
    point: Point
    step: int


Gains = Sequence[tuple[str, int]]
"""Parts of a score with what came to each."""


def decided(course: Course, winners: Sequence[int]) -> list[Decided]:
    """The turning points of a finished game."""
    points = course.points(fine=False)
    found = turning_points([point.scores for point in points], winners)
    return [Decided(turn, points[turn.point - 1], points[turn.point], sharpest(course, points, turn)) for turn in found]


def gains_of(before: Position, after: Position, seat: int) -> Gains:
    """What came to each part of a seat's score between two positions, the most first."""
    had = dict(before.breakdown(seat))
    found = [(name, points - had.get(name, 0)) for name, points in after.breakdown(seat)]
    return sorted((each for each in found if each[1]), key=lambda each: -abs(each[1]))[:MOST_GAINS]


def reasons(
    game: Game, found: Sequence[Decided], gains: Sequence[Gains], counted: bool, looks: Looks, words: PageWords
) -> list[Reason]:
    """The sentences on what decided the game; ``gains``: what the winner got there, by parts of the score."""
    return [
        Reason(
            number,
            each.step,
            each.point.step,
            unit_name(game, counted, each.point.unit, words),
            turning_words(each.turn, looks, words),
            ", ".join(f"{part_name(game, name, words)} {figure(points, '+')}" for name, points in got)
            if each.turn.kind != "missed"
            else "",
        )
        for number, (each, got) in enumerate(zip(found, gains, strict=True), 1)
    ]


def turning_words(turn: Turning, looks: Looks, words: PageWords) -> Markup:
    """The sentence of a turning point, with the signs of those it names."""
    figures = {"who": "\0", "rival": "\1", "gain": figure(turn.gain), "other": figure(turn.other), "n": abs(turn.lead)}
    sentence = escape(words.say(f"point.{turn.kind}", **figures))
    for place, seat in (("\0", turn.seat), ("\1", turn.rival)):
        sentence = Markup(
            str(sentence).replace(place, str(seat_sign(looks[seat], "small") + Markup(" ") + escape(words.names[seat])))
        )
    return sentence


def figure(number: int, plus: str = "") -> str:
    """A number with its sign as it is printed, on one line with it.

    >>> figure(-6), figure(4, "+")
    ('−6', '+4')
    """
    return f"−{-number}" if number < 0 else f"{plus}{number}"


# --- signs


def seat_sign(look: tuple[str, str], cls: str = "") -> Markup:
    """A seat's sign: its shape on its paint."""
    colour, shape = look
    plate = tag("rect", cls="pt ol", x="1", y="1", width="22", height="22", rx="5")
    return Markup(
        tag(
            "svg",
            plate,
            part(f"mark-{shape}", 5, 5, 14, 14),
            cls=f"seat-sign {cls} {colour} paint",
            viewBox="0 0 24 24",
            aria_hidden="true",
        )
    )


def seat_piece(look: tuple[str, str], drawn: str = "") -> Markup:
    """What stands for a seat on the podium: the game's own piece, else a worker."""
    colour, shape = look
    body = drawn or paint(colour, part("worker", -4, 8, 56, 56), part(f"mark-{shape}", 15.4, 39.5, 17, 17))
    return Markup(tag("svg", body, cls="podium-piece", viewBox="0 0 48 64", aria_hidden="true"))


def told_piece(drawn: str) -> Markup:
    """A piece beside the sentence that is about it."""
    return Markup(tag("svg", drawn, cls="told-piece", viewBox="0 0 48 64", aria_hidden="true"))


def end_parts(
    position: Position,
    words: PageWords,
    looks: Looks,
    pieces: Sequence[str],
) -> dict[str, Any]:
    """The podium and the table of a finished game; without places, of one that was ended by consent."""
    headings, rows = score_table(position, words, position.over)
    places = [place.place for place in position.places()] if position.over else []
    return {
        "headings": headings,
        "rows": rows,
        "ties": any(row.tie for row in rows),
        "podium": podium(places) if places else [],
        "signs": [seat_sign(look) for look in looks],
        "pieces": [seat_piece(look, pieces[seat] if pieces else "") for seat, look in enumerate(looks)],
    }
