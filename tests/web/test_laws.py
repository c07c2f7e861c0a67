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
CORPUS = 2
"""Decisions of each game whose pages are measured; ``python -m tests.web.laws`` measures more."""

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    const around = (node) => `${node.nodeName} in ${node.parentElement?.closest("[id]")?.id}`;
    const name = (source) => source.node && (source.node.id || around(source.node));
    for (const entry of list.getEntries()) window.shifts.push([entry.value, entry.sources.map(name).join(" ")]);
  }).observe({ type: "layout-shift", buffered: false });
}"""

CARDS = "#board [data-choice^='place_card ']:not([data-choice*='|']):not([data-choice$='pass']):not([data-choice$='retake'])"
RECORDS = Path(__file__).parents[1] / "records"
SIGNS = """([each, name]) => [...document.querySelectorAll(each)].map((row) => {
  const sign = row.querySelector('.seat-sign');
  const paint = [...sign.classList].find((word) => !['seat-sign', 'paint', 'small'].includes(word));
  const named = row.querySelector(name).childNodes[0].textContent.trim();
  return [named, `${paint} ${sign.querySelector('use').getAttribute('href')}`];
})"""
"""Name, paint and shape of everybody who is drawn there."""

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
        screens = cycle(SCREENS)
        for name in GAMES:
            for moment, screen in zip(moments(served.address, name, CORPUS), screens, strict=False):
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
            page.wait_for_timeout(500)
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


def test_one_tap_on_the_gold_button_is_enough_on_a_phone(server: Server, new_page: NewPage) -> None:
    """L3: a choice is named and confirmed once, also one that ends the turn, at the pace of a person."""
    page = with_screen(new_page, "phone", guard=None)
    start_table(page, server.address, "crazy_race", 3)
    ended = 0
    for _ in range(4):
        page.wait_for_function(ASKED)
        page.wait_for_timeout(500)
        thing = page.locator("#board [data-choice^='place_']:visible:not([data-choice*='|'])").last
        base = page.get_attribute("#main", "data-live")
        ended += str(thing.get_attribute("data-choice")).startswith("place_side ")
        thing.tap()
        expect(page.locator("#sure-yes")).to_be_visible()
        page.wait_for_timeout(500)
        page.locator("#sure-yes").tap()
        page.wait_for_function(
            f"base => ({CHANGED})(base) || document.getElementById('sure-yes').dataset.sure === '1'", arg=base
        )
        assert page.get_attribute("#main", "data-live") != base, "the same button is asked for once more"
    assert ended >= 2


def test_a_tap_that_comes_too_early_is_seen_to(server: Server, new_page: NewPage) -> None:
    """L2: another button stood there a moment ago; whoever taps is shown that this one is not ready yet."""
    page = with_screen(new_page, "phone", guard=None)
    start_table(page, server.address, "crazy_race", 3)
    for kind in ("place_card ", "place_side "):
        page.wait_for_function(ASKED)
        page.wait_for_timeout(500)
        base = page.get_attribute("#main", "data-live")
        first = page.locator(f"#choices .choice[data-choice^='{kind}']").first
        choose(page, str(first.get_attribute("data-choice")))
        page.wait_for_function(ANSWERED, arg=base)
    page.evaluate("() => document.getElementById('sure-yes').click()")
    expect(page.locator("#sure-yes.not-yet")).to_have_count(1)
    assert page.get_attribute("#main", "data-live") == base
    expect(page.locator("#sure-yes.not-yet")).to_have_count(0)
    page.locator("#sure-yes").tap()
    page.wait_for_function(CHANGED, arg=base)


def test_a_click_on_what_cannot_be_chosen_is_answered_and_escape_shuts_the_drawer(server: Server, new_page: NewPage) -> None:
    page = new_page()
    start_table(page, server.address, "kraftwagen", 2)
    page.wait_for_function(ASKED)
    version = page.get_attribute("#main", "data-live")
    page.locator("#board [data-thing='deck']").first.click()
    expect(page.locator("#aside")).to_contain_text("cannot be chosen now")
    assert page.locator("#aside").evaluate("line => getComputedStyle(line).pointerEvents") == "none"
    page.keyboard.press("Escape")
    expect(page.locator("#aside")).to_be_hidden()
    page.locator(".rail [data-drawer=log]").click()
    expect(page.locator("#drawer")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    page.locator(".rail [data-drawer=notes]").click()
    page.locator("#note-box > summary").click()
    page.locator("#note").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    assert page.get_attribute("#main", "data-live") == version


def test_what_was_chosen_is_changed_directly_and_confirmed_by_its_name(server: Server, new_page: NewPage) -> None:
    """L4: another card of the hand replaces the first. L3: what ends the turn is named, and can still be left."""
    page = new_page()
    start_table(page, server.address, "crazy_race", 3)
    player = Player(page, "changed", "list")
    assert player.state() == "turn"
    player.hide_list()
    first, second = (
        page.locator(f"#{card}") for card in page.locator(CARDS).evaluate_all("all => all.map((card) => card.id)")[:2]
    )
    answers = [str(card.get_attribute("data-choice")) for card in (first, second)]
    first.click()
    expect(second).to_have_attribute("data-instead", answers[1])
    expect(first.locator(".instead-ring .ring-pick")).to_have_count(1)
    second.click()
    expect(first).to_have_attribute("data-instead", answers[0])
    expect(second.locator(".instead-ring .ring-pick")).to_have_count(1)

    side = page.locator("#board [data-choice^='place_side ']:not([data-choice*='|'])").first
    named = page.locator(f"#choices .choice[data-choice='{side.get_attribute('data-choice')}'] span").text_content()
    page.wait_for_function("() => !document.querySelector('#choices[aria-busy]')")
    base = page.get_attribute("#main", "data-live")
    side.click()
    expect(page.locator("#sure-yes")).to_have_text(str(named))
    expect(page.locator("#ask .btn.primary:visible")).to_have_count(1)
    page.locator("#sure-no").click()
    expect(page.locator("#sure")).to_be_hidden()
    assert page.get_attribute("#main", "data-live") == base, "what is not confirmed is not done"
    side.click()
    page.locator("#sure-yes").click()
    page.wait_for_function(CHANGED, arg=base)
    expect(page.locator("#board [data-instead]")).to_have_count(0)


def test_players_are_drawn_in_one_colour_and_shape(server: Server, new_page: NewPage) -> None:
    """L7: paint, shape and name of every seat are the same in the bar, on the podium, among the scores and in the course."""
    page = new_page()
    record = (RECORDS / "crazy_race" / "3-players.officina").read_text(encoding="utf-8")
    table = page.request.post(f"{server.address}/api/v1/records", data={"record": record}).json()["id"]
    page.goto(f"{server.address}/t/{table}")
    page.wait_for_selector("#end .end")
    seats = page.evaluate(SIGNS, ["#strip .player", ".who"])
    assert len(seats) == 3
    assert len({sign for _, sign in seats}) == 3
    assert sorted(page.evaluate(SIGNS, [".podium-step", ".podium-name b"])) == sorted(seats)
    assert sorted(page.evaluate(SIGNS, [".scores tbody tr", "tbody th > span"])) == sorted(seats)
    painted = page.locator(".chart .paint:has(.cl)").evaluate_all("all => all.map((line) => line.classList[1])")
    assert sorted(painted) == sorted(sign.split()[0] for _, sign in seats)


def test_a_table_is_drawn_for_the_screen_it_is_shown_on(server: Server, new_page: NewPage) -> None:
    """The pages before it have told the server; a window that becomes another size is drawn anew."""
    page = new_page(viewport={"width": 800, "height": 700})
    page.context.clear_cookies()
    start_table(page, server.address, "crazy_race", 3)
    expect(page.locator("#main")).to_have_attribute("data-screen", "middle")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#main")).to_have_attribute("data-screen", "phone")
    expect(page.locator("#dock [data-tab]").first).to_be_visible()
