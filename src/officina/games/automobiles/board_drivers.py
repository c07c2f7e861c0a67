"""The drivers side by side: places, laps and all their piles; what was agreed for this race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import tag, text
from officina.games.automobiles.board_piles import Pile
from officina.games.automobiles.board_table import Table, block, plate
from officina.games.automobiles.cubes import COLOUR_NAMES
from officina.looks import mark, words

AGREED: Final = {"weaving": "on", "draft": "segment", "boost": "accelerated"}
"""Options that the table should not forget, with the value that is not the usual one."""
ROW: Final = 120.0
FOOT: Final = 44.0
NARROW: Final = 1000.0
CLOSE: Final = 160.0
"""Headlines of less width have smaller letters."""
ZONES: Final = ("active", "used", "discard", "bag")


def order(table: Table) -> list[Mapping[str, Any]]:
    """The drivers as they lie in the race."""
    return sorted(table.players, key=lambda player: int(player["rank"]))


def facts(table: Table, player: Mapping[str, Any]) -> list[str]:
    """Where a driver is: place, laps, way; first player, grid, Boost still to be drawn. As plain words."""
    view, seat, left = table.view, player["seat"], player["laps_to_go"]
    found = [table.plain("terminal.you")] if seat == view["seat"] else []
    found.append(table.plain("terminal.finish") if not left else table.plain("board.laps", n=left))
    found.append(table.plain("board.driven", n=player["distance"]))
    if player["grid"] is not None and not view["round"]:
        found.append(table.plain("board.grid_cell", slot=player["grid"]))
    if seat == view["first_player"]:
        found.append(table.plain("terminal.first"))
    if player["pending_boost"]:
        found.append(table.plain("terminal.pending", n=player["pending_boost"]))
    if view["over"] and seat in view["winners"]:
        found.append(table.plain("board.winner"))
    return found


def headline(table: Table, player: Mapping[str, Any], x: float, y: float, width: float, height: float) -> str:
    """Who it is, the place in the race, and where the driver is."""
    seat = player["seat"]
    colour, shape = table.seats[seat]
    sign = 30 if width > CLOSE else 24
    drawn = [
        mark(shape, colour, x, y + 15 - sign / 2, sign),
        block(x + sign + 7, y + 2, width - sign - 43, 26, "au-name au-close" if sign < 30 else "au-name", table.who(seat)),
        tag("text", table.say(f"board.rank_{player['rank']}"), cls="au-rank", x=f"{x + width:g}", y=f"{y + 23:g}"),
        block(x, y + 36, width, height - 36, "au-facts", *(tag("span", text(fact)) for fact in facts(table, player))),
    ]
    return "".join(drawn)


def driver_row(table: Table, player: Mapping[str, Any], width: float, prefix: str) -> str:
    """One driver with everything on the sheet and the bag."""
    title = 190.0 if width > NARROW else 150.0
    drawn = [plate(0, 0, width, ROW - 8), headline(table, player, 10, 10, title, ROW - 16)]
    step = (width - title - 22) / len(ZONES)
    for index, zone in enumerate(ZONES):
        box = (title + 18 + index * step, 5.0, step - 6, ROW - 18)
        columns = max(5, int((step - 16) / 33))
        drawn.append(Pile(table, player["seat"], zone, box, prefix, 28.0, columns, alive=False).draw())
    return tag("g", *drawn, id=f"au-{prefix}driver-{player['seat'] + 1}")


def drivers(table: Table, width: float, prefix: str = "d-") -> str:
    """All drivers, the leader first, and what was agreed."""
    rows = [
        tag("g", driver_row(table, player, width, prefix), transform=f"translate(0 {index * ROW:g})")
        for index, player in enumerate(order(table))
    ]
    return "".join([*rows, about(table, width, len(rows) * ROW)])


def drivers_height(players: int) -> float:
    """How high the sheet of all drivers is."""
    return players * ROW + FOOT


def about(table: Table, width: float, y: float) -> str:
    """The track's name, whose map it is, and unusual agreements."""
    found = [table.track.titles[table.language]]
    if table.track.status == "REC":
        found.append(table.plain("drawing.reconstruction"))
    found += [table.plain(f"board.agreed.{name}") for name, value in AGREED.items() if table.view["options"][name] == value]
    return block(0, y, width, FOOT, "au-about", text(" · ".join(found)))


def driver_card(table: Table, seat: int, width: float, height: float) -> str:
    """One driver in short, for a phone."""
    player = table.players[seat]
    counts = [(zone, player["bag_size"] if zone == "bag" else sum(player[zone])) for zone in ZONES]
    line = " · ".join(f"{table.plain(f'terminal.{zone}')} {count}" for zone, count in counts)
    drawn = [plate(0, 0, width, height), headline(table, player, 10, 9, width - 22, height - 12)]
    drawn.append(words(text(line), 10, height - 10, 14))
    return tag("g", *drawn, id=f"au-race-driver-{seat + 1}")


def driver_sheet(table: Table, seat: int, width: float, prefix: str) -> str:
    """One driver with everything, for a phone."""
    player = table.players[seat]
    drawn = [plate(0, 0, width, 92), headline(table, player, 10, 10, width - 22, 80)]
    for index, zone in enumerate(ZONES):
        box = (0.0, 100 + index * 84.0, width, 78.0)
        drawn.append(Pile(table, seat, zone, box, prefix, 31.0, len(COLOUR_NAMES), alive=False).draw())
    return "".join(drawn)
