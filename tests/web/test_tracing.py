"""The editor of tracks in a browser: a small board traced from its photo; by keyboard alone; what others may not do."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from officina import GAMES
from tests.web.conftest import NewPage
from tests.web.driver import Server
from tests.web.own_boxes import SIZES
from tests.web.tracing import GAME, STILL, TOOLS, Finger, Hand, Photo, driven_by_bots, exported, new_box, too_small, trace

CORNERS = ((-400, -150, 6, "straight"), (200, -150, 3, "bend"), (200, 150, 6, "straight"), (-400, 150, 3, "bend"))


def small_track() -> dict[str, Any]:
    """An oval of two lanes."""
    tracer = GAMES[GAME].tracer
    assert tracer is not None
    edits: list[dict[str, Any]] = [{"do": "add", "x": x, "y": y} for x, y, _, _ in CORNERS]
    for index, (_, _, positions, kind) in enumerate(CORNERS):
        edits += [{"do": "stretch", "index": index, "number": positions}, {"do": "stretch", "index": index, "value": kind}]
    edits += [{"do": "lanes", "number": 2}, {"do": "lane_width", "number": 40}, {"do": "section", "position": 6}]
    edits += [{"do": "lay", "lane": 1, "position": at, "value": token} for at, token in ((0, "L2"), (6, "WL2"), (9, "D4"))]
    edits += [{"do": "start", "lane": 0, "position": at} for at in (4, 2)]
    edits += [{"do": "sign", "value": name, "x": 0, "y": y} for name, y in (("wear_chart", 30), ("info", -40))]
    track = tracer.blank()
    for edit in edits:
        track = tracer.changed(track, edit)
    return track


def test_a_small_board_is_traced_from_its_photo(chromium: Browser, new_page: NewPage, server: Server) -> None:
    tracer, track = GAMES[GAME].tracer, small_track()
    assert tracer is not None
    page = new_page(viewport={"width": 1366, "height": 900})
    box = new_box(page, server.address)
    trace(Hand(page, Photo(chromium, tracer, track)), track)
    text = exported(page)
    assert tomllib.loads(text) == track
    assert driven_by_bots(page).startswith("2 of 2 bots get round")
    page.locator("#keep").click()
    expect(page.locator("#said")).to_contain_text("in the box now")
    page.goto(box)
    expect(page.locator("#tracks img")).to_have_count(1)
    assert page.request.get(f"{box}/track/{track['id']}.svg").ok
    page.locator("#tracks a", has_text="Go on drawing").click()
    expect(page.locator("#verdict")).to_contain_text("sound")


def test_a_finger_moves_a_point_under_the_loupe(chromium: Browser, new_page: NewPage, server: Server) -> None:
    page = new_page(**SIZES["phone"])
    box = new_box(page, server.address)
    page.goto(f"{box}/track?from=daytona")
    assert {tool: too_small(page, tool) for tool in TOOLS} == {tool: [] for tool in TOOLS}
    tracer = GAMES[GAME].tracer
    assert tracer is not None
    finger = Finger(page, Photo(chromium, tracer, small_track()))
    finger.tool("road")
    before = nodes(page)
    finger.drag_by(".node[data-index='2']", 30, -20)
    after = nodes(page)
    assert [index for index, (one, other) in enumerate(zip(before, after, strict=True)) if one != other] == [2]


def nodes(page: Page) -> Any:
    """The points of the road as they are."""
    return json.loads(page.locator("#file-track").input_value())["track"]["geometry"]["node"]


def test_by_keyboard_with_undo_and_redo(new_page: NewPage, server: Server) -> None:
    page = new_page()
    box = new_box(page, server.address)
    page.goto(f"{box}/track?from=daytona")
    page.wait_for_selector(STILL)
    before = page.locator("#file-track").input_value()
    page.locator("#tool-photo").press("ArrowRight")
    page.locator("#marks .node").nth(2).press("ArrowUp")
    page.wait_for_selector(STILL)
    moved = page.locator("#file-track").input_value()
    assert moved != before
    page.keyboard.press("Control+z")
    expect(page.locator("#redo")).to_be_enabled()
    assert page.locator("#file-track").input_value() == before
    page.keyboard.press("Control+y")
    expect(page.locator("#redo")).to_be_disabled()
    assert page.locator("#file-track").input_value() == moved
    page.locator("#point-after").press("Enter")
    page.locator("#add-point").press("Enter")
    expect(page.locator("#marks .node.chosen[data-index='4']")).to_be_focused()
    page.locator("#tool-spaces").click()
    page.locator("[name=colours][value=K]").check(force=True)
    page.locator("#stage").focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector(STILL)
    assert json.loads(page.locator("#file-track").input_value())["track"]["lane"][1]["spaces"][1] == "K8"
    expect(page.locator("#verdict")).to_contain_text("not on a white space")
    expect(page.locator("#keep")).to_be_disabled()
    page.reload()
    expect(page.locator("#said")).to_contain_text("kept in this browser")
    expect(page.locator("#verdict")).to_contain_text("not on a white space")


def test_only_the_owner_draws(new_page: NewPage, server: Server) -> None:
    page, other = new_page(), new_page()
    box = new_box(page, server.address)
    body = json.dumps({"track": small_track()})
    answers = {
        what: other.request.post(f"{box}/track/{what}", data=body, headers={"Origin": server.address})
        for what in ("draw", "drive", "keep", "open")
    }
    assert {what: answer.status for what, answer in answers.items()} == dict.fromkeys(answers, 409)
    assert "copy of your own" in answers["keep"].json()["refused"]
    assert "copy of your own" in other.goto(f"{box}/track").text()  # type: ignore[union-attr]
    mine = {what: page.request.post(f"{box}/track/{what}", data=b"[1]", headers={"Origin": server.address}) for what in answers}
    assert {what: answer.status for what, answer in mine.items()} == dict.fromkeys(answers, 409)
    assert page.request.get(f"{box.replace(GAME, 'kraftwagen')}/track").status == 404
    assert page.request.get(f"{box}/track/none.svg").status == 409


def drawn(page: Page) -> Any:
    """The tracing as it is."""
    page.wait_for_selector(STILL)
    return json.loads(page.locator("#file-track").input_value())["track"]


def open_editor(page: Page, box: str, track: dict[str, Any]) -> None:
    """The editor with a drawing of one's own that this browser kept."""
    page.goto(f"{box}/track")
    page.wait_for_selector(STILL)
    page.evaluate(
        "([room, kept]) => localStorage.setItem(room, kept)",
        [f"officina.track.{box.rpartition('/')[2]}", json.dumps({"track": track, "old": "", "from": ""})],
    )
    page.reload()
    expect(page.locator("#said")).to_contain_text("kept in this browser")


