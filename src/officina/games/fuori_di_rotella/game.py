"""Fuori di Rotella's front door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.components import Source
from officina.core.folder import FolderGame
from officina.core.game import OptionValue, TableOption
from officina.core.position import Position
from officina.core.step import Step
from officina.games.fuori_di_rotella import components
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.games.fuori_di_rotella.rules.setup import opening
from officina.games.fuori_di_rotella.state import FuoriDiRotella

MOST_WITH_A_ROBOT: Final = 20
"""Decisions of one robot in a turn beside those about single gears, generously."""


class FuoriDiRotellaGame(FolderGame):
    """Fuori di Rotella (Red Glove 2012): base game, two-robot variant, house set of upgrades."""

    def __init__(self, figures: Source = components.STANDARD) -> None:
        super().__init__(
            parts=components.Parts(figures),
            players=range(2, 9),
            options=[
                TableOption("robots_per_player", (1, 2), 1),
                TableOption("share_rest", ("random", "draft"), "random"),
                TableOption("upgrades", ("off", "on"), "off"),
            ],
        )

    def thing_figures(self, thing: str) -> dict[str, Any]:
        """FR-68: how many gears at the feet it takes to bring some to the Inner Circuits."""
        return {"n": self.parts.assemble_least} if thing == "circuits" else {}

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

    def turns(self, p: Position) -> int:
        return mine(p).turn

    def moment(self, p: Position) -> tuple[int, int]:
        return 0, mine(p).turn

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """Turns refill from the reserve, then take gears from dumps until too many do not; a gear moves a few times a turn."""
        gears = COLOURS * self.parts.gears_per_colour
        turns = (gears + 1) * (self.parts.idle_turns + 1)
        return int(2 * players + turns * (MOST_WITH_A_ROBOT * COLOURS + 2 * gears))


def mine(p: Position) -> FuoriDiRotella:
    """The position as this game's own."""
    assert isinstance(p, FuoriDiRotella)
    return p
