"""The queue of a page: what happens is shown one after the other, and everybody ends at the same table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from officina import GAMES
from tests.web.conftest import NewPage
from tests.web.driver import CHANGED, DEALT, Player, Server, start_table, wait_for_others

FR = "fuori_di_rotella"
MANY = 5
SOMETHING = "() => document.getElementById('beat')?.hidden === false || document.querySelector('#choices .choice') !== null"
SOMETHING_OR_OVER = f"() => ({SOMETHING})() || document.querySelector('#end .end') !== null"
FOLLOWS = """base => document.getElementById('beat')?.hidden === false
  || (live => live !== undefined && live !== base)(document.getElementById('main')?.dataset.live)"""
ASKED = "() => document.getElementById('beat')?.hidden && document.querySelector('#choices .choice') !== null"
AT_REST = "version => document.getElementById('beat')?.hidden && document.getElementById('main').dataset.live === version"
CLICK_ALL = """() => document.querySelectorAll('[data-choice]').forEach(
  thing => thing.dispatchEvent(new MouseEvent('click', {bubbles: true})))"""
ASLEEP = """
  let asleep = false;
  Object.defineProperty(Document.prototype, 'hidden', {get: () => asleep});
  window.sleep = (now) => { asleep = now; document.dispatchEvent(new Event('visibilitychange')); };
"""
"""A page that can be out of sight."""
DRAWN_TWICE = """() => [...document.querySelectorAll('.foreseen-layer :is([id], [data-choice], [tabindex])')]
  .map(thing => thing.outerHTML.slice(0, 80))"""
"""What is drawn as it would be is neither found nor focused."""
SOCKETS = """
  window.sockets = [];
  window.sent = [];
  const Original = WebSocket;
  window.WebSocket = class extends Original {
    constructor(...given) { super(...given); window.sockets.push(this); }
    send(text) { window.sent.push(JSON.parse(text).do); super.send(text); }
  };
"""
"""A page whose connection can be cut, and that remembers what it asked for."""
TURNS_ON_A_PHONE = {"automobiles": 18}
"""Where one chooses much before anything happens; else so many:"""
FEW_TURNS = 8
TURNS_OF_A_STAGE = 16
SEEN = (Path(__file__).parent / "beats_seen.js").read_text(encoding="utf-8")


def caption(page: Page) -> str:
    return page.locator("#beat-words").inner_text()


def table(page: Page) -> dict[str, str]:
    """What is on the board, by its fingerprints and by the words that are really there; and the log."""
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[id^=board-], #log, #strip')].map(
          area => [area.id, `${area.dataset.hash} ${area.textContent.replace(/\\s+/g, ' ')}`]))"""
    )
    return found


def board(page: Page) -> str:
    """What is really drawn, without what a page adds by itself."""
    text = (
        "() => [...document.querySelectorAll('[id^=board-]')].map(area => `${area.dataset.hash} ${area.textContent}`).join('|')"
    )
    return str(page.evaluate(text))


def answer(page: Page) -> None:
    """Take the first choice of the list, and confirm it where that is asked."""
    page.evaluate("document.querySelector('#choices .choice').click()")
    page.wait_for_function("() => !document.querySelector('#choices[aria-busy]')")
    if page.locator("#sure").is_visible():
        page.locator("#sure-yes").click()


def come_anew(page: Page, address: str, table_id: str) -> dict[str, str]:
    """What the page shows when only its person is waited for, before it is read anew; bots' moves meanwhile are skipped."""
    page.evaluate("() => setInterval(() => beats.skip(), 50)")
    wait_for_others(page, address, table_id)
    shown = table(page)
    page.reload()
    page.wait_for_selector(DEALT)
    return shown


def to_reveal(page: Page, player: Player) -> None:
    """Choose until the programmes are opened; what is shorter is skipped."""
    for _ in range(30):
        page.wait_for_function(SOMETHING)
        if page.locator("#beat").is_hidden():
            player.state()
            base = page.get_attribute("#main", "data-live")
            answer(page)
            page.wait_for_function(FOLLOWS, arg=base)
        elif page.evaluate("() => Number(document.getElementById('beat-count').textContent.split(' / ')[1])") >= MANY:
            return
        else:
            page.evaluate("() => beats.skip()")
    raise AssertionError("nothing was shown")


