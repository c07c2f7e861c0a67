"""Several people at one table: hidden information per seat, a spectator, a second tab, and a server that dies in the middle."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import NewPage
from tests.web.driver import Player, Server, all_ready, choose, start_table

FR = "fuori_di_rotella"
NAMES = ("Anna", "Bruno", "Carla", "Dario")


def sit_four(server: Server, new_page: NewPage) -> list[Page]:
    """Anna opens a table; Bruno follows an invitation, Carla and Dario the table's link; all are ready and choose robots."""
    pages = [new_page() for _ in NAMES]
    host = pages[0]
    table = start_table(host, server.address, FR, 4, {1: "invited", 2: "open", 3: "open"})
    invitation = host.locator("#link-1").get_attribute("value")
    assert invitation is not None
    pages[1].goto(invitation)
    pages[1].get_by_label("Your name").fill("Bruno")
    pages[1].get_by_role("button", name="Sit down here").click()
    for page, name in zip(pages[2:], NAMES[2:], strict=True):
        page.goto(f"{server.address}/t/{table}")
        page.get_by_label("Your name").first.fill(name)
        page.get_by_role("button", name="Sit down here").first.click()
    for page, name in zip(pages, NAMES, strict=True):
        page.wait_for_selector("#ready")
        expect(page.locator("#lobby .seats")).to_contain_text(name)
    all_ready(*pages)
    for number, page in enumerate(pages):
        page.locator("#choices .choice").first.wait_for(state="attached")
        choose(page, f"choose_robot {('bolt', 'spring', 'piston', 'turbine')[number]}")
    for page in pages:
        expect(page.locator("#phase")).to_contain_text("Turn 1")
    return pages


def programme(page: Page, robot: int) -> Locator:
    """The cards of a robot, the first of those drawn."""
    return page.locator(f"[id^='programme-{robot}-']").first


def program(page: Page, words: str) -> None:
    """Place a programme."""
    choose(page, f"program {words}")
    page.wait_for_function("() => !document.querySelector('#choices[aria-busy]')")


def test_four_browsers_a_spectator_a_second_tab_and_a_dead_server(tmp_path: Path, new_page: NewPage) -> None:
    server = Server(tmp_path)
    try:
        pages = sit_four(server, new_page)
        table = pages[0].get_attribute("#main", "data-table")
        watcher = new_page()
        watcher.goto(f"{server.address}/t/{table}")
        expect(watcher.locator("#phase")).to_contain_text("Turn 1")
        assert watcher.locator("#choices .choice").count() == 0

        # A secret programme: its owner sees it, the others only that it is placed.
        program(pages[0], "collect 3")
        expect(programme(pages[0], 1)).to_have_attribute("aria-label", "Collect 3 (face down)")
        for page in [*pages[1:], watcher]:
            expect(programme(page, 1)).to_have_attribute("aria-label", "placed")
            assert "Collect 3" not in str(page.locator("#board").inner_html())

        # A second tab of the same seat shows the same and may replace the answer; nobody else notices.
        before = watcher.content()
        tab = pages[0].context.new_page()
        tab.goto(f"{server.address}/t/{table}")
        expect(programme(tab, 1)).to_have_attribute("aria-label", "Collect 3 (face down)")
        program(tab, "trap 4")
        expect(programme(pages[0], 1)).to_have_attribute("aria-label", "Trap 4 (face down)")
        assert watcher.content() == before

        # The server dies and comes back: every page says so, finds it again, and nothing is lost.
        program(pages[1], "attack 3")
        server.kill()
        for page in pages:
            expect(page.locator("#banner")).to_be_visible()
        server.start()
        for page in [*pages, tab, watcher]:
            expect(page.locator("#banner")).to_be_hidden()
        expect(programme(pages[0], 1)).to_have_attribute("aria-label", "Trap 4 (face down)")
        expect(programme(pages[1], 2)).to_have_attribute("aria-label", "Attack 3 (face down)")

        # A choice made while the server is away is sent until it is answered.
        program(pages[2], "collect 4")
        server.kill()
        expect(pages[3].locator("#banner")).to_be_visible()
        choose(pages[3], "program collect 1")
        server.start()
        for page in [*pages, tab, watcher]:
            expect(page.locator("#log")).to_contain_text("Attack Piston")
            expect(page.locator("#board-habits [role=img]").first).to_be_attached()
        for page in [pages[0], watcher]:
            expect(page.locator("#log")).to_contain_text("walks into the trap")

        # F5 is harmless.
        pages[2].reload()
        expect(pages[2].locator("#player-2")).to_contain_text("Carla")
    finally:
        server.stop()


def test_pages_follow_each_other_to_the_end(server: Server, new_page: NewPage) -> None:
    """Two people and a watcher: what one does appears at the others; at the end all see the same scores."""
    first, second, watcher = new_page(), new_page(), new_page()
    table = start_table(first, server.address, FR, 2, {1: "open"})
    second.goto(f"{server.address}/t/{table}")
    second.get_by_label("Your name").fill("Bruno")
    second.get_by_role("button", name="Sit down here").click()
    watcher.goto(f"{server.address}/t/{table}")
    all_ready(first, second)
    players = [Player(first, "one", "keyboard"), Player(second, "two", "list")]
    for _ in range(400):
        if first.locator("#end .end").count():
            break
        for player in players:
            page = player.page
            if page.title().startswith("●") and page.locator("#choices .choice").count():
                player.choose()
    for page in (first, second, watcher):
        expect(page.locator("#end .end")).to_be_visible()
    scores = {"|".join(page.locator(".scores td").all_inner_texts()) for page in (first, second, watcher)}
    assert len(scores) == 1
    # What decided it leads into the replay, and a rematch is offered to everybody: both get there, each to a seat of their own.
    first.get_by_role("button", name="Rematch").click()
    first.wait_for_url(re.compile(rf"/t/(?!{table})"))
    for page in (second, watcher):
        expect(page.locator("#actions")).to_contain_text("wants a rematch")
    second.get_by_role("button", name="Rematch").click()
    second.wait_for_url(re.compile(rf"/t/(?!{table})"))
    assert first.get_attribute("#main", "data-table") == second.get_attribute("#main", "data-table")
    assert first.get_attribute("#main", "data-as") != second.get_attribute("#main", "data-as")
