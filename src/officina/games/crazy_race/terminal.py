"""The table of Crazy Race in the terminal, drawn from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from officina.core.terminal import Drawing
from officina.core.text import Message
from officina.games.crazy_race.components import SPACES, Parts

SYMBOLS: Final = {"circle": "●", "triangle": "▲", "square": "■"}
HEADINGS: Final = {"out": "▸", "back": "◂", "home": ""}
FACE_DOWN: Final = "▒"
SIDE_WIDTH: Final = 31
TOP, RIGHT, BOTTOM, LEFT = range(4)
"""Side 0, with the arrow, is always on top; the others follow clockwise."""


class TableDrawing(Drawing):
    """One drawing: a view, in a language, with the colours of a box."""

    parts: Parts

    def draw(self) -> RenderableType:
        """Header, tracks with the piles, stage card, players, own cards."""
        pieces: list[RenderableType] = [self.header(), self.tracks(), self.piles(), self.stage_card(), self.stages()]
        pieces.append(self.players())
        if self.view["own"] is not None:
            pieces.append(self.own())
        return Group(*pieces)

    # --- nouns

    def colour(self, seat: int) -> Text:
        """A player by name, letter and colour."""
        colour = self.parts.colours[seat]
        return Text(f"{self.say(f'colour.{colour.code}')} ({colour.letter})", style=f"bold {colour.hex}")

    def symbol(self, model: str) -> str:
        """A model's symbol."""
        for entry in self.parts.models:
            if entry.code == model:
                return SYMBOLS.get(entry.symbol, model.upper())
        return model.upper()

    def numbers(self, values: Sequence[int]) -> str:
        """Cards by value."""
        return " ".join(str(value) for value in values) if values else self.say("terminal.none")

    # --- the pieces

    def header(self) -> Text:
        """Stage, round, order of turns, and who has to decide."""
        view = self.view
        text = Text(
            self.say("terminal.stage", stage=view["stage"], stages=view["stages"], card=view["stage_card"]["card"]), "bold"
        )
        text.append("   " + self.say(f"phase.{view['phase']}"))
        if view["phase"] == "placing":
            text.append(", " + self.say("terminal.round", round=view["round"], rounds=view["rounds"]))
        text.append(
            "   " + self.say("terminal.order", order=" › ".join(self.parts.colours[seat].letter for seat in view["order"]))
        )
        asked = view["asked"]
        if asked is not None:
            yours = asked["seat"] == view["seat"]
            who = Message(f"crazy_race.colour.{self.parts.colours[asked['seat']].code}")
            text.append("   ")
            text.append(self.say("terminal.asked_you") if yours else self.say("terminal.asked", who=who), "bold underline")
        if view["last_stage"] and not view["over"]:
            text.append("   ")
            text.append(self.say("terminal.last_stage"), "bold reverse")
        return text

    def tracks(self) -> Table:
        """One line a track: start, spaces 1 to 5, the turntable, and who is home."""
        models = tuple(
            Message(
                "crazy_race.terminal.model", symbol=self.symbol(entry.code), model=Message(f"crazy_race.model.{entry.code}")
            )
            for entry in self.parts.models
        )
        table = Table(
            title=f"{self.say('terminal.tracks')}: {self.say('terminal.legend', models=models)}", title_justify="left"
        )
        table.add_column("")
        table.add_column(self.say("terminal.start"), min_width=8)
        for space in range(1, SPACES):
            table.add_column(str(space), justify="center", min_width=4)
        table.add_column(f"{SPACES} ⟳", justify="center", min_width=4)
        table.add_column(self.say("terminal.finish"), min_width=6)
        for player in self.view["table"]:
            mine = player["seat"] == self.view["seat"]
            table.add_row(*self.track(player), style="on grey15" if mine else "")
        return table

    def track(self, player: Mapping[str, Any]) -> list[Text]:
        """The cells of one track."""
        style = f"bold {self.parts.colours[player['seat']].hex}"
        cells = [Text() for _ in range(SPACES + 2)]
        for loco in player["locomotives"]:
            if loco["heading"] == "home":
                place = SPACES + 1
            else:
                place = loco["space"] or 0
            if cells[place]:
                cells[place].append(" ")
            cells[place].append(HEADINGS[loco["heading"]] + self.symbol(loco["model"]), style)
        for space in range(1, SPACES + 1):
            if not cells[space]:
                cells[space].append("·", "dim")
        return [self.colour(player["seat"]), *cells]

    def piles(self) -> Text:
        """The two piles of points cards, the top one first."""
        text = Text()
        for name in ("finish_pile", "turntable_pile"):
            pile = self.view[name]
            text.append(self.say(f"terminal.{name}") + ": ")
            if not pile["size"]:
                text.append(self.say("terminal.empty"), "dim")
            else:
                text.append(f"[{pile['cards'][0]}]", "bold")
                text.append("".join(f" {value}" for value in pile["cards"][1:]), "dim")
                covered = pile["size"] - len(pile["cards"])
                if covered:
                    text.append(" + " + self.say("terminal.covered", n=covered), "dim")
            text.append("      ")
        return text

    def stage_card(self) -> RenderableType:
        """The stage card with the cards beside its four sides."""
        grid = Table.grid(padding=(0, 1))
        for _ in range(3):
            grid.add_column(width=SIDE_WIDTH)
        middle = Align.center(Text(f"↑\n{self.view['stage_card']['card']}", "bold", justify="center"), vertical="middle")
        grid.add_row("", self.side(TOP), "")
        grid.add_row(self.side(LEFT), middle, self.side(RIGHT))
        grid.add_row("", self.side(BOTTOM), "")
        return grid

    def side(self, number: int) -> Panel:
        """One side: what it moves, and the cards beside it in laying order."""
        side = self.view["stage_card"]["sides"][number]
        body = Text(self.movement(side), "strike dim" if side["taboo"] else "bold")
        body.append("\n")
        for card in side["cards"]:
            body.append_text(self.laid(card))
            body.append(" ")
        if not side["cards"]:
            body.append("–", "dim")
        notes = [str(number)]
        if number == TOP:
            notes.append(self.say("terminal.arrow"))
        if side["taboo"]:
            notes.append("⊘ " + self.say("terminal.taboo"))
        elif self.view["evaluating"] == number:
            notes.append("► " + self.say("terminal.evaluating"))
        elif side["evaluated"]:
            notes.append(self.say("terminal.evaluated"))
        return Panel(body, title=" · ".join(notes), title_align="left", width=SIDE_WIDTH)

    def movement(self, side: Mapping[str, Any]) -> str:
        """What the winner of a side moves."""
        if side["model"] is not None:
            name = f"{self.symbol(side['model'])} {self.say('model.' + side['model'])}"
            return self.say("terminal.steps", model=name, n=side["distance"])
        if side["distance"] is None:
            return self.say("terminal.question", n=len(side["cards"]))
        return f"{side['distance']}, {self.say('terminal.free')}"

    def laid(self, card: Mapping[str, Any]) -> Text:
        """A driver card: owner's letter and value; the own face-down value in brackets."""
        colour = self.parts.colours[card["seat"]]
        value = FACE_DOWN if card["value"] is None else str(card["value"]) if card["face_up"] else f"({card['value']})"
        return Text(colour.letter + value, style=f"bold {colour.hex}" + (" strike" if card["taken_back"] else ""))

    def stages(self) -> Text:
        """Which stage cards have been used and which are still to come."""
        used = self.say("terminal.used", cards=self.numbers(self.view["used_stage_cards"]))
        coming = self.say("terminal.coming", cards=self.numbers(self.view["coming_stage_cards"]))
        return Text(f"{used}; {coming}", style="dim")

    def players(self) -> Table:
        """One line a player: points, cards, flags. Nobody's number of cards is told."""
        table = Table()
        for key in ("player", "score", "points_cards", "retake", "hand"):
            table.add_column(self.say(f"terminal.{key}"), justify="right" if key == "score" else "left")
        for player in self.view["table"]:
            table.add_row(*self.player_row(player))
        return table

    def player_row(self, player: Mapping[str, Any]) -> list[RenderableType]:
        """The cells of one player."""
        seat = player["seat"]
        name = self.colour(seat)
        notes: list[str] = []
        if seat == self.view["seat"]:
            notes.append(self.say("terminal.you"))
        if seat == self.view["first_player"] and not self.view["over"]:
            notes.append("★ " + self.say("terminal.first"))
        if self.view["places"]:
            notes.append(self.say("terminal.place", place=self.view["places"][seat]))
        if notes:
            name.append("  " + ", ".join(notes), "not bold italic")
        cards = " / ".join(self.numbers(player[kind]) if player[kind] else "–" for kind in ("turntable_cards", "finish_cards"))
        if player["discarded"]:
            cards += ", " + self.say("terminal.discarded", cards=self.numbers(player["discarded"]))
        retake = self.say("terminal.retake_used" if player["retake_used"] else "terminal.retake_free")
        hand = Text(self.say("terminal.hand_empty"), "bold") if player["hand_empty"] else Text("…", "dim")
        return [name, Text(str(player["score"]), "bold"), cards, retake, hand]

    def own(self) -> Panel:
        """The seat's own hand and played pile, and how far the cards must go."""
        own = self.view["own"]
        body = Text(self.say("terminal.my_hand") + ": ")
        body.append("  ".join(str(value) for value in own["hand"]) if own["hand"] else self.say("terminal.hand_empty"), "bold")
        if own["chosen"] is not None:
            body.append("   " + self.say("terminal.my_chosen", value=own["chosen"]), "bold underline")
        body.append(f"\n{self.say('terminal.my_played')}: {self.numbers(own['played'])}")
        body.append("\n" + self.say("terminal.gauge", cards=own["cards_left"], turns=own["turns_left"]), "dim")
        return Panel(body, expand=False)
