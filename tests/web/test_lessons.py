"""A lesson in a real browser, by what it points at, with a wrong answer first; the long run is ``tests.web.lessons``."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from officina import GAMES
from officina.core.lessons import lesson_of
from tests.web.driver import Server, axe
from tests.web.lessons import learner

GAME = "fuori_di_rotella"
CARDS = 7
"""So many, the last with a menu; then the learner leaves and plays on: the whole of every lesson is the long run's."""


def test_a_lesson_is_followed_by_what_it_points_at(chromium: Browser, server: Server) -> None:
    lesson = lesson_of(GAMES[GAME])
    assert lesson is not None
    who = learner(chromium, server, GAME, "phone", "it", beats="normal", context={"bypass_csp": True})
    assert not axe(who.page)
    who.play(CARDS)
    assert who.cards == CARDS
    assert who.wrong == sum(1 for card in lesson.cards[:CARDS] if card.asks)
    who.page.context.close()


@pytest.mark.parametrize(("game", "size"), [("crazy_race", "phone"), ("kraftwagen", "desk")])
def test_a_lesson_in_the_dark_can_be_read(chromium: Browser, server: Server, game: str, size: str) -> None:
    """Also the button under the pointer: on a phone that is where a finger was last, and so the button of the next card."""
    context = {"bypass_csp": True, "color_scheme": "dark", "reduced_motion": "reduce"}
    who = learner(chromium, server, game, size, "it", context=context)
    found: list[str] = []

    def look() -> None:
        found.extend(axe(who.page, colours=True))
        for button in who.page.locator(".coach .btn:visible, #answers .btn:visible").all():
            place = button.bounding_box()
            assert place is not None
            who.page.mouse.move(place["x"] + 9, place["y"] + 9)
            found.extend(axe(who.page, colours=True))

    who.at_card = look
    who.play(CARDS)
    assert found == []
    who.page.context.close()


LOOK_AHEAD = """() => {
  const road = (camera) => { const { a, d, e, f } = camera.getScreenCTM(); return [a, d, e, f].map(Math.round); };
  const [real, ahead] = ['#board g:not(.foreseen-layer)', '.foreseen-layer'].map((scope) => {
    const found = [...document.querySelectorAll(`${scope} .au-window > .au-camera`)];
    return found.find((each) => Boolean(each.closest('.foreseen-layer')) === (scope === '.foreseen-layer'));
  });
  return ahead && { real: road(real), ahead: road(ahead) };
}"""
"""Where the road lies in the window, and in the picture of what would be."""

TAB = "() => [...document.querySelectorAll('[data-sheet]')].find(sheet => !sheet.hidden)?.dataset.sheet"


def test_a_lesson_stays_with_the_road_on_a_phone(chromium: Browser, server: Server) -> None:
    """What would be lies where it is: the space that is marked is the one that was touched. And one sees one's car drive."""
    lesson = lesson_of(GAMES["automobiles"])
    assert lesson is not None
    names = [card.name for card in lesson.cards]
    who = learner(chromium, server, "automobiles", "phone", "en")
    card = ""
    while card != str(names.index("ahead")):
        card = who.next_card(card).removeprefix("card ")
        seen = who.seen()
        if card == str(names.index("step")):
            who.touch_pointed()
            found = who.page.wait_for_function(LOOK_AHEAD).json_value()
            assert found["ahead"] == found["real"]
            who.confirm(card)
            continue
        if card == str(names.index("back")):
            assert who.page.evaluate(TAB) == "sheet", "the discard lies there"
        if card != str(names.index("ahead")):
            who.do(seen)
    assert who.page.evaluate(TAB) == "track", "where the car will drive"
    who.page.context.close()
