"""The paddock inside the circuit: the shop with prices and stock, the wear chart, the lap board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from officina.core.drawing import classes, tag, text
from officina.core.text import Message
from officina.games.automobiles.board_road import SHADES
from officina.games.automobiles.board_table import GAME, NOBODY, PAINTS, Memo, Table, block, coin, cube, plate, thing_of_cube
from officina.games.automobiles.components import CARD_NAMES
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, GEARS, WEAR
from officina.looks import mark, moved, number, paint, part, spot, words

FROM_STOCK: Final = ("grid_buy", "buy", "pit_team_gain")
FIXED: Final = WEAR + 1
"""The first colours of the shop have the same card in every race: the gears and wear."""
LONG_NAME: Final = 11
"""A card's name with a longer word is set smaller: no word is broken."""
ROOMY: Final = 210.0
"""Cards less high than this have their text set closer."""
LEAST_ROW: Final = 15.2
SMALL_ROW: Final = 22.0
"""Rows of the lap board below this have signs instead of pennants."""
Draw = Callable[..., str]
STACKS: Final = Memo(2048)
LAPS: Final = Memo(512)
PIN: Final = 16
"""The width of a pennant on the lap board."""


# --- the shop


def stack_light(table: Table, colour: int) -> dict[str, str | None]:
    """What taking a cube of that colour from the shop would answer."""
    if table.kind in FROM_STOCK:
        return table.lights.on(COLOUR_NAMES[colour])
    if table.kind == "pit_crew_mode" and colour == WEAR:
        return table.lights.on("all_wear")
    return {}


def stack_label(table: Table, colour: int) -> str:
    """A stack for who does not see it: cube, card, prices, how many are left, what it does."""
    stack = table.view["stacks"][colour]
    prices = table.plain("board.prices", cost=stack["cost"], value=stack["value"]) if stack["card"] else ""
    does = table.card_text(stack["card"])
    return ", ".join(part for part in (table.cube_name(colour), prices, left_words(table, stack), does) if part)


def left_words(table: Table, stack: Mapping[str, Any]) -> str:
    """How many of a stack are left, as plain words."""
    return table.plain("board.left", n=stack["stock"]) if stack["stock"] else table.plain("board.sold_out")


def card_words(table: Table, stack: Mapping[str, Any]) -> str:
    """Under a card's name: how many of its cubes are left, and what one is worth."""
    left = text(left_words(table, stack))
    return f"{left} · {table.say('board.worth_one', n=stack['value'])}" if stack["card"] and stack["stock"] else left


def faded(table: Table, colour: int) -> bool:
    """Whether a stack steps back: it is sold out, or something else is to be bought now."""
    lit = stack_light(table, colour).get("data_choice")
    return not lit and (not table.view["stacks"][colour]["stock"] or table.kind in FROM_STOCK)


def remembered(draw: Draw) -> Draw:
    """Drawings of stacks are kept by all that they show."""

    def drawn(table: Table, colour: int, box: tuple[float, float, float, float], prefix: str = "") -> str:
        stack = table.view["stacks"][colour]
        shown = (stack["stock"], stack["card"], stack["cost"], stack["value"])
        state = (stack_light(table, colour).get("data_choice"), table.kind in FROM_STOCK)
        key = (draw.__name__, table.parts, table.language, colour, box, prefix, *shown, *state)
        found = STACKS.of(key, lambda: draw(table, colour, box, prefix))
        x, y, width, height = box
        return found + moved(x + 3, y + 3, width - 6, height - 6) if colour == table.told_stack() else found

    return drawn


