"""The table of Automobiles in the browser: the circuit runs round the paddock, one's own sheet lies below.

This room arranges: which area lies where on a desk, a small desk and a phone. What is in them is drawn next door:
``board_ring`` (where the road lies), ``board_road`` (what is printed), ``board_circuit`` (what moves), ``board_paddock``,
``board_sheet``, ``board_piles``, ``board_drivers``; ``board_phone`` has the window of a phone, ``board_ask`` the question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from officina.core.drawing import SIZES, Area, Board, Sheet, classes, places, rule, tag, text
from officina.core.position import Question
from officina.games.automobiles.board_ask import ask
from officina.games.automobiles.board_circuit import Circuit
from officina.games.automobiles.board_drivers import driver_card, driver_sheet, drivers, drivers_height
from officina.games.automobiles.board_paddock import lap_board, shop, shop_list, tiles, wear_chart
from officina.games.automobiles.board_phone import ZOOM, overview, window, windows
from officina.games.automobiles.board_piles import Pile, piles
from officina.games.automobiles.board_ring import HIGH, WIDE, Box, Ring, ring
from officina.games.automobiles.board_road import road
from officina.games.automobiles.board_scenery import BEYOND, scenery
from officina.games.automobiles.board_sheet import panel, tray
from officina.games.automobiles.board_table import Table, car_paints, plate
from officina.games.automobiles.components import Parts
from officina.games.automobiles.cubes import COLOUR_NAMES
from officina.games.automobiles.track import Track
from officina.looks import paint, part, words

PLAIN_STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")
PHASES: Final = ("action", "buy", "car", "decline", "end")
WIDTHS: Final = {"wide": float(WIDE), "middle": 954.0, "phone": float(WIDE)}
"""The width that the road is laid out for; a phone looks at the wide one through a window."""
SHOP_WIDE: Final = 785.0
MOST_PADDOCK: Final = 216.0
CHART: Final = (78.0, 152.0)
PHONE_TRAY: Final = 128.0
PHONE_STRIP: Final = 120.0
"""On a phone: the hand, and above it wear chart, overview and lap board."""
LAPS: Final = (100.0, 152.0)
GAP: Final = 8.0


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str, screen: str = "wide") -> Board:
    """The whole table as the view's seat sees it."""
    track = parts.tracks[view["track"]]
    table = Table(parts, track, view, question, language, WIDTHS[screen])
    arrangement = {"wide": wide, "middle": middle, "phone": phone}[screen]
    sheets, details = arrangement(table)
    return Board(
        sheets,
        style(track),
        mood="automobiles stage-grass",
        sign="roundel",
        details=details,
        ask=ask(table),
        phase=phase(table, short=screen == "phone"),
        badges=[badge(table, player) for player in table.players],
        seats=car_paints(parts)[: len(table.players)],
        pieces=[paint(colour, part("racer", -16, 24, 80, 40)) for colour, _ in car_paints(parts)[: len(table.players)]],
    )


# --- arrangements


def paddock(found: Ring) -> tuple[float, float]:
    """Top and height of what lies in the infield."""
    top, bottom = found.infield
    height = min(MOST_PADDOCK, bottom - top - 8)
    return (top + bottom - height) / 2, height


def lap_place(found: Ring, left: float, middle: float, width: float) -> tuple[float, float, float, float]:
    """The box of the lap board: in the right bend, as wide as the grass allows."""
    y = middle - LAPS[1] / 2
    right = found.reach(y, y + LAPS[1])[1] - 4
    return left, y, min(width, right - left), LAPS[1]


