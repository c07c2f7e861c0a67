"""A box of each game by clicks, a table with it, its record on an empty server: ``python -m tests.web.own_boxes [GAME ...]``.

With ``--pictures FOLDER`` the editor is photographed at both sizes, light and dark, in both languages.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from officina import GAMES
from officina.bots import LEVELS
from officina.core.record import Record
from tests.web.conftest import screen_of
from tests.web.driver import PATIENCE, Server, find_chromium, open_folds

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1366, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
STEPPED = {
    "fuori_di_rotella": "points.own_colour",
    "crazy_race": "stage_cards.longest",
    "kraftwagen": "track.lap_spaces",
    "automobiles": "fixed_cards.card[1].cost",
    "automania": "contracts.card[3].medals",
}
"""A figure of each game that one more of is still a box."""
BROKEN = {
    "fuori_di_rotella": ("gears.per_colour", "88"),
    "crazy_race": ("turntable_cards.values[8]", "36"),
    "kraftwagen": ("parts.bodies[7]", "41"),
    "automobiles": ("cubes.cube[1].count", "282"),
    "automania": ("box.city_cars", "7"),
}
"""A figure that a sum is made of, and that sum as we have it."""
STILL = "#main[data-state=still]"
SMALL_TARGETS = """() => [...document.querySelectorAll('main :is(button, input, select, summary, .btn, .mark .hit)')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.type !== 'hidden')
  .map((each) => [each, (each.closest('label') ?? each).getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
  .map(([each, box]) => `${each.id || each.textContent} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
"""What a finger needs 44 pixels for and has less; a field inside a label is hit through its label."""
SHORT = {"automobiles": {"laps": "1"}}


def show(page: Page, place: str) -> Any:
    """The field of a figure, seen."""
    field = page.locator(f"[id='f-{place}']")
    field.evaluate("each => { const fold = each.closest('details'); if (fold) fold.open = true; }")
    field.scroll_into_view_if_needed()
    return field


def answered(page: Page, act: Any) -> None:
    """Do something in the editor, and wait until the server has said what it thinks of it."""
    page.evaluate("() => { document.getElementById('main').dataset.state = ''; }")
    act()
    page.wait_for_selector(STILL)


def press(page: Page, place: str, sign: str) -> None:
    """One more, or one less: by the button beside a figure, or written into one of a row of figures."""
    field = show(page, place)
    button = field.locator("xpath=ancestor::form").locator(f"[data-by='{sign}']")
    if button.is_visible():
        answered(page, button.click)
        return
    field.fill(str(int(field.input_value()) + int(sign)))
    answered(page, lambda: field.press("Tab"))


def make_box(page: Page, address: str, game: str) -> str:
    """A box by clicks: a figure more; a sum broken, said, undone; a piece ticked off; ready. Its address."""
    page.goto(f"{address}/box/{game}")
    page.locator("#name").fill(f"Box of {game}")
    page.locator("#make-box").click()
    page.wait_for_url(f"**/box/{game}/*")
    press(page, STEPPED[game], "1")
    place, total = BROKEN[game]
    press(page, place, "-1")
    verdict = page.locator("#verdict")
    expect(verdict.locator("a")).to_have_attribute("href", re.compile(f"^#p-{place.partition('.')[0]}"))
    expect(verdict).to_contain_text(total)
    expect(page.locator("#ready")).to_be_disabled()
    answered(page, lambda: page.locator("#undo").click())
    expect(verdict).to_have_class("verdict good")
    left = page.locator(".tick[aria-pressed=false]").count()
    answered(page, lambda: page.locator(".tick[aria-pressed=false]").first.click())
    expect(page.locator(".tick[aria-pressed=false]")).to_have_count(left - 1)
    answered(page, lambda: page.locator("#ready").click())
    expect(page.locator("#play")).to_be_visible()
    page.reload()
    expect(page.locator(".tick[aria-pressed=true]")).to_have_count(1)
    expect(page.locator("#differences tbody tr")).to_have_count(1)
    return page.url


def play_with(page: Page, game: str) -> str:
    """A table with the box, opened by its button and played by bots alone; the record."""
    page.locator("#play").click()
    page.wait_for_url("**/new/**")
    open_folds(page)
    expect(page.locator("#box option:checked")).to_have_text(f"Box of {game}")
    page.select_option("#players", str(GAMES[game].players[0]))
    for seat in range(GAMES[game].players[0]):
        page.select_option(f"#seat-{seat}", f"bot {LEVELS[0]}")
    for option, value in SHORT.get(game, {}).items():
        page.select_option(f"#o-{option}", value)
    page.locator("#create").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#end .end", state="attached")
    answer = page.request.get(f"{page.url.partition('?')[0]}/record")
    assert answer.ok, answer.status
    return answer.text()


def verified(page: Page, address: str, record: str) -> None:
    """The record on another server, which has never seen the box."""
    page.goto(f"{address}/records")
    page.locator("#record").set_input_files({"name": "a.officina", "mimeType": "text/plain", "buffer": record.encode()})
    page.locator("main form[action='/import'] button").click()
    page.wait_for_url("**/t/*/at/0")
    page.wait_for_selector("#board .area, #board svg", state="attached")


def sent(page: Page, box: str, other: str, game: str) -> None:
    """The box as a file, looked at and kept on another server."""
    file = page.request.get(f"{box}/file").body()
    page.goto(f"{other}/box/{game}")
    page.locator("#file").set_input_files({"name": "box.json", "mimeType": "application/json", "buffer": file})
    page.locator("#look").click()
    expect(page.locator(".diff tbody tr")).to_have_count(1)
    page.locator("#accept").click()
    page.wait_for_url(f"**/box/{game}/*")
    expect(page.locator("#play")).to_be_visible()


def journey(page: Page, first: str, second: str, game: str) -> str:
    """All of it; a line that tells how it went."""
    page.set_default_timeout(PATIENCE)
    box = make_box(page, first, game)
    record = play_with(page, game)
    again = Record.load(record, GAMES.__getitem__)
    assert again.position.over
    assert again.game.own_box is not None
    assert list(again.game.own_box.changes) == [STEPPED[game]]
    verified(page, second, record)
    sent(page, box, second, game)
    return f"{game}: {again.game.own_box.changes}, {len(again.moves)} choices, scores {again.position.scores()}, verified"


def photograph(browser: Browser, address: str, games: list[str], folder: Path) -> None:
    """The editor in every light, size and language."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        for size, settings in SIZES.items():
            for scheme, language in (("light", "it"), ("dark", "en")):
                context = browser.new_context(
                    **{**settings, "color_scheme": scheme, "locale": f"{language}-{language.upper()}"}
                )
                page = context.new_page()
                page.goto(f"{address}/box/{game}")
                page.screenshot(path=folder / f"{game}-{size}-{scheme}-shelf.png")
                page.locator("#make-box").click()
                page.wait_for_url(f"**/box/{game}/*")
                press(page, BROKEN[game][0], "-1")
                page.screenshot(path=folder / f"{game}-{size}-{scheme}-broken.png")
                page.evaluate("() => scrollTo(0, 0)")
                page.screenshot(path=folder / f"{game}-{size}-{scheme}.png", full_page=size == "desk" and scheme == "light")
                page.evaluate("() => scrollTo(0, 900)")
                page.screenshot(path=folder / f"{game}-{size}-{scheme}-2.png")
                context.close()


def note(complaints: list[str], error: object) -> None:
    """Keep what a script complains about."""
    complaints.append(str(error))


def main() -> None:
    """Every game at a desk, the first on a phone, too."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--pictures", type=Path, help="photograph the editor instead")
    arguments = parser.parse_args()
    wrong = 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        first, second = (Server(folder / name, "--limits", "100") for name in ("first", "second"))
        stack.callback(first.stop)
        stack.callback(second.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        if arguments.pictures:
            photograph(browser, first.address, arguments.games, arguments.pictures)
            return
        for number, game in enumerate(arguments.games):
            for size, settings in SIZES.items():
                if size == "phone" and number:
                    continue
                context = browser.new_context(**settings, locale="en-GB")
                context.add_cookies([{"name": "screen", "value": screen_of(settings), "url": first.address}])
                context.add_init_script("localStorage.setItem('officina.beats', 'none')")
                page = context.new_page()
                complaints: list[str] = []
                page.on("pageerror", partial(note, complaints))
                try:
                    told = journey(page, first.address, second.address, game)
                except Exception as error:
                    wrong += 1
                    told = f"WRONG {game}: {error}"
                wrong += bool(complaints)
                print(f"{size} {told} {complaints or ''}", flush=True)
                context.close()
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
