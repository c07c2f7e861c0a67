"""A server and a real Chromium for a whole run, and fresh browsers (cookies apart) as often as wanted."""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from officina.web.server.logs import JsonLines
from tests.web.driver import PATIENCE, Server, find_chromium

NewPage = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test with a browser has a second try, for a page lives in three processes on a machine that others use, too.

    Whatever needed it is named at the end of the run (``RERUN``): it is a fault of the test or of the page, and to be mended.
    Without the plugin (``-p no:rerunfailures``) the first try counts.
    """
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        if {"new_page", "chromium"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests share. On a fast machine they would ask more often than one visitor may."""
    found = Server(tmp_path_factory.mktemp("served"), "--limits", "100")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser. Where CI=true a machine without one fails; elsewhere the tests are left out.

    It lives for one module: while Playwright runs, no other test of the same process could run an event loop of its own.
    """
    yield from launched(find_chromium())


def launched(path: str | None) -> Iterator[Browser]:
    """That browser, running."""
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is missing: the browser tests cannot run")
        pytest.skip("Chromium is missing")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def screen_of(settings: dict[str, Any]) -> str:
    """What a page of this size is drawn for, as a browser that was here before would say."""
    width = settings.get("viewport", {}).get("width", 1366)
    return "wide" if width >= 1200 else "middle" if width >= 720 else "phone"


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[NewPage]:
    """A page in a browser of its own; anything a script complains about fails the test."""
    contexts = []
    complaints: list[str] = []

    def make(guard: int | None = 0, beats: str = "none", **settings: Any) -> Page:
        """``guard``: milliseconds in which a click after a new question is no answer; None: as everybody has it.

        ``beats``: how fast what happens is shown; once the person has chosen, as chosen.
        """
        context = chromium.new_context(**{"viewport": {"width": 1366, "height": 768}, "locale": "en-GB", **settings})
        contexts.append(context)
        context.add_cookies([{"name": "screen", "value": screen_of(settings), "domain": "127.0.0.1", "path": "/"}])
        if guard is not None:
            context.add_init_script(f"localStorage.setItem('officina.guard', '{guard}')")
        context.add_init_script(f"localStorage.getItem('officina.beats') ?? localStorage.setItem('officina.beats', '{beats}')")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text) if "Content Security Policy" in told.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What the server writes into its log, as it writes it."""
    kept = io.StringIO()
    handler = logging.StreamHandler(kept)
    handler.setFormatter(JsonLines())
    root = logging.getLogger("officina")
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield kept
    root.removeHandler(handler)
    root.setLevel(level)
