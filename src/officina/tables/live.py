"""A table in memory: its seats, its record, who may know of which entry, and what the next entry would do.

Nothing here writes. A choice is *planned* on a copy of the position, stored by whoever asked for the plan, and only then
*published* here: so nobody ever sees what is not stored, and a position once handed out never changes.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import msgspec

from officina.core.errors import UndoError
from officina.core.events import EVERYBODY, Event
from officina.core.game import Game
from officina.core.position import Position, Question
from officina.core.record import BACK, UNDO, Entry, Header, Move, Record, open_record
from officina.core.text import Message
from officina.games import GAMES
from officina.tables.clock import Times, after_entry, dump_times, load_rule, load_times
from officina.tables.errors import TableError
from officina.tables.hearing import move_notes, tell_back
from officina.tables.model import BOT, CLOSED, LOBBY, OVER, PLAYING, Note, SeatInfo, TableInfo
from officina.tables.proposals import Proposals
from officina.tables.storage import (
    CHOICE,
    UNDONE,
    WENT_BACK,
    EntryRow,
    SeatRow,
    SnapshotRow,
    TableRow,
    advanced,
)
from officina.tables.talk import Talk

KEPT: Final = 64
"""So many positions before the latest choices are kept for undo; further back the game is replayed from its start."""
STRIDE: Final = 32
"""Every so many choices a position is kept for looking back."""
SNAPSHOT_EVERY: Final = 20
RECENT: Final = 64
"""So many of the latest entries are kept for whoever asks what happened; older ones are read from the log."""

SavedEvent = tuple[int, int, tuple[int, ...], int]


class Plan:
    """A choice or an undo, worked out but not yet stored: its entry, and the position that it leads to.

    ``taken_back`` is the index of the choice that is undone; going back by consent undoes all from it on.
    """

    def __init__(self, entry: EntryRow, position: Position, past: list[Position], move: Move | None, taken_back: int) -> None:
        self.entry = entry
        self.position = position
        self.past = past
        self.move = move
        self.taken_back = taken_back


class LiveTable:
    """One table. Read only for everybody but :class:`officina.tables.Tables`."""

    def __init__(self, row: TableRow, seats: Iterable[SeatRow]) -> None:
        self.row = row
        self.seats = list(seats)
        self.game = game_of(row)
        self.record: Record | None = None
        self.notes: list[Note] = []
        self.rule = load_rule(row.clock)
        self.proposals = Proposals()
        self.talk = Talk()
        self.seen: dict[int, float] = {}
        self.public = 0
        self.own = [0] * row.players
        self.asked_at = [0] * row.players
        self.audiences: list[int] = []
        self.recent: deque[EntryRow] = deque(maxlen=RECENT)
        self.past: list[Position] = []
        self.checkpoints: dict[int, Position] = {}
        self.since_snapshot = 0
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.here: dict[int | None, int] = {}
        self.elsewhere: dict[int | None, int] = {}
        self.hinted = False
        self.bot_task: asyncio.Task[None] | None = None
        self.used = time.monotonic()

    # --- what everybody may know

    @property
    def id(self) -> str:
        """The table's name."""
        return self.row.id

    @property
    def version(self) -> int:
        """How many entries the log has. Not for clients: see :meth:`version_for`."""
        return self.row.version

    @property
    def info(self) -> TableInfo:
        """The table as anybody may know it."""
        return table_info(self.row, self.seats, self.pages)

    @property
    def pages(self) -> dict[int | None, int]:
        """How many pages of each seat (None: of spectators) are open, at this process and at others."""
        return {seat: self.here.get(seat, 0) + self.elsewhere.get(seat, 0) for seat in self.here.keys() | self.elsewhere}

    @property
    def revealed(self) -> bool:
        """Whether everything may be shown to everybody: the game is over, or was imported with its seed."""
        return self.row.state == OVER or self.row.imported

    @property
    def times(self) -> Times:
        """What each seat used up of its time."""
        return load_times(self.row.times, self.row.players, self.row.waiting, self.row.updated)

    @property
    def people(self) -> list[int]:
        """The seats on which a person plays now."""
        return [seat.seat for seat in self.seats if seat.kind != BOT]

    def why_frozen(self, seat: int) -> Message | None:
        """Why the seat may not choose, whatever the game says; None if nothing of the table's own stands against it."""
        if self.row.ended:
            return Message("tables.refuse.ended")
        if self.row.paused:
            return Message("tables.refuse.paused")
        if self.seats[seat].kind == BOT:
            return Message("tables.refuse.lent")
        return None

    # --- what a seat may know (None: a spectator)

    def version_for(self, seat: int | None) -> int:
        """How many entries that viewer may know of. The whole count would tell how long others' hidden answers are."""
        return self.public + (self.own[seat] if seat is not None else 0)

    def view(self, seat: int | None) -> dict[str, Any]:
        """The table as that viewer sees it."""
        return self.playing().position.view(seat)

    def question(self, seat: int) -> Question | None:
        """What the seat may decide now, if anything (an answer that it may still replace included)."""
        if self.record is None or self.row.imported or seat not in self.record.position.may_act():
            return None
        if self.why_frozen(seat) is not None:
            return None
        return self.record.position.question(seat)

    def events(self, seat: int | None) -> list[Event]:
        """The log of the game, as far as that viewer may know it."""
        return [] if self.record is None else self.record.events(seat)

    def why_no_undo(self, seat: int) -> Message | None:
        """None if the seat may take back its last choice; otherwise why not."""
        record = self.playing()
        # The seed is public from the end on: whoever knows it must not play on.
        if record.position.over:
            return Message("kernel.refuse.over")
        return self.why_frozen(seat) or self.why_not_alone(seat)

    def why_not_alone(self, seat: int) -> Message | None:
        """As the record says it, but without a word of others' hidden answers: neither that nor by whom they were begun."""
        record = self.playing()
        position = record.position
        if position.answers and not position.drafts[seat]:
            return Message("kernel.undo.replace" if position.answers[seat] else "tables.refuse.together")
        return record.why_no_undo(seat)

    def steps(self, seat: int | None) -> list[int]:
        """After how many choices that viewer may look back: parts of others' hidden answers are no step until the end."""
        seen = [number for number, audience in enumerate(self.audiences, 1) if self.revealed or audience in (EVERYBODY, seat)]
        return [0, *seen]

    async def position_at(self, choices: int) -> Position:
        """The position after so many choices, not to be changed."""
        record = self.playing()
        wanted = max(0, min(choices, len(record.moves)))
        if wanted == len(record.moves):
            return record.position
        start = wanted - wanted % STRIDE
        while start and start not in self.checkpoints:
            start -= STRIDE
        known = self.checkpoints.get(start)
        moves = record.moves[start:wanted]
        if known is None or len(moves) > STRIDE:
            # From far back, after a restart: let others go on meanwhile.
            position, found = await asyncio.to_thread(walk, record, known, start, moves)
        else:
            position, found = walk(record, known, start, moves)
        if record is self.record and record.moves[start:wanted] == moves:
            self.checkpoints.update(found)
        return position

    # --- planning

    def playing(self) -> Record:
        """The record; TableError in the lobby."""
        if self.record is None:
            raise TableError(Message("tables.error.not_started"))
        return self.record

    def plan_choice(self, seat: int, notation: str) -> Plan:
        """What that choice would do; IllegalChoice or NotationError if it cannot be."""
        record = self.playing()
        trial = Record(record.game, record.header, record.position.clone())
        answers, to_act = trial.position.answers, trial.position.to_act
        move = trial.apply_text(seat, notation)
        # The kernel makes a new list of answers for each simultaneous question: the same list, the same question.
        same_question = bool(answers) and trial.position.answers is answers
        hidden = same_question and trial.position.to_act == to_act
        entry = EntryRow(
            table_id=self.id,
            n=self.version + 1,
            kind=CHOICE,
            seat=seat,
            at=time.time(),
            text=trial.entries[-1].choice,
            events=dump_events(move.events),
            audience=seat if hidden else EVERYBODY,
            renews=not same_question,
        )
        past = [] if move.barrier and not trial.position.answers else [*self.past[1 - KEPT :], record.position]
        return Plan(entry, trial.position, past, move, -1)

    def plan_undo(self, seat: int) -> Plan:
        """What taking back the seat's last choice would do; UndoError with the reason if it cannot."""
        record = self.playing()
        why = Message("kernel.refuse.over") if record.position.over else record.why_no_undo(seat)
        if why is not None:
            raise UndoError(why)
        drafts = record.position.drafts
        drafted = bool(drafts) and bool(drafts[seat])
        moves = record.moves
        last = len(moves) - 1
        while moves[last].seat != seat:
            last -= 1
        since = len(moves) - last
        if since <= len(self.past):
            past = self.past[: len(self.past) - since]
            position = self.past[-since].clone()
            for move in moves[last + 1 :]:
                past.append(position)
                position = position.clone()
                position.apply(move.seat, move.option)
            position.events = []
        else:
            past = []
            trial = Record(record.game, record.header, record.position)
            trial.moves = list(moves)
            trial.undo(seat)
            position = trial.position
        entry = EntryRow(
            table_id=self.id,
            n=self.version + 1,
            kind=UNDONE,
            seat=seat,
            at=time.time(),
            text=UNDO,
            audience=seat if drafted else EVERYBODY,
            renews=not drafted,
        )
        return Plan(entry, position, past, None, last)

    def plan_back(self, seat: int, kept: int) -> Plan:
        """What going back to before a choice would do, with all that came after it: only the first ``kept`` stand."""
        record = self.playing()
        since = len(record.moves) - kept
        if kept < 0 or since <= 0:
            raise UndoError(Message("kernel.undo.no_choice", n=kept, choices=len(record.moves)))
        if since <= len(self.past):
            past = self.past[: len(self.past) - since]
            position = self.past[-since].clone()
        else:
            past = []
            start = max((number for number in self.checkpoints if number <= kept), default=0)
            known = self.checkpoints.get(start)
            position = walk(record, known, start, record.moves[start:kept])[0].clone()
        position.events = []
        entry = EntryRow(self.id, self.version + 1, WENT_BACK, seat, time.time(), str(kept), renews=True)
        return Plan(entry, position, past, None, kept)

    def snapshot_after(self, plan: Plan, due: bool = False) -> SnapshotRow | None:
        """A snapshot to be stored with the plan, when one is due."""
        if not due and self.since_snapshot + 1 < SNAPSHOT_EVERY and not plan.position.over:
            return None
        return SnapshotRow(self.id, plan.entry.n, dump_position(plan.position))

    def row_after(self, plan: Plan) -> TableRow:
        """The table's row once the plan is stored."""
        position = plan.position
        return replace(
            advanced(self.row, plan.entry),
            state=OVER if position.over else PLAYING,
            waiting=position.to_act,
            times=self.times_after(plan),
        )

    def times_after(self, plan: Plan) -> str:
        """What each seat used up of its time, once the plan is stored. A hidden answer leaves no trace there."""
        entry = plan.entry
        if entry.audience != EVERYBODY:
            return self.row.times
        times = after_entry(
            self.rule,
            self.times,
            n=entry.n,
            at=entry.at,
            waiting=plan.position.to_act,
            mover=entry.seat,
            forward=plan.move is not None,
            runs=lambda seat: self.seats[seat].kind != BOT,
        )
        return dump_times(times)

    # --- publishing

    def publish(self, plan: Plan) -> None:
        """The plan is stored: show it."""
        record = self.playing()
        record.position = plan.position
        self.past = plan.past
        if plan.move is not None:
            self.add_move(plan.move, plan.entry)
        elif plan.entry.kind == WENT_BACK:
            self.cut(plan.taken_back, plan.entry)
        else:
            self.take_back(plan.taken_back, plan.entry)
        if len(record.moves) % STRIDE == 0:
            self.checkpoints[len(record.moves)] = plan.position
        self.count(plan.entry)
        self.since_snapshot += 1

    def add_move(self, move: Move, entry: EntryRow) -> None:
        """One more choice in the record."""
        record = self.playing()
        record.moves.append(move)
        record.entries.append(Entry(entry.seat, entry.text))
        self.audiences.append(entry.audience)

    def take_back(self, index: int, entry: EntryRow) -> None:
        """One choice less; the record keeps both it and its undo."""
        record = self.playing()
        del record.moves[index]
        del self.audiences[index]
        record.entries.append(Entry(entry.seat, UNDO))
        self.forget(index)
        move_notes(self, index, one=True)
        self.proposals.taken_back(index)

    def cut(self, kept: int, entry: EntryRow) -> None:
        """By consent, only so many choices stand; the record keeps them all and the return."""
        record = self.playing()
        step = self.audiences[: kept + 1].count(EVERYBODY)
        del record.moves[kept:]
        del self.audiences[kept:]
        record.entries.append(Entry(entry.seat, f"{BACK} {kept}"))
        self.forget(kept)
        move_notes(self, kept, one=False)
        tell_back(self, entry, step)

    def forget(self, index: int) -> None:
        """Positions after the choice of that index are no longer what was played."""
        for number in [number for number in self.checkpoints if number > index]:
            del self.checkpoints[number]

    def count(self, entry: EntryRow) -> None:
        """Who knows of the entry, and whose question is another one since."""
        self.recent.append(entry)
        if entry.audience == EVERYBODY:
            self.public += 1
        else:
            self.own[entry.audience] += 1
        for seat in range(self.row.players):
            if entry.renews or (seat == entry.seat and entry.kind in (CHOICE, UNDONE)):
                self.asked_at[seat] = self.version_for(seat)

    def start(self, record: Record, entry: EntryRow) -> None:
        """The game is dealt."""
        self.record = record
        self.since_snapshot = 0
        self.count(entry)

    def wake(self) -> None:
        """Tell everybody who waits that something changed."""
        for watcher in self.watchers:
            watcher.set()

    # --- bots

    def bot_to_move(self) -> int | None:
        """A bot's seat that has to decide now."""
        if self.record is None or self.row.state != PLAYING or self.row.imported or self.row.paused:
            return None
        return next((seat for seat in self.record.position.to_act if self.seats[seat].kind == BOT), None)


