"""What a position is worth to a seat, in countable things; ``evaluation.toml`` has their weights (``officina fit``)."""

from __future__ import annotations

from typing import Final

from officina.games.automobiles.cubes import BLACK, COLOURS, DARK, GEARS, LIGHT, WEAR, WHITE, count, size
from officina.games.automobiles.scoring import score
from officina.games.automobiles.state import NOBODY, OFF_TRACK, Automobiles
from officina.games.automobiles.values import Values

FEATURES: Final = (
    "score", "rank", "inside", "strength", "total", "cubes", "wear", "wear_share", "hand", "hand_wear", "bag", "bag_wear",
    "white", "light", "dark", "black", "missing", "to_move", "path", "money", "behind",
)  # fmt: skip


def features(p: Automobiles, seat: int) -> list[float]:
    """The figures of a seat, in the order of ``FEATURES``."""
    if p.spot[seat] == OFF_TRACK or not p.card_of:
        return [0.0] * len(FEATURES)
    values: Values = p.game.values()
    owned = p.bag[seat] + p.active[seat] + p.used[seat] + p.discard[seat]
    cubes = max(1, size(owned))
    wear = count(owned, WEAR)
    total = strength(p, owned, values)
    missing = 0
    for gear in range(GEARS):
        missing += max(0, values.needed[gear] - count(owned, gear))
    turn = p.current == seat
    leader = 0
    for other in range(p.seats):
        leader = max(leader, score(p, other))
    path = 0.0
    if turn and p.path:
        lap = p.track.positions
        path = float(p.head_lap * lap + p.head % lap - score(p, seat))
    return [
        float(score(p, seat)),
        float(p.rank(seat)),
        float(p.track.lane_of(p.spot[seat])),
        total / cubes,
        total * 0.1,
        float(cubes),
        float(wear),
        wear / cubes,
        strength(p, p.active[seat], values),
        float(count(p.active[seat], WEAR)),
        strength(p, p.bag[seat], values) / max(1, size(p.bag[seat])),
        float(count(p.bag[seat], WEAR)),
        float(count(owned, WHITE)),
        float(count(owned, LIGHT)),
        float(count(owned, DARK)),
        float(count(owned, BLACK)),
        float(missing),
        1.0 if to_move(p, seat) else 0.0,
        path,
        float(p.money) if turn else 0.0,
        float(leader - score(p, seat)) * 0.1,
    ]


def strength(p: Automobiles, pile: int, values: Values) -> float:
    """What the cubes of a pile bring when they are drawn, by the tuned figures; more than enough of a colour count for less."""
    total = 0.0
    for colour in range(COLOURS):
        number = count(pile, colour)
        if number:
            worth = values.strength[p.card_of[colour]]
            enough = values.enough[p.card_of[colour]]
            total += worth * (number if number <= enough else enough + values.surplus * (number - enough))
    return total


def to_move(p: Automobiles, seat: int) -> bool:
    """Whether the seat's turn of this round is still to come, or going on."""
    if p.current == NOBODY:
        return True
    if p.current == seat:
        return not p.used[seat] or bool(p.path)
    order = p.in_turn_order()
    return order.index(seat) > order.index(p.current)


def left(p: Automobiles) -> float:
    """The part of the race that the leader has before it."""
    leader = 0
    for seat in range(p.seats):
        leader = max(leader, score(p, seat))
    return max(0.0, min(1.0, 1.0 - leader / (p.agreed.laps * p.track.positions)))
