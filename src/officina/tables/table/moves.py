"""Plans of choices, undos and returns: worked out on a copy of the position, before anything is stored."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from officina.core.events import EVERYBODY
from officina.core.position import Position
from officina.core.record import UNDO, Move, Record
from officina.tables.storage.interface import CHOICE, UNDONE, WENT_BACK, EntryRow
from officina.tables.table.live import LiveTable, dump_events

KEPT: Final = 64
"""Positions kept for undo, before the latest choices."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A choice or an undo, worked out but not yet stored: its entry, and the position that it leads to.

    ``past`` are the positions before the latest choices; ``move`` is the choice, None where one is taken back.
    """

    entry: EntryRow
    position: Position
    past: list[Position]
    move: Move | None = None


def plan_choice(live: LiveTable, seat: int, notation: str) -> Plan:
    """What that choice would do; IllegalChoice or NotationError if it cannot be."""
    record = live.playing()
    trial = Record(record.game, record.header, record.position.clone())
    trial.watched = True
    answers = trial.position.answers
    move = trial.apply_text(seat, notation)
    same_question = move.hidden or (bool(answers) and trial.position.answers is answers)
    told = {"events": dump_events(move.events), "audience": seat if move.hidden else EVERYBODY}
    entry = next_entry(live, CHOICE, seat, trial.entries[-1].choice, renews=not same_question, **told)
    past = [] if move.barrier and not trial.position.answers else [*live.past[1 - KEPT :], record.position]
    return Plan(entry, trial.position, past, move)


def plan_undo(live: LiveTable, seat: int) -> Plan:
    """What taking back the seat's last choice would do; UndoError if another seat's stands in between.

    Whether it may be taken back is for the action to say: what is in the log has been taken back.
    """
    record = live.playing()
    kept, last = record.kept_moves(seat), record.last_choice(seat)
    start, known = live.known_position(last)
    passed: list[Position] = []
    position = record.position_after(kept[start:], known, passed)
    hidden = record.moves[last].hidden
    entry = next_entry(live, UNDONE, seat, UNDO, audience=seat if hidden else EVERYBODY, renews=not hidden)
    return Plan(entry, position, past_before(live, last) + passed[last - start :])


def plan_back(live: LiveTable, seat: int, kept: int) -> Plan:
    """What going back to before a choice would do, with all that came after it: only the first ``kept`` stand."""
    record = live.playing()
    record.check_kept(kept)
    start, known = live.known_position(kept)
    position = record.position_after(record.moves[start:kept], known)
    entry = next_entry(live, WENT_BACK, seat, str(kept), renews=True)
    return Plan(entry, position, past_before(live, kept))


def next_entry(live: LiveTable, kind: str, seat: int, text: str, **more: Any) -> EntryRow:
    """The entry that would be the next one of the table's log."""
    return EntryRow(live.id, live.version + 1, kind, seat, time.time(), text, **more)


def past_before(live: LiveTable, index: int) -> list[Position]:
    """Those of the positions kept for undo that stay when the choice of that index goes."""
    return live.past[: max(0, len(live.past) - len(live.playing().moves) + index)]
