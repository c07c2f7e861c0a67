"""What one viewer sees of a table, rendered into regions of the page. Pure functions.

Everything that is sent to a browser about a game goes through here, so one property test covers it: a region depends on the
position only through ``view``, ``question`` and ``why_not`` of the viewer's own seat, and on events that the seat may see.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from officina.core.boxes import PRINTED, box_of
from officina.core.drawing import SCREENS, Board, mark_choices
from officina.core.events import EVERYBODY, FORCED, Event
from officina.core.game import Game
from officina.core.keys import option_keys
from officina.core.position import Frame, Position, Question
from officina.core.rng import commitment
from officina.core.text import LANGUAGES, Message, render
from officina.games import GAMES
from officina.looks import SEAT_MARKS, SEAT_PAINTS
from officina.tables import LiveTable, TableInfo
from officina.web.byte_cache import ByteCache, size_of
from officina.web.live import ending, looking_back
from officina.web.live.chairs import chair_looks
from officina.web.live.chart import score_chart
from officina.web.live.company import CompanyView, OwnChoice, company_of, has_clock, rule_words, short_time
from officina.web.live.course import Course
from officina.web.requests import is_local
from officina.web.words import PageWords, first_rule, rule_link

MOST_BUTTONS: Final = 4
"""The action bar has room for so many answers without a place on the board; more are in the list."""
LOG_LINES: Final = 40
"""The page shows the last choices of the log, up to about so many sentences; the whole log is a page of its own."""
FEW: Final = 9
"""So many options are shown in groups, by what their notations have in common; fewer need no order."""
MOST_REASONS: Final = 60
MB: Final = 1024 * 1024
OVERHEAD: Final = 1_500
"""About what an entry of a cache takes besides its text."""

environment: Final = Environment(
    loader=PackageLoader("officina.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


@dataclass(frozen=True)
class LogLine:
    """The events of one choice that a viewer may see, with the step to look back at. ``source`` is the move."""

    step: int
    events: tuple[Event, ...] = ()
    notes: tuple[Message, ...] = ()
    source: object = None


@dataclass(frozen=True)
class TableScene:
    """All that one viewer may know at one moment. ``seat`` is None for a spectator, ``position`` in the lobby."""

    info: TableInfo
    seat: int | None
    language: str
    position: Position | None = None
    question: Question | None = None
    log: Sequence[LogLine] = ()
    step: int = 0
    last_step: int = 0
    undo: Message | None = None
    looking_back: bool = False
    revealed: bool = False
    invitations: Mapping[int, str] = field(default_factory=dict)
    origin: str = ""
    course: Course | None = None
    mover: int | None = None
    decided: Sequence[ending.Decided] = ()
    gains: Sequence[ending.Gains] = ()
    wanted: Sequence[int] = ()
    company: CompanyView | None = None
    screen: str = SCREENS[0]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.info.game]

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the viewer sees of the game, computed once for all regions."""
        assert self.position is not None
        return self.position.view(self.seat)

    @cached_property
    def board(self) -> Board | None:
        """The table as it is drawn for the viewer's screen; None in the lobby."""
        if self.position is None:
            return None
        return self.game.board({**self.view, "names": self.names()}, self.question, self.language, self.screen)

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for this viewer."""
        if self.looking_back or self.position is None or self.seat not in self.position.to_act:
            return False
        return not self.info.paused and not self.info.ended and not self.lent

    @property
    def asked_ready(self) -> bool:
        """Whether the table is being set and waits for this viewer to be ready."""
        return (
            self.position is None
            and self.info.state == "lobby"
            and self.seat is not None
            and not self.info.seats[self.seat].ready
        )

    @property
    def lent(self) -> bool:
        """Whether a bot stands in for this viewer."""
        return self.seat is not None and self.info.seats[self.seat].lent

    @property
    def over(self) -> bool:
        """Whether nobody plays on: the game is over, or was ended by consent."""
        return self.position is not None and (self.position.over or (self.info.ended and not self.looking_back))

    def names(self) -> list[str]:
        """What the players are called."""
        return seat_names(self.info, self.language)


def seat_names(table: TableInfo | LiveTable, language: str) -> list[str]:
    """A name for every seat: its player's, else what sits there."""
    words = PageWords(language)
    names = []
    for seat in table.seats:
        if seat.name:
            names.append(seat.name)
        elif seat.kind == "bot":
            names.append(words.say("seat.bot_name", number=seat.seat + 1))
        else:
            names.append(words.say("seat.name", number=seat.seat + 1))
    return names


