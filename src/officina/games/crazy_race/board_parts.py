"""What the table of Crazy Race is drawn with: what is drawn, the symbols, and the cards of both sorts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from officina.core.drawing import Scene, classes, sentence, tag
from officina.core.position import Option, Question
from officina.core.text import Message
from officina.games.crazy_race.components import FINISH, NO_MODEL, QUESTION, SIDES, TURNTABLE, Parts
from officina.games.crazy_race.nouns import GAME
from officina.games.crazy_race.state import ON_BOARD, SPACE, walk

PAPER: Final = "#fffdf8"

SYMBOLS: Final = {
    "circle": "M0,-6 A6,6 0 1 1 0,6 A6,6 0 1 1 0,-6 Z",
    "triangle": "M0,-7 L6.6,5 L-6.6,5 Z",
    "square": "M-5.4,-5.4 H5.4 V5.4 H-5.4 Z",
}
BODIES: Final = (
    "M3,3 H23 V7 H22 V13 H42 V4 H40 V1 H50 V4 H48 V13 C53,14 55,17 55,21 C55,25 52,28 50,28 H4 V7 H3 Z",
    "M3,28 V12 C12,5 22,5 28,9 L57,21 C59,23 58,28 55,28 Z M36,11 L38,4 H45 L45,14 Z",
    "M3,28 V17 C3,9 9,5 17,5 H38 C48,5 55,12 56,21 V28 Z M26,5 V1 H35 V5 Z",
)
"""A silhouette a model, facing right: a kettle with a tall chimney, a streamlined one, a round-backed one."""
SIDE_PLACES: Final = ((0, -34), (30, 0), (0, 35), (-30, 0))
"""Where a stage card prints its sides: on top, right, below, left."""
SIDE_SIGNS: Final = ("↑", "→", "↓", "←")
HEADINGS: Final = {"out": "▸", "back": "◂", "home": "✓"}


class Table(Scene):
    """What is drawn: a view and its question, in a language, with the colours of a box."""

    parts: Parts

    def __init__(self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        super().__init__(parts, view, question, language)
        self.seat: int | None = view["seat"]
        self.moving: str = view["asked"]["model"] if self.kind == "split_steps" else ""
        """The model that points are being counted for, if they are."""

    def colour(self, seat: int) -> Message:
        """A player, by colour."""
        return Message(f"{GAME}.colour.{self.parts.colours[seat].code}")

    def who(self, seat: int) -> str:
        """A player, by name where names are known."""
        return self.called(seat, f"colour.{self.parts.colours[seat].code}")

    def options(self, *kinds: str) -> list[Option]:
        """What may be answered, if the question is of one of these kinds."""
        return self.question.options if self.question is not None and self.question.kind in kinds else []


fixed: Final = partial(sentence, GAME)


def reached(locos: Sequence[Mapping[str, Any]], model: str, points: int) -> int:
    """The progress of one of a player's locomotives after that many points."""
    start = 0
    occupied = 0
    for loco in locos:
        if loco["model"] == model:
            start = loco["progress"]
        else:
            occupied |= SPACE[loco["progress"]] & ON_BOARD
    return walk(start, occupied, points)


def place_sign(progress: int) -> str:
    """A place of the course in two characters."""
    if progress in (TURNTABLE, FINISH):
        return "⟳" if progress == TURNTABLE else "⌂"
    return f"{progress}▸" if progress < TURNTABLE else f"◂{FINISH - progress}"


# --- symbols


