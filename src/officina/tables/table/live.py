"""A table in memory: its seats, its record, and who may know of which entry.

For reading. What its log says changes it in ``entries.py`` alone, once it is stored: so nobody ever sees what is not stored,
and a position once handed out never changes.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import msgspec

from officina.core.events import EVERYBODY, Event
from officina.core.game import Game
from officina.core.lessons import Guide
from officina.core.own_box import game_with, read_own_box
from officina.core.position import Frame, Position, Question
from officina.core.record import Header, Move, Record
from officina.core.text import Message
from officina.games import GAMES
from officina.messages import Table, TableSeat
from officina.tables.effort import aside, in_turn
from officina.tables.errors import TableError
from officina.tables.storage.interface import BOT, CLOSED, LOBBY, OVER, PLAYING, EntryRow, SeatRow, TableRow, as_text
from officina.tables.table.clock import Times, load_rule, load_times
from officina.tables.table.model import Note, TableInfo
from officina.tables.table.proposals import Proposals
from officina.tables.table.talk import Talk

STRIDE: Final = 32
"""A checkpoint for looking back is kept every this many choices, at first."""
MOST_CHECKPOINTS: Final = 128
RECENT: Final = 64
"""The number of latest entries kept in memory for clients that catch up; older ones are read from the log."""

HUMAN: Final = "human"
"""A person's seat in a record's header."""

MOST_PAUSE: Final = 64
"""A bot that was replaced is tried again after at most this many decisions of its substitute."""

MOST_FRAMES: Final = 64
"""Frames of the latest choices kept in memory, for pages that show them one after the other."""

SavedEvent = tuple[int, int, tuple[int, ...], int]


class Trial:
    """When a bot that was replaced is tried again: after a decision of its substitute, then after 4 more, 16, ..."""

    def __init__(self) -> None:
        self.pause = self.left = 1

    def decided(self) -> None:
        """The substitute has decided once more."""
        self.left -= 1

    def failed(self) -> None:
        """It failed again."""
        self.pause = min(4 * self.pause, MOST_PAUSE)
        self.left = self.pause


class Beats:
    """The beats of one choice: frames to be looked at, and after how many entries everybody may know of them.

    ``place`` counts the choices before it that everybody knows of: hidden ones have no beats, and move nobody's. ``forced``:
    after so many events the game went on by itself for the mover, who had only one option left; -1 if it did not.
    """

    def __init__(self, mover: int, frames: list[Frame], place: int, public: int, own: Sequence[int], forced: int = -1) -> None:
        self.mover = mover
        self.frames = frames
        self.place = place
        self.public = public
        self.own = tuple(own)
        self.forced = forced

    def version_for(self, seat: int | None) -> int:
        """The version that the choice made for that viewer."""
        return self.public + (self.own[seat] if seat is not None else 0)

    def seen_by(self, seat: int | None) -> list[Frame]:
        """Those of the frames that the viewer may see."""
        return [frame for frame in self.frames if frame.event.seen_by(seat)]


class LiveTable:
    """One table. ``entries.py`` alone changes what is stored of it, under its lock; for everybody else it is read-only.

    Who has it open, and who waits for it, is this process's own and not stored: the registry keeps that up to date.
    """

    def __init__(self, row: TableRow, seats: Iterable[SeatRow]) -> None:
        self.row = row
        self.seats = list(seats)
        self.game = game_of(row)
        self.record: Record | None = None
        self.notes: list[Note] = []
        self.rule = load_rule(row.clock)
        self.proposals = Proposals()
        self.talk = Talk()
        self.displaced: dict[int, list[str]] = {}
        self.rematch_wanted: set[int] = set()
        self.guide: Guide | None = None
        self.removals: dict[int, int] = {}
        self.offers: dict[int, EntryRow] = {}
        self.untold: dict[int, list[Message]] = {}
        self.seen: dict[int, float] = {}
        self.together = 0.0
        self.public = 0
        self.own = [0] * row.players
        self.asked_at = [0] * row.players
        self.audiences: list[int] = []
        self.recent: deque[EntryRow] = deque(maxlen=RECENT)
        self.past: list[Position] = []
        self.beats: list[Beats] = []
        self.checkpoints: dict[int, Position] = {}
        self.stride = STRIDE
        self.replaying = asyncio.Lock()
        self.since_snapshot = 0
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.here: dict[int | None, int] = {}
        self.elsewhere: dict[int | None, int] = {}
        self.hinted = False
        self.bot_task: asyncio.Task[None] | None = None
        self.trials: dict[int, Trial] = {}
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

    def record_text(self) -> str:
        """The record as text, with the names of those who sit here now: whoever erased theirs is not named."""
        return self.playing().dump(names=[seat.name for seat in self.seats])

    @property
    def times(self) -> Times:
        """What each seat used up of its time."""
        return load_times(self.row.times, self.row.players, self.row.waiting, self.row.updated)

    @property
    def people(self) -> list[int]:
        """The seats on which a person plays now."""
        return [seat.seat for seat in self.seats if seat.kind != BOT]

    def why_frozen(self, seat: int) -> Message | None:
        """Why the seat may not choose for reasons of the table (paused, ended, played by a bot); None if there is none."""
        if self.row.ended:
            return Message("tables.refuse.ended")
        if self.row.paused:
            return Message("tables.refuse.paused")
        if self.seats[seat].kind == BOT:
            return Message("tables.refuse.lent")
        return None

    # --- what a seat may know (None: a spectator)

    def version_for(self, seat: int | None) -> int:
        """How many entries that viewer may know of. The total would reveal the length of others' hidden answers."""
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
        return self.why_frozen(seat) or record.why_no_undo(seat)

    @property
    def steps(self) -> int:
        """How many choices everybody could notice. Steps are numbered by these alone, for everybody and for ever.

        The number of a choice in the record counts parts of hidden answers, too: no viewer may be given it.
        """
        return self.audiences.count(EVERYBODY)

    def choices_at(self, step: int) -> int:
        """After how many choices (hidden ones included) that step stands. Not for clients."""
        public = [number for number, audience in enumerate(self.audiences, 1) if audience == EVERYBODY]
        return public[step - 1] if 0 < step <= len(public) else 0

    def last_public(self, choices: int) -> int:
        """The number of the last choice that everybody could notice among the first so many; 0 if there is none."""
        while choices and self.audiences[choices - 1] != EVERYBODY:
            choices -= 1
        return choices

    async def position_at(self, choices: int) -> Position:
        """The position after that many choices; read-only."""
        record = self.playing()
        wanted = max(0, min(choices, len(record.moves)))
        if wanted == len(record.moves):
            return record.position
        start, known = self.known_position(wanted)
        if wanted - start <= STRIDE:
            return record.position_after(record.moves[start:wanted], known)
        # Many moves to replay, after a restart: in a thread, not to block the event loop; and whoever asks next finds them.
        async with in_turn(), self.replaying:
            start, known = self.known_position(wanted)
            moves, passed = record.moves[start:wanted], dict[int, Position]()
            position = await aside(partial(replayed, record, moves, start, known, passed, self.stride))
            if record is self.record and record.moves[start:wanted] == moves:
                for number, found in passed.items():
                    self.keep_checkpoint(number, found)
        return position

    def keep_checkpoint(self, choices: int, position: Position) -> None:
        """Keep a position for looking back. In a long game they stand further apart: their number is bounded."""
        if choices % self.stride == 0:
            self.checkpoints[choices] = position
        while len(self.checkpoints) > MOST_CHECKPOINTS:
            self.stride *= 2
            self.checkpoints = {number: found for number, found in self.checkpoints.items() if number % self.stride == 0}

    def keep_beats(self, beats: Beats) -> None:
        """Keep the frames of one more choice; the oldest ones are let go."""
        self.beats.append(beats)
        while len(self.beats) > 1 and sum(len(kept.frames) for kept in self.beats) > MOST_FRAMES:
            del self.beats[0]

    def forget_beats(self) -> None:
        """Of choices that are no more, there is nothing to be looked at; the others' stay."""
        known = self.audiences.count(EVERYBODY)
        self.beats = [beats for beats in self.beats if beats.place < known]

    def beats_since(self, seat: int | None, version: int) -> list[Beats]:
        """The beats that are kept of choices after that version of the viewer."""
        return [beats for beats in self.beats if beats.version_for(seat) > version]

    def known_position(self, choices: int) -> tuple[int, Position | None]:
        """The latest position in memory after at most that many choices, and after how many; (0, None): only the deal is."""
        since = len(self.playing().moves) - choices
        if 0 < since <= len(self.past):
            return choices, self.past[-since]
        start = max((number for number in self.checkpoints if number <= choices), default=0)
        return start, self.checkpoints.get(start)

    def playing(self) -> Record:
        """The record; TableError in the lobby."""
        if self.record is None:
            raise TableError(Message("tables.error.not_started"))
        return self.record

    def wake(self) -> None:
        """Wake everybody who watches the table."""
        for watcher in self.watchers:
            watcher.set()

    # --- bots

    def bot_to_move(self) -> int | None:
        """A bot's seat that has to decide now."""
        if self.record is None or self.row.state != PLAYING or self.row.imported or self.row.paused:
            return None
        return next((seat for seat in self.record.position.to_act if self.seats[seat].kind == BOT), None)


