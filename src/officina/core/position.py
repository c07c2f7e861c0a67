"""Position: a game waiting for decisions. One driver runs the steps, takes forced choices, stops where a seat must decide."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from officina.core.encoder import Encoder, write_table
from officina.core.errors import DeadEnd, IllegalChoice, NotationError
from officina.core.events import EVERYBODY, FORCED, NOBODY, Event
from officina.core.plain import position_again
from officina.core.rng import Rng
from officina.core.step import RUNS, TOGETHER, Step
from officina.core.text import Message, Reason, numbered_seat, render

if TYPE_CHECKING:
    from officina.core.game import Game
    from officina.core.places import Standing

NO_ANSWER: Final[tuple[int, ...]] = ()
NO_ANSWERS: Final[list[tuple[int, ...]]] = []
NO_OFFER: Final[list[int]] = []
NO_OFFERS: Final[list[list[int]]] = []
NO_OPTIONS: Final[dict[str, int | str]] = {}
"""What a position has at first. Shared and never changed, only replaced: a position is made for every copy."""
MOST_SEATS: Final = 16
ALONE: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(MOST_SEATS)]
"""One tuple a seat, made once: most of the time exactly one seat has to act."""
EVERY_SEAT: Final[list[list[int]]] = [list(range(seats)) for seats in range(MOST_SEATS + 1)]
"""All seats of a table with so many; not to be changed."""


def stack_up(stack: list[Any], following: list[Any]) -> None:
    """Put steps on a stack so that they happen in the order given.

    Lists of anything: compiled code would look at every element that it takes out of a list of steps, whether it is one.
    """
    for index in range(len(following) - 1, -1, -1):
        stack.append(following[index])


class Option:
    """One thing a seat may choose: its number, what a person reads, what a person may type."""

    def __init__(self, option: int, message: Message, notation: str, rule: str) -> None:
        self.option = option
        self.message = message
        self.notation = notation
        self.rule = rule


class Question:
    """What a seat is asked now, with everything it may answer."""

    def __init__(self, seat: int, kind: str, prompt: Message, options: list[Option], rule: str) -> None:
        self.seat = seat
        self.kind = kind
        self.prompt = prompt
        self.options = options
        self.rule = rule


class Frame:
    """The position at the moment of a beat, and what was told: for looking at, not for playing on.

    ``at`` is the number of events that were kept before it. The position is in the middle of a step: nobody is asked anything.
    """

    def __init__(self, event: Event, position: Position, at: int) -> None:
        self.event = event
        self.position = position
        self.at = at


class Preview:
    """What an option would bring: what would be told, and the position there, up to where the seat cannot know more.

    ``open``: a draw, a reveal or another seat's hidden answer decides how it goes on; otherwise the next question is reached,
    or the end. The position is one of a redrawn world: the seat's view of it is true, the rest is a guess.
    ``supposed``: what it would bring beyond that if all goes well, where the game says so.
    """

    def __init__(self, events: list[Event], position: Position, is_open: bool, supposed: Message | None = None) -> None:
        self.supposed = supposed
        self.events = events
        self.position = position
        self.open = is_open


class Halted(Exception):
    """A preview has come to something that nobody can know beforehand."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """The table, the players, and a stack of steps still to come (the last one is next).

    A game's own position adds its fields and :meth:`copy`. Everything that asks about words, views, scores or files goes
    through the game's front door, :class:`officina.core.game.Game`.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.stack: list[Step[Any]] = []
        self.rng = Rng()
        self.events: list[Event] | None = None
        self.frames: list[Frame] | None = None
        self.running = False
        self.foresees = False
        self.to_act: tuple[int, ...] = NO_ANSWER
        self.answers = NO_ANSWERS
        self.drafts = NO_ANSWERS
        self.offers = NO_OFFERS  # while several are asked: what each may choose, as far as it is known
        self.offer_seat = NOBODY
        self.offer = NO_OFFER
        self.table_options = NO_OPTIONS

    # --- copying

    def copy(self) -> Position:
        """A new position of the same class with the game's own fields copied; the kernel adds the rest in :meth:`clone`."""
        raise NotImplementedError

    def clone(self) -> Position:
        """An independent copy. It does not listen: its ``events`` and ``frames`` are None."""
        other = self.copy()
        other.stack = self.stack[:]
        rng = self.rng
        twin = other.rng
        twin.a = rng.a
        twin.b = rng.b
        twin.c = rng.c
        twin.count = rng.count
        if rng.keyed:
            twin.follow(rng)
        other.to_act = self.to_act
        if self.answers:
            other.answers = self.answers[:]
            other.drafts = self.drafts[:]
            other.offers = self.offers[:]
        other.offer_seat = self.offer_seat
        other.offer = self.offer
        other.table_options = self.table_options
        return other

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, _memo: Any) -> Position:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as it is saved; like a clone, what is read does not listen."""
        return (position_again, (self.game, self.to_json()))

    # --- playing

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.to_act and not self.running

    def may_act(self) -> tuple[int, ...]:
        """Seats that may decide now: ``to_act``, and those that may still replace a simultaneous answer."""
        if not self.stack:
            return NO_ANSWER
        step = self.stack[-1]
        return tuple(step.seats(self)) if step.kind == TOGETHER else self.to_act

    def kind(self, seat: int) -> int:
        """Which decision the seat has to take now; 0 if none."""
        if not self.stack:
            return RUNS
        step = self.stack[-1]
        if step.kind == TOGETHER:
            return step.next_kind(self, seat, self.drafts[seat]) if self.is_asked(step, seat) else RUNS
        return step.kind if step.seat == seat else RUNS

    def options(self, seat: int) -> list[int]:
        """The legal options of the seat, ascending; empty for a seat that has nothing to decide."""
        return self.offered(seat)[:]

    def offered(self, seat: int) -> list[int]:
        """As :meth:`options`, but the position's own list: for callers that only look at it, and not after the next choice."""
        if self.offer_seat != seat or seat < 0:
            if not self.stack:
                return NO_OFFER
            step = self.stack[-1]
            if step.kind != TOGETHER or not self.is_asked(step, seat):
                return NO_OFFER
            self.offer = self.offers[seat] or step.seat_options(self, seat, self.drafts[seat])
            self.offer_seat = seat
        return self.offer

    def apply(self, seat: int, option: int) -> None:
        """Take a decision and play on to the next one. An illegal choice raises IllegalChoice and changes nothing."""
        if self.offer_seat != seat:
            self.options(seat)
        if self.offer_seat != seat or seat < 0 or option not in self.offer:
            reason = self.why_not(seat, option)
            raise IllegalChoice(reason if reason is not None else Reason("kernel.refuse.not_now"))
        self.take(seat, option)

    def take(self, seat: int, option: int) -> None:
        """As :meth:`apply`, unchecked: only for an option that was just read from :meth:`offered`."""
        self.offer_seat = NOBODY
        step = self.stack[-1]
        if step.kind == TOGETHER:
            self.take_answer(step, seat, option)
        else:
            self.stack.pop()
            stack_up(self.stack, step.choose(self, option))
            self.advance()

    def apply_text(self, seat: int, text: str) -> None:
        """Take a decision given in notation; NotationError or IllegalChoice change nothing."""
        self.apply(seat, self.option_of(seat, text))

    # --- for programs

    def action_ids(self, seat: int) -> list[int]:
        """The seat's legal options as actions of the game (:attr:`Game.actions`), ascending; empty if it must not act."""
        if seat not in self.to_act:
            return []
        first = self.game.first_action[self.kind(seat)]
        return [first + option for option in self.options(seat)]

    def apply_action(self, seat: int, action: int) -> None:
        """Take a decision given as an action; IllegalChoice changes nothing."""
        asked = self.kind(seat)
        first = self.game.first_action
        if asked == RUNS or not first[asked] <= action < first[asked + 1]:
            raise IllegalChoice(self.turn_reason(seat) or Reason("kernel.refuse.no_such_action", action=action))
        self.apply(seat, action - first[asked])

    def write_mask(self, seat: int, out: bytearray, at: int = 0) -> None:
        """One byte an action into a zeroed buffer: 1 for those that the seat may choose. All 0 for a seat that must not act."""
        if seat not in self.to_act:
            return
        at += self.game.first_action[self.kind(seat)]
        if self.offer_seat != seat:
            self.options(seat)
        for option in self.offer:
            out[at + option] = 1

    def encode(self, seat: int, out: bytearray, at: int = 0) -> None:
        """What the seat may know into a zeroed buffer, as :meth:`Game.layout` says."""
        self.encode_with(Encoder(out, at, seat, self.seats))

    def encode_with(self, encoder: Encoder) -> None:
        """As :meth:`encode`, for callers that keep an encoder and say who looks and where to write."""
        write_table(self, encoder)
        self.game.write(self, encoder)

    def option_of(self, seat: int, text: str) -> int:
        """The option of the seat's question that the notation stands for, legal or not."""
        asked = self.kind(seat)
        kind, option = self.game.vocabulary.parse(text, asked)
        if kind != asked:
            reason = self.turn_reason(seat)
            if reason is None:
                name = self.game.vocabulary.kind_name(asked)
                reason = Reason("kernel.refuse.other_question", choice=text, asked=name)
            raise IllegalChoice(reason)
        return option

    def push(self, following: list[Step[Any]]) -> None:
        """Put steps on the stack so that they happen in the order given."""
        stack_up(self.stack, following)

    def advance(self) -> None:
        """Run steps and take forced choices until a seat must decide or nothing is left."""
        stack = self.stack
        waiting: list[Any] = stack  # the same list: what is only moved need not be looked at
        while stack:
            step = stack[-1]
            kind = step.kind
            if kind == RUNS:
                waiting.pop()
                stack_up(waiting, step.run(self))
            elif kind == TOGETHER:
                if self.open_answers(step):
                    return
            else:
                options = step.options(self)
                if len(options) == 1 and not step.always_asks:
                    waiting.pop()
                    if self.events is not None:
                        self.tell(FORCED, step.seat, (kind, options[0]))
                    stack_up(waiting, step.choose(self, options[0]))
                elif options:
                    self.to_act = ALONE[step.seat]
                    self.offer_seat = step.seat
                    self.offer = options
                    return
                else:
                    raise DeadEnd(f"{self.game.name}: {step!r} has no option")
        self.to_act = NO_ANSWER
        self.offer_seat = NOBODY

    # --- simultaneous decisions

    def is_asked(self, step: Step[Any], seat: int) -> bool:
        """Whether the seat takes part in the simultaneous decision (it may have answered already)."""
        return seat in self.to_act or (0 <= seat < self.seats and seat in step.seats(self))

    def open_answers(self, step: Step[Any]) -> bool:
        """Put the simultaneous question; False if nobody had a real choice and the step is done."""
        self.answers = [NO_ANSWER] * self.seats
        self.drafts = [NO_ANSWER] * self.seats
        self.offers = [NO_OFFER] * self.seats
        waiting: list[int] = []
        for seat in step.seats(self):
            if not self.extend_draft(step, seat):
                waiting.append(seat)
        if waiting:
            self.to_act = tuple(waiting)
            self.offer_seat = NOBODY
            return True
        self.close_answers(step)
        return False

    def take_answer(self, step: Step[Any], seat: int, option: int) -> None:
        """One more option of a seat's answer; the last seat's complete answer closes the question."""
        draft = self.drafts[seat]
        self.drafts[seat] = draft + (option,) if draft else (option,)
        self.offers[seat] = NO_OFFER
        if not self.extend_draft(step, seat):
            return
        waiting = self.to_act
        if seat in waiting:
            self.to_act = waiting[1:] if waiting[0] == seat else tuple([other for other in waiting if other != seat])
            if not self.to_act:
                if self.foresees and self.others_answered(seat):
                    raise Halted  # whatever follows hangs on what the others have answered in secret
                self.close_answers(step)
                self.advance()

    def extend_draft(self, step: Step[Any], seat: int) -> bool:
        """Take the forced choices of a seat's draft; True once it is complete and stands as the seat's answer."""
        while True:
            draft = self.drafts[seat]
            kind = step.next_kind(self, seat, draft)
            if kind == RUNS:
                self.answers[seat] = draft
                self.drafts[seat] = NO_ANSWER
                return True
            if not draft and self.answers[seat]:
                return False
            options = step.seat_options(self, seat, draft)
            if len(options) != 1:
                if not options:
                    raise DeadEnd(f"{self.game.name}: {step!r} has no option for seat {seat}")
                self.offers[seat] = options
                return False
            if self.events is not None:
                self.events.append(Event(FORCED, seat, (kind, options[0]), seat))
            self.drafts[seat] = draft + (options[0],)

    def others_answered(self, seat: int) -> bool:
        """Whether somebody else has answered the question, too."""
        return any(other != seat and self.answers[other] for other in range(self.seats))

    def close_answers(self, step: Step[Any]) -> None:
        """Everybody has answered: the step applies all answers at once."""
        answers = self.answers
        self.answers = NO_ANSWERS
        self.drafts = NO_ANSWERS
        self.offers = NO_OFFERS
        self.offer_seat = NOBODY
        self.stack.pop()
        stack_up(self.stack, step.close(self, answers))

    # --- telling

    def listen(self) -> None:
        """Keep what happens from now on in ``events``; what was kept so far stays."""
        if self.events is None:
            self.events = []

    def log(self, language: str, seat: int | None = None) -> list[str]:
        """What was kept, line by line, as far as the seat (None: a spectator) may know it."""
        kept = self.events if self.events is not None else []
        return [render(self.game.event_text(event), language) for event in kept if event.seen_by(seat)]

    def tell(self, code: int, seat: int = NOBODY, args: tuple[int, ...] = NO_ANSWER) -> None:
        """Something happened that everybody may know. Costs nothing while nobody listens."""
        if self.events is not None:
            self.note(Event(code, seat, args, EVERYBODY))

    def whisper(self, audience: int, code: int, seat: int = NOBODY, args: tuple[int, ...] = NO_ANSWER) -> None:
        """Something happened that only one seat may know."""
        if self.events is not None:
            self.note(Event(code, seat, args, audience))

    def watch(self) -> None:
        """Listen, and keep a frame of every beat in ``frames`` from now on; what was kept so far stays."""
        self.listen()
        if self.frames is None:
            self.frames = []

    def note(self, event: Event) -> None:
        """Keep what happened, and if somebody watches and it is a beat, how the table looks at this moment."""
        assert self.events is not None
        if self.frames is not None:
            kind = self.game.event_kinds[event.code]
            if self.foresees and kind.barrier:
                raise Halted
            if kind.beat or self.foresees:
                self.frames.append(Frame(event, self.stopped(), len(self.events)))
        self.events.append(event)

    def stopped(self) -> Position:
        """This position in the middle of a step, to be looked at: the game goes on, but nobody is asked anything."""
        other = self.clone()
        other.running = True
        other.to_act = NO_ANSWER
        other.offer_seat = NOBODY
        return other

    # --- explaining

    def question(self, seat: int) -> Question:
        """What the seat is asked, in words: prompt, options with texts and notations, rule."""
        kind = self.kind(seat)
        if kind == RUNS:
            raise IllegalChoice(self.turn_reason(seat) or Reason("kernel.refuse.not_now"))
        game = self.game
        rule = self.stack[-1].rule
        options = [
            Option(option, game.option_text(self, seat, kind, option), game.vocabulary.text(kind, option), rule)
            for option in self.options(seat)
        ]
        return Question(seat, game.vocabulary.kind_name(kind), game.prompt(self, seat, kind), options, rule)

    def why_not(self, seat: int, option: int) -> Reason | None:
        """None if the option is legal now; otherwise why not, with the rule that says so."""
        reason = self.turn_reason(seat)
        if reason is not None:
            return reason
        kind = self.kind(seat)
        size = self.game.vocabulary.kind_size(kind)
        if not 0 <= option < size:
            name = self.game.vocabulary.kind_name(kind)
            return Reason("kernel.refuse.no_such_option", option=option, kind=name, last=size - 1)
        if option in self.options(seat):
            return None
        step = self.stack[-1]
        if step.kind == TOGETHER:
            reason = step.seat_why_not(self, seat, self.drafts[seat], option)
        else:
            reason = step.why_not(self, option)
        return reason if reason is not None else Reason("kernel.refuse.not_now", step.rule)

    def why_not_text(self, seat: int, text: str) -> Message | None:
        """As :meth:`why_not`, of a choice in notation; a text that is none is told so, too."""
        try:
            option = self.option_of(seat, text)
        except NotationError as error:
            return error.message
        except IllegalChoice as error:
            return error.message
        return self.why_not(seat, option)

    def turn_reason(self, seat: int) -> Reason | None:
        """Why the seat cannot decide anything now; None if it can."""
        if not 0 <= seat < self.seats:
            return Reason("kernel.refuse.no_such_seat", seat=seat, last=self.seats - 1)
        if not self.to_act:
            return Reason("kernel.refuse.over")
        if seat not in self.to_act and seat not in self.may_act():
            return Reason(
                "kernel.refuse.not_your_turn", n=len(self.to_act), seats=tuple([numbered_seat(s) for s in self.to_act])
            )
        return None

    # --- foreseeing

    def preview(self, seat: int, option: int) -> Preview:
        """What the option would bring, as far as the seat can know; IllegalChoice as of :meth:`apply`. Changes nothing.

        It is played in a world that is drawn anew from what the seat sees, up to the first draw or reveal: so it tells no
        secret, and the same in all worlds that the seat cannot tell apart.
        """
        reason = self.why_not(seat, option)
        if reason is not None:
            raise IllegalChoice(reason)
        seen = json.dumps(self.view(seat), sort_keys=True)
        world = self.determinize(seat, Rng(f"preview {option} {hashlib.sha256(seen.encode()).hexdigest()}"))
        before = world.clone()
        world.watch()
        world.foresees = True
        is_open = False
        try:
            world.apply(seat, option)
        except Halted:
            is_open = True
        told = world.events if world.events is not None else []
        frames = world.frames if world.frames is not None else []
        world.events = None
        world.frames = None
        world.foresees = False
        if is_open:
            world = frames[-1].position if frames else before
        told = [event for event in told if event.seen_by(seat)]
        return Preview(told, world, is_open, self.game.supposed(self, seat, option))

    # --- through the game's front door

    def scores(self) -> list[int]:
        """The score of every seat, as if the game ended now."""
        return self.game.scores(self)

    def places(self) -> list[Standing]:
        """Every seat's place and what decided it; empty while the game goes on."""
        return self.game.places(self) if self.over else []

    def winners(self) -> list[int]:
        """The winning seats, those in the first place; empty while the game goes on."""
        return self.game.winners(self) if self.over else []

    def breakdown(self, seat: int) -> list[tuple[str, int]]:
        """The seat's score in named parts that add up to it."""
        return self.game.breakdown(self, seat)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Everything the seat (None: a spectator) may see, as plain data."""
        return self.game.view(self, seat)

    def determinize(self, seat: int, rng: Rng) -> Position:
        """A position that the seat cannot tell from this one: hidden parts and future chance are redrawn with ``rng``."""
        return self.game.redraw(self, seat, rng)

    def to_json(self) -> dict[str, Any]:
        """The position as plain, readable data; ``game.from_json`` continues from it."""
        return self.game.to_json(self)

    def retarget(self) -> None:
        """Find again who must act and what is offered, after fields were set from outside (a load, a redraw)."""
        self.offer_seat = NOBODY
        self.to_act = NO_ANSWER
        self.offers = [NO_OFFER] * self.seats if self.answers else NO_OFFERS
        if not self.stack:
            return
        step = self.stack[-1]
        if step.kind == TOGETHER:
            if self.answers:
                self.to_act = tuple([seat for seat in step.seats(self) if not self.answers[seat]])
                return
        elif step.kind != RUNS:
            options = step.options(self)
            if len(options) > 1 or (step.always_asks and options):
                self.to_act = ALONE[step.seat]
                self.offer_seat = step.seat
                self.offer = options
                return
        self.advance()
