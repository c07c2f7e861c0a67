"""The worked examples E18 to E22 of the rule spec: ties and variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.rules.crazy_race.kit import (
    Locos,
    all_pass,
    answer,
    asked,
    finish_pile,
    finished,
    given,
    locos,
    offered,
    player,
    score,
    to_act,
    told,
    turntable_pile,
    winners,
    won,
)

Held = Mapping[str, Sequence[int]]


@pytest.mark.rules("CR-84", "CR-85", "CR-86")
@pytest.mark.parametrize(
    ("lilac", "orange", "expected"),
    [
        ((12, 12, 2), (12, 6, 4), ["orange"]),
        ((12, 12, 4), (12, 6, 4), ["lilac"]),
        ((12, 4, 7), (4, 7, 12), ["lilac", "orange"]),
    ],
    ids=["rearmost", "middle", "shared"],
)
def test_e18_final_ties(lilac: Locos, orange: Locos, expected: list[str]) -> None:
    p = finished(
        turntable={"lilac": [5, 4], "orange": [5, 4], "blue": [5]},
        finish={"lilac": [5, 4], "orange": [5, 4]},
        locos={"lilac": lilac, "orange": orange, "blue": (6, 11, 10)},
    )
    assert p.over
    assert (score(p, "lilac"), score(p, "orange")) == (18, 18)
    assert winners(p) == expected


RACE: dict[str, Locos] = {"lilac": (12, 12, 3), "orange": (12, 6, 0), "green": (12, 8, 3), "blue": (12, 12, 10)}
HELD = {"lilac": [5, 4], "orange": [5, 4], "green": [5, 4], "blue": [5, 4]}


def rear_penalty(race: Mapping[str, Locos], penalty: str = "both") -> list[str]:
    """Who had to discard what, in this order, all of them taking their lowest card where they may choose."""
    p = finished(locos=race, turntable=HELD, options={"rear_penalty": penalty}, opener="green")
    while p.to_act:
        colour = to_act(p)
        assert (asked(p, colour), offered(p, colour)[0]) == ("penalty_discard", "4")
        answer(p, colour, "penalty_discard 4")
    names = ("lilac", "orange", "green", "blue")
    found = [f"{names[event.seat]} {event.args[0]}{' of choice' if event.args[1] else ''}" for event in told(p, "penalty")]
    for seat, name in enumerate(names):
        lost = sum(int(entry.split()[1]) for entry in found if entry.split()[0] == name)
        assert p.scores()[seat] == 9 - lost
    return found


@pytest.mark.rules("CR-103", "CR-104", "CR-105", "CR-106")
def test_e19_the_last_and_the_second_last_discard() -> None:
    assert rear_penalty(RACE) == ["orange 5", "green 4 of choice", "lilac 4 of choice"]


@pytest.mark.rules("CR-105", "CR-106")
def test_e19_two_last_locomotives_of_one_player() -> None:
    # Both of his cards: the highest, and then, without being asked, the only one left.
    assert rear_penalty({**RACE, "orange": (12, 0, 0)}) == ["orange 5", "orange 4 of choice"]


@pytest.mark.rules("CR-104", "CR-105")
def test_e19_last_locomotives_of_two_players() -> None:
    race: dict[str, Locos] = {**RACE, "lilac": (12, 12, 0)}
    assert rear_penalty(race) == ["lilac 5", "orange 5"]


@pytest.mark.rules("CR-103", "CR-104", "CR-105")
def test_e19_one_penalty_alone() -> None:
    assert rear_penalty(RACE, "last") == ["orange 5"]
    assert rear_penalty(RACE, "second_last") == ["green 4 of choice", "lilac 4 of choice"]


@pytest.mark.rules("CR-108", "CR-109")
def test_e20_the_second_locomotive_home_may_steal() -> None:
    p = given(
        card=1,
        turn=11,
        laid="green 1@1",
        locos={"green": (9, 12, 0)},
        turntable={"lilac": [5, 4]},
        finish={"blue": [6]},
        options={"steal_second": "on"},
    )
    all_pass(p)
    top = finish_pile(p)
    assert (asked(p, "green"), offered(p, "green")) == ("finish_reward", ["pile", "steal lilac", "steal blue"])
    answer(p, "green", "finish_reward steal blue")
    assert (won(p, "green"), won(p, "blue")) == (([], [6]), ([], []))
    assert finish_pile(p) == top
    assert locos(p, "green") == (12, 12, 0)
    assert not told(p, "stole")
    assert len(told(p, "stole_only")) == 1


@pytest.mark.rules("CR-112", "CR-114")
@pytest.mark.parametrize(
    ("turntable", "finish", "scores", "winner"),
    [
        ({"lilac": [5, 5], "orange": [5, 5], "green": [4], "blue": [4]}, {"green": [5]}, [10, 10, 9, 4], "green"),
        ({"lilac": [5], "orange": [5], "green": [4], "blue": [4]}, {}, [5, 5, 4, 4], "orange"),
        ({"lilac": [5], "orange": [5], "green": [5]}, {}, [5, 5, 5, 0], "blue"),
        ({"lilac": [5], "orange": [5], "green": [5], "blue": [5]}, {}, [5, 5, 5, 5], "orange"),
        ({"lilac": [5, 5], "orange": [5, 4], "green": [5, 4], "blue": [4]}, {}, [10, 9, 9, 4], "lilac"),
    ],
    ids=["the runner-up wins", "no lone score", "even with nothing", "all equal", "no tie at the top"],
)
def test_e21_runner_up(turntable: Held, finish: Held, scores: list[int], winner: str) -> None:
    p = finished(turntable=turntable, finish=finish, locos={"orange": (3, 2, 1)}, options={"tie_rule": "runner_up"})
    assert p.scores() == scores
    assert winners(p) == [winner]


@pytest.mark.rules("CR-113")
def test_e21_second_card() -> None:
    p = finished(
        finish={"lilac": [6], "orange": [5, 5, 3]},
        turntable={"lilac": [4, 4, 4], "orange": [5]},
        locos={"lilac": (5, 4, 3)},
        options={"tie_rule": "second_card"},
    )
    assert p.scores() == [18, 18, 0, 0]
    assert winners(p) == ["orange"]


@pytest.mark.rules("CR-115")
def test_e22_fewer_points_cards() -> None:
    p = given(
        card=6,
        turn=11,
        laid="blue 6@0, lilac 1@0, green 1@1",
        locos={"blue": (11, 5, 0), "green": (0, 0, 8)},
        options={"turntable_cards": 3, "finish_cards": 2},
    )
    assert (turntable_pile(p), finish_pile(p)) == ([5, 5, 5], [6, 5])
    all_pass(p)
    answer(p, "blue", "split_loco a")
    answer(p, "blue", "split_loco b")
    assert won(p, "blue") == ([5], [6])
    assert (won(p, "green"), finish_pile(p)) == (([], [5]), [])
    last = given(card=1, turn=11, laid="blue 1@1", locos={"blue": (5, 12, 12)}, turntable_taken=3, finish_taken=2)
    all_pass(last)
    assert player(last, "blue")["score"] == 5
    gone = given(
        card=1,
        turn=11,
        laid="blue 1@1, green 1@3",
        locos={"blue": (5, 12, 12), "green": (0, 0, 11)},
        turntable_taken=3,
        finish_taken=2,
        options={"turntable_cards": 3, "finish_cards": 2},
    )
    all_pass(gone)
    assert (won(gone, "blue"), won(gone, "green")) == (([], []), ([], []))
