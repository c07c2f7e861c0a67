"""The question of Automania with its pieces drawn in it, the sum behind a car's popularity, and what the bar shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import tag, text
from officina.games.automania import board_parts as draw
from officina.games.automania.board_parts import Table
from officina.games.automania.components import COLOURS, MARKETS, STATION_CODES, TYPES
from officina.games.automania.nouns import say
from officina.looks import number, part

FIRST_PIECE: Final = 0xE000
"""Pieces are letters of nobody's alphabet until the sentence is markup."""
MOST_WORKERS: Final = 3
TILE: Final = 44
"""Pixels of a tile in the question; it is drawn at its own size, so that its figures are as large as on the table."""


class Ask:
    """The question of the moment, as markup; empty where its plain words say it all."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pieces: list[str] = []

    def draw(self) -> str:
        """The sentence of this kind of question."""
        drawing = getattr(self, f"ask_{self.table.kind}", None)
        if drawing is None or self.table.view["seat"] is None:
            return ""
        return str(drawing())

    def sentence(self, key: str, **args: Any) -> str:
        """A sentence with its pieces put in."""
        found = text(self.table.plain(f"ask.{key}", **args))
        for place, piece in enumerate(self.pieces):
            found = found.replace(chr(FIRST_PIECE + place), piece)
        return found

    def piece(self, markup: str) -> str:
        """The letter that stands for a piece."""
        self.pieces.append(markup)
        return chr(FIRST_PIECE + len(self.pieces) - 1)

    @property
    def me(self) -> Mapping[str, Any]:
        """Whoever is asked."""
        return self.table.player(self.table.view["seat"])

    # --- pieces

    def money(self, amount: int) -> str:
        """A coin with its amount."""
        label = self.table.plain("reward.money", money=amount)
        return self.piece(svg(draw.coin(amount, 0, 0, 48), label, "s36"))

    def workers(self, count: int, neutral: int) -> str:
        """Some workers; many are one with a number."""
        label = self.table.plain("board.free", n=count)
        seat = self.table.view["seat"]
        shown = count if count <= MOST_WORKERS else 1
        bodies = [
            svg(draw.worker(seat, 0, 0, 48, copy >= count - neutral), "" if copy else label, "s36") for copy in range(shown)
        ]
        number_ = f"{count} × " if shown < count else ""
        return self.piece(number_ + tag("span", *bodies, cls="am-crowd"))

    def car(self, kind: str, seat: int | None = None) -> str:
        """A car."""
        owner = self.table.view["seat"] if seat is None else seat
        label = self.table.plain(f"type.{kind}")
        return self.piece(svg(draw.car_body(owner, kind, 0, 0, 96), label, "wide s36", "0 0 96 48"))

    def total(self) -> str:
        """The popularity of the car that is being made, and the sum behind it."""
        table = self.table
        total, terms = popularity_sum(table)
        stars = tag("b", svg(part("star", 4, 4, 40, 40), table.plain("stars", n=total), "s20"), str(total), cls="am-total")
        return self.piece(stars + tag("small", text(f"= {' + '.join(terms)}"), cls="am-sum"))

    # --- questions

    def ask_turn(self) -> str:
        """A turn: with what."""
        me = self.me
        if not me["workers"]:
            return self.sentence("turn_none", money=self.money(me["money"]))
        return self.sentence("turn", workers=self.workers(me["workers"], me["neutral"]), money=self.money(me["money"]))

    def ask_place_tile(self) -> str:
        """A tile that was taken."""
        face = self.table.view["tile_in_hand"]
        held = self.piece(svg(draw.face(face, 0, 0, TILE), self.table.tile_name(face), f"s{TILE}", f"0 0 {TILE} {TILE}"))
        return self.sentence("place_tile", tile=held, money=self.money(self.me["money"]))

    def ask_car_type(self) -> str:
        """The corner."""
        return self.sentence("car_type", money=self.money(self.me["money"]))

    def ask_market(self) -> str:
        """A car to be paid."""
        kind = self.table.view["production"]["type"]
        cost = self.table.parts.cost[TYPES.index(kind)]
        return self.sentence("market", car=self.car(kind), cost=self.money(cost))

    def ask_car_tile(self) -> str:
        """A usual car or the electric one."""
        kind = self.table.view["production"]["type"]
        bonus = self.table.parts.electric_popularity
        return self.sentence("car_tile", car=self.car(kind), electric=self.car("electric"), n=bonus)

    def ask_marketing(self) -> str:
        """How much more popular."""
        return self.produced("marketing", workers=self.workers(1, 0))

    def ask_play_contract(self) -> str:
        """A contract for the car."""
        return self.produced("play_contract")

    def ask_place_car(self) -> str:
        """A place on a ship."""
        return self.produced("place_car")

    def produced(self, key: str, **args: Any) -> str:
        """A question about the car that is being made."""
        made = self.table.view["production"]
        car = self.car(made["car"] or made["type"])
        return self.sentence(key, car=car, sum=self.total(), **args)

    def ask_sell(self) -> str:
        """A car on a ship."""
        sale = self.table.view["selling"]
        limit, sold = self.me["limit"], self.me["sold"]
        left = say("sales_unlimited") if limit is None else say("sales_left", n=limit - sold, limit=limit)
        car = self.car(sale["car"], sale["seat"])
        return self.sentence("sell", car=car, left=left)


def svg(markup: str, label: str, size: str, box: str = "0 0 48 48") -> str:
    """A piece between words."""
    named = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return tag("svg", markup, cls=f"piece {size}", viewBox=box, **named)


def popularity_sum(table: Table) -> tuple[int, list[str]]:
    """The popularity of the car that is being made, as far as it is decided, and its terms in words."""
    made, seat = table.view["production"], table.view["to_act"][0]
    player = table.player(seat)
    type_ = made["type"]
    base: int = player["popularity"][type_][MARKETS.index(made["market"])]
    line = player["lines"][type_]
    machines = [tile for code, tile in zip(STATION_CODES, player["stations"], strict=True) if code in line]
    found = {
        "printed": player["printed_stars"][TYPES.index(type_)],
        "machines": stars(machines),
        "managers": stars([tile for tile in player["managers"] if tile is not None and tile["kind"] == "researcher"]),
        "styles": stars(player["styles"][type_]),
    }
    found = {"demand": base - sum(found.values()), **found}
    if made["car"] == "electric":
        found["electric"] = table.parts.electric_popularity
    total = sum(found.values()) if made["popularity"] is None else made["popularity"]
    found["marketing"] = total - sum(found.values())
    return total, [table.plain(f"board.sum.{name}", n=n) for name, n in found.items() if n]


def stars(tiles: list[Mapping[str, Any] | None]) -> int:
    """The stars on some tiles."""
    return sum(tile["stars"] for tile in tiles if tile is not None)


# --- the bar


def phase(table: Table, phone: bool) -> list[str]:
    """Round and phase; in short on a phone, where four plates leave little room."""
    view = table.view
    if phone:
        short = table.say("board.short.round", round=view["round"], rounds=view["rounds"])
        return [short, table.say(f"board.short.{view['phase']}")]
    return [table.say("terminal.round", round=view["round"], rounds=view["rounds"]), table.say(f"phase.{view['phase']}")]


def badges(table: Table, phone: bool) -> list[str]:
    """Points of each player; on a desk also the place in the turn order, free workers and, where it is open, money."""
    found = []
    for player in table.view["seats"]:
        points = tag("span", str(player["vp"]), cls="score", title=table.plain("reward.vp", vp=player["vp"]))
        if phone:
            found.append(points)
            continue
        place = table.view["order"].index(player["seat"]) + 1
        order = tag("span", f"{place}.", cls="am-order", title=table.plain("board.order", n=place))
        free = tag(
            "span",
            tag("svg", part("i-worker", 0, 0, 48, 48), cls="am-small", viewBox="0 0 48 48", aria_hidden="true"),
            str(player["workers"]),
            cls="am-mini am-free",
            title=table.plain("board.free", n=player["workers"]),
        )
        money = ""
        if player["money"] is not None:
            label = table.plain("reward.money", money=player["money"])
            body = svg(part("coin", 0, 0, 48, 48) + number("$", 24, 33, 27, "brassy"), "", "am-coin")
            money = tag("span", body, str(player["money"]), cls="am-mini", title=label)
        found.append(order + points + free + money)
    return found


def seats(players: int) -> list[tuple[str, str]]:
    """Paint and shape of each seat."""
    return [(colour, draw.SHAPES[colour]) for colour in COLOURS[:players]]
