"""The pieces of a box as the editor shows them, drawn from the figures of a draft."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from officina.core.own_box import steps
from officina.games.fuori_di_rotella.board_parts import Table
from officina.games.fuori_di_rotella.components import Robot
from officina.looks import number

Picture = tuple[str, float, float]


def picture(place: str, content: dict[str, Any], language: str) -> Picture | None:
    """A piece as markup with its width and height; None for what has no picture."""
    table = place.partition(".")[0]
    robots = [Robot(row["code"], row["colour"], row["letter"], row["hex"], row["symbol"]) for row in content["robots"]["robot"]]
    parts: Any = SimpleNamespace(robots=robots)
    pen = Table.__new__(Table)
    pen.parts, pen.language = parts, language
    if table == "robots" and "[" in place:
        at = steps(place)[-1]
        assert isinstance(at, int)
        return pen.robot(at, 2, 2, 128) + pen.gear(at, 108, 40, 72), 186, 134
    if table == "gears":
        drawn = "".join(pen.gear(at, 4 + 44 * at, 4, 40) for at in range(len(robots)))
        return drawn + number(f"×{content[table]['per_colour']}", 44 * len(robots) + 30, 34, 22), 44 * len(robots) + 64, 50
    return None