@lru_cache(maxsize=8)
def symbols(parts: Parts) -> str:
    """Locomotives, models' marks and stage cards, defined once and used by name."""
    found = []
    for index, model in enumerate(parts.models):
        shape = SYMBOLS.get(model.symbol, SYMBOLS["circle"])
        found.append(
            tag("symbol", tag("path", d=shape, fill="currentColor"), id=f"cr-mark-{model.code}", viewBox="-8 -8 16 16")
        )
        wheels = "".join(tag("circle", cx=x, cy=29, r=5, fill=PAPER, cls="cr-edge") for x in (13, 28, 44))
        found.append(
            tag(
                "symbol",
                tag("path", d=BODIES[index], fill="currentColor", cls="cr-edge"),
                wheels,
                tag("circle", cx=56, cy=18, r=3, cls="cr-lamp"),
                id=f"cr-loco-{model.code}",
                viewBox="0 0 61 35",
            )
        )
    for number in range(parts.stages):
        found.append(tag("symbol", stage_face(parts, number), id=f"cr-stage-{number + 1}", viewBox="-50 -50 100 100"))
    return tag("svg", "".join(found), cls="cr-symbols", aria_hidden="true", width=0, height=0)


def stage_face(parts: Parts, card: int) -> str:
    """A stage card: the arrow on top, at each edge a model or none and a number or a question mark."""
    found = [
        tag("rect", x=-48, y=-48, width=96, height=96, rx=9, cls="cr-stage-paper"),
        tag("path", d="M-8,-9 L0,-17 L8,-9 M0,-17 V-3", cls="cr-stage-arrow"),
        tag("text", str(card + 1), y=15, cls="cr-stage-number"),
    ]
    for side in range(SIDES):
        x, y = SIDE_PLACES[side]
        model, distance = parts.side_model[card * SIDES + side], parts.side_distance[card * SIDES + side]
        words = "?" if distance == QUESTION else str(distance)
        if model == NO_MODEL:
            found.append(tag("text", words, x=x, y=y + 5, cls="cr-stage-text"))
            continue
        shape = SYMBOLS.get(parts.models[model].symbol, SYMBOLS["circle"])
        found.append(tag("path", d=shape, transform=f"translate({x - 7},{y})", cls="cr-stage-mark"))
        found.append(tag("text", words, x=x + 7, y=y + 5, cls="cr-stage-text"))
    return "".join(found)


@lru_cache(maxsize=64)
def mark(model: str) -> str:
    """A model's mark, for use beside its name."""
    return tag("svg", tag("use", href=f"#cr-mark-{model}"), cls="cr-mark", aria_hidden="true")


def picture(model: str, *names: str) -> str:
    """A locomotive with its mark; who wears the class of a colour gets it."""
    return tag(
        "span",
        tag("svg", tag("use", href=f"#cr-loco-{model}"), cls="cr-body", aria_hidden="true"),
        tag("span", mark(model), cls="cr-plate"),
        cls=classes("cr-engine", *names),
    )


# --- cards


@lru_cache(maxsize=8192)
def driver_card(id: str, seat: int, letter: str, value: int | None, state: str, words: str, choice: str | None) -> str:
    """A driver card: in ``hand``, ``down`` beside the stage card, turned ``up``, ``taken`` back, or ``played``."""
    inside = tag("i", letter) + (tag("b", str(value)) if value is not None else "")
    return tag(
        "span",
        inside,
        id=id,
        cls=classes("cr-card", f"cr-of-{seat}", f"cr-card-{state}", value is None and "cr-blank", choice and "lit"),
        data_flip=f"driver-{seat}-{value or ''}",
        role="img",
        title=words,
        aria_label=words,
        data_choice=choice,
    )


@lru_cache(maxsize=4096)
def points_card(id: str, pile: str, value: int, state: str, words: str, choice: str | None = None) -> str:
    """A points card of a pile (``turntable`` or ``finish``), with the sign of its pile."""
    sign = "⟳" if pile == "turntable" else "⌂" if pile == "finish" else "✕"
    return tag(
        "span",
        tag("b", str(value)) + tag("i", sign),
        id=id,
        cls=classes("cr-points", f"cr-from-{pile}", state, choice and "lit"),
        data_flip=f"points-{pile}-{value}",
        role="img",
        title=words,
        aria_label=words,
        data_choice=choice,
    )


def copies(values: list[int]) -> list[tuple[int, int]]:
    """Each card as its value and which of that value it is, so that it keeps its name while others come and go."""
    seen: dict[int, int] = {}
    found = []
    for value in values:
        seen[value] = seen.get(value, -1) + 1
        found.append((value, seen[value]))
    return found
