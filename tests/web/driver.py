"""A real server in a process of its own, and a person at a page: by mouse, by keyboard, or by taps."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page

from officina import GAMES
from tests.patience import LONG
from tests.seeds import seed_of, seeded
from tests.tables.common import SHORT

PATIENCE = 1000 * LONG
"""Milliseconds that a page may take for anything."""
MOST_CHOICES = 1500

READY = """() => document.querySelector('#end .end') ? 'over'
  : document.querySelector('#sure:not([hidden])') && !document.querySelector('#choices[aria-busy]') ? 'confirm'
  : document.getElementById('main')?.dataset.live && document.title.startsWith('●')
    && document.querySelector('#choices:not([aria-busy]) .choice') ? 'turn' : ''"""
MOVED = """([base, prompt]) => {
  const main = document.getElementById('main');  // null while a page is still being read
  if (!main || document.querySelector('#choices[aria-busy]')) return false;
  if (document.querySelector('#notice:not([hidden])') || document.querySelector('#sure:not([hidden])')) return true;
  return main.dataset.live !== base;
}"""

CHANGED = "base => (live => live !== undefined && live !== base)(document.getElementById('main')?.dataset.live)"
"""Something new is shown; a page that is still being read has nothing to show yet."""

PLACED = "#board [data-choice]:visible:not(.unlit), #answers [data-choice]:visible"
"""What can be chosen without the list."""

DEALT = "#main[data-live]:not(.before), #main.beating"
"""The page of a game that has begun, drawn and connected; or it shows what others did before anything was asked."""

PREFERENCES = """() => {
  localStorage.setItem('officina.guard', '0');
  localStorage.setItem('officina.list', 'open');
  const handle = document.getElementById('list-handle');
  if (handle && handle.getAttribute('aria-expanded') !== 'true') handle.click();
}"""
"""Somebody who is quick and uses the list."""


def find_chromium(*, whole: bool = False) -> str | None:
    """The browser of this machine; ``whole``: with notifications and push.

    Where that does not matter, the one that draws pages and nothing else comes first: it starts in half the time.
    """
    names = ["chromium", "chromium-browser", "google-chrome"]
    names = names if whole else ["chromium-headless-shell", *names]
    return next((found for name in names if (found := shutil.which(name))), None)


class Server:
    """``officina serve`` on this machine; it can be killed and started again on the same port and data."""

    def __init__(self, data: Path, *more: str, sources: Path | None = None, log: Path | None = None) -> None:
        """``sources``: another checkout, whose server it shall be; ``log``: where its log goes, if not among the test's."""
        self.sources = sources
        self.log = log
        self.data = data
        self.more = more
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "officina.cli", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--data", str(self.data), "--bot-delay", "0", *self.more]
        if self.sources is None:  # servers of earlier versions take their chance elsewhere
            command += ["--seed", seed_of("served")]
        environment = {**os.environ, "OFFICINA_LANG": "en", "PYTHONUNBUFFERED": "1"}
        if self.sources is not None:
            environment |= {"PYTHONPATH": str(self.sources / "src"), "OFFICINA_PURE": "1"}
        with self.log.open("ab") if self.log else contextlib.nullcontext() as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"the server does not start: {line}"
        self.port = int(found.group(1))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut would."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(LONG)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


def open_folds(page: Page) -> None:
    """Everything that a page keeps folded."""
    page.evaluate("() => document.querySelectorAll('details.fold').forEach(each => each.open = true)")


def start_table(page: Page, address: str, game: str, players: int, seats: dict[int, str] | None = None) -> str:
    """Open a table through the form; the first seat is mine, the others are bots unless ``seats`` says otherwise."""
    page.goto(f"{address}/new/{game}")
    open_folds(page)
    page.get_by_label("Your name").fill("Anna")
    page.select_option("#players", str(players))
    for seat, kind in (seats or {}).items():
        page.select_option(f"#seat-{seat}", kind)
    for option, value in SHORT.get(game, {}).items():
        page.select_option(f"#o-{option}", str(value))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#main[data-live]" if seats else DEALT)
    return str(page.get_attribute("#main", "data-table"))


def all_ready(*pages: Page) -> None:
    """Everybody says so; when the cards are dealt the page is read anew, and what was done to it before is lost."""
    for page in pages:
        page.wait_for_selector("#ready")
        page.locator("#ready").click()
    for page in pages:
        page.wait_for_selector(DEALT)


