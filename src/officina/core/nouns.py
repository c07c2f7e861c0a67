"""Nouns: what the plain values of a position, a step, an event or a choice mean, said once.

The rules are played with small ints. A noun says what such an int stands for: which values are allowed, how it is written in
a save, in notation and in a sentence, and how saves of 0.1 wrote it. Positions declare their fields with nouns
(:mod:`officina.core.fields`), steps their arguments, events their figures (:class:`officina.core.events.EventKind`), decisions
their options (:class:`officina.core.vocabulary.Decision`).

Names may come from the box: wherever a noun needs them it is given the game's ``parts``.

>>> colour = Names(("red", "blue"))
>>> colour.dump(1, None), colour.load("blue", Reading(None), "colour"), colour.words(None)
('blue', 1, ['red', 'blue'])
>>> Pile(colour).dump(0x12, None), SetOf(colour).dump(0b11, None), Place(4).dump(0, None)
({'red': 2, 'blue': 1}, ['red', 'blue'], 1)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from officina.core.errors import SaveError
from officina.core.text import Message, Player, numbered_seat, together

ABSENT: Final = -1
"""The int of a noun that may be missing (nobody, no card): null in a save."""

MOST: Final = 100_000
FIELD_BITS: Final = 4
FIELD: Final = 15

Of = Callable[[Any], Sequence[str]]
Sentence = Callable[[Any, Any], object]


class Reading:
    """How a save is read: with which box, and whether it is in 0.1's form (indices and bit masks)."""

    def __init__(self, parts: Any, *, old: bool = False) -> None:
        self.parts = parts
        self.old = old


def wrong(where: str, wanted: str, found: object) -> NoReturn:
    """The save cannot be read: where, what was expected and what is there."""
    shown = " ".join(repr(found).split())
    detail = f"{where}: {wanted} expected, not {shown if len(shown) <= 40 else shown[:37] + '...'}"
    raise SaveError(Message("kernel.save.shape", detail=detail[:160]))


def whole(data: object, least: int, most: int, where: str) -> int:
    """A whole number between bounds."""
    if isinstance(data, bool) or not isinstance(data, int) or not least <= data <= most:
        wrong(where, f"a whole number from {least} to {most}", data)
    return data


def entries(data: object, least: int, most: int, where: str) -> list[object]:
    """A list with so many entries."""
    if not isinstance(data, (list, tuple)) or not least <= len(data) <= most:
        wrong(where, f"a list of {least if least == most else f'{least} to {most}'} entries", data)
    return list(data)


class Noun:
    """What a value means. A noun with finitely many values can be part of a choice: it has ``values`` and ``words``."""

    hidden = False
    """Whether a default view leaves it out (see :meth:`secret`)."""

    def secret(self) -> Noun:
        """The same noun for a field that nobody may see."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.hidden = True
        return other

    def dump(self, value: Any, parts: Any) -> Any:
        """The value as it is written in a save."""
        return value

    def load(self, data: object, reading: Reading, where: str) -> Any:
        """The value that was written; SaveError names the place if there is none."""
        raise NotImplementedError

    def say(self, value: Any, parts: Any) -> Any:
        """The value as a sentence names it."""
        return value

    def values(self, parts: Any) -> list[int]:
        """All values, in the order of a choice's options."""
        raise TypeError(f"{type(self).__name__} cannot be part of a choice")

    def words(self, parts: Any) -> list[str]:
        """How each of them is written in notation."""
        raise TypeError(f"{type(self).__name__} cannot be part of a choice")

    def keys(self, parts: Any) -> list[str]:
        """The text keys of its values."""
        return []


class Number(Noun):
    """A number that means itself."""

    def __init__(self, least: int = 0, most: int = MOST) -> None:
        self.least = least
        self.most = most

    def load(self, data: object, reading: Reading, where: str) -> int:
        return whole(data, self.least, self.most, where)

    def values(self, parts: Any) -> list[int]:
        return list(range(self.least, self.most + 1))

    def words(self, parts: Any) -> list[str]:
        return [str(value) for value in self.values(parts)]


class UpTo(Number):
    """A number from 1 to one that the box says."""

    def __init__(self, last: Callable[[Any], int]) -> None:
        super().__init__(1)
        self.last = last

    def load(self, data: object, reading: Reading, where: str) -> int:
        return whole(data, 1, self.last(reading.parts), where)

    def values(self, parts: Any) -> list[int]:
        return list(range(1, self.last(parts) + 1))


class Flag(Noun):
    """Yes or no. As an event's figure or a step's argument it is 1 or 0."""

    def dump(self, value: Any, parts: Any) -> bool:
        return bool(value)

    def load(self, data: object, reading: Reading, where: str) -> bool:
        if reading.old and data in (0, 1):
            return bool(data)
        if not isinstance(data, bool):
            wrong(where, "true or false", data)
        return data


