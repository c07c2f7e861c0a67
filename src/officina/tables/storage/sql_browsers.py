"""Which browsers are told of which seats, within a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import CompoundSelect, Connection, Select, delete, select

from officina.tables.storage.schema import PERSON_KEYS, PERSON_SEATS, PUSH_BROWSERS, PUSH_SEATS
from officina.tables.storage.seat_data import BrowserRow

MOST_TOLD: Final = 10
"""So many browsers are told of one turn, those that were here last."""
FIELDS: Final = tuple(BrowserRow.__slots__)

Told = dict[tuple[str, int], tuple[BrowserRow, ...]]
"""Who is told, by table and seat."""


def wanted(*columns: Any) -> CompoundSelect[Any]:
    """Which seats browsers are told of: by the links that they held, and by the person whose they are."""
    by_link = select(PUSH_SEATS.c.table_id, PUSH_SEATS.c.seat, *columns)
    by_person: Select[Any] = select(PERSON_SEATS.c.table_id, PERSON_SEATS.c.seat, *columns)
    return by_link.join(PUSH_BROWSERS, PUSH_BROWSERS.c.id == PUSH_SEATS.c.browser).union(
        by_person.join(PERSON_KEYS, PERSON_KEYS.c.person == PERSON_SEATS.c.person).join(
            PUSH_BROWSERS, PUSH_BROWSERS.c.person_key == PERSON_KEYS.c.key
        )
    )


def browsers_told(connection: Connection, tables: Sequence[str]) -> Told:
    """Who is told of the seats of those tables; of each seat those browsers that were here last."""
    asked = wanted(*(PUSH_BROWSERS.c[name] for name in FIELDS)).subquery()
    query = select(asked).where(asked.c.table_id.in_(tables)).order_by(asked.c.at.desc(), asked.c.id)
    found: dict[tuple[str, int], list[BrowserRow]] = {}
    for row in connection.execute(query):
        found.setdefault((row.table_id, row.seat), []).append(BrowserRow(**{name: getattr(row, name) for name in FIELDS}))
    return {seat: tuple(rows[:MOST_TOLD]) for seat, rows in found.items()}


def forget_lonely(connection: Connection) -> None:
    """Delete browsers that are told of nothing: no person's, and of no seat."""
    busy = select(PUSH_SEATS.c.browser)
    connection.execute(delete(PUSH_BROWSERS).where(PUSH_BROWSERS.c.person_key.is_(None), PUSH_BROWSERS.c.id.not_in(busy)))


def forget_seat_browsers(connection: Connection, table_id: str, seat: int) -> None:
    """Nobody is told of that seat by its link any more."""
    connection.execute(delete(PUSH_SEATS).where(PUSH_SEATS.c.table_id == table_id, PUSH_SEATS.c.seat == seat))
    forget_lonely(connection)
