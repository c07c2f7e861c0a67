"""The kinds of entries of a table's log: what each changes at the table in memory, and what it tells.

An entry is applied in the same way when it has just been stored, when another process has stored it, and when the table is
loaded. Nothing else changes what a :class:`LiveTable` has of its log.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from officina.core.events import EVERYBODY, FORCED
from officina.core.lessons import Guide, lesson_of
from officina.core.record import BACK, UNDO, Entry, Header, Move, Record, open_record
from officina.core.text import Message
from officina.tables.storage import interface as db
from officina.tables.storage.interface import EntryRow, SnapshotRow, Stored, advanced
from officina.tables.table.draft import SNAPSHOT_EVERY, Draft
from officina.tables.table.live import Beats, LiveTable, load_events
from officina.tables.table.model import Note, Turned, who
from officina.tables.table.moves import Plan, plan_back, plan_choice, plan_undo
from officina.tables.table.proposals import HOST, REFUSED, WITHDRAWN, Asked, Replied
from officina.tables.table.talk import load_said

NOWHERE: Final = 2**31 - 1
"""A version greater than that of any log."""
MOST_UNTOLD: Final = 8
"""So much of what was decided without somebody is told, the latest."""
KINDS: Final[dict[str, EntryKind]] = {}
"""By the word in the log; names and closed tables, and whatever else is not here, are plain entries."""


class EntryKind:
    """A kind of entry. This one changes nothing but the versions: what it stands for is in the rows stored with it."""

    def __init_subclass__(cls, kinds: tuple[str, ...] = ()) -> None:
        KINDS.update(dict.fromkeys(kinds, cls()))

    def plan(self, _live: LiveTable, _entry: EntryRow) -> Plan | None:
        """The plan of a stored entry, worked out once more; None if it is no move in the game."""
        return None

    def apply(self, live: LiveTable, entry: EntryRow, _plan: Plan | None, _snapshot: SnapshotRow | None) -> None:
        """Apply a stored entry. What came before the snapshot is taken over without being played again."""
        note = self.note(live, entry)
        if note is not None:
            add_note(live, entry, note)

    def note(self, _live: LiveTable, _entry: EntryRow) -> Message | None:
        """Apply the entry and return what the table tells of it."""
        return None


class DealEntry(EntryKind, kinds=(db.DEAL,)):
    """The game begins; its record stands at the snapshot, without its moves yet, or without one at its start."""

    def apply(self, live: LiveTable, entry: EntryRow, _plan: Plan | None, snapshot: SnapshotRow | None) -> None:
        header = msgspec.json.decode(live.row.header, type=Header)
        if snapshot is None:
            live.record = open_record(live.game, header)
        else:
            live.record = Record(live.game, header, live.game.from_json(snapshot.position))
            live.record.opening_events = load_events(entry.events)
        live.since_snapshot = 0
        live.proposals.void()  # what was asked before the game is past


class MoveEntry(EntryKind):
    """A choice, or choices taken back."""

    def apply(self, live: LiveTable, entry: EntryRow, plan: Plan | None, snapshot: SnapshotRow | None) -> None:
        record = live.playing()
        if plan is None and (snapshot is None or entry.n > snapshot.n):
            plan = self.plan(live, entry)
        if plan is not None:
            record.position, live.past = plan.position, plan.past
        self.move(live, record, entry, plan)
        if plan is not None:
            live.keep_checkpoint(len(record.moves), plan.position)
            live.since_snapshot += 1

    def move(self, live: LiveTable, record: Record, entry: EntryRow, plan: Plan | None) -> None:
        """Change the record's list of choices; without a plan, from what is stored."""
        raise NotImplementedError


class ChoiceEntry(MoveEntry, kinds=(db.CHOICE,)):
    """One more choice."""

    def plan(self, live: LiveTable, entry: EntryRow) -> Plan:
        return plan_choice(live, entry.seat, entry.text)

    def move(self, live: LiveTable, record: Record, entry: EntryRow, plan: Plan | None) -> None:
        move = None if plan is None else plan.move
        move = move or saved_move(live, entry)
        move.hidden = entry.audience != EVERYBODY  # earlier versions told everybody of some choices that are hidden now
        record.moves.append(move)
        record.entries.append(Entry(entry.seat, entry.text))
        live.audiences.append(entry.audience)
        frames, move.frames = move.frames, []  # a record is kept as long as its table, its frames are not
        if frames and entry.audience == EVERYBODY:
            place = live.audiences[:-1].count(EVERYBODY)
            forced = [at for at, event in enumerate(move.events) if event.code == FORCED and event.seat == entry.seat]
            live.keep_beats(Beats(entry.seat, frames, place, live.public + 1, live.own, forced[0] if forced else -1))


