"""Parts, rings and words, placed on a drawing.

Every function returns SVG markup. A part is a ``<symbol>`` of ``parts.svg``, which a page carries once; its colour comes from
the class of a paint around it. No part names a colour or a size of its own, and none carries a ``style``: the page forbids it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Final

from officina.core.drawing import classes, tag, text

SEAT_PAINTS: Final = ("red", "blue", "green", "yellow", "purple", "orange", "teal", "brown")
SEAT_MARKS: Final = ("circle", "triangle", "square", "diamond", "cross", "hexagon", "star", "crescent")
"""The seats of a game that says nothing else: a paint and a shape each."""

SYMBOL: Final = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
USED: Final = re.compile(r'href="#([\w-]+)"')

LETTER: Final = 0.5
"""How wide a letter of the text's bold face is on average, in parts of its size."""
NARROWEST: Final = 1.3
"""How much longer than its room a line may be to be narrowed; a longer one is shortened."""
DRAWN: Final = 8192
"""So many parts, numbers and rings are kept: most of a board is drawn again as it was."""
CORNER: Final = 8
"""The radius of a ring's corners."""


@lru_cache(maxsize=1)
def sheet() -> str:
    """All symbols, to be put once into a page."""
    return (Path(__file__).parent / "parts.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def symbols() -> dict[str, str]:
    """Every symbol by its name."""
    return {found[1]: found[0] for found in SYMBOL.finditer(sheet())}


def sheet_for(markup: str) -> str:
    """The symbols that a page draws with, to be put once into it."""
    used = dict.fromkeys(USED.findall(markup))
    drawn = "".join(symbols()[name] for name in used if name in symbols())
    attributes = 'class="sheet" width="0" height="0" aria-hidden="true" focusable="false"'
    return f"<svg {attributes}><defs>{drawn}</defs></svg>" if drawn else ""


@lru_cache(maxsize=DRAWN)
def part(name: str, x: float, y: float, width: float, height: float, **attributes: str | int | float | None) -> str:
    """A part in its box.

    >>> part("worker", 10, 20, 36, 36)
    '<use href="#worker" x="10" y="20" width="36" height="36"></use>'
    """
    return tag("use", href=f"#{name}", x=_(x), y=_(y), width=_(width), height=_(height), **attributes)


def paint(colour: str, *children: str, **attributes: str | int | float | None) -> str:
    """Parts in one paint.

    >>> paint("red", part("mark-circle", 0, 0, 16, 16))
    '<g class="paint red"><use href="#mark-circle" x="0" y="0" width="16" height="16"></use></g>'
    """
    more = attributes.pop("cls", None)
    return tag("g", *children, cls=classes("paint", colour, str(more) if more else None), **attributes)


def mark(shape: str, colour: str, x: float, y: float, size: float) -> str:
    """The sign of a seat: its shape on a plate of its paint."""
    inner = size * 0.6
    return paint(
        colour,
        tag("rect", cls="pt ol", x=_(x), y=_(y), width=_(size), height=_(size), rx=_(size * 0.2)),
        part(f"mark-{shape}", x + (size - inner) / 2, y + (size - inner) / 2, inner, inner),
    )


@lru_cache(maxsize=DRAWN)
def number(value: object, x: float, y: float, size: float, cls: str = "dark") -> str:
    """A number stamped on a part, centred at x; y is its base line.

    >>> number(7, 24, 30, 16)
    '<text class="num dark f16" x="24" y="30">7</text>'
    """
    return tag("text", text(value), cls=f"num {cls} f{round(size)}", x=_(x), y=_(y))


def words(
    sentence: str, x: float, y: float, size: int = 15, cls: str = "", anchor: str = "start", room: float | None = None
) -> str:
    """A line of text (markup already) in the text's letters; ``cls``: soft, bold, on-stage, sign ...

    With ``room``, one that may be too long for its place is narrowed a little, then shortened.
    """
    tight = None
    if room is not None:
        plain, letter = unescape(sentence), LETTER * size
        most = int(room * NARROWEST / letter)
        if len(plain) > most:
            sentence = text(plain[: most - 1].rstrip() + "…")
            plain = unescape(sentence)
        tight = _(float(room)) if len(plain) * letter > room else None
    return tag(
        "text",
        sentence,
        cls=classes("w", f"f{size}", cls),
        x=_(x),
        y=_(y),
        text_anchor=None if anchor == "start" else anchor,
        textLength=tight,
        lengthAdjust=tight and "spacingAndGlyphs",
    )


# --- states: the same four on every board


@lru_cache(maxsize=DRAWN)
def ring(state: str, x: float, y: float, width: float, height: float, radius: float = CORNER) -> str:
    """The ring of a state round a box: ``can`` (bulbs), ``pick`` (chosen), ``last`` (just moved), ``ghost`` (would be)."""
    shapes = {"can": ("ring-rail", "ring-bulb"), "pick": ("ring-pick-b", "ring-pick"), "last": ("ring-last-b", "ring-last")}
    names = shapes.get(state, ("ring-ghost-b", "ring-ghost"))
    box = {"x": _(x), "y": _(y), "width": _(width), "height": _(height), "rx": _(radius)}
    return "".join(tag("rect", cls=name, **box) for name in names)


def spot(
    attributes: Mapping[str, str | None],
    label: str,
    box: tuple[float, float, float, float],
    *children: str,
    radius: float = CORNER,
    outline: str = "",
    above: str = "",
    cls: str = "",
    thing: str,
    **more: str | int | float | None,
) -> str:
    """A thing on the board: a piece, a card, a space. With a choice (``Scene.on``) it is lit and can be clicked.

    ``label`` names it for who does not see it (plain words). ``thing`` is its entry in the game's glossary.
    ``outline`` is the path of its ring where a box would not do; ``above`` lies over the ring (a count at its edge).
    The rings of both states are there as soon as it can be chosen: the page shows the right one, and nothing moves.
    """
    x, y, width, height = box
    chosen = attributes.get("data_choice") or attributes.get("data_pick")
    if not chosen:
        return tag("g", *children, above, cls=classes("spot", cls), role="img", aria_label=label, data_thing=thing, **more)
    if outline:
        rings = "".join(tag("path", cls=name, d=outline) for name in ("ring-rail", "ring-bulb", "ring-pick-b", "ring-pick"))
    else:
        rings = ring("can", x, y, width, height, radius) + ring("pick", x, y, width, height, radius)
    hit = tag("rect", cls="hit", x=_(x), y=_(y), width=_(width), height=_(height), rx=_(radius))
    tick = tag(
        "g",
        tag("circle", cls="badge-pick", cx=_(x + width), cy=_(y), r="9"),
        tag("path", cls="badge-tick", d=f"M{_(x + width - 4)} {_(y)}l3 3.2 5 -6.2"),
        cls="tick",
    )
    return tag(
        "g",
        *children,
        hit,
        rings,
        above,
        tick,
        cls=classes("spot lit", cls),
        data_thing=thing,
        role="button",
        tabindex="0",
        aria_label=label,
        **dict(attributes),
        **more,
    )


def moved(x: float, y: float, width: float, height: float) -> str:
    """Four corners round what has just moved."""
    a = min(width, height) * 0.28
    right, below = x + width, y + height
    path = (
        f"M{_(x)} {_(y + a)}V{_(y)}H{_(x + a)}M{_(right - a)} {_(y)}H{_(right)}V{_(y + a)}"
        f"M{_(right)} {_(below - a)}V{_(below)}H{_(right - a)}M{_(x + a)} {_(below)}H{_(x)}V{_(below - a)}"
    )
    return tag("path", cls="ring-last-b", d=path) + tag("path", cls="ring-last", d=path)


def ghost(*children: str, box: tuple[float, float, float, float]) -> str:
    """What would be: pale, on a veil with a dashed edge."""
    return tag("g", tag("g", *children, cls="body"), ring("ghost", *box), cls="ghost")


def _(value: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
