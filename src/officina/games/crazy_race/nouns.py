"""What the numbers of Crazy Race mean. Colours are seats; a driver card is the place of its value among the box's values."""

from __future__ import annotations

from typing import Any, Final

from officina.core.nouns import FLAG, Names, Number, Pile, Place, Players, Row, SetOf
from officina.core.piles import pieces as cards_in
from officina.core.text import Message
from officina.games.crazy_race import components as c
from officina.games.crazy_race.components import Parts
from officina.games.crazy_race.state import POINTS_PILES, TAKEN, card_of, laid_card, owner_of, pile_from, points_of, side_of

GAME: Final = "crazy_race"
SIDE_NAMES: Final = ("top", "right", "bottom", "left")


def say(key: str, **args: Any) -> Message:
    """A sentence of this game."""
    return Message(f"{GAME}.{key}", **args)


def place_words(progress: int) -> Message:
    """A place of the course in words."""
    if progress in (0, c.TURNTABLE, c.FINISH):
        return say({0: "place.start", c.TURNTABLE: "place.turntable", c.FINISH: "place.home"}[progress])
    return say("place.out" if progress < c.TURNTABLE else "place.back", space=min(progress, c.FINISH - progress))


def side_name(side: int) -> Message:
    """A side of the stage card by where it is; they are counted from the top, clockwise."""
    return say(f"side_name.{SIDE_NAMES[side]}")


def side_words(parts: Parts, card: int, side: int) -> Message:
    """A side of a stage card."""
    model, distance = parts.side_model[card * c.SIDES + side], parts.side_distance[card * c.SIDES + side]
    if model != c.NO_MODEL:
        return say("side.model", side=side_name(side), model=MODEL.say(model, parts), n=distance)
    if distance == c.QUESTION:
        return say("side.question", side=side_name(side))
    return say("side.free", side=side_name(side), n=distance)


def side_in_short(parts: Parts, card: int, side: int) -> Message:
    """The same where all four sides are told in one sentence."""
    place = say(f"board.at_{SIDE_NAMES[side]}")
    model, distance = parts.side_model[card * c.SIDES + side], parts.side_distance[card * c.SIDES + side]
    if model != c.NO_MODEL:
        return say("on_card.model", place=place, model=MODEL.say(model, parts), n=distance)
    return say("on_card.question", place=place) if distance == c.QUESTION else say("on_card.free", place=place, n=distance)


def values_of(parts: Parts, pile: int) -> tuple[int, ...]:
    """Driver cards by their values, ascending."""
    return tuple(parts.values[card] for card in cards_in(pile))


class Side(Number):
    """A side of the stage card, in words: where it is."""

    def say(self, value: int, parts: Any) -> Message:
        return side_name(value)


class Progress(Number):
    """How far a locomotive is on its course: a place, in words."""

    def say(self, value: int, parts: Any) -> Message:
        return place_words(value)


COLOUR: Final = Players(lambda parts: [colour.code for colour in parts.colours], f"{GAME}.colour")
COLOURS: Final = SetOf(COLOUR)
MODEL: Final = Names(lambda parts: [model.code for model in parts.models], f"{GAME}.model")
CARD: Final = Names(lambda parts: [str(value) for value in parts.values], say=lambda parts, card: parts.values[card])
CARDS: Final = Pile(CARD, most=c.MOST_CARDS, say=values_of)
SIDE: Final = Side(0, c.SIDES - 1)
LAID: Final = Row(
    lambda colour, side, card, taken: laid_card(colour, side, card) | taken * TAKEN,
    lambda laid: (owner_of(laid), side_of(laid), card_of(laid), laid >= TAKEN),
    colour=COLOUR,
    side=SIDE,
    card=CARD,
    taken=FLAG,
)
STAGE_CARD: Final = Place(c.MOST_STAGES)
PROGRESS: Final = Progress(0, c.FINISH)
STEPS: Final = Names(
    lambda parts: [str(steps) for steps in range(1, c.SEATS * parts.rounds + 1)], say=lambda _parts, steps: steps, first=1
)
PILE: Final = Names(POINTS_PILES, f"{GAME}.pile")
POINTS: Final = Names(
    lambda parts: [str(points) for points in parts.points_values], say=lambda parts, value: parts.points_values[value]
)
POINTS_CARD: Final = Names(
    [f"{POINTS_PILES[pile_from(card)]} {points_of(card)}" for card in range(2, 2 * c.MOST_POINTS + 2)], first=2
)
"""A points card by the pile it came from and its points; the first two numbers would be cards of no points."""
PENALTY: Final = Names(("last", "second_last"), f"{GAME}.penalty")
