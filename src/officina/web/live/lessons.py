"""A guided game on its page: the coach's card that is up, and the list of steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from officina.core.lessons import Card, Lesson, legal_answers
from officina.tables import LiveTable
from officina.web.words import PageWords

SHAPES: Final = {
    "robot-": ("tall", "48 64"),
    "loco-": ("wide", "96 48"),
    "car-": ("wide", "96 48"),
    "racer": ("wide", "96 48"),
    "tourer": ("wide", "96 48"),
}
"""Class and size of parts that are not as wide as high, by the beginning of their names."""


@dataclass(frozen=True)
class Piece:
    """A part of the box, in its paint."""

    part: str
    paint: str
    shape: str
    size: str


@dataclass(frozen=True)
class LessonView:
    """What the learner sees of a lesson: the number of the card that is up, and the card itself once it is time for it."""

    lesson: Lesson
    index: int
    card: Card | None
    answers: Sequence[str] = ()

    @property
    def step(self) -> int:
        """The step that is under way, from 1; one more than there are once the lesson is over."""
        cards = self.lesson.cards
        return self.lesson.step_of(cards[self.index]) if self.index < len(cards) else len(self.lesson.steps) + 1

    @property
    def over(self) -> bool:
        """Whether the learner plays on without it."""
        return self.index >= len(self.lesson.cards)

    @property
    def first(self) -> bool:
        """Whether there is no card before this one."""
        return self.index == 0

    @property
    def last(self) -> bool:
        """Whether the lesson ends with this card."""
        return self.index == len(self.lesson.cards) - 1

    @property
    def piece(self) -> Piece | None:
        """What is drawn in the deed."""
        if self.card is None or not self.card.piece:
            return None
        part, _, paint = self.card.piece.partition(" ")
        shape = next((shape for start, shape in SHAPES.items() if part.startswith(start)), ("", "48 48"))
        return Piece(part, paint, *shape)

    def titles(self, words: PageWords) -> list[str]:
        """What the steps are called."""
        return [words.tell(cards[0].sentence("title")) for cards in self.lesson.steps]

    def title(self, words: PageWords) -> str:
        """What the step under way is called."""
        return words.tell(self.lesson.steps[self.step - 1][0].sentence("title"))


def lesson_view(live: LiveTable, seat: int | None) -> LessonView | None:
    """The lesson as that viewer sees it; nothing for others than the learner.

    A card is shown when the table waits for the learner: whoever watches what others do is not talked to.
    """
    guide = live.guide
    if guide is None or live.record is None or seat != guide.lesson.seat:
        return None
    record, lesson = live.record, guide.lesson
    card = guide.card(record.moves, record.position)
    if card is None:
        return LessonView(lesson, len(lesson.cards), None)
    index, asking = guide.at(record.moves), guide.asking(record.moves)
    if not guide.waits(record.position) or live.why_frozen(seat) is not None:
        return LessonView(lesson, index, None)
    answers = () if asking is None else legal_answers(asking, record.position, seat)
    return LessonView(lesson, index, card, answers)
