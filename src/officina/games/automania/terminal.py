"""The table of Automania in the terminal, drawn from a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from officina.core.terminal import Drawing
from officina.games.automania.components import COLOURS, STATION_CODES, STYLES, TYPES, Parts
from officina.games.automania.nouns import say

STYLE_OF_COLOUR: Final = {"red": "bold red", "blue": "bold blue", "yellow": "bold yellow", "green": "bold green"}
SIGNS: Final = {"manager": "☻", "machine": "⚙", "style": "◆", "bonus": "+"}
CARS: Final = {"city": "c", "family": "f", "super": "s", "electric": "e"}
ROWS_OF_SHIPS: Final = ((17, 16, 15), (14, 13, 12), (11, 10, 9), (8, 7, 6), (5, 4, 3), (2, 1))
GRID: Final = 4
CORNER: Final = 8
NOTHING: Final = "·"
WIDTH: Final = 100


class TableDrawing(Drawing):
    """One drawing: a view, in a language. Players are a coloured letter, cars a letter for their type."""

    parts: Parts

    def draw(self) -> RenderableType:
        """Header, grid, offices and contracts, markets, players, factories, hand."""
        pieces: list[RenderableType] = [self.header(), self.grid(), self.crowds(), self.offices()]
        pieces.append(Columns([self.market(market) for market in self.view["markets"]], padding=(0, 1)))
        pieces.append(self.players())
        seat = self.view["seat"]
        if seat is not None:
            pieces.append(self.factory(self.view["seats"][seat]))
        others = [player for player in self.view["seats"] if player["seat"] != seat]
        pieces += [self.short_factory(player) for player in others]
        if seat is not None:
            pieces.append(self.hand())
        if self.view["over"]:
            pieces.append(self.final())
        return Group(*pieces)

    # --- small signs

    def who(self, seat: int) -> Text:
        """A player's letter."""
        name = self.say(f"colour.{COLOURS[seat]}")
        return Text(name[:1], style=STYLE_OF_COLOUR[COLOURS[seat]])

    def name(self, seat: int) -> Text:
        """A player's colour, with a mark for the one who looks."""
        text = Text(self.say(f"colour.{COLOURS[seat]}"), style=STYLE_OF_COLOUR[COLOURS[seat]])
        return Text.assemble(text, " ←") if seat == self.view["seat"] else text

    def car(self, car: Mapping[str, Any] | None) -> Text:
        """A car: its owner's letter and its type's."""
        if car is None:
            return Text(NOTHING, style="dim")
        return Text.assemble(self.who(car["seat"]), Text(CARS[car["car"]], style="bold"))

    def tile(self, tile: Mapping[str, Any] | None) -> str:
        """A tile in a few letters: its sort, its name, stars and medals."""
        if tile is None:
            return NOTHING
        words = [SIGNS[tile["family"]], self.say(f"terminal.tile.{tile['kind']}", value=tile["value"])]
        if tile["stars"]:
            words.append("★" * tile["stars"])
        if tile["medals"]:
            words.append("○" * tile["medals"])
        return " ".join(words)

    def contract(self, card: Mapping[str, Any]) -> str:
        """A contract in one line."""
        needs = [self.say(f"type.{card['type']}")]
        needs += [self.say(f"feature.{feature}") for feature in card["features"]]
        needs += [self.say(f"style.{style}") for style in card["styles"]]
        if card["styles_any"]:
            needs.append(self.say("styles_any", n=card["styles_any"]))
        return f"{card['code']}: {', '.join(needs)}, ★{card['popularity']} → ○{card['medals']}"

    # --- the board

    def header(self) -> Text:
        """Round, phase, turn order, who decides what."""
        view = self.view
        text = Text()
        text.append(self.say("terminal.round", round=view["round"], rounds=view["rounds"]), "bold")
        text.append("   " + self.say(f"phase.{view['phase']}") + "   " + self.say("terminal.order") + " ")
        for seat in view["order"]:
            text.append_text(self.who(seat))
            text.append(" ")
        if view["to_act"]:
            text.append("  ")
            text.append_text(self.name(view["to_act"][0]))
            text.append(": " + self.say(f"terminal.deciding.{view['deciding']}"))
        if view["tile_in_hand"]:
            text.append("   " + self.say("terminal.taken", tile=self.tile(view["tile_in_hand"])))
        if view["production"]:
            text.append_text(self.production(view["production"]))
        if view["selling"]:
            car = view["selling"]
            text.append(f"   {self.say('type.' + car['car'])}, {self.market_name(car['market'])} {car['space']}")
        return text

    def market_name(self, market: str) -> str:
        """A market's heading."""
        return self.say("terminal.market", market=say(f"market.{market}"))

    def production(self, car: Mapping[str, Any]) -> Text:
        """The car being built, as far as it is decided."""
        text = Text("   " + self.say(f"type.{car['car'] or car['type']}"), style="bold")
        if car["market"]:
            text.append(f" → {self.market_name(car['market'])}")
        if car["popularity"] is not None:
            text.append(f" ★{car['popularity']}")
        return text

    def grid(self) -> Table:
        """The 4x4 grid of tiles with the action spaces above, beside and in the corner."""
        spaces = self.view["spaces"]
        table = Table(title=self.say("terminal.grid"), title_justify="left", show_lines=True, width=WIDTH)
        table.add_column(self.space(spaces[CORNER]), ratio=1)
        for column in range(GRID):
            table.add_column(self.space(spaces[GRID + column]), ratio=1)
        for row in range(GRID):
            cells = [self.cell(row * GRID + column) for column in range(GRID)]
            table.add_row(self.space(spaces[row]), *cells)
        return table

    def crowds(self) -> Text:
        """The workers on sponsor and marketing."""
        text = Text()
        for key in ("sponsor", "marketing"):
            text.append(self.say(f"terminal.{key}") + " ", "bold")
            there = [player for player in self.view["seats"] if player[key]]
            for player in there:
                text.append_text(self.who(player["seat"]))
                text.append(f"×{player[key]} ")
            text.append("  " if there else f"{NOTHING}   ")
        return text

    def space(self, space: Mapping[str, Any]) -> Text:
        """An action space: action and cost, who stands there, how many workers it takes now."""
        text = Text(f"{space['code'].upper()} {self.say('terminal.action.' + space['action'])}")
        if space["cost"]:
            text.append(f" {space['cost']}$")
        text.append("\n")
        if space["seat"] is not None:
            text.append_text(self.who(space["seat"]))
            text.append(f"×{space['workers']} ")
        text.append(self.say("terminal.needs", n=space["needs"]), "dim")
        return text

    def cell(self, cell: int) -> Text:
        """A cell: its number, and its tile with the code."""
        tile = self.view["grid"][cell]
        text = Text(f"{cell + 1}", style="dim")
        if tile is not None:
            text.append(f" {tile['code']}\n", "dim")
            text.append(self.tile(tile), "none")
        return text

    def offices(self) -> Columns:
        """The sales offices, and the contracts on display."""
        offices = Table(title=self.say("terminal.offices"), title_justify="left", show_header=False, width=54)
        offices.add_column(no_wrap=True)
        offices.add_column()
        offices.add_column()
        for office in self.view["offices"]:
            limit = self.say("terminal.limit", n=office["limit"]) if office["limit"] else self.say("terminal.no_limit")
            bonus = ""
            if office["number"] == self.parts.tile_office + 1:
                bonus = "\n".join(self.tile(tile) for tile in self.view["office_tiles"])
            elif office["number"] == self.parts.contract_office + 1:
                bonus = self.say("terminal.bonus_contract")
            disc = self.name(office["seat"]) if office["seat"] is not None else Text(NOTHING, style="dim")
            offices.add_row(Text.assemble(f"{office['number']} ", disc), limit, bonus)
        lines = [self.contract(card) for card in self.view["display"]]
        lines.append(self.say("terminal.deck", n=self.view["deck"]))
        lines.append(self.say("terminal.neutral", n=self.view["neutral_supply"]))
        contracts = Panel("\n".join(lines), title=self.say("terminal.display"), title_align="left", width=45)
        return Columns([offices, contracts], padding=(0, 1))

    def market(self, market: Mapping[str, Any]) -> Panel:
        """A market: yacht and ships from the top, demand, waiting tiles, sale spaces."""
        text = Text()
        text.append(self.say("terminal.yacht") + " ")
        text.append_text(self.car(market["yacht"]))
        text.append(f"  (★{self.parts.yacht_popularity}, {self.parts.yacht_vp} {self.say('terminal.vp')})\n")
        for spaces in ROWS_OF_SHIPS:
            gold = market["gold"][spaces[0] - 1]
            text.append(f"●{gold} " if gold else "   ", "yellow")
            for space in spaces:
                text.append(f" {space:>2} ", "dim")
                text.append_text(self.car(market["ships"][space - 1]))
                if market["ships"][space - 1] is None:
                    text.append(" ")
                text.append("  ")
            text.append("\n")
        for number, slot in enumerate(market["demand"], 1):
            text.append(f"{number} ", "dim")
            text.append(f"{self.say('feature.' + slot['feature'])} ", "bold")
            text.append(f"{'★' * slot['stars']}\n")
        left, right = (self.say(f"feature.{market[side]}") for side in ("left", "right"))
        text.append(self.say("terminal.waiting", left=left, right=right) + "\n", "dim")
        for row, label in ((0, self.say("terminal.top")), (2, "2"), (1, "1")):
            text.append(f"{label:>3} ", "dim")
            for sale in market["sales"]:
                if sale["row"] == row:
                    text.append(f"{self.reward(sale)} ")
                    for car in sale["cars"]:
                        text.append_text(self.car(car))
                    text.append("  " if sale["cars"] else f"{NOTHING}  ")
            text.append("\n")
        text.rstrip()
        return Panel(text, title=self.market_name(market["code"]), title_align="left", width=49)

    def reward(self, sale: Mapping[str, Any]) -> str:
        """What a sale space pays, in a few letters."""
        money = f"{sale['money']}$" if sale["money"] else ""
        points = f"{sale['vp']}{self.say('terminal.vp')}" if sale["vp"] else ""
        return "+".join(part for part in (money, points) if part)

    # --- the players

    def players(self) -> Table:
        """One line a player."""
        table = Table(title=self.say("terminal.players"), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1))
        table.add_column(self.say("terminal.player"), no_wrap=True)
        for key in ("factory", "vp_medals", "money", "workers", "cards", "played", "sales", "cars", "popularity"):
            table.add_column(self.say(f"terminal.{key}"), justify="left")
        for player in self.view["seats"]:
            table.add_row(*self.player_row(player))
        return table

    def player_row(self, player: Mapping[str, Any]) -> list[RenderableType]:
        """The cells of one player."""
        money = str(player["money"]) if player["money"] is not None else "?"
        if player["office"] is None:
            sales = self.say("terminal.passing") if player["passed"] else NOTHING
        else:
            limit = str(player["limit"]) if player["limit"] is not None else "∞"
            sales = f"{player['office']}: {player['sold']}/{limit}"
        cars = " ".join(f"{CARS[car]}{count}" for car, count in player["cars"].items() if count or car in TYPES)
        stars = " ".join(f"{CARS[type_]}{north}/{europe}" for type_, (north, europe) in player["popularity"].items())
        neutral = f" ({player['neutral']}n)" if player["neutral"] else ""
        return [
            self.name(player["seat"]),
            self.say(f"factory.{player['factory']}"),
            f"{player['vp']}+{player['medals']}",
            money,
            f"{player['workers']}{neutral}",
            str(player["hand_size"]),
            str(len(player["played"])),
            sales,
            cars,
            stars,
        ]

    def factory(self, player: Mapping[str, Any]) -> Panel:
        """The own factory: the three lines with their stations, styles and popularity; the offices."""
        table = Table(box=None, padding=(0, 1), show_header=False)
        for index, type_ in enumerate(TYPES):
            stations = Text()
            for code in player["lines"][type_]:
                tile = player["stations"][STATION_CODES.index(code)]
                crossing = sum(code in line for line in player["lines"].values()) > 1
                stations.append(f"{code.upper()}{'×' if crossing else ''} ", "bold" if crossing else "dim")
                stations.append(f"{self.tile(tile)}   ")
            styles = ", ".join(self.tile(tile) for tile in player["styles"][type_] if tile is not None) or NOTHING
            north, europe = player["popularity"][type_]
            summary = self.say("terminal.stars", na=north, eu=europe, printed=player["printed_stars"][index])
            table.add_row(Text(self.say(f"type.{type_}"), style="bold"), Group(stations, Text(f"{styles}   {summary}")))
        offices = Text()
        for slot, tile in enumerate(player["managers"]):
            offices.append(f"{slot + 1} ({player['office_costs'][slot]} $) ", "dim")
            offices.append(f"{self.tile(tile)}   ")
        table.add_row(Text(self.say("terminal.managers"), style="bold"), offices)
        title = Text.assemble(self.name(player["seat"]), f" {self.say('factory.' + player['factory'])}")
        return Panel(table, title=title, title_align="left", width=WIDTH)

    def short_factory(self, player: Mapping[str, Any]) -> Text:
        """Another player's factory on one or two lines: machines by station, styles, managers."""
        text = Text.assemble(self.name(player["seat"]), " ")
        found = [
            f"{STATION_CODES[station].upper()} {self.tile(tile)}"
            for station, tile in enumerate(player["stations"])
            if tile is not None
        ]
        for type_ in TYPES:
            for kind in range(len(STYLES)):
                tile = player["styles"][type_][kind]
                if tile is not None:
                    found.append(f"{self.say('type.' + type_)} {self.tile(tile)}")
        found += [self.tile(tile) for tile in player["managers"] if tile is not None]
        text.append("; ".join(found) if found else self.say("terminal.empty_factory"))
        return text

    def hand(self) -> Panel:
        """The own contracts, in hand and played."""
        seat = self.view["seat"]
        lines = [self.contract(card) for card in self.view["hand"]]
        lines += [f"✓ {self.contract(card)}" for card in self.view["seats"][seat]["played"]]
        return Panel("\n".join(lines) or NOTHING, title=self.say("terminal.hand"), title_align="left", width=WIDTH)

    def final(self) -> Table:
        """Points by source at the end."""
        table = Table(title=self.say("terminal.final"), title_justify="left")
        table.add_column("")
        for player in self.view["seats"]:
            table.add_column(self.name(player["seat"]), justify="right")
        for source in self.view["seats"][0]["points"]:
            points = [str(player["points"][source]) for player in self.view["seats"]]
            table.add_row(self.say(f"breakdown.{source}"), *points)
        totals = [str(score) for score in self.view["scores"]]
        table.add_row(Text(self.say("terminal.total"), style="bold"), *totals)
        return table