class Player:
    """Somebody who plays whatever is asked, in one way of using the page."""

    def __init__(self, page: Page, seed: str, way: str = "mouse", *, board_alone: bool = False) -> None:
        """``board_alone``: whatever has a place on the board or a button of its own in the action bar is chosen there."""
        self.page = page
        self.rng = seeded(seed)
        self.way = way
        self.board_alone = board_alone
        self.choices = 0
        self.by_board = 0
        page.set_default_timeout(PATIENCE)
        page.wait_for_url("**/t/*")
        evaluate(page, PREFERENCES)

    def state(self) -> str:
        """Wait until it is this person's turn (``turn``), a turn is to be confirmed, or the game is over."""
        handle = self.page.wait_for_function(READY, timeout=PATIENCE)
        return str(handle.json_value())

    def play(self, most: int = MOST_CHOICES) -> None:
        """To the end of the game, or so many choices."""
        for _ in range(most):
            state = self.state()
            if state == "over":
                return
            if state == "confirm":
                self.confirm()
            else:
                self.choose()

    def choose(self) -> None:
        base = self.page.get_attribute("#main", "data-live")
        if self.way == "keyboard":
            self.by_key()
        elif self.board_alone and self.on_board():
            pass
        elif self.board_alone or self.way != "mouse" or not self.on_board():
            self.show_list()
            choices = self.page.locator("#choices .choice")
            self.press(choices.nth(self.rng.below(choices.count())))
        self.page.wait_for_function(MOVED, arg=[base, ""], timeout=PATIENCE)
        self.choices += 1
        self.check_focus()

    def on_board(self) -> bool:
        """Every second choice is made on the board, where something lights up; several meanings open a menu."""
        lit = self.page.locator(PLACED if self.board_alone else "#board [data-choice]:visible")
        count = lit.count()
        if not count or (self.choices % 2 and not self.board_alone):
            return False
        self.hide_list()
        self.press(lit.nth(self.rng.below(count)))
        for card in self.page.locator("#board [data-pick]:visible").all():
            if self.page.locator("#sure").is_hidden():
                self.press(card)  # what stands for several answers waits for the other part of the choice
        if self.page.locator("#sure").is_visible():
            self.press(self.page.locator("#sure-yes"))
        menu = self.page.locator("#menu:not([hidden]) .choice")
        if menu.count():
            self.press(menu.nth(self.rng.below(menu.count())))
        self.by_board += 1
        return True

    def show_list(self) -> None:
        """The list of all choices lies over the stage."""
        if self.page.locator("#choices").is_hidden():
            self.press(self.page.locator("#list-handle"))

    def hide_list(self) -> None:
        if self.page.locator("#choices").is_visible():
            self.press(self.page.locator("#list-handle"))

    def by_key(self) -> None:
        choices = self.page.locator("#choices .choice")
        place = self.rng.below(choices.count())
        key = choices.nth(place).get_attribute("data-key")
        if key:
            self.page.keyboard.type(key)
            return
        self.show_list()
        self.page.locator("#choices .choice").first.focus()
        for _ in range(place):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")

    def press(self, target: Locator) -> None:
        if self.way == "taps":
            target.tap()
        else:
            target.click()

    def confirm(self) -> None:
        """The button that names the choice has the focus."""
        base = self.page.get_attribute("#main", "data-live")
        if self.way == "keyboard":
            self.page.keyboard.press("Enter")
        else:
            self.press(self.page.locator("#sure-yes"))
        self.page.wait_for_function(CHANGED, arg=base)

    def check_focus(self) -> None:
        """After one's move the focus is where the game goes on, never lost."""
        inside = "#choices, #status, #sure, #notice, #main"
        where = self.page.evaluate("inside => document.activeElement?.closest(inside)?.id || ''", inside)
        assert where, "the focus fell out of the table"


def choose(page: Page, notation: str) -> None:
    """One choice of the list, open or not."""
    page.locator(f"#choices .choice[data-choice='{notation}']").evaluate("choice => choice.click()")


def evaluate(page: Page, script: str) -> Any:
    """On a page that may be read anew meanwhile, as a table's is when the game begins."""
    while True:
        try:
            return page.evaluate(script)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            page.wait_for_load_state()


def axe(page: Page, *, colours: bool = False) -> list[str]:
    """What axe-core finds serious or critical (the page's policy against foreign scripts must be lifted for it).

    ``colours``: those alone, where the page as a whole has been looked at in another scheme.

    What is printed on a piece (a price, a number) is not what it is called: the rule that wants both alike is left out.
    """
    if not page.evaluate("() => typeof axe !== 'undefined'"):
        page.add_script_tag(path=Path(__file__).parent / "vendor" / "axe.min.js")
    rules = {"label-content-name-mismatch": {"enabled": False}}
    settings = {"runOnly": ["color-contrast"]} if colours else {"rules": rules}
    found: dict[str, Any] = page.evaluate("given => axe.run(document, {resultTypes: ['violations'], ...given})", settings)
    return [
        f"{violation['id']} ({violation['impact']}): {[node['html'][:160] for node in violation['nodes'][:3]]}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


def wait_for_others(page: Page, address: str, table_id: str) -> None:
    """Until only the first seat is waited for: from then on nobody else moves; then the page shows it."""
    wait_until(lambda: page.request.get(f"{address}/api/v1/tables/{table_id}").json()["waiting"] == [0])
    now = re.search(r'data-base="(\d+)"', page.request.get(page.url).text())
    assert now is not None
    page.wait_for_function("base => document.getElementById('main')?.dataset.live === base", arg=now[1])


def fewest(game: str) -> int:
    """The least number of players."""
    return GAMES[game].players[0]


def wait_until(condition: Any, seconds: float = LONG) -> None:
    """Until something outside the page has come about."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.05)