def live_scene(live: LiveTable, seat: int | None, language: str, **more: Any) -> TableScene:
    """The table as it is now."""
    info = live.info
    company = company_of(live, seat)
    if live.record is None:
        return TableScene(info, seat, language, company=company, **more)
    question = live.question(seat) if seat is not None else None
    last = live.steps
    return TableScene(
        info,
        seat,
        language,
        position=live.record.position,
        question=question,
        log=log_lines(live, seat, len(live.record.moves)),
        step=last,
        last_step=last,
        undo=live.why_no_undo(seat) if seat is not None and not info.imported else None,
        revealed=live.revealed,
        wanted=sorted(live.rematch_wanted),
        company=company,
        **more,
    )


async def past_scene(live: LiveTable, seat: int | None, language: str, step: int, **more: Any) -> TableScene:
    """The table as it was after that many steps."""
    moves = live.choices_at(step)
    return TableScene(
        live.info,
        seat,
        language,
        position=await live.position_at(moves),
        log=log_lines(live, seat, moves) if moves else opening_lines(live, seat),
        step=step,
        last_step=live.steps,
        mover=live.playing().moves[moves - 1].seat if moves else None,
        looking_back=True,
        revealed=live.revealed,
        **more,
    )


def opening_lines(live: LiveTable, seat: int | None) -> list[LogLine]:
    """The deal alone: what the table noted before the first choice (that a bot stands in, say) is not part of it."""
    events = tuple(event for event in live.playing().opening_events if event.seen_by(seat))
    return [LogLine(0, events)] if events else []


def log_lines(live: LiveTable, seat: int | None, moves: int, most: int = LOG_LINES) -> list[LogLine]:
    """The log up to ``moves`` as that viewer sees it, newest first."""
    return log_page(live, seat, moves, most)[0]


def log_page(live: LiveTable, seat: int | None, moves: int, most: int) -> tuple[list[LogLine], int]:
    """About ``most`` sentences of the log up to ``moves``, newest first, and the step before which it goes on (0: nowhere).

    A page ends with a whole step: where it ends must not tell of hidden choices. The cost does not grow with the game's length.
    """
    record = live.playing()
    step = live.audiences[:moves].count(EVERYBODY)
    said: dict[int, list[Message]] = {}
    for note in live.notes:
        said.setdefault(note.after, []).append(note.message)
    lines: list[LogLine] = []
    sentences = 0
    for number in range(moves, 0, -1):
        move = record.moves[number - 1]
        public = live.audiences[number - 1] == EVERYBODY
        events = tuple(event for event in move.events if event.seen_by(seat))
        notes = tuple(said.get(number, ()))
        if (events or notes) and (public or sentences < 2 * most):  # endless changes of mind within one step
            lines.append(LogLine(step, events, notes, move))
            sentences += len(events) + len(notes)
        if public and sentences >= most:
            return lines, step
        step -= public
    notes = tuple(said.get(0, ()))
    events = tuple(event for event in record.opening_events if event.seen_by(seat))
    if events or notes:
        lines.append(LogLine(0, events, notes))
    return lines, 0


# --- regions


