"""Fuori di Rotella's front door."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from officina.core.folder import FolderGame
from officina.core.game import OptionValue, TableOption
from officina.core.position import Position
from officina.core.step import Step
from officina.games.fuori_di_rotella import components, heuristics, hidden, saved, scoring, view, vocabulary
from officina.games.fuori_di_rotella.events import EVENTS
from officina.games.fuori_di_rotella.rules import STEPS
from officina.games.fuori_di_rotella.rules.setup import opening
from officina.games.fuori_di_rotella.state import FuoriDiRotella
from officina.games.fuori_di_rotella.words import Words

NAME: Final = "fuori_di_rotella"
RULES_VERSION: Final = 1


class FuoriDiRotellaGame(FolderGame):
    """Fuori di Rotella (Red Glove 2012): base game, two-robot variant, house set of upgrades."""

    saved = saved
    scoring = scoring
    viewing = view
    hidden = hidden
    heuristics = heuristics

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

    def turns(self, p: Position) -> int:
        return mine(p).turn


def mine(p: Position) -> FuoriDiRotella:
    """The position as this game's own."""
    assert isinstance(p, FuoriDiRotella)
    return p
