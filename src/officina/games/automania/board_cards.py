"""Sales offices, contracts on display, one's own hand and the fulfilled contracts of Automania."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import tag
from officina.games.automania import board_parts as draw
from officina.games.automania.board_parts import Table, figure, rect
from officina.games.automania.nouns import say
from officina.looks import paint, part, spot, words

OFFICE_WIDTHS: Final = (70, 122, 72, 74)
OFFICE_HEIGHT: Final = 116
OFFICE_TILE: Final = 55
CARD: Final = (84.5, 146.0)
ACROSS: Final = 4
"""So many contracts lie beside each other on a phone."""
SPREAD_ROWS: Final = 2
ROW: Final = 36
"""The least height of a contract in one's hand."""


def needs_of(card: Mapping[str, Any]) -> list[str]:
    """The icons of what a contract asks for besides the car."""
    icons = [draw.icon_of(kind) for kind in (*card["features"], *card["styles"])]
    return icons + ["i-any-style"] * card["styles_any"]


def contract_words(table: Table, card: Mapping[str, Any]) -> str:
    """A contract in plain words."""
    needs = [table.plain(f"type.{card['type']}")]
    needs += [table.plain(f"feature.{feature}") for feature in card["features"]]
    needs += [table.plain(f"style.{style}") for style in card["styles"]]
    if card["styles_any"]:
        needs.append(table.plain("styles_any", n=card["styles_any"]))
    needs.append(table.plain("popularity_least", n=card["popularity"]))
    return table.plain("board.contract", needs=", ".join(needs), medals=say("medals", n=card["medals"]))


def contract(table: Table, id: str, card: Mapping[str, Any], lights: Mapping[str, str | None], box: draw.Box) -> str:
    """A contract card: the car, what it must have, how popular it must be, its medals. Low ones are set in two lines."""
    x, y, width, height = box
    body = draw.card(x, y, width, height, 6) + (tall(card, box) if height >= 84 else low(card, box))
    label = contract_words(table, card)
    code = card["code"]
    return spot(lights, label, box, body, radius=7, thing="contract", id=f"{id}-{code}", data_flip=f"card-{code}")


def tall(card: Mapping[str, Any], box: draw.Box) -> str:
    """The face of a card that has room."""
    x, y, width, height = box
    wide = min(72, width - 8, (height - 70) * 2 if height < 110 else 72)
    head = wide / 2 + 4
    found = [
        rect("am-head", x + 3.5, y + 3.5, width - 7, head, 4),
        draw.printed_car(card["type"], x + (width - wide) / 2, y + 6, wide),
    ]
    icons = needs_of(card)
    foot = y + height - 12
    size = 30 if len(icons) < 2 else 28
    room = (y + head + foot - 20) / 2 + 2
    left = x + (width - len(icons) * (size + 6) + 6) / 2
    found += [draw.icon(name, left + place * (size + 6), room - size / 2, size) for place, name in enumerate(icons)]
    found += [draw.star(x + 4, foot - 16, 18), words(str(card["popularity"]), x + 23, foot, 19, "sign")]
    found.append(draw.medal(card["medals"], x + width - 36, foot - 26, 35))
    return "".join(found)


def low(card: Mapping[str, Any], box: draw.Box) -> str:
    """The face of a card that lies among many."""
    x, y, width, height = box
    line = min(height / 2, 26)
    top = y + (height - 2 * line) / 2
    size = line - 1
    icons = needs_of(card)
    wide = size * (2 if len(icons) < 2 else 1.6)
    found = [draw.printed_car(card["type"], x + 3, top + 1 + (size - wide / 2) / 2, wide)]
    step = min(size + 2, (width - wide - 9) / max(1, len(icons)))
    found += [draw.icon(name, x + 5 + wide + place * step, top + 1, min(size, step)) for place, name in enumerate(icons)]
    base = top + line + line * 0.74
    bright, silver = min(size - 2, 17.0), min(size, 22.0)
    found += [draw.star(x + 4, base - bright * 0.85, bright), words(str(card["popularity"]), x + 6 + bright, base, 16, "sign")]
    left = x + width * 0.54
    found += [
        part("medal", left, base - silver * 0.85, silver, silver),
        words(str(card["medals"]), left + silver + 1, base, 16, "sign"),
    ]
    return "".join(found)


