"""While the programmes are carried out: all of them in the order in which they are opened, and what each one wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from officina.core.drawing import classes, tag
from officina.games.fuori_di_rotella.board_parts import BANDS, SIGNS, Table
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.looks import moved, number, paint, part, words

PHASES: Final = ("attack", "trap", "collect")
"""Where programmes are opened, one sort after the other."""
ROOMY: Final = 4
"""So many cards stand in one line; more in two."""
CHIP: Final = 92
PLATE: Final = 30


def carried_out(table: Table) -> bool:
    """Whether the programmes are being opened; who only watches has no other to look at."""
    return table.begun and (table.view["phase"] in PHASES or not table.mine)


def opened(robots: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The robots as their programmes are opened, those that are still closed behind them: who stands there stays there.

    Attacks, traps, then those who walk into one, dump by dump (FR-41), then all other collections.
    """
    traps = {robot["program"]["number"] for robot in robots if robot["revealed"] and robot["program"]["action"] == "trap"}

    def place(robot: Mapping[str, Any]) -> tuple[int, int, int]:
        if not robot["revealed"]:
            return (len(PHASES), 0, robot["number"])
        action, number = robot["program"]["action"], robot["program"]["number"]
        later = 0 if action != "collect" else number if number in traps else COLOURS + 1
        return (PHASES.index(action), later, robot["number"])

    return sorted(robots, key=place)


