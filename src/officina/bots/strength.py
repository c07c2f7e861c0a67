"""How strong the levels are: what was measured of each, from ``strength.toml`` in the folder of a game."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from officina.bots.levels import LEVELS, USUAL_LEVEL
from officina.core.game import Game

LEVEL = 0.5
"""Who is in front in half of all pairs is as strong as the other."""


def before_usual(game: Game, bot: str) -> float | None:
    """The share of pairs in which the bot comes in before the usual level; None if nobody measured it."""
    if bot in (USUAL_LEVEL, "heuristic"):  # its old name
        return LEVEL
    return measured(game.folder).get(bot) if bot in LEVELS else None


@lru_cache(maxsize=64)
def measured(folder: Path) -> dict[str, float]:
    """The figures of a game; none if it says nothing."""
    path = folder / "strength.toml"
    if not path.exists():
        return {}
    return {str(name): float(share) for name, share in tomllib.loads(path.read_text(encoding="utf-8")).items()}
