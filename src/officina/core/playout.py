"""Playing on, at random or by a policy: the innermost loop of searches and measurements, compiled like the engine it drives."""

from __future__ import annotations

from typing import Any

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
        options = p.offered(seat)
        p.take(seat, options[rng.below(len(options))])
        decisions += 1
    return decisions


def play_on(p: Position, policies: list[Any], rng: Rng, turn: int = 0, round_: int = 0, changes: int = 0) -> int:
    """Let every seat play by its policy (a set of figures of :meth:`Game.values`) until the game is over or cut.

    It is cut when the game's count of turns reaches ``turn``, its round ``round_``, or when another seat has come to act
    ``changes`` times; 0: not. Returns how many decisions were taken. Whoever asks has drawn what is hidden anew.
    """
    game = p.game
    decisions = 0
    last = -1
    while True:
        waiting = p.to_act
        if not waiting:
            break
        seat = waiting[0]
        if seat != last:
            if last >= 0:
                changes -= 1
                if not changes:
                    break
            last = seat
        if (turn and game.turns(p) >= turn) or (round_ and game.moment(p)[0] >= round_):
            break
        liked = game.weights_by(policies[seat], p, seat, rng)
        p.take(seat, p.offered(seat)[rng.weighted(liked)])
        decisions += 1
    return decisions
