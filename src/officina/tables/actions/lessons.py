"""Guided games: a table that is a lesson, and its cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from officina import messages as m
from officina.core.game import Game
from officina.core.lessons import Guide, Lesson, legal_answers
from officina.core.text import Message
from officina.tables import tokens
from officina.tables.actions.action import Action, in_play
from officina.tables.actions.new_tables import new_row, plan_seats
from officina.tables.actions.seats import deal
from officina.tables.storage.interface import LESSON, Change, as_text
from officina.tables.table.draft import Draft
from officina.tables.table.live import LiveTable
from officina.tables.table.model import Turned
from officina.tables.table.moves import plan_back, plan_choice

BOT: Final = "heuristic"
"""Who plays on where the script ends."""


def lesson_table(game: Game, lesson: Lesson, name: str, token: str) -> Change:
    """A table for one learner, dealt with the lesson's own seed."""
    table_id = tokens.new_table_id()
    row = new_row(table_id, game, lesson.players, game.read_options(lesson.players, lesson.options))
    seats = plan_seats(table_id, [plan_of(lesson, seat, name) for seat in range(lesson.players)], token)
    draft = Draft(LiveTable(row, [replace(seat, ready=True) for seat in seats]), row.created)
    draft.add(LESSON, lesson.seat, as_text(Turned()))
    deal(draft, lesson.seed)
    return replace(draft.change(), seats=draft.seats)


def plan_of(lesson: Lesson, seat: int, name: str) -> m.PlannedSeat:
    """Who sits there: the learner, or somebody with a name."""
    if seat == lesson.seat:
        return m.PlannedSeat("person", name)
    others = [other for other in range(lesson.players) if other != lesson.seat]
    called = dict(zip(others, lesson.names, strict=False))
    return m.PlannedSeat("bot", called.get(seat, ""), BOT)


class TurnCard(Action[m.TurnCard], operation="POST lesson", form="lesson", limit="act", when=in_play):
    """In a guided game: turn its card, go back by one, skip one, or leave the lesson and play on from here."""

    def why_not(self, draft: Draft, seat: int, asked: m.TurnCard) -> Message | None:
        guide, live = draft.live.guide, draft.live
        if guide is None or guide.lesson.seat != seat or guide.left:
            return Message("tables.refuse.no_lesson")
        card = guide.card(live.playing().moves, live.playing().position)
        skips = asked.what == "skip" and card is not None and card.asks
        if skips and not guide.waits(live.playing().position):
            return Message("kernel.lesson.wait")
        return live.why_frozen(seat)

    def plan(self, draft: Draft, seat: int, asked: m.TurnCard) -> None:
        guide, live = draft.live.guide, draft.live
        assert guide is not None
        record = live.playing()
        card, at = guide.card(record.moves, record.position), guide.at(record.moves)
        if asked.what == "leave":
            turn(draft, seat, guide.seen, left=True)
        elif at != asked.card or card is None:
            return
        elif asked.what == "back":
            back(draft, guide, at)
        elif not card.asks:
            turn(draft, seat, at + 1)
        elif asked.what == "skip":
            draft.play(plan_choice(live, seat, legal_answers(card, record.position, seat)[0]))


def turn(draft: Draft, seat: int, seen: int, left: bool = False) -> None:
    """The cards are turned up to that one."""
    draft.add(LESSON, seat, as_text(Turned(seen, left)))


def back(draft: Draft, guide: Guide, at: int) -> None:
    """One card back: where a choice was made on it, that choice goes, and what others did upon it."""
    if at == 0:
        return
    lesson, moves = guide.lesson, draft.live.playing().moves
    if lesson.cards[at - 1].asks:
        own = [index for index, move in enumerate(moves) if move.seat == lesson.seat]
        draft.play(plan_back(draft.live, lesson.seat, own[lesson.made_before(at - 1)]))
    turn(draft, lesson.seat, at - 1)
