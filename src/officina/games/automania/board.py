"""The table of Automania in the browser: the grid between its two markets, offices and contracts, and one's own factory.

This room only arranges; ``board_grid``, ``board_market``, ``board_cards``, ``board_factory``, ``board_rivals`` draw. Only the
view is drawn. What may be chosen now is lit where it lies; the same answer may light several things.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from officina.core.drawing import SIZES, Area, Board, Sheet, rule
from officina.core.position import Question
from officina.games.automania import board_ask as bar
from officina.games.automania import board_factory as halls
from officina.games.automania import board_grid as trays
from officina.games.automania import board_market as quays
from officina.games.automania.board_cards import CARD, SPREAD_ROWS, Contracts, Offices, heading
from officina.games.automania.board_factory import Factory
from officina.games.automania.board_grid import Crowds, Grid
from officina.games.automania.board_market import Market, Quay
from officina.games.automania.board_parts import Box, Table, at, card, own_workers
from officina.games.automania.board_pick import pick
from officina.games.automania.board_rivals import FULL, HALF, Compact, Rival
from officina.games.automania.components import FACTORIES, MARKETS, SPACE_CODES, Parts
from officina.looks import words

Size = tuple[float, float]
LOW_CARD: Final = (86.0, 50.0)
PLAIN_STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str, screen: str = "wide") -> Board:
    """The whole table as the view's seat sees it."""
    table = Table(parts, view, question, language)
    arrangement = {"wide": wide, "middle": middle, "phone": phone}[screen]
    sheets, details = arrangement(Arrangement(table))
    return Board(
        sheets,
        style(),
        mood="automania stage-lino",
        sign="badge55",
        details=details,
        ask=bar.Ask(table).draw(),
        phase=bar.phase(table, screen == "phone"),
        badges=bar.badges(table, screen == "phone"),
        seats=bar.seats(len(view["seats"])),
    )


@lru_cache(maxsize=1)
def style() -> str:
    """The style sheet: a space that is pointed at lights its line."""
    rules = [PLAIN_STYLE]
    for code in SPACE_CODES:
        for state in ("hover", "focus-visible"):
            rules.append(
                rule(
                    f".am-grid:has(#am-space-{code}:{state}) .am-in-{code}",
                    fill="#cfe0f5",
                    stroke="#1f5fb0",
                    stroke_dasharray="6 5",
                )
            )
    return "".join(rules)


