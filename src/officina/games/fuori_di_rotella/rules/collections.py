"""2.3 Collections: FR-52 to FR-57."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.games.fuori_di_rotella.events import AT_DUMP, REVEALED
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.games.fuori_di_rotella.rules.sharing import claim
from officina.games.fuori_di_rotella.rules.upgrades import deliver
from officina.games.fuori_di_rotella.state import COLLECTIONS, FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import COLLECT


class RevealCollects(Step[FuoriDiRotella]):
    """FR-52 to FR-57: all remaining programmes are revealed, all Collects on untrapped dumps; each dump is claimed."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        p.phase = COLLECTIONS
        wanted = 0
        for robot in p.robots:
            if not p.shown >> robot & 1:
                wanted |= 1 << p.target(robot)
                p.shown |= 1 << robot
                if p.events is not None:
                    p.tell(REVEALED, p.owner[robot], (robot, COLLECT, p.target(robot)))
        if not wanted:
            return NOTHING
        steps: list[Step[Any]] = []
        for dump in p.robots:
            if wanted >> dump & 1:
                steps += claim(p, AT_DUMP, dump, p.with_program(COLLECT * COLOURS + dump))
        return steps + deliver(p, COLLECT)
