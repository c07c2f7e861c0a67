"""What the drawings of Automobiles share: the view with its places worked out, and cubes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from officina.core.drawing import Scene, classes, sentence, tag, text
from officina.core.position import Question
from officina.core.text import Message, render
from officina.games.automobiles.board_track import NOBODY, Course, course, leader
from officina.games.automobiles.components import Parts
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, WEAR
from officina.games.automobiles.track import Track

GAME: Final = "automobiles"
ORDER: Final = (*(colour for colour in range(COLOURS) if colour != WEAR), WEAR)
"""How cubes lie in a pile: gears from light to dark, then the coloured ones, wear last."""
DARK_INK: Final = "#101114"
LIGHT_INK: Final = "#FFFFFF"
READ_BY: Final = {"hybrid_engine": "engine", "turbo": "performance"}
"""Cards that count cubes in everybody's discard, with the cube that they count."""


class Table(Scene):
    """One view of a race with its question, in a language: where everything is, and what can be chosen."""

    parts: Parts

    def __init__(self, parts: Parts, track: Track, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        super().__init__(parts, view, question, language)
        self.track = track
        self.course: Course = course(track, parts)
        self.players: Sequence[Mapping[str, Any]] = view["players_in_race"]
        self.current: int = NOBODY if view["current"] is None else view["current"]
        self.spots = {self.segment(player["car"]): player["seat"] for player in self.players if player["car"] is not None}
        self.path = [self.segment(landing) for landing in view["path"]]
        self.head = self.segment(view["head"]) if view["head"] is not None and self.current != NOBODY else NOBODY
        self.others = {spot: seat for spot, seat in self.spots.items() if seat != self.current}
        self.cards: list[str | None] = [stack["card"] for stack in view["stacks"]]
        self.counted = {READ_BY[card]: card for card in self.cards if card is not None and card in READ_BY}

    def segment(self, place: Mapping[str, Any]) -> int:
        """The segment of a place in the view."""
        return int((place["lane"] - 1) * self.track.positions + place["position"])

    def who(self, seat: int) -> str:
        """A player by name, as markup; by the car's colour where there are no names."""
        return self.called(seat, f"car.{self.parts.cars[seat]}")

    def driver(self, seat: int) -> Message:
        """A player by the colour of the car, as words."""
        return Message(f"{GAME}.car.{self.parts.cars[seat]}")

    def wear_at(self, spot: int, entered: Sequence[int]) -> tuple[int, int]:
        """The wear of a car that stops there after entering these spaces, and who gives it a draft (NOBODY: nobody)."""
        if not entered or self.view["aero"]:
            return 0, NOBODY
        ahead = leader(self.track, self.others, spot, by_segment=self.view["options"]["draft"] == "segment")
        if ahead != NOBODY:
            return 0, ahead
        return self.parts.wear_chart[max(self.track.darkest_of[segment] for segment in entered)], NOBODY

    # --- cubes

    def card_name(self, colour: int) -> str:
        """The card that a cube plays; empty before the cards are drawn."""
        return self.cards[colour] or ""

    def counter(self, colour: int) -> str:
        """The card in play that counts such cubes in everybody's discard; empty without one."""
        return self.counted.get(COLOUR_NAMES[colour], "")

    def cubes(
        self, place: str, counts: Sequence[int], lights: Mapping[int, str], *, dim: bool = False, highlight: bool = False
    ) -> str:
        """Each cube of a pile by itself; with ``dim`` those without a choice step back.

        With ``highlight`` those that a card in play counts stand out.
        """
        found = []
        for colour in ORDER:
            if counts[colour]:
                choice = lights.get(colour)
                look = (colour, self.card_name(colour), choice, dim and not choice, self.counter(colour) if highlight else "")
                name = COLOUR_NAMES[colour]
                found += [cube(f"{place}-{name}-{copy}", *look, self.language) for copy in range(counts[colour])]
        return "".join(found) if found else NOTHING

    def lots(self, place: str, counts: Sequence[int], lights: Mapping[int, str], *, highlight: bool = False) -> str:
        """The colours of a pile, each once with its number; ``highlight`` as for single cubes."""
        found = []
        for colour in ORDER:
            if counts[colour]:
                counter = self.counter(colour) if highlight else ""
                look = (colour, self.card_name(colour), counts[colour], lights.get(colour), counter)
                found.append(lot(f"{place}-{COLOUR_NAMES[colour]}", *look, self.language))
        return "".join(found) if found else NOTHING


NOTHING: Final = tag("span", "–", cls="au-none")


fixed: Final = partial(sentence, GAME)


@lru_cache(maxsize=512)
def cube_words(colour: int, card: str, counter: str, language: str) -> str:
    """A cube by name, with the card that it plays, and the card that counts it."""
    words = fixed(f"cube.{COLOUR_NAMES[colour]}", language)
    if card:
        words += f": {fixed(f'card.{card}.name', language)}"
    if counter:
        counts = Message(f"{GAME}.board.counts", card=Message(f"{GAME}.card.{counter}.name"))
        words += f" ({text(render(counts, language))})"
    return words


@lru_cache(maxsize=16384)
def cube(id: str, colour: int, card: str, choice: str | None, dim: bool, counter: str, language: str) -> str:
    """One cube; there are many of them, and few that differ."""
    words = cube_words(colour, card, counter, language)
    if dim:
        words += f" ({fixed('board.not_now', language)})"
    inner = tag("title", words) + tag("use", href=f"#au-cube-{colour}")
    cls = classes("au-cube", choice and "lit", dim and "dim", counter and "au-counts")
    return tag("svg", inner, id=id, data_flip=COLOUR_NAMES[colour], cls=cls, role="img", data_choice=choice)


@lru_cache(maxsize=16384)
def lot(id: str, colour: int, card: str, number: int, choice: str | None, counter: str, language: str) -> str:
    """So many cubes of a colour; ``counter`` is a card in play that counts them."""
    words = cube_words(colour, card, counter, language)
    drawing = tag("svg", tag("title", words), tag("use", href=f"#au-cube-{colour}"), cls="au-cube", role="img")
    cls = classes("au-lot", choice and "lit", counter and "au-counts")
    return tag("span", drawing, tag("b", f"×{number}"), id=id, data_flip=COLOUR_NAMES[colour], cls=cls, data_choice=choice)


def sign(colour: int) -> str:
    """A cube beside words that name it."""
    return tag("svg", tag("use", href=f"#au-cube-{colour}"), cls="au-cube", aria_hidden="true")


def disc(seat: int, id: str | None = None, title: str | None = None) -> str:
    """A car's number in its colour; a lap marker if it has an id."""
    flip = f"marker-{seat}" if id else None
    return tag("i", str(seat + 1), cls=f"au-disc au-rim-{seat}", id=id, data_flip=flip, title=title)


@lru_cache(maxsize=8)
def cube_symbols(parts: Parts) -> str:
    """The ten cubes, each with its mark."""
    found = []
    for colour in range(COLOURS):
        hex = parts.hexes[colour]
        mark: dict[str, str | int | float] = {
            "x": 12,
            "y": 17.6,
            "text_anchor": "middle",
            "font_size": 15,
            "font_weight": 800,
            "fill": ink_on(hex),
        }
        found.append(
            tag(
                "symbol",
                tag("rect", x=1, y=1, width=22, height=22, rx=4, fill=hex, stroke=DARK_INK, stroke_width=1.2),
                tag("path", d="M3.5,20 V3.5 H20", fill="none", stroke=LIGHT_INK, stroke_width=1.4, opacity=0.45),
                tag("text", text(parts.marks[colour]), **mark),
                id=f"au-cube-{colour}",
                viewBox="0 0 24 24",
            )
        )
    return "".join(found)


def ink_on(hex: str) -> str:
    """Black or white, whichever is read better on a colour."""
    parts = [int(hex[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminous = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return DARK_INK if luminous > 0.18 else LIGHT_INK
