"""Producing a car: AM-69 to AM-88, AM-109, AM-110, AM-164, AM-165. The steps carry type, market, tile and popularity along."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automania.components import ELECTRIC, ELON, NO_CAR, SHIP_SPACES, TYPES
from officina.games.automania.events import CONTRACT_PLAYED, MARKETED, NOT_SHIPPED, ON_YACHT, PRODUCED, SHIPPED
from officina.games.automania.names import car_name, card_name, market_name, seat_name, type_name
from officina.games.automania.rules.popularity import fitting_cards, misfit, popularity
from officina.games.automania.rules.workers import (
    own_fund,
    recall,
    recall_options,
    recall_reason,
    sponsor,
    sponsor_options,
    sponsor_reason,
)
from officina.games.automania.state import CAR_KINDS, GOLD, SHIP, YACHT_PLACE, YACHTS, Automania
from officina.games.automania.vocabulary import (
    CAR_TILE,
    CAR_TYPE,
    MARKET,
    MARKET_RECALL,
    MARKET_SPONSOR,
    MARKETING,
    NO_CONTRACT,
    NORMAL_CAR,
    NOT_PLACED,
    PLACE_CAR,
    PLACE_RECALL,
    PLAY_CONTRACT,
    YACHT,
)


class CarType(Step[Automania]):
    """AM-71: on the corner the player chooses the type, one that the fund can pay."""

    kind = CAR_TYPE
    rule = "AM-71"

    def options(self, p: Automania) -> list[int]:
        have = own_fund(p, self.seat)
        return [type_ for type_ in range(len(TYPES)) if p.parts.cost[type_] <= have]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        return [ChooseMarket(self.seat, (option,))]

    def why_not(self, p: Automania, option: int) -> Reason:
        cost = p.parts.cost[option]
        have = own_fund(p, self.seat)
        return Reason("automania.refuse.type_unpayable", "AM-39", type=type_name(option), cost=cost, fund=have)


class ChooseMarket(Step[Automania]):
    """AM-70, AM-72, AM-73: the cost is paid on choosing the market; before that workers may go to sponsor, cars come back."""

    kind = MARKET
    rule = "AM-73"

    def options(self, p: Automania) -> list[int]:
        found: list[int] = []
        if p.players[self.seat].money >= p.parts.cost[self.args[0]]:
            found = [0, 1]
        found += sponsor_options(p, self.seat, MARKET_SPONSOR)
        found += recall_options(p, self.seat, MARKET_RECALL)
        return found

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option >= MARKET_RECALL:
            recall(p, self.seat, option - MARKET_RECALL)
            return [self]
        if option > MARKET_SPONSOR:
            sponsor(p, self.seat, option - MARKET_SPONSOR)
            return [self]
        type_ = self.args[0]
        cost = p.parts.cost[type_]
        p.pay(self.seat, cost)
        p.tell(PRODUCED, self.seat, (type_, option, cost))
        player = p.players[self.seat]
        if player.factory == ELON and player.cars[ELECTRIC]:
            return [CarTile(self.seat, (type_, option))]
        return to_marketing(p, self.seat, type_, option, False)

    def why_not(self, p: Automania, option: int) -> Reason:
        if option >= MARKET_RECALL:
            return recall_reason(p, option - MARKET_RECALL)
        if option > MARKET_SPONSOR:
            return sponsor_reason(p, self.seat, option - MARKET_SPONSOR)
        money = p.players[self.seat].money
        return Reason("automania.refuse.cost", "AM-70", cost=p.parts.cost[self.args[0]], money=money)


class CarTile(Step[Automania]):
    """AM-164, AM-165: Elon may use the electric car tile instead of a normal one."""

    kind = CAR_TILE
    rule = "AM-164"

    def options(self, p: Automania) -> list[int]:
        return [NORMAL_CAR, NORMAL_CAR + 1]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        return to_marketing(p, self.seat, self.args[0], self.args[1], option != NORMAL_CAR)


def to_marketing(p: Automania, seat: int, type_: int, market: int, electric: bool) -> list[Step[Any]]:
    """AM-109: with free workers, marketing is asked for."""
    tile = ELECTRIC if electric else type_
    if p.players[seat].free():
        return [Marketing(seat, (type_, market, tile))]
    return to_ships(p, seat, type_, market, tile, 0)


class Marketing(Step[Automania]):
    """AM-109, AM-110: any number of free workers, each a star more for this car only."""

    kind = MARKETING
    rule = "AM-109"

    def options(self, p: Automania) -> list[int]:
        return list(range(p.players[self.seat].free() + 1))

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option:
            player = p.players[self.seat]
            neutral = p.take_workers(self.seat, option)
            player.marketing_neutral += neutral
            player.marketing += option - neutral
            p.tell(MARKETED, self.seat, (option,))
        return to_ships(p, self.seat, self.args[0], self.args[1], self.args[2], option)

    def why_not(self, p: Automania, option: int) -> Reason:
        return Reason("automania.refuse.free_workers", "AM-109", n=option, free=p.players[self.seat].free())


def to_ships(p: Automania, seat: int, type_: int, market: int, tile: int, marketing: int) -> list[Step[Any]]:
    """AM-77, AM-97: the popularity is fixed; a contract is asked for only if one fits, then the car is placed."""
    stars = popularity(p, seat, type_, market) + marketing * p.parts.marketing_popularity
    if tile == ELECTRIC:
        stars += p.parts.electric_popularity
    args = (type_, market, tile, stars)
    if fitting_cards(p, seat, type_, stars):
        return [PlayContract(seat, args), PlaceCar(seat, args)]
    return [PlaceCar(seat, args)]


class PlayContract(Step[Automania]):
    """AM-97 to AM-100: at most one contract of the hand that the produced car fulfils, wherever the car will stand."""

    kind = PLAY_CONTRACT
    rule = "AM-97"

    def options(self, p: Automania) -> list[int]:
        return fitting_cards(p, self.seat, self.args[0], self.args[3]) + [NO_CONTRACT]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option != NO_CONTRACT:
            player = p.players[self.seat]
            card = 1 << option
            player.hand -= card
            player.open_hand &= ~card
            player.played |= card
            p.tell(CONTRACT_PLAYED, self.seat, (option,))
        return NOTHING

    def why_not(self, p: Automania, option: int) -> Reason:
        if not p.players[self.seat].hand >> option & 1:
            return Reason("automania.refuse.not_in_hand", "AM-97", card=card_name(p.parts, option))
        return misfit(p, self.seat, option, self.args[0], self.args[3])


class PlaceCar(Step[Automania]):
    """AM-78 to AM-86: on a free ship space up to the popularity, on the yacht, or nowhere; own cars may come back first."""

    kind = PLACE_CAR
    rule = "AM-78"

    def options(self, p: Automania) -> list[int]:
        market, tile, stars = self.args[1], self.args[2], self.args[3]
        found: list[int] = []
        if p.players[self.seat].cars[tile]:
            first = market * SHIP
            for space in range(min(stars, SHIP_SPACES), 0, -1):
                if p.ships[first + space - 1] == NO_CAR:
                    found.append(SHIP_SPACES - space)
            if stars >= p.parts.yacht_popularity and p.ships[first + YACHT_PLACE] == NO_CAR:
                found.append(YACHT)
        found.append(NOT_PLACED)
        found += recall_options(p, self.seat, PLACE_RECALL)
        return found

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option >= PLACE_RECALL:
            recall(p, self.seat, option - PLACE_RECALL)
            return [self]
        market, tile, stars = self.args[1], self.args[2], self.args[3]
        if option == NOT_PLACED:
            p.tell(NOT_SHIPPED, self.seat, (self.args[0], market, stars))
            return NOTHING
        p.players[self.seat].cars[tile] -= 1
        car = self.seat * CAR_KINDS + tile
        if option == YACHT:
            p.ships[market * SHIP + YACHT_PLACE] = car
            p.score(self.seat, p.parts.yacht_vp, YACHTS)
            p.tell(ON_YACHT, self.seat, (tile, market, stars, p.parts.yacht_vp))
            return NOTHING
        space = SHIP_SPACES - option
        p.ships[market * SHIP + space - 1] = car
        gold = p.parts.gold[space - 1]
        if gold:
            p.score(self.seat, gold, GOLD)
        p.tell(SHIPPED, self.seat, (tile, market, space, stars, gold))
        return NOTHING

    def why_not(self, p: Automania, option: int) -> Reason:
        if option >= PLACE_RECALL:
            return recall_reason(p, option - PLACE_RECALL)
        market, tile, stars = self.args[1], self.args[2], self.args[3]
        where = market_name(market)
        if option == YACHT:
            if stars < p.parts.yacht_popularity:
                wanted = p.parts.yacht_popularity
                return Reason("automania.refuse.yacht_popularity", "AM-82", wanted=wanted, popularity=stars)
            taker = p.ships[market * SHIP + YACHT_PLACE]
            if taker != NO_CAR:
                return Reason("automania.refuse.yacht_taken", "AM-82", market=where, owner=seat_name(taker // CAR_KINDS))
        else:
            space = SHIP_SPACES - option
            if space > stars:
                return Reason("automania.refuse.ship_popularity", "AM-78", space=space, popularity=stars)
            taker = p.ships[market * SHIP + space - 1]
            if taker != NO_CAR:
                owner = seat_name(taker // CAR_KINDS)
                return Reason("automania.refuse.ship_taken", "AM-78", market=where, space=space, owner=owner)
        return Reason("automania.refuse.no_car_tile", "AM-86", car=car_name(tile))
