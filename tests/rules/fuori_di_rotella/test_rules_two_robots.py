"""Two robots per player: FR-85 to FR-101."""

from __future__ import annotations

import pytest

from officina import IllegalChoice, OptionError
from tests.rules.fuori_di_rotella.kit import (
    GAME,
    all_feet,
    answer,
    apply,
    asked,
    asked_seat,
    chosen_robots,
    circuits,
    dump,
    feet,
    given,
    in_play,
    offered,
    outcomes,
    phase,
    play,
    points,
    seat_of,
    sees,
    shown,
    waiting,
    why_not,
)


@pytest.mark.rules("FR-85")
def test_two_to_four_players_run_two_robots_each() -> None:
    two = {"robots_per_player": 2}
    for players in (1, 5, 8):
        with pytest.raises(OptionError):
            GAME.start(players=players, seed=1, options=two)
    for players, robots in ((2, "1+2 3+4"), (3, "1+2 3+4 5+6"), (4, "1+2 3+4 5+6 7+8")):
        p = chosen_robots(robots)
        n = 2 * players
        assert in_play(p) == list(range(1, n + 1))
        assert [entry["open"] for entry in p.view(None)["dumps"]].count(True) == n
        assert p.view(None)["reserve"] == 9 * n


@pytest.mark.rules("FR-86")
def test_robots_are_chosen_in_two_rounds_in_seat_order() -> None:
    p = GAME.start(players=3, seed=1, options={"robots_per_player": 2})
    order = []
    for code in ("rivet", "bolt", "coil", "spring", "dynamo", "piston"):
        (seat,) = p.to_act
        order.append(seat)
        apply(p, seat, f"choose_robot {code}")
    assert order == [0, 1, 2, 0, 1, 2]
    assert [(number, seat_of(p, number)) for number in in_play(p)] == [(1, 1), (2, 0), (3, 2), (6, 1), (7, 2), (8, 0)]


@pytest.mark.rules("FR-87", "FR-97")
def test_the_stocks_of_two_sisters_are_never_pooled() -> None:
    p = given("1+5 2+6", feet={1: "RB", 5: "O", 2: "B"}, circuits={1: "R", 5: "OO"}, stop="exploration")
    play(p, {1: "attack 1", 5: "collect 5", 2: "attack 2", 6: "collect 6"})
    assert p.over  # three gears at the feet of both together allow no Assembly
    assert (feet(p, 1), circuits(p, 1), feet(p, 5), circuits(p, 5)) == ("RB", "R", "O", "OO")


@pytest.mark.rules("FR-88", "FR-89", "FR-90", "FR-96")
@pytest.mark.parametrize(("robots", "joint"), [("1+5 2+6", 96), ("1+2 3+4 5+6", 216), ("1+2 3+4 5+6 7+8", 384)])
def test_one_trio_of_actions_and_every_number_twice(robots: str, joint: int) -> None:
    p = chosen_robots(robots)
    lower, upper = (int(number) for number in robots.split()[0].split("+"))
    found = []
    for first in offered(p, lower):
        half = p.clone()
        answer(half, lower, f"program {first}")
        found += [(first, second) for second in offered(half, upper)]
    assert len(set(found)) == joint
    assert all(first.split()[0] != second.split()[0] for first, second in found)  # never the same action twice
    for number in in_play(p):  # each number is there twice
        assert (f"attack {number}", f"collect {number}") in found


@pytest.mark.rules("FR-89")
def test_the_lower_robot_is_programmed_first_whoever_was_chosen_first() -> None:
    p = given("5+1 2+6", stop="assembly")
    answer(p, 1, "program attack 2")
    answer(p, 1, "program collect 6")
    assert (sees(p, 0, 1), sees(p, 0, 5)) == ("attack 2", "collect 6")


@pytest.mark.rules("FR-90")
def test_only_robot_action_and_number_matter() -> None:
    p = given("1+5 2+6", dumps={6: "OP"}, stop="assembly")
    play(p, {1: "trap 6", 5: "attack 6", 2: "collect 6", 6: "trap 1"})  # both robots of a player use number 6
    assert feet(p, 1) == "OP"


@pytest.mark.rules("FR-91")
def test_a_player_has_placed_when_both_programmes_are_down() -> None:
    p = given("1+5 2+6", dumps={1: "R", 6: "P"}, stop="assembly")
    answer(p, 1, "program attack 1")
    assert p.view(None)["placed"] == [False, False]
    assert p.to_act == (0, 1)
    answer(p, 5, "program collect 6")
    assert p.view(None)["placed"] == [True, False]
    assert waiting(p) == [2, 6]


