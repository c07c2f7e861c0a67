"""Mends a table of which not everything could be read: its log is cut where it breaks off."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, delete, update

from officina.tables.storage import interface as db
from officina.tables.storage.salvage import CUT, LOST, WHOLE
from officina.tables.storage.schema import ACTIONS, ENTRIES, SNAPSHOTS, TABLES
from officina.tables.storage.sql_log import values_of
from officina.tables.table.checkup import FullTable, find_faults, read_full
from officina.tables.table.entries import apply_entry, load_table
from officina.tables.table.live import LiveTable


def mend(connection: Connection, table_id: str) -> str:
    """Make a table of a copy loadable; what became of it.

    First its snapshots are dropped (they can be made again), then ever more of its log, from its first gap on.
    """
    try:
        full = read_full(table_id, connection)
    except Exception:  # whatever a damaged row leads to
        return LOST
    if full is None or [seat.seat for seat in full.stored.seats] != list(range(full.stored.table.players)):
        return LOST
    if sound(full):
        return WHOLE
    connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id))
    full.snapshots.clear()
    full.stored.snapshot = None
    if sound(full):
        return WHOLE
    kept, row = playable(full)
    if row is None:
        return LOST
    connection.execute(delete(ENTRIES).where((ENTRIES.c.table_id == table_id) & (ENTRIES.c.n > kept)))
    connection.execute(delete(ACTIONS).where(ACTIONS.c.table_id == table_id))  # some answer to what is not in the log any more
    connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(**values_of(row)))
    again = read_full(table_id, connection)
    return CUT if again is not None and sound(again) else LOST


def sound(full: FullTable) -> bool:
    """Whether nothing is wrong with the table, and it loads."""
    try:
        if any(find_faults(full)):
            return False
        load_table(full.stored)
    except Exception:  # whatever a damaged row leads to
        return False
    return True


def playable(full: FullTable) -> tuple[int, db.TableRow | None]:
    """How many entries of the log can be played, and the table's row after them."""
    row, kept = full.stored.table, 0
    try:
        live = LiveTable(replace(row, version=0), full.stored.seats)
    except Exception:  # the row itself is damaged
        return 0, None
    paused = ended = closed = False
    try:
        for entry in full.stored.entries:
            if entry.n != kept + 1:
                break
            apply_entry(live, entry)
            kept = entry.n
            paused = (paused or entry.kind == db.PAUSED) and entry.kind != db.RESUMED
            ended = ended or entry.kind == db.ENDED
            closed = closed or entry.kind == db.CLOSED_ENTRY
    except Exception:  # it is cut before this entry; what it has changed in memory by half is not used
        return (kept, None) if kept == 0 else playable(cut(full, kept))
    waiting: tuple[int, ...] = ()
    state = db.CLOSED if closed else db.LOBBY
    if live.record is not None:
        over = live.record.position.over or ended
        state, waiting = db.OVER if over else db.PLAYING, () if ended else live.record.position.to_act
    elif row.header:
        return kept, None  # the deal itself is lost
    cut_row = replace(row, version=kept, public=live.public, state=state, waiting=waiting, paused=paused, ended=ended, times="")
    return kept, cut_row


def cut(full: FullTable, kept: int) -> FullTable:
    """The table with the first entries of its log only."""
    shorter = FullTable(db.Stored(full.stored.table, full.stored.seats))
    shorter.stored.entries = [entry for entry in full.stored.entries if entry.n <= kept]
    return shorter
