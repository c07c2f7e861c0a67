"""Every thing on every board has an entry in the glossary, in both languages, with a rule that there is."""

from __future__ import annotations

import re

from officina import Game, render
from officina.core.glossary import glossary
from officina.core.text import LANGUAGES
from tests.glossary import Nameless, looked, problems
from tests.plain_words import codes_in


def test_everything_on_the_boards_explains_itself(game: Game) -> None:
    looker = looked(game, 1, 200)
    assert list(problems(looker)) == []
    assert looker.seen, "no board was looked at"


def test_entries_are_short_plain_and_lead_to_a_rule(game: Game) -> None:
    pages = {language: game.rules_page(language) for language in LANGUAGES}
    names = {language: [render(entry.name, language) for entry in glossary(game).values()] for language in LANGUAGES}
    for entry in glossary(game).values():
        for language in LANGUAGES:
            text = render(entry.text, language)
            assert f"**{entry.rule}**" in pages[language], entry
            assert 1 <= len(re.findall(r"[.…]( |$)|$", text)) <= 4, text
            assert len(text) <= 170, text
            assert not [*codes_in(render(entry.name, language)), *codes_in(text)], entry
    for language in LANGUAGES:
        assert len(set(names[language])) == len(names[language]), "two things have one name"


def test_what_is_no_thing_is_found() -> None:
    parser = Nameless()
    parser.feed('<g role="img" aria-label="a cube"></g><g data-thing="car"><g role="img" aria-label="a car"></g></g>')
    parser.feed('<g role="img" aria-label="a shelf"><g data-thing="cube"></g></g><g data-flip="cube"></g>')
    assert parser.found == ["a cube", "cube"]
