"""People besides play, in a real Chromium: talk that is only text, questions to the table, bots that stand in, catching up."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import Any

from playwright.sync_api import Page, expect

from tests.patience import LONG
from tests.plain_words import codes_in
from tests.web.conftest import NewPage
from tests.web.driver import Player, Server, all_ready, axe, open_folds, start_table

FR = "fuori_di_rotella"
EVIL = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>&amp; {{7*7}}"


def sit_two(server: Server, new_page: NewPage, game: str = FR, players: int = 2, **settings: Any) -> tuple[Page, Page, str]:
    """Anna opens a table, Bruno sits down, both are ready; other seats are bots'."""
    first, second = new_page(**settings), new_page(**settings)
    table = start_table(first, server.address, game, players, {1: "open"})
    second.goto(f"{server.address}/t/{table}")
    second.get_by_label("Your name").fill("Bruno")
    second.get_by_role("button", name="Sit down here").click()
    all_ready(first, second)
    return first, second, table


def play(pages: list[Page], choices: int, name: str = "company") -> None:
    """So many choices by whoever must choose."""
    players = [Player(page, f"{name} {number}", "list") for number, page in enumerate(pages)]
    done = 0
    for _ in range(choices * 20):
        for player in players:
            page = player.page
            if done < choices and page.title().startswith("●") and page.locator("#choices .choice").count():
                player.choose()
                if page.locator("#sure:not([hidden])").count():
                    player.confirm()
                done += 1
        if done >= choices:
            return
        pages[0].wait_for_timeout(50)


def open_fold(page: Page, name: str) -> None:
    """A part of the drawer: its page, and there the fold."""
    drawer = "talk" if name == "talk-box" else "notes"
    if page.locator(f".drawer-page[data-page={drawer}]").is_hidden():
        page.locator(f".rail [data-drawer={drawer}]").click()
    if drawer == "notes" and page.locator(f"#{name}[open]").count() == 0:
        page.locator(f"#{name} > summary").click()


def ask(page: Page, button: str) -> None:
    open_fold(page, "pact-box")
    page.get_by_role("button", name=button).click()


def test_markup_in_talk_names_and_notes_is_only_text(server: Server, new_page: NewPage) -> None:
    first, second, table = sit_two(server, new_page)
    watcher = new_page()
    watcher.goto(f"{server.address}/t/{table}")
    second.request.post(
        f"{server.address}/t/{table}/rename?seat=2", form={"name": EVIL[:30]}, headers={"Origin": server.address}
    )
    expect(first.locator("#unread")).to_be_hidden()
    open_fold(second, "talk-box")
    second.locator("#line").fill(EVIL)
    second.keyboard.press("Enter")
    for page in (first, second, watcher):
        expect(page.locator("#talk")).to_contain_text("{{7*7}}")
        assert page.locator("#talk img, #talk script, #players img").count() == 0
        expect(page.locator("#players")).to_contain_text("<img src=x")
    expect(second.locator("#line")).to_have_value("")
    expect(first.locator("#unread")).to_be_visible()
    expect(second.locator("#unread")).to_be_hidden()
    first.locator("#talk-link").click()
    expect(first.locator("#talk .talk")).to_be_visible()
    expect(first.locator("#unread")).to_be_hidden()
    assert watcher.locator("#line").count() == 0, "whoever watches reads only"
    # The note is private, saves itself, and is only text, too.
    open_fold(second, "note-box")
    second.locator("#note").fill(EVIL + "</textarea><b>")
    expect(second.locator("#note-state")).to_have_text("Saved.")
    second.reload()
    assert second.locator("#note").input_value() == EVIL + "</textarea><b>"
    assert "7*7" not in first.locator("#note").input_value()
    for page in (first, second, watcher):
        page.reload()
        page.wait_for_selector("#board-yard", state="attached")
        assert "owned" not in page.title()
        assert page.locator("#talk img, #talk script").count() == 0
    play([first, second], 2)


