"""Placing a car: KW-82 to KW-87, KW-95, KW-96, KW-128."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import BODY, ENGINE, HORCH, MARKET_AWARD, MAYBACH, MOST_PLAYERS
from officina.games.kraftwagen.events import CAR_PLACED
from officina.games.kraftwagen.rules.engineers import DaimlerMarker, DieselCar, marker_options, why_no_daimler, why_no_diesel
from officina.games.kraftwagen.state import ALL_PLACED, FIRST_HORCH, FIRST_MAYBACH, Car, Kraftwagen, different, without
from officina.games.kraftwagen.vocabulary import (
    CAR_BODY,
    CAR_ENGINE,
    CAR_ENGINEER,
    CAR_PRICE,
    CAR_WORKERS,
    END_TURN,
    MARKET_STEP,
    MARKET_USE_DAIMLER,
    MARKET_USE_DIESEL,
    NO_MARKER,
    PLACE_CAR,
)


def may_place_car(p: Kraftwagen, seat: int) -> bool:
    """KW-82, KW-86: a body, an engine, a worker, a free space on the market, and no car placed in this turn."""
    player = p.players[seat]
    if p.car_placed or not player.canteen or not player.bodies or not player.engines:
        return False
    return not p.market_is_full()


class PhaseTwo(Step[Kraftwagen]):
    """KW-44, KW-89: the second half of a turn; another engineer marker may be used."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        p.marker_used = False
        return MARKET_MENU[self.seat]


class MarketMenu(Step[Kraftwagen]):
    """KW-48: the player is asked while there is something to do but ending the turn."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        if may_place_car(p, self.seat) or marker_options(p, self.seat, MARKET_USE_DAIMLER, MARKET_USE_DIESEL):
            return MARKET_CHOICE[self.seat]
        return NOTHING


class MarketChoice(Step[Kraftwagen]):
    """KW-44, KW-86: at most one car a turn, optional; Daimler or Diesel; or the end of the turn."""

    kind = MARKET_STEP
    rule = "KW-44"

    def options(self, p: Kraftwagen) -> list[int]:
        found = [PLACE_CAR] if may_place_car(p, self.seat) else []
        found += marker_options(p, self.seat, MARKET_USE_DAIMLER, MARKET_USE_DIESEL)
        found.append(END_TURN)
        return found

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        if option == END_TURN:
            return NOTHING
        menu = MARKET_MENU[self.seat]
        if option == PLACE_CAR:
            return [CarBody(self.seat), *menu]
        if option == MARKET_USE_DAIMLER:
            return [DaimlerMarker(self.seat), *menu]
        return [DieselCar(self.seat), *menu]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        if option == MARKET_USE_DAIMLER:
            return why_no_daimler(p, self.seat)
        if option == MARKET_USE_DIESEL:
            return why_no_diesel(p, self.seat)
        if p.car_placed:
            return nouns.refuse("car_this_turn", "KW-86", n=1)
        if p.market_is_full():
            return nouns.refuse("market_full", "KW-82", n=len(p.market))
        player = p.players[self.seat]
        return nouns.refuse(
            "car_needs", "KW-82", bodies=len(player.bodies), engines=len(player.engines), workers=player.canteen
        )


class CarBody(Step[Kraftwagen]):
    """KW-83: which body."""

    kind = CAR_BODY
    rule = "KW-83"

    def options(self, p: Kraftwagen) -> list[int]:
        return [value - 1 for value in different(p.players[self.seat].bodies)]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [CarEngine(self.seat, (option + 1,))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return why_not_in_workshop(p, self.seat, BODY, option + 1)


class CarEngine(Step[Kraftwagen]):
    """KW-83: which engine; never the race car's (KW-71)."""

    kind = CAR_ENGINE
    rule = "KW-83"

    def options(self, p: Kraftwagen) -> list[int]:
        return [value - 1 for value in different(p.players[self.seat].engines)]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [CarPrice(self.seat, (*self.args, option + 1))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return why_not_in_workshop(p, self.seat, ENGINE, option + 1)


def why_not_in_workshop(p: Kraftwagen, seat: int, part: int, value: int) -> Reason:
    """No workshop holds such a part."""
    values = nouns.listed(p.players[seat].values(part))
    return nouns.refuse("not_in_workshop", "KW-83", wanted=nouns.part_tile(part, value), values=values)


class CarPrice(Step[Kraftwagen]):
    """KW-83: which price marker of the row."""

    kind = CAR_PRICE
    rule = "KW-83"

    def options(self, p: Kraftwagen) -> list[int]:
        return [price - 1 for price in p.price_row]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        return [CarWorkers(self.seat, (*self.args, option + 1))]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return nouns.refuse("not_in_row", "KW-83", price=option + 1, prices=nouns.listed(p.price_row))


class CarWorkers(Step[Kraftwagen]):
    """KW-83: how many workers of the canteen, at least one."""

    kind = CAR_WORKERS
    rule = "KW-83"

    def options(self, p: Kraftwagen) -> list[int]:
        return list(range(p.players[self.seat].canteen))

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        figures = (*self.args, option + 1)
        if not p.marker_used and p.players[self.seat].markers & ALL_PLACED:
            return [CarEngineer(self.seat, figures)]
        place_car(p, self.seat, figures, NO_MARKER)
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return nouns.refuse("too_few_workers", "KW-83", wanted=option + 1, n=p.players[self.seat].canteen)


class CarEngineer(Step[Kraftwagen]):
    """KW-84, KW-89, KW-95, KW-96: one marker of Horch or Maybach, or none."""

    kind = CAR_ENGINEER
    rule = "KW-84"

    def options(self, p: Kraftwagen) -> list[int]:
        markers = p.players[self.seat].markers >> FIRST_HORCH
        return [NO_MARKER] + [marker + 1 for marker in range(4) if markers >> marker & 1]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        place_car(p, self.seat, self.args, option)
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        engineer = MAYBACH if option > FIRST_MAYBACH - FIRST_HORCH else HORCH
        if not p.players[self.seat].has(engineer):
            return nouns.refuse("no_engineer", "KW-84", engineer=nouns.engineer(engineer))
        return nouns.refuse("marker_used", "KW-84", engineer=nouns.engineer(engineer), value=marker_value(p, option))


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
    if marker != NO_MARKER:
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


SEATS: Final = range(MOST_PLAYERS)
MARKET_MENU: Final[list[list[Step[Any]]]] = [[MarketMenu(seat)] for seat in SEATS]
MARKET_CHOICE: Final[list[list[Step[Any]]]] = [[MarketChoice(seat)] for seat in SEATS]