def wide(table: Table) -> tuple[list[Sheet], list[Sheet]]:
    """A desk: circuit, paddock and sheet at their own size."""
    width, high = SIZES["wide"]
    below = HIGH + 3.0
    high_sheet = high - below - 5
    details = [drivers_detail(table, width)]
    if table.ring.beside:
        areas = beside(table, width)
        details.insert(0, cards_detail(table))
    else:
        areas = infield(table, width, SHOP_WIDE, CHART[0], LAPS[0], shop)
    areas += [
        Area("hand", table.plain("board.in_hand"), (6, below, 648, high_sheet), tray(table, 648, high_sheet, aside=140)),
        Area(
            "piles",
            table.plain("board.area.piles"),
            (660, below, 630, high_sheet),
            piles(table, table.own, (0, 0, 630, high_sheet)),
        ),
    ]
    return [Sheet("table", table.plain("title"), SIZES["wide"], areas, icon="i-track")], details


def printed(table: Table, *taken: Box) -> Area:
    """The road with what stands in the grass where nothing lies."""
    found = table.ring
    markup = scenery(found, (*taken, found.plates["drivers"])) + road(found, table.parts)
    return Area("road", table.plain("board.area.circuit"), (0, 0, found.width, HIGH), markup)


def infield(
    table: Table, width: float, shop_width: float, chart_width: float, laps_width: float, goods: Callable[..., str]
) -> list[Area]:
    """The circuit with the paddock inside it."""
    top, height = paddock(table.ring)
    left = (width - shop_width - chart_width - laps_width - 2 * GAP) / 2
    middle = top + height / 2
    chart_middle = middle if table.ring.own else HIGH / 2
    chart = (left, chart_middle - CHART[1] / 2, chart_width, CHART[1])
    laps = lap_place(table.ring, width - left - laps_width, middle, laps_width)
    shop_box = (left + chart_width + GAP, top, shop_width, height)
    opens = "cards" if goods is tiles else ""
    return [
        printed(table, chart, shop_box, laps),
        Area("wear", table.plain("drawing.wear_chart"), chart, wear_chart(table, *chart[2:])),
        Area("shop", table.plain("board.area.shop"), shop_box, goods(table, shop_width, height), opens=opens),
        Area("laps", table.plain("drawing.laps"), laps, lap_board(table, *laps[2:]), opens="drivers"),
        Area("circuit", table.plain("board.area.circuit"), (0, 0, width, HIGH), Circuit(table).draw()),
        rivals(table),
    ]


def beside(table: Table, width: float) -> list[Area]:
    """The circuit with its boards where there is grass, and the shop in short beside it."""
    found = table.ring
    chart, laps = found.plates["wear"], found.plates["laps"]
    column = (found.width + 4, 6.0, width - found.width - 10, HIGH - 12)
    return [
        printed(table, chart, laps),
        Area("wear", table.plain("drawing.wear_chart"), chart, wear_chart(table, *chart[2:])),
        Area("shop", table.plain("board.area.shop"), column, tiles(table, *column[2:], columns=2), opens="cards"),
        Area("laps", table.plain("drawing.laps"), laps, lap_board(table, *laps[2:]), opens="drivers"),
        Area("circuit", table.plain("board.area.circuit"), (0, 0, found.width, HIGH), Circuit(table).draw()),
        rivals(table),
    ]


def rivals(table: Table) -> Area:
    """In a corner of the grass: the way to everybody's sheets."""
    box = table.ring.plates["drivers"]
    size = box[2:]
    drawn = [
        plate(0, 0, *size),
        part("i-people", size[0] / 2 - 14, 5, 28, 28, cls="inkc"),
        words(table.say("board.area.drivers"), size[0] / 2, 50, 14, "bold", "middle"),
    ]
    face = tag("g", *drawn, role="img", aria_label=table.plain("board.area.drivers"), data_thing="standing")
    return Area("rivals", table.plain("board.area.drivers"), box, face, opens="drivers")


def drivers_detail(table: Table, stage: float) -> Sheet:
    """Everybody's sheets; at the right there is room for the button that shuts them."""
    width, height = stage - 104, drivers_height(len(table.players))
    area = Area("drivers-all", table.plain("board.area.drivers"), (8, 6, width, height), drivers(table, width))
    return Sheet("drivers", table.plain("board.area.drivers"), (stage, height + 12), [area], icon="i-people")


