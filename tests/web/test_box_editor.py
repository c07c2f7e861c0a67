"""The editor of a box in a real browser: what its script promises beside what the server does."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.driver import Server
from tests.web.own_boxes import STILL, show


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
