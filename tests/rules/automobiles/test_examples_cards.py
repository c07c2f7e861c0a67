"""The worked examples EX-13 to EX-37: wear, movement, cards, cubes, options."""

from __future__ import annotations

import pytest

from officina.games.automobiles.state import Automobiles
from tests.rules.automobiles.kit import (
    COLOURS,
    GAME,
    asked,
    car,
    do,
    drafts,
    finish_turn,
    given,
    head,
    in_stock,
    laps_to_go,
    offered,
    pile,
    steps_of,
    when_drawn,
    why_not,
)

FAR = "1:30"
"""A car that is in nobody's way."""
BAG = {0: "9 white"}


@pytest.mark.rules("AU-90", "AU-91", "AU-97")
def test_e13_wear() -> None:
    p = given(f"3:19 {FAR}/1", active={0: "4 light, dark, wear"}, bag=BAG)
    do(p, "action light", "step 3:21", "action light", "step 3:23", "action light", "step 3:25", "action light", "step 3:27")
    do(p, "action dark", "step 3:29")
    finish_turn(p)
    assert car(p, 0) == "3:29/0"
    assert not drafts(p, 0)
    assert pile(p, 0, "discard") == "4 light, dark, 4 wear"  # 3 of them new


@pytest.mark.rules("AU-47", "AU-51", "AU-92", "AU-93")
def test_e14_two_colours() -> None:
    p = given(f"4:25 {FAR}/1", active={0: "dark, wear"}, bag=BAG)
    assert steps_of(p, 0) == {"white": [], "light": ["3:27"], "dark": ["4:27"], "black": ["4:27"]}
    do(p, "action dark")
    finish_turn(p)
    assert car(p, 0) == "4:27/0"
    assert pile(p, 0, "discard") == "dark, 5 wear"


@pytest.mark.rules("AU-54", "AU-55", "AU-62")
def test_e15_slide() -> None:
    def steps(others: str) -> dict[str, list[str]]:
        return steps_of(given(f"3:3 {others}", active={0: "wear"}), 0)

    assert steps("3:7")["dark"] == ["3:6"]
    assert steps("2:5")["light"] == ["2:4"]
    assert steps("2:5 2:4")["light"] == []


@pytest.mark.rules("AU-23", "AU-60", "AU-123")
def test_e16_boxed_in() -> None:
    p = given("1:30 1:31 2:31 2:32", active={0: "white, light, dark, black, wear"}, bag=BAG, at="turn")
    assert steps_of(p, 0) == {"white": [], "light": [], "dark": [], "black": []}
    assert offered(p) == ["standard", "pit_stop"]
    do(p, "turn_type standard")
    assert offered(p) == ["wear", "done"]
    do(p, "action done")
    assert asked(p) == "buy"


@pytest.mark.rules("AU-165", "AU-141")
@pytest.mark.parametrize(
    ("cars", "steps"),
    [
        ("3:29/1 1:1 1:3 1:5", 1),
        ("3:29/1 1:1/2 1:3 1:5", 2),
        ("3:29/1 1:1/2 1:3/2 1:5", 3),
        ("3:29/1 1:1/2 1:3/2 1:5/2", 5),
        ("3:29/1 1:1", 1),
        ("3:29/1 1:1/2", 3),
    ],
)
def test_e17_gearbox(cars: str, steps: int) -> None:
    p = given(cars, active={0: "performance"}, bag=BAG)
    do(p, "action performance")
    made = 0
    while asked(p) == "step":
        assert offered(p)[0] == "stop"
        do(p, f"step {offered(p)[1]}")
        made += 1
    assert made == steps


@pytest.mark.rules("AU-150", "AU-158")
def test_e18_car_chief() -> None:
    p = given(f"1:1 {FAR}", cards="jalopy", active={0: "garage, wear"}, discard={0: "dark, wear"})
    do(p, "action garage")
    assert pile(p, 0, "discard") == "wear"
    assert pile(p, 0, "used") == "black, garage"
    assert (in_stock(p, "dark"), in_stock(p, "black")) == (24, 15)
    sold_out = given(f"1:1 {FAR}", cards="jalopy", active={0: "garage, wear"}, discard={0: "dark"}, stock={"black": 0})
    assert offered(sold_out) == ["wear", "done"]
    assert why_not(sold_out, "action garage") == ("no_next_gear", "AU-150")
    black = given(f"1:1 {FAR}", cards="jalopy", active={0: "garage, wear"}, discard={0: "black"})
    do(black, "action garage")
    assert pile(black, 0, "discard") == ""
    assert pile(black, 0, "used") == "garage"