def regions(scene: TableScene) -> dict[str, str]:
    """Every region of the page by its element's id."""
    words = PageWords(scene.language, scene.names())
    found = {
        "status": status(scene, words),
        **table_regions(scene, words),
        "actions": actions(scene, words),
        "lobby": lobby(scene, words) if scene.position is None else "",
        "choices": choices(scene, words),
        "players": part("players", scene, words, scores=scores(scene), played_as=played_as(scene), **clock_words(scene)),
        "log": log(scene, words, scene.log),
        "end": end(scene, words),
        "after": after(scene, words),
    }
    found.update(company_regions(scene, words))
    found.update(board_regions(scene))
    return found


def table_regions(scene: TableScene, words: PageWords) -> dict[str, str]:
    """The regions of the bar that show the game."""
    looks = {"scores": scores(scene), "seats": seat_looks(scene), "badges": badges(scene), **clock_words(scene)}
    phase = part("phase", scene, words, lines=phase_lines(scene, words))
    return {"phase": phase, "strip": part("strip", scene, words, **looks)}


def frame_scene(live: LiveTable, frame: Frame, seat: int | None, language: str, screen: str) -> TableScene:
    """The table at the moment of a beat."""
    company = company_of(live, seat)
    return TableScene(live.info, seat, language, position=frame.position, company=company, screen=screen)


def frame_regions(scene: TableScene) -> dict[str, str]:
    """The regions that show the game, at the moment of a beat; nobody is asked anything there."""
    return {**table_regions(scene, PageWords(scene.language, scene.names())), **board_regions(scene)}


def beat_words(live: LiveTable, event: Event, language: str) -> str:
    """What happened at a beat, or would happen, as the log says it."""
    return event_words(live.game, event, PageWords(language, seat_names(live, language)))


def part(name: str, scene: TableScene, words: PageWords, **more: Any) -> str:
    """One template of a region."""
    return environment.get_template(f"{name}.html").render(
        scene=scene, info=scene.info, say=words.say, tell=words.tell, names=words.names, **more
    )


def clock_words(scene: TableScene) -> dict[str, Any]:
    """What the list of players needs of the clocks."""
    company = scene.company
    if company is None:
        return {"clocks": (), "clock_rule": None, "short_time": short_time}
    rule = rule_words(company.rule) if has_clock(company.rule) and scene.position is not None else None
    return {"clocks": company.clocks, "clock_rule": rule, "short_time": short_time}


def company_regions(scene: TableScene, words: PageWords) -> dict[str, str]:
    """Regions of proposals and talk; none when looking back."""
    company = scene.company
    if company is None:
        return {}
    return {
        "proposal": part("proposal", scene, words, company=company),
        "pact": part(
            "pact", scene, words, choices=[(choice.step, choice_words(scene, words, choice)) for choice in company.choices]
        ),
        "talk": part("talk", scene, words, lines=company.talk),
    }


def choice_words(scene: TableScene, words: PageWords, choice: OwnChoice) -> str:
    """What an own choice of before was."""
    return words.tell(scene.game.event_text(choice.events[0])) if choice.events else choice.notation


def board_regions(scene: TableScene) -> dict[str, str]:
    """The areas of the board."""
    if scene.board is None:
        return {}
    return {f"board-{area.id}": area.markup for area in scene.board.areas}


_styles: Final[ByteCache[tuple[object, ...], str]] = ByteCache(8 * MB)


def board_style(game: str, players: int, options: tuple[tuple[str, int | str], ...]) -> str:
    """The style sheet of a game's board: it depends on what was agreed before the game only."""
    key = (game, players, options)
    found = _styles.get(key)
    if found is None:
        sample = GAMES[game].start(players, 0, dict(options))
        found = GAMES[game].board(sample.view(None), None, LANGUAGES[0]).stylesheet
        _styles.put(key, found, size_of([found]) + OVERHEAD)
    return found


def digest(markup: str) -> str:
    """A short fingerprint of a region, to tell whether it changed."""
    return hashlib.blake2b(markup.encode(), digest_size=6).hexdigest()


