"""The race order and the result: AU-140, AU-143."""

from __future__ import annotations

from officina.games.automobiles.state import OFF_TRACK, Automobiles


def race_order(p: Automobiles) -> list[int]:
    """AU-140: the seats from the first car to the last; cars not yet on the grid come last, in seat order."""
    order: list[int] = []
    for seat in range(p.seats):
        place = len(order)
        while place and is_ahead(p, seat, order[place - 1]):
            place -= 1
        order.insert(place, seat)
    return order


def is_ahead(p: Automobiles, seat: int, other: int) -> bool:
    """Whether a car is ahead of another one."""
    if p.spot[seat] == OFF_TRACK or p.spot[other] == OFF_TRACK:
        return p.spot[other] == OFF_TRACK and p.spot[seat] != OFF_TRACK
    return p.race_key(seat) > p.race_key(other)


def score(p: Automobiles, seat: int) -> int:
    """The distance of the seat's car."""
    return 0 if p.spot[seat] == OFF_TRACK else p.distance(seat)


def scores(p: Automobiles) -> list[int]:
    """Everybody's distance."""
    return [score(p, seat) for seat in range(p.seats)]


def winners(p: Automobiles) -> list[int]:
    """AU-143: the car furthest ahead; two cars never tie."""
    return race_order(p)[:1]


def breakdown(p: Automobiles, seat: int) -> list[tuple[str, int]]:
    """The distance as full laps and position in the lap."""
    if p.spot[seat] == OFF_TRACK:
        return [("laps", 0), ("position", 0)]
    return [("laps", p.lap[seat] * p.track.positions), ("position", p.track.position_of(p.spot[seat]))]