def reveal(table: Table, width: float, height: float) -> str:
    """The panel of a desk: the phase, and a card for every robot."""
    paper = {"x": 1, "width": width - 2, "height": height - 4, "rx": 9}
    found = [tag("rect", cls="stall-s", y=4, **paper), tag("rect", cls="stall", y=0, **paper)]
    found.append(words(table.say("board.reveal"), 16, 25, 19, "sign"))
    for place, phase in enumerate(PHASES):
        found.append(chip(table, phase, width - 12 - (len(PHASES) - place) * (CHIP + 6), phase == table.view["phase"]))
    robots = opened(table.robots)
    lines = 1 if len(robots) <= ROOMY else 2
    across = (width - 18) / (-(-len(robots) // lines))
    high = (height - 46) / lines
    for place, robot in enumerate(robots):
        row, column = divmod(place, -(-len(robots) // lines))
        found.append(card(table, robot, 10 + column * across, 36 + row * high, min(across, 150) - 6, high - 6))
    return "".join(found)


def phone_reveal(table: Table, width: float, height: float) -> str:
    """The same in one line of a phone: who, what, whom."""
    robots = opened(table.robots)
    across = min(width / len(robots), 64)
    left = (width - across * len(robots)) / 2
    cards = [card(table, robot, at * across + left + 1, 0, across - 2, height) for at, robot in enumerate(robots)]
    return "".join(cards)


def chip(table: Table, phase: str, x: float, now: bool) -> str:
    """A sort of programme, painted while it is the turn of its sort."""
    plate = tag("rect", cls=classes("fr-chip", now and "pt"), x=x, y=7, width=CHIP, height=24, rx=6)
    return paint(BANDS[phase] if now else "grey", plate) + words(
        table.say(f"phase.{phase}"), x + CHIP / 2, 24, 14, classes("bold", "fr-onchip" if now else "soft"), "middle"
    )


def card(table: Table, robot: Mapping[str, Any], x: float, y: float, width: float, height: float) -> str:
    """What one robot does to whom, and what it has won; still closed, its two cards from behind."""
    index = robot["number"] - 1
    told = index == next(iter(table.told_robots()), None)
    slim = width < 80
    icon = min(26, width * 0.22)
    tall = min(height - 22, (width - icon - 12) / 1.5)
    top = y + 3 + (height - 22 - tall) / 2
    place = {"x": x, "y": y, "width": width, "height": height, "rx": 6}
    drawn = [tag("rect", cls=classes("fr-done", not robot["revealed"] and "closed"), **place)]
    middle = x + width / 2
    program = robot["program"] if robot["revealed"] else None
    wide = tall * 0.75
    if slim:
        drawn.append(table.robot(index, middle - 10.5, y + 3, 28))
        if program is not None:
            drawn.append(sign(robot, program, middle - 20, y + 35, 18))
            drawn.append(target(table, robot, program, middle, y + 31, 24))
    elif program is None:
        drawn.append(table.robot(index, middle - wide, top, tall))
        back = tall * 0.6
        backs = "".join(part("card-back", middle + 4 + step * back * 0.4, top + 2, back, back * 4 / 3) for step in (0, 1))
        placed = table.view["phase"] != "program" or table.view["placed"][robot["seat"]]
        drawn.append(paint(table.paint_of(index), backs) if placed else "")
    else:
        gap = (width - 2 * wide - icon) / 4
        drawn.append(table.robot(index, x + gap, top, tall))
        drawn.append(sign(robot, program, x + 2 * gap + wide, top + tall / 2 - icon / 2, icon))
        drawn.append(target(table, robot, program, x + 3 * gap + wide + icon, top, tall))
    outcome, cls = result(table, robot)
    if not slim and outcome:
        drawn.append(words(outcome, middle, y + height - 6, 14, cls, "middle", room=width - 8))
    if told:
        drawn.append(moved(x + 2, y + 2, width - 4, height - 4))
    label = f"{table.called_robot(robot)}: {spoken(table, robot)}"
    return tag("g", *drawn, role="img", aria_label=label, data_thing="programme", id=f"reveal-{robot['number']}")


def spoken(table: Table, robot: Mapping[str, Any]) -> str:
    """The programme for who does not see it."""
    program = robot["program"]
    if not robot["revealed"]:
        return table.plain("terminal.face_down")
    return (
        table.plain("terminal.defence")
        if defends(robot, program)
        else f"{table.plain('action.' + program['action'])} {program['number']}"
    )


def defends(robot: Mapping[str, Any], program: Mapping[str, Any]) -> bool:
    """FR-16: an Attack with the own number."""
    return bool(program["action"] == "attack" and program["number"] == robot["number"])


def sign(robot: Mapping[str, Any], program: Mapping[str, Any], x: float, y: float, size: float) -> str:
    """What it does."""
    drawn = part(SIGNS["defence" if defends(robot, program) else program["action"]], x, y, size, size)
    return tag("g", drawn, cls="inkc")


def target(table: Table, robot: Mapping[str, Any], program: Mapping[str, Any], x: float, y: float, height: float) -> str:
    """To whom: a robot as it looks, or the number of a dump; a defence is against everybody."""
    if defends(robot, program):
        return ""
    if program["action"] == "attack":
        return table.robot(program["number"] - 1, x, y, height)
    size = min(PLATE, height)
    left, top = x + (height * 0.75 - size) / 2, y + (height - size) / 2
    plate = tag("rect", cls="bplate", x=left, y=top, width=size, height=size, rx=5)
    return plate + number(program["number"], left + size / 2, top + size * 0.74, round(size * 0.66), "brassy")


def result(table: Table, robot: Mapping[str, Any]) -> tuple[str, str]:
    """What came of it so far: gears it has won, an attack that somebody stopped, nothing yet."""
    if not robot["revealed"]:
        programming = table.view["phase"] == "program"
        return "" if programming else table.say("terminal.face_down"), "soft"
    gears = sum(robot["won"])
    if gears:
        return table.say("board.gears_there", n=gears), "bold"
    program = robot["program"]
    if program["action"] == "trap" and caught_nobody(table, program["number"]):
        return table.say("board.caught_nobody"), "soft"
    if program["action"] == "attack" and not defends(robot, program):
        victim = next(other for other in table.robots if other["number"] == program["number"])
        stopped = victim["revealed"] and defends(victim, victim["program"])
        if stopped or robot["number"] in table.view["parried"]:
            return table.say("board.stopped"), "soft"
    return "", ""


def caught_nobody(table: Table, dump: int) -> bool:
    """Whether the traps on a dump are known to have been laid in vain: they are judged dump by dump (FR-41)."""
    beat = table.beat
    judged = {"trap_failed": dump <= beat.get("dump", -1) + 1, "trapped": dump <= beat.get("dump", -1)}
    if not (table.view["phase"] == "collect" or judged.get(beat["name"], False)):
        return False
    walked_in = (robot["program"] for robot in table.robots if robot["revealed"])
    return not any(program["action"] == "collect" and program["number"] == dump for program in walked_in)
