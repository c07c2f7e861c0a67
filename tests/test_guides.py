"""docs/evening.md and docs/serata.md: the same guide twice, with pictures that exist and the page's own words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import officina.web.words  # noqa: F401 - it brings the page's texts
from officina.core.text import catalogue

DOCS = Path(__file__).parent.parent / "docs"
GUIDES = {"en": "evening.md", "it": "serata.md"}
LINK = re.compile(r'\]\(([^)#:]+)\)|src="([^"]+)"')
QUOTED = re.compile(r"(?<!\*)\*([^*\n][^*]*)\*(?!\*)")
OF_OTHERS = {"Code", "Download ZIP"}
"""Words of another page, where the project is downloaded."""


def guide(language: str) -> str:
    return (DOCS / GUIDES[language]).read_text(encoding="utf-8")


def pictures(language: str) -> list[str]:
    found = [one or two for one, two in LINK.findall(guide(language))]
    return [link for link in found if link.startswith("evening/")]


@pytest.mark.parametrize("language", GUIDES)
def test_every_link_and_picture_exists(language: str) -> None:
    links = [one or two for one, two in LINK.findall(guide(language))]
    assert [link for link in links if not (DOCS / link).exists()] == []
    assert all(link.endswith(f"-{language}.jpg") for link in pictures(language))


def test_both_guides_show_and_say_the_same_things() -> None:
    shown = [[link.rpartition("-")[0] for link in pictures(language)] for language in GUIDES]
    assert shown[0] == shown[1]
    assert len(shown[0]) > 10
    assert len({len(re.findall(r"^#+ ", guide(language), re.MULTILINE)) for language in GUIDES}) == 1
    taken = {path.stem for path in (DOCS / "evening").iterdir()}
    assert taken == {Path(link).stem for language in GUIDES for link in pictures(language)}


@pytest.mark.parametrize("language", GUIDES)
def test_what_a_guide_quotes_stands_on_the_page(language: str) -> None:
    entries = catalogue("web", language).values()
    words = [text for entry in entries for text in ([entry] if isinstance(entry, str) else entry.values())]
    said = "\n".join(words).lower()
    quoted = {" ".join(found.split()) for found in QUOTED.findall(guide(language))} - OF_OTHERS
    assert len(quoted) > 15
    assert [each for each in sorted(quoted) if each.lower() not in said] == []
