"""What the table of Automania is drawn with: tiles, cars, workers, coins, contracts; and the scene that all its rooms share.

Kinds of tile are told apart by outline (machine octagon, manager arch, style leaf, money and points ticket, demand square), car
types by silhouette, players by paint and shape: nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from officina.core.drawing import Scene, tag, text
from officina.core.events import NOBODY
from officina.core.text import render
from officina.games.automania.components import COLOURS, Parts
from officina.games.automania.nouns import say
from officina.looks import mark, number, paint, part, spot, words

Box = tuple[float, float, float, float]
Face = Mapping[str, Any]

SHAPES: Final = {"red": "circle", "blue": "triangle", "yellow": "diamond", "green": "square"}
OUTLINES: Final = {"machine": "tile-cut", "manager": "tile-arch", "style": "tile-leaf", "bonus": "tile-ticket"}
ICONS: Final = {"researcher": "i-flask", "sales": "i-sales", "general": "i-buyer", "staff": "i-worker", "plain": "i-cog"}
"""The icons that are not called like their kind."""
CARS: Final = {"super": "car-sports"}
"""The cars that are not called like their type."""
PLATES: Final = {"city": (0.469, 0.633), "family": (0.365, 0.629), "super": (0.6875, 0.667), "electric": (0.53, 0.65)}
"""Where a car carries its owner's shape, in parts of its box."""
SMALL: Final = 13
"""The smallest lettering."""
LETTER: Final = 0.52
SIGN_LETTER: Final = 0.57
"""The mean width of a letter of the text and of the signs, for one pixel of size."""


class Table(Scene):
    """One drawing: a view and its question, in a language, with the figures of a box."""

    parts: Parts

    def name(self, seat: int) -> str:
        """What a player is called, not markup yet."""
        names = self.view.get("names")
        return str(names[seat]) if names else self.plain(f"colour.{COLOURS[seat]}")

    @property
    def mover(self) -> int:
        """Who is asked, or does what is shown by itself."""
        asked: list[int] = self.view["to_act"]
        return asked[0] if asked else int(self.beat.get("seat", NOBODY))

    def player(self, seat: int) -> Mapping[str, Any]:
        """What is seen of a player."""
        found: Mapping[str, Any] = self.view["seats"][seat]
        return found

    def sponsor(self) -> dict[str, str | None]:
        """The attributes of a thing that stands for sending workers to sponsor."""
        return self.lights.where(lambda word: word.startswith("sponsor"))

    def tile_name(self, face: Face) -> str:
        """A tile in plain words: name, stars and medals."""
        return tile_words(face["kind"], face["stars"], face["medals"], face["value"], self.language)

    def reward(self, money: int, vp: int) -> str:
        """What a sale brings, in plain words."""
        if money and vp:
            return self.plain("reward.both", money=money, vp=vp)
        return self.plain("reward.money", money=money) if money else self.plain("reward.vp", vp=vp)


THINGS: Final = {"plain": "plain_machine", "sales": "sales_manager", "general": "general_manager", "money": "money_tile"}
"""Kinds of tiles whose entry in the glossary has another name."""


def thing_of_tile(found: Mapping[str, Any]) -> str:
    """The entry of a tile in the glossary: by kind, but one for all features and one for all styles."""
    kind = str(found["kind"])
    if found["family"] in ("machine", "style") and kind != "plain":
        return str(found["family"])
    return "points_tile" if kind == "vp" else THINGS.get(kind, kind)


@lru_cache(maxsize=2048)
def tile_words(kind: str, stars: int, medals: int, value: int, language: str) -> str:
    """A tile in plain words, without its code."""
    found = [render(say(f"tile.{kind}", value=value), language)]
    found += [render(say("stars", n=stars), language)] if stars else []
    found += [render(say("medals", n=medals), language)] if medals else []
    return ", ".join(found)


# --- places and lettering


def at(x: float, y: float, *children: str) -> str:
    """Things drawn from another corner."""
    return tag("g", *children, transform=f"translate({x:g} {y:g})")


