"""Kraftwagen's front door."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from officina.core.folder import FolderGame
from officina.core.game import OptionValue
from officina.core.position import Position
from officina.core.step import Step
from officina.core.text import Message
from officina.games.kraftwagen import components, heuristics, hidden, nouns, saved, scoring, view, vocabulary
from officina.games.kraftwagen.events import EVENTS
from officina.games.kraftwagen.rules import STEPS
from officina.games.kraftwagen.rules.setup import OPENING
from officina.games.kraftwagen.state import Kraftwagen
from officina.games.kraftwagen.words import Words

NAME: Final = "kraftwagen"
RULES_VERSION: Final = 1


class KraftwagenGame(FolderGame):
    """Kraftwagen (ADC Blackfire 2015) for two to four players; the number of players is its only variant."""

    words: Words
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
            players=range(2, components.MOST_PLAYERS + 1),
            options=[],
            vocabulary=vocabulary.build(self.parts),
            events=EVENTS,
            steps=STEPS,
            rules_version=RULES_VERSION,
            components_digest=self.parts.digest,
        )

    def with_components(self, components_file: Path) -> KraftwagenGame:
        return KraftwagenGame(components_file)

    def set_up(self, players: int, options: Mapping[str, OptionValue]) -> Kraftwagen:
        p = Kraftwagen(self, players, self.parts)
        p.clear()
        return p

    def opening(self, p: Position) -> list[Step[Any]]:
        return OPENING

    def option_values(self, p: Position) -> dict[str, OptionValue]:
        return {}

    def turns(self, p: Position) -> int:
        return mine(p).turn

    def seat_name(self, p: Position, seat: int) -> Message:
        return nouns.player(self.parts, seat)


def mine(p: Position) -> Kraftwagen:
    """The position as this game's own."""
    assert isinstance(p, Kraftwagen)
    return p
