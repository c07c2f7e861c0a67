"""What each operation does. Everything about a game goes through view, question, why_not and events of the caller's seat."""

from __future__ import annotations

import asyncio

import msgspec

from officina import messages as m
from officina.core.errors import IllegalChoice
from officina.core.events import Event
from officina.core.game import Game, TableOption
from officina.core.position import Position, Question
from officina.core.text import Message, Reason
from officina.games import GAMES
from officina.tables import Created, LiveTable, TableError, TableInfo
from officina.tables.actions.attendance import Attendance
from officina.tables.effort import aside
from officina.tables.storage.interface import CHAT, CHOICE, CLOSED
from officina.tables.table.clock import NO_CLOCK, ClockRule, read_clock
from officina.tables.table.history import Numbered, entries_since, events_of
from officina.tables.table.talk import load_said
from officina.web.api.calls import ApiCall, admit
from officina.web.limits import TooOften
from officina.web.live.company import missing_answers, open_proposal
from officina.web.live.previews import PreviewCache
from officina.web.words import PageWords, first_rule

# --- games


async def games(call: ApiCall) -> m.GameList:
    """All games."""
    return m.GameList([game_info(game, call.words()) for game in GAMES.values()])


async def game(call: ApiCall) -> m.GameInfo:
    """One game."""
    return game_info(GAMES[call.request.path_params["game"]], call.words())


def game_info(game: Game, words: PageWords) -> m.GameInfo:
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


async def tables(call: ApiCall) -> m.TableList:
    """Tables with a free seat."""
    return m.TableList([table_message(info, info.version) for info in await call.tables.open_tables()])


async def create(call: ApiCall) -> m.NewTableAnswer:
    """A new table."""
    body: m.NewTable = call.body
    clock = clock_rule(body.clock) if body.clock is not None else NO_CLOCK
    created = await call.tables.create(body.game, len(body.seats), body.options, body.seats, clock, box=body.box)
    if body.ready:
        for token in created.tokens.values():
            await call.tables.do(created.table_id, token, m.Ready(True))
    return await new_table(call, created)


async def new_table(call: ApiCall, created: Created) -> m.NewTableAnswer:
    """A table for its creator, with the seat's token and the invitations."""
    seat, token = next(iter(created.tokens.items()), (None, None))
    found = await invitations_of(call, created.table_id, token) if token is not None else []
    return m.NewTableAnswer(live_message(await call.tables.live(created.table_id), seat), seat, token, found)


async def invitations(call: ApiCall) -> m.InvitationList:
    """What the host may hand out."""
    return m.InvitationList(await invitations_of(call, call.table_id, call.token))


async def import_record(call: ApiCall) -> m.Table:
    """A record on a table of its own, to look at."""
    table_id = await call.tables.import_record(call.body.record.encode())
    return live_message(await call.tables.live(table_id), None)


async def invitations_of(call: ApiCall, table_id: str, token: str) -> list[m.Invitation]:
    """What the host may hand out."""
    made = await call.tables.invitations(table_id, token)
    return [m.Invitation(*invitation) for invitation in sorted(made.items())]


def clock_rule(clock: m.Clock) -> ClockRule:
    """The clock asked for; OptionError names what is allowed."""
    chosen = msgspec.structs.asdict(clock)
    return read_clock({"clock": chosen.pop("kind"), **chosen})


async def table(call: ApiCall) -> m.Table:
    """A table as everybody may know it."""
    return live_message(await call.live(), call.seat)


def live_message(live: LiveTable, seat: int | None) -> m.Table:
    """A table as the caller sees it."""
    return table_message(live.info, live.version_for(seat), seat)


def table_message(info: TableInfo, version: int, seat: int | None = None) -> m.Table:
    """A table as everybody may know it: the fields of the information that the message has."""
    found = msgspec.convert(info, m.Table, from_attributes=True)
    return msgspec.structs.replace(found, version=version, seat=seat)


# --- looking