@pytest.mark.rules("AU-169")
def test_e19_hybrid() -> None:
    def hybrid(theirs: str) -> Automobiles:
        p = given(f"1:10 {FAR}", active={0: "wear, 2 engine"}, discard={0: "2 engine", 1: theirs}, bag={0: "3 engine"})
        do(p, "action engine")
        return p

    allowed = hybrid("3 engine")
    assert (asked(allowed), offered(allowed)) == ("hybrid_colour", ["white", "light", "none"])
    tie = hybrid("4 engine")
    assert asked(tie) == "action"
    assert pile(tie, 0, "used") == "wear, engine"
    assert head(tie) == "1:10"


@pytest.mark.rules("AU-167", "AU-41")
def test_e20_turbo() -> None:
    p = given(
        "3:19 1:30 1:40 1:50",
        cards="expert",
        active={0: "wear, performance"},
        discard={0: "2 performance", 1: "performance", 3: "performance"},
    )
    do(p, "action performance")
    assert pile(p, 0, "used") == "2 wear, performance"
    for landing in ("3:21", "3:23", "3:25", "3:27", "3:29"):
        do(p, f"step {landing}")
    assert offered(p) == ["stop", "2:30"]
    do(p, "step 2:30")
    assert asked(p) == "action"


@pytest.mark.rules("AU-170", "AU-35")
def test_e21_rotary() -> None:
    discard = {0: "white, 3 light, 2 wear, engine"}
    p = given("1:30 4:9", cards="examples", active={0: "wear, engine"}, discard=discard)
    do(p, "action engine", "step 1:31", "step 1:32", "step 1:33")
    assert asked(p) == "step"
    do(p, "step 1:34")
    assert asked(p) == "action"
    empty = given("1:30 4:9", cards="examples", active={0: "wear, engine"})
    do(empty, "action engine")
    assert asked(empty) == "action"
    assert pile(empty, 0, "used") == "wear, engine"


@pytest.mark.rules("AU-162", "AU-39")
def test_e22_steering() -> None:
    p = given("3:21 4:9", cards="expert", active={0: "dark, wear, handling"})
    do(p, "action handling")
    assert pile(p, 0, "discard") == "dark"
    assert pile(p, 0, "used") == "wear, handling"
    do(p, "step 3:23", "step 3:25", "step 3:27")
    assert asked(p) == "action"


@pytest.mark.rules("AU-161")
def test_e23_tires() -> None:
    p = given("2:30 4:9", cards="money", active={0: "dark, wear, handling"})
    do(p, "action handling")
    assert offered(p) == ["1:31", "2:32"]
    white = given("2:30 4:9", cards="money", active={0: "2 white, wear, handling"})
    assert why_not(white, "action handling") == ("no_dark_gear", "AU-161")


@pytest.mark.rules("AU-168", "AU-36")
def test_e24_diesel_wear_short() -> None:
    p = given("3:3 4:17", cards="jalopy", active={0: "pit, engine"}, discard={0: "dark"}, stock={"wear": 1})
    do(p, "action engine")
    assert pile(p, 0, "used") == "wear, engine"
    assert in_stock(p, "wear") == 0
    do(p, "step 3:7")
    assert (asked(p), head(p)) == ("action", "3:7")


@pytest.mark.rules("AU-166", "AU-131", "AU-134")
def test_e25_nitro() -> None:
    def with_seed(seed: int) -> Automobiles:
        p = given(
            "3:3 4:17", cards="rainbow", active={0: "performance"}, bag={0: "black"}, discard={0: "2 white, wear"}, seed=seed
        )
        do(p, "action performance")
        return p

    p = when_drawn(with_seed, lambda p: offered(p) == ["black", "wear"])
    assert p.view(None)["held"][COLOURS.index("black")] == 1
    do(p, "nitro_keep black")
    assert pile(p, 0, "active") == "black"
    assert pile(p, 0, "discard") == "wear"
    assert pile(p, 0, "bag") == "2 white"
    short = given("3:3 4:17", cards="rainbow", active={0: "wear, performance"}, bag={0: "black"})
    assert why_not(short, "action performance") == ("too_few_to_draw", "AU-166")


@pytest.mark.rules("AU-157")
def test_e26_pit_team() -> None:
    p = given("3:3 4:17", cards="money", active={0: "wear, pit"}, discard={0: "2 white, 2 wear"})
    do(p, "action pit", "remove_discard wear", "remove_discard wear", "remove_discard white")
    assert asked(p) == "pit_team_gain"
    assert offered(p) == list(COLOURS)  # budget 5, and nothing in this set costs more
    do(p, "pit_team_gain engine")
    assert pile(p, 0, "used") == "pit, engine"
    assert pile(p, 0, "discard") == "white"


