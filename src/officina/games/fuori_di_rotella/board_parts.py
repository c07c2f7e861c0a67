"""What Fuori di Rotella's drawings share: the scene with its lights, gears, robots and programmes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from officina.core.drawing import Scene, tag, text
from officina.core.position import Question
from officina.core.text import Message
from officina.games.fuori_di_rotella.components import ACTIONS, Parts
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.games.fuori_di_rotella.nouns import GAME, PLACE
from officina.looks import number, paint, part, spot

PAINTS: Final = {"turquoise": "teal"}
"""Colours of the game whose paint has another name."""
CHESTS: Final = {
    "bolt": (16.4, 34.0, 14.6),
    "spring": (17.0, 40.4, 13.4),
    "piston": (16.7, 35.4, 14.6),
    "turbine": (17.6, 34.8, 12.8),
    "valve": (16.7, 36.0, 14.6),
    "dynamo": (16.7, 35.0, 14.6),
    "coil": (16.7, 37.6, 13.6),
    "rivet": (16.7, 31.2, 14.6),
}
"""Where the number plate sits on each robot, in its box of 48x64, and how large it is."""
READABLE: Final = 90
"""A robot smaller than this carries its symbol instead of its number."""
SIGNS: Final = {"attack": "i-attack", "trap": "i-trap", "collect": "i-collect", "defence": "i-shield"}
BANDS: Final = {"attack": "red", "trap": "yellow", "collect": "green"}
"""The colour of the band on an action card."""
MOST_SHOWN: Final = 3
"""So many gears of one colour are drawn in a row; a disc says how many there are."""


class Table(Scene):
    """One drawing of the table: a view and its question, in a language, with the colours of a box."""

    parts: Parts

    def __init__(self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        super().__init__(parts, view, question, language)
        self.robots: list[Mapping[str, Any]] = sorted(view["robots"], key=lambda robot: int(robot["number"]))
        self.mine = [robot for robot in self.robots if view["seat"] is not None and robot["seat"] == view["seat"]]
        self.own = {robot["number"] - 1 for robot in self.mine}
        self.begun = len(self.robots) == view["players"] * int(view["options"]["robots_per_player"])
        """All robots are chosen: the yard is there, and its dumps are being filled or played with."""

    def told_robots(self) -> list[int]:
        """The robots (0-7) that what happens at this moment is about, who does it first."""
        beat = self.beat
        found = [beat[name] for name in ("robot", "defender", "attacker") if name in beat]
        found += [robot for robot in range(COLOURS) if beat.get("robots", 0) >> robot & 1]
        if beat["name"] == "revealed" and ACTIONS[beat["action"]] == "attack":
            found.append(beat["number"])
        if "place" in beat and PLACE.names(self.parts)[beat["place"]] == "feet":
            found.append(beat["source"])
        return list(dict.fromkeys(found))

    def told_dumps(self) -> set[int]:
        """The dumps (0-7) that it is about."""
        beat = self.beat
        found = {beat["dump"]} if "dump" in beat else set()
        if beat["name"] == "revealed" and ACTIONS[beat["action"]] != "attack":
            found.add(beat["number"])
        if "place" in beat and PLACE.names(self.parts)[beat["place"]] == "dump":
            found.add(beat["source"])
        return found

    def paint_of(self, colour: int) -> str:
        """The paint of a colour of gears."""
        name = self.parts.robots[colour].colour
        return PAINTS.get(name, name)

    def points(self, robot: Mapping[str, Any]) -> int:
        """What a robot has with the gears that it has just won, which are drawn among those at its feet."""
        won, index = list[int](robot["won"]), int(robot["number"]) - 1
        more = self.parts.own_points - self.parts.other_points
        return int(robot["points"]) + sum(won) * self.parts.other_points + won[index] * more

    def player(self, robot: Mapping[str, Any]) -> str:
        """Who runs the robot, as markup."""
        names = self.view.get("names")
        return (
            text(names[robot["seat"]]) if names else self.say("terminal.you") if robot in self.mine else str(robot["seat"] + 1)
        )

    def called_robot(self, robot: Mapping[str, Any]) -> str:
        """The robot's name in plain words."""
        return self.plain(f"robot.{robot['code']}")

    def asked_about(self, name: str) -> int:
        """The robot (0-7) that the question names as ``name``; -1 if it names none."""
        named = self.question.prompt.args.get(name) if self.question is not None else None
        return int(named.args.get("number", 0)) - 1 if isinstance(named, Message) else -1

    def source(self, *actions: str) -> int:
        """The number of the asked robot's programme, if its action is one of these; else 0."""
        asked = self.asked_about("robot")
        for robot in self.mine:
            program = robot["program"]
            if robot["number"] - 1 == asked and program is not None and program["action"] in actions:
                return int(program["number"])
        return 0

    def asked_dump(self) -> int:
        """The dump that a gear is asked from; 0 if none is."""
        if self.kind == "share_pick" and self.question is not None:
            place = self.question.prompt.args.get("place")
            return int(place.args.get("dump", 0)) if isinstance(place, Message) else 0
        return self.source("trap", "collect") if self.kind in ("long_arm", "twin_trap") else 0

    # --- what can be chosen

    def on_dump(self, dump: int) -> dict[str, str | None]:
        """What a dump as a whole stands for."""
        if self.kind == "program":
            return self.lights.on(f"trap {dump}", f"collect {dump}")
        if self.kind == "reprogram":
            return self.lights.on(str(dump))
        if self.kind == "radar_place":
            return self.lights.where(lambda words: words.endswith(f" {dump}"))
        return {}

    def on_dump_gear(self, dump: int, colour: int) -> dict[str, str | None]:
        """What a gear on a dump stands for."""
        name = self.parts.robots[colour].colour
        if self.kind in ("magnet", "recycler_take"):
            return self.lights.on(f"{dump} {name}")
        return self.lights.on(name) if self.asked_dump() == dump else {}

    def on_robot(self, robot: Mapping[str, Any]) -> dict[str, str | None]:
        """What a robot stands for."""
        if self.kind == "program":
            return self.lights.on(f"attack {robot['number']}")
        return self.on("armour", str(robot["number"]))

    def on_robot_gear(self, zone: str, colour: int, robot: int) -> dict[str, str | None]:
        """What a gear at a robot's feet or in its circuits stands for."""
        name = self.parts.robots[colour].colour
        if self.kind == "defence_take" and self.asked_about("attacker") == robot:
            return self.lights.on(f"{zone} {name}")
        if zone == "feet" and self.kind == "long_arm" and self.source("attack") == robot + 1:
            return self.lights.on(name)
        if zone == "feet" and self.asked_about("robot") == robot:
            if self.kind == "assemble":
                return self.lights.where(lambda words: name in words.split())
            if self.kind in ("fast_third", "recycler_give"):
                return self.lights.on(name)
        return {}

    # --- gears

    def gear(self, colour: int, x: float, y: float, size: float) -> str:
        """One gear with its symbol."""
        robot = self.parts.robots[colour]
        inner = size * 0.29
        sign = part(f"mark-{robot.symbol}", x + (size - inner) / 2, y + size * 0.475 - inner / 2, inner, inner)
        return paint(self.paint_of(colour), part("gear", x, y, size, size), tag("g", sign, cls="onplate"))

    def heap(
        self,
        id: str,
        colour: int,
        count: int,
        shown: int,
        x: float,
        y: float,
        size: float,
        light: Mapping[str, str | None],
    ) -> str:
        """The gears of one colour in one place; a gold rim says that they are one's own colour and worth double."""
        step = size * 0.37
        face = self.parts.robots[colour]
        drawn = ""
        for place in range(shown):
            if colour in self.own:
                drawn += tag("circle", cls="fr-halo", cx=x + place * step + size / 2, cy=y + size * 0.475, r=size * 0.53)
            drawn += self.gear(colour, x + place * step, y, size)
        counted = disc(count, x + (shown - 1) * step + size - 5, y + size - 6) if count > 1 else ""
        label = self.plain("board.gears", n=count, colour=Message(f"{GAME}.colour.{face.colour}"))
        box = (x, y, size + (shown - 1) * step, size)
        return spot(
            light,
            label,
            box,
            drawn,
            radius=size / 2,
            above=counted,
            thing="gear",
            id=f"{id}-{face.letter}",
            data_flip=f"gear-{face.letter}",
        )

    def gears(self, id: str, counts: Sequence[int], x: float, y: float, width: float, size: float, light: Any) -> str:
        """The gears of one place in a row; as they become many, one of each colour with its count, then closer together."""
        colours = [colour for colour in range(COLOURS) if counts[colour]]
        if not colours:
            return ""
        step = size * 0.37
        shown = {colour: min(counts[colour], MOST_SHOWN) for colour in colours}
        need = sum(size + (shown[colour] - 1) * step + 3 for colour in colours)
        if need > width:
            shown = dict.fromkeys(colours, 1)
            need = len(colours) * (size + 3)
        squeeze = min(1.0, (width - size) / max(1.0, need - size - 3)) if need > width else 1.0
        found = []
        at = x
        for colour in colours:
            found.append(self.heap(id, colour, counts[colour], shown[colour], at, y, size, light(colour)))
            at += (size + (shown[colour] - 1) * step + 3) * squeeze
        # Where they overlap, the count of each lies over the next one.
        return "".join(found if squeeze == 1 else found[::-1])

    # --- robots

    def robot(self, index: int, x: float, y: float, height: float) -> str:
        """A robot; a large one with its number on its chest, a small one with its symbol."""
        face = self.parts.robots[index]
        scale = height / 64
        left, top, size = (value * scale for value in CHESTS[face.code])
        plate = part("chest", x + left, y + top, size, size)
        if height >= READABLE:
            sign = number(index + 1, x + left + size / 2, y + top + size * 0.77, size * 0.78)
        else:
            inner = size * 0.56
            off = (size - inner) / 2
            sign = tag("g", part(f"mark-{face.symbol}", x + left + off, y + top + off, inner, inner), cls="onplate")
        return paint(self.paint_of(index), part(f"robot-{face.code}", x, y, 48 * scale, height), plate, sign)

    # --- programmes

    def card(self, sign: str, band: str, x: float, y: float, width: float) -> str:
        """An action card."""
        height = width * 4 / 3
        icon = width * 0.5
        return paint(
            band,
            part("card", x, y, width, height),
            tag("g", part(SIGNS[sign], x + width * 0.23, y + height * 0.43, icon, icon), cls="inkc"),
        )

    def programme(self, robot: Mapping[str, Any], right: float, y: float, width: float) -> str:
        """The two cards of a robot at the upper right of its panel: open, placed face down, or still to be placed."""
        program, left = robot["program"], right - 2 * width - 6
        height = width * 4 / 3
        colour = self.paint_of(robot["number"] - 1)
        if program is not None:
            defence = program["action"] == "attack" and program["number"] == robot["number"]
            sign = "defence" if defence else program["action"]
            shown = self.card(sign, BANDS[program["action"]], left, y, width)
            value = number(program["number"], right - width / 2 - 1, y + height * 0.72, width * 0.55)
            shown += paint("slate", part("card", right - width, y, width, height), value)
            words = self.plain("terminal.defence") if defence else f"{self.plain(f'action.{sign}')} {program['number']}"
            if not robot["revealed"]:
                words += f" ({self.plain('terminal.face_down')})"
                shown += tag("rect", cls="fr-veil", x=left - 2, y=y - 2, width=2 * width + 10, height=height + 3, rx=6)
        elif self.view["phase"] == "program" and not self.view["placed"][robot["seat"]]:
            hole = {"y": y + 1, "width": width - 3, "height": height - 3, "rx": 5}
            shown = tag("rect", cls="fr-hole", x=left, **hole) + tag("rect", cls="fr-hole", x=right - width + 2, **hole)
            words = self.plain("terminal.not_placed")
        elif self.view["phase"] in ("program", "attack", "trap"):
            back = "".join(part("card-back", at, y, width, height) for at in (left + width * 0.35, right - width))
            shown = paint(colour, back)
            words = self.plain("terminal.placed" if self.view["phase"] == "program" else "terminal.face_down")
        else:
            return ""
        return tag(
            "g", shown, role="img", aria_label=words, data_thing="programme", id=f"programme-{robot['number']}-{round(width)}"
        )


def disc(count: int, x: float, y: float) -> str:
    """A dark disc with a count."""
    return tag(
        "g",
        tag("circle", cx=round(x, 1), cy=round(y, 1), r=9.5),
        tag("text", str(count), x=round(x, 1), y=round(y + 4.8, 1)),
        cls="fr-count",
    )
