"""The company at a table: what it decides together, who stands in for whom, what is said, what each one keeps for himself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from officina.bots import make_bot
from officina.core.errors import UndoError
from officina.core.events import EVERYBODY
from officina.core.text import Message
from officina.tables.clock import overtime, waits
from officina.tables.draft import Draft
from officina.tables.errors import Conflict, NotSaved, TableError
from officina.tables.keeper import seat_of
from officina.tables.lasting import always
from officina.tables.live import LiveTable
from officina.tables.lobby import Lobby
from officina.tables.model import BOT, PLAYING, Answer, Illegal, Ok, Stale, dump_answer, load_answer
from officina.tables.proposals import END, GO_BACK, KINDS, RESUME, Asked
from officina.tables.seatbook import VisitRow
from officina.tables.storage import CHAT, ActionRow
from officina.tables.talk import clean_line, dump_said

MOST_ACTION_ID: Final = 80
MOST_NOTE: Final = 4000
OPEN_SECONDS: Final = 60.0
"""A page counts as open for so long after it was last heard of, in whichever process it is."""
VISIT_SECONDS: Final = 20.0


class Company(Lobby):
    """Everything that people do at a table besides playing."""

    # --- what the table decides together

    async def propose(self, table_id: str, token: str, action_id: str, what: str, step: int = 0) -> Answer:
        """Ask the table to go back to before one's own choice of that public ``step``, to pause, to play on, to end."""

        def work(live: LiveTable, seat: int) -> Draft:
            refuse(why_no_proposal(live, seat, what, time.time()))
            draft = Draft(live)
            draft.ask(seat, Asked(what, step, own_choice(live, seat, step)) if what == GO_BACK else Asked(what))
            return draft

        return await self.once(table_id, token, action_id, work)

    async def vote(self, table_id: str, token: str, action_id: str, number: int, agree: bool) -> Answer:
        """Answer the table's question of that number; whoever asked it can only withdraw it."""

        def work(live: LiveTable, seat: int) -> Draft | None:
            refuse(in_play(live))
            proposal = live.proposals.open
            if proposal is None or proposal.number != number:
                return None
            if live.seats[seat].kind == BOT:
                raise TableError(Message("tables.refuse.lent"))
            if seat == proposal.by and agree:
                raise TableError(Message("tables.refuse.own_question"))
            if seat in proposal.answers:
                raise TableError(Message("tables.refuse.answered"))
            draft = Draft(live)
            draft.answer(seat, proposal, agree)
            return draft

        return await self.once(table_id, token, action_id, work)

    # --- bots that stand in

    async def hand_over(self, table_id: str, token: str, action_id: str, seat: int, bot: str = "heuristic") -> Answer:
        """Let a bot play for a seat: one's own at any time, another's once it is over its time or long away."""
        name = make_bot(bot).name
        visits = await self.storage.visits(table_id)
        seen = {number: visit.seen for number, visit in visits.items()}

        def work(live: LiveTable, by: int) -> Draft:
            refuse(why_no_hand_over(live, by, seat, time.time(), seen.get(seat, 0.0)))
            draft = Draft(live)
            draft.hand_over(seat, by, name)
            return draft

        return await self.once(table_id, token, action_id, work)

    async def take_seat_back(self, table_id: str, token: str, action_id: str, seat: int) -> Answer:
        """Play again oneself, or give an absent person's seat back."""

        def work(live: LiveTable, by: int) -> Draft:
            refuse(in_play(live))
            row = live.seats[seat] if 0 <= seat < live.row.players else None
            if row is None or row.kind != BOT or not row.token:
                raise TableError(Message("tables.refuse.not_lent"))
            if by != seat and live.seats[by].kind == BOT:
                raise TableError(Message("tables.refuse.lent"))
            draft = Draft(live)
            draft.take_back(seat, by)
            return draft

        return await self.once(table_id, token, action_id, work)

    # --- talk and notes

    async def say(self, table_id: str, token: str, action_id: str, text: str) -> Answer:
        """Say something to everybody."""
        line = clean_line(text)

        def work(live: LiveTable, seat: int) -> Draft:
            refuse(live.talk.why_not(seat, time.time()) if line else Message("tables.refuse.empty_line"))
            draft = Draft(live)
            draft.add(CHAT, seat, dump_said(live.seats[seat].name, line))
            return draft

        return await self.once(table_id, token, action_id, work)

    async def note(self, table_id: str, token: str) -> str:
        """The private note of the seat."""
        return await self.storage.note(table_id, await self.identify(table_id, token))

    async def keep_note(self, table_id: str, token: str, text: str) -> None:
        """Replace the private note of the seat."""
        seat = await self.identify(table_id, token)
        if len(text) > MOST_NOTE:
            raise TableError(Message("tables.error.long_note", most=MOST_NOTE))
        # PostgreSQL keeps no text with a zero in it, and nobody can see one.
        await self.whole(self.storage.keep_note(table_id, seat, text.replace("\0", "")))

    # --- one action

    async def once(self, table_id: str, token: str, action_id: str, work: Callable[[LiveTable, int], Draft | None]) -> Answer:
        """Do what the work drafts, once: the same action again gets the same answer. Stale if there is nothing to draft."""
        if not 0 < len(action_id) <= MOST_ACTION_ID or not action_id.isprintable():
            raise TableError(Message("tables.error.action_id", most=MOST_ACTION_ID))
        try:
            return await self.whole(self.do_once(table_id, token, action_id, work))
        except Conflict:
            try:
                return await self.whole(self.do_once(table_id, token, action_id, work))
            except Conflict:
                raise NotSaved from None

    async def do_once(
        self, table_id: str, token: str, action_id: str, work: Callable[[LiveTable, int], Draft | None]
    ) -> Answer:
        """As :meth:`once`; Conflict if somebody else wrote first."""
        async with self.hold(table_id) as live:
            seat = seat_of(live.seats, token)
            done = await self.storage.answer(table_id, seat, action_id)
            if done is not None:
                return load_answer(done)
            try:
                draft = work(live, seat)
            except (TableError, UndoError) as error:
                # Not stored: a refusal is about this moment, and nothing was done that could be done twice.
                return Illegal(error.message)
            if draft is None:
                return Stale(live.version_for(seat))
            answer = Ok(live.version_for(seat) + len(draft.entries))
            action = ActionRow(table_id, seat, action_id, dump_answer(answer))

            def publish() -> None:
                draft.publish()
                if draft.snapshot is not None:
                    live.since_snapshot = 0

            await self.write(live, draft.change(action), publish)
            return answer


