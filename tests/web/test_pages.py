"""The pages around the table: one click plays, names are kept, sets of options, the lobby; by forms, then in a browser."""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from officina import GAMES
from officina.bots import LEVELS
from officina.core.boxes import box_of
from officina.core.text import Message, render
from officina.games import FIRST
from officina.tables.table.model import MOST_NAME
from officina.web.live.chairs import chair_looks
from officina.web.requests import is_local
from tests.web.conftest import NewPage
from tests.web.driver import CHANGED, Server, axe, choose, start_table
from tests.web.test_refusals import Somebody

FR = "fuori_di_rotella"
CR = "crazy_race"
DESK = {"viewport": {"width": 1366, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def tables(somebody: Somebody, where: str = "/") -> list[str]:
    """The tables that a page lists as the visitor's own, in its order."""
    page = somebody.client.get(where).text
    own = re.search(r'aria-labelledby="mine".*?</section>', page, re.DOTALL)
    return re.findall(r'href="/t/(\w+)"', own.group()) if own else []


def options_of(somebody: Somebody) -> dict[str, object]:
    found: dict[str, object] = somebody.client.get(f"/api/v1/tables/{somebody.table}").json()["options"]
    return found


def seats_of(somebody: Somebody) -> list[dict[str, object]]:
    found: list[dict[str, object]] = somebody.client.get(f"/api/v1/tables/{somebody.table}").json()["seats"]
    return found


# --- at once against bots


@pytest.mark.parametrize("game", FIRST)
def test_one_click_plays_against_bots(server: Server, game: str) -> None:
    with Somebody(server) as anna:
        home = anna.client.get("/").text
        assert f'action="/play/{game}"' in home
        assert tables(anna) == []
        made = anna.client.post(f"/play/{game}")
        assert made.status_code == 303
        anna.table = made.headers["location"].removeprefix("/t/")
        assert 'id="ready"' not in anna.page(), "the game has begun"
        seats = seats_of(anna)
        assert [seat["name"] for seat in seats if seat["kind"] == "person"] == ["Guest"]
        bots = [seat["bot"] for seat in seats if seat["kind"] == "bot"]
        assert bots in (["club"] * 2, ["club"] * 3)
        assert tables(anna) == [anna.table]
        assert 'value="Guest"' not in anna.client.get(f"/new/{game}").text, "nobody is called Guest for good"
        assert anna.client.get(f"/play/{game}").status_code == 405, "a link that is only looked at opens nothing"


def test_whose_chair_is_taken_away_moves_up(server: Server) -> None:
    """A remembered colour may have put them on the last chair; without scripts the form says so to the server."""
    with Somebody(server) as anna:
        form = {"name": "Anna", "players": "2", "seat-0": "bot random", "seat-1": "bot random", "seat-2": "me"}
        anna.table = anna.client.post(f"/new/{FR}", data=form).headers["location"].removeprefix("/t/")
        assert [(seat["kind"], seat["name"]) for seat in seats_of(anna)] == [("bot", ""), ("person", "Anna")]


def test_a_finished_game_is_played_on_from_a_step(server: Server) -> None:
    record = (Path(__file__).parents[1] / "records" / "kraftwagen" / "3-players-again-8.officina").read_text(encoding="utf-8")
    with Somebody(server) as anna:
        looked = anna.client.post("/api/v1/records", json={"record": record}).json()["id"]
        page = anna.client.get(f"/t/{looked}/at/60?seat=2").text
        assert f'action="/t/{looked}/at/60/play"' in page
        assert 'name="seat" value="2"' in page
        made = anna.client.post(f"/t/{looked}/at/60/play", data={"seat": "2"})
        assert made.status_code == 303
        anna.table = made.headers["location"].removeprefix("/t/")
        assert [seat["kind"] for seat in seats_of(anna)] == ["bot", "person", "bot"]
        last = re.search(r'data-last="(\d+)"', page)
        assert last is not None
        at_end = f"/t/{looked}/at/{last[1]}"
        assert "/play" not in anna.client.get(at_end).text, "nothing is left to play"
        assert anna.client.post(f"{at_end}/play").status_code == 409
        assert anna.client.post(f"/t/{anna.table}/at/0/play").status_code == 409, "not before it is over"
        assert f"/t/{anna.table}/at/0/play" not in anna.client.get(f"/t/{anna.table}/at/0").text


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_level_of_a_bot_is_offered_with_a_sentence(server: Server, language: str) -> None:
    """On the page of a new table and on a free chair of the lobby; what is chosen sits down, names of before included."""
    with Somebody(server) as anna:
        anna.client.headers["Accept-Language"] = language
        page = html.unescape(anna.client.get(f"/new/{FR}").text)
        for level in LEVELS:
            assert f'value="bot {level}"' in page
            assert render(Message(f"web.bot_about.{level}"), language) in page
        anna.open(2, FR, s1="open")
        for level in (*LEVELS, "heuristic", "random"):
            assert level not in LEVELS or f'<option value="{level}"' in anna.page()
            filled = anna.client.post(f"/t/{anna.table}/fill?seat=1", data={"seat": "1", "bot": level})
            assert filled.status_code < 400
            assert [seat["bot"] for seat in seats_of(anna)] == ["", level]
            anna.client.post(f"/t/{anna.table}/fill?seat=1", data={"seat": "1", "bot": ""})


def test_tables_that_wait_for_me_come_first(server: Server) -> None:
    with Somebody(server) as anna:
        asked = anna.open(2, "crazy_race" if 2 in GAMES["crazy_race"].players else FR)
        free = anna.open(2, FR, s1="open")
        page = anna.client.get("/").text
        assert tables(anna) == [asked, free]
        assert re.search(r"Your turn, (just now|\d+ min)", page)
        assert "1 chair is free" in page
        assert tables(anna, "/records") == [asked, free]


# --- names and colours


def test_the_name_is_kept_from_table_to_table(server: Server) -> None:
    with Somebody(server) as anna:
        form = {"name": " Zoë & 'Q' ", "players": "2", "seat-0": "me", "seat-1": "open"}
        anna.table = anna.client.post(f"/new/{FR}", data=form).headers["location"].removeprefix("/t/")
        assert seats_of(anna)[0]["name"] == "Zoë & 'Q'"
        assert f'value="{html.escape("Zoë & ", quote=False)}' in anna.client.get(f"/new/{CR}").text
        anna.client.post(f"/t/{anna.table}/rename", data={"name": "Zoë"})
        assert 'value="Zoë"' in anna.client.get(f"/new/{CR}").text
        played = anna.client.post(f"/play/{CR}").headers["location"].removeprefix("/t/")
        with Somebody(server) as bruno:
            bruno.table = anna.table
            sat = bruno.client.post(f"/t/{anna.table}/sit", data={"seat": "1", "name": "Bruno"})
            assert sat.status_code == 303
            again = bruno.open(2, FR, s1="open")
            assert again
            assert 'value="Anna"' in bruno.client.get(f"/new/{CR}").text, "the last name counts"
        anna.table = played
        assert "Zoë" in [seat["name"] for seat in seats_of(anna)]


def test_who_sits_down_without_a_name_has_the_one_before(server: Server) -> None:
    with Somebody(server) as anna, Somebody(server) as bruno:
        anna.open(3, FR, s1="open", s2="open")
        bruno.client.cookies.set("name", quote("Brunò"))
        assert bruno.client.post(f"/t/{anna.table}/sit", data={"seat": "1", "name": " "}).status_code == 303
        assert [seat["name"] for seat in seats_of(anna)] == ["Anna", "Brunò", ""]


@pytest.mark.parametrize("name", ["x" * (MOST_NAME + 1), "An\x00na", "An\u202ena", "x" * 5000])
def test_a_bad_name_is_refused_in_words(server: Server, name: str) -> None:
    with Somebody(server) as anna:
        form = {"name": name, "players": "2", "seat-0": "me", "seat-1": "open", "set": "printed"}
        answer = anna.client.post(f"/new/{FR}", data=form)
        assert answer.status_code == 422
        assert f"at most {MOST_NAME} letters" in answer.text
        assert 'role="alert"' in answer.text
        assert re.search(r'<option value="open" selected>', answer.text), "what was chosen stays chosen"
        assert "set-cookie" not in answer.headers
        italian = anna.client.post(f"/new/{FR}", data=form, headers={"Accept-Language": "it"})
        assert "Un nome ha al massimo" in italian.text


@pytest.mark.parametrize("kept", ["%00%01", "x" * 3000, "%ff%fe", "%3Cscript%3E"])
def test_a_cookie_that_is_no_name_does_no_harm(server: Server, kept: str) -> None:
    with Somebody(server) as anna:
        anna.client.cookies.set("name", kept)
        anna.client.cookies.set("colour", kept)
        page = anna.client.get(f"/new/{FR}")
        assert page.status_code == 200
        assert "<script>" not in page.text
        made = anna.client.post(f"/play/{FR}")
        anna.table = made.headers["location"].removeprefix("/t/")
        (name,) = [str(seat["name"]) for seat in seats_of(anna) if seat["kind"] == "person"]
        assert 0 < len(name) <= MOST_NAME


def test_the_colour_is_kept_where_the_game_has_it(server: Server) -> None:
    paints = [paint for paint, _ in chair_looks(CR)]
    wished = paints[2]
    with Somebody(server) as anna:
        form = {"name": "Anna", "players": "3", "seat-0": "invited", "seat-1": "open", "seat-2": "me"}
        anna.table = anna.client.post(f"/new/{CR}", data=form).headers["location"].removeprefix("/t/")
        seats = seats_of(anna)
        assert [seat["taken"] for seat in seats] == [False, False, True], "who opened the table sits where it was said"
        assert seats[2]["host"]
        for game in FIRST:
            made = anna.client.post(f"/play/{game}").headers["location"].removeprefix("/t/")
            anna.table = made
            (mine,) = [number for number, seat in enumerate(seats_of(anna)) if seat["kind"] == "person"]
            paint = chair_looks(game)[mine][0]
            others = [paint for paint, _ in chair_looks(game)[: len(seats_of(anna))]]
            assert paint == (wished if wished in others else others[0])
            wished = paint


# --- which game


def test_sets_of_options(server: Server) -> None:
    lean = box_of(GAMES[CR]).sets["lean"]
    usual = GAMES[CR].read_option_values({})
    fields = {f"o-{name}": str(value) for name, value in usual.items()}
    cases: list[tuple[dict[str, str], dict[str, object]]] = [
        ({"set": "printed", **fields}, {}),
        ({"set": "lean", **fields}, dict(lean)),
        ({"set": "lean", **fields, "o-tie_rule": "runner_up"}, {**lean, "tie_rule": "runner_up"}),
        ({"set": "printed", **fields, "o-steal_second": "on"}, {"steal_second": "on"}),
        ({"set": "own", **fields, "o-finish_cards": "5"}, {"finish_cards": 5}),
        ({"set": "no such set", **fields, "o-finish_cards": "5"}, {"finish_cards": 5}),
        ({**fields, "o-finish_cards": "5"}, {"finish_cards": 5}),
    ]
    with Somebody(server) as anna:
        for given, differs in cases:
            answer = anna.client.post(f"/new/{CR}", data={"players": "3", "seat-0": "me", "seat-1": "open", **given})
            anna.table = answer.headers["location"].removeprefix("/t/")
            assert options_of(anna) == {**usual, **differs}, given
        anna.client.post(f"/t/{anna.table}/close")


def test_a_clock_that_there_is_not_is_refused_in_words(server: Server) -> None:
    with Somebody(server) as anna:
        for wrong in ({"c-clock": "-1"}, {"c-absence": "x"}, {"c-clock": "bank", "c-bank": "\x00"}):
            answer = anna.client.post(f"/new/{CR}", data={"players": "3", "seat-0": "me", **wrong})
            assert answer.status_code == 422
            assert 'role="alert"' in answer.text


def test_the_form_says_what_is_folded(server: Server) -> None:
    with Somebody(server) as anna:
        page = anna.client.get(f"/new/{CR}?with=friends").text
        folds = re.findall(r"<summary>.*?</summary>", page, re.DOTALL)
        said = [" ".join(re.sub(r"<[^>]+>", " ", fold).split()) for fold in folds]
        assert said == [
            "How the bots play",
            "House rules As in the box",
            "Box Ours",
            "Clock none",
            "If somebody is away a bot after 3 minutes",
            "Hints only for one alone with bots",
        ]
        assert page.count('<option value="open" selected>') == 3, "friends have the other chairs"
        assert "style=" not in page
        for number in GAMES[CR].players:
            assert f'<option value="{number}"' in page
        assert re.findall(r'name="set" value="(\w+)"', page) == ["printed", "lean", "wild", "own"]


# --- before the game


def test_the_host_fills_the_chairs_and_begins(server: Server) -> None:
    with Somebody(server) as anna, Somebody(server) as bruno:
        anna.open(4, FR, s1="open", s2="invited", s3="open")
        page = anna.page()
        assert "Are you ready, Anna?" in page
        assert "3 chairs are free" in page
        assert "Only this computer can open this link." in page
        assert "Only you, as host" in page
        assert bruno.client.post(f"/t/{anna.table}/sit", data={"seat": "1", "name": "Bruno"}).status_code == 303
        bruno.table = anna.table
        assert "Only you, as host" not in bruno.page()
        assert bruno.client.post(f"/t/{anna.table}/begin").status_code in (403, 409)
        assert [seat["kind"] for seat in seats_of(anna)] == ["person", "person", "person", "open"], "nothing has changed"
        assert anna.client.post(f"/t/{anna.table}/begin").status_code == 303
        assert [seat["kind"] for seat in seats_of(anna)] == ["person", "person", "bot", "bot"]
        assert 'id="ready"' in bruno.page(), "whoever is not ready is waited for"
        opened = anna.client.post(f"/t/{anna.table}/fill", data={"seat": "3", "bot": ""})
        assert opened.status_code == 303
        assert [seat["kind"] for seat in seats_of(anna)] == ["person", "person", "bot", "open"]
        anna.client.post(f"/t/{anna.table}/begin")
        bruno.client.post(f"/t/{anna.table}/ready", data={"ready": "1"})
        assert 'id="ready"' not in bruno.page()


@pytest.mark.parametrize(
    ("origin", "local"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost", True),
        ("http://[::1]:8000", True),
        ("http://[::1]", True),
        ("http://0.0.0.0:80", True),
        ("http://192.168.1.7:8000", False),
        ("https://officina.example", False),
        ("http://localhost.example:8000", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_a_link_that_only_this_computer_can_open(origin: str, local: bool) -> None:
    assert is_local(origin) == local


# --- in a browser


def wide(page: Page) -> int:
    return int(page.evaluate("() => document.documentElement.scrollWidth"))


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_play_now(server: Server, new_page: NewPage, size: dict[str, object]) -> None:
    """From the first page to a game that has begun; then the form with its sets, the lobby, and the small pages."""
    page = new_page(bypass_csp=False, **size)
    most = int(page.evaluate("() => innerWidth"))
    page.goto(server.address)
    play = page.get_by_role("button", name="Play now against bots Kraftwagen")
    if size is PHONE:
        expect(play).to_be_hidden()
        page.get_by_role("radio", name="Show Kraftwagen").tap()
        expect(page.get_by_role("button", name="Play now against bots Out of Gears")).to_be_hidden()
    assert wide(page) <= most
    play.click()
    page.wait_for_selector("#board g", state="attached")
    expect(page.locator("#strip")).to_contain_text("Guest")
    page.wait_for_function("() => document.title.startsWith('●')")  # the bots may begin

    page.goto(server.address)
    own = page.locator("section[aria-labelledby=mine] .table-card")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("Kraftwagen")
    page.goto(f"{server.address}/new/{CR}?with=friends")
    page.get_by_label("Your name").fill("Hanna")
    page.get_by_role("radio", name="Lean").check()
    expect(page.locator("#value-options")).to_have_text("Lean")
    expect(page.locator("#o-finish_cards")).to_have_value("4")
    page.locator("#fold-options summary").click()
    page.select_option("#o-tie_rule", "runner_up")
    expect(page.locator("#value-options")).to_have_text("Your own")
    page.get_by_role("button", name="One chair fewer").click()
    expect(page.locator(".seat-row:visible")).to_have_count(3)
    page.get_by_role("button", name="One chair more").click()
    page.select_option("#seat-3", "me")
    page.get_by_role("button", name="One chair fewer").click()
    expect(page.locator("#seat-2")).to_have_value("me")  # whose chair is taken away moves up
    page.select_option("#seat-1", "me")
    expect(page.locator("#seat-2")).to_have_value("open")
    expect(page.locator(".seat-row").nth(1).locator("h3")).to_contain_text("You")
    assert wide(page) <= most
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("#ready")
    expect(page.locator("#status")).to_contain_text("Are you ready, Hanna?")
    expect(page.locator("#phase")).to_contain_text("Your own")
    expect(page.locator(".only-here")).to_be_visible()
    expect(page.locator("#elsewhere")).to_be_visible()  # Kraftwagen waits: the menu leads there
    page.locator("#burger summary").click()
    expect(page.locator("#next-table")).to_be_visible()
    page.locator("#burger summary").click()
    assert page.locator("#burger").evaluate("each => each.getBoundingClientRect().right") <= most
    page.locator("[data-copy=table-link]").click()
    expect(page.locator("[data-copy=table-link]")).to_have_text("Copied")
    page.locator("#ready").click()
    expect(page.locator("#chair-1 .rdy")).to_have_text("ready")
    assert page.locator("#chair-1 .rdy svg").count() == 1
    page.locator("#chair-0").get_by_role("button", name="Put a bot here").click()
    expect(page.locator("#chair-0")).to_contain_text("Bot 1")
    if size is DESK:
        # The socket may show the bot before the form's answer has come and the page is read anew: a click then is lost.
        begin = "() => { document.getElementById('begin')?.click(); return document.querySelector('#board g') !== null; }"
        page.wait_for_function(begin, polling=500)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_on_the_small_pages(server: Server, new_page: NewPage, scheme: str) -> None:
    page = new_page(bypass_csp=True, color_scheme=scheme, **PHONE)
    for path in ("/", f"/new/{CR}", "/rules", "/records", "/no-such-page"):
        page.goto(server.address + path)
        assert axe(page, colours=scheme == "dark") == [], path


def test_a_second_tap_on_a_piece_does_what_the_first_one_proposed(server: Server, new_page: NewPage) -> None:
    page = new_page(**PHONE)
    start_table(page, server.address, "crazy_race", 3)
    page.wait_for_function("() => document.title.startsWith('●') && document.querySelector('#choices .choice')")
    base = page.get_attribute("#main", "data-live")
    card = page.locator("#board [data-choice^='place_card ']:visible:not([data-choice*='|'])").first
    card.tap()
    expect(page.locator("#sure-yes")).to_be_visible()
    assert page.get_attribute("#main", "data-live") == base
    card.tap()
    page.wait_for_function(CHANGED, arg=base)
    expect(page.locator("#sure")).to_be_hidden()


def test_the_home_page_stands_still_with_a_table_of_mine(server: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1366, "height": 768})
    start_table(page, server.address, "crazy_race", 3)
    page.goto(server.address)
    page.wait_for_load_state("networkidle")
    expect(page.locator("#main.alone")).to_have_count(0)
    moved = page.evaluate("""() => new Promise((done) => new PerformanceObserver((list) =>
      done(list.getEntries().map((entry) => entry.sources.map((source) => source.node?.outerHTML?.slice(0, 80)))))
      .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done([]), 500))""")
    assert moved == []


def test_whoever_is_waited_for_is_seen_to_think(tmp_path: Path, new_page: NewPage) -> None:
    server = Server(tmp_path, "--bot-delay", "60")
    try:
        page = new_page()
        start_table(page, server.address, "crazy_race", 3)
        while page.locator("#choices .choice").count():  # until a bot has to decide
            base = page.get_attribute("#main", "data-live")
            choose(page, str(page.locator("#choices .choice").first.get_attribute("data-choice")))
            page.wait_for_function(CHANGED, arg=base)
        expect(page.locator("#status-line")).to_have_text(re.compile(r"^Bot \d is thinking$"))
        expect(page.locator(".player.thinks .who")).to_have_text(re.compile(r"^Bot \d$"))
        moving = """() => [...document.querySelectorAll('#status-line .thinks > i, .player.thinks .seat-sign')]
          .map(thing => getComputedStyle(thing).animationName)"""
        assert page.evaluate(moving) == ["ponders", "thinks", "thinks", "thinks"]
        page.emulate_media(reduced_motion="reduce")
        assert page.evaluate(moving) == ["none"] * 4
        expect(page.locator("#status-line .thinks")).to_be_visible()
    finally:
        server.stop()
