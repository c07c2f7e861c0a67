"""Choices, and taking back one's own."""

from __future__ import annotations

import secrets

from officina import messages as m
from officina.core.errors import IllegalChoice
from officina.core.rng import Rng
from officina.core.text import Message
from officina.tables.actions.action import Action
from officina.tables.errors import Malformed
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.model import Confirm
from officina.tables.table.moves import Plan, plan_choice, plan_undo


class Choose(Action[m.Choose], operation="POST choices", limit="act"):
    """A seat's choice, based on the version that the seat saw."""

    refused_as = ("illegal", 422)

    def why_not(self, draft: Draft, seat: int, _asked: m.Choose) -> Message | None:
        return draft.live.why_frozen(seat)

    def plan(self, draft: Draft, seat: int, asked: m.Choose) -> Confirm | None:
        check_lesson(draft.live, seat, notation_of(draft.live, asked))
        plan = plan_choice(draft.live, seat, notation_of(draft.live, asked))
        if not draft.sure and ends_turn(draft.live, seat, plan):
            return Confirm()
        draft.play(plan)
        return None


class Undo(Action[m.Undo], operation="POST undo", limit="act"):
    """Take back the seat's last choice."""

    refused_as = ("undo", 409)

    def why_not(self, draft: Draft, seat: int, _asked: m.Undo) -> Message | None:
        return draft.live.why_no_undo(seat)

    def plan(self, draft: Draft, seat: int, _asked: m.Undo) -> None:
        draft.play(plan_undo(draft.live, seat))


def check_lesson(live: LiveTable, seat: int, notation: str) -> None:
    """IllegalChoice with a kind word if the table is a lesson, and the choice does not go on in it."""
    guide, record = live.guide, live.playing()
    if guide is None or guide.lesson.seat != seat:
        return
    why = guide.why_not(record.moves, record.position, notation)
    if why is not None:
        raise IllegalChoice(why)


def notation_of(live: LiveTable, asked: m.Choose) -> str:
    """The choice in notation, also where it was given by its number."""
    if isinstance(asked.notation, str) == isinstance(asked.action, int):
        raise Malformed(Message("tables.error.one_of"))
    vocabulary = live.game.vocabulary
    if not isinstance(asked.action, int):
        return str(asked.notation)[: m.MOST_NOTATION]
    if asked.action >= vocabulary.size:
        raise Malformed(Message("tables.error.no_action", action=asked.action, last=vocabulary.size - 1))
    return vocabulary.text(*vocabulary.kind_option(asked.action))


def ends_turn(live: LiveTable, seat: int, plan: Plan) -> bool:
    """Whether the choice ends a turn of several choices that could all still be taken back: then a page asks first.

    Whether it could be taken back is seen in a world redrawn for the seat: what it would reveal at the true table must not be
    told to somebody who has not chosen yet. In the middle of a turn nothing is redrawn.
    """
    record = live.playing()
    position = record.position
    if plan.move is None or seat in plan.position.to_act or position.to_act != (seat,) or position.answers:
        return False
    if not record.moves or record.moves[-1].seat != seat or record.moves[-1].barrier:
        return False
    world = position.determinize(seat, Rng(secrets.token_hex(8)))
    world.events = []
    world.apply(seat, plan.move.option)
    barrier = any(live.game.event_kinds[event.code].barrier for event in world.events or [])
    return seat not in world.to_act and not barrier
