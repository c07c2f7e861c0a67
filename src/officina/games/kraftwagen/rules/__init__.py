"""The rules of Kraftwagen, one module a chapter of the rulebook."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import Step
from officina.games.kraftwagen.rules.buyers import PickBuyer
from officina.games.kraftwagen.rules.engineers import (
    DaimlerBuyer,
    DaimlerMarker,
    DieselCar,
    DieselValue,
    DieselWhat,
    ReturnWorkers,
)
from officina.games.kraftwagen.rules.hiring import Activate, Hire
from officina.games.kraftwagen.rules.market import (
    CarBody,
    CarEngine,
    CarEngineer,
    CarPrice,
    CarWorkers,
    MarketChoice,
    MarketMenu,
    PhaseTwo,
)
from officina.games.kraftwagen.rules.parts import PlaceBody, PlaceEngine
from officina.games.kraftwagen.rules.research import DiscardInstant, PickPart, TakeCard
from officina.games.kraftwagen.rules.round_end import BenzBuyer, ClearMarket, ScoreRace, SellCars
from officina.games.kraftwagen.rules.setup import ClearOffer, LayTable, PickStartTile
from officina.games.kraftwagen.rules.turn import Actions, BeginRound, BeginTurn, EndRound, EndTurn, PickAction, PickTile

STEPS: Final[list[type[Step[Any]]]] = [
    LayTable, PickStartTile, ClearOffer, BeginRound, BeginTurn, PickTile, Actions, PickAction,
    Hire, Activate, TakeCard, PickPart, DiscardInstant, PlaceBody, PlaceEngine, PickBuyer,
    DaimlerMarker, DaimlerBuyer, DieselCar, DieselWhat, DieselValue, ReturnWorkers,
    PhaseTwo, MarketMenu, MarketChoice, CarBody, CarEngine, CarPrice, CarWorkers, CarEngineer, EndTurn,
    BenzBuyer, ScoreRace, SellCars, ClearMarket, EndRound,
]  # fmt: skip
