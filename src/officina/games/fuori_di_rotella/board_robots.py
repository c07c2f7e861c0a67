"""The robots: who runs them, points, programme, gears at their feet and in their circuits, upgrade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import classes, tag, text
from officina.games.fuori_di_rotella.board_parts import Table
from officina.looks import moved, paint, spot, words

LARGE: Final = 190
"""A panel that is at least so high shows the robot on its stand."""
LOW: Final = 96
"""A strip of less height has its points and its programme beside the gears, not above them."""
TALL: Final = 124
"""A strip of so much height has room for an upgrade between the points and the gears."""
ROOMY: Final = 130
"""A strip with less room beside its cards has the upgrade below its name, without the player's: the bar has it."""
BACK: Final = 27
"""A card of the programme in a strip."""
GAP: Final = 8


def column(table: Table, robots: list[Mapping[str, Any]], rows: int, width: float, height: float) -> str:
    """Robots one below the other; ``rows`` says for how many there must be room."""
    each = (height - GAP * (rows - 1)) / max(2, rows)
    found = []
    for place, robot in enumerate(robots):
        draw = panel if each >= LARGE else slim
        found.append(draw(table, robot, place * (each + GAP), width, each))
    return "".join(found)


def frame(table: Table, robot: Mapping[str, Any], y: float, width: float, height: float) -> str:
    """The paper of a panel with a stripe of the robot's paint."""
    paper = {"x": 1, "width": width - 2, "height": height - 4, "rx": 9}
    told = moved(2, y + 1, width - 4, height - 6) if robot["number"] - 1 in table.told_robots() else ""
    stripe = f"M2 {y + 9}Q2 {y + 1} 10 {y + 1}V{y + height - 5}Q2 {y + height - 5} 2 {y + height - 13}Z"
    return (
        tag("rect", cls="stall-s", y=y + 4, **paper)
        + tag("rect", cls=classes("stall", robot in table.mine and "fr-mine"), y=y, **paper)
        + paint(table.paint_of(robot["number"] - 1), tag("path", cls="pt", d=stripe))
        + told
    )


def zone(table: Table, robot: Mapping[str, Any], name: str, x: float, y: float, width: float, size: float) -> str:
    """The gears of one place of a robot, what it has just won among those at its feet."""
    index = robot["number"] - 1
    counts = [a + b for a, b in zip(robot[name], robot["won"], strict=True)] if name == "feet" else robot[name]
    return table.gears(f"{name}{index + 1}", counts, x, y, width, size, lambda colour: table.on_robot_gear(name, colour, index))


def circuits(table: Table, robot: Mapping[str, Any], x: float, y: float, width: float, height: float, size: float) -> str:
    """The dark plate of the Inner Circuits."""
    plate = tag("rect", cls="fr-circuits", x=x, y=y, width=width, height=height, rx=6)
    label = words(table.say("terminal.circuits"), x + 7, y + 17, 13, "bold fr-pale")
    inside = zone(table, robot, "circuits", x + 4, y + height - size - 3, width - 12, size)
    return tag("g", plate, label, inside, data_thing="circuits")


def label_of(table: Table, robot: Mapping[str, Any]) -> str:
    """What the robot is called for who does not see it."""
    return table.plain("board.robot", robot=table.called_robot(robot), number=robot["number"], n=table.points(robot))


def upgrade(table: Table, robot: Mapping[str, Any], x: float, y: float, width: float) -> str:
    """The upgrade card of the house set; a used one is turned over."""
    if not robot["upgrade"]:
        return ""
    name = table.say(f"upgrade.{robot['upgrade']}.name")
    told = f"{table.plain('upgrade.' + robot['upgrade'] + '.name')}: {table.plain('upgrade.' + robot['upgrade'] + '.text')}"
    if robot["spent"]:
        told += f" ({table.plain('terminal.spent')})"
    return tag(
        "g",
        tag("title", text(told)),
        tag("rect", x=x, y=y, width=width, height=22, rx=5),
        words(name, x + 4, y + 16, 13, "bold", room=width - 8),
        cls=classes("fr-upgrade", robot["spent"] and "spent"),
        role="img",
        aria_label=told,
        data_thing="upgrade",
    )


