"""The race order and the result: AU-140, AU-143."""

from __future__ import annotations

from typing import Final

from officina.core.places import TieBreak, Ties
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


def inside(p: Automobiles, seat: int) -> int:
    """AU-140: the further in the lane, the higher."""
    return -lane(p, seat)


def lane(p: Automobiles, seat: int) -> int:
    """The lane of the seat's car, 1 on the inside; a car that is not on the track comes after all others."""
    return p.track.lanes + 1 + seat if p.spot[seat] == OFF_TRACK else p.track.lane_of(p.spot[seat]) + 1


TIES: Final = Ties(TieBreak("lane", "AU-140", inside, shown=lane))
"""AU-140, AU-143: of two cars that are equally far the one on the inside is ahead; two cars never tie."""


def breakdown(p: Automobiles, seat: int) -> list[tuple[str, int]]:
    """The distance as full laps and position in the lap."""
    if p.spot[seat] == OFF_TRACK:
        return [("laps", 0), ("position", 0)]
    return [("laps", p.lap[seat] * p.track.positions), ("position", p.track.position_of(p.spot[seat]))]
