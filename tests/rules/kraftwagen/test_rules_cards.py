"""Worker, Research, developments, instants, parts: KW-49 to KW-71; examples E12 to E17, E33, E35, E36."""

from __future__ import annotations

import pytest

from tests.rules.kraftwagen.kit import (
    GAME,
    act,
    asked,
    awards_of,
    cards,
    choose,
    codes,
    given,
    holder,
    levels,
    offered,
    player,
    refused,
    telling,
    told,
)

# --- Worker


@pytest.mark.rules("KW-49")
def test_one_worker_moves_from_the_supply_to_the_canteen() -> None:
    p = given(R={"canteen": 1, "supply": 5})
    act(p, "R", "worker")
    assert (player(p, "R").canteen, player(p, "R").supply) == (2, 4)


@pytest.mark.rules("KW-50", "KW-62")
def test_up_to_three_means_as_many_as_there_are_without_a_choice() -> None:
    p = given(R={"canteen": 0, "supply": 2}, face_up="inst_workers dev_bb")
    act(p, "R", "research")
    choose(p, "take_card inst_workers")
    assert (player(p, "R").canteen, player(p, "R").supply) == (2, 0)
    empty = given(R={"canteen": 1, "supply": 0}, face_up="inst_workers dev_bb")
    act(empty, "R", "research")
    choose(empty, "take_card inst_workers")
    assert player(empty, "R").canteen == 1
    assert "inst_workers" in codes(empty.discard)


@pytest.mark.rules("KW-51", "KW-60", "KW-57", "KW-62")
def test_e14_two_inactive() -> None:
    given_things = {"canteen": 0, "supply": 8, "inactive": "dev_bb dev_b_body"}
    p = given(R=given_things, face_up="inst_workers dev_ee")
    act(p, "R", "research")
    choose(p, "take_card inst_workers")
    assert asked(p) == "activate"
    assert offered(p) == ["dev_bb", "dev_b_body"]
    assert refused(p, "activate dev_ee") == "KW-51"
    choose(p, "activate dev_bb")
    assert levels(p, "R") == (4, 1)
    assert player(p, "R").bodies == (4,)
    assert (player(p, "R").canteen, player(p, "R").supply) == (1, 5)
    other = given(R=given_things, face_up="inst_workers dev_ee")
    act(other, "R", "research")
    choose(other, "take_card inst_workers", "activate dev_b_body")
    assert player(other, "R").bodies == (2,)
    assert levels(other, "R") == (4, 1)


@pytest.mark.rules("KW-51")
def test_each_activation_is_finished_before_the_next_worker_is_hired() -> None:
    p = given(R={"canteen": 0, "supply": 8, "inactive": "dev_e_engine dev_e_engine"}, face_up="inst_workers dev_ee")
    act(p, "R", "research")
    choose(p, "take_card inst_workers")
    assert asked(p) == "place_engine"
    assert (player(p, "R").supply, levels(p, "R")) == (7, (1, 2))
    choose(p, "place_engine workshop")
    assert (player(p, "R").supply, levels(p, "R")) == (6, (1, 3))


# --- Research


@pytest.mark.rules("KW-53")
def test_one_card_is_taken_the_other_discarded_and_two_are_turned_up_before_the_effect() -> None:
    p = given(face_up="dev_e_engine dev_bb", deck="otto inst_gp")
    act(p, "R", "research")
    assert offered(p) == ["dev_bb", "dev_e_engine"]
    assert refused(p, "take_card dev_ee") == "KW-53"
    choose(p, "take_card dev_e_engine")
    assert asked(p) == "place_engine", "the effect is still going on"
    assert codes(p.discard) == ["dev_bb"]
    assert codes(p.face_up) == ["eng_otto", "inst_gp"]
    kinds = [kind for kind in GAME.event_kinds if kind.name == "cards_turned"]
    assert kinds[0].reveals


