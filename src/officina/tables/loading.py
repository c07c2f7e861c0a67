"""From a stored log to a table in memory: entry by entry, from its latest snapshot or from what is known already."""

from __future__ import annotations

import msgspec

from officina.core.game import Game
from officina.core.record import Header, Move, Record, open_record
from officina.tables.hearing import hear
from officina.tables.live import SNAPSHOT_EVERY, LiveTable, Plan, load_events
from officina.tables.storage import CHOICE, DEAL, UNDONE, WENT_BACK, EntryRow, SnapshotRow, Stored


def load_table(stored: Stored) -> LiveTable:
    """A stored table: the latest snapshot, and what came after it played again."""
    live = LiveTable(stored.table, stored.seats)
    if not stored.table.header:
        for entry in stored.entries:
            hear(live, entry)
        return live
    for entry in stored.entries:
        enter(live, entry, stored.snapshot)
    return live


def catch_up(live: LiveTable, stored: Stored) -> bool:
    """Bring a table in memory to what others have stored since; whether anything is new."""
    before = (live.row, live.seats, live.pages)
    live.row, live.seats, live.elsewhere = stored.table, stored.seats, stored.elsewhere
    for entry in stored.entries:
        enter(live, entry)
        if live.since_snapshot >= SNAPSHOT_EVERY:
            live.since_snapshot = 0  # whoever stored that entry stored a snapshot with it
    return before != (live.row, live.seats, live.pages)


def enter(live: LiveTable, entry: EntryRow, snapshot: SnapshotRow | None = None) -> None:
    """One stored entry after another. What the snapshot has seen is not played again."""
    played = snapshot is not None and entry.n <= snapshot.n
    if entry.kind == DEAL:
        header = msgspec.json.decode(live.row.header, type=Header)
        live.start(first_record(live, header, entry, snapshot), entry)
    elif entry.kind == CHOICE:
        if played:
            live.add_move(saved_move(live.game, entry), entry)
            live.count(entry)
        else:
            live.publish(replace_entry(live.plan_choice(entry.seat, entry.text), entry))
    elif entry.kind == UNDONE:
        if played:
            live.take_back(last_move(live, entry.seat), entry)
            live.count(entry)
        else:
            live.publish(replace_entry(live.plan_undo(entry.seat), entry))
    elif entry.kind == WENT_BACK:
        kept = int(entry.text)
        if played:
            live.cut(kept, entry)
            live.count(entry)
        else:
            live.publish(replace_entry(live.plan_back(entry.seat, kept), entry))
    else:
        hear(live, entry)


def first_record(live: LiveTable, header: Header, deal: EntryRow, snapshot: SnapshotRow | None) -> Record:
    """The record of a stored game, standing at its snapshot and without its moves yet; without a snapshot, at its start."""
    if snapshot is None:
        return open_record(live.game, header)
    record = Record(live.game, header, live.game.from_json(snapshot.position))
    record.opening_events = load_events(deal.events)
    return record


def replace_entry(plan: Plan, entry: EntryRow) -> Plan:
    """A plan that was stored before: it carries the entry that was stored."""
    plan.entry = entry
    return plan


def saved_move(game: Game, entry: EntryRow) -> Move:
    """A choice before the snapshot, as it was played."""
    kind, option = game.vocabulary.parse(entry.text)
    events = load_events(entry.events)
    return Move(entry.seat, kind, option, events, any(game.event_kinds[event.code].barrier for event in events))


def last_move(live: LiveTable, seat: int) -> int:
    """The index of the seat's last choice."""
    moves = live.playing().moves
    return max(index for index, move in enumerate(moves) if move.seat == seat)
