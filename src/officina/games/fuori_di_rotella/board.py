"""The table of Fuori di Rotella in the browser: the ring of dumps, a panel a robot, past programmes.

Dumps are grey; only gears and robots are coloured, and every gear also has a letter and a symbol.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from officina.core.drawing import Board, Scene, classes, lit, places, rule, sentence, tag, text
from officina.core.position import Question
from officina.core.text import Message, render
from officina.games.fuori_di_rotella.components import Parts, Robot
from officina.games.fuori_di_rotella.gears import COLOURS

GAME: Final = "fuori_di_rotella"
MOST_SINGLE_GEARS: Final = 6
"""More gears than this on a dump are shown as one gear a colour with its count."""
HISTORY_TURNS: Final = 12
RADIUS: Final = 152
SLAB: Final = "M-80,-54 L80,-54 L37,56 L-37,56 Z"
TILE: Final = "M-52,-50 L52,-50 L52,52 L-52,52 Z"
TEETH: Final = 8
PLAIN_STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")

SYMBOLS: Final = {
    "triangle": "M0,-6.5 L6,4.5 L-6,4.5 Z",
    "circle": "M0,-6 A6,6 0 1 1 0,6 A6,6 0 1 1 0,-6 Z",
    "square": "M-5.2,-5.2 H5.2 V5.2 H-5.2 Z",
    "diamond": "M0,-7 L6,0 L0,7 L-6,0 Z",
    "star": "M0,-7 L1.9,-2.3 L6.8,-2 L3,1.3 L4.3,6.2 L0,3.4 L-4.3,6.2 L-3,1.3 L-6.8,-2 L-1.9,-2.3 Z",
    "hexagon": "M-3.4,-6 H3.4 L6.8,0 L3.4,6 H-3.4 L-6.8,0 Z",
    "cross": "M-2.2,-6.6 H2.2 V-2.2 H6.6 V2.2 H2.2 V6.6 H-2.2 V2.2 H-6.6 V-2.2 H-2.2 Z",
    "crescent": "M2.5,-6.5 A6.6,6.6 0 1 0 2.5,6.5 A5.4,5.4 0 1 1 2.5,-6.5 Z",
}
ACTION_SIGNS: Final = {
    "attack": "M-7,7 L5,-5 M1,-7 H7 V-1 M-7,2 L-2,7",
    "trap": "M-8,3 A8,8 0 0 1 8,3 M-6,3 L-3,-1 L0,3 L3,-1 L6,3 M-8,6 H8",
    "collect": "M-7,-2 V6 H7 V-2 M0,-8 V2 M-4,-2 L0,2 L4,-2",
    "defence": "M0,-8 L7,-5 V0 C7,5 3,7 0,8 C-3,7 -7,5 -7,0 V-5 Z",
}


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> Board:
    """The whole table as the view's seat sees it."""
    drawing = BoardDrawing(parts, view, question, language)
    regions = {
        "head": drawing.head(),
        "ring": drawing.ring(),
        "robots": drawing.robots(),
        "history": drawing.history(),
    }
    return Board(symbols(parts), regions, style(parts))


# --- what never changes


def gear_path() -> str:
    """The outline of a gear of radius 12."""
    points = []
    for tooth in range(TEETH):
        for part, radius in ((-0.36, 9.6), (-0.22, 12.0), (0.22, 12.0), (0.36, 9.6)):
            angle = 2 * math.pi * (tooth + part) / TEETH
            points.append(f"{radius * math.sin(angle):.2f},{-radius * math.cos(angle):.2f}")
    return "M" + " L".join(points) + " Z"


@lru_cache(maxsize=8)
def symbols(parts: Parts) -> str:
    """Gears, robots and signs, defined once and used by name."""
    outline = gear_path()
    found = [
        tag(
            "symbol",
            tag("path", d=outline, fill=robot.hex, stroke="#2b2622", stroke_width=0.7),
            tag("path", d=SYMBOLS[robot.symbol], fill="#fffdf8", opacity=0.95),
            tag("text", text(robot.letter), x=0, y=2.6, text_anchor="middle", font_size=7.4, font_weight=700, fill="#221d19"),
            id=f"fr-gear-{index}",
            viewBox="-12.5 -12.5 25 25",
        )
        for index, robot in enumerate(parts.robots)
    ]
    found.append(
        tag(
            "symbol",
            tag("path", d=outline, fill="#f4efe4", stroke="#6d6357", stroke_width=1),
            tag("circle", r=4, fill="none", stroke="#6d6357", stroke_width=1.2),
            id="fr-gear-back",
            viewBox="-12.5 -12.5 25 25",
        )
    )
    found += [tag("symbol", robot_face(robot, index), id=f"fr-robot-{index}", viewBox="0 0 48 56")
              for index, robot in enumerate(parts.robots)]  # fmt: skip
    found += [
        tag("symbol", tag("path", d=path, cls="fr-sign-line"), id=f"fr-sign-{name}", viewBox="-10 -10 20 20")
        for name, path in ACTION_SIGNS.items()
    ]
    return tag("svg", "".join(found), cls="symbols", aria_hidden="true", width=0, height=0)