@pytest.mark.rules("FR-18", "FR-20", "FR-91")
def test_a_replacement_covers_both_robots_and_the_old_pair_stands_until_it_is_complete() -> None:
    p = given("1+5 2+6", dumps={1: "R", 6: "P"}, stop="assembly")
    answer(p, 1, "program attack 1")
    answer(p, 5, "program collect 6")
    others = [p.view(seat) for seat in (1, None)]
    answer(p, 1, "program trap 2")  # half of a replacement
    assert (sees(p, 0, 1), sees(p, 0, 5)) == ("attack 1", "collect 6")
    assert [p.view(seat) for seat in (1, None)] == others
    assert p.view(None)["placed"] == [True, False]
    complete = p.clone()
    answer(p, 2, "program attack 2")
    answer(p, 6, "program trap 5")
    assert (feet(p, 5), dump(p, 6)) == ("P", "")  # the old pair was played
    answer(complete, 5, "program collect 1")
    assert (sees(complete, 0, 1), sees(complete, 0, 5)) == ("trap 2", "collect 1")
    assert [complete.view(seat) for seat in (1, None)] == others
    answer(complete, 2, "program attack 2")
    answer(complete, 6, "program trap 5")
    assert (feet(complete, 5), dump(complete, 1), dump(complete, 6)) == ("R", "", "P")


@pytest.mark.rules("FR-92")
def test_revealing_one_robot_does_not_reveal_its_sister() -> None:
    p = given("1+5 2+6", circuits={2: "RB"})
    play(p, {1: "attack 1", 5: "trap 2", 2: "attack 1", 6: "collect 5"})
    assert (phase(p), asked(p, 1)) == ("attack", "defence_take")
    assert shown(p) == [1, 2]
    assert (sees(p, 1, 5), sees(p, 0, 6)) == ("", "")
    assert (sees(p, 0, 5), sees(p, 1, 6)) == ("trap 2", "collect 5")


@pytest.mark.rules("FR-92")
def test_a_trap_is_revealed_in_2_2_while_the_sisters_collect_stays_hidden() -> None:
    p = given("1+5 2+6 3+7", dumps={1: "BBPP", 6: "O"}, draft=True)
    play(p, {1: "trap 1", 5: "collect 6", 2: "collect 1", 6: "attack 6", 3: "trap 1", 7: "collect 7"})
    assert phase(p) == "trap"
    assert shown(p) == [1, 2, 3, 6]


@pytest.mark.rules("FR-93", "FR-16")
def test_a_defence_protects_the_robot_that_plays_it_only() -> None:
    p = given("1+5 2+6", feet={1: "R", 5: "OO", 2: "B", 6: "P"}, stop="assembly")
    play(p, {1: "attack 1", 5: "collect 2", 2: "attack 5", 6: "trap 6"})
    assert all_feet(p) == ["R", "BOO", "", "P"]


@pytest.mark.rules("FR-93", "FR-94")
def test_attack_with_the_sisters_number_is_an_attack_on_the_sister() -> None:
    p = given("1+5 2+6", feet={1: "R", 5: "OO", 2: "B"}, stop="exploration")
    play(p, {1: "attack 5", 5: "collect 2", 2: "attack 1", 6: "trap 6"})
    # no defence: 2 takes R from 1, 1 takes OO from its sister
    assert (feet(p, 1), feet(p, 5), feet(p, 2)) == ("OO", "", "RB")


@pytest.mark.rules("FR-94")
def test_a_trap_on_the_sisters_collect_succeeds_without_any_rival() -> None:
    p = given("1+5 2+6", dumps={6: "BBO"}, stop="assembly")
    play(p, {1: "trap 6", 5: "collect 6", 2: "attack 2", 6: "trap 5"})
    assert (feet(p, 1), feet(p, 5), dump(p, 6)) == ("BBO", "", "")


@pytest.mark.rules("FR-95")
def test_a_defence_takes_from_the_attacking_robot_never_from_its_sister() -> None:
    p = given("1+5 2+6", feet={1: "R", 5: "PP"}, circuits={1: "B", 5: "OO"})
    play(p, {1: "attack 2", 5: "collect 5", 2: "attack 2", 6: "trap 6"})
    assert offered(p, 2) == ["feet red", "circuits blue"]
    p = given("1+5 2+6", circuits={5: "OO"}, feet={5: "PP"}, stop="assembly")
    play(p, {1: "attack 2", 5: "collect 5", 2: "attack 2", 6: "trap 6"})
    assert (feet(p, 2), feet(p, 5), circuits(p, 5)) == ("", "PP", "OO")  # robot 1 owns nothing: nothing is taken