class Offices:
    """The four sales offices in a row."""

    def __init__(self, table: Table, widths: tuple[float, ...] = OFFICE_WIDTHS) -> None:
        self.table = table
        self.widths = widths

    def draw(self) -> str:
        """Limit, bonus and disc of each."""
        found, x = [], 0.0
        for office, width in zip(self.table.view["offices"], self.widths, strict=True):
            found.append(self.office(office, x, width))
            x += width + 6
        return "".join(found)

    def office(self, office: Mapping[str, Any], x: float, width: float) -> str:
        """One office."""
        table = self.table
        number, limit, seat = office["number"], office["limit"], office["seat"]
        tiles = number == table.parts.tile_office + 1
        body = [
            draw.card(x, 0, width, OFFICE_HEIGHT),
            rect("bplate", x + 5, 8, 24, 24, 4),
            figure(number, x + 17, 26, 17, "am-stamped"),
        ]
        body.append(tag("circle", cls="hole", cx=f"{x + 50:g}", cy="22", r="17.2"))
        if seat is not None:
            body.append(tag("g", draw.seat_mark(seat, x + 37, 9, 26), id=f"am-disc-{seat}", data_flip=f"disc-{seat}"))
        left, top = (x + 70, 5.0) if tiles else (x + 8, 42.0)
        if limit is None:
            body.append(draw.icon("i-inf", left - 2, top + 3, 26))
        else:
            body.append(figure(limit, left + 9, top + 22, 19))
        body.append(draw.icon("i-cars", left + (16 if limit is not None else 25), top, 32))
        body.append(self.bonus(number, x, width))
        cars = table.plain("office_limit", n=limit) if limit is not None else table.plain("office_no_limit")
        label = table.plain("board.office", number=number, cars=cars)
        lights = table.on("office", str(number))
        found = spot(
            lights, label, (x - 1, -1, width + 2, OFFICE_HEIGHT + 2), *body, thing="sales_office", id=f"am-sales-{number}"
        )
        return found + (self.tiles(x) if tiles else "")

    def bonus(self, number: int, x: float, width: float) -> str:
        """What is printed at the foot of an office."""
        table = self.table
        if number == table.parts.tile_office + 1:
            return rect("am-bed", x + 5, 56, OFFICE_TILE, OFFICE_TILE, 7) + rect(
                "am-bed", x + width - 60, 56, OFFICE_TILE, OFFICE_TILE, 7
            )
        if number == table.parts.contract_office + 1:
            return draw.icon("i-plus", x + 10, 88, 16) + draw.icon("i-contract", x + 28, 81, 30)
        key = "board.first" if number == 1 else "board.last"
        return draw.plate(table.say(key), x + (width - 54) / 2, 84, 54, 22)

    def tiles(self, x: float) -> str:
        """The tiles below an office."""
        table = self.table
        found = []
        for place, face in enumerate(table.view["office_tiles"]):
            if face is not None:
                left = x + 5 + place * (OFFICE_TILE + 2)
                tile = draw.tile("am-below", face, left, 57, OFFICE_TILE)
                lights = table.on("office_tile", str(place + 1))
                found.append(
                    spot(
                        lights,
                        table.tile_name(face),
                        (left, 56, OFFICE_TILE, OFFICE_TILE),
                        tile,
                        thing="office_tile",
                        id=f"am-below-{place + 1}",
                    )
                )
        return "".join(found)


