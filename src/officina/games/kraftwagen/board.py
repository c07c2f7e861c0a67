"""The table of Kraftwagen in the browser: which thing lies where on a desk, on a small one and on a phone.

Every player has a colour and a shape, every action and every preference a sign; nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import SIZES, Area, Board, Sheet, tag
from officina.core.position import Question
from officina.games.kraftwagen.board_ask import MANY, Talk
from officina.games.kraftwagen.board_buyers import STACKS, BuyersDrawing
from officina.games.kraftwagen.board_market import PLANS
from officina.games.kraftwagen.board_pen import Pen
from officina.games.kraftwagen.board_places import PAWNS, RINGS, style
from officina.games.kraftwagen.board_race import RaceDrawing
from officina.games.kraftwagen.board_research import AwardsDrawing, DeskDrawing, ResearchDrawing
from officina.games.kraftwagen.board_ring import RingDrawing
from officina.games.kraftwagen.board_workshops import HEIGHT, WHOLE, BoardsDrawing
from officina.games.kraftwagen.components import Parts
from officina.looks import SEAT_MARKS

MOOD: Final = "kraftwagen stage-oak"
RIVALS_LEFT: Final = 688
RIVALS_ROOM: Final = 600
DISCARD_SIZE: Final = (390, 300)


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str, screen: str = "wide") -> Board:
    """The whole table as the view's seat sees it."""
    table = Arrangement(parts, view, question, language, screen)
    sheets = {"wide": table.wide, "middle": table.middle, "phone": table.phone}[screen]()
    talk = Talk(parts, view, question, language)
    return Board(
        sheets,
        style(parts, view["players"]),
        mood=MOOD,
        sign="office",
        details=table.details(),
        ask=talk.ask(),
        phase=talk.phase(screen),
        badges=[talk.badge(player, screen) for player in view["seats"]],
        seats=[(player["colour"], SEAT_MARKS[player["seat"]]) for player in view["seats"]],
    )


