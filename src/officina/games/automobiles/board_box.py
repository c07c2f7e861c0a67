"""The pieces of a box as the editor shows them, drawn from the figures of a draft."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from officina.core.own_box import value_at
from officina.games.automobiles.board_table import coin, cube, plate
from officina.games.automobiles.cubes import COLOUR_NAMES
from officina.games.automobiles.nouns import signs_of
from officina.looks import number, paint, part

Picture = tuple[str, float, float]


def picture(place: str, content: dict[str, Any], language: str) -> Picture | None:
    """A piece as markup with its width and height; None for what has no picture."""
    table = place.partition(".")[0]
    marks = SimpleNamespace(marks=signs_of([row["mark"] for row in content["cubes"]["cube"]], language))
    if table == "wear_chart":
        drawn = plate(2, 2, 4 * 62 + 10, 72)
        for gear, name in enumerate(COLOUR_NAMES[:4]):
            drawn += cube(marks, gear, 8 + 62 * gear, 8, 34) + number(content[table][name], 52 + 62 * gear, 58, 24)
        return drawn, 4 * 62 + 16, 80
    if "[" not in place:
        return None
    row = value_at(content, place)
    if table == "cubes":
        return cube(marks, COLOUR_NAMES.index(row["code"]), 2, 2, 64) + number(f"×{row['count']}", 96, 46, 24), 130, 70
    if table == "cars":
        return paint(row["code"], part("racer", 2, 2, 96, 48)), 100, 52
    if table in ("cards", "fixed_cards"):
        drawn = plate(2, 2, 132, 84) + cube(marks, COLOUR_NAMES.index(row["cube"]), 10, 10, 44)
        drawn += coin(row["cost"], 84, 8, 44)
        wear = COLOUR_NAMES.index("wear")
        drawn += "".join(cube(marks, wear, 10 + 24 * each, 56, 22) for each in range(min(row["wear"], 3)))
        return drawn + number(row["value"], 106, 80, 24), 138, 92
    if table == "sets":
        rows = {card["code"]: card["cube"] for card in content["cards"]["card"]}
        cubes = [cube(marks, COLOUR_NAMES.index(rows[code]), 6 + 48 * at, 6, 42) for at, code in enumerate(row["cards"])]
        return "".join(cubes), 48 * len(cubes) + 10, 54
    return None
