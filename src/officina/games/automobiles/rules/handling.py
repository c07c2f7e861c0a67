"""Handling cards: AU-159 Aerodynamics, AU-160 Suspension, AU-161 Tires, AU-162 Steering."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automobiles.components import STEERING, SUSPENSION, TIRES
from officina.games.automobiles.cubes import BLACK, CUBE, GEARS, HANDLING, LIGHT, WHITE, count, darkest_gear, gear_mask
from officina.games.automobiles.events import AERO, DISCARDED
from officina.games.automobiles.rules.discarding import not_in_active, not_in_discard
from officina.games.automobiles.rules.movement import AT_REST, EXACTLY, Drive, colour_list, drive, reachable_colours
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import PICK_ACTIVE_GEAR, PICK_DISCARD_GEAR


class Aerodynamics(Step[Automobiles]):
    """AU-159: no wear in this turn's Decline phase."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.aero = True
        p.tell(AERO, self.seat)
        return NOTHING


class Suspension(Step[Automobiles]):
    """AU-160: a wear; then one space of the colour of a gear in the discard, which stays there."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.card_wear(self.seat, SUSPENSION)
        return [SuspensionGear(self.seat)]


class SuspensionGear(Step[Automobiles]):
    """AU-160: which gear in the discard gives the colour; only one whose colour offers a step."""

    kind = PICK_DISCARD_GEAR
    rule = "AU-160"

    def options(self, p: Automobiles) -> list[int]:
        offered = gear_mask(p.discard[self.seat]) & reachable_colours(p, self.seat)
        return [gear for gear in range(GEARS) if offered >> gear & 1]

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        return [Drive(self.seat, (1 << option, p.parts.figures[SUSPENSION], HANDLING, EXACTLY, AT_REST))]

    def why_not(self, p: Automobiles, option: int) -> Reason:
        if not count(p.discard[self.seat], option):
            return not_in_discard(option, "AU-160")
        return Reason("automobiles.refuse.no_space_ahead", "AU-160", shades=colour_list(1 << option))


def tires_colours(p: Automobiles, seat: int) -> int:
    """AU-161: every colour lighter than the darkest active gear, as a mask; 0 if there is none."""
    darkest = darkest_gear(p.active[seat])
    return (1 << darkest) - 1 if darkest > WHITE else 0


class Tires(Step[Automobiles]):
    """AU-161: one space of any colour lighter than an active gear, which stays active."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        colours = tires_colours(p, self.seat)
        return [Drive(self.seat, (colours, p.parts.figures[TIRES], HANDLING, EXACTLY, AT_REST))]


class Steering(Step[Automobiles]):
    """AU-162: a wear; then an active gear is discarded for spaces one shade lighter."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.card_wear(self.seat, STEERING)
        return [SteeringGear(self.seat)]


class SteeringGear(Step[Automobiles]):
    """AU-162: which gear is discarded; a white one gives nothing lighter and cannot be chosen."""

    kind = PICK_ACTIVE_GEAR
    rule = "AU-162"

    def options(self, p: Automobiles) -> list[int]:
        return [gear for gear in range(LIGHT, BLACK + 1) if count(p.active[self.seat], gear)]

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        p.active[self.seat] -= CUBE[option]
        p.discard[self.seat] += CUBE[option]
        p.tell(DISCARDED, self.seat, (option,))
        return drive(self.seat, 1 << (option - 1), p.parts.figures[STEERING], HANDLING)

    def why_not(self, p: Automobiles, option: int) -> Reason:
        if option == WHITE:
            return Reason("automobiles.refuse.nothing_lighter", "AU-162")
        return not_in_active(option, "AU-162")
