"""Takes the pictures in docs/looks: ``python -m docs.table_pictures [GAME ...]`` (needs Chromium).

The first page and, of each game, three moments of one game that sensible bots played: opening, middle and end, at a desk and on
a phone, by day and by lamp. ``--close FOLDER`` serves whoever draws: large PNG files to look at closely.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from officina import GAMES
from officina.bots import make_bot
from officina.client import Client
from officina.core.record import Record
from officina.core.rng import Rng
from tests.web.driver import DEALT, PATIENCE, READY, Server, find_chromium

FOLDER = Path(__file__).parent / "looks"
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1366, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
SCHEMES: dict[str, Any] = {"": "light", "-dark": "dark"}
PREFERENCES = "localStorage.setItem('officina.guard', '0'); localStorage.setItem('officina.beats', 'none');"
NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Franco", "Giulia", "Hanna"]
QUALITY = 58
SCALE = 0.75
"""All of them together stay below 4 MB."""


@dataclass(frozen=True)
class Story:
    """One game of which pictures are taken: which deal, and which decisions of the first player are looked at.

    A moment is how many entries of the record lie behind at least, and the kind of the decision (empty: any).
    """

    players: int
    seed: int
    moments: dict[str, tuple[int, str]]
    options: dict[str, Any] = field(default_factory=dict)


STORIES = {
    "fuori_di_rotella": Story(5, 3, {"opening": (0, "program"), "middle": (40, "program")}),
    "crazy_race": Story(4, 3, {"opening": (0, ""), "middle": (90, "place_side")}),
    "kraftwagen": Story(3, 3, {"opening": (0, ""), "middle": (130, "pick_tile")}),
    "automobiles": Story(4, 3, {"opening": (0, ""), "middle": (280, "step")}, {"laps": 2}),
    "automania": Story(3, 3, {"opening": (0, "turn"), "middle": (180, "turn")}),
}


def record_of(game: str, story: Story) -> Record:
    """The whole game; the same on every machine."""
    record = Record.start(GAMES[game], story.players, f"pictures {story.seed}", story.options)
    bot, rng = make_bot("heuristic"), Rng(story.seed)
    while record.position.to_act:
        seat = record.position.to_act[0]
        record.apply(seat, bot.choose(record.position, seat, rng))
    return record


def step_of(record: Record, behind: int, kind: str) -> int:
    """The first step from there on at which the first player takes a decision of that kind."""
    names = record.game.vocabulary
    for step, move in enumerate(record.moves):
        if step >= behind and move.seat == 0 and kind in ("", names.kind_name(move.kind)):
            return step
    raise SystemExit(f"{record.game.name}: no decision {kind!r} of the first player after {behind} steps")


class Camera:
    """Pages of a browser, and where their pictures go."""

    def __init__(self, browser: Browser, close: Path | None) -> None:
        self.browser = browser
        self.folder = close or FOLDER
        self.scale = 1 if close else SCALE
        self.ending = ".png" if close else ".jpg"
        self.how: dict[str, Any] = {} if close else {"type": "jpeg", "quality": QUALITY}
        self.folder.mkdir(parents=True, exist_ok=True)

    def visit(self, address: str, size: str) -> Page:
        """A page of that size, without haste or motion."""
        context = self.browser.new_context(
            **SIZES[size], locale="en-GB", reduced_motion="reduce", device_scale_factor=self.scale
        )
        context.add_init_script(PREFERENCES)
        known = {"screen": {"desk": "wide"}.get(size, size), "name": NAMES[0]}
        context.add_cookies(
            [{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"} for name, value in known.items()]
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        return page

    def shoot(self, page: Page, name: str) -> None:
        """By day and by lamp."""
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        for suffix, scheme in SCHEMES.items():
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=self.folder / f"{name}{suffix}{self.ending}", **self.how)
        page.context.close()


def take(camera: Camera, address: str, game: str, sizes: list[str]) -> None:
    """All pictures of a game."""
    story = STORIES[game]
    record = record_of(game, story)
    with Client(address) as client:
        table = client.import_record(record.dump(names=NAMES[: story.players])).table_id
    for size in sizes:
        for moment, (behind, kind) in story.moments.items():
            page = camera.visit(f"{address}/t/{table}/at/{step_of(record, behind, kind)}?seat=1", size)
            page.locator(".on-from-here").dispatch_event("click")
            page.wait_for_selector(DEALT)
            page.wait_for_function(READY)
            camera.shoot(page, f"{game}-{moment}-{size}")
        page = camera.visit(f"{address}/t/{table}", size)
        page.wait_for_selector("#end .end")
        camera.shoot(page, f"{game}-end-{size}")


def main() -> None:
    """The first page and these games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(STORIES))
    parser.add_argument("--size", choices=list(SIZES), action="append", help="only this one")
    parser.add_argument("--close", type=Path, help="a folder for large PNG files instead")
    wanted = parser.parse_args()
    sizes = wanted.size or list(SIZES)
    with ExitStack() as stack:
        server = Server(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        camera = Camera(browser, wanted.close)
        for size in sizes:
            camera.shoot(camera.visit(server.address, size), f"home-{size}")
        for game in wanted.games:
            take(camera, server.address, game, sizes)


if __name__ == "__main__":
    main()
