"""One's own sheet: the hand with what each cube does now, and what counts if the car stops."""

from __future__ import annotations

from typing import Final

from officina.core.drawing import tag, text
from officina.games.automobiles.board_road import SHADES
from officina.games.automobiles.board_table import NOBODY, ORDER, Table, block, coin, count_badge, cube, thing_of_cube
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, GEARS, WEAR
from officina.looks import mark, number, paint, spot, words

HAND: Final = 44
BROAD: Final = 250.0
"""A panel of more width has wear beside the money."""
NARROW: Final = 136.0
"""A panel of no more width does not say whose draft it is."""
LEAST_CAPTION: Final = 44.0
"""Narrower places of the hand have no words below."""


# --- the hand


def hand_cubes(table: Table, seat: int, places: int) -> list[tuple[int, int, int]]:
    """The cubes of a hand as (colour, copy, how many lie there): one by one, or one a colour where they are too many.

    Where a cube was played this turn its place is left empty (none lie there), so that the others stay where they are.
    """
    counts, played = table.players[seat]["active"], [0] * COLOURS
    if table.view["phase"] == "action" and seat == table.current:
        played = table.players[seat]["used"]
    if sum(counts) + sum(played) > places:
        played = [0] * COLOURS
    if sum(counts) <= places:
        return [
            (colour, copy, int(copy < counts[colour]))
            for colour in ORDER
            for copy in reversed(range(counts[colour] + played[colour]))
        ]
    return [(colour, 0, counts[colour]) for colour in ORDER if counts[colour]]


def hand(table: Table, box: tuple[float, float, float, float], prefix: str = "", *, captions: bool = True) -> str:
    """The cubes in hand, each with what it does now."""
    x, y, width, height = box
    seat = table.own
    own = seat == table.view["seat"]
    places = table.parts.hand
    cubes = hand_cubes(table, seat, places)
    step = width / max(places, len(cubes))
    slack = 6.0 if step > 60 else 2.0
    worded = captions and step >= LEAST_CAPTION
    drawn = []
    for index in range(max(places, len(cubes))):
        left = x + index * step
        at = left + (step - HAND) / 2
        colour, copy, count = cubes[index] if index < len(cubes) else (NOBODY, 0, 0)
        if not count:
            drawn.append(tag("rect", cls="au-hole", x=f"{at + 3:g}", y=f"{y + 3:g}", width=38, height=38, rx=8))
            continue
        light = table.zone_light("active", colour) if own else {}
        dim = own and table.kind == "action" and not light.get("data_choice")
        name = COLOUR_NAMES[colour]
        does = table.does(seat, colour)
        label = f"{table.cube_name(colour)}. {does}" if does else table.cube_name(colour)
        if dim:
            label += f" ({table.plain('board.not_now')})"
        piece = cube(
            table, colour, at, y, HAND, id=f"au-{prefix}a-{name}-{copy}", data_flip=name, cls="au-fade" if dim else None
        )
        badge = tag("g", count_badge(count, at + HAND - 4, y + HAND - 6), cls="au-still") if count > 1 else ""
        wide = max(HAND, min(step - 6, 52))
        drawn.append(
            tag(
                "g",
                spot(
                    light,
                    label,
                    (left + (step - wide) / 2, y - 3, wide, HAND + 6),
                    piece,
                    thing=thing_of_cube(table, colour),
                    id=f"au-{prefix}in-{name}-{copy}",
                ),
                badge,
            )
        )
        if worded:
            drawn.append(block(left + slack / 2, y + HAND + 5, step - slack, height - HAND - 5, "au-cap", text(does)))
    return "".join(drawn)


def tray(table: Table, width: float, height: float, prefix: str = "", *, aside: float = 0.0) -> str:
    """The hand in its wooden tray; ``aside``: the width of the panel at its right (0: none)."""
    head = table.say("board.in_hand") if table.own == table.view["seat"] else table.who(table.own)
    drawn = [
        tag("rect", cls="au-tray", width=f"{width:g}", height=f"{height:g}", rx=11),
        tag("rect", cls="au-tray-in", x=4, y=4, width=f"{width - 8:g}", height=f"{height - 8:g}", rx=8),
    ]
    drawn.append(words(head, 14, 21, 13, "bold cream au-caps"))
    room = width - 16 - (aside + 6 if aside else 0)
    drawn.append(hand(table, (8, 33, room, height - 36), prefix))
    if aside:
        drawn.append(tag("g", panel(table, aside, height - 20, prefix), transform=f"translate({width - aside - 10:g} 10)"))
    return "".join(drawn)


# --- what counts now


def panel(table: Table, width: float, height: float, prefix: str = "") -> str:
    """Beside the hand: what a question asks that lies nowhere else, or money and wear if the car stopped now."""
    view = table.view
    if sum(view["held"]) and table.current == table.own:
        return held(table, width, height, prefix)
    if table.kind == "hybrid_colour":
        return colours(table, width, height, prefix)
    if view["over"]:
        return winners(table, width, height)
    return stopping(table, width, height)


