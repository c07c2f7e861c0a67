"""A record as the rows of a table: one from outside to look at, or the beginning of a game to play on from."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from officina.bots import bot_names
from officina.core.errors import IllegalChoice, NotationError, RecordError, UndoError
from officina.core.own_box import read_own_box
from officina.core.record import UNDO, Header, Record, choices_kept, open_record, played_game, read_lines
from officina.core.text import Message
from officina.games import GAMES
from officina.tables.storage.interface import (
    BOT,
    DEAL,
    PERSON,
    PLAYING,
    Change,
    EntryRow,
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
    game = played_game(GAMES[header.game], header)
    record = open_record(game, msgspec.structs.replace(header, names=[]))  # names are the seats' own
    row = replace(row_of(table_id, record), imported=True)
    live, rows = played(row, imported_seats(table_id, header), record, [(entry.seat, entry.choice) for entry in entries])
    live.playing().check_trailer(trailer)
    return rows_of(live, rows)


def read_beginning(live: LiveTable, moves: int, seats: list[SeatRow]) -> Change:
    """The first choices of a game as the rows of another table, where others play on; RecordError if it cannot be played."""
    given = live.playing()
    header = msgspec.structs.replace(given.header, names=[], seats=[row.bot if row.kind == BOT else HUMAN for row in seats])
    record = open_record(live.game, header)
    text = live.game.vocabulary.text
    choices = [(move.seat, text(move.kind, move.option)) for move in given.moves[:moves]]
    other, rows = played(row_of(seats[0].table_id, record), seats, record, choices)
    return rows_of(other, rows)


def row_of(table_id: str, record: Record) -> TableRow:
    """The row of a table on which the record's game begins."""
    header, now = record.header, time.time()
    return TableRow(
        id=table_id,
        game=header.game,
        players=header.players,
        options=header.options,
        state=PLAYING,
        rules_version=header.rules_version,
        created=now,
        updated=now,
        box=read_own_box(header.box).anonymous().text() if header.box else "",
    )


def played(
    row: TableRow, seats: list[SeatRow], record: Record, choices: Sequence[tuple[int, str]]
) -> tuple[LiveTable, list[EntryRow]]:
    """A table on which these choices are made, and its log."""
    live = LiveTable(row, seats)
    draft = Draft(live, row.created)
    draft.row = dealt(draft.row, record)
    draft.add(DEAL, events=dump_events(record.opening_events), renews=True)
    publish(live, draft)
    rows = draft.entries
    for number, (seat, choice) in enumerate(choices, 1):
        plan = replayed(live, number, seat, choice)
        replay(live, plan)
        rows.append(plan.entry)
    return live, rows


def rows_of(live: LiveTable, rows: list[EntryRow]) -> Change:
    """The whole table, to be stored."""
    record = live.playing()
    table = replace(dealt(live.row, record), updated=live.row.created)
    return Change(table, live.seats, rows, SnapshotRow(live.id, live.version, dump_position(record.position)))


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
    bots = bot_names()
    return [
        SeatRow(table_id, seat, BOT if kind in bots else PERSON, name=names[seat], bot=kind if kind in bots else "")
        for seat, kind in enumerate(kinds)
    ]
