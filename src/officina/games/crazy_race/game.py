"""Crazy Race's front door."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from officina.core.folder import FolderGame
from officina.core.game import OptionValue, TableOption
from officina.core.position import Position
from officina.core.step import Step
from officina.core.text import Message
from officina.games.crazy_race import components, heuristics, hidden, saved, scoring, view, vocabulary
from officina.games.crazy_race.components import SEATS
from officina.games.crazy_race.events import EVENTS
from officina.games.crazy_race.rules import STEPS
from officina.games.crazy_race.rules.setup import opening
from officina.games.crazy_race.state import PENALTIES, TIE_RULES, CrazyRace, Variants
from officina.games.crazy_race.words import Words

NAME: Final = "crazy_race"
RULES_VERSION: Final = 1
OFF_ON: Final = ("off", "on")


class CrazyRaceGame(FolderGame):
    """Crazy Race (Spiele aus Timbuktu 2002): base game and the five variants of the rulebook."""

    words: Words
    saved = saved
    scoring = scoring
    viewing = view
    hidden = hidden
    heuristics = heuristics

    def __init__(self, components_file: Path = components.STANDARD) -> None:
        self.parts = components.load(components_file)
        self.words = Words(self.parts)
        turntable, finish = len(self.parts.turntable_cards), len(self.parts.finish_cards)
        super().__init__(
            NAME,
            folder=Path(__file__).parent,
            players=range(3, SEATS + 1),
            options=[
                TableOption("shuffled_points", OFF_ON, "off"),
                TableOption("rear_penalty", PENALTIES, "off"),
                TableOption("steal_second", OFF_ON, "off"),
                TableOption("tie_rule", TIE_RULES, "rear_loco"),
                TableOption("turntable_cards", tuple(range(1, turntable + 1)), turntable),
                TableOption("finish_cards", tuple(range(1, finish + 1)), finish),
            ],
            vocabulary=vocabulary.build(self.parts),
            events=EVENTS,
            steps=STEPS,
            rules_version=RULES_VERSION,
            components_digest=self.parts.digest,
        )

    def with_components(self, components_file: Path) -> CrazyRaceGame:
        return CrazyRaceGame(components_file)

    def set_up(self, players: int, options: Mapping[str, OptionValue]) -> CrazyRace:
        variants = Variants(
            shuffled_points=options["shuffled_points"] == "on",
            rear_penalty=PENALTIES.index(str(options["rear_penalty"])),
            steal_second=options["steal_second"] == "on",
            tie_rule=TIE_RULES.index(str(options["tie_rule"])),
            turntable_cards=int(options["turntable_cards"]),
            finish_cards=int(options["finish_cards"]),
        )
        p = CrazyRace(self, players, self.parts, variants)
        p.clear()
        return p

    def opening(self, p: Position) -> list[Step[Any]]:
        return opening()

    def option_values(self, p: Position) -> dict[str, OptionValue]:
        variants = mine(p).variants
        return {
            "shuffled_points": OFF_ON[variants.shuffled_points],
            "rear_penalty": PENALTIES[variants.rear_penalty],
            "steal_second": OFF_ON[variants.steal_second],
            "tie_rule": TIE_RULES[variants.tie_rule],
            "turntable_cards": variants.turntable_cards,
            "finish_cards": variants.finish_cards,
        }

    def turns(self, p: Position) -> int:
        return mine(p).stage

    def seat_name(self, p: Position, seat: int) -> Message:
        return self.words.colour(seat)


def mine(p: Position) -> CrazyRace:
    """The position as this game's own."""
    assert isinstance(p, CrazyRace)
    return p
