"""Evaluation, movement, points cards, consolation: CR-38 to CR-78, what the examples leave open."""

from __future__ import annotations

import pytest

from officina import Rng
from tests.rules.crazy_race.kit import (
    COLOURS,
    GAME,
    answer,
    asked,
    beside,
    given,
    hand,
    locos,
    log,
    offered,
    play,
    played,
    player,
    score,
    stage,
    to_act,
    told,
    why_not,
    won,
)


@pytest.mark.rules("CR-38", "CR-39", "CR-47")
def test_sides_are_turned_up_one_by_one_and_stay_open() -> None:
    p = given(card=7, turn=11, laid="lilac 1@3, orange 2@2, green 3@0, blue 4@1, lilac 2@2, orange 3@2")
    play(p, "blue pass")
    # Side 2 is free 3: Orange wins with 5 and is asked while side 3 is still face down.
    assert (asked(p, "orange"), p.view(None)["evaluating"]) == ("free_loco", 2)
    assert beside(p, 0) == ["green 3"]
    assert beside(p, 1) == ["blue 4"]
    assert beside(p, 2) == ["orange 2", "lilac 2", "orange 3"]
    assert beside(p, 3) == ["lilac ?"]
    assert (locos(p, "green"), locos(p, "blue"), locos(p, "lilac")) == ((0, 0, 2), (2, 0, 0), (0, 0, 0))
    answer(p, "orange", "free_loco b")
    assert [event.args[0] for event in told(p, "side_shown")] == [0, 1, 2, 3]
    assert (locos(p, "orange"), locos(p, "lilac")) == ((0, 3, 0), (0, 3, 0))


@pytest.mark.rules("CR-42")
def test_a_lone_one_wins_an_empty_side() -> None:
    p = given(card=1, turn=11, laid="blue 1@1")
    play(p, "blue pass")
    assert locos(p, "blue") == (4, 0, 0)
    assert [event.args[0] for event in told(p, "side_shown")] == [1]


@pytest.mark.rules("CR-47", "CR-43")
def test_one_player_may_win_all_sides() -> None:
    p = given(card=1, turn=8, laid="lilac 6@0, lilac 3@1, orange 1@0, green 1@2, blue 1@1")
    play(p, "lilac 2@2", "orange pass", "green pass", "blue pass")
    answer(p, "lilac", "free_loco c")
    assert locos(p, "lilac") == (5, 3, 2)  # A and B leap over C


@pytest.mark.rules("CR-44", "CR-46")
def test_a_free_side_moves_one_locomotive_the_whole_number() -> None:
    p = given(card=1, turn=11, laid="blue 1@0", locos={"blue": (12, 3, 5)}, finish={"blue": [6]})
    play(p, "blue pass")
    assert offered(p, "blue") == ["b", "c"]
    assert why_not(p, "blue", "free_loco a") == ("finished", "CR-44")
    answer(p, "blue", "free_loco b")
    assert locos(p, "blue") == (12, 6, 5)


@pytest.mark.rules("CR-44")
def test_a_free_side_is_lost_when_all_are_home() -> None:
    p = given(card=1, turn=11, laid="blue 2@0, lilac 1@0", locos={"blue": (12, 12, 12)}, finish={"blue": [6, 5, 5]})
    play(p, "blue pass")
    assert locos(p, "lilac") == (0, 0, 0)
    assert "Blue moves nothing on the top side: all locomotives are home." in log(p)
    assert to_act(p) == "lilac"  # who laid, and moved nothing
    answer(p, "lilac", "consolation decline")
    assert asked(p, "blue") == "consolation"


@pytest.mark.rules("CR-45")
def test_a_question_side_is_lost_when_all_are_home() -> None:
    p = given(card=6, turn=11, laid="blue 2@0, lilac 1@0", locos={"blue": (12, 12, 12)}, finish={"blue": [6, 5, 5]})
    play(p, "blue pass")
    assert len(told(p, "move_lost")) == 1
    assert locos(p, "lilac") == (0, 0, 0)


