"""An evening of the club in Chromium, from the door to the score sheet: ``python -m tests.web.evening --games 5``.

Three people, a bot, somebody who watches, rematches.

Somebody is asked to stand up and another one sits down by the link of the seat; signs are made; one leaves in the middle of a
game, the others decide without her and hand her seat to a bot; she comes back on a phone, as the member that she is. At the end
the score sheet has every game and everybody's name once. Nothing is said over the API: it is all done on pages.
``--pictures FOLDER`` keeps what was seen on the way.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.patience import LONG
from tests.seeds import seeded
from tests.web.conftest import screen_of
from tests.web.driver import DEALT, PATIENCE, Server, evaluate, find_chromium, open_folds

DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SETTINGS = "localStorage.setItem('officina.guard', '0'); localStorage.setItem('officina.beats', 'none');"
STATE = """() => document.querySelector('#end .end') ? 'over'
  : document.getElementById('choices')?.hasAttribute('aria-busy') ? ''
  : document.querySelector('#sure:not([hidden])') ? 'confirm'
  : document.title.startsWith('●') && document.querySelector('#choices .choice') ? 'turn' : ''"""
CHOOSE = "place => { const all = document.querySelectorAll('#choices .choice'); all[place % all.length].click(); }"
CLUB = "Circolo di via Po"
WORD = "ruota di scorta"
MINUTES = "1"
"""The time agreed on after which somebody counts as away."""


class Evening:
    """The people of one evening, and the pictures of it."""

    def __init__(self, browser: Browser, server: Server, pictures: Path | None) -> None:
        self.browser = browser
        self.server = server
        self.pictures = pictures
        self.taken = 0
        self.rng = seeded("evening")
        self.complaints: list[str] = []

    def person(self, size: dict[str, Any], language: str, scheme: Any) -> tuple[BrowserContext, Page]:
        """Somebody with a browser of their own."""
        context = self.browser.new_context(locale=language, color_scheme=scheme, reduced_motion="reduce", **size)
        context.add_cookies([{"name": "screen", "value": screen_of(size), "url": self.server.address}])
        context.add_init_script(SETTINGS)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return context, page

    def picture(self, page: Page, name: str) -> None:
        """What is to be seen now."""
        if self.pictures is not None:
            self.taken += 1
            page.screenshot(path=self.pictures / f"{self.taken:02}-{name}.png")

    def play(self, pages: list[Page], most: int = 100_000) -> int:
        """Whoever must choose does, until the game is over or so many choices are made."""
        made, end = 0, time.monotonic() + LONG
        while made < most:
            assert time.monotonic() < end, "the game does not go on"
            states = [str(evaluate(page, STATE)) for page in pages]
            if all(state == "over" for state in states):
                break
            for page, state in zip(pages, states, strict=True):
                if state == "confirm":
                    page.locator("#sure-yes").evaluate("button => button.click()")
                elif state == "turn" and made < most:
                    page.evaluate(CHOOSE, self.rng.below(1000))
                    made, end = made + 1, time.monotonic() + LONG
            pages[0].wait_for_timeout(40)
        return made

    def play_on(self, pages: list[Page], awaited: str) -> None:
        """Whoever is there chooses, until only that seat is waited for."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            acting = pages[0].locator(".person.acting").evaluate_all("all => all.map((one) => one.id)")
            if acting == [f"player-{awaited}"]:
                return
            if any(evaluate(page, STATE) in ("turn", "confirm") for page in pages):
                self.play(pages, 1)
            pages[0].wait_for_timeout(100)
        raise AssertionError("the table never waits for that seat")


def drawer(page: Page, name: str) -> None:
    """Open a page of the drawer, on whatever screen."""
    if page.locator(f".drawer-page[data-page={name}]").is_visible():
        return
    tab = page.locator(f".rail [data-drawer={name}]")
    if not tab.is_visible():
        if page.locator("#drawer").is_hidden():
            page.locator(".dock [data-drawer=log]").click()
        tab = page.locator(f"[data-page-tab={name}]")
    tab.click()


def shut(page: Page) -> None:
    """Close the drawer."""
    if page.locator("#drawer").is_visible():
        page.locator("[data-shut-drawer]").click()


def come_in(evening: Evening, page: Page, name: str) -> None:
    """Through the door of the club, by the word."""
    page.goto(f"{evening.server.address}/club")
    page.locator(".door-form #name").fill(name)
    page.locator(".door-form #word").fill(WORD)
    evening.picture(page, f"the-door-{name}")
    page.locator(".door-form button").click()
    page.locator(".door-form").wait_for(state="detached")


