"""What a position is worth to a seat, in countable things; ``evaluation.toml`` has their weights (``officina fit``)."""

from __future__ import annotations

from typing import Final

from officina.games.fuori_di_rotella.gears import COLOURS, count, size
from officina.games.fuori_di_rotella.scoring import points, scored_robot
from officina.games.fuori_di_rotella.state import NO_CARD, FuoriDiRotella

FEATURES: Final = (
    "score", "sister", "circuits", "feet", "own_feet", "gears", "own_gears", "own_on_dumps", "own_elsewhere", "won", "pairs",
    "upgrade", "own_dump", "at_risk",
)  # fmt: skip


def features(p: FuoriDiRotella, seat: int) -> list[float]:
    """The figures of a seat, in the order of ``FEATURES``."""
    robot = scored_robot(p, seat)
    if robot < 0:
        return [0.0] * len(FEATURES)
    sister = points(p, robot)
    upgrade = 0
    won = 0
    for other in p.own_robots(seat):
        if other != robot:
            sister = points(p, other)
        if p.cards[other] != NO_CARD and not p.spent >> other & 1:
            upgrade += 1
        won += size(p.won[other]) + count(p.won[other], other)
    own_on_dumps = 0
    own_elsewhere = 0
    for number in range(COLOURS):
        own_on_dumps += count(p.dumps[number], robot)
        if number != robot and p.owner[number] != seat:
            own_elsewhere += count(p.feet[number], robot)
    feet = p.feet[robot]
    return [
        float(points(p, robot)),
        float(sister),
        float(size(p.circuits[robot])),
        float(size(feet)),
        float(count(feet, robot)),
        float(size(feet) + size(p.circuits[robot])),
        float(p.own_gears(robot)),
        float(own_on_dumps),
        float(own_elsewhere),
        float(won),
        float(size(feet) // 2),
        float(upgrade),
        float(size(p.dumps[robot])),
        float(size(feet) * size(feet)) * 0.1,
    ]


def left(p: FuoriDiRotella) -> float:
    """The part of the game that is left, by the gears that nobody has."""
    waiting = len(p.reserve)
    held = 0
    for number in range(COLOURS):
        waiting += size(p.dumps[number])
        held += size(p.feet[number]) + size(p.circuits[number]) + size(p.won[number])
    total = waiting + held
    return waiting / total if total else 1.0
