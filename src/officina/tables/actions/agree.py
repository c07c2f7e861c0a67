"""What the table decides together: proposals, votes, and what follows when everybody who is there agrees."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from officina import messages as m
from officina.core.errors import UndoError
from officina.core.events import EVERYBODY
from officina.core.text import Message
from officina.tables.actions.action import Action, in_play
from officina.tables.actions.host import make_host
from officina.tables.registry import Registry
from officina.tables.storage.interface import (
    ANSWERED,
    ASKED,
    BOT,
    CLOSED,
    ENDED,
    HOSTED,
    LOBBY,
    OVER,
    PAUSED,
    PLAYING,
    RESUMED,
    TOLD,
    WITHOUT,
    as_text,
)
from officina.tables.table.clock import ended, started, stopped
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.model import Stale
from officina.tables.table.moves import plan_back
from officina.tables.table.presence import host_seat, is_gone
from officina.tables.table.proposals import DELETE, END, GO_BACK, HOST, KINDS, PAUSE, RESUME, Asked, Replied, TableProposal

EFFECT: Final = {PAUSE: PAUSED, RESUME: RESUMED, END: ENDED}
UNKNOWN: Final = Message("tables.refuse.unknown_question", kinds=KINDS)


def has_people(live: LiveTable) -> Message | None:
    """Why nothing can be asked of the table: it was closed, or imported and has no players."""
    if live.row.state == CLOSED:
        return Message("tables.error.closed")
    return Message("kernel.refuse.over") if live.row.imported else None


class Propose(Action[m.Propose], operation="POST proposals", form="propose", limit="propose", when=has_people):
    """Ask the table to go back to before one's own choice of a public step, to pause, to play on, to end, to be deleted.

    While the host is away, also to host it oneself.
    """

    misread = UNKNOWN

    async def prepare(self, registry: Registry, table_id: str) -> None:
        """Whoever was seen at another process is not away."""
        await registry.refresh_seen(table_id)

    def why_not(self, draft: Draft, seat: int, asked: m.Propose) -> Message | None:
        live, what = draft.live, asked.what
        if what not in KINDS:
            return UNKNOWN
        if live.record is None and what != HOST:
            return Message("tables.error.not_started")
        if what not in (DELETE, HOST) and in_play(live) is not None:
            return in_play(live)
        host = host_seat(live)
        if what == HOST and host is not None and (host == seat or not is_gone(live, host, draft.at)):
            return Message("tables.refuse.host_there")
        if live.seats[seat].kind == BOT and live.row.state == PLAYING:
            return Message("tables.refuse.lent")
        if still_open(live) is not None:
            return Message("tables.refuse.one_question")
        set_back = draft.at < live.proposals.refused_at.get(seat, 0.0)
        wait = 0.0 if set_back else live.proposals.may_ask_at(seat) - draft.at
        if wait > 0:
            return Message("tables.refuse.wait", n=int(wait // 60) + 1)
        if live.row.paused and what not in (RESUME, END, DELETE, HOST):
            return Message("tables.refuse.paused")
        return Message("tables.refuse.not_paused") if what == RESUME and not live.row.paused else None

    def plan(self, draft: Draft, seat: int, asked: m.Propose) -> None:
        question = Asked(asked.what)
        if asked.what == GO_BACK:
            question = Asked(asked.what, asked.step, own_choice(draft.live, seat, asked.step))
        draft.add(ASKED, seat, as_text(question))
        settle(draft, TableProposal(0, seat, question, draft.at, {}))


class Vote(Action[m.Vote], operation="POST votes", form="vote", limit="vote", when=has_people):
    """Vote on the open proposal of that number; its proposer can only withdraw it."""

    async def prepare(self, registry: Registry, table_id: str) -> None:
        """Whoever was seen at another process is not away."""
        await registry.refresh_seen(table_id)

    def why_not(self, draft: Draft, seat: int, asked: m.Vote) -> Message | None:
        live, proposal = draft.live, still_open(draft.live)
        if proposal is None or proposal.number != asked.number:
            return None
        if live.seats[seat].kind == BOT and live.row.state == PLAYING:
            return Message("tables.refuse.lent")
        if seat == proposal.by and asked.agree:
            return Message("tables.refuse.own_question")
        return Message("tables.refuse.answered") if seat in proposal.answers else None

    def plan(self, draft: Draft, seat: int, asked: m.Vote) -> Stale | None:
        proposal = still_open(draft.live)
        if proposal is None or proposal.number != asked.number:
            return Stale(draft.live.version_for(seat))
        ends = proposal.asked.what != HOST or ends_election(draft, proposal, seat)
        draft.add(ANSWERED, seat, as_text(Replied(proposal.number, asked.agree, ends)))
        if asked.agree:
            settle(draft, replace(proposal, answers={**proposal.answers, seat: True}))
        return None


class DecideWithout(Action[m.DecideWithout], operation="POST decide", form="decide", limit="vote", when=has_people):
    """Settle the open question without those who are away and have not answered. They are told when they come back."""

    async def prepare(self, registry: Registry, table_id: str) -> None:
        """Whoever was seen at another process is not away."""
        await registry.refresh_seen(table_id)

    def why_not(self, draft: Draft, seat: int, asked: m.DecideWithout) -> Message | None:
        live, proposal = draft.live, still_open(draft.live)
        if proposal is None or proposal.number != asked.number:
            return None
        if live.seats[seat].kind == BOT and live.row.state == PLAYING:
            return Message("tables.refuse.lent")
        if not is_settled(draft, proposal):
            return Message("tables.refuse.still_there")
        return None

    def plan(self, draft: Draft, seat: int, asked: m.DecideWithout) -> Stale | None:
        proposal = still_open(draft.live)
        if proposal is None or proposal.number != asked.number:
            return Stale(draft.live.version_for(seat))
        settle(draft, proposal)
        return None


class HaveRead(Action[m.HaveRead], operation="POST read", form="read", limit="vote"):
    """Say that one has read what was decided while one was away."""

    def plan(self, draft: Draft, seat: int, _asked: m.HaveRead) -> None:
        if draft.live.untold.get(seat):
            draft.add(TOLD, seat)


def electorate(draft: Draft, proposal: TableProposal) -> list[int]:
    """Who decides on another host: the people who are there."""
    people = [row.seat for row in draft.seats if row.token and row.kind != BOT]
    return [seat for seat in people if seat == proposal.by or not is_gone(draft.live, seat, draft.at)]


def ends_election(draft: Draft, proposal: TableProposal, seat: int) -> bool:
    """Whether that seat's refusal settles that there is no new host: it hosts itself, it asked, or no majority is left."""
    there = electorate(draft, proposal)
    refusing = {other for other, agrees in proposal.answers.items() if not agrees} | {seat}
    left = [other for other in there if other not in refusing]
    return seat in (proposal.by, host_seat(draft.live)) or 2 * len(left) <= len(there)


