"""Guided first games: ``lesson.toml`` in a game's folder, with its sentences among the game's texts.

A lesson is a deal with a fixed seed and a row of *cards*. A card says one fact and shows something of the board; most of them
also ask for one deed: the learner's next choice, of which only some answers go on. What the others choose is written down,
too: as long as the learner keeps to the line, everything on the table is as the sentences say. Where the script has no word,
or its word is not allowed, a bot decides as at any other table.

Which card is up follows from two numbers, so nothing can get out of step: how many choices the learner has made that stand,
and how far the cards were turned by hand. Taking back a choice brings its card back, until the last card was turned: then the
lesson has ended, and whatever is taken back belongs to the learner's own game.

Sentences: ``lesson.<card>.title`` (what the step is called; a card without one goes on with the step before it), ``.fact``,
``.deed``, ``.other`` (what is said to any other answer) and one for each name in ``wrong``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from officina.core.game import Game
from officina.core.position import Position
from officina.core.record import Move, Record
from officina.core.text import Message, Reason, has

MOST_FACT: Final = 14
MOST_DEED: Final = 10
"""A card has at most so many words, in every language."""


@dataclass(frozen=True)
class Card:
    """One card. Without ``answers`` there is nothing to choose: one looks, and turns the card.

    ``point``: what the arrow touches, the first of these that is drawn: an element's id, or a choice in notation (without it,
    the answers); ``also``: what is lit besides, wherever it is drawn. ``wrong``: sentences by the beginning of a choice;
    ``piece``: a part of the box that is drawn in the deed, and its paint (``"gear green"``).
    """

    game: str
    name: str
    answers: tuple[str, ...] = ()
    point: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    wrong: Mapping[str, str] = field(default_factory=dict)
    piece: str = ""

    @property
    def asks(self) -> bool:
        """Whether it asks for a choice."""
        return bool(self.answers)

    @property
    def pointed(self) -> tuple[str, ...]:
        """What the arrow may touch, best first."""
        return self.point or self.answers

    def sentence(self, what: str) -> Message:
        """One of its sentences."""
        return Message(f"{self.game}.lesson.{self.name}.{what}")

    @property
    def keys(self) -> list[str]:
        """The sentences that it must have; a title, and something to do where one only looks, are up to it."""
        names = ["fact", *(("deed", "other", *self.wrong.values()) if self.asks else ())]
        return [self.sentence(name).key for name in names]

    def has(self, what: str, language: str = "en") -> bool:
        """Whether it has that sentence."""
        return has(f"{self.game}.lesson.{self.name}.{what}", language)

    def reply(self, notation: str) -> Reason:
        """What is said to a choice that does not go on."""
        found = [start for start in self.wrong if notation == start or notation.startswith(f"{start} ")]
        return Reason(self.sentence(self.wrong[max(found, key=len)] if found else "other").key)


@dataclass(frozen=True)
class Lesson:
    """A guided game. ``seat`` is the learner's; ``script`` says what each other seat chooses, one choice after the other."""

    game: str
    seed: str
    players: int
    cards: tuple[Card, ...]
    seat: int = 0
    minutes: int = 0
    options: Mapping[str, int | str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    script: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def steps(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each step."""
        found: list[list[Card]] = []
        for card in self.cards:
            if card.has("title") or not found:
                found.append([])
            found[-1].append(card)
        return tuple(tuple(cards) for cards in found)

    def step_of(self, card: Card) -> int:
        """The number of the card's step, from 1."""
        return next(number for number, cards in enumerate(self.steps, 1) if card in cards)

    def at(self, made: int, seen: int) -> int:
        """The index of the card that is up after so many choices of the learner's; the number of cards: none is left."""
        asking = [index for index, card in enumerate(self.cards) if card.asks]
        first = asking[made - 1] + 1 if 0 < made <= len(asking) else 0 if not made else len(self.cards)
        last = asking[made] if made < len(asking) else len(self.cards)
        return min(max(first, seen), last)

    def made_before(self, index: int) -> int:
        """How many choices the learner has made when the card of that index comes up."""
        return sum(1 for card in self.cards[:index] if card.asks)

    def start(self, game: Game, seats: Sequence[str] = ()) -> Record:
        """The record of its deal."""
        return Record.start(game, self.players, self.seed, dict(self.options), list(seats))


class Guide:
    """A lesson under way: how far its cards were turned by hand, and whether the learner left it."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.seen = 0
        self.left = False

    @property
    def ended(self) -> bool:
        """Whether the last card was turned."""
        return self.seen >= len(self.lesson.cards)

    def at(self, moves: Sequence[Move]) -> int:
        """The index of the card that is up; the number of cards: the lesson has ended."""
        return len(self.lesson.cards) if self.ended else self.lesson.at(made(moves, self.lesson.seat), self.seen)

    def card(self, moves: Sequence[Move], position: Position) -> Card | None:
        """The card that is up; None if the lesson is over, left, or not to be followed from here."""
        index = self.at(moves)
        if self.left or position.over or index >= len(self.lesson.cards):
            return None
        card = self.lesson.cards[index]
        if self.waits(position) and card.asks and not legal_answers(card, position, self.lesson.seat):
            return None  # another version of the lesson began this game
        return card

    def waits(self, position: Position) -> bool:
        """Whether the table waits for the learner."""
        return self.lesson.seat in position.to_act

    def asking(self, moves: Sequence[Move]) -> Card | None:
        """The next card that asks for a choice, the one that is up or one after it."""
        ahead = self.lesson.cards[self.at(moves) :]
        return next((card for card in ahead if card.asks), None)

    def why_not(self, moves: Sequence[Move], position: Position, notation: str) -> Reason | None:
        """Why a choice of the learner's does not go on, kindly; None if it does, or is for the rules to judge."""
        card = self.card(moves, position)
        if card is None:
            return None
        if not self.waits(position):
            return Reason("kernel.lesson.wait")
        asking = self.asking(moves)
        if asking is None or not legal_answers(asking, position, self.lesson.seat):
            return None
        seat = self.lesson.seat
        offered = {position.game.vocabulary.text(position.kind(seat), option) for option in position.options(seat)}
        return asking.reply(notation) if notation in offered - set(asking.answers) else None

    def scripted(self, moves: Sequence[Move], position: Position, seat: int) -> int | None:
        """What the script lets another seat choose now; None where a bot shall decide."""
        lines = self.lesson.script.get(seat, ())
        place = made(moves, seat)
        if self.left or place >= len(lines) or seat == self.lesson.seat:
            return None
        return option_of(position, seat, lines[place])


def made(moves: Sequence[Move], seat: int) -> int:
    """How many of the choices that stand are the seat's."""
    return sum(1 for move in moves if move.seat == seat)


def option_of(position: Position, seat: int, notation: str) -> int | None:
    """The option of that notation, if the seat may choose it now."""
    vocabulary, kind = position.game.vocabulary, position.kind(seat)
    return next((option for option in position.options(seat) if vocabulary.text(kind, option) == notation), None)


def legal_answers(card: Card, position: Position, seat: int) -> list[str]:
    """Those answers of a card that may be given now."""
    return [answer for answer in card.answers if option_of(position, seat, answer) is not None]


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game; None if it has none."""
    return read_lesson(game.folder, game.name)


@lru_cache(maxsize=64)
def read_lesson(folder: Path, game: str) -> Lesson | None:
    """The lesson in a game's folder; KeyError or TypeError if the file says what no lesson has. Seats are counted from 1."""
    path = folder / "lesson.toml"
    if not path.exists():
        return None
    found: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    cards = tuple(read_card(game, entry) for entry in found.pop("card"))
    script = {int(seat) - 1: tuple(lines) for seat, lines in found.pop("script", {}).items()}
    names = tuple(found.pop("names", ()))
    return Lesson(game, cards=cards, script=script, names=names, seat=found.pop("seat", 1) - 1, **found)


def read_card(game: str, entry: Mapping[str, Any]) -> Card:
    """One card of the file."""
    lists = {name: tuple(entry.get(name, ())) for name in ("answers", "point", "also")}
    return Card(game, entry["name"], wrong=dict(entry.get("wrong", {})), piece=entry.get("piece", ""), **lists)
