"""Reading a components file: typed access to its tables, with errors that name the table, the row and what is wrong."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from officina.core.errors import ComponentsError
from officina.core.text import Message

EVIDENCE: Final = ("IT", "EXT", "DER", "REC")
DIGEST_LENGTH: Final = 16
WORD: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
HEX: Final = re.compile(r"#[0-9A-Fa-f]{6}")

NUMBER: Final = "number"
NUMBERS: Final = "numbers"
CHOICE: Final = "choice"
TEXT: Final = "text"
SUM: Final = "sum"
FIXED: Final = "fixed"
FOLLOWS: Final = "follows"
ROWS: Final = "rows"
"""What a loader may ask of an entry."""


@dataclass(frozen=True)
class Demand:
    """What the loader asks of one entry: a number within bounds, one of some words, a sum, what the rules cannot vary.

    ``count``: how many a list must have; -1: as many as there are, at most ``longest`` if that is not -1. ``wanted``: what a
    sum or a fixed entry must be.
    """

    kind: str
    least: int = 0
    most: int = 0
    count: int = -1
    allowed: tuple[str, ...] = ()
    wanted: Any = None
    longest: int = -1


class Table:
    """One table (or one row of a table) of a components file. Every access checks."""

    def __init__(self, place: str, entries: dict[str, Any], demands: dict[str, Demand] | None = None) -> None:
        self.place = place
        self.entries = entries
        self.demands = demands

    def fail(self, key: str, **args: Any) -> NoReturn:
        """ComponentsError for something in this table."""
        what = Message(key, **args)
        raise ComponentsError(Message("kernel.components.place", place=self.place, what=what), self.place, args)

    def demand(self, entry: str, demand: Demand) -> None:
        """Note what is asked of an entry, for those who want to know before they change it."""
        if self.demands is not None:
            self.demands[f"{self.place}.{entry}"] = demand

    def value(self, entry: str) -> Any:
        """An entry, whatever it is."""
        if entry not in self.entries:
            self.fail("kernel.components.missing", entry=entry)
        return self.entries[entry]

    def number(self, entry: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        self.demand(entry, Demand(NUMBER, least, most))
        value = self.value(entry)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.fail("kernel.components.number", entry=entry, value=str(value), least=least, most=most)
        return value

    def text(self, entry: str) -> str:
        """A text that is not empty."""
        self.demand(entry, Demand(TEXT))
        value = self.value(entry)
        if not isinstance(value, str) or not value:
            self.fail("kernel.components.text", entry=entry, value=str(value))
        return value

    def word(self, entry: str) -> str:
        """A name for notation and saves: small letters, digits and underscores."""
        value = self.text(entry)
        if not WORD.fullmatch(value):
            self.fail("kernel.components.word", entry=entry, value=value)
        return value

    def letter(self, entry: str) -> str:
        """One sign that can be drawn."""
        value = self.text(entry)
        if len(value) != 1 or not value.isalnum():
            self.fail("kernel.components.letter", entry=entry, value=value)
        return value

    def colour(self, entry: str) -> str:
        """A shade for the screen, as ``#1F6FB5``."""
        value = self.text(entry)
        if not HEX.fullmatch(value):
            self.fail("kernel.components.colour", entry=entry, value=value)
        return value

    def chosen(self, entry: str, allowed: Sequence[str]) -> str:
        """One of some words."""
        value = self.value(entry)
        return allowed[self.index(entry, value, allowed)]

    def items(self, entry: str) -> list[Any]:
        """A list."""
        value = self.value(entry)
        if not isinstance(value, list):
            self.fail("kernel.components.list", entry=entry)
        return value

    def numbers(self, entry: str, least: int, most: int, count: int = -1, longest: int = -1) -> list[int]:
        """A list of whole numbers within bounds; with ``count``, exactly so many.

        ``longest``: how many the caller takes at most, for those who want to know before they add one.
        """
        self.demand(entry, Demand(NUMBERS, least, most, count, longest=longest))
        values = self.items(entry)
        for value in values:
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                self.fail("kernel.components.number", entry=entry, value=str(value), least=least, most=most)
        self.check_count(entry, len(values), count)
        return values

    def check_count(self, entry: str, found: int, wanted: int) -> None:
        """ComponentsError if there are more or fewer than wanted; any number will do if that is negative."""
        if 0 <= wanted != found:
            self.fail("kernel.components.rows", entry=entry, found=found, wanted=wanted)

    def index(self, entry: str, value: object, allowed: Sequence[str]) -> int:
        """The place among those allowed of a name that stands in an entry, or in a place of its list (``cards[2]``)."""
        self.demand(entry, Demand(CHOICE, allowed=tuple(allowed)))
        if not isinstance(value, str) or value not in allowed:
            self.fail("kernel.components.unknown", value=str(value), allowed=tuple(allowed))
        return allowed.index(value)

    def words(self, entry: str, allowed: Sequence[str], count: int = -1, longest: int = -1) -> list[int]:
        """The places among those allowed of the names of a list; with ``count``, exactly so many; ``longest``: as above."""
        self.demand(entry, Demand(CHOICE, count=count, allowed=tuple(allowed), longest=longest))
        values = self.items(entry)
        self.check_count(entry, len(values), count)
        for value in values:
            if value not in allowed:
                self.fail("kernel.components.unknown", value=str(value), allowed=tuple(allowed))
        return [allowed.index(value) for value in values]

    def once(self, value: str, seen: Collection[str]) -> str:
        """A value that was not seen before."""
        if value in seen:
            self.fail("kernel.components.twice", value=value)
        return value

    def all_different(self, values: Sequence[object]) -> None:
        """ComponentsError if a value stands there twice."""
        for value in values:
            if values.count(value) > 1:
                self.fail("kernel.components.twice", value=str(value))

    def same(self, entry: str, wanted: Any) -> Any:
        """An entry that must have one certain value, because the rules cannot vary it."""
        self.demand(entry, Demand(FIXED, wanted=wanted))
        return self._exactly(entry, wanted)

    def sum(self, entry: str, wanted: int) -> int:
        """An entry that must be what the rest of the box adds up to."""
        self.demand(entry, Demand(SUM, wanted=wanted))
        found: int = self._exactly(entry, wanted)
        return found

    def follows(self, entry: str, wanted: Any) -> Any:
        """An entry that says what a row's place says already: its number, or what comes after the rows before it."""
        self.demand(entry, Demand(FOLLOWS, wanted=wanted))
        return self._exactly(entry, wanted)

    def _exactly(self, entry: str, wanted: Any) -> Any:
        value = self.value(entry)
        if value != wanted or isinstance(value, bool) != isinstance(wanted, bool):
            self.fail("kernel.components.sum", entry=entry, value=str(value), wanted=str(wanted))
        return value

    def rows(self, entry: str, number: int = -1) -> list[Table]:
        """The rows of a table of tables; with ``number``, exactly so many."""
        self.demand(entry, Demand(ROWS, count=number))
        rows = self.items(entry)
        self.check_count(entry, len(rows), number)
        for row in rows:
            if not isinstance(row, dict):
                self.fail("kernel.components.list", entry=entry)
        return [Table(f"{self.place}.{entry}[{index}]", row, self.demands) for index, row in enumerate(rows, 1)]


