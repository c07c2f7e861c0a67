"""The decisions of Crazy Race (the spec's D1-D8) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Kind, Vocabulary
from officina.games.crazy_race.components import SEATS, SIDES, Parts

PLACE_CARD: Final = 1
PLACE_SIDE: Final = 2
FREE_LOCO: Final = 3
SPLIT_LOCO: Final = 4
SPLIT_STEPS: Final = 5
FINISH_REWARD: Final = 6
CONSOLATION: Final = 7
PENALTY_DISCARD: Final = 8

# The options of ``place_card`` and ``consolation`` are the cards, then ``pass`` and ``retake``, or ``decline``: which numbers
# those have depends on how many different values there are (``Parts.no_card`` and ``Parts.retake``).

PILE: Final = 0
"""Option of ``finish_reward``: the finish pile; stealing from seat s is option s + 1."""


def build(parts: Parts) -> Vocabulary:
    """The vocabulary, with values and colours named as in the components."""
    cards = [str(value) for value in parts.values]
    models = [model.code for model in parts.models]
    colours = [colour.code for colour in parts.colours]
    return Vocabulary(
        [
            Kind("place_card", [*cards, "pass", "retake"], secret=True),
            Kind("place_side", [str(side) for side in range(SIDES)]),
            Kind("free_loco", models),
            Kind("split_loco", models),
            Kind("split_steps", [str(steps) for steps in range(1, SEATS * parts.rounds + 1)]),
            Kind("finish_reward", ["pile", *[f"steal {colour}" for colour in colours]]),
            Kind("consolation", [*cards, "decline"]),
            Kind("penalty_discard", [str(value) for value in parts.points_values]),
        ]
    )
