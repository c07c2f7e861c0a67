"""Before and after the game: new tables, seats and invitations, the deal, rematches, imported records."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from officina.bots import BOTS, make_bot
from officina.core.errors import IllegalChoice, NotationError, RecordError, UndoError
from officina.core.game import Game, OptionValue
from officina.core.record import UNDO, Header, Record, choices_kept, open_record, read_lines
from officina.core.text import Message
from officina.games import GAMES
from officina.tables import tokens
from officina.tables.clock import NO_CLOCK, ClockRule, SeatTime, after_entry, dump_rule, dump_times, load_rule
from officina.tables.errors import TableError, WrongLink
from officina.tables.importing import Importer
from officina.tables.keeper import Keeper, clean_name, free, seat_of, with_seat
from officina.tables.live import LiveTable, Plan, dump_events, dump_position
from officina.tables.model import BOT, CLOSED, LOBBY, OPEN, OVER, PERSON, PLAYING, Created, SeatPlan
from officina.tables.storage import (
    CLOSED_ENTRY,
    DEAL,
    LOBBY_ENTRY,
    RENAMED,
    Change,
    EntryRow,
    SeatRow,
    SnapshotRow,
    Storage,
    TableRow,
    advanced,
)

HUMAN: Final = "human"
"""How a record's header calls a person's seat."""
MOST_ENTRIES: Final = 20_000
ID_LENGTH: Final = 16


class Lobby(Keeper):
    """Everything about a table that is not play."""

    def __init__(self, storage: Storage, process: str = "") -> None:
        super().__init__(storage, process)
        self.importer = Importer()

    # --- new tables

    async def create(
        self,
        game: str,
        players: int,
        options: Mapping[str, Any],
        seats: Sequence[SeatPlan],
        clock: ClockRule = NO_CLOCK,
    ) -> Created:
        """A new table. Whoever asks for it is its host, on the first person's seat; without persons it is dealt at once."""
        chosen = GAMES[game].read_options(players, options)
        if len(seats) != players:
            raise TableError(Message("tables.error.seats", n=len(seats), players=players))
        host_token = tokens.new_token()
        while True:
            table_id = tokens.new_table_id()
            rows = plan_seats(table_id, seats, host_token)
            row = replace(new_row(table_id, GAMES[game], players, chosen), clock=dump_rule(clock))
            if await self.whole(self.storage.create(Change(row, seats=rows))):
                break
        if everybody_ready(rows):
            await self.whole(self.retried(lambda: self.deal_if_ready(table_id)))
        return Created(table_id, {seat.seat: host_token for seat in rows if seat.host})

    async def deal_if_ready(self, table_id: str) -> None:
        """Begin the game of a table whose seats are all taken by bots or ready."""
        async with self.hold(table_id) as live:
            if live.row.state == LOBBY and everybody_ready(live.seats):
                await self.change_seats(live, [], live.seats)

    # --- seats

    async def sit(self, table_id: str, seat: int, name: str, invitation: str = "") -> str:
        """Take a free seat: the token of it. A person's seat is kept for whoever holds its invitation."""

        async def work() -> str:
            async with self.hold(table_id) as live:
                row = free_seat(live, seat)
                invited = tokens.matches(invitation, row.invitation)
                if row.kind != OPEN and not invited:
                    raise WrongLink
                token = tokens.new_token()
                # Where no host is left, the next one to sit down is it.
                host = not any(other.host for other in live.seats)
                taken = replace(
                    row, kind=PERSON, name=clean_name(name), ready=False, host=host, token=tokens.hashed(token), invitation=""
                )
                await self.change_seats(live, [taken], with_seat(live.seats, taken), seat)
                return token

        return await self.whole(self.retried(work))

    async def ready(self, table_id: str, token: str, ready: bool) -> None:
        """Say that one is ready, or not yet. When everybody is, the game is dealt."""

        async def work() -> None:
            async with self.hold(table_id) as live:
                row = live.seats[seat_of(live.seats, token)]
                in_lobby(live)
                if row.ready != ready:
                    said = replace(row, ready=ready)
                    await self.change_seats(live, [said], with_seat(live.seats, said), row.seat)

        await self.whole(self.retried(work))

    async def rename(self, table_id: str, token: str, name: str) -> None:
        """Change one's name, at any time."""

        async def work() -> None:
            async with self.hold(table_id) as live:
                row = live.seats[seat_of(live.seats, token)]
                named = replace(row, name=clean_name(name))
                if named != row:
                    entry = next_entry(live, RENAMED, row.seat, named.name)
                    await self.write(live, Change(advanced(live.row, entry), [named], [entry]), lambda: live.count(entry))

        await self.whole(self.retried(work))

    async def leave(self, table_id: str, token: str) -> None:
        """Stand up before the game: the seat is open again. If it was the host's, another person becomes host."""

        async def work() -> None:
            async with self.hold(table_id) as live:
                row = live.seats[seat_of(live.seats, token)]
                in_lobby(live)
                changed = [free(row)]
                heir = next((other for other in live.seats if other.token and other.seat != row.seat), None)
                if row.host and heir is not None:
                    changed.append(replace(heir, host=True))
                seats = live.seats
                for one in changed:
                    seats = with_seat(seats, one)
                await self.change_seats(live, changed, seats, row.seat)

        await self.whole(self.retried(work))

    async def close_table(self, table_id: str, token: str) -> None:
        """The host closes a table that has not begun; nobody can sit down any more."""

        async def work() -> None:
            async with self.hold(table_id) as live:
                self.check_host(live, token)
                in_lobby(live)
                entry = next_entry(live, CLOSED_ENTRY, seat_of(live.seats, token))
                table = replace(advanced(live.row, entry), state=CLOSED)
                await self.write(live, Change(table, (), [entry]), lambda: live.count(entry))

        await self.whole(self.retried(work))

    async def fill(self, table_id: str, token: str, seat: int, bot: str = "heuristic") -> None:
        """The host puts a bot on a free seat, another bot in a bot's place, or (an empty name) opens a bot's seat."""
        if bot:
            make_bot(bot)

        async def work() -> None:
            async with self.hold(table_id) as live:
                self.check_host(live, token)
                in_lobby(live)
                row = live.seats[seat] if 0 <= seat < live.row.players else None
                if row is None or row.token:
                    raise TableError(Message("tables.error.seat_taken"))
                row = free(row)
                if bot:
                    row = replace(row, kind=BOT, bot=bot)
                await self.change_seats(live, [row], with_seat(live.seats, row), seat)

        await self.whole(self.retried(work))

    async def invitations(self, table_id: str, token: str) -> dict[int, str]:
        """For the host, before the game: an invitation to each free seat, the same ones each time; nothing for others."""
        live = await self.live(table_id)
        if not live.seats[seat_of(live.seats, token)].host or live.row.state != LOBBY:
            return {}
        made = {seat.seat: tokens.invitation(token, table_id, seat.seat) for seat in live.seats if is_free(seat)}
        if any(not tokens.matches(text, live.seats[seat].invitation) for seat, text in made.items()):
            await self.whole(self.retried(lambda: self.keep_invitations(table_id, made)))
        return made

    async def keep_invitations(self, table_id: str, made: Mapping[int, str]) -> None:
        """Store the hashes of invitations to seats that became free, or of a new host's."""
        async with self.hold(table_id) as live:
            rows = [replace(live.seats[seat], invitation=tokens.hashed(text)) for seat, text in made.items()]
            rows = [row for row in rows if is_free(row)]
            if rows and live.row.state == LOBBY:
                entry = next_entry(live, LOBBY_ENTRY, -1)  # so that every process sees that the table has changed
                await self.write(live, Change(advanced(live.row, entry), rows, [entry]), lambda: live.count(entry))

    def check_host(self, live: LiveTable, token: str) -> None:
        """TableError unless the token is the host's."""
        if not live.seats[seat_of(live.seats, token)].host:
            raise TableError(Message("tables.error.not_host"))

    async def change_seats(self, live: LiveTable, rows: Sequence[SeatRow], seats: Sequence[SeatRow], seat: int = -1) -> None:
        """Store changed seats of a held table in the lobby, and deal if now everybody is ready."""
        entry = next_entry(live, LOBBY_ENTRY, seat)
        table = advanced(live.row, entry)
        if not everybody_ready(seats):
            await self.write(live, Change(table, rows, [entry]), lambda: live.count(entry))
            return
        kinds = [other.bot if other.kind == BOT else HUMAN for other in seats]
        record = Record.start(live.game, live.row.players, None, live.row.options, kinds)
        deal = EntryRow(live.id, entry.n + 1, DEAL, -1, entry.at, events=dump_events(record.opening_events), renews=True)
        table = replace(advanced(dealt(table, record), deal), times=first_times(live, seats, record, deal))
        snapshot = SnapshotRow(live.id, deal.n, dump_position(record.position))

        def publish() -> None:
            live.count(entry)
            live.start(record, deal)

        await self.write(live, Change(table, rows, [entry, deal], snapshot), publish)

    # --- after the game

    async def rematch(self, table_id: str, token: str) -> Created:
        """The same people once more, each one seat further. The first to ask makes the table, the others join it so."""
        return await self.whole(self.retried(lambda: self.join_rematch(table_id, token)))

    async def join_rematch(self, table_id: str, token: str) -> Created:
        """As :meth:`rematch`."""
        async with self.hold(table_id) as live:
            seat = seat_of(live.seats, token)
            if live.row.state != OVER:
                raise TableError(Message("tables.error.not_over"))
            new_seat = (seat + 1) % live.row.players
            if not live.row.rematch:
                new_id = tokens.new_table_id()
                await self.storage.create(rematch_of(live, new_id, new_seat, tokens.rematch_token(token, new_id)))
                entry = next_entry(live, LOBBY_ENTRY, seat)
                table = replace(advanced(live.row, entry), rematch=new_id)
                await self.write(live, Change(table, (), [entry]), lambda: live.count(entry))
            new_id = live.row.rematch
            name = live.seats[seat].name
        new_token = tokens.rematch_token(token, new_id)
        async with self.hold(new_id) as live:
            row = live.seats[new_seat]
            if not tokens.matches(new_token, row.token):
                row = free_seat(live, new_seat)
                taken = replace(row, kind=PERSON, name=name, token=tokens.hashed(new_token), invitation="")
                await self.change_seats(live, [taken], with_seat(live.seats, taken), new_seat)
        return Created(new_id, {new_seat: new_token})

    # --- records

    async def import_record(self, text: bytes) -> str:
        """Put a record on a table to look at; the id of that table, the same each time. RecordError if it is none."""
        change = await self.importer.read(text)
        await self.whole(self.storage.create(change))
        return change.table.id


