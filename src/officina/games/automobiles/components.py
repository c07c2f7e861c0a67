"""The typed loader of ``components.toml``: it refuses a box whose counts do not add up."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from officina.core.components import CHOICE, Box, Demand, Source, Table, read_box
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, GEARS, MOST_OF_A_COLOUR, MOST_WEAR, WEAR, counts, pile_of
from officina.games.automobiles.track import Track

STANDARD: Final = Path(__file__).parent / "components.toml"

MOST_PLAYERS: Final = 5
FIRST_CARD_COLOUR: Final = 5
CARD_COLOURS: Final = 5
CARDS_PER_COLOUR: Final = 4

CARD_NAMES: Final = (
    "car_chief", "engineer", "manager", "mechanic",
    "crew_chief", "pit_captain", "pit_crew", "pit_team",
    "aerodynamics", "suspension", "tires", "steering",
    "boost", "gearbox", "nitro", "turbo",
    "diesel_engine", "hybrid_engine", "rotary_engine", "supercharged",
    "gear3", "gear4", "gear5", "gear6", "wear",
)  # fmt: skip
"""The coloured cards, four a colour in the order of the colours; then the fixed ones in the order of their cubes."""

CAR_CHIEF: Final = 0
ENGINEER: Final = 1
MANAGER: Final = 2
MECHANIC: Final = 3
CREW_CHIEF: Final = 4
PIT_CAPTAIN: Final = 5
PIT_CREW: Final = 6
PIT_TEAM: Final = 7
AERODYNAMICS: Final = 8
SUSPENSION: Final = 9
TIRES: Final = 10
STEERING: Final = 11
BOOST: Final = 12
GEARBOX: Final = 13
NITRO: Final = 14
TURBO: Final = 15
DIESEL_ENGINE: Final = 16
HYBRID_ENGINE: Final = 17
ROTARY_ENGINE: Final = 18
SUPERCHARGED: Final = 19
COLOURED_CARDS: Final = 20
FIRST_GEAR_CARD: Final = 20
WEAR_CARD: Final = 24
CARDS: Final = 25

UNVARIABLE: Final = (
    "car_chief", "manager", "crew_chief", "pit_crew", "suspension", "tires", "nitro", "gear3", "gear4", "gear5", "gear6",
)  # fmt: skip
"""Cards whose number in the text is part of the rule itself."""
NUMBERLESS: Final = ("aerodynamics", "wear")
"""Cards without a number in the text."""
WEARING: Final = (
    "suspension", "steering", "boost", "gearbox", "turbo", "diesel_engine", "hybrid_engine", "rotary_engine", "supercharged",
)  # fmt: skip
"""Cards whose text says that Wear is gained."""

CARS_NAMED: Final = ("blue", "green", "purple", "red", "yellow")
"""The cars that have a name in every language."""
MOST_SETS: Final = 50


def colour_of_card(card: int) -> int:
    """The cube that activates a card."""
    return FIRST_CARD_COLOUR + card // CARDS_PER_COLOUR if card < COLOURED_CARDS else card - COLOURED_CARDS


class Parts:
    """Everything in the box that the rules refer to."""

    def __init__(self, source: Source = STANDARD) -> None:
        box = read_box(source)
        self.digest = box.digest
        self.tracks: dict[str, Track] = {}  # those that may be raced on; the game adds them from their files
        self.marks: list[str] = []
        self.hexes: list[str] = []
        self.cubes, self.start = self._cubes(box)
        self.cars, self.car_hexes = self._cars(box)
        self.hand = box.table("hand").number("draw", 1, 20)
        self.costs: list[int] = []
        self.values: list[int] = []
        self.wears: list[int] = []
        self.figures: list[int] = []
        coloured = box.table("cards")
        self._cards(coloured.rows("card", COLOURED_CARDS))
        coloured.same("total", len(self.costs))
        self._cards(box.table("fixed_cards").rows("card", CARDS - COLOURED_CARDS))
        self.most_laps = box.table("laps").number("most", 1, 99)
        self.set_names: list[str] = []
        self.set_cards: list[list[int]] = []
        self.set_laps: list[int] = []
        sets = box.table("sets")
        self._sets(sets, sets.rows("set"))
        chart = box.table("wear_chart")
        self.wear_chart = [chart.number(COLOUR_NAMES[gear], 0, 20) for gear in range(GEARS)]
        chart.same("drafting", 0)
        self.max_rounds = box.table("guard").number("max_rounds", 1, 10_000)

    def _cubes(self, box: Box) -> tuple[int, int]:
        """The whole stock, and what each bag starts with, as piles; five starting bags must fit the stock."""
        table = box.table("cubes")
        numbers: list[int] = []
        start: list[int] = []
        for colour, row in enumerate(table.rows("cube", COLOURS)):
            row.same("code", COLOUR_NAMES[colour])
            numbers.append(row.number("count", 1, MOST_WEAR if colour == WEAR else MOST_OF_A_COLOUR))
            start.append(row.number("start", 0, numbers[colour] // MOST_PLAYERS))
            self.marks.append(row.once(row.letter("mark"), self.marks))
            self.hexes.append(row.colour("hex"))
        table.sum("total", sum(numbers))
        table.sum("start_total", sum(start))
        return pile_of(numbers), pile_of(start)

    def _cars(self, box: Box) -> tuple[list[str], list[str]]:
        table = box.table("cars")
        codes: list[str] = []
        hexes: list[str] = []
        for row in table.rows("car", MOST_PLAYERS):
            codes.append(row.once(row.chosen("code", CARS_NAMED), codes))
            hexes.append(row.colour("hex"))
        table.same("total", len(codes))
        return codes, hexes

    def _cards(self, rows: list[Table]) -> None:
        """Cards in the order of CARD_NAMES, each with its cube, cost, value and the figures of its text."""
        for row in rows:
            card = len(self.costs)
            code = row.same("code", CARD_NAMES[card])
            row.same("cube", COLOUR_NAMES[colour_of_card(card)])
            self.costs.append(row.number("cost", 0, 99))
            self.values.append(row.number("value", 0, 99))
            self.wears.append(row.number("wear", 0, 20) if code in WEARING else row.same("wear", 0))
            if code in NUMBERLESS or code in UNVARIABLE:
                figure = row.same("figure", 0 if code in NUMBERLESS else 2 if card in (PIT_CREW, NITRO) else 1)
            else:
                figure = row.number("figure", 1, 20)
            self.figures.append(figure)

    def _sets(self, table: Table, rows: list[Table]) -> None:
        """The suggested sets: one card of each colour, in the order of the colours."""
        if not 1 <= len(rows) <= MOST_SETS:
            table.fail("kernel.components.number", entry="set", value=len(rows), least=1, most=MOST_SETS)
        for row in rows:
            self.set_names.append(row.once(row.word("code"), self.set_names))
            row.demand("cards", Demand(CHOICE, count=CARD_COLOURS, allowed=CARD_NAMES))
            cards: list[Any] = row.items("cards")
            found: list[int] = []
            for place in range(CARD_COLOURS):
                first = place * CARDS_PER_COLOUR
                allowed = CARD_NAMES[first : first + CARDS_PER_COLOUR]
                found.append(first + row.index(f"cards[{place + 1}]", str(cards[place]) if place < len(cards) else "", allowed))
            row.check_count("cards", len(cards), CARD_COLOURS)
            self.set_cards.append(found)
            self.set_laps.append(row.number("laps", 1, self.most_laps))

    def in_box(self, colour: int) -> int:
        """How many cubes of a colour there are."""
        return counts(self.cubes)[colour]
