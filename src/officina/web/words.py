"""Texts of the page, with people's names instead of seat numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup, escape

from officina.core.game import Game, OptionValue
from officina.core.text import LANGUAGES, Message, Reason, add_room, render

add_room("web", Path(__file__).parent / "texts")

RULE: Final = re.compile(r"\b([A-Z]{2,3}-R?\d+)\b")


class PageWords:
    """The texts of one language, with the players' names."""

    def __init__(self, language: str, names: Sequence[str] = ()) -> None:
        self.language = language
        self.names = list(names)

    def say(self, key: str, **args: Any) -> str:
        """A sentence of the page."""
        return render(Message(f"web.{key}", **args), self.language)

    def tell(self, message: Message) -> str:
        """Any sentence, with people's names instead of "seat 2"."""
        return render(named(message, self.names), self.language)

    def tell_with_rules(self, message: Message, game: str) -> Markup:
        """Any sentence as markup; the rules that it cites are links."""
        return rule_links(self.tell(message), game)


def named(message: Message, names: Sequence[str]) -> Message:
    """The same sentence, in which every seat is called by its player's name."""
    if not names or not any(isinstance(value, (Message, tuple)) for value in message.args.values()):
        return message
    args = {name: _named_value(value, names) for name, value in message.args.items()}
    if isinstance(message, Reason):
        return Reason(message.key, message.rule, **args)
    return Message(message.key, **args)


def _named_value(value: Any, names: Sequence[str]) -> Any:
    if isinstance(value, Message):
        seat = value.args.get("seat")
        if value.key == "kernel.seat" and isinstance(seat, int) and 1 <= seat <= len(names):
            return names[seat - 1]
        return named(value, names)
    if isinstance(value, tuple):
        return tuple(_named_value(item, names) for item in value)
    return value


def rule_links(words: str, game: str) -> Markup:
    """Text as markup, with a link for every rule ID."""
    parts = RULE.split(words)
    found = [rule_link(part, game) if place % 2 else escape(part) for place, part in enumerate(parts)]
    return Markup("").join(found)


def rule_link(rule: str, game: str) -> Markup:
    """A link to a rule; the page opens its rules panel there."""
    return Markup('<a class="rule" href="/rules/{}#rule-{}" data-rule="{}">{}</a>').format(game, rule, rule, rule)


def first_rule(rule: str) -> str:
    """The first rule ID of a citation such as ``FR-80..83``; empty if there is none."""
    found = RULE.search(rule)
    return found.group(1) if found else ""


def preferred_language(accept: str) -> str:
    """Italian or English, whichever the browser asks for first; English if it asks for neither."""
    for part in accept.lower().split(","):
        code = part.split(";")[0].strip()[:2]
        if code in LANGUAGES:
            return code
    return "en"


def value_words(game: Game, option: str, value: OptionValue, words: PageWords) -> str:
    """A value of an option as people say it."""
    meaning = game.value_words(option, value)
    return str(value) if meaning is None else words.tell(meaning)


def agreed(game: Game, options: Mapping[str, OptionValue], words: PageWords) -> list[tuple[str, str]]:
    """What the table agreed on before the game: each option that could have been otherwise, with its value in words."""
    return [
        (words.tell(Message(f"{game.name}.option_name.{name}")), value_words(game, name, value, words))
        for name, value in options.items()
        if name in game.options and len(game.options[name].values) > 1
    ]
