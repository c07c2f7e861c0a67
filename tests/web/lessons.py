"""Lessons in a real browser, followed by what they point at: ``python -m tests.web.lessons`` plays all of them.

At every card that asks for something a wrong answer is given first: the card must say why and stay. Then whatever the arrow
touches is clicked, until the lesson is over and the game goes on. What is measured at each card: the arrow's piece is in
sight, and the card covers neither it, nor another answer, the question or the rail.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from officina import GAMES
from officina.core.lessons import lesson_of
from officina.core.text import LANGUAGES
from tests.web.driver import DEALT, PATIENCE, Server, choose, find_chromium

SIZES: Final = {"desk": (1366, 768), "phone": (390, 844)}
MOST_CARDS: Final = 60

UP: Final = """card => {
  const main = document.getElementById('main'), coach = document.querySelector('#lesson .coach[data-ready]');
  if (!main || !main.dataset.live) return '';
  if (main.classList.contains('beating')) return 'beats';
  if (document.querySelector('#choices[aria-busy]')) return '';
  if (coach) return coach.dataset.card !== card ? `card ${coach.dataset.card}` : '';
  return document.querySelector('.lesson-steps') ? '' : 'over';
}"""
"""Another card than that one is up, or what happened is being shown, or the lesson is over."""

SEEN: Final = """() => {
  const box = (thing) => {
    const found = thing.getBoundingClientRect();
    return [found.left, found.top, found.right, found.bottom];
  };
  const coach = document.querySelector('#lesson .coach'), at = document.querySelector('.pointed-at');
  const rail = document.querySelector('.rail'), drawn = (found) => found[2] > found[0] && found[3] > found[1];
  if (!coach?.dataset.ready || !at) return null;
  return { window: [0, 0, innerWidth, innerHeight], coach: box(coach), piece: box(at),
    ask: box(document.getElementById('status-line')), rail: rail ? box(rail) : [0, 0, 0, 0],
    lit: [...document.querySelectorAll('#board .goes-on')].map(box).filter(drawn), answers: coach.dataset.answers.split('|'),
    listed: at.closest('#choices') ? [0, 0, 0, 0] : box(document.getElementById('choices')),
    asks: coach.hasAttribute('data-asks'), card: coach.dataset.card, title: coach.querySelector('.u').textContent };
}"""
"""What is where, as soon as the card points at something: for a moment after news it points at nothing."""


def overlap(one: list[float], two: list[float]) -> float:
    """How many pixels two boxes share."""
    return max(0.0, min(one[2], two[2]) - max(one[0], two[0])) * max(0.0, min(one[3], two[3]) - max(one[1], two[1]))


def size(one: list[float]) -> float:
    """How many pixels a box has."""
    return (one[2] - one[0]) * (one[3] - one[1])


class Learner:
    """Somebody who does what the card says, after having tried something else."""

    def __init__(
        self, page: Page, address: str, game: str, pictures: Path | None = None, name: str = "", beats: str = "none"
    ) -> None:
        self.page, self.game, self.pictures, self.name = page, game, pictures, name
        self.wrong = self.cards = 0
        self.at_card: Callable[[], None] | None = None
        self.touch = page.viewport_size is not None and page.viewport_size["width"] < 720
        page.set_default_timeout(PATIENCE)
        page.add_init_script(
            "localStorage.setItem('officina.guard', '0'); localStorage.setItem('officina.beats', '" + beats + "');"
        )
        page.goto(address)
        if self.touch:
            page.locator(f"#open-{game}").check(force=True)
        page.locator(f"form[action='/learn/{game}'] button").click()
        page.wait_for_selector(DEALT)

    def play(self, most: int = MOST_CARDS) -> None:
        """To the end of the lesson, or so many cards and then leave it; the game goes on in both cases."""
        card = ""
        for number in range(MOST_CARDS):
            state = self.next_card(card)
            if state == "over":
                assert self.page.locator("#choices .choice").count(), "the game does not go on"
                return
            if number == most:
                self.press(".coach-shut")
                card = state.removeprefix("card ")
                continue
            card = state.removeprefix("card ")
            seen = self.seen()
            self.check(seen)
            self.cards += 1
            if seen["asks"]:
                self.mistake(seen)
            self.picture(f"{int(card):02}")
            if self.at_card is not None:
                self.at_card()
            self.do(seen)
        raise AssertionError("the lesson does not end")

    def next_card(self, card: str) -> str:
        """What comes after that card; of what happened meanwhile something is seen, and then skipped."""
        while True:
            state = str(self.page.wait_for_function(UP, arg=card).json_value())
            if state != "beats":
                return state
            assert self.page.locator("#menu").is_hidden(), "the menu of a choice that was taken lies over what happens"
            self.page.wait_for_timeout(300)
            self.page.evaluate("() => window.beats.skip()")

    def seen(self) -> dict[str, Any]:
        """The card, what it points at, and what it must not cover."""
        found: dict[str, Any] = self.page.wait_for_function(SEEN).json_value()
        return found

    def check(self, seen: dict[str, Any]) -> None:
        """The card is in sight and covers neither what it points at nor the question."""
        where = f"{self.game} {self.name}, card {seen['card']} ({seen['title']})"
        coach, piece = seen["coach"], seen["piece"]
        width, height = seen["window"][2:]
        assert min(coach[:2]) >= 0, where
        assert coach[2] <= width, where
        assert coach[3] <= height, where
        assert overlap(piece, seen["window"]) > 0, f"{where} points out of the window"
        assert overlap(coach, seen["ask"]) == 0, f"{where} covers the question"
        assert overlap(coach, seen["rail"]) == 0, f"{where} covers the rail"
        assert overlap(seen["listed"], piece) == 0, f"{where}: the list covers what it points at"
        assert overlap(coach, piece) <= 0.5 * size(piece), f"{where} covers what it points at"
        assert all(overlap(coach, each) <= 0.5 * size(each) for each in seen["lit"]), f"{where} covers an answer"

    def mistake(self, seen: dict[str, Any]) -> None:
        """Another answer: it is refused with words, on the card."""
        offered = self.page.locator("#choices .choice").evaluate_all("all => all.map(each => each.dataset.choice)")
        others = [notation for notation in offered if notation not in seen["answers"]]
        if not others:
            return
        choose(self.page, others[-1])
        self.page.wait_for_selector("#coach-wrong:not([hidden])")
        assert self.page.locator("#coach-wrong").inner_text().strip()
        again = self.seen()
        assert again["card"] == seen["card"], "a wrong answer went on"
        self.check(again)  # the card has grown
        self.wrong += 1

    def do(self, seen: dict[str, Any]) -> None:
        """What the card asks for, by what it points at."""
        if not seen["asks"]:
            return self.press("#coach-next")
        for card in self.page.locator("#board [data-pick].goes-on:visible").all():
            self.click(card)
        self.touch_pointed()
        menu = self.page.locator("#menu:not([hidden]) .choice")
        for entry in menu.all():
            if entry.get_attribute("data-choice") in seen["answers"]:
                self.click(entry)
                break
        return self.confirm(seen["card"])

    def touch_pointed(self) -> None:
        """What the arrow touches; where that is only a part of what can be chosen, the place itself."""
        at = self.page.locator(".pointed-at").first
        if at.get_attribute("data-choice") is not None:
            return self.click(at)
        at.scroll_into_view_if_needed()
        found = at.bounding_box()
        assert found is not None
        across, down = found["x"] + found["width"] / 2, found["y"] + found["height"] / 2
        return self.page.touchscreen.tap(across, down) if self.touch else self.page.mouse.click(across, down)

    def confirm(self, card: str) -> None:
        """Where the page asks once more."""
        done = """card => !document.querySelector('#sure[hidden]') && 'sure'
          || document.getElementById('main')?.classList.contains('beating') && 'beats'
          || document.querySelector('#lesson .coach')?.dataset.card !== card && 'gone'"""
        while self.page.wait_for_function(done, arg=card).json_value() == "sure":
            known = self.page.get_attribute("#sure-yes", "data-sure")
            self.press("#sure-yes")
            self.page.wait_for_function(
                """known => document.querySelector('#sure[hidden]')
                  || document.getElementById('sure-yes').dataset.sure !== known""",
                arg=known,
            )

    def press(self, selector: str) -> None:
        self.click(self.page.locator(selector).first)

    def click(self, thing: Any) -> None:
        thing.scroll_into_view_if_needed()
        if self.touch:
            thing.tap()
        else:
            thing.click()

    def picture(self, card: str) -> None:
        if self.pictures is not None:
            self.page.screenshot(path=self.pictures / f"{self.game}-{self.name}-{card}.png")


def learner(browser: Browser, server: Server, game: str, size: str, language: str, **more: Any) -> Learner:
    """A fresh browser of that size, in that language, at the first card."""
    width, height = SIZES[size]
    phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        has_touch=phone,
        is_mobile=phone,
        **more.pop("context", {}),
    )
    return Learner(context.new_page(), server.address, game, name=f"{size}-{language}", **more)


def main() -> None:
    """All lessons, at every size and in every language."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=[name for name, game in GAMES.items() if lesson_of(game) is not None])
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--sizes", nargs="*", default=list(SIZES))
    parser.add_argument("--languages", nargs="*", default=list(LANGUAGES))
    parser.add_argument("--dark", action="store_true")
    given = parser.parse_args()
    failed = 0
    context = {"color_scheme": "dark"} if given.dark else {}
    if given.pictures is not None:
        given.pictures.mkdir(parents=True, exist_ok=True)
        context["reduced_motion"] = "reduce"  # a picture of a card that is still fading in shows nothing
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        server = Server(Path(folder))
        try:
            for game, size, language in [(g, s, k) for g in given.games for s in given.sizes for k in given.languages]:
                begun = time.monotonic()
                try:
                    who = learner(browser, server, game, size, language, pictures=given.pictures, context=dict(context))
                    who.play()
                    said = f"{who.cards} cards, {who.wrong} wrong answers told why, {time.monotonic() - begun:.0f} s"
                except Exception as error:
                    failed += 1
                    said = f"FAILED {type(error).__name__}: {error}"
                sys.stdout.write(f"{game} {size} {language}: {said}\n")
                sys.stdout.flush()
        finally:
            server.stop()
            browser.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
