"""Game: one game's front door."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from officina.core import saves
from officina.core.encoder import Encoder, Field, Layout, StepForm, write_table
from officina.core.errors import OptionError
from officina.core.events import FORCED, NOBODY, Event, EventKind, by_code
from officina.core.places import NO_TIES, Standing, Ties, ranked
from officina.core.plain import game_again, let_play, name_of, remember
from officina.core.position import NO_ANSWER, Position, Question
from officina.core.rng import FAST, STREAMS, Rng, game_rng
from officina.core.step import RUNS, Step, Together
from officina.core.text import Message, add_room, catalogue, has, numbered_seat, render
from officina.core.vocabulary import Decision, Vocabulary, shown

if TYPE_CHECKING:
    from officina.core.components import Source
    from officina.core.drawing import Board
    from officina.core.nouns import Reading
    from officina.core.own_box import OwnBox
    from officina.core.tracing import Tracer

OptionValue = int | str

YES: Final = ("on", "true", "yes", "1", "si", "sì")
NO: Final = ("off", "false", "no", "0")
LARGEST: Final = 1 << 16
"""No observation has more bytes."""
HALVING: Final = 5.0
"""Points behind that halve the chance to win, where nothing better is known."""
LONGEST: Final = 1_000_000
"""Decisions of a game that gives no bound of its own."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TableOption:
    """Something the table agrees on before the game: the allowed values and the default.

    An option that takes more than a choice of values (a list of names, say) is a subclass with its own :meth:`read`. One that
    is ``advised`` has, unless the table chooses, a value that fits the other options; ``default`` fits their defaults.
    """

    def __init__(self, name: str, values: tuple[OptionValue, ...], default: OptionValue, *, advised: bool = False) -> None:
        self.name = name
        self.values = values
        self.default = default
        self.advised = advised

    def read(self, value: object) -> OptionValue:
        """The allowed value that was meant; OptionError with the allowed ones otherwise."""
        for allowed in self.values:
            if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                return allowed
        text = str(value).strip().lower()
        for allowed in self.values:
            if text == str(allowed):
                return allowed
        for words, name in ((YES, "on"), (NO, "off")):
            if text in words and name in self.values:
                return name
        allowed_values = tuple(str(allowed) for allowed in self.values)
        raise OptionError(Message("kernel.option.value", option=self.name, value=shown(str(value)), values=allowed_values))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """What everybody else uses of a game. A game's folder fills in the hooks in the second half."""

    renamed_steps: ClassVar[dict[str, tuple[str, dict[str, Any]]]] = {}
    """Steps that saves of 0.1 call by another name: what they are called now, and with which arguments."""

    def __init__(
        self,
        name: str,
        *,
        folder: Path,
        players: range,
        options: list[TableOption],
        decisions: list[Decision],
        events: list[EventKind],
        steps: list[type[Step[Any]]],
        parts: Any = None,
        rules_version: int = 1,
        components_digest: str = "",
    ) -> None:
        self.name = name
        self.folder = folder
        add_room(name, folder / "texts")
        self.players = players
        self.options = {option.name: option for option in options}
        self.parts = parts
        self.vocabulary = Vocabulary(decisions, parts)
        self.all_options: list[list[int]] = [[], *(list(range(len(kind.words))) for kind in self.vocabulary.kinds)]
        self.actions: list[str] = [f"{kind.name} {words}" for kind in self.vocabulary.kinds for words in kind.words]
        self.first_action: list[int] = [0, *self.vocabulary.offsets]
        self.event_kinds: tuple[EventKind, ...] = by_code(events)
        self.steps = {step.__name__: step for step in steps}
        for step in steps:
            let_play(step)
        self.forms: dict[type[Any], StepForm] = {step: StepForm(n, step, parts) for n, step in enumerate(steps, 1)}
        self.step_size = 2 + max([form.size for form in self.forms.values()], default=0)
        self.rules_version = rules_version
        self.components_digest = components_digest
        self.own_box: OwnBox | None = None
        """The box of an owner's that it is played with; None: ours, or one that nobody named."""
        self.write: Callable[[Any, Encoder], None] = nothing_written
        """Writes what the viewer may know of the table, beyond what all games share: always the same fields, in one order."""
        remember(self)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, _memo: Any) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (game_again, name_of(self))

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def start(
        self,
        players: int,
        seed: int | str,
        options: Mapping[str, Any] | None = None,
        *,
        listen: bool = False,
        chance: str = FAST,
    ) -> Position:
        """A new game, played on to its first decision. With ``listen`` the position keeps its events.

        ``chance`` is the kind of stream that is drawn from: ``"fast"`` for programs, ``"keyed"`` where people play who must
        not be able to work out what comes (tables and records have it). The same seed deals differently in each.
        """
        if chance not in STREAMS:
            raise ValueError(f"chance is one of {', '.join(STREAMS)}, not {chance!r}")
        return self.deal(players, self.read_options(players, options or {}), seed, listen, chance)

    def deal(
        self, players: int, chosen: dict[str, OptionValue], seed: int | str, listen: bool = False, chance: str = FAST
    ) -> Position:
        """As :meth:`start`, with options that were read already."""
        position = self.set_up(players, chosen)
        position.table_options = chosen
        position.rng = game_rng(seed, chance)
        if listen:
            position.events = []
        position.push(self.opening(position))
        position.advance()
        return position

    def read_options(self, players: int, options: Mapping[str, Any]) -> dict[str, OptionValue]:
        """All options with their values; OptionError for an unknown one, a bad value or a wrong number of players."""
        chosen = self.read_option_values(options)
        allowed = self.players_for(chosen)
        if isinstance(players, bool) or not isinstance(players, int) or players not in allowed:
            least, most = allowed[0], allowed[-1]
            raise OptionError(
                Message("kernel.option.players", players=shown(str(players)), game=self.title(), least=least, most=most)
            )
        return chosen

    def read_option_values(self, options: Mapping[str, Any]) -> dict[str, OptionValue]:
        """All options with their values, whatever the number of players."""
        chosen = {name: option.default for name, option in self.options.items()}
        for name, value in options.items():
            if name not in self.options:
                raise OptionError(
                    Message("kernel.option.unknown", option=shown(str(name)), game=self.title(), options=tuple(chosen))
                )
            chosen[name] = self.options[name].read(value)
        return chosen

    def layout(self, players: int, options: Mapping[str, Any] | None = None) -> Layout:
        """The fields of an observation at such a table, with their places in the buffer."""
        position = self.start(players, "layout", options)
        fields: list[Field] = []
        encoder = Encoder(bytearray(LARGEST), 0, 0, players, fields)
        write_table(position, encoder)
        self.write(position, encoder)
        return Layout(fields)

    def from_json(self, data: object) -> Position:
        """The position that :meth:`Position.to_json` described; SaveError if it is damaged or of another game."""
        return saves.load_position(self, data)

    def to_json(self, p: Position) -> dict[str, Any]:
        """The position as plain data."""
        return saves.dump_position(self, p)

    def redraw(self, p: Position, seat: int, rng: Rng) -> Position:
        """A clone with everything hidden from the seat, and all future chance, drawn anew."""
        other = p.clone()
        other.rng.restore([rng.word(), rng.word(), rng.word(), 1])
        if other.answers:
            redraw_answers(other, seat, rng)
        self.redraw_hidden(other, seat, rng)
        other.retarget()
        return other

    def believe(self, p: Position, seat: int, rng: Rng, values: Any) -> Position:
        """As :meth:`redraw`, but others' secret answers are drawn by what such players would answer, not evenly."""
        other = self.redraw(p, seat, rng)
        if other.answers:
            believe_answers(other, seat, rng, values)
            other.retarget()
        return other

    def event_text(self, event: Event) -> Message:
        """One line of the log."""
        if event.code == FORCED:
            return Message("kernel.event.forced", who=self.player(event.seat))
        return self.event_words(event)

    def places(self, p: Position) -> list[Standing]:
        """Every seat's place with the present scores, and the tie-break that decided it, if any was needed."""
        return ranked(p, self.scores(p), self.ties(p))

    def winners(self, p: Position) -> list[int]:
        """The seats that win with the present scores: those in the first place."""
        return [seat for seat, found in enumerate(self.places(p)) if found.place == 1]

    def title(self) -> Message:
        """The game's name as people say it."""
        return Message(f"{self.name}.title")

    def thing_figures(self, _thing: str) -> dict[str, Any]:
        """The figures of this box that the words about a thing of the glossary name."""
        return {}

    def rules_page(self, language: str) -> str:
        """The rules as a page in Markdown: ``texts/rules.<language>.md``, or the list ``[rules]`` of the game's sentences."""
        page = self.folder / "texts" / f"rules.{language}.md"
        if page.exists():
            return page.read_text(encoding="utf-8")
        rules = [(key, text) for key, text in catalogue(self.name, language).items() if key.startswith("rules.")]
        listed = [f"- **{key.removeprefix('rules.')}** {text}" for key, text in rules]
        return "\n".join([f"# {render(self.title(), language)}", "", *listed, ""])

    def value_words(self, option: str, value: OptionValue) -> Message | None:
        """What a value of an option means, in a few words; None if the value speaks for itself (a number, a list of names)."""
        for key in (f"{self.name}.option_value.{option}.{value}", f"kernel.option_value.{value}"):
            if has(key):
                return Message(key)
        return None

    def value_name(self, option: str, value: OptionValue, language: str) -> str | None:
        """The name that somebody gave a value of an option (a track of their own); None if it is one of ours."""
        return None

    # --- tracks: only some games are played on one

    @property
    def has_tracks(self) -> bool:
        """Whether the game can be played on a track file of the owner's."""
        return False

    def with_track(self, track_file: Path) -> Game:
        """The same game on an owner's track; ComponentsError names lane and space if the file is wrong."""
        return self.with_tracks([track_file])

    def track_summary(self, track_file: Path) -> Message:
        """What a sound track file holds, in words; ComponentsError otherwise."""
        raise OptionError(Message("kernel.option.no_tracks", game=self.title()))

    def draw_track(self, track_file: Path, language: str) -> str:
        """A track file as an SVG picture."""
        raise OptionError(Message("kernel.option.no_tracks", game=self.title()))

    @property
    def tracer(self) -> Tracer | None:
        """What an editor of tracks draws with; None for games without tracks."""
        return None

    # --- hooks: what a game's folder fills in

    def with_components(self, figures: Source) -> Game:
        """The same game, played with the figures of another components file or box; ComponentsError if they do not add up."""
        raise NotImplementedError

    def with_tracks(self, tracks: Sequence[Source]) -> Game:
        """The same game with tracks of the owner's before its own; ComponentsError names lane and space if one is wrong."""
        if tracks:
            raise OptionError(Message("kernel.option.no_tracks", game=self.title()))
        return self

    def players_for(self, options: Mapping[str, OptionValue]) -> range:
        """The player counts allowed with these options."""
        return self.players

    def set_up(self, players: int, options: Mapping[str, OptionValue]) -> Position:
        """A position with everything that needs no chance in its place."""
        raise NotImplementedError

    def opening(self, p: Position) -> list[Step[Any]]:
        """The steps that begin the game."""
        raise NotImplementedError

    def state_to_json(self, p: Position) -> dict[str, Any]:
        """The game's own fields as plain data."""
        raise NotImplementedError

    def state_from_json(self, p: Position, data: object, reading: Reading) -> None:
        """Set the game's own fields; SaveError if they cannot be."""
        raise NotImplementedError

    def check(self, p: Position) -> Message | None:
        """What is wrong with a position (components lost, money from nowhere); None if it is sound."""
        return None

    def check_stack(self, p: Position) -> Message | None:
        """What is wrong with the steps that a position waits with; None if the rules can lead there."""
        return None

    def scores(self, p: Position) -> list[int]:
        """The score of every seat."""
        raise NotImplementedError

    def ties(self, p: Position) -> Ties:
        """The tie rules of the table; by default equal scores share a place."""
        return NO_TIES

    def breakdown(self, p: Position, seat: int) -> list[tuple[str, int]]:
        """Named parts that add up to the seat's score; each name is a text key of the game (``breakdown.<name>``)."""
        return [("points", self.scores(p)[seat])]

    def turns(self, p: Position) -> int:
        """How many turns (rounds, stages) have been played or begun, for the reports of simulations; 0 if nobody counts."""
        return 0

    def moment(self, p: Position) -> tuple[int, int]:
        """Round and turn, as everybody may know them, for looking back; 0 before the first.

        A game that counts no turns says 0 for them: then a turn is what one seat does before another one goes on.
        """
        return self.turns(p), 0

    def view(self, p: Position, seat: int | None) -> dict[str, Any]:
        """What the seat may see."""
        raise NotImplementedError

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """A bound of the decisions that a game can take, forced ones not counted."""
        return LONGEST

    def redraw_hidden(self, p: Position, seat: int, rng: Rng) -> None:
        """Draw anew whatever the seat cannot know; called on a clone."""
        raise NotImplementedError

    def weights(self, p: Position, seat: int, rng: Rng) -> list[float]:
        """How much a sensible player would like each of ``p.options(seat)``; called on a determinised position."""
        return [1.0] * len(p.options(seat))

    def values(self, name: str = "") -> Any:
        """A set of figures that the heuristics can go by (``core/policy.py``); None if they have none."""
        return None

    def weights_by(self, values: Any, p: Position, seat: int, rng: Rng) -> list[float]:
        """As :meth:`weights`, by a set of figures from :meth:`values`."""
        return self.weights(p, seat, rng)

    def tip(self, p: Position, seat: int, rng: Rng) -> Message | None:
        """One line of general sense about the seat's question (``core/tips.py``); called on a determinised position."""
        return None

    def evaluate(self, p: Position) -> list[float]:
        """The chance of every seat to win; by the scores alone unless the game has fitted weights (``core/evaluation.py``).

        It looks at the whole position, hidden parts included: a bot asks it about redrawn worlds only.
        """
        if p.over:
            winners = self.winners(p)
            return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(p.seats)]
        scores = self.scores(p)
        most = max(scores)
        shares = [2.0 ** ((score - most) / HALVING) for score in scores]
        return [share / sum(shares) for share in shares]

    def margins(self, p: Position) -> list[float]:
        """The expected final lead of every seat over the best of the others, in points."""
        scores = self.scores(p)
        return [
            float(scores[seat] - max([scores[other] for other in range(p.seats) if other != seat], default=0))
            for seat in range(p.seats)
        ]

    def prompt(self, p: Position, seat: int, kind: int) -> Message:
        """The question in words."""
        raise NotImplementedError

    def option_text(self, p: Position, seat: int, kind: int, option: int) -> Message:
        """One option of the question in words."""
        raise NotImplementedError

    def supposed(self, p: Position, seat: int, option: int) -> Message | None:
        """What an option would bring if what nobody can know yet goes as one hopes; only from what the seat sees."""
        return None

    def event_words(self, event: Event) -> Message:
        """One line of the log, for an event of this game."""
        raise NotImplementedError

    def player(self, seat: int) -> Message:
        """How sentences call a seat, as long as its player has no name."""
        return numbered_seat(seat)

    def seat_name(self, p: Position, seat: int) -> Message:
        """How the log calls a seat while its player has no name."""
        return numbered_seat(seat)

    def terminal(self, view: Mapping[str, Any], language: str) -> Any:
        """The table as something Rich can print."""
        raise NotImplementedError

    def board(self, view: Mapping[str, Any], question: Question | None, language: str, screen: str = "wide") -> Board:
        """The table as a browser shows it, drawn for a screen (``drawing.SCREENS``). ``view`` may carry ``names`` by seat.

        A game without a drawing of its own shows what it shows in the terminal.
        """
        from officina.core.drawing import terminal_board

        return terminal_board(self.terminal(view, language))


