"""How a position stands: expected final margins and chances to win, from weights that were fitted on self-play.

A game's ``features.py`` counts what matters to a seat and says how much of the game is left; ``evaluation.toml`` holds a weight
for every feature at a few points of the game, with the command and the figures of the fit (``officina fit``). Between two
points weights are interpolated. It looks at the whole position: whoever must not know everything asks about a redrawn one.
Compiled like the engine.
"""

from __future__ import annotations

import tomllib
from math import exp
from pathlib import Path
from typing import Any, Final

from officina.core.position import Position

EVALUATION_FILE: Final = "evaluation.toml"
LEFT: Final[list[float]] = [1.0, 0.6, 0.3, 0.0]
"""The points of the game that have weights of their own, by the part of the game that is left."""


class Evaluation:
    """The fitted weights of a game."""

    def __init__(self, features: Any, left: Any, weights: list[list[float]], narrow: float, wide: float) -> None:
        self.features = features
        self.left = left
        self.weights = weights
        """At each point of the game, of every feature."""
        self.narrow = narrow
        self.wide = wide
        """The lead in points that makes winning e times as likely: at the end, and how much more at the beginning."""

    def worths(self, p: Position) -> list[float]:
        """What every seat may expect to end with, but for a number that is the same for all."""
        left: float = self.left(p)
        upper = point_before(left)
        part = share_of(left, upper)
        first = self.weights[upper]
        second = self.weights[upper + 1]
        found: list[float] = []
        for seat in range(p.seats):
            counted: list[float] = self.features(p, seat)
            total = 0.0
            for place in range(len(counted)):
                total += counted[place] * (first[place] * part + second[place] * (1.0 - part))
            found.append(total)
        return found

    def margins(self, p: Position) -> list[float]:
        """The expected final lead of every seat over the best of the others."""
        return leads(as_floats(p.scores()) if p.over else self.worths(p))

    def chances(self, p: Position) -> list[float]:
        """The chance of every seat to win."""
        if p.over:
            winners = p.game.winners(p)
            return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(p.seats)]
        left: float = self.left(p)
        return softmax(self.worths(p), self.narrow + self.wide * left)


def point_before(left: float) -> int:
    """The last point of the game that lies before this one, or the last but one of all."""
    upper = 0
    while upper < len(LEFT) - 2 and left < LEFT[upper + 1]:
        upper += 1
    return upper


def share_of(left: float, upper: int) -> float:
    """How much the point before counts; the next one counts for the rest."""
    part = (left - LEFT[upper + 1]) / (LEFT[upper] - LEFT[upper + 1])
    return min(1.0, max(0.0, part))


def as_floats(scores: list[int]) -> list[float]:
    """Whole points as figures."""
    return [float(score) for score in scores]


def leads(worths: list[float]) -> list[float]:
    """What each has more than the best of the others."""
    found: list[float] = []
    for seat in range(len(worths)):
        best = -1e9
        for other in range(len(worths)):
            if other != seat and worths[other] > best:
                best = worths[other]
        found.append(worths[seat] - best)
    return found


def softmax(worths: list[float], scale: float) -> list[float]:
    """Shares that grow e times with every so many points."""
    most = max(worths)
    raised = [exp(max(-30.0, (worth - most) / scale)) for worth in worths]
    total = sum(raised)
    return [each / total for each in raised]


def load_evaluation(path: Path, names: list[str], features: Any, left: Any) -> Evaluation | None:
    """The weights of a file; None if there is none, or if it was fitted for other features than the game has now."""
    if not path.exists():
        return None
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    weights: dict[str, list[float]] = data["weights"]
    if list(weights) != names:
        return None
    points = [[float(weights[name][point]) for name in names] for point in range(len(LEFT))]
    return Evaluation(features, left, points, float(data["chance"]["narrow"]), float(data["chance"]["wide"]))
