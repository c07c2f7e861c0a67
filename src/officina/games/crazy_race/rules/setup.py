"""Set-up: CR-01 to CR-11, CR-101. What needs no chance is in its place already (``CrazyRace.clear``)."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.games.crazy_race.components import SIDES
from officina.games.crazy_race.events import FIRST_PLAYER, TOP_SHOWN
from officina.games.crazy_race.rules.stage import BeginStage
from officina.games.crazy_race.state import AT_FINISH, ON_TURNTABLE, CrazyRace


def opening() -> list[Step[Any]]:
    """CR-10: chance in this order: first player, stage deck, the two piles of points cards."""
    return [DrawFirstPlayer(), ShuffleStages(), ShufflePoints(), BeginStage()]


class DrawFirstPlayer(Step[CrazyRace]):
    """CR-09: one player receives the first-player card, at random."""

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        p.first = p.rng.below(p.seats)
        p.tell(FIRST_PLAYER, p.first)
        return NOTHING


class ShuffleStages(Step[CrazyRace]):
    """CR-05: all stage cards are shuffled into a face-down deck."""

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        deck = list(range(len(p.parts.side_model) // SIDES))
        p.rng.shuffle(deck)
        p.deck = tuple(deck)
        return NOTHING


class ShufflePoints(Step[CrazyRace]):
    """CR-101, CR-102, CR-115: in the variant both piles are shuffled, after cards were removed; only the tops are seen."""

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        if p.variants.shuffled_points:
            p.points = p.points[:]
            for pile in (ON_TURNTABLE, AT_FINISH):
                cards = list(p.points[pile])
                p.rng.shuffle(cards)
                p.points[pile] = tuple(cards)
                p.tell(TOP_SHOWN, args=(pile, cards[0]))
        return NOTHING
