"""Scores over time as a drawing: one line a seat in its paint, with its shape on the way and its name at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from officina.core.drawing import tag, text
from officina.looks import mark, paint, part
from officina.web.live.course import Point
from officina.web.words import PageWords

MOST_LABELS: Final = 12
MOST_NAME: Final = 11
MARKS: Final = 3
"""So many shapes are on each line."""
SIGN: Final = 22
DISC: Final = 10
LETTER: Final = 7.8
FIGURE: Final = 12
"""Pixels of a letter of a name, of a figure behind it."""
PLANS: Final = {"wide": (730, 238), "middle": (450, 262), "phone": (346, 330)}
"""Width and height of a chart for each screen: its words are never smaller than they are drawn."""


class Plan:
    """The sizes of a chart: for a desk, or for a phone."""

    def __init__(self, width: int, height: int, figures: int, letters: int) -> None:
        self.width = width
        self.height = height
        self.left = 16 + 9 * figures
        self.lead = min(24, width // 24)
        self.right = width - self.lead - SIGN - 14 - round(min(letters, MOST_NAME) * LETTER) - FIGURE * figures
        self.top = 32
        self.bottom = height - 26


def score_chart(
    points: Sequence[Point],
    names: Sequence[str],
    looks: Sequence[tuple[str, str]],
    words: PageWords,
    turnings: Mapping[int, int] | None = None,
    axis: str = "",
    screen: str = "wide",
    title: str = "",
) -> str:
    """The drawing. ``turnings``: the number of each turning point by its step; ``axis``: what is counted along it.

    ``title``: what is shown, if not the scores.
    """
    least = min(0, *(min(point.scores) for point in points))
    most = max(1, *(max(point.scores) for point in points))
    figures = max(len(str(least)), len(str(most)))
    plan = Plan(*PLANS[screen], figures, max(len(name) for name in names))
    end = max(1.0, points[-1].x)

    def x(point: Point) -> float:
        return plan.left + (plan.right - plan.left) * point.x / end

    def y(score: float) -> float:
        return plan.bottom - (plan.bottom - plan.top) * (score - least) / (most - least)

    parts = [grid_line(plan, score, y(score)) for score in ticks(least, most)]
    parts += turn_labels(plan, points, end, axis)
    numbered = turnings or {}
    flags = [(x(point), numbered[point.step]) for point in points if point.step in numbered]
    parts += [tag("path", cls="cflag", d=f"M{at:.1f} {plan.top - 8}V{plan.bottom}") for at, _ in flags]
    for seat, (colour, shape) in enumerate(looks):
        places = [(x(point), y(point.scores[seat])) for point in points]
        drawn = " ".join(f"{at:.1f},{high:.1f}" for at, high in places)
        lines = tag("polyline", cls="cl-b", points=drawn) + tag("polyline", cls="cl", points=drawn)
        signs = [sign(shape, *places[place]) for place in sign_places(len(points), seat, len(looks))]
        parts.append(paint(colour, lines, *signs))
    parts += [disc(at, plan.top - 18, number) for at, number in flags]
    parts += labels(plan, points[-1].scores, names, looks, [y(score) for score in points[-1].scores])
    described = ", ".join(f"{name} {points[-1].scores[seat]}" for seat, name in enumerate(names))
    return tag(
        "svg",
        tag("title", text(title or words.say("end.chart"))),
        tag("desc", text(described)),
        *parts,
        cls="chart",
        viewBox=f"0 0 {plan.width} {plan.height}",
        role="img",
    )


def ticks(least: int, most: int) -> list[int]:
    """A few round figures between the least and the most."""
    step = 1
    while (most - least) / step > 6:
        step = step * 2 if str(step)[0] in "15" else step * 5 // 2
    first = -(-least // step) * step
    return list(range(first, most + 1, step))


def grid_line(plan: Plan, score: int, y: float) -> str:
    """A figure at the left and its line."""
    line = tag("path", cls="cgrid", d=f"M{plan.left} {y:.1f}H{plan.right}")
    return line + tag("text", str(score), cls="cax", x=plan.left - 8, y=f"{y + 5:.1f}", text_anchor="end")


def turn_labels(plan: Plan, points: Sequence[Point], end: float, axis: str) -> list[str]:
    """The numbers of turns (rounds) along the axis, as many as there is room for."""
    found = {point.unit: point.x for point in points if point.unit and point.x == int(point.x)}
    every = next(every for every in (1, 2, 5, 10, 20, 50, 100, 1000) if len(found) <= every * MOST_LABELS or every == 1000)
    shown = [(unit, at) for unit, at in found.items() if unit % every == 0 or every == 1]
    parts = [
        tag("text", str(unit), cls="cax mid", x=f"{plan.left + (plan.right - plan.left) * at / end:.1f}", y=plan.height - 6)
        for unit, at in shown
    ]
    return [*parts, tag("text", text(axis), cls="cax", x=plan.right + plan.lead - 2, y=plan.height - 6)] if axis else parts


def sign_places(points: int, seat: int, seats: int) -> list[int]:
    """The points at which a line shows its shape: other ones for each seat, so that they do not cover each other."""
    if points < 3:
        return []
    spread = (points - 2) / MARKS
    found = {1 + int((number + (seat + 0.5) / seats) * spread) for number in range(MARKS)}
    return sorted(place for place in found if 0 < place < points - 1)


def sign(shape: str, x: float, y: float) -> str:
    """A seat's shape on its line."""
    return tag("circle", cls="cm", cx=f"{x:.1f}", cy=f"{y:.1f}", r="8.5") + part(f"mark-{shape}", x - 5, y - 5, 10, 10)


