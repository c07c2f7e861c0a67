"""A board photographed, traced by clicks, raced on: ``python -m tests.web.tracing [TRACK ...]``.

The photo is made by our own code: a track file drawn, seen at an angle, with noise. What is traced from it in Chromium must be
the file that was drawn, letter by letter. With ``--pictures FOLDER`` the editor is photographed on the way.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import tomllib
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from officina import GAMES
from officina.core.components import read_toml
from officina.core.record import Record
from officina.core.tracing import Tracer
from tests.seeds import seeded
from tests.web.conftest import screen_of
from tests.web.driver import PATIENCE, Server, find_chromium
from tests.web.own_boxes import SIZES, SMALL_TARGETS, play_with, verified

GAME = "automobiles"
STILL = "#main[data-state=still]"
PHOTO = (1600, 1200)
SEEN = ((170.0, 150.0), (1450.0, 95.0), (1535.0, 1090.0), (80.0, 1010.0))
"""Where the corners of the board are on the photo: it was taken by hand."""
HAND = 1.0
"""How far, in pixels, a tap misses what it is meant for."""
Point = tuple[float, float]

MAKE_PHOTO = """([svg, size, matrix, wide, high, seed]) => {
  document.body.innerHTML = '<div id="board"></div><canvas id="noise"></canvas>';
  const board = document.getElementById('board'), noise = document.getElementById('noise');
  board.innerHTML = svg;
  Object.assign(document.body.style, { margin: 0, background: '#7a5b3c', overflow: 'hidden' });
  Object.assign(board.style, { position: 'absolute', left: 0, top: 0, width: wide + 'px', height: high + 'px' });
  Object.assign(board.style, { transformOrigin: '0 0', transform: `matrix3d(${matrix})` });
  Object.assign(noise.style, { position: 'absolute', left: 0, top: 0 });
  [noise.width, noise.height] = size;
  const pen = noise.getContext('2d'), grains = pen.createImageData(...size);
  let state = seed >>> 0;
  for (let at = 0; at < grains.data.length; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const shade = state >>> 24;
    grains.data.set([shade, shade, shade, 60], at);
  }
  pen.putImageData(grains, 0, 0);
}"""
TOOLS = ("photo", "road", "spaces", "start", "sections", "board", "file")
ON_SCREEN = """([x, y]) => {
  const [photo, sheet, stage] = ['photo', 'sheet', 'stage'].map((id) => document.getElementById(id));
  const seen = new DOMPoint(x, y).matrixTransform(new DOMMatrix(getComputedStyle(photo).transform));
  const place = () => { const box = sheet.getBoundingClientRect(); return [box.x + seen.x / seen.w, box.y + seen.y / seen.w]; };
  stage.scrollIntoView({ block: 'center' });
  const box = stage.getBoundingClientRect(), [left, top] = place();
  stage.scrollBy(left - box.x - box.width / 2, top - box.y - box.height / 2);
  return place();
}"""
"""Where a pixel of the photo is seen, brought into view first."""


def projection(corners: list[Point], to: list[Point]) -> list[list[float]]:
    """The projection that takes four points to four others, as three rows."""
    import numpy as np

    rows, right = [], []
    for (x, y), (u, v) in zip(corners, to, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    found = [*np.linalg.solve(np.array(rows), np.array(right)).tolist(), 1.0]
    return [found[:3], found[3:6], found[6:]]


class Photo:
    """A photo of a track, and where on it one finds what."""

    def __init__(self, browser: Browser, tracer: Tracer, track: dict[str, Any]) -> None:
        left, bottom, right, top = track["render"]["view"]
        self.left, self.top, wide, high = left, top, right - left, top - bottom
        self.rows = projection([(0, 0), (wide, 0), (wide, high), (0, high)], list(SEEN))
        a, b, c = self.rows
        matrix = [a[0], b[0], 0, c[0], a[1], b[1], 0, c[1], 0, 0, 1, 0, a[2], b[2], 0, c[2]]
        page = browser.new_page(viewport={"width": PHOTO[0], "height": PHOTO[1]})
        sketch = tracer.sketch(track, "it")
        self.segments, self.edges = sketch.segments, sketch.edges
        page.evaluate(MAKE_PHOTO, [sketch.svg, PHOTO, ",".join(map(str, matrix)), wide, high, seeded("grains").below(2**31)])
        self.png = page.screenshot()
        page.close()

    def pixel(self, x: float, y: float) -> Point:
        """Where a place of the board (y upwards) is on the photo."""
        return self.of_board(x - self.left, self.top - y)

    def of_picture(self, point: Point) -> Point:
        """Where a place of the picture (y downwards) is on the photo."""
        return self.pixel(point[0], -point[1])

    def of_board(self, x: float, y: float) -> Point:
        """Where a place is, counted from the upper left corner of the board."""
        u, v, w = (row[0] * x + row[1] * y + row[2] for row in self.rows)
        return u / w, v / w


class Hand:
    """Somebody who traces a photo with a mouse."""

    close = 2
    """How often one goes closer to tap the road."""

    def __init__(self, page: Page, photo: Photo) -> None:
        self.page = page
        self.photo = photo
        self.rng = seeded("a hand")
        self.edits = 0

    def done(self) -> None:
        """Wait until the server has drawn it."""
        self.edits += 1
        self.page.wait_for_selector(STILL)

    def near(self, point: Point) -> Point:
        """Where a finger comes down."""
        x, y = (HAND * int(self.rng.below(201) - 100) / 100 for _ in range(2))
        return point[0] + x, point[1] + y

    def seen(self, pixel: Point) -> Point:
        """Where a pixel of the photo is on the screen."""
        x, y = self.page.evaluate(ON_SCREEN, list(pixel))
        return x, y

    def tap(self, pixel: Point) -> None:
        """Tap what is seen there."""
        self.page.mouse.click(*self.near(self.seen(pixel)))
        self.done()

    def drag(self, mark: str, pixel: Point) -> None:
        """Drag a mark onto something."""
        to = self.near(self.seen(pixel))
        box = self.page.locator(f"{mark} .dot").bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=4)
        self.page.mouse.up()
        self.done()

    def fill(self, field: str, value: object) -> None:
        """Write into a field."""
        found = self.page.locator(field)
        if found.input_value() != str(value):
            found.fill(str(value))
            found.press("Tab")
            self.done()

    def check(self, field: str, on: bool) -> None:
        """Tick a box, or not."""
        if self.page.locator(field).is_checked() != on:
            self.page.locator(field).set_checked(on)
            self.done()

    def press(self, button: str) -> None:
        """Press a button."""
        self.page.locator(button).click()

    def tool(self, name: str) -> None:
        """Take up a tool."""
        self.press(f"#tool-{name}")

    def close_up(self) -> None:
        """So close that the road can be tapped."""
        for _ in range(self.close):
            self.press("#closer")

    def put(self, mark: str, pixel: Point, closer: int) -> None:
        """Drag a mark from anywhere on the board, seen from a little closer than the whole."""
        self.press("#whole")
        for _ in range(closer):
            self.press("#closer")
        self.drag(mark, pixel)


class Finger(Hand):
    """Somebody who traces it with a finger on a phone: closer; a mark is put roughly, then exactly under the loupe."""

    close = 5

    def __init__(self, page: Page, photo: Photo) -> None:
        super().__init__(page, photo)
        self.touch = page.context.new_cdp_session(page)

    def tap(self, pixel: Point) -> None:
        self.page.touchscreen.tap(*self.near(self.seen(pixel)))
        self.done()

    def press(self, button: str) -> None:
        self.page.locator(button).tap()

    def drag(self, mark: str, pixel: Point) -> None:
        end, begin = self.near(self.seen(pixel)), self.middle(mark)
        self.drag_by(mark, end[0] - begin[0], end[1] - begin[1])

    def middle(self, mark: str) -> Point:
        """Where a mark is on the screen."""
        box = self.page.locator(f"{mark} .dot").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag_by(self, mark: str, right: float, down: float) -> None:
        """Drag a mark so many pixels; what lies under it is seen in the loupe meanwhile."""
        x, y = self.middle(mark)
        self.touched("touchStart", (x, y))
        for part in range(1, 5):
            self.touched("touchMove", (x + right * part / 4, y + down * part / 4))
        if max(abs(right), abs(down)) > 8:
            expect(self.page.locator("#loupe")).to_be_visible()
        self.touched("touchEnd")
        expect(self.page.locator("#loupe")).to_be_hidden()
        self.done()

    def touched(self, kind: str, *at: Any) -> None:
        """What a finger does, as the browser is told of it."""
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    def put(self, mark: str, pixel: Point, closer: int) -> None:
        super().put(mark, pixel, 0)
        self.close_up()
        self.drag(mark, pixel)


def trace(hand: Hand, track: dict[str, Any], pictures: Path | None = None) -> None:
    """All of a track from its photo, by clicks."""
    page, photo = hand.page, hand.photo
    page.wait_for_selector(STILL)
    board(hand, track)
    hand.press("#tool-photo")
    page.locator("#photo-file").set_input_files({"name": "board.png", "mimeType": "image/png", "buffer": photo.png})
    hand.done()
    for index, corner in enumerate(SEEN):
        hand.put(f".corner[data-index='{index}']", corner, 0)
    hand.press("#whole")
    if pictures:
        page.screenshot(path=pictures / "corners.png")
    hand.press("#straighten")
    hand.close_up()
    road(hand, track)
    if pictures:
        hand.press("#whole")
        page.screenshot(path=pictures / "road.png")
        hand.close_up()
    spaces(hand, track)
    start(hand, track)
    sections(hand, track)
    signs(hand, track)
    if pictures:
        hand.press("#whole")
        page.screenshot(path=pictures / "traced.png")


def board(hand: Hand, track: dict[str, Any]) -> None:
    """Names and sizes."""
    hand.tool("board")
    left, bottom, right, top = track["render"]["view"]
    hand.fill("#name-id", track["id"])
    hand.fill("#name-it", track["name"]["it"])
    hand.fill("#name-en", track["name"]["en"])
    hand.check("#copied", track["status"] == "IT")
    hand.fill("#wide", round(right - left))
    hand.fill("#high", round(top - bottom))


def road(hand: Hand, track: dict[str, Any]) -> None:
    """The middle of the road, point by point; then how long and how straight each stretch is."""
    hand.tool("road")
    nodes = track["geometry"]["node"]
    for node in nodes:
        hand.tap(hand.photo.pixel(node["x"], node["y"]))
    expect(hand.page.locator("#marks .node")).to_have_count(len(nodes))
    for index, node in enumerate(nodes):
        hand.press("#point-after")
        expect(hand.page.locator(f"#marks .node.chosen[data-index='{index}']")).to_have_count(1)
        hand.fill("#segments", node["positions"])
        hand.check("#straight", node["kind"] == "straight")


def spaces(hand: Hand, track: dict[str, Any]) -> None:
    """Every space that is not a single white segment."""
    hand.tool("spaces")
    hand.fill("#lanes", track["lanes"])
    hand.fill("#lane-width", round(track["geometry"]["lane_width"]))
    for lane, row in enumerate(track["lane"]):
        first = 0
        for token in row["spaces"]:
            colours, length = token.rstrip("0123456789"), int(token.lstrip("WLDK"))
            if token != "W1":
                hand.page.locator(f"[name=colours][value={colours}]").check(force=True)
                hand.page.locator("#length").fill(str(length))
                hand.tap(hand.photo.of_picture(hand.photo.segments[lane][first]))
            first += length


def start(hand: Hand, track: dict[str, Any]) -> None:
    """The starting grid."""
    hand.tool("start")
    for index, cell in enumerate(track["grid"]):
        hand.tap(hand.photo.of_picture(hand.photo.segments[cell["lane"] - 1][cell["pos"]]))
        hand.fill(f"#money-{index}", cell["money"])


def sections(hand: Hand, track: dict[str, Any]) -> None:
    """The stretches with their names; the one that is there from the beginning goes unless one begins at the line."""
    hand.tool("sections")
    firsts = [section["from"] for section in track["section"]]
    for first in [*(first for first in firsts if first), *([] if 0 in firsts else [0])]:
        hand.tap(hand.photo.of_picture(hand.photo.segments[0][first]))
    for index, section in enumerate(track["section"]):
        hand.fill(f"#section-{index}", section["key"])
        kind = hand.page.locator(f"#kind-{index}")
        if kind.input_value() != section["kind"]:
            kind.select_option(section["kind"])
            hand.done()


def signs(hand: Hand, track: dict[str, Any]) -> None:
    """Wear chart, lap track and name to where the photo has them; arrows."""
    hand.tool("board")
    for index, name in enumerate(("wear_chart", "lap_track", "info")):
        hand.put(f".sign[data-index='{index}']", hand.photo.pixel(*track["render"][name]), 1)
    for arrow in track["render"]["arrows"]:
        hand.tap(hand.photo.of_picture(hand.photo.segments[1][arrow]))


def exported(page: Page) -> str:
    """The track file that the page offers."""
    page.locator("#tool-file").click()
    with page.expect_download() as waiting:
        page.locator("#save-file").click()
    return Path(waiting.value.path()).read_text(encoding="utf-8")


def driven_by_bots(page: Page) -> str:
    """What the bots say about it."""
    page.locator("#drive").click()
    page.wait_for_selector(STILL)
    return page.locator("#said").inner_text()


def new_box(page: Page, address: str) -> str:
    """A box of this browser's, and the editor of its track; the box's address."""
    page.goto(f"{address}/box/{GAME}")
    page.locator("#name").fill(f"Box of {GAME}")
    page.locator("#make-box").click()
    page.wait_for_url(f"**/box/{GAME}/*")
    box = page.url
    page.locator("#draw-track").click()
    page.wait_for_url("**/track")
    return box


def original(name: str) -> dict[str, Any]:
    """One of our tracks as a traced one, under a name of its own, with arrows."""
    tracer = GAMES[GAME].tracer
    assert tracer is not None
    track = tracer.opened(read_toml(GAMES[GAME].folder / "tracks" / f"{name}.toml"))
    track = tracer.changed(track, {"do": "called", "index": 0, "value": f"my_{name}"})
    for arrow in (10, 40):
        track = tracer.changed(track, {"do": "arrow", "lane": 0, "position": arrow})
    return track


def journey(browser: Browser, first: str, second: str, name: str, pictures: Path | None, taps: bool) -> str:
    """Photo, tracing, file, test drive, box, table, record on another server."""
    tracer, track = GAMES[GAME].tracer, original(name)
    assert tracer is not None
    photo = Photo(browser, tracer, track)
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        (pictures / "photo.png").write_bytes(photo.png)
    settings = SIZES["phone"] if taps else {"viewport": {"width": 1366, "height": 900}}
    context = browser.new_context(**settings, locale="en-GB")
    context.add_cookies([{"name": "screen", "value": screen_of(settings), "url": first}])
    context.add_init_script("localStorage.setItem('officina.beats', 'none')")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    uploads: list[int] = []
    page.on("request", lambda request: uploads.append(len(request.post_data_buffer or b"")))
    box = new_box(page, first)
    began, hand = time.monotonic(), Finger(page, photo) if taps else Hand(page, photo)
    if taps:
        small = {tool: too_small(page, tool) for tool in TOOLS}
        assert not any(small.values()), small
    trace(hand, track, pictures)
    seconds = time.monotonic() - began
    text = exported(page)
    assert tomllib.loads(text) == track, differences(track, tomllib.loads(text))
    assert text == tracer.text(track)
    driven = driven_by_bots(page)
    assert driven.startswith("3 of 3 bots"), driven
    assert max(uploads) < 64 * 1024 < len(photo.png), "the photo stays in the browser"
    page.locator("#keep").click()
    expect(page.locator("#said")).to_contain_text("in the box now")
    page.goto(box)
    expect(page.locator("#tracks img")).to_have_count(1)
    page.locator("#ready").click()
    expect(page.locator("#play")).to_be_visible()
    again = Record.load(play_with(page, GAME), GAMES.__getitem__)
    assert again.position.over
    assert again.game.own_box is not None
    assert again.game.own_box.tracks == {track["id"]: track}
    assert again.header.options["track"] == track["id"]
    verified(page, second, again.dump())
    context.close()
    assert not complaints, complaints
    size = f"{track['lanes']} lanes of {track['positions']} segments, {len(track['geometry']['node'])} points"
    race = f"{len(again.moves)} choices, scores {again.position.scores()}"
    return f"{name}: {size}: {hand.edits} edits in {seconds:.0f} s, the same file ({len(text)} letters); {driven} Race: {race}"


def differences(wanted: Any, found: Any, place: str = "") -> list[str]:
    """Where two contents differ."""
    if isinstance(wanted, dict) and isinstance(found, dict) and wanted.keys() == found.keys():
        return [line for key in wanted for line in differences(wanted[key], found[key], f"{place}.{key}")]
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        pairs = enumerate(zip(wanted, found, strict=True))
        return [line for at, (one, other) in pairs for line in differences(one, other, f"{place}[{at}]")]
    return [] if wanted == found else [f"{place}: {wanted} became {found}"]


def too_small(page: Page, tool: str) -> list[str]:
    """What a finger could miss while that tool is in the hand."""
    page.wait_for_selector(STILL)
    page.locator(f"#tool-{tool}").tap()
    found: list[str] = page.evaluate(SMALL_TARGETS)
    return found


def main() -> None:
    """Our tracks, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tracks", nargs="*", default=["monza", "daytona"])
    parser.add_argument("--taps", action="store_true", help="on a phone, with a finger")
    parser.add_argument("--pictures", type=Path, help="photograph the editor on the way")
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
        for name in arguments.tracks:
            try:
                print(journey(browser, first.address, second.address, name, arguments.pictures, arguments.taps), flush=True)
            except Exception as error:
                wrong += 1
                print(f"WRONG {name}: {error}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
