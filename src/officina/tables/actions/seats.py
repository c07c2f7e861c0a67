"""Seats before the game: sitting down, being ready, leaving, bots on free seats; the deal when everybody is ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from officina import messages as m
from officina.bots import check_bot
from officina.core.record import Record
from officina.core.text import Message
from officina.tables import tokens
from officina.tables.actions.action import Action, in_lobby
from officina.tables.errors import WrongLink
from officina.tables.storage import interface as db
from officina.tables.storage.interface import SeatRow, SnapshotRow
from officina.tables.table.clock import SeatTime
from officina.tables.table.draft import Draft
from officina.tables.table.live import HUMAN, LiveTable, dealt, dump_events, dump_position
from officina.tables.table.model import Created, clean_name

TAKEN: Final = Message("tables.error.seat_taken")
LEFT: Final = "left"
"""In the entry of somebody who has stood up."""


class Sit(Action[m.TakeSeat], operation="POST seats", form="sit", who="anybody", answer=m.SeatTaken):
    """Take a free seat. One planned for a person needs its invitation."""

    misread = TAKEN

    def why_not(self, draft: Draft, _seat: int, asked: m.TakeSeat) -> Message | None:
        why = why_not_free(draft.live, asked.seat)
        if why is None and draft.row.locked and not invited(draft.seats[asked.seat], asked):
            return Message("tables.error.locked")
        return why

    def plan(self, draft: Draft, _seat: int, asked: m.TakeSeat) -> Created:
        row = draft.live.seats[asked.seat]
        if row.kind != db.OPEN and not invited(row, asked):
            raise WrongLink
        token = tokens.new_token()
        # Where no host is left, the next one to sit down is it.
        host = not any(other.host for other in draft.seats)
        sit_down(draft, replace(row, name=clean_name(asked.name), ready=False, host=host), token)
        return Created(draft.live.id, {asked.seat: token})


class AddKey(msgspec.Struct):
    """One more device of the person on a seat, with a token of its own."""

    seat: int
    token: str


class AddKeyAction(Action[AddKey], who="anybody"):
    """From now on the seat opens with this token, too. Only for those who have shown that the seat is theirs."""

    def plan(self, draft: Draft, _seat: int, asked: AddKey) -> None:
        row = draft.seats[asked.seat]
        if row.token:
            draft.add(db.LOBBY_ENTRY, asked.seat)  # so that every process sees that the table has changed
            draft.set_seat(replace(row, token=tokens.with_key(row.token, asked.token)))


class Ready(Action[m.Ready], operation="POST ready", form="ready", limit="act", answer=m.Table, when=in_lobby):
    """Say that one is ready, or not yet. When everybody is, the game is dealt."""

    def plan(self, draft: Draft, seat: int, asked: m.Ready) -> None:
        if draft.seats[seat].ready != asked.ready:
            change_seats(draft, seat, [replace(draft.seats[seat], ready=asked.ready)])


class Rename(Action[m.Rename], operation="POST rename", form="rename", answer=m.Table):
    """Change one's name, at any time."""

    def plan(self, draft: Draft, seat: int, asked: m.Rename) -> None:
        named = replace(draft.seats[seat], name=clean_name(asked.name), former=False)
        if named != draft.seats[seat]:
            draft.add(db.RENAMED, seat, named.name)
            draft.set_seat(named)


class Leave(Action[m.Leave], operation="POST leave", form="leave", answer=m.Table, when=in_lobby):
    """Stand up before the game: the seat is open again. If it was the host's, another person becomes host."""

    def plan(self, draft: Draft, seat: int, _asked: m.Leave) -> None:
        changed = [free(draft.seats[seat])]
        heir = next((other for other in draft.seats if other.token and other.seat != seat), None)
        if draft.seats[seat].host and heir is not None:
            changed.append(replace(heir, host=True))
        change_seats(draft, seat, changed, LEFT)


class Fill(Action[m.Fill], operation="POST fill", form="fill", who="host", answer=m.Table, when=in_lobby):
    """The host puts a bot on a free seat, another bot in a bot's place, or (an empty name) opens a bot's seat."""

    misread = TAKEN

    def why_not(self, draft: Draft, _seat: int, asked: m.Fill) -> Message | None:
        return TAKEN if not 0 <= asked.seat < draft.row.players or draft.seats[asked.seat].token else None

    def plan(self, draft: Draft, _seat: int, asked: m.Fill) -> None:
        row = free(draft.seats[asked.seat])
        if asked.bot:
            check_bot(asked.bot)
            row = replace(row, kind=db.BOT, bot=asked.bot)
        change_seats(draft, asked.seat, [row])


class Close(Action[m.Close], operation="POST close", form="close", who="host", limit="close", answer=m.Table, when=in_lobby):
    """The host closes a table that has not begun; nobody can sit down any more."""

    def plan(self, draft: Draft, seat: int, _asked: m.Close) -> None:
        draft.add(db.CLOSED_ENTRY, seat)
        draft.row = replace(draft.row, state=db.CLOSED)


def change_seats(draft: Draft, seat: int, rows: Sequence[SeatRow], what: str = "") -> None:
    """Change seats of a table in the lobby, and deal if now everybody is ready."""
    draft.add(db.LOBBY_ENTRY, seat, what)
    for row in rows:
        draft.set_seat(row)
    if everybody_ready(draft.seats):
        deal(draft)


def sit_down(draft: Draft, row: SeatRow, token: str) -> None:
    """Whoever holds the token sits on the seat."""
    change_seats(draft, row.seat, [replace(row, kind=db.PERSON, token=tokens.hashed(token), invitation="")])


def deal(draft: Draft, seed: str = "") -> None:
    """Begin the game, by chance unless a seed is given. The time runs for the people who decide first."""
    live, seats = draft.live, draft.seats
    kinds = [other.bot if other.kind == db.BOT else HUMAN for other in seats]
    seed = seed or draft.chance(f"deal {live.game.name} {sorted(live.row.options.items())} {[other.name for other in seats]}")
    record = Record.start(live.game, live.row.players, seed, live.row.options, kinds)
    draft.row = dealt(draft.row, record)
    entry = draft.add(db.DEAL, events=dump_events(record.opening_events), renews=True)
    draft.set_times(draft.times_after(entry, [SeatTime() for _ in seats], record.position.to_act))
    draft.snapshot = SnapshotRow(live.id, entry.n, dump_position(record.position))


def everybody_ready(seats: Sequence[SeatRow]) -> bool:
    """Whether the game can be dealt."""
    return all(seat.kind == db.BOT or (seat.token and seat.ready) for seat in seats)


def invited(seat: SeatRow, asked: m.TakeSeat) -> bool:
    """Whether whoever asks for the seat has its invitation."""
    return tokens.matches(asked.invitation, seat.invitation)


def is_free(seat: SeatRow) -> bool:
    """Whether somebody may still sit down."""
    return seat.kind != db.BOT and not seat.token


def why_not_free(live: LiveTable, seat: int) -> Message | None:
    """Why nobody can sit down on the seat."""
    if not 0 <= seat < live.row.players:
        return Message("tables.error.no_such_seat", seat=seat + 1, last=live.row.players)
    return in_lobby(live) if is_free(live.seats[seat]) else TAKEN


def free(seat: SeatRow) -> SeatRow:
    """The seat after its occupant has left."""
    return replace(seat, kind=db.OPEN, name="", bot="", ready=False, host=False, token="", invitation="", former=False)