class Arrangement(Pen):
    """The areas of a screen."""

    def __init__(self, parts: Parts, view: Mapping[str, Any], question: Question | None, language: str, screen: str) -> None:
        super().__init__(parts, view, question, language)
        self.screen = screen
        self.given = (parts, view, question, language)
        self.research = ResearchDrawing(*self.given)
        self.desk = DeskDrawing(*self.given)
        self.players = [view["seats"][seat] for seat in self.order()]

    def boards(self, at: str = "", lit: bool = True) -> BoardsDrawing:
        """A pen for players' boards."""
        pen = BoardsDrawing(*self.given)
        pen.placed(at, lit)
        return pen

    # --- areas

    def ring(self) -> str:
        """The action track with the Grand Prix in its hollow."""
        plan = RINGS[self.screen]
        return RingDrawing(*self.given).ring(plan) + RaceDrawing(*self.given).race(plan)

    def market(self) -> str:
        """Stalls, ways, bench, stacks and pawn."""
        pen = BuyersDrawing(*self.given, PLANS[self.screen])
        stacks = STACKS[self.screen]
        return pen.bench() + pen.market() + pen.stacks(stacks) + pen.pawn(stacks, PAWNS[self.screen])

    def awards(self, columns: int, pitch: float, width: float) -> str:
        """The awards; the desk lies over them while something is to be chosen there."""
        if self.desk.is_open():
            return self.desk.desk(pitch * columns - 4, 106)
        return AwardsDrawing(*self.given).awards(columns, pitch, width)

    def rivals(self, left: float, top: float, room: float, gap: float = 8) -> list[Area]:
        """A board for each rival side by side; alone, a rival has a whole one."""
        count = len(self.players) - 1
        width = (room - gap * (count - 1)) / count
        pen = self.boards()
        areas = []
        for place, player in enumerate(self.players[1:]):
            drawn = pen.long(player, width) if count == 1 else pen.rival(player, width)
            areas.append(self.rival_area(place + 1, (left + (width + gap) * place, top, width, HEIGHT + 4), drawn))
        return areas

    def rival_area(self, place: int, box: tuple[float, float, float, float], drawn: str) -> Area:
        """The short form of a rival's board."""
        return Area(f"rival-{place}", self.plain("board.rival", n=place), box, drawn, opens=f"board-{place}")

    def details(self) -> list[Sheet]:
        """What opens over the stage: every player's whole board, the discard."""
        pen = self.boards("whole-", lit=False)
        found = []
        for place, player in enumerate(self.players):
            title = self.plain("board.rival", n=place) if place else self.plain("board.workshop")
            area = Area(f"whole-{place}", title, (0, 0, *WHOLE), pen.whole(player))
            found.append(Sheet(f"board-{place}", title, WHOLE, [area], icon="i-factory"))
        title = self.plain("board.discard_head")
        area = Area("thrown", title, (0, 0, *DISCARD_SIZE), self.research.thrown())
        found.append(Sheet("discard", title, DISCARD_SIZE, [area], icon="i-flask"))
        return found

    # --- screens

    def wide(self) -> list[Sheet]:
        """The whole table at once."""
        areas = [
            Area("ring", self.plain("board.tab.chain"), (8, 6, 448, 452), self.ring()),
            Area("market", self.plain("board.market"), (462, 0, 830, 340), self.market()),
            Area("research", self.plain("board.tab.research"), (462, 343, 404, 114), self.research.research()),
            Area("discard", self.plain("board.discard_head"), (872, 347, 62, 106), self.research.discard(), opens="discard"),
            Area("awards", self.plain("board.awards"), (946, 346, 344, 110), self.awards(5, 69, 64)),
            Area("own", self.plain("board.workshop"), (12, 461, 668, HEIGHT + 4), self.boards().long(self.players[0], 668)),
            *self.rivals(RIVALS_LEFT, 461, RIVALS_ROOM),
        ]
        return [Sheet("table", self.plain("title"), SIZES["wide"], areas)]

    def middle(self) -> list[Sheet]:
        """Ring, market, research, awards and one's own board; rivals as cards that open."""
        count = len(self.players) - 1
        width = (270 - 6 * (count - 1)) / count
        pen = self.boards()
        rivals = [
            self.rival_area(place, (680 + (width + 6) * (place - 1), 572, width, 60), pen.card(player, width, 58))
            for place, player in enumerate(self.players)
            if place
        ]
        areas = [
            Area("ring", self.plain("board.tab.chain"), (2, 6, 448, 452), self.ring()),
            Area("market", self.plain("board.market"), (454, 0, 498, 340), self.market()),
            Area("research", self.plain("board.tab.research"), (454, 343, 404, 114), self.research.research()),
            Area("discard", self.plain("board.discard_head"), (872, 347, 62, 106), self.research.discard(), opens="discard"),
            Area("awards", self.plain("board.awards"), (680, 461, 272, 110), self.awards(5, 54.8, 51)),
            Area("own", self.plain("board.workshop"), (6, 463, 668, HEIGHT + 4), self.boards().long(self.players[0], 668)),
            *rivals,
        ]
        return [Sheet("table", self.plain("title"), SIZES["middle"], areas)]

    def phone(self) -> list[Sheet]:
        """Five tabs."""
        own = self.players[0]
        below = self.desk.desk(376, 162) if self.desk_under_chain() else self.boards("mini-", lit=False).mini(own)
        chain = [
            Area("ring", self.plain("board.tab.chain"), (1, 2, 388, 394), self.ring()),
            Area("under", self.plain("board.workshop"), (6, 404, 380, 172), below),
        ]
        market = [
            Area(
                "market",
                self.plain("board.market"),
                (0, 0, 390, 580),
                self.market() + (self.distance() if self.view["players"] < MANY else ""),
            )
        ]
        cards = self.research.face_up()
        placed = [tag("g", card, transform=f"translate({10 + 190 * place} 0) scale(1.2)") for place, card in enumerate(cards)]
        deck = tag("g", self.research.deck(), transform="translate(10 0)")
        research = [
            Area("research", self.plain("board.tab.research"), (0, 12, 390, 140), "".join(placed)),
            Area("deck", self.plain("board.tab.research"), (90, 160, 90, 110), deck),
            Area("discard", self.plain("board.discard_head"), (210, 162, 62, 106), self.research.discard(), opens="discard"),
            Area("awards", self.plain("board.awards"), (8, 284, 376, 294), AwardsDrawing(*self.given).listed(58, 185)),
        ]
        workshop = [Area("own", self.plain("board.workshop"), (0, 0, *WHOLE), self.boards().whole(own))]
        pen = self.boards("short-", lit=False)
        count = len(self.players) - 1
        height = min(280, 570 // count - 6)
        rivals = [
            self.rival_area(place, (6, 6 + (height + 6) * (place - 1), 376, height + 4), pen.rival(player, 376, height))
            for place, player in enumerate(self.players)
            if place
        ]
        if count == 1:
            rivals = [self.rival_area(1, (0, 0, *WHOLE), pen.whole(self.players[1]))]
        tabs = (
            ("chain", "i-chain", chain), ("market", "i-stall", market), ("research", "i-flask", research),
            ("workshop", "i-factory", workshop), ("rivals", "i-cars", rivals),
        )  # fmt: skip
        return [Sheet(name, self.plain(f"board.tab.{name}"), SIZES["phone"], areas, icon=sign) for name, sign, areas in tabs]

    def desk_under_chain(self) -> bool:
        """On a phone workers are counted in the workshop, so that the desk holds tiles and actions only."""
        return self.desk.is_open() and not self.desk.crew()

    def distance(self) -> str:
        """How far the round is from its end, under the market on a phone."""
        return Talk(*self.given).distance_words(195, 569)