@lru_cache(maxsize=4096)
def rect(cls: str, x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    """A plate, a place, a card."""
    return tag("rect", cls=cls, x=f"{x:g}", y=f"{y:g}", width=f"{width:g}", height=f"{height:g}", rx=f"{radius:g}")


def card(x: float, y: float, width: float, height: float, radius: float = 8, cls: str = "stall") -> str:
    """A sheet of paper with its shadow."""
    return rect("am-shadow", x + 2, y + 3, width, height, radius) + rect(cls, x, y, width, height, radius)


def plate(words_: str, x: float, y: float, width: float, height: float = 18, size: int = SMALL) -> str:
    """Bold words on a small plate."""
    return rect("am-plate", x, y, width, height, 4) + words(
        words_, x + width / 2, y + height / 2 + size * 0.36, size, "bold", "middle"
    )


def figure(value: object, x: float, y: float, size: int, cls: str = "") -> str:
    """A number in the letters of the signs, centred."""
    return words(text(value), x, y, size, f"sign {cls}".strip(), "middle")


def fitted(name: str, x: float, y: float, width: float) -> str:
    """A name in the largest lettering that leaves it in its width; a very long one ends in dots."""
    if len(name) * 17 * SIGN_LETTER <= width:
        return words(text(name), x, y, 17, "sign")
    for size in (16, 14, SMALL):
        if len(name) * size * LETTER <= width:
            return words(text(name), x, y, size, "bold")
    most = max(int(width / (SMALL * LETTER)) - 1, 1)
    return words(f"{text(name[:most].rstrip())}…", x, y, SMALL, "bold")


def enamel(words_: str, x: float, y: float, width: float, height: float = 30) -> str:
    """An enamel sign."""
    return (
        rect("am-enamel-s", x, y + 3, width, height, 7)
        + rect("am-enamel", x, y, width, height, 7)
        + rect("am-enamel-k", x + 3.5, y + 3.5, width - 7, height - 7, 5)
        + words(words_, x + width / 2, y + height * 0.69, 17 if width >= 150 else 15, "sign cream", "middle")
    )


# --- small pieces


def own_workers(table: Table, kind: str, x: float, y: float, width: float = 66) -> str:
    """One's own free workers, while a question of that kind lets them go to sponsor: on a phone beside what it is about."""
    lights = table.sponsor()
    if table.kind != kind or not lights.get("data_choice"):
        return ""
    player = table.player(table.view["seat"])
    size = width / 2 + 4
    body = rect("am-plate", x, y, width, 36, 8)
    body += worker(player["seat"], x, y + (35 - size) / 2, size, player["neutral"] == player["workers"])
    body += words(str(player["workers"]), x + width * 0.76, y + 24, 17, "sign", "middle")
    return spot(lights, table.plain("board.sponsor"), (x, y, width, 36), body, thing="sponsor", id=f"am-send-{kind}")


@lru_cache(maxsize=1024)
def coin(value: object, x: float, y: float, size: float) -> str:
    """A coin."""
    return part("coin", x, y, size, size) + number(value, x + size / 2, y + size * 0.66, max(size * 0.46, SMALL), "brassy")


@lru_cache(maxsize=1024)
def points(value: int, x: float, y: float, size: float) -> str:
    """A gold rosette: victory points at once."""
    return part("points", x, y, size, size) + number(value, x + size / 2, y + size * 0.64, max(size * 0.42, SMALL), "light")


@lru_cache(maxsize=1024)
def medal(value: int, x: float, y: float, size: float) -> str:
    """Silver medals: points at the end."""
    return part("medal", x, y, size, size) + number(value, x + size / 2, y + size * 0.75, max(size * 0.42, SMALL), "dark")


def star(x: float, y: float, size: float) -> str:
    """A star of popularity."""
    return part("star", x, y, size, size)


def icon(name: str, x: float, y: float, size: float, cls: str = "inkc") -> str:
    """A stamped icon."""
    return tag("g", part(name, x, y, size, size), cls=cls)


def icon_of(kind: str) -> str:
    """The icon of a feature, a style, a manager."""
    return ICONS.get(kind, f"i-{kind}")


@lru_cache(maxsize=4096)
def worker(seat: int, x: float, y: float, size: float, neutral: bool = False) -> str:
    """A worker of a player; a neutral one is grey and wears the owner's sign."""
    colour = COLOURS[seat]
    if neutral:
        return paint("grey", part("worker", x, y, size, size)) + mark(
            SHAPES[colour], colour, x + size * 0.278, y + size * 0.528, size * 0.444
        )
    shape = part(f"mark-{SHAPES[colour]}", x + size * 0.346, y + size * 0.5625, size * 0.304, size * 0.304)
    return paint(colour, part("worker", x, y, size, size), shape)


def workers(id: str, seat: int, count: int, neutral: int, places: Iterable[tuple[float, float]], size: float) -> str:
    """A player's workers in one place, each a piece of its own; those for whom there is no place stand behind the last."""
    found = []
    spots = list(places)
    for copy in range(count):
        grey = copy >= count - neutral
        x, y = spots[min(copy, len(spots) - 1)]
        hidden = copy >= len(spots)
        body = rect("hit", x, y, size, size) if hidden else worker(seat, x, y, size, grey)
        key = "n" if grey else str(seat)
        found.append(tag("g", body, id=f"{id}-{copy}", data_flip=f"worker-{key}", data_thing="worker"))
    return "".join(found)


@lru_cache(maxsize=4096)
def car_body(seat: int, kind: str, x: float, y: float, width: float) -> str:
    """A player's car in its paint, with the owner's shape on the door."""
    colour = COLOURS[seat]
    right, below = PLATES[kind]
    cx, cy, size = x + right * width, y + below * width / 2, width * 0.1125
    return paint(
        colour,
        part(CARS.get(kind, f"car-{kind}"), x, y, width, width / 2),
        tag("circle", cls="plate", cx=f"{cx:.2f}", cy=f"{cy:.2f}", r=f"{width * 0.0875:.2f}"),
        tag("g", part(f"mark-{SHAPES[colour]}", cx - size / 2, cy - size * 0.52, size, size), cls="onplate"),
    )


def car(id: str, seat: int, kind: str, x: float, y: float, width: float) -> str:
    """A car that stands somewhere."""
    return tag("g", car_body(seat, kind, x, y, width), id=id, data_flip=f"car-{seat}-{kind}", data_thing=f"{kind}_car")


def cars(id: str, seat: int, kind: str, count: int, x: float, y: float, width: float) -> str:
    """A stack of cars of one kind: the uppermost is seen, each is a piece of its own; an empty stack is pale."""
    if not count:
        return tag("g", car_body(seat, kind, x, y, width), cls="am-gone")
    hidden = rect("hit", x, y, width, width / 2)
    found = []
    for copy in range(count):
        body = hidden if copy + 1 < count else car_body(seat, kind, x, y, width)
        found.append(tag("g", body, id=f"{id}-{copy}", data_flip=f"car-{seat}-{kind}", data_thing=f"{kind}_car"))
    return "".join(found)


def printed_car(kind: str, x: float, y: float, width: float) -> str:
    """A car of nobody: a type."""
    return paint("am-printed", part(CARS.get(kind, f"car-{kind}"), x, y, width, width / 2))


def seat_mark(seat: int, x: float, y: float, size: float) -> str:
    """A player's sign."""
    return mark(SHAPES[COLOURS[seat]], COLOURS[seat], x, y, size)


# --- tiles


@lru_cache(maxsize=8192)
def _face(family: str, kind: str, stars: int, medals: int, value: int, x: float, y: float, size: float) -> str:
    """The face of a tile in its box."""
    found = [part(OUTLINES[family], x, y, size, size)]
    if family == "bonus":
        inner = (coin if kind == "money" else points)(value, x + size / 6, y + size * 0.125, size * 2 / 3)
        return tag("g", *found, inner, cls="am-face-bonus")
    arch = 0.034 if family == "manager" else 0.0
    below = bool(stars or medals or (family == "manager" and value))
    wide = size * (0.458 if below else 0.5625)
    left = x + (size - wide) / 2 if stars or value or not medals else x + size * 0.15
    found.append(icon(icon_of(kind), left, y + size * (0.133 + arch if below else 0.2), wide))
    centre = x + size * (0.36 if medals else 0.5)
    if stars:
        one = size * 0.217
        left = centre - one * stars / 2 if not medals or stars == 1 else x + size * 0.14
        found += [star(left + one * each, y + size * 0.633, one) for each in range(stars)]
    elif family == "manager" and value:
        sign = f"+{value} $" if kind == "general" else f"+{value}"
        found.append(words(sign, centre, y + size * 0.83, max(round(size * 0.237), SMALL), "bold", "middle"))
    if medals:
        round_ = max(size * 0.375, 20)
        middle = x + size * 0.68
        found.append(medal(medals, middle - round_ / 2, y + size * 0.885 - round_, round_))
    return tag("g", *found, cls=f"am-face-{family}")


def face(tile: Face, x: float, y: float, size: float) -> str:
    """A factory tile: outline, icon, stars or effect, medals."""
    return _face(tile["family"], tile["kind"], tile["stars"], tile["medals"], tile["value"], x, y, size)


def tile(id: str, found: Face, x: float, y: float, size: float) -> str:
    """A factory tile that lies somewhere."""
    return tag(
        "g",
        face(found, x, y, size),
        id=f"{id}-{found['code']}",
        data_flip=f"tile-{found['code']}",
        data_thing=thing_of_tile(found),
    )


def demand(id: str, feature: str, x: float, y: float, size: float) -> str:
    """A demand tile."""
    wide = size * 0.625
    body = part("tile-square", x, y, size, size) + icon(icon_of(feature), x + (size - wide) / 2, y + size / 6, wide)
    return tag("g", body, id=f"{id}-{feature}", data_flip=f"demand-{feature}", cls="am-face-demand", data_thing="demand")