class Arrangement:
    """The areas of the table, to be put where a screen has room for them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.view = table.view
        self.seat: int = 0 if self.view["seat"] is None else self.view["seat"]
        self.player = table.player(self.seat)
        self.rivals = [player["seat"] for player in self.view["seats"] if player["seat"] != self.seat]
        self.picking = table.kind == "factory"

    def area(self, id: str, box: Box, markup: str, opens: str = "", title: str = "") -> Area:
        """An area; its title is a sentence of its own unless given."""
        return Area(id, title or self.table.plain(f"area.{id}"), box, markup, opens)

    def market(self, index: int, x: float, y: float, quay: Quay, height: float, sales: bool = True) -> Area:
        """A market in one column."""
        drawing = Market(self.table, index, quay, apart=not sales)
        return self.area(drawing.code, (x, y, quay.width, height), drawing.column(height, sales))

    def grid(self, x: float, y: float, tray: trays.Tray) -> Area:
        """Tiles and action spaces."""
        size = (tray.left + 4 * tray.step_x + 4, tray.above + 4 * tray.step_y + 4)
        return self.area("grid", (x, y, *size), Grid(self.table, tray).draw())

    def crowds(self, x: float, y: float, width: float, height: float = 54, beside: bool = True, always: bool = True) -> Area:
        """Sponsor and marketing."""
        size = (2 * width + 8, height) if beside else (width, 2 * height + 8)
        return self.area("crowds", (x, y, *size), Crowds(self.table, width, height, beside, always).draw())

    def place(self, seat: int) -> int:
        """The place of a rival among those that are seen, from 1: areas are the same whoever looks."""
        return self.rivals.index(seat) + 1

    def rival_title(self, seat: int) -> str:
        """What a rival's area is called, whoever sits there."""
        return self.table.plain("area.rival", n=self.place(seat))

    def rival(self, seat: int, box: Box) -> Area:
        """A rival's figures; they open the whole factory."""
        markup = Rival(self.table, seat, box[2], box[3]).draw()
        return self.area(f"rival-{self.place(seat)}", box, markup, f"factory-{self.place(seat)}", self.rival_title(seat))

    # --- factories

    def own(self, x: float, y: float) -> list[Area]:
        """One's own factory with hand and fulfilled contracts; before an advanced game, the factories to choose from."""
        table, width, height = self.table, *halls.WIDE.size
        hall = Factory(table, self.seat, halls.WIDE)
        markup = hall.floor(width, height)
        if self.picking:
            markup += words(table.say("board.pick"), 46, 26, 19, "sign") + at(14, 40, pick(table, 616, 214, 2))
        else:
            markup += hall.heading(150) + self.staff(hall) + hall.hall_of()
        cards = Contracts(table)
        markup += heading(table.say("board.hand_head"), 640, 22) + heading(table.say("board.done_head"), 640, 204)
        hand = cards.hand((0, 0, 98, 158))
        if self.view["seat"] is None:
            hand = cards.rival_hand(self.player["hand_size"], (0, 0, 98, 156))
        done = cards.done("am-done", self.player["played"], 98)
        return [
            self.area("factory", (x, y, width, height), markup),
            self.area("hand", (x + 640, y + 29, 98, 158), hand),
            self.area("done", (x + 640, y + 209, 98, 50), done, "contracts"),
        ]

    def staff(self, hall: Factory) -> str:
        """What stands at the left of a factory: offices, workers or sales, purse, the factory's power."""
        far = hall.player["factory"] == FACTORIES[1]
        power = hall.power()
        found = hall.offices() + hall.purse(18, 199)
        found += (
            hall.sales(149, 44) if hall.player["office"] is not None else hall.free(144 if far else 148, 40, 1 if far else 2, 3)
        )
        return found + (words(power, 17, 187, 13, "bold soft") if power else "")

    def whole_factory(self, seat: int) -> Sheet:
        """A rival's factory, opened over the stage, with the contracts he has fulfilled."""
        table, (width, height) = self.table, halls.WIDE.size
        hall = Factory(table, seat, halls.WIDE, "am-whole")
        cards = Contracts(table)
        markup = hall.floor(width, height) + hall.heading(150) + self.staff(hall) + hall.hall_of()
        markup += heading(table.say("board.hand_head"), 640, 22) + at(
            640, 30, cards.rival_hand(hall.player["hand_size"], (0, 0, 98, 100))
        )
        markup += at(0, height + 14, cards.spread(f"am-whole-{seat}-done", hall.player["played"], 8))
        size = (width, height + 14 + SPREAD_ROWS * (CARD[1] + 8))
        id, title = f"factory-{self.place(seat)}", self.rival_title(seat)
        return Sheet(id, title, size, [self.area(id, (0, 0, *size), markup, title=title)], "i-factory")

    def contracts_sheet(self, columns: int = 8) -> Sheet:
        """One's fulfilled contracts, face up."""
        size = (columns * (CARD[0] + 8), SPREAD_ROWS * (CARD[1] + 8))
        markup = Contracts(self.table).spread("am-fulfilled", self.player["played"], columns)
        over = SIZES["phone"] if columns == 4 else (960.0, 480.0)
        return self.opened("contracts", size, over, markup, "i-contract", "area.done")

    def opened(self, id: str, size: Size, over: Size, markup: str, icon: str, title: str = "") -> Sheet:
        """A sheet that opens over the stage: its one area lies in the middle, with room for the button that closes it."""
        words_ = self.table.plain(title or f"area.{id}")
        box = ((over[0] - size[0]) / 2, (over[1] - size[1]) / 2, *size)
        return Sheet(id, words_, over, [self.area(id, box, markup, title=words_)], icon)

    # --- a phone

    def tall_factory(self, seat: int, prefix: str) -> str:
        """A factory as it lies on a phone, offices at its foot; before an advanced game, the factories to choose from."""
        table, (width, height) = self.table, halls.PHONE.size
        hall = Factory(table, seat, halls.PHONE, prefix)
        markup = hall.floor(width, height)
        if self.picking and seat == self.seat:
            return markup + words(table.say("board.pick"), 46, 26, 19, "sign") + at(14, 40, pick(table, 356, 384, 1))
        player = hall.player
        cards = Contracts(table)
        markup += hall.heading(152) + hall.purse(206, 3, 36) + hall.hall_of() + hall.offices()
        markup += hall.short_sales(304, 4) if player["office"] is not None else hall.count(298, 2)
        markup += at(284, 368, cards.rival_hand(player["hand_size"], (0, 0, 92, 58)))
        power = hall.power()
        return markup + (words(power, 16, 50, 13, "bold soft") if power else "")

    def tall_cards(self) -> list[Area]:
        """Display, hand and fulfilled contracts, one below the other."""
        table = self.table
        cards = Contracts(table)
        display = words(table.say("area.display"), 0, 24, 17, "sign on-stage") + at(0, 40, cards.display((91, 146), 6))
        display += own_workers(table, "draw_contract", 312, 0)
        hand = words(table.say("area.hand"), 0, 16, 17, "sign on-stage")
        hand += cards.hand((0, 24, 382, 290), True) if self.view["seat"] is not None else ""
        done = card(0, 0, 382, 52) + words(table.say("area.done"), 12, 32, 17, "sign")
        done += at(236, 3, cards.done("am-done", self.player["played"], 136))
        return [
            self.area("display", (4, 2, 382, 186), display),
            self.area("hand", (4, 194, 382, 316), hand),
            self.area("done", (4, 522, 382, 54), done, "contracts"),
        ]

    def tall_rival(self, seat: int) -> Sheet:
        """A rival's factory on a phone, below the button that closes it, with the contracts he has fulfilled."""
        table, (width, height) = self.table, halls.PHONE.size
        played = Contracts(table).spread(f"am-whole-{seat}-done", table.player(seat)["played"], 4, LOW_CARD)
        markup = self.tall_factory(seat, "am-whole") + at(4, height + 8, played)
        size = (width, height + 8 + SPREAD_ROWS * (LOW_CARD[1] + 8))
        id, title = f"factory-{self.place(seat)}", self.rival_title(seat)
        return Sheet(id, title, (390, 50 + size[1]), [self.area(id, (4, 46, *size), markup, title=title)], "i-factory")

    def details(self) -> list[Sheet]:
        """What opens over the stage on every screen."""
        return [*(self.whole_factory(seat) for seat in self.rivals), self.contracts_sheet()]


