"""The action track of Kraftwagen with what goes on in its middle, and the Grand Prix."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from officina.core.drawing import classes, lit, tag, text
from officina.core.text import Message, render
from officina.games.kraftwagen import board_signs as signs
from officina.games.kraftwagen.board_pen import GAME, Light, Pen, fixed, sign
from officina.games.kraftwagen.components import MOST_PLAYERS, PARTS, Parts

HALF: Final = signs.CELL / 2 - 2
"""From the middle of a cell to the edge of a tile."""


class RingDrawing(Pen):
    """The chain of tiles and workers, and what is to be done now."""

    def ring(self) -> str:
        """The track with its chain; in the middle start tiles, whose turn it is, actions still to be resolved."""
        view = self.view
        spaces = view["track_spaces"]
        last = len(view["chain"]) - 1
        entries = []
        for place, entry in enumerate(view["chain"]):
            cell = (view["chain_offset"] + place) % spaces
            if entry["seat"] is None:
                entries.append((entry["tile"], self.tile(entry, cell, place == 0, place == last)))
            else:
                entries.append((f"~{entry['seat']}", self.worker(entry["seat"], cell, place == 0)))
        # in one order whatever the chain, so that a piece keeps its element and slides
        pieces = "".join(drawn for _, drawn in sorted(entries))
        size = signs.ring_side(spaces) * signs.CELL
        drawing = tag(
            "svg",
            tag("title", self.say("terminal.chain")),
            cells(spaces),
            pieces,
            cls="kw-track",
            viewBox=f"-4 -4 {size + 8} {size + 8}",
            role="img",
        )
        return tag("div", drawing, tag("div", self.middle(), cls="kw-middle"), cls="kw-ring")

    def tile(self, entry: Mapping[str, Any], cell: int, is_tail: bool, is_head: bool) -> str:
        """An action tile: its letter and number, its actions by sign and word."""
        code = entry["tile"]
        light = self.on("pick_tile", code)
        taken = is_head and self.kind == "pick_action" and self.view["phase"] == "actions"
        if taken:
            light = self.lights.on(*entry["actions"])
        inner = tile_face(code, tuple(entry["actions"]), self.language)
        if is_head or is_tail:
            inner += tag("text", self.say("board.head" if is_head else "board.tail"), x=HALF - 4, y=-HALF + 13, cls="kw-end")
        inner += tag("path", d=f"M-8,{-HALF - 6} H8 L0,{-HALF + 5} Z", cls="kw-hand")
        return tag("g", inner, id=f"kw-tile-{code}", cls=classes("kw-tile", f"kw-cell-{cell}", lit(light)), **light)

    def worker(self, seat: int, cell: int, is_tail: bool) -> str:
        """A player's worker; the one at the tail plays next, an arrow marks who decides now."""
        acting = seat in self.view["to_act"]
        name = f"{self.name(seat)} ({self.colour(seat)})" if self.view.get("names") else self.colour(seat)
        inner = tag("title", name)
        if is_tail or acting:
            inner += tag("rect", x=-HALF, y=-HALF, width=2 * HALF, height=2 * HALF, rx=9, cls="kw-glow")
        inner += tag("use", href=f"#kw-man-{seat}", x=-16, y=-21, width=32, height=43)
        if acting:
            inner += tag("path", d="M-35,-10 L-19,-1 L-35,8 Z", cls="kw-now-mark")
        if is_tail:
            inner += tag("text", self.say("board.tail"), x=HALF - 4, y=-HALF + 13, cls="kw-end")
        inner += tag("text", self.colour(seat), y=HALF - 4, cls="kw-word")
        return tag("g", inner, id=f"kw-worker-{seat}", cls=classes("kw-worker", f"kw-cell-{cell}"))

    # --- the middle

    def middle(self) -> str:
        """Whose turn it is, how far the round is from its end, what is to be done."""
        view = self.view
        found = []
        if view["over"]:
            winners = "".join(tag("div", self.mark(seat), self.name(seat), cls="kw-acting") for seat in view["winners"])
            return tag("strong", self.say("board.winners", n=len(view["winners"]))) + winners
        for seat in view["to_act"]:
            found.append(tag("div", "▶ ", self.mark(seat), self.name(seat), cls="kw-acting"))
        if view["start_tiles"]:
            found.append(self.start_tiles())
        if view["phase"] == "actions":
            found.append(self.distance())
            for done in ("marker_used", "car_placed"):
                if view[done]:
                    found.append(tag("div", "✓ ", self.say(f"board.{done}"), cls="kw-done"))
        return "".join(found) + self.to_do()

    def distance(self) -> str:
        """How many cars or Buyer actions the round has left."""
        view = self.view
        cars = view["capacity"] - len(view["market"])
        buyers = max(0, view["slots"] - len(view["buyers"])) + view["pawn"]
        if not cars or not view["pawn"]:
            return tag("div", self.say("terminal.last_turn"), cls="kw-last")
        return tag("div", self.say("board.distance", cars=cars, buyers=buyers), cls="kw-distance")

    def start_tiles(self) -> str:
        """The start tiles on offer; in little room while one of them is being resolved."""
        short = self.kind == "pick_action"
        tiles = []
        for each in self.view["start_tiles"]:
            light = self.on("pick_start_tile", each["tile"])
            inner = start_face(each["tile"], tuple(each["actions"]), short, self.language)
            tiles.append(tag("div", inner, id=f"kw-start-{each['tile']}", cls=classes("kw-start", lit(light)), **light))
        names = classes("kw-starts", short and "kw-short")
        return tag("div", *tiles, cls=names, role="group", aria_label=self.say("terminal.start_tiles"))

    def to_do(self) -> str:
        """The actions that are left, or which part of a card comes first."""
        if self.kind == "pick_part":
            chips = [(part, self.lights.on(part)) for part in PARTS]
        elif self.kind == "pick_action":
            left = self.asked["actions"]
            names = [each.key.rpartition(".")[2] for each in left] if isinstance(left, tuple) else []
            chips = [(name, self.lights.on(name)) for name in dict.fromkeys(names)]
            counts = {name: names.count(name) for name in names}
        else:
            return ""
        if not chips:
            return ""
        drawn = []
        for name, light in chips:
            many = f" ×{counts[name]}" if self.kind == "pick_action" and counts[name] > 1 else ""
            words = self.say(f"action.{name}") + many
            drawn.append(self.chip(f"kw-do-{name}", light, sign(name, "", self.language) + words, "kw-do"))
        label = "board.to_do" if self.kind == "pick_action" else "board.first"
        return tag("div", self.say(label), cls="kw-label") + tag("div", *drawn, cls="kw-chips")


