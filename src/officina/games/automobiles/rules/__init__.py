"""The rules of Automobiles, one module a chapter of the rulebook or a colour of cards."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import Step
from officina.games.automobiles.rules.action import EFFECT_STEPS, Action
from officina.games.automobiles.rules.buying import BeginBuying, Buy, GridBuy
from officina.games.automobiles.rules.discarding import RemoveDiscard
from officina.games.automobiles.rules.driving import Decline, MoveCar
from officina.games.automobiles.rules.engines import HybridColour, SuperchargeTake
from officina.games.automobiles.rules.garage import EngineerDiscard, ManagerRebag, ManagerRemove, MechanicPark
from officina.games.automobiles.rules.handling import SteeringGear, SuspensionGear
from officina.games.automobiles.rules.movement import Drive
from officina.games.automobiles.rules.performance import (
    BoostDraw,
    BoostGo,
    BoostLate,
    BoostOffer,
    BoostOpponent,
    BoostOpponents,
    LateBoosts,
    NitroKeep,
)
from officina.games.automobiles.rules.pit import PitTeamGain, PitTeamRemove
from officina.games.automobiles.rules.setup import (
    FirstHands,
    FirstPlayer,
    GridMoney,
    GridPick,
    LayOutCards,
    Purchases,
    StartingGrid,
)
from officina.games.automobiles.rules.turn import BeginRound, EndPhase, EndRound, PitStop, TakeTurn, TurnType

STEPS: Final[list[type[Step[Any]]]] = [
    LayOutCards, FirstPlayer, StartingGrid, GridPick, Purchases, GridMoney, GridBuy, FirstHands,
    BeginRound, TakeTurn, LateBoosts, BoostLate, TurnType, PitStop,
    Action, *EFFECT_STEPS, Drive, RemoveDiscard,
    EngineerDiscard, ManagerRemove, ManagerRebag, MechanicPark, PitTeamRemove, PitTeamGain,
    SuspensionGear, SteeringGear, BoostGo, BoostDraw, BoostOpponents, BoostOpponent, BoostOffer, NitroKeep,
    HybridColour, SuperchargeTake,
    BeginBuying, Buy, MoveCar, Decline, EndPhase, EndRound,
]  # fmt: skip
