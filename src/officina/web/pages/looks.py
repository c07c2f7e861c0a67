"""The parts that all boards are drawn with, by day and by lamp on one page: for whoever draws. Only where the sources lie."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from officina.looks import SEAT_MARKS, SEAT_PAINTS
from officina.looks.parts import ring, symbols
from officina.web.pages.rendering import html
from officina.web.requests import language_of
from officina.web.words import PageWords

STYLE: Final = Path(__file__).parents[1] / "static" / "style.css"
SOURCES: Final = Path(__file__).parents[4] / "pyproject.toml"
"""There in a checkout, not in what is installed."""
VIEW_BOX: Final = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
LAMP: Final = re.compile(r"@media \(prefers-color-scheme: dark\) (\{(?:[^{}]|\{[^{}]*\})*\})")
RULE: Final = re.compile(r"([^{};]+)\{([^{}]*)\}")
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
SIZES: Final = (28, 48, 72)
"""The least height of a part on a phone, its box, and a look at its details."""
STATES: Final = ("can", "pick", "last", "ghost")
STAGES: Final = ("grass", "lino", "felt", "steel", "oak")


def in_development() -> bool:
    """Whether this is a checkout of the sources."""
    return SOURCES.is_file()


def looks(request: Request) -> HTMLResponse:
    """Every part in three sizes, every paint with every mark, the four states, the stages."""
    boxes = {name: VIEW_BOX.search(drawing) for name, drawing in symbols().items()}
    parts = [(name, int(found[1]), int(found[2])) for name, found in boxes.items() if found is not None]
    icons = [part for part in parts if part[0].startswith(("i-", "mark-"))]
    pieces = [part for part in parts if part not in icons]
    rings = [(state, ring(state, 4, 4, 56, 40)) for state in STATES]
    return html(
        request,
        "looks.html",
        PageWords(language_of(request)),
        pieces=pieces,
        icons=icons,
        sizes=SIZES,
        seats=list(zip(SEAT_PAINTS, SEAT_MARKS, strict=True)),
        marks=SEAT_MARKS,
        rings=rings,
        stages=STAGES,
    )


def themes(_request: Request) -> Response:
    """Both themes of the look, each as a class, whatever the system prefers."""
    return Response(both_themes(), media_type="text/css")


@lru_cache(maxsize=1)
def both_themes() -> str:
    """What style.css says for the dark, for ``.by-lamp``; and what it says of the same things otherwise, for ``.by-day``."""
    style = COMMENT.sub("", STYLE.read_text(encoding="utf-8"))
    dark = [rule for block in LAMP.findall(style) for rule in RULE.findall(block[1:-1])]
    told = {selector.strip() for selector, _ in dark}
    light = [rule for rule in RULE.findall(LAMP.sub("", style)) if rule[0].strip() in told]
    return "".join(scoped(".by-day", *rule) for rule in light) + "".join(scoped(".by-lamp", *rule) for rule in dark)


def scoped(theme: str, selector: str, body: str) -> str:
    """A rule for one half of the page.

    >>> scoped(".by-lamp", ":root", "--ink: #fff")
    '.by-lamp{--ink: #fff}'
    >>> scoped(".by-day", ".black, .brown", "--paint: #000")
    '.by-day .black,.by-day .brown{--paint: #000}'
    """
    each = (theme if one.strip() == ":root" else f"{theme} {one.strip()}" for one in selector.split(","))
    return f"{','.join(each)}{{{body.strip()}}}"
