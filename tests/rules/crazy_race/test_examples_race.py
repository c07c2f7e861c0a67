"""The worked examples E1 to E9 and E15 of the rule spec: evaluation, movement, points cards."""

from __future__ import annotations

import pytest

from tests.rules.crazy_race.kit import (
    Locos,
    all_pass,
    answer,
    asked,
    beside,
    finish_pile,
    given,
    locos,
    log,
    offered,
    play,
    stage,
    to_act,
    told,
    turntable_pile,
    won,
)


@pytest.mark.rules("CR-16", "CR-29", "CR-38", "CR-39", "CR-40", "CR-41", "CR-43", "CR-44", "CR-60", "CR-61", "CR-78")
def test_e01_the_rulebooks_example() -> None:
    p = given(
        3,
        card=1,
        opener="orange",
        locos={"lilac": (5, 4, 0), "orange": (4, 0, 0), "green": (6, 3, 1)},
        turntable={"green": [5]},
    )
    assert turntable_pile(p) == [5, 5, 5, 4, 4, 4, 4]
    play(p, "orange 3@0", "green 1@1", "lilac 1@0")
    play(p, "orange pass", "green 1@2")
    assert p.view(None)["stage_card"]["sides"][3]["taboo"]
    play(p, "lilac 4@2", "orange pass", "green 2@2", "lilac 2@0")
    assert (asked(p, "orange"), offered(p, "orange")) == ("free_loco", ["a", "b", "c"])
    assert beside(p, 1) == ["green ?"]
    answer(p, "orange", "free_loco a")
    assert locos(p, "lilac") == (5, 8, 0)
    assert locos(p, "orange") == (6, 0, 0)
    assert locos(p, "green") == (12, 3, 1)
    assert (turntable_pile(p), finish_pile(p)) == ([5, 4, 4, 4, 4], [5, 5, 4, 4, 3])
    assert (won(p, "lilac"), won(p, "orange"), won(p, "green")) == (([5], []), ([5], []), ([5], [6]))
    assert (stage(p), to_act(p), asked(p, "green")) == (3, "green", "place_card")


@pytest.mark.rules("CR-58")
def test_e02_surplus_points_at_the_finish_are_lost() -> None:
    p = given(3, card=1, turn=8, locos={"green": (7, 3, 1)}, laid="green 1@1", turntable={"green": [5]})
    all_pass(p)
    assert locos(p, "green") == (12, 3, 1)
    assert won(p, "green") == ([5], [6])
    assert [event.args for event in told(p, "points_lost")] == [(1,)]


@pytest.mark.rules("CR-14", "CR-45", "CR-46", "CR-63")
def test_e03_three_cards_on_a_question_side_are_split() -> None:
    p = given(card=6, turn=11, laid="blue 6@0, lilac 1@0, green 1@0", locos={"blue": (3, 4, 0)})
    all_pass(p)
    assert (asked(p, "blue"), offered(p, "blue")) == ("split_loco", ["a", "b", "c"])
    answer(p, "blue", "split_loco a")
    assert offered(p, "blue") == ["1", "2", "3"]
    answer(p, "blue", "split_steps 1")
    assert locos(p, "blue") == (5, 4, 0)
    assert offered(p, "blue") == ["b", "c"]
    answer(p, "blue", "split_loco b")
    answer(p, "blue", "split_steps 2")
    assert locos(p, "blue") == (5, 8, 0)
    assert won(p, "blue") == ([5], [])


MOVES: list[tuple[str, int, tuple[int, int], int, int, str]] = [
    ("M1", 0, (0, 0), 4, 4, ""),
    ("M2", 0, (1, 2), 1, 3, ""),
    ("M3", 0, (11, 0), 1, 2, ""),
    ("M4", 5, (0, 0), 3, 8, "T"),
    ("M5", 5, (6, 0), 1, 7, "T"),
    ("M6", 5, (6, 0), 2, 8, "T"),
    ("M7", 3, (4, 5), 1, 6, "T"),
    ("M8", 4, (5, 6), 1, 8, "T"),
    ("M9", 6, (0, 0), 1, 7, ""),
    ("M10", 11, (0, 0), 4, 12, "F"),
    ("M11", 10, (1, 0), 1, 12, "F"),
    ("M12", 9, (2, 11), 1, 12, "F"),
    ("M14", 10, (12, 12), 1, 11, ""),
]
CARDS_BY_DISTANCE = {1: (2, 3), 2: (3, 0), 3: (8, 0), 4: (1, 1)}
"""Stage card and side on which the Kettle (A) moves so far."""


@pytest.mark.rules(
    "CR-43", "CR-48", "CR-49", "CR-50", "CR-51", "CR-52", "CR-54", "CR-55", "CR-56", "CR-57", "CR-58", "CR-60", "CR-61"
)
@pytest.mark.parametrize(("name", "at", "others", "points", "result", "cards"), MOVES, ids=[move[0] for move in MOVES])
def test_e04_movement(name: str, at: int, others: tuple[int, int], points: int, result: int, cards: str) -> None:
    card, side = CARDS_BY_DISTANCE[points]
    track: Locos = (at, *others)
    p = given(card=card, turn=11, laid=f"orange 1@{side}", locos={"orange": track})
    all_pass(p)
    assert locos(p, "orange") == (result, *others)
    assert won(p, "orange") == ([5] if "T" in cards else [], [6] if "F" in cards else [])


