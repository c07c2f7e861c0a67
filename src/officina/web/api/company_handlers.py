"""What there is to read besides play: clocks, the open proposal, talk, the private note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from officina import messages as m
from officina.core.text import Message
from officina.tables import LiveTable
from officina.tables.errors import UnknownTable
from officina.tables.storage.retention import personal_data
from officina.tables.table.clock import HOUR, MINUTE, ClockRule, left, overtime
from officina.tables.table.model import who
from officina.tables.table.presence import is_here
from officina.tables.table.proposals import TableProposal
from officina.web.api.calls import ApiCall
from officina.web.live.company import CompanyView, company_of, has_clock
from officina.web.words import PageWords


async def company(call: ApiCall) -> m.CompanyAnswer:
    """The company as the caller sees it."""
    live = await call.live()
    found, now = company_of(live, call.seat), call.tables.registry.clock()
    return m.CompanyAnswer(
        version=live.version_for(call.seat),
        now=now,
        clock=clock_message(live.rule),
        paused=live.row.paused,
        ended=live.row.ended,
        proposal=None if found.proposal is None else proposal_message(found.proposal, found.missing, call.words(live)),
        seats=[seat_message(live, found, seat, now) for seat in range(live.row.players)],
        choices=[m.OwnChoice(choice.step, choice.notation) for choice in found.choices],
        untold=[call.words(live).tell(message) for message in found.untold],
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
        hints=cast("Any", rule.hints),
        patience=int(rule.patience // MINUTE),
    )


def seat_message(live: LiveTable, found: CompanyView, seat: int, now: float) -> m.SeatCompany:
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
        here=is_here(live, seat, now),
        gone=clock.gone,
    )


def proposal_message(proposal: TableProposal, missing: Sequence[int], words: PageWords) -> m.Proposal:
    """The open proposal. The number of choices left is not sent: it would count others' hidden ones."""
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


# --- talk and notes


async def talk(call: ApiCall) -> m.TalkAnswer:
    """What was said lately."""
    return m.TalkAnswer([line for line in (await call.live()).talk.lines if line.number > call.query.since])


async def note(call: ApiCall) -> m.Note:
    """The seat's private note."""
    return m.Note(await call.tables.note(call.table_id, call.token))


async def personal(call: ApiCall) -> m.PersonalData:
    """What is stored of the caller."""
    live = await call.live()
    assert call.seat is not None
    found = await personal_data(call.tables.storage, live.id, call.seat)
    if found is None:
        raise UnknownTable
    return found