class Place(Noun):
    """One of several numbered places: counted from 0 inside, from 1 wherever a person reads it."""

    def __init__(self, places: int, *, absent: bool = False) -> None:
        self.places = places
        self.least = ABSENT if absent else 0

    def dump(self, value: int, parts: Any) -> int | None:
        return None if value == ABSENT else value + 1

    def load(self, data: object, reading: Reading, where: str) -> int:
        if reading.old:
            return whole(data, self.least, self.places - 1, where)
        if data is None and self.least == ABSENT:
            return ABSENT
        return whole(data, 1, self.places, where) - 1

    def say(self, value: int, parts: Any) -> int:
        return value + 1

    def values(self, parts: Any) -> list[int]:
        return list(range(self.places))

    def words(self, parts: Any) -> list[str]:
        return [str(place) for place in range(1, self.places + 1)]


class Seat(Number):
    """A seat, from 0; null where nobody may be meant."""

    def __init__(self, *, absent: bool = False) -> None:
        super().__init__(ABSENT if absent else 0, 15)

    def dump(self, value: int, parts: Any) -> int | None:
        return None if value == ABSENT else value

    def load(self, data: object, reading: Reading, where: str) -> int:
        if data is None and self.least == ABSENT:
            return ABSENT
        return whole(data, self.least if reading.old else 0, self.most, where)

    def say(self, value: int, parts: Any) -> Message:
        return numbered_seat(value)


class Names(Noun):
    """One of several things that have names, by its place in their list.

    ``names`` are fixed, or found in the box. ``text`` is the key that each name's sentence begins with
    (``"automania.feature"``); or ``say`` makes the sentence from the box and the value. ``first`` is the value of the first
    name. With ``absent`` there may be none (-1, null in a save).
    """

    def __init__(
        self,
        names: Sequence[str] | Of,
        text: str = "",
        *,
        say: Sentence | None = None,
        first: int = 0,
        absent: bool = False,
    ) -> None:
        self.find: Of = names if callable(names) else lambda _parts: names
        self.text = text
        self.sentence = say
        self.first = first
        self.absent = absent
        self._of: object = self
        self._names: list[str] = []
        self._index: dict[object, int] = {}

    def or_none(self) -> Names:
        """The same noun where there may be none."""
        return Names(self.find, self.text, say=self.sentence, first=self.first, absent=True)

    def names(self, parts: Any) -> list[str]:
        """All names; looked up once for each box."""
        if self._of is not parts:
            self._names = list(self.find(parts))
            self._index = {name: self.first + place for place, name in enumerate(self._names)}
            self._of = parts
        return self._names

    def dump(self, value: int, parts: Any) -> str | None:
        return None if value == ABSENT and self.absent else self.names(parts)[value - self.first]

    def load(self, data: object, reading: Reading, where: str) -> int:
        names = self.names(reading.parts)
        if data is None and self.absent:
            return ABSENT
        if reading.old and not isinstance(data, str):
            return whole(data, ABSENT if self.absent else self.first, self.first + len(names) - 1, where)
        if not isinstance(data, str) or data not in self._index:
            wrong(where, f"one of {', '.join(names[:8])}{', ...' if len(names) > 8 else ''}", data)
        return self._index[data]

    def say(self, value: int, parts: Any) -> object:
        if value == ABSENT and self.absent:
            return None
        if self.sentence is not None:
            return self.sentence(parts, value)
        name = self.names(parts)[value - self.first]
        return Message(f"{self.text}.{name}") if self.text else name

    def values(self, parts: Any) -> list[int]:
        return [self.first + place for place in range(len(self.names(parts)))]

    def words(self, parts: Any) -> list[str]:
        return self.names(parts)

    def keys(self, parts: Any) -> list[str]:
        return [f"{self.text}.{name}" for name in self.names(parts)] if self.text else []


class Players(Names):
    """The seats by what the game calls them: their colours, their cars. Pages say the players' own names instead."""

    def or_none(self) -> Players:
        return Players(self.find, self.text, first=self.first, absent=True)

    def say(self, value: int, parts: Any) -> object:
        if value == ABSENT and self.absent:
            return None
        return Player(f"{self.text}.{self.names(parts)[value - self.first]}", value)


class Pile(Noun):
    """Pieces of several sorts as one int, as in :mod:`officina.core.piles`: how many of each sort, by name."""

    def __init__(self, of: Names, *, most: int = FIELD, say: Sentence | None = None) -> None:
        self.of = of
        self.most = most
        self.sentence = say

    def dump(self, value: int, parts: Any) -> dict[str, int]:
        counted = [(name, value >> FIELD_BITS * sort & FIELD) for sort, name in enumerate(self.of.names(parts))]
        return {name: number for name, number in counted if number}

    def load(self, data: object, reading: Reading, where: str) -> int:
        names = self.of.names(reading.parts)
        if reading.old and isinstance(data, list):
            counted = [whole(number, 0, self.most, where) for number in entries(data, len(names), len(names), where)]
            return sum(number << FIELD_BITS * sort for sort, number in enumerate(counted))
        if not isinstance(data, dict):
            wrong(where, "numbers by name", data)
        pile = 0
        for name, number in data.items():
            pile += whole(number, 1, self.most, f"{where}.{name}") << FIELD_BITS * self.of.load(
                name, Reading(reading.parts), where
            )
        return pile

    def say(self, value: int, parts: Any) -> object:
        return value if self.sentence is None else self.sentence(parts, value)