def test_beginning_with_one_of_ours_can_be_undone(new_page: NewPage, server: Server) -> None:
    """Whoever tries a button loses no evening's work: it is one more step."""
    page, track = new_page(), small_track()
    box = new_box(page, server.address)
    open_editor(page, box, track)
    acts: list[Any] = [
        lambda: page.locator("[data-begin=monza]").click(),
        lambda: page.locator("#start-over").click(),
        lambda: page.locator("#track-file").set_input_files(
            {"name": "a.toml", "mimeType": "text/plain", "buffer": (GAMES[GAME].folder / "tracks/daytona.toml").read_bytes()}
        ),
    ]
    for number, act in enumerate(acts):
        page.locator("#tool-file" if number else "#tool-photo").click()
        act()
        expect(page.locator("#said")).to_contain_text("“Undo”")
        assert drawn(page) != track
        page.locator("#undo").click()
        expect(page.locator("#said")).to_have_text("Undone.")
        assert drawn(page) == track
    assert page.url == f"{box}/track"


def test_whoever_goes_away_and_back_finds_the_drawing_and_its_past(new_page: NewPage, server: Server) -> None:
    page, track = new_page(), small_track()
    box = new_box(page, server.address)
    open_editor(page, box, track)
    page.locator("[data-begin=daytona]").click()
    page.wait_for_selector(STILL)
    ours = drawn(page)
    page.goto(box)
    page.go_back()
    expect(page.locator("#said")).to_contain_text("kept in this browser")
    assert drawn(page) == ours
    expect(page.locator("#photo-file")).to_have_attribute("autocomplete", "off")
    page.locator("#undo").click()
    expect(page.locator("#said")).to_have_text("Undone.")
    assert drawn(page) == track


