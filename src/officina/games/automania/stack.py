"""Which steps may wait, in which order and with what: no save has others."""

from __future__ import annotations

from typing import Final

from officina.core.stacks import Stack, of_kind, taken, wrong_step
from officina.core.text import Message
from officina.games.automania import components as c
from officina.games.automania.state import CAR_KINDS, NO_OFFICE, NO_TILE, PHASES, Automania

STACK: Final = Stack(
    PHASES,
    """
    ContractAction  seat  action                NextTurn
    DrawContract    seat  action                NextTurn
    SellLeftovers   table sales                 CountMedals
    CountMedals     table sales                 RankMoney
    RankMoney       table sales                 nothing
    AdvanceMarker   table sales                 ClearMarkets
    DemandSide      seat  new_round             ClearMarkets
    ClearMarkets    table new_round+sales       DealTiles
    DealTiles       table new_round+sales       NewOrder
    NewOrder        table new_round+sales       TakeBackWorkers
    TakeBackWorkers table new_round+sales       BeginRound
    ChooseOffice    seat  action                NextTurn
    OfficeTile      seat  action                NextTurn
    OfficeContract  seat  action                NextTurn
    CarType         seat  action                NextTurn
    ChooseMarket    seat  action                NextTurn
    CarTile         seat  action                NextTurn
    Marketing       seat  action                NextTurn
    PlayContract    own   action                PlaceCar
    PlaceCar        seat  action                NextTurn
    BeginRound      table new_round+sales+setup nothing
    EndRound        table action+sales          nothing
    BeginSales      table action+sales          EndRound
    Unload          table sales                 ReturnYachts Unload
    Sell            seat  sales                 Unload
    ReturnYachts    table sales                 EndRound
    DrawOrder       table setup                 ShufflePiles
    ShufflePiles    table setup                 DealDemand
    DealDemand      table setup                 DealContracts
    DealContracts   table setup                 DealStartCards
    DealStartCards  table setup                 ChooseFactories
    ChooseFactories table setup                 BeginRound
    ChooseFactory   each  setup                 BeginRound ChooseFactory
    TakeTile        own   action                CarType ChooseMarket ContractAction
    PlaceTile       own   action                CarType ChooseMarket ContractAction NextTurn
    NextTurn        table action                BeginSales
    Turn            seat  action                NextTurn
    """,
)


OFFICE_STEPS: Final = ("ChooseOffice", "OfficeTile", "OfficeContract")
CAR_STEPS: Final = ("Marketing", "PlayContract", "PlaceCar")


def check_stack(p: Automania) -> Message | None:
    """AM-21, AM-112: the turn of whoever's it is, an office for whoever passed, tiles and cars that are not elsewhere."""
    placed = [tile for player in p.players for tile in (*player.stations, *player.managers, *player.styles)]
    elsewhere = {*p.pile_a, *p.pile_b, *p.grid, *p.office_tiles, *placed}
    for step in p.stack:
        name, player = type(step).__name__, p.players[step.seat]
        if name == "PlaceTile" and taken(step, "tile") in (NO_TILE, *elsewhere):
            return wrong_step(step)
        if name in OFFICE_STEPS and (not player.passed or (player.office == NO_OFFICE) != (name == "ChooseOffice")):
            return wrong_step(step)
        if name == "Turn" and player.passed:
            return wrong_step(step)
        if name in CAR_STEPS and not has_car(p, step.seat, taken(step, "car")):
            return wrong_step(step)
        if name == "Sell":
            car = p.ships[taken(step, "market") * (c.SHIP_SPACES + 1) + taken(step, "space") - 1]
            if car == c.NO_CAR or car // (c.ELECTRIC + 1) != step.seat:
                return wrong_step(step)
    for step in of_kind(p, "NextTurn"):
        acting = [other.seat for other in p.stack if other.seat >= 0]
        if acting and p.order[taken(step, "place") - 1] != acting[-1]:
            return wrong_step(step)
    return None


def has_car(p: Automania, seat: int, car: int) -> bool:
    """AM-86: a tile of the car is at hand, or on a ship or yacht, from where it may come back first."""
    return bool(p.players[seat].cars[car]) or seat * CAR_KINDS + car in p.ships
