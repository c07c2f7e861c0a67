"""Daimler and Diesel, the engineers of the own turn: KW-89, KW-90, KW-92, KW-100 to KW-104."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Judged, Step, options_from
from officina.core.text import Reason
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen import state as st
from officina.games.kraftwagen import vocabulary as v
from officina.games.kraftwagen.components import DAIMLER, DIESEL
from officina.games.kraftwagen.events import DAIMLER_USED, DIESEL_USED
from officina.games.kraftwagen.rules.hiring import Activate
from officina.games.kraftwagen.state import Car, Kraftwagen

NO_OPTIONS: Final[list[int]] = []


def bars_daimler(p: Kraftwagen, seat: int) -> str:
    """KW-89, KW-90, KW-92: a marker left, once a turn, one marker a phase, a buyer without a marker; as a verdict."""
    player = p.players[seat]
    if not player.has(DAIMLER):
        return "no_engineer KW-92"
    if not player.markers & st.ALL_DAIMLER:
        return "markers_used KW-92"
    if p.daimler_used:
        return "daimler_this_turn KW-92"
    if p.marker_used:
        return "marker_this_phase KW-89"
    return "" if 0 in p.daimler else "no_daimler_buyer KW-90"


def bars_diesel(p: Kraftwagen, seat: int) -> str:
    """KW-89, KW-90: a marker left, one marker a phase, an own car for sale; as a verdict."""
    player = p.players[seat]
    if not player.has(DIESEL):
        return "no_engineer KW-100"
    if not player.markers & st.ALL_DIESEL:
        return "markers_used KW-100"
    if p.marker_used:
        return "marker_this_phase KW-89"
    return "" if p.own_cars(seat) else "no_own_car KW-90"


def marker_options(p: Kraftwagen, seat: int, daimler: int) -> list[int]:
    """The engineer options of a menu, given Daimler's number there; Diesel has the next one."""
    if p.marker_used or not p.players[seat].markers & (st.ALL_DAIMLER | st.ALL_DIESEL):
        return NO_OPTIONS  # most of the time, and on the way of every turn
    found: list[int] = []
    if not bars_daimler(p, seat):
        found.append(daimler)
    if not bars_diesel(p, seat):
        found.append(daimler + 1)
    return found


class Menu(Judged[Kraftwagen]):
    """A question beside whose own options Daimler (option ``daimler``) and Diesel (the next one) may be used."""

    daimler: int = 0

    def verdict(self, p: Kraftwagen, option: int) -> str:
        if option == self.daimler:
            return bars_daimler(p, self.seat)
        return bars_diesel(p, self.seat) if option == self.daimler + 1 else self.bars(p, option)

    def bars(self, p: Kraftwagen, option: int) -> str:
        """The verdict on one of the question's own options."""
        return ""

    def facts(self, p: Kraftwagen, option: int) -> dict[str, Any]:
        engineer = DAIMLER if option == self.daimler else DIESEL
        return {"engineer": nouns.ENGINEER.say(engineer, p.parts), "n": len(p.buyers)}

    def use(self, option: int) -> Step[Any]:
        """Daimler or Diesel is used."""
        return DaimlerMarker(self.seat) if option == self.daimler else DieselCar(self.seat)


# --- Daimler


