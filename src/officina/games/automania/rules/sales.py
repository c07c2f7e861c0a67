"""The sales phase: AM-125 to AM-135, and Miao's copies, AM-167 to AM-169."""

from __future__ import annotations

from typing import Any

from officina.core.nouns import Number
from officina.core.step import NOTHING, Judged, Step, options_from
from officina.games.automania import nouns
from officina.games.automania import state as st
from officina.games.automania.components import ELECTRIC, EU, MIAO, NA, NO_CAR, NO_LIMIT, SALES_PER_MARKET, SHIP_SPACES
from officina.games.automania.events import COPIED, KEPT, SALES_BEGAN, SOLD, YACHT_RETURNED
from officina.games.automania.state import Automania
from officina.games.automania.vocabulary import COPY, KEEP, SELL


class BeginSales(Step[Automania]):
    """AM-125: when all have passed, first North America, then Europe; then the yachts go home."""

    def run(self, p: Automania) -> list[Step[Any]]:
        p.phase = st.SALES_PHASE
        p.tell(SALES_BEGAN, st.NOBODY, (p.round,))
        return [Unload(args=(NA, SHIP_SPACES)), Unload(args=(EU, SHIP_SPACES)), ReturnYachts()]


class Unload(Step[Automania]):
    """AM-126, AM-130, AM-131: cars from the highest ship space down, each once; an owner at the limit is not asked."""

    takes = {"market": nouns.MARKET, "from_space": Number(0, SHIP_SPACES)}

    def run(self, p: Automania) -> list[Step[Any]]:
        market = self.args[0]
        for space in range(self.args[1], 0, -1):
            car = p.ships[market * st.SHIP + space - 1]
            if car != NO_CAR:
                owner = car // st.CAR_KINDS
                limit = p.sales_limit(owner)
                if limit == NO_LIMIT or p.players[owner].sold < limit:
                    return [Sell(owner, (market, space)), Unload(args=(market, space - 1))]
        return NOTHING


class Sell(Judged[Automania]):
    """AM-127 to AM-129, AM-132 to AM-134: the owner sells the car on a free space of the market, or keeps it on its ship.

    AM-167 to AM-169: Miao may once put it on a space with another player's car of the same type.
    """

    kind = SELL
    rule = "AM-127"
    takes = {"market": nouns.MARKET, "space": nouns.SHIP_SPACE}

    def candidates(self, p: Automania) -> list[int]:
        first = self.args[0] * SALES_PER_MARKET
        found = options_from(first, first + SALES_PER_MARKET)
        if p.players[self.seat].factory == MIAO:  # nobody else's copies are worth a look
            found += options_from(COPY + first, COPY + first + SALES_PER_MARKET)
        return found + [KEEP]

    def verdict(self, p: Automania, option: int) -> str:
        if option == KEEP:
            return ""
        space = option % COPY
        if space // SALES_PER_MARKET != self.args[0]:
            return "other_market AM-169" if option >= COPY else "other_market AM-128"
        if option >= COPY:
            return self.copy_verdict(p, space)
        if p.is_top(space):
            return ""
        if p.cars_on(space):
            return "sale_taken AM-129"
        return "row_used AM-134" if p.seats == 2 and p.row_used(space) else ""

    def copy_verdict(self, p: Automania, space: int) -> str:
        """AM-167, AM-168: another player's car of the same type stands there; the electric car is of no type."""
        if p.players[self.seat].factory != MIAO:
            return "not_miao AM-167"
        if p.copied:
            return "copied_already AM-167"
        if p.is_top(space):
            return "copy_top AM-167"
        cars = p.cars_on(space)
        theirs = [car % st.CAR_KINDS for car in cars if car // st.CAR_KINDS != self.seat]
        if not theirs:
            return "nothing_to_copy AM-168" if cars else "nothing_to_copy AM-167"
        if self.car(p) % st.CAR_KINDS in theirs:
            return ""
        return "copy_type AM-168" if theirs[0] == ELECTRIC else "copy_type AM-167"

    def facts(self, p: Automania, option: int) -> dict[str, Any]:
        space = option % COPY
        found: dict[str, Any] = {
            "space": nouns.SALE.say(space, p.parts),
            "market": nouns.MARKET.say(self.args[0], p.parts),
            "row": p.parts.sale_spaces[space].row,
            "own": nouns.CAR_TILE.say(self.car(p) % st.CAR_KINDS, p.parts),
        }
        for car in p.cars_on(space)[:1]:
            found["owner"] = nouns.SEAT.say(car // st.CAR_KINDS, p.parts)
            found["theirs"] = nouns.CAR_TILE.say(car % st.CAR_KINDS, p.parts)
        return found

    def car(self, p: Automania) -> int:
        """The car in question."""
        return p.ships[self.args[0] * st.SHIP + self.args[1] - 1]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        market, space = self.args[0], self.args[1]
        car = self.car(p)
        if option == KEEP:
            p.tell(KEPT, self.seat, (car % st.CAR_KINDS, market, space))
            return NOTHING
        sale = option
        if option >= COPY:
            sale -= COPY
            p.copied = True
        p.ships[market * st.SHIP + space - 1] = NO_CAR
        p.sold = p.sold + (sale * st.CARS + car,)
        p.players[self.seat].sold += 1
        face = p.parts.sale_spaces[sale]
        p.earn(self.seat, face.money)
        if face.vp:
            p.score(self.seat, face.vp, st.SOLD_CARS)
        p.tell(COPIED if option >= COPY else SOLD, self.seat, (car % st.CAR_KINDS, sale, face.money, face.vp))
        return NOTHING


class ReturnYachts(Step[Automania]):
    """AM-83, AM-135: at the end of the sales phase yacht cars return to their owners."""

    def run(self, p: Automania) -> list[Step[Any]]:
        for market in range(2):
            car = p.ships[market * st.SHIP + st.YACHT_PLACE]
            if car != NO_CAR:
                p.ships[market * st.SHIP + st.YACHT_PLACE] = NO_CAR
                p.players[car // st.CAR_KINDS].cars[car % st.CAR_KINDS] += 1
                p.tell(YACHT_RETURNED, car // st.CAR_KINDS, (car % st.CAR_KINDS, market))
        return NOTHING
