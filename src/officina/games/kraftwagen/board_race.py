"""The Grand Prix of Kraftwagen, in the hollow of the action track: track, pit lane, laps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from officina.core.drawing import tag
from officina.games.kraftwagen import board_places as at
from officina.games.kraftwagen.board_pen import Pen, box, dot
from officina.games.kraftwagen.components import MOST_PLAYERS, Parts
from officina.looks import moved, number, paint, part, spot, words

PAID: Final = ("race_placed", "laps_paid")
"""The beats that pay for a race car."""


class RaceDrawing(Pen):
    """The race track with all cars; in the infield every player's laps."""

    scale: float = 1

    def letters(self, size: float) -> int:
        """The size of letters that are to be so large at least once the race is scaled."""
        return min(21, max(round(size), round(size / self.scale)))

    def race(self, plan: at.RingPlan) -> str:
        """Drawn around the middle of the ring and scaled to its hollow."""
        view = self.view
        scale = at.hollow_scale(plan, view["track_spaces"])
        middle = at.PADDING + plan.side / 2
        self.scale = scale
        self.lap = at.lap_way(self.parts.lap_spaces)
        pit = at.pit_plan(view["players"])
        rows = [self.row(player, pit.top + pit.step * place, pit.height) for place, player in enumerate(view["seats"])]
        cars = [self.neutral(place, space, plan) for place, space in enumerate(view["neutral_cars"])]
        cars += [self.car(player, plan) for player in view["seats"]]
        return tag(
            "g",
            lanes(self.parts),
            self.lap.line,
            self.infield(pit),
            *rows,
            *cars,
            transform=f"translate({middle:g} {middle:g}) scale({scale:.4g})",
            role="group",
            data_thing="race_track",
            aria_label=self.plain("terminal.race"),
        )

    def infield(self, pit: at.PitPlan) -> str:
        """The title, the heads of the rows, the points of the places."""
        head = pit.top - 6
        found = [
            self.words("board.pit", -33, head, "kw-b kw-cream kw-mid", self.letters(13)),
            self.words("board.laps_head", 19, head, "kw-b kw-cream kw-mid", self.letters(13)),
            self.words("board.next_head", 48, head, "kw-b kw-cream kw-mid", self.letters(13)),
        ]
        if self.view["players"] <= at.FEW_PLAYERS:
            found.append(words(self.say("terminal.race"), 0, head - 17, 16, "sign kw-cream kw-mid"))
        runners = self.view["players"] + len(self.view["neutral_cars"])
        points = " · ".join(str(each) for each in self.parts.place_points[:runners])
        below = pit.top + pit.step * self.view["players"]
        label = self.plain("board.places", points=points)
        y = max(below + 12, 64)
        found.append(
            tag("g", words(points, 0, y, 15, "kw-b kw-cream kw-mid"), role="img", aria_label=label, data_thing="race_points")
        )
        return "".join(found)

    def row(self, player: Mapping[str, Any], y: float, height: float) -> str:
        """A player: place in the pit lane, laps, what the next lap is worth."""
        seat = player["seat"]
        middle = y + height / 2
        label = (
            f"{self.name(seat)}: {self.plain('board.laps', n=player['laps'])}, "
            f"{self.plain('board.next_lap', points=player['next_lap_points'])}"
        )
        return tag(
            "g",
            box(-70, y, 74, height, "kw-pit", 7),
            "" if player["space"] == 0 else self.sign_of(seat, -65, middle - 10, 20),
            box(10, y, 28, height, "kw-lap", 5),
            number(player["laps"], 24, middle + 6, 17),
            words(f"+{player['next_lap_points']}", 55, middle + 5.5, 16, "kw-b kw-cream kw-mid"),
            id=f"kw-laps-{seat}",
            data_thing="laps",
            role="img",
            aria_label=label,
        )

    def car(self, player: Mapping[str, Any], plan: at.RingPlan) -> str:
        """A player's race car with its engine; in the pit lane or on its space."""
        seat = player["seat"]
        place = seat if not player["space"] else MOST_PLAYERS - 1 + player["space"]
        label = f"{self.name(seat)}: {self.plain('part_tile.engine', value=player['race_engine'])}"
        paid = self.beat["name"] in PAID and self.beat["seat"] == seat
        driven = self.lap.at(2 * player["space"] - 1) if player["space"] else "0"
        drawn = self.racer(self.paint_of(seat), player["race_engine"]) + (moved(-40, -22, 80, 44) if paid else "")
        return spot(
            {}, label, (0, 0, 0, 0), drawn,
            cls=f"kw-racer kw-r{plan.name}-{place}", thing="race_car", id=f"kw-racer-of-{seat}",
            data_way=self.lap.id, data_at=driven, data_laps=player["laps"],
        )  # fmt: skip

    def neutral(self, which: int, space: int, plan: at.RingPlan) -> str:
        """A car that belongs to nobody."""
        place = MOST_PLAYERS - 1 + space
        return spot(
            {}, self.plain("board.neutral"), (0, 0, 0, 0), self.racer("grey", ""),
            cls=f"kw-racer kw-r{plan.name}-{place}", thing="race_car", id=f"kw-neutral-{which}",
            data_way=self.lap.id, data_at=self.lap.at(2 * space - 1),
        )  # fmt: skip

    def racer(self, colour: str, engine: object) -> str:
        """A race car from above."""
        shown = ""
        if engine != "":
            shown = tag(
                "g", dot(0, 0, 9.1, "plate"), number(engine, 0, self.letters(14) * 0.36, self.letters(14)), data_turns="back"
            )
            shown = tag("g", shown, cls="kw-upright")
        return tag("g", paint(colour, part("racer-top", -36, -18, 72, 36)), shown, data_turns="on")


@lru_cache(maxsize=8)
def lanes(parts: Parts) -> str:
    """The empty race track: tarmac, infield, finish line at the left, numbered spaces."""
    found = [box(-130, -130, 260, 260, "tarmac", 119), box(-84, -84, 168, 168, "infield", 72)]
    for column in range(6):
        for row in range(2):
            dark = (column + row) % 2
            found.append(
                tag(
                    "rect",
                    cls="kw-chk" if dark else "kw-chk2",
                    x=f"{-129 + column * 7.67:g}",
                    y=-6 + row * 6,
                    width=7.67,
                    height=6,
                )
            )
    for space in range(1, parts.lap_spaces + 1):
        if space < parts.lap_spaces:
            angle = at.lane_angle(space, parts.lap_spaces)
            (x1, y1), (x2, y2) = at.lane_point(angle, 87), at.lane_point(angle, 129)
            found.append(tag("path", cls="kw-line", d=f"M{x1:.4g} {y1:.4g}L{x2:.4g} {y2:.4g}"))
        x, y = at.lane_point(at.lane_angle(space - 0.5, parts.lap_spaces), at.RADIUS)
        found.append(tag("text", str(space), cls="kw-lane-no", x=f"{x:.4g}", y=f"{y + 5.5:.4g}"))
    return tag("g", *found, aria_hidden="true")
