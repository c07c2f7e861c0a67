"""Whole games in Firefox and in WebKitGTK, at a desk and on a phone: ``python -m tests.web.other_browsers [GAME ...]``.

Firefox (Debian: firefox-esr) is driven over WebDriver BiDi, WebKitGTK (webkit2gtk-driver, xvfb) over WebDriver. Every second
choice is made on the board where something lights up, the others in the list; now and then the laws of the table are looked
at as in ``tests.web.laws``, and at the beginning, after some choices and at the end a picture is taken.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import httpx
from websockets.sync.client import connect

from officina import GAMES
from officina.web.server.serve import free_port
from tests.patience import LONG
from tests.seeds import seeded
from tests.tables.common import SHORT
from tests.web.driver import Server, fewest
from tests.web.laws import LOOK, SLIMMEST, SMALLEST, SMALLEST_TEXT

SCREENS = {"wide": (1366, 768), "phone": (390, 844)}
MOST_CHOICES = 1500
EVERY = 25
"""Of so many choices one is looked at."""

STATE = """() => {
  const main = document.getElementById('main');
  if (!main || !main.dataset.live || document.querySelector('#choices[aria-busy]')) return '';
  if (document.querySelector('#end .end')) return 'over';
  if (document.querySelector('#sure:not([hidden])')) return 'confirm';
  return document.title.startsWith('●') && document.querySelector('#choices .choice') ? 'turn' : '';
}"""
CHOOSE = """([number, board]) => {
  const lit = [...document.querySelectorAll('#board [data-choice]:not(.unlit)')]
    .filter((thing) => !thing.dataset.choice.includes('|') && thing.getBoundingClientRect().width > 0);
  const list = [...document.querySelectorAll('#choices .choice')];
  const from = board && lit.length ? lit : list;
  const thing = from[number % from.length];
  thing.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
  return from === lit ? 'board' : 'list';
}"""
PREFERENCES = "() => { localStorage.setItem('officina.guard', '0'); localStorage.setItem('officina.beats', 'none'); }"


class Browser(ABC):
    """A window of another browser."""

    name: str

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to a page."""

    @abstractmethod
    def run(self, function: str, *given: Any) -> Any:
        """What a function of the page answers."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """The page is so large."""

    @abstractmethod
    def picture(self) -> bytes:
        """The window as PNG."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def wait(self, function: str, *given: Any) -> Any:
        """Until the function answers something; a page that is just being read answers nothing."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            try:
                found = self.run(function, *given)
            except RuntimeError:
                found = None
            if found:
                return found
            time.sleep(0.03)
        raise AssertionError(f"{self.name}: it does not come about: {function[:80]}")


class Firefox(Browser):
    """Over WebDriver BiDi, without a window."""

    name = "firefox"

    def __init__(self, stack: ExitStack) -> None:
        found = shutil.which("firefox-esr") or shutil.which("firefox")
        if not found:
            raise SystemExit("Firefox is missing (Debian: firefox-esr)")
        profile = stack.enter_context(tempfile.TemporaryDirectory())
        command = [found, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        stack.callback(self.close)
        assert self.process.stderr is not None
        self.socket = connect(listening(self.process.stderr) + "/session", max_size=None)
        threading.Thread(target=self.process.stderr.read, daemon=True).start()  # what it complains about must not fill the pipe
        self.number = 0
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        """One command and its answer; events are left aside."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            told = json.loads(self.socket.recv(LONG))
            if told.get("id") == self.number:
                if told["type"] == "error":
                    raise RuntimeError(f"{method}: {told['message']}")
                return told["result"]

    def open(self, address: str) -> None:
        for _ in range(5):
            try:
                self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")
                return
            except RuntimeError as error:  # the page before was just being read anew
                if "ABORTED" not in str(error):
                    raise

    def run(self, function: str, *given: Any) -> Any:
        arguments = json.dumps(given[0] if len(given) == 1 else list(given))
        told = self.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({function})({arguments})) ?? null))()",
            target={"context": self.context},
            awaitPromise=True,
        )
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])

    def resize(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("browsingContext.captureScreenshot", context=self.context)["data"])

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(LONG)


