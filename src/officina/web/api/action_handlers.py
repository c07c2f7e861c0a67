"""Operations made of the tables' actions: what each asks, and how its outcome is answered."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from officina import messages as m
from officina.core.text import Message
from officina.tables import Created, Illegal, Ok, Stale, tokens
from officina.tables.actions.action import Action, Result
from officina.web.api import company_handlers
from officina.web.api.answers import Refused
from officina.web.api.calls import ApiCall, Handler, Operation
from officina.web.api.handlers import live_message, new_table
from officina.web.words import first_rule

MOST_ALLOWED: Final = 200
"""So many of the allowed choices are named when another one is refused."""

FROZEN: Final = ("tables.refuse.paused", "tables.refuse.ended", "tables.refuse.lent")
"""Reasons against a choice that are not the game's: they have a word of their own."""

NEW: Final = (m.SeatTaken, m.NewTableAnswer)


def operation_of(action: Action[Any]) -> Operation:
    """The action as an operation. One that takes nothing has no body."""
    method, _, path = action.operation.partition(" ")
    return Operation(
        name=action.name,
        method=method,
        path=f"/tables/{{table}}/{path}",
        handler=handler_of(action),
        answer=action.answer,
        body=action.asks if msgspec.structs.fields(action.asks) else None,
        who="anybody" if action.who == "anybody" else "seat",
        status=201 if action.answer in NEW else 200,
        errors=(403, 409) if action.who == "anybody" else (409,),
        limit=action.limit,
    )


def handler_of(action: Action[Any]) -> Handler:
    """Do what is asked for; Refused if the table did not take it."""

    async def handle(call: ApiCall) -> msgspec.Struct:
        result = await call.tables.do(call.table_id, call.token, action.asks() if call.body is None else call.body)
        if isinstance(result, Stale | Illegal):
            raise await refused(call, action, result)
        return await answered(call, action, result)

    return handle


async def refused(call: ApiCall, action: Action[Any], outcome: Stale | Illegal) -> Refused:
    """Why the table did not take it; of a choice, also what it would take."""
    live = await call.live()
    words = call.words(live)
    if isinstance(outcome, Stale):
        return Refused(m.ErrorDetail("stale", words.tell(Message("web.table.stale")), version=outcome.version), 409)
    code, status = action.refused_as
    if not code or outcome.reason.key in FROZEN:
        code, status = outcome.reason.key.rpartition(".")[2], 409
    asked = live.question(call.own_seat) if code == "illegal" else None
    allowed = [option.notation for option in asked.options][:MOST_ALLOWED] if asked is not None else []
    return Refused(m.ErrorDetail(code, words.tell(outcome.reason), first_rule(outcome.rule), allowed), status)


async def answered(call: ApiCall, action: Action[Any], result: Result) -> msgspec.Struct:
    """The answer of the action's type to what was done."""
    if isinstance(result, Created):
        return (
            m.SeatTaken(*next(iter(result.tokens.items()))) if action.answer is m.SeatTaken else await new_table(call, result)
        )
    if action.answer is m.Note:
        return await company_handlers.note(call)
    if isinstance(result, Ok) and action.answer is m.Done:
        return m.Done(result.version)
    live = await call.live()
    stays = tokens.matches(call.token, live.seats[call.own_seat].token)  # whoever has stood up is a spectator
    return live_message(live, call.own_seat if stays else None)