def panel(table: Table, robot: Mapping[str, Any], y: float, width: float, height: float) -> str:
    """A robot on its stand, with everything that lies before it."""
    index = robot["number"] - 1
    stand = f"M22 {y + 132}H110L116 {y + 150}H16Z"
    body = tag("path", cls="fr-stand", d=stand) + table.robot(index, 18, y + 14, 128)
    plate = tag("rect", cls="fr-stand", x=14, y=y + 144, width=104, height=30, rx=5)
    name = words(f"{table.say('robot.' + robot['code'])} {robot['number']}", 66, y + 165, 16, "sign cream", "middle")
    light = table.on_robot(robot)
    stood = spot(
        light,
        label_of(table, robot),
        (14, y + 9, 104, height - 24),
        body,
        plate,
        name,
        thing="robot",
        id=f"robot-{robot['number']}",
    )
    found = [frame(table, robot, y, width, height), stood]
    found.append(words(table.player(robot), 128, y + 25, 16, "bold"))
    found.append(words(str(table.points(robot)), 128, y + 56, 28, "sign"))
    found.append(words(table.say("board.pts"), 134 + 18 * len(str(table.points(robot))), y + 55, 14, "soft"))
    found.append(table.programme(robot, width - 12, y + 11, 38))
    found.append(words(table.say("board.at_feet"), 128, y + 79, 13, "bold soft"))
    found.append(zone(table, robot, "feet", 126, y + 83, width - 134, 38))
    found.append(circuits(table, robot, 123, y + 126, width - 131, 64, 38))
    found.append(upgrade(table, robot, 14, y + height - 28, 104))
    return tag("g", *found)


def slim(table: Table, robot: Mapping[str, Any], y: float, width: float, height: float) -> str:
    """A robot in one strip: small, gears as one of each colour with its count."""
    index = robot["number"] - 1
    tall = min(80.0, height - 16)
    wide = tall * 0.75
    size = 36 if height >= 92 else 30
    light = table.on_robot(robot)
    body = table.robot(index, 10, y + (height - 4 - tall) / 2, tall)
    stood = spot(
        light, label_of(table, robot), (9, y + 5, wide + 4, height - 14), body, thing="robot", id=f"robot-{robot['number']}"
    )
    left = wide + 20
    low = height < LOW
    room = width - left - (72 if low else 10)
    feet = zone(table, robot, "feet", left, y + height - size - 9, room * 0.46, size)
    plate = tag(
        "rect", cls="fr-circuits", x=left + room * 0.5, y=y + height - size - 13, width=room * 0.5, height=size + 6, rx=6
    )
    inside = zone(table, robot, "circuits", left + room * 0.5 + 3, y + height - size - 10, room * 0.5 - 8, size)
    beside = width - left - 2 * BACK - 22
    called = f"{table.say('robot.' + robot['code'])} {robot['number']}"
    figure = str(table.points(robot))
    points = words(figure, left, y + 43, 20, "sign")
    player = left + 15 * len(figure) + 6
    more = ""
    if low:
        points = words(figure, left + room, y + 21, 20, "sign", "end")
        called, beside = f"{called}, {table.player(robot)}", room - 40
    elif height >= TALL:
        more = upgrade(table, robot, left, y + 51, min(150, width - left - 10))
    elif robot["upgrade"] and beside < ROOMY:
        points = words(figure, left + beside, y + 21, 17, "sign", "end")
        more = upgrade(table, robot, left, y + 27, beside)
    elif robot["upgrade"]:
        more = upgrade(table, robot, left + 34, y + 27, min(110, beside - 34))
        called = f"{called}, {table.player(robot)}"
    if not low and not robot["upgrade"] and beside >= ROOMY:  # a bare figure beside a name says nothing
        more += words(f"{table.say('board.pts')} ·", player, y + 42, 14, "soft")
        player += 27
    if not low and (height >= TALL or not robot["upgrade"]):
        more += words(table.player(robot), player, y + 42, 14, "soft", room=left + beside - player)
    title = words(called, left, y + 21, 15, "bold", room=beside - (0 if low or beside >= ROOMY else 24))
    return tag(
        "g",
        frame(table, robot, y, width, height),
        stood,
        title,
        points,
        table.programme(robot, width - 8, y + 6, BACK),
        more,
        feet,
        plate,
        inside,
    )


def row(table: Table, robot: Mapping[str, Any], y: float, width: float, height: float) -> str:
    """A robot as one line of a phone."""
    index = robot["number"] - 1
    size = min(34.0, max(28.5, height - 12))
    body = table.robot(index, 13, y + 4, height - 12)
    beside = 18 + (height - 12) * 0.75
    text_ = words(str(robot["number"]), beside, y + height * 0.5, 17, "sign") + words(
        table.say("board.short_points", n=table.points(robot)), beside, y + height - 9, 13, "bold soft"
    )
    light = table.on_robot(robot)
    paper = frame(table, robot, y, width, height)
    box = (2, y + 1, width - 4, height - 4)
    line = spot(light, label_of(table, robot), box, paper, body, text_, thing="robot", id=f"row-{robot['number']}")
    top = y + (height - 4 - size) / 2
    feet = zone(table, robot, "feet", 98, top, 130, size)
    plate = tag("rect", cls="fr-circuits", x=232, y=y + 3, width=104, height=height - 10, rx=6)
    inside = zone(table, robot, "circuits", 235, top, 96, size)
    gears = tag("g", feet, plate, inside, cls=None if not light.get("data_choice") else "fr-through")
    return tag("g", line, gears, table.programme(robot, width - 4, y + 8, 15), cls="fr-row")
