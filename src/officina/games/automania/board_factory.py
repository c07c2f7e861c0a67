"""A factory board of Automania: offices, stations on three belts, the cars they lead to with their styles and popularity."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from officina.core.drawing import classes, tag, text
from officina.core.text import render
from officina.games.automania import board_parts as draw
from officina.games.automania.components import FACTORIES, MARKETS, SHIP_SPACES, STATION_CODES, TYPES, Parts
from officina.games.automania.nouns import say

SHORT: Final = {"na": "board.na", "eu": "board.eu"}
FIELDS: Final = (
    *("seat", "factory", "played", "stations", "lines", "managers", "office_costs", "styles", "style_costs"),
    *("printed_stars", "cars", "popularity"),
)
"""What is seen of a player on his factory board."""


def factory(
    parts: Parts, view: Mapping[str, Any], seat: int, lit: Mapping[str, str], made: str, who: str, language: str
) -> str:
    """A player's factory board as the view shows it; ``lit`` has what may be chosen there now, ``made`` the car that is."""
    player = view["seats"][seat]
    scene = {name: player[name] for name in FIELDS}
    own = seat == view["seat"]
    scene |= {"own": own, "who": who, "lit": lit}
    if own:
        scene["made"] = made
        scene["landing"] = {
            type_: [landing(parts, market, stars) for market, stars in zip(view["markets"], popular, strict=True)]
            for type_, popular in player["popularity"].items()
        }
    return drawn(parts, msgspec.json.encode(scene), language)


@lru_cache(maxsize=512)
def drawn(parts: Parts, scene: bytes, language: str) -> str:
    """The drawing of a scene; most factories do not change from one moment to the next."""
    return FactoryDrawing(parts, msgspec.json.decode(scene), language).draw()


def landing(parts: Parts, market: Mapping[str, Any], popularity: int) -> int:
    """The highest free ship space for a car of that popularity: one more than the ships have is the yacht, 0 none."""
    if popularity >= parts.yacht_popularity and market["yacht"] is None:
        return SHIP_SPACES + 1
    free = [space for space in range(1, min(popularity, SHIP_SPACES) + 1) if market["ships"][space - 1] is None]
    return free[-1] if free else 0


def landing_words(space: int, language: str) -> str:
    """Where a car would stand, in a few letters."""
    return str(space) if 0 < space <= SHIP_SPACES else draw.fixed("terminal.yacht", language) if space else "–"


