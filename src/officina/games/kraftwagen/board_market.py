"""The market of Kraftwagen: stalls with cars for sale, and the price markers that are left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from officina.core.drawing import tag
from officina.core.position import Question
from officina.games.kraftwagen.board_deals import BUILDING, Trade, draft_of, sold_slots
from officina.games.kraftwagen.board_pen import (
    DARKNESS,
    Light,
    Pen,
    box,
    coin,
    holder,
    plate,
    roundel,
)
from officina.games.kraftwagen.components import Parts
from officina.looks import mark, number, paint, part, ring, spot, words
from officina.looks.parts import SEAT_MARKS

Box = tuple[float, float, float, float]
STAR: Final = "M0 -8L2.4 -2.9L8 -2.2L3.9 1.6L5 7.2L0 4.4L-5 7.2L-3.9 1.6L-8 -2.2L-2.4 -2.9Z"
GAP: Final = 8


class MarketPlan(NamedTuple):
    """An arrangement of the market: where its stalls, its price markers and its bench lie, and how the ways run."""

    width: float
    left: float
    rows: tuple[float, ...]
    """The upper edge of each row of stalls; with two rows the bench lies between them."""
    height: float
    narrow: bool
    prices: Box
    price_radius: float
    bench: Box
    stands: bool
    """Whether whoever would buy stands before the car; otherwise only his coin lies there."""


PLANS: Final = {
    "wide": MarketPlan(822, 4, (53,), 132, False, (204, 2, 622, 48), 18, (4, 260, 398, 76), True),
    "middle": MarketPlan(492, 2, (46,), 150, True, (140, 2, 354, 42), 16, (2, 266, 240, 70), True),
    "phone": MarketPlan(378, 6, (50, 350), 114, False, (6, 2, 378, 44), 18, (6, 226, 378, 62), False),
}


class MarketDrawing(Pen):
    """Cars and prices."""

    def __init__(
        self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str, plan: MarketPlan
    ) -> None:
        super().__init__(parts, view, question, language)
        self.plan = plan
        self.trade = Trade(parts, view)
        self.now = self.trade.deals()
        self.sold = sold_slots(view)
        self.draft = draft_of(view, self.kind, self.asked)
        self.deals = self.trade.deals(self.draft) if self.draft is not None else self.now
        self.leaders = self.trade.leaders() if len(self.trade.cars) > 1 else {}

    # --- places

    def stall_box(self, place: int) -> Box:
        """The box of a stall."""
        plan = self.plan
        rows = len(plan.rows)
        columns = -(-self.view["capacity"] // rows)
        gap = GAP if not plan.narrow else 4
        width = (plan.width - gap * (columns - 1)) / columns
        row, column = divmod(place, columns)
        return plan.left + column * (width + gap), plan.rows[row], width, plan.height

    def slot_box(self, slot: int) -> Box:
        """The box of a slot of the bench, from one on; the last one is for Benz."""
        x, y, width, height = self.plan.bench
        count = max(self.view["slots"] + 1, len(self.view["buyers"]))
        pitch = (width - 8) / count
        return x + 4 + (slot - 1) * pitch, y + 4, pitch - 6, height - 8

    def stand_x(self, place: int) -> float:
        """Where a buyer stands before a stall, or his coin lies."""
        x, _, width, _ = self.stall_box(place)
        return x + width / 2 + (min(20, width * 0.22) if self.plan.stands else 0)

    # --- stalls

    def heading(self) -> str:
        """The name of the place and how full it is; on a phone the tab says it."""
        if len(self.plan.rows) > 1:
            return ""
        taken = {"n": len(self.view["market"]), "capacity": self.view["capacity"]}
        if self.plan.narrow:
            title = words(self.say("board.market"), 2, 22, 17, "sign on-stage")
            return title + words(self.say("board.cars_of", **taken), 2, 39, 13, "kw-b on-stage")
        title = words(self.say("board.market"), 6, 38, 24, "sign on-stage")
        return title + words(self.say("board.cars_of", **taken), 128, 37, 15, "bold on-stage")

    def stall(self, place: int, car: Mapping[str, Any]) -> str:
        """A car for sale: price, owner, body, engine, workers."""
        price = car["price"]
        light = self.on("diesel_car", str(price)) if self.is_own(car["seat"]) else DARKNESS
        lights: dict[str, Light] = {}
        if self.asked_price() == price and self.kind == "diesel_what":
            lights = {what: self.lights.on(what) for what in ("body", "engine", "workers", "price")}
        x, y, width, height = self.stall_box(place)
        figures = {"body": (car["body"], car["body_bonus"]), "engine": (car["engine"], car["engine_bonus"]),
                   "workers": (car["workers"], 0)}  # fmt: skip
        drawn = self.stand(car["seat"], x, y, width, height) + self.price_on(place, price, lights.get("price", DARKNESS))
        drawn += self.plates(place, figures, lights)
        label = self.plain("car", body=car["body"], engine=car["engine"], price=price, n=car["workers"])
        return holder(
            light, f"{self.name(car['seat'])}: {label}", (x, y, width, height), drawn,
            "kw-stall", f"kw-car-{price}", f"car-{price}", "market_car",
        )  # fmt: skip

    def stand(self, seat: int, x: float, y: float, width: float, height: float) -> str:
        """The stall of an owner: awning, sign and car."""
        colour = self.paint_of(seat)
        side = 20 if self.plan.narrow else 24
        left, right = x + 8, x + width
        awning = (
            f"M{x:g} {y + 8:g}Q{x:g} {y:g} {left:g} {y:g}H{right - 8:g}Q{right:g} {y:g} {right:g} {y + 8:g}V{y + 22:g}H{x:g}Z"
        )
        tall = 36 if self.plan.narrow else min(56, height - 80)
        car_x, car_y = x + width / 2 - tall, y + (34 if self.plan.narrow else (height - 37 + 26 - tall) / 2 + 4)
        return (
            box(x + 2, y + 4, width, height, "stall-s")
            + box(x, y, width, height, "stall")
            + tag("path", cls=f"awning paint {colour}", d=awning)
            + mark(SEAT_MARKS[seat], colour, right - side - 5, y + 5, side)
            + paint(colour, part("tourer", car_x + (0 if self.plan.narrow else 4), car_y, tall * 2, tall))
        )

    def price_on(self, place: int, price: object, light: Light) -> str:
        """The price marker of a car, with a star on the lowest price."""
        x, y, _, _ = self.stall_box(place)
        radius = self.plan.price_radius
        middle = (x + radius, y + radius + 2)
        drawn = roundel(price, *middle, radius)
        if self.leaders.get("price") == place:
            drawn += star(middle[0] + radius * 0.8, middle[1] + radius * 0.8)
        around = radius + 3
        return spot(
            light, f"{self.plain('terminal.price')} {price}", (middle[0] - around, middle[1] - around, 2 * around, 2 * around),
            drawn, radius=around, thing="price_marker", id=f"kw-priced-{price}", data_flip=f"price-{price}",
        )  # fmt: skip

    def plates(self, place: int, figures: Mapping[str, tuple[Any, int]], lights: Mapping[str, Light]) -> str:
        """Body, engine and workers of a car; a star on what is best on the market, a tag for an engineer's marker."""
        found = []
        for column, (what, (value, bonus)) in enumerate(figures.items()):
            x, y, width, height = self.plate_box(place, column, bool(lights))
            wish = "brand" if what == "workers" else what
            shown = f"{value}+{bonus}" if bonus and self.plan.narrow else value
            drawn = plate(x, y, width, height, what, shown)
            if bonus and not self.plan.narrow:
                drawn += box(x + width - 29, y - 14, 30, 19, "kw-plate", 4)
                drawn += words(f"+{bonus}", x + width - 14, y + 0.5, 14, "kw-brassy kw-mid")
            if self.leaders.get(wish) == place:
                drawn += star(x + 3, y + 2)
            label = f"{self.plain(f'terminal.{what}')} {value}" + (f" +{bonus}" if bonus else "")
            hit = (x - 1, y - 5 if not self.plan.narrow else y, width + 2, height + 8 if not self.plan.narrow else height)
            found.append(
                spot(lights.get(what, DARKNESS), label, hit, drawn, radius=5, thing=f"car_{what}", id=f"kw-at-{place}-{what}")
            )
        return "".join(found)

    def plate_box(self, place: int, column: int, asked: bool = False) -> Box:
        """The box of a car's brass plate; in a narrow stall plates cover the car while one of them is asked for."""
        x, y, width, height = self.stall_box(place)
        if self.plan.narrow and asked:
            return x + 4, y + 38 + 37 * column, width - 8, 36
        if self.plan.narrow:
            return x + 4, y + 72 + 26 * column, width - 8, 25
        pitch = (width - 7) / 3
        return x + 5 + pitch * column, y + height - 37, pitch - 3, 30

    def free_stall(self, place: int) -> str:
        """A place without a car; in the first one a new car is put together."""
        first = place == len(self.view["market"])
        x, y, width, height = self.stall_box(place)
        if first and self.kind in BUILDING:
            return self.drafted(place)
        light = self.on("market_step", "place_car") if first else DARKNESS
        inner = box(x, y, width, height, "hole", 9)
        middle = x + width / 2
        if light.get("data_choice"):
            tall = min(width * 0.36, 52)
            car = paint(
                self.paint_of(self.view["seat"]), part("tourer", middle - tall, y + height / 2 - tall * 0.6, 2 * tall, tall)
            )
            inner += tag("g", car, cls="kw-pale")
        else:
            inner += tag("text", str(place + 1), cls="kw-blank", x=f"{middle:g}", y=f"{y + height / 2 + 12:g}")
        label = self.plain("board.place_here") if light.get("data_choice") else self.plain("board.free_stall", n=place + 1)
        return spot(light, label, (x, y, width, height), inner, cls="kw-stall", thing="market_car", id=f"kw-stall-{place + 1}")

    def drafted(self, place: int) -> str:
        """The car that is being put together, as far as it is."""
        asked = self.asked
        x, y, width, height = self.stall_box(place)
        drawn = self.stand(self.view["seat"], x, y, width, height)
        radius = self.plan.price_radius
        drawn += roundel(asked.get("price", "?"), x + radius, y + radius + 2, radius)
        figures = (asked.get("body", "?"), asked.get("engine", "?"), asked.get("workers", "?"))
        for column, (what, value) in enumerate(zip(("body", "engine", "workers"), figures, strict=True)):
            drawn += plate(*self.plate_box(place, column), what, value)
        inner = tag("g", drawn, cls="kw-pale") + ring("ghost", x, y, width, height)
        return spot(
            {},
            self.plain("board.new_car"),
            (0, 0, 0, 0),
            inner,
            cls="kw-stall ghost",
            thing="market_car",
            id=f"kw-stall-{place + 1}",
        )

    # --- prices

    def price_row(self) -> str:
        """The price markers of the round that nobody has used; for a new car with what each would bring."""
        x, y, width, height = self.plan.prices
        row = self.view["price_row"]
        swapped = self.kind == "diesel_value" and self.asked_name("what") == "price"
        asked = self.kind == "car_price"
        beside = asked and len(self.plan.rows) == 1 and not self.plan.narrow
        least = 2 * self.plan.price_radius + (40 if beside else 10)
        roomy = 62 if (asked and not beside) or len(self.plan.rows) > 1 else 46
        pitch = min(max(least, roomy), (width - 2) / max(1, len(row)))
        first = x + width - pitch * len(row) if len(self.plan.rows) == 1 else x
        found = []
        if row and len(self.plan.rows) == 1 and not self.plan.narrow and first > x + 170:
            key = "board.bring" if asked else "board.price_row"
            found.append(words(self.say(key), first - 8, y + 29, 15, "bold on-stage kw-end"))
        for place, price in enumerate(row):
            light = self.lights.on(str(price)) if swapped or asked else DARKNESS
            left = first + pitch * place
            found.append(self.price(price, light, (left, y, pitch, height), beside, asked))
        return "".join(found)

    def price(self, price: int, light: Light, cell: Box, beside: bool, asked: bool) -> str:
        """A price marker; asked for a new car's, with the coin that it would bring."""
        x, y, width, height = cell
        radius = min(self.plan.price_radius, width / 2 - 4)
        middle = y + height / 2 - 1
        drawn = ""
        label = f"{self.plain('terminal.price')} {price}"
        if asked:
            draft = draft_of(self.view, self.kind, self.asked, price)
            money = self.trade.brings(draft) if draft is not None else 0
            label += ", " + self.plain("board.brings", money=money)
            if beside:
                drawn = box(x + 2, y + 2, width - 4, height - 4, "kw-pill", 22) + roundel(price, x + 22, middle, radius - 1)
                brought = coin(money, x + width - 38, middle - 15, 32)
            else:
                drawn = roundel(price, x + width / 2, middle - 3, radius)
                brought = coin(money, x + width - 27, y + height - 24, 26)
            drawn += brought if money else tag("g", brought, cls="kw-faint")
        else:
            drawn = roundel(price, x + width / 2, middle, radius)
        hit = (x + 2, y + 1, width - 4, height - 2)
        return spot(
            light, label, hit, drawn, radius=22, thing="price_marker", id=f"kw-price-{price}", data_flip=f"price-{price}"
        )


def slot_number(slot: int, x: float, y: float, width: float) -> str:
    """The number of a slot on its blue plate."""
    return box(x, y, width, width + 2, "kw-number", 4) + number(slot, x + width / 2, y + width * 0.84, 15, "light")


def star(x: float, y: float) -> str:
    """Best on the market."""
    return tag("path", cls="kw-star", d=STAR, transform=f"translate({x:g} {y:g}) scale(.8)")