def test_asking_the_table_to_go_back_pause_and_end(server: Server, new_page: NewPage) -> None:
    first, second, table = sit_two(server, new_page)
    play([first, second], 4)
    expect(first.locator("#phase")).to_contain_text("Turn")
    # What cannot be taken back alone can be asked for; the notice leads there, by keyboard too.
    first.locator("#undo").click(force=True)
    first.get_by_role("button", name="Ask the table").click()
    expect(first.locator("#back-to")).to_be_focused()
    steps = first.locator("#back-to option").all_inner_texts()
    assert steps[-1].startswith("1. ")
    assert [problem for option in first.locator("select option").all_inner_texts() for problem in codes_in(option)] == []
    first.locator("#back-to").select_option("1")
    first.get_by_role("button", name="Ask to go back").press("Enter")
    expect(first.locator("#proposal")).to_contain_text("Waiting for the answer of: Bruno")
    expect(second.locator("#proposal")).to_contain_text("Anna asks to go back to before their choice at step 1.")
    expect(second.locator("#proposal")).to_contain_text("stays known")
    second.get_by_role("button", name="No", exact=True).click()
    expect(first.locator("#proposal")).to_be_empty()
    expect(first.locator("#log")).to_contain_text("Bruno does not agree")
    ask(first, "Ask for a pause")
    expect(first.locator("#notice")).to_contain_text("you may ask again in a minute")
    # Another person may ask; here everybody agrees.
    open_fold(second, "pact-box")
    second.locator("#back-to").select_option(index=second.locator("#back-to option").count() - 1)
    second.get_by_role("button", name="Ask to go back").click()
    first.get_by_role("button", name="Agreed").click()
    for page in (first, second):
        expect(page.locator("#log")).to_contain_text("Everybody agrees: back to before Bruno's choice")
        expect(page.locator("#proposal")).to_be_empty()
    assert second.title().startswith("●")
    ask(second, "Ask for a pause")
    first.get_by_role("button", name="Agreed").click()
    for page in (first, second):
        expect(page.locator("#status")).to_contain_text("The table is paused")
        assert page.locator("#choices .choice").count() == 0
        expect(page.locator("#choices")).to_contain_text("The table is paused")
    ask(second, "Ask to play on")
    first.get_by_role("button", name="Agreed").click()
    expect(second.locator("#choices .choice").first).to_be_attached()
    play([first, second], 3, "again")
    ask(second, "Ask to end the game")
    first.get_by_role("button", name="Agreed").click()
    for page in (first, second):
        expect(page.locator("#end")).to_contain_text("Ended by agreement")
        expect(page.locator("#after")).to_contain_text("keeps the promise")
        expect(page.locator("#status")).to_contain_text("ended by consent")
        assert page.locator(".tag.win").count() == 0
        expect(page.locator("#players")).not_to_contain_text("?")
        assert page.locator("#pact [name=what]:not([value=delete])").count() == 0, "nothing of the game is asked any more"
    assert first.request.get(f"{server.address}/t/{table}/record").ok
    first.reload()
    expect(first.locator("#end")).to_contain_text("Ended by agreement")