# Words and buttons that change get another id: they come new instead of moving under the pointer.
environment.filters["fingerprint"] = digest


def status(scene: TableScene, words: PageWords) -> str:
    """The left end of the action bar: the question, the result, or the caption of a step."""
    if scene.looking_back:
        return caption(scene, words)
    if scene.over and scene.position is not None and scene.position.over:
        said, why = ending.result_words(scene.position, scene.seat, words)
        looks = seat_looks(scene)
        signs = [ending.seat_sign(looks[seat]) for seat in scene.position.winners()]
        return part("status_over", scene, words, said=said, why=why, signs=signs)
    ask = Markup(scene.board.ask if scene.board else "")
    return part("status", scene, words, status=status_words(scene, words), ask=ask)


def phase_lines(scene: TableScene, words: PageWords) -> list[Markup]:
    """The short lines of the bar: where the game stands, that it is over, or that one looks back."""
    lines = [Markup(line) for line in scene.board.phase] if scene.board else lobby_lines(scene, words)
    if scene.looking_back:
        return [escape(words.say("replay.phase")), *lines[:1]]
    if scene.over:
        return [escape(words.say("end.phase")), *played(scene, words)]
    return lines


def played(scene: TableScene, words: PageWords) -> list[Markup]:
    """How long the game was: its last turn, or its last round."""
    course = scene.course
    if course is None or not course.stops:
        return []
    last = course.stops[-1]
    return [escape(ending.unit_name(scene.game, course.counted, last.turn if course.counted else last.round, words))]


def status_words(scene: TableScene, words: PageWords) -> str:
    """The status line: whose turn it is, to do what."""
    position = scene.position
    if scene.info.state == "closed":
        return words.say("status.closed")
    if position is None:
        return lobby_words(scene, words)
    if position.over:
        winners = tuple(words.names[seat] for seat in position.winners())
        return words.say("status.over", n=len(winners), names=winners)
    if scene.info.imported and not scene.looking_back:
        return words.say("status.imported")
    if scene.over:
        return words.say("status.ended")
    if scene.info.paused and not scene.looking_back:
        return words.say("status.paused")
    waiting = tuple(words.names[seat] for seat in position.to_act)
    if scene.my_turn and scene.question is not None:
        return words.say("status.your_turn", prompt=words.tell(scene.question.prompt))
    return words.say("status.waiting", names=waiting)


def lobby_words(scene: TableScene, words: PageWords) -> str:
    """The question before the game: whether one is ready; else what the table waits for."""
    missing = sum(1 for seat in scene.info.seats if not seat.taken)
    waits = words.say("status.free_seats", n=missing) if missing else words.say("status.not_ready")
    if scene.seat is None or not scene.asked_ready:
        return waits
    question = words.say("lobby.ask", who=words.names[scene.seat])
    return Markup('{} <span class="why">{}</span>').format(question, waits)


def qr_code(scene: TableScene) -> Markup:
    """The table's address for a phone's camera."""
    return qr_drawing(f"{scene.origin}/t/{scene.info.id}") if scene.origin else Markup("")


_codes: Final[ByteCache[str, Markup]] = ByteCache(4 * MB)


def qr_drawing(address: str) -> Markup:
    """An address as a QR code; empty if it is too long for one (the host name comes from the request)."""
    found = _codes.get(address)
    if found is None:
        try:
            code = segno.make(address, micro=False)
        except segno.DataOverflowError:
            return Markup("")
        found = Markup(code.svg_inline(border=4, omitsize=True, dark="#221d19", light="#fff"))
        _codes.put(address, found, size_of([address, found]) + OVERHEAD)
    return found


# --- before the game


def lobby(scene: TableScene, words: PageWords) -> str:
    """The chairs, the way for friends, the host's panel."""
    return part("lobby_region", scene, words, qr=qr_code(scene), looks=seat_looks(scene), local=is_local(scene.origin))


