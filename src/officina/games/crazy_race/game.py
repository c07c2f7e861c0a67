"""Crazy Race's front door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.components import Source
from officina.core.folder import FolderGame
from officina.core.game import OptionValue, TableOption
from officina.core.position import Position
from officina.core.step import Step
from officina.games.crazy_race import components
from officina.games.crazy_race.components import SEATS
from officina.games.crazy_race.rules.setup import opening
from officina.games.crazy_race.state import PENALTIES, TIE_RULES, CrazyRace, Variants

OFF_ON: Final = ("off", "on")


class CrazyRaceGame(FolderGame):
    """Crazy Race (Spiele aus Timbuktu 2002): base game and the five variants of the rulebook."""

    def __init__(self, figures: Source = components.STANDARD) -> None:
        parts = components.Parts(figures)
        turntable, finish = len(parts.turntable_cards), len(parts.finish_cards)
        super().__init__(
            parts=parts,
            players=range(3, SEATS + 1),
            options=[
                TableOption("shuffled_points", OFF_ON, "off"),
                TableOption("rear_penalty", PENALTIES, "off"),
                TableOption("steal_second", OFF_ON, "off"),
                TableOption("tie_rule", TIE_RULES, "rear_loco"),
                TableOption("turntable_cards", tuple(range(1, turntable + 1)), turntable),
                TableOption("finish_cards", tuple(range(1, finish + 1)), finish),
            ],
        )

    def set_up(self, players: int, options: Mapping[str, OptionValue]) -> CrazyRace:
        p = CrazyRace(self, players, self.parts, Variants(options))
        p.clear()
        return p

    def opening(self, p: Position) -> list[Step[Any]]:
        return opening()

    def turns(self, p: Position) -> int:
        assert isinstance(p, CrazyRace)
        return p.stage

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """A placing turn is at most three decisions; a side lets each seat place three pieces and claim what they earn."""
        evaluation = components.SIDES * players * (3 * components.MODELS + 2)
        return int(self.parts.stages * (3 * players * self.parts.rounds + evaluation + 2 * players))
