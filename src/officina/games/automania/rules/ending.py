"""The end of the game: AM-150 to AM-154."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.games.automania import scoring
from officina.games.automania import state as st
from officina.games.automania.components import EU, NA, NO_CAR, SHIP_SPACES
from officina.games.automania.events import GAME_ENDED, LEFTOVERS, MEDALS, MONEY_RANKED
from officina.games.automania.state import Automania


class SellLeftovers(Step[Automania]):
    """AM-150: each car still on a ship brings its owner a little money or a point, whatever the sales limit."""

    def run(self, p: Automania) -> list[Step[Any]]:
        for seat in range(p.seats):
            money, vp = scoring.leftover_money(p, seat), scoring.leftover_vp(p, seat)
            p.earn(seat, money)
            p.score(seat, vp, st.LEFTOVER_CARS)
            if money or vp:
                p.tell(LEFTOVERS, seat, (money, vp))
        for market in (NA, EU):
            for place in range(market * st.SHIP, market * st.SHIP + SHIP_SPACES):
                car = p.ships[place]
                if car != NO_CAR:
                    p.players[car // st.CAR_KINDS].cars[car % st.CAR_KINDS] += 1
                    p.ships[place] = NO_CAR
        return NOTHING


class CountMedals(Step[Automania]):
    """AM-151: a point for each silver medal on played contracts and on tiles in the factory."""

    def run(self, p: Automania) -> list[Step[Any]]:
        for seat in range(p.seats):
            contracts, tiles = scoring.contract_medals(p, seat), scoring.tile_medals(p, seat)
            p.score(seat, contracts, st.CONTRACT_MEDALS)
            p.score(seat, tiles, st.TILE_MEDALS)
            p.tell(MEDALS, seat, (contracts, tiles))
        return NOTHING


class RankMoney(Step[Automania]):
    """AM-152, AM-153: players are ranked by money; then the game is over."""

    def run(self, p: Automania) -> list[Step[Any]]:
        ranking = scoring.money_ranking(p)
        for place in range(p.seats):
            seat = ranking[place]
            vp = scoring.rank_vp(p, place)
            p.score(seat, vp, st.MONEY_RANK)
            p.tell(MONEY_RANKED, seat, (place + 1, p.players[seat].money, vp))
        p.phase = st.ENDED
        p.tell(GAME_ENDED, st.NOBODY)
        return NOTHING
