"""Action phase: AU-30 to AU-42, and which cards are playable (AU-33 to AU-35)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.core.text import Message, Reason
from officina.games.automobiles.components import (
    CAR_CHIEF,
    CARD_NAMES,
    CREW_CHIEF,
    FIRST_GEAR_CARD,
    MECHANIC,
    MOST_PLAYERS,
    NITRO,
    STEERING,
    SUSPENSION,
    TIRES,
    WEAR_CARD,
)
from officina.games.automobiles.cubes import (
    COLOUR_NAMES,
    COLOURS,
    CUBE,
    GEARS,
    WEAR,
    WHITE,
    count,
    darkest_gear,
    gear_mask,
    size,
)
from officina.games.automobiles.events import PLAYED
from officina.games.automobiles.rules.engines import DieselEngine, HybridEngine, RotaryEngine, Supercharged
from officina.games.automobiles.rules.garage import CarChief, Engineer, Manager, Mechanic, upgradable
from officina.games.automobiles.rules.handling import Aerodynamics, Steering, Suspension, Tires, tires_colours
from officina.games.automobiles.rules.movement import AT_REST, EXACTLY, Drive, colour_list, reachable_colours
from officina.games.automobiles.rules.performance import Boost, Gearbox, Nitro, Turbo
from officina.games.automobiles.rules.pit import CrewChief, PitCaptain, PitCrew, PitTeam
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import ACTION, END


class Action(Step[Automobiles]):
    """AU-30 to AU-32: activate one cube after the other, each resolved before the next is chosen.

    AU-31, AU-174: the cube leaves active for used before its effect; a wear goes straight to the discard, and that is all.
    """

    kind = ACTION
    rule = "AU-30"

    def options(self, p: Automobiles) -> list[int]:
        active = p.active[self.seat]
        reachable = UNKNOWN
        found: list[int] = []
        for colour in range(COLOURS):
            if count(active, colour):
                card = p.card_of[colour]
                if not CONDITIONAL[card]:
                    found.append(colour)
                else:
                    if reachable == UNKNOWN:
                        reachable = reachable_colours(p, self.seat)
                    if is_playable(p, self.seat, card, reachable):
                        found.append(colour)
        found.append(END)
        return found

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == END:
            return NOTHING
        seat = self.seat
        card = p.card_of[option]
        p.active[seat] -= CUBE[option]
        if p.events is not None:
            p.tell(PLAYED, seat, (option, card))
        if option == WEAR:
            p.discard[seat] += CUBE[WEAR]
            return ACTIONS[seat]
        p.used[seat] += CUBE[option]
        return EFFECTS[card][seat]

    def why_not(self, p: Automobiles, option: int) -> Reason:
        if not count(p.active[self.seat], option):
            cube = Message(f"automobiles.cube.{COLOUR_NAMES[option]}")
            return Reason("automobiles.refuse.not_in_active", "AU-30", cube=cube)
        return why_unplayable(p, self.seat, p.card_of[option])


def is_playable(p: Automobiles, seat: int, card: int, reachable: int) -> bool:
    """AU-33 to AU-35: whether every mandatory part of a conditional card can be carried out, given the next step's colours."""
    if card >= FIRST_GEAR_CARD:
        return reachable >> (card - FIRST_GEAR_CARD) & 1 == 1
    if card == CAR_CHIEF:
        return len(upgradable(p, seat)) > 0
    if card == MECHANIC:
        return size(p.active[seat]) > 1
    if card == CREW_CHIEF:
        return p.can_draw(seat)
    if card == SUSPENSION:
        return gear_mask(p.discard[seat]) & reachable != 0
    if card == TIRES:
        return tires_colours(p, seat) & reachable != 0
    if card == STEERING:
        return darkest_gear(p.active[seat]) > WHITE
    return size(p.bag[seat]) + size(p.discard[seat]) >= p.parts.figures[NITRO]


def why_unplayable(p: Automobiles, seat: int, card: int) -> Reason:
    """AU-34: which mandatory part of a conditional card cannot be carried out."""
    name = Message(f"automobiles.card.{CARD_NAMES[card]}.name")
    if card >= FIRST_GEAR_CARD:
        return Reason("automobiles.refuse.no_space_ahead", "AU-58", shades=colour_list(1 << (card - FIRST_GEAR_CARD)))
    if card == CAR_CHIEF:
        if gear_mask(p.discard[seat]):
            return Reason("automobiles.refuse.no_next_gear", "AU-150")
        return Reason("automobiles.refuse.no_gear_discarded", "AU-150", card=name)
    if card == MECHANIC:
        return Reason("automobiles.refuse.no_other_active", "AU-153")
    if card == SUSPENSION:
        gears = gear_mask(p.discard[seat])
        if gears:
            return Reason("automobiles.refuse.no_space_ahead", "AU-160", shades=colour_list(gears))
        return Reason("automobiles.refuse.no_gear_discarded", "AU-160", card=name)
    if card == TIRES:
        lighter = tires_colours(p, seat)
        if lighter:
            return Reason("automobiles.refuse.no_space_ahead", "AU-161", shades=colour_list(lighter))
        return Reason("automobiles.refuse.no_dark_gear", "AU-161", card=name)
    if card == STEERING:
        return Reason("automobiles.refuse.no_dark_gear", "AU-162", card=name)
    needed = p.parts.figures[NITRO] if card == NITRO else 1
    held = size(p.bag[seat]) + size(p.discard[seat])
    rule = "AU-166" if card == NITRO else "AU-154"
    return Reason("automobiles.refuse.too_few_to_draw", rule, card=name, needed=needed, n=held)


UNKNOWN: Final = -1
"""The colours of the next step have not been looked up yet."""

CONDITIONAL: Final[list[bool]] = [
    card in (CAR_CHIEF, MECHANIC, CREW_CHIEF, SUSPENSION, TIRES, STEERING, NITRO) or FIRST_GEAR_CARD <= card < WEAR_CARD
    for card in range(WEAR_CARD + 1)
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

ACTIONS: Final[list[list[Step[Any]]]] = [[Action(seat)] for seat in range(MOST_PLAYERS)]


def effects_of(card: int) -> list[list[Step[Any]]]:
    """For each seat: the effect of a card, followed by the next action. Steps never change, so they are made once."""
    if card < FIRST_GEAR_CARD:
        return [[EFFECT_STEPS[card](seat), Action(seat)] for seat in range(MOST_PLAYERS)]
    gear = card - FIRST_GEAR_CARD
    return [[Drive(seat, (1 << gear, 1, gear, EXACTLY, AT_REST)), Action(seat)] for seat in range(MOST_PLAYERS)]


EFFECTS: Final[list[list[list[Step[Any]]]]] = [effects_of(card) for card in range(FIRST_GEAR_CARD + GEARS)]
"""AU-32, AU-172: by card and seat; a gear makes exactly one step of its colour (AU-58)."""
