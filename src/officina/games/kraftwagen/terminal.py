"""The table of Kraftwagen in the terminal, drawn from a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from officina.core.terminal import Drawing
from officina.core.text import render
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import AWARDS, Parts

STYLES: Final = {
    "red": "bold red",
    "blue": "bold dodger_blue1",
    "green": "bold green3",
    "yellow": "bold yellow",
    "black": "bold grey50",
    "white": "bold white",
}
QUIET_SHOWN: Final = 12
"""The stall guard is mentioned from this many quiet turns on."""
SHORT: Final = 3
"""Players are shortened to this many letters where space is scarce."""


class TableDrawing(Drawing):
    """One drawing: a view, in a language, with the figures of a box."""

    parts: Parts

    def draw(self) -> RenderableType:
        """Header, chain, research and race, market, players, awards."""
        pieces: list[RenderableType] = [self.header(), self.chain()]
        if self.view["start_tiles"]:
            pieces.append(self.start_tiles())
        top = Table.grid(padding=(0, 1))
        top.add_row(self.research(), self.race())
        middle = Table.grid(padding=(0, 1))
        middle.add_row(self.market(), self.buyers())
        return Group(*pieces, top, middle, self.players(), self.awards())

    # --- small things

    def name(self, seat: int, *, short: bool = False) -> Text:
        """A player in the own colour."""
        colour = self.view["seats"][seat]["colour"]
        name = self.say(f"player.{colour}")
        return Text(name[:SHORT] if short else name, style=STYLES[colour])

    def card(self, code: str) -> str:
        """A research card by code."""
        return render(nouns.card(self.parts, self.parts.card_codes.index(code)), self.language)

    def marker(self, code: str) -> str:
        """An engineer marker: the engineer's last name and its value, if it has one."""
        engineer, _, value = code.partition("_")
        name = self.last_name(f"eng_{engineer}")
        return f"{name} +{value}" if value else name

    def last_name(self, engineer: str) -> str:
        """An engineer in one word."""
        return self.say(f"engineer.{engineer}").split()[-1]

    def actions(self, codes: list[str]) -> str:
        """The actions of a tile."""
        return "+".join(self.say(f"action.{code}") for code in codes)

    # --- header and chain

    def header(self) -> Text:
        """Round, phase, turn; a word when the round is about to end or the play stalls."""
        view = self.view
        text = Text()
        if view["round"]:
            colour = self.say(f"price_colour.{view['price_colour']}")
            text.append(self.say("terminal.round", round=view["round"], rounds=len(self.parts.rounds), colour=colour), "bold")
            text.append("   ")
        text.append(self.say(f"phase.{view['phase']}"), "bold")
        if view["turn"]:
            text.append("   " + self.say("terminal.turn", turn=view["turn"]))
        if view["phase"] == "actions" and (len(view["market"]) >= view["capacity"] or not view["pawn"]):
            text.append("   " + self.say("terminal.last_turn"), "bold reverse")
        if view["quiet_turns"] >= QUIET_SHOWN:
            text.append("   " + self.say("terminal.quiet", n=view["quiet_turns"], limit=self.parts.quiet_limit))
        return text

    def chain(self) -> Panel:
        """The action chain from the tail, who plays, to the head."""
        text = Text()
        for place, entry in enumerate(self.view["chain"]):
            if place:
                text.append(" › ", "dim")
            if entry["seat"] is None:
                text.append(f"{entry['tile'].upper()} ", "bold")
                text.append(self.actions(entry["actions"]).replace(" ", "\N{NO-BREAK SPACE}"))
            else:
                mark = "▶" if entry["seat"] in self.view["to_act"] else "●"
                text.append_text(Text.assemble(mark, self.name(entry["seat"])))
        return Panel(text, title=self.say("terminal.chain"), title_align="left")

    def start_tiles(self) -> Panel:
        """The start tiles still on offer."""
        tiles = [f"{tile['tile'].upper()} {self.actions(tile['actions'])}" for tile in self.view["start_tiles"]]
        return Panel("   ".join(tiles), title=self.say("terminal.start_tiles"), title_align="left", expand=False)

    # --- research and race

    def research(self) -> Panel:
        """The face-up cards, deck and discard."""
        view = self.view
        text = Text()
        for card in view["face_up"]:
            text.append(f"▪ {self.card(card)}\n", "bold")
        if not view["face_up"]:
            text.append(self.say("none") + "\n", "dim")
        text.append(self.say("terminal.deck", n=view["deck"], discard=len(view["discard"])))
        return Panel(text, title=self.say("terminal.research"), title_align="left")

    def race(self) -> Table:
        """The track with the pit lane; then the laps."""
        view = self.view
        table = Table(
            title=self.say("terminal.race"), title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 0), pad_edge=False
        )
        table.add_column(self.say("terminal.pit"), justify="center")
        cells: list[Text] = [Text("") for _ in range(view["lap_spaces"] + 1)]
        for space in range(1, view["lap_spaces"] + 1):
            table.add_column(str(space), justify="center", min_width=SHORT)
        for space in view["neutral_cars"]:
            cells[space].append(self.say("terminal.neutral"), "dim")
        for player in view["seats"]:
            cell = cells[player["space"]]
            if len(cell):
                cell.append(" ")
            cell.append_text(self.name(player["seat"], short=True))
        table.add_row(*cells)
        laps = Text()
        for player in view["seats"]:
            laps.append_text(self.name(player["seat"], short=True))
            laps.append(f" {player['laps']}  ")
        table.caption = Text.assemble(self.say("terminal.laps"), " ", laps)
        table.caption_justify = "left"
        return table

    # --- market and buyers

    def market(self) -> Table:
        """The cars for sale and the price row."""
        view = self.view
        title = self.say("terminal.market", n=len(view["market"]), capacity=view["capacity"])
        table = Table(title=title, title_justify="left", box=box.ROUNDED)
        for key in ("price", "owner", "body", "engine", "workers"):
            table.add_column(self.say(f"terminal.{key}"), justify="left" if key == "owner" else "right")
        for car in view["market"]:
            table.add_row(
                Text(str(car["price"]), style="bold"),
                self.name(car["seat"]),
                with_bonus(car["body"], car["body_bonus"]),
                with_bonus(car["engine"], car["engine_bonus"]),
                str(car["workers"]),
            )
        prices = " ".join(str(price) for price in view["price_row"]) or self.say("none")
        table.caption = self.say("terminal.price_row", prices=prices)
        table.caption_justify = "left"
        return table

    def buyers(self) -> Table:
        """The active buyers with what they would buy now, the stacks, the pawn."""
        view = self.view
        title = self.say("terminal.buyers", n=len(view["buyers"]), slots=view["slots"])
        table = Table(title=title, title_justify="left", box=box.ROUNDED)
        for key in ("slot", "preference", "would_buy"):
            table.add_column(self.say(f"terminal.{key}"))
        owners = {car["price"]: car["seat"] for car in view["market"]}
        for slot, buyer in enumerate(view["buyers"], 1):
            wish = self.say(f"preference.{buyer['preference']}") + (f" +{buyer['daimler']}" if buyer["daimler"] else "")
            bought = Text("–", style="dim")
            if buyer["would_buy"] is not None:
                deal = self.say("terminal.deal", price=buyer["would_buy"], money=buyer["would_pay"])
                bought = Text.assemble(self.name(owners[buyer["would_buy"]]), " ", deal)
            table.add_row(str(slot), wish, bought)
        stacks = ", ".join(
            self.say(
                "terminal.stack", name=self.say(f"preference.{stack['preference']}"), n=stack["buyers"], money=stack["money"]
            )
            for stack in view["stacks"]
        )
        pawn = self.say("terminal.pawn", space=view["pawn_space"], steps=view["pawn"])
        table.caption = Text(f"{self.say('terminal.stacks', stacks=stacks)}\n{pawn}")
        table.caption_justify = "left"
        return table

    # --- players

    def players(self) -> Table:
        """One row a player; what only its owner knows is a closed purse."""
        table = Table(title=self.say("terminal.players"), title_justify="left", box=box.ROUNDED, padding=(0, 1))
        for key in ("player", "levels", "workshops", "race_engine", "canteen", "supply", "cards", "money"):
            table.add_column(self.say(f"terminal.{key}"), justify="right" if key in ("canteen", "supply") else "left")
        for player in self.view["seats"]:
            table.add_row(*self.player_row(player))
        return table

    def player_row(self, player: Mapping[str, Any]) -> list[RenderableType]:
        """The cells of one player."""
        seat = player["seat"]
        who = self.name(seat)
        if seat == self.view["seat"]:
            who.append(f" ({self.say('terminal.you')})", "bold reverse")
        if seat in self.view["to_act"]:
            who = Text.assemble("▶ ", who)
        parts = [self.say(f"part_tile.{part['part']}", value=part["value"]) for part in player["workshops"]]
        free = len(parts) < self.parts.workshops
        shop = Text(", ".join(parts) or "–")
        if free:
            shop.append(" " + self.say("terminal.free", n=self.parts.workshops - len(parts)), "dim")
        return [
            who,
            self.say("terminal.level_pair", body=player["body_level"], engine=player["engine_level"]),
            shop,
            str(player["race_engine"]),
            str(player["canteen"]),
            str(player["supply"]),
            self.cards(player),
            self.money(player),
        ]

    def cards(self, player: Mapping[str, Any]) -> Text:
        """Developments by number, engineers by name, markers not used yet."""
        text = Text(self.say("terminal.developments", n=len(player["developments"])))
        for card in player["inactive"]:
            text.append(f"\n! {self.say('terminal.inactive', card=self.card(card))}", "bold")
        if player["engineers"]:
            text.append("\n" + ", ".join(self.last_name(engineer) for engineer in player["engineers"]))
        if player["markers"]:
            markers = ", ".join(self.marker(marker) for marker in player["markers"])
            text.append(f"\n{self.say('terminal.markers', markers=markers)}", "italic")
        return text

    def money(self, player: Mapping[str, Any]) -> Text:
        """Money and total, as far as the view shows them."""
        seat = player["seat"]
        if player["money"] is None:
            return Text(self.say("terminal.purse"), style="dim")
        text = Text(str(player["money"]), style="bold")
        if self.view["over"]:
            text.append(
                "\n" + self.say("terminal.total", total=self.view["scores"][seat], rank=self.view["ranks"][seat]), "bold"
            )
        return text

    def awards(self) -> Text:
        """All awards: who has them, or their points while they are free."""
        text = Text(self.say("terminal.awards") + " ")
        for place, award in enumerate(self.view["awards"]):
            if place:
                text.append(" · ", "dim")
            text.append(
                render(nouns.award(self.parts, AWARDS.index(award["award"])), self.language),
                "dim" if award["seat"] is not None else "",
            )
            text.append(f" ({award['points']})", "bold")
            if award["seat"] is not None:
                text.append_text(Text.assemble(" ✓", self.name(award["seat"], short=True)))
        return text


def with_bonus(value: int, bonus: int) -> str:
    """A value with the marker's bonus."""
    return f"{value}+{bonus}" if bonus else str(value)
