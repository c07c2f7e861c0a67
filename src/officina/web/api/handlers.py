"""What each operation does. Everything about a game goes through view, question, why_not and events of the caller's seat."""

from __future__ import annotations

import asyncio
from typing import Final, Literal, cast

import msgspec
from msgspec import UNSET

from officina.client import messages as m
from officina.core.game import Game, TableOption
from officina.core.position import Position, Question
from officina.core.text import Message, Reason
from officina.games import GAMES
from officina.tables import Answer, Created, LiveTable, Ok, SeatPlan, Stale, TableError, TableInfo
from officina.tables.clock import NO_CLOCK, ClockRule, read_clock
from officina.tables.history import Numbered, entries_since, events_of
from officina.tables.storage import CHAT, CHOICE
from officina.tables.talk import load_said
from officina.web.api.answers import Malformed, Refused
from officina.web.api.asking import Ask
from officina.web.company import missing_answers, open_proposal
from officina.web.limits import TooOften, seat_key
from officina.web.words import Words, first_rule

MOST_ALLOWED: Final = 200
"""So many of the allowed choices are named when another one is refused."""

FROZEN: Final = ("tables.refuse.paused", "tables.refuse.ended", "tables.refuse.lent")
"""Reasons against a choice that are not the game's: they have a word of their own."""

State = Literal["lobby", "playing", "over", "closed"]


# --- games


async def games(ask: Ask) -> m.GameList:
    """All games."""
    return m.GameList([game_info(game, ask.words()) for game in GAMES.values()])


async def game(ask: Ask) -> m.GameInfo:
    """One game."""
    return game_info(GAMES[ask.request.path_params["game"]], ask.words())


def game_info(game: Game, words: Words) -> m.GameInfo:
    """A game in words and figures."""
    vocabulary = game.vocabulary
    options = [
        m.GameOption(
            name=option.name,
            title=words.tell(Message(f"{game.name}.option_name.{option.name}")),
            help=words.tell(Message(f"{game.name}.option_help.{option.name}")),
            values=list(option.values),
            default=option.default,
            free=type(option) is not TableOption,
        )
        for option in game.options.values()
    ]
    kinds = [
        m.ActionKind(kind.name, vocabulary.offsets[number], len(kind.words)) for number, kind in enumerate(vocabulary.kinds)
    ]
    return m.GameInfo(
        name=game.name,
        title=words.tell(game.title()),
        tagline=words.tell(Message(f"{game.name}.tagline")),
        least_players=game.players[0],
        most_players=game.players[-1],
        rules_version=game.rules_version,
        components=game.components_digest,
        options=options,
        actions=vocabulary.size,
        kinds=kinds,
    )


# --- tables and seats


async def tables(ask: Ask) -> m.TableList:
    """Tables with a free seat."""
    return m.TableList([table_message(info, info.version, None) for info in await ask.tables.open_tables()])


async def create(ask: Ask) -> m.NewTableAnswer:
    """A new table."""
    body: m.NewTable = ask.body
    plans = [SeatPlan(seat.kind, seat.name, seat.bot) for seat in body.seats]
    clock = clock_rule(body.clock) if body.clock is not None else NO_CLOCK
    created = await ask.tables.create(body.game, len(plans), body.options, plans, clock)
    if body.ready:
        for token in created.tokens.values():
            await ask.tables.ready(created.table_id, token, True)
    return await new_table(ask, created)


async def new_table(ask: Ask, created: Created) -> m.NewTableAnswer:
    """A table for whoever asked for it, with the key to the seat and invitations to the others."""
    seat, token = next(iter(created.tokens.items()), (None, None))
    found = await invitations_of(ask, created.table_id, token) if token is not None else []
    return m.NewTableAnswer(live_message(await ask.tables.live(created.table_id), seat), seat, token, found)


async def invitations_of(ask: Ask, table_id: str, token: str) -> list[m.Invitation]:
    """What the host may hand out."""
    made = await ask.tables.invitations(table_id, token)
    return [m.Invitation(*invitation) for invitation in sorted(made.items())]


def clock_rule(clock: m.Clock) -> ClockRule:
    """The clock asked for; OptionError names what is allowed."""
    chosen = msgspec.structs.asdict(clock)
    return read_clock({"clock": chosen.pop("kind"), **chosen})


async def table(ask: Ask) -> m.Table:
    """A table as everybody may know it."""
    return live_message(await ask.live(), ask.seat)


async def sit(ask: Ask) -> m.SeatTaken:
    """Take a free seat."""
    body: m.TakeSeat = ask.body
    return m.SeatTaken(body.seat, await ask.tables.sit(ask.table_id, body.seat, body.name, body.invitation))


