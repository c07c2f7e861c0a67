"""The card that explains a piece: it comes after a moment of rest, on focus and on a long press, beside the piece."""

from __future__ import annotations

from tests.web.conftest import NewPage
from tests.web.driver import DEALT, Server, start_table

GAME = "crazy_race"
PIECE = """() => {
  for (const each of document.querySelectorAll('#board [data-thing]')) {
    const box = each.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const hit = box.width > 8 && box.width < 300 ? document.elementFromPoint(x, y) : null;
    if (hit && hit.closest('[data-thing]') === each) return [each.dataset.thing, x, y];
  }
}"""
SHOWN = "() => { const card = document.getElementById('thing-card'); return card !== null && !card.hidden; }"
GONE = "() => document.getElementById('thing-card')?.hidden"
COVERED = """([x, y]) => {
  const card = document.getElementById('thing-card').getBoundingClientRect();
  const piece = document.elementFromPoint(x, y).closest('[data-thing]').getBoundingClientRect();
  return card.x < piece.right && piece.x < card.right && card.y < piece.bottom && piece.y < card.bottom;
}"""
PRESS = """([x, y]) => document.elementFromPoint(x, y).dispatchEvent(
  new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch', clientX: x, clientY: y }))"""

PIECES = """() => [...document.querySelectorAll('#board [data-thing]')].map((each) => {
  const box = each.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const hit = box.width > 8 && box.width < 300 ? document.elementFromPoint(x, y) : null;
  return hit && hit.closest('[data-thing]') === each ? [each.dataset.thing, x, y] : null;
}).filter(Boolean)"""
IN_THE_WAY = """() => {
  const card = document.getElementById('thing-card'), box = card.getBoundingClientRect();
  const lit = [...document.querySelectorAll('#board [data-choice]:not(.unlit), #ask')].filter((each) => {
    const other = each.getBoundingClientRect();
    return other.left < box.right && box.left < other.right && other.top < box.bottom && box.top < other.bottom;
  });
  return getComputedStyle(card).pointerEvents === 'none' ? [] : lit.map((each) => each.dataset.choice || each.id);
}"""
UNDER = "([x, y]) => document.elementFromPoint(x, y).closest('#thing-card') !== null"
SEVERAL = 6


def test_a_card_takes_no_click_from_a_choice(new_page: NewPage, server: Server) -> None:
    page = new_page()
    start_table(page, server.address, "fuori_di_rotella", 4)
    page.wait_for_function("() => document.title.startsWith('●')")
    told: set[str] = set()
    for thing, x, y in page.evaluate(PIECES):
        if thing in told or len(told) == SEVERAL:
            continue
        told.add(thing)
        page.evaluate(PRESS, [x, y])
        page.wait_for_function(SHOWN)
        assert page.evaluate(IN_THE_WAY) == [], thing
        page.keyboard.press("Escape")
    assert told


def test_a_piece_explains_itself(new_page: NewPage, server: Server) -> None:
    page = new_page()
    start_table(page, server.address, GAME, 3)
    page.wait_for_function("() => document.title.startsWith('●')")
    told = page.request.get(f"{server.address}/glossary/{GAME}").json()
    thing, x, y = page.evaluate(PIECE)
    page.mouse.move(x - 1, y)
    page.mouse.move(x, y)
    page.wait_for_function(SHOWN)
    card = page.locator("#thing-card")
    assert card.locator("h3").text_content() == told[thing]["name"]
    assert card.locator("p").text_content() == told[thing]["text"]
    assert not page.evaluate(COVERED, [x, y])
    assert round(card.bounding_box()["width"]) == 276  # type: ignore[index]
    page.keyboard.press("Escape")
    page.wait_for_function(GONE)
    page.evaluate(PRESS, [x, y])
    page.wait_for_function(SHOWN)
    page.mouse.move(5, 5)
    page.wait_for_function(GONE)
    page.locator("#board [data-choice]").first.focus()
    page.keyboard.press("Tab")
    page.wait_for_function(SHOWN)
    assert page.locator("#thing-card").count() == 1
    assert page.evaluate("() => document.activeElement.getAttribute('aria-describedby')") == "thing-card"
    card.locator("a.rule").click()
    page.wait_for_selector("#panel[open] .cited")
    assert page.url.endswith(str(page.get_attribute(DEALT, "data-table"))), "the rule opens in the panel"


def test_from_one_piece_to_the_next(new_page: NewPage, server: Server) -> None:
    """Whoever goes from a piece that is explained straight to another rests there and is told of that one; nothing twice."""
    page = new_page()
    start_table(page, server.address, "kraftwagen", 2)
    page.wait_for_function("() => document.title.startsWith('●')")
    told = page.request.get(f"{server.address}/glossary/kraftwagen").json()
    seen: set[str] = set()
    for thing, x, y in page.evaluate(PIECES):
        if thing in seen or len(seen) == SEVERAL or page.evaluate(UNDER, [x, y]):
            continue
        seen.add(thing)
        page.mouse.move(x, y)  # once, as whoever stops dead
        page.wait_for_function("name => document.querySelector('#thing-card:not([hidden]) h3')?.textContent === name",
                               arg=told[thing]["name"], timeout=4000)  # fmt: skip
        lines = page.locator("#thing-card .thing-words > *").all_inner_texts()
        assert len({line.lower() for line in lines}) == len(lines)
    assert len(seen) > 3
