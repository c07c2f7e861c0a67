"""The table of Fuori di Rotella in the browser: the scrap yard, the robots round it, one's own console, everybody's habits.

Dumps are grey; only gears and robots are coloured, and every colour has a symbol.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from officina.core.drawing import SIZES, Area, Board, Sheet, tag
from officina.core.position import Question
from officina.core.text import Message
from officina.games.fuori_di_rotella.board_console import console, own, phone_cards, phone_tiles
from officina.games.fuori_di_rotella.board_habits import habits
from officina.games.fuori_di_rotella.board_parts import Table
from officina.games.fuori_di_rotella.board_robots import column, panel, row, slim
from officina.games.fuori_di_rotella.board_yard import choice_of_robots, yard
from officina.games.fuori_di_rotella.components import Parts
from officina.games.fuori_di_rotella.nouns import GAME
from officina.looks import SEAT_MARKS

STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")
YARD: Final = 400
LARGER: Final = 1.6
"""How much larger robots are while one chooses among them."""
ROWS: Final = 58
"""The most height that a robot's line has on a phone."""
FEW: Final = 4
"""From so many players on a phone's bar tells of no phase."""


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str, screen: str = "wide") -> Board:
    """The whole table as the view's seat sees it."""
    table = Table(parts, view, question, language)
    sheets = {"wide": wide, "middle": middle, "phone": phone}[screen](table)
    return Board(
        sheets,
        STYLE,
        mood="fuori stage-steel",
        sign="stencil",
        details=details(table) if screen == "middle" else [],
        phase=phase(table, short=screen == "phone"),
        badges=badges(table),
        seats=seats(table),
        pieces=pieces(table),
        told=[table.robot(robot, 0, 0, 64) for robot in table.told_robots()],
    )


def phase(table: Table, *, short: bool) -> list[str]:
    """Turn and phase, and what the end depends on; a clear word when it is near. In short the phase without its turn.

    With many players a phone's bar has no room for it at all: then it stands whole above the question.
    """
    view = table.view
    if not view["turn"]:
        return [table.say("phase.setup")]
    first = table.say("terminal.turn", turn=view["turn"], phase=Message(f"{GAME}.phase.{view['phase']}"))
    if short and view["players"] < FEW:
        first = table.say(f"phase.{view['phase']}")
    if view["phase"] == "program" and not view["over"]:
        second = table.say("board.placed", n=sum(view["placed"]), of=view["players"])
    elif not view["reserve"] and not view["over"]:
        second = table.say("board.last_turns")
    else:
        second = table.say("terminal.refills", n=view["refills_left"])
    idle = table.say("terminal.idle", n=view["idle_turns"]) if view["idle_turns"] and not short else ""
    return [first, f"{second}, {idle}" if idle else second]


def badges(table: Table) -> list[str]:
    """The points of every seat; of two robots the lower counts and stands first."""
    found = []
    for seat in range(table.view["players"]):
        points = sorted(table.points(robot) for robot in table.robots if robot["seat"] == seat)
        more = tag("small", f" / {points[1]}") if len(points) > 1 else ""
        found.append(tag("span", str(points[0]) if points else "–", more, cls="score"))
    return found


def seats(table: Table) -> list[tuple[str, str]]:
    """A seat has the paint and the symbol of its robot, and no paint before it has chosen one."""
    looks = [("grey", SEAT_MARKS[seat % 8]) for seat in range(table.view["players"])]
    for robot in reversed(table.robots):
        looks[robot["seat"]] = (table.paint_of(robot["number"] - 1), table.parts.robots[robot["number"] - 1].symbol)
    return looks


def pieces(table: Table) -> list[str]:
    """A seat is its robot, the first of two; nobody has one before they are chosen."""
    first = {robot["seat"]: robot["number"] - 1 for robot in reversed(table.robots)}
    if len(first) < table.view["players"]:
        return []
    return [table.robot(first[seat], 0, 0, 64) for seat in sorted(first)]


# --- arrangements


def rivals(table: Table) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]], int]:
    """The other robots left and right of the yard, clockwise from one's own seat; for how many a column needs room."""
    others = [robot for robot in table.robots if robot not in table.mine]
    me = table.view["seat"] or 0
    others.sort(key=lambda robot: ((robot["seat"] - me) % table.view["players"], robot["number"]))
    per_seat = int(table.view["options"]["robots_per_player"])
    total = (table.view["players"] - (table.view["seat"] is not None)) * per_seat
    half = (total + 1) // 2
    return others[:half], others[half:], half