class FactoryDrawing(draw.Drawing):
    """One player's board; what its owner may choose there now is lit."""

    def __init__(self, parts: Parts, scene: Mapping[str, Any], language: str) -> None:
        super().__init__(parts, scene, language)
        self.seat: int = scene["seat"]
        self.own: bool = scene["own"]

    def draw(self) -> str:
        """The whole board, headed by its owner's name."""
        factory = self.scene["factory"]
        title = tag("h3", draw.disc(self.seat, self.language), self.scene["who"], tag("small", self.say(f"factory.{factory}")))
        power = ""
        if factory != FACTORIES[0]:
            power = tag("p", self.say(f"power.{factory}"), cls="am-power")
        return tag(
            "section",
            tag("header", title, self.electric(), self.played()),
            power,
            tag("div", self.offices(), self.lines(), cls="am-hall"),
            id=f"am-factory-{self.seat}",
            cls=classes("am-factory", "am-panel", f"am-p{self.seat}", "am-own" if self.own else "am-other"),
        )

    def electric(self) -> str:
        """The electric car, while it is in supply."""
        count = self.scene["cars"]["electric"]
        if not count:
            return ""
        cars = [
            draw.car(f"am-stock-{self.seat}-electric-{copy}", self.seat, "electric", self.language) for copy in range(count)
        ]
        choice = self.light("electric")
        words = tag("span", self.say("type.electric"))
        return tag("div", *cars, words, cls=classes("am-electric", choice and "lit"), data_choice=choice)

    def played(self) -> str:
        """The contracts that were fulfilled."""
        cards = self.scene["played"]
        if not cards:
            return ""
        label = tag("span", self.say("board.fulfilled"), cls="am-label")
        return tag("div", label, *(draw.contract("done", card, None, self.language, True) for card in cards), cls="am-done")

    # --- offices

    def offices(self) -> str:
        """The managers in their offices; an office keeps its printed cost."""
        slots = []
        managers = self.scene["managers"]
        first = managers.index(None) if None in managers else len(managers)
        for slot, manager in enumerate(managers):
            choice = self.light("office new" if slot == first else f"office {slot + 1}")
            slots.append(self.office(slot, manager, choice))
        label = tag("span", self.say("terminal.managers"), cls="am-label")
        return tag("div", label, *slots, cls=classes("am-offices", len(managers) > 4 and "am-six"))

    def office(self, slot: int, manager: Mapping[str, Any] | None, choice: str | None) -> str:
        """One office."""
        cost = tag("span", self.say("reward.money", money=self.scene["office_costs"][slot]), cls="am-cost")
        inner = draw.tile(f"boss-{self.seat}-{slot}", manager, None, self.language) if manager else ""
        return tag(
            "div",
            cost,
            inner,
            id=f"am-office-{self.seat}-{slot + 1}",
            data_choice=choice,
            title=render(say("office_slot", slot=slot + 1), self.language),
            cls=classes("am-slot", choice and "lit"),
        )

    # --- lines

    def lines(self) -> str:
        """The stations over their belts, and the cars at the ends."""
        stations = [self.station(index, code) for index, code in enumerate(STATION_CODES)]
        ends = [self.end(index, type_) for index, type_ in enumerate(TYPES)]
        end = draw.OWN_END if self.own else draw.OTHER_END
        belts = draw.belts(self.parts, FACTORIES.index(self.scene["factory"]), end)
        return tag("div", belts, *stations, *ends, cls="am-lines")

    def station(self, index: int, code: str) -> str:
        """One station with its machine, or with its letter alone."""
        machine = self.scene["stations"][index]
        choice = self.light(f"station {code}")
        served = [
            draw.plain(f"terminal.action.{type_}", self.language) for type_ in TYPES if code in self.scene["lines"][type_]
        ]
        inner = draw.tile(f"at-{self.seat}-{code}", machine, None, self.language) if machine else ""
        types = "" if machine else tag("small", text(" + ".join(served)))
        return tag(
            "div",
            tag("b", code.upper(), cls="am-code"),
            types,
            inner,
            id=f"am-station-{self.seat}-{code}",
            data_choice=choice,
            title=f"{code.upper()}: {' + '.join(served)}",
            cls=classes("am-slot", f"am-st-{code}", choice and "lit"),
        )

    def end(self, index: int, type_: str) -> str:
        """The end of a line: its cars in supply, popularity by market, styles."""
        choice = self.light(type_)
        if self.own and self.scene["made"] == type_:
            choice = choice or self.light("normal")
        count = self.scene["cars"][type_]
        cars = [draw.car(f"am-stock-{self.seat}-{type_}-{copy}", self.seat, type_, self.language) for copy in range(count)]
        stock = tag("span", *(cars or [draw.outline(type_)]), cls=classes("am-stock", not cars and "am-out"))
        name = tag("b", self.say(f"terminal.action.{type_}"), tag("span", f" ×{count}"))
        printed = self.scene["printed_stars"][index]
        line = tag("span", f"+{printed}★", cls="am-printed", title=draw.counted("board.printed", printed, self.language))
        return tag(
            "div",
            tag("div", name, stock, line, cls="am-end-head"),
            self.popularity(type_),
            self.styles(type_),
            id=f"am-line-{self.seat}-{type_}",
            data_choice=choice,
            cls=classes("am-end", f"am-end-{type_}", choice and "lit"),
        )

    def popularity(self, type_: str) -> str:
        """How popular the next car would be in either market, and on one's own board where it would land."""
        found = []
        for index, code in enumerate(MARKETS):
            stars = self.scene["popularity"][type_][index]
            words = f"{self.say(SHORT[code])} ★{stars}"
            if self.own:
                words += tag("small", f" → {landing_words(self.scene['landing'][type_][index], self.language)}")
            found.append(tag("span", words))
        return tag("div", *found, cls="am-pop", title=draw.plain("board.popularity", self.language))

    def styles(self, type_: str) -> str:
        """The holders above a car: styles first, then the price of each empty one."""
        choice = self.light(f"style {type_}")
        there = [style for style in self.scene["styles"][type_] if style is not None]
        holders = [draw.tile(f"style-{self.seat}-{type_}", style, None, self.language) for style in there]
        for place in range(len(there), len(self.scene["style_costs"])):
            cost = self.say("reward.money", money=self.scene["style_costs"][place])
            holders.append(tag("span", cost, cls="am-holder", title=draw.plain("board.style_cost", self.language)))
        return tag("div", *holders, data_choice=choice, cls=classes("am-styles", choice and "lit"))
