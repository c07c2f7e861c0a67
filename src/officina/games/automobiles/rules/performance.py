"""Performance cards: AU-163 and AU-164 Boost (AU-187), AU-165 Gearbox, AU-166 Nitro, AU-167 Turbo."""

from __future__ import annotations

from typing import Any

from officina.core.nouns import NUMBER
from officina.core.step import NOTHING, Step
from officina.games.automobiles.components import BOOST, GEARBOX, NITRO, TURBO
from officina.games.automobiles.cubes import CUBE, LIGHT, NO_CUBES, PERFORMANCE, colours, count
from officina.games.automobiles.events import BOOST_DECLINED, BOOST_STORED, DREW, NITRO_SPLIT
from officina.games.automobiles.rules.discarding import OfCubes
from officina.games.automobiles.rules.movement import drive
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import BOOST_DRAW, BOOST_LATE, BOOST_OFFER, DECLINE, DRAW, NITRO_KEEP


def draw_into_active(p: Automobiles, seat: int) -> None:
    """AU-130, AU-135: one cube, shown to all, into the own active."""
    colour = p.draw(seat)
    p.active[seat] += CUBE[colour]
    p.tell(DREW, seat, (colour,))


class Boost(Step[Automobiles]):
    """AU-163: draw up to three cubes, a wear for each; then every opponent may draw one."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [BoostGo(self.seat, (p.parts.figures[BOOST],)), BoostOpponents(self.seat)]


class BoostGo(Step[Automobiles]):
    """AU-163, first part, ends when nothing can be drawn, or after n cubes."""

    takes = {"n": NUMBER}

    def run(self, p: Automobiles) -> list[Step[Any]]:
        if not self.args[0] or not p.can_draw(self.seat):
            return NOTHING
        return [BoostDraw(self.seat, self.args)]


class BoostDraw(Step[Automobiles]):
    """AU-163, first part: up to n times a cube and a wear."""

    kind = BOOST_DRAW
    rule = "AU-163"
    takes = {"n": NUMBER}

    def options(self, p: Automobiles) -> list[int]:
        return [DRAW, DECLINE]

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == DECLINE:
            return NOTHING
        draw_into_active(p, self.seat)
        p.card_wear(self.seat, BOOST)
        return [BoostGo(self.seat, (self.args[0] - 1,))]


class BoostOpponents(Step[Automobiles]):
    """AU-163, second part: the opponents clockwise; AU-187: in accelerated mode each stores the draw for the own turn."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        if not p.agreed.accelerated:
            return [BoostOpponent(other) for other in p.opponents(self.seat)]
        for other in p.opponents(self.seat):
            p.pending[other] += 1
            p.tell(BOOST_STORED, other, (p.pending[other],))
        return NOTHING


class BoostOpponent(Step[Automobiles]):
    """AU-163: only who has a cube to draw is asked."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [BoostOffer(self.seat)] if p.can_draw(self.seat) else NOTHING


class BoostOffer(Step[Automobiles]):
    """AU-163, AU-164: an opponent may draw a cube, without wear, and keeps it for the next turn."""

    kind = BOOST_OFFER
    rule = "AU-163"

    def options(self, p: Automobiles) -> list[int]:
        return [DRAW, DECLINE]

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == DRAW:
            draw_into_active(p, self.seat)
        else:
            p.tell(BOOST_DECLINED, self.seat)
        return NOTHING


class LateBoosts(Step[Automobiles]):
    """AU-187: before the turn, one question for each stored Boost while there is something to draw."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        if not p.pending[self.seat]:
            return NOTHING
        if not p.can_draw(self.seat):
            p.pending[self.seat] = 0
            return NOTHING
        p.pending[self.seat] -= 1
        return [BoostLate(self.seat), LateBoosts(self.seat)]


class BoostLate(BoostOffer):
    """AU-187: a stored Boost is used or lapses."""

    kind = BOOST_LATE
    rule = "AU-187"


class Gearbox(Step[Automobiles]):
    """AU-165: a wear; then light gray spaces by the race position at the start of the turn."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.card_wear(self.seat, GEARBOX)
        return drive(self.seat, 1 << LIGHT, p.gearbox_steps(), PERFORMANCE)


class Nitro(Step[Automobiles]):
    """AU-166: exactly two cubes are drawn and held aside."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        for _ in range(p.parts.figures[NITRO]):
            colour = p.draw(self.seat)
            p.held += CUBE[colour]
            p.tell(DREW, self.seat, (colour,))
        return [NitroKeep(self.seat)]


class NitroKeep(OfCubes):
    """AU-166: one of the two goes to active, the other one to the discard."""

    kind = NITRO_KEEP
    rule = "AU-166"

    def verdict(self, p: Automobiles, option: int) -> str:
        return "" if count(p.held, option) else "not_drawn"

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        rest = p.held - CUBE[option]
        p.held = NO_CUBES
        p.active[self.seat] += CUBE[option]
        p.discard[self.seat] += rest
        p.tell(NITRO_SPLIT, self.seat, (option, colours(rest)[0]))
        return NOTHING


def turbo_steps(p: Automobiles) -> int:
    """AU-167: two spaces, and one more for each green cube in any discard."""
    steps = p.parts.figures[TURBO]
    for seat in range(p.seats):
        steps += count(p.discard[seat], PERFORMANCE)
    return steps


class Turbo(Step[Automobiles]):
    """AU-167: two wear; then light gray spaces, more for the green cubes in all discards."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.card_wear(self.seat, TURBO)
        return drive(self.seat, 1 << LIGHT, turbo_steps(p), PERFORMANCE)
