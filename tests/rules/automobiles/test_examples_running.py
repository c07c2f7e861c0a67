"""The running example of the rulebook (set ``examples``, 5 players, 3 laps) on the Daytona map: EX-01 to EX-12.

Seats: blue 0, green 1, purple 2, red 3, yellow 4.
"""

from __future__ import annotations

import pytest

from officina.games.automobiles.state import Automobiles
from tests.rules.automobiles.kit import (
    asked,
    car,
    do,
    drafts,
    finish_turn,
    given,
    head,
    in_stock,
    laps_to_go,
    money,
    offered,
    path,
    pile,
    ranks,
    steps_of,
    told,
    when_drawn,
)
from tests.rules.automobiles.kit import listen as listen_to

POSITION_A = "2:51/1 3:7/2 3:6/2 4:55/1 4:51/1"
BLUE, GREEN, PURPLE, RED, YELLOW = range(5)


def blue_in_the_middle(draft: str = "space") -> Automobiles:
    """EX-03: blue has five cubes left; a bag full of white keeps the next hand simple."""
    return given(
        POSITION_A,
        cards="examples",
        active={BLUE: "2 wear, 2 performance, 2 engine"},
        discard={BLUE: "white, light, garage"},
        bag={BLUE: "7 white"},
        options={"draft": draft},
    )


def drive_as_told(p: Automobiles) -> None:
    """EX-03: two wear, the Rotary's four white spaces, two of the Gearbox's light gray ones."""
    do(p, "action wear", "action wear", "action engine", "step 2:52", "step 2:53", "step 2:54", "step 2:55")
    do(p, "action performance", "step 3:1", "step 3:3", "step stop")


@pytest.mark.rules("AU-83", "AU-140", "AU-141")
def test_e01_rank() -> None:
    p = given(POSITION_A, cards="examples", active={BLUE: "wear"})
    assert ranks(p) == [4, 1, 2, 3, 5]
    assert p.start_rank == 4
    assert laps_to_go(p) == [2, 1, 1, 2, 2]


@pytest.mark.rules("AU-154", "AU-32", "AU-136")
def test_e02_crew_chief() -> None:
    def with_seed(seed: int) -> Automobiles:
        p = given(
            POSITION_A,
            cards="examples",
            active={BLUE: "pit"},
            discard={BLUE: "white, 5 wear"},
            bag={BLUE: "light, 2 wear"},
            seed=seed,
        )
        do(p, "action pit")
        return p

    p = when_drawn(with_seed, lambda p: pile(p, BLUE, "bag") == "")
    assert pile(p, BLUE, "active") == "light, 2 wear"
    assert pile(p, BLUE, "discard") == "white"
    assert in_stock(p, "wear") == 78


@pytest.mark.rules("AU-50", "AU-52", "AU-59", "AU-165", "AU-170", "AU-38", "AU-40")
def test_e03_path() -> None:
    p = blue_in_the_middle()
    do(p, "action wear", "action wear")
    assert pile(p, BLUE, "discard") == "white, light, 2 wear, garage"
    do(p, "action engine")
    assert pile(p, BLUE, "used") == "wear, engine"
    assert offered(p) == ["stop", "1:52", "2:52"]
    do(p, "step 2:52", "step 2:53", "step 2:54", "step 2:55")
    assert asked(p) == "action"  # four colours, four spaces
    do(p, "action performance", "step 3:1", "step 3:3")
    assert offered(p) == ["stop", "2:5"]
    twin = p.clone()
    do(twin, "step 2:5")
    assert offered(twin) == ["stop", "2:7"]
    do(p, "step stop")
    assert head(p) == "3:3"
    assert path(p) == ["2:52", "2:53", "2:54", "2:55 engine", "3:1", "3:3 performance"]
    assert pile(p, BLUE, "used") == "2 wear, performance, engine"
    assert car(p, BLUE) == "2:51/1"


@pytest.mark.rules("AU-70", "AU-71", "AU-72", "AU-74")
def test_e04_buy() -> None:
    p = blue_in_the_middle()
    drive_as_told(p)
    do(p, "action done")
    assert money(p) == 5
    do(p, "buy engine")
    assert money(p) == 1
    assert pile(p, BLUE, "used") == "2 wear, performance, 2 engine"
    assert pile(p, BLUE, "active") == "performance, engine"
    do(p, "buy done")
    assert money(p) == 0


