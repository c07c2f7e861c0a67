"""A market of Automania: yacht and ships, what is in demand, and the sale spaces; and the sum behind a car's popularity."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from officina.core.drawing import classes, tag, text
from officina.core.text import render
from officina.games.automania import board_parts as draw
from officina.games.automania.board_factory import landing, landing_words
from officina.games.automania.components import MARKETS, STATION_CODES, TYPES, Parts
from officina.games.automania.nouns import say

SHIPS: Final = ((17, 16, 15), (14, 13, 12), (11, 10, 9), (8, 7, 6), (5, 4, 3), (2, 1))
"""The ship spaces as they lie, from the top."""
SALE_ROWS: Final = (0, 2, 1)
"""The rows of the sale pyramid from its apex down."""


def market(parts: Parts, view: Mapping[str, Any], index: int, lit: Mapping[str, str], language: str) -> str:
    """A market as the view shows it; ``lit`` has what may be chosen now, here or elsewhere."""
    code = MARKETS[index]
    made, selling = view["production"], view["selling"]
    here = {words: notation for words, notation in lit.items() if belongs(words, code, made)}
    scene = {"index": index, "market": view["markets"][index], "lit": here, "selling": 0, "popularity": None}
    if selling is not None and selling["market"] == code:
        scene["selling"] = selling["space"]
    if code in here:
        scene["popularity"] = view["seats"][view["seat"]]["popularity"][made["type"]][index]
    return drawn(parts, msgspec.json.encode(scene), language)


def belongs(words: str, code: str, made: Mapping[str, Any] | None) -> bool:
    """Whether an answer may have its place in a market: ship spaces are those of the market the car is made for."""
    first, _, rest = words.partition(" ")
    if first == "recall":
        return rest.startswith(code)
    if first in ("ship", "yacht"):
        return made is not None and made["market"] == code
    return first in (code, "keep", "left", "right") or rest.startswith(code)


@lru_cache(maxsize=512)
def drawn(parts: Parts, scene: bytes, language: str) -> str:
    """The drawing of a scene; a market does not change with every choice."""
    return MarketDrawing(parts, msgspec.json.decode(scene), language).draw()


class MarketDrawing(draw.Drawing):
    """One market; what may be chosen there now is lit."""

    def __init__(self, parts: Parts, scene: Mapping[str, Any], language: str) -> None:
        super().__init__(parts, scene, language)
        self.market: Mapping[str, Any] = scene["market"]
        self.code: str = self.market["code"]

    def draw(self) -> str:
        """Ships on top, demand in the middle, sales below."""
        choice = self.light(self.code)
        return tag(
            "section",
            self.title(),
            self.yacht(),
            *(self.ship(spaces) for spaces in SHIPS),
            self.demand(),
            self.sales(),
            id=f"am-market-{self.code}",
            data_choice=choice,
            cls=classes("am-market", "am-panel", choice and "lit"),
        )

    def title(self) -> str:
        """The market's name; while it may be chosen, how popular the car would be and where it would land."""
        name = self.say("terminal.market", market=say(f"market.{self.code}"))
        stars = self.scene["popularity"]
        if stars is not None:
            name += tag("small", f"★{stars} → {landing_words(landing(self.parts, self.market, stars), self.language)}")
        return tag("h3", name)

    # --- ships

    def yacht(self) -> str:
        """The yacht: what it asks for and gives, and the car on it."""
        car = self.market["yacht"]
        choice = self.light("yacht")
        inner = draw.car(f"am-car-{self.code}-yacht", car["seat"], car["car"], self.language) if car else ""
        return tag(
            "div",
            tag("b", self.say("terminal.yacht")),
            tag("span", f"★ {self.parts.yacht_popularity}+", cls="am-least"),
            tag("span", inner, cls="am-berth"),
            self.gold(self.parts.yacht_vp),
            id=f"am-{self.code}-yacht",
            data_choice=choice,
            cls=classes("am-yacht", choice and "lit"),
        )

    def gold(self, medals: int) -> str:
        """The gold medals of a ship."""
        if not medals:
            return tag("span", cls="am-no-gold")
        return tag("span", str(medals), cls="am-gold", title=draw.counted("board.gold", medals, self.language))

    def ship(self, spaces: tuple[int, ...]) -> str:
        """One ship with its spaces."""
        hull = tag("div", *(self.berth(space) for space in spaces), cls="am-hull")
        return tag("div", hull, self.gold(self.market["gold"][spaces[0] - 1]), cls="am-ship")

    def berth(self, space: int) -> str:
        """One ship space and the car on it."""
        car = self.market["ships"][space - 1]
        sold = self.scene["selling"] == space
        choice = self.light("keep") if sold else self.light(f"ship {space}")
        back = self.light(f"recall {self.code} {space}")
        inner = draw.car(f"am-car-{self.code}-{space}", car["seat"], car["car"], self.language) if car else ""
        return tag(
            "div",
            tag("span", str(space), cls="am-number"),
            inner,
            id=f"am-{self.code}-{space}",
            data_choice=choice or back,
            title=draw.plain("board.recall", self.language) if back else None,
            cls=classes("am-berth", sold and "am-sold", (choice or back) and "lit", back and "am-back"),
        )

    # --- demand and sales

    def demand(self) -> str:
        """The active tiles from the entry down, and the two that wait."""
        slots = [
            tag(
                "li",
                draw.icon(slot["feature"]),
                tag("span", self.say(f"feature.{slot['feature']}")),
                tag("span", "★" * slot["stars"], cls="am-stars", title=draw.counted("stars", slot["stars"], self.language)),
                id=f"am-{self.code}-slot-{place}-{slot['feature']}",
                data_flip=f"demand-{slot['feature']}",
            )
            for place, slot in enumerate(self.market["demand"], 1)
        ]
        waiting = [self.waiting(side) for side in ("left", "right")]
        label = tag("div", self.say("board.demand"), cls="am-label")
        return tag("div", label, tag("ol", *slots), tag("div", *waiting, cls="am-waiting"), cls="am-demand")

    def waiting(self, side: str) -> str:
        """A demand tile that waits."""
        feature = self.market[side]
        choice = self.light(side)
        name = self.say(f"terminal.tile.{feature}")
        arrow = "←" if side == "left" else "→"
        sign = [tag("span", arrow), draw.icon(feature), tag("span", name)]
        return tag(
            "div",
            *(sign if side == "left" else [*sign[1:], sign[0]]),
            id=f"am-{self.code}-{side}-{feature}",
            data_flip=f"demand-{feature}",
            data_choice=choice,
            title=draw.plain(f"board.waiting_{side}", self.language),
            cls=classes("am-wait", choice and "lit"),
        )

    def sales(self) -> str:
        """The sale spaces as a pyramid."""
        rows = []
        for row in SALE_ROWS:
            spaces = [self.sale(sale) for sale in self.market["sales"] if sale["row"] == row]
            rows.append(tag("div", *spaces, cls=classes("am-sale-row", not row and "am-top")))
        return tag("div", tag("div", self.say("board.sale_spaces"), cls="am-label"), *rows, cls="am-pyramid")

    def sale(self, sale: Mapping[str, Any]) -> str:
        """One sale space: what it pays, and the cars sold there."""
        code = sale["code"]
        choice = self.light(f"sale {code}", f"copy {code}")
        pays = []
        if sale["money"]:
            pays.append(tag("span", self.say("reward.money", money=sale["money"])))
        if sale["vp"]:
            pays.append(tag("span", ("+ " if pays else "") + self.say("reward.vp", vp=sale["vp"])))
        cars = [
            draw.car(f"am-sold-{code}-{place}", car["seat"], car["car"], self.language)
            for place, car in enumerate(sale["cars"])
        ]
        return tag(
            "div",
            tag("span", *pays, cls="am-pays"),
            *cars,
            id=f"am-sale-{code}",
            data_choice=choice,
            title=code,
            cls=classes("am-sale", choice and "lit"),
        )


