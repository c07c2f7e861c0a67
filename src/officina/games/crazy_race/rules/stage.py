"""The stage: its order, and the end of the game. CR-12 to CR-15, CR-77, CR-78, CR-80 to CR-83."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.games.crazy_race.components import SIDES
from officina.games.crazy_race.events import GAME_ENDED, STAGE_BEGAN
from officina.games.crazy_race.rules.discarding import ClearStage, consolations
from officina.games.crazy_race.rules.evaluation import EvaluateSide
from officina.games.crazy_race.rules.penalties import RearPenalty
from officina.games.crazy_race.rules.placing import PLACE_CARD_OF
from officina.games.crazy_race.state import DISCARDING, ENDED, PLACING, CrazyRace


class BeginStage(Step[CrazyRace]):
    """CR-12, CR-13, CR-15: the next stage card is turned up; placing, evaluation side by side, discarding."""

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        p.stage += 1
        p.phase = PLACING
        p.turn = 0
        opener = p.opener()
        p.tell(STAGE_BEGAN, opener, (p.stage, p.stage_card()))
        return PLACE_CARD_OF[opener] + AFTER_PLACING


class EndStage(Step[CrazyRace]):
    """CR-77, CR-80 to CR-83: after the last stage the game ends; otherwise consolation, discarding, the next stage (CR-78)."""

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        if p.last_stage or p.stage == len(p.deck):
            return END
        p.phase = DISCARDING
        return consolations(p) + NEXT_STAGE


class EndGame(Step[CrazyRace]):
    """CR-80, CR-84: nothing follows; the points cards are counted."""

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        p.phase = ENDED
        p.tell(GAME_ENDED, args=(p.stage,))
        return NOTHING


AFTER_PLACING: Final[list[Step[Any]]] = [*[EvaluateSide(args=(side,)) for side in range(SIDES)], EndStage()]
NEXT_STAGE: Final[list[Step[Any]]] = [ClearStage(), BeginStage()]
END: Final[list[Step[Any]]] = [RearPenalty(), EndGame()]