@pytest.mark.rules("KW-54")
def test_the_discard_with_the_rejected_card_becomes_the_new_deck() -> None:
    p = given(face_up="dev_bb dev_ee", no_more_cards=True, discard="inst_gp inst_gp inst_gp")
    act(p, "R", "research")
    choose(p, "take_card dev_bb")
    assert "deck_shuffled" in told(p)
    assert p.discard == ()
    assert sorted(codes(p.face_up + p.deck)) == ["dev_ee", "inst_gp", "inst_gp", "inst_gp"]


@pytest.mark.rules("KW-54")
def test_the_last_card_of_the_deck_is_turned_up_before_the_discard_is_shuffled() -> None:
    p = given(face_up="dev_bb dev_ee", deck="otto", no_more_cards=True, discard="inst_gp")
    act(p, "R", "research")
    choose(p, "take_card dev_bb")
    assert codes(p.face_up)[0] == "eng_otto"
    assert sorted(codes(p.face_up[1:] + p.deck)) == ["dev_ee", "inst_gp"]


@pytest.mark.rules("KW-55", "KW-56", "KW-63")
def test_e33_cards_out() -> None:
    p = given(face_up="inst_gp", no_more_cards=True)
    act(p, "R", "research")
    assert player(p, "R").space == 5
    assert codes(p.face_up) == ["inst_gp"]
    assert (p.deck, p.discard) == ((), ())


@pytest.mark.rules("KW-55")
def test_with_too_few_cards_what_exists_is_shown() -> None:
    p = given(face_up="dev_bb dev_ee", no_more_cards=True)
    act(p, "R", "research")
    choose(p, "take_card dev_bb")
    assert codes(p.face_up) == ["dev_ee"]
    act(p, "B", "research")
    assert p.face_up == ()
    assert player(p, "B").developments == cards("dev_ee")


@pytest.mark.rules("KW-56")
def test_developments_and_engineers_stay_instants_are_discarded() -> None:
    p = given(face_up="opel dev_bb", deck="inst_parts dev_ee")
    act(p, "R", "research")
    choose(p, "take_card eng_opel")
    assert codes(p.discard) == ["dev_bb"]
    act(p, "R", "research")
    choose(p, "take_card inst_parts")
    assert codes(p.discard) == ["dev_bb", "dev_ee"], "the instant is not discarded before it is resolved"
    choose(p, "pick_part body")
    assert codes(p.discard) == ["dev_bb", "dev_ee", "inst_parts"]
    assert player(p, "R").engineers


# --- developments and levels


@pytest.mark.rules("KW-57", "KW-65")
def test_e12_levels() -> None:
    p = given(R={"active": "dev_be dev_b_engine"})
    assert levels(p, "R") == (3, 2)
    act(p, "R", "body")
    act(p, "R", "engine")
    choose(p, "place_engine workshop")
    assert (player(p, "R").bodies, player(p, "R").engines) == ((3,), (2,))


@pytest.mark.rules("KW-57")
def test_a_level_is_at_most_seven() -> None:
    p = given(R={"active": "dev_bb dev_bb dev_bb dev_bb"})
    assert player(p, "R").body_points == 9
    assert levels(p, "R") == (7, 1)
    act(p, "R", "body")
    assert player(p, "R").bodies == (7,)


@pytest.mark.rules("KW-58", "KW-61", "KW-143")
def test_a_worker_of_the_canteen_must_go_on_a_new_development_and_stays_there() -> None:
    p = given(face_up="dev_bb dev_ee", R={"canteen": 1})
    act(p, "R", "research")
    choose(p, "take_card dev_bb")
    one = player(p, "R")
    assert (one.canteen, one.developments, one.inactive) == (0, cards("dev_bb"), ())
    assert one.canteen + one.supply + len(one.developments) == 9
    p.pawn = 0
    act(p, "R", "gp")
    assert p.round == 2
    assert (player(p, "R").developments, player(p, "R").canteen) == (cards("dev_bb"), 0)


