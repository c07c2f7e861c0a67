"""Games through the page in a real Chromium: by mouse, by keyboard, by taps on a phone; the end of every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from officina import GAMES
from tests.web.conftest import NewPage
from tests.web.driver import DEALT, Player, Server, fewest

FR = "fuori_di_rotella"
RECORDS = Path(__file__).parents[1] / "records"


def test_with_the_mouse_alone(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Play now against bots Out of Gears").click()
    page.wait_for_url("**/t/*")
    player = Player(page, "mouse")
    player.play()
    assert player.by_board > 5, "choices are made on the board, too"
    assert "win" in page.locator("#status-line").inner_text()
    assert page.locator(".scores tbody tr").count() == 4
    assert page.locator("svg.chart .cl").count() == 4
    assert page.locator(".podium-step").count() == 4
    assert "keeps the promise" in str(page.locator(".seed").text_content())


def test_with_the_keyboard_alone(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    tab_to(page, "a[href='/new/fuori_di_rotella?with=friends']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/*")
    tab_to(page, "#name")
    page.keyboard.type("Anna")
    tab_to(page, "#create")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#begin")
    tab_to(page, "#begin")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board g", state="attached")
    player = Player(page, "keyboard", "keyboard")
    player.play()
    assert "win" in page.locator("#status-line").inner_text()


def test_with_taps_on_a_phone(server: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(server.address)
    page.get_by_role("button", name="Play now against bots Out of Gears").tap()
    page.wait_for_url("**/t/*")
    player = Player(page, "taps", "taps")
    player.play(6)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390, "nothing sticks out at the side"
    small = page.evaluate("() => [...document.querySelectorAll('.choice')].filter(b => b.offsetHeight < 44).length")
    assert small == 0, "every choice is a finger wide"
    page.evaluate("() => window.scrollTo(0, 500)")
    assert page.get_by_role("status").evaluate("each => each.getBoundingClientRect().top") >= 0, "always in sight"
    player.play()
    assert "win" in page.locator("#status-line").inner_text()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("game", [game for game in GAMES if game != FR])
def test_the_end_of_every_other_game(server: Server, new_page: NewPage, game: str) -> None:
    """A recorded game is played on to its end. Whole games in every way: ``python -m tests.web.whole_games``."""
    page = new_page()
    last_steps(page, server.address, game, 30)
    player = Player(page, game)
    player.play()
    assert "win" in page.locator("#status-line").inner_text()
    assert page.locator(".scores tbody tr").count() == fewest(game)


def last_steps(page: Page, address: str, game: str, steps: int, seat: int = 0) -> None:
    """A table that begins so many steps before the end of a recorded game."""
    record = (RECORDS / game / f"{fewest(game)}-players.officina").read_text(encoding="utf-8")
    looked = page.request.post(f"{address}/api/v1/records", data={"record": record}).json()["id"]
    last = re.search(r'data-last="(\d+)"', page.request.get(f"{address}/t/{looked}/at/0").text())
    assert last is not None
    page.goto(f"{address}/t/{looked}/at/{int(last[1]) - steps}?seat={seat + 1}")
    page.locator(".on-from-here").click()
    page.wait_for_selector(DEALT)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there; it must be visible."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"the focus on {selector} cannot be seen"
            return
    raise AssertionError(f"Tab never reaches {selector}")
