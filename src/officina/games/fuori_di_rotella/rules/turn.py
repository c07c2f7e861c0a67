"""The turn: its order, and the end of the game. FR-10, FR-11, FR-75 to FR-79."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.games.fuori_di_rotella import state as st
from officina.games.fuori_di_rotella.events import GAME_ENDED, TURN_BEGAN
from officina.games.fuori_di_rotella.rules.assembly import Assembly
from officina.games.fuori_di_rotella.rules.attacks import RevealAttacks
from officina.games.fuori_di_rotella.rules.collections import RevealCollects
from officina.games.fuori_di_rotella.rules.exploration import DRAWS
from officina.games.fuori_di_rotella.rules.programming import Programming
from officina.games.fuori_di_rotella.rules.traps import RevealTraps
from officina.games.fuori_di_rotella.rules.upgrades import magnet_window, radar_window, recycler_window
from officina.games.fuori_di_rotella.state import FuoriDiRotella

A_DUMP_IS_EMPTY: Final = 0
IDLE_TURNS: Final = 1


class BeginTurn(Step[FuoriDiRotella]):
    """FR-10, FR-11: Programming; Attacks, Traps, Collections; Assembly; Exploration; then the end test."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        p.turn += 1
        p.phase = st.PROGRAMMING
        p.began_empty = not p.reserve
        p.shown = 0
        p.insulated = 0
        p.parried = 0
        p.robbed_dumps = 0
        for robot in p.robots:
            p.programs[robot] = st.NO_PROGRAM
        p.tell(TURN_BEGAN, st.NOBODY, (p.turn, len(p.reserve)))
        return TURN


class RecyclerWindow(Step[FuoriDiRotella]):
    """FR-107: the Recycler's window, between 2.3 and 3."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        return recycler_window(p) if p.upgrades_on else NOTHING


class BeginAssembly(Step[FuoriDiRotella]):
    """FR-67: the players are asked what they assemble."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        p.phase = st.ASSEMBLY
        return ASSEMBLE_GEARS


class Exploration(Step[FuoriDiRotella]):
    """FR-107: Magnet, Radar, draws. The Radar carries out the draws itself, since it changes them."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        p.phase = st.EXPLORATION
        if not p.upgrades_on:
            return DRAWS
        return magnet_window(p) + (radar_window(p) or DRAWS)


class EndTurn(Step[FuoriDiRotella]):
    """FR-75 to FR-78: the game ends with the reserve empty and an open dump empty, or after too many idle turns."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        p.history = p.history + tuple([p.programs[robot] for robot in p.robots])
        if p.began_empty and not p.robbed_dumps:
            p.idle += 1
        else:
            p.idle = 0
        if not p.reserve:
            for dump in p.robots:
                if not p.dumps[dump]:
                    return self.end(p, A_DUMP_IS_EMPTY)
        if p.idle >= p.parts.idle_turns:
            return self.end(p, IDLE_TURNS)
        return NEXT_TURN

    def end(self, p: FuoriDiRotella, why: int) -> list[Step[Any]]:
        """Nothing follows: the position is scored as it is."""
        p.phase = st.ENDED
        p.tell(GAME_ENDED, st.NOBODY, (why,))
        return NOTHING


TURN: Final[list[Step[Any]]] = [
    Programming(),
    RevealAttacks(),
    RevealTraps(),
    RevealCollects(),
    RecyclerWindow(),
    BeginAssembly(),
    Exploration(),
    EndTurn(),
]
ASSEMBLE_GEARS: Final[list[Step[Any]]] = [Assembly()]
NEXT_TURN: Final[list[Step[Any]]] = [BeginTurn()]
