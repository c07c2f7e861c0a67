"""Observations for programs: what a seat may know of a position, as bytes in a buffer.

A game's ``encoding.py`` writes its table field by field with an :class:`Encoder`, always the same fields in the same order; the
part that all games share (who must act, the steps to come, the choices made so far) is written here. Nothing is said twice: the
same calls, made once with a list for the fields, give the layout.

Whatever counts seats counts from the viewer: 1 is the viewer, 2 the next seat, 0 nobody. Whatever may be missing is written one
higher, so that 0 means missing; so a buffer of zeros is the emptiest table there is, and only what is there costs time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from officina.core.nouns import ListOf, Pile
from officina.core.step import TABLE, Step

if TYPE_CHECKING:
    from officina.core.position import Position

MOST_STEPS: Final = 32
"""Steps to come that an observation shows, the next one first; how many there are in all is told, too."""
MOST_ANSWERS: Final = 8
"""Choices of a simultaneous answer."""
LIST_ARGS: Final = 8
"""Arguments of a step that takes a list."""
MOST: Final = 255
SMALL: Final = 254


class Field:
    """A part of an observation: its name, where it begins, its shape, and the range of each of its bytes."""

    def __init__(self, name: str, offset: int, shape: tuple[int, ...], most: int) -> None:
        self.name = name
        self.offset = offset
        self.shape = shape
        self.least = 0
        self.most = most

    @property
    def size(self) -> int:
        """How many bytes it has."""
        size = 1
        for length in self.shape:
            size *= length
        return size

    def __reduce__(self) -> tuple[Any, ...]:
        return (Field, (self.name, self.offset, self.shape, self.most))

    def __repr__(self) -> str:
        return f"Field({self.name!r}, {self.offset}, {self.shape}, {self.most})"


class Layout:
    """All fields of an observation, in their order, without gaps."""

    def __init__(self, fields: list[Field]) -> None:
        self.fields = fields
        self.size = fields[-1].offset + fields[-1].size
        self.by_name: dict[str, Field] = {field.name: field for field in fields}
        if len(self.by_name) != len(fields):
            raise ValueError("two fields of an observation have the same name")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Layout, (self.fields,))

    def read(self, observation: Any, name: str) -> list[int]:
        """The bytes of a field."""
        field = self.by_name[name]
        return list(observation[field.offset : field.offset + field.size])


class StepForm:
    """How a step is written: its number, whose it is, and how its arguments are written."""

    def __init__(self, number: int, step: type[Step[Any]], parts: Any) -> None:
        self.number = number
        self.private: bool = step.private
        self.kinds: list[int] = []  # of each argument: how many kinds a pile has, 0 if it is a number
        self.secret: list[bool] = []
        self.size = 0
        for noun in step.takes.values():
            kinds = len(noun.of.names(parts)) if isinstance(noun, Pile) else 0
            for _ in range(LIST_ARGS if isinstance(noun, ListOf) else 1):
                self.kinds.append(kinds)
                self.secret.append(noun.hidden)
                self.size += kinds or 1


class Encoder:
    """Writes into a buffer that is zeroed already, from ``at`` on. With ``fields`` it also notes what it writes."""

    def __init__(self, out: bytearray, at: int, viewer: int, seats: int, fields: list[Field] | None = None) -> None:
        self.out = out
        self.at = at
        self.viewer = viewer
        self.seats = seats
        self.fields = fields
        self.prefix = ""

    def note(self, name: str, shape: tuple[int, ...], most: int) -> None:
        """Name the bytes that follow."""
        if self.fields is not None:
            self.fields.append(Field(self.prefix + name, self.at, shape, min(most, MOST)))

    def part(self, name: str, number: int) -> None:
        """What follows is about one of several things of a sort; :meth:`whole` ends it."""
        if self.fields is not None:
            self.prefix = f"{name} {number} "

    def whole(self) -> None:
        """What follows is about the table again."""
        self.prefix = ""

    # --- one thing

    def number(self, name: str, value: int, most: int) -> None:
        """A number from 0 to ``most``, at most 255."""
        if self.fields is not None:
            self.note(name, (1,), most)
        if value:
            self.out[self.at] = value
        self.at += 1

    def wide(self, name: str, value: int) -> None:
        """A number up to 65535 in two bytes, the higher one first."""
        if self.fields is not None:
            self.note(name, (2,), MOST)
        if value:
            if value > MOST:
                self.out[self.at] = value >> 8
            self.out[self.at + 1] = value & MOST
        self.at += 2

    def flag(self, name: str, value: bool) -> None:
        """Yes or no."""
        if self.fields is not None:
            self.note(name, (1,), 1)
        if value:
            self.out[self.at] = 1
        self.at += 1

    def index(self, name: str, value: int, size: int) -> None:
        """One of so many things, by its number + 1; 0 for none."""
        if self.fields is not None:
            self.note(name, (1,), size)
        if value >= 0:
            self.out[self.at] = value + 1
        self.at += 1

    def seat(self, name: str, who: int) -> None:
        """A seat, from the viewer; 0 for nobody."""
        if self.fields is not None:
            self.note(name, (1,), self.seats)
        if who >= 0:
            self.out[self.at] = self.place(who)
        self.at += 1

    def place(self, who: int) -> int:
        """Where a seat sits, from the viewer: 1 to the number of seats."""
        place = who - self.viewer
        return place + 1 if place >= 0 else place + self.seats + 1

    # --- several

    def bits(self, name: str, mask: int, size: int) -> None:
        """A set: one byte a member."""
        if self.fields is not None:
            self.note(name, (size,), 1)
        at = self.at
        self.at = at + size
        while mask:
            if mask & 1:
                self.out[at] = 1
            mask >>= 1
            at += 1

    def seat_bits(self, name: str, mask: int) -> None:
        """A set of seats: one byte a seat, the viewer's first."""
        if self.fields is not None:
            self.note(name, (self.seats,), 1)
        who = 0
        while mask:
            if mask & 1:
                self.out[self.at + self.place(who) - 1] = 1
            mask >>= 1
            who += 1
        self.at += self.seats

    def pile(self, name: str, pile: int, kinds: int) -> None:
        """A pile of the kernel: one byte a kind."""
        if self.fields is not None:
            self.note(name, (kinds,), 15)
        at = self.at
        self.at = at + kinds
        while pile:
            if pile & 15:
                self.out[at] = pile & 15
            pile >>= 4
            at += 1

    def row(self, name: str, values: tuple[int, ...], length: int, most: int, more: int = 0) -> None:
        """So many numbers at most, each written ``more`` higher; with 1 they are indices, and 0 is none."""
        if self.fields is not None:
            self.note(name, (length,), most + more)
        at = self.at
        self.at = at + length
        for value in values:
            if value + more:
                self.out[at] = value + more
            at += 1
            if at == self.at:
                break

    def listed(self, name: str, values: list[int], length: int, most: int, more: int = 0) -> None:
        """As :meth:`row`, of a list."""
        if self.fields is not None:
            self.note(name, (length,), most + more)
        at = self.at
        self.at = at + length
        for value in values:
            if value + more:
                self.out[at] = value + more
            at += 1
            if at == self.at:
                break