@pytest.mark.rules("FR-96")
def test_sisters_never_have_two_claims_on_one_source() -> None:
    p = chosen_robots("1+5 2+6")
    for action in ("attack", "trap", "collect"):
        half = p.clone()
        answer(half, 1, f"program {action} 2")
        assert why_not(half, 5, f"program {action} 2") == ("action_used", "FR-89")
    answer(p, 1, "program attack 1")  # a defending robot cannot be attacked by its sister
    with pytest.raises(IllegalChoice):
        answer(p, 5, "program attack 1")


@pytest.mark.rules("FR-97")
def test_assembly_is_decided_for_each_robot_by_its_own_feet() -> None:
    p = given("1+5 2+6", feet={1: "RRB", 5: "OOP", 2: "BB", 6: "PPP"}, stop="exploration")
    play(p, {1: "attack 1", 5: "collect 5", 2: "attack 2", 6: "collect 6"})
    assert waiting(p) == [1, 2, 5, 6]  # both seats
    assert offered(p, 1) == ["none", "red red", "red blue"]
    answer(p, 1, "assemble red blue")
    assert p.view(None)["placed"] == [False, False]
    assert asked_seat(p, 0) == "assemble"
    assert offered(p, 5) == ["none", "orange orange", "orange purple"]
    answer(p, 5, "assemble none")
    assert p.view(None)["placed"] == [True, False]
    assert offered(p, 2) == ["none", "purple purple"]  # robot 2 has only two gears: the question is about robot 6
    answer(p, 6, "assemble purple purple")
    assert [circuits(p, robot) for robot in (1, 5, 2, 6)] == ["RB", "", "", "PP"]


@pytest.mark.rules("FR-98", "FR-62")
def test_in_a_sharing_the_sisters_colour_is_a_foreign_one() -> None:
    def collected(seed: int) -> tuple[str, ...]:
        p = given("1+5 2+6", dumps={6: "OOPP"}, seed=seed, stop="assembly")
        play(p, {1: "collect 6", 5: "attack 5", 2: "collect 6", 6: "attack 6"})
        return (feet(p, 1), feet(p, 2))

    assert outcomes(collected, 60).keys() == {("OO", "PP"), ("OP", "OP"), ("PP", "OO")}


@pytest.mark.rules("FR-98", "FR-99")
def test_in_scoring_the_sisters_colour_is_a_foreign_one_and_the_lower_robot_counts() -> None:
    p = given("1+5 2+6", circuits={1: "OOO", 5: "RROO", 2: "BB", 6: "PPP"}, over=True)
    assert [points(p, robot) for robot in (1, 5, 2, 6)] == [3, 6, 4, 6]
    assert p.scores() == [3, 4]
    assert p.winners() == [1]


@pytest.mark.rules("FR-100", "FR-101")
def test_of_two_equal_robots_the_one_with_fewer_own_gears_counts() -> None:
    # X: 1 has 4 points with 2 own, 5 has 4 with 1 own: key (4, 1). Y: 2 and 6 have 4 points with 2 own each: key (4, 2).
    p = given("1+5 2+6", circuits={1: "RR", 5: "ORR", 2: "BB", 6: "PP"}, over=True)
    assert p.scores() == [4, 4]
    assert p.breakdown(0) == [("own_gears", 2), ("other_gears", 2)]
    assert p.winners() == [1]
    twisted = given("1+5 2+6", circuits={1: "ROO", 5: "OO", 2: "BB", 6: "PP"}, over=True)  # the lower number has fewer
    assert twisted.winners() == [1]


@pytest.mark.rules("FR-101")
def test_the_tie_break_uses_the_scored_robot_only_and_a_full_tie_is_shared() -> None:
    # Both score 4 with 2 own; X's discarded robot has many more own gears: no help.
    p = given("1+5 2+6", circuits={1: "RR", 5: "OOOOOO", 2: "BB", 6: "PPP"}, over=True)
    assert p.scores() == [4, 4]
    assert p.winners() == [0, 1]


@pytest.mark.rules("FR-101")
def test_places_of_two_robots_go_by_the_key_of_the_scored_one() -> None:
    p = given("1+5 2+6", circuits={1: "RR", 5: "ORR", 2: "BB", 6: "PP"}, over=True)
    assert [(place.place, place.tie.rule if place.tie else None) for place in p.places()] == [(2, "FR-101"), (1, "FR-101")]
    shared = given("1+5 2+6", circuits={1: "RR", 5: "OOOOOO", 2: "BB", 6: "PPP"}, over=True)
    assert [(place.place, place.shared) for place in shared.places()] == [(1, True), (1, True)]