async def view(call: ApiCall) -> m.ViewAnswer:
    """What the caller sees."""
    live = await call.live()
    seen = live.view(call.seat)
    if live.row.ended:
        seen["scores"] = live.playing().position.scores()  # the result of a game ended by consent is everybody's
    return m.ViewAnswer(live.version_for(call.seat), call.seat, seen, place_messages(live, call.words(live)))


def place_messages(live: LiveTable, words: PageWords) -> list[m.SeatPlace]:
    """Who came where, the first one first; nobody before the end."""
    position = live.playing().position
    if not position.over:
        return []
    scores = position.scores()
    found = [
        m.SeatPlace(
            seat=seat,
            place=place.place,
            score=scores[seat],
            tie="" if place.tie is None else words.tell(place.tie),
            rule="" if place.tie is None else place.tie.rule,
        )
        for seat, place in enumerate(position.places())
    ]
    return sorted(found, key=lambda entry: (entry.place, entry.seat))


async def question(call: ApiCall) -> m.QuestionAnswer:
    """What the seat is asked now."""
    live, seat = await call.live(), call.own_seat
    words = call.words(live)
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


def question_message(live: LiveTable, asked: Question, words: PageWords) -> m.Question:
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


async def why(call: ApiCall) -> m.WhyAnswer:
    """Whether a choice is allowed now, and if not, why."""
    live, notation = await call.live(), call.query.notation
    reason = why_not(live, live.playing().position, call.own_seat, notation)
    frozen = live.why_frozen(call.own_seat)
    if reason is None and frozen is not None:
        return m.WhyAnswer(notation, False, call.words(live).tell(frozen), "")
    if reason is None:
        return m.WhyAnswer(notation, True, "", "")
    return m.WhyAnswer(notation, False, call.words(live).tell(reason), first_rule(reason.rule))


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


async def preview(call: ApiCall) -> m.PreviewAnswer:
    """What a choice would bring, as far as the seat can know it."""
    live, seat, notation = await call.live(), call.own_seat, call.query.notation
    reason = why_not(live, live.playing().position, seat, notation)
    if reason is not None:
        raise IllegalChoice(reason)
    cache: PreviewCache = call.request.app.state.previews
    version, found = live.version_for(seat), await cache.preview(live, seat, notation)
    told = told_events(live, found.events, call.words(live))
    supposed = call.words(live).tell(found.supposed) if found.supposed is not None else ""
    return m.PreviewAnswer(version, seat, notation, found.open, told, found.position.view(seat), supposed)


async def hint(call: ApiCall) -> m.HintAnswer:
    """What a strong player would choose."""
    live, seat = await call.live(), call.own_seat
    option = await call.tables.hints.hint(live, seat)
    position = live.playing().position
    notation = live.game.vocabulary.text(position.kind(seat), option)
    cache: PreviewCache = call.request.app.state.previews
    found, words = await cache.preview(live, seat, notation), call.words(live)
    text = words.tell(live.game.option_text(position, seat, position.kind(seat), option))
    return m.HintAnswer(live.version_for(seat), seat, notation, text, found.open, told_events(live, found.events, words))


# --- what happened


async def events(call: ApiCall) -> m.EventsAnswer:
    """What happened since a version; if nothing did, wait for it a while."""
    query: m.EventsQuery = call.query
    live = await call.live()
    attendance: Attendance = call.request.app.state.attendance
    if call.seat is not None:
        attendance.asked(live, call.seat)
    if query.wait and is_quiet(live, call.seat, query):
        with call.limits.holding(call.address, "wait") as entered:
            if not entered:
                raise TooOften(1.0)
            await wait_for_news(call, query)
        live = await call.live()
        await admit(call)  # somebody else may have the seat by now
    found = await entries_since(call.tables.storage, live, call.seat, query.since)
    words = call.words(live)
    version = found[-1][0] if found else live.version_for(call.seat)
    is_whole = version == live.version_for(call.seat)
    return m.EventsAnswer(
        version=version,
        state=live.row.state,
        waiting=list(live.row.waiting),
        my_turn=may_choose(live, call.seat),
        entries=[entry_message(live, entry, call.seat, words) for entry in found],
        asked=asked_number(live, call.seat),
        question=turn_question(live, call.seat, words) if query.turn and is_whole else None,
    )


