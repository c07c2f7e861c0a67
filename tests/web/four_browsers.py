"""Four people in four browsers, each at another pace: ``python -m tests.web.four_browsers [GAME ...] --choices 60``.

One watches calmly, one at the normal pace until the browser freezes its page (as it does with a tab in the background), one
briskly until the network is gone in the middle of what is being shown, one sees nothing but the table. Meanwhile the game goes
on over the API. Then everything comes back, and each page must show what the same page shows when it is read anew.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from officina import GAMES
from officina.client import Client, Seat
from tests.seeds import seeded
from tests.web.driver import DEALT, PATIENCE, Server, find_chromium
from tests.web.laws import seats_of

PACES = ("calm", "normal", "brisk", "none")
CALM, FROZEN, CUT, QUICK = range(len(PACES))
NO_TIPS = "localStorage.setItem('officina.tips', 'off');"
"""They are asked for after the table is shown."""
SOCKETS = """
  window.sockets = [];
  const Original = WebSocket;
  window.WebSocket = class extends Original { constructor(...given) { super(...given); window.sockets.push(this); } };
"""
SHOWN = """() => Object.fromEntries([...document.querySelectorAll('[data-hash]')]
  .filter(area => !['talk', 'proposal'].includes(area.id))
  .map(area => [area.id, area.dataset.hash + ' ' + area.textContent.replace(/\\s+/g, ' ').trim()]))"""
"""Every region of the page: its fingerprint and the words that are really there."""
LONGEST = 600


class Browsers:
    """A page of each seat, at its pace."""

    def __init__(self, browser: Browser, address: str, seats: list[Seat]) -> None:
        self.complaints: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.pages: list[Page] = []
        for seat, pace in zip(seats, PACES, strict=True):
            context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
            context.add_cookies([{"name": "screen", "value": "wide", "url": address}])
            context.add_init_script(f"localStorage.setItem('officina.beats', '{pace}');" + NO_TIPS + SOCKETS)
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            page.goto(f"{address}/t/{seat.table_id}/seat/{seat.token}")
            page.wait_for_selector(DEALT)
            self.contexts.append(context)
            self.pages.append(page)
        self.asleep: CDPSession | None = None

    def freeze(self) -> None:
        """As a browser does with a tab that nobody looks at: no script runs any more."""
        self.asleep = self.contexts[FROZEN].new_cdp_session(self.pages[FROZEN])
        self.asleep.send("Page.setWebLifecycleState", {"state": "frozen"})

    def cut(self) -> None:
        """No network, and what is connected breaks off."""
        self.contexts[CUT].set_offline(True)
        self.pages[CUT].evaluate("() => sockets.forEach((socket) => socket.close())")

    def come_back(self) -> None:
        """Awake, and connected."""
        assert self.asleep is not None
        self.asleep.send("Page.setWebLifecycleState", {"state": "active"})
        self.contexts[CUT].set_offline(False)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def play(seats: list[Seat], seed: str, choices: int, browsers: Browsers) -> dict[str, int]:
    """Go on over the API; the page freezes after a third, the network goes at the first queue after that."""
    rng, happened = seeded(seed), {"choices": 0, "frozen_at": 0, "cut_at": 0}
    while happened["choices"] < choices:
        waiting = seats[0].table().waiting
        if not waiting:
            break
        seat = seats[rng.pick(waiting)]
        question = seat.question()
        if question is None:
            continue
        seat.choose(rng.pick(question.options))
        happened["choices"] += 1
        if not happened["frozen_at"] and happened["choices"] >= choices // 3:
            browsers.freeze()
            happened["frozen_at"] = happened["choices"]
        elif happened["frozen_at"] and not happened["cut_at"] and browsers.pages[CUT].evaluate("() => beats.playing()"):
            browsers.cut()
            happened["cut_at"] = happened["choices"]
    return happened


def settled(page: Page) -> float:
    """Wait until the page has shown everything and nothing more comes; how long that took."""
    started = time.monotonic()
    quiet, last = 0, ""
    while quiet < 8:
        assert time.monotonic() < started + LONGEST, "a page does not come to rest"
        now = str(page.evaluate("() => `${beats.playing()} ${document.getElementById('main').dataset.live}`"))
        quiet = quiet + 1 if now == last and now.startswith("false") else 0
        last = now
        page.wait_for_timeout(250)
    return time.monotonic() - started


def differences(page: Page) -> list[str]:
    """What the page shows and would not show if it were read anew."""
    shown = page.evaluate(SHOWN)
    version = page.get_attribute("#main", "data-live")
    page.reload()
    page.wait_for_selector(DEALT)
    anew = page.evaluate(SHOWN)
    shown["version"], anew["version"] = str(version), str(page.get_attribute("#main", "data-live"))
    return [
        f"{name}: {shown.get(name, '')[:120]!r}, anew {anew.get(name, '')[:120]!r}"
        for name in sorted({*shown, *anew})
        if shown.get(name) != anew.get(name)
    ]


def main() -> None:
    """Each game with four people; what any page shows that is not so."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--choices", type=int, default=60, help="of each game (60)")
    wanted = parser.parse_args()
    wrong = 0
    with ExitStack() as stack:
        server = Server(Path(stack.enter_context(tempfile.TemporaryDirectory())), "--limits", "100000")
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        client = stack.enter_context(Client(server.address, timeout=PATIENCE / 1000))
        for game in wanted.games:
            seats = seats_of(client, game, len(PACES), {})
            browsers = Browsers(browser, server.address, seats)
            happened = play(seats, f"four browsers {game}", wanted.choices, browsers)
            assert happened["cut_at"], f"{game}: nothing was shown to be cut off from: {happened}"
            browsers.come_back()
            took = [settled(page) for page in browsers.pages]
            print(game, happened, "to rest", {pace: round(each, 1) for pace, each in zip(PACES, took, strict=True)}, flush=True)
            for pace, page in zip(PACES, browsers.pages, strict=True):
                for line in differences(page):
                    wrong += 1
                    print(f"{game} {pace}: {line}", flush=True)
            wrong += len(browsers.complaints)
            print(*browsers.complaints, sep="\n", end="")
            browsers.close()
    print(f"{wrong} differences")
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