@pytest.mark.rules("AU-80", "AU-82", "AU-83", "AU-84")
def test_e05_car() -> None:
    p = blue_in_the_middle()
    drive_as_told(p)
    do(p, "action done", "buy done")
    assert car(p, BLUE) == "3:3/2"
    assert p.scores()[BLUE] == 115
    assert laps_to_go(p)[BLUE] == 1
    assert not p.finish


@pytest.mark.rules("AU-90", "AU-96", "AU-98", "AU-101", "AU-102", "AU-185")
def test_e06_decline() -> None:
    p = blue_in_the_middle()
    drive_as_told(p)
    do(p, "action done", "buy done")
    assert pile(p, BLUE, "discard").startswith("white, light, 4 wear, ")  # two played, two from the cards, none from the chart
    strict = blue_in_the_middle("segment")
    drive_as_told(strict)
    do(strict, "action done", "buy done")
    assert pile(strict, BLUE, "discard").startswith("white, light, 6 wear, ")
    assert steps_of(p, BLUE) == {"white": [], "light": ["2:5"], "dark": ["3:5"], "black": ["4:9"]}


@pytest.mark.rules("AU-101", "AU-103")
def test_e07_who_drafts() -> None:
    p = given("3:3/2 3:7/2 3:6/2 4:55/1 4:51/1", cards="examples", active={BLUE: "wear"})
    assert [drafts(p, seat) for seat in (PURPLE, BLUE, RED, YELLOW, GREEN)] == [True, True, False, True, False]


@pytest.mark.rules("AU-120", "AU-121", "AU-122", "AU-115")
def test_e08_pit_stop() -> None:
    p = given(
        POSITION_A,
        cards="examples",
        turn=GREEN,
        active={GREEN: "5 wear, pit, engine"},
        discard={GREEN: "3 wear"},
        bag={GREEN: "7 white"},
        at="turn",
    )
    before = in_stock(p, "wear")
    do(p, "turn_type pit_stop")
    assert in_stock(p, "wear") == before + 5
    assert pile(p, GREEN, "discard") == "3 wear, pit, engine"
    assert pile(p, GREEN, "active") == "7 white"
    assert car(p, GREEN) == "3:7/2"
    assert (p.to_act, asked(p)) == ((PURPLE,), "turn_type")


@pytest.mark.rules("AU-54", "AU-56", "AU-60")
def test_e09_blocked() -> None:
    p = given(POSITION_A, cards="examples", turn=PURPLE, active={PURPLE: "3 white, 3 dark, wear"})
    assert steps_of(p, PURPLE) == {"white": [], "light": ["2:7"], "dark": [], "black": ["4:9"]}
    assert offered(p) == ["wear", "done"]


@pytest.mark.rules("AU-111", "AU-112", "AU-113")
def test_e10_momentum() -> None:
    p = given(POSITION_A, cards="examples", turn=GREEN, active={GREEN: "dark, wear"}, bag={GREEN: "7 white"})
    do(p, "action dark")
    assert car(p, PURPLE) == "3:6/2"
    listen_to(p)
    finish_turn(p)
    assert car(p, GREEN) == "3:11/2"
    assert car(p, PURPLE) == "3:7/2"
    assert "momentum" in told(p)


@pytest.mark.rules("AU-140", "AU-143")
def test_e11_finish() -> None:
    p = given("1:3/3 4:17/3 3:7/3 2:11/3 3:11/3", cards="examples", turn=YELLOW, at="turn", bag={YELLOW: "9 white"})
    assert ranks(p) == [5, 1, 4, 2, 3]
    do(p, "turn_type pit_stop")
    assert p.over
    assert p.winners() == [GREEN]
    assert p.scores() == [171, 185, 175, 179, 179]


@pytest.mark.rules("AU-84", "AU-142", "AU-143", "AU-61")
def test_e12_equal_turns() -> None:
    p = given("1:55/2 3:53/2", active={0: "3 white", 1: "3 light, dark"}, bag={0: "9 white", 1: "9 white"})
    do(p, "action white", "step 1:0", "action white", "step 1:1", "action white", "step 1:2")
    finish_turn(p)
    assert p.finish
    assert laps_to_go(p)[0] == 0
    assert (p.to_act, asked(p)) == ((1,), "turn_type")
    do(p, "turn_type standard", "action light", "action light", "step 3:1", "action light", "step 3:3", "action dark")
    finish_turn(p)
    assert p.over
    assert p.scores() == [170, 175]
    assert p.winners() == [1]
