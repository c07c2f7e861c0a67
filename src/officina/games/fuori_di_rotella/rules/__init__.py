"""The rules of Fuori di Rotella, one module a chapter of the rulebook, in the order of play."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import Step
from officina.games.fuori_di_rotella.rules.assembly import Assembly
from officina.games.fuori_di_rotella.rules.attacks import ArmourWindow, Defences, DefenceTake, RevealAttacks, Robbery
from officina.games.fuori_di_rotella.rules.collections import RevealCollects
from officina.games.fuori_di_rotella.rules.exploration import Explore
from officina.games.fuori_di_rotella.rules.programming import Programming
from officina.games.fuori_di_rotella.rules.setup import ChooseRobot, DealUpgrades, FillReserve
from officina.games.fuori_di_rotella.rules.sharing import Deliver, SharePick
from officina.games.fuori_di_rotella.rules.traps import CloseTraps, JudgeDump, JudgeTraps, RevealTraps
from officina.games.fuori_di_rotella.rules.turn import BeginAssembly, BeginTurn, EndTurn, Exploration, RecyclerWindow
from officina.games.fuori_di_rotella.rules.upgrades import (
    Armour,
    Insulation,
    LongArm,
    Magnet,
    Radar,
    RadarPlace,
    Reach,
    RecyclerGive,
    RecyclerTake,
    Reprogram,
    TwinTrap,
)

STEPS: Final[list[type[Step[Any]]]] = [
    ChooseRobot, DealUpgrades, FillReserve, BeginTurn, Programming,
    RevealAttacks, Insulation, Defences, DefenceTake, ArmourWindow, Armour, Robbery,
    RevealTraps, Reprogram, JudgeTraps, JudgeDump, CloseTraps, TwinTrap, RevealCollects,
    SharePick, Deliver, Reach, LongArm, RecyclerWindow, RecyclerGive, RecyclerTake, BeginAssembly, Assembly,
    Exploration, Magnet, Radar, RadarPlace, Explore, EndTurn,
]  # fmt: skip
