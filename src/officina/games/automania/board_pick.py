"""The factories that may be chosen before an advanced game of Automania."""

from __future__ import annotations

from typing import Any

from officina.core.drawing import tag
from officina.games.automania import board_parts as draw
from officina.games.automania.board_parts import Table, at, figure
from officina.games.automania.components import FACTORIES
from officina.looks import spot, words


def pick(table: Table, width: float, height: float, columns: int) -> str:
    """The four factories as cards: name, sign and power; who has taken one."""
    codes = FACTORIES[1:]
    rows = -(-len(codes) // columns)
    wide, high = (width - 10 * (columns - 1)) / columns, (height - 10 * (rows - 1)) / rows
    found = []
    for place, code in enumerate(codes):
        row, column = divmod(place, columns)
        found.append(at(column * (wide + 10), row * (high + 10), offer(table, code, wide, high)))
    return "".join(found)


def offer(table: Table, code: str, width: float, height: float) -> str:
    """One factory."""
    taken = [player["seat"] for player in table.view["seats"] if player["factory"] == code]
    name = table.plain(f"factory.{code}")
    power = table.plain(f"power.{code}", n=table.parts.electric_popularity)
    body = draw.card(0, 0, width, height, 9)
    body += words(table.say(f"factory.{code}"), 14, 28, 22, "sign") + at(width - 96, 5, emblem(table, code))
    paragraph: dict[str, Any] = {"xmlns": "http://www.w3.org/1999/xhtml", "cls": "am-power"}
    body += tag(
        "foreignObject",
        tag("p", table.say(f"power.{code}", n=table.parts.electric_popularity), **paragraph),
        x=12,
        y=40,
        width=f"{width - 24:g}",
        height=f"{height - 44:g}",
    )
    if taken:
        body = tag("g", body, cls="am-gone") + draw.seat_mark(taken[0], width / 2 - 16, 5, 30)
    return spot(
        table.on("factory", code),
        f"{name}: {power}",
        (0, 0, width, height),
        body,
        radius=9,
        thing="factory",
        id=f"am-pick-{code}",
    )


def emblem(table: Table, code: str) -> str:
    """What is special about a factory, as a picture."""
    if code == "sumato":
        return draw.printed_car("city", 0, 0, 56) + draw.plate(f"×{table.parts.cars[0] + 1}", 54, 8, 30)
    if code == "elon":
        plus = words(f"+{table.parts.electric_popularity}", 64, 24, 17, "sign")
        return draw.printed_car("electric", -6, 0, 60) + plus
    if code == "miao":
        return draw.icon("i-copy", 40, 2, 30)
    offices = len(table.parts.factories[FACTORIES.index(code)].office_costs)
    return draw.icon("i-buyer", 30, 1, 30) + figure(offices, 72, 24, 19)
