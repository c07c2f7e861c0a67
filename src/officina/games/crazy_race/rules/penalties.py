"""The variant ``rear_penalty``: CR-103 to CR-107."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.crazy_race.components import FINISH, MODELS
from officina.games.crazy_race.events import PENALTY
from officina.games.crazy_race.state import BOTH, LAST, NO_PENALTY, SECOND_LAST, CrazyRace, points_of
from officina.games.crazy_race.vocabulary import PENALTY_DISCARD

HIGHEST: Final = 0
"""Points cards are sorted: the place of the highest."""


class RearPenalty(Step[CrazyRace]):
    """CR-103, CR-104, CR-106, CR-107: owners of the rearmost locomotives discard their highest points card; then the others."""

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        penalty = p.variants.rear_penalty
        rearmost = min(p.progress)
        if penalty == NO_PENALTY or rearmost == FINISH:
            return NOTHING
        if penalty in (BOTH, LAST):
            for seat in p.in_order():
                if has_locomotive_at(p, seat, rearmost) and p.won[seat]:
                    p.tell(PENALTY, seat, (points_of(p.discard(seat, HIGHEST)), 0))
        if penalty not in (BOTH, SECOND_LAST):
            return NOTHING
        second_last = owners_of_second_last(p, rearmost)
        return [PenaltyDiscard(seat) for seat in p.in_order() if second_last >> seat & 1 and p.won[seat]]


def has_locomotive_at(p: CrazyRace, seat: int, progress: int) -> bool:
    """Whether one of the seat's locomotives has that progress."""
    return progress in p.progress[seat * MODELS : seat * MODELS + MODELS]


def owners_of(p: CrazyRace, progress: int) -> int:
    """The seats with a locomotive at that progress, as a mask."""
    owners = 0
    for seat in range(p.seats):
        if has_locomotive_at(p, seat, progress):
            owners |= 1 << seat
    return owners


def owners_of_second_last(p: CrazyRace, rearmost: int) -> int:
    """CR-105, CR-107: who owns the second-last locomotive, as a mask.

    Several last locomotives of one player are last and second-last; of different players they leave no second-last.
    """
    if p.progress.count(rearmost) > 1:
        owners = owners_of(p, rearmost)
        return owners if owners & (owners - 1) == 0 else 0
    next_to_last = min([progress for progress in p.progress if progress > rearmost])
    return 0 if next_to_last == FINISH else owners_of(p, next_to_last)


class PenaltyDiscard(Step[CrazyRace]):
    """CR-105, CR-106: the owner of the second-last locomotive discards one points card of choice."""

    kind = PENALTY_DISCARD
    rule = "CR-105"

    def options(self, p: CrazyRace) -> list[int]:
        held = [points_of(card) for card in p.won[self.seat]]
        values = p.parts.points_values
        return [option for option in range(len(values)) if values[option] in held]

    def choose(self, p: CrazyRace, option: int) -> list[Step[Any]]:
        value = p.parts.points_values[option]
        place = HIGHEST
        while points_of(p.won[self.seat][place]) != value:
            place += 1
        p.discard(self.seat, place)
        p.tell(PENALTY, self.seat, (value, 1))
        return NOTHING

    def why_not(self, p: CrazyRace, option: int) -> Reason:
        held = tuple([points_of(card) for card in p.won[self.seat]])
        return Reason("crazy_race.refuse.no_such_points", "CR-105", value=p.parts.points_values[option], held=held)