@pytest.mark.rules("AU-110", "AU-114", "AU-131", "AU-132", "AU-133")
def test_e27_end_draw() -> None:
    p = given("3:3 4:17", active={0: "wear, garage"}, used={0: "3 pit"}, discard={0: "4 black"}, bag={0: "3 white"}, at="turn")
    do(p, "turn_type standard", "action done", "buy done")
    drawn = p.view(0)["players_in_race"][0]
    assert sum(drawn["active"]) == 7
    assert drawn["active"][0] == 3  # what was in the bag comes first
    assert (sum(drawn["bag"]), sum(drawn["discard"])) == (5, 0)
    exact = given("3:3 4:17", active={0: "wear, garage"}, bag={0: "7 white"}, at="turn")
    do(exact, "turn_type standard", "action done", "buy done")
    assert pile(exact, 0, "active") == "7 white"
    assert pile(exact, 0, "bag") == ""
    assert pile(exact, 0, "discard") == "wear, garage"


@pytest.mark.rules("AU-02", "AU-07", "AU-137")
def test_e28_stock() -> None:
    p = GAME.start(players=5, seed=1)
    assert [in_stock(p, colour) for colour in COLOURS] == [5, 18, 24, 16, 80, 15, 16, 16, 16, 16]


@pytest.mark.rules("AU-06", "AU-52", "AU-53")
def test_e29_grid() -> None:
    p = given("1:5 2:3 1:2 2:1 1:0", active={0: "wear"})
    assert steps_of(p, 0) == {"white": ["1:6"], "light": ["2:7"], "dark": [], "black": []}
    assert steps_of(p, 1) == {"white": ["1:4"], "light": ["2:5"], "dark": ["3:7"], "black": []}
    assert steps_of(p, 2) == {"white": ["1:3"], "light": [], "dark": [], "black": []}
    assert steps_of(p, 3) == {"white": ["2:2"], "light": ["3:3"], "dark": [], "black": []}
    assert steps_of(p, 4) == {"white": ["1:1"], "light": [], "dark": [], "black": []}


@pytest.mark.rules("AU-188", "AU-189")
def test_e30_weaving() -> None:
    def after_black(weaving: str) -> Automobiles:
        p = given("4:1 1:30", active={0: "light, dark, 2 black, wear"}, options={"weaving": weaving})
        do(p, "action black")
        return p

    plain = after_black("off")
    assert head(plain) == "4:9"
    assert steps_of_head(plain) == {"light": [], "dark": ["3:11"], "black": ["4:17"]}
    weaving = after_black("on")
    assert steps_of_head(weaving) == {"light": ["3:3/2"], "dark": ["3:7/6", "3:11/9"], "black": ["4:17/9"]}
    do(weaving, "action dark", "step 3:7/6")
    assert head(weaving) == "3:7"
    assert [f"{landing['lane']}:{landing['position']}" for landing in weaving.view(None)["path"]] == ["4:6", "3:7"]


def steps_of_head(p: Automobiles) -> dict[str, list[str]]:
    """For light, dark and black: the steps from the end of the path."""
    from officina.games.automobiles.rules.movement import step_options

    words = p.game.vocabulary.kind(6).words
    return {COLOURS[gear]: [words[option] for option in step_options(p, 0, 1 << gear)] for gear in (1, 2, 3)}


@pytest.mark.rules("AU-01", "AU-180")
def test_e31_monza_chicane() -> None:
    p = given("3:27 4:15", track="monza", active={0: "wear"})
    assert steps_of(p, 0) == {"white": ["2:28", "3:29"], "light": ["3:29", "4:29"], "dark": [], "black": []}
    assert steps_of(p, 1) == {"white": [], "light": ["3:17", "4:17"], "dark": [], "black": []}


@pytest.mark.rules("AU-187", "AU-163")
def test_e32_boost_accelerated() -> None:
    p = given(
        "3:3 4:17 1:30",
        cards="money",
        active={0: "performance, wear", 1: "7 white", 2: "7 white"},
        bag={0: "5 white", 1: "2 light", 2: "2 light"},
        options={"boost": "accelerated"},
    )
    do(p, "action performance", "boost_draw draw", "boost_draw draw", "boost_draw stop")
    assert pile(p, 0, "used") == "2 wear, performance"
    assert p.pending == [0, 1, 1]
    assert asked(p) == "action"
    do(p, "action done")
    finish_turn(p)
    assert (p.to_act, asked(p)) == ((1,), "boost_late")
    do(p, "boost_late draw")
    assert (asked(p), pile(p, 1, "active")) == ("turn_type", "7 white, light")
    assert p.pending == [0, 0, 1]