def new_row(table_id: str, game: Game, players: int, options: dict[str, OptionValue]) -> TableRow:
    """The row of a table in the lobby."""
    now = time.time()
    return TableRow(table_id, game.name, players, options, LOBBY, game.rules_version, created=now, updated=now)


def plan_seats(table_id: str, plans: Sequence[SeatPlan], host_token: str) -> list[SeatRow]:
    """The seats of a new table; the first person's is the host's."""
    rows: list[SeatRow] = []
    for seat, plan in enumerate(plans):
        if plan.kind not in (PERSON, OPEN, BOT):
            raise TableError(Message("tables.error.seat_kind", kind=plan.kind[:20]))
        row = SeatRow(table_id, seat, plan.kind, clean_name(plan.name))
        if plan.kind == BOT:
            row = replace(row, bot=make_bot(plan.bot).name)
        elif plan.kind == PERSON and not any(other.host for other in rows):
            row = replace(row, host=True, token=tokens.hashed(host_token))
        else:
            row = replace(row, invitation=tokens.hashed(tokens.invitation(host_token, table_id, seat)))
        rows.append(row)
    return rows


def is_free(seat: SeatRow) -> bool:
    """Whether somebody may still sit down."""
    return seat.kind != BOT and not seat.token


def free_seat(live: LiveTable, seat: int) -> SeatRow:
    """A seat of a table in the lobby on which nobody sits; TableError otherwise."""
    if not 0 <= seat < live.row.players:
        raise TableError(Message("tables.error.no_such_seat", seat=seat + 1, last=live.row.players))
    if not is_free(live.seats[seat]):
        raise TableError(Message("tables.error.seat_taken"))
    in_lobby(live)
    return live.seats[seat]