def production_sum(parts: Parts, view: Mapping[str, Any], made: Mapping[str, Any], seat: int, language: str) -> str:
    """The car being built with the sum behind its popularity, as far as it is decided."""
    player = view["seats"][seat]
    type_ = made["type"]
    car = draw.car("am-making", seat, made["car"] or type_, language)
    if made["market"] is None:
        return tag("span", car, draw.fixed(f"type.{type_}", language), cls="am-made")
    market = MARKETS.index(made["market"])
    base: int = player["popularity"][type_][market]
    line = player["lines"][type_]
    machines = [tile for code, tile in zip(STATION_CODES, player["stations"], strict=True) if code in line]
    found = {
        "printed": player["printed_stars"][TYPES.index(type_)],
        "machines": stars(machines),
        "managers": stars([tile for tile in player["managers"] if tile is not None and tile["kind"] == "researcher"]),
        "styles": stars(player["styles"][type_]),
    }
    found = {"demand": base - sum(found.values()), **found}
    if made["car"] == "electric":
        found["electric"] = parts.electric_popularity
    total = sum(found.values()) if made["popularity"] is None else made["popularity"]
    found["marketing"] = total - sum(found.values())
    terms = [text(draw.counted(f"board.sum.{name}", n, language)) for name, n in found.items() if n]
    where = text(render(say("terminal.market", market=say(f"market.{made['market']}")), language))
    return tag("span", car, tag("b", f"{where}: ★{total}"), tag("small", f" = {' + '.join(terms)}"), cls="am-made")


def stars(tiles: list[Mapping[str, Any] | None]) -> int:
    """The stars on some tiles."""
    return sum(tile["stars"] for tile in tiles if tile is not None)