def test_the_queue_pauses_goes_on_by_hand_is_skipped_and_ends_at_the_question(tmp_path: Path, new_page: NewPage) -> None:
    server = Server(tmp_path)
    try:
        page = new_page(beats="hand")
        page.add_init_script(SOCKETS)
        table_id = start_table(page, server.address, FR, 4)
        player = Player(page, "beats", "list")
        # Resting on a choice tells what it would bring, in the place of the question; leaving it takes that away.
        player.state()
        before = board(page)
        page.locator("#choices .choice").first.hover()
        expect(page.locator("#foreseen")).to_contain_text("takes Bolt")
        # So does the board, drawn as it would be over the one that is; what is there stays and can be chosen.
        expect(page.locator("#stage.foreseeing .foreseen-layer .would-be-taken").first).to_be_visible()
        assert page.evaluate(DRAWN_TWICE) == []
        assert board(page) == before
        page.mouse.move(1, 1)
        expect(page.locator("#foreseen")).to_be_hidden()
        expect(page.locator(".foreseen-layer")).to_have_count(0)
        expect(page.locator("#stage.foreseeing")).to_have_count(0)
        watching, quick, asleep, cut = new_page(beats="brisk"), new_page(), new_page(beats="normal"), new_page(beats="calm")
        asleep.add_init_script(ASLEEP)
        cut.add_init_script(SOCKETS)
        for other in (watching, quick, asleep, cut):
            other.goto(f"{server.address}/t/{table_id}")
            other.wait_for_function("() => document.getElementById('main')?.dataset.live")
        asleep.evaluate("() => sleep(true)")
        to_reveal(page, player)
        # Somebody's connection is lost in the middle; it comes back by itself.
        cut.wait_for_function("() => beats.playing()")
        cut.evaluate("() => { window.was = sockets.length; sockets.at(-1).close(); }")
        cut.wait_for_function("() => sockets.length > was && sockets.at(-1).readyState === 1")
        expect(page.locator("#beat-words")).to_have_attribute("aria-live", "polite")
        expect(page.locator("#status")).to_be_hidden()
        first, live = caption(page), page.get_attribute("#main", "data-live")
        # Nobody can choose meanwhile, by key, on the board or in the list; nothing is sent, and nothing is lost.
        page.evaluate("() => { sent.length = 0; }")
        for key in ("1", "a", "Enter", "Tab", "Enter"):
            page.locator("#beat-words").focus()
            page.keyboard.press(key)
        expect(page.locator("#beat-next")).to_have_class("btn nudged")
        page.evaluate("() => document.getElementById('beat-next').classList.remove('nudged')")
        place = page.locator("#board").bounding_box()
        assert place is not None
        for across, down in ((0.1, 0.2), (0.3, 0.5), (0.5, 0.9), (0.5, 0.3)):
            page.mouse.click(place["x"] + across * place["width"], place["y"] + down * place["height"])
        expect(page.locator("#beat-next")).to_have_class("btn nudged")
        page.evaluate(CLICK_ALL)
        assert not {"choose", "undo"} & set(page.evaluate("() => sent"))
        assert page.locator("#choices").get_attribute("aria-busy") is None
        assert (caption(page), page.get_attribute("#main", "data-live")) == (first, live)
        assert page.locator("#beat-count").inner_text().startswith("1 / ")
        page.keyboard.press(" ")
        assert page.locator("#beat-count").inner_text().startswith("2 / ")
        second, shown_then = caption(page), board(page)
        page.locator("#beat-next").click()
        assert page.locator("#beat-count").inner_text().startswith("3 / ")
        # Back by a beat: the table is as it was then, and it waits there.
        page.keyboard.press("ArrowLeft")
        assert page.locator("#beat-count").inner_text().startswith("2 / ")
        assert (caption(page), board(page)) == (second, shown_then)
        page.locator("#beat-back").click()
        assert caption(page) == first
        expect(page.locator("#beat-back")).to_be_disabled()
        page.locator("#beat-next").click()
        assert board(page) == shown_then
        page.keyboard.press("ArrowRight")
        assert page.locator("#beat-count").inner_text().startswith("3 / ")
        # At a pace, and stopped in the same moment.
        page.evaluate(
            "() => { document.querySelector('[data-pace=calm]').click(); document.getElementById('beat-pause').click(); }"
        )
        expect(page.locator("#beat-pause")).to_have_attribute("aria-pressed", "true")
        page.locator("#beat-pause").click()
        page.wait_for_function("() => !document.getElementById('beat-count')?.textContent.startsWith('3 / ')")
        page.evaluate("() => beats.skip()")
        page.wait_for_function(ASKED)
        assert page.get_attribute("#main", "data-live") != live
        # Once more, from the beginning; it ends where it ended.
        shown, live = table(page), page.get_attribute("#main", "data-live")
        page.evaluate("() => document.getElementById('beat-again').click()")
        assert page.locator("#beat-count").inner_text().startswith("1 / ")
        assert caption(page) == first
        page.evaluate("() => { localStorage.setItem('officina.guard', '60000'); sent.length = 0; }")
        page.keyboard.press("Escape")
        assert (table(page), page.get_attribute("#main", "data-live")) == (shown, live)
        # A key that was meant for what has just ended is no answer to the question.
        page.locator("#choices .choice").first.focus()
        page.keyboard.press(" ")
        assert "choose" not in page.evaluate("() => sent")
        page.evaluate("() => localStorage.setItem('officina.guard', '0')")
        # Everybody is at the same table: who watched briskly, who does not watch, slept, was cut off, or comes anew.
        shown = come_anew(page, server.address, table_id)
        version = page.request.get(f"{server.address}/api/v1/tables/{table_id}").json()["version"]
        for other in (watching, quick, asleep, cut):
            other.wait_for_function(AT_REST, arg=str(version))
        assert table(watching) == table(quick) == table(asleep) == table(cut)
        # Who slept is told what happened, and can see it.
        asleep.evaluate("() => sleep(false)")
        asleep.locator("#notice button").click()
        assert asleep.locator("#beat-count").inner_text().startswith("1 / ")
        asleep.evaluate("() => beats.skip()")
        assert table(asleep) == table(quick)
        assert table(page) == shown
        # A connection that is lost in the middle leads to the question, too.
        page.evaluate("localStorage.setItem('officina.beats', 'hand')")
        to_reveal(page, player)
        assert caption(page)
        live = page.get_attribute("#main", "data-live")
        page.evaluate("window.sockets.at(-1).close()")
        page.wait_for_function(CHANGED, arg=live)
        page.wait_for_function(ASKED)
        page.wait_for_function("() => window.sockets.at(-1).readyState === 1")
        assert table(page) == come_anew(page, server.address, table_id)
        # Whoever wants to see nothing is asked at once.
        page.locator("#burger").click()
        page.select_option("#speed", "none")
        base = page.get_attribute("#main", "data-live")
        player.play(2)
        assert page.get_attribute("#main", "data-live") != base
        expect(page.locator("#beat")).to_be_hidden()
    finally:
        server.stop()


