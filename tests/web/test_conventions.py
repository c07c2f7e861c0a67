"""What players expect of a page: language, rules, reasons, undo, turn markers, looking back, sounds, every click answers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.driver import CHANGED, Player, Server, axe, fewest, start_table, wait_for_others

FR = "fuori_di_rotella"


def open_list(page: Page) -> None:
    """The numbered list of all choices."""
    page.locator("#list-handle").click()
    page.locator("#choices .choice").first.wait_for()


def test_language_rules_reasons_and_undo(server: Server, new_page: NewPage) -> None:
    page = new_page()
    start_table(page, server.address, FR, 4)
    open_list(page)
    assert page.title().startswith("● Your turn")
    assert "icon-turn" in str(page.get_attribute("#favicon", "href"))

    page.locator("#burger summary").click()
    page.get_by_role("button", name="Italiano").click()
    expect(page.locator("#status")).to_contain_text("Scegli il tuo robot")
    assert page.locator("html").get_attribute("lang") == "it"
    page.locator("#burger summary").click()
    page.get_by_role("button", name="English").click()
    page.locator("#choices .choice").first.wait_for()

    page.locator("#choices a.rule").click()
    expect(page.locator("#panel")).to_be_visible()
    expect(page.locator("#rule-FR-02")).to_be_focused()
    page.get_by_label("Search").fill("octagon")
    expect(page.locator("#panel-found .rule-hit mark").first).to_have_text("octagon")
    expect(page.locator("#rule-FR-02")).to_be_hidden()
    page.locator("#panel-found .rule-hit").first.click()
    expect(page.locator("#rule-FR-06")).to_be_visible()
    page.get_by_role("button", name="Close").click()

    page.get_by_role("button", name="Undo").click(force=True)
    expect(page.locator("#notice")).to_contain_text("nothing to take back")
    page.locator("#choices .choice").nth(1).click()
    expect(page.locator("#phase")).to_contain_text("Turn 1")
    page.get_by_role("button", name="Why can't I?").click()
    expect(page.locator("#panel-body")).to_contain_text("not in play")
    page.locator("#panel-body a.rule").first.click()
    expect(page.locator("#panel-body .cited")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()


def test_a_choice_can_be_taken_back_until_something_stands_in_between(server: Server, new_page: NewPage) -> None:
    page = new_page()
    start_table(page, server.address, "kraftwagen", 2)
    player = Player(page, "undo", "list")
    for _ in range(40):
        player.state()
        before = page.locator("#question").inner_text()
        player.choose()
        if player.state() == "turn" and page.locator("#undo:not([aria-disabled])").count():
            break
    base = page.get_attribute("#main", "data-live")
    page.keyboard.press("Control+z")
    page.wait_for_function(CHANGED, arg=base)
    expect(page.locator("#question")).to_have_text(before)
    expect(page.locator("#choices .choice").first).to_be_focused()


def test_looking_back_never_blocks_play(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = start_table(page, server.address, FR, 3)
    player = Player(page, "back")
    player.play(4)
    player.state()
    wait_for_others(page, server.address, table)
    page.locator(".rail [data-drawer=log]").click()
    page.locator(".log .step").first.click()
    page.wait_for_url("**/at/*")
    last = int(str(page.get_attribute("#main", "data-last")))
    assert last > 5
    page.keyboard.press("Home")
    expect(page.locator(".where")).to_contain_text("step 0 of ")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text("step 1 of ")
    assert page.url.split("?")[0].endswith("/at/1")
    page.reload()
    expect(page.locator(".where")).to_contain_text("step 1 of ")
    turn = int(str(page.get_attribute("#turn-on", "data-to")))
    page.get_by_role("link", name="Turn on").click()
    expect(page.locator(".where")).to_contain_text(f"step {turn} of ")
    page.keyboard.press("Home")
    expect(page.locator(".where")).to_contain_text("step 0 of ")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(PLAYED, arg=2)
    assert page.title().startswith("● Your turn"), "the tab tells that the table waits"
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(f"**/t/{table}")
    Player(page, "on").play(1)


PLAYED = "step => Number(document.getElementById('main')?.dataset.step) >= step"
"""A replay that plays may be further when one looks."""
STOPS = "() => JSON.parse(document.getElementById('replay-bar').dataset.stops)"


def test_the_bar_for_looking_back(server: Server, new_page: NewPage) -> None:
    """By keys, by slider, through a seat's eyes; on a phone everything is a finger wide; each step has an address."""
    page = new_page()
    table = start_table(page, server.address, FR, 3)
    player = Player(page, "bar")
    player.play(5)
    player.state()
    wait_for_others(page, server.address, table)
    page.goto(f"{server.address}/t/{table}/at/0")
    expect(page.locator("#status-line")).to_contain_text("The table is set.")
    last = int(str(page.get_attribute("#main", "data-last")))
    turns = [step for step, sort in page.evaluate(STOPS) if sort]
    assert turns[0] == 0
    assert turns[-1] == last

    def at(step: int) -> None:
        expect(page.locator(".where")).to_contain_text(f"step {step} of ")
        expect(page.locator("#rp-range")).to_have_value(str(step))

    for key, step in (
        ("ArrowRight", 1),
        ("Shift+ArrowRight", turns[1]),
        ("Shift+ArrowRight", turns[2]),
        ("Shift+ArrowLeft", turns[1]),
        ("PageDown", last),
        ("PageUp", 0),
        ("End", last),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        at(step)
    page.locator("#rp-range").fill(str(turns[2]))
    at(turns[2])
    # Beat by beat: each has an address of its own.
    beats = int(str(page.get_attribute("#main", "data-beats")))
    assert beats > 2
    for beat in (beats, beats - 1):
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".where")).to_contain_text(f"beat {beat} of {beats}")
    assert f"beat={beats - 1}" in page.url
    said = page.locator("#status .said").inner_text()
    page.reload()
    expect(page.locator("#status .said")).to_have_text(said)
    expect(page.locator(".where")).to_contain_text(f"beat {beats - 1} of {beats}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text(f"beat {beats} of {beats}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).not_to_contain_text("beat")
    at(turns[2])
    page.locator("#rp-range").fill("0")
    at(0)
    page.keyboard.press("ArrowLeft")
    at(0)
    page.locator("[data-speed=brisk]:visible").click()
    page.keyboard.press("End")
    at(last)
    page.locator("#main").focus()
    page.keyboard.press("Space")  # from the end it begins anew
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(PLAYED, arg=2)
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    assert page.locator(".eyes a").count() == 2, "before the end: what is open, and one's own seat"
    page.keyboard.press("Home")
    at(0)
    page.locator(".eyes a").first.click()
    page.wait_for_url("**/at/0?seat=0")
    expect(page.locator("[data-speed=brisk]:visible")).to_have_attribute("aria-pressed", "true")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("() => document.getElementById('main')?.dataset.screen === 'phone'")
    small = "() => [...document.querySelectorAll('.rp-keys .btn, .eyes a, #rp-range')].filter(e => e.offsetHeight < 42).length"
    assert page.evaluate(small) == 0
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert page.locator(".rbar").evaluate("bar => bar.getBoundingClientRect().bottom") <= 844


