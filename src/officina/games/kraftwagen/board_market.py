"""The market of Kraftwagen: cars for sale, price row, buyers; then research and awards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from officina.core.drawing import classes, lit, tag, text
from officina.core.text import render
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.board_pen import DARKNESS, Light, Pen, card_chip, card_face, card_name, figure, sign, told
from officina.games.kraftwagen.board_signs import PAWN_STEP, pawn_points
from officina.games.kraftwagen.components import AWARDS, Parts

AWARD_SIGNS: Final = {
    "gp1": "gp", "gp2": "gp", "buyer": "buyer", "market": "price", "body3": "body", "body6": "body",
    "engine4": "engine", "engine7": "engine", "workers": "worker", "engineers": "research",
}  # fmt: skip
BUILDING: Final = ("car_body", "car_engine", "car_price", "car_workers", "car_engineer")


class MarketDrawing(Pen):
    """Cars, prices and buyers."""

    def market(self) -> str:
        """A stall a place of the market, and the price markers that are left."""
        view = self.view
        deals = {
            buyer["would_buy"]: (slot, buyer["would_pay"])
            for slot, buyer in enumerate(view["buyers"], 1)
            if buyer["would_buy"] is not None
        }
        stalls = [self.stall(car, deals.get(car["price"])) for car in view["market"]]
        stalls += [self.free_stall(number) for number in range(len(stalls) + 1, view["capacity"] + 1)]
        title = tag("h3", self.say("terminal.market", n=len(view["market"]), capacity=view["capacity"]))
        row = tag("div", *stalls, cls=f"kw-stalls kw-stalls-{view['capacity']}")
        colour = f"kw-round-{view['price_colour']}" if view["price_colour"] else ""
        return tag("section", title, row, self.price_row(), cls=classes("kw-box", colour))

    def stall(self, car: Mapping[str, Any], deal: tuple[int, int] | None) -> str:
        """A car for sale: price, owner, body, engine, workers, and who would buy it now."""
        price = car["price"]
        light = self.on("diesel_car", str(price)) if car["seat"] == self.view["seat"] else DARKNESS
        changed = self.asked_price() == price
        lights: dict[str, Light] = {}
        if changed and self.kind == "diesel_what":
            lights = {what: self.lights.on(what) for what in ("body", "engine", "workers", "price")}
        elif changed and self.kind == "diesel_value":
            lights = {self.asked_name("what"): self.lights.where(lambda _: True)}
        marker = lights.get("price", DARKNESS)
        top = tag("b", str(price), id=f"kw-priced-{price}", data_flip=f"price-{price}",
                  cls=classes("kw-price", lit(marker)), title=self.plain("terminal.price"), **marker)  # fmt: skip
        top = tag("div", top, self.mark(car["seat"]), cls="kw-stall-top")
        rows = [
            self.feature(price, "body", "body", car["body"], car["body_bonus"], lights),
            self.feature(price, "engine", "engine", car["engine"], car["engine_bonus"], lights),
            self.feature(price, "workers", "worker", car["workers"], 0, lights),
        ]
        if deal is not None:
            words = self.plain("board.would_pay", slot=deal[0], money=deal[1])
            rows.append(tag("div", self.say("board.deal", slot=deal[0], money=deal[1]), cls="kw-deal", title=words))
        return tag(
            "div", top, *rows, id=f"kw-car-{price}", data_flip=f"car-{price}",
            cls=classes("kw-stall", f"kw-of-{car['seat']}", lit(light)), **light,
        )  # fmt: skip

    def feature(self, price: int, what: str, drawn: str, value: int, bonus: int, lights: Mapping[str, Light]) -> str:
        """One figure of a car, with its marker's bonus."""
        light = lights.get(what, DARKNESS)
        more = tag("small", f"+{bonus}", cls="kw-bonus", title=self.plain("board.bonus")) if bonus else ""
        inner = figure(drawn, f"terminal.{what}", str(value), self.language) + more
        return tag("div", inner, id=f"kw-car-{price}-{what}", cls=classes("kw-feature", lit(light)), **light)

    def free_stall(self, number: int) -> str:
        """A place without a car; in the first one a new car is put together."""
        first = number == len(self.view["market"]) + 1
        id = f"kw-stall-{number}"
        if first and self.kind in BUILDING:
            return tag("div", self.draft(), id=id, cls="kw-stall kw-draft")
        light = self.on("market_step", "place_car") if first else DARKNESS
        words = tag("small", self.say("board.place_here")) if light.get("data_choice") else ""
        return tag("div", tag("span", str(number), cls="kw-stall-number"), words, id=id,
                   cls=classes("kw-stall", "kw-empty", lit(light)), **light)  # fmt: skip

    def draft(self) -> str:
        """The car that is being put together, as far as it is."""
        asked = self.asked
        workers = "✓" if self.kind == "car_engineer" else "?"
        top = tag("div", tag("b", str(asked.get("price", "?")), cls="kw-price"), cls="kw-stall-top")
        figures = (("body", "body", asked.get("body", "?")), ("engine", "engine", asked.get("engine", "?")),
                   ("workers", "worker", workers))  # fmt: skip
        rows = [
            tag("div", figure(drawn, f"terminal.{what}", str(value), self.language), cls="kw-feature")
            for what, drawn, value in figures
        ]
        return top + "".join(rows) + tag("div", self.say("board.new_car"), cls="kw-deal")

    def price_row(self) -> str:
        """The price markers of the round that nobody has used."""
        swapped = self.kind == "diesel_value" and self.asked_name("what") == "price"
        chips = []
        for price in self.view["price_row"]:
            light = self.lights.on(str(price)) if swapped or self.kind == "car_price" else DARKNESS
            chips.append(
                tag("b", str(price), id=f"kw-price-{price}", data_flip=f"price-{price}",
                    cls=classes("kw-price", lit(light)), **light)
            )  # fmt: skip
        label = tag("span", self.say("board.price_row"), cls="kw-label")
        return tag("div", label, *chips, "" if chips else tag("span", self.say("none")), cls="kw-line-of")

    # --- buyers

    def buyers(self) -> str:
        """The active buyers in their order, the stacks with white money, the pawn."""
        view = self.view
        title = tag("h3", self.say("terminal.buyers", n=len(view["buyers"]), slots=view["slots"]))
        count = max(view["slots"], len(view["buyers"]))
        slots = [self.slot(number) for number in range(1, count + 1)]
        stacks = [self.stack(stack) for stack in view["stacks"]]
        return tag(
            "section",
            tag("div", title, self.pawn(), cls="kw-title"),
            tag("div", *slots, cls=f"kw-slots kw-slots-{count}"),
            tag("div", *stacks, cls="kw-slots kw-slots-4"),
            cls="kw-box",
        )

    def slot(self, number: int) -> str:
        """A slot with its active buyer: what it wants, Daimler's marker, what it would buy now."""
        view = self.view
        id = f"kw-slot-{number}"
        place = tag("span", str(number), cls="kw-slot-number")
        if number > len(view["buyers"]):
            return tag("div", place, tag("small", self.say("board.free_slot")), id=id, cls="kw-slot kw-empty")
        buyer = view["buyers"][number - 1]
        wish = buyer["preference"]
        light = self.on("daimler_buyer", str(number))
        name = tag("b", sign(wish, "", self.language), self.say(f"preference.{wish}"), id=f"kw-buyer-{number}",
                   data_flip=f"buyer-{wish}", cls="kw-wish")  # fmt: skip
        extra = ""
        if buyer["daimler"]:
            extra = tag("span", f"Daimler +{buyer['daimler']}", cls="kw-chip kw-marker")
        if number > view["slots"]:
            extra += tag("span", "Benz", cls="kw-chip kw-marker")
        deal = tag("small", self.say("board.buys_nothing"))
        if buyer["would_buy"] is not None:
            owner = next(car["seat"] for car in view["market"] if car["price"] == buyer["would_buy"])
            words = self.say("terminal.deal", price=buyer["would_buy"], money=buyer["would_pay"])
            deal = tag("small", "→ ", self.mark(owner), words)
        return tag("div", tag("div", place, name), extra, deal, id=id, cls=classes("kw-slot", lit(light)), **light)

    def stack(self, stack: Mapping[str, Any]) -> str:
        """A stack of buyers: how many are left, the white money, which car leads for them."""
        wish = stack["preference"]
        light = self.on("pick_buyer", wish)
        if self.kind == "benz_buyer":
            light = self.lights.on(wish)
        name = tag("b", sign(wish, "", self.language), self.say(f"preference.{wish}"), cls="kw-wish")
        heap = "".join(
            tag(
                "i", sign("buyer", "", self.language), id=f"kw-stacked-{wish}-{copy}", data_flip=f"buyer-{wish}", cls="kw-token"
            )
            for copy in range(stack["buyers"])
        )
        left = tag("span", heap, tag("span", f"×{stack['buyers']}"), title=self.plain("board.in_stack", n=stack["buyers"]))
        money = tag("span", figure("coin", "board.white_money", f"+{stack['money']}", self.language), cls="kw-money")
        return tag(
            "div", name, tag("div", left, money, cls="kw-heap"), self.leader(wish),
            id=f"kw-stack-{wish}", cls=classes("kw-slot", "kw-stack", lit(light)), **light,
        )  # fmt: skip

    def leader(self, wish: str) -> str:
        """The car of the market that a buyer of this sort likes best."""
        values = {
            car["price"]: {
                "body": car["body"] + car["body_bonus"],
                "engine": car["engine"] + car["engine_bonus"],
                "brand": car["workers"],
                "price": -car["price"],
            }[wish]
            for car in self.view["market"]
        }
        if not values:
            return ""
        best = max(values, key=lambda price: (values[price], -price))
        owner = next(car["seat"] for car in self.view["market"] if car["price"] == best)
        return tag("small", self.say("board.leads", value=abs(values[best])), " ", self.mark(owner), cls="kw-leads")

    def pawn(self) -> str:
        """The pawn on its track."""
        parts, view = self.parts, self.view
        start = parts.pawn_start[view["players"]]
        found = [tag("title", self.say("terminal.pawn", space=view["pawn_space"], steps=view["pawn"]))]
        for steps, (x, y) in enumerate(pawn_points(parts)):
            cls = classes("kw-space", steps > start and "kw-unused")
            found.append(tag("rect", x=x - 16, y=y - 15, width=32, height=30, rx=6, cls=cls))
            found.append(tag("text", text(parts.pawn_spaces[steps]), x=x - 12, y=y + 10, cls="kw-code"))
        piece = tag("path", d="M4,-11 A4.5,4.5 0 1 1 3.9,-11 Z M-3,12 C-1,5 1,2 4,-2 C7,2 9,5 11,12 Z", cls="kw-pawn-piece")
        found.append(tag("g", piece, id="kw-pawn", cls=f"kw-pawn kw-step-{view['pawn']}"))
        width = PAWN_STEP * len(parts.pawn_spaces)
        drawing = tag("svg", *found, cls="kw-pawn-track", viewBox=f"0 0 {width} 34", role="img")
        return tag("div", tag("small", self.say("board.pawn")), drawing, cls="kw-pawn-line")


