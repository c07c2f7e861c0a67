"""Entries of the log that are no choices: what they change at the table in memory, and what the table tells of them.

The same way when an entry has just been stored, when another process has stored it, and when the table is loaded.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from officina.core.events import EVERYBODY
from officina.core.text import Message
from officina.tables.model import Note
from officina.tables.proposals import REFUSED, WITHDRAWN, load_asked, load_replied
from officina.tables.storage import (
    ANSWERED,
    ASKED,
    CHAT,
    ENDED,
    HANDED,
    PAUSED,
    REPLACED,
    RESUMED,
    RETURNED,
    WENT_BACK,
    EntryRow,
)
from officina.tables.talk import load_said

if TYPE_CHECKING:
    from officina.tables.live import LiveTable

EFFECTS: Final = (PAUSED, RESUMED, ENDED)


def hear(live: LiveTable, entry: EntryRow) -> None:
    """The entry is in the log."""
    if entry.kind == REPLACED:
        seat = live.seats[entry.seat]
        was, now, why = entry.text.split(" ")
        tell(live, entry, Message(f"tables.note.bot_{why}", seat=entry.seat + 1, name=seat.name, was=was, now=now))
    elif entry.kind == CHAT:
        live.talk.hear(entry.seat, load_said(entry.text), entry.at)
    elif entry.kind == ASKED:
        asked = load_asked(entry.text)
        live.proposals.ask(entry.seat, asked, entry.at)
        tell(live, entry, Message(f"tables.note.asks_{asked.what}", who=who(entry.seat), step=asked.step))
    elif entry.kind == ANSWERED:
        hear_answer(live, entry)
    elif entry.kind in EFFECTS:
        live.proposals.done()
        tell(live, entry, Message(f"tables.note.{entry.kind}"))
    elif entry.kind == HANDED:
        by = entry.text.partition(" ")[0]
        own = int(by) == entry.seat
        key = "tables.note.leaves_to_bot" if own else "tables.note.handed_to_bot"
        tell(live, entry, Message(key, who=who(entry.seat), by=who(int(by))))
        left = live.proposals.open
        if left is not None and left.by == entry.seat:
            live.proposals.void()
    elif entry.kind == RETURNED:
        own = int(entry.text) == entry.seat
        key = "tables.note.comes_back" if own else "tables.note.given_back"
        tell(live, entry, Message(key, who=who(entry.seat), by=who(int(entry.text))))
    live.count(entry)


def hear_answer(live: LiveTable, entry: EntryRow) -> None:
    """An answer; that somebody refused is told at once, that all agreed by what follows from it."""
    live.proposals.answer(entry.seat, load_replied(entry.text), entry.at)
    last = live.proposals.last
    if last is not None and last.state in (REFUSED, WITHDRAWN):
        tell(live, entry, Message(f"tables.note.{last.state}", who=who(entry.seat)))


def tell_back(live: LiveTable, entry: EntryRow, step: int) -> None:
    """Choices were taken back by consent."""
    assert entry.kind == WENT_BACK
    live.proposals.done()
    tell(live, entry, Message("tables.note.back", who=who(entry.seat), step=step))


def tell(live: LiveTable, entry: EntryRow, message: Message) -> None:
    """The table tells something, after the last choice that everybody could notice: its place tells nothing of hidden ones."""
    last = len(live.audiences)
    while last and live.audiences[last - 1] != EVERYBODY:
        last -= 1
    live.notes.append(Note(last, entry.n, message))


def move_notes(live: LiveTable, index: int, one: bool) -> None:
    """The choice of that index, or all from it on, are gone: what was told after them stays, after what is left."""
    for place, note in enumerate(live.notes):
        if note.after > index:
            live.notes[place] = replace(note, after=note.after - 1 if one else index)


def who(seat: int) -> Message:
    """A seat, to be called by its player's name."""
    return Message("kernel.seat", seat=seat + 1)
