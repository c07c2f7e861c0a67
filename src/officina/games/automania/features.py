"""What a position is worth to a seat, in countable things; ``evaluation.toml`` has their weights (``officina fit``)."""

from __future__ import annotations

from typing import Final

from officina.games.automania import components as c
from officina.games.automania import heuristics
from officina.games.automania.rules import popularity as pop
from officina.games.automania.scoring import contract_medals, leftover_vp, tile_medals
from officina.games.automania.state import ACTION, CAR_KINDS, ENDED, NO_TILE, SALES_PHASE, SHIP, Automania
from officina.games.automania.values import Values

FEATURES: Final = (
    "points", "medals", "money", "first_money", "workers", "factory", "hand", "cards", "stars_city", "stars_family",
    "stars_super", "demand", "sales_manager", "general_manager", "staff", "machines", "styles", "turn_order", "passed",
    "office", "shipped", "gold", "sale", "leftover",
)  # fmt: skip
FIRST_MONEY: Final = 5


def features(p: Automania, seat: int) -> list[float]:
    """The figures of a seat, in the order of ``FEATURES``."""
    player = p.players[seat]
    w: Values = p.game.values()
    hand = heuristics.hand_worth(w, p, seat)
    stars = [float(pop.factory_stars(p, seat, type_)) for type_ in range(len(c.TYPES))]
    demand = 0
    for type_ in range(len(c.TYPES)):
        demand += max(pop.demand_stars(p, seat, type_, c.NA), pop.demand_stars(p, seat, type_, c.EU))
    machines = 0
    for tile in player.stations:
        if tile != NO_TILE:
            machines += 1
    styles = 0
    for tile in player.styles:
        if tile != NO_TILE:
            styles += 1
    shipped, gold, sale = ships(w, p, seat)
    ended = p.phase == ENDED
    return [
        float(player.vp),
        0.0 if ended else float(contract_medals(p, seat) + tile_medals(p, seat)),
        float(player.money),
        float(min(player.money, FIRST_MONEY)),
        float(player.free()),
        heuristics.factory_worth(w, p, seat) - hand,
        hand,
        float(player.hand.bit_count()),
        stars[0],
        stars[1],
        stars[2],
        float(demand),
        float(p.manager_value(seat, c.SALES)),
        float(p.manager_value(seat, c.GENERAL)),
        float(p.manager_value(seat, c.STAFF)),
        float(machines),
        float(styles),
        float(p.order.index(seat)),
        1.0 if player.passed else 0.0,
        float(player.office + 1) if player.passed else 0.0,
        shipped,
        gold,
        sale,
        0.0 if ended else float(leftover_vp(p, seat)),
    ]


def ships(w: Values, p: Automania, seat: int) -> tuple[float, float, float]:
    """The seat's cars on ships: how many, how high they stand, and what their ranks would earn."""
    number = 0
    height = 0
    worth = 0.0
    for market in range(2):
        rank = 0
        for space in range(c.SHIP_SPACES, 0, -1):
            car = p.ships[market * SHIP + space - 1]
            if car != c.NO_CAR:
                if car // CAR_KINDS == seat:
                    number += 1
                    height += space
                    worth += heuristics.sale_worth(w, p, seat, market, float(rank))
                rank += 1
    return float(number), float(height), worth


def left(p: Automania) -> float:
    """The part of the game that is left: rounds, and of this one the workers still free."""
    rounds = p.parts.rounds
    if p.phase == ENDED:
        return 0.0
    rest = 1.0
    if p.phase == ACTION:
        free = 0
        for player in p.players:
            if not player.passed:
                free += player.free()
        rest = 0.2 + 0.8 * min(1.0, free / (p.seats * p.parts.workers))
    elif p.phase == SALES_PHASE:
        rest = 0.15
    return min(1.0, (rounds - p.round + rest) / rounds)