def write_table(p: Position, e: Encoder) -> None:
    """What all games share: the viewer's seat, who must act, what the viewer is asked, its answer so far, the steps to come."""
    viewer = e.viewer
    e.index("seat", viewer, p.seats)
    waiting = 0
    for seat in p.to_act:
        waiting |= 1 << seat
    e.seat_bits("to act", waiting)
    e.number("asked", p.kind(viewer), len(p.game.first_action))
    draft: tuple[int, ...] = ()
    answer: tuple[int, ...] = ()
    if p.answers:
        draft = p.drafts[viewer]
        answer = p.answers[viewer]
    e.row("draft", draft, MOST_ANSWERS, SMALL, 1)
    e.row("answer", answer, MOST_ANSWERS, SMALL, 1)
    write_steps(p, e)


def write_steps(p: Position, e: Encoder) -> None:
    """The steps to come, as far as a view shows them: how many, and number, seat and arguments of each."""
    size = p.game.step_size
    counted = e.at
    e.number("steps to come", 0, MOST)
    at = e.at
    if e.fields is not None:
        for place in range(MOST_STEPS):
            e.part("step", place)
            e.note("kind", (1,), len(p.game.forms))
            e.at += 1
            e.note("seat", (1,), p.seats)
            e.at += 1
            if size > 2:
                e.note("arguments", (size - 2,), MOST)
            e.at += size - 2
        e.whole()
    out = e.out
    end = at + MOST_STEPS * size
    forms = p.game.forms
    stack = p.stack
    steps = 0
    for depth in range(len(stack) - 1, -1, -1):
        step = stack[depth]
        own = step.seat == e.viewer
        form = forms[type(step)]
        if form.private and not own:
            continue
        steps += 1
        if at == end:
            continue
        out[at] = form.number
        if step.seat != TABLE:
            out[at + 1] = e.place(step.seat)
        if step.args:
            write_args(out, at + 2, step.args, form, own)
        at += size
    if steps:
        out[counted] = min(steps, MOST)
    e.at = end


def write_args(out: bytearray, at: int, args: tuple[int, ...], form: StepForm, own: bool) -> None:
    """A step's arguments, each one higher than it is (0 is none); of a pile every kind."""
    for place in range(len(args)):
        value = args[place]
        kinds = form.kinds[place]
        if own or not form.secret[place]:
            if kinds:
                for kind in range(kinds):
                    if value >> 4 * kind & 15:
                        out[at + kind] = value >> 4 * kind & 15
            else:
                out[at] = min(value + 1, MOST)
        at += kinds or 1
