"""What the heuristics of version 0.1 think of many positions, as a digest: the yardstick must never change.

``python -m tests.yardstick`` prints the digests; they were taken with the code of version 0.1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from officina import GAMES, Game, Position, Rng

Weights = Callable[[Position, int, Rng], list[float]]

DECISIONS = 120
"""Of each game that is looked at."""
GAMES_EACH = 4


def digest(game: Game, weights: Weights) -> str:
    """The weights of every decision in a few games, two thirds of them played by the weights, the others at random."""
    found = hashlib.sha256()
    for number in range(GAMES_EACH):
        players = game.players[number % len(game.players)]
        p = game.start(players, f"yardstick {number}")
        rng = Rng(f"yardstick choices {number}")
        for _ in range(DECISIONS):
            if not p.to_act:
                break
            seat = p.to_act[0]
            liked = weights(p, seat, Rng(f"yardstick samples {number}"))
            found.update(" ".join(f"{weight:.6g}" for weight in liked).encode())
            options = p.options(seat)
            p.apply(seat, options[rng.weighted(liked)] if rng.below(3) else rng.pick(options))
    return found.hexdigest()[:16]


if __name__ == "__main__":
    for game in GAMES.values():
        print(game.name, digest(game, lambda p, seat, rng: p.game.weights(p, seat, rng)))
