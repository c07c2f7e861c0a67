"""Record: a played game. Header, choices in notation, trailer; one file for saving, resuming, replaying and verifying.

The file is JSON lines: a header, one line a choice (``[seat, "program attack 3"]``), an undo (``[seat, "undo"]``) or a return
that everybody agreed to (``[seat, "back 17"]``: only the first 17 choices stand), and a trailer with the number of entries, a
digest of all lines before it and, after the end, scores, winners and (since 0.3) places. A file without its trailer was cut
off. Forced decisions are not written: the kernel takes them again.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from officina.core import own_box
from officina.core.errors import (
    ComponentsError,
    DeadEnd,
    IllegalChoice,
    NotationError,
    OptionError,
    RecordError,
    SaveError,
    UndoError,
)
from officina.core.events import Event
from officina.core.game import Game
from officina.core.own_box import BoxError, game_with, read_own_box
from officina.core.position import Frame, Position
from officina.core.rng import FAST, KEYED, commitment
from officina.core.saves import digest
from officina.core.text import Message, numbered_seat

FORMAT: Final = 1
MOST_BYTES: Final = 16 * 1024 * 1024
MOST_CHOICE: Final = 300
MOST_START: Final = 500_000
"""Characters of a position that a record may begin with; those of our games have some 10,000."""
"""Letters of a choice in notation."""
MOST_BOX: Final = own_box.MOST_BYTES
MOST_SEATS: Final = 16
MOST_NUMBER: Final = 2**31 - 1
UNDO: Final = "undo"
BACK: Final = "back"


Stream = Literal["fast", "keyed"]
Word = Annotated[str, Meta(max_length=80)]
Text = Annotated[str, Meta(max_length=1000)]
Number = Annotated[int, Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]
Numbers = Annotated[list[Number], Meta(max_length=MOST_SEATS)]
"""What a record is made of: it comes from outside, so everything in it has bounds."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a record. ``chance`` is the kind of stream that its game draws from; records of 0.2 do not say it.

    A game that did not begin with a deal has the position that it began from, with its chance, instead of a seed; what is
    promised is that position's digest. ``start`` is that position as JSON text: a record comes from outside, and its length has
    a bound. ``names`` (since 0.3): what the players were called, empty where nobody said it. ``box`` (since 0.3): the owner's
    box that was played with, as JSON text (``core/own_box.py``), so that the record can be replayed anywhere.
    """

    officina: Number
    game: Word
    rules_version: Number
    components: Word
    players: Number
    options: Annotated[dict[Word, Number | Text], Meta(max_length=100)]
    commitment: Word
    seed: Text | None = None
    seats: Annotated[list[Word], Meta(max_length=MOST_SEATS)] = []
    chance: Stream = FAST
    start: Annotated[str, Meta(max_length=MOST_START)] | None = None
    names: Annotated[list[Word], Meta(max_length=MOST_SEATS)] = []
    box: Annotated[str, Meta(max_length=MOST_BOX)] | None = None


class Trailer(msgspec.Struct, forbid_unknown_fields=True):
    """The last line of a record."""

    entries: Number
    digest: Word
    over: bool
    scores: Numbers | None = None
    winners: Numbers | None = None
    places: Numbers | None = None


class Entry(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """One line in between: a seat's choice in notation, ``undo``, or ``back`` with the number of choices that stand."""

    seat: Number
    choice: Annotated[str, Meta(max_length=MOST_CHOICE)]