def lobby_lines(scene: TableScene, words: PageWords) -> list[Markup]:
    """The two lines in the bar: that the table is being set, and which game was agreed on."""
    rule = scene.company.rule if scene.company is not None else None
    clock = words.tell(rule_words(rule)) if rule is not None and has_clock(rule) else words.say("lobby.no_clock")
    return [escape(words.say("lobby.title")), escape(f"{agreed_set(scene, words)}. {clock}")]


def agreed_set(scene: TableScene, words: PageWords) -> str:
    """The name of the set of options that the table agreed on."""
    for name, values in {PRINTED: {}, **box_of(scene.game).sets}.items():
        if scene.game.read_option_values(values) == scene.info.options:
            return words.say("new.printed") if name == PRINTED else words.tell(Message(f"{scene.info.game}.set_name.{name}"))
    return words.say("new.own_set")


def scores(scene: TableScene) -> list[int | None]:
    """What the viewer may know of the scores."""
    if scene.position is None:
        return [None] * scene.info.players
    if scene.over:
        return [*scene.position.scores()]  # the view of a game ended by consent still hides them, its result does not
    found: list[int | None] = scene.view["scores"]
    return found


def played_as(scene: TableScene) -> list[str]:
    """What the game itself calls each seat (a colour, a make), where it does."""
    position = scene.position
    if position is None:
        return [""] * scene.info.players
    called = [scene.game.seat_name(position, seat) for seat in range(position.seats)]
    return ["" if message.key == "kernel.seat" else render(message, scene.language) for message in called]


def seat_looks(scene: TableScene) -> list[tuple[str, str]]:
    """Paint and shape of every seat."""
    drawn = scene.board.seats if scene.board is not None else list(chair_looks(scene.info.game)[: scene.info.players])
    return drawn or [(SEAT_PAINTS[seat % 8], SEAT_MARKS[seat % 8]) for seat in range(scene.info.players)]


def badges(scene: TableScene) -> list[Markup]:
    """What the bar shows beside each player's name, where the game says so."""
    drawn = scene.board.badges if scene.board is not None else []
    return [Markup(badge) for badge in drawn] or [Markup("")] * scene.info.players


# --- choices


def actions(scene: TableScene, words: PageWords) -> str:
    """The right end of the action bar: answers that have no place on the board, undo, and the handle of the list."""
    if scene.position is None and scene.seat is not None and scene.info.state == "lobby":
        return part("lobby_actions", scene, words)
    if scene.board is None or scene.looking_back:
        return ""
    if scene.over:
        looks = seat_looks(scene)
        return part("end_actions", scene, words, wanted=[(seat, ending.seat_sign(looks[seat])) for seat in scene.wanted])
    if scene.seat is None:
        return ""
    homeless: list[dict[str, str]] = []
    count, asked = 0, ""
    if scene.question is not None:
        asked = "|".join(option.notation for option in scene.question.options)
        placed = mark_choices(area.markup for area in scene.board.areas)
        count = len(scene.question.options)
        keys = option_keys(scene.question)
        homeless = [
            {"notation": option.notation, "text": words.tell(option.message), "key": keys[place]}
            for place, option in enumerate(scene.question.options)
            if option.notation not in placed
        ]
    few = len(homeless) <= MOST_BUTTONS
    return part("actions", scene, words, homeless=homeless if few else [], count=count, listed=not few, asked=asked)