def wide(table: Table) -> list[Sheet]:
    """Everything at once: two columns of rivals, the yard between them, one's own things below, habits at the right."""
    left, right, rows = rivals(table)
    width, height = SIZES["wide"]
    begun = table.begun
    areas = [
        Area(
            "yard",
            table.plain("board.yard"),
            (318, 14, YARD, YARD),
            yard(table, YARD) if begun else large_choice(table, width, 318),
        ),
        Area("left", table.plain("terminal.robots"), (10, 10, 300, 420), column(table, left, rows, 300, 420) if begun else ""),
        Area(
            "right", table.plain("terminal.robots"), (726, 10, 300, 420), column(table, right, rows, 300, 420) if begun else ""
        ),
        Area("own", table.plain("board.own"), (10, 438, 546, 190), own(table, 546, 190) if begun else ""),
        Area("console", table.plain("board.programme"), (566, 438, 460, 190), console(table, 460, 190) if begun else ""),
        Area("habits", table.plain("board.habits"), (1036, 10, 250, 616), habits(table, 250, 616) if begun else ""),
    ]
    return [Sheet("table", table.plain("board.yard"), (width, height), areas, "i-wrench")]


def middle(table: Table) -> list[Sheet]:
    """A small desk: the habits open over the stage."""
    left, right, rows = rivals(table)
    width, height = SIZES["middle"]
    begun = table.begun
    button = tag("rect", cls="stall", x=1, y=1, width=78, height=42, rx=8)
    button += tag("text", table.say("board.habits"), cls="w f15 bold", x=40, y=28, text_anchor="middle")
    areas = [
        Area(
            "yard",
            table.plain("board.yard"),
            (277, 14, YARD, YARD),
            yard(table, YARD) if begun else large_choice(table, width, 277),
        ),
        Area(
            "left",
            table.plain("terminal.robots"),
            (6, 8, 264, 420),
            column(table, left, max(3, rows), 264, 420) if begun else "",
        ),
        Area(
            "right",
            table.plain("terminal.robots"),
            (684, 8, 264, 420),
            column(table, right, max(3, rows), 264, 420) if begun else "",
        ),
        Area("own", table.plain("board.own"), (6, 438, 470, 190), own(table, 470, 190) if begun else ""),
        Area("console", table.plain("board.programme"), (484, 438, 464, 190), console(table, 464, 190) if begun else ""),
        Area("habits-open", table.plain("board.habits"), (601, 391, 80, 44), button, "habits"),
    ]
    return [Sheet("table", table.plain("board.yard"), (width, height), areas, "i-wrench")]


def large_choice(table: Table, width: float, x: float) -> str:
    """Before the first turn there is nothing but robots to choose from: large, in the middle of the stage."""
    shift = width / 2 - x - YARD * LARGER / 2
    return tag("g", choice_of_robots(table, YARD), transform=f"translate({shift:g} 10) scale({LARGER})")


def details(table: Table) -> list[Sheet]:
    """What opens over a small desk."""
    title = table.plain("board.habits")
    return [Sheet("habits", title, SIZES["middle"], [Area("habits", title, (180, 10, 594, 616), habits(table, 594, 616))])]


def phone(table: Table) -> list[Sheet]:
    """Tabs of a phone: the yard with all robots as lines, the robots with everything, the habits."""
    width, height = SIZES["phone"]
    order = [robot for robot in table.robots if robot not in table.mine] + table.mine
    lines = max(1, len(order))
    line = min(ROWS, (height - 200 - 68) / lines)
    rows = "".join(row(table, robot, place * line, width - 12, line) for place, robot in enumerate(order))
    tiles = phone_tiles(table, width - 8) if table.begun else choice_of_robots(table, width - 8)
    every = "".join(
        (slim if len(order) > 2 else panel)(
            table, robot, place * (height / max(3, lines)), width - 12, height / max(3, lines) - 4
        )
        for place, robot in enumerate(order)
    )
    return [
        Sheet(
            "yard",
            table.plain("board.yard"),
            (width, height),
            [
                Area("yard", table.plain("board.yard"), (4, 4, width - 8, 200), tiles),
                Area("rows", table.plain("terminal.robots"), (6, 206, width - 12, 306), rows if table.begun else ""),
                Area("console", table.plain("board.programme"), (4, 514, width - 8, 62), phone_cards(table, 0, width - 8, 60)),
            ],
            "i-wrench",
        ),
        Sheet(
            "robots",
            table.plain("terminal.robots"),
            (width, height),
            [Area("all", table.plain("terminal.robots"), (6, 4, width - 12, height - 8), distinct(every))],
            "i-people",
        ),
        Sheet(
            "habits",
            table.plain("board.habits"),
            (width, height),
            [
                Area(
                    "habits", table.plain("board.habits"), (6, 4, width - 12, height - 8), habits(table, width - 12, height - 8)
                )
            ],
            "i-clock",
        ),
    ]


def distinct(markup: str) -> str:
    """The same robots stand on two tabs: here their ids say so."""
    return markup.replace(' id="', ' id="all-')
