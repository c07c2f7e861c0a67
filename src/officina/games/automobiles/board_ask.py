"""The question of Automobiles with its pieces drawn in it."""

from __future__ import annotations

from typing import Final

from officina.core.drawing import say, tag
from officina.games.automobiles.board_road import SHADES
from officina.games.automobiles.board_table import Table, coin, cube
from officina.games.automobiles.cubes import COLOUR_NAMES, ENGINE, GARAGE, GEARS, HANDLING, PERFORMANCE, PIT, WEAR
from officina.looks import number, paint

SIZE: Final = 48
OF_CARD: Final = {
    "engineer_discard": GARAGE,
    "manager_remove": GARAGE,
    "manager_rebag": GARAGE,
    "mechanic_park": GARAGE,
    "pit_crew_mode": PIT,
    "pit_team_gain": PIT,
    "boost_draw": PERFORMANCE,
    "boost_offer": PERFORMANCE,
    "boost_late": PERFORMANCE,
    "nitro_keep": PERFORMANCE,
    "pick_active_gear": HANDLING,
    "hybrid_colour": ENGINE,
    "supercharge_take": ENGINE,
}
"""The cube whose card asks."""


def ask(table: Table) -> str:
    """The question as markup; empty where its plain words are best."""
    if table.question is None:
        return ""
    kind, view = table.kind, table.view
    if kind in ("buy", "grid_buy"):
        return table.say("board.ask.buy") + piece(coin(view["money"], 0, 0, SIZE)) + table.say("board.ask.left")
    if kind == "turn_type":
        return table.say("board.ask.turn_type") + wear_in_hand(table)
    if kind == "action":
        return table.say("board.ask.action") + piece(coin(table.worth(table.own), 0, 0, SIZE))
    if kind == "step":
        return step(table)
    colour = OF_CARD.get(kind)
    if colour is None:
        return ""
    return piece(cube(table, colour, 0, 0, SIZE)) + plain(table)


def plain(table: Table) -> str:
    """The question in its own words, as markup."""
    assert table.question is not None
    return tag("span", say(table.question.prompt, table.language))


def piece(*drawn: str) -> str:
    """A part between words."""
    return tag("svg", *drawn, cls="piece s28", viewBox=f"0 0 {SIZE} {SIZE}", aria_hidden="true")


def wear_in_hand(table: Table) -> str:
    """How much wear a pit stop would return."""
    count = table.players[table.own]["active"][WEAR]
    return piece(cube(table, WEAR, 0, 0, SIZE)) + table.say("board.ask.pit", n=count)


def step(table: Table) -> str:
    """Where to drive: the colours that may be entered, and how many steps are left."""
    assert table.question is not None
    shades = 0
    for word in table.lights.words:
        found = table.track.by_place.get(word.partition("/")[0])
        if found is not None:
            shades |= table.track.colours_of[found]
    wanted = table.question.prompt.args.get("shades", ())
    names = [getattr(shade, "key", "").rpartition(".")[2] for shade in (wanted if isinstance(wanted, tuple) else (wanted,))]
    drawn = []
    for gear in range(GEARS):
        if COLOUR_NAMES[gear] in names or (not any(names) and shades >> gear & 1):
            box = tag("rect", cls="pt ol", x=1, y=8, width=46, height=32, rx=6)
            drawn.append(piece(paint(SHADES[gear], box, number(table.marks[gear], 24, 33, 24, ""))))
    left = table.question.prompt.args.get("n", 1)
    return table.say("board.ask.step") + "".join(drawn) + table.say("board.ask.steps", n=int(left))