@pytest.mark.rules("CR-45", "CR-46")
def test_the_limits_of_a_piece_are_explained() -> None:
    p = given(
        card=6, turn=11, laid="blue 6@0, lilac 1@0, green 1@0, orange 1@0", locos={"blue": (12, 10, 4)}, finish={"blue": [6]}
    )
    play(p, "blue pass")
    assert why_not(p, "blue", "split_loco a") == ("finished", "CR-45")
    answer(p, "blue", "split_loco b")
    assert offered(p, "blue") == ["1", "2"]
    assert why_not(p, "blue", "split_steps 3") == ("more_than_needed", "CR-46")
    assert why_not(p, "blue", "split_steps 5") == ("too_many_steps", "CR-45")
    answer(p, "blue", "split_steps 1")
    assert locos(p, "blue") == (12, 11, 7)  # the rest goes to C, which alone can take it
    assert not told(p, "points_lost")


@pytest.mark.rules("CR-45")
def test_a_locomotive_takes_one_piece_of_a_question_side() -> None:
    p = given(card=6, turn=11, laid="blue 6@0, lilac 1@0, green 1@0")
    play(p, "blue pass")
    answer(p, "blue", "split_loco b")
    answer(p, "blue", "split_steps 1")
    assert why_not(p, "blue", "split_loco b") == ("had_a_piece", "CR-45")
    answer(p, "blue", "split_loco a")
    assert offered(p, "blue") == ["1", "2"]
    answer(p, "blue", "split_steps 1")
    assert locos(p, "blue") == (2, 1, 3)  # C takes the last point, over spaces 1 and 2


@pytest.mark.rules("CR-53")
def test_no_two_locomotives_of_a_player_share_a_space() -> None:
    rng = Rng("spaces")
    for seed in range(12):
        p = GAME.start(4, seed)
        while p.to_act:
            p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
            for entry in p.view(None)["table"]:
                spaces = [loco["space"] for loco in entry["locomotives"] if loco["space"] is not None]
                assert len(spaces) == len(set(spaces))


@pytest.mark.rules("CR-48", "CR-55", "CR-57")
def test_space_and_heading_along_the_course() -> None:
    p = given(3, locos={"lilac": (0, 3, 6), "orange": (9, 12, 5), "green": (11, 2, 7)})
    seen = [(loco["space"], loco["heading"]) for entry in p.view(None)["table"] for loco in entry["locomotives"]]
    assert seen[:3] == [(None, "out"), (3, "out"), (6, "back")]
    assert seen[3:6] == [(3, "back"), (None, "home"), (5, "out")]
    assert seen[6:] == [(1, "back"), (2, "out"), (5, "back")]


@pytest.mark.rules("CR-64")
def test_points_cards_and_totals_are_open() -> None:
    p = given(turntable={"lilac": [5, 4]}, finish={"lilac": [6]})
    for seat in (0, 1, 2, 3, None):
        view = p.view(seat)
        assert view["scores"] == [15, 0, 0, 0]
        assert (view["table"][0]["turntable_cards"], view["table"][0]["finish_cards"]) == ([5, 4], [6])
    assert p.breakdown(0) == [("turntable_cards", 9), ("finish_cards", 6)]


@pytest.mark.rules("CR-70", "CR-71")
def test_winning_and_losing_cards_alike_go_to_the_played_pile() -> None:
    p = given(3, card=1, turn=8, laid="lilac 6@1, orange 2@1, orange 1@2")
    play(p, "green pass")
    assert (played(p, "lilac"), played(p, "orange")) == ("6", "12")
    assert hand(p, "lilac") == "1122334"
    play(p, "orange pass", "green pass")
    assert why_not(p, "lilac", "place_card 6") == ("not_in_hand", "CR-17")