def in_lobby(live: LiveTable) -> None:
    """TableError if the game has begun."""
    if live.row.state == CLOSED:
        raise TableError(Message("tables.error.closed"))
    if live.row.state != LOBBY:
        raise TableError(Message("tables.error.has_begun"))


def everybody_ready(seats: Sequence[SeatRow]) -> bool:
    """Whether the game can be dealt."""
    return all(seat.kind == BOT or (seat.token and seat.ready) for seat in seats)


def next_entry(live: LiveTable, kind: str, seat: int, text: str = "") -> EntryRow:
    """The next entry of the table's log, one that everybody may know of."""
    return EntryRow(live.id, live.version + 1, kind, seat, time.time(), text)


def dealt(row: TableRow, record: Record) -> TableRow:
    """The row of a table on which the record's game is played."""
    return replace(
        row,
        state=OVER if record.position.over else PLAYING,
        rules_version=record.header.rules_version,
        header=msgspec.json.encode(record.header).decode(),
        commitment=record.header.commitment,
        waiting=record.position.to_act,
    )


def first_times(live: LiveTable, seats: Sequence[SeatRow], record: Record, deal: EntryRow) -> str:
    """Everybody's time when the cards are dealt: it runs for the people who decide first."""
    times = after_entry(
        load_rule(live.row.clock),
        [SeatTime() for _ in seats],
        n=deal.n,
        at=deal.at,
        waiting=record.position.to_act,
        mover=-1,
        forward=True,
        runs=lambda seat: seats[seat].kind != BOT,
    )
    return dump_times(times)


