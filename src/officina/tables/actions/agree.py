"""What the table decides together: proposals, votes, and what follows when everybody agrees."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from officina import messages as m
from officina.core.errors import UndoError
from officina.core.events import EVERYBODY
from officina.core.text import Message
from officina.tables.actions.action import Action, in_play
from officina.tables.storage.interface import ANSWERED, ASKED, BOT, ENDED, OVER, PAUSED, PLAYING, RESUMED, as_text
from officina.tables.table.clock import ended, started, stopped
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.model import Stale
from officina.tables.table.moves import plan_back
from officina.tables.table.proposals import DELETE, END, GO_BACK, KINDS, PAUSE, RESUME, Asked, Replied, TableProposal

EFFECT: Final = {PAUSE: PAUSED, RESUME: RESUMED, END: ENDED}
UNKNOWN: Final = Message("tables.refuse.unknown_question", kinds=KINDS)


def has_begun(live: LiveTable) -> Message | None:
    """Why nothing can be asked of the table: the game has not begun, or it was imported and has no players."""
    if live.record is None:
        return Message("tables.error.not_started")
    return Message("kernel.refuse.over") if live.row.imported else None


class Propose(Action[m.Propose], operation="POST proposals", form="propose", limit="propose", when=has_begun):
    """Ask the table to go back to before one's own choice of a public step, to pause, to play on, to end, to be deleted."""

    misread = UNKNOWN

    def why_not(self, draft: Draft, seat: int, asked: m.Propose) -> Message | None:
        live, what = draft.live, asked.what
        if what not in KINDS:
            return UNKNOWN
        if what != DELETE and in_play(live) is not None:
            return in_play(live)
        if live.seats[seat].kind == BOT and live.row.state == PLAYING:
            return Message("tables.refuse.lent")
        if still_open(live) is not None:
            return Message("tables.refuse.one_question")
        set_back = draft.at < live.proposals.refused_at.get(seat, 0.0)
        wait = 0.0 if set_back else live.proposals.may_ask_at(seat) - draft.at
        if wait > 0:
            return Message("tables.refuse.wait", n=int(wait // 60) + 1)
        if live.row.paused and what not in (RESUME, END, DELETE):
            return Message("tables.refuse.paused")
        return Message("tables.refuse.not_paused") if what == RESUME and not live.row.paused else None

    def plan(self, draft: Draft, seat: int, asked: m.Propose) -> None:
        question = Asked(asked.what)
        if asked.what == GO_BACK:
            question = Asked(asked.what, asked.step, own_choice(draft.live, seat, asked.step))
        draft.add(ASKED, seat, as_text(question))
        settle(draft, TableProposal(0, seat, question, draft.at, {}))


class Vote(Action[m.Vote], operation="POST votes", form="vote", limit="vote", when=has_begun):
    """Vote on the open proposal of that number; its proposer can only withdraw it."""

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
        draft.add(ANSWERED, seat, as_text(Replied(proposal.number, asked.agree)))
        if asked.agree:
            settle(draft, replace(proposal, answers={**proposal.answers, seat: True}))
        return None


def settle(draft: Draft, proposal: TableProposal) -> None:
    """Do what was asked for if everybody agrees."""
    people = [seat.seat for seat in draft.seats if seat.kind != BOT]
    if proposal.asked.what == DELETE:  # it is also the table of those for whom a bot stood in at the end
        people = [seat.seat for seat in draft.seats if seat.token]
    if not all(seat == proposal.by or proposal.answers.get(seat) for seat in people):
        return
    what, rule = proposal.asked.what, draft.live.rule
    if what == DELETE:
        draft.deletes = True
        return
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
    """The table's open question; of a finished game only that for its deletion counts."""
    found = live.proposals.open
    return found if found is not None and (live.row.state == PLAYING or found.asked.what == DELETE) else None


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
