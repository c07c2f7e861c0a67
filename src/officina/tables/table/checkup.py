"""Integrity check: every log is replayed from its deal and compared with the rows, snapshots and events stored of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from officina.core.errors import OfficinaError, SaveError
from officina.core.events import EVERYBODY
from officina.core.record import Header
from officina.core.text import Message
from officina.tables.errors import TableError, Unreadable
from officina.tables.storage import interface as db
from officina.tables.storage.interface import ActionRow, EntryRow, Stored
from officina.tables.storage.reading_damage import readable_rows
from officina.tables.storage.schema import ACTIONS, ENTRIES, SEATS, SNAPSHOTS, TABLES
from officina.tables.storage.sql import Storage, heads, log_of
from officina.tables.storage.sqlite import SqliteStorage
from officina.tables.table.entries import apply_entry, kind_of
from officina.tables.table.live import LiveTable, dump_events, load_events
from officina.tables.table.model import load_answer


@dataclass(slots=True)
class FullTable:
    """A table with everything that is stored of it."""

    stored: Stored
    snapshots: dict[int, str] = field(default_factory=dict)
    actions: list[ActionRow] = field(default_factory=list)


@dataclass(slots=True)
class Findings:
    """The result for one table: the length of its log, and what is wrong."""

    table_id: str
    entries: int
    faults: list[Message]


async def check_tables(storage: Storage, only: Collection[str] = ()) -> AsyncIterator[Findings]:
    """Table by table, all of them or only those. The server may run meanwhile: each is seen as it is at one moment."""
    for table_id in [*only] or await all_ids(storage):
        try:
            full = await storage.read(partial(read_full, table_id))
        except Unreadable as error:
            yield Findings(table_id, 0, [error.message])
            continue
        if full is None:
            if only:
                yield Findings(table_id, 0, [Message("tables.error.unknown_table")])
            continue
        yield Findings(table_id, len(full.stored.entries), list(find_faults(full)))


async def all_ids(storage: Storage) -> list[str]:
    """The names of all tables; of a damaged database all that can be found, also those that only other rows mention."""
    everything = select(TABLES.c.id).order_by(TABLES.c.created)
    mentioned = select(ENTRIES.c.table_id).distinct()
    try:
        return await storage.read(lambda connection: list(connection.execute(everything).scalars()))
    except Unreadable:
        found: dict[str, None] = {}
        if isinstance(storage, SqliteStorage):
            for table, column in ((TABLES, "id"), (SEATS, "table_id")):
                found.update(dict.fromkeys(row[column] for row in readable_rows(storage.path, table)))
        else:
            with suppress(TableError):
                found.update(
                    dict.fromkeys(await storage.read(lambda connection: connection.execute(mentioned).scalars().all()))
                )
        return list(found)


def read_full(table_id: str, connection: Connection) -> FullTable | None:
    """A table with its log, all its snapshots and all answers."""
    found = heads(connection, [table_id])
    if not found:
        return None
    full = FullTable(found[0])
    full.stored.entries = log_of(connection, table_id)
    snapshots = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id))
    full.snapshots = {row.n: row.position for row in snapshots}
    answers = select(ACTIONS).where(ACTIONS.c.table_id == table_id)
    full.actions = [ActionRow(**row._mapping) for row in connection.execute(answers)]
    return full


def find_faults(full: FullTable) -> Iterator[Message]:
    """Everything that is wrong with a table."""
    row, entries = full.stored.table, full.stored.entries
    if [seat.seat for seat in full.stored.seats] != list(range(row.players)):
        yield Message("tables.check.seats", found=len(full.stored.seats), wanted=row.players)
        return
    numbers = [entry.n for entry in entries]
    if numbers != list(range(1, row.version + 1)):
        gap = next((n for n, found in enumerate(numbers, 1) if n != found), len(numbers) + 1)
        yield Message("tables.check.log", found=len(numbers), wanted=row.version, n=gap)
        return
    for n in full.snapshots.keys() - set(numbers):
        yield Message("tables.check.snapshot", n=n)
    n = 0
    try:
        # Played as if nothing had been kept: the row is what the log must lead to.
        live = LiveTable(replace(row, version=0), full.stored.seats)
        for entry in entries:
            n = entry.n
            yield from play(live, entry)
            if n in full.snapshots and not same_position(live, full.snapshots[n]):
                yield Message("tables.check.snapshot", n=n)
    except OfficinaError as error:
        yield Message("tables.check.entry", n=n, why=error.message) if n else Message("tables.error.damaged", why=error.message)
        return
    except Exception as error:  # whatever a damaged row leads to
        yield Message("tables.check.unreadable", n=n, why=f"{type(error).__name__}: {error}"[:200])
        return
    try:
        yield from compare_row(live, full)
    except Exception as error:  # whatever a damaged row leads to
        yield Message("tables.check.unreadable", n=n, why=f"{type(error).__name__}: {error}"[:200])
    for action in full.actions:
        try:
            load_answer(action.answer)
        except Exception:  # whatever a damaged row leads to
            yield Message("tables.check.answer", seat=action.seat + 1, action=action.action_id)


def play(live: LiveTable, entry: EntryRow) -> Iterator[Message]:
    """Replay one entry; its events must equal those stored."""
    plan = kind_of(entry).plan(live, entry)
    apply_entry(live, entry, plan)
    if plan is None:
        if entry.kind == db.DEAL and not same_events(live, dump_events(live.playing().opening_events), entry.events):
            yield Message("tables.check.events", n=entry.n)
        return
    again = plan.entry
    if not same_events(live, again.events, entry.events):
        yield Message("tables.check.events", n=entry.n)
    # Earlier versions told everybody of a secret choice after which the same seat went on.
    once_told = plan.move is not None and again.audience != EVERYBODY and not plan.position.answers
    if (again.audience, again.renews) != (entry.audience, entry.renews) and not (
        once_told and (entry.audience, entry.renews) == (EVERYBODY, True)
    ):
        yield Message("tables.check.audience", n=entry.n)


def compare_row(live: LiveTable, full: FullTable) -> Iterator[Message]:
    """What the log leads to beside what the table's row says."""
    row = full.stored.table
    if live.public != row.public:
        yield Message("tables.check.public", found=row.public, wanted=live.public)
    kinds = [entry.kind for entry in full.stored.entries]
    if live.record is None:
        wanted = db.CLOSED if db.CLOSED_ENTRY in kinds else db.LOBBY
        if row.state != wanted:
            yield Message("tables.check.state", found=row.state, wanted=wanted)
        return
    position = live.record.position
    ended = db.ENDED in kinds  # by consent: the position itself would go on
    wanted = db.OVER if position.over or ended else db.PLAYING
    if row.state != wanted:
        yield Message("tables.check.state", found=row.state, wanted=wanted)
    if row.ended != ended:
        yield Message("tables.check.ended")
    if row.paused != ([kind for kind in kinds if kind in (db.PAUSED, db.RESUMED)][-1:] == [db.PAUSED]):
        yield Message("tables.check.paused")
    waiting = () if ended else position.to_act
    if row.waiting != waiting:
        yield Message("tables.check.waiting", found=seats(row.waiting), wanted=seats(waiting))
    if row.commitment != msgspec.json.decode(row.header, type=Header).commitment:
        yield Message("tables.check.commitment")
    unsound = live.game.check(position)
    if unsound is not None:
        yield Message("tables.check.position", why=unsound)


def same_position(live: LiveTable, snapshot: str) -> bool:
    """Whether a snapshot is the table's position; one of an earlier version says it in that version's words."""
    data: object = msgspec.json.decode(snapshot)
    try:
        return bool(live.game.from_json(data).to_json() == live.playing().position.to_json())
    except SaveError:
        return False


def same_events(live: LiveTable, again: str, stored: str) -> bool:
    """Whether the stored events are those told again; of an earlier version's log, all but those of kinds added since."""
    kinds = live.game.event_kinds
    return same(again, stored) or same(dump_events([e for e in load_events(again) if not kinds[e.code].added]), stored)


def same(one: str, other: str) -> bool:
    """Whether two JSON texts say the same."""
    decode: Any = msgspec.json.decode
    return one == other or bool(decode(one) == decode(other))


def seats(numbers: tuple[int, ...]) -> str:
    """Seats for people."""
    return ", ".join(str(seat + 1) for seat in numbers) or "-"
