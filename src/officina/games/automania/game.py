"""Automania's front door."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from officina.core.errors import OptionError
from officina.core.folder import FolderGame
from officina.core.game import OptionValue, TableOption
from officina.core.position import Position
from officina.core.step import Step
from officina.core.text import Message
from officina.core.vocabulary import shown
from officina.games.automania import components, heuristics, hidden, saved, scoring, view, vocabulary
from officina.games.automania.events import EVENTS
from officina.games.automania.names import seat_name
from officina.games.automania.rules import STEPS
from officina.games.automania.rules.setup import opening
from officina.games.automania.state import SLOTS, Automania
from officina.games.automania.words import Words

NAME: Final = "automania"
RULES_VERSION: Final = 1
LEAST_STARS: Final = 1
MOST_STARS: Final = 9


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

    words: Words
    saved = saved
    scoring = scoring
    viewing = view
    hidden = hidden
    heuristics = heuristics

    def __init__(self, components_file: Path = components.STANDARD) -> None:
        self.parts = components.load(components_file)
        self.words = Words(self.parts)
        stars = ",".join(str(star) for star in self.parts.slot_stars)
        super().__init__(
            NAME,
            folder=Path(__file__).parent,
            players=range(2, components.PLAYERS + 1),
            options=[
                TableOption("advanced", ("off", "on"), "off"),
                TableOption("hidden_money", ("on", "off"), "on"),
                TableOption("corner_tiles", ("diagonal", "any"), self.parts.corner_default),
                SlotStars("slot_stars", tuple(dict.fromkeys((stars, "4,3,2", "3,3,3"))), stars),
            ],
            vocabulary=vocabulary.build(self.parts),
            events=EVENTS,
            steps=STEPS,
            rules_version=RULES_VERSION,
            components_digest=self.parts.digest,
        )

    def with_components(self, components_file: Path) -> AutomaniaGame:
        return AutomaniaGame(components_file)

    def set_up(self, players: int, options: Mapping[str, OptionValue]) -> Automania:
        p = Automania(self, players, self.parts)
        stars = tuple(int(star) for star in str(options["slot_stars"]).split(","))
        p.clear(options["advanced"] == "on", options["hidden_money"] == "on", options["corner_tiles"] == "any", stars)
        return p

    def opening(self, p: Position) -> list[Step[Any]]:
        return opening()

    def option_values(self, p: Position) -> dict[str, OptionValue]:
        table = mine(p)
        return {
            "advanced": "on" if table.advanced else "off",
            "hidden_money": "on" if table.hidden_money else "off",
            "corner_tiles": "any" if table.corner_any else "diagonal",
            "slot_stars": ",".join(str(star) for star in table.slot_stars),
        }

    def turns(self, p: Position) -> int:
        return mine(p).round

    def seat_name(self, p: Position, seat: int) -> Message:
        return seat_name(seat)


def mine(p: Position) -> Automania:
    """The position as this game's own."""
    assert isinstance(p, Automania)
    return p