class UndoEntry(MoveEntry, kinds=(db.UNDONE,)):
    """One choice less; the record keeps both it and its undo."""

    def plan(self, live: LiveTable, entry: EntryRow) -> Plan:
        return plan_undo(live, entry.seat)

    def move(self, live: LiveTable, record: Record, entry: EntryRow, _plan: Plan | None) -> None:
        index = record.last_choice(entry.seat)
        hidden = entry.audience != EVERYBODY
        gone = slice(index, index + 1 if hidden else None)  # with it goes what others have begun in secret on top of it
        del record.moves[gone]
        del live.audiences[gone]
        record.entries.append(Entry(entry.seat, UNDO))
        forget(live, index, one=hidden)
        live.proposals.taken_back(index)


class BackEntry(MoveEntry, kinds=(db.WENT_BACK,)):
    """Back by consent to the first choices; the record keeps all of them and the return."""

    def plan(self, live: LiveTable, entry: EntryRow) -> Plan:
        return plan_back(live, entry.seat, int(entry.text))

    def move(self, live: LiveTable, record: Record, entry: EntryRow, _plan: Plan | None) -> None:
        kept = int(entry.text)
        step = live.audiences[: kept + 1].count(EVERYBODY)
        del record.moves[kept:]
        del live.audiences[kept:]
        record.entries.append(Entry(entry.seat, f"{BACK} {kept}"))
        forget(live, kept, one=False)
        live.proposals.done()
        add_note(live, entry, Message("tables.note.back", who=who(entry.seat), step=step))


class BotEntry(EntryKind, kinds=(db.REPLACED,)):
    """A bot that failed was replaced by another one; it is tried again."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message:
        was, now, why = entry.text.split(" ")
        live.displaced.setdefault(entry.seat, []).append(was)
        return Message(f"tables.note.bot_{why}", seat=entry.seat + 1, name=live.seats[entry.seat].name, was=was, now=now)


class BotBackEntry(EntryKind, kinds=(db.RESTORED,)):
    """A bot that was replaced can choose again and has its seat back; those that it had replaced itself may follow."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message:
        displaced = live.displaced.get(entry.seat, [])
        if entry.text in displaced:
            del displaced[displaced.index(entry.text) :]
        return Message("tables.note.bot_back", seat=entry.seat + 1, name=live.seats[entry.seat].name, now=entry.text)


class ChatEntry(EntryKind, kinds=(db.CHAT,)):
    """Somebody said something."""

    def note(self, live: LiveTable, entry: EntryRow) -> None:
        if entry.text:
            live.talk.add(entry.seat, load_said(entry.text), entry.at)
        else:  # it was erased; the lines after it keep their numbers
            live.talk.count += 1


class ErasedEntry(EntryKind, kinds=(db.ERASED,)):
    """Talk was erased: of a seat, with its name, or all of it."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message | None:
        everybody = entry.text == "true"
        live.talk.erase(None if everybody else entry.seat)
        return None if everybody else Message("tables.note.erased", seat=entry.seat + 1)


class AskEntry(EntryKind, kinds=(db.ASKED,)):
    """A question to the table."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message:
        asked = msgspec.json.decode(entry.text, type=Asked)
        live.proposals.ask(entry.seat, asked, entry.at)
        return Message(f"tables.note.asks_{asked.what}", who=who(entry.seat), step=asked.step)


class AnswerEntry(EntryKind, kinds=(db.ANSWERED,)):
    """An answer. A refusal is noted at once, an agreement by the entry that follows from it."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message | None:
        live.proposals.answer(entry.seat, msgspec.json.decode(entry.text, type=Replied), entry.at)
        last = live.proposals.last
        if last is None or last.state not in (REFUSED, WITHDRAWN):
            return None
        return Message(f"tables.note.{last.state}", who=who(entry.seat))


class AgreedEntry(EntryKind, kinds=(db.PAUSED, db.RESUMED, db.ENDED)):
    """What everybody agreed on happens: a pause, playing on, the end."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message:
        live.proposals.done()
        return Message(f"tables.note.{entry.kind}")


