"""What every part of Kraftwagen's table is drawn with: names, signs, small pieces, and what lights up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from officina.core.drawing import Scene, sentence, tag, text
from officina.core.position import Question
from officina.core.text import Message, render
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import Parts
from officina.looks import SEAT_MARKS, mark, number, paint, part, spot, words

GAME: Final = "kraftwagen"
Light = Mapping[str, str | None]
DARKNESS: Final[Light] = {}
ICONS: Final = {
    "worker": "i-worker", "workers": "i-worker", "research": "i-flask", "body": "i-body", "engine": "i-engine", "gp": "i-flag",
    "buyer": "i-buyer", "brand": "i-worker", "price": "i-tag", "market": "i-cars", "engineers": "i-wrench",
}  # fmt: skip
"""The same sign for an action, for what a buyer looks for, and for the figure of a car that he compares."""
PRICE_CLASSES: Final = {"orange": "kw-orange", "violet": "kw-violet", "blue": "kw-blueprice"}
WIDTHS: Final = {"sign": 0.66, "text": 0.52}
"""How wide a letter is on average, against the height of the type."""


class Pen(Scene):
    """One drawing: a view and its question, in a language, with the figures of a box."""

    parts: Parts

    def __init__(self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        super().__init__(parts, view, question, language)
        self.asked: Mapping[str, Any] = question.prompt.args if question is not None else {}

    def say(self, key: str, **args: Any) -> str:
        """A sentence of this game, as markup."""
        return told(key, tuple(args.items()), self.language) if args else fixed(key, self.language)

    def plain(self, key: str, **args: Any) -> str:
        """A sentence that is not markup yet: an attribute's value."""
        return plainly(key, tuple(args.items()), self.language)

    def words(self, key: str, x: float, y: float, cls: str = "kw-b", size: int = 13, **args: Any) -> str:
        """A line of text on the drawing."""
        return words(self.say(key, **args), x, y, size, cls)

    # --- players

    def paint_of(self, seat: int) -> str:
        """A player's paint."""
        return str(self.view["seats"][seat]["colour"])

    def name(self, seat: int) -> str:
        """What a player is called, in plain words: an attribute's value."""
        names = self.view.get("names")
        return str(names[seat]) if names else self.plain(f"player.{self.paint_of(seat)}")

    def sign_of(self, seat: int, x: float, y: float, size: float = 24) -> str:
        """A player's shape on a plate of the player's paint."""
        return mark(SEAT_MARKS[seat], self.paint_of(seat), x, y, size)

    def worker(self, seat: int, x: float, y: float, size: float) -> str:
        """A worker, with the shape on the chest."""
        return worker(self.paint_of(seat), SEAT_MARKS[seat], x, y, size)

    def order(self) -> list[int]:
        """The seats as they are shown: who looks first, then round the table; a spectator looks with the first."""
        first = self.view["seat"] or 0
        count = len(self.view["seats"])
        return [(first + place) % count for place in range(count)]

    def is_own(self, seat: int) -> bool:
        """Whether who looks sits there."""
        return bool(seat == self.view["seat"])

    def numbered(self, seat: int, count: int, x: float, y: float, size: float) -> str:
        """A worker who stands for a number of workers."""
        figure = number(count, x + size / 2 - 0.5, y + size * 0.86, max(15, round(size * 0.42)), "")
        return paint(self.paint_of(seat), part("worker", x, y, size, size), figure)

    # --- what lights up

    def asked_name(self, name: str) -> str:
        """The last word of the key of what the question names: ``what.body`` is ``body``."""
        found = self.asked.get(name)
        return found.key.rpartition(".")[2] if isinstance(found, Message) else ""

    def asked_price(self) -> int:
        """The price of the car for sale that the question is about."""
        return int(self.asked["price"]) if self.kind in ("diesel_what", "diesel_value") else 0

    def grouped(self, cards: Sequence[str]) -> list[tuple[str, int]]:
        """Cards of one sort together, in the order of the box."""
        found = Counter(cards)
        return [(code, found[code]) for code in self.parts.card_codes if code in found]

    def price_class(self) -> str:
        """The class of the round's price markers."""
        return PRICE_CLASSES.get(self.view["price_colour"] or "", "")


