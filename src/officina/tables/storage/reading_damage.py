"""Reading a damaged SQLite file: what its own check finds, and every row that can still be read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import JSON, Boolean, Float, Integer, Table
from sqlalchemy.types import TypeEngine

MOST_FINDINGS: Final = 200
MOST_PROBED: Final = 2_000_000
"""At most so many rows of a gap are asked for one by one."""
READING: Final = (sqlite3.Error, UnicodeError, OverflowError, MemoryError)
"""What reading a damaged file raises."""

RawRow = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Damage:
    """One finding: the database table or index that it is about (empty: not known), and the database's own words."""

    where: str
    what: str


def connect(path: Path) -> sqlite3.Connection:
    """A connection that gives texts as bytes: damaged ones cannot be decoded."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = bytes
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA writable_schema = ON")  # so a file that was cut off is read as far as it goes
    return connection


def find_damage(path: Path) -> list[Damage]:
    """What SQLite's own check finds, table by table; tables and indexes that disagree; references to nothing."""
    try:
        connection = connect(path)
    except READING as error:
        return [Damage("", str(error))]
    with closing(connection):
        try:
            names = [text(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        except READING as error:
            return [Damage("", str(error))]
        found: list[Damage] = []
        for name in names:
            lines = told(connection, f'PRAGMA integrity_check("{name}")')
            found += [Damage(name, line) for line in lines[:MOST_FINDINGS]]
            found += compare_indexes(connection, name)
        if not found:  # pages that belong to no table, the list of free ones
            found += [Damage("", line) for line in told(connection, f"PRAGMA integrity_check({MOST_FINDINGS})")]
        with suppress(*READING):
            for row in connection.execute("PRAGMA foreign_key_check"):
                found.append(Damage(text(row[0]), f"row {row[1]} refers to a table that is not there"))
    return found[:MOST_FINDINGS]


def told(connection: sqlite3.Connection, check: str) -> list[str]:
    """The lines of a check that are not praise; if it breaks off, why."""
    lines: list[str] = []
    try:
        for row in connection.execute(check):
            lines += [line for line in text(row[0]).splitlines() if line and line != "ok" and not line.startswith("***")]
    except READING as error:
        lines.append(str(error))
    return lines


def compare_indexes(connection: sqlite3.Connection, table: str) -> list[Damage]:
    """How many rows the table has, and how many each of its indexes."""
    found = []
    try:
        (rows,) = connection.execute(f'SELECT count(*) FROM "{table}" NOT INDEXED').fetchone()
    except READING as error:
        found.append(Damage(table, str(error)))
        rows = None
    for name in indexes(connection, table):
        try:
            (entries,) = connection.execute(f'SELECT count(*) FROM "{table}" INDEXED BY "{name}"').fetchone()
        except READING as error:
            found.append(Damage(name, str(error)))
            continue
        if rows is not None and entries != rows:
            found.append(Damage(name, f"{entries} entries for {rows} rows"))
    return found


def indexes(connection: sqlite3.Connection, table: str) -> list[str]:
    """The names of a table's indexes."""
    with suppress(*READING):
        return [text(row[1]) for row in connection.execute(f'PRAGMA index_list("{table}")')]
    return []


def text(value: Any) -> str:
    """A text of the database, as far as it is one."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def readable_rows(path: Path, table: Table) -> Iterator[dict[str, Any]]:
    """Every row of a database table that can be read and is of the table's types, whatever order it is found in.

    From the front until a page is damaged, from the back likewise, then the gap one by one, with the help of every index.
    """
    with closing(connect(path)) as connection:
        have = columns_of(connection, str(table.name))
        columns = [column for column in table.columns if column.name in have]
        if not columns:
            return
        fields = ", ".join(f'"{column.name}"' for column in columns)
        for raw in raw_rows(connection, str(table.name), fields):
            row: dict[str, Any] = {}
            for column, value in zip(columns, raw, strict=True):
                fits, row[str(column.name)] = read_value(column.type, value)
                if not fits:
                    break
            else:
                yield row


def columns_of(connection: sqlite3.Connection, table: str) -> set[str]:
    """The columns of a table; none if there is no such table, or nothing can be read."""
    with suppress(*READING):
        return {text(row[1]) for row in connection.execute(f'PRAGMA table_info("{table}")')}
    return set()


def raw_rows(connection: sqlite3.Connection, table: str, fields: str) -> Iterator[RawRow]:
    """All rows that can be read, each once."""
    query = f'SELECT rowid, {fields} FROM "{table}" NOT INDEXED'
    seen: set[int] = set()
    first, last = None, None
    for direction in ("ASC", "DESC"):
        with suppress(*READING):
            for row in connection.execute(f"{query} ORDER BY rowid {direction}"):
                if row[0] in seen:
                    return  # both ways met: nothing is damaged
                seen.add(row[0])
                first, last = (row[0], last) if direction == "ASC" else (first, row[0])
                yield row[1:]
            if direction == "ASC":
                return  # came to the end
    known = indexed(connection, table)
    begin = (first or 0) + 1
    end = last if last is not None else max([begin - 1, *known]) + 1
    gap: Sequence[int] | range = range(begin, end) if end - begin <= MOST_PROBED else ()
    for rowid in [*gap, *(rowid for rowid in sorted(known) if not begin <= rowid < end or not gap)]:
        if rowid in seen:
            continue
        with suppress(*READING):
            for row in connection.execute(f"{query} WHERE rowid = ?", (rowid,)):
                seen.add(row[0])
                yield row[1:]


def indexed(connection: sqlite3.Connection, table: str) -> set[int]:
    """The row numbers that the table's indexes know, as far as these can be read."""
    found: set[int] = set()
    for name in indexes(connection, table):
        with suppress(*READING):
            column = text(connection.execute(f'PRAGMA index_info("{name}")').fetchone()[2])
            for direction in ("ASC", "DESC"):
                with suppress(*READING):
                    rows = connection.execute(
                        f'SELECT rowid FROM "{table}" INDEXED BY "{name}" ORDER BY "{column}" {direction}'
                    )
                    found.update(row[0] for row in rows if isinstance(row[0], int) and row[0] > 0)
    return found


def read_value(kind: TypeEngine[Any], value: Any) -> tuple[bool, Any]:
    """Whether a value of the file is of the column's type, and what it is in Python."""
    if isinstance(kind, (Boolean, Integer)):
        if not isinstance(value, int) or not -(2**31) <= value < 2**31:
            return False, None
        return (value in (0, 1), bool(value)) if isinstance(kind, Boolean) else (True, value)
    if isinstance(kind, Float):
        return isinstance(value, (int, float)), value
    try:
        words = value.decode() if isinstance(value, bytes) else None
        if words is None or "\0" in words:
            return False, None
        return True, json.loads(words) if isinstance(kind, JSON) else words
    except (UnicodeError, ValueError, RecursionError):
        return False, None
