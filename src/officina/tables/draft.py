"""Entries to be, of one held table: written together with what they change, or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from officina.tables.clock import Times, dump_times, ended, given_back, load_times, started, stopped
from officina.tables.hearing import hear
from officina.tables.live import LiveTable
from officina.tables.model import BOT, OVER, PERSON
from officina.tables.proposals import END, GO_BACK, PAUSE, RESUME, Asked, Proposal, Replied, dump
from officina.tables.storage import (
    ANSWERED,
    ASKED,
    ENDED,
    HANDED,
    PAUSED,
    RESUMED,
    RETURNED,
    ActionRow,
    Change,
    EntryRow,
    SeatRow,
    SnapshotRow,
    TableRow,
    advanced,
)

EFFECT: Final = {PAUSE: PAUSED, RESUME: RESUMED, END: ENDED}


class Draft:
    """What one action adds to a table's log."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.at = time.time()
        self.row: TableRow = live.row
        self.seats: dict[int, SeatRow] = {}
        self.entries: list[EntryRow] = []
        self.shown: list[Callable[[], None]] = []
        self.snapshot: SnapshotRow | None = None

    def add(self, kind: str, seat: int, text: str = "") -> None:
        """One more entry, which everybody may know of and which makes nobody's question another one."""
        entry = EntryRow(self.live.id, self.row.version + 1, kind, seat, self.at, text)
        self.entries.append(entry)
        self.row = advanced(self.row, entry)
        self.shown.append(lambda: hear(self.live, entry))

    def change(self, action: ActionRow | None = None) -> Change:
        """All of it, for one transaction."""
        return Change(self.row, list(self.seats.values()), self.entries, self.snapshot, action)

    def publish(self) -> None:
        """It is stored: show it."""
        for show in self.shown:
            show()

    # --- questions to the table

    def ask(self, seat: int, asked: Asked) -> None:
        """A question; where nobody else is to be asked, it is agreed on."""
        self.add(ASKED, seat, dump(asked))
        self.settle(Proposal(0, seat, asked, self.at, {}))

    def answer(self, seat: int, proposal: Proposal, agree: bool) -> None:
        """An answer; if it was the last one that was missing, what was asked for happens with it."""
        self.add(ANSWERED, seat, dump(Replied(proposal.number, agree)))
        if agree:
            self.settle(replace(proposal, answers={**proposal.answers, seat: True}))

    def settle(self, proposal: Proposal) -> None:
        """Do what was asked for if everybody agrees."""
        people = [seat.seat for seat in self.live.seats if self.seats.get(seat.seat, seat).kind != BOT]
        if all(seat == proposal.by or proposal.answers.get(seat) for seat in people):
            self.carry_out(proposal)

    def carry_out(self, proposal: Proposal) -> None:
        """What everybody agreed on."""
        what = proposal.asked.what
        if what == GO_BACK:
            self.go_back(proposal)
            return
        self.add(EFFECT[what], proposal.by)
        if what == END:
            self.set_times(tuple(ended(time) for time in self.stand_still()))
            self.row = replace(self.row, state=OVER, ended=True, waiting=())
        elif what == PAUSE:
            self.set_times(self.stand_still())
            self.row = replace(self.row, paused=True)
        else:
            people = [self.live.seats[seat].kind != BOT for seat in range(self.row.players)]
            rule = self.live.rule
            times = zip(self.times(), people, strict=True)
            self.set_times(tuple(started(rule, time, self.at) if runs else time for time, runs in times))
            self.row = replace(self.row, paused=False)

    def go_back(self, proposal: Proposal) -> None:
        """Take back a choice with all that came after it."""
        live = self.live
        plan = live.plan_back(proposal.by, proposal.asked.kept)
        plan.entry = replace(plan.entry, n=self.row.version + 1, at=self.at)
        row = live.row_after(plan)
        self.row = replace(advanced(self.row, plan.entry), state=row.state, waiting=row.waiting, times=row.times)
        self.entries.append(plan.entry)
        # A snapshot here spares the next loading of the table the way back.
        self.snapshot = live.snapshot_after(plan, due=True)
        self.shown.append(lambda: live.publish(plan))

    # --- seats and bots

    def hand_over(self, seat: int, by: int, bot: str) -> None:
        """A bot stands in for a person. Its time stands still; a question that waited for it waits no more."""
        self.add(HANDED, seat, f"{by} {bot}")
        self.seats[seat] = replace(self.live.seats[seat], kind=BOT, bot=bot)
        times = list(self.times())
        times[seat] = stopped(self.live.rule, times[seat], self.at)
        self.set_times(tuple(times))
        waiting = self.live.proposals.open
        if waiting is not None and waiting.by != seat:
            self.settle(waiting)

    def take_back(self, seat: int, by: int) -> None:
        """The person plays again."""
        self.add(RETURNED, seat, str(by))
        self.seats[seat] = replace(self.live.seats[seat], kind=PERSON, bot="")
        times = list(self.times())
        back = given_back(self.live.rule, times[seat], self.at)
        times[seat] = stopped(self.live.rule, back, self.at) if self.row.paused else back
        self.set_times(tuple(times))

    # --- times

    def times(self) -> Times:
        """Everybody's time, as far as this draft goes."""
        return load_times(self.row.times, self.row.players, self.row.waiting, self.live.row.updated)

    def set_times(self, times: Times) -> None:
        """Replace everybody's time."""
        self.row = replace(self.row, times=dump_times(times))

    def stand_still(self) -> Times:
        """Everybody's time, stopped."""
        return tuple(stopped(self.live.rule, time, self.at) for time in self.times())