def holder(
    light: Light,
    label: str,
    around: tuple[float, float, float, float],
    drawn: str,
    cls: str,
    id: str,
    flip: str | None,
    thing: str,
) -> str:
    """A thing that holds others: a group where one of them can be chosen, else a thing like any other."""
    if light.get("data_choice") or 'role="button"' not in drawn:
        return spot(light, label, around, drawn, cls=cls, thing=thing, id=id, data_flip=flip)
    return tag("g", drawn, cls=cls, role="group", aria_label=label, data_thing=thing, id=id, data_flip=flip)


# --- sentences


fixed: Final = partial(sentence, GAME)


@lru_cache(maxsize=8192)
def plainly(key: str, args: tuple[tuple[str, Any], ...], language: str) -> str:
    """A sentence, not as markup."""
    return render(Message(f"{GAME}.{key}", **dict(args)), language)


def told(key: str, args: tuple[tuple[str, Any], ...], language: str) -> str:
    """A sentence with figures, as markup."""
    return text(plainly(key, args, language))


@lru_cache(maxsize=256)
def thing_of_card(parts: Parts, code: str) -> str:
    """The entry of a research card in the glossary: each engineer has one."""
    place = parts.card_codes.index(code)
    return "development" if place < parts.developments else "instant" if place < parts.first_engineer else code


def card_name(parts: Parts, code: str, language: str) -> str:
    """A research card in words; an attribute's value."""
    return render(nouns.card_with_ability(parts, parts.card_codes.index(code)), language)


@lru_cache(maxsize=256)
def actions_in_words(actions: tuple[str, ...], language: str) -> str:
    """The actions of a tile; an attribute's value."""
    return ", ".join(render(Message(f"{GAME}.action.{action}"), language) for action in actions)


def last_name(engineer: str, language: str) -> str:
    """An engineer in one word."""
    return render(Message(f"{GAME}.engineer.{engineer}"), language).split()[-1]


def fitted(name: str, x: float, y: float, width: float, size: int = 19, kind: str = "sign", cls: str = "") -> str:
    """A name of any length in its room: narrowed a little, then shortened."""
    letter = WIDTHS[kind] * size
    most = int(width * 1.45 / letter)
    if len(name) > most:
        name = name[: most - 1].rstrip() + "…"
    tight = f"{width:g}" if len(name) * letter > width else None
    names = f"w f{size} {'sign' if kind == 'sign' else 'kw-b'} {cls}".strip()
    return tag(
        "text", text(name), cls=names, x=f"{x:g}", y=f"{y:g}", textLength=tight, lengthAdjust=tight and "spacingAndGlyphs"
    )


# --- small pieces


@lru_cache(maxsize=4096)
def box(x: float, y: float, width: float, height: float, cls: str, radius: float = 8) -> str:
    """A rectangle."""
    return tag("rect", cls=cls, x=f"{x:g}", y=f"{y:g}", width=f"{width:g}", height=f"{height:g}", rx=f"{radius:g}")


def dot(x: float, y: float, radius: float, cls: str) -> str:
    """A circle."""
    return tag("circle", cls=cls, cx=f"{x:g}", cy=f"{y:g}", r=f"{radius:g}")


@lru_cache(maxsize=4096)
def icon(name: str, x: float, y: float, size: float, cls: str = "kw-ink") -> str:
    """A sign in its place."""
    return tag("g", part(ICONS.get(name, name), x, y, size, size), cls=cls)


@lru_cache(maxsize=1024)
def worker(colour: str, shape: str, x: float, y: float, size: float) -> str:
    """A worker of a colour."""
    inner = size * 0.304
    return paint(
        colour, part("worker", x, y, size, size), part(f"mark-{shape}", x + size * 0.346, y + size * 0.5625, inner, inner)
    )


@lru_cache(maxsize=512)
def buyer(wish: str, x: float, y: float, size: float) -> str:
    """A buyer; on the chest what he looks for."""
    middle, down = x + size / 2, y + size * 0.775
    radius = size * 0.196
    sign = radius * 1.49
    return (
        paint("black", part("buyer", x, y, size, size))
        + dot(middle, down, radius, "plate")
        + icon(wish, middle - sign / 2, down - sign / 2, sign)
    )


@lru_cache(maxsize=4096)
def coin(value: object, x: float, y: float, size: float) -> str:
    """A coin with what it is worth."""
    letters = max(13, round(size * (0.42 if len(str(value)) < 3 else 0.34)))
    return part("coin", x, y, size, size) + number(value, x + size / 2, y + size * 0.467 + letters * 0.36, letters, "brassy")


