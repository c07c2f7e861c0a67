"""Garage cards: AU-150 Car Chief, AU-151 Engineer, AU-152 Manager, AU-153 Mechanic."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automobiles.components import ENGINEER, MECHANIC
from officina.games.automobiles.cubes import BLACK, COLOURS, CUBE, GEARS, colours, count
from officina.games.automobiles.events import DISCARDED, FROM_ACTIVE, FROM_DISCARD, GAINED, PARKED, REBAGGED, REMOVED
from officina.games.automobiles.rules.discarding import cube_name, not_in_active, not_in_discard, remove, remove_more
from officina.games.automobiles.rules.movement import EXACTLY, UP_TO
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import (
    END,
    ENGINEER_DISCARD,
    MANAGER_REBAG,
    MANAGER_REMOVE,
    MECHANIC_PARK,
    PICK_DISCARD_GEAR,
    REBAG_SKIP,
)


class CarChief(Step[Automobiles]):
    """AU-150, AU-158: return a gear from the discard and gain the next higher one, to used; a black one brings nothing."""

    kind = PICK_DISCARD_GEAR
    rule = "AU-150"

    def options(self, p: Automobiles) -> list[int]:
        return upgradable(p, self.seat)

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        remove(p, self.seat, option)
        if option != BLACK:
            p.stock -= CUBE[option + 1]
            p.used[self.seat] += CUBE[option + 1]
            p.tell(GAINED, self.seat, (option + 1,))
        return NOTHING

    def why_not(self, p: Automobiles, option: int) -> Reason:
        if not count(p.discard[self.seat], option):
            return not_in_discard(option, "AU-150")
        return Reason("automobiles.refuse.sold_out", "AU-150", cube=cube_name(option + 1))


def upgradable(p: Automobiles, seat: int) -> list[int]:
    """AU-150: the gears in the discard that are black or whose next darker gear is in stock."""
    discard = p.discard[seat]
    return [gear for gear in range(GEARS) if count(discard, gear) and (gear == BLACK or count(p.stock, gear + 1))]


class Engineer(Step[Automobiles]):
    """AU-151: up to three active cubes to the discard, then exactly as many from there to the stock."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [EngineerDiscard(self.seat, (0,))]


class EngineerDiscard(Step[Automobiles]):
    """AU-151, first part; args: how many have been moved."""

    kind = ENGINEER_DISCARD
    rule = "AU-151"

    def options(self, p: Automobiles) -> list[int]:
        return colours(p.active[self.seat]) + [END]

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        moved = self.args[0]
        if option == END:
            return remove_more(self.seat, moved, EXACTLY)
        p.active[self.seat] -= CUBE[option]
        p.discard[self.seat] += CUBE[option]
        p.tell(DISCARDED, self.seat, (option,))
        if moved + 1 == p.parts.figures[ENGINEER]:
            return remove_more(self.seat, moved + 1, EXACTLY)
        return [EngineerDiscard(self.seat, (moved + 1,))]

    def why_not(self, p: Automobiles, option: int) -> Reason:
        return not_in_active(option, "AU-151")


class Manager(Step[Automobiles]):
    """AU-152: both parts are offered, one after the other; either may be skipped."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [ManagerRemove(self.seat), ManagerRebag(self.seat)]


class ManagerRemove(Step[Automobiles]):
    """AU-152, first part: an active cube back to the stock."""

    kind = MANAGER_REMOVE
    rule = "AU-152"

    def options(self, p: Automobiles) -> list[int]:
        return colours(p.active[self.seat]) + [END]

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option != END:
            p.active[self.seat] -= CUBE[option]
            p.stock += CUBE[option]
            p.tell(REMOVED, self.seat, (CUBE[option], FROM_ACTIVE))
        return NOTHING

    def why_not(self, p: Automobiles, option: int) -> Reason:
        return not_in_active(option, "AU-152")


class ManagerRebag(Step[Automobiles]):
    """AU-152, second part: a cube from active or from the discard back into the bag."""

    kind = MANAGER_REBAG
    rule = "AU-152"

    def options(self, p: Automobiles) -> list[int]:
        found = colours(p.active[self.seat])
        found += [COLOURS + colour for colour in colours(p.discard[self.seat])]
        found.append(REBAG_SKIP)
        return found

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == REBAG_SKIP:
            return NOTHING
        cube = CUBE[option % COLOURS]
        if option < COLOURS:
            p.active[self.seat] -= cube
        else:
            p.discard[self.seat] -= cube
        p.bag[self.seat] += cube
        p.tell(REBAGGED, self.seat, (option % COLOURS, FROM_ACTIVE if option < COLOURS else FROM_DISCARD))
        return NOTHING

    def why_not(self, p: Automobiles, option: int) -> Reason:
        if option < COLOURS:
            return not_in_active(option, "AU-152")
        return not_in_discard(option % COLOURS, "AU-152")


class Mechanic(Step[Automobiles]):
    """AU-153: park an active cube, then return up to two from the discard."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [MechanicPark(self.seat), *remove_more(self.seat, p.parts.figures[MECHANIC], UP_TO)]


class MechanicPark(Step[Automobiles]):
    """AU-153, first part: an active cube goes to used without effect."""

    kind = MECHANIC_PARK
    rule = "AU-153"

    def options(self, p: Automobiles) -> list[int]:
        return colours(p.active[self.seat])

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        p.active[self.seat] -= CUBE[option]
        p.used[self.seat] += CUBE[option]
        p.tell(PARKED, self.seat, (option,))
        return NOTHING

    def why_not(self, p: Automobiles, option: int) -> Reason:
        return not_in_active(option, "AU-153")
