"""The others' factories in a few figures; a click opens the whole board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import tag, text
from officina.games.automania import board_parts as draw
from officina.games.automania.board_parts import Table, at, figure, rect
from officina.games.automania.components import COLOURS, FACTORIES, MARKETS, TYPES
from officina.looks import paint, part, spot, words

FULL: Final = 106
HALF: Final = 51
"""How high a rival's card is; two that share a side are half as high and show no tiles."""
SMALL_CAR: Final = 69
"""How wide a car with its figures is in a low card; the factory's name stands at the right of the last one."""


class Rival:
    """One rival in a card."""

    def __init__(self, table: Table, seat: int, width: float, height: float) -> None:
        self.table = table
        self.seat = seat
        self.width = width
        self.height = height
        self.player: Mapping[str, Any] = table.player(seat)
        factory = self.player["factory"]
        self.factory = table.plain(f"factory.{factory}") if factory != FACTORIES[0] else ""

    def draw(self) -> str:
        """Name and figures, the cars left with their popularity, and the tiles as icons."""
        width, height = self.width, self.height
        stripe = paint(COLOURS[self.seat], rect("pt", 1, 1, 6, height - 2, 3))
        found = [draw.card(0, 0, width, height), stripe, self.head()]
        low = height < 80
        top = 26 if low else 27 if height <= FULL else 32
        room = (width - 16) / len(TYPES)
        if low and self.factory:
            room = SMALL_CAR
            found.append(words(text(self.factory), width - 8, top + 10, 13, "bold soft", "end"))
        for place, type_ in enumerate(TYPES):
            x = 11 + place * room
            found.append(at(x, top, self.small_car(type_, room) if low else self.car(type_, room)))
        if not low:
            icon = 20.0 if height <= FULL else 28.0
            found.append(at(11, height - icon - 4, self.tiles(icon)))
        label = self.table.plain("board.rival", who=self.table.name(self.seat))
        return spot({}, label, (0, 0, width, height), *found, thing="rival", id=f"am-rival-{self.seat}")

    def head(self) -> str:
        """Sign, name, place in the turn order; medals, workers or sales, cards in hand."""
        table, player, width = self.table, self.player, self.width
        place = table.view["order"].index(self.seat) + 1
        right = width - 8
        found = [words(str(player["hand_size"]), right, 20, 16, "bold", "end"), draw.icon("i-hand", right - 33, 4, 21)]
        right -= 40
        if player["office"] is None:
            found += [words(str(player["workers"]), right, 20, 16, "bold", "end"), draw.icon("i-worker", right - 34, 4, 21)]
            right -= 40
        else:
            limit = "∞" if player["limit"] is None else player["limit"]
            sales = f"{player['sold']}/{limit}"
            found += [words(sales, right, 20, 16, "bold", "end"), draw.icon("i-cars", right - 48, 4, 22)]
            right -= 53
        size = 26 if self.height < 80 else 30
        found.append(draw.medal(player["medals"], right - size, 0, size))
        right -= size + 6
        found += [words(f"{place}.", 12, 20, 14, "bold soft"), draw.seat_mark(self.seat, 25, 5, 18)]
        return draw.fitted(table.name(self.seat), 48, 20, right - 48) + "".join(found)

    def car(self, type_: str, room: float) -> str:
        """A type: the cars left and how popular the next one would be."""
        count = self.player["cars"][type_]
        width = min(72.0 if self.height <= FULL else 96.0, room - 8)
        body = draw.cars(f"am-rival-{self.seat}-{type_}", self.seat, type_, count, 0, 0, width)
        body += draw.plate(str(count), min(width - 10, room - 22), 2, 19, 16)
        return body + rect("am-plate", 0, width / 2 + 1, room - 5, 19, 5) + self.stars(type_, (room - 5) / 2, width / 2 + 15.6)

    def small_car(self, type_: str, room: float) -> str:
        """The same, in a narrow card."""
        count = self.player["cars"][type_]
        body = draw.cars(f"am-rival-{self.seat}-{type_}", self.seat, type_, count, -2, -1, 42)
        north, europe = self.player["popularity"][type_]
        return body + words(f"×{count}", 42, 10, 13, "bold") + words(f"{north}/{europe}", 42, 22, 13, "bold soft")

    def stars(self, type_: str, x: float, y: float) -> str:
        """Both popularities in one line."""
        pairs = zip(MARKETS, self.player["popularity"][type_], strict=True)
        shown = " ".join(tag("tspan", self.table.say(f"board.{code}"), cls="am-dim") + f" {stars}" for code, stars in pairs)
        return words(shown, x, y, 15, "bold", "middle")

    def tiles(self, icon: float) -> str:
        """Machines, managers and styles as icons."""
        player = self.player
        styles = [style for types in player["styles"].values() for style in types]
        groups = [[tile for tile in tiles if tile is not None] for tiles in (player["stations"], player["managers"], styles)]
        count = sum(len(group) for group in groups)
        size = min(icon + 3, (self.width - 36) / max(count, 1))
        found: list[str] = []
        x = 0.0
        for group in groups:
            if found and group:
                found.append(tag("path", cls="am-split", d=f"M{x + 3:g} 1V{icon - 2:g}"))
                x += 7
            for tile in group:
                small = min(icon, size)
                body = draw.icon(draw.icon_of(tile["kind"]), x, (icon - small) / 2, small)
                found.append(
                    tag(
                        "g",
                        body,
                        id=f"am-rival-{self.seat}-{tile['code']}",
                        data_flip=f"tile-{tile['code']}",
                        data_thing=draw.thing_of_tile(tile),
                    )
                )
                x += size
        right = self.width - 18
        if self.player["cars"]["electric"]:
            right -= 50
            found.append(draw.cars(f"am-rival-{self.seat}-electric", self.seat, "electric", 1, right + 2, icon - 24, 48))
        if self.factory and x < right - 8 * len(self.factory):
            found.append(words(text(self.factory), right, icon - 5, 14, "bold soft", "end"))
        return "".join(found)


