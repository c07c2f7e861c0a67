"""Vocabulary: every choice of a game as (kind, option), as one action id, and as a text that a person can type."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import product
from typing import Final

from officina.core.errors import NotationError
from officina.core.text import Message

SUGGESTIONS: Final = 3


class Kind:
    """One sort of decision: its name and the words of each of its options, in option order.

    ``secret`` says that other seats do not learn which option was chosen (a revealing event may tell them later).
    """

    def __init__(self, name: str, words: list[str], *, secret: bool = False) -> None:
        self.name = name
        self.words = words
        self.secret = secret
        self.index = {word: option for option, word in enumerate(words)}
        if len(self.index) != len(words):
            raise ValueError(f"kind {name} has a word twice")

    @staticmethod
    def product(name: str, *parts: list[str], secret: bool = False) -> Kind:
        """A kind whose options are all combinations; the last part varies fastest."""
        return Kind(name, [" ".join(words) for words in product(*parts)], secret=secret)


class Vocabulary:
    """All kinds of a game. Kind numbers start at 1, in the order given; action ids run over all options of all kinds."""

    def __init__(self, kinds: list[Kind]) -> None:
        self.kinds = kinds
        self.numbers = {kind.name: number for number, kind in enumerate(kinds, 1)}
        self.offsets = [0]
        for kind in kinds:
            self.offsets.append(self.offsets[-1] + len(kind.words))

    @property
    def size(self) -> int:
        """How many different choices the game has."""
        return self.offsets[-1]

    def kind(self, number: int) -> Kind:
        """The kind of that number."""
        return self.kinds[number - 1]

    def kind_name(self, number: int) -> str:
        """The name of a kind, as in notation."""
        return self.kinds[number - 1].name

    def kind_size(self, number: int) -> int:
        """How many options the kind has, legal or not: they are 0 .. kind_size - 1."""
        return len(self.kinds[number - 1].words)

    def id(self, kind: int, option: int) -> int:
        """The action id of a choice."""
        if not 0 <= option < self.kind_size(kind):
            raise ValueError(f"kind {self.kind_name(kind)} has no option {option}")
        return self.offsets[kind - 1] + option

    def kind_option(self, action: int) -> tuple[int, int]:
        """The choice of an action id."""
        if 0 <= action < self.size:
            for number in range(len(self.kinds), 0, -1):
                if action >= self.offsets[number - 1]:
                    return (number, action - self.offsets[number - 1])
        raise ValueError(f"no action {action}: ids run from 0 to {self.size - 1}")

    def text(self, kind: int, option: int) -> str:
        """The notation of a choice: the kind's name and the option's words."""
        found = self.kind(kind)
        return f"{found.name} {found.words[option]}"

    def parse(self, text: str, kind: int = 0) -> tuple[int, int]:
        """The choice that a text stands for; with ``kind`` (the pending question's) the kind's name may be left out.

        Upper case and superfluous spaces do not matter. The pending question's own words come first: "office 1" may be an
        option of one decision and the whole text of another.
        """
        words = text.lower().split()
        if kind and " ".join(words) in self.kind(kind).index:
            return (kind, self.kind(kind).index[" ".join(words)])
        if words and words[0] in self.numbers:
            number = self.numbers[words[0]]
            words = words[1:]
        else:
            number = kind
        if not number:
            names = tuple(entry.name for entry in self.kinds)
            raise NotationError(Message("kernel.notation.kind", text=shown(text), kinds=names))
        wanted = " ".join(words)
        option = self.kind(number).index.get(wanted)
        if option is None:
            name = self.kind_name(number)
            near = get_close_matches(wanted, self.kind(number).words, SUGGESTIONS, 0.4)
            examples = tuple(f"{name} {words}" for words in near or self.kind(number).words[:SUGGESTIONS])
            raise NotationError(Message("kernel.notation.option", text=shown(text), kind=name, examples=examples))
        return (number, option)


def shown(text: str) -> str:
    """A person's own words, shortened so that an error stays one line."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "..."
