"""Playing on at random: the innermost loop of searches and measurements, compiled like the engine it drives."""

from __future__ import annotations

from officina.core.position import Position
from officina.core.rng import Rng


def play_out(p: Position, rng: Rng, most: int = 1_000_000_000) -> int:
    """Play random legal choices, at most so many, until the game is over; returns how many were taken."""
    decisions = 0
    while decisions < most:
        waiting = p.to_act
        if not waiting:
            break
        seat = waiting[0]
        options = p.options(seat)
        p.apply(seat, options[rng.below(len(options))])
        decisions += 1
    return decisions
