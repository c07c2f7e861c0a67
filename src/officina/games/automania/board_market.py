"""A market of Automania: its sign, yacht and ships, what is in demand, and the pyramid of sale spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from officina.core.drawing import tag, text
from officina.games.automania import board_parts as draw
from officina.games.automania.board_parts import Table, at, figure, rect
from officina.games.automania.components import MARKETS, SHIP_SPACES, Parts
from officina.games.automania.nouns import say
from officina.looks import moved, paint, part, spot, words

SALE_ROWS: Final = (0, 2, 1)
"""The rows of the sale pyramid from its apex down."""
SHIPS: Final = ((15, 16, 17), (12, 13, 14), (9, 10, 11), (6, 7, 8), (3, 4, 5), (1, 2))
"""The ship spaces as they lie, from the top."""


class Quay(NamedTuple):
    """The measures of a market: they differ from screen to screen, the drawing does not."""

    width: float
    slot: float
    row: float
    car: float
    gold: float
    tile: float
    waits: float
    sale: float
    sale_row: float
    coin: float

    @property
    def ships(self) -> float:
        """How high yacht and ships are."""
        return self.row * (len(SHIPS) + 1)

    @property
    def demand(self) -> float:
        """How high the demand is."""
        return self.tile + 20


WIDE: Final = Quay(width=258, slot=70, row=40, car=72, gold=30, tile=46, waits=38, sale=74, sale_row=41, coin=34)
MIDDLE: Final = Quay(width=250, slot=68, row=37.5, car=70, gold=28, tile=42, waits=36, sale=74, sale_row=44, coin=34)
PHONE: Final = Quay(width=190, slot=50, row=46, car=56, gold=27, tile=42, waits=30, sale=58, sale_row=47, coin=28)
SIGN: Final = 30


def landing(parts: Parts, market: Mapping[str, Any], popularity: int) -> int:
    """The highest free ship space for a car of that popularity: one more than the ships have is the yacht, 0 none."""
    if popularity >= parts.yacht_popularity and market["yacht"] is None:
        return SHIP_SPACES + 1
    free = [space for space in range(1, min(popularity, SHIP_SPACES) + 1) if market["ships"][space - 1] is None]
    return free[-1] if free else 0


class Market:
    """One market, drawn with the measures of a screen.

    ``prefix`` keeps its ids apart where it is drawn twice; ``apart``: ships and sales are on different sheets.
    """

    def __init__(self, table: Table, index: int, quay: Quay, prefix: str = "am", apart: bool = False) -> None:
        self.table = table
        self.apart = apart
        self.index = index
        self.quay = quay
        self.code = MARKETS[index]
        self.market: Mapping[str, Any] = table.view["markets"][index]
        self.id = f"{prefix}-{self.code}"
        made = table.view["production"]
        self.making = made if made is not None and made["market"] == self.code else None
        selling = table.view["selling"]
        self.selling: Mapping[str, Any] | None = selling if selling is not None and selling["market"] == self.code else None

    @property
    def title(self) -> str:
        """The market's name, not markup yet."""
        return self.table.plain(f"area.{self.code}")

    def column(self, height: float, sales: bool = True) -> str:
        """The whole market: the quay with its sign, ships, demand and, if there is room for them, sales."""
        quay = self.quay
        ships = SIGN + 7
        demand = ships + quay.ships + 2
        found = [self.ground(height), at(0, ships, self.ships()), at(0, demand, self.demand())]
        if sales:
            found.append(at(0, demand + quay.demand + 5, self.sales()))
        return "".join(found)

    def ground(self, height: float) -> str:
        """The quay and its sign; all of it can be chosen while one decides for a market."""
        table, width = self.table, self.quay.width
        lights = table.on("market", self.code)
        wide = min(156, width - 24)
        name = text(self.title)
        label = self.title
        best = ""
        if lights.get("data_choice"):
            stars = table.player(table.view["seat"])["popularity"][table.view["production"]["type"]][self.index]
            label = table.plain("board.market_stars", market=self.title, n=stars)
            best = at(width - 47, 1, rect("am-plate", 0, 0, 46, 28, 7), draw.star(4, 6, 16), figure(stars, 32, 20, 17))
        left = (width - wide) / 2
        if best:
            wide, left = min(wide, width - 52), max(left - 16, 2)
        sign = draw.enamel(name, left, 0, wide)
        ground = rect("am-quay", 0, 12, width, height - 12, 10)
        return spot(
            lights, label, (-1, -4, width + 2, height + 3), ground, sign, best, radius=10, cls="am-ground", thing="market"
        )

    def wanted(self, height: float) -> str:
        """Only what is in demand now: beside the factory of a phone, because a machine is chosen by it."""
        table, width = self.table, self.quay.width
        found = [rect("am-quay", 0, 12, width, height - 12, 10), draw.enamel(text(self.title), (width - 150) / 2, 0, 150)]
        step = width / len(self.market["demand"])
        size = min(54.0, step - 6)
        for place, slot in enumerate(self.market["demand"]):
            found.append(at(0, 36, self.active(place, slot, place * step + (step - size) / 2, size)))
        return spot({}, f"{self.title}: {table.plain('area.demand')}", (0, 0, width, height), *found, thing="demand")

    def pyramid(self) -> str:
        """Only the sale spaces, with the market's sign."""
        width = self.quay.width
        height = 3 * self.quay.sale_row + 44
        sign = draw.enamel(text(self.title), (width - 156) / 2, 0, 156)
        return rect("am-quay", 0, 12, width, height - 12, 10) + sign + at(0, 40, self.sales())

    # --- ships

    def ships(self) -> str:
        """The yacht above, then the ships from the most popular one down."""
        found = [self.yacht()]
        for place, spaces in enumerate(SHIPS, 1):
            found.append(at(0, place * self.quay.row, self.ship(spaces)))
        return "".join(found)

    def yacht(self) -> str:
        """The yacht: what it asks for and gives, and the car on it."""
        table, quay = self.table, self.quay
        parts = table.parts
        right, deep = quay.width - 5, quay.row - 7
        hull = f"M7 0H{right:g}Q{right - 13:g} {deep:g} {right - 41:g} {deep:g}H18Q8 {deep:g} 7 0Z"
        taken = self.market["yacht"]
        lights = table.on("place_car", "yacht") if self.making else {}
        least = f"{parts.yacht_popularity}+"
        hole = quay.slot - 4
        middle = quay.width * 0.55 - hole / 2
        inner = rect("hole", middle, 2, hole, deep - 4, 6)
        if taken is not None:
            inner += draw.car(
                f"{self.id}-yacht-car", taken["seat"], taken["car"], middle - 4, deep - quay.car / 2 - 1, quay.car
            )
        body = [
            tag("path", cls="am-hull-s", d=hull, transform="translate(2 3)"),
            tag("path", cls="am-hull am-yacht", d=hull),
            figure(least, 31, deep * 0.68, 17),
            draw.star(50, deep * 0.22, 17),
            inner,
            draw.points(parts.yacht_vp, right - 44, -2, quay.gold + 7),
        ]
        label = table.plain("board.yacht", least=parts.yacht_popularity, vp=parts.yacht_vp)
        return spot(lights, label, (7, -1, right - 8, max(deep + 1, 36)), *body, thing="yacht", id=f"{self.id}-yacht")

    def ship(self, spaces: tuple[int, ...]) -> str:
        """One ship with its spaces and the gold on its bow."""
        quay = self.quay
        right, deep = quay.width - 5, quay.row - 6
        hull = (
            f"M7 0H{right:g}Q{right - 5:g} {deep - 4:g} {right - 23:g} {deep:g}"
            f"H13Q5 {deep:g} 5 {deep - 9:g}V3Q5 0 7 0Z"
        )  # fmt: skip
        found = [
            tag("path", cls="am-hull-s", d=hull, transform="translate(2 3)"),
            tag("path", cls="am-hull", d=hull),
            tag("path", cls="am-hull-hi", d=f"M9 2H{right - 4:g}"),
        ]
        found += [self.berth(space, 9 + place * (quay.slot + 2)) for place, space in enumerate(spaces)]
        gold = self.market["gold"][spaces[0] - 1]
        if gold:
            rosette = draw.points(gold, right + 2 - quay.gold, (deep - quay.gold) / 2 - 1, quay.gold)
            label = self.table.plain("board.ship_gold", n=gold)
            found.append(tag("g", rosette, cls="am-flat", role="img", aria_label=label, data_thing="ship_space"))
        return "".join(found)

    def berth(self, space: int, x: float) -> str:
        """One ship space and the car on it."""
        table, quay = self.table, self.quay
        deep = quay.row - 10
        there = self.market["ships"][space - 1]
        sold = self.selling is not None and self.selling["space"] == space
        lights = table.on("place_car", f"ship {space}") if self.making else {}
        if sold and not self.apart:
            lights = table.on("sell", "keep")
        back = table.lights.on(f"recall {self.code} {space}")
        quiet = bool(back.get("data_choice")) and not lights.get("data_choice")
        body = [rect("am-berth", x, 1, quay.slot, deep, 5)]
        if there is None:
            label = table.plain("board.berth", space=space)
            body.append(figure(space, x + quay.slot / 2, 1 + deep / 2 + 6.5, 17, "am-shy"))
        else:
            key = "board.recall" if quiet else "board.berth_taken"
            label = table.plain(key, space=space, who=table.name(there["seat"]), car=say(f"type.{there['car']}"))
            left = x + (quay.slot - quay.car) / 2
            body.append(
                draw.car(f"{self.id}-{space}-car", there["seat"], there["car"], left, deep - quay.car / 2 + 2, quay.car)
            )
            body.append(draw.plate(str(space), x, 0, 20, 16))
        if sold:
            body.append(moved(x + 1, 0, quay.slot - 2, deep + 2))
        cls = "am-back quiet" if quiet else ""
        box = (x + 2, -1, quay.slot - 4, max(deep + 3, 36))
        return spot(
            back if quiet else lights, label, box, *body, radius=6, cls=cls, thing="ship_space", id=f"{self.id}-{space}"
        )

    # --- demand

    def demand(self) -> str:
        """The three active tiles with their stars, and at their sides the two that wait."""
        quay = self.quay
        step = quay.tile + (7 if quay.width > 200 else 3)
        left = (quay.width - 3 * step) / 2 + (step - quay.tile) / 2
        found = [self.waiting("left", (left - quay.waits) / 2 + 1)]
        for place, slot in enumerate(self.market["demand"]):
            found.append(self.active(place, slot, left + place * step, quay.tile))
        found.append(self.waiting("right", quay.width - (left + quay.waits) / 2 - 1))
        return "".join(found)

    def active(self, place: int, slot: Mapping[str, Any], x: float, size: float) -> str:
        """A tile in demand and the stars of its slot."""
        table = self.table
        body = draw.demand(f"{self.id}-slot-{place + 1}", slot["feature"], x, 0, size)
        width = min(size - 2, 44)
        at_ = x + (size - width) / 2
        body += rect("am-plate", at_, size - 1, width, 19, 9) + draw.star(at_ + 4, size + 0.6, 16)
        body += figure(slot["stars"], at_ + width * 0.7, size + 14.4, 15)
        label = table.plain("board.wanted", feature=say(f"feature.{slot['feature']}"), n=slot["stars"])
        return spot({}, label, (x, 0, size, size + 18), body, thing="demand")

    def waiting(self, side: str, x: float) -> str:
        """A demand tile that waits."""
        table, quay = self.table, self.quay
        size = quay.waits
        feature = self.market[side]
        top = quay.tile - size
        body = tag("g", draw.demand(f"{self.id}-{side}", feature, x, top, size), cls="am-waits")
        wide = max(size, 32)
        middle = x + size / 2
        body += draw.plate(table.say("board.next"), middle - wide / 2, quay.tile - 1, wide, 18)
        label = table.plain(f"board.waiting_{side}", feature=say(f"feature.{feature}"))
        box = (middle - max(wide, 36) / 2, top - 2, max(wide, 36), size + 22)
        return spot(table.on("demand_side", side), label, box, body, thing="waiting_demand", id=f"{self.id}-{side}")

    # --- sales

    def sales(self) -> str:
        """The sale spaces as a pyramid; beside its apex, what is being made or sold now, and a supply."""
        quay = self.quay
        found = []
        for place, row in enumerate(SALE_ROWS):
            spaces = [sale for sale in self.market["sales"] if sale["row"] == row]
            wide = quay.sale * 1.5 if not row else quay.sale
            left = (quay.width - len(spaces) * (wide + 3) + 3) / 2
            for index, sale in enumerate(spaces):
                found.append(self.sale(sale, left + index * (wide + 3), place * quay.sale_row, wide))
        side = (quay.width - quay.sale * 1.5) / 2
        return "".join(found) + self.moment(side) + at(quay.width - side, 0, self.supply(side))

    def sale(self, sale: Mapping[str, Any], x: float, y: float, wide: float) -> str:
        """One sale space: what it pays, and the cars sold there."""
        table, quay = self.table, self.quay
        code, high = sale["code"], quay.sale_row - 3
        lights = table.on("sell", f"sale {code}", f"copy {code}")
        body = [rect("am-sale", x, y, wide, high, 5)]
        pays = self.table.reward(sale["money"], sale["vp"])
        top = not sale["row"]
        if sale["cars"]:
            width = min(quay.car, high * 2 - 4)
            step = min(width, (wide - width) / max(len(sale["cars"]) - 1, 1))
            for place, there in enumerate(sale["cars"]):
                left = x + (step * place if top and len(sale["cars"]) > 1 else (wide - width) / 2)
                body.append(
                    draw.car(
                        f"{self.id}-sold-{code[3:]}-{place}", there["seat"], there["car"], left, y + high - width / 2, width
                    )
                )
            short = (
                table.plain("reward.money", money=sale["money"]) if sale["money"] else table.plain("reward.vp", vp=sale["vp"])
            )
            body.append(draw.plate(text(short), x, y - 1, 12 + 6 * len(short), 15))
        else:
            body.append(self.pays(sale, x, y, wide, high))
        label = table.plain("board.sale_top" if top else "board.sale", reward=pays)
        return spot(
            lights,
            label,
            (x + 1, y + 0.5, wide - 2, high - 1),
            *body,
            radius=6,
            thing="sale_space",
            id=f"{self.id}-sale-{code[3:]}",
        )

    def pays(self, sale: Mapping[str, Any], x: float, y: float, wide: float, high: float) -> str:
        """The reward printed on a sale space."""
        size = self.quay.coin
        top = y + (high - size) / 2
        pieces = [(draw.coin, sale["money"], 1.0), (draw.points, sale["vp"], 0.0)]
        shown = [(piece, value, off) for piece, value, off in pieces if value]
        room = wide
        found = ""
        if not sale["row"]:
            room = size + 8
            middle = x + room + (wide - room) / 2 - 2
            found = words(self.table.say("board.any_number"), middle, top + size / 2 + 4.5, 13, "soft bold", "middle")
            if wide < 100:
                found = draw.icon("i-inf", middle - 13, top + size / 2 - 13, 26)
        left = x + (room - len(shown) * size) / 2
        return found + "".join(
            piece(value, left + place * size, top + off, size) for place, (piece, value, off) in enumerate(shown)
        )

    def moment(self, side: float) -> str:
        """The car that is being made for this market or may be sold in it now."""
        table, quay = self.table, self.quay
        wide = min(side - 4, quay.car)
        if self.making is not None and table.view["to_act"]:  # at a beat nobody is asked anything
            seat, kind = table.view["to_act"][0], self.making["car"] or self.making["type"]
            total = self.making["popularity"]
            if total is None:
                total = table.player(seat)["popularity"][self.making["type"]][self.index]
                total += table.parts.electric_popularity if self.making["car"] == "electric" else 0
            made = draw.car(f"{self.id}-made", seat, kind, 3, quay.sale_row - 6 - wide / 2, wide)
            body = made + at(4, -6, rect("am-plate", 0, 0, 42, 19, 6), draw.star(3, 2, 15), figure(total, 28, 15, 15))
            label = table.plain("board.making", car=say(f"type.{kind}"), n=total)
            return spot({}, label, (0, -6, side, quay.sale_row), body, thing="new_car")
        if self.index == 0 and quay == PHONE and (lit := draw.own_workers(table, "market", 2, -1, 48)):
            return lit
        if self.selling is not None:
            player = table.player(self.selling["seat"])
            limit = "∞" if player["limit"] is None else player["limit"]
            label = table.plain("board.sold", sold=player["sold"], limit=limit)
            sales = f"{player['sold']}/{limit}"
            body = draw.seat_mark(self.selling["seat"], 4, 7, 22) + words(sales, 31, 24, 16, "bold am-on-quay")
            if self.apart:
                made = draw.car(f"{self.id}-asked", self.selling["seat"], self.selling["car"], 2, 2, wide)
                keep = spot(
                    table.on("sell", "keep"),
                    table.plain("option.keep"),
                    (1, 0, wide + 2, 37),
                    made,
                    thing="ship_space",
                    id=f"{self.id}-keep",
                )
                return keep + words(sales, 30, quay.sale_row + 26, 17, "bold am-on-quay", "middle")
            if side < 60:
                body = draw.seat_mark(self.selling["seat"], side / 2 - 11, 0, 20)
                body += words(sales, side / 2 - 1, 37, 16, "bold am-on-quay", "middle")
            return spot({}, label, (0, 0, side, 36), body, thing="sales_limit")
        return ""

    def supply(self, side: float) -> str:
        """What lies ready for later rounds: the tiles of both piles, the neutral workers."""
        view, table = self.table.view, self.table
        middle = side / 2 + 2
        if self.index == 0:
            pile, left = ("A", view["pile_a"]) if view["pile_a"] else ("B", view["pile_b"])
            label = table.plain("board.piles", a=view["pile_a"], b=view["pile_b"])
            body = tag("g", part("tile-square", middle - 25, 2, 34, 34), cls="am-face-pile")
            body += figure(pile, middle - 8, 24, 15, "cream") + draw.plate(str(left), middle + 3, 17, 23)
        else:
            label = table.plain("board.neutral_left", n=view["neutral_supply"])
            body = paint("grey", part("worker", middle - 25, 1, 34, 34))
            body += draw.plate(str(view["neutral_supply"]), middle + 3, 17, 23)
        return spot({}, label, (0, 0, side, 36), body, thing="supply" if self.index else "pile")
