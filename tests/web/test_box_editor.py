"""The editor of a box in a real browser: what its script promises beside what the server does."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from officina.core import own_box
from officina.games import GAMES
from tests.web.conftest import NewPage
from tests.web.driver import Server, axe
from tests.web.own_boxes import BROKEN, SIZES, STEPPED, STILL, answered, press, show
from tests.web.test_width import DESK, PHONE, STICKING_OUT


def test_what_could_not_be_sent_is_sent_when_the_net_is_back(server: Server, new_page: NewPage) -> None:
    """A phone over the box, out of reach for a moment: nothing is lost, and it is said."""
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{server.address}/box/kraftwagen")
    page.locator("#make-box").click()
    page.wait_for_url("**/box/kraftwagen/*")
    page.context.set_offline(True)
    for _ in range(2):
        show(page, "parts.highest").locator("xpath=ancestor::form").locator("[data-by='1']").click()
    expect(page.locator("#lost")).to_be_visible()
    page.context.set_offline(False)
    page.locator("#again").click()
    page.wait_for_selector(STILL)
    expect(page.locator("#lost")).to_be_hidden()
    page.reload()
    expect(page.locator("[id='f-parts.highest']")).to_have_value("9")
    expect(page.locator("#undo")).to_contain_text("highest value")


@pytest.mark.parametrize("status", [429, 503])
def test_what_was_not_taken_is_sent_again(server: Server, new_page: NewPage, status: int) -> None:
    """The disk is full, or changes come too quickly: the server answers, but keeps nothing."""
    page = new_page()
    page.goto(f"{server.address}/box/kraftwagen")
    page.locator("#make-box").click()
    page.wait_for_url("**/box/kraftwagen/*")
    page.route("**/box/kraftwagen/*", lambda route: route.fulfill(status=status, body="Later.", content_type="text/plain"))
    show(page, "parts.highest").locator("xpath=ancestor::form").locator("[data-by='1']").click()
    expect(page.locator("#lost")).to_be_visible()
    page.unroute_all()
    page.locator("#again").click()
    page.wait_for_selector(STILL)
    expect(page.locator("#lost")).to_be_hidden()
    page.reload()
    expect(page.locator("[id='f-parts.highest']")).to_have_value("8")


@pytest.mark.parametrize(
    ("look", "language"),
    [({"viewport": DESK}, "it"), ({"viewport": PHONE, "color_scheme": "dark"}, "en")],
    ids=["desk", "phone"],
)
def test_pages_of_boxes_fit_and_can_be_read_by_everybody(
    server: Server, new_page: NewPage, look: dict[str, Any], language: str
) -> None:
    """Every game's editor with all of it open, a box that does not add up, the longest names; what a guest sees of it."""
    page = new_page(bypass_csp=True, **look)
    page.context.add_cookies([{"name": "language", "value": language, "url": server.address}])

    def sound(*, read: bool) -> None:
        found = page.evaluate(STICKING_OUT, look["viewport"]["width"])
        assert not found, f"{page.url}\n" + "\n".join(found)
        assert not read or axe(page) == [], page.url

    for game in GAMES:
        page.goto(f"{server.address}/box/{game}")
        page.locator("#name").fill("W" * own_box.MOST_NAME)
        page.locator("#maker").fill("M" * own_box.MOST_NAME)
        page.locator("#make-box").click()
        page.wait_for_url(f"**/box/{game}/*")
        page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        sound(read=game == "fuori_di_rotella")
        place, _ = BROKEN[game]
        press(page, place, "-1")
        expect(page.locator("#verdict")).to_have_class("verdict bad")
        page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        sound(read=game == "fuori_di_rotella")
    answered(page, lambda: page.locator("#undo").click())
    press(page, STEPPED[game], "1")
    answered(page, lambda: page.locator("#ready").click())
    page.locator("#play").click()
    page.wait_for_url("**/new/**")
    page.locator("#create").click()
    page.wait_for_url("**/t/*")
    table = page.url.partition("?")[0]
    sound(read=False)
    for address in (f"{table}/box", f"{server.address}/box", f"{server.address}/box/{game}", f"{server.address}/"):
        page.goto(address)
        sound(read=True)


def test_the_bar_on_a_phone_keeps_its_height_and_what_one_touches_its_place(server: Server, new_page: NewPage) -> None:
    """Whoever taps twice hits the same button twice, whatever the bar says in between."""
    page = new_page(**SIZES["phone"], locale="it-IT")
    page.goto(f"{server.address}/box/automania")
    page.locator("#make-box").click()
    page.wait_for_url("**/box/automania/*")
    high = set()
    for place, by in (
        ("contracts.card[4].popularity", 1),
        ("box.city_cars", -1),
        ("tiles.a[3].count", -1),
        ("tiles.a[3].value", 1),
    ):
        field = show(page, place)
        button = field.locator("xpath=ancestor::form").locator(f"[data-by='{by}']")
        before = button.bounding_box()
        answered(page, button.click)
        after = button.bounding_box()
        assert before is not None
        assert after is not None
        assert abs(before["y"] - after["y"]) < 2, place
        bar = page.locator("#box-bar").bounding_box()
        assert bar is not None
        high.add(round(bar["height"]))
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert len(high) == 1
    expect(page.locator("#ready")).to_be_visible()
    expect(page.locator("#ready")).to_be_disabled()
