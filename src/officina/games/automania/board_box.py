"""The pieces of a box as the editor shows them, drawn from the figures of a draft."""

from __future__ import annotations

from typing import Any

from officina.core.own_box import value_at
from officina.games.automania import board_parts as draw
from officina.games.automania.board_cards import tall
from officina.games.automania.components import FAMILIES, KINDS

Picture = tuple[str, float, float]
TYPES = ("city", "family", "super")
"""The types of cars that have a line on every factory board."""


def picture(place: str, content: dict[str, Any], _language: str) -> Picture | None:
    """A piece as markup with its width and height; None for what has no picture."""
    table = place.partition(".")[0]
    if place == "slots":
        return slots(content[table]["stars"])
    if "[" not in place:
        return None
    row = value_at(content, place)
    if table == "tiles":
        family = next(name for name, kinds in zip(FAMILIES, KINDS, strict=True) if row["kind"] in kinds)
        return draw.face({**row, "family": family}, 2, 2, 92), 96, 96
    if table == "contracts":
        return draw.card(2, 2, 108, 124, 6) + tall(row, (2, 2, 108, 124)), 114, 132
    if table == "sales":
        drawn = draw.card(2, 2, 116, 62, 6)
        drawn += draw.coin(row["money"], 8, 8, 50) if row["money"] else ""
        return drawn + (draw.points(row["vp"], 62, 8, 50) if row["vp"] else ""), 122, 70
    if table == "ships":
        drawn = draw.card(2, 2, 40 * len(row["spaces"]) + 60, 62, 6)
        for number, space in enumerate(row["spaces"]):
            drawn += draw.plate(str(space), 10 + 40 * number, 20, 34, 26, 16)
        return drawn + draw.points(row["gold"], 12 + 40 * len(row["spaces"]), 10, 46), 40 * len(row["spaces"]) + 66, 70
    if table == "spaces":
        drawn = draw.card(2, 2, 92, 92, 6)
        for cell in range(16):
            x, y = 9 + 20 * (cell % 4), 9 + 20 * (cell // 4)
            drawn += draw.rect("am-head" if cell + 1 in row["cells"] else "am-bed", x, y, 18, 18, 3)
        return drawn, 98, 98
    if table == "factories":
        return factory(row)
    return None


def slots(stars: list[int]) -> Picture:
    """The slots of demand tiles from the entry down, with what a machine of their feature adds."""
    drawn = ""
    for at, count in enumerate(stars):
        drawn += (
            draw.card(2, 2 + 44 * at, 92, 40, 6) + draw.figure(count, 36, 30 + 44 * at, 24) + draw.star(50, 9 + 44 * at, 26)
        )
    return drawn, 98, 44 * len(stars) + 2


def factory(row: dict[str, Any]) -> Picture:
    """The lines of a factory board: the car, the stations that serve it, the stars that are printed."""
    drawn, longest = "", max(len(row[f"{kind}_line"]) for kind in TYPES)
    for at, kind in enumerate(TYPES):
        y = 4 + 44 * at
        drawn += draw.printed_car(kind, 4, y + 4, 56)
        for place, station in enumerate(row[f"{kind}_line"]):
            drawn += draw.card(68 + 34 * place, y, 30, 36, 6) + draw.figure(station.upper(), 83 + 34 * place, y + 25, 18)
        stars = row["printed_stars"][at]
        drawn += draw.figure(stars, 80 + 34 * longest, y + 27, 22) + draw.star(90 + 34 * longest, y + 6, 26)
    return drawn, 124 + 34 * longest, 134