@pytest.mark.rules("CR-72")
def test_the_first_player_decides_first_and_nothing_is_discarded_before_the_last() -> None:
    p = given(3, card=1, opener="green", turn=8, laid="green 1@1, lilac 1@1, orange 6@1")
    play(p, "orange pass")
    assert (to_act(p), asked(p, "green")) == ("green", "consolation")
    answer(p, "green", "consolation decline")
    assert (to_act(p), asked(p, "lilac"), played(p, "green")) == ("lilac", "consolation", "")
    answer(p, "lilac", "consolation decline")
    assert (played(p, "green"), played(p, "lilac"), played(p, "orange")) == ("1", "1", "6")


@pytest.mark.rules("CR-74")
def test_who_moved_or_laid_nothing_gets_no_consolation() -> None:
    p = given(3, card=1, turn=8, laid="lilac 6@1, orange 2@1, lilac 1@2, green 3@2")
    play(p, "green pass")
    # Lilac won a side and lost another, Green won one, Orange moved nothing.
    assert (to_act(p), asked(p, "orange")) == ("orange", "consolation")
    answer(p, "orange", "consolation decline")
    assert (stage(p), played(p, "orange"), played(p, "lilac")) == (3, "2", "16")
    assert len(told(p, "declined")) == 1


@pytest.mark.rules("CR-76")
def test_consolation_neither_needs_nor_uses_the_take_back() -> None:
    p = given(3, card=1, turn=8, laid="lilac 1@1, orange 6@1", retaken="lilac")
    play(p, "green pass")
    answer(p, "lilac", "consolation 1")
    assert hand(p, "lilac") == "11223346"
    again = given(3, card=1, turn=8, laid="lilac 1@1, orange 6@1", hands={"lilac": "6"})
    play(again, "green pass")
    answer(again, "lilac", "consolation 1")
    assert not player(again, "lilac")["retake_used"]
    play(again, "orange 6@0" if "6" in hand(again, "orange") else "orange pass", "green pass")
    assert "retake" in offered(again, "lilac")


@pytest.mark.rules("CR-77", "CR-80")
def test_the_eighth_stage_ends_with_its_evaluation() -> None:
    p = given(3, card=1, stage=8, turn=8, laid="lilac 1@1, orange 6@1", locos={"orange": (2, 0, 0)})
    play(p, f"{to_act(p)} pass")
    assert p.over
    assert score(p, "orange") == 5
    assert (won(p, "orange"), locos(p, "orange")) == (([5], []), (6, 0, 0))
    assert p.view(None)["phase"] == "end"
    assert beside(p, 1) == ["lilac 1", "orange 6"]


@pytest.mark.rules("CR-82")
def test_the_earliest_end_is_stage_four_round_two() -> None:
    p = GAME.start(3, seed=11, listen=True)
    while p.to_act:
        view = p.view(None)
        colour = COLOURS[p.to_act[0]]
        kind = asked(p, colour)
        if kind == "consolation":
            answer(p, colour, "consolation decline")
        elif kind != "place_card":
            answer(p, colour, f"{kind} {offered(p, colour)[0]}")
        elif view["stage"] == 2 and not player(p, colour)["retake_used"]:
            answer(p, colour, "place_card retake")
        else:
            answer(p, colour, f"place_card {offered(p, colour)[0]}")
    # Three cards come back at the first chance: the last of eleven is laid in stage 4, round 2.
    assert (stage(p), len(told(p, "laid"))) == (4, 33)
    assert told(p, "all_spent")
    assert sum(len(side["cards"]) for side in p.view(None)["stage_card"]["sides"]) == 6


@pytest.mark.rules("CR-83")
def test_bringing_all_locomotives_home_does_not_end_the_game() -> None:
    p = given(3, card=1, turn=8, laid="lilac 1@1", locos={"lilac": (11, 12, 12)}, finish={"lilac": [6, 5]})
    play(p, "green pass")
    assert locos(p, "lilac") == (12, 12, 12)
    assert (stage(p), to_act(p)) == (3, "orange")
    play(p, "orange pass", "green pass")
    assert "1" in offered(p, "lilac")
