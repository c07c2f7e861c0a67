"""The pages of the club and of a person in a real browser: both sizes, the longest names; nothing sticks out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from officina.core import own_box
from officina.core.own_box import OwnBox
from officina.tables.boxes.played import played_box
from officina.tables.club.club import Club
from officina.tables.people.people import People
from officina.tables.scorebook import ScoreBook
from officina.tables.storage.open_storage import FILE
from officina.tables.table.model import MOST_NAME
from tests.seeds import seeded
from tests.tables.common import FUORI, open_tables, run
from tests.tables.test_club import played
from tests.web.conftest import NewPage
from tests.web.driver import Server, axe
from tests.web.test_width import DESK, PHONE, STICKING_OUT

LONGEST = "W" * MOST_NAME
LONGEST_BOX = "W" * own_box.MOST_NAME
CHANGES = {"points.own_colour": 9}
BOX = played_box(FUORI.name, OwnBox(LONGEST_BOX, CHANGES).text()).key
WORD = "ruota di scorta"


@pytest.fixture(scope="module")
def clubbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, str, str]]:
    """A server with a club and an evening of three games, one with an own box; a member's key and id, the evening's table."""
    folder = tmp_path_factory.mktemp("club")

    async def evening() -> tuple[str, str, str]:
        async with open_tables(folder / FILE) as tables:
            people, club, rng = People(tables.registry), Club(tables.storage, ScoreBook(tables.storage)), seeded("pages")
            await club.switch_on("Circolo di via Po", WORD)
            made = [await people.make(name) for name in (LONGEST, "Bruno")]
            for person, _ in made:
                await club.join(person)
            box = await tables.shelf.add(FUORI.name, OwnBox(LONGEST_BOX, CHANGES), "a" * 32, ready=True)
            games = [await played(tables, [person for person, _ in made], rng, box=of) for of in ("", "", box.id)]
            return made[0][1], made[0][0].id, games[0].id

    found = run(evening())
    server = Server(folder, "--limits", "100")
    yield server, *found
    server.stop()


def sound(page: Page, width: int) -> None:
    """Nothing sticks out, and nobody is shut out."""
    found = page.evaluate(STICKING_OUT, width)
    assert not found, "\n".join(found)
    assert axe(page) == []


def test_a_new_member_finds_everything(clubbed: tuple[Server, str, str, str], new_page: NewPage) -> None:
    server, *_ = clubbed
    page = new_page(viewport=PHONE, bypass_csp=True)
    page.goto(f"{server.address}/")
    page.get_by_role("link", name="Club").click()
    page.get_by_label("Name").fill("Carla")
    page.get_by_label("The word").fill("ruota di legno")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("alert")).to_contain_text("not the word of the club")
    sound(page, PHONE["width"])
    page.get_by_label("Name").fill("Carla")
    page.get_by_label("The word").fill(WORD)
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    page.get_by_role("link", name="3 games").click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(page.locator(".evening-sheet tbody tr")).to_have_count(2)
    expect(page.get_by_text(f"Game 3, Out of Gears: with the box “{LONGEST_BOX}”")).to_be_visible()
    page.get_by_role("link", name="Bruno").first.click()
    expect(page.get_by_role("heading", name="Head to head")).to_be_visible()
    page.goto(f"{server.address}/new/fuori_di_rotella?with=friends")
    page.locator("#fold-club summary").click()
    expect(page.get_by_label("Does this game count in the club?")).to_have_value("inside")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    table = page.url.rsplit("/", 1)[-1]
    page.goto(f"{server.address}/club")
    assert page.locator(f'a[href="/t/{table}"]').count() == 1


@pytest.mark.parametrize(
    ("look", "language"),
    [({"viewport": DESK}, "it"), ({"viewport": PHONE, "color_scheme": "dark"}, "en")],
    ids=["desk", "phone"],
)
def test_pages_fit_and_can_be_read_by_everybody(
    clubbed: tuple[Server, str, str, str], new_page: NewPage, look: dict[str, Any], language: str
) -> None:
    server, key, member, table = clubbed
    page = new_page(bypass_csp=True, **look)
    cookies = {"me": key, "language": language}
    page.context.add_cookies([{"name": name, "value": value, "url": server.address} for name, value in cookies.items()])
    for path in (
        "/club",
        "/club?game=fuori_di_rotella&season=always",
        f"/club/evening/{table}",
        f"/club?box={BOX}&season=always",
        f"/club/member/{member}",
        "/me",
        f"/me?box={BOX}",
    ):
        page.goto(server.address + path)
        sound(page, look["viewport"]["width"])
    expect(page.locator(".games-sheet tbody tr")).to_have_count(1)
    words = page.locator(".person-words").bounding_box()
    assert words is not None
    assert words["width"] > 150, "the person's words have room"
