"""Looks whether what is stored is sound: every log is played again from its deal and compared with all that was kept of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from officina.core.errors import OfficinaError
from officina.core.record import Header
from officina.core.text import Message
from officina.tables.live import LiveTable, Plan, dump_events
from officina.tables.loading import enter, replace_entry
from officina.tables.model import CLOSED, LOBBY, OVER, PLAYING, load_answer
from officina.tables.schema import ACTIONS, ENTRIES, SNAPSHOTS, TABLES
from officina.tables.sql import SqlStorage, heads
from officina.tables.storage import (
    CHOICE,
    CLOSED_ENTRY,
    DEAL,
    ENDED,
    PAUSED,
    RESUMED,
    UNDONE,
    ActionRow,
    EntryRow,
    SnapshotRow,
    Stored,
)


@dataclass(slots=True)
class Whole:
    """Everything that is stored of a table."""

    stored: Stored
    snapshots: dict[int, str] = field(default_factory=dict)
    actions: list[ActionRow] = field(default_factory=list)


@dataclass(slots=True)
class Findings:
    """What was found at one table: how long its log is, and what is wrong."""

    table_id: str
    entries: int
    faults: list[Message]


async def check_tables(storage: SqlStorage, only: Collection[str] = ()) -> AsyncIterator[Findings]:
    """Table by table, all of them or only those. The server may run meanwhile: each is seen as it is at one moment."""
    everything = select(TABLES.c.id).order_by(TABLES.c.created)
    ids = await storage.read(lambda connection: list(connection.execute(everything).scalars()))
    for table_id in [*only] or ids:
        whole = await storage.read(partial(read_whole, table_id))
        if whole is None:
            if only:
                yield Findings(table_id, 0, [Message("tables.error.unknown_table")])
            continue
        yield Findings(table_id, len(whole.stored.entries), list(find_faults(whole)))


def read_whole(table_id: str, connection: Connection) -> Whole | None:
    """A table with its log, all its snapshots and all answers."""
    found = heads(connection, [table_id])
    if not found:
        return None
    whole = Whole(found[0])
    log = select(ENTRIES).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.n)
    whole.stored.entries = [EntryRow(**row._mapping) for row in connection.execute(log)]
    for row in connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id)):
        snapshot = SnapshotRow(**row._mapping)
        whole.snapshots[snapshot.n] = snapshot.position
    answers = select(ACTIONS).where(ACTIONS.c.table_id == table_id)
    whole.actions = [ActionRow(**row._mapping) for row in connection.execute(answers)]
    return whole


def find_faults(whole: Whole) -> Iterator[Message]:
    """Everything that is wrong with a table."""
    row, entries = whole.stored.table, whole.stored.entries
    if [seat.seat for seat in whole.stored.seats] != list(range(row.players)):
        yield Message("tables.check.seats", found=len(whole.stored.seats), wanted=row.players)
        return
    numbers = [entry.n for entry in entries]
    if numbers != list(range(1, row.version + 1)):
        gap = next((n for n, found in enumerate(numbers, 1) if n != found), len(numbers) + 1)
        yield Message("tables.check.log", found=len(numbers), wanted=row.version, n=gap)
        return
    n = 0
    try:
        # Played as if nothing had been kept: the row is what the log must lead to.
        live = LiveTable(replace(row, version=0), whole.stored.seats)
        for entry in entries:
            n = entry.n
            yield from play(live, entry)
            if n in whole.snapshots and not same(dump(live), whole.snapshots[n]):
                yield Message("tables.check.snapshot", n=n)
    except OfficinaError as error:
        yield Message("tables.check.entry", n=n, why=error.message) if n else Message("tables.error.damaged", why=error.message)
        return
    except (ValueError, TypeError, KeyError, msgspec.MsgspecError) as error:
        yield Message("tables.check.unreadable", n=n, why=f"{type(error).__name__}: {error}"[:200])
        return
    yield from compare_row(live, whole)
    for action in whole.actions:
        try:
            load_answer(action.answer)
        except (ValueError, TypeError, KeyError):
            yield Message("tables.check.answer", seat=action.seat + 1, action=action.action_id)


def play(live: LiveTable, entry: EntryRow) -> Iterator[Message]:
    """One entry, played again; what it told must be what was kept."""
    plan: Plan | None = None
    if entry.kind == CHOICE:
        plan = live.plan_choice(entry.seat, entry.text)
    elif entry.kind == UNDONE:
        plan = live.plan_undo(entry.seat)
    if plan is None:
        enter(live, entry)
        if entry.kind == DEAL and not same(dump_events(live.playing().opening_events), entry.events):
            yield Message("tables.check.events", n=entry.n)
    else:
        again = plan.entry
        live.publish(replace_entry(plan, entry))
        if not same(again.events, entry.events):
            yield Message("tables.check.events", n=entry.n)
        if (again.audience, again.renews) != (entry.audience, entry.renews):
            yield Message("tables.check.audience", n=entry.n)


def compare_row(live: LiveTable, whole: Whole) -> Iterator[Message]:
    """What the log leads to beside what the table's row says."""
    row = whole.stored.table
    if live.public != row.public:
        yield Message("tables.check.public", found=row.public, wanted=live.public)
    kinds = [entry.kind for entry in whole.stored.entries]
    if live.record is None:
        wanted = CLOSED if CLOSED_ENTRY in kinds else LOBBY
        if row.state != wanted:
            yield Message("tables.check.state", found=row.state, wanted=wanted)
        return
    position = live.record.position
    ended = ENDED in kinds  # by consent: the position itself would go on
    wanted = OVER if position.over or ended else PLAYING
    if row.state != wanted:
        yield Message("tables.check.state", found=row.state, wanted=wanted)
    if row.ended != ended:
        yield Message("tables.check.ended")
    if row.paused != ([kind for kind in kinds if kind in (PAUSED, RESUMED)][-1:] == [PAUSED]):
        yield Message("tables.check.paused")
    waiting = () if ended else position.to_act
    if row.waiting != waiting:
        yield Message("tables.check.waiting", found=seats(row.waiting), wanted=seats(waiting))
    if row.commitment != msgspec.json.decode(row.header, type=Header).commitment:
        yield Message("tables.check.commitment")
    unsound = live.game.check(position)
    if unsound is not None:
        yield Message("tables.check.position", why=unsound)


def dump(live: LiveTable) -> str:
    """The position as a snapshot has it."""
    return msgspec.json.encode(live.playing().position.to_json()).decode()


def same(one: str, other: str) -> bool:
    """Whether two JSON texts say the same."""
    decode: Any = msgspec.json.decode
    return one == other or bool(decode(one) == decode(other))


def seats(numbers: tuple[int, ...]) -> str:
    """Seats for people."""
    return ", ".join(str(seat + 1) for seat in numbers) or "-"
