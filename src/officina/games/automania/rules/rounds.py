"""The round: AM-20."""

from __future__ import annotations

from typing import Any

from officina.core.step import Step
from officina.games.automania.events import ROUND_BEGAN
from officina.games.automania.rules.ending import CountMedals, RankMoney, SellLeftovers
from officina.games.automania.rules.new_round import AdvanceMarker, ClearMarkets, DealTiles, NewOrder, TakeBackWorkers
from officina.games.automania.rules.sales import BeginSales
from officina.games.automania.rules.turn import NextTurn
from officina.games.automania.state import ACTION, NOBODY, Automania


class BeginRound(Step[Automania]):
    """AM-20: action phase, sales phase, then the new round or the end."""

    def run(self, p: Automania) -> list[Step[Any]]:
        p.phase = ACTION
        p.tell(ROUND_BEGAN, NOBODY, (p.round, *p.order))
        return [NextTurn(args=(0,)), BeginSales(), EndRound()]


class EndRound(Step[Automania]):
    """AM-20, AM-140 to AM-154: three times a new round is prepared, after the fourth the game ends."""

    def run(self, p: Automania) -> list[Step[Any]]:
        if p.round < p.parts.rounds:
            return [AdvanceMarker(), ClearMarkets(), DealTiles(), NewOrder(), TakeBackWorkers(), BeginRound()]
        return [SellLeftovers(), CountMedals(), RankMoney()]
