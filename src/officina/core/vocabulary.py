"""Vocabulary: every choice of a game as (kind, option), as one action id, and as a text that a person can type."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import product
from typing import Any, Final

from officina.core.errors import NotationError
from officina.core.nouns import Noun
from officina.core.text import Message

SUGGESTIONS: Final = 3


class Choice:
    """Options of a decision that are written and said alike: fixed words, then one word for each noun.

    ``Choice("pass")`` is one option; ``Choice("recall", market=MARKET, space=SPACE)`` are all combinations, the last noun
    varying fastest. In a sentence it is ``option.<text>`` of the game, with the nouns by name; ``text`` is its words, or the
    decision's name, unless told otherwise.
    """

    def __init__(self, words: str = "", text: str = "", /, **nouns: Noun) -> None:
        self.start = words
        self.text = text or words.replace(" ", "_")
        self.nouns = nouns

    def options(self, parts: Any) -> list[tuple[str, tuple[int, ...]]]:
        """Words and values of every option."""
        start = [self.start] if self.start else []
        written = product(*(noun.words(parts) for noun in self.nouns.values()))
        meant = product(*(noun.values(parts) for noun in self.nouns.values()))
        return [(" ".join([*start, *words]), values) for words, values in zip(written, meant, strict=True)]


class Decision:
    """One sort of decision, as a game declares it: its number (from 1), its name, and its choices in the order of the options.

    Nouns given by name stand for one choice made of them. ``secret`` says that other seats do not learn which option was
    chosen (a revealing event may tell them later), nor, while the same seat goes on deciding, that one was.
    """

    def __init__(self, number: int, name: str, /, *choices: Choice | str, secret: bool = False, **nouns: Noun) -> None:
        self.number = number
        self.name = name
        self.secret = secret
        self.choices = [choice if isinstance(choice, Choice) else Choice(choice) for choice in choices]
        if nouns:
            self.choices.append(Choice("", name, **nouns))
        for choice in self.choices:
            choice.text = choice.text or name


class Kind:
    """A decision with the names of one box: the words of each of its options, and what they mean."""

    def __init__(self, decision: Decision, parts: Any) -> None:
        self.name = decision.name
        self.secret = decision.secret
        self.choices = decision.choices
        self.words: list[str] = []
        self.meanings: list[tuple[Choice, tuple[int, ...]]] = []
        for choice in decision.choices:
            for words, values in choice.options(parts):
                self.words.append(words)
                self.meanings.append((choice, values))
        self.index = {word: option for option, word in enumerate(self.words)}
        if len(self.index) != len(self.words):
            raise ValueError(f"decision {self.name} has a word twice")


class Vocabulary:
    """All kinds of a game. Kind numbers start at 1, in the order given; action ids run over all options of all kinds."""

    def __init__(self, decisions: list[Decision], parts: Any = None) -> None:
        for number, decision in enumerate(decisions, 1):
            if decision.number != number:
                raise ValueError(f"decision {decision.name} has number {decision.number}, but is number {number} of the list")
        self.kinds = [Kind(decision, parts) for decision in decisions]
        self.numbers = {kind.name: number for number, kind in enumerate(self.kinds, 1)}
        self.offsets = [0]
        for kind in self.kinds:
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
