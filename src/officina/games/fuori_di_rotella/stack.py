"""Which steps may wait, in which order and with what: no save has others."""

from __future__ import annotations

from typing import Final

from officina.core.stacks import Stack, of_kind, taken, wrong_step
from officina.core.text import Message
from officina.games.fuori_di_rotella.events import AT_FEET
from officina.games.fuori_di_rotella.gears import size
from officina.games.fuori_di_rotella.state import NO_PROGRAM, PHASES, FuoriDiRotella

STACK: Final = Stack(
    PHASES,
    """
    Assembly       table assemble                                     Exploration
    RevealAttacks  table program                                      RevealTraps
    Defences       table attack                                       ArmourWindow
    DefenceTake    seat  attack                                       ArmourWindow DefenceTake
    ArmourWindow   table attack                                       Robbery
    Robbery        table attack                                       RevealTraps
    RevealCollects table attack+program+trap                          RecyclerWindow
    Explore?       table explore                                      EndTurn
    Programming    table program                                      RevealAttacks
    ChooseRobot    seat  setup                                        ChooseRobot DealUpgrades
    DealUpgrades   table setup                                        FillReserve
    FillReserve    table setup                                        BeginTurn
    SharePick      seat  attack+collect+trap                          CloseTraps Deliver JudgeDump Reach SharePick
    Deliver        table attack+collect+trap                          LongArm RecyclerWindow RevealCollects RevealTraps TwinTrap
    RevealTraps    table attack+program                               RevealCollects
    JudgeTraps     table trap                                         RevealCollects
    JudgeDump      table trap                                         CloseTraps JudgeDump
    CloseTraps     table trap                                         RevealCollects
    BeginTurn      table explore+setup                                nothing
    RecyclerWindow table attack+collect+program+trap                  BeginAssembly
    BeginAssembly  table attack+collect+program+trap                  Exploration
    Exploration    table assemble+attack+collect+program+trap         EndTurn
    EndTurn        table assemble+attack+collect+explore+program+trap nothing
    Insulation     seat  attack                                       Defences
    Armour         seat  attack                                       Robbery
    Reach          seat  attack+collect+trap                          LongArm RecyclerWindow RevealCollects RevealTraps TwinTrap
    LongArm        seat  attack+collect+trap                          RecyclerWindow RevealCollects RevealTraps TwinTrap
    Reprogram      seat  trap                                         JudgeTraps
    TwinTrap       seat  trap                                         RevealCollects
    RecyclerGive   seat  collect                                      BeginAssembly
    RecyclerTake   seat  collect                                      BeginAssembly
    Magnet         seat  explore                                      Explore Radar
    Radar          seat  explore                                      EndTurn
    RadarPlace     seat  explore                                      EndTurn
    """,
)


def check_stack(p: FuoriDiRotella) -> Message | None:
    """Whoever decides for a robot owns it; once the programmes are in, every robot in play has one."""
    for step in p.stack:
        if "robot" in step.takes:
            robot = taken(step, "robot")
            if robot not in p.robots or p.owner[robot] != step.seat:
                return wrong_step(step)
    judged = [step.args for step in of_kind(p, "JudgeDump")]
    attacked = [taken(step, "attacker") for step in of_kind(p, "DefenceTake")]
    if len(set(judged)) != len(judged) or len(set(attacked)) != len(attacked):
        return wrong_step(p.stack[-1])
    picks = [(taken(step, "place"), taken(step, "source")) for step in of_kind(p, "SharePick")]
    for place, source in picks:
        gears = p.feet[source] if place == AT_FEET else p.dumps[source]
        if picks.count((place, source)) > size(gears):
            return wrong_step(of_kind(p, "SharePick")[0])
    for step in of_kind(p, "DefenceTake"):
        attacker = taken(step, "attacker")
        if p.programs[attacker] == NO_PROGRAM or not (p.feet[attacker] or p.circuits[attacker]):
            return wrong_step(step)
    setting_up = of_kind(p, "ChooseRobot", "DealUpgrades", "FillReserve")
    if setting_up and p.turn:
        return wrong_step(setting_up[0])
    choosing = [step.seat for step in of_kind(p, "ChooseRobot")]
    for seat in range(p.seats):
        if setting_up and p.owner.count(seat) + choosing.count(seat) != p.robots_per_player:
            return wrong_step(setting_up[0])
    if setting_up and not of_kind(p, "BeginTurn"):
        return wrong_step(setting_up[0])
    waiting = of_kind(p, "Programming", "BeginTurn")
    if p.stack and not setting_up and not waiting and any(p.programs[robot] == NO_PROGRAM for robot in p.robots):
        return wrong_step(p.stack[-1])
    return None