class Contracts:
    """The contracts on display and the deck; one's own hand; what has been fulfilled."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def display(self, card: tuple[float, float] = CARD, gap: float = 6) -> str:
        """Three cards and the deck."""
        table, (width, height) = self.table, card
        prefix = {"draw_contract": "display ", "office_contract": ""}.get(table.kind)
        found = []
        for place, shown in enumerate(table.view["display"]):
            lights = table.lights.on(prefix + shown["code"].lower()) if prefix is not None else {}
            found.append(contract(table, "am-shown", shown, lights, (place * (width + gap), 0, width, height)))
        return "".join(found) + self.deck(table.parts.display * (width + gap), width, height)

    def deck(self, x: float, width: float, height: float) -> str:
        """The deck, face down, and how many cards it has."""
        table, left = self.table, self.table.view["deck"]
        body = [rect("hole", x, 0, width, height, 6)]
        if left:
            body = [
                rect("am-back-card", x + 3 * step, 3 * step, width - 6, height - 6, 6)
                for step in range(min(left, 3) - 1, -1, -1)
            ]
            body += [rect("am-back-line", x + 5, 5, width - 16, height - 16, 4)]
        middle = x + width / 2 - (3 if left else 0)
        body.append(draw.icon("i-contract", middle - 16, height * 0.2, 32, "am-cream" if left else "inkc"))
        body += [rect("am-need", middle - 20, height * 0.46, 40, 25, 6), figure(left, middle, height * 0.46 + 18, 17)]
        label = table.plain("terminal.deck", n=left)
        return spot(
            table.on("draw_contract", "deck"), label, (x - 1, -1, width + 2, height + 2), *body, thing="deck", id="am-deck"
        )

    def hand(self, box: draw.Box, across: bool = False) -> str:
        """One's own contracts, one below the other or in two rows; if not all have room, first those that may be played."""
        table, (x, y, width, height) = self.table, box
        cards = list(table.view["hand"])
        lit = {card["code"]: table.on("play_contract", card["code"].lower()) for card in cards}
        most = 2 * ACROSS if across else int((height + 4) // (ROW + 4))
        if len(cards) > most:
            cards.sort(key=lambda card: not lit[card["code"]].get("data_choice"))
        shown, more = cards[:most], len(cards) - most
        found = []
        for place, card in enumerate(shown):
            if across:
                wide, high = (width + 6) / ACROSS - 6, (height - 6) / 2
                at_ = (x + place % ACROSS * (wide + 6), y + place // ACROSS * (high + 6), wide, high)
            else:
                high = min(126.0, (height - 4 * (len(shown) - 1)) / len(shown))
                at_ = (x, y + place * (high + 4), width, high)
            found.append(contract(table, "am-hand", card, lit[card["code"]], at_))
        if more > 0:
            found.append(draw.plate(f"+{more}", x + width - 30, y + height - 12, 30))
        return "".join(found)

    def rival_hand(self, count: int, box: draw.Box) -> str:
        """The backs of somebody's hand."""
        x, y, width, _ = box
        label = self.table.plain("board.hand", n=count)
        step = min(20.0, (width - 44) / max(count - 1, 1))
        backs = [part("card-back", x + place * step, y, 44, 58) for place in range(count)] or [
            rect("hole", x + 2, y + 2, 38, 52, 5)
        ]
        return spot(
            {},
            label,
            (x, y, width, 58),
            paint("teal", *backs),
            figure(count, x + 58 + (count - 1) * step, y + 36, 17) if count < 3 else "",
            thing="contract",
        )

    def done(self, id: str, played: list[Mapping[str, Any]], width: float) -> str:
        """The backs of fulfilled contracts and the sum of their medals."""
        count = len(played)
        label = self.table.plain("board.done", n=count)
        step = min(20.0, (width - 76) / max(count - 1, 1))
        backs = [part("card-back", place * step, 0, 36, 48) for place in range(count)] or [rect("hole", 1, 1, 33, 44, 5)]
        found = paint("teal", *backs)
        total = sum(card["medals"] for card in played)
        found += draw.medal(total, width - 38, 8, 38) if count else figure(0, width - 22, 30, 17)
        return spot({}, label, (0, 0, width, 48), found, thing="contract_done", id=id)

    def spread(self, id: str, played: list[Mapping[str, Any]], most: int, card: tuple[float, float] = CARD) -> str:
        """Fulfilled contracts, face up, in rows; what is more than the rows of a sheet lies closer."""
        width, height = card
        found = []
        columns = max(most, -(-len(played) // SPREAD_ROWS))
        step = (width + 8) * most / columns
        for place, face in enumerate(played):
            row, column = divmod(place, columns)
            found.append(contract(self.table, id, face, {}, (column * step, row * (height + 8), width, height)))
        return "".join(found)


def heading(words_: str, x: float, y: float) -> str:
    """A small heading on paper."""
    return words(words_, x, y, 13, "bold soft am-caps")
