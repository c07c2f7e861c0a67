"""2.2 Traps and 2.3 Collections: FR-40 to FR-57."""

from __future__ import annotations

import pytest

from tests.rules.fuori_di_rotella.kit import (
    all_feet,
    answer,
    asked,
    dump,
    feet,
    given,
    in_play,
    offered,
    outcomes,
    phase,
    play,
    play_on,
    sees,
    shown,
    turn,
)


@pytest.mark.rules("FR-40", "FR-50")
def test_all_traps_are_revealed_together_and_collects_on_untrapped_dumps_stay_face_down() -> None:
    # Draft sharing of dump 1 lets us look at the table in the middle of 2.2.
    p = given("1 2 3 4 5 6", dumps={1: "GGPP", 6: "O"}, draft=True)
    play(p, {1: "trap 1", 2: "trap 1", 3: "collect 1", 4: "trap 5", 5: "collect 6", 6: "attack 6"})
    assert (phase(p), asked(p, 1)) == ("trap", "share_pick")
    assert [sees(p, None, robot) for robot in in_play(p)] == ["trap 1", "trap 1", "collect 1", "trap 5", "", "attack 6"]
    assert sees(p, 4, 5) == "collect 6"


@pytest.mark.rules("FR-40", "FR-41", "FR-42")
def test_collects_on_a_trapped_dump_are_revealed_as_their_dump_is_judged() -> None:
    p = given("1 2 3 4 5 6", dumps={1: "GGPP", 2: "BBGG"}, draft=True, stop="assembly")
    play(p, {1: "trap 1", 2: "trap 1", 3: "collect 1", 4: "trap 2", 5: "collect 2", 6: "collect 6"})
    assert asked(p, 1) == "share_pick"  # dump 1 is being judged, dump 2 not yet
    assert shown(p) == [1, 2, 3, 4]
    for _ in play_on(p, lambda p, seat: p.options(seat)[0]):
        pass
    assert feet(p, 4) == "BBGG"
    assert shown(p) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rules("FR-41", "FR-45")
def test_each_dump_is_judged_on_its_own_with_all_its_traps_at_once() -> None:
    # A second trap on dump 5 does not come too late; the trap on dump 6 fails on its own.
    p = given("1 2 3 4 5 6", dumps={5: "RBRB", 6: "YY"}, stop="assembly")
    play(p, {1: "trap 5", 2: "trap 5", 3: "trap 6", 4: "collect 5"})
    assert all_feet(p) == ["RR", "BB", "", "", "", ""]
    assert (dump(p, 5), dump(p, 6)) == ("", "YY")


@pytest.mark.rules("FR-42", "FR-47")
def test_every_collect_on_a_trapped_dump_is_cancelled_also_one_for_leftovers_of_the_own_colour() -> None:
    p = given("1 2 3 4", dumps={4: "YYY"}, stop="assembly")
    play(p, {1: "trap 4", 2: "trap 4", 3: "collect 4", 4: "collect 4"})
    assert all_feet(p) == ["Y", "Y", "", ""]
    assert dump(p, 4) == "Y"


@pytest.mark.rules("FR-43", "FR-46")
def test_a_trap_succeeds_only_with_a_collect_on_the_same_dump() -> None:
    p = given("1 2 3", dumps={1: "RR", 2: "BB", 3: "YY"}, stop="assembly")
    play(p, {1: "trap 2", 2: "collect 3", 3: "attack 3"})  # the collect is elsewhere
    assert (all_feet(p), dump(p, 2)) == (["", "YY", ""], "BB")
    p = given("1 2 3", dumps={1: "RR", 2: "BB", 3: "YY"}, stop="assembly")
    play(p, {1: "trap 2", 2: "trap 2", 3: "attack 2"})  # an attack on robot 2 is no collect on dump 2
    assert (all_feet(p), dump(p, 2)) == (["", "", ""], "BB")


@pytest.mark.rules("FR-44", "FR-58")
def test_a_single_trapper_takes_everything_without_being_asked() -> None:
    p = given("1 2 3", dumps={2: "RBBYY"}, draft=True, stop="exploration")
    play(p, {1: "trap 2", 2: "collect 2", 3: "collect 2"})
    assert all_feet(p) == ["RBBYY", "", ""]
    assert asked(p, 1) == "assemble"


@pytest.mark.rules("FR-48")
def test_a_collect_cancelled_by_empty_handed_trappers_gets_nothing_also_in_2_3() -> None:
    p = given("1 2 3 4", dumps={4: "RB"}, stop="assembly")
    play(p, {1: "trap 4", 2: "trap 4", 3: "trap 4", 4: "collect 4"})
    assert (all_feet(p), dump(p, 4)) == (["", "", "", ""], "RB")


