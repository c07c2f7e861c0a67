"""A person's turn at the keyboard: the table, the news, the question, and every way to answer it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from rich.columns import Columns
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from officina.bots import make_bot
from officina.cli.catalogue import show_rule
from officina.cli.common import Language, console, say, styled, tell
from officina.cli.tips import TipSwitch
from officina.core.errors import IllegalChoice, NotationError, OptionError, UndoError
from officina.core.events import FORCED, SPEEDS, Event
from officina.core.glossary import glossary
from officina.core.position import Preview, Question
from officina.core.reasons import refusals
from officina.core.record import Record
from officina.core.rng import Rng
from officina.core.text import Message
from officina.core.tips import tip

HINT_LEVEL: Final = "expert"
NEWS: Final = 30
"""At most so many lines of news above a question; the whole log is one key away."""


def telling(events: Sequence[Event]) -> list[Event]:
    """Without word that somebody had no choice: what was done stands in the next line. The log has everything."""
    return [event for event in events if event.code != FORCED]


class Quit(Exception):
    """The person leaves the game."""


class SeatDialog:
    """Talks with the people at the keyboard. With several, the screen is hidden before a seat's secrets are shown."""

    def __init__(
        self,
        record: Record,
        humans: list[int],
        save: Callable[[], None],
        pace: str = "none",
        tips: TipSwitch | None = None,
    ) -> None:
        self.record = record
        self.humans = humans
        self.save = save
        self.tips = tips
        self.pace = SPEEDS[pace] if console.is_terminal else 0
        self.shown_to: int | None = humans[0] if len(humans) == 1 else None
        self.told: dict[int, int] = dict.fromkeys(humans, 0)

    # --- one decision

    def ask(self, seat: int) -> None:
        """Put the question to a seat until it has chosen."""
        self.hand_over(seat)
        self.show_beats(seat)
        self.show_table(seat)
        self.show_news(seat)
        question = self.record.position.question(seat)
        self.show_question(question)
        while True:
            answer = console.input(styled("play.prompt", seat=seat + 1)).strip()
            try:
                if self.answer(seat, question, answer):
                    break
            except (IllegalChoice, NotationError, UndoError, OptionError) as error:
                console.print(Text.assemble(("✗ ", "red"), tell(error.message)))
        self.save()

    def answer(self, seat: int, question: Question, answer: str) -> bool:
        """Act on what was typed; True when something was chosen or taken back."""
        word, _, rest = answer.partition(" ")
        command = word.lower()
        if command in ("q", "quit"):
            raise Quit
        if command in ("u", "undo"):
            self.record.undo(seat)
            return True
        if not answer or command in ("h", "help", "aiuto"):
            console.print(styled("play.help"))
        elif command == "?":
            self.explain(seat, rest)
        elif command in ("t", "table"):
            self.show_table(seat)
            self.show_question(question)
        elif command in ("l", "log"):
            self.show_log(seat, 0)
        elif command in ("p", "preview", "anteprima") and rest:
            self.show_preview(seat, question, rest.strip())
        elif command in ("i", "hint", "suggerimento"):
            self.show_hint(seat)
        elif command in ("g", "glossary", "glossario"):
            self.show_glossary(rest.strip())
        elif command in ("tips", "dritte") and self.tips is not None:
            console.print(say("play.tips_on" if self.tips.turn() else "play.tips_off"))
            self.show_tip(seat)
        elif command in ("r", "rule"):
            show_rule(self.record.game, rest or question.rule)
        else:
            self.choose(seat, question, answer)
            return True
        return False

    def choose(self, seat: int, question: Question, answer: str) -> None:
        """A choice by its number in the list, or in notation with or without the decision's name."""
        self.record.apply(seat, self.option_of(seat, question, answer))

    def option_of(self, seat: int, question: Question, answer: str) -> int:
        """The option that was typed."""
        if answer.isdecimal() and not self.answers_by_words(question):
            number = int(answer)
            if not 1 <= number <= len(question.options):
                raise OptionError(Message("cli.usage.choice", number=number, last=len(question.options)))
            return question.options[number - 1].option
        return self.record.position.option_of(seat, answer)

    def show_preview(self, seat: int, question: Question, answer: str) -> None:
        """What a choice would bring, as far as the seat can know."""
        self.tell_preview(self.record.position.preview(seat, self.option_of(seat, question, answer)))

    def tell_preview(self, found: Preview) -> None:
        """What would happen, in sentences."""
        happened = telling(found.events)
        for event in happened:
            console.print(Text("→ " + tell(self.record.game.event_text(event)), style="cyan"))
        if found.supposed is not None:
            console.print(Text("→ " + tell(found.supposed), style="cyan"))
        elif found.open:
            console.print(say("play.preview_open"), style="dim")
        elif not happened:
            console.print(say("play.preview_nothing"), style="dim")

    def show_hint(self, seat: int) -> None:
        """What a strong player would choose, knowing what the seat knows; for one who plays alone with bots."""
        if len(self.humans) > 1:
            raise OptionError(Message("cli.play.no_hint"))
        position = self.record.position
        kind = position.kind(seat)
        option = make_bot(HINT_LEVEL).choose(position, seat, Rng(f"hint {len(self.record.moves)}"))
        notation = self.record.game.vocabulary.text(kind, option)
        text = tell(self.record.game.option_text(position, seat, kind, option))
        console.print(Text(say("play.hint", choice=f"{text} ({notation})"), style="cyan"))
        self.tell_preview(position.preview(seat, option))

    def answers_by_words(self, question: Question) -> bool:
        """Where options are numbers themselves (a card of value 3), they are not numbered again: what is typed is the value."""
        vocabulary = self.record.game.vocabulary
        return any(word.isdecimal() for word in vocabulary.kind(vocabulary.numbers[question.kind]).words)

    # --- showing

    def hand_over(self, seat: int) -> None:
        """Between two people the screen is cleared, and stays so until the right one is in front of it."""
        if self.shown_to == seat or len(self.humans) == 1:
            return
        self.shown_to = seat
        console.clear()
        console.print(styled("play.hand_over", seat=seat + 1))
        console.input(say("play.enter"))
        console.clear()

    def show_table(self, seat: int | None) -> None:
        """The table as the seat sees it."""
        if console.is_terminal:
            console.clear()
        console.print(self.record.game.terminal(self.record.position.view(seat), Language.code))

    def show_beats(self, seat: int) -> None:
        """What happened since this seat was last asked, at a pace that one can follow; Ctrl+C leads to the question."""
        if not self.pace:
            return
        kinds = self.record.game.event_kinds
        shown = [event for event in self.record.events(seat)[self.told.get(seat, 0) :] if kinds[event.code].beat][-NEWS:]
        with suppress(KeyboardInterrupt):
            for event in shown:
                console.print(Text("» " + tell(self.record.game.event_text(event)), style="bold"))
                time.sleep(kinds[event.code].beat * self.pace / 1000)

    def show_news(self, seat: int) -> None:
        """What happened since this seat was last asked."""
        events = self.record.events(seat)
        since = self.told.get(seat, 0)
        fresh = telling(events[since:]) if since <= len(events) else []
        self.told[seat] = len(events)
        if len(fresh) > NEWS:
            console.print(say("play.more_news", n=len(fresh) - NEWS), style="dim")
        for event in fresh[-NEWS:]:
            console.print(Text("· " + tell(self.record.game.event_text(event)), style="dim"))

    def show_log(self, seat: int, since: int) -> None:
        """The log from an event on."""
        for event in self.record.events(seat)[since:]:
            console.print(Text("· " + tell(self.record.game.event_text(event))))

    def show_question(self, question: Question) -> None:
        """The question with its numbered options."""
        console.print()
        console.print(Text.assemble((tell(question.prompt), "bold"), " ", (question.rule, "dim")))
        self.show_tip(question.seat)
        numbered = []
        by_words = self.answers_by_words(question)
        for number, option in enumerate(question.options, 1):
            words = option.notation.partition(" ")[2]
            label, rest = (words, "") if by_words else (str(number), f"  {words}")
            numbered.append(Text.assemble((f"{label:>3} ", "bold cyan"), tell(option.message), (rest, "dim")))
        columns = Columns(numbered, padding=(0, 3), column_first=True) if len(numbered) > 8 else None
        for item in [columns] if columns else numbered:
            console.print(Padding(item, (0, 0, 0, 1)))
        console.print(say("play.keys"), style="dim")

    def show_tip(self, seat: int) -> None:
        """What the question is good for, in one's first games."""
        found = tip(self.record.position, seat) if self.tips is not None and self.tips.on else None
        if found is not None:
            console.print(Text(f"✱ {tell(found)}", style="yellow"))

    def explain(self, seat: int, text: str) -> None:
        """Why options are missing: one if it is named, otherwise all, grouped by reason."""
        position, vocabulary = self.record.position, self.record.game.vocabulary
        kind = position.kind(seat)
        if text.strip():
            _, option = vocabulary.parse(text, kind)
            reason = position.why_not(seat, option)
            console.print(tell(reason) if reason else say("play.is_allowed", choice=vocabulary.text(kind, option)))
            return
        found = refusals(position, seat)
        if not found:
            console.print(say("play.all_allowed"))
        table = Table(show_header=False, box=None, padding=(0, 2, 0, 1))
        for refusal in found:
            words = [vocabulary.text(kind, option).partition(" ")[2] for option in refusal.options]
            listed = ", ".join(words[:4]) + (", ..." if len(words) > 4 else "")
            table.add_row(Text(listed, style="dim"), Text(tell(refusal.reason)))
        console.print(table)

    def show_glossary(self, text: str) -> None:
        """What the things on the table are: those whose name has the text in it, or the names of all."""
        told = [(tell(entry.name), tell(entry.text), entry.rule) for entry in glossary(self.record.game).values()]
        found = [each for each in told if text.lower() in each[0].lower()]
        if not text:
            console.print(", ".join(name for name, _, _ in told), markup=False)
        elif not found:
            console.print(say("play.no_thing", text=text), markup=False)
        for name, words, rule in found if text else []:
            console.print(Text.assemble((f"{name}: ", "bold"), words, (f"  {rule}", "dim")))

    def show_end(self) -> None:
        """The final table: places with what decided them, scores with their parts, winners, seed."""
        record = self.record
        position = record.position
        for seat in self.humans:
            self.show_news(seat)
            break
        console.print(record.game.terminal(position.view(None), Language.code))
        table = Table(title=say("play.final"), title_justify="left")
        table.add_column(say("play.place"), justify="right")
        table.add_column(say("simulate.seat"))
        parts = [name for name, _ in position.breakdown(0)]
        for name in parts:
            table.add_column(tell(Message(f"{record.game.name}.breakdown.{name}")), justify="right")
        table.add_column(say("play.score"), justify="right")
        table.add_column("")
        kinds = record.header.seats or [""] * position.seats
        scores, places = position.scores(), position.places()
        for seat in sorted(range(position.seats), key=lambda seat: places[seat].place):
            points, place = dict(position.breakdown(seat)), places[seat]
            notes = [say("play.winner")] if place.place == 1 else []
            notes += [tell(place.tie)] if place.tie is not None else []
            name = f"{seat + 1} {tell(record.game.seat_name(position, seat))} ({kinds[seat]})"
            figures = [str(points.get(part, 0)) for part in parts]
            table.add_row(str(place.place), name, *figures, str(scores[seat]), "\n".join(notes))
        console.print(table)
        console.print(say("play.seed", seed=record.header.seed, commitment=record.header.commitment), markup=False)
