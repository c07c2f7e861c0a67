"""2.2 Traps: FR-40 to FR-51."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.games.fuori_di_rotella.events import AT_DUMP, NO_TRAPS, REVEALED, TRAP_FAILED, TRAPPED
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.games.fuori_di_rotella.nouns import DUMP
from officina.games.fuori_di_rotella.rules.sharing import claim
from officina.games.fuori_di_rotella.rules.upgrades import deliver, reprogram_window, twin_trap_window
from officina.games.fuori_di_rotella.state import TRAPS, FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import COLLECT, TRAP


class RevealTraps(Step[FuoriDiRotella]):
    """FR-40: all Trap programmes are revealed together; then [Reprogram], and each trapped dump is judged.

    Reprogram's question shows that whoever is not revealed yet collects; where no Trap was revealed, it is told.
    """

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        p.phase = TRAPS
        traps = 0
        for robot in p.robots:
            if p.action(robot) == TRAP:
                traps += 1
                p.shown |= 1 << robot
                if p.events is not None:
                    p.tell(REVEALED, p.owner[robot], (robot, TRAP, p.target(robot)))
        if p.upgrades_on:
            window = reprogram_window(p)
            if window and not traps:
                p.tell(NO_TRAPS)
            return window + TRAP_PHASE
        return TRAP_PHASE if traps else NOTHING


class JudgeTraps(Step[FuoriDiRotella]):
    """FR-41: each dump with a Trap on its own, ascending; the order in which traps are called out has no effect."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        trapped = 0
        for robot in p.robots:
            if p.action(robot) == TRAP:
                trapped |= 1 << p.target(robot)
        steps: list[Step[Any]] = [JudgeDump(args=(dump,)) for dump in p.robots if trapped >> dump & 1]
        return steps + CLOSE_TRAPS if steps else NOTHING


class JudgeDump(Step[FuoriDiRotella]):
    """FR-42 to FR-48: Collects on a trapped dump are revealed and cancelled; if there was one, the trappers claim the dump."""

    takes = {"dump": DUMP}

    @property
    def dump(self) -> int:
        """The dump that is judged."""
        return self.args[0]

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        dump = self.dump
        collectors = p.with_program(COLLECT * COLOURS + dump)
        trappers = p.with_program(TRAP * COLOURS + dump)
        for robot in collectors:
            p.shown |= 1 << robot
            if p.events is not None:
                p.tell(REVEALED, p.owner[robot], (robot, COLLECT, dump))
                p.tell(TRAPPED, p.owner[robot], (robot, dump))
        if collectors:
            return claim(p, AT_DUMP, dump, trappers)
        if p.events is not None:
            for robot in trappers:
                p.tell(TRAP_FAILED, p.owner[robot], (robot, dump))
        return NOTHING


class CloseTraps(Step[FuoriDiRotella]):
    """FR-49, FR-107: winnings reach the feet; [Long arm], [Twin trap]; nothing of a Trap lasts beyond this."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        if p.upgrades_on:
            return deliver(p, TRAP) + twin_trap_window(p)
        return deliver(p, TRAP)


TRAP_PHASE: Final[list[Step[Any]]] = [JudgeTraps()]
CLOSE_TRAPS: Final[list[Step[Any]]] = [CloseTraps()]
