"""The players of Kraftwagen: one's own board, and the others'."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from officina.core.drawing import classes, lit, tag, text
from officina.games.kraftwagen.board_pen import DARKNESS, Light, Pen, card_chip, card_name, figure, last_name, sign


class PlayersDrawing(Pen):
    """A panel a player."""

    def own(self) -> str:
        """The board of the seat that looks; nothing for a spectator."""
        seat = self.view["seat"]
        return self.panel(self.view["seats"][seat], True) if seat is not None else ""

    def others(self) -> str:
        """The other players, in the order in which they sit after the one who looks."""
        seats = self.view["seats"]
        own = self.view["seat"]
        first = 0 if own is None else own + 1
        order = [seats[(first + place) % len(seats)] for place in range(len(seats) - (own is not None))]
        return tag("div", *(self.panel(player, False) for player in order), cls="kw-others")

    def panel(self, player: Mapping[str, Any], mine: bool) -> str:
        """One player: money, levels, race engine, workshops, workers, cards, awards."""
        seat = player["seat"]
        acting = tag("span", "▶", cls="kw-arrow", title=self.plain("board.acting")) if seat in self.view["to_act"] else ""
        colour = self.colour(seat)
        who = self.name(seat)
        under = f"{colour} ({self.say('terminal.you')})" if mine else colour
        title = tag("h3", acting, who) + tag("div", under, cls="kw-who")
        return tag(
            "section",
            tag("header", self.mark(seat), tag("div", title), self.money(player)),
            self.figures(player, mine),
            self.workshops(player, mine),
            self.workers(player, mine),
            self.developments(player, mine),
            self.engineers(player, mine),
            self.awards(player),
            self.breakdown(player),
            id=f"kw-player-{seat}",
            cls=classes("kw-panel", f"kw-of-{seat}", mine and "mine"),
        )

    def money(self, player: Mapping[str, Any]) -> str:
        """Money as far as it may be seen; at the end the total and the rank."""
        seat = player["seat"]
        if player["money"] is None:
            return tag("div", sign("purse", "", self.language), tag("small", self.say("terminal.purse")), cls="kw-purse")
        amount = figure("coin", "terminal.money", str(player["money"]), self.language)
        if self.view["over"]:
            total = self.say("terminal.total", total=self.view["scores"][seat], rank=self.view["ranks"][seat])
            amount += tag("small", total)
        return tag("div", amount, cls="kw-purse")

    def figures(self, player: Mapping[str, Any], mine: bool) -> str:
        """The two levels, the race engine, the start tile."""
        seat = player["seat"]
        light = self.on("place_engine", "race_car") if mine else DARKNESS
        race = figure("racer", "board.race_engine", str(player["race_engine"]), self.language)
        boxes = [
            self.box("board.body_level", figure("body", "", str(player["body_level"]), self.language), DARKNESS, None),
            self.box("board.engine_level", figure("engine", "", str(player["engine_level"]), self.language), DARKNESS, None),
            self.box("board.race_engine", race, light, f"kw-race-engine-{seat}"),
        ]
        return tag("div", *boxes, cls="kw-figures")

    def box(self, key: str, inner: str, light: Light, id: str | None) -> str:
        """A figure with its name above."""
        name = tag("small", self.say(key))
        return tag("div", name, inner, id=id, cls=classes("kw-figure", lit(light)), **light)

    def workshops(self, player: Mapping[str, Any], mine: bool) -> str:
        """The workshops with their parts, and a part that looks for a place."""
        seat = player["seat"]
        found = []
        seen: list[tuple[str, int]] = []
        for each in player["workshops"]:
            part, value = each["part"], each["value"]
            choice = self.part_light(part, value).get("data_choice") if mine else None
            id = f"kw-part-{seat}-{part}-{value}-{seen.count((part, value))}"
            found.append(part_tile(id, part, value, choice, self.language))
            seen.append((part, value))
        for number in range(len(found), self.parts.workshops):
            light: Light = DARKNESS
            if mine and self.kind in ("place_body", "place_engine"):
                light = self.lights.on("workshop")
            words = tag("span", self.say("board.free_workshop"), cls="unseen")
            id = f"kw-free-{seat}-{number}"
            found.append(tag("div", words, id=id, cls=classes("kw-part", "kw-empty", lit(light)), **light))
        if mine and self.kind in ("place_body", "place_engine"):
            part = self.kind.removeprefix("place_")
            new = part_tile("kw-new-part", part, self.asked["value"], None, self.language)
            found.append(tag("div", tag("small", self.say("board.new_part")), new, cls="kw-new"))
        return self.line("board.workshops", *found)

    def part_light(self, part: str, value: int) -> Light:
        """What a part in one's workshop answers."""
        if self.kind in ("place_body", "place_engine"):
            return self.lights.on(f"replace {part} {value}")
        if self.kind == f"car_{part}" or (self.kind == "diesel_value" and self.asked_name("what") == part):
            return self.lights.on(str(value))
        return DARKNESS

    def workers(self, player: Mapping[str, Any], mine: bool) -> str:
        """The workers in the canteen, one by one, and those in the supply by number."""
        seat = player["seat"]
        before = self.workers_on_car()
        asked = mine and (self.kind == "car_workers" or before > 0)
        men = []
        for number in range(1, player["canteen"] + 1):
            choice = self.lights.on(str(before + number)).get("data_choice") if asked else None
            men.append(man(f"kw-man-{seat}-{number}", seat, before + number if asked else 0, choice))
        count = tag("b", str(player["canteen"]), cls="kw-count")
        supply = tag("span", self.say("board.supply", n=player["supply"]), cls="kw-supply")
        return self.line("board.canteen", count, *men, supply)

    def workers_on_car(self) -> int:
        """How many workers the car has that Diesel gives another number of."""
        if self.kind != "diesel_value" or self.asked_name("what") != "workers":
            return 0
        return next(int(car["workers"]) for car in self.view["market"] if car["price"] == self.asked_price())

    # --- cards

    def developments(self, player: Mapping[str, Any], mine: bool) -> str:
        """The start tile and the developments by sort; an inactive one has a warning."""
        seat = player["seat"]
        chips = []
        if player["start_tile"] is not None:
            first = tag("b", text(player["start_tile"].upper()))
            for part, value in zip(("body", "engine"), self.parts.first_points, strict=True):
                first += figure(part, f"part.{part}", f"+{value}", self.language)
            chips.append(self.chip(f"kw-start-of-{seat}", DARKNESS, first, title=self.plain("board.start_tile")))
        for code, count in self.grouped(player["developments"]):
            chips.append(self.card_chip(f"kw-dev-{seat}-{code}", code, count, DARKNESS, None))
        for code, count in self.grouped(player["inactive"]):
            light = self.on("activate", code) if mine else DARKNESS
            chips.append(self.card_chip(f"kw-idle-{seat}-{code}", code, count, light, "kw-idle"))
        return self.line("board.developments", *chips) if chips else ""

    def card_chip(self, id: str, code: str, count: int, light: Light, cls: str | None) -> str:
        """A card in front of a player."""
        inner = card_chip(self.parts, code, self.language) + (f" ×{count}" if count > 1 else "")
        words = card_name(self.parts, code, self.language)
        if cls:
            inner = tag("b", "! ", self.say("board.inactive")) + inner
        return self.chip(id, light, inner, cls, title=words, data_flip=f"card-{code}")

    def engineers(self, player: Mapping[str, Any], mine: bool) -> str:
        """The engineers with the markers that are not used yet; one's own with what they do."""
        seat = player["seat"]
        rows = []
        markers = list(player["markers"])
        for code in player["engineers"]:
            short = code.removeprefix("eng_")
            own = [marker for marker in markers if marker.partition("_")[0] == short]
            chips = [self.marker(f"kw-marker-{seat}-{marker}-{place}", marker, mine) for place, marker in enumerate(own)]
            name = tag("b", text(last_name(code, self.language)))
            does = tag("small", self.say(f"ability.{code}")) if mine else ""
            words = None if mine else card_name(self.parts, code, self.language)
            id = f"kw-engineer-{seat}-{code}"
            rows.append(tag("div", name, *chips, does, id=id, data_flip=f"card-{code}", cls="kw-engineer", title=words))
        return self.line("board.engineers", *rows) if rows else ""

    def marker(self, id: str, marker: str, mine: bool) -> str:
        """An engineer marker that may still be used."""
        engineer, _, value = marker.partition("_")
        light = self.marker_light(engineer, marker, value) if mine else DARKNESS
        words = f"+{value}" if value else self.say("board.marker")
        return self.chip(id, light, words, "kw-marker", data_flip=f"marker-{marker}")

    def marker_light(self, engineer: str, marker: str, value: str) -> Light:
        """What a marker of one's own answers."""
        if self.kind in ("pick_tile", "pick_action", "market_step"):
            return self.lights.on(f"use_{engineer}")
        if self.kind == "car_engineer":
            return self.lights.on(marker)
        if self.kind == "daimler_marker" and engineer == "daimler":
            return self.lights.on(value)
        if self.kind == "benz_buyer" and engineer == "benz":
            return self.lights.where(lambda _: True)
        return DARKNESS

    # --- points

    def awards(self, player: Mapping[str, Any]) -> str:
        """The awards that the player has won."""
        won = [award for award in self.view["awards"] if award["award"] in player["awards"]]
        needs = {award.code: award.needs for award in self.parts.awards}
        chips = [
            self.chip(
                f"kw-won-{award['award']}",
                DARKNESS,
                self.say(f"board.award.{award['award']}", n=needs[award["award"]]) + tag("b", f" {award['points']}"),
                data_flip=f"award-{award['award']}",
            )
            for award in won
        ]
        return self.line("board.awards", *chips) if chips else ""

    def breakdown(self, player: Mapping[str, Any]) -> str:
        """Where the points come from, as far as it may be seen."""
        if not player["breakdown"]:
            return ""
        found = [
            tag("span", self.say(f"breakdown.{name}"), " ", tag("b", str(value)), cls="kw-sum")
            for name, value in player["breakdown"].items()
        ]
        return self.line("board.points", *found)

    def line(self, key: str, *things: str) -> str:
        """A line of things with its name."""
        return tag("div", tag("span", self.say(key), cls="kw-label"), tag("div", *things, cls="kw-things"), cls="kw-row")


@lru_cache(maxsize=4096)
def part_tile(id: str, part: str, value: int, choice: str | None, language: str) -> str:
    """A body or an engine with its value."""
    return tag("div", figure(part, f"part.{part}", str(value), language), id=id, data_flip=f"{part}-{value}",
               cls=classes("kw-part", choice is not None and "lit"), data_choice=choice)  # fmt: skip


@lru_cache(maxsize=4096)
def man(id: str, seat: int, number: int, choice: str | None) -> str:
    """A worker; with the number of workers it stands for while one is asked for."""
    inner = tag("use", href=f"#kw-{'bare' if number else 'man'}-{seat}")
    if number:
        inner += tag("text", str(number), x="50%", y="84%", cls=f"kw-man-number kw-on-{seat}")
    cls = classes("kw-man", choice is not None and "lit")
    return tag("svg", inner, id=id, data_flip=f"worker-{seat}", cls=cls, aria_hidden="true", data_choice=choice)
