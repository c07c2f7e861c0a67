"""What the host does: removing somebody before the game, locking the table, passing the role on, offering an absent seat."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from officina import messages as m
from officina.core.text import Message
from officina.tables import tokens
from officina.tables.actions.action import Action, in_lobby, in_play
from officina.tables.actions.seats import free
from officina.tables.errors import WrongLink
from officina.tables.registry import Registry
from officina.tables.storage import interface as db
from officina.tables.table.clock import given_back, stopped
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.model import Created, clean_name
from officina.tables.table.presence import is_gone, last_there

NOBODY: Final = Message("tables.error.nobody_there")


def still_open(live: LiveTable) -> Message | None:
    """Why nothing about the table can be arranged any more: it was closed, or is a recorded game."""
    if live.row.state == db.CLOSED:
        return Message("tables.error.closed")
    return Message("kernel.refuse.over") if live.row.imported else None


def sits_there(live: LiveTable, seat: int) -> bool:
    """Whether a person has that seat."""
    return 0 <= seat < live.row.players and bool(live.seats[seat].token)


class RemoveSeat(Action[m.RemoveSeat], operation="POST remove", form="remove", who="host", answer=m.Table, when=in_lobby):
    """The host frees somebody's seat before the game.

    It is then for whoever gets its new invitation, so that nobody who was removed just sits down again; the host may open it.
    """

    misread = NOBODY

    def why_not(self, draft: Draft, by: int, asked: m.RemoveSeat) -> Message | None:
        if not sits_there(draft.live, asked.seat):
            return NOBODY
        return Message("tables.error.yourself") if asked.seat == by else None

    def plan(self, draft: Draft, by: int, asked: m.RemoveSeat) -> None:
        draft.add(db.REMOVED, asked.seat, str(by))
        draft.set_seat(replace(free(draft.seats[asked.seat]), kind=db.PERSON))


class PassHost(Action[m.PassHost], operation="POST host", form="host", who="host", answer=m.Table, when=still_open):
    """The host makes somebody else the host, at any time."""

    misread = NOBODY

    def why_not(self, draft: Draft, by: int, asked: m.PassHost) -> Message | None:
        if not sits_there(draft.live, asked.seat):
            return NOBODY
        return Message("tables.error.yourself") if asked.seat == by else None

    def plan(self, draft: Draft, by: int, asked: m.PassHost) -> None:
        draft.add(db.HOSTED, asked.seat, str(by))
        make_host(draft, asked.seat)


class Lock(Action[m.Lock], operation="POST lock", form="lock", who="host", answer=m.Table, when=still_open):
    """The host locks the table, or opens it again.

    Locked, only those who sit there see it: whoever watched sees nothing more, it is in no list, and free seats are for those
    with an invitation.
    """

    def plan(self, draft: Draft, seat: int, asked: m.Lock) -> None:
        if draft.row.locked != asked.locked:
            draft.add(db.LOCKED, seat, db.as_text(asked.locked))
            draft.row = replace(draft.row, locked=asked.locked)


class OfferSeat(Action[m.OfferSeat], operation="POST offer", form="offer", who="host", answer=m.Table, when=in_play):
    """The host offers the seat of somebody who is away to somebody else, by a link.

    Until it is taken, whoever comes back to the seat has it as before, and the offer is void.
    """

    misread = NOBODY

    async def prepare(self, registry: Registry, table_id: str) -> None:
        """People may have looked at the table at another process."""
        await registry.refresh_seen(table_id)

    def why_not(self, draft: Draft, by: int, asked: m.OfferSeat) -> Message | None:
        if not sits_there(draft.live, asked.seat):
            return NOBODY
        if asked.seat == by:
            return Message("tables.error.yourself")
        return None if is_gone(draft.live, asked.seat, draft.at) else Message("tables.refuse.not_gone")

    def plan(self, draft: Draft, by: int, asked: m.OfferSeat) -> None:
        entry = draft.add(db.OFFERED, asked.seat, str(by))
        key = tokens.offer(draft.token, draft.live.id, asked.seat, entry.n)
        draft.set_seat(replace(draft.seats[asked.seat], invitation=tokens.hashed(key)))


class TakeOver(Action[m.TakeOver], operation="POST takeover", form="takeover", who="anybody", answer=m.SeatTaken, when=in_play):
    """Take over a seat that was offered. Whoever had it before has it no more: the cards in its hand are now another's."""

    misread = NOBODY

    async def prepare(self, registry: Registry, table_id: str) -> None:
        """People may have looked at the table at another process."""
        await registry.refresh_seen(table_id)

    def why_not(self, draft: Draft, _seat: int, asked: m.TakeOver) -> Message | None:
        live = draft.live
        offer = live.offers.get(asked.seat)
        if offer is None or not sits_there(live, asked.seat):
            return Message("tables.refuse.no_offer")
        if not tokens.matches(asked.invitation, live.seats[asked.seat].invitation):
            raise WrongLink
        back = live.pages.get(asked.seat, 0) or last_there(live, asked.seat) > offer.at
        return Message("tables.refuse.came_back") if back else None

    def plan(self, draft: Draft, _seat: int, asked: m.TakeOver) -> Created:
        row, rule, token = draft.seats[asked.seat], draft.live.rule, tokens.new_token()
        draft.add(db.TAKEN_OVER, asked.seat)
        row = replace(row, kind=db.PERSON, bot="", name=clean_name(asked.name), former=False, invitation="")
        draft.set_seat(replace(row, token=tokens.hashed(token)))
        draft.vacated.append(asked.seat)
        times = list(draft.times())
        back = given_back(rule, times[asked.seat], draft.at)
        times[asked.seat] = stopped(rule, back, draft.at) if draft.row.paused else back
        draft.set_times(times)
        return Created(draft.live.id, {asked.seat: token})


def make_host(draft: Draft, seat: int) -> None:
    """That seat's person hosts, and nobody else."""
    for row in list(draft.seats):
        if row.host != (row.seat == seat):
            draft.set_seat(replace(row, host=row.seat == seat))
