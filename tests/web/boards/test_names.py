"""Every piece that is drawn on a board has a name for who does not see it, on every screen and in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from officina import GAMES
from officina.core.drawing import SCREENS
from officina.core.text import LANGUAGES
from tests.web.boards.common import SYMBOLS, Drawn, games

ORNAMENT = ("i-", "mark-", "chest", "screw", "gear-plain", "flag")
"""Stamped icons and marks belong to what they stand on; the heap of white gears is named as a whole."""
EVERY = 23
"""So many decisions lie between two that are looked at."""


def unnamed(element: ElementTree.Element, known: bool = False) -> Iterator[str]:
    """The parts under an element for which nobody says what they are."""
    known = known or bool(element.get("aria-label")) or element.get("aria-hidden") == "true"
    part = str(element.get("href", ""))[1:]
    if element.tag == "use" and part in SYMBOLS and not part.startswith(ORNAMENT) and not known:
        yield part
    for child in element:
        yield from unnamed(child, known)


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_has_a_name(name: str) -> None:
    game = GAMES[name]
    looked = 0
    for number, position in enumerate(games(game, "random", 1, [(game.players[-1], {})])):
        if number % EVERY or looked == 2 * len(SCREENS):
            continue
        screen, language = SCREENS[looked % len(SCREENS)], LANGUAGES[looked % len(LANGUAGES)]
        seat = position.to_act[0] if position.to_act else 0
        assert list(unnamed(Drawn(position, seat, language, screen).root)) == [], f"{screen} {language} after {number} choices"
        looked += 1
    assert looked
