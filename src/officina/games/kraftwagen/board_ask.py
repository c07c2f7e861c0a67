"""What the frame shows of Kraftwagen: the question with its pieces, the phase, and what counts beside each name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import tag, text
from officina.core.text import Message
from officina.games.kraftwagen.board_pen import ICONS, PRICE_CLASSES, Pen, action_sign, action_tile, icon, part_tile, roundel
from officina.looks import paint, part, words

MANY: Final = 4
"""So many players leave no room for the round in the bar of a phone: it stands above the question, in words."""
PLACE: Final = "\x00"
"""Where a piece goes in a question's words."""


class Talk(Pen):
    """Markup for the bar and the action bar."""

    # --- the question

    def ask(self) -> str:
        """The question with its pieces drawn in it."""
        if self.question is None:
            return ""
        pieces = self.pieces()
        named = {"n": self.asked.get("n", 0), "value": self.asked.get("value", 0), "slot": self.asked.get("slot", 0)}
        if self.kind == "diesel_value":
            named["what"] = Message(f"kraftwagen.what.{self.asked_name('what')}")
        said = text(self.plain(f"ask.{self.kind}", piece=PLACE, **named))
        before, _, after = (tag("span", each.strip()) if each.strip() else "" for each in said.partition(PLACE))
        return tag("span", before, pieces, after, cls="kw-ask")

    def pieces(self) -> str:
        """The pieces that a question is about."""
        kind, asked = self.kind, self.asked
        seat = self.view["seat"]
        if kind == "pick_tile":
            return self.piece(self.worker(seat, 0, 0, 48))
        if kind == "pick_start_tile":
            return ""  # each is different: those on offer are lit
        if kind == "pick_action":
            left = asked["actions"]
            names = [each.key.rpartition(".")[2] for each in left] if isinstance(left, tuple) else []
            return "".join(self.action_piece(name) for name in names)
        if kind in ("take_card", "activate"):
            return self.piece(icon("research", 2, 2, 44))
        if kind in ("place_body", "place_engine"):
            return self.piece(part_tile(kind.removeprefix("place_"), asked["value"], 0, 0, 48))
        if kind == "pick_part":
            return self.piece(part_tile("body", "", 0, 0, 48)) + self.piece(part_tile("engine", "", 0, 0, 48))
        if kind in ("pick_buyer", "benz_buyer", "daimler_buyer"):
            return self.piece(paint("black", part("buyer", 0, 0, 48, 48)))
        if kind.startswith("daimler"):
            return self.piece(paint("black", part("engineer", 0, 0, 48, 48)))
        return self.car_pieces()

    def action_piece(self, name: str) -> str:
        """An action as its tile; those of start tiles without it, so that their figure can be read."""
        if name in ICONS:
            return self.piece(action_tile(self.parts, (name,), 0, 0, 48))
        return self.piece(action_sign(self.parts, name, 2, 2, 44))

    def car_pieces(self) -> str:
        """A car, or what of it is known: body, engine, price."""
        asked = self.asked
        drawn = ""
        if self.kind.startswith("car_"):
            for kind in ("body", "engine"):
                if kind in asked:
                    drawn += self.piece(part_tile(kind, asked[kind], 0, 0, 48))
        if "price" in asked:
            drawn += self.piece(tag("g", roundel(asked["price"], 24, 24, 20), cls=self.price_class()))
        if drawn:
            return drawn
        car = paint(self.paint_of(self.view["seat"]), part("tourer", 0, 0, 96, 48))
        return tag("svg", car, cls="piece s36 wide", viewBox="0 0 96 48", aria_hidden="true")

    def piece(self, drawn: str) -> str:
        """A piece in a line of words."""
        return tag("svg", drawn, cls="piece s36", viewBox="0 0 48 48", aria_hidden="true")

    # --- the bar

    def phase(self, screen: str) -> list[str]:
        """Round and phase; then the turn and how far the round is from its end."""
        view = self.view
        if screen == "phone" and view["round"]:
            if view["players"] < MANY:
                return [self.round_sign()]
            return [
                line
                for line in (self.say("board.round", n=view["round"]), self.say(f"phase.{view['phase']}"), self.distance())
                if line
            ]
        rounds = ""
        for number in range(1, len(self.parts.rounds) + 1):
            now = number == view["round"]
            colour = PRICE_CLASSES.get(view["price_colour"] or "", "")
            rounds += tag(
                "span", str(number), cls=f"kw-rd kw-on {colour}" if now else "kw-rd", aria_hidden=None if now else "true"
            )
        lines = [(rounds if view["round"] else "") + self.say(f"phase.{view['phase']}")]
        if view["turn"] and screen != "phone":
            lines.append(f"{self.say('terminal.turn', turn=view['turn'])} · {self.distance()}" if self.distance() else "")
        return [line for line in lines if line]

    def round_sign(self) -> str:
        """The round alone, in its colour, where there is room for no more."""
        phase = self.plain(f"phase.{self.view['phase']}")
        label = f"{self.plain('board.round', n=self.view['round'])}, {phase}"
        return tag("span", str(self.view["round"]), cls=f"kw-rd kw-on {self.price_class()}", role="img", aria_label=label)

    def distance(self) -> str:
        """How many cars or Buyer actions the round has left, as markup."""
        view = self.view
        if view["phase"] != "actions":
            return ""
        cars = view["capacity"] - len(view["market"])
        buyers = max(0, view["slots"] - len(view["buyers"])) + view["pawn"]
        if not cars or not view["pawn"]:
            return tag("span", self.say("terminal.last_turn"), cls="kw-last-turn")
        return self.say("board.distance", cars=cars, buyers=buyers)

    def distance_words(self, x: float, y: float) -> str:
        """The same as a line on the drawing."""
        view = self.view
        cars = view["capacity"] - len(view["market"])
        buyers = max(0, view["slots"] - len(view["buyers"])) + view["pawn"]
        if view["phase"] != "actions":
            return words(self.say(f"phase.{view['phase']}"), x, y, 15, "bold kw-mid on-stage")
        if not cars or not view["pawn"]:
            return words(self.say("terminal.last_turn"), x, y, 15, "bold kw-mid on-stage")
        return words(self.say("board.distance", cars=cars, buyers=buyers), x, y, 15, "bold kw-mid on-stage")

    def badge(self, player: Mapping[str, Any], screen: str) -> str:
        """Money as far as it may be seen, and the points of awards; on a phone one of them."""
        points = sum(award["points"] for award in self.view["awards"] if award["seat"] == player["seat"])
        money, awards = self.money_badge(player), self.mini("points", points, "board.awards", first=False)
        if screen == "phone":
            return money if player["money"] is not None else self.mini("points", points, "board.awards", first=True)
        return money + awards

    def money_badge(self, player: Mapping[str, Any]) -> str:
        """A coin with the sum, or the closed purse."""
        if player["money"] is None:
            return self.mini("purse", "", "terminal.purse", first=True)
        return self.mini("coin", player["money"], "terminal.money", first=True)

    def mini(self, name: str, value: object, key: str, first: bool) -> str:
        """A small piece with a number."""
        drawn = tag(
            "svg", part(name, 0, 0, 48, 48), cls="kw-coin20", viewBox="0 0 48 48", role="img", aria_label=self.plain(key)
        )
        return tag("span", drawn, text(value), cls="kw-mini kw-first" if first else "kw-mini")
