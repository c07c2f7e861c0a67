"""What one action writes: entries, seats, the table's row, a snapshot; stored in one transaction, then published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from officina.core.events import EVERYBODY
from officina.tables import tokens
from officina.tables.storage.interface import (
    BOT,
    OVER,
    PLAYING,
    ActionRow,
    Change,
    EntryRow,
    SeatRow,
    SnapshotRow,
    TableRow,
    advanced,
    as_text,
)
from officina.tables.table.clock import SeatTime, Times, after_entry, load_times
from officina.tables.table.live import LiveTable, dump_position
from officina.tables.table.moves import Plan

SNAPSHOT_EVERY: Final = 20


class Draft:
    """The plan of one action at a held table. Nothing at the table changes before it is stored.

    ``token`` is that of whoever asks; ``sure``: that person need not be asked whether this is meant; ``chance`` gives seeds.
    """

    def __init__(
        self, live: LiveTable, now: float, token: str = "", sure: bool = True, chance: tokens.Chance = tokens.secret
    ) -> None:
        self.live = live
        self.at = now
        self.token = token
        self.sure = sure
        self.chance = chance
        self.row: TableRow = live.row
        self.seats = list(live.seats)
        self.entries: list[EntryRow] = []
        self.plans: dict[int, Plan] = {}
        self.snapshot: SnapshotRow | None = None
        self.deletes = False
        """The table is deleted with everything that is stored of it; nothing else counts then."""
        self.new_table: Change | None = None
        """Another table that is created with this one's change."""
        self.vacated: list[int] = []
        """Seats that somebody else has from now on."""

    def add(self, kind: str, seat: int = -1, text: str = "", **more: Any) -> EntryRow:
        """Add an entry, unless told otherwise a public one that changes nobody's question."""
        entry = EntryRow(self.live.id, self.row.version + 1, kind, seat, self.at, text, **more)
        self.entries.append(entry)
        self.row = advanced(self.row, entry)
        return entry

    def play(self, plan: Plan, snapshot: bool = False) -> None:
        """Add a choice, an undo or a return as planned, with a snapshot when one is due."""
        position = plan.position
        entry = replace(plan.entry, n=self.row.version + 1, at=self.at)
        self.entries.append(entry)
        self.plans[entry.n] = plan
        if entry.audience == EVERYBODY:
            self.set_times(self.times_after(entry, self.times(), position.to_act, forward=plan.move is not None))
        state = OVER if position.over else PLAYING
        self.row = replace(advanced(self.row, entry), state=state, waiting=position.to_act)
        if snapshot or position.over or self.live.since_snapshot + 1 >= SNAPSHOT_EVERY:
            self.snapshot = SnapshotRow(self.live.id, entry.n, dump_position(position))

    def times_after(self, entry: EntryRow, times: Sequence[SeatTime], waiting: Sequence[int], forward: bool = True) -> Times:
        """What each seat used up of its time after the entry, if it had used up ``times`` before it."""
        return after_entry(
            self.live.rule,
            times,
            n=entry.n,
            at=entry.at,
            waiting=waiting,
            mover=entry.seat,
            forward=forward,
            runs=lambda seat: self.seats[seat].kind != BOT,
        )

    def times(self) -> Times:
        """Everybody's time after this draft."""
        return load_times(self.row.times, self.row.players, self.row.waiting, self.live.row.updated)

    def set_times(self, times: Sequence[SeatTime]) -> None:
        """Replace everybody's time."""
        self.row = replace(self.row, times=as_text(times))

    def change(self, action: ActionRow | None = None) -> Change:
        """The change to be stored."""
        seats = [seat for seat, old in zip(self.seats, self.live.seats, strict=True) if seat != old]
        return Change(self.row, seats, self.entries, self.snapshot, action, self.vacated)

    def set_seat(self, row: SeatRow) -> None:
        """Change a seat."""
        self.seats[row.seat] = row
