"""The rules as a page: contents, pictures by the board's own code, where each rule comes from, the glossary, searching."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from officina import Game
from officina.core.drawing import Area, Sheet
from officina.core.glossary import glossary
from officina.core.text import LANGUAGES
from officina.web.pages import rulebook as rulebook_module
from officina.web.pages.rule_pictures import part_of, pictures
from officina.web.pages.rulebook import rulebook, rules_part
from tests.web.conftest import NewPage
from tests.web.driver import Server
from tests.web.test_parts import check_markup

STATIC = Path(rulebook_module.__file__).parent.parent / "static"
CLASS = re.compile(r'class="([^"]*)"')


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_anchor_leads_somewhere(game: Game, language: str) -> None:
    book = rulebook(game.name, language)
    ids = check_markup(str(book.page)).ids
    assert set(re.findall(r'href="#((?:rule|part|thing)-[^"]+)"', book.page)) <= set(ids)
    assert {part for part, _ in book.contents} <= set(ids)
    stated = re.findall(r"^- \*\*([A-Z]+-R?\d+)\*\*", game.rules_page(language), re.MULTILINE)
    assert {f"rule-{rule}" for rule in stated} <= set(ids)
    assert len(set(stated)) == len(stated) > 50
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
    assert found.keys() == set(tomllib.loads((game.folder / "pictures.toml").read_text(encoding="utf-8"))) - {"seed"}
    for name, picture in found.items():
        assert "<svg" in picture.drawing
        assert "data-choice" not in picture.drawing, "nothing in a picture can be chosen"
        assert "Anna" in picture.drawing + picture.caption + picture.table or name != "end"
    assert "<td>" in found["end"].table
    assert "<figure" not in rules_part(game.name, "en"), "the board is there already"


def test_a_robbery_and_a_collect_have_a_picture_each() -> None:
    """Both are told by one kind of beat: the pictures are asked for by what it tells of."""
    found = {picture.name: picture for picture in pictures("fuori_di_rotella", "en")}
    assert "feet of" in found["won feet"].caption
    assert "from dump" in found["won dump"].caption
    page = rulebook("fuori_di_rotella", "en").page
    assert page.index(found["won feet"].caption) < page.index('id="rule-FR-31"') < page.index(found["won dump"].caption)


def test_a_picture_of_a_beat_shows_what_the_table_shows_at_it() -> None:
    """A sale is seen on the market, where the car still stands: only the beat tells that it is sold."""
    sold = {picture.name: picture for picture in pictures("kraftwagen", "en")}["sold"].drawing
    assert "SOLD" in sold
    assert "ring-last" in {picture.name: picture for picture in pictures("fuori_di_rotella", "en")}["won feet"].drawing


def test_no_area_is_cut_in_a_picture() -> None:
    """What reaches out of a picture makes it larger, but for what lies round all of it."""
    boxes = {
        "one": (10, 10, 10, 10),
        "two": (30, 10, 10, 30),
        "between": (22, 12, 4, 4),
        "out": (15, 22, 40, 10),
        "round": (0, 0, 90, 90),
        "ground": (0, 0, 90, 90),
    }
    areas = [Area(name, name, box, f"<rect class='{name}'/>") for name, box in boxes.items()]
    sheet = Sheet("table", "Table", (100, 100), areas)

    def drawn(*names: str) -> tuple[list[str], str]:
        picture = part_of(sheet, [area for area in areas if area.id in names])
        return [name for name in boxes if f"class='{name}'" in picture], re.findall(r'viewBox="([^"]*)"', picture)[0]

    assert drawn("one") == (["one"], "2 2 26 26")
    assert drawn("one", "two") == (["one", "two", "between", "out"], "2 2 61 46")
    assert drawn("round")[0] == list(boxes), "and what lies under it"
    assert drawn()[0] == list(boxes)


def test_pictures_are_painted_by_what_the_page_loads(game: Game) -> None:
    """A class that only the sheets of a table paint would be black on the page of the rules."""
    paper = styled("style.css", "officina.css", "pages.css", "people.css", "rules.css")
    paper |= classes((game.folder / "board.css").read_text(encoding="utf-8"))
    used = {name for picture in pictures(game.name, "en") for names in CLASS.findall(picture.drawing) for name in names.split()}
    assert len(used) > 20
    assert used & (styled("table.css", "beats.css", "ending.css", "tips.css") - paper) == set()


def classes(sheet: str) -> set[str]:
    """The classes that a style sheet speaks of."""
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", sheet))


def styled(*names: str) -> set[str]:
    """Those of the page's own sheets."""
    return {each for name in names for each in classes((STATIC / name).read_text(encoding="utf-8"))}


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
