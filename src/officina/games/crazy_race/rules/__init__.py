"""The rules of Crazy Race, one module a chapter of the rulebook, in the order of play."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import Step
from officina.games.crazy_race.rules.discarding import ClearStage, Consolation
from officina.games.crazy_race.rules.evaluation import EvaluateSide, FreeLoco, Split, SplitLoco, SplitSteps
from officina.games.crazy_race.rules.movement import FinishReward
from officina.games.crazy_race.rules.penalties import PenaltyDiscard, RearPenalty
from officina.games.crazy_race.rules.placing import PlaceCard, PlaceSide
from officina.games.crazy_race.rules.setup import DrawFirstPlayer, ShufflePoints, ShuffleStages
from officina.games.crazy_race.rules.stage import BeginStage, EndGame, EndStage

STEPS: Final[list[type[Step[Any]]]] = [
    DrawFirstPlayer, ShuffleStages, ShufflePoints, BeginStage, PlaceCard, PlaceSide,
    EvaluateSide, FreeLoco, Split, SplitLoco, SplitSteps, FinishReward,
    EndStage, Consolation, ClearStage, RearPenalty, PenaltyDiscard, EndGame,
]  # fmt: skip
