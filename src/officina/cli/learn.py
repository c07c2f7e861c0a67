"""``officina learn``: the guided first game of a game, in the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.panel import Panel
from rich.text import Text

from officina.cli.app import data_folder
from officina.cli.common import console, find_game, say, tell
from officina.cli.play import HUMAN, Session
from officina.cli.seat import Quit, SeatDialog
from officina.cli.tips import TipSwitch
from officina.core.errors import IllegalChoice, OptionError
from officina.core.events import SPEEDS
from officina.core.lessons import Card, Guide, legal_answers, lesson_of
from officina.core.position import Question
from officina.core.record import Record
from officina.core.text import Message

BACK: Final = ("<", "back", "indietro")
SKIP: Final = (">", "skip", "salta")
LEAVE: Final = ("!", "leave", "lascia")
BOT: Final = "heuristic"


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.learn"))
    def learn(
        game: Annotated[str, typer.Argument(help=say("help.game"))],
        save: Annotated[Path | None, typer.Option("--save", help=say("help.save"))] = None,
        pace: Annotated[str, typer.Option("--pace", help=say("help.pace", paces=", ".join(SPEEDS)))] = "normal",
    ) -> None:
        if pace not in SPEEDS:
            raise OptionError(Message("kernel.option.value", option="--pace", value=pace, values=tuple(SPEEDS)))
        found = find_game(game)
        lesson = lesson_of(found)
        if lesson is None:
            raise OptionError(Message("cli.learn.none", game=found.title()))
        record = lesson.start(found, [HUMAN if seat == lesson.seat else BOT for seat in range(lesson.players)])
        path = save or data_folder() / f"{found.name}-lesson-{time.strftime('%Y%m%d-%H%M%S')}.officina"
        GuidedSession(record, path, pace, Guide(lesson)).run()


class GuidedSession(Session):
    """A sitting with a coach: the others play as the lesson says, as long as it lasts."""

    def __init__(self, record: Record, path: Path, pace: str, guide: Guide) -> None:
        super().__init__(record, path, pace)
        self.guide = guide
        self.dialog = GuidedDialog(record, self.humans, self.save, pace, guide, self.tips)

    def bot_plays(self, seat: int) -> None:
        option = self.guide.scripted(self.record.moves, self.record.position, seat)
        if option is None:
            return super().bot_plays(seat)
        self.record.apply(seat, option)
        return self.save()


class GuidedDialog(SeatDialog):
    """Talks with the learner: the card first, then the question."""

    def __init__(
        self, record: Record, humans: list[int], save: Callable[[], None], pace: str, guide: Guide, tips: TipSwitch
    ) -> None:
        super().__init__(record, humans, save, pace, tips)
        self.guide = guide

    @property
    def card(self) -> Card | None:
        """The card that is up."""
        return self.guide.card(self.record.moves, self.record.position)

    def ask(self, seat: int) -> None:
        while (card := self.card) is not None and not card.asks:
            self.show_beats(seat)
            self.show_table(seat)
            self.show_news(seat)
            self.show_card(card)
            typed = console.input(say("learn.next")).strip().lower()
            if typed in ("q", "quit"):
                raise Quit
            if typed in LEAVE:
                self.guide.left = True
            elif typed in BACK:
                if self.go_back():
                    return
            else:
                self.guide.seen = self.guide.at(self.record.moves) + 1
        super().ask(seat)

    def show_question(self, question: Question) -> None:
        super().show_question(question)
        if self.card is not None:
            self.show_card(self.card)
            console.print(say("learn.keys"), style="dim")

    def show_tip(self, seat: int) -> None:
        if self.card is None:  # as long as the lesson lasts, the coach says more
            super().show_tip(seat)

    def show_card(self, card: Card) -> None:
        """What the coach says."""
        lesson = self.guide.lesson
        step = lesson.step_of(card)
        words = Text(tell(card.sentence("fact")), style="bold")
        if card.has("deed"):
            words.append(f"\n→ {tell(card.sentence('deed'))}", style="not bold")
        title = f"{tell(lesson.steps[step - 1][0].sentence('title'))} · {say('learn.step', n=step, last=len(lesson.steps))}"
        console.print(Panel(words, title=title, title_align="left", border_style="yellow", width=min(76, console.width)))

    def answer(self, seat: int, question: Question, answer: str) -> bool:
        word = answer.lower()
        if self.card is not None and word in LEAVE:
            self.guide.left = True
            return False
        if self.card is not None and word in BACK:
            return self.go_back()
        if self.card is not None and word in SKIP:
            self.record.apply_text(seat, legal_answers(self.card, self.record.position, seat)[0])
            return True
        return super().answer(seat, question, answer)

    def choose(self, seat: int, question: Question, answer: str) -> None:
        option = self.option_of(seat, question, answer)
        position = self.record.position
        notation = position.game.vocabulary.text(position.kind(seat), option)
        why = self.guide.why_not(self.record.moves, position, notation)
        if why is not None:
            raise IllegalChoice(why)
        self.record.apply(seat, option)

    def go_back(self) -> bool:
        """One card back; True if a choice was taken back with it."""
        lesson, at = self.guide.lesson, self.guide.at(self.record.moves)
        if at == 0:
            return False
        self.guide.seen = at - 1
        if not lesson.cards[at - 1].asks:
            return True
        own = [index for index, move in enumerate(self.record.moves) if move.seat == lesson.seat]
        self.record.go_back(lesson.seat, own[lesson.made_before(at - 1)])
        return True
