"""What lies before a player of Kraftwagen: workshops, race car, canteen, developments, engineers with their markers.

``WorkshopPen`` draws these things one by one; the boards of ``board_workshops.py`` lay them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import classes, tag
from officina.games.kraftwagen.board_cards import SMALL, does_in_signs, portrait, small_face, start_card
from officina.games.kraftwagen.board_pen import (
    DARKNESS,
    Light,
    box,
    card,
    card_name,
    fitted,
    holder,
    last_name,
    part_tile,
    plate,
)  # fmt: skip
from officina.games.kraftwagen.board_research import MOST_IN_CANTEEN, DeskDrawing, count_plate
from officina.looks import ghost, number, paint, part, spot, words

Player = Mapping[str, Any]

MARKER: Final = 26.0
"""The least width of a marker that can be chosen, with the gap beside it."""


class WorkshopPen(DeskDrawing):
    """The things of a player. ``at`` begins their ids where they are drawn a second time; only ``lit`` ones answer."""

    at: str = ""
    lit: bool = True

    def placed(self, at: str, lit: bool) -> WorkshopPen:
        """The same pen for another place."""
        self.at, self.lit = at, lit
        return self

    def answers(self, player: Player) -> bool:
        """Whether these things can stand for a choice."""
        return self.lit and self.is_own(player["seat"]) and self.question is not None

    def flip(self, key: str) -> str | None:
        """The name of a piece that moves; not where it is drawn a second time."""
        return None if self.at else key

    # --- levels, workshops, race car

    def levels(self, player: Player, x: float, y: float, width: float, height: float) -> str:
        """What the player would build now."""
        body, engine = player["body_level"], player["engine_level"]
        label = f"{self.plain('board.body_level')} {body}, {self.plain('board.engine_level')} {engine}"
        drawn = plate(x, y, width, height, "body", player["body_level"])
        drawn += plate(x + width + 5, y, width, height, "engine", player["engine_level"])
        return tag("g", drawn, role="img", aria_label=label, data_thing="level")

    def bays(self, player: Player, x: float, y: float, size: float, pitch: float) -> str:
        """The workshops with their parts; a part that looks for a place is pale in those that are free."""
        seat = player["seat"]
        answers = self.answers(player)
        placing = answers and self.kind in ("place_body", "place_engine")
        found: list[str] = []
        seen: list[tuple[str, int]] = []
        pitch = min(pitch, pitch * 3 / self.parts.workshops)
        size = min(size, pitch - 2)
        for place in range(self.parts.workshops):
            left = x + pitch * place
            inner = box(left, y, size, size, "kw-bay")
            around = (left + 1, y + 1, size - 2, size - 2)
            if place < len(player["workshops"]):
                each = player["workshops"][place]
                kind, value = each["part"], each["value"]
                id = f"kw-{self.at}part-{seat}-{kind}-{value}-{seen.count((kind, value))}"
                seen.append((kind, value))
                light = self.part_light(kind, value) if answers else DARKNESS
                inner += part_tile(kind, value, left + size * 0.045, y + size * 0.03, size * 0.91)
                label = self.plain(f"part_tile.{kind}", value=value)
                found.append(spot(light, label, around, inner, thing=kind, id=id, data_flip=self.flip(f"{kind}-{value}")))
            else:
                light = self.lights.on("workshop") if placing else DARKNESS
                if placing:
                    new = part_tile(self.kind.removeprefix("place_"), self.asked["value"], left + 6, y + 5, size - 12)
                    inner += ghost(new, box=(left + 4, y + 4, size - 8, size - 8))
                id = f"kw-{self.at}free-{seat}-{place}"
                found.append(spot(light, self.plain("board.free_workshop"), around, inner, thing="workshop", id=id))
        return "".join(found)

    def part_light(self, kind: str, value: int) -> Light:
        """What a part in one's workshop answers."""
        if self.kind in ("place_body", "place_engine"):
            return self.lights.on(f"replace {kind} {value}")
        if self.kind == f"car_{kind}" or (self.kind == "diesel_value" and self.asked_name("what") == kind):
            return self.lights.on(str(value))
        return DARKNESS

    def race_car(self, player: Player, x: float, y: float, width: float, height: float) -> str:
        """The race car with its engine."""
        seat = player["seat"]
        light = self.on("place_engine", "race_car") if self.answers(player) else DARKNESS
        beside, below = min(height * 0.74, (width - 50) / 2), min(height - 28, width * 0.48)
        tall = max(beside, below)  # the plate covers nothing of the car
        left = x + 3 if beside >= below else x + (width - 2 * tall) / 2 - 2
        drawn = box(x, y, width, height, "kw-bay")
        drawn += paint(self.paint_of(seat), part("racer", left, y + height - tall - 4, 2 * tall, tall))
        drawn += plate(x + width - 46, y + 3, 43, 24, "engine", player["race_engine"])
        label = f"{self.plain('board.race_engine')}: {self.plain('part_tile.engine', value=player['race_engine'])}"
        return spot(light, label, (x, y, width, height), drawn, thing="race_engine", id=f"kw-{self.at}race-engine-{seat}")

    # --- workers

    def men(self, player: Player, x: float, y: float, pitch: float, size: float, columns: int, most: int) -> str:
        """The workers of the canteen; asked for a number, a worker a number, as far as ``most`` can stand here."""
        seat = player["seat"]
        numbers = self.crew_numbers() if self.answers(player) else []
        if numbers and len(numbers) <= most:
            found = []
            for place, (count, light) in enumerate(numbers):
                left, top = x + pitch * (place % columns), y + (size + 8) * (place // columns)
                inner = self.numbered(seat, count, left, top, size)
                hit = (left + size / 2 - max(pitch - 3, 36) / 2, top - 1, max(pitch - 3, 36), size + 5)
                label = self.plain("option.car_workers", n=count)
                found.append(spot(light, label, hit, inner, radius=7, thing="worker", id=f"kw-{self.at}crew-{count}"))
            return "".join(found)
        shown = player["canteen"] if player["canteen"] <= most else most - 1
        found = []
        for place in range(max(shown, min(most, columns))):
            left, top = x + pitch * (place % columns), y + (size + 8) * (place // columns)
            if place < shown:
                id = f"kw-{self.at}man-{seat}-{place + 1}"
                found.append(tag("g", self.worker(seat, left, top, size), id=id, data_flip=self.flip(f"worker-{seat}")))
            elif place < columns and not (shown < player["canteen"] and place == shown):
                foot = {"cx": f"{left + size / 2:g}", "cy": f"{top + size * 0.9:g}", "rx": f"{size * 0.36:g}"}
                found.append(tag("ellipse", cls="kw-foot", ry=f"{size * 0.125:g}", **foot))
        if shown < player["canteen"]:
            left, top = x + pitch * (shown % columns), y + (size + 8) * (shown // columns)
            found.append(words(f"+{player['canteen'] - shown}", left + 2, top + size * 0.75, 18, "sign"))
        label = self.plain("board.canteen_of", n=player["canteen"], supply=player["supply"])
        return tag("g", *found, role="img", aria_label=label, data_thing="worker")

    # --- cards

    def developments(self, player: Player, x: float, y: float, room: float) -> str:
        """The start tile and the developments by sort, overlapping if they must; inactive ones last, grey, with a warning."""
        seat = player["seat"]
        active = self.grouped(player["developments"])
        idle = self.grouped(player["inactive"])
        started = player["start_tile"] is not None
        count = started + len(active)
        reach = room - len(idle) * (SMALL[0] + 4)
        pitch = min(SMALL[0] + 4, (reach - SMALL[0]) / max(1, count - 1) if not idle else reach / max(1, count))
        found = []
        if started:
            face = tag("g", start_card(self.parts), id=f"kw-{self.at}start-of-{seat}", role="img",
                       aria_label=self.plain("board.start_tile"), data_thing="start_tile")  # fmt: skip
            found.append(tag("g", face, transform=f"translate({x:g} {y:g})"))
        for place, (code, copies) in enumerate(active, int(started)):
            found.append(self.development(seat, code, copies, x + pitch * place, y, False, DARKNESS))
        for place, (code, copies) in enumerate(idle):
            light = self.on("activate", code) if self.answers(player) else DARKNESS
            left = x + room - (len(idle) - place) * (SMALL[0] + 4) + 4
            found.append(self.development(seat, code, copies, left, y, True, light))
        return "".join(found)

    def development(self, seat: int, code: str, copies: int, x: float, y: float, idle: bool, light: Light) -> str:
        """A card in front of a player."""
        face = small_face(self.parts, code, idle)
        if idle:
            face += box(SMALL[0] - 15, SMALL[1] - 17, 14, 16, "kw-warn", 4) + words(
                "!", SMALL[0] - 8, SMALL[1] - 4, 14, "sign kw-cream kw-mid"
            )
        if copies > 1:
            face += count_plate(copies)
        label = card_name(self.parts, code, self.language) + (f" ×{copies}" if copies > 1 else "")
        if idle:
            label = f"{self.plain('board.inactive')}: {label}"
        kind = "idle" if idle else "dev"
        inner = spot(
            light,
            label,
            (0, 0, *SMALL),
            face,
            thing="development",
            id=f"kw-{self.at}{kind}-{seat}-{code}",
            data_flip=self.flip(f"card-{code}"),
        )
        return tag("g", inner, transform=f"translate({x:g} {y:g})")

    def engineer(self, player: Player, code: str, cell: tuple[float, float, float, float]) -> str:
        """An engineer's card: name, what he does or the markers that are not used yet."""
        seat = player["seat"]
        x, y, width, height = cell
        short = code.removeprefix("eng_")
        markers = [marker for marker in player["markers"] if marker.partition("_")[0] == short]
        light: Light = DARKNESS
        if self.answers(player) and self.kind in ("pick_tile", "pick_action", "market_step"):
            light = self.lights.on(f"use_{short}")
        head = 20 if width >= 84 else 0
        drawn = card(x, y, width, height)
        if head:
            drawn += box(x + 3, y + 2, head, head - 1, "kw-portrait", 4) + portrait(x + 3, y + 2, head - 1)
        drawn += fitted(last_name(code, self.language), x + head + 6, y + 17, width - head - 9, 15, "text")
        below = height - 25
        if markers:
            wide = min(44.0, (width - 6) / len(markers) - 1)
            for place, marker in enumerate(markers):
                drawn += self.marker(player, short, marker, place, (x + 3.5 + (wide + 1.5) * place, y + 22, wide, below))
        elif short in ("porsche", "opel", "otto", "bugatti"):
            drawn += does_in_signs(self.parts, code, x + 5, y + 25, min(28, below - 5), width - 10)
        else:
            drawn += words(self.say("board.used"), x + width / 2, y + 24 + below / 2 + 3, 13, "kw-soft kw-mid")
        label = card_name(self.parts, code, self.language)
        id = f"kw-{self.at}engineer-{seat}-{code}"
        return holder(light, label, (x, y, width, height), drawn, "kw-engineer-card", id, self.flip(f"card-{code}"), code)

    def marker(self, player: Player, engineer: str, marker: str, place: int, cell: tuple[float, float, float, float]) -> str:
        """An engineer marker that may still be used."""
        x, y, width, height = cell
        value = marker.partition("_")[2]
        light = self.marker_light(engineer, marker, value) if self.answers(player) else DARKNESS
        drawn = box(x, y, width, height, "bplate", 5)
        if value:
            drawn += number(f"+{value}", x + width / 2, y + height / 2 + 6, 16, "brassy")
        else:
            side = min(24.0, width - 4)
            sign = "i-wrench" if engineer == "diesel" else "i-buyer"
            drawn += tag("g", part(sign, x + (width - side) / 2, y + (height - side) / 2, side, side), cls="kw-ink")
        id = f"kw-{self.at}marker-{player['seat']}-{marker}-{place}"
        grow = max(0.0, 36 - height)
        whose = last_name(f"eng_{engineer}", self.language)
        label = self.plain("board.marker_value", name=whose, value=value) if value else self.plain("board.marker", name=whose)
        return spot(
            light, label, (x, y - grow, width, height + grow), drawn,
            radius=6, thing=f"marker_{engineer}", id=id, data_flip=self.flip(f"marker-{marker}"),
        )  # fmt: skip

    def marker_light(self, engineer: str, marker: str, value: str) -> Light:
        """What a marker of one's own answers."""
        if self.kind == "car_engineer":
            return self.lights.on(marker)
        if self.kind == "daimler_marker" and engineer == "daimler":
            return self.lights.on(value)
        return DARKNESS

    def engineers(self, player: Player, x: float, y: float, room: float, height: float) -> str:
        """All engineers of a player in a row; with several markers as wide as these need, the others share the rest."""
        codes = player["engineers"]
        even = min(94.0, (room + 5) / max(1, len(codes)) - 5)
        least = {code: MARKER * self.markers_of(player, code) + 7 for code in codes}
        wide = {code: need for code, need in least.items() if need > even}
        rest = len(codes) - len(wide)
        narrow = min(even, (room - sum(wide.values()) - 5 * (len(codes) - 1)) / rest) if rest else even
        drawn, left = "", x
        for code in codes:
            width = wide.get(code, narrow)
            drawn += self.engineer(player, code, (left, y, width, height))
            left += width + 5
        return drawn

    def markers_of(self, player: Player, code: str) -> int:
        """How many markers of an engineer are not used yet."""
        return sum(marker.partition("_")[0] == code.removeprefix("eng_") for marker in player["markers"])

    # --- money

    def purse(self, player: Player, x: float, y: float, size: float) -> str:
        """Money as far as it may be seen: a closed purse, or a coin with the sum."""
        if player["money"] is None:
            return tag(
                "g", part("purse", x, y, size, size), role="img", aria_label=self.plain("terminal.purse"), data_thing="money"
            )
        drawn = part("coin", x, y, size, size)
        drawn += number(player["money"], x + size / 2, y + size * 0.62, max(13, round(size * 0.38)), "brassy")
        label = f"{self.plain('terminal.money')} {player['money']}"
        return tag(
            "g",
            drawn,
            role="img",
            aria_label=label,
            cls=classes("kw-purse"),
            data_thing="money",
            id=f"kw-{self.at}purse-{player['seat']}",
        )


__all__ = ["MOST_IN_CANTEEN", "Player", "WorkshopPen"]