@pytest.mark.rules("KW-59", "KW-60", "KW-51", "KW-129")
def test_e13_deferred_part() -> None:
    p = given(
        face_up="dev_b_body dev_ee",
        R={"canteen": 0, "supply": 5, "active": "dev_b_engine", "bodies": [1], "engines": [1]},
    )
    act(p, "R", "research")
    choose(p, "take_card dev_b_body")
    assert levels(p, "R") == (2, 1)
    assert player(p, "R").bodies == (1,)
    assert told(p)[-1] != "part_stored"
    act(p, "R", "worker")
    assert (player(p, "R").canteen, player(p, "R").supply) == (0, 4)
    assert levels(p, "R") == (3, 1)
    assert player(p, "R").bodies == (1, 3)
    assert holder(p, "body3") == "R"


@pytest.mark.rules("KW-60")
def test_the_points_count_before_the_part_is_given() -> None:
    p = given(face_up="dev_e_engine dev_ee", R={"canteen": 1})
    act(p, "R", "research")
    choose(p, "take_card dev_e_engine", "place_engine workshop")
    assert player(p, "R").engines == (2,)


# --- instants


@pytest.mark.rules("KW-63", "KW-91")
def test_the_race_instant_moves_five_whatever_the_engine_and_six_with_porsche() -> None:
    p = given(face_up="inst_gp dev_ee", R={"race_engine": 7})
    act(p, "R", "research")
    choose(p, "take_card inst_gp")
    assert player(p, "R").space == 5
    fast = given(face_up="inst_gp dev_ee", R={"engineers": "porsche"})
    act(fast, "R", "research")
    choose(fast, "take_card inst_gp")
    assert player(fast, "R").space == 6


@pytest.mark.rules("KW-64", "KW-129", "KW-130")
def test_e36_parts_order() -> None:
    p = given(
        face_up="inst_parts dev_ee",
        R={"active": "dev_be dev_be dev_e_engine", "bodies": [1], "engines": [1], "race_engine": 7},
    )
    assert levels(p, "R") == (3, 4)
    act(p, "R", "research")
    choose(p, "take_card inst_parts")
    assert offered(p) == ["body", "engine"]
    choose(p, "pick_part engine", "place_body replace engine 4")
    assert (player(p, "R").bodies, player(p, "R").engines) == ((1, 3), (1,))
    assert awards_of(p, "R") == ["body3", "engine4"]


# --- Body and Engine


@pytest.mark.rules("KW-65", "KW-66")
def test_parts_have_exactly_the_level_and_never_run_out() -> None:
    p = given(R={"active": "dev_bb"})
    for _ in range(12):
        player(p, "R").bodies = ()
        act(p, "R", "body")
        assert player(p, "R").bodies == (3,)
        assert len([part for part in telling(p, "part_stored") if part[2] != 3]) == 0


@pytest.mark.rules("KW-67", "KW-68")
def test_while_a_workshop_is_free_the_part_goes_there() -> None:
    p = given(R={"bodies": [1], "engines": [1], "active": "dev_ee"})
    act(p, "R", "engine")
    assert offered(p) == ["workshop", "race_car"]
    assert refused(p, "place_engine decline") == "KW-68"
    assert refused(p, "place_engine replace body 1") == "KW-68"
    choose(p, "place_engine workshop")
    assert player(p, "R").used_workshops() == 3


@pytest.mark.rules("KW-68", "KW-70", "KW-29")
def test_e15_full_workshops() -> None:
    p = given(R={"bodies": [2], "engines": [1, 3], "active": "dev_bb dev_be dev_e_body", "race_engine": 3})
    assert levels(p, "R") == (4, 3)
    act(p, "R", "engine")
    assert offered(p) == ["decline", "replace body 2", "replace engine 1", "replace engine 3"]
    assert refused(p, "place_engine race_car") == "KW-70"
    assert refused(p, "place_engine workshop") == "KW-68"
    assert refused(p, "place_engine replace engine 2") == "KW-68"
    choose(p, "place_engine replace engine 1")
    assert player(p, "R").engines == (3, 3)


