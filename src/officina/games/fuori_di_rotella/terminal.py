"""The table of Fuori di Rotella in the terminal, drawn from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from officina.core.terminal import Drawing
from officina.core.text import Message, render
from officina.games.fuori_di_rotella.components import ACTIONS, Parts
from officina.games.fuori_di_rotella.gears import COLOURS

MOST_SINGLE_GEARS: Final = 6
"""More gears than this in one place are shown as counts."""
HISTORY_TURNS: Final = 8


class TableDrawing(Drawing):
    """One drawing: a view, in a language, with the colours of a box."""

    parts: Parts

    def draw(self) -> RenderableType:
        """Header, dumps, robots, past programmes."""
        pieces: list[RenderableType] = [self.header()]
        if self.view["turn"]:  # which dumps are banned shows only once all robots are chosen
            pieces.append(self.dumps())
        pieces.append(self.robots())
        if self.view["radar"]:
            colours = tuple(Message(f"fuori_di_rotella.colour.{colour}") for colour in self.view["radar"])
            pieces.append(Text(self.say("terminal.radar", gears=colours), style="bold"))
        if self.view["history"]:
            pieces.append(self.history())
        return Group(*pieces)

    def header(self) -> Text:
        """Turn, phase, reserve, and a clear word when the end is near."""
        view = self.view
        text = Text()
        if view["turn"]:
            text.append(
                self.say("terminal.turn", turn=view["turn"], phase=Message(f"fuori_di_rotella.phase.{view['phase']}")), "bold"
            )
            text.append("   " + self.say("terminal.reserve", n=view["reserve"]))
            text.append("   " + self.say("terminal.refills", n=view["refills_left"]))
            if not view["reserve"] and not view["over"]:
                text.append("   " + self.say("terminal.last_turns"), "bold reverse")
            if view["idle_turns"]:
                text.append("   " + self.say("terminal.idle", n=view["idle_turns"]))
        else:
            text.append(self.say("phase.setup"), "bold")
        return text

    def gears(self, counts: Sequence[int], own: int = -1) -> Text:
        """Gears as coloured letters; own-colour ones are underlined. Many become counts."""
        text = Text()
        total = sum(counts)
        for colour in range(COLOURS):
            number = counts[colour]
            if not number:
                continue
            robot = self.parts.robots[colour]
            style = f"bold {robot.hex}" + (" underline" if colour == own else "")
            if total > MOST_SINGLE_GEARS:
                text.append(f"{robot.letter}×{number}", style)
                text.append(" ")
            else:
                text.append(robot.letter * number, style)
        return text if total else Text("–", style="dim")

    def dumps(self) -> Table:
        """The eight dumps in number order; grey, because only gears and robots are coloured."""
        table = Table(title=self.say("terminal.dumps"), title_justify="left", expand=False)
        for dump in self.view["dumps"]:
            table.add_column(str(dump["number"]), justify="center", min_width=7)
        cells: list[RenderableType] = []
        for dump in self.view["dumps"]:
            cells.append(self.gears(dump["gears"]) if dump["open"] else Text("⊘ " + self.say("terminal.banned"), style="dim"))
        table.add_row(*cells)
        return table

    def robots(self) -> Table:
        """One line a robot: who runs it, feet, circuits, points, programme, upgrade."""
        table = Table(title=self.say("terminal.robots"), title_justify="left")
        for key in ("robot", "player", "feet", "circuits", "points", "program"):
            table.add_column(self.say(f"terminal.{key}"), justify="right" if key == "points" else "left")
        with_upgrades = any(robot["upgrade"] for robot in self.view["robots"])
        if with_upgrades:
            table.add_column(self.say("terminal.upgrade"))
        for robot in self.view["robots"]:
            row = self.robot_row(robot)
            table.add_row(*(row if with_upgrades else row[:-1]))
        return table

    def robot_row(self, robot: Mapping[str, Any]) -> list[RenderableType]:
        """The cells of one robot."""
        index = robot["number"] - 1
        face = self.parts.robots[index]
        name = self.say("robot_of_number", number=robot["number"], name=Message(f"fuori_di_rotella.robot.{robot['code']}"))
        seat = robot["seat"]
        mine = seat == self.view["seat"]
        player = Text(self.say("terminal.you") if mine else str(seat + 1), style="bold reverse" if mine else "")
        feet = self.gears(robot["feet"], index)
        if sum(robot["won"]):
            feet = Text.assemble(feet, " + ", self.gears(robot["won"], index))
        upgrade = Text()
        if robot["upgrade"]:
            upgrade.append(self.say(f"upgrade.{robot['upgrade']}.name"), "strike dim" if robot["spent"] else "")
            if robot["spent"]:
                upgrade.append(f" ({self.say('terminal.spent')})", "dim")
        return [
            Text(f"{name} ({face.letter})", style=f"bold {face.hex}"),
            player,
            feet,
            self.gears(robot["circuits"], index),
            Text(str(robot["points"])),
            self.program(robot),
            upgrade,
        ]

    def program(self, robot: Mapping[str, Any]) -> Text:
        """The programme as far as the view shows it, otherwise whether it is placed."""
        program = robot["program"]
        if program is None:
            if self.view["phase"] == "program":
                placed = self.view["placed"][robot["seat"]]
                return Text(
                    self.say("terminal.placed" if placed else "terminal.not_placed"), style="green" if placed else "dim"
                )
            return Text(self.say("terminal.face_down"), style="dim") if self.view["phase"] in ("attack", "trap") else Text("")
        number = program["number"]
        if program["action"] == "attack":
            if number == robot["number"]:
                text = self.say("program.defence")
            else:
                target = Message(f"fuori_di_rotella.robot.{self.parts.robots[number - 1].code}")
                text = self.say("program.attack", robot=f"{number} {render(target, self.language)}")
        else:
            text = self.say(f"program.{program['action']}", dump=number)
        return Text(text, style="" if robot["revealed"] else "italic")

    def letter(self, action: str) -> str:
        """An action by its initial, as the key typed for it."""
        return self.say(f"action.{action}")[0]

    def history(self) -> Panel:
        """Which robot programmed what, turn by turn: reading habits is the game."""
        table = Table(box=None, padding=(0, 1))
        turns = self.view["history"]
        first = max(0, len(turns) - HISTORY_TURNS)
        table.add_column("")
        for turn in range(first, len(turns)):
            table.add_column(str(turn + 1), justify="center")
        for place, robot in enumerate(self.view["robots"]):
            cells = [
                f"{self.letter(turns[turn][place]['action'])}{turns[turn][place]['number']}"
                for turn in range(first, len(turns))
            ]
            table.add_row(Text(str(robot["number"]), style=f"bold {self.parts.robots[robot['number'] - 1].hex}"), *cells)
        legend = "  ".join(f"{self.letter(action)} {self.say(f'action.{action}')}" for action in ACTIONS)
        return Panel(
            Group(table, Text(legend, style="dim")), title=self.say("terminal.history"), title_align="left", expand=False
        )
