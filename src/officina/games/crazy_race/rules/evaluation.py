"""3 Evaluating the sides: CR-38 to CR-47."""

from __future__ import annotations

from typing import Any, Final

from officina.core.nouns import NUMBER, SetOf
from officina.core.step import NOTHING, Judged, Step, options_from
from officina.core.text import Reason
from officina.games.crazy_race.components import FINISH, MODELS, NO_MODEL, QUESTION, SEATS
from officina.games.crazy_race.events import MOVE_LOST, POINTS_LOST, SIDE_SHOWN, SIDE_WON
from officina.games.crazy_race.nouns import MODEL, SIDE
from officina.games.crazy_race.rules.movement import move
from officina.games.crazy_race.state import EVALUATION, CrazyRace, card_of, owner_of
from officina.games.crazy_race.vocabulary import FREE_LOCO, SPLIT_LOCO, SPLIT_STEPS

ALL_MODELS: Final[list[int]] = list(range(MODELS))


class EvaluateSide(Step[CrazyRace]):
    """CR-38, CR-39, CR-42: the cards of a side are turned face up and its movement is carried out; without cards, nothing."""

    takes = {"side": SIDE}

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        side = self.args[0]
        p.phase = EVALUATION
        p.shown = side + 1
        beside = p.cards_beside(side)
        if not beside:
            return NOTHING
        seat = winner(p, side, beside)
        model, distance = p.model_of(side), p.distance_of(side)
        if model != NO_MODEL:
            if p.progress[seat * MODELS + model] < FINISH:
                return move(p, seat, model, distance)
        elif p.finished(seat) < MODELS:
            if distance == QUESTION:
                return [Split(seat, (len(beside), 0))]
            return [FreeLoco(seat, (distance,))]
        p.tell(MOVE_LOST, seat, (side, model))
        return NOTHING


def winner(p: CrazyRace, side: int, beside: list[int]) -> int:
    """CR-40, CR-41: the highest sum of own cards; of equal ones, whose first card was laid earliest."""
    sums = [0] * SEATS
    by_first_card: list[int] = []
    for laid in beside:
        seat = owner_of(laid)
        if not sums[seat]:
            by_first_card.append(seat)
        sums[seat] += p.parts.values[card_of(laid)]
    best = by_first_card[0]
    for seat in by_first_card:
        if sums[seat] > sums[best]:
            best = seat
    if p.events is not None:
        shown = [side]
        for laid in beside:
            shown += [owner_of(laid), p.parts.values[card_of(laid)]]
        p.tell(SIDE_SHOWN, args=tuple(shown))
        p.tell(SIDE_WON, best, (side, sums[best], 1 if sums.count(sums[best]) > 1 else 0))
    return best


class FreeLoco(Judged[CrazyRace]):
    """CR-44, CR-46: on a free side the winner chooses one unfinished locomotive; it moves the whole number."""

    kind = FREE_LOCO
    rule = "CR-44"
    takes = {"points": NUMBER}

    def candidates(self, p: CrazyRace) -> list[int]:
        return ALL_MODELS

    def verdict(self, p: CrazyRace, option: int) -> str:
        return "" if p.progress[self.seat * MODELS + option] < FINISH else "finished"

    def facts(self, p: CrazyRace, option: int) -> dict[str, Any]:
        return {"model": MODEL.say(option, p.parts)}

    def choose(self, p: CrazyRace, option: int) -> list[Step[Any]]:
        return move(p, self.seat, option, self.args[0])


def may_take_piece(p: CrazyRace, seat: int, had: int) -> list[int]:
    """CR-45: the unfinished locomotives that had no piece of this question side yet (``had``: the models that did)."""
    return [model for model in range(MODELS) if not had >> model & 1 and p.progress[seat * MODELS + model] < FINISH]


class Split(Step[CrazyRace]):
    """CR-45: the points of a question side go on being split while points and locomotives last; the rest is lost."""

    takes = {"points": NUMBER, "had": SetOf(MODEL)}

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        points, had = self.args[0], self.args[1]
        if not points:
            return NOTHING
        if not may_take_piece(p, self.seat, had):
            p.tell(POINTS_LOST, self.seat, (points,))
            return NOTHING
        return [SplitLoco(self.seat, self.args)]


class SplitLoco(FreeLoco):
    """CR-45: which locomotive takes the next piece; each takes at most one."""

    kind = SPLIT_LOCO
    rule = "CR-45"
    takes = Split.takes

    def verdict(self, p: CrazyRace, option: int) -> str:
        return "had_a_piece" if self.args[1] >> option & 1 else super().verdict(p, option)

    def choose(self, p: CrazyRace, option: int) -> list[Step[Any]]:
        return [SplitSteps(self.seat, (self.args[0], self.args[1], option))]


class SplitSteps(Step[CrazyRace]):
    """CR-45, CR-46: how many points it takes: never more than it needs, and all it can if no other locomotive can follow."""

    kind = SPLIT_STEPS
    rule = "CR-45"
    takes = {**Split.takes, "model": MODEL}

    def options(self, p: CrazyRace) -> list[int]:
        points, had, model = self.args[0], self.args[1], self.args[2]
        most = min(points, p.need(self.seat, model))
        if may_take_piece(p, self.seat, had | 1 << model):
            return options_from(0, most)
        return [most - 1]

    def choose(self, p: CrazyRace, option: int) -> list[Step[Any]]:
        points, had, model = self.args[0], self.args[1], self.args[2]
        steps = option + 1
        return move(p, self.seat, model, steps) + [Split(self.seat, (points - steps, had | 1 << model))]

    def why_not(self, p: CrazyRace, option: int) -> Reason:
        points, model = self.args[0], self.args[2]
        steps = option + 1
        if steps > points:
            return Reason("crazy_race.refuse.too_many_steps", "CR-45", steps=steps, n=points)
        need = p.need(self.seat, model)
        if steps > need:
            name = MODEL.say(model, p.parts)
            return Reason("crazy_race.refuse.more_than_needed", "CR-46", steps=steps, model=name, n=need)
        return Reason("crazy_race.refuse.all_it_can", "CR-46", steps=steps, n=min(points, need))