@pytest.mark.rules("AU-151", "AU-33")
def test_e33_engineer() -> None:
    p = given("3:3 4:17", cards="rainbow", active={0: "white, 2 wear, garage, pit"}, discard={0: "black"})
    do(p, "action garage", "engineer_discard wear", "engineer_discard wear", "engineer_discard white")
    assert asked(p) == "remove_discard"
    assert offered(p) == ["white", "black", "wear"]  # exactly three: no stop
    assert why_not(p, "remove_discard stop") == ("must_remove", "AU-33")
    do(p, "remove_discard wear", "remove_discard wear", "remove_discard white")
    assert pile(p, 0, "discard") == "black"


@pytest.mark.rules("AU-160", "AU-168", "AU-34")
def test_e34_diesel_suspension() -> None:
    p = given("3:3 1:30", cards="jalopy", active={0: "pit, handling, engine"}, discard={0: "3 dark"})
    diesel = p.clone()
    do(diesel, "action engine", "step 3:7", "step 3:11", "step 3:15")
    assert asked(diesel) == "action"
    assert pile(diesel, 0, "used") == "2 wear, engine"
    do(p, "action handling")
    assert head(p) == "3:7"
    assert pile(p, 0, "used") == "wear, handling"
    assert pile(p, 0, "discard") == "3 dark"
    stuck = given("1:10 1:30", cards="jalopy", active={0: "pit, handling"}, discard={0: "dark"})
    assert why_not(stuck, "action handling") == ("no_space_ahead", "AU-160")


@pytest.mark.rules("AU-152", "AU-171")
def test_e35_manager_supercharged() -> None:
    p = given("3:3 1:30", active={0: "white, 2 wear, garage"}, discard={0: "engine"})
    do(p, "action garage")
    both = p.clone()
    do(both, "manager_remove wear", "manager_rebag discard engine")
    assert [pile(both, 0, zone) for zone in ("active", "discard", "bag")] == ["white, wear", "", "engine"]
    neither = p.clone()
    do(neither, "manager_remove skip", "manager_rebag skip")
    assert [pile(neither, 0, zone) for zone in ("active", "discard", "bag")] == ["white, 2 wear", "engine", ""]
    do(p, "manager_remove skip", "manager_rebag active white")
    assert [pile(p, 0, zone) for zone in ("active", "discard", "bag")] == ["2 wear", "engine", "white"]
    charged = given("3:3 1:30", cards="fine_tuning", active={0: "engine, wear"}, discard={0: "black, engine"})
    do(charged, "action engine", "supercharge_take engine", "supercharge_take black")
    assert pile(charged, 0, "active") == "black, wear, engine"
    assert pile(charged, 0, "used") == "wear, engine"


@pytest.mark.rules("AU-153", "AU-156")
def test_e36_mechanic_pit_crew() -> None:
    last = given("3:3 1:30", cards="expert", active={0: "garage, wear"})
    do(last, "action wear")  # now the Mechanic is the last active cube
    assert asked(last) == "buy"
    crew = given("3:3 1:30", cards="expert", active={0: "pit, wear"}, discard={0: "white"})
    do(crew, "action pit")
    assert (asked(crew), pile(crew, 0, "discard")) == ("action", "white")
    p = given("3:3 1:30", cards="expert", active={0: "pit, wear"}, discard={0: "white, 3 wear"})
    do(p, "action pit")
    assert offered(p) == ["all_wear", "any_two"]
    two = p.clone()
    do(p, "pit_crew_mode all_wear")
    assert pile(p, 0, "discard") == "white"
    do(two, "pit_crew_mode any_two", "remove_discard white")  # only wear is left: the second one is forced
    assert pile(two, 0, "discard") == "2 wear"


@pytest.mark.rules("AU-61", "AU-82", "AU-83")
def test_e37_more_than_a_lap() -> None:
    discard = "white, light, dark, black, wear, garage, pit, handling, performance, engine"
    p = given("1:55/1 4:9", cards="examples", active={0: "12 engine"}, discard={0: discard}, bag=BAG)
    for _ in range(12):
        do(p, "action engine")
        for _ in range(10):
            if asked(p) == "step" and p.head_lap * 56 + p.head % 56 < 224:
                do(p, f"step {next(word for word in offered(p) if word.startswith('1:'))}")
        if asked(p) == "step":
            do(p, "step stop")
        if p.head_lap == 4:
            break
    finish_turn(p)
    assert car(p, 0) == "1:0/4"
    assert p.scores()[0] == 224
    assert laps_to_go(p)[0] == 0
    assert p.finish
