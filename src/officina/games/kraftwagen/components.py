"""The typed loader of ``components.toml``: it refuses a box whose counts do not add up."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from officina.core.components import Box, Source, Table, read_box

STANDARD: Final = Path(__file__).parent / "components.toml"

MOST_PLAYERS: Final = 4
LAST_NUMBER: Final = 99
"""A generous bound for printed numbers that the rules do not limit."""

COLOURS: Final = ("red", "blue", "green", "yellow", "black", "white")
"""The colours of players that have a name in every language."""
PRICE_COLOURS: Final = ("orange", "violet", "blue")
"""The price markers of the three rounds."""

START_RACE_ENGINE: Final = 2
"""What a starting tile can make of the engine of the race car."""
ACTIONS: Final = ("worker", "research", "body", "engine", "gp", "buyer", "car_to_2", "race_engine_2")
WORKER: Final = 0
RESEARCH: Final = 1
BODY_ACTION: Final = 2
ENGINE_ACTION: Final = 3
GRAND_PRIX: Final = 4
BUYER: Final = 5
CAR_TO: Final = 6
TILE_ACTIONS: Final = ACTIONS[: BUYER + 1]
START_ACTIONS: Final = ACTIONS[:BUYER] + ACTIONS[CAR_TO:]

TILES: Final = 10
START_TILES: Final = 4

PARTS: Final = ("body", "engine")
BODY: Final = 0
ENGINE: Final = 1
NO_PART: Final = -1

PREFERENCES: Final = ("body", "engine", "brand", "price")
BODY_BUYER: Final = 0
ENGINE_BUYER: Final = 1
BRAND_BUYER: Final = 2
PRICE_BUYER: Final = 3

INSTANTS: Final = ("inst_workers", "inst_gp", "inst_parts")
HIRE_INSTANT: Final = 0
RACE_INSTANT: Final = 1
PARTS_INSTANT: Final = 2

ENGINEERS: Final = (
    "eng_porsche", "eng_daimler", "eng_opel", "eng_horch", "eng_otto",
    "eng_benz", "eng_diesel", "eng_bugatti", "eng_maybach",
)  # fmt: skip
PORSCHE: Final = 0
DAIMLER: Final = 1
OPEL: Final = 2
HORCH: Final = 3
OTTO: Final = 4
DIESEL: Final = 6
BUGATTI: Final = 7
MAYBACH: Final = 8
MARKERS_OF: Final = (0, 2, 0, 2, 0, 1, 2, 0, 2)
"""How many markers come with each engineer: the rules use exactly these."""

PAWN_SIGNS: Final = (*(str(number) for number in range(10)), "S")
LEAST_PAWN: Final = 2
MOST_PAWN: Final = len(PAWN_SIGNS)
"""What may stand on the pawn's spaces, each once."""

AWARDS: Final = ("gp1", "gp2", "buyer", "market", "body3", "body6", "engine4", "engine7", "workers", "engineers")
GP_AWARDS: Final = (0, 1)
BUYER_AWARD: Final = 2
MARKET_AWARD: Final = 3
PART_AWARDS: Final = ((4, 5), (6, 7))
"""The two awards for bodies and the two for engines, easier one first."""
WORKERS_AWARD: Final = 8
ENGINEERS_AWARD: Final = 9
NEEDS: Final = {"buyer": 2, "market": 2, "workers": 0}
"""What these awards ask for is part of the rule itself."""


class Tile:
    """An action tile or the front of a start tile: its code and the actions on it, ascending."""

    def __init__(self, code: str, actions: tuple[int, ...]) -> None:
        self.code = code
        self.actions = actions


class Round:
    """What a round puts on the table: the coloured price markers, ascending, and white money beside each buyer stack."""

    def __init__(self, colour: str, prices: tuple[int, ...], bonus: tuple[int, ...]) -> None:
        self.colour = colour
        self.prices = prices
        self.bonus = bonus


class Award:
    """An award: what it needs (laps, cars, a value, ...) and what it is worth."""

    def __init__(self, code: str, needs: int, points: int) -> None:
        self.code = code
        self.needs = needs
        self.points = points