def test_a_bot_stands_in_and_the_clock_runs(server: Server, new_page: NewPage) -> None:
    page, other = new_page(), new_page()
    page.goto(f"{server.address}/new/{FR}")
    expect(page.locator("#fold-clock .value")).to_have_text("none")
    open_folds(page)
    expect(page.locator("#c-bank")).to_be_hidden()
    page.select_option("#c-clock", "bank")
    expect(page.locator("#c-zone")).to_be_hidden()
    page.select_option("#c-bank", "5")
    page.get_by_label("Your name").fill("Anna")
    page.select_option("#players", "2")
    page.select_option("#seat-1", "open")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    other.goto(page.url)
    other.get_by_label("Your name").fill("Bruno")
    other.get_by_role("button", name="Sit down here").click()
    all_ready(page, other)
    expect(page.locator(".clock[data-deadline]").first).to_have_text(re.compile(r"^4:5\d$"))
    expect(page.locator("#players")).to_contain_text("5 min each, and 30 s more every turn")
    assert page.locator("form.hand:visible").count() == 0
    # Time passes (here: the page's own clock is put forward): it is marked, and the other one may hand the seat over.
    waiting, helper = (page, other) if page.title().startswith("●") else (other, page)
    helper.evaluate("() => { const now = Date.now; Date.now = () => now() + 400000; }")
    expect(helper.locator("#strip .clock.late")).to_have_text(re.compile(r"^over time: 1:\d\d$"))
    helper.locator(".rail [data-drawer=seats]").click()
    expect(helper.get_by_role("button", name="Hand the seat to a bot")).to_be_visible()
    helper.get_by_role("button", name="Hand the seat to a bot").click()
    expect(helper.locator("#notice")).to_contain_text("only when the table waits for it")
    ask(waiting, "Let a bot play for me")
    expect(waiting.locator("#proposal")).to_contain_text("A bot is playing for you")
    expect(helper.locator("#players")).to_contain_text("a bot stands in")
    expect(helper.locator("#choices .choice").first).to_be_attached()
    waiting.get_by_role("button", name="Take the seat back").click()
    expect(waiting.locator("#proposal")).to_be_empty()
    expect(helper.locator("#log")).to_contain_text("takes their seat back")
    play([page, other], 2)


def test_coming_back_shows_what_was_missed_and_which_table_waits(server: Server, new_page: NewPage) -> None:
    first, second, table = sit_two(server, new_page, "kraftwagen")
    for _ in range(30):
        play([first, second], 1)
        second.wait_for_timeout(200)
        if second.title().startswith("●"):
            break
    elsewhere = first.context.new_page()
    elsewhere.goto("about:blank")
    first.close()
    second.wait_for_timeout(300)
    missed = 0
    for _ in range(40):
        if not second.title().startswith("●"):
            break
        play([second], 1)
        second.wait_for_timeout(200)
        missed += 1
    # The same browser opens another table; this one waits and is offered there, and at the top of the list at home.
    other = start_table(elsewhere, server.address, FR, 2)
    expect(elsewhere.locator("#next-table")).to_have_attribute("href", f"/t/{table}")
    elsewhere.goto(server.address)
    cards = elsewhere.locator("section[aria-labelledby=mine] .table-card")
    assert cards.count() == 2
    expect(cards.first).to_contain_text(re.compile(r"Your turn, (just now|\d min)"))
    assert elsewhere.locator(f".table-card.turn a[href='/t/{table}']").count() == 1
    assert other in str(elsewhere.content())
    elsewhere.goto(f"{server.address}/t/{table}")
    assert missed, "somebody played while the other was away"
    expect(elsewhere.locator("#catch-up")).to_contain_text("since you were here")
    elsewhere.locator("#catch-up summary").click()
    expect(elsewhere.locator("#catch-up li").first).to_be_visible()
    elsewhere.get_by_role("link", name="Watch them").click()
    elsewhere.wait_for_url("**/at/*")
    expect(elsewhere.locator(".where")).to_have_text(re.compile(r"step (\d+) of \1$"), timeout=1000 * LONG)
    elsewhere.get_by_role("link", name="To the table").click()
    elsewhere.wait_for_url(f"**/t/{table}*")
    expect(elsewhere.locator("#catch-up")).to_have_count(0)


