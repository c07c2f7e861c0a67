"""Pictures of the club: how strong everybody is, how that went, who is in front of whom. Drawn as the boards are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from officina.core.drawing import tag, text
from officina.looks import mark, paint, part
from officina.looks import words as line
from officina.tables.club.ratings import Rating, on_scale
from officina.tables.club.standings import Duel
from officina.web.live.chart import ticks

Look = tuple[str, str]

WIDTHS: Final = {"wide": 940, "middle": 620, "phone": 346}
NAMES: Final = {"wide": 190, "middle": 150, "phone": 108}
"""Room for the names, left of the scale."""
ROW: Final = 40
HEAD: Final = 92
"""Above the scale stand the bots, under their names in two rows."""
LETTER: Final = 7.2
"""How wide a letter of a bot's name is."""
SIGN: Final = 26
HIGH: Final = 190
STRONGEST: Final = 2.0
"""So many uncertainties to each side are drawn."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A member on the ladder."""

    name: str
    look: Look
    rating: Rating


def ladder(rungs: Sequence[Rung], anchors: Mapping[str, Rating], bots: Mapping[str, str], title: str, screen: str) -> Markup:
    """Everybody's rating with its uncertainty on one scale; the bots stand on it as fixed points, a line down from each."""
    width, left = WIDTHS[screen], NAMES[screen]
    right, bottom = width - 20, HEAD + ROW * len(rungs)
    ends = [on_scale(one.rating.mu + way * one.rating.sigma) for one in rungs for way in (-STRONGEST, STRONGEST)]
    ends += [rating.figure for rating in anchors.values()]
    least, most = min(ends, default=1000), max(ends, default=2000)

    def x(figure: float) -> float:
        return left + (right - left) * (figure - least) / max(1, most - least)

    parts = [tag("path", cls="cgrid", d=f"M{x(at):.1f} {HEAD}V{bottom}") for at in ticks(least, most)]
    parts += [
        tag("text", str(at), cls="cax mid", x=f"{x(at):.1f}", y=bottom + 20) for at in ticks(least, most) if x(at) > left + 12
    ]
    parts += robots(anchors, bots, {name: x(rating.figure) for name, rating in anchors.items()}, bottom, width)
    for number, one in enumerate(rungs):
        y = HEAD + ROW * number + ROW / 2
        low, high = (x(on_scale(one.rating.mu + way * one.rating.sigma)) for way in (-STRONGEST, STRONGEST))
        colour, shape = one.look
        parts.append(line(text(one.name), 4, y + 5, 15, "bold", room=left - 14))
        bar = tag("path", cls="reach-b", d=f"M{low:.1f} {y:.1f}H{high:.1f}")
        bar += tag("path", cls="reach", d=f"M{low:.1f} {y:.1f}H{high:.1f}")
        parts.append(paint(colour, bar))
        parts.append(mark(shape, colour, x(one.rating.figure) - SIGN / 2, y - SIGN / 2, SIGN))
    described = ", ".join(f"{one.name} {one.rating.figure}" for one in rungs)
    return picture("ladder", width, bottom + 28, title, described, parts)


def robots(
    anchors: Mapping[str, Rating], bots: Mapping[str, str], places: Mapping[str, float], bottom: float, width: float
) -> list[str]:
    """The bots above the scale. Those that are equally strong stand together under one line."""
    found: dict[float, list[str]] = {}
    for name in anchors:
        found.setdefault(round(places[name], 1), []).append(name)
    parts, ends = [], {16: 0.0, 32: 0.0}
    for at, names in sorted(found.items()):
        parts.append(tag("path", cls="anchor", d=f"M{at:.1f} {HEAD - 20}V{bottom}"))
        parts.append(paint("slate", part("robot-bolt", at - 12, HEAD - 52, 24, 32)))
        told = ", ".join(bots[name] for name in names)
        half = len(told) * LETTER / 2
        middle = min(max(at, half), width - half)
        high = next((row for row, end in ends.items() if middle - half > end), 16)  # else on top of another
        ends[high] = middle + half + 6
        parts.append(line(text(told), middle, high, 14, "soft", "middle"))
    return parts


def curve(course: Sequence[Rating], look: Look, title: str, screen: str, zero: str) -> Markup:
    """A member's rating from game to game, with its uncertainty as a band; the sensible bot is a line across."""
    width = WIDTHS[screen]
    start = [Rating(), *course]
    highs = [on_scale(one.mu + STRONGEST * one.sigma) for one in start]
    lows = [on_scale(one.mu - STRONGEST * one.sigma) for one in start]
    least, most = min(lows), max(highs)
    left, right, top, bottom = 48, width - 30, 12, HIGH - 26

    def x(number: int) -> float:
        return left + (right - left) * number / max(1, len(start) - 1)

    def y(figure: float) -> float:
        return bottom - (bottom - top) * (figure - least) / max(1, most - least)

    parts = []
    for at in ticks(least, most):
        parts.append(tag("path", cls="cgrid", d=f"M{left} {y(at):.1f}H{right}"))
        parts.append(tag("text", str(at), cls="cax", x=left - 6, y=f"{y(at) + 5:.1f}", text_anchor="end"))
    upper = " ".join(f"{x(number):.1f},{y(figure):.1f}" for number, figure in enumerate(highs))
    lower = " ".join(f"{x(number):.1f},{y(lows[number]):.1f}" for number in reversed(range(len(lows))))
    places = [(x(number), y(one.figure)) for number, one in enumerate(start)]
    drawn = " ".join(f"{at:.1f},{high:.1f}" for at, high in places)
    colour, shape = look
    band = tag("polygon", cls="band", points=f"{upper} {lower}")
    parts.append(paint(colour, band, tag("polyline", cls="cl-b", points=drawn), tag("polyline", cls="cl", points=drawn)))
    parts.append(tag("path", cls="anchor", d=f"M{left} {y(1500):.1f}H{right}"))
    parts.append(line(text(zero), right, y(1500) - 6, 14, "soft", "end"))
    parts.append(mark(shape, colour, places[-1][0] - 11, places[-1][1] - 11, 22))
    return picture("curve", width, HIGH, title, str(start[-1].figure), parts)


def duel_bar(duel: Duel, title: str) -> Markup:
    """How often in front, level, behind, as one bar."""
    parts, at = [], 0.0
    for kind, n in (("ahead", duel.ahead), ("level", duel.level), ("behind", duel.behind)):
        wide = 200 * n / max(1, duel.games)
        parts.append(tag("rect", cls=f"duel-{kind}", x=f"{at:.1f}", width=f"{wide:.1f}", height=16))
        at += wide
    return picture("duel-bar", 200, 16, title, "", parts, stretched=True)


def picture(
    kind: str, width: float, height: float, title: str, described: str, parts: Sequence[str], stretched: bool = False
) -> Markup:
    """A drawing with its name for who cannot see it."""
    more = [tag("title", text(title))] + ([tag("desc", text(described))] if described else [])
    ratio = "none" if stretched else None
    made = tag("svg", *more, *parts, cls=kind, viewBox=f"0 0 {width} {height}", role="img", preserveAspectRatio=ratio)
    return Markup(made)
