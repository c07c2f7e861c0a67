"""The table of Automobiles in the terminal, drawn from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from officina.core.terminal import Drawing
from officina.core.text import Message, render
from officina.games.automobiles.components import Parts
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS
from officina.games.automobiles.nouns import card_text, marks_of

POSITIONS_A_ROW: Final = 30
"""A segment takes three characters, so that a row of the track fits 100 columns."""
CAR_DIGITS: Final = "①②③④⑤"
SHADES: Final = ("black on #F5F2E9", "black on #B9BCC1", "white on #6B7078", "white on #1D1F24")
MOVED_ON: Final = "*"


class TableDrawing(Drawing):
    """One drawing: a view of a race on a track, in a language, with the colours of a box."""

    parts: Parts

    def __init__(self, parts: Parts, view: Mapping[str, Any], language: str) -> None:
        super().__init__(parts, view, language)
        self.track = parts.tracks[view["track"]]
        self.marks = marks_of(parts.marks, language)
        self.cars = {
            self.segment(player["car"]): player["seat"] for player in view["players_in_race"] if player["car"] is not None
        }
        self.path = {self.segment(landing): landing["cube"] for landing in view["path"]}

    def segment(self, place: Mapping[str, Any]) -> int:
        """The segment of a place in the view."""
        return int((place["lane"] - 1) * self.track.positions + place["position"])

    def draw(self) -> RenderableType:
        """Header, track, drivers, stock."""
        return Group(self.header(), *self.circuit(), self.drivers(), self.stacks())

    def header(self) -> Text:
        """Round, phase, laps, and what counts in this turn."""
        view = self.view
        phase = Message(f"automobiles.phase.{view['phase']}")
        text = Text(self.say("terminal.round", round=view["round"], phase=phase), "bold")
        notes = [self.say("terminal.laps", laps=view["laps"])]
        if view["phase"] == "action":
            notes.append(self.say("terminal.start_rank", rank=view["start_rank"]))
        if view["money"]:
            notes.append(self.say("terminal.money", money=view["money"]))
        if view["aero"] and not view["over"]:
            notes.append(self.say("terminal.aero"))
        if sum(view["held"]):
            cubes = Message("automobiles.pile", cubes=tuple(self.cube_counts(view["held"])))
            notes.append(self.say("terminal.held", cubes=cubes))
        text.append("   " + "   ".join(notes), "not bold")
        if view["last_round"] and not view["over"]:
            text.append("   ")
            text.append(f" {self.say('terminal.last_round')} ", "bold reverse")
        return text

    def cube_counts(self, counts: Sequence[int]) -> list[Message]:
        """Cubes by name, with their number."""
        return [
            Message("automobiles.cubes", n=counts[colour], cube=Message(f"automobiles.cube.{COLOUR_NAMES[colour]}"))
            for colour in range(COLOURS)
            if counts[colour]
        ]

    # --- the track

    def circuit(self) -> list[Text]:
        """The lanes as rows from the outside in, cut into stretches that fit the screen; then how to read them."""
        title = self.say("terminal.track", title=self.track.titles[self.language])
        rows = [Text(title, "italic")]
        rest = self.track.positions
        stretches = -(-rest // POSITIONS_A_ROW)
        length = -(-rest // stretches)
        for first in range(0, rest, length):
            stretch = range(first, min(rest, first + length))
            rows.append(Text("   " + "".join(f" {position:<2}" if position % 5 == 0 else "   " for position in stretch), "dim"))
            for lane in range(self.track.lanes - 1, -1, -1):
                rows.append(self.lane(lane, stretch))
        rows.append(Text(self.say("terminal.legend"), "dim"))
        return rows

    def lane(self, lane: int, stretch: range) -> Text:
        """One lane: each segment with a border where a space begins, a letter, and what stands on it."""
        text = Text(f" {lane + 1} ", "dim")
        for position in stretch:
            segment = lane * self.track.positions + position
            shade = SHADES[self.track.darkest_of[segment]]
            begins = segment == self.track.first_of[segment]
            text.append("┃" if position == 0 else "│" if begins else " ", f"bold {shade}" if not position else shade)
            letters = self.track.letters(segment)
            index = segment - self.track.first_of[segment]
            text.append(letters[index] if index < len(letters) else "·", shade)
            self.append_piece(text, segment, shade)
        return text.append("│")

    def append_piece(self, text: Text, segment: int, shade: str) -> None:
        """A car, the end of a step, or nothing."""
        if segment in self.cars:
            seat = self.cars[segment]
            text.append(CAR_DIGITS[seat], f"bold white on {self.parts.car_hexes[seat]}")
        elif segment in self.path:
            cube = self.path[segment]
            mark = self.marks[COLOUR_NAMES.index(cube)] if cube else MOVED_ON
            text.append(mark, f"bold underline {shade}")
        else:
            letters = self.track.letters(segment)
            lonely = len(letters) > 1 and self.track.first_of[segment] == self.track.front_of[segment]
            text.append(letters[1] if lonely else " ", shade)

    # --- drivers and stock

    def cubes(self, counts: Sequence[int]) -> Text:
        """Cubes as marks with their numbers."""
        text = Text()
        for colour in range(COLOURS):
            if counts[colour]:
                if text:
                    text.append(" ")
                text.append(f"[{self.marks[colour]}]", self.cube_style(colour))
                text.append(f"×{counts[colour]}")
        return text if text else Text("–", "dim")

    def cube_style(self, colour: int) -> str:
        """A cube's colour, with a letter colour that can be read on it."""
        ink = "black" if COLOUR_NAMES[colour] in ("white", "light", "garage") else "white"
        return f"bold {ink} on {self.parts.hexes[colour]}"

    def drivers(self) -> Table:
        """One line a player, in race order: car, laps, sheet, bag."""
        table = Table(title=self.say("terminal.sheets"), title_justify="left", padding=(0, 1))
        table.add_column(self.say("terminal.place"), justify="right")
        for key in ("driver", "where", "to_go", "active", "used", "discard", "bag"):
            table.add_column(self.say(f"terminal.{key}"), overflow="fold")
        for player in sorted(self.view["players_in_race"], key=lambda entry: int(entry["rank"])):
            table.add_row(*self.driver_row(player))
        return table

    def driver_row(self, player: Mapping[str, Any]) -> list[RenderableType]:
        """The cells of one player."""
        seat = player["seat"]
        name = Text(f"{CAR_DIGITS[seat]} ", f"bold {self.parts.car_hexes[seat]}")
        name.append(self.say(f"car.{player['colour']}"), "reverse" if seat == self.view["current"] else "")
        notes = [self.say("terminal.you")] if seat == self.view["seat"] else []
        notes += [self.say("terminal.first")] if seat == self.view["first_player"] else []
        if notes:
            name.append(f" ({', '.join(notes)})", "dim")
        if player["pending_boost"]:
            name.append(" " + self.say("terminal.pending", n=player["pending_boost"]))
        car = player["car"]
        where = f"{car['lane']}:{car['position']}" if car else self.say("terminal.not_on_grid")
        to_go = player["laps_to_go"]
        words = {0: self.say("terminal.finish"), 1: self.say("terminal.final_lap")}
        if player["bag"] is None:
            bag: Text = Text(self.say("terminal.hidden_bag", n=player["bag_size"]))
        else:
            bag = self.cubes(player["bag"])
        return [
            Text(str(player["rank"])),
            name,
            Text(where),
            Text(words.get(to_go, str(to_go)), "bold" if to_go < 2 else ""),
            self.cubes(player["active"]),
            self.cubes(player["used"]),
            self.cubes(player["discard"]),
            bag,
        ]

    def stacks(self) -> Table:
        """The stock: each colour with what is left, its card, cost, value and effect."""
        table = Table(title=self.say("terminal.stacks"), title_justify="left", padding=(0, 1))
        table.add_column(self.say("terminal.cube"))
        for key in ("stock", "cost", "value"):
            table.add_column(self.say(f"terminal.{key}"), justify="right")
        table.add_column(self.say("terminal.card"))
        table.add_column(self.say("terminal.effect"), overflow="fold")
        for colour, stack in enumerate(self.view["stacks"]):
            cube = Text(f"[{self.marks[colour]}]", self.cube_style(colour))
            cube.append(" " + self.say(f"cube.{stack['cube']}"), "not bold default on default")
            if stack["card"] is None:
                table.add_row(cube, str(stack["stock"]), "?", "?", "?", "")
                continue
            card = self.say(f"card.{stack['card']}.name")
            effect = render(card_text(self.parts, stack["card"]), self.language)
            row = (str(stack["stock"]), str(stack["cost"]), str(stack["value"]))
            table.add_row(cube, *row, Text(card, "bold" if stack["coloured"] else ""), effect)
        return table
