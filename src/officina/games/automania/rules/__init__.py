"""The rules of Automania, one module a chapter of the rulebook, in the order of play."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import Step
from officina.games.automania.rules.contracts import ContractAction, DrawContract
from officina.games.automania.rules.ending import CountMedals, RankMoney, SellLeftovers
from officina.games.automania.rules.new_round import (
    AdvanceMarker,
    ClearMarkets,
    DealTiles,
    DemandSide,
    NewOrder,
    TakeBackWorkers,
)
from officina.games.automania.rules.offices import ChooseOffice, OfficeContract, OfficeTile
from officina.games.automania.rules.production import CarTile, CarType, ChooseMarket, Marketing, PlaceCar, PlayContract
from officina.games.automania.rules.round import BeginRound, EndRound
from officina.games.automania.rules.sales import BeginSales, ReturnYachts, Sell, Unload
from officina.games.automania.rules.setup import (
    ChooseFactories,
    ChooseFactory,
    DealContracts,
    DealDemand,
    DealStartCards,
    DrawOrder,
    ShufflePiles,
)
from officina.games.automania.rules.tiles import PlaceTile, TakeTile
from officina.games.automania.rules.turn import NextTurn, Turn

STEPS: Final[list[type[Step[Any]]]] = [
    DrawOrder, ShufflePiles, DealDemand, DealContracts, DealStartCards, ChooseFactories, ChooseFactory,
    BeginRound, NextTurn, Turn, TakeTile, PlaceTile, CarType, ChooseMarket, CarTile, Marketing, PlayContract, PlaceCar,
    ContractAction, DrawContract, ChooseOffice, OfficeTile, OfficeContract,
    BeginSales, Unload, Sell, ReturnYachts, EndRound,
    AdvanceMarker, DemandSide, ClearMarkets, DealTiles, NewOrder, TakeBackWorkers,
    SellLeftovers, CountMedals, RankMoney,
]  # fmt: skip
