"""The one way of every action: identify, answer what was asked before, plan, store, publish, answer.

An action with an id of the client's own is idempotent: what was done is stored with its answer, in one transaction, and the
same id gets the same answer. A refusal is about the moment and is not stored, except of an action that is based on a version
(a choice, an undo): asked again it would be refused as stale, which would hide the reason.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from officina.core.errors import IllegalChoice, NotationError, UndoError
from officina.core.events import EVERYBODY
from officina.core.text import Message
from officina.tables.actions.action import Action, Result
from officina.tables.actions.catalogue import ACTIONS
from officina.tables.errors import Conflict, NotSaved, TableError
from officina.tables.registry import Registry, seat_of
from officina.tables.storage.interface import LOBBY, OVER, ActionRow
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.model import Answer, Illegal, Ok, Stale, dump_answer, load_answer

MOST_ACTION_ID: Final = 80
MOST_TRIES: Final = 8
"""How often an action is tried when other processes write first."""


class Pipeline:
    """Carries out the actions of a registry's tables."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    async def do(self, table_id: str, token: str, asked: msgspec.Struct, sure: bool = True) -> Result:
        """Do what is asked for, even if the caller goes away meanwhile; TableError if an action without an id is refused."""
        return await self.registry.uninterrupted(self.run(table_id, token, asked, sure))

    async def run(self, table_id: str, token: str, asked: msgspec.Struct, sure: bool) -> Result:
        """As :meth:`do`."""
        action = ACTIONS[type(asked)]
        action_id: str | None = getattr(asked, "action_id", None)
        if action_id is not None and (not 0 < len(action_id) <= MOST_ACTION_ID or not action_id.isprintable()):
            raise TableError(Message("tables.error.action_id", most=MOST_ACTION_ID))
        await action.prepare(self.registry, table_id)
        for tried in range(MOST_TRIES):
            try:
                async with self.registry.hold(table_id) as live:
                    seat = -1 if action.who == "anybody" else seat_of(live.seats, token)
                    if not await self.is_current(live, seat, asked):
                        continue
                    draft = Draft(live, self.registry.clock(), token, sure, self.registry.chance)
                    result = await self.act(draft, seat, asked, tried > 0)
            except Conflict:
                continue  # the table is up to date now: perhaps it can still be done
            return await action.finish(self.registry, self.do, table_id, token, seat, asked) or result
        raise NotSaved

    async def is_current(self, live: LiveTable, seat: int, asked: msgspec.Struct) -> bool:
        """Catch up if the seat has seen at another process what is not known here yet; False if the table was reloaded."""
        if self.registry.storage.shared and getattr(asked, "base", -1) > live.version_for(seat):
            await self.registry.catch_up(live)
        return self.registry.tables.get(live.id) is live

    async def act(self, draft: Draft, seat: int, asked: Any, look: bool) -> Result:
        """Do it at a held table; Conflict if another process wrote meanwhile. ``look``: perhaps it was done before."""
        action, live = ACTIONS[type(asked)], draft.live
        based, action_id = hasattr(asked, "base"), getattr(asked, "action_id", None)
        if based:
            if live.row.state == LOBBY:
                raise TableError(Message("tables.error.not_started"))
            # An action that was done is stale when it comes again, for it renewed its seat's question: look only then.
            stale = not live.asked_at[seat] <= asked.base <= live.version_for(seat)
            look = look or stale or live.row.state == OVER
        if action_id is not None and (look or not based):
            done = await self.answered(live, seat, action_id)
            if done is not None:
                return done
        if based and stale:
            return Stale(live.version_for(seat))
        refusal, result = attempt(action, draft, seat, asked)
        if refusal is not None:
            if action_id is None:
                raise TableError(refusal.reason)
            if not based:
                return refusal
            await self.registry.storage.keep_refusal(ActionRow(live.id, seat, action_id, dump_answer(refusal)))
            return await self.answered(live, seat, action_id) or refusal  # the first answer stored wins
        if draft.deletes:
            await self.registry.delete(live)
            return Ok(live.version_for(seat))
        known = [entry for entry in draft.entries if entry.audience in (EVERYBODY, seat)]
        answer = Ok(live.version_for(seat) + len(known))
        if draft.new_table is not None:
            await self.registry.storage.create(draft.new_table)
        if draft.entries:
            stored = None if action_id is None else ActionRow(live.id, seat, action_id, dump_answer(answer))
            await self.registry.write(live, draft, stored)
        return result or answer

    async def answered(self, live: LiveTable, seat: int, action_id: str) -> Answer | None:
        """The answer that the action got before."""
        done = await self.registry.storage.answer(live.id, seat, action_id)
        return None if done is None else load_answer(done)


def attempt(action: Action[Any], draft: Draft, seat: int, asked: Any) -> tuple[Illegal | None, Result | None]:
    """Why the action is refused, or the answer that its plan gives."""
    if action.who == "host" and not draft.live.seats[seat].host:
        return Illegal(Message("tables.error.not_host")), None
    why = action.when(draft.live) or action.why_not(draft, seat, asked)
    if why is not None:
        return Illegal(why), None
    try:
        return None, action.plan(draft, seat, asked)
    except IllegalChoice as error:
        return Illegal(error.reason, error.rule), None
    except (NotationError, UndoError) as error:
        return Illegal(error.message), None
