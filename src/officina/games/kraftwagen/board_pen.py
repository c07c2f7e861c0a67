"""What every part of Kraftwagen's table is drawn with: words, signs, cards, and what lights up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from officina.core.drawing import Scene, classes, lit, sentence, tag, text
from officina.core.position import Question
from officina.core.text import Message, render
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import BODY, ENGINE, NO_PART, PARTS, Parts

GAME: Final = "kraftwagen"
Light = dict[str, str | None]
DARKNESS: Final[Light] = {}
INSTANT_SIGNS: Final = {"inst_workers": ("worker",), "inst_gp": ("gp",), "inst_parts": ("body", "engine")}


class Pen(Scene):
    """One drawing: a view and its question, in a language, with the figures of a box."""

    parts: Parts

    def __init__(self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        super().__init__(parts, view, question, language)
        self.asked: Mapping[str, Any] = question.prompt.args if question is not None else {}

    def say(self, key: str, **args: Any) -> str:
        """A sentence of this game, as markup."""
        return told(key, tuple(args.items()), self.language) if args else fixed(key, self.language)

    def sign(self, name: str, key: str) -> str:
        """A sign that says a word to those who cannot see it."""
        return sign(name, key, self.language)

    # --- players

    def colour(self, seat: int) -> str:
        """A player's colour in words."""
        return self.say(f"player.{self.view['seats'][seat]['colour']}")

    def name(self, seat: int) -> str:
        """What a player is called, as markup."""
        return self.called(seat, f"player.{self.view['seats'][seat]['colour']}")

    def mark(self, seat: int) -> str:
        """A player's shape in the own colour."""
        return mark(seat, self.view["seats"][seat]["colour"], self.language)

    # --- what lights up

    def asked_name(self, name: str) -> str:
        """The last word of the key of what the question names: ``what.body`` is ``body``."""
        found = self.asked.get(name)
        return found.key.rpartition(".")[2] if isinstance(found, Message) else ""

    def asked_price(self) -> int:
        """The price of the car for sale that the question is about."""
        return int(self.asked["price"]) if self.kind in ("diesel_what", "diesel_value") else 0

    def chip(self, id: str, light: Light, inner: str, *names: str | None, **more: str | None) -> str:
        """A small thing in a line of things."""
        return tag("span", inner, id=id, cls=classes("kw-chip", *names, lit(light)), **more, **light)

    def grouped(self, cards: Sequence[str]) -> list[tuple[str, int]]:
        """Cards of one sort together, in the order of the box."""
        found = Counter(cards)
        return [(code, found[code]) for code in self.parts.card_codes if code in found]


# --- small drawings: there are many of them, and few that differ


fixed: Final = partial(sentence, GAME)


@lru_cache(maxsize=4096)
def told(key: str, args: tuple[tuple[str, Any], ...], language: str) -> str:
    """A sentence with figures, as markup."""
    return text(render(Message(f"{GAME}.{key}", **dict(args)), language))


@lru_cache(maxsize=256)
def sign(name: str, key: str, language: str) -> str:
    """A sign; without a key it stands beside its own word and says nothing."""
    drawing = tag("use", href=f"#kw-sign-{name}")
    if not key:
        return tag("svg", drawing, cls="kw-sign", aria_hidden="true")
    return tag("svg", tag("title", fixed(key, language)), drawing, cls="kw-sign", role="img")


@lru_cache(maxsize=64)
def mark(seat: int, colour: str, language: str) -> str:
    """A player's shape."""
    name = fixed(f"player.{colour}", language)
    return tag("svg", tag("title", name), tag("use", href=f"#kw-mark-{seat}"), cls="kw-mark", role="img")


@lru_cache(maxsize=512)
def figure(name: str, key: str, value: str, language: str) -> str:
    """A sign with a number."""
    return tag("span", sign(name, key, language), tag("b", text(value)), cls="kw-fig")


@lru_cache(maxsize=256)
def card_name(parts: Parts, code: str, language: str) -> str:
    """A research card in words; an attribute's value."""
    number = parts.card_codes.index(code)
    return render(nouns.card_with_ability(parts, number), language)


@lru_cache(maxsize=256)
def points(parts: Parts, code: str, language: str) -> str:
    """What a development is worth, in signs."""
    number = parts.card_codes.index(code)
    return "".join(
        figure(PARTS[part], f"part.{PARTS[part]}", f"+{parts.card_points[number][part]}", language)
        for part in (BODY, ENGINE)
        if parts.card_points[number][part]
    )


@lru_cache(maxsize=256)
def card_face(parts: Parts, code: str, language: str) -> str:
    """A research card as it lies on the table."""
    number = parts.card_codes.index(code)
    if number >= parts.first_engineer:
        name = tag("b", fixed(f"engineer.{code}", language), cls="kw-card-name")
        return tag("small", fixed("board.engineer", language)) + name + tag("span", fixed(f"ability.{code}", language))
    name = text(render(nouns.card(parts, number), language))
    if number >= parts.developments:
        drawn = "".join(sign(each, "", language) for each in INSTANT_SIGNS[code])
        return tag("span", name) + tag("span", drawn, cls="kw-big")
    given = parts.card_part[number]
    foot = ""
    if given != NO_PART:
        foot = tag("span", sign(PARTS[given], "", language), " ", fixed(f"card.gives.{PARTS[given]}", language))
    return tag("small", fixed("board.development", language)) + tag("span", points(parts, code, language), cls="kw-big") + foot


@lru_cache(maxsize=256)
def card_chip(parts: Parts, code: str, language: str) -> str:
    """A research card in little room."""
    number = parts.card_codes.index(code)
    if number >= parts.first_engineer:
        return tag("b", text(last_name(code, language)))
    if number >= parts.developments:
        return "!" + "".join(sign(each, f"action.{each}", language) for each in INSTANT_SIGNS[code])
    given = parts.card_part[number]
    foot = "" if given == NO_PART else "→" + sign(PARTS[given], f"part.{PARTS[given]}", language)
    return points(parts, code, language) + foot


def last_name(engineer: str, language: str) -> str:
    """An engineer in one word."""
    return render(Message(f"{GAME}.engineer.{engineer}"), language).split()[-1]
