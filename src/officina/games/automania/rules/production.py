"""Producing a car: AM-69 to AM-88, AM-109, AM-110, AM-164, AM-165. The steps carry type, market, tile and popularity along."""

from __future__ import annotations

from typing import Any, Final

from officina.core.nouns import NUMBER, Noun
from officina.core.step import NOTHING, Judged, Step, options_from
from officina.core.text import Reason
from officina.games.automania import nouns
from officina.games.automania import vocabulary as v
from officina.games.automania.components import ELECTRIC, ELON, NO_CAR, SHIP_SPACES, TYPES
from officina.games.automania.events import CONTRACT_PLAYED, MARKETED, NOT_SHIPPED, ON_YACHT, PRODUCED, SHIPPED
from officina.games.automania.rules import workers
from officina.games.automania.rules.popularity import fitting_cards, misfit, popularity
from officina.games.automania.state import CAR_KINDS, GOLD, SHIP, YACHT_PLACE, YACHTS, Automania

PRODUCED_CAR: Final[dict[str, Noun]] = {
    "type": nouns.TYPE,
    "market": nouns.MARKET,
    "car": nouns.CAR_TILE,
    "popularity": NUMBER,
}


class CarType(Step[Automania]):
    """AM-71: on the corner the player chooses the type, one that the fund can pay."""

    kind = v.CAR_TYPE
    rule = "AM-71"
    private = True

    def options(self, p: Automania) -> list[int]:
        have = workers.own_fund(p, self.seat)
        return [type_ for type_ in range(len(TYPES)) if p.parts.cost[type_] <= have]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        return [ChooseMarket(self.seat, (option,))]

    def why_not(self, p: Automania, option: int) -> Reason:
        cost = p.parts.cost[option]
        have = workers.own_fund(p, self.seat)
        return Reason("automania.refuse.type_unpayable", "AM-39", type=nouns.TYPE.say(option, p.parts), cost=cost, fund=have)


class ChooseMarket(Step[Automania]):
    """AM-70, AM-72, AM-73: the cost is paid on choosing the market; before that workers may go to sponsor, cars come back."""

    kind = v.MARKET
    rule = "AM-73"
    private = True
    takes = {"type": nouns.TYPE}

    def cost(self, p: Automania) -> int:
        """What the car costs."""
        return p.parts.cost[self.args[0]]

    def options(self, p: Automania) -> list[int]:
        found: list[int] = []
        if p.players[self.seat].money >= self.cost(p):
            found = [0, 1]
        found += workers.sponsor_options(p, self.seat, v.MARKET_SPONSOR)
        found += workers.recall_options(p, self.seat, v.MARKET_RECALL)
        return found

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option >= v.MARKET_RECALL:
            workers.recall(p, self.seat, option - v.MARKET_RECALL)
            return [self]
        if option > v.MARKET_SPONSOR:
            workers.sponsor(p, self.seat, option - v.MARKET_SPONSOR)
            return [self]
        type_ = self.args[0]
        cost = self.cost(p)
        p.pay(self.seat, cost)
        p.tell(PRODUCED, self.seat, (type_, option, cost))
        player = p.players[self.seat]
        if player.factory == ELON and player.cars[ELECTRIC]:
            return [CarTile(self.seat, (type_, option))]
        return to_marketing(p, self.seat, type_, option, False)

    def why_not(self, p: Automania, option: int) -> Reason:
        if option >= v.MARKET_RECALL:
            return workers.recall_reason(p, option - v.MARKET_RECALL)
        if option > v.MARKET_SPONSOR:
            return workers.sponsor_reason(p, self.seat, option - v.MARKET_SPONSOR)
        money = p.players[self.seat].money
        return Reason("automania.refuse.cost", "AM-70", cost=self.cost(p), money=money)


class CarTile(Step[Automania]):
    """AM-164, AM-165: Elon may use the electric car tile instead of a normal one."""

    kind = v.CAR_TILE
    rule = "AM-164"
    private = True
    takes = {"type": nouns.TYPE, "market": nouns.MARKET}

    def options(self, p: Automania) -> list[int]:
        return [v.NORMAL_CAR, v.NORMAL_CAR + 1]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        return to_marketing(p, self.seat, self.args[0], self.args[1], option != v.NORMAL_CAR)