def test_what_was_put_into_the_box_is_no_beginning_of_the_next_track(new_page: NewPage, server: Server) -> None:
    page, track = new_page(), small_track()
    box = new_box(page, server.address)
    open_editor(page, box, track)
    page.locator("#keep").click()
    expect(page.locator("#said")).to_contain_text("in the box now")
    assert page.url == f"{box}/track?name={track['id']}"
    page.locator("#go-on").click()
    expect(page.locator("h1 + .lead")).to_contain_text("With tracks: My track.")
    expect(page.locator("#undo small")).to_have_text("the track “My track”")
    page.locator("#ready").click()
    page.locator("#play").wait_for()
    page.goto(f"{box}/track?name={track['id']}")
    page.wait_for_selector(STILL)
    page.locator("#keep").click()
    expect(page.locator("#go-on")).to_have_attribute("href", f"/new/{GAME}?box={box.rpartition('/')[2]}")
    page.goto(f"{box}/track")
    assert drawn(page)["geometry"]["node"] == []


SEEN_AT = """([index]) => {
  const dot = document.querySelector(`.node[data-index='${index}'] .dot`).getBoundingClientRect();
  return [dot.x + dot.width / 2, dot.y + dot.height / 2];
}"""
EMPTY_GROUND = """() => { const box = document.getElementById('stage').getBoundingClientRect();
  for (let part = 0.2; part < 0.9; part += 0.1) {
    const x = box.x + box.width * part, y = box.y + box.height * 0.45, there = document.elementFromPoint(x, y);
    if (there && there.closest('.track-stage') && !there.closest('.mark')) return [x, y];
  }
}"""


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_drag_on_empty_ground_moves_the_view_and_adds_nothing(new_page: NewPage, server: Server, finger: bool) -> None:
    page = new_page(**SIZES["phone" if finger else "desk"])
    box = new_box(page, server.address)
    page.goto(f"{box}/track?from=daytona")
    page.wait_for_selector(STILL)
    page.locator("#tool-road").click()
    before = nodes(page)
    for _ in range(5):
        page.locator("#closer").click()
    page.evaluate("() => document.getElementById('stage').scrollTo(300, 300)")
    seen = page.evaluate(SEEN_AT, [0])
    x, y = page.evaluate(EMPTY_GROUND)
    if finger:
        touch = page.context.new_cdp_session(page)
        for part in range(6):
            kind = "touchMove" if part else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + 14 * part, "y": y + 14 * part}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(300)
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 70, y + 40, steps=5)
        page.mouse.up()
    moved = page.evaluate(SEEN_AT, [0])
    assert moved[0] - seen[0] > 30
    assert moved[1] - seen[1] > 15
    page.wait_for_selector(STILL)
    assert nodes(page) == before
    if not finger:
        page.mouse.click(x, y)
        page.wait_for_selector(STILL)
        assert len(nodes(page)) == len(before) + 1, "a click without a movement still adds a point"


def test_going_closer_keeps_what_one_looks_at(new_page: NewPage, server: Server) -> None:
    """By the wheel what lies under the pointer, by the button the chosen point."""
    page = new_page()
    box = new_box(page, server.address)
    page.goto(f"{box}/track?from=daytona")
    page.wait_for_selector(STILL)
    page.locator("#tool-road").click()
    page.locator(".node[data-index='0'] .hit").click()
    stage = page.locator("#stage").bounding_box()
    assert stage is not None
    before = page.evaluate(SEEN_AT, [0])
    for _ in range(4):
        page.locator("#closer").click()
    x, y = page.evaluate(SEEN_AT, [0])
    assert stage["x"] < x < stage["x"] + stage["width"]
    assert stage["y"] < y < stage["y"] + stage["height"]
    page.locator("#whole").click()
    page.mouse.move(*before)
    for _ in range(3):
        page.mouse.wheel(0, -120)
        page.wait_for_timeout(60)
    after = page.evaluate(SEEN_AT, [0])
    assert max(abs(one - other) for one, other in zip(before, after, strict=True)) < 6
    wide = page.locator("#sheet").bounding_box()
    assert wide is not None
    assert wide["width"] > 1.3 * stage["width"]