class Box:
    """A whole components file. With ``demands`` it notes what its loader asks of each entry, by the entry's place."""

    def __init__(self, content: dict[str, Any], digest: str = "", demands: dict[str, Demand] | None = None) -> None:
        self.content = content
        self.digest = digest or fingerprint(content)
        self.demands = demands

    def table(self, name: str) -> Table:
        """A table of the file; it must carry its evidence label."""
        entries = self.content.get(name)
        if not isinstance(entries, dict):
            why = Message("kernel.components.table", table=name, tables=tuple(self.content))
            raise ComponentsError(why, name)
        table = Table(name, entries, self.demands)
        label = table.value("evidence")
        if label not in EVIDENCE:
            table.fail("kernel.components.unknown", value=str(label), allowed=EVIDENCE)
        return table


Source = Path | Box
"""Where the figures of a box come from."""


def read_box(source: Source) -> Box:
    """The content of a components file, or a box as it is; ComponentsError if it cannot be read or is not TOML."""
    return source if isinstance(source, Box) else Box(read_toml(source))


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a file; ComponentsError if it cannot be read or is not TOML."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ComponentsError(Message("kernel.components.unreadable", file=str(path), why=why)) from None
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        why = " ".join(str(error).split())
        raise ComponentsError(Message("kernel.components.not_toml", file=str(path), why=why)) from None


def fingerprint(content: dict[str, Any]) -> str:
    """The digest of a box's figures."""
    figures = json.dumps(_without_evidence(content), sort_keys=True, default=str)
    return hashlib.sha256(figures.encode()).hexdigest()[:DIGEST_LENGTH]


def _without_evidence(value: Any) -> Any:
    """The figures alone: a better label or another comment does not make another box."""
    if isinstance(value, dict):
        return {key: _without_evidence(entry) for key, entry in value.items() if key != "evidence"}
    if isinstance(value, list):
        return [_without_evidence(entry) for entry in value]
    return value
