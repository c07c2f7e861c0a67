"""What moves: pieces along their way, round the bend and not across the paddock; the scores at the end, part by part."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.driver import DEALT, MOVED, Player, Server, fewest, start_table
from tests.web.test_whole_games import last_steps

MOVE = """([piece, here, there]) => {
  const moved = document.getElementById(piece);
  const before = motion.look();
  moved.setAttribute('class', moved.getAttribute('class').replace(here, there));
  moved.dataset.at = String((Number(moved.dataset.at) + 0.5) % 1);
  motion.go(before);
  const road = document.getElementById(moved.dataset.way), length = road.getTotalLength();
  const ground = moved.parentNode.getScreenCTM().inverse();
  const run = moved.getAnimations().find((each) => each.effect.getKeyframes().some((frame) => frame.translate));
  run.pause();
  const farthest = [];
  for (let part = 0; part <= 1.001; part += 0.1) {
    run.currentTime = Math.min(part, 0.999) * run.effect.getTiming().duration;
    const box = moved.getBoundingClientRect();
    const here = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(ground);
    let near = Infinity;
    for (let at = 0; at < length; at += 4) {
      const point = road.getPointAtLength(at);
      near = Math.min(near, Math.hypot(point.x - here.x, point.y - here.y));
    }
    farthest.push(near);
  }
  return { length, ends: Math.max(farthest[0], farthest.at(-1)), most: Math.max(...farthest) };
}"""
PLACE = {
    "car": ("automobiles", r"au-at-(\d+)", "au-car-1"),
    "worker": ("kraftwagen", r"kw-cw-(\d+)", "kw-worker-0"),
    "racer": ("kraftwagen", r"kw-rw-(\d+)", "kw-racer-of-0"),
}
COUNTING = """window.counts = []; new MutationObserver(() => {
  const sums = document.querySelectorAll('.end.counting .end-total strong');
  if (sums.length) window.counts.push([...sums].map((sum) => sum.textContent));
}).observe(document, {subtree: true, childList: true, attributes: true});"""
HALF_WAY = """([piece, pattern]) => {
  const element = document.getElementById(piece), now = element.getAttribute('class').match(new RegExp(pattern));
  const road = document.getElementById(element.dataset.way), length = road.getTotalLength();
  const goal = road.getPointAtLength(((Number(element.dataset.at) + 0.5) % 1) * length);
  let best = null, least = Infinity;
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) {
    const found = rule.selectorText?.match(new RegExp(`^\\\\.${pattern}$`));
    const place = found && rule.style.transform.match(/translate\\(([-\\d.]+)px,? ?([-\\d.]+)?/);
    if (!place) continue;
    const away = Math.hypot(Number(place[1]) - goal.x, Number(place[2] ?? 0) - goal.y);
    if (away < least) { least = away; best = found[0].slice(1); }
  }
  return [now[0], best];
}"""


@pytest.mark.parametrize("piece", PLACE)
def test_a_piece_keeps_to_its_way(server: Server, new_page: NewPage, piece: str) -> None:
    """Half a round further: at every moment the piece is as near to its line as where it starts or ends."""
    page = new_page()
    game, pattern, piece = PLACE[piece]
    start_table(page, server.address, game, fewest(game))
    page.wait_for_selector(f"#{piece}")
    change = page.evaluate(HALF_WAY, [piece, pattern])
    assert change[0] != change[1]
    found = page.evaluate(MOVE, [piece, *change])
    assert found["length"] > 500
    assert found["most"] <= found["ends"] + 12, found


def test_the_end_is_counted_up(server: Server, new_page: NewPage) -> None:
    """From one step before the end of a recorded game; whoever looks at the result later finds it as it is."""
    page = new_page(beats="brisk")
    page.add_init_script(COUNTING)
    for seat in range(3):  # whoever made the last choice; on the other seats a bot would make it at once
        last_steps(page, server.address, "crazy_race", 1, seat)
        if page.title().startswith("●"):
            break
    player = Player(page, "count", "list")
    while (state := player.state()) != "over":
        base = page.get_attribute("#main", "data-live")
        page.evaluate(f"() => document.querySelector('{'#sure-yes' if state == 'confirm' else '#choices .choice'}').click()")
        page.wait_for_function(MOVED, arg=[base, ""])
    page.wait_for_function("() => window.counts.length > 0")
    page.keyboard.press("Escape")  # at once
    expect(page.locator(".end.counting")).to_have_count(0)
    assert page.evaluate("() => window.counts[0]") == ["0"] * 3
    totals = page.locator(".end-total strong").all_inner_texts()
    page.reload()
    page.wait_for_selector(DEALT)
    assert page.locator(".end.counting").count() == 0
    assert page.locator(".end-total strong").all_inner_texts() == totals
