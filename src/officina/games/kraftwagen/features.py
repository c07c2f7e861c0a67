"""What a position is worth to a seat, in countable things; ``evaluation.toml`` has their weights (``officina fit``)."""

from __future__ import annotations

from typing import Final

from officina.games.kraftwagen.components import TILES
from officina.games.kraftwagen.scoring import NO_CAR, award_points, income, lap_points, purchases, ranking
from officina.games.kraftwagen.state import NOBODY, PIT_LANE, SCORING, Kraftwagen

FEATURES: Final = (
    "score", "sales", "sold_cars", "unsold_cars", "unsold_price", "race", "distance", "canteen", "supply", "body_level",
    "engine_level", "bodies", "engines", "pairs", "body_value", "engine_value", "race_engine", "engineers", "markers",
    "developments", "inactive", "waits", "open_awards",
)  # fmt: skip


def features(p: Kraftwagen, seat: int) -> list[float]:
    """The figures of a seat, in the order of ``FEATURES``."""
    player = p.players[seat]
    sales = 0
    sold = 0
    price = 0
    places = purchases(p.market, p.buyers)
    for slot in range(len(places)):
        if places[slot] != NO_CAR:
            car = p.market[places[slot]]
            if car.owner == seat:
                sales += income(p, car, p.buyers[slot], p.daimler[slot])
                sold += 1
    unsold = 0
    for place in range(len(p.market)):
        car = p.market[place]
        if car.owner == seat and place not in places:
            unsold += 1
            price += car.price
    open_awards = 0
    for award in p.awards:
        if award == NOBODY:
            open_awards += 1
    return [
        float(player.money() + award_points(p, seat)),
        float(sales),
        float(sold),
        float(unsold),
        float(price),
        float(race_money(p, seat)),
        float(player.laps * p.parts.lap_spaces + player.space),
        float(player.canteen),
        float(player.supply),
        float(player.body_points),
        float(player.engine_points),
        float(len(player.bodies)),
        float(len(player.engines)),
        float(min(len(player.bodies), len(player.engines))),
        float(player.bodies[-1]) if player.bodies else 0.0,
        float(player.engines[-1]) if player.engines else 0.0,
        float(player.race_engine),
        float(player.engineers.bit_count()),
        float(player.markers.bit_count()),
        float(len(player.developments)),
        float(len(player.inactive)),
        float(waits(p, seat)),
        float(open_awards * (player.body_points + player.engine_points)) * 0.1,
    ]


def race_money(p: Kraftwagen, seat: int) -> int:
    """What the race would pay now."""
    if p.players[seat].space == PIT_LANE:
        return 0
    place = ranking(p).index(seat)
    prize = p.parts.place_points[place] if place < len(p.parts.place_points) else 0
    return prize + lap_points(p.parts, p.players[seat].laps)


def waits(p: Kraftwagen, seat: int) -> int:
    """How many others come before the seat in the chain."""
    before = 0
    for entry in p.chain:
        if entry == TILES + seat:
            break
        if entry >= TILES:
            before += 1
    return before


def left(p: Kraftwagen) -> float:
    """The part of the game that is left: rounds, and of this one what buyers, pawn and cars leave."""
    rounds = len(p.parts.rounds)
    if not p.round:
        return 1.0
    start = p.parts.pawn_start[p.seats]
    slots = p.parts.slots[p.seats]
    done = max(len(p.market) / p.parts.capacity[p.seats], (len(p.buyers) + start - p.pawn) / (slots + start))
    if p.phase >= SCORING:
        done = 1.0
    return max(0.0, (rounds - p.round + 1.0 - min(1.0, done)) / rounds)