async def ready(ask: Ask) -> m.Table:
    """Say that one is ready, or not yet."""
    ask.limits.check(seat_key(ask.table_id, ask.own_seat), "act")
    await ask.tables.ready(ask.table_id, ask.token, ask.body.ready)
    return live_message(await ask.live(), ask.seat)


def live_message(live: LiveTable, seat: int | None) -> m.Table:
    """A table for whoever asks."""
    return table_message(live.info, live.version_for(seat), seat)


def table_message(info: TableInfo, version: int, seat: int | None) -> m.Table:
    """A table as everybody may know it."""
    seats = [
        m.TableSeat(other.seat, other.kind, other.name, other.bot, other.ready, other.taken, other.host, other.lent)
        for other in info.seats
    ]
    return m.Table(
        id=info.id,
        game=info.game,
        players=info.players,
        options=info.options,
        seats=seats,
        state=cast("State", info.state),
        version=version,
        waiting=list(info.waiting),
        rules_version=info.rules_version,
        commitment=info.commitment,
        seed=info.seed,
        created=info.created,
        updated=info.updated,
        imported=info.imported,
        rematch=info.rematch,
        seat=seat,
        paused=info.paused,
        ended=info.ended,
    )


# --- looking


async def view(ask: Ask) -> m.ViewAnswer:
    """What the caller sees."""
    live = await ask.live()
    seen = live.view(ask.seat)
    if live.row.ended:
        seen["scores"] = live.playing().position.scores()  # the result of a game ended by consent is everybody's
    return m.ViewAnswer(live.version_for(ask.seat), ask.seat, seen)


async def question(ask: Ask) -> m.QuestionAnswer:
    """What the seat is asked now."""
    live, seat = await ask.live(), ask.own_seat
    words = ask.words(live)
    asked = live.question(seat)
    why = Message("tables.error.not_started") if live.record is None else live.why_no_undo(seat)
    return m.QuestionAnswer(
        version=live.version_for(seat),
        seat=seat,
        state=live.row.state,
        waiting=list(live.row.waiting),
        question=None if asked is None else question_message(live, asked, words),
        no_undo="" if why is None else words.tell(why),
    )


def question_message(live: LiveTable, asked: Question, words: Words) -> m.Question:
    """A question in words."""
    position, vocabulary = live.playing().position, live.game.vocabulary
    kind = vocabulary.numbers[asked.kind]
    options = [
        m.QuestionOption(
            option.notation, vocabulary.id(kind, option.option), words.tell(option.message), first_rule(option.rule)
        )
        for option in asked.options
    ]
    answered = asked.seat not in position.to_act
    return m.Question(asked.kind, words.tell(asked.prompt), first_rule(asked.rule), answered, options)


async def why(ask: Ask) -> m.WhyAnswer:
    """Whether a choice is allowed now, and if not, why."""
    live, notation = await ask.live(), ask.query.notation
    reason = why_not(live, live.playing().position, ask.own_seat, notation)
    frozen = live.why_frozen(ask.own_seat)
    if reason is None and frozen is not None:
        return m.WhyAnswer(notation, False, ask.words(live).tell(frozen), "")
    if reason is None:
        return m.WhyAnswer(notation, True, "", "")
    return m.WhyAnswer(notation, False, ask.words(live).tell(reason), first_rule(reason.rule))


def why_not(live: LiveTable, position: Position, seat: int, notation: str) -> Reason | None:
    """None if the choice is allowed; NotationError if there is no such choice in this game."""
    reason = position.turn_reason(seat)
    asked = position.kind(seat)
    kind, option = live.game.vocabulary.parse(notation, asked)
    if reason is not None:
        return reason
    if kind != asked:
        name = live.game.vocabulary.kind_name(asked)
        return Reason("kernel.refuse.other_question", choice=live.game.vocabulary.text(kind, option), asked=name)
    return position.why_not(seat, option)


# --- doing


async def choose(ask: Ask) -> m.Done:
    """A choice."""
    body: m.Choose = ask.body
    live = await ask.live()
    if (body.notation is UNSET) == (body.action is UNSET):
        raise Malformed(Message("api.error.one_of"))
    if isinstance(body.action, int):
        vocabulary = live.game.vocabulary
        if body.action >= vocabulary.size:
            raise Malformed(Message("api.error.no_action", action=body.action, last=vocabulary.size - 1))
        notation = vocabulary.text(*vocabulary.kind_option(body.action))
    else:
        notation = str(body.notation)
    ask.limits.check(seat_key(ask.table_id, ask.own_seat), "act")
    outcome = await ask.tables.choose(ask.table_id, ask.token, body.base, body.action_id, notation)
    return done(outcome, ask, await ask.live(), "illegal", 422)


