"""The table of Automania in the browser: the grid between its two markets, offices, contracts, and a factory a player.

Only the view is drawn. What may be chosen now is lit where it lies; the same word may light several things.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import Board, Lights, classes, tag, text
from officina.core.position import Question
from officina.core.text import Message, render
from officina.games.automania import board_parts as draw_parts
from officina.games.automania.board_factory import FactoryDrawing
from officina.games.automania.board_market import MarketDrawing, production_sum
from officina.games.automania.components import COLOURS, CORNER, FACTORIES, TYPES, Parts

GRID: Final = 4
MOST_SINGLE_WORKERS: Final = 8
"""More workers than this in one place are one worker with a count."""


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> Board:
    """The whole table as the view's seat sees it."""
    drawing = BoardDrawing(parts, view, question, language)
    regions = {
        "head": drawing.head(),
        "pick": drawing.pick(),
        "na": drawing.market(0),
        "grid": drawing.grid(),
        "offices": drawing.offices(),
        "eu": drawing.market(1),
        "cards": drawing.cards(),
        "own": drawing.own_factory(),
        "others": drawing.other_factories(),
    }
    return Board(draw_parts.symbols(), regions, draw_parts.style(parts))


class BoardDrawing:
    """One drawing: a view and its question, in a language, with the figures of a box."""

    def __init__(self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> None:
        self.parts = parts
        self.view = view
        self.language = language
        self.lights = Lights(question)
        self.kind = self.lights.kind
        self.offered = set(self.lights.words)
        self.sponsor = [words for words in self.lights.words if words.startswith("sponsor ")]

    def say(self, key: str, **args: Any) -> str:
        """A sentence of this game, as markup."""
        if not args:
            return draw_parts.fixed(key, self.language)
        return text(render(Message(f"{draw_parts.GAME}.{key}", **args), self.language))

    def light(self, *words: str) -> str | None:
        """The choices that a thing stands for, of those answers that are allowed."""
        found = [word for word in words if word in self.offered]
        return self.lights.on(*found)["data_choice"] if found else None

    def name(self, seat: int) -> str:
        """What a player is called."""
        names = self.view.get("names")
        return text(names[seat]) if names else self.say(f"colour.{COLOURS[seat]}")

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
        return line + tag("div", *players, cls="am-players") + self.now()

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
        where = self.say("board.on_ship", market=Message(f"{draw_parts.GAME}.market.{sale['market']}"), space=sale["space"])
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
        if choice:
            disc = tag("span", disc, self.say("option.pass"), id="am-pass", cls="am-pass lit", data_choice=choice)
        you = tag("small", f" ({self.say('board.you')})") if mine else ""
        points = tag("span", self.say("reward.vp", vp=player["vp"]), cls="am-vp")
        if player["medals"]:
            points += draw_parts.silver(player["medals"], self.language)
        head = tag("div", tag("span", f"{place}.", cls="am-place"), disc, tag("b", self.name(seat), you), points, cls="am-who")
        return tag(
            "div",
            head,
            self.purse(player),
            self.workers(player),
            id=f"am-player-{seat}",
            cls=classes(
                "am-player", f"am-p{seat}", mine and "mine", seat in self.view["to_act"] and "acting", player["passed"] and "gone"
            ),
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

    def workers(self, player: Mapping[str, Any]) -> str:
        """The free workers of a player."""
        seat, free = player["seat"], player["workers"]
        crowd = self.crowd(f"am-free-{seat}", seat, free, player["neutral"])
        return tag("div", crowd, cls="am-crowd", title=draw_parts.counted("board.free", free, self.language))

    def crowd(self, place: str, seat: int, workers: int, neutral: int = 0) -> str:
        """Workers in one place, the own ones first; many of them are one with a count."""
        own = workers - neutral
        groups = ((own, False), (neutral, True))
        found = []
        for count, grey in groups:
            shown = min(count, 1) if workers > MOST_SINGLE_WORKERS else count
            mark = "n" if grey else "w"
            found += [draw_parts.worker(f"{place}-{mark}{copy}", seat, grey, self.language) for copy in range(shown)]
            if count > shown:
                found.append(tag("b", f"×{count}"))
        return "".join(found)

    # --- the grid and what lies under it

    def grid(self) -> str:
        """The 4x4 grid with the action spaces above, beside and in the corner."""
        spaces = self.view["spaces"]
        lines: dict[int, list[str]] = {}
        for space in spaces:
            for cell in space["cells"]:
                lines.setdefault(cell, []).append(f"am-in-{space['code']}")
        found = [self.space(spaces[CORNER])]
        found += [self.space(space) for space in spaces[GRID : 2 * GRID]]
        for row in range(GRID):
            found.append(self.space(spaces[row]))
            for column in range(GRID):
                cell = row * GRID + column + 1
                found.append(self.cell(cell, lines.get(cell, [])))
        return tag("div", tag("h3", self.say("terminal.grid"), cls="unseen"), tag("div", *found, cls="am-grid"), self.crowds())

    def space(self, space: Mapping[str, Any]) -> str:
        """An action space: action and cost, who stands there, how many workers it takes now."""
        code, action = space["code"], space["action"]
        choice = self.light(f"space {code}") if self.kind == "turn" else None
        sign = draw_parts.icon("contract") if action == "contract" else draw_parts.outline(action)
        costs = [space["cost"]] if action != "any" else self.parts.cost
        price = tag("span", "/".join(str(cost) for cost in costs) + " $", cls="am-price") if space["cost"] else ""
        there = ""
        if space["seat"] is not None:
            there = self.crowd(f"am-on-{code}", space["seat"], space["workers"], space["neutral"])
        needs = draw_parts.counted("board.needs", space["needs"], self.language)
        return tag(
            "div",
            tag("div", tag("b", code.upper(), cls="am-code"), sign, cls="am-space-head"),
            tag("div", self.say(f"terminal.action.{action}"), " ", price, cls="am-do"),
            tag("div", there, tag("span", self.say("board.workers", n=space["needs"]), cls="am-needs", title=needs), cls="am-crowd"),
            id=f"am-space-{code}",
            data_choice=choice,
            cls=classes("am-space", choice and "lit"),
        )

    def cell(self, cell: int, lines: list[str]) -> str:
        """A cell of the grid: its tile, or its number alone."""
        face = self.view["grid"][cell - 1]
        choice = self.light(str(cell)) if self.kind == "take_tile" else None
        inner = draw_parts.tile(f"cell-{cell}", face, None, self.language) if face is not None else ""
        number = tag("span", str(cell), cls="am-number")
        return tag(
            "div", number, inner, id=f"am-cell-{cell}", data_choice=choice, cls=classes("am-cell", *lines, choice and "lit")
        )

    def crowds(self) -> str:
        """Sponsor and marketing with their crowds of workers."""
        marketing = [] if self.kind != "marketing" else list(self.lights.words)
        lit = {"sponsor": self.light(*self.sponsor), "marketing": self.light(*marketing)}
        found = []
        for key, choice in lit.items():
            there = []
            for player in self.view["seats"]:
                if player[key]:
                    worker = draw_parts.worker(f"am-{key}-{player['seat']}", player["seat"], False, self.language)
                    there.append(tag("span", worker, f"×{player[key]}", cls="am-many"))
            label = draw_parts.icon(key) + tag("b", self.say(f"board.{key}"))
            found.append(tag("div", label, *there, id=f"am-{key}", data_choice=choice, cls=classes("am-place-of", choice and "lit")))
        return tag("div", *found, cls="am-crowds")

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
            bonus = tag("div", *(self.office_tile(place) for place in range(len(self.view["office_tiles"]))), cls="am-bonus")
        elif number == self.parts.contract_office + 1:
            bonus = tag("div", draw_parts.icon("contract"), self.say("terminal.bonus_contract"), cls="am-bonus am-plus")
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
        return MarketDrawing(self.parts, self.view, index, self.light, self.kind, self.language).draw()

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
        display = tag("section", tag("h3", self.say("terminal.display")), tag("div", *shown, cls="am-cards"))
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
        drawing = FactoryDrawing(self.parts, self.view, player, self.light, self.kind, self.language)
        return drawing.draw(self.name(player["seat"]))

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