def test_a_notification_once_and_only_out_of_sight(server: Server, new_page: NewPage) -> None:
    first, second, _ = sit_two(server, new_page)
    first.context.grant_permissions(["notifications"], origin=server.address)
    first.add_init_script(
        """window.shown = []; window.away = false;
        Object.defineProperty(document, 'hidden', { get: () => window.away });
        class Told { constructor(title, more) { window.shown.push([title, more.tag]); } close() {}
          static permission = 'granted'; static requestPermission() { return Promise.resolve('granted'); } }
        window.Notification = Told;"""
    )
    first.reload()
    open_fold(first, "notify-box")
    button = first.get_by_role("button", name="Notifications in this browser")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    table = first.get_attribute("#main", "data-table")
    for away in (False, True):
        for _ in range(20):
            if not first.title().startswith("●"):
                break
            Player(first, "mine", "list").play(1)
        first.evaluate("away => { window.away = away; window.shown = []; }", away)
        for _ in range(20):
            if first.title().startswith("●"):
                break
            Player(second, "theirs", "list").play(1)
            second.wait_for_timeout(100)
        expected = [["Your turn: Out of Gears", f"officina-{table}"]] if away else []
        assert first.evaluate("() => window.shown") == expected


def test_saving_a_webhook_again_takes_back_that_it_was_switched_off(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = start_table(page, server.address, FR, 2)
    open_fold(page, "notify-box")
    page.locator("#webhook").fill("https://1.1.1.1/hook")
    save = page.locator("#notify-box form", has=page.locator("#webhook")).get_by_role("button")
    save.click()
    expect(page.locator("#notice")).to_contain_text("Saved.")
    with closing(sqlite3.connect(server.data / "tables.sqlite", timeout=LONG)) as database, database:
        database.execute("UPDATE notices SET failures = 20 WHERE table_id = ?", [table])
    page.reload()
    open_fold(page, "notify-box")
    expect(page.locator("#webhook-off")).to_contain_text("is not called any more")
    save.click()
    expect(page.locator("#notice")).to_contain_text("Saved.")
    expect(page.locator("#webhook-off")).to_have_count(0)


def test_axe_on_everything_unfolded(server: Server, new_page: NewPage) -> None:
    for scheme in ("light", "dark"):
        first, second, table = sit_two(server, new_page, bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
        play([first, second], 3)
        open_fold(second, "talk-box")
        second.locator("#line").fill("hello")
        second.keyboard.press("Enter")
        ask(second, "Ask for a pause")
        expect(first.locator("#proposal")).to_contain_text("asks for a pause")
        for name in ("talk-box", "pact-box", "note-box", "notify-box"):
            open_fold(first, name)
        assert axe(first, colours=scheme == "dark") == []
        if scheme == "light":
            first.set_viewport_size({"width": 390, "height": 844})
            first.wait_for_function("() => document.getElementById('main')?.dataset.screen === 'phone'")  # it is drawn anew
            first.evaluate("() => { for (const link of document.querySelectorAll('.next-table')) link.hidden = false; }")
            long = "x ".join(["a choice with many words"] * 9)
            first.evaluate("text => document.querySelector('#back-to option').append(text)", long)
            assert first.evaluate("() => document.documentElement.scrollWidth") <= 390
            first.get_by_role("button", name="Agreed").click()
            expect(first.locator("#status")).to_contain_text("paused")
            assert axe(first) == []
            second.goto(f"{server.address}/t/{table}?seat=0")
            open_fold(second, "talk-box")
            assert axe(second) == [], "whoever watches"
        first.close()
        second.close()


def test_everything_can_be_reached_by_keyboard(server: Server, new_page: NewPage) -> None:
    first, second, _ = sit_two(server, new_page)
    first.locator("#talk-link").focus()
    first.keyboard.press("Enter")
    expect(first.locator("#line")).to_be_focused()
    first.keyboard.type("typed 1 2 3")
    first.keyboard.press("Enter")
    expect(second.locator("#talk")).to_contain_text("typed 1 2 3")
    expect(first.locator("#line")).to_be_focused()
    assert first.locator("#line").input_value() == ""


def test_the_host_closes_a_table_that_has_not_begun(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = start_table(page, server.address, FR, 2, {1: "open"})
    page.get_by_text("Close the table").click()
    page.get_by_role("button", name="Yes, close it").click()
    expect(page.locator("#status")).to_contain_text("The host closed this table")
    page.goto(server.address)
    assert table not in page.content()