@remembered
def fixed_row(table: Table, colour: int, box: tuple[float, float, float, float], prefix: str = "") -> str:
    """A gear, or wear: one row with what it does, price and stock."""
    x, y, width, height = box
    stack = table.view["stacks"][colour]
    if colour == WEAR:
        does = table.say("board.row_wear", value=stack["value"])
    else:
        figure = table.parts.figures[CARD_NAMES.index(stack["card"])] if stack["card"] else 1
        shade = Message(f"{GAME}.board.shade.{COLOUR_NAMES[colour]}")
        does = table.say("board.row", n=figure, shade=shade, value=stack["value"])
    if not stack["stock"]:
        does = table.say("board.sold_out")
    drawn = [
        plate(x, y, width, height, "au-plate au-faded" if faded(table, colour) else "au-plate", 8),
        tag("g", cube(table, colour, x + 1, y + height / 2 - 18, 36), cls="au-fade" if faded(table, colour) else None),
        words(table.say(f"cube.{COLOUR_NAMES[colour]}"), x + 42, y + height / 2 - 3, 14, "bold"),
        words(does, x + 42, y + height / 2 + 12, 13),
        coin(stack["cost"], x + width - 63, y + height / 2 - 15, 28),
        words(str(stack["stock"]), x + width - 18, y + height / 2 - 2, 13, "bold soft", "middle"),
        words(table.say("board.left_word"), x + width - 18, y + height / 2 + 11, 13, "bold soft", "middle"),
    ]
    light = stack_light(table, colour)
    return spot(
        light,
        stack_label(table, colour),
        box,
        *drawn,
        thing=thing_of_cube(table, colour),
        id=f"au-{prefix}stack-{COLOUR_NAMES[colour]}",
    )


@remembered
def card(table: Table, colour: int, box: tuple[float, float, float, float], prefix: str = "") -> str:
    """A coloured cube with its card: band, price, name, stock, the whole text."""
    x, y, width, height = box
    stack = table.view["stacks"][colour]
    pale = faded(table, colour)
    band = tag("path", cls="au-band", d=f"M{x + 1} {y + 30}v-22q0 -7 7 -7h{width - 16}q7 0 7 7v22Z")
    name = table.say(f"card.{stack['card']}.name") if stack["card"] else table.say(f"cube.{COLOUR_NAMES[colour]}")
    body = text(table.card_text(stack["card"]))
    left = card_words(table, stack)
    long = max(map(len, name.split())) > LONG_NAME
    story = [
        tag("b", name, cls="au-long" if long else None),
        tag("span", left, cls=classes(not stack["stock"] and "au-out")),
        tag("p", body),
    ]
    drawn = [
        plate(x, y, width, height, "au-plate au-faded" if pale else "au-plate", 8),
        tag(
            "g",
            paint(PAINTS[colour], band),
            cube(table, colour, x + 5, y + 4, 44),
            coin(stack["cost"], x + width - 42, y + 13, 36) if stack["card"] else "",
            cls="au-fade" if pale else None,
        ),
        block(x + 7, y + 51, width - 12, height - 54, "au-story" if height >= ROOMY else "au-story au-tight", *story),
    ]
    light = stack_light(table, colour)
    return spot(
        light,
        stack_label(table, colour),
        box,
        *drawn,
        thing=thing_of_cube(table, colour),
        id=f"au-{prefix}stack-{COLOUR_NAMES[colour]}",
    )


@remembered
def wide_card(table: Table, colour: int, box: tuple[float, float, float, float], prefix: str = "") -> str:
    """The same card lying: the band at the left, the text beside it."""
    x, y, width, height = box
    stack = table.view["stacks"][colour]
    pale = faded(table, colour)
    band = tag("path", cls="au-band", d=f"M{x + 31} {y + 1}h-23q-7 0 -7 7v{height - 16}q0 7 7 7h23Z")
    # questions, lessons, tips and rules call the cube by its own name: that comes first, its card after it
    name = table.say(f"cube.{COLOUR_NAMES[colour]}")
    body = text(table.card_text(stack["card"]))
    left = card_words(table, stack)
    if stack["card"]:
        left = table.say(f"card.{stack['card']}.name") + f" · {left}"
    title = tag("b", name, " ", tag("span", left, cls=classes(not stack["stock"] and "au-out")))
    drawn = [
        plate(x, y, width, height, "au-plate au-faded" if pale else "au-plate", 8),
        tag(
            "g",
            paint(PAINTS[colour], band),
            cube(table, colour, x + 12, y + height / 2 - 19, 38),
            coin(stack["cost"], x + width - 46, y + height / 2 - 18, 38) if stack["card"] else "",
            cls="au-fade" if pale else None,
        ),
        block(x + 58, y + 4, width - 108, height - 6, "au-story au-lying", title, tag("p", body)),
    ]
    light = stack_light(table, colour)
    return spot(
        light,
        stack_label(table, colour),
        box,
        *drawn,
        thing=thing_of_cube(table, colour),
        id=f"au-{prefix}stack-{COLOUR_NAMES[colour]}",
    )


