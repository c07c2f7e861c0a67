"""What a viewer sees besides the game: clocks, the open proposal, what may be proposed, the talk.

Pure, and independent of the present time: a page counts down by itself from stored moments, so nothing is sent when time
merely passes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

from officina.core.events import EVERYBODY, FORCED, Event
from officina.core.position import Position
from officina.core.text import Message
from officina.messages import Line
from officina.tables import LiveTable
from officina.tables.actions.agree import still_open
from officina.tables.actions.stand_in import away_stretches
from officina.tables.storage.interface import BOT
from officina.tables.table.clock import BANK, NONE, ClockRule, deadline
from officina.tables.table.presence import gone_stretches, host_seat
from officina.tables.table.proposals import DELETE, HOST, TableProposal

MOST_CHOICES: Final = 20
FAR: Final = 300
"""The largest number of the table's choices that one may propose to go back."""


@dataclass(frozen=True)
class SeatClock:
    """One seat's clock: over its time at ``deadline``, or standing still with so much ``left``.

    From ``late`` on (``until`` then, where that ends), others may hand the seat to a bot; from ``gone`` on, the host may do so
    though it is not its turn, may offer it to somebody else, and the table decides without it.
    """

    deadline: float | None = None
    left: float | None = None
    late: float | None = None
    until: float | None = None
    gone: float | None = None
    gone_until: float | None = None


@dataclass(frozen=True)
class OwnChoice:
    """A choice that its seat may ask to go back to."""

    step: int
    notation: str
    events: tuple[Event, ...]
    kind: int
    option: int


@dataclass(frozen=True)
class CompanyView:
    """Clocks, proposal and talk for one viewer.

    ``untold``: what was decided while the viewer was away; ``alone_from``: from when on the open question can be decided
    without those who are away; ``signs``: the latest sign of each seat.
    """

    rule: ClockRule
    clocks: Sequence[SeatClock]
    proposal: TableProposal | None
    missing: Sequence[int]
    choices: Sequence[OwnChoice]
    talk: Sequence[Line]
    untold: Sequence[Message] = ()
    alone_from: float | None = None
    signs: Mapping[int, Line] = field(default_factory=dict)


def company_of(live: LiveTable, seat: int | None) -> CompanyView:
    """Clocks, proposal and talk as that viewer sees them (None: a spectator)."""
    proposal = open_proposal(live)
    return CompanyView(
        rule=live.rule,
        clocks=[seat_clock(live, number) for number in range(live.row.players)],
        proposal=proposal,
        missing=missing_answers(live, proposal),
        choices=last_choices(live, seat) if seat is not None and live.record is not None else (),
        talk=tuple(live.talk.lines),
        untold=tuple(live.untold.get(seat, ())) if seat is not None else (),
        alone_from=alone_from(live, proposal),
        signs={line.seat: line for line in live.talk.lines if line.sign},
    )


def seat_clock(live: LiveTable, seat: int) -> SeatClock:
    """One seat's clock."""
    rule, time = live.rule, live.times[seat]
    if live.row.imported or not live.seats[seat].token:
        return SeatClock()
    gone = min(gone_stretches(live, seat), default=None)
    where = {} if gone is None else {"gone": gone[0], "gone_until": bounded(gone[1])}
    if live.record is None or live.row.state != "playing" or live.seats[seat].kind == "bot":
        return SeatClock(**where)
    over = deadline(rule, time)
    late = min([*away_stretches(live, seat), *([(over, inf)] if over is not None else [])], default=None)
    still = rule.bank - time.used if rule.kind == BANK and over is None else None
    if late is None:
        return SeatClock(over, still, **where)
    return SeatClock(over, still, late[0], bounded(late[1]), **where)


def bounded(moment: float) -> float | None:
    """A moment; None if it never comes."""
    return None if moment == inf else moment


def alone_from(live: LiveTable, proposal: TableProposal | None) -> float | None:
    """From when on the open question can be decided without those who have not answered; None: not without them."""
    missing = missing_answers(live, proposal)
    if proposal is None or not missing or proposal.asked.what == DELETE:
        return None
    stretches = [gone_stretches(live, seat, proposal.at) for seat in missing]
    return max(min(found)[0] for found in stretches) if all(stretches) else None


def open_proposal(live: LiveTable) -> TableProposal | None:
    """The table's open question; when the game is over, none is left but that for the table's deletion."""
    return still_open(live)


def missing_answers(live: LiveTable, proposal: TableProposal | None) -> list[int]:
    """The people whose answer to the open question is missing."""
    if proposal is None:
        return []
    people = [seat.seat for seat in live.seats if seat.token] if proposal.asked.what == DELETE else live.people
    if proposal.asked.what == HOST:
        people = [seat.seat for seat in live.seats if seat.token and seat.kind != BOT and seat.seat != host_seat(live)]
    return [seat for seat in people if seat != proposal.by and seat not in proposal.answers]


def last_choices(live: LiveTable, seat: int) -> list[OwnChoice]:
    """The seat's latest choices that everybody could notice, newest first. The cost does not grow with the game's length."""
    found: list[OwnChoice] = []
    moves, audiences = live.playing().moves, live.audiences
    step = live.steps
    furthest = max(0, step - FAR)  # in steps: hidden choices of others must not push own ones out of sight
    for index in range(len(moves) - 1, -1, -1):
        if audiences[index] != EVERYBODY:
            continue
        if step <= furthest:
            break
        move = moves[index]
        if move.seat == seat:
            notation = live.game.vocabulary.text(move.kind, move.option)
            events = tuple(event for event in move.events if event.seen_by(seat))
            found.append(OwnChoice(step, notation, events, move.kind, move.option))
        if len(found) == MOST_CHOICES:
            break
        step -= 1
    return found


def choice_text(position: Position, seat: int, choice: OwnChoice) -> Message:
    """What an own choice of before was: what it did, or its words where nothing was told of it.

    The words of a few choices hold only where they were made (a locomotive that is home by now has no way left).
    """
    told = [event for event in choice.events if event.seat == seat and event.code != FORCED]
    if told:
        return position.game.event_text(told[0])
    try:
        return position.game.option_text(position, seat, choice.kind, choice.option)
    except LookupError:
        return Message("web.pact.choice")


def has_clock(rule: ClockRule) -> bool:
    """Whether the table has a clock at all."""
    return rule.kind != NONE


def rule_words(rule: ClockRule) -> Message:
    """What was agreed on, as a sentence."""
    if rule.kind == BANK:
        if not rule.increment:
            return Message("web.clock.rule_bank_only", minutes=int(rule.bank // 60))
        return Message("web.clock.rule_bank", minutes=int(rule.bank // 60), seconds=int(rule.increment))
    return Message("web.clock.rule_window", hours=int(rule.move // 3600), opens=rule.opens, closes=rule.closes, zone=rule.zone)


def short_time(seconds: float) -> str:
    """A stretch of time as a clock shows it: 14:05, 1:02:30; that somebody is over it is said beside it."""
    whole = int(abs(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
