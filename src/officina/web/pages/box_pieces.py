"""A box as the editor shows it: tables, the pieces on them, the figures of each piece, what is asked of each figure."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from officina.core.components import FIXED, FOLLOWS, SUM
from officina.core.drawing import tag
from officina.core.errors import ComponentsError, OfficinaError
from officina.core.game import Game
from officina.core.own_box import EVIDENCE_KEY, BoxError, Content, OwnBox, demands, figures_of, standard_figures, value_at
from officina.core.text import Message, has, render
from officina.tables.boxes.edits import demand_for, is_full, may_grow

RECONSTRUCTED: Final = "REC"
UNPRINTED: Final = ("guard",)
"""Tables of ours that nobody finds in a box: where a game is stopped that goes on for ever."""
ON_SCREEN: Final = ("hex", "letter", "mark", "symbol", "station_x", "station_y", "action_spaces")
"""Entries for the screen only."""
TITLES: Final = ("code", "number", "first", "colour")
"""What a piece is called by: the first of these that it has."""
WORDS: Final = (
    "robot", "colour", "player", "car", "model", "card", "cube", "action", "feature", "style", "type", "shape", "part",
    "upgrade", "engineer", "award", "price_colour", "preference", "tile", "factory",
    "option_value.cards", "option_value.corner_tiles",
)  # fmt: skip
"""Where a game's sentences may have a word for a name in its box."""
PRINTED: Final = re.compile(r"[0-9]+")
"""What stands on a piece itself; other names without a word are ours alone, and nobody finds them in a box."""


@dataclass
class Figure:
    """One entry of a piece, to be changed in place; ``fixed``: it can only be read."""

    place: str
    label: str
    value: str
    ours: str
    number: bool = False
    least: int = 0
    most: int = 0
    choices: list[tuple[str, str]] = field(default_factory=list)
    fixed: bool = False
    sum: bool = False
    item: bool = False
    last: bool = False

    @property
    def changed(self) -> bool:
        """Whether it differs from ours."""
        return self.value != self.ours


@dataclass
class Group:
    """The figures of one entry: one of them, or those of a list, which may ``grow``."""

    label: str
    place: str
    figures: list[Figure]
    grows: bool = False


@dataclass
class BoxPiece:
    """A tile, a card, a line of a board: its picture and its figures."""

    place: str
    title: str
    groups: list[Group]
    picture: str = ""
    compared: bool = False
    wrong: bool = False
    evidence: str = ""
    removable: bool = False

    @property
    def id(self) -> str:
        """Its name in the page."""
        return "p-" + self.place.replace("[", "-").replace("]", "").replace(".", "-")

    @property
    def changed(self) -> bool:
        """Whether a figure differs from ours."""
        return any(figure.changed for group in self.groups for figure in group.figures)

    @property
    def to_compare(self) -> bool:
        """Whether it belongs to the checklist: our reconstruction of something that is printed."""
        return self.evidence == RECONSTRUCTED


@dataclass
class Plate:
    """A table of the box with its evidence."""

    name: str
    title: str
    evidence: str
    pieces: list[BoxPiece]
    grows: list[tuple[str, str]]
    printed: bool = True

    @property
    def listed(self) -> list[BoxPiece]:
        """Its pieces that belong to the checklist."""
        return [piece for piece in self.pieces if piece.to_compare]

    @property
    def to_compare(self) -> bool:
        """Whether a piece of it belongs to the checklist."""
        return bool(self.listed)

    @property
    def done(self) -> int:
        """How many of those are ticked off."""
        return sum(piece.compared for piece in self.listed)

    @property
    def touched(self) -> bool:
        """Whether a piece of it is wrong, or differs from ours."""
        return any(piece.wrong or piece.changed for piece in self.pieces)


@dataclass(frozen=True)
class Complaint:
    """What does not add up: at which piece, and the ``id`` of that piece in the page."""

    where: str
    words: str
    id: str


