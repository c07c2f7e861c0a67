"""docs/terms.md: our terms are those of the sentences and rules pages, none stands for two things, and no others are used."""

from __future__ import annotations

import re
from pathlib import Path

import officina.web.words  # noqa: F401 - it brings the page's texts
from officina import GAMES, Game, render
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


def words_of(game: Game, language: str) -> str:
    """Everything that the game says in a language."""
    return " ".join([*sentences(game.name, language), game.rules_page(language)]).lower()


def test_our_terms_are_the_ones_that_are_used(game: Game) -> None:
    found = terms(game)
    assert len(found) >= 10
    for place, language in enumerate(LANGUAGES, 1):
        words = words_of(game, language)
        assert [row[place] for row in found if row[place].lower() not in words] == []


def test_no_term_stands_for_two_things(game: Game) -> None:
    for place in (1, 2):
        ours = [row[place] for row in terms(game)]
        assert len(set(ours)) == len(ours)


def test_no_italian_sentence_has_a_word_that_is_not_ours() -> None:
    part = PAGE.read_text(encoding="utf-8").partition("\n## Words that are not ours\n")[2]
    rows = re.findall(r"^\| (\w[\w ]+) \| ", part, re.MULTILINE)
    stems = [word[:-1].lower() for word in rows if word != "not"]
    assert len(stems) >= 10
    said = [*sentences("web", "it"), *(text for name in GAMES for text in sentences(name, "it"))]
    said += [line for game in GAMES.values() for line in game.rules_page("it").splitlines()]
    wrong = re.compile(rf"\b(?:{'|'.join(stems)})\w{{0,3}}\b", re.IGNORECASE)
    assert [text for text in said if wrong.search(text)] == []