def choices(scene: TableScene, words: PageWords) -> str:
    """The question with its numbered options, undo, and "why can't I?"."""
    if scene.position is None or scene.looking_back or scene.seat is None:
        return ""
    groups: list[list[dict[str, str]]] = []
    if scene.question is not None:
        before = None
        keys = option_keys(scene.question)
        for place, option in enumerate(scene.question.options):
            parts = option.notation.split()
            group = parts[1] if len(parts) > 2 else ""
            if group != before:
                groups.append([])
                before = group
            groups[-1].append(
                {
                    "notation": option.notation,
                    "key": keys[place],
                    "text": words.tell(option.message),
                }
            )
        if len(scene.question.options) < FEW or all(len(group) == 1 for group in groups):
            groups = [[choice for group in groups for choice in group]]
    rule = first_rule(scene.question.rule) if scene.question is not None else ""
    frozen = "paused" if scene.info.paused else "lent" if scene.lent else ""
    return part(
        "choices",
        scene,
        words,
        groups=groups,
        prompt=words.tell(scene.question.prompt) if scene.question is not None else "",
        rule=rule_link(rule, scene.game.name) if rule else "",
        answered=scene.question is not None and scene.seat not in scene.position.to_act,
        frozen=Message(f"tables.refuse.{frozen}") if frozen else None,
    )


def reasons(scene: TableScene) -> str:
    """The reasons for options that are not offered, grouped by reason."""
    words = PageWords(scene.language, scene.names())
    position, seat = scene.position, scene.seat
    found: dict[str, tuple[Markup, list[str]]] = {}
    if position is not None and seat is not None and scene.question is not None:
        kind = position.kind(seat)
        vocabulary = scene.game.vocabulary
        for option in range(vocabulary.kind_size(kind)):
            reason = position.why_not(seat, option)
            if reason is not None:
                because = words.tell_with_rules(reason, scene.game.name)
                found.setdefault(str(because), (because, []))[1].append(missing_option(scene, words, position, kind, option))
    general = None
    if position is not None and seat is not None and scene.question is None:
        reason = position.turn_reason(seat)
        general = words.tell_with_rules(reason, scene.game.name) if reason is not None else None
    entries = list(found.values())
    return part("why", scene, words, reasons=entries[:MOST_REASONS], more=len(entries) - MOST_REASONS, general=general)


def missing_option(scene: TableScene, words: PageWords, position: Position, kind: int, option: int) -> str:
    """What an option would have been. One that is about something not on the table has no words but its notation."""
    try:
        return words.tell(scene.game.option_text(position, scene.seat or 0, kind, option))
    except LookupError:
        return scene.game.vocabulary.text(kind, option).partition(" ")[2]


# --- log and end


def log(scene: TableScene, words: PageWords, lines: Sequence[LogLine]) -> str:
    """The log, newest first."""
    return part("log", scene, words, lines=[(line.step, told(scene, words, line)) for line in lines])


_told: Final[ByteCache[tuple[object, ...], Markup]] = ByteCache(16 * MB)


def told(scene: TableScene, words: PageWords, line: LogLine) -> Markup:
    """The sentences of one choice's events, with icons. Cached: every page shows them many times."""
    seat = scene.seat if line.events else None
    key = (line.source, len(line.events), seat, scene.language, tuple(words.names), len(line.notes))
    found = _told.get(key) if line.source is not None else None
    if found is None:
        game = scene.game
        sentences = [(event_icon(game, event), event_words(game, event, words)) for event in line.events]
        sentences += [(note_icon(note), words.tell(note)) for note in line.notes]
        found = Markup("").join(
            Markup('<p><span class="icon {}" aria-hidden="true"></span>{}</p>').format(icon, sentence)
            for icon, sentence in sentences
        )
        if line.source is not None:
            _told.put(key, found, size_of([found, *words.names]) + OVERHEAD)
    return found


def event_words(game: Game, event: Event, words: PageWords) -> str:
    """A line of the log. What a forced choice was, the next line tells in words: its notation is for the terminal."""
    if event.code == FORCED:
        return words.tell(Message("web.log.forced", who=Message("kernel.seat", seat=event.seat + 1)))
    return words.tell(game.event_text(event))


def note_icon(note: Message) -> str:
    """The icon of a table's own note."""
    return "bot" if note.key in ("tables.note.bot_failed", "tables.note.bot_late", "tables.note.bot_back") else "table"


