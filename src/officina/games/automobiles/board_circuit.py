"""The circuit with what changes on it: cars, the path of this turn, spaces that can be entered; wear chart and lap track."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from officina.core.drawing import classes, lit, tag, text
from officina.core.text import Message
from officina.games.automobiles.board_parts import GAME, Table, disc, sign
from officina.games.automobiles.board_track import NOBODY, landing
from officina.games.automobiles.cubes import COLOUR_NAMES, GEARS, HANDLING, WEAR
from officina.games.automobiles.trackdraw import FILLS, INKS

STOP: Final = "stop"


def circuit(table: Table) -> str:
    """The picture, the small one for narrow screens, and the charts that lie on it."""
    return Circuit(table).draw()


class Circuit:
    """The circuit being drawn."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.view = table.view
        self.track = table.track
        self.course = table.course
        self.size = self.course.road.letter

    def draw(self) -> str:
        """Everything."""
        table, track = self.table, self.track
        names = {"title": track.titles[table.language], "n": len(track.spaces), "positions": track.positions}
        seen = tag(
            "g", tag("use", href="#au-road"), self.ribbon(), self.goals(), self.landings(), self.cars(), cls=self.camera()
        )
        picture = tag(
            "svg",
            tag("title", table.say("drawing.title", **names)),
            seen,
            cls="au-circuit",
            viewBox=self.course.view_box,
            role="img",
        )
        return tag("div", picture, self.mini(), self.name(), self.infield(), cls="au-picture")

    def camera(self) -> str:
        """What the window of a narrow screen follows: one's own car or path; for others whoever drives."""
        table = self.table
        mine = {seat: spot for spot, seat in table.spots.items()}.get(self.view["seat"], NOBODY)
        if table.head != NOBODY and (mine == NOBODY or table.current == self.view["seat"]):
            mine = table.head
        if mine == NOBODY:
            mine = self.track.grid[-1].segment
        return f"au-camera au-eye-{self.track.position_of(mine)}"

    def mini(self) -> str:
        """The whole circuit with the cars as discs."""
        dots = []
        for spot, seat in sorted(self.table.spots.items(), key=lambda car: car[1] == self.view["seat"]):
            inner = tag("circle", r=self.size * 1.7, fill="#FFFFFF", stroke=self.table.parts.car_hexes[seat], stroke_width=9)
            inner += tag("text", str(seat + 1), cls="au-far")
            dots.append(tag("g", inner, id=f"mini-{seat + 1}", cls=f"au-move au-at-{spot}"))
        drawing = tag("use", href="#au-road") + "".join(dots)
        return tag("svg", drawing, cls="au-mini", viewBox=self.course.view_box, aria_hidden="true")

    # --- path and cars

    def ribbon(self) -> str:
        """The path of this turn from the car to its end."""
        table = self.table
        if not table.path or table.current == NOBODY:
            return ""
        starts = [spot for spot, seat in table.spots.items() if seat == table.current]
        stops = [*starts, *table.path]
        steps = [self.course.way(a, b) for a, b in pairwise(stops) if a != b]
        lines = "".join(tag("polyline", points=points, cls="au-way") for points in steps)
        coloured = {"stroke": table.parts.car_hexes[table.current]}
        lines += "".join(tag("polyline", points=points, cls="au-way-in", **coloured) for points in steps)
        return tag("g", lines, cls="au-still")

    def landings(self) -> str:
        """The cubes on the path (they count as used), and its end: a car in outline, lit where one may stop."""
        table = self.table
        found = []
        for number, (spot, step) in enumerate(zip(table.path, self.view["path"], strict=True)):
            if step["cube"] is None:
                dot = tag("circle", r=self.size * 0.3, cls="au-dot")
                found.append(tag("g", dot, cls=f"au-still au-at-{spot}"))
                continue
            colour = COLOUR_NAMES.index(step["cube"])
            side = self.size * 1.65
            use = tag("use", href=f"#au-cube-{colour}", x=-side / 2, y=-side / 2, width=side, height=side)
            words = table.say("board.on_path", cube=Message(f"{GAME}.cube.{step['cube']}"), place=self.track.place(spot))
            found.append(tag("g", tag("title", words), use, id=f"path-{number}", cls=f"au-cube-on au-at-{spot}"))
        if table.path and table.current != NOBODY:
            found.append(self.end_of_path())
        return "".join(found)

    def end_of_path(self) -> str:
        """Where the car will stand: a ring round the last cube, lit where one may stop there."""
        table = self.table
        light = table.lights.on(STOP) if table.kind == "step" else {}
        words = table.say("board.head", place=self.track.place(table.head))
        ring = tag("circle", r=self.size * 1.3, cls="au-ring")
        name = classes("au-end", f"au-at-{table.head}", lit(light))
        return tag("g", tag("title", words), ring, id="path-end", cls=name, **light)

    def cars(self) -> str:
        """The cars, one's own last; each has its number and its nose in driving direction."""
        found = []
        cars = {seat: spot for spot, seat in self.table.spots.items()}
        order = sorted(cars, key=lambda seat: (seat == self.view["seat"], seat))
        for seat in order:
            found.append(self.car(seat, cars[seat]))
        return "".join(found)

    def car(self, seat: int, spot: int) -> str:
        """One car."""
        table = self.table
        light: dict[str, str | None] = {}
        if seat == self.view["seat"] == table.current:
            if table.kind == "turn_type":
                light = table.lights.on("standard")
            elif table.kind == "step" and not table.path:
                light = table.lights.on(STOP)
        mine = seat == self.view["seat"]
        body = tag("use", href=f"#au-car-{seat}", cls=f"au-turn-{self.track.position_of(spot)}")
        radius = self.size * 0.56
        number = tag("circle", r=radius, cls="au-number-disc") + tag("text", str(seat + 1), cls="au-number")
        rings = tag("circle", r=self.size * 1.35, cls="au-own") if mine else ""
        title = table.say("board.car", number=seat + 1, car=table.driver(seat), place=self.track.place(spot))
        if self.view.get("names"):
            title = f"{table.who(seat)}, {title}"
        hand = tag("path", d=arrow(self.size), cls="au-hand")
        return tag(
            "g",
            tag("title", title),
            rings,
            body,
            number,
            hand,
            id=f"car-{seat + 1}",
            cls=classes("au-car", "au-move", f"au-at-{spot}", lit(light)),
            **light,
        )

    # --- where one may go

    def goals(self) -> str:
        """The spaces that stand for a choice: where a step may land, what a gear would enter, free cells of the grid."""
        table = self.table
        found: dict[int, tuple[list[str], list[int]]] = {}
        if table.kind == "step":
            for notation, words in zip(table.lights.notations, table.lights.words, strict=True):
                if words != STOP:
                    lane, position = words.partition("/")[0].split(":")
                    self.add_goal(found, (int(lane) - 1) * self.track.positions + int(position), [notation])
        elif table.kind in ("action", "hybrid_colour") and table.head != NOBODY:
            blocked = set(table.others)
            for entry in self.track.ahead[table.head]:
                reached = landing(self.track, entry, blocked)
                gears = [gear for gear in range(GEARS) if self.track.colours_of[entry] >> gear & 1]
                chosen = [choice for gear in gears if (choice := table.lights.on(COLOUR_NAMES[gear])["data_choice"])]
                if reached is not None and chosen:
                    self.add_goal(found, reached, chosen)
        elif table.kind == "grid_pick":
            return "".join(self.grid_cell(slot) for slot in range(len(self.track.grid)))
        return "".join(self.goal(space, choices, spots) for space, (choices, spots) in found.items())

    def add_goal(self, found: dict[int, tuple[list[str], list[int]]], reached: int, choices: list[str]) -> None:
        """Note a landing under its space; two landings in one space share it."""
        notations, spots = found.setdefault(self.track.space_of[reached], ([], []))
        notations += [choice for choice in choices if choice not in notations]
        spots.append(reached)

    def goal(self, number: int, choices: list[str], spots: list[int]) -> str:
        """A space to be entered: outlined, with the wear of stopping there on each landing; every segment can be clicked."""
        table, space = self.table, self.track.spaces[number]
        shades = tuple(Message(f"{GAME}.shade.{COLOUR_NAMES[g]}") for g in range(GEARS) if space.colours >> g & 1)
        words, badges = [], []
        for spot in spots:
            wear, ahead = table.wear_at(spot, [*table.path, spot])
            args: dict[str, Any] = {"place": self.track.place(spot), "shades": shades, "wear": wear}
            if ahead == NOBODY:
                words.append(table.say("board.go", **args))
            else:
                words.append(table.say("board.go_draft", leader=table.driver(ahead), **args))
            badges.append(self.badge(spot, wear, draft=ahead != NOBODY))
        outline = self.course.whole(space)
        lines = tag("polygon", points=outline, cls="au-goal-back") + tag("polygon", points=outline, cls="au-goal-line")
        choice = "|".join(choices)
        cells = "".join(
            tag("polygon", points=self.course.cells[segment], id=f"go-{segment}", cls="au-cell lit", data_choice=choice)
            for segment in range(space.first, space.last + 1)
        )
        return tag("g", tag("title", "; ".join(words)), cells, lines, *badges, cls="au-goal")

    def badge(self, spot: int, wear: int, *, draft: bool) -> str:
        """The wear that stopping there would bring; a draft has three strokes of wind."""
        width, height = self.size * 1.5, self.size * 1.2
        box = tag("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=height / 3, cls="au-badge")
        mark = tag("text", ("≈" if draft else "+") + str(wear), cls="au-badge-text")
        return tag("g", box, mark, cls=classes("au-still", f"au-at-{spot}", draft and "au-draft"))

    def grid_cell(self, slot: int) -> str:
        """A free cell of the starting grid."""
        table, cell = self.table, self.track.grid[slot]
        light = table.lights.on(str(slot + 1))
        if not light["data_choice"]:
            return ""
        outline = self.course.cells[cell.segment]
        return tag(
            "g",
            tag("title", table.say("drawing.grid", slot=slot + 1, money=cell.money)),
            tag("polygon", points=outline, id=f"go-{cell.segment}", cls="au-cell lit", **light),
            tag("polygon", points=outline, cls="au-goal-back"),
            tag("polygon", points=outline, cls="au-goal-line"),
            cls="au-goal",
        )

    # --- charts

    def name(self) -> str:
        """The track's name, and whose map it is."""
        table = self.table
        rec = tag("small", table.say("drawing.reconstruction")) if self.track.status == "REC" else ""
        return tag("div", tag("strong", text(self.track.titles[table.language])), rec, cls="au-name")

    def infield(self) -> str:
        """Before the race the money of the grid, then the wear chart with what applies if one stopped now."""
        return tag("div", self.grid_money() if self.view["phase"] == "setup" else self.wear_chart(), cls="au-infield")

    def grid_money(self) -> str:
        """What each cell of the grid gives for the first purchase."""
        table = self.table
        cells = [
            tag("li", table.say("drawing.grid", slot=slot, money=cell.money)) for slot, cell in enumerate(self.track.grid, 1)
        ]
        return tag("div", tag("span", table.say("board.grid"), cls="au-label"), tag("ul", *cells, cls="au-grid-money"))

    def wear_chart(self) -> str:
        """One box a shade, and the draft; the one that counts if the car stopped now is marked."""
        table = self.table
        applies, drafting = NOBODY, False
        if table.path and table.current != NOBODY and not self.view["aero"]:
            _, ahead = table.wear_at(table.head, table.path)
            drafting = ahead != NOBODY
            applies = NOBODY if drafting else max(self.track.darkest_of[spot] for spot in table.path)
        boxes = []
        for shade in range(GEARS):
            light = table.lights.on(COLOUR_NAMES[shade]) if table.kind == "hybrid_colour" else {}
            words = table.say(f"shade.{COLOUR_NAMES[shade]}")
            inside = tag("small", text(table.parts.marks[shade])) + tag("b", str(table.parts.wear_chart[shade]))
            cls = classes("au-shade", f"au-shade-{shade}", shade == applies and "now", lit(light))
            boxes.append(tag("li", inside, cls=cls, title=words, id=f"shade-{shade}", **light))
        inside = tag("small", table.say("drawing.drafting")) + tag("b", "0")
        boxes.append(tag("li", inside, cls=classes("au-shade au-shade-draft", drafting and "now")))
        if self.view["aero"] and not self.view["over"]:
            words = table.plain("terminal.aero")
            boxes.append(tag("li", sign(HANDLING), tag("b", "0"), cls="au-shade au-shade-draft now", title=words))
        label = tag("span", sign(WEAR), table.say("drawing.wear_chart"), cls="au-label")
        return tag("div", label, tag("ul", *boxes, cls="au-wear"))


def lap_track(table: Table) -> str:
    """The lap track from the laps of this race down to Finish, with everybody's marker."""
    there: dict[int, list[int]] = {}
    for player in table.players:
        there.setdefault(player["laps_to_go"], []).append(player["seat"])
    cells = []
    for left in range(table.view["laps"], -1, -1):
        name = {0: table.say("drawing.finish"), 1: table.say("drawing.final_lap")}.get(left, str(left))
        markers = "".join(disc(seat, f"marker-{seat + 1}") for seat in there.get(left, ()))
        cells.append(
            tag("li", tag("span", name), tag("span", markers, cls="au-markers"), cls=classes("au-lap", left == 1 and "final"))
        )
    return tag("div", tag("span", table.say("drawing.laps"), cls="au-label"), tag("ul", *cells), cls="au-laps")


def arrow(size: float) -> str:
    """A triangle above a piece, pointing at it."""
    return f"M{-size * 0.6:.1f},{-size * 2.3:.1f} H{size * 0.6:.1f} L0,{-size * 1.45:.1f} Z"


def shade_style() -> list[tuple[str, str, str]]:
    """Class, ground and ink of each shade on the wear chart."""
    return [(f".au-shade-{shade}", FILLS[shade], INKS[shade]) for shade in range(GEARS)]