def rematch_of(live: LiveTable, new_id: str, host_seat: int, host_token: str) -> Change:
    """A new table for the people and bots of a finished one."""
    row = replace(new_row(new_id, GAMES[live.row.game], live.row.players, live.row.options), clock=live.row.clock)
    rows: list[SeatRow] = []
    for old in live.seats:
        seat = (old.seat + 1) % live.row.players
        if old.kind == BOT and old.token:  # a bot stood in for a person, who is asked again
            old = replace(old, kind=PERSON, bot="")
        new = SeatRow(new_id, seat, old.kind, old.name, old.bot)
        if seat == host_seat:
            new = replace(new, host=True, token=tokens.hashed(host_token))
        elif old.kind != BOT:
            new = replace(new, invitation=tokens.hashed(tokens.invitation(host_token, new_id, seat)))
        rows.append(new)
    return Change(row, rows)


def read_import(text: bytes) -> Change:
    """A record as the rows of a table; RecordError says what is wrong with it and where."""
    if text.count(b"\n") > MOST_ENTRIES + 2:  # before anything is read: a line takes more memory than its letters
        raise RecordError(Message("tables.error.long_record", most=MOST_ENTRIES))
    header, entries, trailer = read_lines(text)
    table_id = "r" + hashlib.sha256(text).hexdigest()[: ID_LENGTH - 1]
    record = open_record(GAMES[header.game], header)
    now = time.time()
    row = TableRow(
        id=table_id,
        game=header.game,
        players=header.players,
        options=header.options,
        state=PLAYING,
        rules_version=header.rules_version,
        created=now,
        updated=now,
        imported=True,
    )
    live = LiveTable(row, imported_seats(table_id, header))
    rows = [EntryRow(table_id, 1, DEAL, -1, now, events=dump_events(record.opening_events), renews=True)]
    live.row = advanced(live.row, rows[0])
    live.start(record, rows[0])
    for number, entry in enumerate(entries, 1):
        plan = replayed(live, number, entry.seat, entry.choice)
        live.publish(plan)
        live.row = advanced(live.row, plan.entry)
        rows.append(plan.entry)
    record.check_trailer(trailer)
    table = replace(dealt(live.row, record), updated=now)
    return Change(table, live.seats, rows, SnapshotRow(table_id, live.version, dump_position(record.position)))


def replayed(live: LiveTable, number: int, seat: int, choice: str) -> Plan:
    """One line of a record, played; RecordError names the line if it cannot be."""
    try:
        kept = choices_kept(choice)
        if kept is not None:
            return live.plan_back(seat, kept)
        return live.plan_undo(seat) if choice == UNDO else live.plan_choice(seat, choice)
    except (IllegalChoice, NotationError, UndoError) as error:
        raise RecordError(Message("kernel.record.move", n=number, choice=choice[:60], why=error.message)) from None


def imported_seats(table_id: str, header: Header) -> list[SeatRow]:
    """The seats of an imported game: who sat there is known by kind only, and nobody can sit down."""
    kinds = [*header.seats, *[HUMAN] * header.players][: header.players]
    return [
        SeatRow(table_id, seat, BOT if kind in BOTS else PERSON, bot=kind if kind in BOTS else "")
        for seat, kind in enumerate(kinds)
    ]