@remembered
def tile(table: Table, colour: int, box: tuple[float, float, float, float], prefix: str = "") -> str:
    """A stack in short: cube, price, name or what it does, how many are left."""
    x, y, width, height = box
    stack = table.view["stacks"][colour]
    pale = faded(table, colour)
    if colour == WEAR:
        does = table.say("board.tile_wear")
    elif colour < GEARS:
        figure = table.parts.figures[CARD_NAMES.index(stack["card"])] if stack["card"] else 1
        does = table.say("board.tile", n=figure, shade=Message(f"{GAME}.board.shade.{COLOUR_NAMES[colour]}"))
    else:
        does = table.say(f"card.{stack['card']}.name") if stack["card"] else table.say(f"cube.{COLOUR_NAMES[colour]}")
    lines = [tag("b", does), tag("span", text(left_words(table, stack)), cls=classes(not stack["stock"] and "au-out"))]
    if stack["card"] and stack["stock"]:
        lines.append(tag("span", table.say("board.worth_one", n=stack["value"])))
    drawn = [
        plate(x, y, width, height, "au-plate au-faded" if pale else "au-plate", 8),
        tag(
            "g",
            cube(table, colour, x + width / 2 - 34, y + 5, 38),
            coin(stack["cost"], x + width / 2 + 3, y + 9, 30) if stack["card"] else "",
            cls="au-fade" if pale else None,
        ),
        block(x + 2, y + 44, width - 4, height - 45, "au-tile", *lines),
    ]
    light = stack_light(table, colour)
    return spot(
        light,
        stack_label(table, colour),
        box,
        *drawn,
        thing=thing_of_cube(table, colour),
        id=f"au-{prefix}stack-{COLOUR_NAMES[colour]}",
    )


def shop(table: Table, width: float, height: float, prefix: str = "") -> str:
    """The whole shop: five rows of gears and wear, five cards."""
    rows, gap, card_width = 190.0, 8.0, 111.0
    high = 36.0
    step = (height - high) / (FIXED - 1)
    drawn = [fixed_row(table, colour, (0.0, colour * step, rows, high), prefix) for colour in range(FIXED)]
    for colour in range(FIXED, COLOURS):
        x = rows + gap + (colour - FIXED) * (card_width + gap)
        drawn.append(card(table, colour, (x, 0.0, min(card_width, width - x), height), prefix))
    return "".join(drawn)


