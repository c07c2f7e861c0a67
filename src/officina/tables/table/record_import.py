"""A record from outside as the rows of a table to look at."""

from __future__ import annotations

import hashlib
import time
from dataclasses import replace
from typing import Final

import msgspec

from officina.bots import BOTS
from officina.core.errors import IllegalChoice, NotationError, RecordError, UndoError
from officina.core.record import UNDO, Header, choices_kept, open_record, read_lines
from officina.core.text import Message
from officina.games import GAMES
from officina.tables.storage.interface import (
    BOT,
    DEAL,
    PERSON,
    PLAYING,
    Change,
    SeatRow,
    SnapshotRow,
    TableRow,
)
from officina.tables.table.draft import Draft
from officina.tables.table.entries import publish, replay
from officina.tables.table.live import HUMAN, LiveTable, dealt, dump_events, dump_position
from officina.tables.table.model import clean_name
from officina.tables.table.moves import Plan, plan_back, plan_choice, plan_undo

MOST_ENTRIES: Final = 20_000
ID_LENGTH: Final = 16


def read_import(text: bytes) -> Change:
    """A record as the rows of a table; RecordError says what is wrong with it and where."""
    if text.count(b"\n") > MOST_ENTRIES + 2:  # before anything is read: a line takes more memory than its letters
        raise RecordError(Message("tables.error.long_record", most=MOST_ENTRIES))
    header, entries, trailer = read_lines(text)
    if header.start is not None:  # nobody here has checked that its position can be played from
        raise RecordError(Message("tables.error.set_up_record"))
    table_id = "r" + hashlib.sha256(text).hexdigest()[: ID_LENGTH - 1]
    record = open_record(GAMES[header.game], msgspec.structs.replace(header, names=[]))  # names are the seats' own
    now = time.time()
    row = TableRow(
        id=table_id,
        game=header.game,
        players=header.players,
        options=header.options,
        state=PLAYING,
        rules_version=header.rules_version,
        created=now,
        updated=now,
        imported=True,
    )
    live = LiveTable(row, imported_seats(table_id, header))
    draft = Draft(live, now)
    draft.row = dealt(draft.row, record)
    draft.add(DEAL, events=dump_events(record.opening_events), renews=True)
    publish(live, draft)
    rows = draft.entries
    for number, entry in enumerate(entries, 1):
        plan = replayed(live, number, entry.seat, entry.choice)
        replay(live, plan)
        rows.append(plan.entry)
    record = live.playing()
    record.check_trailer(trailer)
    table = replace(dealt(live.row, record), updated=now)
    return Change(table, live.seats, rows, SnapshotRow(table_id, live.version, dump_position(record.position)))


def replayed(live: LiveTable, number: int, seat: int, choice: str) -> Plan:
    """One line of a record, played; RecordError names the line if it cannot be."""
    try:
        kept = choices_kept(choice)
        if kept is not None:
            return plan_back(live, seat, kept)
        return plan_undo(live, seat) if choice == UNDO else plan_choice(live, seat, choice)
    except (IllegalChoice, NotationError, UndoError) as error:
        raise RecordError(Message("kernel.record.move", n=number, choice=choice[:60], why=error.message)) from None


def imported_seats(table_id: str, header: Header) -> list[SeatRow]:
    """The seats of an imported game: who sat there is known by kind and, since 0.3, by name; nobody can sit down."""
    kinds = [*header.seats, *[HUMAN] * header.players][: header.players]
    names = [*(clean_name(name) for name in header.names), *[""] * header.players][: header.players]
    return [
        SeatRow(table_id, seat, BOT if kind in BOTS else PERSON, name=names[seat], bot=kind if kind in BOTS else "")
        for seat, kind in enumerate(kinds)
    ]
