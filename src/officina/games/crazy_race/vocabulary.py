"""The decisions of Crazy Race (the spec's D1-D8) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Choice, Decision
from officina.games.crazy_race.nouns import CARD, COLOUR, MODEL, POINTS, SIDE, STEPS

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

DECISIONS: Final = [
    Decision(PLACE_CARD, "place_card", Choice("", "card", value=CARD), "pass", "retake", secret=True),
    Decision(PLACE_SIDE, "place_side", side=SIDE),
    Decision(FREE_LOCO, "free_loco", model=MODEL),
    Decision(SPLIT_LOCO, "split_loco", model=MODEL),
    Decision(SPLIT_STEPS, "split_steps", n=STEPS),
    Decision(FINISH_REWARD, "finish_reward", "pile", Choice("steal", who=COLOUR)),
    Decision(CONSOLATION, "consolation", Choice("", "take", value=CARD), "decline"),
    Decision(PENALTY_DISCARD, "penalty_discard", value=POINTS),
]
