"""Garage cards: AU-150 Car Chief, AU-151 Engineer, AU-152 Manager, AU-153 Mechanic."""

from __future__ import annotations

from typing import Any

from officina.core.nouns import NUMBER
from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automobiles import vocabulary as v
from officina.games.automobiles.components import ENGINEER, MECHANIC
from officina.games.automobiles.cubes import BLACK, COLOURS, CUBE, GEARS, colours, count
from officina.games.automobiles.events import DISCARDED, FROM_ACTIVE, FROM_DISCARD, GAINED, PARKED, REBAGGED, REMOVED
from officina.games.automobiles.nouns import COLOUR
from officina.games.automobiles.rules.discarding import FromActive, FromDiscard, remove, remove_more
from officina.games.automobiles.rules.movement import EXACTLY, UP_TO
from officina.games.automobiles.state import Automobiles


class CarChief(FromDiscard):
    """AU-150, AU-158: return a gear from the discard and gain the next higher one, to used; a black one brings nothing."""

    kind = v.PICK_DISCARD_GEAR
    rule = "AU-150"

    def verdict(self, p: Automobiles, option: int) -> str:
        return super().verdict(p, option) or ("" if can_grow(p, option) else "sold_out")

    def facts(self, p: Automobiles, option: int) -> dict[str, Any]:
        return super().facts(p, option + 1 if count(p.discard[self.seat], option) else option)

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        remove(p, self.seat, option)
        if option != BLACK:
            p.stock -= CUBE[option + 1]
            p.used[self.seat] += CUBE[option + 1]
            p.tell(GAINED, self.seat, (option + 1,))
        return NOTHING


def can_grow(p: Automobiles, gear: int) -> bool:
    """AU-150: whether a gear is black, or the next darker one is in stock."""
    return gear == BLACK or count(p.stock, gear + 1) > 0


def can_upgrade(p: Automobiles, seat: int) -> bool:
    """AU-150: whether the discard holds a gear that Car Chief can exchange."""
    return any(count(p.discard[seat], gear) and can_grow(p, gear) for gear in range(GEARS))


class Engineer(Step[Automobiles]):
    """AU-151: up to three active cubes to the discard, then exactly as many from there to the stock."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [EngineerDiscard(self.seat, (0,))]


class EngineerDiscard(FromActive):
    """AU-151, first part, after n cubes have been moved."""

    kind = v.ENGINEER_DISCARD
    rule = "AU-151"
    takes = {"n": NUMBER}

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        moved = self.args[0]
        if option == v.END:
            return remove_more(self.seat, moved, EXACTLY)
        p.active[self.seat] -= CUBE[option]
        p.discard[self.seat] += CUBE[option]
        p.tell(DISCARDED, self.seat, (option,))
        if moved + 1 == p.parts.figures[ENGINEER]:
            return remove_more(self.seat, moved + 1, EXACTLY)
        return [EngineerDiscard(self.seat, (moved + 1,))]


class Manager(Step[Automobiles]):
    """AU-152: both parts are offered, one after the other; either may be skipped."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [ManagerRemove(self.seat), ManagerRebag(self.seat)]


class ManagerRemove(FromActive):
    """AU-152, first part: an active cube back to the stock."""

    kind = v.MANAGER_REMOVE
    rule = "AU-152"

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option != v.END:
            p.active[self.seat] -= CUBE[option]
            p.stock += CUBE[option]
            p.tell(REMOVED, self.seat, (CUBE[option], FROM_ACTIVE))
        return NOTHING


class ManagerRebag(Step[Automobiles]):
    """AU-152, second part: a cube from active or from the discard back into the bag."""

    kind = v.MANAGER_REBAG
    rule = "AU-152"

    def options(self, p: Automobiles) -> list[int]:
        found = colours(p.active[self.seat])
        found += [COLOURS + colour for colour in colours(p.discard[self.seat])]
        found.append(v.REBAG_SKIP)
        return found

    def why_not(self, p: Automobiles, option: int) -> Reason:
        zone = "active" if option < COLOURS else "discard"
        return Reason(f"automobiles.refuse.not_in_{zone}", self.rule, cube=COLOUR.say(option % COLOURS, p.parts))

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == v.REBAG_SKIP:
            return NOTHING
        cube = CUBE[option % COLOURS]
        if option < COLOURS:
            p.active[self.seat] -= cube
        else:
            p.discard[self.seat] -= cube
        p.bag[self.seat] += cube
        p.tell(REBAGGED, self.seat, (option % COLOURS, FROM_ACTIVE if option < COLOURS else FROM_DISCARD))
        return NOTHING


class Mechanic(Step[Automobiles]):
    """AU-153: park an active cube, then return up to two from the discard."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [MechanicPark(self.seat), *remove_more(self.seat, p.parts.figures[MECHANIC], UP_TO)]


class MechanicPark(FromActive):
    """AU-153, first part: an active cube goes to used without effect."""

    kind = v.MECHANIC_PARK
    rule = "AU-153"

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        p.active[self.seat] -= CUBE[option]
        p.used[self.seat] += CUBE[option]
        p.tell(PARKED, self.seat, (option,))
        return NOTHING
