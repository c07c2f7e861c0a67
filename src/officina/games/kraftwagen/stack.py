"""Which steps may wait, in which order and with what: no save has others."""

from __future__ import annotations

from typing import Final

from officina.core.stacks import Stack, of_kind, taken, wrong_step
from officina.core.text import Message
from officina.games.kraftwagen.state import NO_CARD, NO_TILE, PHASES, SETUP, Kraftwagen

STACK: Final = Stack(
    PHASES,
    """
    PickBuyer      own   actions+setup Actions
    DaimlerMarker  own   actions+setup Actions MarketMenu PickTile
    DaimlerBuyer   own   actions+setup Actions MarketMenu PickTile
    DieselCar      own   actions+setup Actions MarketMenu PickTile
    DieselWhat     own   actions+setup Actions MarketMenu PickTile
    DieselValue    own   actions+setup Actions MarketMenu PickTile
    ReturnWorkers  own   actions+setup Actions MarketMenu PickTile
    Hire           own   actions+setup Actions DiscardInstant TakeCard
    Activate       own   actions+setup Hire ReturnWorkers
    PhaseTwo       own   actions       EndTurn
    MarketMenu     own   actions       EndTurn
    MarketChoice   own   actions       EndTurn
    CarBody        own   actions       MarketMenu
    CarEngine      own   actions       MarketMenu
    CarPrice       own   actions       MarketMenu
    CarWorkers     own   actions       MarketMenu
    CarEngineer    own   actions       MarketMenu
    PlaceBody      own   actions+setup Actions DiscardInstant Hire PlaceEngine ReturnWorkers
    PlaceEngine    own   actions+setup Actions DiscardInstant Hire PlaceBody ReturnWorkers
    TakeCard       own   actions+setup Actions
    PickPart       own   actions+setup DiscardInstant
    DiscardInstant own   actions+setup Actions
    BenzBuyer      seat  scoring       ScoreRace
    ScoreRace      table scoring       SellCars
    SellCars       table scoring       ClearMarket
    ClearMarket    table scoring       EndRound
    LayTable       table setup         nothing
    PickStartTile  each  setup         ClearOffer PickStartTile
    ClearOffer     table setup         BeginRound
    BeginRound     table scoring+setup nothing
    BeginTurn      table actions       nothing
    PickTile       own   actions       PhaseTwo
    Actions        seat  actions+setup ClearOffer PhaseTwo PickStartTile
    PickAction     seat  actions+setup ClearOffer PhaseTwo PickStartTile
    EndTurn        seat  actions       nothing
    EndRound       table scoring       nothing
    """,
)


CAR: Final = ("CarEngine", "CarPrice", "CarWorkers", "CarEngineer")
DIESEL: Final = ("DieselWhat", "DieselValue", "ReturnWorkers")


def check_stack(p: Kraftwagen) -> Message | None:
    """A car is put together from what its builder has, Diesel changes a car that is there, an instant is discarded once."""
    for step in p.stack:
        name = type(step).__name__
        player = p.players[step.seat]
        if name in CAR:
            body, engine, price, workers = (*step.args, 0, 0, 0)[:4]
            has = (
                body in player.bodies
                and (not engine or engine in player.engines)
                and (not price or price in p.price_row)
                and (name != "CarEngineer" or 1 <= workers <= player.canteen)
            )
            if not has or len(p.market) >= p.parts.capacity[p.seats]:
                return wrong_step(step)
        no_car = name in DIESEL and not [car for car in p.market if car.price == taken(step, "price")]
        if no_car or (name == "TakeCard" and not p.face_up) or (name == "PickTile" and step.seat != p.tail_seat()):
            return wrong_step(step)
    for step in of_kind(p, "Actions", "PickAction"):
        if list(step.args) != sorted(step.args):
            return wrong_step(step)
    if p.stack and p.tail_seat() < 0 and not of_kind(p, "EndTurn", "LayTable"):
        return wrong_step(p.stack[-1])
    if len(of_kind(p, "DiscardInstant")) != (p.resolving != NO_CARD):
        return wrong_step(p.stack[-1])
    choosing = [step.seat for step in of_kind(p, "PickStartTile")]
    without = [seat for seat in range(p.seats) if p.players[seat].start_tile == NO_TILE]
    if sorted(choosing) != without and not of_kind(p, "LayTable"):
        return wrong_step(p.stack[-1]) if p.stack else Message("kernel.save.impossible")
    if p.phase == SETUP and len(choosing) > len(p.offer_tiles):
        return wrong_step(p.stack[-1])
    return None