def refuse(why: Message | None) -> None:
    """TableError if there is a reason."""
    if why is not None:
        raise TableError(why)


def in_play(live: LiveTable) -> Message | None:
    """Why nothing can be decided at the table: it is not in play."""
    if live.record is None:
        return Message("tables.error.not_started")
    if live.row.state != PLAYING or live.row.imported:
        return Message("kernel.refuse.over")
    return None


def why_no_proposal(live: LiveTable, seat: int, what: str, now: float) -> Message | None:
    """Why the seat cannot ask that now."""
    if what not in KINDS:
        return Message("tables.refuse.unknown_question", kinds=KINDS)
    why = in_play(live)
    if why is not None:
        return why
    if live.seats[seat].kind == BOT:
        return Message("tables.refuse.lent")
    if live.proposals.open is not None:
        return Message("tables.refuse.one_question")
    wait = live.proposals.may_ask_at(seat) - now
    if wait > 0:
        return Message("tables.refuse.wait", n=int(wait // 60) + 1)
    if live.row.paused and what not in (RESUME, END):
        return Message("tables.refuse.paused")
    if not live.row.paused and what == RESUME:
        return Message("tables.refuse.not_paused")
    return None


def own_choice(live: LiveTable, seat: int, step: int) -> int:
    """The index of the seat's own choice of that public step; UndoError if it is none."""
    found = own_choices(live, seat).get(step)
    if found is None:
        raise UndoError(Message("tables.refuse.not_your_choice", step=step))
    return found


def own_choices(live: LiveTable, seat: int) -> dict[int, int]:
    """The seat's own choices that everybody could notice, by public step: their indices."""
    found: dict[int, int] = {}
    step = 0
    for index, (move, audience) in enumerate(zip(live.playing().moves, live.audiences, strict=True)):
        if audience == EVERYBODY:
            step += 1
            if move.seat == seat:
                found[step] = index
    return found


def why_no_hand_over(live: LiveTable, by: int, seat: int, now: float, seen: float) -> Message | None:
    """Why that seat cannot be handed to a bot by the other one."""
    why = in_play(live)
    if why is not None:
        return why
    if not 0 <= seat < live.row.players or live.seats[seat].kind == BOT:
        return Message("tables.refuse.bot_already")
    if by == seat:
        return None
    if live.seats[by].kind == BOT:
        return Message("tables.refuse.lent")
    if overtime(live.rule, live.times[seat], now) or away(live, seat, now, seen):
        return None
    return Message("tables.refuse.in_time")


def away(live: LiveTable, seat: int, now: float, seen: float) -> bool:
    """Whether the table waits for somebody who has long been away."""
    since = away_since(live, seat, seen)
    return since is not None and now - since >= live.rule.absence


def away_since(live: LiveTable, seat: int, seen: float) -> float | None:
    """Since when somebody for whom the table waits (to choose, or to answer a question) is away; None if it is not so."""
    time, proposal = live.times[seat], live.proposals.open
    asked = proposal is not None and proposal.by != seat and seat not in proposal.answers
    playing = waits(time) and not live.row.paused
    if not live.rule.absence or live.pages.get(seat, 0) or not (playing or asked):
        return None
    moments = [seen, time.moved]
    if playing:
        moments.append(time.began)
    elif proposal is not None:
        moments.append(proposal.at)
    return max(moments)


class Attendance:
    """Writes down, now and then, which seats have a page open and how far they have seen; what it misses in a crash is seconds.

    Use as ``async with Attendance(tables)`` beside the tables.
    """

    def __init__(self, tables: Company, every: float = VISIT_SECONDS) -> None:
        self.tables = tables
        self.every = every
        self.fresh: dict[tuple[str, int], VisitRow] = {}
        self.hurry = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Attendance:
        self.task = asyncio.create_task(always(self.run))
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        await self.write()

    async def run(self) -> None:
        """Until the tables are closed."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.hurry.wait(), self.every)
            self.hurry.clear()
            with suppress(TableError):  # the storage has said so itself
                await self.write()
            await asyncio.sleep(min(1.0, self.every))

    async def visit(self, table_id: str, seat: int) -> VisitRow | None:
        """When the seat last looked."""
        return self.fresh.get((table_id, seat)) or (await self.tables.storage.visits(table_id)).get(seat)

    def left(self) -> None:
        """A page was closed: what it saw is written down soon."""
        self.hurry.set()

    def saw(self, live: LiveTable, seat: int) -> None:
        """A page of the seat shows the table as it is."""
        now = time.time()
        live.seen[seat] = now
        self.fresh[live.id, seat] = VisitRow(live.id, seat, now, live.audiences.count(EVERYBODY))

    async def write(self) -> None:
        """Store what is new, and that open pages are still open."""
        for live in list(self.tables.tables.values()):
            for seat, count in live.pages.items():
                if seat is not None and count:
                    self.saw(live, seat)
        rows = list(self.fresh.values())
        self.fresh.clear()
        try:
            if rows:
                await self.tables.storage.keep_visits(rows)
        except TableError:
            self.fresh = {**{(row.table_id, row.seat): row for row in rows}, **self.fresh}  # the next time will do
            raise
