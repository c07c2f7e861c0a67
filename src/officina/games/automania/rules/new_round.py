"""The new round: AM-140 to AM-149."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.games.automania import state as st
from officina.games.automania.components import SPACES, STAFF
from officina.games.automania.events import DEMAND_MOVED
from officina.games.automania.rules.dealing import deal_tiles
from officina.games.automania.rules.tiles import take_neutral
from officina.games.automania.state import Automania
from officina.games.automania.vocabulary import DEMAND_SIDE, LEFT, RIGHT


class AdvanceMarker(Step[Automania]):
    """AM-140, AM-141: the marker advances; the player with the fewest points, of those in a tie the lowest office, chooses."""

    def run(self, p: Automania) -> list[Step[Any]]:
        p.round += 1
        p.phase = st.NEW_ROUND
        return [DemandSide(last_player(p))]


def last_player(p: Automania) -> int:
    """AM-141: fewest victory points; a tie goes to the lowest-numbered sales office."""
    last = 0
    for seat in range(1, p.seats):
        player, other = p.players[seat], p.players[last]
        if player.vp < other.vp or (player.vp == other.vp and player.office < other.office):
            last = seat
    return last


def shifted(demand: tuple[int, ...], side: int) -> tuple[int, ...]:
    """AM-142, AM-143: the demand of both markets after the waiting tiles of one side have entered."""
    fresh = list(demand)
    for market in range(2):
        first = market * st.DEMANDS
        other = (1 - market) * st.DEMANDS
        fresh[first] = demand[first + st.WAITING + side]
        fresh[first + 1] = demand[first]
        fresh[first + 2] = demand[first + 1]
        fresh[other + st.WAITING + side] = demand[first + 2]
    return tuple(fresh)


class DemandSide(Step[Automania]):
    """AM-141 to AM-143: in both markets the waiting tile of that side enters; what leaves waits in the other market."""

    kind = DEMAND_SIDE
    rule = "AM-141"

    def options(self, p: Automania) -> list[int]:
        return [LEFT, RIGHT]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        p.demand = shifted(p.demand, option)
        p.tell(DEMAND_MOVED, self.seat, (option,))
        return NOTHING


class ClearMarkets(Step[Automania]):
    """AM-144: sold cars go home; cars on ships stay."""

    def run(self, p: Automania) -> list[Step[Any]]:
        for sale in p.sold:
            car = sale % st.CARS
            p.players[car // st.CAR_KINDS].cars[car % st.CAR_KINDS] += 1
        p.sold = ()
        p.copied = False
        for player in p.players:
            player.sold = 0
        return NOTHING


class DealTiles(Step[Automania]):
    """AM-145, AM-146: the tiles left on the board leave the game, 18 new ones are dealt."""

    def run(self, p: Automania) -> list[Step[Any]]:
        deal_tiles(p)
        return NOTHING


class NewOrder(Step[Automania]):
    """AM-147: ascending office numbers are the new turn order."""

    def run(self, p: Automania) -> list[Step[Any]]:
        pairs = sorted([(p.players[seat].office, seat) for seat in range(p.seats)])
        p.order = tuple([pair[1] for pair in pairs])
        for player in p.players:
            player.office = st.NO_OFFICE
            player.passed = False
        return NOTHING


class TakeBackWorkers(Step[Automania]):
    """AM-38, AM-148, AM-149: workers come home, neutral ones to the supply; then staff brings its own, in turn order."""

    def run(self, p: Automania) -> list[Step[Any]]:
        p.space_owner = [st.NOBODY] * SPACES
        p.space_workers = [0] * SPACES
        p.space_neutral = [0] * SPACES
        p.neutral_supply = p.parts.neutral_workers
        for player in p.players:
            player.workers = p.parts.workers
            player.neutral = 0
            player.sponsor = 0
            player.sponsor_neutral = 0
            player.marketing = 0
            player.marketing_neutral = 0
        for seat in p.order:
            take_neutral(p, seat, p.manager_value(seat, STAFF))
        return NOTHING