def nothing_written(p: Any, e: Encoder) -> None:
    """A game without ``encoding.py``."""
    raise NotImplementedError(f"{p.game.name} has no encoding.py")


def redraw_answers(p: Position, seat: int, rng: Rng) -> None:
    """Simultaneous answers of the other seats: who is ready stays, what they answered is drawn anew."""
    step = p.stack[-1]
    assert isinstance(step, Together)
    for other in range(p.seats):
        if other == seat:
            continue
        p.drafts[other] = NO_ANSWER
        if p.answers[other]:
            answer = NO_ANSWER
            while step.next_kind(p, other, answer) != RUNS:
                answer = (*answer, rng.pick(step.seat_options(p, other, answer)))
            p.answers[other] = answer


def believe_answers(p: Position, seat: int, rng: Rng, values: Any) -> None:
    """Simultaneous answers of the other seats, drawn by the weights of a set of figures."""
    step = p.stack[-1]
    assert isinstance(step, Together)
    for other in range(p.seats):
        if other == seat or not p.answers[other]:
            continue
        p.answers[other] = NO_ANSWER
        p.drafts[other] = NO_ANSWER
        while step.next_kind(p, other, p.drafts[other]) != RUNS:
            p.offer_seat = NOBODY
            options = p.options(other)
            choice = options[rng.weighted(p.game.weights_by(values, p, other, rng))] if len(options) > 1 else options[0]
            p.drafts[other] = (*p.drafts[other], choice)
        p.answers[other] = p.drafts[other]
        p.drafts[other] = NO_ANSWER
    p.offer_seat = NOBODY
