"""Which steps may wait, in which order and with what: no save has others."""

from __future__ import annotations

from typing import Final

from officina.core.stacks import Stack, of_kind, wrong_step
from officina.core.text import Message
from officina.games.automobiles.nouns import say
from officina.games.automobiles.state import NO_CARD, NOBODY, PHASES, SETUP, Automobiles

STACK: Final = Stack(
    PHASES,
    """
    Action          own   action                                BeginBuying
    BeginBuying     own   action                                MoveCar
    Buy?            seat  buy+setup                             FirstHands GridMoney MoveCar
    RemoveDiscard   own   action                                Action
    MoveCar         own   action+buy                            Decline
    Decline         own   action+buy+car                        EndPhase
    DieselEngine    own   action                                Action
    HybridEngine    own   action                                Action
    HybridColour    own   action                                Action
    RotaryEngine    own   action                                Action
    Supercharged    own   action                                Action
    SuperchargeTake own   action                                Action
    CarChief        own   action                                Action
    Engineer        own   action                                Action
    EngineerDiscard own   action                                Action
    Manager         own   action                                Action
    ManagerRemove   own   action                                ManagerRebag
    ManagerRebag    own   action                                Action
    Mechanic        own   action                                Action
    MechanicPark    own   action                                Action RemoveDiscard
    Aerodynamics    own   action                                Action
    Suspension      own   action                                Action
    SuspensionGear  own   action                                Action
    Tires           own   action                                Action
    Steering        own   action                                Action
    SteeringGear    own   action                                Action
    Drive           own   action                                Action
    Boost           own   action                                Action
    BoostGo         own   action                                BoostOpponents
    BoostDraw       own   action                                BoostOpponents
    BoostOpponents  own   action                                Action
    BoostOpponent   each  action                                Action BoostOpponent
    BoostOffer      seat  action                                Action BoostOpponent
    LateBoosts      own   turn                                  TurnType
    BoostLate       own   turn                                  LateBoosts
    Gearbox         own   action                                Action
    Nitro           own   action                                Action
    NitroKeep       own   action                                Action
    Turbo           own   action                                Action
    CrewChief       own   action                                Action
    PitCaptain      own   action                                Action
    PitCrew         own   action                                Action
    PitTeam         own   action                                Action
    PitTeamRemove   own   action                                Action
    PitTeamGain     own   action                                Action
    LayOutCards     table setup                                 FirstPlayer
    FirstPlayer     table setup                                 StartingGrid
    StartingGrid    table setup                                 Purchases
    GridPick        each  setup                                 GridPick Purchases
    Purchases       table setup                                 FirstHands
    GridMoney       each  setup                                 FirstHands GridMoney
    FirstHands      table setup                                 BeginRound
    BeginRound      table end+setup                             nothing
    TakeTurn        each  action+buy+car+decline+end+setup+turn EndRound TakeTurn
    TurnType        seat  turn                                  EndRound TakeTurn
    PitStop         own   turn                                  EndPhase
    EndPhase        seat  action+buy+car+decline+turn           EndRound TakeTurn
    EndRound        table action+buy+car+decline+end+setup+turn nothing
    """,
)


OTHERS: Final = ("TakeTurn", "BoostOpponent", "BoostOffer", "GridPick", "GridMoney")
"""Steps of a seat whose turn it is not, or need not be."""


def check_stack(p: Automobiles) -> Message | None:
    """AU-20: the turn is that of the current seat; nobody has two of them in a round; what is not settled will be."""
    unsettled = {
        "LayOutCards": NO_CARD in p.cards,
        "FirstPlayer": p.first == NOBODY,
        "StartingGrid GridPick": NOBODY in p.slots,
    }
    if any(missing and not of_kind(p, *steps.split()) for steps, missing in unsettled.items()):
        return say("check.begun")
    for step in p.stack:
        if p.phase != SETUP and step.seat != NOBODY and type(step).__name__ not in OTHERS and step.seat != p.current:
            return wrong_step(step)
    coming = [step.seat for step in of_kind(p, "TakeTurn")]
    turns = of_kind(p, "TurnType", "EndPhase")
    if turns and turns[0].seat in coming:
        return wrong_step(turns[0])
    picks = [step.seat for step in of_kind(p, "GridPick")]
    if any(p.slots[seat] != NOBODY for seat in picks):
        return wrong_step(of_kind(p, "GridPick")[0])
    return None