class Compact:
    """What has no room on a small desk: a card each, which opens."""

    def __init__(self, table: Table, width: float, height: float) -> None:
        self.table = table
        self.width = width
        self.height = height

    def card(self, id: str) -> str:
        """Offices, display or sales in one line."""
        inner = {"offices": self.offices, "display": self.display, "sales": self.sales}[id]()
        label = self.table.plain(f"area.{id}")
        return spot(
            {},
            label,
            (0, 0, self.width, self.height),
            draw.card(0, 0, self.width, self.height),
            inner,
            thing=f"small_{id}",
            id=f"am-small-{id}",
        )

    def offices(self) -> str:
        """Who has which office."""
        found = [draw.icon("i-tag", 6, 6, 26)]
        for place, office in enumerate(self.table.view["offices"]):
            x = 42 + place * 36
            found.append(rect("bplate", x, 6, 28, 26, 4))
            if office["seat"] is None:
                found.append(figure(office["number"], x + 14, 25, 17, "am-stamped"))
            else:
                found.append(draw.seat_mark(office["seat"], x + 1, 6, 26))
        return "".join(found)

    def display(self) -> str:
        """The cars that contracts ask for, and the deck."""
        found = [draw.icon("i-contract", 6, 6, 26)]
        shown = self.table.view["display"]
        found += [draw.printed_car(card["type"], 36 + place * 40, 9, 38) for place, card in enumerate(shown)]
        return "".join(found) + draw.plate(str(self.table.view["deck"]), self.width - 30, 9, 25, 20)

    def sales(self) -> str:
        """How many sale spaces of each market are still free."""
        found = [part("coin", 4, 4, 30, 30), draw.icon("i-dollar", 11.5, 10, 15)]
        for place, market in enumerate(self.table.view["markets"]):
            free = sum(not sale["cars"] for sale in market["sales"])
            x = 42 + place * 72
            found.append(words(self.table.say(f"board.{market['code']}"), x, 25, 15, "bold soft"))
            found.append(words(f"{free}/{len(market['sales'])}", x + 25, 25, 17, "sign"))
        return "".join(found)

    def rival(self, seat: int, width: float) -> str:
        """A rival in one line: sign, name if there is room, medals."""
        player = self.table.player(seat)
        body = draw.card(0, 0, width, self.height) + draw.seat_mark(seat, 5, 8, 22)
        body += draw.medal(player["medals"], width - 33, 3, 30)
        if width > 120:
            body += draw.fitted(self.table.name(seat), 32, 25, width - 70)
        label = self.table.plain("board.rival", who=self.table.name(seat))
        return spot({}, label, (0, 0, width, self.height), body, thing="rival", id=f"am-rival-{seat}")
