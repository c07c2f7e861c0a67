"""Placing a car: KW-82 to KW-87, KW-95, KW-96, KW-128."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step, options_from
from officina.core.text import Reason
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen import vocabulary as v
from officina.games.kraftwagen.components import BODY, ENGINE, HORCH, MARKET_AWARD, MAYBACH, MOST_PLAYERS
from officina.games.kraftwagen.events import CAR_PLACED
from officina.games.kraftwagen.nouns import PRICE, VALUE, WORKERS
from officina.games.kraftwagen.rules.engineers import Menu, marker_options
from officina.games.kraftwagen.state import ALL_PLACED, FIRST_HORCH, FIRST_MAYBACH, Car, Kraftwagen, different, without


def bars_car(p: Kraftwagen, seat: int) -> str:
    """KW-82, KW-86: a body, an engine, a worker, a free space on the market, and no car placed in this turn; as a verdict."""
    player = p.players[seat]
    if p.car_placed:
        return "car_this_turn KW-86"
    if p.market_is_full():
        return "market_full KW-82"
    return "" if player.canteen and player.bodies and player.engines else "car_needs KW-82"


class PhaseTwo(Step[Kraftwagen]):
    """KW-44, KW-89: the second half of a turn; another engineer marker may be used."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        p.marker_used = False
        return MARKET_MENU[self.seat]


class MarketMenu(Step[Kraftwagen]):
    """KW-48: the player is asked while there is something to do but ending the turn."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        if not bars_car(p, self.seat) or marker_options(p, self.seat, v.MARKET_USE_DAIMLER):
            return MARKET_CHOICE[self.seat]
        return NOTHING


class MarketChoice(Menu):
    """KW-44, KW-86: at most one car a turn, optional; Daimler or Diesel; or the end of the turn."""

    kind = v.MARKET_STEP
    rule = "KW-44"
    daimler = v.MARKET_USE_DAIMLER

    def candidates(self, p: Kraftwagen) -> list[int]:
        return MARKET_OPTIONS

    def bars(self, p: Kraftwagen, option: int) -> str:
        return bars_car(p, self.seat) if option == v.PLACE_CAR else ""

    def facts(self, p: Kraftwagen, option: int) -> dict[str, Any]:
        player = p.players[self.seat]
        held = {"bodies": len(player.bodies), "engines": len(player.engines), "workers": player.canteen}
        return {**super().facts(p, option), **held, "cars": len(p.market)}

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        if option == v.END_TURN:
            return NOTHING
        following = CarBody(self.seat) if option == v.PLACE_CAR else self.use(option)
        return [following, *MARKET_MENU[self.seat]]


class CarPart(Step[Kraftwagen]):
    """KW-83: which part of those in the workshops."""

    rule = "KW-83"
    part: int = BODY

    def options(self, p: Kraftwagen) -> list[int]:
        return [value - 1 for value in different(p.players[self.seat].values(self.part))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        values = nouns.listed(p.players[self.seat].values(self.part))
        return nouns.refuse("not_in_workshop", "KW-83", wanted=nouns.part_tile(self.part, option + 1), values=values)


class CarBody(CarPart):
    """KW-83: which body."""

    kind = v.CAR_BODY

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [CarEngine(self.seat, (option + 1,))]


class CarEngine(CarPart):
    """KW-83: which engine; never the race car's (KW-71)."""

    kind = v.CAR_ENGINE
    part = ENGINE
    takes = {"body": VALUE}

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [CarPrice(self.seat, (*self.args, option + 1))]


class CarPrice(Step[Kraftwagen]):
    """KW-83: which price marker of the row."""

    kind = v.CAR_PRICE
    rule = "KW-83"
    takes = {**CarEngine.takes, "engine": VALUE}

    def options(self, p: Kraftwagen) -> list[int]:
        return [price - 1 for price in p.price_row]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [CarWorkers(self.seat, (*self.args, option + 1))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return nouns.refuse("not_in_row", "KW-83", price=option + 1, prices=nouns.listed(p.price_row))


class CarWorkers(Step[Kraftwagen]):
    """KW-83: how many workers of the canteen, at least one."""

    kind = v.CAR_WORKERS
    rule = "KW-83"
    takes = {**CarPrice.takes, "price": PRICE}

    def options(self, p: Kraftwagen) -> list[int]:
        return options_from(0, p.players[self.seat].canteen)

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        figures = (*self.args, option + 1)
        if not p.marker_used and p.players[self.seat].markers & ALL_PLACED:
            return [CarEngineer(self.seat, figures)]
        place_car(p, self.seat, figures, v.NO_MARKER)
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return nouns.refuse("too_few_workers", "KW-83", wanted=option + 1, n=p.players[self.seat].canteen)


class CarEngineer(Step[Kraftwagen]):
    """KW-84, KW-89, KW-95, KW-96: one marker of Horch or Maybach, or none."""

    kind = v.CAR_ENGINEER
    rule = "KW-84"
    takes = {**CarWorkers.takes, "workers": WORKERS}

    def options(self, p: Kraftwagen) -> list[int]:
        markers = p.players[self.seat].markers >> FIRST_HORCH
        return [v.NO_MARKER] + [marker + 1 for marker in range(4) if markers >> marker & 1]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        place_car(p, self.seat, self.args, option)
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        engineer = MAYBACH if option > FIRST_MAYBACH - FIRST_HORCH else HORCH
        name = nouns.ENGINEER.say(engineer, p.parts)
        if not p.players[self.seat].has(engineer):
            return nouns.refuse("no_engineer", "KW-84", engineer=name)
        return nouns.refuse("marker_used", "KW-84", engineer=name, value=marker_value(p, option))


def marker_value(p: Kraftwagen, option: int) -> int:
    """What a marker for a car adds, by its option of car_engineer."""
    horch = p.parts.horch_values
    if option <= len(horch):
        return horch[option - 1]
    return p.parts.maybach_values[option - 1 - len(horch)]


def place_car(p: Kraftwagen, seat: int, figures: tuple[int, ...], marker: int) -> None:
    """KW-83, KW-84, KW-128: parts, workers, price and marker go to the market; the second own car there wins an award."""
    body, engine, price, workers = figures[0], figures[1], figures[2], figures[3]
    player = p.players[seat]
    player.bodies = without(player.bodies, body)
    player.engines = without(player.engines, engine)
    player.canteen -= workers
    p.price_row = without(p.price_row, price)
    body_bonus = 0
    engine_bonus = 0
    if marker != v.NO_MARKER:
        player.markers &= ~(1 << (FIRST_HORCH + marker - 1))
        p.marker_used = True
        if FIRST_HORCH + marker - 1 < FIRST_MAYBACH:
            engine_bonus = marker_value(p, marker)
        else:
            body_bonus = marker_value(p, marker)
    p.market = p.market + (Car(seat, body, engine, workers, price, body_bonus, engine_bonus),)
    p.car_placed = True
    if p.events is not None:
        p.tell(CAR_PLACED, seat, (body, engine, workers, price, body_bonus, engine_bonus))
    if len(p.own_cars(seat)) == p.parts.awards[MARKET_AWARD].needs:
        p.grant(seat, MARKET_AWARD)


MARKET_OPTIONS: Final = [v.PLACE_CAR, v.MARKET_USE_DAIMLER, v.MARKET_USE_DIESEL, v.END_TURN]
SEATS: Final = range(MOST_PLAYERS)
MARKET_MENU: Final[list[list[Step[Any]]]] = [[MarketMenu(seat)] for seat in SEATS]
MARKET_CHOICE: Final[list[list[Step[Any]]]] = [[MarketChoice(seat)] for seat in SEATS]
