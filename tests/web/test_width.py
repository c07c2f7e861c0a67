"""No page sticks out at the side, whatever fonts there are: our own, or the machine's and wider than any in their place.

Every kind of page, in both languages, on a phone and on a small laptop, with the longest names that are allowed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route

from examples import http_bot
from officina import GAMES
from officina.client import Client, PlannedSeat, Seat
from officina.tables.table.model import MOST_NAME
from tests.seeds import number_of
from tests.tables.common import SHORT
from tests.web.conftest import NewPage
from tests.web.driver import Server, wait_until

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1366, "height": 768}
LONGEST = "W" * MOST_NAME
CHOICES = 10
FIRST = next(iter(GAMES))
OWN, WIDE = "own", "wide"

STICKING_OUT = """width => {
  const inside = element => {
    for (let each = element.parentElement; each; each = each.parentElement)
      if (getComputedStyle(each).overflowX !== 'visible' && !each.matches('html, body')) return true;
    return false;
  };
  if (document.scrollingElement.scrollWidth <= width) return [];
  return [`the page is ${document.scrollingElement.scrollWidth} wide`].concat([...document.querySelectorAll('body *')]
    .filter(each => each.getBoundingClientRect().right > width + .5 && !inside(each)).slice(0, 6)
    .map(each => `${each.tagName} #${each.id} .${each.getAttribute('class')} ${each.getBoundingClientRect().right}`));
}"""


class Places:
    """Addresses of every kind of page at one server."""

    def __init__(self, address: str) -> None:
        self.always = [
            "/",
            "/api",
            "/rules",
            "/records",
            "/no-such-page",
            *(f"/new/{game}" for game in GAMES),
            *(f"/rules/{game}" for game in GAMES),
        ]
        with Client(address) as client:
            self.tables = {game: self.played(client, game) for game in GAMES}
            lobby = client.create("automania", [PlannedSeat("person", LONGEST), PlannedSeat("open"), PlannedSeat("open")])
            self.lobby = [self.link(lobby), f"/t/{lobby.table_id}", f"/t/{lobby.table_id}/mine"]
            self.lobby.append(f"/t/{lobby.table_id}/join/1/{lobby.invite()[1]}")
            seats = [PlannedSeat("person", LONGEST), *[PlannedSeat("bot", bot="random")] * 3]
            over = client.create("crazy_race", seats, ready=True)
            http_bot.Bot(over, random.Random(number_of(1))).play()
            bots = [PlannedSeat("bot", LONGEST)] * 2
            raced = client.create("automobiles", bots, options=SHORT["automobiles"], ready=True)
            wait_until(lambda: client.table(raced.table_id).state == "over")
            self.over = [self.link(over), f"/t/{over.table_id}", f"/t/{over.table_id}/at/9", f"/t/{over.table_id}/log"]
            self.over.append(f"/t/{raced.table_id}")

    def played(self, client: Client, game: str) -> list[str]:
        """A table with as many as can play, in the middle of the game."""
        bots = [PlannedSeat("bot", bot="random")] * (GAMES[game].players[-1] - 1)
        seat = client.create(game, [PlannedSeat("person", LONGEST), *bots], ready=True)
        rng = random.Random(number_of(3))
        for _ in range(CHOICES):
            if not seat.wait_for_turn():
                break
            question = seat.question()
            if question is not None:
                seat.choose(rng.choice(question.options))
        seat.say(LONGEST * 4)
        here = f"/t/{seat.table_id}"
        return [self.link(seat), here, f"{here}/at/7", f"{here}/log", f"{here}/mine"]

    def link(self, seat: Seat) -> str:
        """A seat's own link."""
        return f"/t/{seat.table_id}/seat/{seat.token}"

    def all(self, size: dict[str, int]) -> list[str]:
        """On a large screen those that are arranged for it; the others have one column everywhere."""
        tables = [path for paths in self.tables.values() for path in paths]
        return [*(self.always if size is PHONE else ()), *self.lobby, *self.over, *tables]

    def some(self) -> list[str]:
        """One page of each kind; of tables, each game's own."""
        return [
            "/",
            "/rules",
            f"/new/{FIRST}",
            f"/rules/{FIRST}",
            *self.lobby,
            *self.over,
            *(paths[0] for paths in self.tables.values()),
        ]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Places]]:
    server = Server(tmp_path_factory.mktemp("wide"), "--limits", "100000")
    yield server.address, Places(server.address)
    server.stop()


def dress(page: Page, fonts: str) -> None:
    """Our fonts cannot be had, and what stands in for them is very wide."""

    def wider(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text() + "\n* { letter-spacing: .1em; }")

    if fonts == WIDE:
        page.route("**/fonts/*", lambda route: route.abort())
        page.route("**/static/officina.css*", wider)


@pytest.mark.parametrize(
    ("language", "size", "fonts"),
    [("en", PHONE, OWN), ("it", PHONE, WIDE), ("it", DESK, WIDE)],
    ids=["en-phone-own", "it-phone-wide", "it-desk-wide"],
)
def test_no_page_scrolls_sideways(
    places: tuple[str, Places], new_page: NewPage, fonts: str, size: dict[str, int], language: str
) -> None:
    phone = {"has_touch": True, "is_mobile": True} if size is PHONE else {}
    page = new_page(viewport=size, **phone)
    address, where = places
    page.context.add_cookies([{"name": "language", "value": language, "url": address}])
    dress(page, fonts)
    wrong: dict[str, list[str]] = {}
    for path in where.all(size) if fonts == WIDE else where.some():  # where wide letters have room, ours have
        page.goto(address + path)
        page.evaluate("() => document.fonts.ready")
        if fonts == OWN:
            assert page.evaluate("() => document.fonts.check('16px \"Officina Text\"')")
        page.evaluate("() => document.querySelectorAll('details').forEach(each => each.open = true)")
        found = page.evaluate(STICKING_OUT, size["width"])
        if found:
            wrong[path] = found
    assert not wrong, "\n".join(f"{path}: {found}" for path, found in wrong.items())