class BoxView:
    """Everything that the page of a box shows."""

    def __init__(self, game: Game, own: OwnBox, compared: set[str], wrong: OfficinaError | None, language: str) -> None:
        self.game = game
        self.language = language
        self.names: dict[str, str] = {}
        self.content = figures_of(game, own)
        self.ours = standard_figures(game)
        self.asked = demands(game, self.ours)
        self.now = demands(game, self.content)
        self.compared = compared
        self.wrong_place = wrong.place if isinstance(wrong, ComponentsError) else ""
        self.draw = drawer(game)
        plates = [self.plate(name, entries) for name, entries in self.content.items()]
        self.plates = sorted(plates, key=lambda plate: not plate.to_compare)

    # --- the checklist

    @property
    def listed(self) -> list[BoxPiece]:
        """The pieces to be compared with the real box."""
        return [piece for plate in self.plates for piece in plate.listed]

    @property
    def next(self) -> Plate | None:
        """The first table that is not compared yet: it lies open."""
        return next((plate for plate in self.plates if plate.done < len(plate.listed)), None)

    @property
    def left(self) -> int:
        """How many are not ticked off."""
        return sum(not piece.compared for piece in self.listed)

    # --- tables and pieces

    def plate(self, name: str, entries: Content) -> Plate:
        """One table."""
        rows = {entry: value for entry, value in entries.items() if is_rows(value)}
        pieces = [
            self.row_piece(f"{name}.{entry}[{number}]", row, entry, number)
            for entry, value in rows.items()
            for number, row in enumerate(value, 1)
        ]
        plain = {entry: value for entry, value in entries.items() if entry not in rows and entry != EVIDENCE_KEY}
        if plain:
            title = self.word("box.general") if rows else self.title(name)
            pieces.insert(0, self.piece(name, plain, title))
        grows = [(f"{name}.{entry}", self.label(entry)) for entry in rows if may_grow(self.asked, f"{name}.{entry}")]
        label = str(entries.get(EVIDENCE_KEY, ""))
        for piece in pieces:
            piece.evidence = "" if name in UNPRINTED else piece.evidence or label
        return Plate(name, self.title(name), label, pieces, grows, name not in UNPRINTED)

    def row_piece(self, place: str, row: Content, entry: str, number: int) -> BoxPiece:
        """One row of a table, called by its word in the game, by what is printed on it, or by its number."""
        named = next((str(row[key]) for key in TITLES if key in row), "")
        word = named if PRINTED.fullmatch(named) else self.word_for(named, row, place.partition(".")[0]) if named else None
        title = f"{self.label(entry)} {number if word is None else word}"
        piece = self.piece(place, {key: value for key, value in row.items() if key != EVIDENCE_KEY}, title)
        piece.evidence = str(row.get(EVIDENCE_KEY, ""))
        piece.removable = may_grow(self.asked, place.rpartition("[")[0])
        return piece

    def piece(self, place: str, entries: Content, title: str) -> BoxPiece:
        """A piece with its figures and its picture."""
        groups = [self.group(f"{place}.{entry}", entry, value) for entry, value in entries.items()]
        groups = [group for group in groups if (group.figures or group.grows) and not self.is_behind(group)]
        picture = self.draw(place, self.content, self.language)
        wrong = self.wrong_place == place
        return BoxPiece(place, title[:1].upper() + title[1:], groups, picture, place in self.compared, wrong)

    def is_behind(self, group: Group) -> bool:
        """Whether nobody finds it in a box: it is for the screen only, or says again what the piece is called by."""
        entry = group.place.rpartition(".")[2]
        named = entry in TITLES and not any(figure.choices for figure in group.figures)
        return (named or entry in ON_SCREEN) and not any(figure.changed for figure in group.figures)

    def group(self, place: str, entry: str, value: Any) -> Group:
        """The figures of one entry."""
        if isinstance(value, list):
            may = may_grow(self.asked, self.generic(place))
            grows = may and not is_full(self.asked, self.generic(place), value)
            figures = [self.figure(f"{place}[{number}]", entry, item) for number, item in enumerate(value, 1)]
            for figure in figures:
                figure.item = may and not figure.fixed
            return Group(self.label(entry), place, figures, grows)
        return Group(self.label(entry), place, [self.figure(place, entry, value)])

    def generic(self, place: str) -> str:
        """The place whose demand holds for this one: a row that the owner added is asked what the first one is asked."""
        if place in self.asked:
            return place
        head, _, rest = place.partition("[")
        _, _, tail = rest.partition("]")
        return f"{head}[1]{tail}"

    def figure(self, place: str, entry: str, value: Any) -> Figure:
        """One figure."""
        demand = demand_for(self.now, place) or demand_for(self.asked, self.generic(place))
        shown = str(value)
        found = Figure(place, self.label(entry), shown, self.our_value(place, shown))
        found.number = isinstance(value, int)
        if demand is not None:
            found.fixed = demand.kind in (FIXED, FOLLOWS)
            found.sum = demand.kind == SUM
            found.least, found.most = demand.least, demand.most
            found.choices = [(word, self.named(word)) for word in demand.allowed]
        return found

    def our_value(self, place: str, otherwise: str) -> str:
        """What stands there in ours; where ours has no such place, there is nothing to compare with."""
        try:
            found = value_at(self.ours, place)
        except BoxError:
            return ""
        return str(found) if not isinstance(found, dict | list) else otherwise

    # --- words

    def told(self, place: str) -> str:
        """A place of the box in words: its table, its piece, its entry."""
        for plate in self.plates:
            for piece in plate.pieces:
                for group in piece.groups:
                    if group.place == place or any(figure.place == place for figure in group.figures):
                        number = place.rpartition("[")[2].rstrip("]") if place != group.place else ""
                        several = number and len(group.figures) > 1
                        label = self.word("box.nth", label=group.label, n=int(number)) if several else group.label
                        return " · ".join(dict.fromkeys([plate.title, piece.title, label]))
        return self.title(place.partition(".")[0])

    def complaint(self, wrong: OfficinaError) -> Complaint:
        """What the loader says, in the words of the page: the piece by its name, the entry as it stands beside its figure."""
        if isinstance(wrong, ComponentsError) and isinstance(inner := wrong.message.args.get("what"), Message):
            for plate in self.plates:
                for piece in plate.pieces:
                    if piece.place == wrong.place:
                        where = " · ".join(dict.fromkeys([plate.title, piece.title]))
                        return Complaint(where, render(Message(inner.key, **self.spoken(inner.args)), self.language), piece.id)
        return Complaint("", render(wrong.message, self.language), "")

    def spoken(self, told: dict[str, Any]) -> dict[str, Any]:
        """The arguments of a complaint with the entry, and the names that it is about, as the page calls them."""
        said = dict(told)
        if "entry" in told:
            said["entry"] = self.label(str(told["entry"]))
        for name in ("value", "allowed"):
            if isinstance(told.get(name), str):
                said[name] = self.named(told[name])
            elif isinstance(told.get(name), tuple):
                said[name] = tuple(self.named(str(each)) for each in told[name])
        return said

    def word(self, key: str, **args: Any) -> str:
        return render(Message(f"web.{key}", **args), self.language)

    def title(self, table: str) -> str:
        """What a table is called."""
        key = f"figure_table.{self.game.name}_{table}"
        return self.word(key) if has(f"web.{key}", self.language) else table.replace("_", " ")

    def label(self, entry: str) -> str:
        """What an entry is called."""
        key = f"figure.{entry}"
        return self.word(key) if has(f"web.{key}", self.language) else entry.replace("_", " ")

    def named(self, word: str) -> str:
        """A name in the box in the words of the game; as it stands there if it has none."""
        letter, _, distance = word.partition(" ")
        if distance and len(letter) == 1:
            model = self.word("figure.no_model") if letter == "J" else self.named(letter.lower())
            return f"{model} {distance}"
        if word not in self.names:
            self.names[word] = self.word_for(word, {}) or (word.upper() if len(word) == 1 else word)
        return self.names[word]

    def in_words(self, value: Any) -> str:
        """Whatever stands in a box: a figure, several of them, or rows with what an owner finds on each."""
        if isinstance(value, dict):
            seen = {entry: inner for entry, inner in value.items() if entry not in (*ON_SCREEN, *TITLES, EVIDENCE_KEY)}
            return ", ".join([f"{self.label(entry)} {self.in_words(inner)}" for entry, inner in seen.items()])
        if isinstance(value, list):
            between = "; " if is_rows(value) else ", "
            return between.join([self.in_words(each) for each in value]) or self.word("box.nothing")
        return self.named(value) if isinstance(value, str) else str(value)

    def word_for(self, word: str, row: Content, table: str = "") -> str | None:
        """The word for a name in the box, which may need the figures of its row; None if there is none."""
        name = self.game.name
        keys = [f"web.figure_name.{key}" for key in (f"{name}_{table}_{word}", f"{name}_{word}", word)]
        keys += [f"{name}.{room}.{word}{end}" for room in WORDS for end in ("", ".name")]
        for key in keys:
            if has(key, self.language):
                with suppress(KeyError, IndexError):  # a sentence that needs more than the row has
                    return render(Message(key, **row), self.language)
        return None


def is_rows(value: Any) -> bool:
    """Whether an entry is a table of its own."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def drawer(game: Game) -> Any:
    """How a game draws a piece of its box: ``board_box.picture`` in its folder; nothing where there is none."""
    whole = f"officina.games.{game.name}.board_box"
    picture = getattr(import_module(whole), "picture", None) if find_spec(whole) is not None else None

    def draw(place: str, content: Content, language: str) -> str:
        if picture is None:
            return ""
        try:
            drawn = picture(place, content, language)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # a draft holds anything
            return ""
        if drawn is None:
            return ""
        markup, width, height = drawn
        return tag("svg", markup, viewBox=f"0 0 {width:g} {height:g}", cls="piece-face", aria_hidden="true")

    return draw
