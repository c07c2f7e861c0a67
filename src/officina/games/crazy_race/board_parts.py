"""What the table of Crazy Race is drawn with: what is drawn, locomotives, and the cards of both sorts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from officina.core.drawing import Scene, tag, text
from officina.core.position import Option, Question
from officina.core.text import Message
from officina.games.crazy_race.components import Parts
from officina.games.crazy_race.nouns import GAME, place_words
from officina.games.crazy_race.state import ON_BOARD, SPACE, walk
from officina.looks import number, paint, part, spot

ON_THE_TABLE: Final = ("stage_began", "laid", "side_shown", "moved")
"""What happens with pieces: it is marked there, not at the player who does it."""
PAINTS: Final = {"lilac": "purple"}
"""Colours of the game whose paint has another name."""
SEAT_SIGNS: Final = ("cross", "star", "hexagon", "diamond")
"""Circle, triangle and square are the models here, so seats carry other shapes."""
SHAPES: Final = ("loco-kettle", "loco-comet", "loco-beetle")
"""A silhouette a model, facing right: a kettle with a tall chimney, a streamlined one, a round-backed one."""
PLATES: Final = ((50.7, 24.8), (46.0, 24.4), (58.0, 20.0))
"""Where each model carries its sign, in its box of 96x48."""


class Table(Scene):
    """What is drawn: a view and its question, in a language, with the colours of a box."""

    parts: Parts

    def __init__(self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        super().__init__(parts, view, question, language)
        self.seat: int | None = view["seat"]
        self.moving: str = view["asked"]["model"] if self.kind == "split_steps" else ""
        """The model that points are being counted for, if they are."""

    def told_side(self) -> int:
        """The side of the stage card that what happens at this moment is about; -1 if it is about none."""
        shown = self.view["evaluating"]
        return int(self.beat.get("side", -1 if shown is None or not self.beat["name"] else shown))

    def told_player(self) -> int:
        """The player that it is about; -1 while it is about a card or a locomotive, whoever's it is."""
        return -1 if self.beat["name"] in ("", *ON_THE_TABLE) else int(self.beat["seat"])

    def colour(self, seat: int) -> Message:
        """A player, by colour."""
        return Message(f"{GAME}.colour.{self.parts.colours[seat].code}")

    def who(self, seat: int, most: int) -> str:
        """A player, by name where names are known, in so many letters at most."""
        names = self.view.get("names")
        if names and len(names[seat]) > most:
            return f"{text(names[seat][: most - 1].rstrip())}…"
        return self.called(seat, f"colour.{self.parts.colours[seat].code}")

    def paint_of(self, seat: int) -> str:
        """The paint of a player."""
        code = self.parts.colours[seat].code
        return PAINTS.get(code, code)

    def options(self, *kinds: str) -> list[Option]:
        """What may be answered, if the question is of one of these kinds."""
        return self.question.options if self.question is not None and self.question.kind in kinds else []


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


# --- locomotives


def locomotive(scene: Table, model: int, colour: str, x: float, y: float, width: float, inbound: bool = False) -> str:
    """A locomotive with its sign; an inbound one faces left, behind the beam of its lamp, and its sign is not mirrored."""
    height = width / 2
    scale = width / 96
    across, down = PLATES[model]
    middle = x + (96 - across if inbound else across) * scale
    drawn = part(SHAPES[model], 0, 0, width, height)
    turned = f"translate({x + width:.1f} {y:.1f}) scale(-1 1)" if inbound else f"translate({x:.1f} {y:.1f})"
    sign = 8.6 * scale
    beam = ""
    if inbound:
        left, lamp = x - 22 * scale, y + 30 * scale
        beam = tag(
            "path",
            cls="cr-beam",
            d=f"M{x + 6 * scale:.1f} {lamp:.1f}L{left:.1f} {lamp - 12 * scale:.1f}V{lamp + 12 * scale:.1f}Z",
        )
    return paint(
        colour,
        beam,
        tag("g", drawn, transform=turned),
        tag("circle", cls="plate", cx=round(middle, 1), cy=round(y + down * scale, 1), r=round(6.5 * scale, 1)),
        tag(
            "g",
            part(f"mark-{scene.parts.models[model].symbol}", middle - sign / 2, y + (down - 4.6) * scale, sign, sign),
            cls="onplate",
        ),
    )


def loco_words(scene: Table, seat: int, loco: Mapping[str, Any]) -> str:
    """A locomotive and where it stands, in plain words."""
    name = Message(f"{GAME}.model.{loco['model']}")
    if loco["heading"] == "home":
        return scene.plain("board.loco_home", model=name, who=scene.colour(seat))
    return scene.plain("board.loco", model=name, who=scene.colour(seat), place=place_words(loco["progress"]), n=loco["need"])


# --- cards


def driver_card(scene: Table, seat: int, value: int | None, x: float, y: float, width: float) -> str:
    """A driver card in its owner's paint: face up with its value, or its back with the owner's sign."""
    height = width * 4 / 3
    if value is not None:
        return paint(
            scene.paint_of(seat),
            part("card", x, y, width, height),
            number(value, x + width * 0.485, y + height * 0.82, width * 0.5),
        )
    sign = width * 0.3
    return paint(
        scene.paint_of(seat),
        part("card-back", x, y, width, height),
        tag("circle", cls="plate", cx=x + width * 0.483, cy=y + height * 0.483, r=width * 0.3),
        tag(
            "g",
            part(f"mark-{SEAT_SIGNS[seat]}", x + width * 0.483 - sign / 2, y + height * 0.483 - sign / 2, sign, sign),
            cls="onplate",
        ),
    )


def points_card(
    scene: Table,
    pile: str,
    value: int,
    x: float,
    y: float,
    width: float,
    id: str,
    light: Mapping[str, str | None] | None = None,
) -> str:
    """A points card with the sign of its pile: a flag for the finish, a turning arrow for the turntable."""
    height = width * 4 / 3
    face = {"width": width, "height": height, "rx": 5}
    drawn = tag("rect", cls="cr-under", x=x + 2, y=y + 3, **face) + tag("rect", cls="cr-face", x=x, y=y, **face)
    size = width * 0.36
    if pile == "finish":
        drawn += tag("g", part("i-flag", x + (width - size) / 2, y + height * 0.08, size, size), cls="inkc")
    elif pile == "turntable":
        radius = width * 0.15
        start = f"M{x + width / 2 + radius:.1f} {y + height * 0.2:.1f}"
        arc = f"a{radius:.1f} {radius:.1f} 0 1 1 -{radius * 0.8:.1f} -{radius * 1.1:.1f}"
        drawn += tag("path", cls="cr-turning", d=start + arc)
    else:
        drawn += tag("path", cls="cr-turning", d=f"M{x + 6} {y + 6}l{width - 12} {height - 12}")
    drawn += number(value, x + width / 2, y + height * 0.84, width * 0.62)
    label = scene.plain(f"board.{pile}_card", value=value)
    box = (x - 2, y - 2, width + 4, height + 4)
    return spot(
        light or {},
        label,
        box,
        drawn,
        cls=f"cr-points cr-{pile}",
        thing=f"{pile}_card",
        id=id,
        data_flip=f"points-{pile}-{value}",
    )


def copies(values: list[int]) -> list[tuple[int, int]]:
    """Each card as its value and which of that value it is, so that it keeps its name while others come and go."""
    seen: dict[int, int] = {}
    found = []
    for value in values:
        seen[value] = seen.get(value, -1) + 1
        found.append((value, seen[value]))
    return found
