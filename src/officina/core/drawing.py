"""What every game's ``board.py`` draws with: safe markup, choices that light up, and a plain board for games without a drawing.

A board is drawn from a view, never from a position, so that it cannot show more than the seat may see. It carries no ``style``
attribute and no script (the page forbids both): pieces are placed by class, in a style sheet of the game's own.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape, unescape
from itertools import accumulate, pairwise
from math import dist
from typing import Any, Final

from officina.core.position import Question
from officina.core.text import Message, render

VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta"})
SPECIAL: Final = re.compile("[&<>\"']")
TERMINAL_COLUMNS: Final = 96
CUBE: Final = 6
"""Colours of a terminal drawing are rounded to so many steps of red, green and blue."""


_attributes: dict[str, str] = {}
"""Attribute names by how they are written in Python; few, so all are kept."""


SCREENS: Final = ("wide", "middle", "phone")
"""What a page can be drawn for: a desk from 1200 pixels of width on, a small one from 720, and a phone."""
SIZES: Final = {"wide": (1296, 636), "middle": (954, 636), "phone": (390, 580)}
"""The stage of each screen in pixels: what windows of 1366x768, 1024x768 and 390x844 show at its own size."""


class Area:
    """A part of the table that is read as one: the market, one's own factory, the hand.

    ``box``: its place on the sheet (x, y, width, height), in which ``markup`` is drawn from (0, 0). Places are the same from
    the deal to the end; what changes is the markup, which is sent and morphed by itself, so what lasts needs an ``id``.
    ``opens``: the sheet that a click on it opens (its compact form then stands here).
    """

    def __init__(self, id: str, title: str, box: tuple[float, float, float, float], markup: str, opens: str = "") -> None:
        self.id = id
        self.title = title
        self.box = box
        self.markup = markup
        self.opens = opens


class Sheet:
    """What is seen at once: the whole stage, a tab of a phone, or what opens over the stage.

    It is scaled as a whole to fit. With ``flow``, areas are HTML, one below the other, and scroll. ``icon``: one of the parts.
    """

    def __init__(
        self, id: str, title: str, size: tuple[float, float], areas: Iterable[Area], icon: str = "i-list", flow: bool = False
    ) -> None:
        self.id = id
        self.title = title
        self.size = size
        self.areas = list(areas)
        self.icon = icon
        self.flow = flow


class Board:
    """A drawn table: its sheets (one for a desk, the tabs for a phone) and those that open over them.

    Everything but the areas' markup, ``ask``, ``phase`` and ``badges`` depends on the game, its options, the number of players,
    the screen and the language only. ``mood``: the classes of the stage (``kraftwagen stage-oak``); ``sign``: how the game sets
    its name; ``ask``: the question with its pieces drawn in it (markup; empty: its plain words); ``phase``: one or two short
    lines for the bar (markup); ``badges``: what the bar shows beside each player's name (markup; empty: the score);
    ``seats``: paint and shape of each seat; ``pieces``: what stands for each seat on the podium, in a box of 48 by 64;
    ``told``: while something happens, the pieces that it is about, in such boxes (none: the seat's sign stands there).
    """

    def __init__(
        self,
        sheets: Iterable[Sheet],
        stylesheet: str,
        mood: str = "",
        sign: str = "",
        details: Iterable[Sheet] = (),
        ask: str = "",
        phase: Iterable[str] = (),
        badges: Iterable[str] = (),
        seats: Iterable[tuple[str, str]] = (),
        pieces: Iterable[str] = (),
        told: Iterable[str] = (),
    ) -> None:
        self.sheets = list(sheets)
        self.stylesheet = stylesheet
        self.mood = mood
        self.sign = sign
        self.details = list(details)
        self.ask = ask
        self.phase = list(phase)
        self.badges = list(badges)
        self.seats = list(seats)
        self.pieces = list(pieces)
        self.told = list(told)

    @property
    def areas(self) -> list[Area]:
        """All areas, in the order of the sheets."""
        return [area for sheet in (*self.sheets, *self.details) for area in sheet.areas]


class Way:
    """A closed line that pieces travel along: a road, a chain. A piece on it carries ``data_way`` and ``data_at``.

    Where a piece may go nearly all the way round at once, or more, it carries the rounds done, too (``data_laps``). Any other
    path with an id is a way as well: an open one leads from 0 to 1.

    >>> way = Way("lap", [(0, 0), (30, 0), (30, 10), (0, 10)])
    >>> way.line, way.at(1)
    ('<path id="lap" class="way" d="M0 0L30 0L30 10L0 10Z"></path>', '0.375')
    """

    def __init__(self, id: str, points: Sequence[tuple[float, float]]) -> None:
        self.id = id
        steps = [dist(here, there) for here, there in pairwise([*points, points[0]])]
        self.parts = [way / sum(steps) for way in accumulate(steps, initial=0.0)]
        self.line = tag("path", id=id, cls="way", d="M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z")

    def at(self, index: int) -> str:
        """Which part of the whole way that point is at."""
        return f"{self.parts[index]:.4g}"


def flow_board(regions: Mapping[str, str], stylesheet: str) -> Board:
    """A board whose areas are HTML, one below the other."""
    areas = [Area(name, "", (0, 0, 0, 0), markup) for name, markup in regions.items()]
    return Board([Sheet("table", "", SIZES["wide"], areas, flow=True)], stylesheet)


def tag(name: str, *children: str, **attributes: str | int | float | bool | None) -> str:
    """An element. Children are markup already; attribute values are escaped; ``cls`` is class, ``data_x`` is data-x.

    >>> tag("g", tag("title", text("R&D")), cls="gear", data_flip="R", hidden=None)
    '<g class="gear" data-flip="R"><title>R&amp;D</title></g>'
    """
    opened = f"<{name}"
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        attribute = _attributes.get(key)
        if attribute is None:
            attribute = _attributes[key] = "class" if key == "cls" else key.rstrip("_").replace("_", "-")
        if value is True:
            opened += f" {attribute}"
        elif isinstance(value, str) and SPECIAL.search(value):
            opened += f' {attribute}="{escape(value)}"'
        else:
            opened += f' {attribute}="{value}"'
    return opened + ">" if name in VOID else f"{opened}>{''.join(children)}</{name}>"


def text(words: object) -> str:
    """Words as markup."""
    return escape(str(words))


def say(message: Message, language: str) -> str:
    """A sentence as markup."""
    return escape(render(message, language))


def classes(*names: str | bool | None) -> str:
    """Those class names that are there."""
    return " ".join(name for name in names if isinstance(name, str) and name)


CHOICES: Final = re.compile('data-choice="([^"]*)"')


def mark_choices(markups: Iterable[str]) -> set[str]:
    """The notations of all choices that things in the markup stand for."""
    return {unescape(choice) for markup in markups for found in CHOICES.findall(markup) for choice in found.split("|")}


class Lights:
    """Which things on the board stand for a choice that may be made now."""

    def __init__(self, question: Question | None) -> None:
        self.kind = question.kind if question is not None else ""
        self.notations = [option.notation for option in question.options] if question is not None else []
        self.words = [notation.partition(" ")[2] for notation in self.notations]

    def on(self, *words: str) -> dict[str, str | None]:
        """The attributes of a thing that stands for these answers to the question (those of them that are allowed)."""
        return self.where(lambda word: word in words)

    def where(self, wanted: Callable[[str], bool]) -> dict[str, str | None]:
        """The attributes of a thing that stands for every allowed answer that is wanted."""
        found = [notation for notation, words in zip(self.notations, self.words, strict=True) if wanted(words)]
        return {"data_choice": "|".join(found) or None}


def lit(attributes: Mapping[str, str | None]) -> str | None:
    """The class of a thing that can be chosen."""
    return "lit" if attributes.get("data_choice") else None


class Scene:
    """What is drawn: a view and its question, in a language, with the box that is played with."""

    def __init__(self, parts: Any, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        self.parts = parts
        self.view = view
        self.question = question
        self.language = language
        self.lights = Lights(question)
        self.kind = self.lights.kind
        self.beat: Mapping[str, Any] = view.get("beat", {"name": ""})
        """What just happens, while it is shown by itself: its name, its seat and its figures."""

    def say(self, key: str, **args: Any) -> str:
        """A sentence of this game, as markup."""
        return text(self.plain(key, **args)) if args else sentence(self.view["game"], key, self.language)

    def plain(self, key: str, **args: Any) -> str:
        """A sentence that is not markup yet: an attribute's value."""
        if not args:
            return plain_sentence(self.view["game"], key, self.language)
        return render(Message(f"{self.view['game']}.{key}", **args), self.language)

    def called(self, seat: int, otherwise: str) -> str:
        """A player, by name where names are known, as markup; otherwise by that sentence of the game."""
        names = self.view.get("names")
        return text(names[seat]) if names else self.say(otherwise)

    def on(self, kind: str, *words: str) -> dict[str, str | None]:
        """The attributes of a thing that stands for these answers to a question of that kind."""
        return self.lights.on(*words) if self.kind == kind else {}


@lru_cache(maxsize=8192)
def sentence(game: str, key: str, language: str) -> str:
    """A sentence without figures, as markup."""
    return text(plain_sentence(game, key, language))


@lru_cache(maxsize=8192)
def plain_sentence(game: str, key: str, language: str) -> str:
    """A sentence without figures, not as markup."""
    return render(Message(f"{game}.{key}"), language)


def rule(selector: str, **properties: str | int | float) -> str:
    """One rule of a style sheet.

    >>> rule(".at-3", transform="translate(4px, 5px)")
    '.at-3{transform:translate(4px, 5px)}'
    """
    body = ";".join(f"{name.replace('_', '-')}:{value}" for name, value in properties.items())
    return f"{selector}{{{body}}}"


def places(prefix: str, points: Iterable[tuple[float, float]]) -> str:
    """One class a place (``prefix-0``, ``prefix-1``, ...) that moves whatever has it there; a change of class then slides."""
    return "".join(rule(f".{prefix}-{index}", transform=f"translate({x:g}px,{y:g}px)") for index, (x, y) in enumerate(points))


# --- the board of a game that has no drawing of its own


def terminal_board(drawing: Any) -> Board:
    """What the game shows in a terminal (a Rich renderable), as text with coloured letters."""
    from rich.console import Console

    console = Console(width=TERMINAL_COLUMNS, color_system="truecolor", force_terminal=True, legacy_windows=False)
    spans: list[str] = []
    for segment in console.render(drawing):
        if not segment.control:
            spans.append(_span(segment.text, segment.style))
    table = tag("pre", "".join(spans), cls="terminal", tabindex="0")
    return flow_board({"table": table}, TERMINAL_STYLE)


def _span(words: str, style: Any) -> str:
    if style is None or not (words.strip() or style.bgcolor or style.reverse):
        return text(words)
    names = [name for name in ("bold", "dim", "italic", "underline", "strike") if getattr(style, name)]
    fore = style.bgcolor if style.reverse else style.color
    back = style.color if style.reverse else style.bgcolor
    if fore is not None and not fore.is_default:
        names.append(f"ink-{_cube(fore)}")
    if back is not None and not back.is_default:
        names.append(f"fill-{_cube(back)}")
    elif style.reverse:
        names.append("reverse")
    return tag("span", text(words), cls=" ".join(names)) if names else text(words)


def _cube(colour: Any) -> str:
    """A colour of the terminal, rounded to the nearest of the style sheet."""
    red, green, blue = colour.get_truecolor()
    return "".join(str(round(part / 255 * (CUBE - 1))) for part in (red, green, blue))


def _readable(red: int, green: int, blue: int) -> str:
    """The colour, lightened until it can be read on the dark panel."""
    hue, light, full = colorsys.rgb_to_hls(*(part / (CUBE - 1) for part in (red, green, blue)))
    luminous = 0.0
    while luminous < 0.36:
        parts = colorsys.hls_to_rgb(hue, light, full)
        luminous = 0.2126 * parts[0] ** 2.2 + 0.7152 * parts[1] ** 2.2 + 0.0722 * parts[2] ** 2.2
        light += 0.02
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _terminal_style() -> str:
    steps = range(CUBE)
    rules = [
        rule(".terminal", background="#211d1a", color="#f2eadf", padding="1rem", border_radius=".6rem", overflow_x="auto"),
        rule(".terminal", font="14px/1.35 ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace", margin="0"),
        rule(".terminal .bold", font_weight="700"),
        rule(".terminal .dim", color="#c0b5a6"),
        rule(".terminal .italic", font_style="italic"),
        rule(".terminal .underline", text_decoration="underline"),
        rule(".terminal .strike", text_decoration="line-through"),
        rule(".terminal .reverse", background="#f2eadf", color="#211d1a"),
        "@media (max-width:720px){.terminal{font-size:11px}}",
    ]
    colours = {f"{red}{green}{blue}": _readable(red, green, blue) for red in steps for green in steps for blue in steps}
    rules += [rule(f".terminal .ink-{code}", color=shown) for code, shown in colours.items()]
    rules += [rule(f".terminal .fill-{code}", background=shown, color="#1a1613") for code, shown in colours.items()]
    return "".join(rules)


TERMINAL_STYLE: Final = _terminal_style()
