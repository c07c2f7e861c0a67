"""Takes the pictures of the guide for an evening: ``python -m docs.evening_pictures [LANGUAGE ...]`` (needs Chromium).

One evening, played once for each language: Anna opens a table of Fuori di Rotella at her computer, Bruno sits down with his
phone, two chairs go to bots; later pictures are moments of one game that sensible bots played, the same on every machine. The
files go to docs/evening, small; ``--close FOLDER`` makes large PNG files to look at.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from docs.table_pictures import NAMES, PREFERENCES, SIZES, STORIES, record_of, step_of
from officina.client import Client
from officina.core.text import LANGUAGES
from tests.web.driver import DEALT, PATIENCE, READY, Server, choose, find_chromium

FOLDER: Final = Path(__file__).parent / "evening"
GAME: Final = "fuori_di_rotella"
PUBLIC: Final = "http://192.168.1.20:8484"
"""What the QR code leads to: an address as most homes have it, not that of the machine that takes the pictures."""
LESSON_CARD: Final = 7
QUALITY: Final = 58
SCALE: Final = {"desk": 0.6, "phone": 0.75}
"""Both languages together stay below 1.5 MB."""


class Evening:
    """The same evening in one language."""

    def __init__(self, browser: Browser, address: str, language: str, close: Path | None) -> None:
        self.browser, self.address, self.language, self.close = browser, address, language, close
        self.folder = close or FOLDER
        self.folder.mkdir(parents=True, exist_ok=True)

    def visit(self, size: str, name: str, path: str = "/") -> Page:
        """Somebody's computer or phone, at a page."""
        context = self.browser.new_context(
            **SIZES[size],
            locale=self.language,
            color_scheme="light",
            reduced_motion="reduce",
            device_scale_factor=1 if self.close else SCALE[size],
        )
        context.add_init_script(PREFERENCES)
        known = {"screen": {"desk": "wide"}.get(size, size), "name": name}
        context.add_cookies([{"name": key, "value": value, "url": self.address} for key, value in known.items()])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{self.address}{path}")
        return page

    def shoot(self, page: Page, name: str) -> None:
        """What the page shows now."""
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        how: dict[str, Any] = {} if self.close else {"type": "jpeg", "quality": QUALITY}
        ending = "png" if self.close else "jpg"
        page.screenshot(path=self.folder / f"{name}-{self.language}.{ending}", **how)

    def before(self) -> None:
        """The boxes, and a lesson."""
        page = self.visit("desk", NAMES[0])
        self.shoot(page, "boxes")
        page.locator(f"form[action='/learn/{GAME}'] button").click()
        page.wait_for_selector(DEALT)
        for card in range(LESSON_CARD):
            coach = page.locator(f"#lesson .coach[data-ready][data-card='{card}']")
            coach.wait_for()
            if coach.get_attribute("data-asks") is None:
                page.locator("#coach-next").click()
            else:
                choose(page, (coach.get_attribute("data-answers") or "").split("|")[0])
                self.confirm(page)
        page.wait_for_selector(f"#lesson .coach[data-ready][data-card='{LESSON_CARD}']")
        self.shoot(page, "lesson")
        page.context.close()

    def together(self) -> None:
        """From the chairs to the first choices: a table of two people and two bots."""
        anna = self.visit("desk", NAMES[0], f"/new/{GAME}?with=friends")
        anna.select_option("#players", "4")
        anna.select_option("#seat-1", "open")
        for seat in (2, 3):
            anna.select_option(f"#seat-{seat}", "bot club")
        self.shoot(anna, "chairs")
        anna.locator("#create").click()
        anna.wait_for_selector("#ready")
        self.shoot(anna, "lobby")
        table = anna.get_attribute("#main", "data-table")
        bruno = self.visit("phone", NAMES[1], f"/t/{table}")
        bruno.locator("#sit-1").fill(NAMES[1])
        self.shoot(bruno, "sit")
        bruno.locator("#chair-1 button.primary").tap()
        for page in (anna, bruno):
            page.locator("#ready").click()
        for page in (anna, bruno):
            page.wait_for_selector(DEALT)
        for page, notation in ((anna, "choose_robot bolt"), (bruno, "choose_robot turbine"), (anna, "program collect 4")):
            page.wait_for_function(READY)
            choose(page, notation)
            self.confirm(page)
        self.agreeing(anna, bruno)
        self.leaving(bruno)
        for page in (anna, bruno):
            page.context.close()

    def agreeing(self, anna: Page, bruno: Page) -> None:
        """Anna asks for a pause; Bruno sees the question."""
        anna.locator(".rail [data-drawer=notes]").click()
        anna.locator("#pact form:has(input[value=pause]) button").click()
        bruno.wait_for_selector("#proposal .proposal button")
        self.shoot(bruno, "agree")
        bruno.locator("#proposal button[value='0']").tap()
        bruno.wait_for_selector("#proposal .proposal", state="detached")

    def leaving(self, bruno: Page) -> None:
        """Bruno leaves his chair to a bot; what he sees when he comes back."""
        bruno.locator("#pact form[action*='/hand'] button").dispatch_event("click")
        bruno.wait_for_selector("#proposal form[action*='/return']")
        self.shoot(bruno, "back")

    def middle(self, table: str, step: int) -> None:
        """A question in the middle of the game: at a desk, on a phone, a piece that explains itself, what is not offered."""
        at = f"/t/{table}/at/{step}?seat=1"
        for size in SIZES:
            page = self.visit(size, NAMES[0], at)
            page.locator(".on-from-here").dispatch_event("click")
            page.wait_for_selector(DEALT)
            page.wait_for_function(READY)
            self.shoot(page, f"table-{size}")
            if size == "desk":
                page.locator("#board [data-thing=trap]:visible").first.hover()
                page.wait_for_selector("#thing-card:not([hidden])")
                self.shoot(page, "piece")
                page.mouse.move(1, 1)
                page.wait_for_selector("#thing-card", state="hidden")
                page.keyboard.press("?")
                page.wait_for_selector("#panel[open] .reasons")
                self.shoot(page, "why")
            page.context.close()

    def afterwards(self, table: str, step: int) -> None:
        """The end, looking back, and where the game was lost."""
        page = self.visit("desk", NAMES[0], f"/t/{table}")
        page.wait_for_selector("#end .end")
        self.shoot(page, "end")
        page.goto(f"{self.address}/t/{table}/at/{step}")
        page.wait_for_selector("#main[data-live] #replay-bar")
        self.shoot(page, "look-back")
        page.goto(f"{self.address}/t/{table}")
        page.locator("form[action$='/analysis'] button").click()
        page.wait_for_selector(".an-mistakes, .an-course", timeout=10 * PATIENCE)
        self.shoot(page, "analysis")
        page.context.close()

    def confirm(self, page: Page) -> None:
        """Where the page asks once more."""
        page.wait_for_function("() => !document.querySelector('#choices[aria-busy]')")
        if page.locator("#sure").is_visible():
            page.locator("#sure-yes").dispatch_event("click")


def main() -> None:
    """Every picture, in these languages."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("languages", nargs="*", default=list(LANGUAGES))
    parser.add_argument("--close", type=Path, help="a folder for large PNG files instead")
    wanted = parser.parse_args()
    story = STORIES[GAME]
    record = record_of(GAME, story)
    step = step_of(record, *story.moments["middle"])
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = Server(Path(folder), "--public", PUBLIC)
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        with Client(server.address) as client:
            table = client.import_record(record.dump(names=NAMES[: story.players])).table_id
        for language in wanted.languages:
            evening = Evening(browser, server.address, language, wanted.close)
            evening.before()
            evening.together()
            evening.middle(table, step)
            evening.afterwards(table, step)


if __name__ == "__main__":
    main()
