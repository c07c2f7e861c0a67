"""Movement, overtaking and points cards: CR-48 to CR-64, CR-108 to CR-111."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Judged, Step
from officina.games.crazy_race.components import FINISH, MODELS, TURNTABLE
from officina.games.crazy_race.events import MOVED, NO_POINTS, POINTS_LOST, STOLE, STOLE_ONLY, TOOK_POINTS, TOP_SHOWN
from officina.games.crazy_race.nouns import COLOUR
from officina.games.crazy_race.state import AT_FINISH, ON_TURNTABLE, CrazyRace, points_card, points_of
from officina.games.crazy_race.vocabulary import FINISH_REWARD, PILE

SECOND: Final = 2


def move(p: CrazyRace, seat: int, model: int, points: int) -> list[Step[Any]]:
    """CR-48 to CR-58: forward along the own track; spaces of other own locomotives are free, the surplus at home is lost."""
    start = p.progress[seat * MODELS + model]
    at = p.destination(seat, model, points)
    lost = points - p.need(seat, model)
    p.progress[seat * MODELS + model] = at
    p.moved |= 1 << seat
    if p.events is not None:
        p.tell(MOVED, seat, (model, start, at))
        if lost > 0:
            p.tell(POINTS_LOST, seat, (lost,))
    if start < TURNTABLE <= at:
        take_points(p, seat, ON_TURNTABLE)
    return come_home(p, seat) if at == FINISH else NOTHING


def take_points(p: CrazyRace, seat: int, pile: int) -> None:
    """CR-60 to CR-63, CR-101, CR-102: the top card of the pile; an empty pile gives nothing."""
    if not p.points_left(pile):
        p.tell(NO_POINTS, seat, (pile,))
        return
    value = p.top(pile)
    p.give(seat, points_card(pile, value))
    if not p.variants.shuffled_points:
        p.uncover(pile)
        p.tell(TOOK_POINTS, seat, (pile, value))
        return
    p.tell(TOOK_POINTS, seat, (pile, value))
    p.uncover(pile)
    if p.points_left(pile):
        p.tell(TOP_SHOWN, args=(pile, p.top(pile)))


def come_home(p: CrazyRace, seat: int) -> list[Step[Any]]:
    """CR-61, CR-108: a locomotive is home; in the variant the second one may steal instead."""
    if p.variants.steal_second and p.finished(seat) == SECOND:
        return [FinishReward(seat)]
    take_points(p, seat, AT_FINISH)
    return NOTHING


class FinishReward(Judged[CrazyRace]):
    """CR-108 to CR-111: from the finish pile, or a random points card of an opponent who has one."""

    kind = FINISH_REWARD
    rule = "CR-108"

    def verdict(self, p: CrazyRace, option: int) -> str:
        victim = option - 1
        if victim == self.seat:
            return "steal_own"
        if victim >= p.seats:
            return "not_in_play CR-02"
        return "" if option == PILE or p.won[victim] else "nothing_to_steal CR-109"

    def facts(self, p: CrazyRace, option: int) -> dict[str, Any]:
        return {"colour": COLOUR.say(option - 1, p.parts), "n": p.seats}

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
