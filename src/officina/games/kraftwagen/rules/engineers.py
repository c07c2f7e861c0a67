"""Daimler and Diesel, the engineers of the own turn: KW-89, KW-90, KW-92, KW-100 to KW-104."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import BODY, DAIMLER, DIESEL, ENGINE
from officina.games.kraftwagen.events import DAIMLER_USED, DIESEL_USED
from officina.games.kraftwagen.rules.hiring import Activate
from officina.games.kraftwagen.state import (
    ALL_DAIMLER,
    ALL_DIESEL,
    FIRST_DAIMLER,
    FIRST_DIESEL,
    Car,
    Kraftwagen,
    different,
    inserted,
    without,
)
from officina.games.kraftwagen.vocabulary import (
    DAIMLER_BUYER,
    DAIMLER_MARKER,
    DIESEL_CAR,
    DIESEL_VALUE,
    DIESEL_WHAT,
    WHAT_BODY,
    WHAT_ENGINE,
    WHAT_PRICE,
    WHAT_WORKERS,
)


def marker_options(p: Kraftwagen, seat: int, daimler: int, diesel: int) -> list[int]:
    """KW-89: one marker a phase. The engineer options of a menu, given their numbers there."""
    if p.marker_used or not p.players[seat].markers & (ALL_DAIMLER | ALL_DIESEL):
        return []
    found: list[int] = []
    if may_use_daimler(p, seat):
        found.append(daimler)
    if may_use_diesel(p, seat):
        found.append(diesel)
    return found


# --- Daimler


def may_use_daimler(p: Kraftwagen, seat: int) -> bool:
    """KW-90, KW-92: a marker left, once a turn, a buyer without a marker."""
    if p.daimler_used or not p.players[seat].markers & ALL_DAIMLER:
        return False
    return 0 in p.daimler


def why_no_daimler(p: Kraftwagen, seat: int) -> Reason:
    """Why Daimler cannot be used now."""
    player = p.players[seat]
    engineer = nouns.engineer(DAIMLER)
    if not player.has(DAIMLER):
        return nouns.refuse("no_engineer", "KW-92", engineer=engineer)
    if not player.markers & ALL_DAIMLER:
        return nouns.refuse("markers_used", "KW-92", engineer=engineer)
    if p.daimler_used:
        return nouns.refuse("daimler_this_turn", "KW-92", engineer=engineer)
    if p.marker_used:
        return nouns.refuse("marker_this_phase", "KW-89", n=1)
    return nouns.refuse("no_daimler_buyer", "KW-90", n=len(p.buyers))


class DaimlerMarker(Step[Kraftwagen]):
    """KW-92: which of the two markers."""

    kind = DAIMLER_MARKER
    rule = "KW-92"

    def options(self, p: Kraftwagen) -> list[int]:
        markers = p.players[self.seat].markers >> FIRST_DAIMLER
        return [option for option in range(len(p.parts.daimler_values)) if markers >> option & 1]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [DaimlerBuyer(self.seat, (option,))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return nouns.refuse("daimler_marker_used", "KW-92", value=p.parts.daimler_values[option])


class DaimlerBuyer(Step[Kraftwagen]):
    """KW-92: on which active buyer; one marker a buyer. It stays there until the scoring."""

    kind = DAIMLER_BUYER
    rule = "KW-92"

    def options(self, p: Kraftwagen) -> list[int]:
        return [slot for slot in range(len(p.daimler)) if not p.daimler[slot]]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        marker = self.args[0]
        p.daimler[option] = p.parts.daimler_values[marker]
        p.players[self.seat].markers &= ~(1 << (FIRST_DAIMLER + marker))
        p.marker_used = True
        p.daimler_used = True
        p.tell(DAIMLER_USED, self.seat, (p.daimler[option], option + 1, p.buyers[option]))
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        if option >= len(p.buyers):
            return nouns.refuse("no_buyer_there", "KW-92", slot=option + 1, n=len(p.buyers))
        return nouns.refuse("buyer_has_marker", "KW-92", slot=option + 1, value=p.daimler[option])


# --- Diesel


def may_use_diesel(p: Kraftwagen, seat: int) -> bool:
    """KW-90: a marker left and an own car for sale; at least its price can be changed."""
    return bool(p.players[seat].markers & ALL_DIESEL) and len(p.own_cars(seat)) > 0


def why_no_diesel(p: Kraftwagen, seat: int) -> Reason:
    """Why Diesel cannot be used now."""
    player = p.players[seat]
    engineer = nouns.engineer(DIESEL)
    if not player.has(DIESEL):
        return nouns.refuse("no_engineer", "KW-100", engineer=engineer)
    if not player.markers & ALL_DIESEL:
        return nouns.refuse("markers_used", "KW-100", engineer=engineer)
    if p.marker_used:
        return nouns.refuse("marker_this_phase", "KW-89", n=1)
    return nouns.refuse("no_own_car", "KW-90", engineer=engineer)


def changeable(p: Kraftwagen, car: Car) -> list[int]:
    """KW-101 to KW-103: what could be changed on a car."""
    player = p.players[car.owner]
    found: list[int] = []
    if other_values(player.bodies, car.body):
        found.append(WHAT_BODY)
    if other_values(player.engines, car.engine):
        found.append(WHAT_ENGINE)
    if car.workers + player.canteen > 1:
        found.append(WHAT_WORKERS)
    found.append(WHAT_PRICE)
    return found


def other_values(values: tuple[int, ...], present: int) -> list[int]:
    """The different values unlike the present one."""
    return [value for value in different(values) if value != present]


class DieselCar(Step[Kraftwagen]):
    """KW-100: which own car; it is named by its price."""

    kind = DIESEL_CAR
    rule = "KW-100"

    def options(self, p: Kraftwagen) -> list[int]:
        prices = [car.price - 1 for car in p.market if car.owner == self.seat]
        prices.sort()
        return prices

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [DieselWhat(self.seat, (option + 1,))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        prices = sorted([car.price for car in p.own_cars(self.seat)])
        return nouns.refuse("not_own_car", "KW-100", price=option + 1, prices=nouns.listed(prices))


class DieselWhat(Step[Kraftwagen]):
    """KW-100: what to change: body, engine, workers or price."""

    kind = DIESEL_WHAT
    rule = "KW-100"

    def options(self, p: Kraftwagen) -> list[int]:
        return changeable(p, p.car_of_price(self.args[0]))

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [DieselValue(self.seat, (self.args[0], option))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        car = p.car_of_price(self.args[0])
        if option == WHAT_WORKERS:
            return nouns.refuse("no_other_number", "KW-102", workers=car.workers, canteen=p.players[self.seat].canteen)
        part = BODY if option == WHAT_BODY else ENGINE
        value = car.body if option == WHAT_BODY else car.engine
        return nouns.refuse("no_other_part", "KW-101", part=nouns.part(part), value=value)


class DieselValue(Step[Kraftwagen]):
    """KW-101 to KW-103: swap a part with one from a workshop, set the number of workers, or swap the price marker."""

    kind = DIESEL_VALUE
    rule = "KW-101"

    def options(self, p: Kraftwagen) -> list[int]:
        return [value - 1 for value in self.values(p)]

    def values(self, p: Kraftwagen) -> list[int]:
        """The values that the chosen thing may take."""
        car = p.car_of_price(self.args[0])
        player = p.players[self.seat]
        what = self.args[1]
        if what == WHAT_BODY:
            return other_values(player.bodies, car.body)
        if what == WHAT_ENGINE:
            return other_values(player.engines, car.engine)
        if what == WHAT_WORKERS:
            return [number for number in range(1, car.workers + player.canteen + 1) if number != car.workers]
        return list(p.price_row)

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        what = self.args[1]
        value = option + 1
        car = p.car_of_price(self.args[0])
        player = p.players[self.seat]
        p.marker_used = True
        spend_diesel(p, self.seat)
        if what == WHAT_WORKERS:
            p.tell(DIESEL_USED, self.seat, (what, car.workers, value, car.price))
            if value < car.workers:
                return [ReturnWorkers(self.seat, (car.price, value))]
            player.canteen -= value - car.workers
            p.swap_car(car, car.changed(car.body, car.engine, value, car.price))
        elif what == WHAT_PRICE:
            p.tell(DIESEL_USED, self.seat, (what, car.price, value, car.price))
            p.price_row = inserted(without(p.price_row, value), car.price)
            p.swap_car(car, car.changed(car.body, car.engine, car.workers, value))
        elif what == WHAT_BODY:
            p.tell(DIESEL_USED, self.seat, (what, car.body, value, car.price))
            player.bodies = inserted(without(player.bodies, value), car.body)
            p.swap_car(car, car.changed(value, car.engine, car.workers, car.price))
        else:
            p.tell(DIESEL_USED, self.seat, (what, car.engine, value, car.price))
            player.engines = inserted(without(player.engines, value), car.engine)
            p.swap_car(car, car.changed(car.body, value, car.workers, car.price))
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        value = option + 1
        car = p.car_of_price(self.args[0])
        player = p.players[self.seat]
        what = self.args[1]
        if what == WHAT_PRICE:
            return nouns.refuse("not_in_row", "KW-103", price=value, prices=nouns.listed(p.price_row))
        if what == WHAT_WORKERS:
            if value == car.workers:
                return nouns.refuse("same_number", "KW-102", n=value)
            most = car.workers + player.canteen
            return nouns.refuse("too_many_workers", "KW-102", wanted=value, n=most)
        part = BODY if what == WHAT_BODY else ENGINE
        wanted = nouns.part_tile(part, value)
        if value == (car.body if what == WHAT_BODY else car.engine):
            return nouns.refuse("same_part", "KW-101", wanted=wanted)
        return nouns.refuse("not_in_workshop", "KW-101", wanted=wanted, values=nouns.listed(player.values(part)))


def spend_diesel(p: Kraftwagen, seat: int) -> None:
    """KW-100: one of the two identical markers leaves the game."""
    player = p.players[seat]
    first = 1 << FIRST_DIESEL
    player.markers &= ~(first if player.markers & first else first << 1)


class ReturnWorkers(Step[Kraftwagen]):
    """KW-52, KW-102: workers leave a car one at a time; an inactive development takes each one at once."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        left = self.args[1]
        player = p.players[self.seat]
        car = p.car_of_price(self.args[0])
        while car.workers > left:
            fewer = car.changed(car.body, car.engine, car.workers - 1, car.price)
            p.swap_car(car, fewer)
            car = fewer
            player.canteen += 1
            if player.inactive:
                return [Activate(self.seat), self]
        return NOTHING
