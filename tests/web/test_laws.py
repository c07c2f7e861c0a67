"""How a table shows a game, as a browser sees it: question and pieces in sight, nothing moves, nothing scrolls."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from officina import GAMES
from tests.web.conftest import NewPage
from tests.web.driver import CHANGED, Player, Server, choose, fewest, start_table
from tests.web.laws import SCREENS, Looker, moments

CHOICES = 8
"""Decisions of each game that are looked at on each screen."""
CORPUS = 3
"""Decisions of each game whose pages are measured; ``python -m tests.web.laws`` measures more."""

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    const around = (node) => `${node.nodeName} in ${node.parentElement?.closest("[id]")?.id}`;
    const name = (source) => source.node && (source.node.id || around(source.node));
    for (const entry of list.getEntries()) window.shifts.push([entry.value, entry.sources.map(name).join(" ")]);
  }).observe({ type: "layout-shift", buffered: false });
}"""

ASKED = "() => document.title.startsWith('●') && document.querySelector('#choices:not([aria-busy]) .choice')"
ANSWERED = f"base => ({CHANGED})(base) || document.getElementById('sure')?.hidden === false"

IN_SIGHT = """() => {
  const inside = (box) => box.width > 0 && box.top >= -1 && box.left >= -1
    && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  const question = inside(document.querySelector("#status-line").getBoundingClientRect());
  const offered = [...document.querySelectorAll("#choices .choice")].map((choice) => choice.dataset.choice);
  const shown = new Set();
  for (const thing of document.querySelectorAll("#board [data-choice], #actions [data-choice]")) {
    const tab = thing.closest("[data-sheet], [data-detail]");
    const marked = tab && tab.hidden && (document.querySelector(`#dock [data-tab="${tab.dataset.sheet}"] .badge:not([hidden])`)
      || document.querySelector(`[data-opens="${tab.dataset.detail}"].holds`));
    if (!inside(thing.getBoundingClientRect()) && !marked) continue;
    for (const notation of thing.dataset.choice.split("|")) shown.add(notation);
  }
  const listed = document.querySelector("#list-handle[data-listed]") !== null;
  return { question, hidden: listed ? [] : offered.filter((notation) => !shown.has(notation)),
    scrolls: [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight] };
}"""


def with_screen(new_page: NewPage, screen: str, **more: object) -> Page:
    width, height = SCREENS[screen]
    phone = {"has_touch": True, "is_mobile": True} if screen == "phone" else {}
    return new_page(viewport={"width": width, "height": height}, reduced_motion="reduce", **phone, **more)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", GAMES)
def test_question_and_pieces_in_sight_and_nothing_moves(server: Server, new_page: NewPage, name: str, screen: str) -> None:
    """L1 and L2: at every decision; choosing shifts no layout and never scrolls."""
    page = with_screen(new_page, screen)
    start_table(page, server.address, name, fewest(name))
    player = Player(page, f"laws {name} {screen}", "taps" if screen == "phone" else "list")
    page.evaluate(
        "() => { localStorage.setItem('officina.list', 'closed'); document.getElementById('choices').hidden = true; }"
    )
    page.evaluate(SHIFTS)
    for _ in range(CHOICES):
        if player.state() == "over":
            return
        page.wait_for_timeout(60)
        seen = page.evaluate(IN_SIGHT)
        assert seen["question"], "the question is in sight"
        assert seen["hidden"] == [], f"lit things are in sight or behind a mark: {page.locator('#status-line').inner_text()}"
        assert seen["scrolls"] == [False, False]
        page.evaluate("() => { window.shifts.length = 0; }")
        base = page.get_attribute("#main", "data-live")
        choices = page.locator("#choices .choice")
        notation = str(choices.nth(player.rng.below(choices.count())).get_attribute("data-choice"))
        choose(page, notation)
        page.wait_for_function(ANSWERED, arg=base)
        if page.locator("#sure").is_visible():
            page.locator("#sure-yes").click()
            page.wait_for_function(CHANGED, arg=base)
        page.wait_for_timeout(60)
        assert page.evaluate("() => window.shifts") == [], "nothing moves under the pointer"


def test_pages_keep_the_laws(chromium: Browser, tmp_path: Path) -> None:
    """L1, L5, L6: the first sorts of decisions of every game, each on one screen. Its own server always deals the same."""
    served = Server(tmp_path, "--limits", "100000")
    found: list[str] = []
    try:
        looker = Looker(chromium, served.address)
        for name in GAMES:
            for moment, screen in zip(moments(served.address, name, CORPUS), cycle(SCREENS), strict=False):
                found += [f"{name} {screen} {moment}: {line}" for line in looker.look(moment, screen)]
        found += looker.complaints
        looker.close()
    finally:
        served.stop()
    assert not found, "\n".join(found)


def test_a_hasty_click_is_no_answer(server: Server, new_page: NewPage) -> None:
    """L2: within 400 ms after the question has changed a click or key is not taken; afterwards it is."""
    page = new_page(guard=None)
    start_table(page, server.address, "kraftwagen", 2)
    page.locator("#choices .choice").first.wait_for(state="attached")
    for _ in range(40):
        page.wait_for_function(ASKED)
        page.wait_for_timeout(500)
        before = page.get_attribute("#main", "data-live")
        page.evaluate("() => document.querySelector('#choices .choice').click()")
        page.wait_for_function(ANSWERED, arg=before)
        if page.locator("#sure").is_visible():
            page.locator("#sure-yes").click()
            page.wait_for_function(CHANGED, arg=before)
            continue
        if not page.title().startswith("●"):
            continue
        base = page.get_attribute("#main", "data-live")
        page.evaluate("() => document.querySelector('#choices .choice').click()")
        page.keyboard.press("1")
        page.wait_for_timeout(150)
        assert page.get_attribute("#main", "data-live") == base, "the second click of a double click is not taken"
        assert page.locator("#choices[aria-busy]").count() == 0
        return
    raise AssertionError("no question followed another")


def test_players_are_drawn_in_one_colour_and_shape(server: Server, new_page: NewPage) -> None:
    """L7: the strip carries the sign of every seat and its name."""
    page = new_page()
    start_table(page, server.address, "crazy_race", 3)
    expect(page.locator("#strip .player")).to_have_count(3)
    assert page.locator("#strip .player .seat-sign use").count() == 3
    assert (
        len(
            set(page.locator("#strip .player .seat-sign use").evaluate_all("all => all.map((use) => use.getAttribute('href'))"))
        )
        == 3
    )


def test_a_table_is_drawn_for_the_screen_it_is_shown_on(server: Server, new_page: NewPage) -> None:
    """The pages before it have told the server; a window that becomes another size is drawn anew."""
    page = new_page(viewport={"width": 800, "height": 700})
    page.context.clear_cookies()
    start_table(page, server.address, "crazy_race", 3)
    expect(page.locator("#main")).to_have_attribute("data-screen", "middle")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#main")).to_have_attribute("data-screen", "phone")
    expect(page.locator("#dock [data-tab]").first).to_be_visible()