class Move:
    """One applied choice with what it told.

    ``barrier``: it told something that cannot be untold. ``hidden``: nobody else could notice it, because it is a part of a
    simultaneous answer, or a secret choice after which the same seat goes on deciding. ``frames``: its beats, of a record that
    is watched; never stored.
    """

    def __init__(
        self,
        seat: int,
        kind: int,
        option: int,
        events: list[Event],
        barrier: bool,
        hidden: bool = False,
        frames: list[Frame] | None = None,
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.option = option
        self.events = events
        self.barrier = barrier
        self.hidden = hidden
        self.frames = frames if frames is not None else []


class Record:
    """A game being played: the position, every choice that led to it, and what may be taken back."""

    def __init__(self, game: Game, header: Header, position: Position) -> None:
        self.game = game
        self.header = header
        self.position = position
        self.entries: list[Entry] = []
        self.moves: list[Move] = []
        self.watched = False
        """Whether moves keep the frames of their beats."""
        self.opening_events = _drain(position)

    # --- playing

    @staticmethod
    def start(
        game: Game,
        players: int,
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        seats: list[str] | None = None,
        *,
        chance: Stream = KEYED,
    ) -> Record:
        """A new game; without a seed, a secret one that nobody can guess is drawn. ``seats`` says who sits where.

        ``chance`` is as in :meth:`Game.start`.
        """
        secret = secrets.token_hex(16) if seed is None else str(seed)
        position = game.start(players, secret, options, listen=True, chance=chance)
        header = Header(
            officina=FORMAT,
            game=game.name,
            rules_version=game.rules_version,
            components=game.components_digest,
            players=players,
            options=dict(position.table_options),
            commitment=commitment(secret),
            seed=secret,
            seats=list(seats or []),
            chance=chance,
            box=box_text(game),
        )
        return Record(game, header, position)

    @staticmethod
    def start_from(position: Position, seats: list[str] | None = None) -> Record:
        """A game that begins with a position set by hand, or with any other; the record carries it from now on."""
        game, start = position.game, position.to_json()
        header = Header(
            officina=FORMAT,
            game=game.name,
            rules_version=game.rules_version,
            components=game.components_digest,
            players=position.seats,
            options=dict(position.table_options),
            commitment=commitment(start["digest"]),
            seats=list(seats or []),
            chance=KEYED if position.rng.keyed else FAST,
            start=json.dumps(start),
            box=box_text(game),
        )
        return Record(game, header, first_position(game, header))

    def apply(self, seat: int, option: int) -> Move:
        """Take a decision; IllegalChoice leaves everything as it was."""
        position = self.position
        kind, answers, to_act = position.kind(seat), position.answers, position.to_act
        if self.watched:
            position.frames = []
        position.apply(seat, option)
        frames, position.frames = position.frames, None
        events = _drain(position)
        if answers:  # the kernel makes a new list for each simultaneous question: the same list, the same question
            hidden = position.answers is answers and position.to_act == to_act
        else:
            hidden = self.game.vocabulary.kind(kind).secret and not position.answers and position.to_act == to_act
            hidden = hidden and all(event.audience == seat for event in events)
        barrier = any(self.game.event_kinds[event.code].barrier for event in events)
        move = Move(seat, kind, option, events, barrier, hidden, frames)
        self.moves.append(move)
        self.entries.append(Entry(seat, self.game.vocabulary.text(kind, option)))
        return move

    def apply_text(self, seat: int, text: str) -> Move:
        """Take a decision given in notation."""
        return self.apply(seat, self.position.option_of(seat, text))

    def events(self, seat: int | None) -> list[Event]:
        """The whole log, as far as the seat (None: a spectator) may know it."""
        told = list(self.opening_events)
        for move in self.moves:
            told += move.events
        return [event for event in told if event.seen_by(seat)]

    # --- undo

    def why_no_undo(self, seat: int) -> Message | None:
        """None if the seat may take back its last choice; otherwise why not: another seat decided, a barrier, the end."""
        why = self.why_not_last(seat)
        if why is not None or self.has_draft(seat):
            return why
        if self.position.over:
            return Message("kernel.refuse.over")
        return Message("kernel.undo.barrier") if self.moves[self.last_choice(seat)].barrier else None

    def why_not_last(self, seat: int) -> Message | None:
        """Why the last choice that anybody could notice is not the seat's; None if it is. Hidden ones tell nothing here."""
        if self.has_draft(seat):
            return None
        if self.position.answers and 0 <= seat < len(self.position.answers) and self.position.answers[seat]:
            return Message("kernel.undo.replace")
        last = next((move for move in reversed(self.moves) if move.seat == seat or not move.hidden), None)
        if last is None:
            return Message("kernel.undo.nothing")
        return None if last.seat == seat else Message("kernel.undo.other_seat", who=numbered_seat(last.seat))

    def undo(self, seat: int) -> None:
        """Take back the seat's last choice; UndoError if a reveal, a draw, the end or another seat stands in between."""
        why = self.why_no_undo(seat)
        if why is not None:
            raise UndoError(why)
        self.take_back(seat)

    def take_back(self, seat: int) -> None:
        """As :meth:`undo`, whatever was revealed meanwhile: earlier versions saw fewer barriers, and their records load."""
        kept = self.kept_moves(seat)
        self.position = self.position_after(kept)
        self.moves = kept
        self.entries.append(Entry(seat, UNDO))

    def go_back(self, seat: int, kept: int) -> None:
        """As everybody agreed: only the first ``kept`` choices stand. What was revealed stays known, chance falls as before."""
        self.check_kept(kept)
        self.position = self.position_after(self.moves[:kept])
        del self.moves[kept:]
        self.entries.append(Entry(seat, f"{BACK} {kept}"))

    def kept_moves(self, seat: int) -> list[Move]:
        """The choices that stand when the seat's last one goes; UndoError if another seat's stands in between.

        Others' simultaneous answers, given since the seat began its own, stay. What others have begun in secret on top of the
        choice goes with it.
        """
        why = self.why_not_last(seat)
        if why is not None:
            raise UndoError(why)
        last = self.last_choice(seat)
        return self.moves[:last] + (self.moves[last + 1 :] if self.has_draft(seat) else [])

    def last_choice(self, seat: int) -> int:
        """The index of the seat's last choice."""
        return max(index for index, move in enumerate(self.moves) if move.seat == seat)

    def check_kept(self, kept: int) -> None:
        """UndoError unless there are more choices than those that shall stand."""
        if not 0 <= kept < len(self.moves):
            raise UndoError(Message("kernel.undo.no_choice", n=kept, choices=len(self.moves)))

    def position_after(
        self, moves: list[Move], known: Position | None = None, passed: list[Position] | None = None
    ) -> Position:
        """The position that the moves lead to from a known one (None: from the deal), which itself does not change.

        The positions before each of the moves are appended to ``passed``.
        """
        if known is None:
            position = first_position(self.game, self.header)
            position.events = None
        else:
            position = known.clone()
        for move in moves:
            if passed is not None:
                passed.append(position)
                position = position.clone()
            position.apply(move.seat, move.option)
        position.events = []
        return position

    def has_draft(self, seat: int) -> bool:
        """A simultaneous answer that the seat has begun but not completed: nobody has seen it, so it can go."""
        drafts = self.position.drafts
        return bool(drafts) and 0 <= seat < len(drafts) and bool(drafts[seat])

    # --- files

    def dump(self, *, with_seed: bool = True, names: Sequence[str] = ()) -> str:
        """The record as text. Without the seed (or the start) it can be shown but not replayed until that is given.

        ``names``: what the players are called, to be kept with it.
        """
        header = self.header if with_seed else msgspec.structs.replace(self.header, seed=None, start=None)
        if any(names):
            header = msgspec.structs.replace(header, names=list(names))
        lines = [_header_line(header), *(_line(entry) for entry in self.entries)]
        position = self.position
        trailer = Trailer(
            entries=len(self.entries),
            digest=_digest(lines),
            over=position.over,
            scores=position.scores() if position.over else None,
            winners=position.winners() if position.over else None,
            places=[found.place for found in position.places()] if position.over else None,
        )
        return "\n".join([*lines, _line(trailer)]) + "\n"

    def save(self, path: Path) -> None:
        """Write the file so that a crash at any moment leaves either the old or the new one, whole."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                file.write(self.dump())
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)

    @staticmethod
    def load(text: str | bytes, find_game: Callable[[str], Game]) -> Record:
        """A record from its text, replayed to its end; RecordError says what is wrong and where."""
        header, entries, trailer = read_lines(text)
        record = open_record(played_game(find_game(header.game), header), header)
        for number, entry in enumerate(entries, 1):
            record.replay(number, entry)
        record.check_trailer(trailer)
        return record

    def replay(self, number: int, entry: Entry) -> None:
        """Apply one line of a record; RecordError names the line if it cannot be."""
        try:
            kept = choices_kept(entry.choice)
            if entry.choice == UNDO:
                self.take_back(entry.seat)
            elif kept is not None:
                self.go_back(entry.seat, kept)
            else:
                self.apply_text(entry.seat, entry.choice)
        except (IllegalChoice, NotationError, UndoError) as error:
            raise RecordError(Message("kernel.record.move", n=number, choice=entry.choice[:60], why=error.message)) from None
        except (ArithmeticError, AssertionError, DeadEnd, LookupError, TypeError, ValueError) as error:
            if self.header.start is None:
                raise
            raise RecordError(Message("kernel.save.impossible")) from error  # no rule leads to where the record starts

    def check_trailer(self, trailer: Trailer) -> None:
        """RecordError if the game did not come out as the record says."""
        over = self.position.over
        if trailer.over != over:
            raise RecordError(Message("kernel.record.over"))
        if over and (trailer.scores != self.position.scores() or trailer.winners != self.position.winners()):
            found = tuple(self.position.scores())
            raise RecordError(Message("kernel.record.scores", said=tuple(trailer.scores or ()), found=found))
        places = [place.place for place in self.position.places()]
        if trailer.places is not None and trailer.places != places:
            raise RecordError(Message("kernel.record.places", said=tuple(trailer.places), found=tuple(places)))


def box_text(game: Game) -> str | None:
    """The owner's box that a game is played with, as a header carries it."""
    return None if game.own_box is None else game.own_box.text()


def played_game(game: Game, header: Header) -> Game:
    """The game with the box that the record carries, if it does; RecordError if that box does not add up."""
    if header.box is None:
        return game
    try:
        return game_with(game, read_own_box(header.box))
    except (BoxError, ComponentsError, OptionError) as error:
        raise RecordError(error.message) from None


def open_record(game: Game, header: Header) -> Record:
    """The record's game at its first decision; RecordError if this program cannot play it, or the seed is another one."""
    if header.rules_version != game.rules_version:
        raise RecordError(Message("kernel.save.rules_version", found=header.rules_version, wanted=game.rules_version))
    if header.components != game.components_digest:
        raise RecordError(Message("kernel.save.components"))
    secret = header.seed if header.start is None else digest(start_of(header))
    if secret is not None and commitment(secret) != header.commitment:
        raise RecordError(Message("kernel.record.wrong_seed"))
    return Record(game, header, first_position(game, header))


def start_of(header: Header) -> dict[str, Any]:
    """The position that a record carries, as data; RecordError if it is none."""
    try:
        found = json.loads(header.start or "")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RecordError(Message("kernel.record.start"))
    return found


def first_position(game: Game, header: Header) -> Position:
    """The position that a record begins with, listening; RecordError if there is none."""
    try:
        if header.start is not None:
            position = game.from_json(start_of(header))
            if (position.seats, position.table_options) != (header.players, header.options):
                raise RecordError(Message("kernel.record.start"))
            position.listen()
            return position
        if header.seed is None:
            raise RecordError(Message("kernel.record.no_seed"))
        return game.start(header.players, header.seed, header.options, listen=True, chance=header.chance)
    except (OptionError, SaveError) as error:
        raise RecordError(error.message) from None


def read_lines(text: str | bytes) -> tuple[Header, list[Entry], Trailer]:
    """The parts of a record's text, checked for shape, completeness and digest, but not yet replayed."""
    if len(text) > MOST_BYTES:
        raise RecordError(Message("kernel.record.size", most=MOST_BYTES // 1024 // 1024))
    try:
        whole = text.decode("utf-8") if isinstance(text, bytes) else text
    except UnicodeDecodeError:
        raise RecordError(Message("kernel.record.not_one")) from None
    lines = whole.split("\n")
    if not lines[0].strip():
        raise RecordError(Message("kernel.record.not_one"))
    header: Header = _read(lines[0], Header, 1)
    if header.officina != FORMAT:
        raise RecordError(Message("kernel.record.format", found=header.officina, wanted=FORMAT))
    if lines[-1] or len(lines) < 3 or not lines[-2].startswith("{"):
        raise RecordError(Message("kernel.record.truncated", n=max(0, len(lines) - 1)))
    body = lines[1:-2]
    trailer: Trailer = _read(lines[-2], Trailer, len(lines) - 1)
    if trailer.entries != len(body):
        raise RecordError(Message("kernel.record.entries", said=trailer.entries, found=len(body)))
    entries: list[Entry] = [_read(line, Entry, number) for number, line in enumerate(body, 2)]
    if trailer.digest != _digest(lines[:-2]):
        raise RecordError(Message("kernel.record.digest"))
    return header, entries, trailer


def choices_kept(choice: str) -> int | None:
    """How many choices stand after a line ``back 17``; None for every other line."""
    word, _, number = choice.partition(" ")
    return int(number) if word == BACK and number.isdecimal() and len(number) < 10 else None


def _read(line: str, type_: Any, number: int) -> Any:
    try:
        return msgspec.json.decode(line, type=type_)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        if number == 1:
            raise RecordError(Message("kernel.record.not_one")) from None
        detail = " ".join(str(error).split())[:160]
        raise RecordError(Message("kernel.record.line", n=number, detail=detail)) from None


def _header_line(header: Header) -> str:
    """The first line; what 0.2 did not know is left out where it says nothing, so that its records stay as they are."""
    said = msgspec.to_builtins(header)
    nothings: dict[str, object] = {"chance": FAST, "start": None, "names": [], "box": None}
    for name, nothing in nothings.items():
        if said[name] == nothing:
            del said[name]
    return json.dumps(said, ensure_ascii=False)


def _line(item: msgspec.Struct) -> str:
    return json.dumps(msgspec.to_builtins(item), ensure_ascii=False)


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _drain(position: Position) -> list[Event]:
    events = position.events or []
    position.events = []
    return events
