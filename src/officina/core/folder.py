"""The front door of a game whose folder is laid out as usual: it opens into the modules by their names.

A game's ``game.py`` says what is special: players, options, set-up. What the game declares is found by its name, unless
``game.py`` hands it over: ``DECISIONS`` in ``vocabulary.py``, ``EVENTS`` in ``events.py``, ``FIELDS`` in ``fields.py``, and
every step in ``rules``. Everything else is optional and found in the folder, too; without it there is a sensible default:

==================  =====================================================  ================================================
module              what is taken from it                                  default
==================  =====================================================  ================================================
``fields.py``       ``check(p)``, ``settle(p)``, ``from_0_1(data)``        every position is sound; nothing to compute
``stack.py``        ``STACK``, ``check_stack(p)``                          every order of steps is sound
``scoring.py``      ``scores(p)``, ``TIES``/``ties(p)``, ``breakdown``     most points win, equals share; points are one part
``view.py``         ``view(p, seat)``, a msgspec structure                 every field that is not secret
``hidden.py``       ``redraw(p, seat, rng)``                               nothing is hidden
``encoding.py``     ``encode(p, e)``, for learning programs                none: no environments for them
``heuristics.py``   ``weights(p, seat, rng)``                              all options are equally good
``values.py``       ``Values``, from ``policy.toml``: then                 the heuristics have no figures to tune
                    ``weights(p, seat, rng, values)``
``tips.py``         ``reason(p, seat, rng[, values])``, for tips           the sort of choice that the heuristics like best
``features.py``     ``FEATURES``, ``features(p, seat)``, ``left(p)``; their  chances to win by the scores alone
                    weights are ``evaluation.toml``
``words.py``        the class ``Words``                                    the sentences that the declarations give
``terminal.py``     ``TableDrawing``, a ``core.terminal.Drawing``          the view as a list
``board.py``        ``draw(parts, view, question, language, screen)``      what the terminal shows
==================  =====================================================  ================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import msgspec

from officina.core.components import Source
from officina.core.drawing import Board
from officina.core.evaluation import EVALUATION_FILE, Evaluation, load_evaluation
from officina.core.events import Event, EventKind
from officina.core.fields import Fields
from officina.core.game import Game, TableOption
from officina.core.nouns import Reading, wrong
from officina.core.places import NO_TIES, Ties
from officina.core.policy import TUNED, load_set
from officina.core.position import Position, Question
from officina.core.rng import Rng
from officina.core.step import RUNS, Step
from officina.core.text import Message, catalogue, has
from officina.core.views import common
from officina.core.vocabulary import Decision
from officina.core.words import Sentences


def steps_of(rules: ModuleType) -> list[type[Step[Any]]]:
    """The steps that a module, or every module of a package, defines. What neither acts nor asks is a shape for others."""
    parts = [import_module(f"{rules.__name__}.{part.name}") for part in iter_modules(getattr(rules, "__path__", []))]
    found: list[type[Step[Any]]] = []
    for module in parts or [rules]:
        defined = [thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Step)]
        found += [step for step in defined if step.__module__ == module.__name__]
    return [step for step in found if step().kind != RUNS or step.run is not Step.run]


class FolderGame(Game):
    """A game by its folder."""

    parts: Any
    """The box: whatever ``components.py`` loads; None for a game without one."""

    def __init__(
        self,
        *,
        players: range,
        decisions: list[Decision] | None = None,
        events: list[EventKind] | None = None,
        steps: list[type[Step[Any]]] | None = None,
        fields: Fields | None = None,
        options: list[TableOption] | None = None,
        parts: Any = None,
        rules_version: int = 1,
        components_digest: str = "",
    ) -> None:
        self.package, _, _ = type(self).__module__.rpartition(".")
        self._rooms: dict[str, Any] = {}
        self._values: dict[str, Any] = {}
        self._evaluation: Evaluation | None = None
        self._evaluated = False
        home = import_module(self.package)
        super().__init__(
            self.package.rpartition(".")[2],
            folder=Path(home.__path__[0]),
            players=players,
            options=options or [],
            decisions=self.hook("vocabulary", "DECISIONS") if decisions is None else decisions,
            events=self.hook("events", "EVENTS") if events is None else events,
            steps=steps_of(import_module(f"{self.package}.rules")) if steps is None else steps,
            parts=parts,
            rules_version=rules_version,
            components_digest=components_digest or getattr(parts, "digest", ""),
        )
        self.fields: Fields = self.hook("fields", "FIELDS") if fields is None else fields
        self.write = self.hook("encoding", "encode") or self.write
        words = self.hook("words", "Words") or Sentences
        self.words: Sentences = words(self, parts)

    def hook(self, module: str, name: str) -> Any:
        """What a module of the folder offers under that name; None if there is no such module, or nothing of that name."""
        if module not in self._rooms:
            whole = f"{self.package}.{module}"
            self._rooms[module] = import_module(whole) if find_spec(whole) is not None else None
        return getattr(self._rooms[module], name, None)

    def with_components(self, figures: Source) -> Game:
        return type(self)(figures)  # type: ignore[call-arg, arg-type]

    def state_to_json(self, p: Position) -> dict[str, Any]:
        return self.fields.dump(p, self.parts)

    def state_from_json(self, p: Position, data: object, reading: Reading) -> None:
        convert = self.hook("fields", "from_0_1")
        if reading.old and convert is not None and isinstance(data, dict):
            try:
                data = convert(data)
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                wrong("state", "the form of 0.1", error)
        self.fields.load(p, data, reading, "state")
        settle = self.hook("fields", "settle")
        if settle is not None:
            settle(p)

    def check(self, p: Position) -> Message | None:
        check = self.hook("fields", "check")
        found: Message | None = check(p) if check is not None else None
        return found

    def check_stack(self, p: Position) -> Message | None:
        stack, check = self.hook("stack", "STACK"), self.hook("stack", "check_stack")
        found: Message | None = None if stack is None else stack.check(p, getattr(p, "phase", 0))
        return found if found is not None or check is None else check(p)

    def scores(self, p: Position) -> list[int]:
        found: list[int] = self.hook("scoring", "scores")(p)
        return found

    def ties(self, p: Position) -> Ties:
        ties = self.hook("scoring", "ties")
        found: Ties = ties(p) if ties is not None else self.hook("scoring", "TIES") or NO_TIES
        return found

    def breakdown(self, p: Position, seat: int) -> list[tuple[str, int]]:
        breakdown = self.hook("scoring", "breakdown")
        return super().breakdown(p, seat) if breakdown is None else list(breakdown(p, seat))

    def view(self, p: Position, seat: int | None) -> dict[str, Any]:
        view = self.hook("view", "view")
        found = {**common(p, seat), **self.fields.visible(p, self.parts)} if view is None else view(p, seat)
        plain: dict[str, Any] = msgspec.to_builtins(found)
        return plain

    def redraw_hidden(self, p: Position, seat: int, rng: Rng) -> None:
        redraw = self.hook("hidden", "redraw")
        if redraw is not None:
            redraw(p, seat, rng)
        elif any(noun.hidden for noun in self.fields.nouns.values()):
            raise NotImplementedError(f"{self.name} has secret fields, but no hidden.py that draws them anew")

    def weights(self, p: Position, seat: int, rng: Rng) -> list[float]:
        values = self.values()
        if values is not None:
            return self.weights_by(values, p, seat, rng)
        weights = self.hook("heuristics", "weights")
        return super().weights(p, seat, rng) if weights is None else list(weights(p, seat, rng))

    def values(self, name: str = TUNED) -> Any:
        if name not in self._values:
            values = self.hook("values", "Values")
            self._values[name] = None if values is None else values(load_set(self.folder, name))
        return self._values[name]

    def weights_by(self, values: Any, p: Position, seat: int, rng: Rng) -> list[float]:
        if values is None:
            return self.weights(p, seat, rng)
        return list(self.hook("heuristics", "weights")(p, seat, rng, values))

    def tip(self, p: Position, seat: int, rng: Rng) -> Message | None:
        room = f"{self.name}.tip.{self.vocabulary.kind_name(p.kind(seat))}"
        find, values = self.hook("tips", "reason"), self.values()
        found = None if find is None else find(p, seat, rng) if values is None else find(p, seat, rng, values)
        if found is not None:
            reason, args = found
            return Message(f"{room}.{reason}", **args)
        liked = f"{room}.{self.liked_choice(p, seat, rng)}"
        return next((Message(key) for key in (liked, f"{room}.any") if has(key)), None)

    def liked_choice(self, p: Position, seat: int, rng: Rng) -> str:
        """The sort of choice that the heuristics like best: ``pass``, say, or ``space``."""
        options, weights = p.options(seat), self.weights(p, seat, rng)
        best = max(range(len(options)), key=lambda place: weights[place])
        choice, _ = self.vocabulary.kind(p.kind(seat)).meanings[options[best]]
        return str(choice.text)

    @property
    def evaluation(self) -> Evaluation | None:
        """The fitted weights of ``evaluation.toml``; None if the game has none for its present features."""
        if not self._evaluated:
            self._evaluated = True
            names = self.hook("features", "FEATURES")
            if names is not None:
                features, left = self.hook("features", "features"), self.hook("features", "left")
                self._evaluation = load_evaluation(self.folder / EVALUATION_FILE, list(names), features, left)
        return self._evaluation

    def evaluate(self, p: Position) -> list[float]:
        evaluation = self.evaluation
        return super().evaluate(p) if evaluation is None else evaluation.chances(p)

    def margins(self, p: Position) -> list[float]:
        evaluation = self.evaluation
        return super().margins(p) if evaluation is None else evaluation.margins(p)

    def prompt(self, p: Position, seat: int, kind: int) -> Message:
        return self.words.prompt(p, seat, kind)

    def option_text(self, p: Position, seat: int, kind: int, option: int) -> Message:
        return self.words.option_text(p, seat, kind, option)

    def supposed(self, p: Position, seat: int, option: int) -> Message | None:
        return self.words.supposed(p, seat, p.kind(seat), option)

    def event_words(self, event: Event) -> Message:
        return self.words.event_text(event)

    def player(self, seat: int) -> Message:
        return self.words.seat(seat)

    def seat_name(self, p: Position, seat: int) -> Message:
        return self.words.seat(seat)

    def terminal(self, view: Mapping[str, Any], language: str) -> Any:
        drawing = self.hook("terminal", "TableDrawing")
        return self.list_of(view, language) if drawing is None else drawing(self.parts, view, language).draw()

    def list_of(self, view: Mapping[str, Any], language: str) -> Any:
        """The game's own fields of a view as a plain table of names and values."""
        from rich.table import Table

        names = catalogue(self.name, language)
        shared = {"game", "players", "options", "seat", "to_act", "over", "winners", "places", "ties", "pending"}
        table = Table(show_header=False)
        for name, value in view.items():
            if name not in shared:
                label = names.get(f"field.{name}", name)
                lines = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
                shown = "  ".join(f"{place}: {entry}" for place, entry in lines) if lines else str(value)
                table.add_row(str(label), shown)
        return table

    def board(self, view: Mapping[str, Any], question: Question | None, language: str, screen: str = "wide") -> Board:
        draw = self.hook("board", "draw")
        if draw is None:
            return super().board(view, question, language, screen)
        drawn: Board = draw(self.parts, view, question, language, screen)
        return drawn