def wide(table: Arrangement) -> tuple[list[Sheet], list[Sheet]]:
    """A desk: all areas on one sheet, as they lie on the real table."""
    scene = table.table
    areas = [table.market(0, 6, 7, quays.WIDE, 515), table.market(1, 1032, 7, quays.WIDE, 515)]
    areas += [table.grid(274, 9, trays.WIDE), table.crowds(666, 11, 174)]
    areas.append(table.area("offices", (666, 77, 356, 116), Offices(scene).draw()))
    areas.append(table.area("display", (666, 205, 356, 148), Contracts(scene).display()))
    areas += table.own(274, 365)
    for seat, box in zip(table.rivals, rival_boxes(len(table.rivals), 6, 1032, 525, 258), strict=True):
        areas.append(table.rival(seat, box))
    return [Sheet("table", scene.plain("area.table"), SIZES["wide"], areas, "i-grid")], table.details()


def rival_boxes(count: int, left: float, right: float, y: float, width: float) -> list[Box]:
    """Where the rivals' cards lie: one below each market; a third shares the right side."""
    one: Box = (left, y, width, FULL)
    two: list[Box] = [(right, y, width, HALF), (right, y + HALF + 4, width, HALF)]
    return [one, *two] if count > 2 else [one, (right, y, width, FULL)][:count]