def walk(record: Record, known: Position | None, start: int, moves: list[Move]) -> tuple[Position, dict[int, Position]]:
    """Play moves from a known position (None: from the deal) on; the positions on the way that are worth keeping."""
    found: dict[int, Position] = {}
    if known is None:
        known = open_record(record.game, record.header).position
        found[0] = known
    position = known
    for number, move in enumerate(moves, start + 1):
        position = position.clone()
        position.apply(move.seat, move.option)
        if number % STRIDE == 0:
            found[number] = position
    return position, found


def game_of(row: TableRow) -> Game:
    """The game that plays by the table's pinned rules."""
    game = GAMES[row.game]
    if row.state not in (LOBBY, CLOSED) and game.rules_version != row.rules_version:
        raise TableError(Message("kernel.save.rules_version", found=row.rules_version, wanted=game.rules_version))
    return game


def table_info(row: TableRow, seats: Iterable[SeatRow], pages: dict[int | None, int], mine: int | None = None) -> TableInfo:
    """What everybody may know of a table."""
    revealed = bool(row.header) and (row.state == OVER or row.imported)
    return TableInfo(
        id=row.id,
        game=row.game,
        players=row.players,
        options=dict(row.options),
        seats=tuple(
            SeatInfo(
                seat=seat.seat,
                kind=seat.kind,
                name=seat.name,
                bot=seat.bot,
                ready=seat.ready,
                taken=bool(seat.token) or seat.kind == BOT,
                host=seat.host,
                connected=pages.get(seat.seat, 0),
                lent=seat.kind == BOT and bool(seat.token),
            )
            for seat in seats
        ),
        state=row.state,
        version=row.public,
        rules_version=row.rules_version,
        commitment=row.commitment,
        seed=msgspec.json.decode(row.header, type=Header).seed if revealed else None,
        waiting=row.waiting,
        created=row.created,
        updated=row.updated,
        imported=row.imported,
        rematch=row.rematch,
        spectators=pages.get(None, 0),
        mine=mine,
        paused=row.paused,
        ended=row.ended,
        began=tuple(time.began for time in load_times(row.times, row.players, row.waiting, row.updated)),
    )


def dump_events(events: list[Event]) -> str:
    """Events as JSON."""
    return msgspec.json.encode([event.key() for event in events]).decode()


def load_events(text: str) -> list[Event]:
    """Events from JSON."""
    return [Event(*saved) for saved in msgspec.json.decode(text, type=list[SavedEvent])]


def dump_position(position: Position) -> str:
    """A position as JSON."""
    return msgspec.json.encode(position.to_json()).decode()
