"""Texts of the page, with people's names instead of seat numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup, escape

from officina.bots import BOTS
from officina.bots.levels import third_party_bots
from officina.bots.third_party import package_of
from officina.core.game import Game, OptionValue
from officina.core.text import LANGUAGES, Message, Player, Reason, add_room, render

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

    def bot(self, name: str) -> str:
        """What a bot is called: ours in words, those of others by the name that they have given themselves."""
        return self.say(f"bot.{name}") if name in BOTS else name

    def about_bot(self, name: str) -> str:
        """A sentence on a bot."""
        guest = third_party_bots().get(name)
        return self.say(f"bot_about.{name}") if guest is None else self.say("bot_about.guest", package=package_of(guest))

    def tell(self, message: Message) -> str:
        """Any sentence, with people's names instead of colours or "seat 2", and without the rule that a refusal cites."""
        return render(named(message, self.names), self.language, rules=False)

    def tell_with_rules(self, message: Message, game: str) -> Markup:
        """Any sentence as markup; the rule behind a refusal is a small sign after it."""
        rule = first_rule(message.rule) if isinstance(message, Reason) else ""
        sign = Markup(" {}").format(rule_link(rule, game, self.say("rules.sign", rule=rule))) if rule else Markup("")
        return escape(self.tell(message)) + sign


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
        if isinstance(value, Player) and value.seat < len(names):
            return names[value.seat]
        return named(value, names)
    if isinstance(value, tuple):
        return tuple(_named_value(item, names) for item in value)
    return value


def rule_link(rule: str, game: str, called: str = "") -> Markup:
    """A small sign that opens the rules panel at a rule; ``called`` is what it is called for who cannot see it."""
    link = '<a class="rule rule-sign" href="/rules/{}#rule-{}" data-rule="{}" aria-label="{}" title="{}">§</a>'
    return Markup(link).format(game, rule, rule, called or rule, called or rule)


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
    named = game.value_name(option, value, words.language)
    if named is not None:
        return named
    meaning = game.value_words(option, value)
    return str(value) if meaning is None else words.tell(meaning)


def agreed(game: Game, options: Mapping[str, OptionValue], words: PageWords) -> list[tuple[str, str]]:
    """What the table agreed on before the game: each option that could have been otherwise, with its value in words."""
    return [
        (words.tell(Message(f"{game.name}.option_name.{name}")), value_words(game, name, value, words))
        for name, value in options.items()
        if name in game.options and len(game.options[name].values) > 1
    ]
