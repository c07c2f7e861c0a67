"""One's own robot with its gears, and the programme: three action cards and the number that is taken from the board."""

from __future__ import annotations

from typing import Final

from officina.core.drawing import tag
from officina.games.fuori_di_rotella.board_parts import BANDS, Table, disc
from officina.games.fuori_di_rotella.board_reveal import carried_out, phone_reveal, reveal
from officina.games.fuori_di_rotella.board_robots import circuits, frame, label_of, slim, upgrade, zone
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.looks import moved, number, paint, part, spot, words

ACTIONS: Final = ("attack", "trap", "collect")
CARD: Final = 84


def own(table: Table, width: float, height: float) -> str:
    """One's own robot, larger than the others; two robots share the place."""
    if not table.mine:
        return tag("rect", cls="fr-hole", x=1, y=1, width=width - 2, height=height - 4, rx=9)
    if len(table.mine) > 1:
        each = (height - 6) / 2
        return "".join(slim(table, robot, place * (each + 6), width, each) for place, robot in enumerate(table.mine))
    robot = table.mine[0]
    index = robot["number"] - 1
    plate = tag("rect", cls="fr-stand", x=14, y=height - 46, width=116, height=30, rx=5)
    name = words(f"{table.say('robot.' + robot['code'])} {robot['number']}", 72, height - 25, 16, "sign cream", "middle")
    light = table.on_robot(robot)
    shield = ""
    if light.get("data_choice"):
        shield = tag("circle", cls="fr-badge", cx=124, cy=14, r=13)
        shield += tag("g", part("i-shield", 115.5, 5.5, 17, 17), cls="inkc")
    box = (14, 6, 116, height - 18)
    body = table.robot(index, 20, 8, 140)
    stood = spot(light, label_of(table, robot), box, body, plate, name, thing="robot", id=f"robot-{robot['number']}")
    points = str(table.points(robot))
    return "".join(
        (
            frame(table, robot, 0, width, height),
            stood,
            shield,
            words(table.say("board.you", name=table.player(robot)), 144, 26, 16, "bold"),
            words(points, 144, 60, 30, "sign"),
            words(table.say("board.points"), 152 + 22 * len(points), 59, 14, "soft"),
            upgrade(table, robot, 144, 68, 112),
            words(table.say("board.at_feet"), 266, 26, 13, "bold soft"),
            zone(table, robot, "feet", 264, 34, width - 276, 46),
            circuits(table, robot, 142, 98, width - 154, height - 112, 48),
            words(table.say("board.gold", n=table.parts.own_points), width - 16, 116, 13, "bold fr-pale", "end"),
        )
    )


def console(table: Table, width: float, height: float) -> str:
    """The programme: what may be chosen, and what has been; while they are carried out, those of all."""
    if carried_out(table):
        return reveal(table, width, height)
    paper = {"x": 1, "width": width - 2, "height": height - 4, "rx": 9}
    found = [tag("rect", cls="stall-s", y=4, **paper), tag("rect", cls="stall", y=0, **paper)]
    found.append(words(table.say("board.programme"), 16, 25, 19, "sign"))
    if table.kind == "program":
        found.append(words(table.say("board.defence"), width - 16, 24, 14, "soft", "end"))
        found += cards(table, 20, 40, CARD, CARD + 14)
        found.append(tag("path", cls="fr-plus", d="M318 96h20M328 86v20"))
        placed = [robot for robot in table.mine if robot["program"] is not None]
        if placed:
            found += [table.programme(robot, width - 14, 46 + place * 62, 44) for place, robot in enumerate(placed)]
        else:
            blank = paint("slate", part("card", 356, 40, CARD, CARD * 4 / 3)) + number("?", 397, 122, 40)
            found.append(tag("g", blank, role="img", aria_label=table.plain("board.from_board"), data_thing="number"))
            found.append(words(table.say("board.from_board"), 398, height - 16, 14, "bold", "middle"))
            found += meant(table, 356, 40, height)
    elif table.view["radar"]:
        found.append(words(table.say("board.radar"), 16, 52, 15, "soft"))
        counts = [sum(1 for seen in table.view["radar"] if seen == robot.colour) for robot in table.parts.robots]
        found.append(table.gears("radar", counts, 16, 62, width - 32, 46, lambda _: {}))
    else:
        for place, robot in enumerate(table.mine):
            found.append(table.programme(robot, 20 + 2 * CARD * 0.9 + 6 + place * 200, 44, CARD * 0.9))
    return "".join(found)