@lru_cache(maxsize=8)
def cells(spaces: int) -> str:
    """The empty track; a small arrow on every cell shows the way."""
    found = []
    side = signs.ring_side(spaces) - 1
    for index in range(spaces):
        x, y = signs.ring_point(index, spaces)
        turn = 90 * (index // side)
        found.append(tag("rect", x=x - HALF, y=y - HALF, width=2 * HALF, height=2 * HALF, rx=9, cls="kw-space"))
        found.append(tag("path", d="M-5,-8 L5,0 L-5,8", transform=f"translate({x:g},{y:g}) rotate({turn})", cls="kw-way"))
    return tag("g", *found, aria_hidden="true")


@lru_cache(maxsize=64)
def start_face(code: str, actions: tuple[str, ...], short: bool, language: str) -> str:
    """A start tile: its name, then its actions by sign, with their words if there is room."""
    name = tag("b", text(code.upper()))
    if short:
        return name + "".join(sign(action, f"action.{action}", language) for action in actions)
    return name + "".join(
        tag("div", sign(action, "", language), tag("span", fixed(f"action.{action}", language))) for action in actions
    )


@lru_cache(maxsize=64)
def tile_face(code: str, actions: tuple[str, ...], language: str) -> str:
    """An action tile without what changes on it."""
    words = ", ".join(render(Message(f"{GAME}.action.{action}"), language) for action in actions)
    inner = tag("title", text(f"{code.upper()}: {words}"))
    inner += tag("rect", x=-HALF, y=-HALF, width=2 * HALF, height=2 * HALF, rx=9, cls="kw-face")
    inner += tag("text", text(code.upper()), x=-HALF + 5, y=-HALF + 13, cls="kw-code")
    if len(actions) == 1:
        inner += tag("use", href=f"#kw-sign-{actions[0]}", x=-17, y=-23, width=34, height=34)
        return inner + tag("text", fixed(f"action.{actions[0]}", language), y=28, cls="kw-word")
    step = 22 if len(actions) == 2 else 19
    top = 6 - step * (len(actions) - 1) / 2
    for row, action in enumerate(actions):
        y = top + step * row + 2
        inner += tag("use", href=f"#kw-sign-{action}", x=-HALF + 2, y=y - 8, width=16, height=16)
        inner += tag("text", fixed(f"board.action.{action}", language), x=-HALF + 19.5, y=y + 4.5, cls="kw-row-word")
    return inner


class RaceDrawing(Pen):
    """The Grand Prix."""

    def race(self) -> str:
        """The track with all cars, and beside it every player's laps."""
        view = self.view
        cars = [self.neutral(number, space) for number, space in enumerate(view["neutral_cars"])]
        cars += [self.car(player) for player in view["seats"]]
        points = ", ".join(str(each) for each in self.parts.place_points[: len(view["seats"]) + len(view["neutral_cars"])])
        middle = signs.TRACK_WIDTH / 2 + signs.PIT_WIDTH / 2
        drawing = tag(
            "svg",
            tag("title", self.say("terminal.race")),
            lanes(self.parts, self.language),
            tag("text", self.say("board.places", points=points), x=middle, y=signs.TRACK_HEIGHT / 2 + 5, cls="kw-word"),
            *cars,
            cls="kw-lanes",
            viewBox=f"0 0 {signs.TRACK_WIDTH} {signs.TRACK_HEIGHT}",
            role="img",
        )
        laps = [self.laps(player) for player in view["seats"]]
        title = tag("h3", self.say("terminal.race"))
        return tag("section", title, tag("div", drawing, tag("div", *laps, cls="kw-laps"), cls="kw-race"), cls="kw-box")

    def car(self, player: Mapping[str, Any]) -> str:
        """A player's race car with its engine; in the pit lane or on its space."""
        seat = player["seat"]
        at = seat if not player["space"] else MOST_PLAYERS - 1 + player["space"]
        light: Light = self.on("place_engine", "race_car") if seat == self.view["seat"] else {}
        words = f"{self.colour(seat)}: {self.say('part_tile.engine', value=player['race_engine'])}"
        return tag(
            "g",
            tag("title", words),
            tag("rect", x=-25, y=-14, width=50, height=28, rx=6, cls="kw-pad"),
            tag("use", href=f"#kw-racer-{seat}", x=-25, y=-14, width=50, height=28),
            tag("text", str(player["race_engine"]), x=4, y=4.8, cls="kw-number"),
            id=f"kw-racer-of-{seat}",
            cls=classes("kw-racer", f"kw-at-{at}", lit(light)),
            **light,
        )

    def neutral(self, number: int, space: int) -> str:
        """A car that belongs to nobody."""
        return tag(
            "g",
            tag("title", self.say("board.neutral")),
            tag("use", href="#kw-racer-n", x=-25, y=-14, width=50, height=28),
            tag("text", self.say("terminal.neutral"), x=4, y=4.8, cls="kw-number"),
            id=f"kw-neutral-{number}",
            cls=classes("kw-racer", f"kw-at-{MOST_PLAYERS - 1 + space}"),
        )

    def laps(self, player: Mapping[str, Any]) -> str:
        """A player's laps, and what the next one is worth."""
        laps = tag("b", self.say("board.laps", n=player["laps"]))
        more = tag("small", self.say("board.next_lap", points=player["next_lap_points"]))
        return tag("div", self.mark(player["seat"]), tag("span", laps, more), id=f"kw-laps-{player['seat']}", cls="kw-lap")


@lru_cache(maxsize=16)
def lanes(parts: Parts, language: str) -> str:
    """The empty race track: pit lane, finish line, numbered spaces."""
    left, right = signs.PIT_WIDTH + 26, signs.TRACK_WIDTH - 23
    bottom = signs.TRACK_HEIGHT - signs.TOP_LANE
    radius = (bottom - signs.TOP_LANE) / 2
    start = left + radius
    end = right - radius
    bend = f"A{radius},{radius} 0 0 1"
    loop = f"M{start},{signs.TOP_LANE} H{end} {bend} {end},{bottom} H{start} {bend} {start},{signs.TOP_LANE} Z"
    found = [
        tag("rect", x=1, y=1, width=signs.PIT_WIDTH - 2, height=signs.TRACK_HEIGHT - 2, rx=8, cls="kw-space"),
        tag("text", fixed("terminal.pit", language), x=signs.PIT_WIDTH / 2, y=17, cls="kw-word"),
        tag("path", d=loop, cls="kw-asphalt"),
        tag("path", d=f"M{left - 20},{signs.TRACK_HEIGHT / 2} h40", cls="kw-finish"),
    ]
    for number, (x, y) in enumerate(signs.lane_points(parts.lap_spaces), 1):
        upper = y < signs.TRACK_HEIGHT / 2
        found.append(tag("rect", x=x - 27, y=y - 16, width=54, height=32, rx=7, cls="kw-spot"))
        found.append(tag("text", str(number), x=x, y=y - 19 if upper else y + 30, cls="kw-code kw-mid"))
    return tag("g", *found, aria_hidden="true")