class HandEntry(EntryKind, kinds=(db.HANDED,)):
    """A bot stands in for a person; the person's own open question is void."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message:
        by = int(entry.text.partition(" ")[0])
        live.displaced.pop(entry.seat, None)
        asked = live.proposals.open
        if asked is not None and asked.by == entry.seat:
            live.proposals.void()
        key = "tables.note.leaves_to_bot" if by == entry.seat else "tables.note.handed_to_bot"
        return Message(key, who=who(entry.seat), by=who(by))


class ReturnEntry(EntryKind, kinds=(db.RETURNED,)):
    """The person plays again."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message:
        by = int(entry.text)
        live.displaced.pop(entry.seat, None)
        live.offers.pop(entry.seat, None)
        key = "tables.note.comes_back" if by == entry.seat else "tables.note.given_back"
        return Message(key, who=who(entry.seat), by=who(by))


class RematchEntry(EntryKind, kinds=(db.REMATCH,)):
    """Somebody wants to play once more, and sits down at the new table."""

    def note(self, live: LiveTable, entry: EntryRow) -> None:
        live.rematch_wanted.add(entry.seat)


class LobbyEntry(EntryKind, kinds=(db.LOBBY_ENTRY,)):
    """A seat changed before the game. What somebody asked who has stood up (``left``) is void."""

    def note(self, live: LiveTable, entry: EntryRow) -> None:
        if entry.text:
            leave_seat(live, entry.seat)


class RemovedEntry(EntryKind, kinds=(db.REMOVED,)):
    """The host freed somebody's seat before the game. Invitations of before are worth nothing."""

    def note(self, live: LiveTable, entry: EntryRow) -> None:
        leave_seat(live, entry.seat)
        live.removals[entry.seat] = live.removals.get(entry.seat, 0) + 1


class LockEntry(EntryKind, kinds=(db.LOCKED,)):
    """The table was locked (``true``) or opened again."""

    def note(self, _live: LiveTable, entry: EntryRow) -> Message:
        return Message("tables.note.locked" if entry.text == "true" else "tables.note.unlocked", who=who(entry.seat))


class HostEntry(EntryKind, kinds=(db.HOSTED,)):
    """Somebody else hosts: the host wanted it so, or a majority while the host was away."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message:
        by = int(entry.text)
        asked = live.proposals.open
        if asked is not None and asked.asked.what == HOST:
            live.proposals.done()
            return Message("tables.note.new_host", who=who(entry.seat))
        return Message("tables.note.passed_host", who=who(entry.seat), by=who(by))


class OfferEntry(EntryKind, kinds=(db.OFFERED,)):
    """The seat of somebody who is away may be taken over by whoever has its new link."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message:
        live.offers[entry.seat] = entry
        return Message("tables.note.offered", who=who(entry.seat), by=who(int(entry.text)))


class TakeOverEntry(EntryKind, kinds=(db.TAKEN_OVER,)):
    """Somebody else plays on from here; whoever sat there before has left for good."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message:
        leave_seat(live, entry.seat)
        return Message("tables.note.taken_over", who=who(entry.seat))


class WithoutEntry(EntryKind, kinds=(db.WITHOUT,)):
    """What is decided with the next entry is decided without these seats: they are told when they come back."""

    def note(self, live: LiveTable, entry: EntryRow) -> Message | None:
        missing = msgspec.json.decode(entry.text, type=list[int])
        asked = live.proposals.open
        if asked is None:
            return None
        told = Message(f"tables.told.{asked.asked.what}", who=who(asked.by), step=asked.asked.step)
        for seat in missing:
            live.untold[seat] = [*live.untold.get(seat, ()), told][-MOST_UNTOLD:]
        return Message("tables.note.without", names=tuple(who(seat) for seat in missing))


class ToldEntry(EntryKind, kinds=(db.TOLD,)):
    """Somebody who had been away has read what was decided meanwhile."""

    def note(self, live: LiveTable, entry: EntryRow) -> None:
        live.untold.pop(entry.seat, None)


class LessonEntry(EntryKind, kinds=(db.LESSON,)):
    """A guided game: it begins, its cards are turned, or the learner leaves it and plays on.

    What the learner chooses moves it on, too, but stands in the log as choices do.
    """

    def note(self, live: LiveTable, entry: EntryRow) -> None:
        turned = msgspec.json.decode(entry.text, type=Turned)
        lesson = lesson_of(live.game)
        if lesson is not None:
            live.guide = live.guide or Guide(lesson)
            live.guide.seen, live.guide.left = turned.seen, turned.left


def leave_seat(live: LiveTable, seat: int) -> None:
    """Whoever sat there does not any more: what they asked is void, and what they were to be told is nobody else's."""
    asked = live.proposals.open
    if asked is not None and asked.by == seat:
        live.proposals.void()
    live.offers.pop(seat, None)
    live.untold.pop(seat, None)
    live.displaced.pop(seat, None)


