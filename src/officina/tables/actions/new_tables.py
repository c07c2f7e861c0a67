"""New tables: the one that somebody opens, the invitations to its seats, and the rematch of a finished one."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from officina import messages as m
from officina.bots import check_bot
from officina.core.game import Game, OptionValue
from officina.core.record import box_text
from officina.core.text import Message
from officina.tables import tokens
from officina.tables.actions.action import Action, Do, Result
from officina.tables.actions.seats import change_seats, everybody_ready, is_free, sit_down, why_not_free
from officina.tables.errors import TableError
from officina.tables.registry import Registry
from officina.tables.storage.interface import (
    BOT,
    LOBBY,
    LOBBY_ENTRY,
    OPEN,
    OVER,
    PERSON,
    REMATCH,
    Change,
    SeatRow,
    TableRow,
    as_text,
)
from officina.tables.table.clock import ClockRule
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.model import Created, clean_name


def new_table(
    game: Game,
    options: dict[str, OptionValue],
    plans: Sequence[m.PlannedSeat],
    clock: ClockRule,
    token: str,
    host: int | None = None,
    club: bool = False,
) -> Change:
    """A table whose host holds the token; without persons it is dealt at once."""
    table_id = tokens.new_table_id()
    row = replace(new_row(table_id, game, len(plans), options), clock=as_text(clock), club=club)
    draft = Draft(LiveTable(row, plan_seats(table_id, plans, token, host)), row.created)
    if everybody_ready(draft.seats):
        change_seats(draft, -1, [])
    return replace(draft.change(), seats=draft.seats)


class KeepInvitations(msgspec.Struct):
    """Invitations to seats that became free, or a new host's."""

    made: Mapping[int, str]


class KeepInvitationsAction(Action[KeepInvitations], who="anybody"):
    """Store their hashes."""

    def plan(self, draft: Draft, _seat: int, asked: KeepInvitations) -> None:
        seats = [draft.seats[seat] for seat in asked.made if is_free(draft.seats[seat])]
        if seats and draft.row.state == LOBBY:
            draft.add(LOBBY_ENTRY)  # so that every process sees that the table has changed
            for row in seats:
                draft.set_seat(replace(row, invitation=tokens.hashed(asked.made[row.seat])))


def invitations(live: LiveTable, seat: int, token: str) -> dict[int, str]:
    """For the host, before the game: an invitation to each free seat, the same ones each time; nothing for others."""
    if not live.seats[seat].host or live.row.state != LOBBY:
        return {}
    return {
        row.seat: tokens.invitation(token, live.id, row.seat, live.removals.get(row.seat, 0))
        for row in live.seats
        if is_free(row)
    }


def offers(live: LiveTable, seat: int, token: str) -> dict[int, str]:
    """For the host who made them: the keys to seats that are offered; nothing for others."""
    if not live.seats[seat].host:
        return {}
    made = {other: tokens.offer(token, live.id, other, entry.n) for other, entry in live.offers.items()}
    return {other: key for other, key in made.items() if tokens.matches(key, live.seats[other].invitation)}


def new_row(table_id: str, game: Game, players: int, options: dict[str, OptionValue]) -> TableRow:
    """The row of a table in the lobby."""
    now = time.time()
    return TableRow(
        table_id,
        game.name,
        players,
        options,
        LOBBY,
        game.rules_version,
        created=now,
        updated=now,
        box=box_text(game) or "",
    )


def plan_seats(table_id: str, plans: Sequence[m.PlannedSeat], host_token: str, host: int | None = None) -> list[SeatRow]:
    """The seats of a new table; unless ``host`` says otherwise, the first person's is the host's."""
    if host is None:
        host = next((seat for seat, plan in enumerate(plans) if plan.kind == PERSON), None)
    rows: list[SeatRow] = []
    for seat, plan in enumerate(plans):
        if plan.kind not in (PERSON, OPEN, BOT):
            raise TableError(Message("tables.error.seat_kind", kind=plan.kind[:20]))
        row = SeatRow(table_id, seat, plan.kind, clean_name(plan.name))
        if plan.kind == BOT:
            row = replace(row, bot=check_bot(plan.bot))
        elif seat == host:
            row = replace(row, host=True, token=tokens.hashed(host_token))
        else:
            row = replace(row, invitation=tokens.hashed(tokens.invitation(host_token, table_id, seat)))
        rows.append(row)
    return rows


class Rematch(Action[m.Rematch], operation="POST rematch", form="rematch", limit="create", answer=m.NewTableAnswer):
    """Once more with the seats moved on by one. The first caller creates the table, later ones join it."""

    def why_not(self, draft: Draft, _seat: int, _asked: m.Rematch) -> Message | None:
        return None if draft.row.state == OVER else Message("tables.error.not_over")

    def plan(self, draft: Draft, seat: int, _asked: m.Rematch) -> None:
        if seat not in draft.live.rematch_wanted:
            draft.add(REMATCH, seat)
        if draft.row.rematch:
            return
        new_id = tokens.new_table_id()
        draft.new_table = rematch_of(draft.live, new_id, seat, draft.token)
        draft.row = replace(draft.row, rematch=new_id)

    async def finish(self, registry: Registry, do: Do, table_id: str, token: str, seat: int, _asked: m.Rematch) -> Result:
        live = await registry.live(table_id)
        join = JoinRematch(next_seat(live, seat), live.seats[seat].name, tokens.rematch_token(token, live.row.rematch))
        return await do(live.row.rematch, "", join)


class JoinRematch(msgspec.Struct):
    """A seat of the new table, for whoever had the one before it."""

    seat: int
    name: str
    token: str


class TakeRematchSeat(Action[JoinRematch], who="anybody"):
    """Sit down at the new table, unless one sits there already."""

    def why_not(self, draft: Draft, _seat: int, asked: JoinRematch) -> Message | None:
        sits = tokens.matches(asked.token, draft.seats[asked.seat].token)
        return None if sits else why_not_free(draft.live, asked.seat)

    def plan(self, draft: Draft, _seat: int, asked: JoinRematch) -> Created:
        row = draft.seats[asked.seat]
        if not tokens.matches(asked.token, row.token):
            sit_down(draft, replace(row, name=asked.name), asked.token)
        return Created(draft.live.id, {asked.seat: asked.token})


def next_seat(live: LiveTable, seat: int) -> int:
    """Where the player of that seat sits at the new table."""
    return (seat + 1) % live.row.players


def rematch_of(live: LiveTable, new_id: str, host: int, token: str) -> Change:
    """The new table; its host is the player of that seat, who holds the token."""
    row = new_row(new_id, live.game, live.row.players, live.row.options)
    row = replace(row, clock=live.row.clock, club=live.row.club, locked=live.row.locked)
    host_token = tokens.rematch_token(token, new_id)
    rows: list[SeatRow] = []
    for old in live.seats:
        seat = next_seat(live, old.seat)
        if old.kind == BOT and old.token:  # a bot stood in for a person, who is asked again
            old = replace(old, kind=PERSON, bot="")
        new = SeatRow(new_id, seat, old.kind, old.name, old.bot)
        if old.seat == host:
            new = replace(new, host=True, token=tokens.hashed(host_token))
        elif old.kind != BOT:
            new = replace(new, invitation=tokens.hashed(tokens.invitation(host_token, new_id, seat)))
        rows.append(new)
    return Change(row, rows)
