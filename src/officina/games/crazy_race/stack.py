"""Which steps may wait, in which order and with what: no save has others."""

from __future__ import annotations

from typing import Final

from officina.core.piles import count
from officina.core.stacks import Stack, of_kind, taken, wrong_step
from officina.core.text import Message
from officina.games.crazy_race.components import FINISH, MODELS, SIDES
from officina.games.crazy_race.state import EVALUATION, PHASES, PLACING, CrazyRace

STACK: Final = Stack(
    PHASES,
    """
    Consolation     each  discard            ClearStage Consolation
    ClearStage      table discard            BeginStage
    EvaluateSide    table evaluation+placing EndStage EvaluateSide
    FreeLoco        seat  evaluation         EndStage EvaluateSide
    Split           seat  evaluation         EndStage EvaluateSide
    SplitLoco       seat  evaluation         EndStage EvaluateSide
    SplitSteps      seat  evaluation         EndStage EvaluateSide
    FinishReward    own   evaluation         EndStage EvaluateSide Split
    RearPenalty     table evaluation         EndGame
    PenaltyDiscard  each  evaluation         EndGame PenaltyDiscard
    PlaceCard       seat  placing            EvaluateSide
    PlaceSide       seat  placing            EvaluateSide
    DrawFirstPlayer table setup              ShuffleStages
    ShuffleStages   table setup              ShufflePoints
    ShufflePoints   table setup              BeginStage
    BeginStage      table discard+setup      nothing
    EndStage        table evaluation+placing nothing
    EndGame         table evaluation         nothing
    """,
)


MOVES: Final = ("FreeLoco", "Split", "SplitLoco", "SplitSteps")


def check_stack(p: CrazyRace) -> Message | None:
    """CR-16, CR-38: sides still to be evaluated in their order, the turn of whoever's it is, points that the side gives."""
    sides = of_kind(p, "EvaluateSide")
    if sides and [taken(step, "side") for step in sides] != list(range(p.shown, p.shown + len(sides))):
        return wrong_step(sides[0])
    if of_kind(p, "EndStage") and p.phase in (PLACING, EVALUATION) and p.shown + len(sides) != SIDES:
        return wrong_step(p.stack[-1])
    for step in of_kind(p, "PlaceCard", "PlaceSide"):
        if p.turn >= p.seats * p.parts.rounds or step.seat != (p.opener() + p.turn) % p.seats or p.shown or p.last_stage:
            return wrong_step(step)
        if step.args and not count(p.hands[step.seat], taken(step, "card")):
            return wrong_step(step)
    for step in of_kind(p, *MOVES):
        if not p.shown or taken(step, "points") > (p.distance_of(p.shown - 1) or len(p.cards_beside(p.shown - 1))):
            return wrong_step(step)
        if type(step).__name__ == "SplitSteps" and p.progress[step.seat * MODELS + taken(step, "model")] == FINISH:
            return wrong_step(step)
    return None