@pytest.mark.rules("CR-55", "CR-60", "CR-61", "CR-63")
def test_e04_m13_turntable_and_finish_in_one_move() -> None:
    laid = "orange 6@0, lilac 1@0, green 1@0, blue 1@0, lilac 1@0"
    p = given(card=6, turn=11, laid=laid, locos={"orange": (3, 4, 5)}, turntable_taken=4)
    all_pass(p)
    answer(p, "orange", "split_loco a")
    assert offered(p, "orange") == ["1", "2", "3", "4", "5"]
    answer(p, "orange", "split_steps 5")
    assert locos(p, "orange") == (12, 4, 5)
    assert [event.args for event in told(p, "took_points")] == [(0, 4), (1, 6)]


@pytest.mark.rules("CR-40", "CR-41")
@pytest.mark.parametrize(
    ("laid", "winner"),
    [
        ("lilac 2@1, orange 3@1, green 1@1, blue 1@3, lilac 1@1", "lilac"),
        ("green 1@1, orange 3@1, blue 1@3, lilac 2@1, blue 1@3, orange 1@3, lilac 1@1", "orange"),
        ("lilac 3@1, orange 2@1, orange 2@1", "orange"),
    ],
    ids=["first among equals", "the earliest card of a loser does not count", "sums decide before order"],
)
def test_e05_ties_on_a_side(laid: str, winner: str) -> None:
    p = given(card=1, turn=11, laid=laid)
    all_pass(p)
    assert [locos(p, colour)[0] for colour in ("lilac", "orange", "green")].count(4) == 1
    assert locos(p, winner)[0] == 4


@pytest.mark.rules("CR-43", "CR-74")
def test_e06_a_lost_movement_passes_to_nobody_and_consoles() -> None:
    p = given(card=3, turn=11, laid="orange 6@2, blue 2@2", locos={"orange": (0, 0, 12)}, finish={"orange": [6]})
    all_pass(p)
    assert (locos(p, "orange"), locos(p, "blue")) == ((0, 0, 12), (0, 0, 0))
    assert (asked(p, "orange"), offered(p, "orange")) == ("consolation", ["6", "decline"])
    assert "Orange moves nothing on the bottom side: the Beetle is home already." in log(p)


@pytest.mark.rules("CR-43", "CR-44")
def test_e07_a_locomotive_that_finishes_within_the_stage() -> None:
    p = given(card=1, turn=11, laid="lilac 1@0, lilac 1@1", locos={"lilac": (10, 12, 12)}, finish={"lilac": [6, 5]})
    all_pass(p)
    assert locos(p, "lilac") == (12, 12, 12)
    assert won(p, "lilac") == ([], [6, 5, 5])
    assert len(told(p, "move_lost")) == 1
    assert (stage(p), asked(p, "orange")) == (3, "place_card")


@pytest.mark.rules("CR-45", "CR-46")
def test_e08_a_question_side_with_one_locomotive_left() -> None:
    laid = "lilac 6@0, orange 1@0, green 1@0, blue 1@0, lilac 1@0"
    p = given(card=6, turn=11, laid=laid, locos={"lilac": (12, 12, 10)}, finish={"lilac": [6, 5]})
    all_pass(p)
    assert locos(p, "lilac") == (12, 12, 12)
    assert won(p, "lilac") == ([], [6, 5, 5])
    assert [event.args for event in told(p, "points_lost")] == [(3,)]


@pytest.mark.rules("CR-45", "CR-46")
@pytest.mark.parametrize("first", ["a", "b"])
def test_e09_split_options(first: str) -> None:
    laid = "orange 6@0, lilac 1@0, green 1@0, blue 1@0"
    p = given(card=6, turn=11, laid=laid, locos={"orange": (11, 3, 12)}, finish={"orange": [6]})
    all_pass(p)
    assert offered(p, "orange") == ["a", "b"]
    answer(p, "orange", f"split_loco {first}")
    if first == "a":  # one step, and the rest for B, without a question
        assert locos(p, "orange") == (12, 6, 12)
        assert won(p, "orange") == ([5], [6, 5])
        assert not told(p, "points_lost")
    else:
        assert offered(p, "orange") == ["1", "2", "3", "4"]
        answer(p, "orange", "split_steps 1")
        assert locos(p, "orange") == (12, 4, 12)
        assert [event.args for event in told(p, "points_lost")] == [(2,)]


@pytest.mark.rules("CR-62")
def test_e15_an_empty_turntable_pile_gives_nothing() -> None:
    p = given(card=1, turn=11, laid="blue 1@1", locos={"blue": (3, 0, 0)}, turntable_taken=8)
    all_pass(p)
    assert locos(p, "blue") == (7, 0, 0)
    assert won(p, "blue") == ([], [])
    assert finish_pile(p) == [6, 5, 5, 4, 4, 3]


@pytest.mark.rules("CR-60", "CR-63")
def test_e15_the_first_of_two_arrivals_gets_the_higher_card() -> None:
    p = given(card=6, turn=11, laid="blue 6@0, lilac 1@0, green 1@0", locos={"blue": (5, 0, 4)}, turntable_taken=3)
    assert turntable_pile(p)[:2] == [5, 4]
    all_pass(p)
    answer(p, "blue", "split_loco a")
    answer(p, "blue", "split_steps 1")
    assert won(p, "blue") == ([5], [])
    answer(p, "blue", "split_loco c")
    answer(p, "blue", "split_steps 2")
    assert (locos(p, "blue"), won(p, "blue")) == ((6, 0, 7), ([5, 4], []))