@lru_cache(maxsize=4096)
def roundel(price: object, x: float, y: float, radius: float) -> str:
    """A price marker around its middle; a class around it says the colour."""
    letters = max(13, round(radius * 1.02))
    return (
        dot(x, y + 2.5, radius + 2.2, "kw-price-e")
        + dot(x, y, radius, "kw-price-r")
        + number(price, x, y + letters * 0.36, letters)
    )


@lru_cache(maxsize=4096)
def plate(x: float, y: float, width: float, height: float, name: str, value: object, size: int = 16) -> str:
    """A brass plate with a sign and a number."""
    side = min(height - 8, 24)
    letters = len(str(value)) * size * 0.62
    gap = (width - side - letters) / 3
    return (
        box(x, y, width, height, "bplate", 5)
        + icon(name, x + gap, y + (height - side) / 2, side)
        + number(value, x + width - gap - letters / 2, y + height / 2 + size * 0.36, size, "brassy")
    )


def label_plate(words_: str, x: float, y: float, width: float, height: float = 19) -> str:
    """A brass plate with a word, around its middle."""
    inner = words(words_, x, y + height / 2 + 4.6, 13, "kw-brassy kw-mid")
    return box(x - width / 2, y, width, height, "kw-plate", 4) + inner


@lru_cache(maxsize=1024)
def part_tile(kind: str, value: object, x: float, y: float, size: float) -> str:
    """A body or an engine with its value: leaf and octagon."""
    sign = size * 25 / 60
    letters = max(13, round(size / 3))
    return (
        tag("g", part("tile-leaf" if kind == "body" else "tile-cut", x, y, size, size), cls=f"kw-{kind}")
        + icon(kind, x + (size - sign) / 2, y + size * 0.117, sign)
        + number(value, x + size / 2, y + size * 0.82, letters)
    )


@lru_cache(maxsize=256)
def action_tile(parts: Parts, actions: tuple[str, ...], x: float, y: float, size: float) -> str:
    """An action tile or the front of a start tile: one to three signs."""
    scale = size / 82
    layouts = (((19.42, 17.78, 43.16),), ((9.17, 9.15, 32.37), (40.46, 37.2, 32.37)),
               ((10.25, 10.77, 29.13), (42.62, 10.77, 29.13), (26.43, 40.98, 29.13)))  # fmt: skip
    drawn = [part("tile-square", x, y, size, size)]
    for action, (left, top, side) in zip(actions, layouts[min(len(actions), 3) - 1], strict=False):
        drawn.append(action_sign(parts, action, x + left * scale, y + top * scale, side * scale))
    return "".join(drawn)


@lru_cache(maxsize=256)
def action_sign(parts: Parts, action: str, x: float, y: float, size: float) -> str:
    """The sign of an action; the two special ones of start tiles show the race car, and a space of the track or an engine."""
    if action in ICONS:
        return icon(action, x, y, size)
    value = parts.car_to if action == "car_to_2" else parts.start_race_engine
    letters = max(13, round(size * 0.4))
    car = paint("grey", part("racer", x - size * 0.12, y - size * 0.06, size * 1.24, size * 0.62))
    height = letters + 3
    below = box(x + size * 0.2, y + size * 0.56, size * 0.6, height, "tarmac" if action == "car_to_2" else "bplate", 4)
    colour = "light" if action == "car_to_2" else "brassy"
    return car + below + number(value, x + size / 2, y + size * 0.56 + height / 2 + letters * 0.36, letters, colour)


def panel(x: float, y: float, width: float, height: float, colour: str = "") -> str:
    """A sheet of paper on the table; the stripe of a seat at its left."""
    drawn = box(x + 2, y + 4, width, height, "stall-s", 10) + box(x, y, width, height, "stall", 10)
    if colour:
        low = y + height - 1
        path = (
            f"M{x + 1:g} {y + 10:g}Q{x + 1:g} {y + 1:g} {x + 10:g} {y + 1:g}V{low:g}Q{x + 1:g} {low:g} {x + 1:g} {low - 9:g}Z"
        )
        drawn += tag("path", cls=f"kw-seat paint {colour}", d=path)
    return drawn


def card(x: float, y: float, width: float, height: float, cls: str = "kw-card") -> str:
    """A card with its thickness."""
    return box(x + 1.5, y + 3.5, width, height, "kw-card-s", 7) + box(x, y, width, height, cls, 7)
