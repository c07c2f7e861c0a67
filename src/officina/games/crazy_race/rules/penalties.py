"""The variant ``rear_penalty``: CR-103 to CR-107."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Judged, Step
from officina.games.crazy_race.components import FINISH
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
    return progress in p.track(seat)


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


class PenaltyDiscard(Judged[CrazyRace]):
    """CR-105, CR-106: the owner of the second-last locomotive discards one points card of choice."""

    kind = PENALTY_DISCARD
    rule = "CR-105"

    def held(self, p: CrazyRace) -> list[int]:
        """The points of the seat's cards, highest first."""
        return [points_of(card) for card in p.won[self.seat]]

    def verdict(self, p: CrazyRace, option: int) -> str:
        return "" if p.parts.points_values[option] in self.held(p) else "no_such_points"

    def facts(self, p: CrazyRace, option: int) -> dict[str, Any]:
        return {"value": p.parts.points_values[option], "held": tuple(self.held(p))}

    def choose(self, p: CrazyRace, option: int) -> list[Step[Any]]:
        value = p.parts.points_values[option]
        p.discard(self.seat, self.held(p).index(value))
        p.tell(PENALTY, self.seat, (value, 1))
        return NOTHING
