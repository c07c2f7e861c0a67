"""The scrap yard: eight dumps round the reserve, or the robots that may be chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from officina.core.drawing import tag
from officina.core.text import Message
from officina.games.fuori_di_rotella.board_parts import Table
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.games.fuori_di_rotella.nouns import GAME
from officina.looks import number, paint, part, spot, words

FEW: Final = 6
"""More gears than these lie as one of each colour with its count."""
INNER: Final = 88
OUTER: Final = 198
RIM: Final = 21
HEAP: Final = 132
"""How far from the middle of the yard the gears of a dump lie."""
LAID: Final = {
    3: ((109, 1), (150, 2)),
    4: ((111, 2), (151, 2)),
    5: ((110, 2), (149, 3)),
    6: ((106, 2), (135, 2), (164, 2)),
    7: ((106, 2), (135, 3), (164, 2)),
    8: ((106, 2), (135, 3), (164, 3)),
}
"""So many colours lie in these rows: how far from the middle of the yard, how many in each; a dump is wider outside."""
HALF: Final = math.tan(math.pi / COLOURS)
"""Half the width of a dump at distance 1 from the middle."""


def corner(radius: float, side: int, gap: float) -> tuple[float, float]:
    """A corner of the dump at the top: left (-1) or right (1), a little away from its neighbour."""
    return side * (radius * HALF - gap), -radius


def outline() -> list[tuple[float, float]]:
    """The corners of the dump at the top."""
    return [corner(INNER, -1, 3.5), corner(OUTER, -1, 3.5), corner(OUTER, 1, 3.5), corner(INNER, 1, 3.5)]


def turned(points: list[tuple[float, float]], place: int, x: float, y: float) -> list[tuple[float, float]]:
    """The same, turned to its place round the middle of the yard."""
    angle = place * 2 * math.pi / COLOURS
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in points]


def path(points: list[tuple[float, float]]) -> str:
    """A closed path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def stripes() -> str:
    """The hazard stripes of a rim."""
    high, low = -OUTER + 2, -OUTER + RIM + 1
    return "".join(f"M{x} {low}l8 0l12 {high - low}l-8 0Z" for x in range(-51, 60, 17))


STRIPES: Final = stripes()
RIM_PATH: Final = f"M{-OUTER * HALF + 4.5:.1f} {-OUTER + 1}H{OUTER * HALF - 4.5:.1f}l-8.1 {RIM}H{-OUTER * HALF + 12.6:.1f}Z"


def yard(table: Table, size: float) -> str:
    """The dumps, the reserve in the middle."""
    x = y = size / 2
    return hub(table, x, y) + "".join(dump(table, each, x, y) for each in table.view["dumps"])


def hub(table: Table, x: float, y: float) -> str:
    """The reserve as a heap of white gears, how many are left and how many refills."""
    left = table.view["reserve"]
    heap = [(-42, -36, 40), (-6, -48, 40), (10, -22, 42), (-26, -18, 42)]
    drawn = tag("circle", cls="fr-shadow", cx=x, cy=y + 3, r=82) + tag("circle", cls="fr-hub", cx=x, cy=y, r=82)
    if left:
        drawn += "".join(paint("white", part("gear-plain", x + dx, y + dy, side, side)) for dx, dy, side in heap)
    drawn += tag("rect", cls="bplate", x=x - 44, y=y + 12, width=88, height=27, rx=5)
    drawn += words(table.say("board.left", n=left), x, y + 31, 15, "bold", "middle")
    refills = table.say("terminal.refills", n=table.view["refills_left"])
    drawn += words(refills, x, y + 56, 14, "bold cream", "middle")
    return tag("g", drawn, role="img", aria_label=table.plain("terminal.reserve", n=left), data_thing="reserve")


