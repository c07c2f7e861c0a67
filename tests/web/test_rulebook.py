"""The rules as a page: contents, pictures by the board's own code, where each rule comes from, the glossary, searching."""

from __future__ import annotations

import re

import pytest

from officina import Game
from officina.core.glossary import glossary
from officina.core.text import LANGUAGES
from officina.web.pages.rule_pictures import pictures
from officina.web.pages.rulebook import rulebook, rules_part
from tests.web.conftest import NewPage
from tests.web.driver import Server
from tests.web.test_parts import check_markup


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_anchor_leads_somewhere(game: Game, language: str) -> None:
    book = rulebook(game.name, language)
    ids = check_markup(str(book.page)).ids
    assert set(re.findall(r'href="#((?:rule|part|thing)-[^"]+)"', book.page)) <= set(ids)
    assert {part for part, _ in book.contents} <= set(ids)
    assert {f"thing-{thing}" for thing in glossary(game)} <= set(ids)
    assert len(book.contents) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_a_rule_comes_from_is_folded_and_in_words(game: Game, language: str) -> None:
    page = rules_part(game.name, language)
    items = re.findall(r'<li id="rule-[^"]+".*?</li>', page, re.DOTALL)
    assert len(items) > 50
    bare = [item for item in items if re.search(r"\((?:IT|EXT|DER|REC)\b[^()]*\)\s*(?:</p>)?\s*</li>", item)]
    assert bare == []
    assert all(re.search(r"<(?:summary|span)[^>]*>[^<]*\b(?:IT|EXT|DER|REC)\b", item) is None for item in items)


def test_pictures_show_set_up_questions_and_scores(game: Game) -> None:
    found = {picture.name: picture for picture in pictures(game.name, "en")}
    assert {"setup", "end"} < found.keys()
    for name, picture in found.items():
        assert name in ("setup", "end") or name in game.vocabulary.numbers
        assert "<svg" in picture.drawing
        assert "data-choice" not in picture.drawing, "nothing in a picture can be chosen"
        assert "Anna" in picture.drawing + picture.caption + picture.table or name != "end"
    assert "<td>" in found["end"].table
    assert "<figure" not in rules_part(game.name, "en"), "the board is there already"


def test_searching_tells_what_is_found_and_that_nothing_is(new_page: NewPage, server: Server) -> None:
    page = new_page()
    page.goto(f"{server.address}/rules/crazy_race")
    page.fill("#rule-search", "turntable")
    page.wait_for_selector("#rule-found .rule-hit mark")
    assert page.locator("#rule-book").is_hidden()
    page.locator("#rule-found .rule-hit").last.click()
    page.wait_for_selector("#rule-book .cited")
    page.fill("#rule-search", "zeppelin")
    page.wait_for_function("() => document.getElementById('rule-found')?.textContent.includes('zeppelin')")
    assert page.locator(".rule-hit").count() == 0
    page.fill("#rule-search", "")
    page.wait_for_selector("#rule-book:not([hidden])")
