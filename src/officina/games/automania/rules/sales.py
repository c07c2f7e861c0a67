"""The sales phase: AM-125 to AM-135, and Miao's copies, AM-167 to AM-169."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automania.components import ELECTRIC, EU, MIAO, NA, NO_CAR, NO_LIMIT, SALES_PER_MARKET, SHIP_SPACES, TOP
from officina.games.automania.events import COPIED, KEPT, SALES_BEGAN, SOLD, YACHT_RETURNED
from officina.games.automania.names import car_name, market_name, sale_name, seat_name
from officina.games.automania.state import (
    CAR_KINDS,
    CARS,
    NOBODY,
    SALES_PHASE,
    SHIP,
    SOLD_CARS,
    YACHT_PLACE,
    Automania,
)
from officina.games.automania.vocabulary import COPY, KEEP, SELL


class BeginSales(Step[Automania]):
    """AM-125: when all have passed, first North America, then Europe; then the yachts go home."""

    def run(self, p: Automania) -> list[Step[Any]]:
        p.phase = SALES_PHASE
        p.tell(SALES_BEGAN, NOBODY, (p.round,))
        return [Unload(args=(NA, SHIP_SPACES)), Unload(args=(EU, SHIP_SPACES)), ReturnYachts()]


class Unload(Step[Automania]):
    """AM-126, AM-130, AM-131: cars from the highest ship space down, each once; an owner at the limit is not asked.

    ``args`` is the market and the highest space not yet looked at.
    """

    def run(self, p: Automania) -> list[Step[Any]]:
        market = self.args[0]
        for space in range(self.args[1], 0, -1):
            car = p.ships[market * SHIP + space - 1]
            if car != NO_CAR:
                owner = car // CAR_KINDS
                limit = p.sales_limit(owner)
                if limit == NO_LIMIT or p.players[owner].sold < limit:
                    return [Sell(owner, (market, space)), Unload(args=(market, space - 1))]
        return NOTHING


class Sell(Step[Automania]):
    """AM-127 to AM-129, AM-132 to AM-134: the owner sells the car on a free space of the market, or keeps it on its ship.

    AM-167 to AM-169: Miao may once put it on a space with another player's car of the same type.
    """

    kind = SELL
    rule = "AM-127"

    def options(self, p: Automania) -> list[int]:
        first = self.args[0] * SALES_PER_MARKET
        taken = 0
        for sale in p.sold:
            taken |= 1 << (sale // CARS)
        found: list[int] = []
        for space in range(first, first + TOP):
            if not taken >> space & 1 and not (p.seats == 2 and p.row_used(space)):
                found.append(space)
        found.append(first + TOP)
        if p.players[self.seat].factory == MIAO and not p.copied:
            for space in range(first, first + TOP):
                if taken >> space & 1 and self.may_copy(p, space):
                    found.append(COPY + space)
        found.append(KEEP)
        return found

    def may_copy(self, p: Automania, space: int) -> bool:
        """AM-167, AM-168: another player's car of the same type stands there; the electric car is of no type."""
        tile = self.car(p) % CAR_KINDS
        return len([car for car in p.cars_on(space) if car // CAR_KINDS != self.seat and car % CAR_KINDS == tile]) > 0

    def car(self, p: Automania) -> int:
        """The car in question."""
        return p.ships[self.args[0] * SHIP + self.args[1] - 1]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        market, space = self.args[0], self.args[1]
        car = self.car(p)
        if option == KEEP:
            p.tell(KEPT, self.seat, (car % CAR_KINDS, market, space))
            return NOTHING
        sale = option
        if option >= COPY:
            sale -= COPY
            p.copied = True
        p.ships[market * SHIP + space - 1] = NO_CAR
        p.sold = p.sold + (sale * CARS + car,)
        p.players[self.seat].sold += 1
        face = p.parts.sale_spaces[sale]
        p.earn(self.seat, face.money)
        if face.vp:
            p.score(self.seat, face.vp, SOLD_CARS)
        p.tell(COPIED if option >= COPY else SOLD, self.seat, (car % CAR_KINDS, sale, face.money, face.vp))
        return NOTHING

    def why_not(self, p: Automania, option: int) -> Reason:
        space = option % COPY
        where = sale_name(p.parts, space)
        market = self.args[0]
        if space // SALES_PER_MARKET != market:
            rule = "AM-169" if option >= COPY else "AM-128"
            return Reason("automania.refuse.other_market", rule, space=where, market=market_name(market))
        if option >= COPY:
            return self.why_no_copy(p, space)
        cars = p.cars_on(space)
        if cars:
            owner = seat_name(cars[0] // CAR_KINDS)
            return Reason("automania.refuse.sale_taken", "AM-129", space=where, owner=owner)
        row = p.parts.sale_spaces[space].row
        return Reason("automania.refuse.row_used", "AM-134", space=where, row=row)

    def why_no_copy(self, p: Automania, space: int) -> Reason:
        """Why a sale space cannot be copied."""
        where = sale_name(p.parts, space)
        if p.players[self.seat].factory != MIAO:
            return Reason("automania.refuse.not_miao", "AM-167")
        if p.copied:
            return Reason("automania.refuse.copied_already", "AM-167")
        if p.is_top(space):
            return Reason("automania.refuse.copy_top", "AM-167", space=where)
        cars = [car for car in p.cars_on(space) if car // CAR_KINDS != self.seat]
        if not cars:
            rule = "AM-168" if p.cars_on(space) else "AM-167"
            return Reason("automania.refuse.nothing_to_copy", rule, space=where)
        theirs = cars[0] % CAR_KINDS
        rule = "AM-168" if theirs == ELECTRIC else "AM-167"
        return Reason(
            "automania.refuse.copy_type", rule, space=where, theirs=car_name(theirs), own=car_name(self.car(p) % CAR_KINDS)
        )


class ReturnYachts(Step[Automania]):
    """AM-83, AM-135: at the end of the sales phase yacht cars return to their owners."""

    def run(self, p: Automania) -> list[Step[Any]]:
        for market in range(2):
            car = p.ships[market * SHIP + YACHT_PLACE]
            if car != NO_CAR:
                p.ships[market * SHIP + YACHT_PLACE] = NO_CAR
                p.players[car // CAR_KINDS].cars[car % CAR_KINDS] += 1
                p.tell(YACHT_RETURNED, car // CAR_KINDS, (car % CAR_KINDS, market))
        return NOTHING