@pytest.mark.rules("KW-68", "KW-130")
def test_with_full_workshops_a_part_may_be_declined_and_wins_nothing() -> None:
    p = given(R={"bodies": [1, 1], "engines": [1], "active": "dev_bb"})
    act(p, "R", "body")
    assert offered(p) == ["decline", "replace body 1", "replace engine 1"]
    choose(p, "place_body decline")
    assert player(p, "R").bodies == (1, 1)
    assert holder(p, "body3") == ""


@pytest.mark.rules("KW-129")
def test_e16_double_award() -> None:
    p = given(R={"active": "dev_bb dev_bb dev_be"})
    assert levels(p, "R") == (6, 2)
    act(p, "R", "body")
    assert awards_of(p, "R") == ["body3", "body6"]
    assert telling(p, "award_won") == [(0, 4, 3), (0, 5, 7)]


@pytest.mark.rules("KW-69", "KW-105", "KW-91", "KW-130")
def test_e17_race_engine_no_award() -> None:
    p = given(
        R={"active": "dev_ee dev_be dev_e_engine", "race_engine": 2, "engineers": "bugatti porsche", "space": 3},
    )
    assert levels(p, "R") == (2, 5)
    act(p, "R", "engine")
    choose(p, "place_engine race_car")
    assert (player(p, "R").race_engine, player(p, "R").space) == (5, 9)
    assert player(p, "R").engines == ()
    assert holder(p, "engine4") == ""


@pytest.mark.rules("KW-70")
def test_only_a_higher_engine_goes_on_the_race_car() -> None:
    p = given(R={"active": "dev_ee", "race_engine": 3, "bodies": [1, 1], "engines": [1]})
    act(p, "R", "engine")
    assert "race_car" not in offered(p)
    better = given(R={"active": "dev_ee", "race_engine": 2})
    act(better, "R", "engine")
    assert "race_car" in offered(better)


@pytest.mark.rules("KW-71")
def test_a_race_engine_is_not_for_cars_on_the_market() -> None:
    p = given(R={"bodies": [3], "race_engine": 5, "canteen": 2, "engineers": "daimler"}, buyers="price", at="PhaseTwo")
    assert offered(p) == ["use_daimler", "end_turn"]
    assert refused(p, "market_step place_car") == "KW-82"


# --- engineers taken


@pytest.mark.rules("KW-97", "KW-133", "KW-132", "KW-50")
def test_e35_otto_engineers() -> None:
    p = given(face_up="otto dev_ee", deck="dev_bb inst_gp", R={"engineers": "porsche opel", "supply": 1})
    act(p, "R", "research")
    choose(p, "take_card eng_otto")
    assert telling(p, "award_won") == [(0, 9, 7), (0, 8, 7)]
    order = [name for name in told(p) if name in ("award_won", "hired")]
    assert order == ["award_won", "hired", "award_won"]
    assert player(p, "R").supply == 0
    assert asked(p) == "take_card"
    assert offered(p) == ["dev_bb", "inst_gp"]


@pytest.mark.rules("KW-97")
def test_otto_finds_no_second_card() -> None:
    p = given(face_up="otto", no_more_cards=True, R={"supply": 5})
    act(p, "R", "research")
    assert asked(p) == "pick_tile"
    assert player(p, "R").supply == 3


@pytest.mark.rules("KW-88")
def test_an_engineer_brings_markers_that_serve_from_the_next_menu_on() -> None:
    p = given(face_up="daimler dev_ee", buyers="price")
    choose(p, "pick_tile b2", "pick_action research", "take_card eng_daimler")
    assert asked(p) == "pick_action"
    assert offered(p) == ["worker", "use_daimler"]
    assert p.view(None)["seats"][0]["markers"] == ["daimler_2", "daimler_4"]
