"""Writing changes of tables to an SQL database, many in one transaction; each is written completely or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, tuple_, update

from officina.tables.storage.interface import ActionRow, Change, EntryRow, SeatRow, SnapshotRow, TableRow
from officina.tables.storage.prepared import Prepared, insertion
from officina.tables.storage.schema import ACTIONS, ENTRIES, REFUSALS, SEATS, SNAPSHOTS, TABLES
from officina.tables.storage.sql_seat_data import forget_seat

WHICH: Final = "which_table"
CHANGED: Final = [column.name for column in TABLES.c if column.name != "id"]
"""The id stays: to write it would make SQLite look for the rows that refer to it."""
UPDATE_TABLE: Final = Prepared(
    update(TABLES).where(TABLES.c.id == bindparam(WHICH)).values({name: bindparam(name) for name in CHANGED})
)
INSERT_ENTRY: Final = Prepared(insertion(ENTRIES))
INSERT_ACTION: Final = Prepared(insertion(ACTIONS))

# Rows are locked until the commit, always in the same order, so that two processes cannot deadlock.
HELD: Final = (
    select(TABLES.c.id, TABLES.c.version)
    .where(TABLES.c.id.in_(bindparam("tables", expanding=True)))
    .order_by(TABLES.c.id)
    .with_for_update(key_share=True)
)
KEY: Final = (REFUSALS.c.table_id, REFUSALS.c.seat, REFUSALS.c.action_id)
REFUSED: Final = select(*KEY).where(tuple_(*KEY).in_(bindparam("actions", expanding=True)))


def create_table(connection: Connection, change: Change) -> None:
    """Write a new table with all its rows."""
    connection.execute(insert(TABLES), [values_of(change.table)])
    connection.execute(insert(SEATS), [seat_values(row) for row in change.seats])
    write_logs(connection, [change])


def write_changes(connection: Connection, changes: Sequence[Change]) -> list[Change]:
    """Write the changes whose tables still have the expected version, and return those.

    Of two changes of one table only the first is written: after it the table has another version than the second expects.
    """
    wanted = [change.table.id for change in changes]
    versions = {row.id: row.version for row in connection.execute(HELD, {"tables": wanted})}
    refused = refused_before(connection, [change.action for change in changes if change.action is not None])
    stored = []
    for change in changes:
        if change.action is not None and key_of(change.action) in refused:
            continue
        if versions.get(change.table.id) == change.table.version - len(change.entries):
            del versions[change.table.id]
            stored.append(change)
    if stored:
        UPDATE_TABLE.run(connection, [{**values_of(change.table), WHICH: change.table.id} for change in stored])
    for change in stored:
        write_seats(connection, change.seats, change.vacated)
    write_logs(connection, stored)
    return stored


def key_of(action: ActionRow) -> tuple[str, int, str]:
    """By what an action is known."""
    return action.table_id, action.seat, action.action_id


def refused_before(connection: Connection, actions: Sequence[ActionRow]) -> set[tuple[str, int, str]]:
    """Those of the actions that were refused when they were first asked for: they get the same answer again."""
    if not actions:
        return set()
    found = connection.execute(REFUSED, {"actions": [key_of(action) for action in actions]})
    return {(row.table_id, row.seat, row.action_id) for row in found}


def write_seats(connection: Connection, seats: Sequence[SeatRow], vacated: Sequence[int] = ()) -> None:
    """Replace seats."""
    for row in seats:
        mine = (SEATS.c.table_id == row.table_id) & (SEATS.c.seat == row.seat)
        connection.execute(update(SEATS).where(mine).values(**seat_values(row)))
        if not row.token or row.seat in vacated:  # whoever sat there has left: what was kept for that person goes, too
            forget_seat(connection, row.table_id, row.seat)


def write_logs(connection: Connection, changes: Sequence[Change]) -> None:
    """Write entries, actions and snapshots; the last older snapshot of a table is kept."""
    entries = [values_of(row) for change in changes for row in change.entries]
    if entries:
        INSERT_ENTRY.run(connection, entries)
    actions = [values_of(change.action) for change in changes if change.action is not None]
    if actions:
        INSERT_ACTION.run(connection, actions)
    snapshots = [change.snapshot for change in changes if change.snapshot is not None]
    for snapshot in snapshots:
        mine = SNAPSHOTS.c.table_id == snapshot.table_id
        kept = select(SNAPSHOTS.c.n).where(mine).order_by(SNAPSHOTS.c.n.desc()).limit(1).scalar_subquery()
        connection.execute(delete(SNAPSHOTS).where(mine & (SNAPSHOTS.c.n < kept)))
    if snapshots:
        connection.execute(insert(SNAPSHOTS), [values_of(snapshot) for snapshot in snapshots])


def seat_values(row: SeatRow) -> dict[str, Any]:
    """A seat for the database: its first key by itself, further ones beside it with the key that they belong to.

    A program that knows of the first one alone plays on beside this one. If it gives the seat to somebody else, the further
    keys belong to a key that is gone.
    """
    others, _, first = row.token.rpartition(".")
    return {**values_of(row), "token": first, "more_keys": f"{first} {others}" if others else ""}


def seat_row(row: Row[Any]) -> SeatRow:
    """A seat from the database."""
    found = dict(row._mapping)
    first, _, others = found.pop("more_keys").partition(" ")
    if others and first == found["token"]:
        found["token"] = f"{others}.{first}"
    return SeatRow(**found)


def values_of(row: TableRow | SeatRow | EntryRow | SnapshotRow | ActionRow) -> dict[str, Any]:
    """A row for the database."""
    return {name: getattr(row, name) for name in row.__slots__}


def table_row(row: Row[Any]) -> TableRow:
    """A table's row from the database."""
    return TableRow(**{**row._mapping, "waiting": tuple(row.waiting)})