@pytest.mark.rules("FR-49")
def test_traps_do_not_affect_attacks_or_other_traps_and_do_not_last() -> None:
    p = given("1 2 3", feet={1: "R"}, dumps={1: "BY", 3: "YY"}, next_gears="RBY")
    play(p, {1: "trap 3", 2: "attack 1", 3: "trap 1"})
    assert all_feet(p) == ["", "R", ""]
    assert (dump(p, 1), dump(p, 3)) == ("RBY", "YYY")
    assert turn(p) == 2
    play(p, {1: "attack 1", 2: "attack 2", 3: "collect 3"})  # last turn's trap on dump 3 is gone
    assert feet(p, 3) == "YYY"


@pytest.mark.rules("FR-51", "FR-56")
def test_a_cancelled_collect_can_be_played_again_in_the_next_turn() -> None:
    p = given("1 2 3", dumps={3: "R"}, next_gears="RBY")
    play(p, {1: "trap 3", 2: "collect 3"})
    assert "collect 3" in offered(p, 2)
    assert "trap 3" in offered(p, 1)
    play(p, {1: "attack 1", 2: "collect 3"})
    assert feet(p, 2) == "Y"


@pytest.mark.rules("FR-52", "FR-57")
def test_in_2_3_all_remaining_programmes_are_revealed() -> None:
    p = given("1 2 3 4", dumps={4: "GGYY", 3: "R"}, draft=True)
    play(p, {1: "collect 4", 2: "collect 4", 3: "collect 3", 4: "trap 1"})
    assert (phase(p), asked(p, 1)) == ("collect", "share_pick")
    assert [sees(p, None, robot) for robot in in_play(p)] == ["collect 4", "collect 4", "collect 3", "trap 1"]


@pytest.mark.rules("FR-53", "FR-58")
def test_a_single_collector_takes_everything_without_being_asked() -> None:
    p = given("1 2 3", dumps={3: "RBBYYY", 2: "R"}, draft=True, stop="exploration")
    play(p, {1: "collect 3", 2: "collect 2"})
    assert all_feet(p) == ["RBBYYY", "R", ""]
    assert dump(p, 3) == ""


@pytest.mark.rules("FR-54")
def test_two_collectors_share() -> None:
    p = given("1 2 3", dumps={3: "RRRBBB"}, stop="exploration")
    play(p, {1: "collect 3", 2: "collect 3"})
    assert all_feet(p) == ["RRR", "BBB", ""]


@pytest.mark.rules("FR-55")
def test_a_claim_on_an_empty_dump_gains_nothing() -> None:
    p = given("1 2 3 4", dumps={2: "B"}, stop="assembly")
    play(p, {1: "collect 1", 2: "collect 3", 3: "collect 3", 4: "attack 4"})
    assert all_feet(p) == ["", "", "", ""]
    p = given("1 2 3 4", dumps={2: "B"}, stop="assembly")
    play(p, {1: "trap 1", 2: "collect 1"})
    assert all_feet(p) == ["", "", "", ""]


@pytest.mark.rules("FR-57")
def test_by_the_end_of_the_turn_every_programme_was_shown_cancelled_or_not() -> None:
    programs = {1: "attack 4", 2: "trap 3", 3: "collect 3", 4: "attack 4", 5: "collect 5"}
    p = given("1 2 3 4 5", dumps={3: "R", 5: "O"})
    p.events = []
    play(p, programs)
    (history,) = p.view(None)["history"]
    assert [f"{entry['action']} {entry['number']}" for entry in history] == list(programs.values())
    reveals = [event for event in p.events if p.game.event_kinds[event.code].name == "revealed" and event.seen_by(None)]
    assert sorted(event.args[0] + 1 for event in reveals) == [1, 2, 3, 4, 5]


@pytest.mark.rules("FR-59")
def test_trappers_never_share_with_collectors() -> None:
    def trapped(seed: int) -> tuple[str, ...]:
        p = given("1 2 3 4", dumps={4: "RGGG"}, seed=seed, stop="assembly")
        play(p, {1: "collect 4", 2: "trap 4", 4: "collect 4"})
        return (feet(p, 1), feet(p, 2), feet(p, 4))

    assert outcomes(trapped, 10).keys() == {("", "RGGG", "")}
    p = given("1 2 3 4", dumps={4: "RRGG"}, stop="exploration")
    answer(p, 1, "program collect 4")
    answer(p, 2, "program trap 4")
    answer(p, 3, "program trap 4")
    answer(p, 4, "program collect 4")
    assert (feet(p, 1), feet(p, 4)) == ("", "")
    assert (len(feet(p, 2)), len(feet(p, 3))) == (2, 2)  # two claimants, not four
