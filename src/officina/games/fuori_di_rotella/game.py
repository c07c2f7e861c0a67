"""Fuori di Rotella's front door."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from officina.core.drawing import Board
from officina.core.events import Event
from officina.core.game import Game, OptionValue, TableOption
from officina.core.position import Position, Question
from officina.core.rng import Rng
from officina.core.step import Step
from officina.core.text import Message
from officina.games.fuori_di_rotella import components, heuristics, hidden, saved, scoring, vocabulary
from officina.games.fuori_di_rotella.events import EVENTS
from officina.games.fuori_di_rotella.rules import STEPS
from officina.games.fuori_di_rotella.rules.setup import opening
from officina.games.fuori_di_rotella.state import FuoriDiRotella
from officina.games.fuori_di_rotella.view import view
from officina.games.fuori_di_rotella.words import Words

NAME: Final = "fuori_di_rotella"
RULES_VERSION: Final = 1


class FuoriDiRotellaGame(Game):
    """Fuori di Rotella (Red Glove 2012): base game, two-robot variant, house set of upgrades."""

    def __init__(self, components_file: Path = components.STANDARD) -> None:
        self.parts = components.load(components_file)
        self.words = Words(self.parts)
        super().__init__(
            NAME,
            folder=Path(__file__).parent,
            players=range(2, 9),
            options=[
                TableOption("robots_per_player", (1, 2), 1),
                TableOption("share_rest", ("random", "draft"), "random"),
                TableOption("upgrades", ("off", "on"), "off"),
            ],
            vocabulary=vocabulary.build(self.parts),
            events=EVENTS,
            steps=STEPS,
            rules_version=RULES_VERSION,
            components_digest=self.parts.digest,
        )

    def with_components(self, components_file: Path) -> FuoriDiRotellaGame:
        return FuoriDiRotellaGame(components_file)

    def players_for(self, options: Mapping[str, OptionValue]) -> range:
        """FR-01, FR-85: 2 to 8 players, with two robots each 2 to 4."""
        return range(2, 5) if options["robots_per_player"] == 2 else range(2, 9)

    def set_up(self, players: int, options: Mapping[str, OptionValue]) -> FuoriDiRotella:
        p = FuoriDiRotella(self, players, self.parts)
        robots = options["robots_per_player"]
        assert isinstance(robots, int)
        p.clear(robots, options["share_rest"] == "draft", options["upgrades"] == "on")
        return p

    def opening(self, p: Position) -> list[Step[Any]]:
        return opening(mine(p))

    def option_values(self, p: Position) -> dict[str, OptionValue]:
        table = mine(p)
        return {
            "robots_per_player": table.robots_per_player,
            "share_rest": "draft" if table.draft else "random",
            "upgrades": "on" if table.upgrades_on else "off",
        }

    def state_to_json(self, p: Position) -> dict[str, Any]:
        return saved.to_json(mine(p))

    def state_from_json(self, p: Position, data: object) -> None:
        saved.from_json(mine(p), data)

    def check(self, p: Position) -> Message | None:
        return saved.check(mine(p))

    def scores(self, p: Position) -> list[int]:
        return scoring.scores(mine(p))

    def winners(self, p: Position) -> list[int]:
        return scoring.winners(mine(p))

    def breakdown(self, p: Position, seat: int) -> list[tuple[str, int]]:
        return scoring.breakdown(mine(p), seat)

    def turns(self, p: Position) -> int:
        return mine(p).turn

    def view(self, p: Position, seat: int | None) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(view(mine(p), seat))
        return plain

    def redraw_hidden(self, p: Position, seat: int, rng: Rng) -> None:
        hidden.redraw(mine(p), seat, rng)

    def weights(self, p: Position, seat: int, rng: Rng) -> list[float]:
        return heuristics.weights(mine(p), seat, rng)

    def prompt(self, p: Position, seat: int, kind: int) -> Message:
        return self.words.prompt(mine(p), seat, kind)

    def option_text(self, p: Position, seat: int, kind: int, option: int) -> Message:
        return self.words.option_text(mine(p), seat, kind, option)

    def event_words(self, event: Event) -> Message:
        return self.words.event_text(event, self.event_kinds[event.code].name)

    def terminal(self, view: Mapping[str, Any], language: str) -> Any:
        from officina.games.fuori_di_rotella.terminal import draw

        return draw(self.parts, view, language)

    def board(self, view: Mapping[str, Any], question: Question | None, language: str) -> Board:
        from officina.games.fuori_di_rotella.board import draw

        return draw(self.parts, view, question, language)


def mine(p: Position) -> FuoriDiRotella:
    """The position as this game's own."""
    assert isinstance(p, FuoriDiRotella)
    return p