def cards_detail(table: Table) -> Sheet:
    """The cards of the shop with their whole text."""
    cards = Area(
        "cards-all",
        table.plain("board.area.shop"),
        (8, 60, SHOP_WIDE, MOST_PADDOCK),
        shop(table, SHOP_WIDE, MOST_PADDOCK, "c-"),
    )
    return Sheet("cards", table.plain("board.area.shop"), (SHOP_WIDE + 16, MOST_PADDOCK + 120), [cards], icon="i-wrench")


def middle(table: Table) -> tuple[list[Sheet], list[Sheet]]:
    """A small desk: the same ring with shorter straights; the shop in short, its whole cards open over the stage."""
    width, high = SIZES["middle"]
    below = HIGH + 3.0
    high_sheet = high - below - 5
    if table.ring.beside:
        areas = beside(table, width)
    else:
        chart_width, laps_width = 74.0, 92.0
        areas = infield(table, width, width - 320.0 - chart_width - laps_width - 2 * GAP, chart_width, laps_width, tiles)
    areas += [
        Area("hand", table.plain("board.in_hand"), (4, below, 452, high_sheet), tray(table, 452, high_sheet, aside=108)),
        Area(
            "piles",
            table.plain("board.area.piles"),
            (460, below, 490, high_sheet),
            piles(table, table.own, (0, 0, 490, high_sheet), size=34, columns=4),
        ),
    ]
    details = [cards_detail(table), drivers_detail(table, width)]
    return [Sheet("table", table.plain("title"), SIZES["middle"], areas, icon="i-track")], details


def phone(table: Table) -> tuple[list[Sheet], list[Sheet]]:
    """A phone: four tabs; the circuit is seen through a window that follows one's own car."""
    width, high = SIZES["phone"]
    tray_high, strip = PHONE_TRAY, PHONE_STRIP
    seen = high - tray_high - strip
    grass = scenery(table.ring, (), BEYOND)
    track = [
        Area("printed", "", (0, 0, 0, 0), tag("defs", tag("g", grass + road(table.ring, table.parts), id="au-road"))),
        Area("circuit", table.plain("board.area.circuit"), (0, 0, width, seen), window(table, width, seen)),
        Area("wear", table.plain("drawing.wear_chart"), (4, seen + 2, 78, strip - 4), wear_chart(table, 78, strip - 4)),
        Area(
            "overview",
            table.plain("board.area.circuit"),
            (86, seen + 2, 206, strip - 4),
            overview(table, 206, strip - 4),
            opens="whole",
        ),
        Area("laps", table.plain("drawing.laps"), (296, seen + 2, 90, strip - 4), lap_board(table, 90, strip - 4)),
        Area("hand", table.plain("board.in_hand"), (0, seen + strip, width, tray_high), tray(table, width, tray_high)),
    ]
    goods = [Area("shop", table.plain("board.area.shop"), (10, 10, width - 20, high - 20), shop_list(table, width - 20))]
    sheet = [Area("sheet-hand", table.plain("board.in_hand"), (8, 6, width - 16, 232), own_hand(table, width - 16))]
    for index, zone in enumerate(("used", "discard", "bag")):
        box = (8, 244 + index * 112.0, width - 16, 106.0)
        markup = Pile(table, table.own, zone, (0, 0, width - 16, 106), size=31, columns=len(COLOUR_NAMES)).draw()
        sheet.append(Area(f"sheet-{zone}", table.plain(f"terminal.{zone}"), box, markup))
    race, details = [], [whole(table)]
    for seat in range(len(table.players)):
        name = table.plain(f"car.{table.parts.cars[seat]}")
        box = (8, 8 + seat * 114.0, width - 16, 106.0)
        race.append(
            Area(f"driver-{seat + 1}-card", name, box, driver_card(table, seat, width - 16, 106), opens=f"driver-{seat + 1}")
        )
        markup = driver_sheet(table, seat, width - 16, f"d{seat + 1}-")
        details.append(
            Sheet(
                f"driver-{seat + 1}",
                name,
                (width, high),
                [Area(f"driver-{seat + 1}-all", name, (8, 54, width - 16, 440), markup)],
                icon="i-people",
            )
        )
    tabs = [
        Sheet("track", table.plain("board.tab.track"), SIZES["phone"], track, icon="i-track"),
        Sheet("shop", table.plain("board.tab.shop"), SIZES["phone"], goods, icon="i-wrench"),
        Sheet("sheet", table.plain("board.tab.sheet"), SIZES["phone"], sheet, icon="i-piston"),
        Sheet("race", table.plain("board.tab.race"), SIZES["phone"], race, icon="i-flag"),
    ]
    return tabs, details


