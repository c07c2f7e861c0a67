"""Statements on the way of every choice: compiled once for a database, then handed to its driver as they are.

To compose, compile and bind a statement anew each time costs several times what SQLite needs to carry it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, Insert, Table, Update, bindparam, insert

Row = Mapping[str, Any]
Given = Callable[[Row], Any]
"""Gives a row's values in the form that a driver takes."""


class Prepared:
    """A statement that changes rows; every value is a parameter."""

    def __init__(self, statement: Insert | Update) -> None:
        self.statement = statement
        self.compiled: dict[str, tuple[str, Given]] = {}

    def run(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Carry it out for each of the rows."""
        text, given = self.compiled.get(connection.dialect.name) or self.compile(connection.dialect)
        connection.exec_driver_sql(text, [given(row) for row in rows])

    def compile(self, dialect: Dialect) -> tuple[str, Given]:
        """The statement's text for that sort of database, and how it takes values."""
        made = self.statement.compile(dialect=dialect)
        kinds = {name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in made.binds.items()}
        wanted = [(name, kinds[name]) for name in (made.positiontup or kinds)]

        def values(row: Row) -> list[Any]:
            return [row[name] if process is None else process(row[name]) for name, process in wanted]

        def named(row: Row) -> dict[str, Any]:
            return {name: value for (name, _), value in zip(wanted, values(row), strict=True)}

        given: Given = (lambda row: tuple(values(row))) if made.positional else named
        self.compiled[dialect.name] = str(made), given
        return self.compiled[dialect.name]


def insertion(table: Table) -> Insert:
    """A new row of a table, with all its columns."""
    return insert(table).values({column.name: bindparam(column.name) for column in table.columns})
