"""Placing, hidden cards, the take-back: CR-16 to CR-37."""

from __future__ import annotations

import pytest

from officina import IllegalChoice, Rng
from tests.rules.crazy_race.kit import (
    COLOURS,
    GAME,
    all_pass,
    answer,
    asked,
    beside,
    digits,
    given,
    hand,
    locos,
    log,
    offered,
    play,
    played,
    player,
    stage,
    to_act,
    told,
    why_not,
)


@pytest.mark.rules("CR-16", "CR-28")
@pytest.mark.parametrize("players", [3, 4])
def test_placing_lasts_three_rounds_then_the_stage_is_evaluated(players: int) -> None:
    p = given(players, card=1)
    turns = []
    play(p, "lilac 1@1")
    for _ in range(players * 3 - 1):
        assert (stage(p), p.view(None)["phase"]) == (2, "placing")
        turns.append((p.view(None)["round"], to_act(p)))
        play(p, f"{to_act(p)} pass")
    assert [turn[1] for turn in turns].count("orange") == 3
    assert turns[-1] == (3, COLOURS[players - 1])
    assert (stage(p), locos(p, "lilac")[0]) == (3, 4)


@pytest.mark.rules("CR-17")
def test_a_turn_lays_exactly_one_card_of_the_hand() -> None:
    p = given(card=1, hands={"lilac": "1133"})
    assert offered(p, "lilac") == ["1", "3", "pass", "retake"]
    assert why_not(p, "lilac", "place_card 6") == ("not_in_hand", "CR-17")
    answer(p, "lilac", "place_card 3")
    assert (to_act(p), asked(p, "lilac")) == ("lilac", "place_side")
    answer(p, "lilac", "place_side 2")
    assert (to_act(p), hand(p, "lilac")) == ("orange", "113")
    with pytest.raises(IllegalChoice):
        p.apply(0, 0)


@pytest.mark.rules("CR-18")
def test_no_limit_to_the_cards_of_a_side() -> None:
    p = given(card=6)
    for _ in range(3):
        for colour in COLOURS:
            play(p, f"{colour} {offered(p, colour)[0]}@0")
    assert asked(p, "lilac") == "split_loco"
    answer(p, "lilac", "split_loco a")
    assert offered(p, "lilac") == [str(steps) for steps in range(1, 13)]


@pytest.mark.rules("CR-19")
def test_whoever_passes_may_lay_again() -> None:
    p = given(card=1)
    play(p, "lilac pass", "orange pass", "green pass", "blue pass")
    assert "1" in offered(p, "lilac")
    play(p, "lilac 1@1")
    assert beside(p, 1) == ["lilac ?"]


@pytest.mark.rules("CR-20", "CR-42", "CR-74")
def test_a_stage_without_cards_moves_nothing_and_gives_nothing() -> None:
    p = given(card=1)
    turns = 0
    while stage(p) == 2:
        turns += 1
        play(p, f"{to_act(p)} pass")
    assert turns == 12
    assert asked(p, "orange") == "place_card"
    assert {GAME.event_kinds[event.code].name for event in p.events or []} == {"passed", "stage_began"}


@pytest.mark.rules("CR-21", "CR-22", "CR-39")
def test_a_laid_card_shows_owner_side_and_order_but_no_value() -> None:
    p = given(card=1)
    play(p, "lilac 6@1", "orange 1@1", "green 2@0", "blue pass", "lilac 3@1")
    assert beside(p, 1) == beside(p, 1, "blue") == ["lilac ?", "orange ?", "lilac ?"]
    assert beside(p, 1, "lilac") == ["lilac 6", "orange ?", "lilac 3"]
    numbers = [card["number"] for side in p.view(None)["stage_card"]["sides"] for card in side["cards"]]
    assert sorted(numbers) == [1, 2, 3, 4]
    assert "Lilac lays a card beside the right side." in log(p, "orange")
    assert not [line for line in log(p, "orange") if "6" in line]
    assert "Only you know: your card beside the right side is a 6." in log(p, "lilac")


@pytest.mark.rules("CR-22")
def test_choosing_a_card_and_choosing_its_side_look_the_same_to_others() -> None:
    p = given(card=1)
    before = [p.view(seat) for seat in (1, 2, 3, None)]
    answer(p, "lilac", "place_card 6")
    assert [p.view(seat) for seat in (1, 2, 3, None)] == before
    assert before[0]["asked"] == {"seat": 0, "what": "placing", "options": []}
    assert p.view(0)["own"]["chosen"] == 6
    for seed in range(5):
        world = p.determinize(1, Rng(seed))
        assert GAME.vocabulary.kind_name(world.kind(0)) == "place_card"


