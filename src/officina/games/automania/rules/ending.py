"""The end of the game: AM-150 to AM-154."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.games.automania.components import EU, NA, NO_CAR, SHIP_SPACES
from officina.games.automania.events import GAME_ENDED, LEFTOVERS, MEDALS, MONEY_RANKED
from officina.games.automania.scoring import (
    contract_medals,
    leftover_money,
    leftover_vp,
    money_ranking,
    rank_vp,
    tile_medals,
)
from officina.games.automania.state import (
    CAR_KINDS,
    CONTRACT_MEDALS,
    ENDED,
    LEFTOVER_CARS,
    MONEY_RANK,
    NOBODY,
    SHIP,
    TILE_MEDALS,
    Automania,
)


class SellLeftovers(Step[Automania]):
    """AM-150: each car still on a ship brings its owner a little money or a point, whatever the sales limit."""

    def run(self, p: Automania) -> list[Step[Any]]:
        for seat in range(p.seats):
            money, vp = leftover_money(p, seat), leftover_vp(p, seat)
            p.earn(seat, money)
            p.score(seat, vp, LEFTOVER_CARS)
            if money or vp:
                p.tell(LEFTOVERS, seat, (money, vp))
        for market in (NA, EU):
            for place in range(market * SHIP, market * SHIP + SHIP_SPACES):
                car = p.ships[place]
                if car != NO_CAR:
                    p.players[car // CAR_KINDS].cars[car % CAR_KINDS] += 1
                    p.ships[place] = NO_CAR
        return NOTHING


class CountMedals(Step[Automania]):
    """AM-151: a point for each silver medal on played contracts and on tiles in the factory."""

    def run(self, p: Automania) -> list[Step[Any]]:
        for seat in range(p.seats):
            contracts, tiles = contract_medals(p, seat), tile_medals(p, seat)
            p.score(seat, contracts, CONTRACT_MEDALS)
            p.score(seat, tiles, TILE_MEDALS)
            p.tell(MEDALS, seat, (contracts, tiles))
        return NOTHING


class RankMoney(Step[Automania]):
    """AM-152, AM-153: players are ranked by money; then the game is over."""

    def run(self, p: Automania) -> list[Step[Any]]:
        ranking = money_ranking(p)
        for place in range(p.seats):
            seat = ranking[place]
            vp = rank_vp(p, place)
            p.score(seat, vp, MONEY_RANK)
            p.tell(MONEY_RANKED, seat, (place + 1, p.players[seat].money, vp))
        p.phase = ENDED
        p.tell(GAME_ENDED, NOBODY)
        return NOTHING
