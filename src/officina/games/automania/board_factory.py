"""A factory board of Automania: offices, stations on three belts, the cars they lead to with their styles and popularity."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from officina.core.drawing import tag
from officina.games.automania import board_parts as draw
from officina.games.automania.board_market import landing
from officina.games.automania.board_parts import Table, figure, rect
from officina.games.automania.components import COLOURS, FACTORIES, MARKETS, SHIP_SPACES, STATION_CODES, STYLES, TYPES, Parts
from officina.games.automania.nouns import say
from officina.looks import paint, spot, words


class Hall(NamedTuple):
    """The measures of a factory on a screen: where stations, ends and offices lie."""

    size: tuple[float, float]
    first: tuple[float, float]
    """The middle of the place (0, 0) of the stations."""
    step: tuple[float, float]
    """From station to station; a row of belts is two such steps down."""
    station: float
    car: float
    end: tuple[float, float]
    """The upper left corner of the first car."""
    rail: float
    belt_end: float
    """How low the first belt reaches its car, and where it ends."""
    holders: tuple[float, float]
    """The upper left corner of the first styles."""
    holder: float
    popularity: tuple[float, float, float]
    """Corner and height of the first pair of popularities."""
    offices: draw.Box
    columns: int
    electric: tuple[float, float, float]


WIDE: Final = Hall(
    size=(748, 264), first=(174, 47.33), step=(68, 42.34), station=60, car=88, end=(418, 20), rail=69, belt_end=500,
    holders=(512, 7), holder=38, popularity=(512, 49, 35), offices=(17, 38, 127, 126), columns=2, electric=(344, 86, 70),
)  # fmt: skip
PHONE: Final = Hall(
    size=(382, 432), first=(33, 92), step=(62, 53), station=54, car=76, end=(262, 77), rail=110, belt_end=332,
    holders=(256, 40), holder=38, popularity=(256, 118, 28), offices=(10, 364, 259, 60), columns=4, electric=(188, 142, 64),
)  # fmt: skip


@lru_cache(maxsize=64)
def belts(parts: Parts, factory: int, hall: Hall) -> str:
    """The three belts, each from its first station to its car: full, long dashes, dots."""
    layers: list[list[str]] = [[], [], []]
    for type_, name in enumerate(TYPES):
        path = belt(parts, factory, type_, hall)
        layers[0].append(tag("path", cls="am-belt-b", d=path))
        layers[1].append(tag("path", cls="am-belt-m", d=path))
        layers[2].append(tag("path", cls=f"am-belt-c am-belt-{name}", d=path))
    return "".join("".join(layer) for layer in layers)


def belt(parts: Parts, factory: int, type_: int, hall: Hall) -> str:
    """The way of one belt: along its row, with a branch to each station above or below it, and on to its car."""
    x0, y0 = hall.first
    step_x, step_y = hall.step
    level, goal = y0 + 2 * type_ * step_y, hall.rail + 2 * type_ * step_y
    places = [
        (x0 + parts.station_x[station] * step_x, y0 + parts.station_y[station] * step_y)
        for station in parts.factories[factory].lines[type_]
    ]
    row = [x for x, y in places if abs(y - level) < 1] or [x for x, _ in places] or [x0]
    near = [(x, y) for x, y in places if 1 <= abs(y - level) <= step_y + 1]
    far = [(x, y) for x, y in places if abs(y - level) > step_y + 1]
    right = max(row + [x for x, _ in near])
    path = f"M{min(row):g} {level:g}H{right:g}"
    path += "".join(f"M{x:g} {level:g}V{y:g}" for x, y in near)
    path += "".join(f"M{x:g} {y:g}V{y - step_y:g}H{x + 0.37 * step_x:g}V{level:g}H{min(row):g}" for x, y in far)
    if any(x == right and y > level for x, y in near):
        return path + f"M{right:g} {goal:g}H{hall.belt_end:g}"
    return path + f"M{right:g} {level:g}L{right + abs(goal - level):g} {goal:g}H{hall.belt_end:g}"


class Factory:
    """One player's factory; what its owner may choose there now is lit."""

    def __init__(self, table: Table, seat: int, hall: Hall, prefix: str = "am") -> None:
        self.table = table
        self.seat = seat
        self.hall = hall
        self.player = table.player(seat)
        self.own = seat == table.view["seat"]
        self.id = f"{prefix}-{seat}"
        self.row = 2 * hall.step[1]

    def on(self, kind: str, *answers: str) -> dict[str, str | None]:
        """The attributes of a thing of one's own factory."""
        return self.table.on(kind, *answers) if self.own else {}

    def heading(self, width: float) -> str:
        """The board's name: one's own or its owner's, in the advanced game the factory's."""
        table = self.table
        factory = self.player["factory"]
        named = factory != FACTORIES[0]
        title = table.plain(f"factory.{factory}") if named else table.plain("board.own_factory")
        if not self.own:
            title = f"{table.name(self.seat)}, {title}" if named else table.name(self.seat)
        return draw.fitted(title, 46, 26, width)

    def floor(self, width: float, height: float) -> str:
        """The floor of the hall, with the owner's stripe."""
        stripe = paint(COLOURS[self.seat], rect("pt", 1, 1, 7, height - 2, 3))
        return draw.card(0, 0, width, height, 9, "stall am-floor") + stripe + draw.seat_mark(self.seat, 16, 8, 22)

    def hall_of(self) -> str:
        """Belts, stations and the ends of the lines."""
        drawn = [belts(self.table.parts, FACTORIES.index(self.player["factory"]), self.hall)]
        drawn += [self.station(index, code) for index, code in enumerate(STATION_CODES)]
        for index, type_ in enumerate(TYPES):
            drawn += [self.end(index, type_), self.styles(index, type_)]
            drawn += [self.popularity(index, type_, market) for market in range(len(MARKETS))]
        return "".join(drawn) + self.electric()

    # --- stations

    def station(self, index: int, code: str) -> str:
        """One station with its machine, or with its letter alone."""
        table, hall, parts = self.table, self.hall, self.table.parts
        size = hall.station
        x = hall.first[0] + parts.station_x[index] * hall.step[0] - size / 2
        y = hall.first[1] + parts.station_y[index] * hall.step[1] - size / 2
        machine = self.player["stations"][index]
        lights = self.on("place_tile", f"station {code}")
        body = rect("am-station", x + 1, y, size - 2, size - 1, 8)
        served = ", ".join(table.plain(f"type.{type_}") for type_ in TYPES if code in self.player["lines"][type_])
        label = table.plain("board.station", code=code.upper(), types=served)
        if machine is None:
            body += figure(code.upper(), x + size / 2, y + size / 2 + 8, 22, "am-ghost")
        else:
            body += draw.tile(f"{self.id}-at", machine, x, y, size)
            label += f": {table.tile_name(machine)}"
        found = spot(
            lights, label, (x - 1, y - 1, size + 2, size + 2), body, radius=9, thing="station", id=f"{self.id}-station-{code}"
        )
        if lights.get("data_choice"):
            dot = tag("circle", cls="am-dot", cx=f"{x + 3:g}", cy=f"{y + 3:g}", r="10")
            found += tag("g", dot, words(code.upper(), x + 3, y + 7.6, 13, "bold", "middle"), cls="am-flat")
        return found

    # --- the ends of the lines

    def end(self, index: int, type_: str) -> str:
        """The cars in supply at the end of a line, how many, and the stars printed on it."""
        table, hall = self.table, self.hall
        x, y = hall.end[0], hall.end[1] + index * self.row
        count, printed = self.player["cars"][type_], self.player["printed_stars"][index]
        lights = self.on("car_type", type_)
        made = table.view["production"]
        if table.kind == "car_tile" and made is not None and made["type"] == type_:
            lights = self.on("car_tile", "normal")
        body = draw.cars(f"{self.id}-{type_}", self.seat, type_, count, x, y, hall.car)
        phone = hall.columns == 4
        tag_x, tag_y = (x + 86, y + 3) if phone else (x - 4, y - 15)
        tags = draw.plate(f"×{count}", tag_x, tag_y, 29)
        star_x, star_y = (tag_x, tag_y + 19) if phone else (tag_x + 32, tag_y)
        tags += rect("am-plate", star_x, star_y, 29, 18, 4) + draw.star(star_x + 2, star_y + 2, 14)
        tags += words(str(printed), star_x + 21.5, star_y + 13.6, 13, "bold", "middle")
        label = table.plain("board.end", car=say(f"type.{type_}"), n=count, printed=printed)
        end = spot(lights, label, (x, y - 2, hall.car, hall.car / 2 + 4), body, thing="line", id=f"{self.id}-end-{type_}")
        return end + tag("g", tags, cls="am-flat", aria_hidden="true")  # its figures are said with the cars

    def styles(self, index: int, type_: str) -> str:
        """The holders of a type: its styles, and the price of the next one."""
        table, hall = self.table, self.hall
        x, y = hall.holders[0], hall.holders[1] + index * self.row
        size, step = hall.holder, hall.holder + 3
        there = self.player["styles"][type_]
        placed = sum(style is not None for style in there)
        names, body, priced = [], [], False
        for place, style in enumerate(there):
            left = x + place * step
            body.append(rect("am-station", left + 0.5, y, size, size - 1, 7))
            if style is not None:
                body.append(draw.tile(f"{self.id}-{type_}", style, left - 0.5, y - 1.5, size + 2))
                names.append(table.tile_name(style))
                continue
            body.append(draw.icon(draw.icon_of(STYLES[place]), left + 8, y + 7, 22, "am-pale"))
            if not priced:
                body.append(draw.coin(self.player["style_costs"][placed], left + size - 21, y + size - 22, 25))
                priced = True
        label = table.plain("board.styles", car=say(f"type.{type_}"), n=placed)
        label = f"{label}: {', '.join(names)}" if names else label
        lights = self.on("place_tile", f"style {type_}")
        return spot(
            lights, label, (x - 1, y - 1, 3 * step, size + 1), *body, thing="style_rack", id=f"{self.id}-styles-{type_}"
        )

    def popularity(self, index: int, type_: str, market: int) -> str:
        """How popular the next car would be in a market; on one's own board also the ship space it would get."""
        table, hall = self.table, self.hall
        x, y, height = hall.popularity
        x, y = x + market * 62, y + index * self.row
        stars = self.player["popularity"][type_][market]
        code = MARKETS[market]
        body = rect("am-popular", x, y, 59, height, 7)
        body += words(table.say(f"board.{code}"), x + 15, y + height / 2 - 3, 13, "bold", "middle")
        body += figure(stars, x + 44, y + height / 2 + 8, 21 if height > 30 and stars < 10 else 19)
        label = table.plain("board.popularity", car=say(f"type.{type_}"), market=say(f"area.{code}"), n=stars)
        space = landing(table.parts, table.view["markets"][market], stars)
        where = str(space) if 0 < space <= SHIP_SPACES else f"{table.parts.yacht_popularity}+" if space else "–"
        low = y + height / 2 + 10
        body += draw.icon("i-ship", x + 2, low - 10, 12, "am-lands") + words(
            where, x + 21.5, low, 13, "bold am-lands", "middle"
        )
        label += ", " + (table.plain("board.lands", space=where) if space else table.plain("board.no_berth"))
        return spot({}, label, (x, y, 59, height), body, thing="popularity", id=f"{self.id}-stars-{type_}-{code}")

    def electric(self) -> str:
        """The electric car, while it is in supply."""
        table = self.table
        count = self.player["cars"]["electric"]
        if not count:
            return ""
        x, y, width = self.hall.electric
        body = draw.cars(f"{self.id}-electric", self.seat, "electric", count, x, y, width)
        bonus = table.parts.electric_popularity
        more = rect("am-plate", x - 2, y - 12, 34, 18, 4) + words(f"+{bonus}", x + 9, y + 1.6, 13, "bold", "middle")
        more += draw.star(x + 16, y - 10, 14)
        label = table.plain("board.electric", n=bonus)
        box = (x, y - 2, width, width / 2 + 4)
        car = spot(self.on("car_tile", "electric"), label, box, body, thing="electric_car", id=f"{self.id}-end-electric")
        return car + tag("g", more, cls="am-flat")

    # --- offices, workers, purse

    def offices(self) -> str:
        """The managers in their offices; an empty office shows its price."""
        table, hall = self.table, self.hall
        x, y, width, _ = hall.offices
        managers = self.player["managers"]
        columns = hall.columns if len(managers) <= 4 else 3 if hall.columns == 2 else 6
        size = (width + 5) / columns - 5
        first = managers.index(None) if None in managers else len(managers)
        found = []
        for slot, manager in enumerate(managers):
            row, column = divmod(slot, columns)
            left, top = x + column * (size + 5), y + row * (size + (5 if columns == 2 else 12))
            body = rect("am-station", left, top, size, size - 1, 9)
            label = table.plain("office_slot", slot=slot + 1)
            if manager is None:
                cost = self.player["office_costs"][slot]
                body += draw.icon("i-buyer", left + size * 0.13, top + size * 0.13, size * 0.72, "am-pale")
                body += draw.coin(cost, left + size - 30, top + size - 32, 31 if size > 50 else 28)
                label += f": {table.plain('reward.money', money=cost)}"
            else:
                body += draw.tile(f"{self.id}-boss", manager, left - 0.5, top - 1, size + 1)
                label += f": {table.tile_name(manager)}"
            lights = self.on("place_tile", "office new" if slot == first else f"office {slot + 1}")
            found.append(
                spot(
                    lights,
                    label,
                    (left - 1, top - 1, size + 2, size + 1),
                    body,
                    radius=9,
                    thing="office",
                    id=f"{self.id}-office-{slot + 1}",
                )
            )
        return "".join(found)

    def free(self, x: float, y: float, columns: int, rows: int, size: float = 38) -> str:
        """The free workers; empty places are pressed in."""
        table, player = self.table, self.player
        step_x, step_y = 25, 36
        count, most = player["workers"], columns * rows
        places = [(x + place % columns * step_x, y + place // columns * step_y) for place in range(most)]
        holes = [
            tag("ellipse", cls="hole", cx=f"{left + 19:g}", cy=f"{top + 32:g}", rx="9", ry="4.4")
            for left, top in places[count:]
        ]
        body = "".join(holes) + draw.workers(f"{self.id}-free", self.seat, count, player["neutral"], places, size)
        if count > most:
            body += draw.plate(f"×{count}", x + columns * step_x - 14, y + rows * step_y - 10, 30)
        return spot({}, table.plain("board.free", n=count), (x, y, columns * step_x, rows * step_y), body, thing="worker")

    def purse(self, x: float, y: float, size: float = 54) -> str:
        """Money and medals."""
        table, money = self.table, self.player["money"]
        label = table.plain("reward.money", money=money) if money is not None else table.plain("board.hidden")
        found = spot({}, label, (x, y, size, size), draw.coin("?" if money is None else money, x, y, size), thing="money")
        medals = self.player["medals"]
        right = x + size + 12
        return found + spot(
            {},
            table.plain("medals", n=medals),
            (right, y, size, size),
            draw.medal(medals, right, y - 2, size + 2),
            thing="medal",
        )

    def sales(self, x: float, y: float) -> str:
        """After passing: the sales office, and how many cars were sold of how many."""
        player = self.player
        limit = "∞" if player["limit"] is None else player["limit"]
        body = rect("bplate", x, y, 26, 26, 4) + figure(player["office"], x + 13, y + 19, 17, "am-stamped")
        body += draw.icon("i-cars", x - 2, y + 32, 30) + words(f"{player['sold']}/{limit}", x + 31, y + 55, 17, "sign")
        label = self.table.plain("board.sales", office=player["office"], sold=player["sold"], limit=limit)
        return spot({}, label, (x, y, 58, 62), body, thing="sales_limit")

    def short_sales(self, x: float, y: float) -> str:
        """The same in one line."""
        player = self.player
        limit = "∞" if player["limit"] is None else player["limit"]
        body = rect("bplate", x, y + 3, 24, 24, 4) + figure(player["office"], x + 12, y + 21, 17, "am-stamped")
        body += words(f"{player['sold']}/{limit}", x + 30, y + 21, 17, "sign")
        label = self.table.plain("board.sales", office=player["office"], sold=player["sold"], limit=limit)
        return spot({}, label, (x, y, 74, 30), body, thing="sales_limit")

    def count(self, x: float, y: float) -> str:
        """The free workers as one with a count; while a tile is placed they may go to sponsor from here."""
        if self.own and (lit := draw.own_workers(self.table, "place_tile", x, y)):
            return lit
        count, neutral = self.player["workers"], self.player["neutral"]
        body = draw.workers(f"{self.id}-free", self.seat, count, neutral, [(x, y)], 36)
        if not count:
            body = tag("g", draw.worker(self.seat, x, y, 36), cls="am-gone")
        body += words(str(count), x + 40, y + 26, 19, "sign")
        return spot({}, self.table.plain("board.free", n=count), (x, y, 66, 36), body, thing="worker")

    def power(self) -> str:
        """The special power of a factory in a few words, as markup."""
        parts, factory = self.table.parts, self.player["factory"]
        figures: Mapping[str, Any] = {
            "elon": {"n": parts.electric_popularity},
            "opo": {"n": len(self.player["managers"])},
        }
        return "" if factory == FACTORIES[0] else self.table.say(f"board.power.{factory}", **figures.get(factory, {}))
