"""Engine cards: AU-168 Diesel, AU-169 Hybrid, AU-170 Rotary, AU-171 Supercharged."""

from __future__ import annotations

from typing import Any

from officina.core.nouns import NUMBER
from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automobiles.components import DIESEL_ENGINE, HYBRID_ENGINE, ROTARY_ENGINE, SUPERCHARGED
from officina.games.automobiles.cubes import CUBE, DARK, ENGINE, GEARS, WHITE, colours, count
from officina.games.automobiles.events import HYBRID_FAILS, HYBRID_LEADS, TOOK_BACK
from officina.games.automobiles.nouns import SHADES
from officina.games.automobiles.rules.discarding import FromDiscard
from officina.games.automobiles.rules.movement import drive, reachable_colours
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import END, HYBRID_COLOUR, NO_COLOUR, SUPERCHARGE_TAKE


def diesel_steps(p: Automobiles, seat: int) -> int:
    """AU-168: one space for each dark gray cube in the own discard."""
    return p.parts.figures[DIESEL_ENGINE] * count(p.discard[seat], DARK)


class DieselEngine(Step[Automobiles]):
    """AU-168: two wear; then dark gray spaces by the dark gray cubes in the discard."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.card_wear(self.seat, DIESEL_ENGINE)
        return drive(self.seat, 1 << DARK, diesel_steps(p, self.seat), ENGINE)


def blue_cubes(p: Automobiles, seat: int) -> int:
    """AU-169: the own blue cubes on the sheet and on the track, not in the bag."""
    return count(p.active[seat], ENGINE) + count(p.used[seat], ENGINE) + count(p.discard[seat], ENGINE)


def most_blue_discarded(p: Automobiles, seat: int) -> int:
    """AU-169: the most blue cubes in any single opponent's discard."""
    most = 0
    for other in range(p.seats):
        if other != seat:
            most = max(most, count(p.discard[other], ENGINE))
    return most


class HybridEngine(Step[Automobiles]):
    """AU-169: a wear; with more blue cubes than any opponent has discarded, spaces of one colour."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.card_wear(self.seat, HYBRID_ENGINE)
        own, most = blue_cubes(p, self.seat), most_blue_discarded(p, self.seat)
        p.tell(HYBRID_LEADS if own > most else HYBRID_FAILS, self.seat, (own, most))
        return [HybridColour(self.seat)] if own > most else NOTHING


class HybridColour(Step[Automobiles]):
    """AU-169: the one colour of the spaces to come, or none."""

    kind = HYBRID_COLOUR
    rule = "AU-169"

    def options(self, p: Automobiles) -> list[int]:
        reachable = reachable_colours(p, self.seat)
        found = [gear for gear in range(GEARS) if reachable >> gear & 1]
        found.append(NO_COLOUR)
        return found

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == NO_COLOUR:
            return NOTHING
        return drive(self.seat, 1 << option, p.parts.figures[HYBRID_ENGINE], ENGINE)

    def why_not(self, p: Automobiles, option: int) -> Reason:
        return Reason("automobiles.refuse.no_space_ahead", "AU-169", shades=SHADES.say(1 << option, p.parts))


def rotary_steps(p: Automobiles, seat: int) -> int:
    """AU-170: one space for each different colour in the own discard."""
    return p.parts.figures[ROTARY_ENGINE] * len(colours(p.discard[seat]))


class RotaryEngine(Step[Automobiles]):
    """AU-170: a wear; then white spaces by the colours in the discard."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.card_wear(self.seat, ROTARY_ENGINE)
        return drive(self.seat, 1 << WHITE, rotary_steps(p, self.seat), ENGINE)


class Supercharged(Step[Automobiles]):
    """AU-171: a wear; then up to two cubes come back from the discard."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.card_wear(self.seat, SUPERCHARGED)
        return [SuperchargeTake(self.seat, (p.parts.figures[SUPERCHARGED],))]


class SuperchargeTake(FromDiscard):
    """AU-171: up to n cubes from the discard to active, to be used this turn."""

    kind = SUPERCHARGE_TAKE
    rule = "AU-171"
    takes = {"n": NUMBER}

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == END:
            return NOTHING
        p.discard[self.seat] -= CUBE[option]
        p.active[self.seat] += CUBE[option]
        p.tell(TOOK_BACK, self.seat, (option,))
        return [SuperchargeTake(self.seat, (self.args[0] - 1,))] if self.args[0] > 1 else NOTHING
