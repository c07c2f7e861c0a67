"""Kraftwagen's front door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.components import Source
from officina.core.folder import FolderGame
from officina.core.game import OptionValue
from officina.core.position import Position
from officina.core.step import Step
from officina.games.kraftwagen import components
from officina.games.kraftwagen.rules.setup import OPENING
from officina.games.kraftwagen.state import Kraftwagen

MOST_IN_A_TURN: Final = 60
"""Decisions of one turn, generously: a tile, three actions with what they bring, engineers, cars."""


class KraftwagenGame(FolderGame):
    """Kraftwagen (ADC Blackfire 2015) for two to four players; the number of players is its only variant."""

    def __init__(self, figures: Source = components.STANDARD) -> None:
        super().__init__(parts=components.Parts(figures), players=range(2, components.MOST_PLAYERS + 1))

    def set_up(self, players: int, options: Mapping[str, OptionValue]) -> Kraftwagen:
        p = Kraftwagen(self, players, self.parts)
        p.clear()
        return p

    def opening(self, p: Position) -> list[Step[Any]]:
        return OPENING

    def turns(self, p: Position) -> int:
        return mine(p).turn

    def moment(self, p: Position) -> tuple[int, int]:
        return mine(p).round, mine(p).turn

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """A round ends by buyers, pawn, cars, or too many quiet turns between them; a turn has some dozen decisions at most."""
        parts = self.parts
        lively = parts.slots[players] + parts.pawn_start[players] + parts.capacity[players] + 1
        return int(players + len(parts.rounds) * lively * (parts.quiet_limit + 1) * MOST_IN_A_TURN)


def mine(p: Position) -> Kraftwagen:
    """The position as this game's own."""
    assert isinstance(p, Kraftwagen)
    return p