def replayed(
    record: Record, moves: list[Move], start: int, known: Position | None, passed: dict[int, Position], stride: int
) -> Position:
    """The position after those moves; the positions on the way, ``stride`` choices apart, are put into ``passed``."""
    position, done = known, 0
    while done < len(moves) or position is None:
        upto = min(len(moves), done + stride - (start + done) % stride)
        position = record.position_after(moves[done:upto], position)
        done = upto
        if done < len(moves):
            passed[start + done] = position
    return position


def game_of(row: TableRow) -> Game:
    """The game that plays by the table's pinned rules."""
    game = game_played(row.game, row.box)
    if row.state not in (LOBBY, CLOSED) and game.rules_version != row.rules_version:
        raise TableError(Message("kernel.save.rules_version", found=row.rules_version, wanted=game.rules_version))
    return game


def game_played(name: str, box: str) -> Game:
    """The game of that name with an owner's box, as a row carries it; ours if that is empty."""
    return game_with(GAMES[name], read_own_box(box)) if box else GAMES[name]


def table_info(row: TableRow, seats: Iterable[SeatRow], pages: dict[int | None, int], mine: int | None = None) -> TableInfo:
    """What everybody may know of a table."""
    revealed = bool(row.header) and (row.state == OVER or row.imported)
    known = {name: getattr(row, name) for name in Table.__struct_fields__ if hasattr(row, name)}
    changed = {
        "version": row.public,
        "options": dict(row.options),
        "waiting": list(row.waiting),
        "seats": [seat_info(seat) for seat in seats],
        "seat": mine,
        "box": read_own_box(row.box).name if row.box else "",
        "seed": msgspec.json.decode(row.header, type=Header).seed if revealed else None,
        "pages": pages,
        "began": tuple(time.began for time in load_times(row.times, row.players, row.waiting, row.updated)),
    }
    return TableInfo(**{**known, **changed})


def seat_info(seat: SeatRow) -> TableSeat:
    """What everybody may know of a seat. A person's or open seat is ``taken`` once somebody sits there."""
    bot, held = seat.kind == BOT, bool(seat.token)
    told = TableSeat(seat.seat, seat.kind, seat.name, seat.bot, seat.ready, held or bot, seat.host)
    return msgspec.structs.replace(told, lent=held and bot, former=seat.former)


def dealt(row: TableRow, record: Record) -> TableRow:
    """The row of a table on which the record's game is played."""
    return replace(
        row,
        state=OVER if record.position.over else PLAYING,
        rules_version=record.header.rules_version,
        header=as_text(record.header),
        commitment=record.header.commitment,
        waiting=record.position.to_act,
    )


def dump_events(events: list[Event]) -> str:
    """Events as JSON."""
    return as_text([event.key() for event in events])


def load_events(text: str) -> list[Event]:
    """Events from JSON."""
    return [Event(*saved) for saved in msgspec.json.decode(text, type=list[SavedEvent])]


def dump_position(position: Position) -> str:
    """A position as JSON."""
    return as_text(position.to_json())