class WebKit(Browser):
    """WebKitGTK's small browser over WebDriver, on a screen of its own."""

    name = "webkit"

    def __init__(self, stack: ExitStack) -> None:
        if not shutil.which("WebKitWebDriver") or not shutil.which("Xvfb"):
            raise SystemExit("WebKitGTK is missing (Debian: webkit2gtk-driver, xvfb)")
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24"]
        screen = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        stack.callback(end, screen)
        os.close(writing)
        with os.fdopen(reading) as told:
            display = f":{told.readline().strip()}"
        port = free_port("127.0.0.1", 4445)
        settings = {**os.environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"}
        settings |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if os.geteuid() == 0 else {}
        driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=settings, stderr=subprocess.DEVNULL)
        stack.callback(end, driver)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONG)
        stack.callback(self.client.close)
        small = next(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"), None)
        options = {"webkitgtk:browserOptions": {"binary": str(small), "args": ["--automation"]}} if small else {}
        self.session = ""
        for _ in range(100):  # until the driver listens
            try:
                made = self.client.post("/session", json={"capabilities": {"alwaysMatch": options}})
            except httpx.ConnectError:
                time.sleep(0.1)
                continue
            self.session = made.json()["value"]["sessionId"]
            break
        stack.callback(self.close)

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """One command and its answer."""
        given = body if method == "POST" else None
        told = self.client.request(method, f"/session/{self.session}/{path}".rstrip("/"), json=given).json()["value"]
        if isinstance(told, dict) and "error" in told:
            raise RuntimeError(f"{path}: {told['error']} {told.get('message', '')}")
        return told

    def open(self, address: str) -> None:
        self.ask("POST", "url", url=address)

    def run(self, function: str, *given: Any) -> Any:
        argument = given[0] if len(given) == 1 else list(given)
        answer = f"Promise.resolve(({function})(arguments[0]))"
        script = f"const done = arguments[1]; {answer}.then((told) => done(JSON.stringify(told ?? null)))"
        return json.loads(self.ask("POST", "execute/async", script=script, args=[argument]))

    def resize(self, width: int, height: int) -> None:
        outer = (width, height)
        for _ in range(4):  # the window has bars, the page has not
            self.ask("POST", "window/rect", x=0, y=0, width=outer[0], height=outer[1])
            time.sleep(0.3)
            inner = self.run("() => [innerWidth, innerHeight]")
            if inner == [width, height]:
                return
            outer = (outer[0] + width - inner[0], outer[1] + height - inner[1])

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("GET", "screenshot"))

    def close(self) -> None:
        if self.session:
            self.ask("DELETE", "")
            self.session = ""


BROWSERS: dict[str, type[Firefox] | type[WebKit]] = {"firefox": Firefox, "webkit": WebKit}


def listening(told: IO[str]) -> str:
    """The address that Firefox names at its start."""
    for line in told:
        found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
        if found:
            return found[1]
    raise SystemExit("Firefox does not start")


def end(process: subprocess.Popen[bytes]) -> None:
    """End what was started here."""
    process.terminate()
    process.wait(LONG)


def open_table(browser: Browser, address: str, game: str) -> None:
    """A table against bots, through the form."""
    browser.open(f"{address}/new/{game}")
    browser.run(PREFERENCES)
    options = SHORT.get(game, {})
    fill = """([players, options]) => {
      document.querySelectorAll('details.fold').forEach((each) => { each.open = true; });
      const set = (id, value) => {
        const field = document.getElementById(id);
        field.value = value;
        field.dispatchEvent(new Event('input', {bubbles: true}));
        field.dispatchEvent(new Event('change', {bubbles: true}));
      };
      set('name', 'Anna');
      set('players', String(players));
      for (const [name, value] of Object.entries(options)) set(`o-${name}`, String(value));
      document.getElementById('create').click();
      return true;
    }"""
    browser.run(fill, [fewest(game), options])
    browser.wait("() => location.pathname.startsWith('/t/') && document.getElementById('main')?.dataset.live !== undefined")


def play(browser: Browser, address: str, game: str, screen: str, pictures: Path) -> list[str]:
    """A whole game; what breaks a law on the way."""
    rng = seeded(f"{browser.name} {game} {screen}")
    browser.resize(*SCREENS[screen])
    browser.open(address)
    browser.run(f"() => {{ document.cookie = 'screen={screen};path=/'; return true; }}")
    open_table(browser, address, game)
    found: list[str] = []
    by_board = 0
    for number in range(MOST_CHOICES):
        state = browser.wait(STATE)
        if number in (0, 10) or state == "over":
            name = f"{browser.name}-{game}-{screen}-{'end' if state == 'over' else number}.png"
            (pictures / name).write_bytes(browser.picture())
        if state == "over":
            break
        if state == "confirm":
            browser.run("() => { document.getElementById('sure-yes').click(); return true; }")
            continue
        if number % EVERY == 0:
            broken = browser.run(LOOK, [SMALLEST[screen], SLIMMEST, SMALLEST_TEXT])
            print(*(f"  {line}" for line in broken), sep="\n", end="\n" if broken else "", flush=True)
            found += broken
        before = browser.run("() => document.getElementById('main').dataset.live")
        by_board += browser.run(CHOOSE, [rng.below(1000), number % 2 == 0]) == "board"
        browser.wait(MOVED, before)
    else:
        found.append("the game does not end")
    print(f"{browser.name} {game} {screen}: {number} choices, {by_board} on the board, {len(found)} findings", flush=True)
    return [f"{browser.name} {game} {screen}: {line}" for line in found]


MOVED = """(before) => {
  const main = document.getElementById('main');
  return main && !document.querySelector('#choices[aria-busy]') && (main.dataset.live !== before
    || !!document.querySelector('#sure:not([hidden]), #notice:not([hidden]), #menu:not([hidden])'));
}"""


def main() -> None:
    """Every game in every browser at both sizes, and what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--browser", choices=[*BROWSERS], action="append", help="only this one (both)")
    parser.add_argument("--screen", choices=[*SCREENS], action="append", help="only this size (both)")
    parser.add_argument("--pictures", type=Path, default=Path("build/other-browsers"))
    wanted = parser.parse_args()
    wanted.pictures.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    with ExitStack() as stack:
        server = Server(Path(stack.enter_context(tempfile.TemporaryDirectory())), "--limits", "100000")
        stack.callback(server.stop)
        for name in wanted.browser or BROWSERS:
            browser = BROWSERS[name](stack)
            for game in wanted.games:
                for screen in wanted.screen or SCREENS:
                    found += play(browser, server.address, game, screen, wanted.pictures)
    print(*found, f"{len(found)} findings", sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