def meant(table: Table, x: float, y: float, height: float) -> list[str]:
    """What stands on the number's card while something is chosen: the number, or where it is to be taken from."""
    found = []
    for value in range(1, COLOURS + 1):
        those = [notation for notation in table.lights.notations if notation.endswith(f" {value}")]
        card = paint("slate", part("card", x, y, CARD, CARD * 4 / 3)) + number(value, x + 41, y + 82, 40)
        if those:
            found.append(tag("g", card, cls="when", data_when="|".join(those), aria_hidden="true"))
    for action in ACTIONS:
        said = words(
            table.say(f"board.now_{'robot' if action == 'attack' else 'dump'}"), x + 42, height - 16, 14, "bold", "middle"
        )
        paper = tag("rect", cls="fr-said", x=x - 14, y=height - 32, width=112, height=24, rx=5)
        found.append(tag("g", paper, said, cls="when", data_when=action, aria_hidden="true"))
    return found


def cards(table: Table, x: float, y: float, width: float, step: float) -> list[str]:
    """The three action cards; one narrows what can be chosen on the board."""
    found = []
    for place, action in enumerate(ACTIONS):
        left = x + place * step
        allowed = any(f" {action} " in notation for notation in table.lights.notations)
        label = table.plain(f"action.{action}")
        drawn = table.card(action, BANDS[action], left, y, width)
        named = words(f"{table.say(f'action.{action}')} ", left + width / 2, y + width * 4 / 3 + 16, 14, "bold", "middle")
        light: dict[str, str | None] = {"data_pick": action} if allowed else {}
        box = (left - 2, y - 2, width + 2, width * 4 / 3 - 2)
        found.append(spot(light, label, box, drawn, named, thing=action, id=f"card-{action}"))
    return found


def phone_cards(table: Table, y: float, width: float, height: float) -> str:
    """The three actions as wide buttons of a phone; while the programmes are carried out, those of all."""
    if carried_out(table):
        return phone_reveal(table, width, height)
    if table.kind != "program":
        return ""
    found = []
    step = width / 3
    for place, action in enumerate(ACTIONS):
        left = place * step + 3
        allowed = any(f" {action} " in notation for notation in table.lights.notations)
        paper = tag("rect", cls="stall", x=left, y=y, width=step - 6, height=height, rx=8)
        drawn = paper + table.card(action, BANDS[action], left + 7, y + 6, (height - 12) * 0.75)
        label = table.say(f"action.{action}")
        drawn += words(label, left + height * 0.75 + 6, y + height / 2 + 6, 16, "bold")
        light: dict[str, str | None] = {"data_pick": action} if allowed else {}
        found.append(
            spot(light, table.plain(f"action.{action}"), (left, y, step - 6, height), drawn, thing=action, id=f"card-{action}")
        )
    return "".join(found)


def phone_tiles(table: Table, width: float) -> str:
    """The dumps as two rows of four tiles."""
    found = []
    step = width / 4
    for dump in table.view["dumps"]:
        place = dump["number"] - 1
        x, y = place % 4 * step + 4, place // 4 * 90 + 4
        side = step - 8
        label = table.plain("terminal.dump", number=dump["number"])
        if not dump["open"]:
            tile = tag("rect", cls="fr-dump banned", x=x, y=y, width=side, height=82, rx=6)
            middle, low = x + side / 2, y + 50
            sign = tag("circle", cls="fr-ban", cx=middle, cy=low, r=16)
            sign += tag("path", cls="fr-ban", d=f"M{middle - 11} {low + 11}L{middle + 11} {low - 11}")
            name = tag("text", str(dump["number"]), cls="fr-shut", x=middle, y=y + 24)
            found.append(
                tag(
                    "g",
                    tile,
                    sign,
                    name,
                    role="img",
                    aria_label=f"{label}: {table.plain('terminal.banned')}",
                    data_thing="closed_dump",
                )
            )
            continue
        tile = tag("rect", cls="fr-dump", x=x, y=y, width=side, height=82, rx=6)
        tile += tag("rect", cls="fr-hazard", x=x + 2, y=y + 2, width=side - 4, height=9, rx=3)
        tile += tag("rect", cls="bplate", x=x + side / 2 - 13, y=y + 8, width=26, height=25, rx=5)
        tile += number(dump["number"], x + side / 2, y + 27, 18, "brassy")
        label += f": {table.plain('board.gears_there', n=sum(dump['gears']))}"
        lit = table.on_dump(dump["number"])
        if place in table.told_dumps():
            tile += moved(x + 2, y + 2, side - 4, 78)
        found.append(spot(lit, label, (x, y, side, 82), tile, thing="number", id=f"tile-{dump['number']}"))
        gears = table.gears(f"t{dump['number']}", dump["gears"], x + 4, y + 38, side - 8, 34,
                            lambda colour, at=dump["number"]: table.on_dump_gear(at, colour))  # fmt: skip
        found.append(tag("g", gears, cls="fr-through" if lit.get("data_choice") else None))
    reserve = disc(table.view["reserve"], width - 14, 188)
    return (
        "".join(found)
        + words(table.say("terminal.refills", n=table.view["refills_left"]), width - 30, 193, 14, "bold on-stage", "end")
        + reserve
    )