def event_icon(game: Game, event: Event) -> str:
    """The icon of a line of the log."""
    kind = game.event_kinds[event.code]
    if event.code == FORCED:
        return "forced"
    if kind.chance:
        return "chance"
    if kind.reveals:
        return "eye"
    return "seat" if event.seat >= 0 else "dot"


def end(scene: TableScene, words: PageWords) -> str:
    """The result: podium, scores in their parts, the course of the game and what decided it."""
    position = scene.position
    if position is None or not scene.over or scene.looking_back:
        return ""
    looks = seat_looks(scene)
    found = ending.end_parts(position, words, looks, scene.board.pieces if scene.board is not None else [])
    winners = position.winners() if position.over else []
    reasons = why_won(scene, words)
    sign = words.say("end.wins", n=len(winners), names=tuple(words.names[seat] for seat in winners)) if winners else ""
    return part("end", scene, words, **found, sign=sign, reasons=reasons, chart=chart(scene, words, reasons))


def why_won(scene: TableScene, words: PageWords) -> list[ending.Reason]:
    """What decided a finished game."""
    counted = scene.course is not None and scene.course.counted
    return ending.reasons(scene.game, scene.decided, scene.gains, counted, seat_looks(scene), words)


def chart(scene: TableScene, words: PageWords, reasons: Sequence[ending.Reason]) -> Markup:
    """The scores over time."""
    course = scene.course
    if course is None or not course.scores:
        return Markup("")
    axis = words.say("chart.turn") if course.counted else words.say("chart.round")
    turnings = {reason.at: reason.number for reason in reasons}
    return Markup(score_chart(course.points(), words.names, seat_looks(scene), words, turnings, axis, scene.screen))


def after(scene: TableScene, words: PageWords) -> str:
    """What the menu has once a game is over: its record, and whether chance was honest."""
    if scene.position is None or not scene.over or scene.looking_back:
        return ""
    kept = scene.info.seed is not None and commitment(scene.info.seed) == scene.info.commitment
    return part("after", scene, words, promise_kept=kept)


# --- looking back


def caption(scene: TableScene, words: PageWords) -> str:
    """What happened at the step that one looks at, and where in the game that is."""
    line = scene.log[0] if scene.log and scene.log[0].step == scene.step else None
    sentences = [event_words(scene.game, event, words) for event in line.events if event.code != FORCED] if line else []
    looks = seat_looks(scene)
    seat = scene.mover
    sign = Markup("") if seat is None else ending.seat_sign(looks[seat])
    where = words.say("replay.where", step=scene.step, last=scene.last_step)
    turn = scene.course.stops[scene.step].turn if scene.course is not None and scene.step < len(scene.course.stops) else 0
    if turn:
        where = f"{words.say('replay.turn', n=turn)}, {where}"
    otherwise = words.say("replay.start") if seat is None else words.say("replay.chose", who=words.names[seat])
    said = " ".join(sentences) or otherwise
    return part("caption", scene, words, said=said, sign=sign, where=where)


def replay_regions(scene: TableScene, words: PageWords, views: Sequence[int], query: str) -> dict[str, str]:
    """What a page that looks back has besides: the eyes that it looks through, and the keys."""
    assert scene.course is not None
    looks = seat_looks(scene)
    signs = [ending.seat_sign(look) for look in looks]
    keys = looking_back.keys_at(scene.course, scene.step)
    return {
        "actions": part("eyes", scene, words, views=views, signs=signs),
        "replay-keys": part("replay_keys", scene, words, keys=keys, query=query),
    }


def replay_bar(scene: TableScene, words: PageWords, keys: str, query: str, pins: Mapping[int, int]) -> Markup:
    """The bar with its slider, drawn once for a page."""
    assert scene.course is not None
    found = looking_back.slider(scene.game, scene.course, words, pins)
    done = looking_back.per_cent(scene.step, scene.last_step)
    return Markup(
        part("replay_bar", scene, words, slider=found, done=done, keys=Markup(keys), query=query, key_hash=digest(keys))
    )