def read_the_sheet(evening: Evening, page: Page, games: int) -> None:
    """From the table that is over to the evening's score sheet: all games, three people, each of them once."""
    page.goto(page.url)
    page.locator("a[href^='/club/evening/']").first.click()
    expect(page.locator(".evening-sheet thead th.mid")).to_have_count(games)
    people = page.locator(".evening-sheet tbody tr:not(.robot)")
    expect(people).to_have_count(3)
    for name in ("Anna", "Bruno", "Carla"):
        expect(people.filter(has_text=name)).to_have_count(1)
    evening.picture(page, "score-sheet")
    page.goto(f"{evening.server.address}/club")
    expect(page.locator("main")).to_contain_text("Carla")
    evening.picture(page, "club")


def set_the_table(evening: Evening, anna: Page, bruno: Page, carla: Page, dario: Page) -> None:
    """Anna opens a table; Dario, who sat down, is asked to stand up, and Carla comes by the link of that seat."""
    address = evening.server.address
    anna.goto(f"{address}/new/fuori_di_rotella")
    open_folds(anna)
    anna.select_option("#players", "4")
    for seat in (1, 2):
        anna.select_option(f"#seat-{seat}", "open")
    anna.select_option("#c-patience", MINUTES)
    evening.picture(anna, "new-table")
    anna.get_by_role("button", name="Open the table").click()
    anna.wait_for_url("**/t/*")
    table = anna.get_attribute("#main", "data-table")
    for page, name, seat in ((bruno, "Bruno", 1), (dario, "Dario", 2)):
        page.goto(f"{address}/t/{table}")
        page.locator(f"#sit-{seat}").fill(name)
        page.locator(f"#chair-{seat} .sit button").click()
        page.wait_for_selector("#ready")
    anna.locator("#chair-2 .chair-more summary").click()
    evening.picture(anna, "host-in-the-lobby")
    anna.locator("#chair-2").get_by_role("button", name="Free this chair").click()
    expect(dario.locator("#notice")).to_contain_text("Your chair is free again")
    evening.picture(dario, "removed")
    link = anna.locator("#link-2").input_value()
    carla.goto(link)
    carla.get_by_label("Your name").fill("Carla")
    carla.get_by_role("button", name="Sit down").click()
    carla.wait_for_selector("#ready")
    evening.picture(bruno, "lobby")
    for page in (anna, bruno, carla):
        page.locator("#ready").click()
    for page in (anna, bruno, carla):
        page.wait_for_selector(DEALT)


def make_signs(evening: Evening, anna: Page, bruno: Page, dario: Page) -> None:
    """Bruno makes a sign beside the talk: all see it on his plate."""
    drawer(bruno, "talk")
    bruno.locator("#line").fill("Buona partita!")
    bruno.keyboard.press("Enter")
    bruno.locator(".sign-button[value=bravo]").click()
    for page in (anna, dario):
        page.wait_for_selector(".reacts:not([hidden])")
    evening.picture(bruno, "signs-in-the-talk")
    evening.picture(anna, "sign-on-the-plate")
    evening.picture(dario, "sign-on-a-phone")
    shut(bruno)


def lock_and_open(evening: Evening, anna: Page, dario: Page) -> None:
    """The host locks the table: who only watches sees nothing more, until it is opened again."""
    drawer(anna, "seats")
    anna.get_by_role("button", name="Lock the table").click()
    expect(dario.get_by_text("This table is locked")).to_be_visible()
    evening.picture(dario, "locked-out")
    evening.picture(anna, "locked")
    anna.get_by_role("button", name="Unlock the table").click()
    expect(anna.get_by_role("button", name="Lock the table")).to_be_visible()
    shut(anna)
    dario.reload()
    dario.wait_for_selector(DEALT)


def rematch(evening: Evening, first: Page, others: list[Page], watchers: list[Page], pictures: bool) -> None:
    """One asks for a rematch, and it reaches everybody."""
    first.locator("#actions").get_by_role("button").last.click()
    first.wait_for_selector("#ready")
    if pictures:
        evening.picture(first, "host-of-the-rematch")
    for page in (*others, *watchers):
        expect(page.locator("#proposal .again")).to_be_visible()
    if pictures:
        for number, page in enumerate((*others, *watchers)):
            evening.picture(page, f"rematch-banner-{number}")
    for page in watchers:
        page.locator("#proposal .again .btn").click()
        page.wait_for_selector("#lobby .seats")
    for page in others:
        page.locator("#proposal .again .btn").click()
        page.wait_for_selector("#ready")
    for page in (first, *others):
        page.locator("#ready").click()
    for page in (first, *others):
        page.wait_for_selector(DEALT)