class ResearchDrawing(Pen):
    """The research cards and the awards."""

    def research(self) -> str:
        """Deck, face-up cards, the card that is being resolved, the discard by sort."""
        view = self.view
        deck = tag("div", tag("b", str(view["deck"])), tag("small", self.say("board.deck")), cls="kw-deck")
        cards = []
        seen: list[str] = []
        for code in view["face_up"]:
            cards.append(self.card(code, seen.count(code)))
            seen.append(code)
        if not cards:
            cards.append(tag("div", self.say("none"), cls="kw-card kw-empty"))
        if view["resolving"] is not None:
            face = tag("small", "▶ ", self.say("board.resolving"), cls="kw-resolving")
            code = view["resolving"]
            cards.append(
                tag("div", face + card_face(self.parts, code, self.language), id=f"kw-resolving-{code}",
                    data_flip=f"card-{code}", cls="kw-card kw-in-hand")
            )  # fmt: skip
        label = tag("span", self.say("board.discard", n=len(view["discard"])), cls="kw-label")
        thrown = [
            self.chip(
                f"kw-thrown-{code}", DARKNESS, self.card_in_chip(code, count), title=card_name(self.parts, code, self.language)
            )
            for code, count in self.grouped(view["discard"])
        ]
        return tag(
            "section",
            tag("h3", self.say("terminal.research")),
            tag("div", deck, *cards, cls="kw-cards"),
            tag("div", label, *thrown, cls="kw-line-of"),
            cls="kw-box",
        )

    def card(self, code: str, copy: int) -> str:
        """A face-up card."""
        light = self.on("take_card", code)
        return tag("div", card_face(self.parts, code, self.language), id=f"kw-up-{code}-{copy}", data_flip=f"card-{code}",
                   cls=classes("kw-card", lit(light)), **light)  # fmt: skip

    def card_in_chip(self, code: str, count: int) -> str:
        """A card in little room, with how many there are."""
        return card_chip(self.parts, code, self.language) + (f" ×{count}" if count > 1 else "")

    def awards(self) -> str:
        """Ten plaques; one that is taken shows who has it."""
        plaques = []
        for award in self.view["awards"]:
            owner = "" if award["seat"] is None else self.mark(award["seat"])
            plaques.append(plaque(self.parts, award["award"], award["points"], owner, self.language))
        return tag("section", tag("h3", self.say("board.awards")), tag("div", *plaques, cls="kw-awards"), cls="kw-box")


@lru_cache(maxsize=256)
def plaque(parts: Parts, code: str, points: int, owner: str, language: str) -> str:
    """An award, with its owner's mark once it is taken."""
    needs = parts.awards[AWARDS.index(code)].needs
    short = tag("span", told(f"board.award.{code}", (("n", needs),), language))
    worth = tag("b", told("board.worth", (("n", points),), language))
    taken = tag("span", "✓", owner, cls="kw-owner") if owner else ""
    return tag(
        "div",
        sign(AWARD_SIGNS[code], "", language),
        short,
        tag("span", worth, taken, cls="kw-worth"),
        id=f"kw-award-{code}",
        cls=classes("kw-award", bool(owner) and "kw-taken"),
        title=render(nouns.award(parts, AWARDS.index(code)), language),
    )
