"""Handling cards: AU-159 Aerodynamics, AU-160 Suspension, AU-161 Tires, AU-162 Steering."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.games.automobiles.components import STEERING, SUSPENSION, TIRES
from officina.games.automobiles.cubes import CUBE, HANDLING, WHITE, darkest_gear
from officina.games.automobiles.events import AERO, DISCARDED
from officina.games.automobiles.nouns import SHADES
from officina.games.automobiles.rules.discarding import FromActive, FromDiscard
from officina.games.automobiles.rules.movement import AT_REST, EXACTLY, Drive, drive, reachable_colours
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


class SuspensionGear(FromDiscard):
    """AU-160: which gear in the discard gives the colour; only one whose colour offers a step."""

    kind = PICK_DISCARD_GEAR
    rule = "AU-160"

    def verdict(self, p: Automobiles, option: int) -> str:
        offered = super().verdict(p, option)
        return offered or ("" if reachable_colours(p, self.seat) >> option & 1 else "no_space_ahead")

    def facts(self, p: Automobiles, option: int) -> dict[str, Any]:
        return {**super().facts(p, option), "shades": SHADES.say(1 << option, p.parts)}

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        return [Drive(self.seat, (1 << option, p.parts.figures[SUSPENSION], HANDLING, EXACTLY, AT_REST))]


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


class SteeringGear(FromActive):
    """AU-162: which gear is discarded; a white one gives nothing lighter and cannot be chosen."""

    kind = PICK_ACTIVE_GEAR
    rule = "AU-162"

    def verdict(self, p: Automobiles, option: int) -> str:
        return super().verdict(p, option) if option != WHITE else "nothing_lighter"

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        p.active[self.seat] -= CUBE[option]
        p.discard[self.seat] += CUBE[option]
        p.tell(DISCARDED, self.seat, (option,))
        return drive(self.seat, 1 << (option - 1), p.parts.figures[STEERING], HANDLING)