def to_marketing(p: Automania, seat: int, type_: int, market: int, electric: bool) -> list[Step[Any]]:
    """AM-109: with free workers, marketing is asked for."""
    tile = ELECTRIC if electric else type_
    if p.players[seat].free():
        return [Marketing(seat, (type_, market, tile))]
    return to_ships(p, seat, type_, market, tile, 0)


class Marketing(Step[Automania]):
    """AM-109, AM-110: any number of free workers, each a star more for this car only."""

    kind = v.MARKETING
    rule = "AM-109"
    private = True
    takes = {"type": nouns.TYPE, "market": nouns.MARKET, "car": nouns.CAR_TILE}

    def options(self, p: Automania) -> list[int]:
        return options_from(0, p.players[self.seat].free() + 1)

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

    kind = v.PLAY_CONTRACT
    rule = "AM-97"
    private = True
    takes = PRODUCED_CAR

    def options(self, p: Automania) -> list[int]:
        return fitting_cards(p, self.seat, self.args[0], self.args[3]) + [v.NO_CONTRACT]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option != v.NO_CONTRACT:
            player = p.players[self.seat]
            card = 1 << option
            player.hand -= card
            player.open_hand &= ~card
            player.played |= card
            p.tell(CONTRACT_PLAYED, self.seat, (option,))
        return NOTHING

    def why_not(self, p: Automania, option: int) -> Reason:
        if not p.players[self.seat].hand >> option & 1:
            return Reason("automania.refuse.not_in_hand", "AM-97", card=nouns.CARD_IN_SHORT.say(option, p.parts))
        return misfit(p, self.seat, option, self.args[0], self.args[3])


class PlaceCar(Judged[Automania]):
    """AM-78 to AM-86: on a free ship space up to the popularity, on the yacht, or nowhere; own cars may come back first."""

    kind = v.PLACE_CAR
    rule = "AM-78"
    private = True
    takes = PRODUCED_CAR

    def candidates(self, p: Automania) -> list[int]:
        reach = SHIP_SPACES - min(self.args[3], SHIP_SPACES)  # most ship spaces are far beyond a car's popularity
        return options_from(reach, v.PLACE_RECALL) + workers.recall_options(p, self.seat, v.PLACE_RECALL)

    def verdict(self, p: Automania, option: int) -> str:
        if option > v.YACHT:
            return ""
        yacht = option == v.YACHT
        place = YACHT_PLACE if yacht else SHIP_SPACES - 1 - option
        if self.args[3] < (p.parts.yacht_popularity if yacht else place + 1):
            return "yacht_popularity AM-82" if yacht else "ship_popularity AM-78"
        if p.ships[self.args[1] * SHIP + place] != NO_CAR:
            return "yacht_taken AM-82" if yacht else "ship_taken AM-78"
        return "" if p.players[self.seat].cars[self.args[2]] else "no_car_tile AM-86"

    def facts(self, p: Automania, option: int) -> dict[str, Any]:
        _, market, tile, stars = self.args
        space = SHIP_SPACES - option
        taker = p.ships[market * SHIP + (YACHT_PLACE if option == v.YACHT else space - 1)]
        return {
            "market": nouns.MARKET.say(market, p.parts),
            "space": space,
            "owner": nouns.SEAT_OR_NONE.say(taker // CAR_KINDS, p.parts),
            "car": nouns.CAR_TILE.say(tile, p.parts),
            "popularity": stars,
            "wanted": p.parts.yacht_popularity,
        }

    def why_not(self, p: Automania, option: int) -> Reason | None:
        return workers.recall_reason(p, option - v.PLACE_RECALL) if option >= v.PLACE_RECALL else super().why_not(p, option)

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option >= v.PLACE_RECALL:
            workers.recall(p, self.seat, option - v.PLACE_RECALL)
            return [self]
        market, tile, stars = self.args[1], self.args[2], self.args[3]
        if option == v.NOT_PLACED:
            p.tell(NOT_SHIPPED, self.seat, (self.args[0], market, stars))
            return NOTHING
        p.players[self.seat].cars[tile] -= 1
        car = self.seat * CAR_KINDS + tile
        if option == v.YACHT:
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