def robot_face(robot: Robot, index: int) -> str:
    """A robot on its stand: antenna, head, number on its chest."""
    ear = 4 + index % 4 * 2
    return "".join(
        (
            tag("path", d="M24,2 V10", stroke="#2b2622", stroke_width=2),
            tag("circle", cx=24, cy=4, r=3, fill=robot.hex, stroke="#2b2622"),
            tag("rect", x=8, y=9, width=32, height=21, rx=3 + index, fill=robot.hex, stroke="#2b2622", stroke_width=1.5),
            tag("rect", x=8 - ear / 2, y=15, width=ear / 2, height=9, fill="#5d544a"),
            tag("rect", x=40, y=15, width=ear / 2, height=9, fill="#5d544a"),
            tag("circle", cx=18, cy=18, r=4, fill="#fffdf8", stroke="#2b2622"),
            tag("circle", cx=30, cy=18, r=4, fill="#fffdf8", stroke="#2b2622"),
            tag("circle", cx=18, cy=18, r=1.6, fill="#2b2622"),
            tag("circle", cx=30, cy=18, r=1.6, fill="#2b2622"),
            tag("path", d="M17,26 H31", stroke="#2b2622", stroke_width=2),
            tag("rect", x=11, y=32, width=26, height=19, rx=2, fill="#fffdf8", stroke="#2b2622", stroke_width=1.5),
            tag("text", str(index + 1), x=24, y=47, text_anchor="middle", font_size=16, font_weight=800, fill="#221d19"),
            tag("path", d="M6,54 H42", stroke="#5d544a", stroke_width=3),
        )
    )


