"""Action phase: AU-30 to AU-42, and which cards are playable (AU-33 to AU-35)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.games.automobiles import components as c
from officina.games.automobiles import cubes
from officina.games.automobiles.events import PLAYED
from officina.games.automobiles.nouns import CARD, SHADES
from officina.games.automobiles.rules.discarding import OfCubes
from officina.games.automobiles.rules.engines import DieselEngine, HybridEngine, RotaryEngine, Supercharged
from officina.games.automobiles.rules.garage import CarChief, Engineer, Manager, Mechanic, can_upgrade
from officina.games.automobiles.rules.handling import Aerodynamics, Steering, Suspension, Tires, tires_colours
from officina.games.automobiles.rules.movement import AT_REST, EXACTLY, Drive, reachable_colours
from officina.games.automobiles.rules.performance import Boost, Gearbox, Nitro, Turbo
from officina.games.automobiles.rules.pit import CrewChief, PitCaptain, PitCrew, PitTeam
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import ACTION, END


class Action(OfCubes):
    """AU-30 to AU-32: activate one cube after the other, each resolved before the next is chosen.

    AU-31, AU-174: the cube leaves active for used before its effect; a wear goes straight to the discard, and that is all.
    """

    kind = ACTION
    rule = "AU-30"

    def options(self, p: Automobiles) -> list[int]:
        """As the verdicts say, but the colours of the next step are looked up at most once: nothing is asked as often."""
        active = p.active[self.seat]
        reachable = UNKNOWN
        found: list[int] = []
        for colour in range(cubes.COLOURS):
            if cubes.count(active, colour):
                card = p.card_of[colour]
                if not CONDITIONAL[card]:
                    found.append(colour)
                else:
                    if reachable == UNKNOWN:
                        reachable = reachable_colours(p, self.seat)
                    if not barred(p, self.seat, card, reachable):
                        found.append(colour)
        found.append(END)
        return found

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == END:
            return NOTHING
        seat = self.seat
        card = p.card_of[option]
        p.active[seat] -= cubes.CUBE[option]
        if p.events is not None:
            p.tell(PLAYED, seat, (option, card))
        if option == cubes.WEAR:
            p.discard[seat] += cubes.CUBE[cubes.WEAR]
            return ACTIONS[seat]
        p.used[seat] += cubes.CUBE[option]
        return EFFECTS[card][seat]

    def verdict(self, p: Automobiles, option: int) -> str:
        if option == END:
            return ""
        if not cubes.count(p.active[self.seat], option):
            return "not_in_active"
        card = p.card_of[option]
        return barred(p, self.seat, card, reachable_colours(p, self.seat)) if CONDITIONAL[card] else ""

    def facts(self, p: Automobiles, option: int) -> dict[str, Any]:
        card = p.card_of[option]
        held = cubes.size(p.bag[self.seat]) + cubes.size(p.discard[self.seat])
        shades = SHADES.say(wanted_colours(p, self.seat, card), p.parts)
        facts = {"card": CARD.say(card, p.parts), "shades": shades, "needed": p.parts.figures[card], "n": held}
        return {**super().facts(p, option), **facts}


def wanted_colours(p: Automobiles, seat: int, card: int) -> int:
    """The colours of which a card that must move can enter one space, as a mask."""
    if card >= c.FIRST_GEAR_CARD:
        return 1 << (card - c.FIRST_GEAR_CARD)
    return cubes.gear_mask(p.discard[seat]) if card == c.SUSPENSION else tires_colours(p, seat)


def barred(p: Automobiles, seat: int, card: int, reachable: int) -> str:
    """AU-33 to AU-35: which mandatory part of a conditional card cannot be carried out, given the next step's colours."""
    if card >= c.FIRST_GEAR_CARD:
        return "" if reachable >> (card - c.FIRST_GEAR_CARD) & 1 else "no_space_ahead AU-58"
    if card == c.CAR_CHIEF:
        if can_upgrade(p, seat):
            return ""
        return "no_next_gear AU-150" if cubes.gear_mask(p.discard[seat]) else "no_gear_discarded AU-150"
    if card == c.MECHANIC:
        return "" if cubes.size(p.active[seat]) > 1 else "no_other_active AU-153"
    if card == c.SUSPENSION:
        gears = cubes.gear_mask(p.discard[seat])
        return "" if gears & reachable else "no_space_ahead AU-160" if gears else "no_gear_discarded AU-160"
    if card == c.TIRES:
        lighter = tires_colours(p, seat)
        return "" if lighter & reachable else "no_space_ahead AU-161" if lighter else "no_dark_gear AU-161"
    if card == c.STEERING:
        return "" if cubes.darkest_gear(p.active[seat]) > cubes.WHITE else "no_dark_gear AU-162"
    if cubes.size(p.bag[seat]) + cubes.size(p.discard[seat]) >= p.parts.figures[card]:
        return ""
    return "too_few_to_draw AU-166" if card == c.NITRO else "too_few_to_draw AU-154"


UNKNOWN: Final = -1
"""The colours of the next step have not been looked up yet."""

CONDITIONAL: Final[list[bool]] = [
    card in (c.CAR_CHIEF, c.MECHANIC, c.CREW_CHIEF, c.SUSPENSION, c.TIRES, c.STEERING, c.NITRO)
    or c.FIRST_GEAR_CARD <= card < c.WEAR_CARD
    for card in range(c.WEAR_CARD + 1)
]
"""The cards that are not always playable."""

EFFECT_STEPS: Final[list[type[Step[Any]]]] = [
    CarChief, Engineer, Manager, Mechanic,
    CrewChief, PitCaptain, PitCrew, PitTeam,
    Aerodynamics, Suspension, Tires, Steering,
    Boost, Gearbox, Nitro, Turbo,
    DieselEngine, HybridEngine, RotaryEngine, Supercharged,
]  # fmt: skip
"""The effect of each coloured card, in the order of the cards."""

ACTIONS: Final[list[list[Step[Any]]]] = [[Action(seat)] for seat in range(c.MOST_PLAYERS)]


def effects_of(card: int) -> list[list[Step[Any]]]:
    """For each seat: the effect of a card, followed by the next action. Steps never change, so they are made once."""
    if card < c.FIRST_GEAR_CARD:
        return [[EFFECT_STEPS[card](seat), Action(seat)] for seat in range(c.MOST_PLAYERS)]
    gear = card - c.FIRST_GEAR_CARD
    return [[Drive(seat, (1 << gear, 1, gear, EXACTLY, AT_REST)), Action(seat)] for seat in range(c.MOST_PLAYERS)]


EFFECTS: Final[list[list[list[Step[Any]]]]] = [effects_of(card) for card in range(c.FIRST_GEAR_CARD + cubes.GEARS)]
"""AU-32, AU-172: by card and seat; a gear makes exactly one step of its colour (AU-58)."""
