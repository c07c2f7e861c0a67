"""docs/terms.md: our terms are those of the sentences and rules pages, none stands for two things, and no others are used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import officina.web.words  # noqa: F401 - it brings the page's texts
from officina import Game, render
from officina.core.text import LANGUAGES, catalogue

PAGE = Path(__file__).parent.parent / "docs" / "terms.md"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|", re.MULTILINE)
TITLES = {"fuori_di_rotella": "Fuori di Rotella"}


def terms(game: Game) -> list[tuple[str, str, str]]:
    """The rows of a game: the Italian rulebook's word, ours in Italian, ours in English."""
    title = TITLES.get(game.name, render(game.title(), "en"))
    part = PAGE.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return [row for row in ROW.findall(part) if row[0] != "Italian rulebook"]


def sentences(room: str, language: str) -> list[str]:
    """All sentences of a game or of the page, in a language."""
    entries = catalogue(room, language).values()
    return [text for entry in entries for text in ([entry] if isinstance(entry, str) else entry.values())]


def told(game: Game, language: str) -> tuple[str, str]:
    """Everything that the game says in a language at the table, and its rules page."""
    return " ".join(sentences(game.name, language)).lower(), plain(game.rules_page(language)).lower()


def plain(page: str) -> str:
    """A rules page without its line breaks and bold words."""
    return re.sub(r"\s+", " ", page.replace("\n> ", "\n").replace("*", ""))


def test_our_terms_are_used_at_the_table_and_on_the_rules_page(game: Game) -> None:
    found = terms(game)
    assert len(found) >= 20
    for place, language in enumerate(LANGUAGES, 1):
        missing = [row[place] for row in found for words in told(game, language) if row[place].lower() not in words]
        assert missing == []


def test_no_term_stands_for_two_things(game: Game) -> None:
    for place in (1, 2):
        ours = [row[place] for row in terms(game)]
        assert sorted({each for each in ours if ours.count(each) > 1}) == []


HEADINGS = {"it": "\n### In Italian\n", "en": "\n### In English\n"}


def other_words(language: str) -> list[tuple[str, str, str]]:
    """The words of a language that are not ours: each with ours, and where."""
    part = PAGE.read_text(encoding="utf-8").partition(HEADINGS[language])[2].partition("\n### ")[0]
    return [row for row in ROW.findall(part) if row[0] not in {"not", "---"}]


def in_any_form(word: str) -> re.Pattern[str]:
    """That word with any ending."""
    stem = word[:-1] if word[-1] in "aeiou" else word
    return re.compile(rf"\b{re.escape(stem)}\w{{0,3}}\b", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_a_word_that_is_not_ours(game: Game, language: str) -> None:
    rows = other_words(language)
    assert len(rows) >= 6
    title = TITLES.get(game.name, render(game.title(), "en"))
    said = [*sentences(game.name, language), *re.split(r"(?<=[.:]) ", plain(game.rules_page(language)))]
    wrong = []
    for word, ours, where in rows:
        place, _, spared = where.partition(", but for ")
        if place in {"everywhere", title}:
            looked, phase = in_any_form(word), spared.split('"')[1] if spared else "\0"
            wrong += [(word, ours, text) for text in said if looked.search(text.replace(phase, ""))]
    assert wrong == []


def test_the_pages_around_the_table_have_none_either() -> None:
    said = sentences("web", "it")
    everywhere = [in_any_form(word) for word, _, where in other_words("it") if where == "everywhere"]
    assert len(everywhere) >= 10
    assert [text for text in said for looked in everywhere if looked.search(text)] == []


def test_a_word_with_another_ending_is_found() -> None:
    assert in_any_form("valutazione").search("le valutazioni")
    assert in_any_form("rivale").search("I rivali")
    assert in_any_form("shop").search("the shops")
    assert not in_any_form("rivale").search("arrivale")
