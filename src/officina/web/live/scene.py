"""What one viewer may know of a table at one moment: the scene that the page's regions are drawn from. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from markupsafe import Markup

from officina.core.drawing import SCREENS, Board
from officina.core.events import EVERYBODY, Event
from officina.core.game import Game
from officina.core.position import Frame, Position, Question
from officina.core.text import Message, render
from officina.games import GAMES
from officina.looks import SEAT_MARKS, SEAT_PAINTS
from officina.messages import TableSeat
from officina.tables import LiveTable, TableInfo
from officina.tables.hints import why_no_hint
from officina.tables.storage.interface import SeatRow
from officina.web.live import ending
from officina.web.live.chairs import chair_looks
from officina.web.live.company import CompanyView, company_of
from officina.web.live.course import Course
from officina.web.live.lessons import LessonView, lesson_view
from officina.web.words import PageWords

LOG_LINES: Final = 40
"""The page shows the last choices of the log, up to about so many sentences; the whole log is a page of its own."""


@dataclass(frozen=True)
class LogLine:
    """The events of one choice that a viewer may see, with the step to look back at. ``source`` is the move."""

    step: int
    events: tuple[Event, ...] = ()
    notes: tuple[Message, ...] = ()
    source: object = None


@dataclass(frozen=True)
class TableScene:
    """All that one viewer may know at one moment. ``seat`` is None for a spectator, ``position`` in the lobby.

    Looking back, ``beats`` led to the step; at one of them, ``beat`` is its number and ``happened`` what it shows, and
    ``repeated`` tells that the one before was of the same kind.
    """

    info: TableInfo
    seat: int | None
    language: str
    position: Position | None = None
    question: Question | None = None
    log: Sequence[LogLine] = ()
    step: int = 0
    last_step: int = 0
    undo: Message | None = None
    hints: bool = False
    looking_back: bool = False
    revealed: bool = False
    invitations: Mapping[int, str] = field(default_factory=dict)
    origin: str = ""
    course: Course | None = None
    mover: int | None = None
    beat: int = 0
    beats: int = 0
    happened: Event | None = None
    repeated: bool = False
    decided: Sequence[ending.Decided] = ()
    gains: Sequence[ending.Gains] = ()
    wanted: Sequence[int] = ()
    company: CompanyView | None = None
    lesson: LessonView | None = None
    screen: str = SCREENS[0]
    table_game: Game | None = None
    """The game with the table's own box, for scenes without a position."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        if self.position is not None:
            return self.position.game
        return self.table_game if self.table_game is not None else GAMES[self.info.game]

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
        view = {**self.view, "names": self.names()}
        if self.happened is not None:
            view["beat"] = beat_data(self.game, self.happened)
        return self.game.board(view, self.question, self.language, self.screen)

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
    return [called(seat, words) for seat in table.seats]


def called(seat: TableSeat | SeatRow, words: PageWords) -> str:
    """What a player is called."""
    if seat.name:
        return seat.name
    if seat.former:
        return words.say("seat.former")
    return words.say("seat.bot_name" if seat.kind == "bot" else "seat.name", number=seat.seat + 1)


def live_scene(live: LiveTable, seat: int | None, language: str, **more: Any) -> TableScene:
    """The table as it is now."""
    info = live.info
    company = company_of(live, seat)
    if live.record is None:
        return TableScene(info, seat, language, company=company, table_game=live.game, **more)
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
        hints=seat is not None and not info.imported and why_no_hint(live, seat) is None,
        revealed=live.revealed,
        wanted=sorted(live.rematch_wanted),
        company=company,
        lesson=lesson_view(live, seat),
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


def frame_scene(live: LiveTable, frame: Frame, seat: int | None, language: str, screen: str) -> TableScene:
    """The table at the moment of a beat."""
    company = company_of(live, seat)
    return TableScene(live.info, seat, language, position=frame.position, company=company, screen=screen, happened=frame.event)


def beat_data(game: Game, event: Event) -> dict[str, Any]:
    """What is told at a beat, as plain data for the board: its name, its seat, its figures by name."""
    kind = game.event_kinds[event.code]
    return {"name": kind.name, "seat": event.seat, **dict(zip(kind.nouns, event.args, strict=False))}


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
