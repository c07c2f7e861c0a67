"""A whole game of each by mouse, by taps on a phone, by keyboard alone: ``python -m tests.web.whole_games [GAME ...]``.

By mouse and by taps everything is chosen on the board or, where it has no place there, by its button in the action bar. Until
the game is over nothing may move while somebody chooses (``layout-shift``).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from officina import GAMES
from tests.web.conftest import screen_of
from tests.web.driver import PATIENCE, Player, Server, fewest, find_chromium, start_table

WAYS: dict[str, dict[str, Any]] = {
    "mouse": {"viewport": {"width": 1366, "height": 768}},
    "taps": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "keyboard": {"viewport": {"width": 1366, "height": 768}},
}
SETTINGS = "localStorage.setItem('officina.guard', '0'); localStorage.setItem('officina.beats', 'none');"
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    if (document.querySelector('#end .end')) return; // the end is a page of its own
    const around = (node) => node.id || `${node.nodeName} in ${node.parentElement?.closest('[id]')?.id}`;
    for (const entry of list.getEntries())
      window.shifts.push([entry.value, entry.sources.map((source) => source.node && around(source.node)).join(' ')]);
  }).observe({ type: 'layout-shift' });
}"""


def play(browser: Browser, address: str, game: str, way: str) -> str:
    """One game; a line that tells how it went."""
    settings = {"locale": "en-GB", "reduced_motion": "reduce", **WAYS[way]}
    context = browser.new_context(**settings)
    context.add_cookies([{"name": "screen", "value": screen_of(settings), "url": address}])
    context.add_init_script(SETTINGS)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    start_table(page, address, game, fewest(game))
    player = Player(page, f"whole {game} {way}", way, board_alone=way != "keyboard")
    if way != "keyboard":
        player.hide_list()
    page.evaluate(SHIFTS)
    player.play()
    moved = page.evaluate("() => window.shifts")
    over = "win" in page.locator("#status-line").inner_text()
    context.close()
    shifts = sum(value for value, _ in moved)
    told = f"{game} {way}: {player.choices} choices, {player.by_board} on the board, layout-shift {shifts:.4f}"
    what = dict.fromkeys(sources for _, sources in moved)
    return told if over and not complaints and not shifts else f"WRONG {told} {complaints} {list(what)}"


def main() -> None:
    """Every game in every way."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--way", choices=[*WAYS], action="append", help="only this one (all three)")
    wanted = parser.parse_args()
    wrong = 0
    with ExitStack() as stack:
        server = Server(Path(stack.enter_context(tempfile.TemporaryDirectory())), "--limits", "100000")
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        for game in wanted.games:
            for way in wanted.way or WAYS:
                told = play(browser, server.address, game, way)
                wrong += told.startswith("WRONG")
                print(told, flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