class SetOf(Noun):
    """A set of named things as a bit mask: the list of their names."""

    def __init__(self, of: Names) -> None:
        self.of = of

    def dump(self, value: int, parts: Any) -> list[str]:
        return [name for bit, name in enumerate(self.of.names(parts)) if value >> bit & 1]

    def load(self, data: object, reading: Reading, where: str) -> int:
        size = len(self.of.names(reading.parts))
        if reading.old and not isinstance(data, list):
            return whole(data, 0, (1 << size) - 1, where)
        found = [self.of.load(entry, reading, f"{where}[{n}]") for n, entry in enumerate(entries(data, 0, size, where))]
        if len(set(found)) != len(found):
            wrong(where, "different things", data)
        return sum(1 << bit for bit in found)

    def each(self, value: int, parts: Any) -> tuple[object, ...]:
        """Its things one by one."""
        return tuple(self.of.say(bit, parts) for bit in range(len(self.of.names(parts))) if value >> bit & 1)

    def say(self, value: int, parts: Any) -> object:
        return together(self.each(value, parts))


class ListOf(Noun):
    """Several of one noun in order; ``make`` is the kind of sequence the position keeps. As an argument: all that follow."""

    def __init__(
        self, of: Noun, length: int | None = None, *, most: int = 500, make: Callable[[list[Any]], Any] = list
    ) -> None:
        self.of = of
        self.least = 0 if length is None else length
        self.most = most if length is None else length
        self.make = make

    def dump(self, value: Any, parts: Any) -> list[Any]:
        return [self.of.dump(entry, parts) for entry in value]

    def load(self, data: object, reading: Reading, where: str) -> Any:
        found = entries(data, self.least, self.most, where)
        return self.make([self.of.load(entry, reading, f"{where}[{n}]") for n, entry in enumerate(found)])

    def say(self, value: Any, parts: Any) -> tuple[object, ...]:
        return tuple(self.of.say(entry, parts) for entry in value)

    def keys(self, parts: Any) -> list[str]:
        return self.of.keys(parts)


class ByName(Noun):
    """A list with one entry for each of several named things, written by name; entries that are ``empty`` are left out.

    With ``some`` the list may end early: the colours of fewer players than there could be.
    """

    def __init__(
        self, by: Names, of: Noun, *, empty: Any = None, some: bool = False, make: Callable[[list[Any]], Any] = list
    ) -> None:
        self.by = by
        self.of = of
        self.empty = empty
        self.some = some
        self.make = make

    def dump(self, value: Any, parts: Any) -> dict[str, Any]:
        named = zip(self.by.names(parts), value, strict=not self.some)
        return {name: self.of.dump(entry, parts) for name, entry in named if self.empty is None or entry != self.empty}

    def load(self, data: object, reading: Reading, where: str) -> Any:
        names = self.by.names(reading.parts)
        if reading.old and isinstance(data, list):
            found = entries(data, 0 if self.some else len(names), len(names), where)
            return self.make([self.of.load(entry, reading, f"{where}[{n}]") for n, entry in enumerate(found)])
        if self.some and isinstance(data, dict):
            names = names[: len(data)]
        if not isinstance(data, dict) or not data.keys() <= set(names) or (self.empty is None and len(data) != len(names)):
            wrong(where, f"entries by name ({', '.join(names[:8])})", sorted(data) if isinstance(data, dict) else data)
        loaded = [self.of.load(data[name], reading, f"{where}.{name}") if name in data else self.empty for name in names]
        return self.make(loaded)


class Row(Noun):
    """Several values as one, written by name: a tuple, or what ``pack`` makes of them and ``unpack`` takes apart again."""

    def __init__(
        self, pack: Callable[..., Any] = lambda *values: values, unpack: Callable[[Any], Any] = tuple, /, **nouns: Noun
    ) -> None:
        self.pack = pack
        self.unpack = unpack
        self.nouns = nouns

    def dump(self, value: Any, parts: Any) -> dict[str, Any]:
        named = zip(self.nouns.items(), self.unpack(value), strict=True)
        return {name: noun.dump(entry, parts) for (name, noun), entry in named}

    def load(self, data: object, reading: Reading, where: str) -> Any:
        if reading.old and isinstance(data, list):
            data = dict(zip(self.nouns, entries(data, len(self.nouns), len(self.nouns), where), strict=True))
        if not isinstance(data, dict) or data.keys() != self.nouns.keys():
            wrong(where, f"an object with {', '.join(self.nouns)}", data)
        return self.pack(*[noun.load(data[name], reading, f"{where}.{name}") for name, noun in self.nouns.items()])


NUMBER: Final = Number()
FLAG: Final = Flag()
SEAT: Final = Seat()
NOBODY_OR_SEAT: Final = Seat(absent=True)
