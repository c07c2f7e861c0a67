"""What every robot did in past turns, newest on top: reading habits is the game."""

from __future__ import annotations

from typing import Final

from officina.core.drawing import tag
from officina.games.fuori_di_rotella.board_parts import SIGNS, Table
from officina.games.fuori_di_rotella.board_robots import label_of
from officina.looks import part, words

LINE: Final = 41
HEAD: Final = 108
FOOT: Final = 36
LEGEND: Final = ("attack", "trap", "collect")


def habits(table: Table, width: float, height: float) -> str:
    """A column a robot, a line a turn."""
    paper = tag("rect", cls="fr-paper", x=1, y=1, width=width - 2, height=height - 2, rx=9)
    found = [paper, words(table.say("board.habits"), 14, 28, 19, "sign")]
    found.append(words(table.say("board.habits_lead"), 14, 50, 14, "soft", room=width - 24))
    robots = table.view["robots"]
    if not robots:
        return "".join(found)
    first = 40.0 if len(robots) < 6 else 32.0
    step = (width - first - 8) / max(3, len(robots))
    for place, robot in enumerate(robots):
        if robot in table.mine:
            strip = {"y": HEAD - 46, "height": height - HEAD - FOOT + 46, "width": step - 2, "rx": 6}
            found.append(tag("rect", cls="fr-column", x=first + place * step + 1, **strip))
        tall = min(44.0, step * 1.3)
        left, top = first + place * step + (step - tall * 0.75) / 2, HEAD - 46 + (44 - tall) / 2
        head = table.robot(robot["number"] - 1, left, top, tall)
        found.append(tag("g", head, role="img", aria_label=label_of(table, robot), data_thing="robot"))
    turns = table.view["history"]
    room = int((height - HEAD - FOOT) // LINE)
    for line, turn in enumerate(range(len(turns) - 1, max(-1, len(turns) - 1 - room), -1)):
        y = HEAD + line * LINE
        found.append(tag("path", cls="fr-rule", d=f"M10 {y}H{width - 10}"))
        found.append(words(str(turn + 1), 24, y + 27, 15, "bold soft", "middle"))
        for place, made in enumerate(turns[turn]):
            found.append(past(table, place, made["action"], made["number"], first + place * step, y, step))
    return "".join(found) + legend(table, width, height)


def legend(table: Table, width: float, height: float) -> str:
    """What the signs mean, at the foot of the paper."""
    found = [tag("path", cls="fr-rule", d=f"M10 {height - FOOT + 2}H{width - 10}")]
    step = (width - 20) / len(LEGEND)
    for place, action in enumerate(LEGEND):
        x = 12 + place * step
        found.append(tag("g", part(SIGNS[action], x, height - 26, 16, 16), cls="inkc"))
        found.append(words(table.say(f"action.{action}"), x + 20, height - 13, 14, "soft", room=step - 24))
    return "".join(found)


def past(table: Table, place: int, action: str, value: int, x: float, y: float, step: float) -> str:
    """One past programme: sign and number, a shield for a Defence."""
    robot = table.view["robots"][place]
    defence = action == "attack" and value == robot["number"]
    sign = "defence" if defence else action
    narrow = step < 36  # of six robots and more
    size, gap, type_size, type_face = (14, 0, 13, "bold") if narrow else (17, 2, 16, "sign")
    label = table.plain("terminal.defence") if defence else f"{table.plain(f'action.{action}')} {value}"
    left = x + step / 2 - (size / 2 if defence else (size + gap + type_size * 0.55) / 2)
    drawn = tag("g", part(SIGNS[sign], left, y + 12 + (17 - size) / 2, size, size), cls="inkc")
    if not defence:
        drawn += words(str(value), left + size + gap, y + 26, type_size, type_face)
    return tag("g", drawn, role="img", aria_label=label, data_thing="habits")
