"""docs/terms.md: our terms are those of the sentences and rules pages, and none stands for two things."""

from __future__ import annotations

import re
from pathlib import Path

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


def words_of(game: Game, language: str) -> str:
    """Everything that the game says in a language."""
    said = [
        text
        for entry in catalogue(game.name, language).values()
        for text in ([entry] if isinstance(entry, str) else entry.values())
    ]
    return " ".join([*said, game.rules_page(language)]).lower()


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