def kind_of(entry: EntryRow) -> EntryKind:
    """The kind of an entry."""
    return KINDS.get(entry.kind) or EntryKind()


def apply_entry(live: LiveTable, entry: EntryRow, plan: Plan | None = None, snapshot: SnapshotRow | None = None) -> None:
    """Apply one stored entry, with its plan where it has just been made; then everybody's versions."""
    kind_of(entry).apply(live, entry, plan, snapshot)
    live.recent.append(entry)
    if entry.audience == EVERYBODY:
        live.public += 1
    else:
        live.own[entry.audience] += 1
    for seat in range(live.row.players):
        if entry.renews or (seat == entry.seat and entry.kind in (db.CHOICE, db.UNDONE)):
            live.asked_at[seat] = live.version_for(seat)


def publish(live: LiveTable, draft: Draft) -> None:
    """Apply a draft that is stored."""
    live.row, live.seats = draft.row, draft.seats
    for entry in draft.entries:
        apply_entry(live, entry, draft.plans.get(entry.n))
    if draft.snapshot is not None:
        live.since_snapshot = 0


def replay(live: LiveTable, plan: Plan) -> None:
    """Apply a move of a game that is stored as a whole."""
    live.row = advanced(live.row, plan.entry)
    apply_entry(live, plan.entry, plan)


def invalidate(live: LiveTable) -> None:
    """The table could be changed by half only: until it is loaded again, no plan based on it may be stored."""
    live.row = replace(live.row, version=NOWHERE)


def load_table(stored: Stored) -> LiveTable:
    """A stored table: the latest snapshot, and what came after it played again."""
    live = LiveTable(stored.table, stored.seats)
    for entry in stored.entries:
        apply_entry(live, entry, None, stored.snapshot)
    live.beats.clear()  # how many there would be depends on the snapshot, and so on hidden choices
    return live


def catch_up(live: LiveTable, stored: Stored) -> bool:
    """Apply what other processes have stored since; whether anything changed."""
    before = (live.row, live.seats, live.pages)
    live.row, live.seats, live.elsewhere = stored.table, stored.seats, stored.elsewhere
    for entry in stored.entries:
        apply_entry(live, entry)
        if live.since_snapshot >= SNAPSHOT_EVERY:
            live.since_snapshot = 0  # whoever stored that entry stored a snapshot with it
    return before != (live.row, live.seats, live.pages)


def saved_move(live: LiveTable, entry: EntryRow) -> Move:
    """A choice before the snapshot, as it was played."""
    kind, option = live.game.vocabulary.parse(entry.text)
    events = load_events(entry.events)
    return Move(entry.seat, kind, option, events, any(live.game.event_kinds[event.code].barrier for event in events))


def add_note(live: LiveTable, entry: EntryRow, message: Message) -> None:
    """Add a note of the table's own after the last public choice: its place must not tell of hidden ones."""
    live.notes.append(Note(live.last_public(len(live.audiences)), entry.n, message))


def forget(live: LiveTable, index: int, one: bool) -> None:
    """The choice of that index, or all from it on, are gone: notes after them stay, after the last choice that is left.

    Never after a hidden choice: those who do not know of it would see the note in another place than without it.
    """
    live.forget_beats()
    for number in [number for number in live.checkpoints if number > index]:
        del live.checkpoints[number]
    for place, note in enumerate(live.notes):
        if note.after > index:
            live.notes[place] = replace(note, after=live.last_public(note.after - 1 if one else index))