def on_a_phone(new_page: NewPage) -> Page:
    """A phone that is looked at beat by beat."""
    page = new_page(beats="hand", viewport={"width": 390, "height": 844}, has_touch=True)
    page.add_init_script(SEEN)
    return page


def told_on_a_phone(page: Page, turns: int) -> list[list[dict[str, Any]]]:
    """What is seen of the beats after each of so many own answers, from another tab each time."""
    while page.wait_for_function(SOMETHING) and page.locator("#beat").is_visible():
        page.evaluate("() => beats.skip()")  # whoever comes before
    tabs = page.evaluate("() => [...document.querySelectorAll('[data-sheet]')].map(sheet => sheet.dataset.sheet)")
    found = []
    for turn in range(turns):
        page.wait_for_function(SOMETHING_OR_OVER)
        if not page.locator("#choices .choice").count():
            break
        # Whoever waits looks at what is theirs; what the others do happens elsewhere.
        page.evaluate("name => officina.showTab(name)", arg=tabs[-1 - turn % len(tabs)])
        base = page.get_attribute("#main", "data-live")
        answer(page)
        told: list[dict[str, Any]] = []
        page.wait_for_function(FOLLOWS, arg=base)
        while page.wait_for_function(SOMETHING_OR_OVER) and page.locator("#beat").is_visible():
            told += page.evaluate("() => watchBeats()")
        found.append(told)
    return found