@lru_cache(maxsize=8)
def style(parts: Parts) -> str:
    """Where the dumps lie: an octagon on a wide screen, two rows of four on a narrow one."""
    octagon = [(RADIUS * math.sin(k * math.pi / 4), -RADIUS * math.cos(k * math.pi / 4)) for k in range(COLOURS)]
    rows = [(-165 + 110 * (k % 4), -164 + 108 * (k // 4)) for k in range(COLOURS)]
    turns = "".join(rule(f".fr-turn-{k}", transform=f"rotate({45 * k}deg)") for k in range(COLOURS))
    narrow = "@media (max-width:720px){" + places("fr-dump", rows) + "}"
    colours = "".join(rule(f".fr-of-{k}", border_left_color=robot.hex) for k, robot in enumerate(parts.robots))
    return PLAIN_STYLE + places("fr-dump", octagon) + turns + narrow + colours


# --- what changes


class BoardDrawing(Scene):
    """One drawing: a view and its question, in a language, with the colours of a box."""

    parts: Parts

    def __init__(self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        super().__init__(parts, view, question, language)
        mine = [robot["number"] - 1 for robot in view["robots"] if robot["seat"] == view["seat"]]
        self.own = set(mine) if view["seat"] is not None else set()

    def asked_about(self, name: str) -> int:
        """The robot (0-7) that the question names as ``name``; -1 if it names none."""
        named = self.question.prompt.args.get(name) if self.question is not None else None
        return int(named.args.get("number", 0)) - 1 if isinstance(named, Message) else -1

    # --- head and ring

    def head(self) -> str:
        """Turn and phase, reserve, refills; a clear word when the end is near."""
        view = self.view
        if not view["turn"]:
            return tag("div", tag("strong", self.say("phase.setup")), cls="fr-head")
        phase = Message(f"{GAME}.phase.{view['phase']}")
        parts = [tag("strong", self.say("terminal.turn", turn=view["turn"], phase=phase))]
        parts += [tag("span", self.say("terminal.reserve", n=view["reserve"]))]
        parts += [tag("span", self.say("terminal.refills", n=view["refills_left"]))]
        if not view["reserve"] and not view["over"]:
            parts.append(tag("span", self.say("terminal.last_turns"), cls="fr-last"))
        if view["idle_turns"]:
            parts.append(tag("span", self.say("terminal.idle", n=view["idle_turns"])))
        if view["radar"]:
            seen = tuple(Message(f"{GAME}.colour.{colour}") for colour in view["radar"])
            parts.append(tag("strong", self.say("terminal.radar", gears=seen)))
        return tag("div", *parts, cls="fr-head")

    def ring(self) -> str:
        """The dumps, and the reserve in the middle; nothing before the robots are chosen."""
        if not self.view["turn"]:
            return ""
        dumps = [self.dump(dump) for dump in self.view["dumps"]]
        centre = tag(
            "g",
            tag("use", href="#fr-gear-back", x=-34, y=-44, width=40, height=40),
            tag("use", href="#fr-gear-back", x=-6, y=-48, width=40, height=40),
            tag("use", href="#fr-gear-back", x=-20, y=-26, width=40, height=40),
            tag("text", str(self.view["reserve"]), y=40, cls="fr-heap"),
            tag("text", self.say("terminal.refills", n=self.view["refills_left"]), y=58, cls="fr-small"),
            cls="fr-centre",
        )
        drawing = tag(
            "svg",
            tag("title", self.say("terminal.dumps")),
            centre,
            *dumps,
            cls="fr-dumps",
            viewBox="-220 -220 440 440",
            preserveAspectRatio="xMidYMin slice",
            role="img",
        )
        return tag("div", drawing, cls="fr-ring")

    def dump(self, dump: Mapping[str, Any]) -> str:
        """One dump: number, gears face up, count; a banned one is dark with the ban sign."""
        number = dump["number"]
        open_ = dump["open"]
        light = self.lights.on(f"trap {number}", f"collect {number}") if self.lights.kind == "program" else {}
        if self.lights.kind == "reprogram":
            light = self.lights.on(str(number))
        shapes = tag("g", tag("path", d=SLAB, cls="fr-slab"), cls=f"fr-turn-{number - 1}") + tag("path", d=TILE, cls="fr-tile")
        label = self.say("terminal.dump", number=number)
        inside = [tag("text", str(number), y=-24, cls="fr-number")]
        if open_:
            inside += [self.dump_gears(number, dump["gears"])]
            total = sum(dump["gears"])
            inside += [tag("text", f"×{total}" if total else "", y=47, cls="fr-count")]
        else:
            label += ": " + self.say("terminal.banned")
            inside += [tag("circle", r=19, cy=8, cls="fr-ban"), tag("path", d="M-13,21 L13,-5", cls="fr-ban")]
        hand = tag("path", d="M-8,-52 H8 L0,-43 Z", cls="fr-hand")
        return tag(
            "g",
            tag("title", label),
            shapes,
            *inside,
            hand,
            id=f"dump-{number}",
            cls=classes("fr-dump", f"fr-dump-{number - 1}", not open_ and "fr-banned", lit(light)),
            **light,
        )

    def dump_gears(self, number: int, counts: Sequence[int]) -> str:
        """The gears on a dump: each one if they are few, else one a colour with its count."""
        lights = {colour: self.gear_on_dump(number, colour) for colour in range(COLOURS)}
        found: list[tuple[int, int, int]] = []
        if sum(counts) <= MOST_SINGLE_GEARS:
            found = [(colour, copy, 1) for colour in range(COLOURS) for copy in range(counts[colour])]
            columns, step, size = 3, 27, 25
        else:
            found = [(colour, 0, counts[colour]) for colour in range(COLOURS) if counts[colour]]
            columns, step, size = 4, 24, 20
        parts = []
        for place, (colour, copy, many) in enumerate(found):
            in_row = min(columns, len(found) - place // columns * columns)
            x = (place % columns - (in_row - 1) / 2) * step
            y = -3 + place // columns * 27
            light = lights[colour]
            inner = tag("use", href=f"#fr-gear-{colour}", x=x - size / 2, y=y - size / 2, width=size, height=size)
            if colour in self.own:
                inner += tag("circle", cx=x, cy=y, r=size / 2 + 1.5, cls="fr-own-ring")
                inner += tag("text", "×2", x=x + size / 2 - 1, y=y - size / 2 + 5, cls="fr-x2")
            if many > 1:
                inner += tag("text", str(many), x=x + size / 2 - 3, y=y + size / 2 + 3, cls="fr-x2")
            name = self.parts.robots[colour].letter
            parts.append(
                tag(
                    "g",
                    inner,
                    id=f"d{number}-{name}{copy}",
                    data_flip=f"gear-{name}",
                    cls=classes("fr-piece", lit(light)),
                    **light,
                )
            )
        return "".join(parts)

    def gear_on_dump(self, number: int, colour: int) -> dict[str, str | None]:
        """What taking a gear of that colour from that dump would answer."""
        name = self.parts.robots[colour].colour
        if self.lights.kind in ("magnet", "recycler_take"):
            return self.lights.on(f"{number} {name}")
        if self.lights.kind == "share_pick":
            place = self.question.prompt.args.get("place") if self.question is not None else None
            if isinstance(place, Message) and place.args.get("dump") == number:
                return self.lights.on(name)
        return {}

    # --- robots

    def robots(self) -> str:
        """A panel a robot, half of them on each side of the ring; before the game, those that may be chosen."""
        robots = self.view["robots"]
        half = (len(robots) + 1) // 2
        order = sorted(robots, key=lambda robot: robot["number"])
        left = tag("div", *(self.panel(robot) for robot in order[:half]), cls="fr-side left")
        right = tag("div", *(self.panel(robot) for robot in order[half:]), cls="fr-side right")
        pick = self.pick() if self.lights.kind == "choose_robot" else ""
        return tag("div", left, right, pick, cls="fr-robots")

    def pick(self) -> str:
        """The robots that may still be chosen."""
        cards = []
        for index, robot in enumerate(self.parts.robots):
            light = self.lights.on(robot.code)
            if light["data_choice"]:
                face = tag("svg", tag("use", href=f"#fr-robot-{index}"), cls="fr-face", aria_hidden="true")
                name = tag("div", self.say(f"robot.{robot.code}"))
                cards.append(tag("div", face, name, id=f"pick-{robot.code}", cls=classes("fr-panel", lit(light)), **light))
        return tag("div", *cards, cls="fr-pick")

    def panel(self, robot: Mapping[str, Any]) -> str:
        """One robot: who runs it, points, programme, gears at its feet and in its circuits, upgrade."""
        index = robot["number"] - 1
        seat = robot["seat"]
        mine = seat == self.view["seat"]
        light = self.lights.on(f"attack {index + 1}") if self.lights.kind == "program" else {}
        if self.lights.kind == "armour":
            light = self.lights.on(str(index + 1))
        names = self.view.get("names")
        who = text(names[seat]) if names else self.say("terminal.you") if mine else str(seat + 1)
        face = tag("svg", tag("use", href=f"#fr-robot-{index}"), cls="fr-face", aria_hidden="true")
        title = tag("h3", self.say(f"robot.{robot['code']}")) + tag("div", who, cls="fr-who")
        own = tag("small", self.say("terminal.own_count", n=robot["own_gears"]))
        points = tag("div", str(robot["points"]), own, cls="fr-points", title=self.say("terminal.points"))
        rows = [
            self.row("feet", robot["feet"], index),
            self.row("circuits", robot["circuits"], index),
        ]
        if sum(robot["won"]):
            rows.insert(1, self.row("won", robot["won"], index))
        return tag(
            "section",
            tag("header", face, tag("div", title), points),
            self.program(robot),
            *rows,
            self.upgrade(robot),
            id=f"robot-{index + 1}",
            cls=classes("fr-panel", f"fr-of-{index}", mine and "mine", lit(light)),
            **light,
        )

    def row(self, zone: str, counts: Sequence[int], robot: int) -> str:
        """Gears in one place of a robot."""
        label = tag("span", self.say(f"terminal.{zone}"), cls="fr-label")
        gears = [self.gear(zone, colour, copy, robot) for colour in range(COLOURS) for copy in range(counts[colour])]
        return tag("div", label, *gears, cls=classes("fr-row", f"fr-{zone}"))

    def gear(self, zone: str, colour: int, copy: int, robot: int) -> str:
        """One gear at a robot's feet or in its circuits."""
        face = self.parts.robots[colour]
        choice = self.gear_of_robot(zone, colour, robot).get("data_choice")
        id = f"{zone}{robot + 1}-{face.letter}{copy}"
        return gear_drawing(id, colour, face.letter, face.colour, colour in self.own, choice, self.language)

    def gear_of_robot(self, zone: str, colour: int, robot: int) -> dict[str, str | None]:
        """What taking that gear would answer."""
        kind, name = self.lights.kind, self.parts.robots[colour].colour
        if kind == "defence_take" and self.asked_about("attacker") == robot:
            return self.lights.on(f"{zone} {name}")
        if zone == "feet" and self.asked_about("robot") == robot:
            if kind == "assemble":
                return self.lights.where(lambda words: name in words.split())
            if kind in ("fast_third", "recycler_give"):
                return self.lights.on(name)
        return {}

    def program(self, robot: Mapping[str, Any]) -> str:
        """The programme as far as the view shows it, otherwise whether it is placed."""
        program = robot["program"]
        if program is not None:
            defence = program["action"] == "attack" and program["number"] == robot["number"]
            sign = "defence" if defence else program["action"]
            words = (
                self.say("terminal.defence") if defence else self.say(f"action.{program['action']}") + f" {program['number']}"
            )
            shown = tag("svg", tag("use", href=f"#fr-sign-{sign}"), cls="fr-sign", aria_hidden="true") + tag("b", words)
            if not robot["revealed"]:
                shown += tag("span", f"({self.say('terminal.face_down')})", cls="fr-who")
        elif self.view["phase"] == "program":
            placed = self.view["placed"][robot["seat"]]
            lamp = self.say("terminal.placed" if placed else "terminal.not_placed")
            shown = tag("span", lamp, cls=classes("fr-lamp", placed and "on"))
        elif self.view["phase"] in ("attack", "trap"):
            shown = tag("i", cls="fr-back") * 2 + tag("span", self.say("terminal.face_down"), cls="fr-who")
        else:
            return ""
        return tag("div", tag("span", shown, cls="fr-program"))

    def upgrade(self, robot: Mapping[str, Any]) -> str:
        """The upgrade card, struck through once it is spent."""
        if not robot["upgrade"]:
            return ""
        name = tag("b", self.say(f"upgrade.{robot['upgrade']}.name"))
        words = self.say(f"upgrade.{robot['upgrade']}.text")
        spent = f" ({self.say('terminal.spent')})" if robot["spent"] else ""
        return tag("div", f"{name}: {words}{spent}", cls=classes("fr-upgrade", robot["spent"] and "spent"))

    def history(self) -> str:
        """Past programmes, robot by robot and turn by turn: reading habits is the game."""
        turns = self.view["history"]
        if not turns:
            return ""
        first = max(0, len(turns) - HISTORY_TURNS)
        head = tag("tr", tag("th", self.say("terminal.robot"), scope="col"), *(
            tag("th", str(turn + 1), scope="col") for turn in range(first, len(turns))))  # fmt: skip
        rows = []
        for place, robot in enumerate(self.view["robots"]):
            name = self.robot_name(robot)
            made = [turns[turn][place] for turn in range(first, len(turns))]
            cells = [past(each["action"], each["number"], robot["number"], self.language) for each in made]
            rows.append(tag("tr", tag("th", name, scope="row"), *cells))
        table = tag("table", tag("caption", self.say("terminal.history")), tag("thead", head), tag("tbody", *rows))
        return tag("div", table, cls="fr-past", tabindex=0, role="region", aria_label=self.plain("terminal.history"))

    def robot_name(self, robot: Mapping[str, Any]) -> str:
        """Number and name."""
        return self.say("robot_of_number", number=robot["number"], name=Message(f"{GAME}.robot.{robot['code']}"))


fixed: Final = partial(sentence, GAME)


@lru_cache(maxsize=8192)
def gear_drawing(id: str, colour: int, letter: str, name: str, own: bool, choice: str | None, language: str) -> str:
    """One gear of a robot; there are many of them, and few that differ."""
    inner = tag("title", fixed(f"colour.{name}", language)) + tag("use", href=f"#fr-gear-{colour}")
    if own:
        inner += tag("text", "×2", x="82%", y="26%", cls="fr-x2")
    cls = "fr-gear lit" if choice else "fr-gear"
    return tag("svg", inner, id=id, data_flip=f"gear-{letter}", cls=cls, role="img", data_choice=choice)


@lru_cache(maxsize=512)
def past(action: str, number: int, robot: int, language: str) -> str:
    """One past programme of a robot as a cell: sign and number."""
    defence = action == "attack" and number == robot
    sign = "defence" if defence else action
    words = render(Message(f"{GAME}.terminal.defence") if defence else Message(f"{GAME}.action.{action}"), language)
    drawing = tag("svg", tag("title", text(words)), tag("use", href=f"#fr-sign-{sign}"), cls="fr-sign", role="img")
    return tag("td", drawing + ("" if defence else f" {number}"))
