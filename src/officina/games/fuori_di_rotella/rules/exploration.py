"""4 Exploration: FR-73, FR-74."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.games.fuori_di_rotella.events import DUMP_FILLED
from officina.games.fuori_di_rotella.gears import GEAR
from officina.games.fuori_di_rotella.nouns import DUMP
from officina.games.fuori_di_rotella.state import NOBODY, FuoriDiRotella

NO_DUMP: Final = -1


class Explore(Step[FuoriDiRotella]):
    """FR-73, FR-74, FR-110: one gear from the reserve for each open dump, ascending, as far as the reserve goes.

    A dump given in ``args`` has had its gear already (Radar, FR-120).
    """

    takes = {"served": DUMP}

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        served = self.args[0] if self.args else NO_DUMP
        reserve = p.reserve
        drawn = 0
        for dump in p.robots:
            if dump != served and drawn < len(reserve):
                gear = GEAR[reserve[drawn]]
                drawn += 1
                p.dumps[dump] += gear
                if p.events is not None:
                    p.reserve = reserve[drawn:]
                    p.tell(DUMP_FILLED, NOBODY, (dump, gear))
        p.reserve = reserve[drawn:]
        return NOTHING


DRAWS: Final[list[Step[Any]]] = [Explore()]
