"""The table of Automania in the browser: the grid between its two markets, offices, contracts, and a factory a player.

Only the view is drawn. What may be chosen now is lit where it lies; the same word may light several things.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from officina.core.drawing import Board, Scene, classes, tag, text
from officina.core.position import Question
from officina.games.automania import board_parts as draw_parts
from officina.games.automania.board_factory import factory
from officina.games.automania.board_grid import grid
from officina.games.automania.board_market import market, production_sum
from officina.games.automania.components import COLOURS, FACTORIES, TYPES, Parts
from officina.games.automania.nouns import say


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> Board:
    """The whole table as the view's seat sees it."""
    drawing = BoardDrawing(parts, view, question, language)
    regions = {
        "head": drawing.head(),
        "na": drawing.market(0),
        "grid": tag("div", drawing.grid(), drawing.offices(), cls="am-middle"),
        "eu": drawing.market(1),
        "cards": drawing.cards(),
        "own": drawing.own_factory(),
        "others": drawing.other_factories(),
    }
    return Board(draw_parts.symbols(), regions, draw_parts.style(parts))


class BoardDrawing(Scene):
    """One drawing: a view and its question, in a language, with the figures of a box."""

    parts: Parts

    def __init__(self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        super().__init__(parts, view, question, language)
        self.lit = dict(zip(self.lights.words, self.lights.notations, strict=True))

    def light(self, *words: str) -> str | None:
        """The choices that a thing stands for, of those answers that are allowed."""
        return "|".join(self.lit[word] for word in words if word in self.lit) or None

    def name(self, seat: int) -> str:
        """What a player is called."""
        return self.called(seat, f"colour.{COLOURS[seat]}")

    # --- head: round, what happens now, players in turn order

    def head(self) -> str:
        """Round and phase, the piles, the decision of the moment, and a card a player."""
        view = self.view
        rounds = [tag("i", str(number), cls=classes("am-round", number == view["round"] and "on"))
                  for number in range(1, view["rounds"] + 1)]  # fmt: skip
        title = self.say("terminal.round", round=view["round"], rounds=view["rounds"])
        line = tag(
            "div",
            tag("strong", f"{title}: {self.say('phase.' + view['phase'])}"),
            tag("span", *rounds, cls="am-rounds", aria_hidden="true"),
            tag("span", self.say("board.piles", a=view["pile_a"], b=view["pile_b"]), cls="am-muted"),
            tag("span", self.say("terminal.neutral", n=view["neutral_supply"]), cls="am-muted"),
            cls="am-line",
        )
        players = [self.player(place, view["seats"][seat]) for place, seat in enumerate(view["order"], 1)]
        return line + tag("div", *players, cls="am-players") + self.now() + self.pick()

    def now(self) -> str:
        """Who decides what, and the tile or car it is about."""
        view = self.view
        if not view["to_act"]:
            return ""
        seat = view["to_act"][0]
        who = tag("b", self.name(seat))
        parts = [draw_parts.disc(seat, self.language), tag("span", who, " ", self.say(f"terminal.deciding.{view['deciding']}"))]
        if view["tile_in_hand"]:
            parts.append(draw_parts.tile("held", view["tile_in_hand"], None, self.language))
            choice = self.light("discard")
            if choice:
                words = draw_parts.icon("bin") + self.say("option.discard")
                parts.append(tag("span", words, id="am-bin", cls="am-bin lit", data_choice=choice))
        if view["production"]:
            parts.append(production_sum(self.parts, view, view["production"], seat, self.language))
        if view["selling"]:
            parts.append(self.selling(view["selling"]))
        return tag("div", *parts, cls="am-now")

    def selling(self, sale: Mapping[str, Any]) -> str:
        """The car that may be sold now, and how many sales its owner has left."""
        player = self.view["seats"][sale["seat"]]
        car = draw_parts.car("am-selling", sale["seat"], sale["car"], self.language)
        where = self.say("board.on_ship", market=say(f"market.{sale['market']}"), space=sale["space"])
        left = self.say("sales_unlimited")
        if player["limit"] is not None:
            left = self.say("sales_left", n=player["limit"] - player["sold"], limit=player["limit"])
        return tag("span", car, f" {where} ({left})", cls="am-made")

    def player(self, place: int, player: Mapping[str, Any]) -> str:
        """One player in the turn order: points, money, workers, cards, office."""
        seat = player["seat"]
        mine = seat == self.view["seat"]
        choice = self.light("pass") if mine and self.kind == "turn" else None
        disc = draw_parts.disc(seat, self.language)
        you = tag("small", f" ({self.say('board.you')})") if mine else ""
        points = tag("span", self.say("reward.vp", vp=player["vp"]), cls="am-vp")
        if player["medals"]:
            points += draw_parts.silver(player["medals"], self.language)
        head = tag("div", tag("span", f"{place}.", cls="am-place"), disc, tag("b", self.name(seat), you), points, cls="am-who")
        return tag(
            "div",
            head,
            self.purse(player),
            self.workers(player, choice),
            id=f"am-player-{seat}",
            cls=classes("am-player", f"am-p{seat}", mine and "mine", seat in self.view["to_act"] and "acting"),
        )

    def purse(self, player: Mapping[str, Any]) -> str:
        """Money, cards and sales of a player."""
        language = self.language
        money = player["money"]
        shown = "? $" if money is None else self.say("reward.money", money=money)
        why = draw_parts.plain("board.money" if money is not None else "board.hidden", language)
        hand, done = player["hand_size"], len(player["played"])
        found = [
            tag("span", shown, cls="am-money", title=why),
            tag("span", draw_parts.icon("contract"), str(hand), title=draw_parts.counted("board.hand", hand, language)),
            tag("span", f"✓ {done}", title=draw_parts.counted("board.done", done, language)),
        ]
        if player["office"] is not None:
            limit = "∞" if player["limit"] is None else player["limit"]
            found.append(tag("span", self.say("board.sales", office=player["office"], sold=player["sold"], limit=limit)))
        elif player["passed"]:
            found.append(tag("span", self.say("terminal.passing")))
        return tag("div", *found, cls="am-purse")

    def workers(self, player: Mapping[str, Any], choice: str | None) -> str:
        """The free workers of a player; beside one's own, the way to pass, which sends them away."""
        seat, free = player["seat"], player["workers"]
        crowd = draw_parts.crowd(f"am-free-{seat}", seat, free, player["neutral"], self.language)
        words = draw_parts.counted("board.free", free, self.language)
        found = tag("span", crowd or text(words), cls="am-crowd", title=words)
        if choice:
            found += tag("span", self.say("option.pass"), " →", id="am-pass", cls="am-pass lit", data_choice=choice)
        return tag("div", found, cls="am-hands")

    # --- the grid and what lies under it

    def grid(self) -> str:
        """The grid of tiles with its action spaces; sponsor and marketing under it."""
        first = ("sponsor", "space") if self.kind != "take_tile" else ""
        found = {words: notation for words, notation in self.lit.items() if words.startswith(first)}
        if self.kind == "marketing":
            found = {f"marketing {words}": notation for words, notation in self.lit.items()}
        return grid(self.parts, self.view, found, self.language)

    def offices(self) -> str:
        """The sales offices: limit, bonus, and the disc of whoever took it."""
        return tag(
            "div",
            tag("h3", self.say("terminal.offices")),
            tag("div", *(self.office(office) for office in self.view["offices"]), cls="am-sales-offices"),
        )

    def office(self, office: Mapping[str, Any]) -> str:
        """One sales office."""
        number = office["number"]
        choice = self.light(str(number)) if self.kind == "office" else None
        limit = self.say("board.limit", n=office["limit"]) if office["limit"] else self.say("terminal.no_limit")
        bonus = ""
        if number == self.parts.tile_office + 1:
            bonus = tag("div", *(self.office_tile(place) for place in range(len(self.view["office_tiles"]))), cls="am-extra")
        elif number == self.parts.contract_office + 1:
            bonus = tag("div", draw_parts.icon("contract"), self.say("terminal.bonus_contract"), cls="am-extra am-plus")
        disc = tag("i", cls="am-nobody")
        if office["seat"] is not None:
            disc = draw_parts.disc(office["seat"], self.language)
        return tag(
            "div",
            tag("div", tag("b", str(number)), disc, tag("span", limit), cls="am-office-head"),
            bonus,
            id=f"am-sales-{number}",
            data_choice=choice,
            cls=classes("am-office", choice and "lit"),
        )

    def office_tile(self, place: int) -> str:
        """A tile under a sales office."""
        face = self.view["office_tiles"][place]
        if face is None:
            return tag("i", cls="am-gap")
        choice = self.light(str(place + 1)) if self.kind == "office_tile" else None
        return draw_parts.tile(f"below-{place + 1}", face, choice, self.language)

    # --- markets, cards, factories

    def market(self, index: int) -> str:
        """A market with its ships, demand and sale spaces."""
        lit = self.lit if self.kind in ("turn", "market", "place_car", "sell", "demand_side") else {}
        return market(self.parts, self.view, index, lit, self.language)

    def cards(self) -> str:
        """The contracts on display and the deck; one's own hand."""
        view = self.view
        prefix = {"draw_contract": "display ", "office_contract": ""}.get(self.kind)
        shown = []
        for card in view["display"]:
            choice = self.light(prefix + card["code"].lower()) if prefix is not None else None
            shown.append(draw_parts.contract("shown", card, choice, self.language))
        choice = self.light("deck") if self.kind == "draw_contract" else None
        words = tag("span", self.say("terminal.deck", n=view["deck"]))
        shown.append(tag("div", draw_parts.icon("contract"), words, id="am-deck", data_choice=choice,
                         cls=classes("am-card", "am-deck", choice and "lit")))  # fmt: skip
        display = tag("section", tag("h3", self.say("terminal.display")), tag("div", *shown, cls="am-cards am-display"))
        if view["seat"] is None:
            return tag("div", display, cls="am-table-cards")
        mine = []
        for card in view["hand"]:
            choice = self.light(card["code"].lower()) if self.kind == "play_contract" else None
            mine.append(draw_parts.contract("hand", card, choice, self.language))
        hand = tag("section", tag("h3", self.say("terminal.hand")), tag("div", *mine, cls="am-cards"), cls="am-hand")
        return tag("div", display, hand, cls="am-table-cards")

    def factory(self, player: Mapping[str, Any]) -> str:
        """One player's factory."""
        seat = player["seat"]
        asked = seat == self.view["seat"] and self.kind in ("place_tile", "car_type", "car_tile")
        made = self.view["production"]["type"] if self.kind == "car_tile" else ""
        return factory(self.parts, self.view, seat, self.lit if asked else {}, made, self.name(seat), self.language)

    def own_factory(self) -> str:
        """The own factory, if one plays."""
        seat = self.view["seat"]
        return "" if seat is None else self.factory(self.view["seats"][seat])

    def other_factories(self) -> str:
        """The factories of the others."""
        others = [player for player in self.view["seats"] if player["seat"] != self.view["seat"]]
        return tag("div", *(self.factory(player) for player in others), cls="am-others")

    def pick(self) -> str:
        """The factories that may be chosen before the game."""
        if self.kind != "factory":
            return ""
        cards = []
        for code in FACTORIES[1:]:
            choice = self.light(code)
            if choice:
                words = tag("b", self.say(f"factory.{code}")) + tag("p", self.say(f"power.{code}"))
                cars = "".join(draw_parts.outline(type_) for type_ in TYPES)
                cards.append(tag("div", words, cars, id=f"am-pick-{code}", cls="am-panel lit", data_choice=choice))
        return tag("div", *cards, cls="am-pick")