def test_motion_can_be_refused_and_sounds_are_off_at_first(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce")
    start_table(page, server.address, FR, 3)
    Player(page, "calm").play(3)
    assert page.evaluate("() => document.getAnimations().length") == 0
    page.locator("#burger summary").click()
    sound = page.get_by_role("button", name="Sounds")
    assert sound.get_attribute("aria-pressed") == "false"
    sound.click()
    assert sound.get_attribute("aria-pressed") == "true"
    page.reload()
    page.locator("#burger summary").click()
    assert page.get_by_role("button", name="Sounds").get_attribute("aria-pressed") == "true"


def test_an_action_and_a_number_are_chosen_in_any_order_and_changed(server: Server, new_page: NewPage) -> None:
    """Fuori di Rotella: a card narrows what is lit, a dump answers; what was chosen can be changed until it is confirmed."""
    page = new_page()
    start_table(page, server.address, FR, 2)
    player = Player(page, "menu", "list")  # on the board a hand could already rest on the next question
    player.play(1)
    player.state()
    player.hide_list()
    robots = page.locator("#board [data-choice*='attack']:not(.unlit)")
    expect(robots.first).to_be_attached()
    page.locator("#card-collect").click()
    expect(page.locator("#card-collect")).to_have_class(re.compile("picked"))
    expect(robots).to_have_count(0)
    page.locator("#card-trap").click()
    dump = page.locator("#board [id^=dump-][data-choice]").first
    number = str(dump.get_attribute("id")).rpartition("-")[2]
    dump.click()
    expect(page.locator("#sure-yes")).to_contain_text(number)
    page.locator("#sure-yes").click()
    page.wait_for_function("() => document.querySelector('#sure').hidden")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(server: Server, new_page: NewPage, scheme: str) -> None:
    dark = scheme == "dark"
    page = new_page(bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
    for path in ("/", f"/new/{FR}"):
        page.goto(server.address + path)
        assert axe(page, colours=dark) == [], path
    start_table(page, server.address, FR, 3, {1: "open"})
    page.wait_for_selector("#ready")
    assert axe(page, colours=dark) == [], "lobby"
    table = start_table(page, server.address, FR, 4)
    player = Player(page, "axe")
    player.play(5)
    player.state()
    assert axe(page, colours=dark) == [], "table"
    page.goto(f"{server.address}/t/{table}/at/9")
    assert axe(page, colours=dark) == [], "replay"
    if not dark:
        page.goto(f"{server.address}/rules/{FR}")
        assert axe(page, colours=dark) == [], "rules"
        page.goto(f"{server.address}/t/{table}")
        player.play()
        assert axe(page, colours=dark) == [], "end"


def test_axe_on_the_tables_of_all_games(server: Server, new_page: NewPage, game: object) -> None:
    name = getattr(game, "name", "")
    page = new_page(bypass_csp=True)
    start_table(page, server.address, name, fewest(name))
    Player(page, "axe").play(2)
    page.wait_for_timeout(500)
    assert axe(page) == []
