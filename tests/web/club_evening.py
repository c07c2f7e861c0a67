"""An evening at the club: three people and a bot, five games, one leaves and comes back on a phone, then the score sheet.

``python -m tests.web.club_evening`` (``--pictures FOLDER``). Everything that concerns the company is done by clicks; the
choices of the games go through the API, with the seats of the browsers, so that it takes minutes and not hours.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from officina import Rng
from officina.client import Client, Seat
from tests.seeds import seeded
from tests.web.conftest import screen_of
from tests.web.driver import PATIENCE, Server, find_chromium, wait_until
from tests.web.own_boxes import SIZES

WORD = "ruota di scorta"
NAME = "Circolo di via Po"


def browser_of(chromium: Browser, address: str, size: str = "desk") -> Page:
    """Somebody's browser."""
    context = chromium.new_context(**SIZES[size], locale="en-GB")
    context.add_cookies([{"name": "screen", "value": screen_of(SIZES[size]), "url": address}])
    context.add_init_script("localStorage.setItem('officina.beats', 'none')")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def come_in(page: Page, address: str, name: str) -> None:
    """Through the door of the club."""
    page.goto(f"{address}/club")
    page.get_by_label("Name").fill(name)
    page.get_by_label("The word").fill(WORD)
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()


def open_table(page: Page, address: str, game: str, seats: dict[int, str]) -> str:
    """A table of the club through the form; the first seat is one's own."""
    page.goto(f"{address}/new/{game}?with=friends")
    page.select_option("#players", str(len(seats) + 1))
    page.select_option("#seat-0", "me")
    for seat, kind in seats.items():
        page.select_option(f"#seat-{seat}", kind)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[-1].partition("?")[0]


def sit(page: Page, address: str, table: str, name: str) -> None:
    """From the club's page onto a free chair."""
    page.goto(f"{address}/club")
    page.locator(f'a[href="/t/{table}"]').first.click()
    chair = page.locator("form.sit").first
    chair.locator("input[name=name]").fill(name)
    chair.get_by_role("button").click()
    page.locator("#ready").wait_for()


def ready(page: Page) -> None:
    """The button at the table that is being set."""
    page.locator("#ready button, button#ready").first.click()


def token_of(page: Page, table: str) -> str:
    """The seat's token that the browser keeps."""
    found = [cookie for cookie in page.context.cookies() if cookie.get("name") == f"seat-{table}"]
    return str(found[0].get("value", "")).partition(".")[0]


def play(address: str, table: str, pages: list[Page], rng: Rng) -> None:
    """The game to its end, by the seats of these browsers."""
    with Client(address) as client:
        wait_until(lambda: client.table(table).state == "playing")
        seats: list[Seat] = [client.seat(table, token_of(page, table)) for page in pages]
        while client.table(table).state == "playing":
            for seat in seats:
                question = seat.question()
                if question is not None and question.options:
                    seat.choose(rng.pick(question.options))
    print(f"played {table}", flush=True)


def rematch(page: Page, others: list[Page]) -> str:
    """Again, at the next table; everybody goes there by the same button."""
    before = page.url
    for one in (page, *others):
        one.reload()
        one.get_by_role("button", name="Rematch").click()
        one.wait_for_url(lambda url: url != before and "/t/" in url)
    return page.url.rsplit("/", 1)[-1].partition("?")[0]


def evening(chromium: Browser, address: str, pictures: Path | None) -> None:
    """The whole story."""
    rng = seeded("evening")
    anna, bruno, carla = (browser_of(chromium, address) for _ in range(3))
    for page, name in ((anna, "Anna"), (bruno, "Bruno"), (carla, "Carla")):
        come_in(page, address, name)
    table = open_table(anna, address, "fuori_di_rotella", {1: "open", 2: "open", 3: "bot club"})
    for page, name in ((bruno, "Bruno"), (carla, "Carla")):
        sit(page, address, table, name)
    for page in (anna, bruno, carla):
        ready(page)
    play(address, table, [anna, bruno, carla], rng)

    table = rematch(anna, [bruno, carla])
    for page in (anna, bruno, carla):
        ready(page)
    play(address, table, [anna, bruno, carla], rng)

    # Carla goes home: her chair at the next table goes to a bot, and she shows herself the way to her phone.
    table = rematch(anna, [bruno])
    carla.goto(f"{address}/me")
    carla.get_by_role("button", name="Show the code").click()
    link = str(carla.locator("input[value*='/me/join/']").first.get_attribute("value"))
    anna.reload()
    anna.locator("form.chair-form:has(select.level) button").first.click()
    expect(anna.locator("form.chair-form:has(select.level)")).to_have_count(0)
    for page in (anna, bruno):
        ready(page)
    play(address, table, [anna, bruno], rng)

    phone = browser_of(chromium, address, "phone")
    phone.goto(address + "/me/join/" + link.rsplit("/", 1)[-1])
    phone.get_by_role("button", name="Yes, this is me").click()
    expect(phone.get_by_role("heading", name="Carla")).to_be_visible()
    table = open_table(bruno, address, "crazy_race", {1: "open", 2: "open", 3: "bot novice"})
    for page, name in ((anna, "Anna"), (phone, "Carla")):
        sit(page, address, table, name)
    for page in (bruno, anna, phone):
        ready(page)
    play(address, table, [bruno, anna, phone], rng)
    table = rematch(phone, [bruno, anna])
    for page in (bruno, anna, phone):
        ready(page)
    play(address, table, [bruno, anna, phone], rng)

    for size, page in (("desk", anna), ("phone", phone)):
        page.goto(f"{address}/t/{table}")
        page.get_by_role("link", name="Score sheet of the evening").click()
        expect(page.locator(".evening-sheet thead th.mid")).to_have_count(5)
        people = page.locator(".evening-sheet tbody tr:not(.robot)")
        expect(people).to_have_count(3)
        absent = page.locator(".evening-sheet tbody tr", has_text="Carla").locator("[aria-label='was not there']")
        expect(absent).to_have_count(1)
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=pictures / f"score-sheet-{size}.png", full_page=True)
            page.goto(f"{address}/club")
            page.screenshot(path=pictures / f"club-{size}.png", full_page=True)
    print("the score sheet has five games, three people; Carla missed one and came back on the phone")


def main() -> None:
    """Run the story on a server of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, help="photograph score sheet and club into this folder")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = Server(folder, "--limits", "100", "--club", NAME, "--club-word", WORD)
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        stack.callback(chromium.close)
        evening(chromium, server.address, arguments.pictures)


if __name__ == "__main__":
    main()
