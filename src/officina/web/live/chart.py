"""Scores over time as a drawing: one line a seat, told apart by dashes, marks and names as well as by colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from officina.core.drawing import tag, text
from officina.core.record import Record, open_record
from officina.web.words import PageWords

WIDTH: Final = 640
HEIGHT: Final = 260
LEFT: Final = 36
RIGHT: Final = 130
TOP: Final = 12
BOTTOM: Final = 26
MOST_POINTS: Final = 120
GAP: Final = 15
"""The least distance between names at the right end."""


def score_history(record: Record) -> list[list[int]]:
    """The scores of all seats at moments spread evenly over a finished game."""
    position = open_record(record.game, record.header).position
    found = [position.scores()]
    every = max(1, len(record.moves) // MOST_POINTS)
    for number, move in enumerate(record.moves, 1):
        position.apply(move.seat, move.option)
        if number % every == 0 or number == len(record.moves):
            found.append(position.scores())
    return found


def score_chart(record: Record, names: Sequence[str], words: PageWords) -> str:
    """The drawing."""
    history = score_history(record)
    least = min(0, *(min(scores) for scores in history))
    most = max(1, *(max(scores) for scores in history))

    def x(moment: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * moment / max(1, len(history) - 1)

    def y(score: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - least) / (most - least)

    parts = [grid_line(score, y(score)) for score in ticks(least, most)]
    for seat in range(len(names)):
        points = " ".join(f"{x(moment):.1f},{y(scores[seat]):.1f}" for moment, scores in enumerate(history))
        parts.append(tag("polyline", points=points, cls=f"line line-{seat % 8}"))
    parts += labels(history[-1], names, [y(score) for score in history[-1]])
    parts.append(tag("text", text(words.say("chart.time")), x=LEFT, y=HEIGHT - 6, cls="axis"))
    described = ", ".join(f"{name} {history[-1][seat]}" for seat, name in enumerate(names))
    return tag(
        "svg",
        tag("title", text(words.say("end.chart"))),
        tag("desc", text(described)),
        *parts,
        cls="chart",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
    )


def ticks(least: int, most: int) -> list[int]:
    """A few round figures between the least and the most."""
    step = 1
    while (most - least) / step > 6:
        step = step * 2 if str(step)[0] in "15" else step * 5 // 2
    first = -(-least // step) * step
    return list(range(first, most + 1, step))


def grid_line(score: int, y: float) -> str:
    """A figure at the left and its line."""
    line = tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=f"{y:.1f}", y2=f"{y:.1f}", cls="grid")
    return line + tag("text", str(score), x=LEFT - 6, y=f"{y + 4:.1f}", cls="axis", text_anchor="end")


def labels(last: Sequence[int], names: Sequence[str], heights: Sequence[float]) -> list[str]:
    """The names at the right end, moved apart where they would overlap, each beside a piece of its line."""
    order = sorted(range(len(names)), key=lambda seat: heights[seat])
    parts = []
    below = TOP - GAP + 4.0
    for seat in order:
        at = max(heights[seat], below + GAP)
        at = min(at, HEIGHT - BOTTOM - GAP * (len(order) - 1 - order.index(seat)) + 10)
        below = at
        left = WIDTH - RIGHT + 6
        parts.append(tag("line", x1=left, x2=left + 18, y1=f"{at:.1f}", y2=f"{at:.1f}", cls=f"line line-{seat % 8}"))
        parts.append(tag("text", text(f"{names[seat][:14]} {last[seat]}"), x=left + 22, y=f"{at + 4:.1f}", cls="name"))
    return parts