def tiles(table: Table, width: float, height: float, columns: int = 5) -> str:
    """The shop in short: ten tiles in rows; in columns of five, gears and wear lie in the first."""
    gap = 9.0
    rows = COLOURS // columns
    across, down = (width - (columns - 1) * gap) / columns, (height - (rows - 1) * gap) / rows
    drawn = []
    for colour in range(COLOURS):
        column, row = (colour // rows, colour % rows) if columns < rows else (colour % columns, colour // columns)
        drawn.append(tile(table, colour, (column * (across + gap), row * (down + gap), across, down)))
    return "".join(drawn)


def shop_list(table: Table, width: float, prefix: str = "") -> str:
    """The shop on a phone: five tiles, then five cards one below the other."""
    gap = 9.0
    across = (width - 4 * gap) / 5
    drawn = [tile(table, colour, (colour * (across + gap), 0.0, across, 93.0), prefix) for colour in range(FIXED)]
    for colour in range(FIXED, COLOURS):
        drawn.append(wide_card(table, colour, (0.0, 104.0 + (colour - FIXED) * 93.0, width, 84.0), prefix))
    return "".join(drawn)


# --- wear chart and lap board


def chart_now(table: Table) -> tuple[int, bool]:
    """Which shade of the chart would count if the car stopped now, and whether it would be in a draft instead."""
    if not table.path or table.current == NOBODY or table.view["aero"]:
        return NOBODY, False
    _, ahead = table.wear_at(table.head, table.path)
    return (NOBODY, True) if ahead != NOBODY else (max(table.track.darkest_of[segment] for segment in table.path), False)


def wear_chart(table: Table, width: float, height: float) -> str:
    """The wear of each shade, and of a draft; the one that counts now is framed."""
    now, drafting = chart_now(table)
    row = (height - 28) / (GEARS + 1)
    drawn = [plate(0, 0, width, height), words(table.say("board.wear_head"), width / 2, 18, 13, "bold au-caps", "middle")]
    for shade in range(GEARS + 1):
        y = 25 + shade * row
        applies = shade == now or (shade == GEARS and drafting)
        if applies:
            drawn.append(tag("rect", cls="au-now", x=5, y=f"{y:g}", width=f"{width - 10:g}", height=f"{row - 1:g}", rx=5))
        if shade < GEARS:
            high = min(20.0, row - 2)
            swatch = tag("rect", cls="pt au-swatch", x=9, y=f"{y + (row - 1 - high) / 2:g}", width=30, height=f"{high:g}", rx=4)
            face = tag("text", text(table.marks[shade]), cls="au-swatch-n", x=24, y=f"{y + row / 2 + 4.2:g}")
            drawn.append(paint(SHADES[shade], swatch, face))
        else:
            drawn.append(words(table.say("board.draft"), 9, y + row / 2 + 4.5, 14, "bold"))
        figure = table.parts.wear_chart[shade] if shade < GEARS else 0
        drawn.append(number(figure, width - 18, y + row / 2 + (6 if row > 20 else 4.6), 17 if row > 20 else 13))
    label = table.plain("drawing.wear_chart")
    return tag("g", *drawn, role="img", aria_label=label, data_thing="wear_chart")


def pennant(table: Table, seat: int, x: float, y: float, height: float, prefix: str = "") -> str:
    """Somebody's lap marker."""
    colour, shape = table.seats[seat]
    name = f"au-{prefix}marker-{seat + 1}"
    more = {
        "id": name,
        "data_flip": f"{prefix}marker-{seat}",
        "role": "img",
        "aria_label": table.name(seat),
        "data_thing": "lap_marker",
    }
    if height < SMALL_ROW - 3:
        return tag("g", mark(shape, colour, x, y, height), **more)
    body = tag("path", cls="pt ol", d=f"M{x:g} {y:g}h{PIN}v{height - 6:g}l-{PIN / 2:g} 6l-{PIN / 2:g} -6Z")
    sign = part(f"mark-{shape}", x + 3, y + (height - 6) / 2 - 4, 10, 10)
    return paint(colour, body, sign, **more)


def lap_board(table: Table, width: float, height: float, prefix: str = "") -> str:
    """The laps to go from those of this race down to the finish, with everybody's marker."""
    left = tuple(player["laps_to_go"] for player in table.players)
    names = tuple(table.name(seat) for seat in range(len(left)))
    key = (table.parts, table.language, width, height, prefix, table.view["laps"], left, names)
    return LAPS.of(key, lambda: lap_drawing(table, width, height, prefix))


def lap_drawing(table: Table, width: float, height: float, prefix: str) -> str:
    """A lap board that is not known yet."""
    there: dict[int, list[int]] = {}
    for player in table.players:
        there.setdefault(player["laps_to_go"], []).append(player["seat"])
    shown = list(range(table.view["laps"], -1, -1))
    most = int((height - 30) / LEAST_ROW)
    if len(shown) > most:
        empty = [left for left in shown if left not in there and left < max(there)]
        shown = sorted([*there, *empty[: most - len(there)]], reverse=True)
    row = (height - 30) / len(shown)
    tall = min(row - (3 if row >= SMALL_ROW else 2), 30.0)
    drawn = [plate(0, 0, width, height), words(table.say("drawing.laps"), width / 2, 18, 13, "bold au-caps", "middle")]
    for place, left in enumerate(shown):
        y = 26 + place * row
        drawn.append(tag("path", cls="au-rule", d=f"M8 {y:g}h{width - 16:g}"))
        if left:
            drawn.append(number(left, 16, y + row / 2 + (4.8 if row < 18 else 5.5), 13 if row < 18 else 15 if row < 24 else 17))
        else:
            drawn.append(part("i-flag", 8, y + row / 2 - min(8.0, row / 2), min(17.0, row), min(17.0, row), cls="inkc"))
        seats = there.get(left, [])
        if seats:
            step = min(PIN + 2.0, (width - 36 - PIN) / max(1, len(seats) - 1))
            top = y + (row - tall) / 2
            drawn += [pennant(table, seat, 30 + index * step, top, tall, prefix) for index, seat in enumerate(seats)]
        elif left < 2:
            drawn.append(words(table.say("board.finish" if not left else "board.final"), 30, y + row / 2 + 4.5, 13, "soft"))
    return "".join(drawn)