def frame(width: float, height: float, head: str, cls: str = "au-note") -> str:
    """The paper of a panel, with its heading."""
    paper = tag("rect", cls=cls, width=f"{width:g}", height=f"{height:g}", rx=8)
    return paper + block(9, 5, width - 14, 32, "au-note-head", head)


def held(table: Table, width: float, height: float, prefix: str) -> str:
    """The cubes that Nitro drew: one of them stays."""
    drawn = [frame(width, height, table.say("board.held"))]
    own = table.own == table.view["seat"]
    cubes = [colour for colour in ORDER for _ in range(table.view["held"][colour])]
    step = min(60.0, (width - 12) / max(1, len(cubes)))
    for index, colour in enumerate(cubes):
        light = table.zone_light("held", colour) if own else {}
        x, y, name = 10 + index * step, height - 58, COLOUR_NAMES[colour]
        piece = cube(table, colour, x, y, HAND, id=f"au-{prefix}h-{name}-{index}", data_flip=name)
        drawn.append(
            spot(light, table.cube_name(colour), (x - 3, y - 3, HAND + 6, HAND + 6), piece, thing=thing_of_cube(table, colour))
        )
    return "".join(drawn)


def colours(table: Table, width: float, height: float, prefix: str) -> str:
    """The four colours of road, for an engine that takes one of them."""
    drawn = [frame(width, height, table.say("board.which_colour"))]
    across, down = (width - 30) / 2, min(38.0, (height - 50) / 2)
    for shade in range(GEARS):
        x, y = 10 + (shade % 2) * (across + 10), height - 2 * down - 18 + (shade // 2) * (down + 10)
        light = table.on("hybrid_colour", COLOUR_NAMES[shade])
        dim = None if light["data_choice"] else "au-fade"
        box = tag("rect", cls="pt ol", x=f"{x:g}", y=f"{y:g}", width=f"{across:g}", height=f"{down:g}", rx=6)
        face = number(table.marks[shade], x + across / 2, y + down / 2 + 6, 17, "")
        swatch = paint(SHADES[shade], box, face, cls=dim)
        label = table.plain(f"shade.{COLOUR_NAMES[shade]}")
        drawn.append(spot(light, label, (x, y, across, down), swatch, radius=6, thing="shade", id=f"au-{prefix}shade-{shade}"))
    return "".join(drawn)


def winners(table: Table, width: float, height: float) -> str:
    """Who has won."""
    drawn = [frame(width, height, table.say("phase.over"))]
    for index, seat in enumerate(table.view["winners"][:2]):
        colour, shape = table.seats[seat]
        y = 40 + index * 34
        drawn += [mark(shape, colour, 10, y, 28), block(46, y - 4, width - 52, 18, "au-name au-small", table.who(seat))]
        drawn.append(words(table.say("board.winner"), 46, y + 27, 13, "soft"))
    return "".join(drawn)


def stopping(table: Table, width: float, height: float) -> str:
    """Money and wear of whoever drives, if the car stopped now."""
    view = table.view
    seat = table.current if table.current != NOBODY else table.own
    setup = view["phase"] == "setup"
    buying = view["phase"] == "buy" or setup
    money = view["money"] if buying else table.worth(seat)
    head = table.say("board.grid" if setup else "board.money" if buying else "board.stop_now")
    if seat != table.own and not setup:
        head = table.say("board.stop_of", who=table.name(seat))
    drawn = [frame(width, height, head)]
    top = 38 if height > 96 else 30
    to_spend = f"{money} {table.plain('board.to_spend')}"
    drawn += [
        tag("g", coin(money, 8, top, 34), role="img", aria_label=to_spend, data_thing="money"),
        block(48, top, width - 52, 34, "au-why", tag("span", table.say("board.to_spend"))),
    ]
    if table.path or view["aero"]:
        wear, ahead = table.wear_at(table.head, table.path)
        x, y = (width / 2, top + 1.0) if width > BROAD else (0.0, height - 38)
        figure = cube(table, WEAR, x + 9, y, 32) + number(wear, x + 56, y + 23, 19)
        told = f"{wear} {table.plain('board.wear_word', n=wear)}"
        drawn.append(tag("g", figure, role="img", aria_label=told, data_thing="wear"))
        if view["aero"]:
            why = table.say("board.aero_on")
        elif ahead != NOBODY:
            why = table.say("board.drafting", leader=table.name(ahead)) if width > NARROW else table.say("board.draft")
        else:
            why = table.say("board.wear_word", n=wear)
        drawn.append(block(x + 68, y, width - x - 72, 34, "au-why", tag("span", why)))
    elif not setup and view["start_rank"]:
        drawn.append(
            block(10, height - 36, width - 16, 34, "au-why", tag("span", table.say("board.started", rank=view["start_rank"])))
        )
    return "".join(drawn)