def dump(table: Table, dump: Mapping[str, Any], x: float, y: float) -> str:
    """One dump: number, hazard rim, gears; a banned one is dark with the ban sign."""
    shown, place = dump["number"], dump["number"] - 1
    angle = place * 2 * math.pi / COLOURS
    turn = f"translate({x} {y}) rotate({45 * place})"
    shape = turned(outline(), place, x, y)
    below = tag("path", cls="fr-shadow", d=path([(a + 2, b + 5) for a, b in shape]))
    middle = (x + 143 * math.sin(angle), y - 143 * math.cos(angle))
    label = table.plain("terminal.dump", number=shown)
    if not dump["open"]:
        a, b = middle
        cross = f"M{a - 13:.1f} {b + 13:.1f}L{a + 13:.1f} {b - 13:.1f}"
        sign = tag("circle", cls="fr-ban", cx=round(a, 1), cy=round(b, 1), r=19) + tag("path", cls="fr-ban", d=cross)
        far = (x + 186 * math.sin(angle), y - 186 * math.cos(angle) + 6)
        name = tag("text", str(shown), cls="fr-shut", x=round(far[0], 1), y=round(far[1], 1))
        closed = tag("path", cls="fr-dump banned", d=path(shape))
        return tag(
            "g",
            below,
            closed,
            sign,
            name,
            role="img",
            aria_label=f"{label}: {table.plain('terminal.banned')}",
            data_thing="closed_dump",
        )
    rim = tag(
        "g",
        tag("path", cls="fr-hazard", d=RIM_PATH),
        tag("path", cls="haz-s", d=STRIPES),
        tag("path", cls="fr-rim", d=RIM_PATH),
        transform=turn,
    )
    plate = (x + 187 * math.sin(angle), y - 187 * math.cos(angle))
    sign = tag("circle", cls="hplate", cx=round(plate[0], 1), cy=round(plate[1], 1), r=15)
    sign += number(shown, round(plate[0], 1), round(plate[1] + 6.4, 1), 18, "brassy")
    label += f": {table.plain('board.gears_there', n=sum(dump['gears']))}"
    # Where the sign of what is chosen stands no neighbour covers it.
    box = (middle[0] - 33, middle[1] - 33, 66, 66)
    tile = tag("path", cls="fr-dump", d=path(shape))
    place_ = spot(table.on_dump(shown), label, box, below, tile, rim, outline=path(shape), thing="dump", id=f"dump-{shown}")
    told = (
        "".join(tag("path", cls=name, d=path(shape)) for name in ("ring-last-b", "ring-last"))
        if place in table.told_dumps()
        else ""
    )
    # The number lies on top: a heap of gears never hides what one has to say to get it.
    return place_ + told + dump_gears(table, dump, x, y) + tag("g", sign, cls="fr-through")


def dump_gears(table: Table, dump: Mapping[str, Any], x: float, y: float) -> str:
    """The gears on a dump: one or two colours as heaps, more of them as one of each with its count, in the form of the dump."""
    counts = dump["gears"]
    colours = [colour for colour in range(COLOURS) if counts[colour]]
    found = []
    # Where they overlap, the count at the lower right of each lies over its neighbours.
    laid = sorted(lain(colours, counts, (dump["number"] - 1) * 2 * math.pi / COLOURS), key=lambda gear: -gear[3] - gear[4])
    for colour, shown, size, left, top in laid:
        light = table.on_dump_gear(dump["number"], colour)
        found.append(table.heap(f"d{dump['number']}", colour, counts[colour], shown, x + left, y + top, size, light))
    return tag("g", *found, cls=None if table.kind in ("magnet", "recycler_take") or table.asked_dump() else "fr-through")


def lain(colours: list[int], counts: list[int], angle: float) -> Iterator[tuple[int, int, float, float, float]]:
    """Each colour, how many of it are drawn, how large and where, seen from the middle of the yard."""
    if len(colours) <= 2:
        side_by_side = all(counts[colour] == 1 for colour in colours)
        size = 48.0 if len(colours) == 1 and side_by_side else 42.0
        for line, colour in enumerate(colours):
            shown = 1 if sum(counts) > FEW else min(counts[colour], 3 if len(colours) == 1 else 2)
            off = (line - (len(colours) - 1) / 2) * (size - 2)
            width = size + (shown - 1) * size * 0.37
            left, top = HEAP * math.sin(angle) - width / 2, -HEAP * math.cos(angle) - size / 2
            yield (colour, shown, size, left + off, top) if side_by_side else (colour, shown, size, left, top + off)
        return
    rest = iter(colours)
    for radius, many in LAID[len(colours)]:
        size = 40.0 if len(colours) <= 4 else 36.0
        for place in range(many):
            along = (place - (many - 1) / 2) * (size - 1)
            middle_x = radius * math.sin(angle) + along * math.cos(angle)
            middle_y = -radius * math.cos(angle) + along * math.sin(angle)
            yield next(rest), 1, size, middle_x - size / 2, middle_y - size / 2


def choice_of_robots(table: Table, size: float) -> str:
    """The robots on their stands; those that are taken are not there any more."""
    found = []
    step = size / 4
    for index, robot in enumerate(table.parts.robots):
        light = table.on("choose_robot", robot.code)
        if not light.get("data_choice") and table.kind == "choose_robot":
            continue
        if any(each["number"] == index + 1 for each in table.robots):
            continue
        x, y = index % 4 * step, (12 if index < 4 else size / 2 + 4)
        name = Message(f"{GAME}.robot.{robot.code}")
        stand = tag("rect", cls="fr-stand", x=x + 8, y=y + 128, width=step - 16, height=28, rx=5)
        label = words(table.say(f"robot.{robot.code}"), x + step / 2, y + 148, 16, "sign cream", "middle")
        drawn = table.robot(index, x + step / 2 - 45, y + 8, 120) + stand + label
        plain = table.plain("robot_of_number", number=index + 1, name=name)
        found.append(spot(light, plain, (x + 4, y, step - 8, 164), drawn, thing="robot", id=f"pick-{robot.code}"))
    return "".join(found)