async def undo(ask: Ask) -> m.Done:
    """Take back the seat's last choice."""
    body: m.Undo = ask.body
    ask.limits.check(seat_key(ask.table_id, ask.own_seat), "act")
    outcome = await ask.tables.undo(ask.table_id, ask.token, body.base, body.action_id)
    return done(outcome, ask, await ask.live(), "undo", 409)


def done(outcome: Answer, ask: Ask, live: LiveTable, code: str, status: int) -> m.Done:
    """The table's answer; Refused if it did not take what was asked."""
    if isinstance(outcome, Ok):
        return m.Done(outcome.version)
    words = ask.words(live)
    if isinstance(outcome, Stale):
        raise Refused(m.ErrorDetail("stale", words.tell(Message("web.table.stale")), version=outcome.version), 409)
    if outcome.reason.key in FROZEN:
        code, status = outcome.reason.key.rpartition(".")[2], 409
    asked = live.question(ask.own_seat)
    allowed = [option.notation for option in asked.options][:MOST_ALLOWED] if asked is not None and code == "illegal" else []
    raise Refused(m.ErrorDetail(code, words.tell(outcome.reason), first_rule(outcome.rule), allowed), status)


# --- what happened


async def events(ask: Ask) -> m.EventsAnswer:
    """What happened since a version; if nothing did, wait for it a while."""
    query: m.EventsQuery = ask.query
    live = await ask.live()
    if query.wait and is_quiet(live, ask.seat, query.since):
        with ask.limits.holding(ask.address, "wait") as entered:
            if not entered:
                raise TooOften(1.0)
            await wait_for_news(ask, query)
        live = await ask.live()
    found = await entries_since(ask.tables, live, ask.seat, query.since)
    words = ask.words(live)
    return m.EventsAnswer(
        version=found[-1][0] if found else live.version_for(ask.seat),
        state=live.row.state,
        waiting=list(live.row.waiting),
        my_turn=may_choose(live, ask.seat),
        entries=[entry_message(live, entry, ask.seat, words) for entry in found],
        asked=asked_number(live, ask.seat),
    )


def may_choose(live: LiveTable, seat: int | None) -> bool:
    """Whether the table waits for the seat's choice: not while it is paused or a bot plays there."""
    return seat is not None and seat in live.row.waiting and not live.row.imported and live.why_frozen(seat) is None


def asked_number(live: LiveTable, seat: int | None) -> int | None:
    """The table's question that waits for the seat's answer."""
    proposal = open_proposal(live)
    return proposal.number if proposal is not None and seat in missing_answers(live, proposal) else None


def is_quiet(live: LiveTable, seat: int | None, since: int) -> bool:
    """Whether the viewer knows everything, and more is to come."""
    return live.version_for(seat) == since and not live.revealed


async def wait_for_news(ask: Ask, query: m.EventsQuery) -> None:
    """Until something happened, the time is over, or whoever asked has gone."""

    async def news() -> None:
        async for _ in ask.tables.changes(ask.table_id):
            if not is_quiet(await ask.live(), ask.seat, query.since):
                return

    async def gone() -> None:
        while (await ask.request.receive())["type"] != "http.disconnect":
            continue

    tasks = [asyncio.create_task(news()), asyncio.create_task(gone())]
    try:
        await asyncio.wait(tasks, timeout=query.wait, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def entry_message(live: LiveTable, numbered: Numbered, seat: int | None, words: Words) -> m.LogEntry:
    """An entry of the log in words. What was chosen is told to who chose it; to others what came of it, until the end."""
    version, entry = numbered
    own = entry.kind == CHOICE and (entry.seat == seat or live.revealed)
    told = [
        m.ToldEvent(
            name=live.game.event_kinds[event.code].name,
            seat=event.seat if event.seat >= 0 else None,
            text=words.tell(live.game.event_text(event)),
        )
        for event in events_of(entry, seat)
    ]
    told += [m.ToldEvent("note", entry.seat, words.tell(note.message)) for note in live.notes if note.version == entry.n]
    if entry.kind == CHAT:
        told.append(m.ToldEvent(CHAT, entry.seat, load_said(entry.text).text))
    return m.LogEntry(version, entry.kind, entry.seat if entry.seat >= 0 else None, entry.text if own else "", told)


async def record(ask: Ask) -> m.RecordAnswer:
    """The record, once nothing in it is secret any more."""
    live = await ask.live()
    if not live.revealed:
        raise TableError(Message("web.error.record_later"))
    return m.RecordAnswer(f"{live.info.game}-{live.id}.officina", live.playing().dump())
