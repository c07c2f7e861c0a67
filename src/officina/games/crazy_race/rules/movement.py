"""Movement, overtaking and points cards: CR-48 to CR-64, CR-108 to CR-111."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.core.text import Message, Reason
from officina.games.crazy_race.components import FINISH, MODELS, TURNTABLE
from officina.games.crazy_race.events import MOVED, NO_POINTS, POINTS_LOST, STOLE, STOLE_ONLY, TOOK_POINTS, TOP_SHOWN
from officina.games.crazy_race.state import AT_FINISH, ON_TURNTABLE, CrazyRace, points_of
from officina.games.crazy_race.vocabulary import FINISH_REWARD, PILE

SECOND: Final = 2


def move(p: CrazyRace, seat: int, model: int, points: int) -> list[Step[Any]]:
    """CR-48 to CR-58: forward along the own track; spaces of other own locomotives are free, the surplus at home is lost."""
    start = p.progress[seat * MODELS + model]
    at = p.destination(seat, model, points)
    if p.events is not None:
        p.tell(MOVED, seat, (model, start, at))
        if points > p.need(seat, model):
            p.tell(POINTS_LOST, seat, (points - p.need(seat, model),))
    p.progress[seat * MODELS + model] = at
    p.moved |= 1 << seat
    if start < TURNTABLE <= at:
        take_points(p, seat, ON_TURNTABLE)
    return come_home(p, seat) if at == FINISH else NOTHING


def take_points(p: CrazyRace, seat: int, pile: int) -> None:
    """CR-60 to CR-63, CR-101, CR-102: the top card of the pile; an empty pile gives nothing."""
    if not p.points_left(pile):
        p.tell(NO_POINTS, seat, (pile,))
        return
    value = p.take_top(seat, pile)
    if p.events is not None:
        p.tell(TOOK_POINTS, seat, (pile, value))
        if p.variants.shuffled_points and p.points_left(pile):
            p.tell(TOP_SHOWN, args=(pile, p.top(pile)))


def come_home(p: CrazyRace, seat: int) -> list[Step[Any]]:
    """CR-61, CR-108: a locomotive is home; in the variant the second one may steal instead."""
    if p.variants.steal_second and p.finished(seat) == SECOND:
        return [FinishReward(seat)]
    take_points(p, seat, AT_FINISH)
    return NOTHING


class FinishReward(Step[CrazyRace]):
    """CR-108 to CR-111: from the finish pile, or a random points card of an opponent who has one."""

    kind = FINISH_REWARD
    rule = "CR-108"

    def options(self, p: CrazyRace) -> list[int]:
        return [PILE] + [1 + seat for seat in range(p.seats) if seat != self.seat and p.won[seat]]

    def choose(self, p: CrazyRace, option: int) -> list[Step[Any]]:
        if option == PILE:
            take_points(p, self.seat, AT_FINISH)
            return NOTHING
        victim = option - 1
        cards = len(p.won[victim])
        card = p.take_away(victim, p.rng.below(cards) if cards > 1 else 0)
        p.give(self.seat, card)
        p.tell(STOLE if cards > 1 else STOLE_ONLY, self.seat, (victim, points_of(card)))
        return NOTHING

    def why_not(self, p: CrazyRace, option: int) -> Reason:
        victim = option - 1
        if victim == self.seat:
            return Reason("crazy_race.refuse.steal_own", "CR-108")
        colour = Message(f"crazy_race.colour.{p.parts.colours[victim].code}")
        if victim >= p.seats:
            return Reason("crazy_race.refuse.not_in_play", "CR-02", colour=colour, n=p.seats)
        return Reason("crazy_race.refuse.nothing_to_steal", "CR-109", colour=colour)
