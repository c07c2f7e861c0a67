"""An analysis of a finished game as a page shows it: the curve, the costliest mistakes, every choice. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from officina.bots.analysis import Analysis, Judged
from officina.core.events import EVERYBODY
from officina.tables import LiveTable
from officina.tables.table.model import load_message
from officina.web.live.chart import score_chart
from officina.web.live.course import Course, Point
from officina.web.live.ending import Looks, seat_sign, unit_name
from officina.web.words import PageWords

MOST_POINTS: Final = 120
PER_PAGE: Final = 400
"""Choices that the list shows; of longer games only those of which something better is known."""


@dataclass(frozen=True)
class Instead:
    """A better choice: its words, what it would have brought, how likely a win was then."""

    said: str
    chance: int
    preview: list[str]
    open: bool


@dataclass(frozen=True)
class Line:
    """A choice in the list. ``number``: of a mistake, from 1; 0 for all others."""

    number: int
    step: int
    moment: str
    seat: int
    sign: Markup
    name: str
    asked: str
    said: str
    chance: int
    cost: int
    better: list[Instead]


def steps_of(live: LiveTable) -> list[int]:
    """By number of choices: how many steps everybody could notice by then. Hidden choices stand at the step before them."""
    found = [0]
    for audience in live.audiences:
        found.append(found[-1] + (audience == EVERYBODY))
    return found


def per_cent(chance: float) -> int:
    """A chance as it is printed."""
    return round(100 * chance)


def lines(found: Analysis, live: LiveTable, course: Course, looks: Looks, words: PageWords) -> list[Line]:
    """All choices in words, in their order."""
    numbers = {place: number for number, place in enumerate(found.mistakes, 1)}
    steps = steps_of(live)
    signs = [seat_sign(look, "small") for look in looks]
    shown = [
        (place, each)
        for place, each in enumerate(found.decisions)
        if len(found.decisions) <= PER_PAGE or each.better or place in numbers
    ]
    return [line(each, numbers.get(place, 0), steps[each.number], live, course, signs, words) for place, each in shown]


def line(
    each: Judged, number: int, step: int, live: LiveTable, course: Course, signs: Sequence[Markup], words: PageWords
) -> Line:
    """One choice in words."""
    stop = course.stops[min(step, course.last)] if course.stops else None
    unit = 0 if stop is None else stop.turn if course.counted else stop.round
    return Line(
        number,
        step,
        (unit_name(live.game, course.counted, unit, words) if unit else "") or words.say("replay.step", n=step),
        each.seat,
        signs[each.seat],
        words.names[each.seat],
        words.tell(load_message(each.prompt)),
        words.tell(load_message(each.text)),
        per_cent(each.chance),
        per_cent(each.cost),
        [
            Instead(
                words.tell(load_message(better.text)),
                per_cent(better.chance),
                [words.tell(load_message(sentence)) for sentence in better.preview],
                better.open,
            )
            for better in each.better
        ],
    )


def curve(found: Analysis, live: LiveTable, course: Course, looks: Looks, words: PageWords, screen: str) -> Markup:
    """The chances to win over time, in the players' paints, with the mistakes numbered."""
    steps = steps_of(live)
    by_step: dict[int, list[float]] = {}
    for choices, chances in enumerate(found.curve):
        if choices < len(steps):
            by_step[steps[choices]] = chances
    turnings = {steps[found.decisions[place].number]: number for number, place in reversed(list(enumerate(found.mistakes, 1)))}
    every = max(1, len(by_step) // MOST_POINTS)
    last = max(by_step)
    wanted = [step for step in sorted(by_step) if step % every == 0 or step == last or step in turnings]
    points: list[Point] = []
    before = 0
    for step in wanted:
        stop = course.stops[min(step, course.last)] if course.stops else None
        unit = 0 if stop is None else stop.turn if course.counted else stop.round
        scores = tuple(per_cent(chance) for chance in by_step[step])
        points.append(Point(float(step), step, unit if unit != before else 0, scores))
        before = unit
    axis = words.say("chart.turn") if course.counted else words.say("chart.round")
    drawn = score_chart(points, words.names, looks, words, turnings, axis, screen, title=words.say("analysis.curve"))
    return Markup(drawn)


def report(found: Analysis, live: LiveTable, course: Course, looks: Looks, words: PageWords, screen: str) -> dict[str, Any]:
    """Everything that the page shows of an analysis."""
    every = lines(found, live, course, looks, words)
    mistakes = sorted((each for each in every if each.number), key=lambda each: each.number)
    return {
        "curve": curve(found, live, course, looks, words, screen),
        "mistakes": mistakes,
        "lines": every,
        "left_out": len(found.decisions) - len(every),
    }