def turn_question(live: LiveTable, seat: int | None, words: PageWords) -> m.Question | None:
    """What the seat may choose from, if it is its turn."""
    asked = live.question(seat) if seat is not None and may_choose(live, seat) else None
    return None if asked is None else question_message(live, asked, words)


def may_choose(live: LiveTable, seat: int | None) -> bool:
    """Whether the table waits for the seat's choice: not while it is paused or a bot plays there."""
    return seat is not None and seat in live.row.waiting and not live.row.imported and live.why_frozen(seat) is None


def asked_number(live: LiveTable, seat: int | None) -> int | None:
    """The table's question that waits for the seat's answer."""
    proposal = open_proposal(live)
    return proposal.number if proposal is not None and seat in missing_answers(live, proposal) else None


def is_quiet(live: LiveTable, seat: int | None, query: m.EventsQuery) -> bool:
    """Whether the viewer knows everything, or waits for a turn that has not come; and more is to come."""
    if query.turn and seat is not None:
        is_asked = may_choose(live, seat) or asked_number(live, seat) is not None
        return not (is_asked or live.revealed or live.row.state == CLOSED)
    return live.version_for(seat) == query.since and not live.revealed


async def wait_for_news(call: ApiCall, query: m.EventsQuery) -> None:
    """Wait until something happens, the time is over, or the client disconnects."""

    async def news() -> None:
        async for _ in call.tables.changes(call.table_id):
            if not is_quiet(await call.live(), call.seat, query):
                return

    async def gone() -> None:
        while (await call.request.receive())["type"] != "http.disconnect":
            continue

    tasks = [asyncio.create_task(news()), asyncio.create_task(gone())]
    try:
        await asyncio.wait(tasks, timeout=query.wait, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def told_events(live: LiveTable, events: list[Event], words: PageWords) -> list[m.ToldEvent]:
    """Events of the game in words."""
    return [
        m.ToldEvent(
            name=live.game.event_kinds[event.code].name,
            seat=event.seat if event.seat >= 0 else None,
            text=words.tell(live.game.event_text(event)),
            beats=live.game.event_kinds[event.code].beat,
        )
        for event in events
    ]


async def beats(call: ApiCall) -> m.BeatsAnswer:
    """What happened within the latest choices, with the table at each of these moments."""
    live, seat = await call.live(), call.seat
    words, version = call.words(live), live.version_for(seat)
    frames = [
        (found.version_for(seat), frame) for found in live.beats_since(seat, call.query.since) for frame in found.seen_by(seat)
    ]
    told = told_events(live, [frame.event for _, frame in frames], words)
    views = await aside(lambda: [frame.position.view(seat) for _, frame in frames])
    found = [m.Beat(made, event, view) for (made, _), event, view in zip(frames, told, views, strict=True)]
    return m.BeatsAnswer(version, seat, found)


def entry_message(live: LiveTable, numbered: Numbered, seat: int | None, words: PageWords) -> m.LogEntry:
    """An entry of the log. Until the end only its own seat sees the choice itself; others see its events."""
    version, entry = numbered
    own = entry.kind == CHOICE and (entry.seat == seat or live.revealed)
    told = told_events(live, events_of(entry, seat), words)
    told += [m.ToldEvent("note", entry.seat, words.tell(note.message)) for note in live.notes if note.version == entry.n]
    if entry.kind == CHAT and entry.text:  # else it was erased
        said = load_said(entry.text)
        told.append(m.ToldEvent(CHAT, entry.seat, words.say(f"sign.{said.sign}") if said.sign else said.text))
    return m.LogEntry(version, entry.kind, entry.seat if entry.seat >= 0 else None, entry.text if own else "", told)


async def record(call: ApiCall) -> m.RecordAnswer:
    """The record, once nothing in it is secret any more."""
    live = await call.live()
    if not live.revealed:
        raise TableError(Message("web.error.record_later"))
    return m.RecordAnswer(f"{live.info.game}-{live.id}.officina", await aside(live.record_text))