def out_of_sight(beat: dict[str, Any]) -> str:
    """What is wrong with where a beat is seen, if anything: it happens elsewhere, or the page turned without need."""
    happens = beat["about"] or ([] if beat["marked"] else beat["changed"])
    if beat["now"] == beat["before"]:
        return "" if not happens or beat["now"] in happens else f"happens on {happens}, shown is {beat['now']}"
    if beat["now"] not in happens:
        return f"the page turned to {beat['now']}, it happens on {happens or 'none'}"
    return f"the page left {beat['before']}, where it happens, too" if beat["before"] in happens else ""


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_turns_to_where_a_beat_happens_and_stays_while_it_does(tmp_path: Path, new_page: NewPage, game: str) -> None:
    server = Server(tmp_path)
    try:
        page = on_a_phone(new_page)
        start_table(page, server.address, game, min(4, GAMES[game].players[-1]))
        turns = told_on_a_phone(page, TURNS_ON_A_PHONE.get(game, FEW_TURNS))
        told = [beat for turn in turns for beat in turn]
        wrong = [f"{beat['text']} {why}" for beat in told if (why := out_of_sight(beat))]
        assert not wrong, wrong
        assert any(beat["now"] != turn[0]["before"] for turn in turns for beat in turn), "nothing happened on another tab"
    finally:
        server.stop()


def test_a_phone_shows_the_cards_of_crazy_race_while_they_are_turned_up(tmp_path: Path, new_page: NewPage) -> None:
    server = Server(tmp_path)
    try:
        page = on_a_phone(new_page)
        start_table(page, server.address, "crazy_race", 4)
        told = [beat for turn in told_on_a_phone(page, TURNS_OF_A_STAGE) for beat in turn]
        turned_up = [beat for beat in told if "wins the" in beat["text"] or "turned face up" in beat["text"]]
        assert len(turned_up) > 1, [beat["text"] for beat in told]
        assert not [beat["text"] for beat in turned_up if beat["now"] != "table"]
        passes = [beat for beat in told if "passes" in beat["text"]]
        assert passes
        assert not [beat["text"] for beat in passes if beat["now"] != beat["before"]]
    finally:
        server.stop()


CAUGHT = """() => {
  let found;
  Object.defineProperty(window, 'beats', { get: () => found, set: (made) => {
    found = made;
    const begin = made.begin;
    made.begin = (table) => { window.given = table; begin(table); };
  } });
}"""
"""The page's own tools, for a test."""


def test_a_phone_stays_where_the_question_is(tmp_path: Path, new_page: NewPage) -> None:
    """Others have gone on elsewhere and the page waits for more of it; but the question comes first."""
    server = Server(tmp_path)
    try:
        page = new_page(beats="none", viewport={"width": 390, "height": 844}, has_touch=True)
        page.add_init_script(f"({CAUGHT})()")
        start_table(page, server.address, "kraftwagen", 3)
        page.wait_for_function(ASKED)
        page.clock.install()
        shown = page.evaluate(
            """() => {
              const base = officina.base();
              const say = (turn, regions) => beats.arrive({ is: "state", base, turn, title: "", regions, frames: [] });
              const was = given.held(["choices", "board-market"]);
              say(false, { choices: ["nothing", ""] });
              officina.showTab("workshop");
              given.follow([{ name: "board-market", before: "", now: was["board-market"][1] }], {});
              given.comeBack();
              const followed = document.querySelector("[data-sheet]:not([hidden])").dataset.sheet;
              document.querySelector("[data-sheet=workshop]").insertAdjacentHTML("beforeend", "<i data-choice=also></i>");
              say(true, was);
              return [followed, document.querySelector("[data-sheet]:not([hidden])").dataset.sheet];
            }"""
        )
        page.clock.run_for(5_000)
        assert shown[0] == "market"
        assert page.evaluate("() => document.querySelector('[data-sheet]:not([hidden])').dataset.sheet") == shown[1]
    finally:
        server.stop()
