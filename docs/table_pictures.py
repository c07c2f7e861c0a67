"""Takes the pictures in docs/looks: ``python -m docs.table_pictures [GAME ...]`` (needs Chromium).

The first page and, of each game, a table in the middle of play: at a desk by day and by night, and on a phone.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from officina import GAMES
from tests.web.driver import Player, Server, find_chromium, start_table

FOLDER = Path(__file__).parent / "looks"
DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PREFERENCES = """() => { localStorage.setItem('officina.guard', '0'); localStorage.setItem('officina.beats', 'none'); }"""
QUALITY = 78
CHOICES = {"fuori_di_rotella": 9, "crazy_race": 11, "kraftwagen": 16, "automobiles": 14, "automania": 18}
"""How many choices of the person at the page lie behind."""


def shoot(page: Page, name: str) -> None:
    """A small file: these are looked at in a README."""
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def visit(browser: Browser, address: str, size: dict[str, Any], scheme: Any = "light") -> Page:
    """A page of that size, without haste or motion."""
    context = browser.new_context(**size, locale="en-GB", color_scheme=scheme, reduced_motion="reduce")
    context.add_init_script(f"({PREFERENCES})()")
    page = context.new_page()
    page.goto(address)
    return page


def take(games: list[str]) -> None:
    """All pictures of these games, and the first page."""
    FOLDER.mkdir(exist_ok=True)
    with ExitStack() as stack:
        server = Server(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        shoot(visit(browser, server.address, DESK), "home-desk")
        shoot(visit(browser, server.address, PHONE), "home-phone")
        for game in games:
            page = visit(browser, server.address, DESK)
            start_table(page, server.address, game, min(4, GAMES[game].players[-1]))
            player = Player(page, f"picture {game}", "list")
            player.play(CHOICES[game])
            if player.state() == "over":
                continue
            player.hide_list()
            shoot(page, f"{game}-desk")
            page.emulate_media(color_scheme="dark")
            shoot(page, f"{game}-desk-dark")
            page.emulate_media(color_scheme="light")
            page.set_viewport_size(PHONE["viewport"])
            page.locator("#main[data-screen=phone]").wait_for()
            player.state()
            player.hide_list()
            shoot(page, f"{game}-phone")
            page.context.close()


if __name__ == "__main__":
    take(sys.argv[1:] or list(GAMES))
