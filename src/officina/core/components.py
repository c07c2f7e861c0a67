"""Reading a components file: typed access to its tables, with errors that name the table, the row and what is wrong."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from officina.core.errors import ComponentsError
from officina.core.text import Message

EVIDENCE: Final = ("IT", "EXT", "DER", "REC")
DIGEST_LENGTH: Final = 16


class Table:
    """One table (or one row of a table) of a components file. Every access checks."""

    def __init__(self, place: str, entries: dict[str, Any]) -> None:
        self.place = place
        self.entries = entries

    def fail(self, key: str, **args: Any) -> NoReturn:
        """ComponentsError for something in this table."""
        raise ComponentsError(Message("kernel.components.place", place=self.place, what=Message(key, **args)))

    def value(self, entry: str) -> Any:
        """An entry, whatever it is."""
        if entry not in self.entries:
            self.fail("kernel.components.missing", entry=entry)
        return self.entries[entry]

    def number(self, entry: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        value = self.value(entry)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.fail("kernel.components.number", entry=entry, value=str(value), least=least, most=most)
        return value

    def text(self, entry: str) -> str:
        """A text that is not empty."""
        value = self.value(entry)
        if not isinstance(value, str) or not value:
            self.fail("kernel.components.text", entry=entry, value=str(value))
        return value

    def items(self, entry: str) -> list[Any]:
        """A list."""
        value = self.value(entry)
        if not isinstance(value, list):
            self.fail("kernel.components.list", entry=entry)
        return value

    def numbers(self, entry: str, least: int, most: int, count: int = -1) -> list[int]:
        """A list of whole numbers within bounds; with ``count``, exactly so many."""
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

    def index(self, value: object, allowed: Sequence[str]) -> int:
        """The place of a name among those allowed."""
        if not isinstance(value, str) or value not in allowed:
            self.fail("kernel.components.unknown", value=str(value), allowed=tuple(allowed))
        return allowed.index(value)

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
        """An entry that must have one certain value: a sum that must add up, or a figure the rules cannot vary."""
        value = self.value(entry)
        if value != wanted or isinstance(value, bool) != isinstance(wanted, bool):
            self.fail("kernel.components.sum", entry=entry, value=str(value), wanted=str(wanted))
        return value

    def rows(self, entry: str, number: int = -1) -> list[Table]:
        """The rows of a table of tables; with ``number``, exactly so many."""
        rows = self.items(entry)
        self.check_count(entry, len(rows), number)
        for row in rows:
            if not isinstance(row, dict):
                self.fail("kernel.components.list", entry=entry)
        return [Table(f"{self.place}.{entry}[{index}]", row) for index, row in enumerate(rows, 1)]


class Box:
    """A whole components file."""

    def __init__(self, content: dict[str, Any], digest: str) -> None:
        self.content = content
        self.digest = digest

    def table(self, name: str) -> Table:
        """A table of the file; it must carry its evidence label."""
        entries = self.content.get(name)
        if not isinstance(entries, dict):
            raise ComponentsError(Message("kernel.components.table", table=name, tables=tuple(self.content)))
        table = Table(name, entries)
        label = table.text("evidence")
        if label not in EVIDENCE:
            table.fail("kernel.components.unknown", value=label, allowed=EVIDENCE)
        return table


def read_box(path: Path) -> Box:
    """The content of a components file; ComponentsError if it cannot be read or is not TOML."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ComponentsError(Message("kernel.components.unreadable", file=str(path), why=why)) from None
    try:
        content = tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())
        raise ComponentsError(Message("kernel.components.not_toml", file=str(path), why=why)) from None
    figures = json.dumps(_without_evidence(content), sort_keys=True, default=str)
    return Box(content, hashlib.sha256(figures.encode()).hexdigest()[:DIGEST_LENGTH])


def _without_evidence(value: Any) -> Any:
    """The figures alone: a better label or another comment does not make another box."""
    if isinstance(value, dict):
        return {key: _without_evidence(entry) for key, entry in value.items() if key != "evidence"}
    if isinstance(value, list):
        return [_without_evidence(entry) for entry in value]
    return value
