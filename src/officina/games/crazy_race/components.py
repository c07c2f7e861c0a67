"""The typed loader of ``components.toml``: it refuses a box whose counts do not add up."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from officina.core.components import CHOICE, Box, Demand, Source, Table, read_box

STANDARD: Final = Path(__file__).parent / "components.toml"

SEATS: Final = 4
MODELS: Final = 3
SIDES: Final = 4
SPACES: Final = 6

TURNTABLE: Final = SPACES
FINISH: Final = 2 * SPACES
"""A locomotive's progress when it reaches the turntable, and when it is home (the spec's course model)."""

NO_MODEL: Final = -1
QUESTION: Final = 0
"""The distance of a question side: as many points as cards beside it."""

COLOURS: Final = ("lilac", "orange", "green", "blue")
SYMBOLS: Final = ("circle", "triangle", "square", "diamond", "star", "hexagon", "cross", "crescent")
"""What has a name in every language, and a drawing."""

MODEL_LETTERS: Final = ("A", "B", "C", "J")
"""How the stage cards of the file name the models; J stands for none."""

MOST_CARDS: Final = 14
"""Driver cards of a colour: a hand is one int with four bits for each value, added up by casting out 15 (see state.py)."""

MOST_POINTS: Final = 99
MOST_POINTS_CARDS: Final = 99
MOST_STAGES: Final = 99


class Colour:
    """One player's colour, by seat."""

    def __init__(self, code: str, letter: str, hex_: str) -> None:
        self.code = code
        self.letter = letter
        self.hex = hex_


class Model:
    """One of the three locomotives."""

    def __init__(self, code: str, symbol: str) -> None:
        self.code = code
        self.symbol = symbol


class Parts:
    """Everything in the box that the rules refer to."""

    def __init__(self, source: Source = STANDARD) -> None:
        box = read_box(source)
        self.digest = box.digest
        board = box.table("board")
        board.same("tracks", SEATS)
        board.same("spaces", SPACES)
        locomotives = box.table("locomotives")
        locomotives.same("models", MODELS)
        locomotives.same("per_colour", MODELS)
        locomotives.same("total", SEATS * MODELS)
        self.rounds = box.table("stage").number("rounds", 1, 3)
        self.colours = self._colours(box)
        self.models = self._models(box)
        drivers = box.table("driver_cards")
        cards: list[int] = drivers.numbers("values", 1, 9)
        if not 1 <= len(cards) <= MOST_CARDS:
            drivers.fail("crazy_race.components.cards", found=len(cards), most=MOST_CARDS)
        drivers.sum("per_colour", len(cards))
        drivers.sum("total", SEATS * len(cards))
        self.values: list[int] = different(cards)
        """The different values of the driver cards, ascending. A card is its index in this list."""
        self.no_card = len(self.values)
        """The option after the last card: ``place_card pass``, ``consolation decline``."""
        self.retake = self.no_card + 1
        """``place_card retake``."""
        self.copies: list[int] = [cards.count(value) for value in self.values]
        """How many cards of each value a colour has."""
        self.turntable_cards = self._pile(box.table("turntable_cards"))
        self.finish_cards = self._pile(box.table("finish_cards"))
        self.points_values: list[int] = different(self.turntable_cards + self.finish_cards)
        """The different values of the points cards, ascending."""
        self.side_model: list[int] = []
        self.side_distance: list[int] = []
        """What side s of stage card c shows is at index c x 4 + s."""
        self.stages = self._stage_cards(box.table("stage_cards"))

    def _colours(self, box: Box) -> list[Colour]:
        colours: list[Colour] = []
        seen: set[str] = set()
        for row in box.table("colours").rows("colour", SEATS):
            colour = Colour(row.chosen("code", COLOURS), row.letter("letter"), row.colour("hex"))
            for value in (colour.code, colour.letter):
                seen.add(row.once(value, seen))
            colours.append(colour)
        return colours

    def _models(self, box: Box) -> list[Model]:
        models: list[Model] = []
        seen: set[str] = set()
        for row in box.table("models").rows("model", MODELS):
            row.same("code", MODEL_LETTERS[len(models)].lower())
            model = Model(row.text("code"), row.chosen("symbol", SYMBOLS))
            seen.add(row.once(model.symbol, seen))
            models.append(model)
        return models

    def _pile(self, table: Table) -> list[int]:
        """CR-06, CR-07: a pile of points cards, the highest on top."""
        values: list[int] = table.numbers("values", 1, MOST_POINTS)
        if not 1 <= len(values) <= MOST_POINTS_CARDS:
            table.fail("crazy_race.components.cards", found=len(values), most=MOST_POINTS_CARDS)
        table.sum("count", len(values))
        table.sum("sum", sum(values))
        for above in range(len(values) - 1):
            if values[above] < values[above + 1]:
                table.fail("crazy_race.components.not_sorted", upper=values[above], lower=values[above + 1])
        return values

    def _stage_cards(self, table: Table) -> int:
        """CR-14: on each card every model once, with a number; the fourth side without a model. Returns their number."""
        longest = table.number("longest", 1, 99)
        rows = table.rows("card", table.number("count", 1, MOST_STAGES))
        for number, row in enumerate(rows, 1):
            row.follows("number", number)
            sides: list[Any] = row.items("sides")
            row.demand("sides", Demand(CHOICE, count=SIDES, allowed=possible_sides(longest)))
            row.check_count("sides", len(sides), SIDES)
            seen: set[str] = set()
            for side in sides:
                letter, _, distance = str(side).partition(" ")
                if letter not in MODEL_LETTERS:
                    row.fail("kernel.components.unknown", value=str(side), allowed=MODEL_LETTERS)
                model = MODEL_LETTERS.index(letter)
                seen.add(row.once(letter, seen))
                self.side_model.append(model if model < MODELS else NO_MODEL)
                self.side_distance.append(read_distance(row, str(side), distance, model == MODELS, longest))
        return len(rows)


def possible_sides(longest: int) -> tuple[str, ...]:
    """Everything that may stand on a side, as the file writes it."""
    numbered = [f"{letter} {number}" for letter in MODEL_LETTERS for number in range(1, longest + 1)]
    return (*numbered, f"{MODEL_LETTERS[MODELS]} ?")


def read_distance(row: Table, side: str, text: str, may_ask: bool, longest: int) -> int:
    """The number of a side; a "?" only where there is no model."""
    if text == "?" and may_ask:
        return QUESTION
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= longest:
        row.fail("crazy_race.components.distance", side=side, longest=longest)
    return int(text)


def different(values: list[int]) -> list[int]:
    """Each value once, ascending."""
    return sorted(set(values))