def leave_and_come_back(evening: Evening, anna: Page, bruno: Page, dario: Page, context: BrowserContext, carla: Page) -> Page:
    """Carla goes; Anna and Bruno decide without her and hand her seat to a bot; she comes back on a phone: her page there."""
    me = context.new_page()
    me.goto(f"{evening.server.address}/me")
    me.get_by_role("button", name="Show the code").click()
    code = str(me.locator("input[value*='/me/join/']").first.get_attribute("value")).rpartition("/")[2]
    table, number = carla.get_attribute("#main", "data-table"), carla.get_attribute("#main", "data-as")
    context.close()
    drawer(anna, "seats")
    player = anna.locator(f"#player-{number}")
    expect(player).to_contain_text("away")
    evening.play_on([anna, bruno], str(number))
    expect(player.get_by_role("button", name="Hand the seat to a bot")).to_be_visible(timeout=90_000)
    expect(bruno.locator("#proposal").get_by_role("button", name="Affida il posto a un bot")).to_be_visible()
    evening.picture(bruno, "one-click-away")
    evening.picture(anna, "may-be-handed-over")
    drawer(bruno, "notes")
    bruno.locator("#pact").get_by_role("button", name="pausa").click()
    anna.get_by_role("button", name="Agreed").click()
    expect(bruno.locator("#status")).to_contain_text("in pausa")
    drawer(bruno, "notes")
    bruno.locator("#pact").get_by_role("button", name="riprendere").click()
    anna.get_by_role("button", name="Agreed").click()
    drawer(anna, "seats")
    player.get_by_role("button", name="Hand the seat to a bot").click()
    expect(player).to_contain_text("a bot stands in")
    player.get_by_role("button", name="Offer the seat to somebody else").click()
    link = anna.locator(f"#offer-{number}").input_value()
    evening.picture(anna, "handed-over-and-offered")
    dario.goto(link)
    evening.picture(dario, "offered-on-a-phone")
    dario.get_by_role("link", name="Just watch").click()
    shut(anna)
    shut(bruno)
    evening.play([anna, bruno], 4)
    _, phone = evening.person(PHONE, "it-IT", "light")
    phone.goto(f"{evening.server.address}/me/join/{code}")
    evening.picture(phone, "is-it-you")
    phone.locator("main form button").click()
    phone.locator(f"a[href^='/t/{table}']").first.click()
    phone.wait_for_selector("#proposal .told")
    evening.picture(phone, "back-on-a-phone")
    phone.locator("#proposal .told button").click()
    phone.locator("#proposal").get_by_role("button", name="Take the seat back").click()  # her language came with her
    expect(phone.locator("#proposal")).to_be_empty()
    drawer(phone, "talk")
    evening.picture(phone, "talk-on-a-phone")
    drawer(phone, "seats")
    evening.picture(phone, "seats-on-a-phone")
    shut(phone)
    return phone


def spend(evening: Evening, games: int) -> None:
    """The whole evening."""
    _, anna = evening.person(DESK, "en-GB", "light")
    _, bruno = evening.person(DESK, "it-IT", "dark")
    context, carla = evening.person(DESK, "en-GB", "dark")
    _, dario = evening.person(PHONE, "en-GB", "dark")
    for page, name in ((anna, "Anna"), (bruno, "Bruno"), (carla, "Carla")):
        come_in(evening, page, name)
    set_the_table(evening, anna, bruno, carla, dario)
    dario.wait_for_selector(DEALT)
    make_signs(evening, anna, bruno, dario)
    lock_and_open(evening, anna, dario)
    for game in range(games):
        if game == 1:
            evening.play([anna, bruno, carla], 6)
            carla = leave_and_come_back(evening, anna, bruno, dario, context, carla)
        made = evening.play([anna, bruno, carla])
        print(f"game {game + 1}: {made} choices after what is told above", flush=True)
        evening.picture(anna, f"end-{game + 1}")
        if game + 1 < games:
            first, *others = [[anna, bruno, carla], [carla, anna, bruno], [bruno, anna, carla]][game % 3]
            rematch(evening, first, others, [dario], pictures=game < 2)
            if game == 0:
                drawer(anna, "seats")
                evening.picture(anna, "seats-of-the-host")
                shut(anna)
    for page in (anna, carla):
        read_the_sheet(evening, page, games)


def main() -> None:
    """Spend an evening."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2, help="so many games (2)")
    parser.add_argument("--pictures", type=Path, help="keep pictures in this folder")
    wanted = parser.parse_args()
    if wanted.pictures is not None:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        server = Server(
            Path(stack.enter_context(tempfile.TemporaryDirectory())), "--limits", "100000", "--club", CLUB, "--club-word", WORD
        )
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        evening = Evening(browser, server, wanted.pictures)
        began = time.monotonic()
        spend(evening, wanted.games)
        print(f"an evening of {wanted.games} games: {time.monotonic() - began:.0f} s, {evening.taken} pictures")
        for complaint in evening.complaints:
            print(f"WRONG {complaint}")
    sys.exit(bool(evening.complaints))


if __name__ == "__main__":
    main()
