"""The table in the terminal: everything that counts can be read on 100 columns without colours."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from officina import Position
from tests.rules.automobiles.kit import GAME, do, given

COLUMNS = 100


def printed(p: Position, seat: int | None, language: str) -> str:
    """The table as plain text."""
    console = Console(width=COLUMNS, file=StringIO(), color_system=None)
    with console.capture() as capture:
        console.print(GAME.terminal(p.view(seat), language))
    return capture.get()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("track", ["daytona", "monza"])
def test_the_whole_table_fits_the_screen(track: str, language: str) -> None:
    p = given("3:3/2 1:40 2:20", track=track, active={0: "dark, wear, performance", 1: "2 pit"}, bag={2: "3 black"})
    do(p, "action dark", "step 3:7" if track == "daytona" else "step 3:5")
    text = printed(p, 0, language)
    assert max(len(line) for line in text.splitlines()) <= COLUMNS
    for word in ("①", "②", "③", "[6]×3", "[B]×2", "Gearbox", "Hybrid Engine", "③"):
        assert word in text
    assert ("giro finale" if language == "it" else "final lap") in text
    assert text.count("┃") >= 4


def test_path_and_cars_are_drawn_where_they_are() -> None:
    p = given("2:22 1:40", active={0: "3 white, wear"})
    do(p, "action white", "step 2:23", "action white", "step 1:24")
    rows = [line for line in printed(p, 0, "en").splitlines() if line.startswith((" 1 ", " 2 "))]
    lane_2, lane_1, lane_2_later, lane_1_later = rows
    cell = 3
    assert lane_2[3 + 22 * cell :][:6] == "│W①│W3"
    assert lane_1[3 + 24 * cell :][:3] == "│W3"
    assert lane_1_later[3 + (40 - 28) * cell :][:3] == "│W②"
    assert "①" not in lane_2_later


def test_hidden_bags_show_their_size_only() -> None:
    p = given("2:22 1:40", active={0: "wear"}, bag={1: "4 black"}, options={"visible_bags": "own"})
    assert "[6]×4" not in printed(p, 0, "en")
    assert "4 cubes" in printed(p, 0, "en")
    assert "[6]×4" in printed(p, 1, "en")


def test_set_up_is_drawn_too() -> None:
    p = GAME.start(3, 1, {"grid": "chosen", "cards": "random"})
    assert "not on the grid" in printed(p, None, "en")
    do(p, "grid_pick 1", "grid_pick 2")
    assert "non ancora in griglia" not in printed(p, None, "it")