@pytest.mark.rules("CR-23")
def test_a_card_may_bid_where_its_owner_has_nothing_to_move() -> None:
    locos_home = {"lilac": (12, 12, 12)}
    p = given(3, card=6, turn=5, laid="orange 2@0, green 1@1", locos={"lilac": (12, 12, 12)}, finish={"lilac": [6, 5, 5]})
    assert to_act(p) == "green"
    play(p, "green pass", "lilac 6@2")
    assert p.view(None)["stage_card"]["sides"][3]["taboo"]
    play(p, "orange pass", "green pass")
    assert locos(p, "lilac") == locos_home["lilac"]
    counted = given(3, card=6, turn=6, laid="orange 2@0", locos={"lilac": (12, 12, 12)}, finish={"lilac": [6, 5, 5]})
    play(counted, "lilac 1@0", "orange pass", "green pass")
    answer(counted, "orange", "split_loco a")
    assert offered(counted, "orange") == ["1", "2"]


@pytest.mark.rules("CR-25")
def test_an_empty_hand_is_announced_and_nothing_else_about_hands() -> None:
    p = given(card=1, hands={"lilac": "6"})
    assert not player(p, "lilac")["hand_empty"]
    answer(p, "lilac", "place_card 6")
    assert not player(p, "lilac")["hand_empty"]
    answer(p, "lilac", "place_side 1")
    assert player(p, "lilac")["hand_empty"]
    assert len(told(p, "hand_empty")) == 1
    play(p, "orange pass", "green pass", "blue pass", "lilac retake")
    assert not player(p, "lilac")["hand_empty"]
    assert set(player(p, "lilac")) == {
        "seat", "colour", "locomotives", "turntable_cards", "finish_cards", "discarded", "score", "retake_used", "hand_empty",
    }  # fmt: skip
    assert p.view(None)["own"] is None


@pytest.mark.rules("CR-26", "CR-84")
def test_who_has_no_say_any_more_keeps_the_points_and_can_win() -> None:
    p = given(3, card=1, stage=8, hands={"lilac": ""}, retaken="lilac", turntable={"lilac": [5]})
    all_pass(p)
    assert p.over
    assert p.winners() == [0]


@pytest.mark.rules("CR-27", "CR-76")
def test_a_consolation_card_may_be_used_by_one_who_had_no_say() -> None:
    p = given(3, card=1, turn=8, opener="lilac", hands={"lilac": ""}, retaken="lilac", laid="lilac 1@1, orange 6@1")
    play(p, "green pass")
    answer(p, "lilac", "consolation 1")
    assert not player(p, "lilac")["hand_empty"]
    play(p, "orange pass", "green pass")
    assert offered(p, "lilac") == ["1", "pass"]


@pytest.mark.rules("CR-30")
def test_two_used_sides_make_no_taboo_side() -> None:
    p = given(3, card=1)
    play(p, "lilac 1@0", "orange 1@2", "green 1@0", "lilac 2@2", "orange 2@0")
    assert not any(side["taboo"] for side in p.view(None)["stage_card"]["sides"])
    answer(p, "green", "place_card 1")
    assert offered(p, "green") == ["0", "1", "2", "3"]


@pytest.mark.rules("CR-32", "CR-33", "CR-36")
def test_the_take_back_is_offered_with_cards_in_hand_in_every_own_turn() -> None:
    p = given(3, card=1, hands={"lilac": "46"})
    for _ in range(3):
        assert offered(p, "lilac") == ["4", "6", "pass", "retake"]
        play(p, "lilac pass", "orange pass", "green pass")
    play(p, "orange pass", "green pass", "lilac retake", "lilac 1@0")
    assert (hand(p, "lilac"), played(p, "lilac")) == ("1223346", "")


@pytest.mark.rules("CR-34", "CR-71")
def test_played_cards_come_back_only_together_and_only_by_the_take_back() -> None:
    p = given(card=1, hands={"lilac": "46"})
    assert why_not(p, "lilac", "place_card 1") == ("not_in_hand", "CR-17")
    play(p, "lilac retake")
    assert (hand(p, "lilac"), played(p, "lilac")) == ("11223346", "")


@pytest.mark.rules("CR-37")
def test_taking_back_is_public_but_not_how_many_cards() -> None:
    p = given(card=1, hands={"lilac": "46"})
    play(p, "lilac retake")
    assert [event.args for event in told(p, "retook")] == [()]
    assert log(p, "blue") == ["Lilac takes back the played pile."]
    all_pass(p)
    assert player(p, "lilac")["retake_used"]


@pytest.mark.rules("CR-22", "CR-25")
def test_a_redrawn_hand_never_lays_a_card_before_it_was_taken_back() -> None:
    p = given(3, card=1, opener="orange", hands={"lilac": "12"}, turn=0)
    play(p, "orange pass", "green pass", "lilac 2@0", "orange pass", "green pass", "lilac retake", "lilac 6@1")
    seen = set()
    for seed in range(200):
        world = p.determinize(1, Rng(seed))
        early, late = beside(world, 0, "lilac")[0], beside(world, 1, "lilac")[0]
        assert early in ("lilac 1", "lilac 2")
        assert digits(sorted([int(early[-1]), int(late[-1]), *world.view(0)["own"]["hand"]])) == "11223346"
        seen.add((early, late))
    assert len(seen) == 10