class Parts:
    """Everything in the box that the rules refer to.

    Research cards are numbered by kind of card: the developments in the order of the file, then the three instants, then the
    nine engineers. What depends on the number of players is a list with that number as index.
    """

    def __init__(self, source: Source = STANDARD) -> None:
        box = read_box(source)
        self.digest = box.digest
        self._read_players(box)
        self._read_pieces(box)
        self._read_tiles(box)
        self._read_cards(box)
        self._read_engineers(box)
        self._read_market(box)
        self._read_rounds(box)
        self._read_race(box)
        self._read_awards(box)
        self.quiet_limit: int = box.table("guard").number("quiet_turns", 1, 1000)

    def _read_players(self, box: Box) -> None:
        game = box.table("game")
        game.same("players", [2, MOST_PLAYERS])
        game.same("rounds", len(PRICE_COLOURS))
        player = box.table("player")
        self.colours: list[str] = [COLOURS[colour] for colour in player.words("colours", COLOURS, MOST_PLAYERS)]
        player.all_different(self.colours)
        self.workers: int = player.number("workers", 3, LAST_NUMBER)
        self.start_canteen: int = player.number("start_canteen", 0, self.workers - 2)
        self.workshops: int = player.number("workshops", 2, 9)

    def _read_pieces(self, box: Box) -> None:
        parts = box.table("parts")
        self.highest_part: int = parts.number("highest", START_RACE_ENGINE, 9)
        self.first_race_engine: int = box.table("player").number("race_engine", 1, self.highest_part)
        for name in ("bodies", "engines"):
            parts.sum(f"{name}_total", sum(parts.numbers(name, 0, LAST_NUMBER, self.highest_part)))

    def _read_tiles(self, box: Box) -> None:
        table = box.table("action_tiles")
        table.same("total", TILES)
        self.tiles: list[Tile] = [_tile(row, TILE_ACTIONS) for row in table.rows("tile", TILES)]
        table.all_different([tile.code for tile in self.tiles])
        sizes = [len(tile.actions) for tile in self.tiles]
        for number, name in enumerate(("single", "double", "triple"), 1):
            table.sum(name, sizes.count(number))
        if sizes != sorted(sizes) or sizes[-1] > 3:
            table.fail("kraftwagen.components.tile_order")
        for tile, row in zip(self.tiles, table.rows("tile", TILES), strict=True):
            if len(set(tile.actions)) < len(tile.actions):
                row.fail("kraftwagen.components.icon_twice")
        if not any(BUYER in tile.actions for tile in self.tiles):
            table.fail("kraftwagen.components.no_buyer")
        start = box.table("start_tiles")
        start.same("total", START_TILES)
        self.offered_to_two: int = start.same("offered_to_two", 2)
        self.start_tiles: list[Tile] = [_tile(row, START_ACTIONS) for row in start.rows("tile", START_TILES)]
        start.all_different([tile.code for tile in self.start_tiles])
        self.first_points: list[int] = [start.number(f"back_{part}", 1, self.highest_part) for part in PARTS]
        self.car_to: int = start.same("car_to", 2)
        self.start_race_engine: int = start.same("race_engine", START_RACE_ENGINE)

    def _read_cards(self, box: Box) -> None:
        table = box.table("cards")
        self.face_up: int = table.same("face_up", 2)
        self.card_codes: list[str] = []
        self.card_points: list[list[int]] = []  # of a development: points of body and of engine
        self.card_part: list[int] = []  # of a development: the part it gives, or NO_PART
        self.card_count: list[int] = []
        rows = table.rows("development")
        if not 1 <= len(rows) <= 32:
            table.fail("kernel.components.number", entry="development", value=len(rows), least=1, most=32)
        for row in rows:
            points = [row.number(part, 0, self.highest_part) for part in PARTS]
            if not sum(points):
                row.fail("kraftwagen.components.no_points")
            self._add_card(row.word("code"), points, _part(row), row.number("count", 1, 32))
        self.developments: int = len(rows)
        table.sum("developments", sum(self.card_count))
        self.instant_amount: list[int] = []
        for code, row in zip(INSTANTS, table.rows("instant", len(INSTANTS)), strict=True):
            row.same("code", code)
            parts = code == INSTANTS[PARTS_INSTANT]
            self.instant_amount.append(row.same("amount", 1) if parts else row.number("amount", 1, LAST_NUMBER))
            self._add_card(code, [0, 0], NO_PART, row.number("count", 0, 32))
        self.first_engineer: int = len(self.card_codes)
        table.sum("instants", sum(self.card_count[self.developments :]))
        for code in ENGINEERS:
            self._add_card(code, [0, 0], NO_PART, 1)
        table.same("engineers", len(ENGINEERS))
        self.cards: int = sum(self.card_count)
        table.sum("total", self.cards)
        table.all_different(self.card_codes)

    def _add_card(self, code: str, points: list[int], part: int, count: int) -> None:
        self.card_codes.append(code)
        self.card_points.append(points)
        self.card_part.append(part)
        self.card_count.append(count)

    def _read_engineers(self, box: Box) -> None:
        table = box.table("engineers")
        values: list[list[int]] = []
        for index, row in enumerate(table.rows("engineer", len(ENGINEERS))):
            row.same("code", ENGINEERS[index])
            markers = row.numbers("markers", 1, 9, MARKERS_OF[index])
            if index in (DAIMLER, HORCH, MAYBACH) and markers[0] >= markers[1]:
                row.fail("kraftwagen.components.ascending", entry="markers")
            values.append(markers)
        table.same("markers", sum(MARKERS_OF))
        self.daimler_values: list[int] = values[DAIMLER]
        self.horch_values: list[int] = values[HORCH]
        self.maybach_values: list[int] = values[MAYBACH]
        self.porsche_spaces: int = table.number("porsche_spaces", 0, 9)
        self.otto_workers: int = table.number("otto_workers", 0, 9)
        self.opel_times: int = table.number("opel_times", 1, 9)

    def _read_market(self, box: Box) -> None:
        buyers = box.table("buyers")
        buyers.same("preferences", list(PREFERENCES))
        self.buyers_of_each: int = buyers.number("of_each", 1, 9)
        buyers.sum("total", self.buyers_of_each * len(PREFERENCES))
        most = self.buyers_of_each * len(PREFERENCES) - 1  # one more for Benz
        self.slots: list[int] = _by_players(buyers, "slots", 1, most)
        self.price_times: int = buyers.number("price_times", 1, 9)
        market = box.table("market")
        self.capacity: list[int] = _by_players(market, "capacity", 1, 15)
        pawn = box.table("pawn")
        self.pawn_spaces: list[str] = [str(space) for space in pawn.items("spaces")]
        if not LEAST_PAWN <= len(self.pawn_spaces) <= MOST_PAWN:
            found = len(self.pawn_spaces)
            pawn.fail("kernel.components.number", entry="spaces", value=found, least=LEAST_PAWN, most=MOST_PAWN)
        pawn.words("spaces", PAWN_SIGNS, longest=MOST_PAWN)
        pawn.all_different(self.pawn_spaces)
        self.pawn_start: list[int] = _by_players(pawn, "start", 1, len(self.pawn_spaces) - 1)

    def _read_rounds(self, box: Box) -> None:
        table = box.table("rounds")
        self.rounds: list[Round] = []
        for colour, row in zip(PRICE_COLOURS, table.rows("round", len(PRICE_COLOURS)), strict=True):
            row.same("colour", colour)
            prices = row.numbers("prices", 1, LAST_NUMBER)
            if list(prices) != sorted(set(prices)):
                row.fail("kraftwagen.components.ascending", entry="prices")
            if len(prices) <= max(self.capacity):
                row.fail("kraftwagen.components.few_prices", n=len(prices), capacity=max(self.capacity))
            bonus = row.numbers("bonus", 0, LAST_NUMBER, len(PREFERENCES))
            self.rounds.append(Round(colour, tuple(prices), tuple(bonus)))
        table.sum("markers", sum(len(round.prices) for round in self.rounds))
        self.most_prices: int = max(len(round.prices) for round in self.rounds)
        self.highest_price: int = max(round.prices[-1] for round in self.rounds)

    def _read_race(self, box: Box) -> None:
        track = box.table("track")
        self.lap_spaces: int = track.number("lap_spaces", 7, LAST_NUMBER)
        neutral = tuple(track.numbers("neutral_of_two", 1, self.lap_spaces, MOST_PLAYERS - 2))
        track.all_different(neutral)
        self.neutral_cars: list[tuple[int, ...]] = [(), (), neutral, (), ()]
        self.action_spaces: int = track.number("action_spaces", TILES + MOST_PLAYERS + 1, LAST_NUMBER)
        race = box.table("race")
        self.place_points: list[int] = race.numbers("places", 0, LAST_NUMBER, MOST_PLAYERS)
        self.lap_points: list[int] = race.numbers("laps", 0, LAST_NUMBER)
        if not self.lap_points or self.lap_points[0]:
            race.fail("kraftwagen.components.no_laps")
        self.further_lap: int = race.number("further_lap", 0, LAST_NUMBER)

    def _read_awards(self, box: Box) -> None:
        table = box.table("awards")
        self.awards: list[Award] = []
        for code, row in zip(AWARDS, table.rows("award", len(AWARDS)), strict=True):
            row.same("code", code)
            needs = row.same("needs", NEEDS[code]) if code in NEEDS else row.number("needs", 0, LAST_NUMBER)
            self.awards.append(Award(code, needs, row.number("points", 0, LAST_NUMBER)))
        table.same("total", len(self.awards))
        table.sum("points", sum(award.points for award in self.awards))

    def is_instant(self, card: int) -> bool:
        """Whether a research card is an instant."""
        return self.developments <= card < self.first_engineer


def _tile(row: Table, allowed: tuple[str, ...]) -> Tile:
    actions = [ACTIONS.index(allowed[action]) for action in row.words("actions", allowed)]
    if not actions:
        row.fail("kernel.components.missing", entry="actions")
    return Tile(row.word("code"), tuple(sorted(actions)))


def _part(row: Table) -> int:
    return row.index("part", row.text("part"), ("none", *PARTS)) - 1  # NO_PART for none


def _by_players(table: Table, entry: str, least: int, most: int) -> list[int]:
    """A figure that two players change, by number of players."""
    usual = table.number(entry, least, most)
    of_two = table.number(f"{entry}_of_two", least, most)
    return [0, 0, of_two, usual, usual]