def disc(x: float, y: float, number: int) -> str:
    """The brass disc of a turning point."""
    found = tag("circle", cls="cfb", r=DISC) + tag("text", str(number), cls="cfn", y=5)
    return tag("g", found, transform=f"translate({x:.1f} {y})")


def labels(
    plan: Plan,
    last: Sequence[int],
    names: Sequence[str],
    looks: Sequence[tuple[str, str]],
    heights: Sequence[float],
) -> list[str]:
    """The names at the right end, moved apart where they would overlap, each with a lead from its line."""
    order = sorted(range(len(names)), key=lambda seat: (heights[seat], -last[seat], seat))
    gap = min(27.0, (plan.height - 12) / max(1, len(order)))
    size = min(float(SIGN), gap - 3)
    parts = []
    for seat, at in zip(
        order, pushed_apart([heights[seat] for seat in order], gap, gap / 2, plan.height - gap / 2), strict=True
    ):
        left = plan.right + plan.lead
        colour, shape = looks[seat]
        parts.append(tag("path", cls="clead", d=f"M{plan.right + 2} {heights[seat]:.1f}L{left - 6} {at:.1f}H{left - 2}"))
        parts.append(mark(shape, colour, left, at - size / 2, size))
        name = names[seat] if len(names[seat]) <= MOST_NAME else names[seat][: MOST_NAME - 1] + "…"
        parts.append(tag("text", text(name), cls="cname", x=f"{left + size + 7:.1f}", y=f"{at + 5:.1f}"))
        parts.append(tag("text", str(last[seat]), cls="cval", x=plan.width - 2, y=f"{at + 6:.1f}"))
    return parts


def pushed_apart(heights: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Ascending heights, moved as little as needed so that they are ``gap`` apart and within bounds.

    >>> pushed_apart([10.0, 12.0, 50.0], 20, 0, 60)
    [10.0, 30.0, 50.0]
    >>> pushed_apart([58.0, 59.0, 60.0], 20, 0, 60)
    [20, 40, 60]
    """
    found: list[float] = []
    for height in heights:
        found.append(max(height, least if not found else found[-1] + gap))
    limit = most
    for place in range(len(found) - 1, -1, -1):
        found[place] = min(found[place], limit)
        limit = found[place] - gap
    return found
