"""Takes the README's picture of a table in the browser: ``python -m docs.table_picture`` (needs Chromium)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.driver import Player, Server, find_chromium, start_table

PICTURE = Path(__file__).parent / "table.png"
CHOICES = 8


def take() -> None:
    """A game against three bots after some turns, at the usual size of a laptop's window."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en-GB", reduced_motion="reduce")
        start_table(page, server.address, "fuori_di_rotella", 4)
        player = Player(page, "picture", "list")
        player.play(CHOICES)
        player.state()
        page.screenshot(path=PICTURE)
        browser.close()
        server.stop()


if __name__ == "__main__":
    take()
