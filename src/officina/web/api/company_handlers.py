"""Company at a table, for programs: time, questions to the table, bots that stand in, talk, the private note."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, cast

from officina.client import messages as m
from officina.core.text import Message
from officina.tables import Answer, Illegal, LiveTable
from officina.tables.clock import HOUR, MINUTE, ClockRule, left, overtime
from officina.tables.hearing import who
from officina.tables.proposals import Proposal
from officina.web.api.asking import Ask
from officina.web.api.handlers import done
from officina.web.company import Company, company_of, has_clock
from officina.web.words import Words


async def company(ask: Ask) -> m.CompanyAnswer:
    """The company as the caller sees it."""
    live = await ask.live()
    found, now = company_of(live, ask.seat), time.time()
    return m.CompanyAnswer(
        version=live.version_for(ask.seat),
        now=now,
        clock=clock_message(live.rule),
        paused=live.row.paused,
        ended=live.row.ended,
        proposal=None if found.proposal is None else proposal_message(found.proposal, found.missing, ask.words(live)),
        seats=[seat_message(live, found, seat, now) for seat in range(live.row.players)],
        choices=[m.OwnChoice(choice.step, choice.notation) for choice in found.choices],
    )


def clock_message(rule: ClockRule) -> m.Clock:
    """The clock as one would ask for it."""
    return m.Clock(
        kind=cast("Any", rule.kind),
        bank=int(rule.bank // MINUTE),
        increment=int(rule.increment),
        hours=int(rule.move // HOUR),
        opens=rule.opens,
        closes=rule.closes,
        zone=rule.zone,
        absence=int(rule.absence // HOUR),
    )


def seat_message(live: LiveTable, found: Company, seat: int, now: float) -> m.SeatCompany:
    """One seat's time. Bots have all the time in the world."""
    clock, used = found.clocks[seat], live.times[seat]
    timed = has_clock(live.rule) and live.row.state == "playing" and not live.row.imported and seat in live.people
    return m.SeatCompany(
        seat=seat,
        lent=live.info.seats[seat].lent,
        deadline=clock.deadline,
        left=left(live.rule, used, now) if timed else None,
        overtime=timed and overtime(live.rule, used, now),
        late=clock.late,
        may_ask=live.proposals.may_ask_at(seat),
    )


def proposal_message(proposal: Proposal, missing: Sequence[int], words: Words) -> m.Proposal:
    """The open question. How many choices would stand is not told: that counts others' hidden ones."""
    asked = proposal.asked
    return m.Proposal(
        number=proposal.number,
        seat=proposal.by,
        what=cast("Any", asked.what),
        step=asked.step,
        text=words.tell(Message(f"tables.note.asks_{asked.what}", who=who(proposal.by), step=asked.step)),
        at=proposal.at,
        agreed=sorted(seat for seat, agrees in proposal.answers.items() if agrees),
        missing=list(missing),
    )


async def company_done(ask: Ask, outcome: Answer) -> m.Done:
    """The table's answer. A refusal is named by the last word of its reason's key: what stands against it passes by."""
    code = outcome.reason.key.rpartition(".")[2] if isinstance(outcome, Illegal) else ""
    return done(outcome, ask, await ask.live(), code, 409)


# --- what the table decides together


async def propose(ask: Ask) -> m.Done:
    """Put a question to the table."""
    body: m.Propose = ask.body
    return await company_done(ask, await ask.tables.propose(ask.table_id, ask.token, body.action_id, body.what, body.step))


async def vote(ask: Ask) -> m.Done:
    """Agree, refuse, or withdraw."""
    body: m.Vote = ask.body
    return await company_done(ask, await ask.tables.vote(ask.table_id, ask.token, body.action_id, body.number, body.agree))


# --- bots that stand in


async def hand_over(ask: Ask) -> m.Done:
    """Let a bot play for a seat."""
    body: m.HandOver = ask.body
    seat = ask.own_seat if body.seat is None else body.seat
    return await company_done(ask, await ask.tables.hand_over(ask.table_id, ask.token, body.action_id, seat, body.bot))


async def take_back(ask: Ask) -> m.Done:
    """Let a seat's person play again."""
    body: m.TakeBack = ask.body
    seat = ask.own_seat if body.seat is None else body.seat
    return await company_done(ask, await ask.tables.take_seat_back(ask.table_id, ask.token, body.action_id, seat))


# --- talk and notes


async def talk(ask: Ask) -> m.TalkAnswer:
    """What was said lately."""
    lines = [line for line in (await ask.live()).talk.lines if line.number > ask.query.since]
    return m.TalkAnswer([m.Line(line.number, line.seat, line.name, line.text, line.at) for line in lines])


async def say(ask: Ask) -> m.Done:
    """Say something to everybody."""
    body: m.Say = ask.body
    return await company_done(ask, await ask.tables.say(ask.table_id, ask.token, body.action_id, body.text))


async def note(ask: Ask) -> m.Note:
    """The seat's private note."""
    return m.Note(await ask.tables.note(ask.table_id, ask.token))


async def keep_note(ask: Ask) -> m.Note:
    """Replace the seat's private note."""
    await ask.tables.keep_note(ask.table_id, ask.token, ask.body.text)
    return m.Note(await ask.tables.note(ask.table_id, ask.token))