def middle(table: Arrangement) -> tuple[list[Sheet], list[Sheet]]:
    """A small desk: markets without their sales, grid and factory as on a desk; the rest is compact and opens."""
    scene = table.table
    areas = [table.market(0, 4, 4, quays.MIDDLE, 360, False), table.market(1, 700, 4, quays.MIDDLE, 360, False)]
    areas += [table.grid(287, 6, trays.WIDE), *table.own(4, 367), table.crowds(760, 369, 188, 42, False)]
    small = Compact(scene, 188, 38)
    for place, id in enumerate(("offices", "display", "sales")):
        areas.append(table.area(f"small-{id}", (760, 464 + place * 43, 188, 38), small.card(id), id, scene.plain(f"area.{id}")))
    room = 190 / len(table.rivals)
    for place, seat in enumerate(table.rivals):
        box = (760 + place * room, 593, room - 2, 38)
        markup = small.rival(seat, room - 2)
        areas.append(table.area(f"rival-{place + 1}", box, markup, f"factory-{place + 1}", table.rival_title(seat)))
    return [Sheet("table", scene.plain("area.table"), SIZES["middle"], areas, "i-grid")], [*opened(table), *table.details()]


def opened(table: Arrangement) -> list[Sheet]:
    """What is compact on a small desk, in full."""
    scene = table.table
    pyramids = [Market(scene, index, quays.WIDE, apart=True) for index in range(len(MARKETS))]
    sales = "".join(at(place * 270, 0, market.pyramid()) for place, market in enumerate(pyramids))
    over = (636.0, 424.0)
    return [
        table.opened("offices", (356, 118), over, Offices(scene).draw(), "i-tag"),
        table.opened("display", (356, 148), over, Contracts(scene).display(), "i-contract"),
        table.opened("sales", (528, 170), over, sales, "i-ship"),
    ]


def phone(table: Arrangement) -> tuple[list[Sheet], list[Sheet]]:
    """A phone: board, ships, factory, cards and rivals are tabs."""
    scene, size = table.table, SIZES["phone"]
    board = [table.grid(5, 8, trays.PHONE), table.crowds(6, 392, 185, always=False)]
    board.append(table.area("offices", (6, 458, 378, 118), Offices(scene, (75, 128, 77, 80)).draw()))
    ships = [table.market(0, 3, 5, quays.PHONE, 571), table.market(1, 197, 5, quays.PHONE, 571)]
    factory = [table.area("factory", (4, 4, 382, 432), table.tall_factory(table.seat, "am"))]
    for index, code in enumerate(MARKETS):
        market = Market(scene, index, quays.PHONE._replace(width=188), "am-wanted")
        title = market.title
        factory.append(table.area(f"wanted-{code}", (4 + index * 194, 446, 188, 130), market.wanted(130), title=title))
    sheets = [
        ("board", board, "i-grid"),
        ("ships", ships, "i-ship"),
        ("factory", factory, "i-factory"),
        ("cards", table.tall_cards(), "i-contract"),
        ("rivals", [table.rival(seat, (4, 8 + place * 160, 382, 148)) for place, seat in enumerate(table.rivals)], "i-cars"),
    ]
    details = [*(table.tall_rival(seat) for seat in table.rivals), table.contracts_sheet(4)]
    return [Sheet(id, scene.plain(f"area.{id}"), size, areas, icon) for id, areas, icon in sheets], details
