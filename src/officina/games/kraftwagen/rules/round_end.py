"""Scoring: KW-98, KW-99, KW-110 to KW-123, strictly in this order."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.kraftwagen import events as ev
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.scoring import NEUTRAL, NO_CAR, income, lap_points, purchases, ranking
from officina.games.kraftwagen.state import ALL_BENZ, NOBODY, PIT_LANE, Kraftwagen
from officina.games.kraftwagen.vocabulary import BENZ_BUYER, BENZ_PASS


def benz_window(p: Kraftwagen) -> list[Step[Any]]:
    """KW-110, KW-111: only the owner of an unused Benz marker has something to decide."""
    for seat in range(p.seats):
        if p.players[seat].markers & ALL_BENZ:
            return [BenzBuyer(seat)]
    return NOTHING


class BenzBuyer(Step[Kraftwagen]):
    """KW-98, KW-99, KW-127: one more buyer after all active ones; it brings no white money but may win the award."""

    kind = BENZ_BUYER
    rule = "KW-98"

    def options(self, p: Kraftwagen) -> list[int]:
        return [BENZ_PASS] + [1 + preference for preference in p.waiting_preferences()]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        if option != BENZ_PASS:
            p.players[self.seat].markers &= ~ALL_BENZ
            p.add_buyer(option - 1)
            p.tell(ev.BENZ_USED, self.seat, (option - 1, len(p.buyers)))
            p.award_buyer(self.seat, option - 1)
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        preference = nouns.PREFERENCE.say(option - 1, p.parts)
        return nouns.refuse("stack_empty", "KW-98", preference=preference, n=p.parts.buyers_of_each)


class ScoreRace(Step[Kraftwagen]):
    """KW-112 to KW-114, KW-139: points for places and laps; then all cars go back to the pit lane."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        runners = ranking(p)
        for place in range(len(runners)):
            runner = runners[place]
            points = p.parts.place_points[place]
            if runner >= NEUTRAL:
                p.tell(ev.NEUTRAL_PLACED, NOBODY, (place + 1, runner - NEUTRAL))
            else:
                p.players[runner].prizes += points
                p.tell(ev.RACE_PLACED, runner, (place + 1, points))
        for seat in range(p.seats):
            player = p.players[seat]
            if player.laps:
                points = lap_points(p.parts, player.laps)
                player.prizes += points
                p.tell(ev.LAPS_PAID, seat, (player.laps, points))
            player.space = PIT_LANE
            player.laps = 0
        return NOTHING


class SellCars(Step[Kraftwagen]):
    """KW-115 to KW-119: the active buyers buy in slot order, each one car not yet sold."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        places = purchases(p.market, p.buyers)
        for slot in range(len(p.buyers)):
            preference = p.buyers[slot]
            if places[slot] == NO_CAR:
                p.tell(ev.BOUGHT_NOTHING, NOBODY, (slot + 1, preference))
                continue
            car = p.market[places[slot]]
            money = income(p, car, preference, p.daimler[slot])
            p.players[car.owner].sales += money
            p.tell(ev.SOLD, car.owner, (slot + 1, preference, car.price, money))
        return NOTHING


class ClearMarket(Step[Kraftwagen]):
    """KW-120 to KW-123: all cars leave; workers go to the supply, markers out of the game, buyers to their stacks."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        p.tell(ev.CARS_LEFT, NOBODY, (len(p.market), max(0, len(p.market) - len(p.buyers))))
        for car in p.market:
            p.players[car.owner].supply += car.workers
        p.market = ()
        p.price_row = ()
        p.buyers = []
        p.daimler = []
        return NOTHING


SCORE_ROUND: Final[list[Step[Any]]] = [ScoreRace(), SellCars(), ClearMarket()]
