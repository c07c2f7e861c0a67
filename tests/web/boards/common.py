"""What every test of a drawn board needs: the board at a moment of a game, parsed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any
from xml.etree import ElementTree

from officina import Position
from officina.bots import make_bot
from officina.core.drawing import SCREENS, Board, mark_choices
from officina.core.game import Game, OptionValue
from officina.core.position import Question
from officina.looks import sheet
from tests.seeds import seed_of, seeded

NAMES = ["Anna <b>", 'Bo "x"', "Cle & o", "D'or", "Émile", "Fé", "Già", "Hö"]
SYMBOLS = {str(symbol.get("id")) for symbol in ElementTree.fromstring(sheet()).iter() if symbol.tag.endswith("symbol")}


def games(game: Game, bot_name: str, number: int, variants: Sequence[tuple[int, dict[str, OptionValue]]]) -> Iterator[Position]:
    """Every decision of some games, and their ends."""
    bot = make_bot(bot_name)
    for index in range(number):
        players, options = variants[index % len(variants)]
        position = game.start(players, seed_of(f"board {bot_name} {index}"), options)
        position.events = []
        rng = seeded(f"board {index}")
        while not position.over:
            yield position
            seat = position.to_act[0]
            position.apply(seat, bot.choose(position, seat, rng))
        yield position


def some(positions: Iterator[Position], often: int = 12, then: int = 4) -> Iterator[tuple[int, Position]]:
    """The first decisions of each kind, then every so many of them; and all ends. With the number of each."""
    asked: Counter[str] = Counter()
    for step, position in enumerate(positions):
        kind = "" if position.over else position.question(position.to_act[0]).kind
        asked[kind] += 1
        if position.over or asked[kind] <= often or asked[kind] % then == 0:
            yield step, position


def kinds_met(positions: Iterator[Position], wanted: AbstractSet[str]) -> set[str]:
    """The sorts of questions that are asked there, until all that are wanted have been."""
    met: set[str] = set()
    for position in positions:
        met |= {position.question(seat).kind for seat in position.to_act}
        if met >= wanted:
            break
    return met


class Drawn:
    """A board, parsed."""

    def __init__(self, position: Position, seat: int | None, language: str = "it", screen: str = SCREENS[0]) -> None:
        self.view: dict[str, Any] = {**position.view(seat), "names": NAMES[: position.seats]}
        self.question: Question | None = None
        if seat is not None and seat in position.to_act:
            self.question = position.question(seat)
        self.board: Board = position.game.board(self.view, self.question, language, screen)
        self.markup = "".join(area.markup for area in self.board.areas)
        self.root = ElementTree.fromstring(f"<root>{self.markup}</root>")
        self.ids: dict[str, ElementTree.Element] = {}
        for element in self.root.iter():
            id = element.get("id")
            if id:
                assert id not in self.ids, f"the id {id} occurs twice"
                self.ids[id] = element

    def having(self, name: str, under: ElementTree.Element | None = None) -> list[ElementTree.Element]:
        """The elements of a class."""
        return [found for found in (under if under is not None else self.root).iter() if name in classes_of(found)]

    def check_sound(self, homeless: frozenset[str]) -> None:
        """Parts exist, everything lit is a named button, and every choice has a place but those that need none."""
        assert " style=" not in self.markup
        assert "<script" not in self.markup
        for used in self.root.iter("use"):
            assert str(used.get("href"))[1:] in SYMBOLS, f"the part {used.get('href')} is not in the looks"
        offered = set() if self.question is None else {option.notation for option in self.question.options}
        placed = mark_choices(area.markup for area in self.board.areas)
        assert placed <= offered
        assert offered - placed <= homeless, f"no place on the board: {sorted(offered - placed - homeless)}"
        for element in self.root.iter():
            if element.get("data-choice") is not None or element.get("data-pick") is not None:
                assert (element.get("role"), element.get("tabindex")) == ("button", "0")
                assert element.get("aria-label")

    def said(self) -> str:
        """Every word on the board."""
        return "".join(self.root.itertext())


def classes_of(element: ElementTree.Element) -> list[str]:
    return str(element.get("class", "")).split()