class DaimlerMarker(Step[Kraftwagen]):
    """KW-92: which of the two markers."""

    kind = v.DAIMLER_MARKER
    rule = "KW-92"

    def options(self, p: Kraftwagen) -> list[int]:
        markers = p.players[self.seat].markers >> st.FIRST_DAIMLER
        return [option for option in range(len(p.parts.daimler_values)) if markers >> option & 1]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [DaimlerBuyer(self.seat, (option,))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return nouns.refuse("daimler_marker_used", "KW-92", value=p.parts.daimler_values[option])


class DaimlerBuyer(Step[Kraftwagen]):
    """KW-92: on which active buyer; one marker a buyer. It stays there until the scoring."""

    kind = v.DAIMLER_BUYER
    rule = "KW-92"
    takes = {"value": nouns.DAIMLER_MARKER}

    def options(self, p: Kraftwagen) -> list[int]:
        return [slot for slot in range(len(p.daimler)) if not p.daimler[slot]]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        marker = self.args[0]
        p.daimler[option] = p.parts.daimler_values[marker]
        p.players[self.seat].markers &= ~(1 << (st.FIRST_DAIMLER + marker))
        p.marker_used = True
        p.daimler_used = True
        p.tell(DAIMLER_USED, self.seat, (p.daimler[option], option + 1, p.buyers[option]))
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        if option >= len(p.buyers):
            return nouns.refuse("no_buyer_there", "KW-92", slot=option + 1, n=len(p.buyers))
        return nouns.refuse("buyer_has_marker", "KW-92", slot=option + 1, value=p.daimler[option])


# --- Diesel


def new_values(p: Kraftwagen, car: Car, what: int) -> list[int]:
    """KW-101 to KW-103: what one thing on a car could become."""
    player = p.players[car.owner]
    present = car.figure(what)
    if what == v.WHAT_PRICE:
        values = list(p.price_row)
    elif what == v.WHAT_WORKERS:
        values = options_from(1, present + player.canteen + 1)
    else:
        values = st.different(player.values(what))
    return [value for value in values if value != present]


class DieselCar(Step[Kraftwagen]):
    """KW-100: which own car; it is named by its price."""

    kind = v.DIESEL_CAR
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

    kind = v.DIESEL_WHAT
    rule = "KW-100"
    takes = {"price": nouns.PRICE}

    def options(self, p: Kraftwagen) -> list[int]:
        car = p.car_of_price(self.args[0])
        return [what for what in range(v.WHAT_PRICE + 1) if new_values(p, car, what)]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [DieselValue(self.seat, (self.args[0], option))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        car = p.car_of_price(self.args[0])
        if option == v.WHAT_WORKERS:
            return nouns.refuse("no_other_number", "KW-102", workers=car.workers, canteen=p.players[self.seat].canteen)
        return nouns.refuse("no_other_part", "KW-101", part=nouns.PART.say(option, p.parts), value=car.figure(option))


class DieselValue(Step[Kraftwagen]):
    """KW-101 to KW-103: swap a part with one from a workshop, set the number of workers, or swap the price marker."""

    kind = v.DIESEL_VALUE
    rule = "KW-101"
    takes = {"price": nouns.PRICE, "what": nouns.WHAT}

    def options(self, p: Kraftwagen) -> list[int]:
        return [value - 1 for value in new_values(p, p.car_of_price(self.args[0]), self.args[1])]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        what = self.args[1]
        value = option + 1
        car = p.car_of_price(self.args[0])
        present = car.figure(what)
        player = p.players[self.seat]
        p.marker_used = True
        spend_diesel(p, self.seat)
        p.tell(DIESEL_USED, self.seat, (what, present, value, car.price))
        if what == v.WHAT_WORKERS:
            if value < present:
                return [ReturnWorkers(self.seat, (car.price, value))]
            player.canteen -= value - present
        elif what == v.WHAT_PRICE:
            p.price_row = st.inserted(st.without(p.price_row, value), present)
        else:
            player.unstore(what, value)
            player.store(what, present)
        p.swap_car(car, car.changed(what, value))
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        value = option + 1
        car = p.car_of_price(self.args[0])
        player = p.players[self.seat]
        what = self.args[1]
        if what == v.WHAT_PRICE:
            return nouns.refuse("not_in_row", "KW-103", price=value, prices=nouns.listed(p.price_row))
        if what == v.WHAT_WORKERS:
            if value == car.workers:
                return nouns.refuse("same_number", "KW-102", n=value)
            return nouns.refuse("too_many_workers", "KW-102", wanted=value, n=car.workers + player.canteen)
        wanted = nouns.part_tile(what, value)
        if value == car.figure(what):
            return nouns.refuse("same_part", "KW-101", wanted=wanted)
        return nouns.refuse("not_in_workshop", "KW-101", wanted=wanted, values=nouns.listed(player.values(what)))


def spend_diesel(p: Kraftwagen, seat: int) -> None:
    """KW-100: one of the two identical markers leaves the game."""
    player = p.players[seat]
    first = 1 << st.FIRST_DIESEL
    player.markers &= ~(first if player.markers & first else first << 1)


class ReturnWorkers(Step[Kraftwagen]):
    """KW-52, KW-102: workers leave a car one at a time; an inactive development takes each one at once."""

    takes = {"price": nouns.PRICE, "left": nouns.WORKERS}

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        left = self.args[1]
        player = p.players[self.seat]
        car = p.car_of_price(self.args[0])
        while car.workers > left:
            fewer = car.changed(v.WHAT_WORKERS, car.workers - 1)
            p.swap_car(car, fewer)
            car = fewer
            player.canteen += 1
            if player.inactive:
                return [Activate(self.seat), self]
        return NOTHING
