"""Tips under the question: in one's first games of a title, switched off and on in the menu, and nothing moves for them."""

from __future__ import annotations

from playwright.sync_api import Page

from officina.core.tips import FIRST_GAMES
from tests.web.conftest import NewPage
from tests.web.driver import Server, start_table

GAME = "crazy_race"
TOLD = "() => document.getElementById('tip')?.textContent"
PLACES = """() => ['ask', 'stage', 'actions', 'undo', 'list-handle'].map(id => {
  const box = document.getElementById(id).getBoundingClientRect();
  return [id, box.x, box.y, box.width, box.height];
})"""
FITS = """() => {
  const tip = document.getElementById('tip'), asked = document.getElementById('status-line');
  const bar = document.getElementById('ask').getBoundingClientRect();
  return tip.scrollWidth <= tip.clientWidth && asked.scrollHeight <= asked.clientHeight + 1
    && tip.getBoundingClientRect().bottom <= bar.bottom;
}"""


def turn_switch(page: Page) -> None:
    """Press the switch, wherever the menu is."""
    page.evaluate("() => document.getElementById('tips').click()")


def test_tips_are_there_in_the_first_games_and_can_be_switched(new_page: NewPage, server: Server) -> None:
    page = new_page()
    for number in range(FIRST_GAMES):
        start_table(page, server.address, GAME, 3)
        page.wait_for_function(TOLD)
        assert page.get_attribute("#tips", "aria-pressed") == "true", f"game {number}"
        assert page.evaluate(FITS)
    before = page.evaluate(PLACES)
    turn_switch(page)
    assert page.locator("#tip").is_hidden()
    assert page.evaluate(PLACES) == before, "a line that comes or goes moves nothing"
    page.reload()
    page.wait_for_selector("#main[data-live]")
    assert page.locator("#tip").is_hidden(), "off is off for good"
    page.evaluate("() => localStorage.removeItem('officina.tips')")
    start_table(page, server.address, GAME, 3)
    page.wait_for_function("() => document.title.startsWith('●')")
    assert page.get_attribute("#tips", "aria-pressed") == "false", "the first games are over"
    turn_switch(page)
    page.wait_for_function(TOLD)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector("#main[data-screen=phone][data-live]")
    page.wait_for_function(TOLD)
    assert page.evaluate(FITS)