def own_hand(table: Table, width: float) -> str:
    """The hand on the tab of one's own sheet, with what counts now."""
    return tray(table, width, 138, "s-") + tag("g", panel(table, width, 88, "s-"), transform="translate(0 144)")


def whole(table: Table) -> Sheet:
    """The whole circuit, small and upright."""
    across = table.ring.width
    grass = tag("rect", cls="au-grass", width=f"{across:g}", height=HIGH, rx=12)
    drawn = grass + tag("use", href="#au-road") + Circuit(table, "w-").draw(lit=False)
    upright = tag("g", drawn, transform=f"translate({HIGH} 0) rotate(90)")
    area = Area("whole-circuit", table.plain("board.area.circuit"), (0, 0, HIGH, across), upright)
    return Sheet("whole", table.plain("board.area.circuit"), (HIGH, across), [area], icon="i-track")


# --- the bar


def phase(table: Table, *, short: bool) -> list[str]:
    """Round and track; then the phases with the one that is on."""
    view = table.view
    title = text(table.track.titles[table.language].partition(" (")[0])
    if view["over"] or not view["round"]:
        return [table.say("phase.over" if view["over"] else "phase.setup"), title]
    first = f"{table.say('board.round', round=view['round'])} · {title}"
    if view["last_round"]:
        first = f"{table.say('board.round', round=view['round'])} · {table.say('terminal.last_round')}"
    if short:
        last = table.say("terminal.last_round") if view["last_round"] else table.say(f"phase.{view['phase']}")
        return [table.say("board.round", round=view["round"]), last]
    pills = [
        tag("span", table.say(f"phase.{name}"), cls=classes("au-ph", view["phase"] == name and "au-ph-on")) for name in PHASES
    ]
    return [first, tag("span", *pills, cls="au-phases")]


def badge(table: Table, player: Mapping[str, Any]) -> str:
    """The place in the race."""
    return tag("span", table.say(f"board.rank_{player['rank']}"), cls="au-badge")


# --- style


@lru_cache(maxsize=32)
def style(track: Track) -> str:
    """The style sheet of all screens: the plain part, places and headings on the track, what the window of a phone looks at."""
    found = PLAIN_STYLE
    for road_ring in (ring(track, WIDTHS["wide"]), ring(track, WIDTHS["middle"])):
        sign = road_ring.sign
        found += places(f"au-at{sign}", [(round(x, 1), round(y, 1)) for x, y in road_ring.middles])
        for position, angle in enumerate(road_ring.headings):
            found += rule(f".au-turn{sign}-{position}", transform=f"rotate({angle:.1f}deg)")
            found += rule(f".au-back{sign}-{position}", transform=f"rotate({-angle:.1f}deg)")
    width, height = SIZES["phone"]
    return found + windows(ring(track, WIDTHS["phone"]), width, height - PHONE_TRAY - PHONE_STRIP, ZOOM)