def absent(draft: Draft, proposal: TableProposal) -> list[int]:
    """Those of whom no answer is waited for any more."""
    silent = [row.seat for row in draft.seats if row.token and row.seat != proposal.by and row.seat not in proposal.answers]
    return [seat for seat in silent if is_gone(draft.live, seat, draft.at, proposal.at)]


def is_settled(draft: Draft, proposal: TableProposal) -> bool:
    """Whether what was asked for shall be done: everybody agrees who is there; of a new host, more than half of them."""
    agreeing = {proposal.by, *(seat for seat, agrees in proposal.answers.items() if agrees)}
    if proposal.asked.what == HOST:
        host, there = host_seat(draft.live), electorate(draft, proposal)
        away = host is None or is_gone(draft.live, host, draft.at)
        return away and 2 * len(agreeing.intersection(there)) > len(there)
    if proposal.asked.what == DELETE:  # nobody loses a table unasked; it is also that of those for whom a bot stood in
        return all(row.seat in agreeing for row in draft.seats if row.token)
    people = {row.seat for row in draft.seats if row.kind != BOT}
    return people <= agreeing.union(absent(draft, proposal))


def settle(draft: Draft, proposal: TableProposal) -> None:
    """Do what was asked for if everybody who is there agrees."""
    if not is_settled(draft, proposal):
        return
    what, rule = proposal.asked.what, draft.live.rule
    if what == DELETE:
        draft.deletes = True
        return
    missing = absent(draft, proposal)
    if missing:
        draft.add(WITHOUT, proposal.by, as_text(missing))
    if what == HOST:
        draft.add(HOSTED, proposal.by, str(proposal.by))
        make_host(draft, proposal.by)
        return
    people = [seat.seat for seat in draft.seats if seat.kind != BOT]
    if what == GO_BACK:
        # A snapshot here spares the next loading of the table the way back.
        draft.play(plan_back(draft.live, proposal.by, proposal.asked.kept), snapshot=True)
        return
    draft.add(EFFECT[what], proposal.by)
    if what == RESUME:
        draft.set_times([started(rule, time, draft.at) if seat in people else time for seat, time in enumerate(draft.times())])
    else:
        still = [stopped(rule, time, draft.at) for time in draft.times()]
        draft.set_times([ended(time) for time in still] if what == END else still)
    if what == END:
        draft.row = replace(draft.row, state=OVER, ended=True, waiting=())
    else:
        draft.row = replace(draft.row, paused=what == PAUSE)


def still_open(live: LiveTable) -> TableProposal | None:
    """The table's open question; of a finished game only that for its deletion counts, before the game that for the host."""
    found = live.proposals.open
    if found is None:
        return None
    counts = {PLAYING: True, LOBBY: found.asked.what == HOST, OVER: found.asked.what == DELETE}
    return found if counts.get(live.row.state) else None


def own_choice(live: LiveTable, seat: int, step: int) -> int:
    """The index of the seat's own choice of that public step; UndoError if it is none."""
    found = own_choices(live, seat).get(step)
    if found is None:
        raise UndoError(Message("tables.refuse.not_your_choice", step=step))
    return found


def own_choices(live: LiveTable, seat: int) -> dict[int, int]:
    """The seat's own choices that everybody could notice, by public step: their indices."""
    public = [index for index, audience in enumerate(live.audiences) if audience == EVERYBODY]
    moves = live.playing().moves
    return {step: index for step, index in enumerate(public, 1) if moves[index].seat == seat}
