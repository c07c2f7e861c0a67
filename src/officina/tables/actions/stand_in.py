"""Bots that stand in for people: handing a seat over, and taking it back."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from officina import messages as m
from officina.bots import check_bot
from officina.core.text import Message
from officina.tables.actions.action import Action, in_play
from officina.tables.actions.agree import settle
from officina.tables.registry import Registry
from officina.tables.storage.interface import BOT, HANDED, PERSON, RETURNED
from officina.tables.table.clock import given_back, overtime, stopped, waits
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.presence import Stretch, gone_stretches, is_gone, within

WHOSE: Final = {"action_id": "id", "seat": "whose"}
BOT_ALREADY: Final = Message("tables.refuse.bot_already")
NOT_LENT: Final = Message("tables.refuse.not_lent")


class HandOver(Action[m.HandOver], operation="POST hand", form="hand", limit="hand", when=in_play):
    """Let a bot play for a seat: one's own at any time, another's once the table waits for it and it is over its time or away.

    The host need not wait until it is the turn of somebody who is away.
    """

    fields = WHOSE
    misread = BOT_ALREADY

    async def prepare(self, registry: Registry, table_id: str) -> None:
        """People may have looked at the table at another process."""
        await registry.refresh_seen(table_id)

    def why_not(self, draft: Draft, by: int, asked: m.HandOver) -> Message | None:
        live, seat = draft.live, by if asked.seat is None else asked.seat
        check_bot(asked.bot)
        if not 0 <= seat < live.row.players or live.seats[seat].kind == BOT:
            return BOT_ALREADY
        if by != seat and live.seats[by].kind == BOT:
            return Message("tables.refuse.lent")
        if by == seat or overtime(live.rule, live.times[seat], draft.at) or away(live, seat, draft.at):
            return None
        if live.seats[by].host and is_gone(live, seat, draft.at):
            return None
        return Message("tables.refuse.in_time")

    def plan(self, draft: Draft, by: int, asked: m.HandOver) -> None:
        """The clock stops, and an open proposal no longer waits for the seat."""
        live, seat, bot = draft.live, by if asked.seat is None else asked.seat, check_bot(asked.bot)
        draft.add(HANDED, seat, f"{by} {bot}")
        draft.set_seat(replace(live.seats[seat], kind=BOT, bot=bot))
        times = list(draft.times())
        times[seat] = stopped(live.rule, times[seat], draft.at)
        draft.set_times(times)
        waiting = live.proposals.open
        if waiting is not None and waiting.by != seat:
            settle(draft, waiting)


class TakeBack(Action[m.TakeBack], operation="POST return", form="return", limit="return", when=in_play):
    """Play again oneself, or give an absent person's seat back."""

    fields = WHOSE
    misread = NOT_LENT

    def why_not(self, draft: Draft, by: int, asked: m.TakeBack) -> Message | None:
        live, seat = draft.live, by if asked.seat is None else asked.seat
        row = live.seats[seat] if 0 <= seat < live.row.players else None
        if row is None or row.kind != BOT or not row.token:
            return NOT_LENT
        return Message("tables.refuse.lent") if by != seat and live.seats[by].kind == BOT else None

    def plan(self, draft: Draft, by: int, asked: m.TakeBack) -> None:
        rule, seat = draft.live.rule, by if asked.seat is None else asked.seat
        draft.add(RETURNED, seat, str(by))
        draft.set_seat(replace(draft.live.seats[seat], kind=PERSON, bot="", invitation=""))
        times = list(draft.times())
        back = given_back(rule, times[seat], draft.at)
        times[seat] = stopped(rule, back, draft.at) if draft.row.paused else back
        draft.set_times(times)


def away(live: LiveTable, seat: int, now: float) -> bool:
    """Whether the table waits for somebody who is away."""
    return within(away_stretches(live, seat), now)


def away_stretches(live: LiveTable, seat: int) -> list[Stretch]:
    """When others may hand over a seat that the table waits for (to choose, or to answer a question): its person is away."""
    time, proposal = live.times[seat], live.proposals.open
    asked = proposal is not None and proposal.by != seat and seat not in proposal.answers
    playing = waits(time) and not live.row.paused
    if not (playing or asked):
        return []
    return gone_stretches(live, seat, time.began if playing or proposal is None else proposal.at)
