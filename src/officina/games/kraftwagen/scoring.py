"""What a round pays (KW-11, KW-112 to KW-119) and the final count (KW-141, KW-142), as plain functions of the table."""

from __future__ import annotations

from typing import Final

from officina.core.places import Ties
from officina.games.kraftwagen.components import BODY_BUYER, BRAND_BUYER, ENGINE_BUYER, OPEL, PRICE_BUYER, Parts
from officina.games.kraftwagen.state import NOBODY, PIT_LANE, Car, Kraftwagen

NO_CAR: Final = -1
NEUTRAL: Final = 8
"""Neutral cars stand in a ranking as NEUTRAL + their space."""


# --- the race


def ranking(p: Kraftwagen) -> list[int]:
    """KW-112, KW-139: the seats and neutral cars on the track, from the first; by laps, then by space."""
    runners: list[int] = []
    distances: list[int] = []
    length = p.parts.lap_spaces + 1
    for space in p.parts.neutral_cars[p.seats]:
        rank_in(runners, distances, NEUTRAL + space, space)
    for seat in range(p.seats):
        player = p.players[seat]
        if player.space != PIT_LANE:
            rank_in(runners, distances, seat, player.laps * length + player.space)
    return runners


def rank_in(runners: list[int], distances: list[int], runner: int, distance: int) -> None:
    """Put a runner in its place. No two cars are equal."""
    place = 0
    while place < len(distances) and distances[place] > distance:
        place += 1
    runners.insert(place, runner)
    distances.insert(place, distance)


def lap_points(parts: Parts, laps: int) -> int:
    """KW-11, KW-113: the table, and a fixed amount for every lap beyond it."""
    last = len(parts.lap_points) - 1
    if laps <= last:
        return parts.lap_points[laps]
    return parts.lap_points[last] + (laps - last) * parts.further_lap


# --- the sales


def appeal(car: Car, preference: int) -> int:
    """KW-116: how much a buyer likes a car; markers of Horch and Maybach count."""
    if preference == BODY_BUYER:
        return car.body + car.body_bonus
    if preference == ENGINE_BUYER:
        return car.engine + car.engine_bonus
    if preference == BRAND_BUYER:
        return car.workers
    return -car.price


def purchase(market: tuple[Car, ...], sold: int, preference: int) -> int:
    """KW-115 to KW-117, KW-119: the place of the car that a buyer buys among those not in ``sold`` (a bit mask), or NO_CAR."""
    best = NO_CAR
    best_appeal = 0
    best_price = 0
    for place in range(len(market)):
        if sold >> place & 1:
            continue
        car = market[place]
        liked = appeal(car, preference)
        if best == NO_CAR or liked > best_appeal or (liked == best_appeal and car.price < best_price):
            best = place
            best_appeal = liked
            best_price = car.price
    return best


def purchases(market: tuple[Car, ...], buyers: list[int]) -> list[int]:
    """KW-115: for each buyer in slot order the place of the car it would buy, or NO_CAR."""
    sold = 0
    places: list[int] = []
    for preference in buyers:
        place = purchase(market, sold, preference)
        if place != NO_CAR:
            sold |= 1 << place
        places.append(place)
    return places


def income(p: Kraftwagen, car: Car, preference: int, daimler: int) -> int:
    """KW-93, KW-94, KW-118: what a sale brings the owner."""
    times = 1
    if preference == PRICE_BUYER:
        times = p.parts.opel_times if p.players[car.owner].has(OPEL) else p.parts.price_times
    return car.price * times + daimler


# --- the final count


def award_points(p: Kraftwagen, seat: int) -> int:
    """The points of the awards that a seat holds."""
    total = 0
    for award in range(len(p.awards)):
        if p.awards[award] == seat:
            total += p.parts.awards[award].points
    return total


def scores(p: Kraftwagen) -> list[int]:
    """KW-141, KW-142: money and awards; the highest total wins, equal totals share the victory."""
    totals = [player.money() for player in p.players]
    for award in range(len(p.awards)):
        holder = p.awards[award]
        if holder != NOBODY:
            totals[holder] += p.parts.awards[award].points
    return totals


TIES: Final = Ties(shared="KW-142")
"""KW-142: equal totals share the place, nothing else decides."""


def breakdown(p: Kraftwagen, seat: int) -> list[tuple[str, int]]:
    """Where a seat's points come from."""
    player = p.players[seat]
    return [
        ("sales", player.sales),
        ("prizes", player.prizes),
        ("bonuses", player.bonuses),
        ("awards", award_points(p, seat)),
    ]
