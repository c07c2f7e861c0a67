"""Automania's front door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.components import Source
from officina.core.errors import OptionError
from officina.core.folder import FolderGame
from officina.core.game import OptionValue, TableOption
from officina.core.position import Position
from officina.core.step import Step
from officina.core.text import Message
from officina.core.vocabulary import shown
from officina.games.automania import components
from officina.games.automania.rules.setup import opening
from officina.games.automania.state import SLOTS, Automania

LEAST_STARS: Final = 1
MOST_STARS: Final = 9
MOST_IN_A_TURN: Final = 60
"""Decisions of one turn, generously: what is taken and placed, workers, recalled cars, the car on its way."""


class SlotStars(TableOption):
    """R-22: the stars of the three active demand slots, from the entry slot down; written ``2,3,4``."""

    def read(self, value: object) -> OptionValue:
        items = value if isinstance(value, (list, tuple)) else str(value).replace(" ", ",").split(",")
        stars = [str(item).strip() for item in items if str(item).strip()]
        if len(stars) != SLOTS or not all(star.isdecimal() and LEAST_STARS <= int(star) <= MOST_STARS for star in stars):
            text = shown(str(value))
            raise OptionError(Message("automania.option.slot_stars", value=text, least=LEAST_STARS, most=MOST_STARS))
        return ",".join(str(int(star)) for star in stars)


class AutomaniaGame(FolderGame):
    """Automania (Aporta Games 2015): basic and advanced game."""

    def __init__(self, figures: Source = components.STANDARD) -> None:
        parts = components.Parts(figures)
        stars = ",".join(str(star) for star in parts.slot_stars)
        super().__init__(
            parts=parts,
            players=range(2, components.PLAYERS + 1),
            options=[
                TableOption("advanced", ("off", "on"), "off"),
                TableOption("hidden_money", ("on", "off"), "on"),
                TableOption("corner_tiles", ("diagonal", "any"), parts.corner_default),
                SlotStars("slot_stars", tuple(dict.fromkeys((stars, "4,3,2", "3,3,3"))), stars),
            ],
        )

    def set_up(self, players: int, options: Mapping[str, OptionValue]) -> Automania:
        p = Automania(self, players, self.parts)
        stars = tuple(int(star) for star in str(options["slot_stars"]).split(","))
        p.clear(options["advanced"] == "on", options["hidden_money"] == "on", options["corner_tiles"] == "any", stars)
        return p

    def opening(self, p: Position) -> list[Step[Any]]:
        return opening()

    def turns(self, p: Position) -> int:
        return mine(p).round

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """Every turn places a worker or passes, workers come back once a round; each car is sold at most once a round."""
        parts = self.parts
        turns = players * (parts.workers + 1) + parts.neutral_workers
        cars = players * (sum(parts.cars) + 1)
        return int(players + parts.rounds * (turns * MOST_IN_A_TURN + cars + players))


def mine(p: Position) -> Automania:
    """The position as this game's own."""
    assert isinstance(p, Automania)
    return p
