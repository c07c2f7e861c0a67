"""Variants and places, what the examples leave open: CR-86, CR-101 to CR-115."""

from __future__ import annotations

from collections import Counter

import pytest

from officina import Rng, render
from officina.games.crazy_race.state import CrazyRace
from tests.rules.crazy_race.kit import (
    GAME,
    all_pass,
    answer,
    asked,
    finish_pile,
    finished,
    given,
    locos,
    offered,
    play,
    told,
    turntable_pile,
    why_not,
    winners,
    won,
)

SHUFFLED = ([4, 5, 4, 5, 5, 4, 5, 4], [3, 6, 4, 5, 4, 5])


@pytest.mark.rules("CR-101", "CR-102")
def test_shuffled_piles_show_and_give_only_their_top_card() -> None:
    p = given(
        card=1,
        turn=11,
        laid="blue 1@1, lilac 1@3",
        locos={"blue": (5, 0, 0), "lilac": (0, 0, 11)},
        options={"shuffled_points": "on"},
        piles=SHUFFLED,
    )
    assert p.view(None)["turntable_pile"] == {"size": 8, "cards": [4]}
    assert p.view(0)["finish_pile"] == {"size": 6, "cards": [3]}
    all_pass(p)
    assert (won(p, "blue"), won(p, "lilac")) == (([4], []), ([], [3]))
    assert (turntable_pile(p), finish_pile(p)) == ([5], [6])
    assert [event.args for event in told(p, "top_shown")] == [(0, 5), (1, 6)]


@pytest.mark.rules("CR-102")
def test_the_order_below_the_top_is_hidden_from_all() -> None:
    p = given(options={"shuffled_points": "on"}, piles=SHUFFLED)
    worlds = [p.determinize(0, Rng(seed)).to_json()["state"] for seed in range(20)]
    assert {world["points"]["turntable"][0] for world in worlds} == {4}
    assert {world["points"]["finish"][0] for world in worlds} == {3}
    assert len({tuple(world["points"]["finish"]) for world in worlds}) > 10


@pytest.mark.rules("CR-101")
def test_each_pile_is_shuffled_by_itself() -> None:
    for seed in range(10):
        state = GAME.start(3, seed, {"shuffled_points": "on"}).to_json()["state"]
        assert sorted(state["points"]["turntable"]) == [4, 4, 4, 4, 5, 5, 5, 5]
        assert sorted(state["points"]["finish"]) == [3, 4, 4, 5, 5, 6]


@pytest.mark.rules("CR-107")
def test_no_penalty_when_all_are_home_and_no_second_last_when_one_is_left() -> None:
    home = (12, 12, 12)
    everybody = {"lilac": home, "orange": home, "green": home}
    held = {"lilac": [5, 4], "orange": [5, 4], "green": [5, 4]}
    p = finished(3, locos=everybody, turntable=held, options={"rear_penalty": "both"})
    assert (p.over, p.scores()) == (True, [9, 9, 9])
    p = finished(3, locos={**everybody, "green": (12, 5, 12)}, turntable=held, options={"rear_penalty": "both"})
    assert (p.over, p.scores()) == (True, [9, 9, 4])
    assert p.view(None)["table"][2]["discarded"] == [5]
    assert p.breakdown(2) == [("turntable_cards", 9), ("finish_cards", 0), ("penalties", -5)]


@pytest.mark.rules("CR-103", "CR-106")
def test_who_has_no_points_card_loses_nothing() -> None:
    p = finished(
        3,
        locos={"lilac": (12, 12, 0), "orange": (12, 12, 3), "green": (12, 12, 7)},
        turntable={"green": [5]},
        options={"rear_penalty": "both"},
    )
    assert (p.over, p.scores()) == (True, [0, 0, 5])
    assert not told(p, "penalty")


@pytest.mark.rules("CR-103")
def test_the_penalty_also_comes_after_an_early_end() -> None:
    p = given(
        3,
        card=1,
        stage=5,
        turn=2,
        opener="lilac",
        hands={"lilac": "", "orange": "", "green": "6"},
        retaken="lilac orange green",
        turntable={"lilac": [5]},
        locos={"orange": (1, 2, 3), "green": (1, 2, 3), "lilac": (0, 7, 12)},
        options={"rear_penalty": "last"},
    )
    play(p, "green 6@3")
    assert (p.over, p.scores()) == (True, [0, 0, 0])


@pytest.mark.rules("CR-105")
def test_the_second_last_chooses_any_of_his_cards() -> None:
    p = finished(
        3,
        locos={"lilac": (12, 12, 0), "orange": (12, 12, 3), "green": (12, 12, 7)},
        turntable={"orange": [5, 4]},
        finish={"orange": [6]},
        options={"rear_penalty": "second_last"},
    )
    assert (asked(p, "orange"), offered(p, "orange")) == ("penalty_discard", ["4", "5", "6"])
    assert why_not(p, "orange", "penalty_discard 3") == ("no_such_points", "CR-105")
    answer(p, "orange", "penalty_discard 5")
    assert won(p, "orange") == ([4], [6])


@pytest.mark.rules("CR-108")
@pytest.mark.parametrize("home", [0, 2])
def test_the_first_and_the_third_locomotive_do_not_steal(home: int) -> None:
    locomotives = {0: (9, 0, 0), 2: (9, 12, 12)}[home]
    p = given(
        card=1,
        turn=11,
        laid="green 1@1",
        locos={"green": locomotives},
        turntable={"lilac": [5]},
        options={"steal_second": "on"},
    )
    play(p, "blue pass")
    assert won(p, "green") == ([], [6])


@pytest.mark.rules("CR-108")
def test_without_the_variant_nobody_steals() -> None:
    p = given(card=1, turn=11, laid="green 1@1", locos={"green": (9, 12, 0)}, turntable={"lilac": [5]})
    play(p, "blue pass")
    assert won(p, "green") == ([], [6])


@pytest.mark.rules("CR-108", "CR-109")
def test_the_stolen_card_is_drawn_evenly_among_all_cards_of_the_victim() -> None:
    drawn: Counter[int] = Counter()
    for seed in range(300):
        p = given(
            card=1,
            turn=11,
            laid="green 1@1",
            locos={"green": (9, 12, 0)},
            turntable={"lilac": [5, 4]},
            finish={"lilac": [6]},
            options={"steal_second": "on"},
            seed=seed,
        )
        play(p, "blue pass")
        answer(p, "green", "finish_reward steal lilac")
        drawn[p.scores()[2]] += 1
        assert p.scores()[0] + p.scores()[2] == 15
        assert len(told(p, "stole")) == 1
    assert set(drawn) == {4, 5, 6}
    assert min(drawn.values()) > 70


@pytest.mark.rules("CR-109")
def test_the_order_of_the_draw_is_from_the_highest_card_down() -> None:
    p = given(
        card=1,
        turn=11,
        laid="green 1@1",
        locos={"green": (9, 12, 0)},
        turntable={"lilac": [5, 4]},
        finish={"lilac": [6]},
        options={"steal_second": "on"},
    )
    play(p, "blue pass")
    index = p.clone().rng.below(3)
    answer(p, "green", "finish_reward steal lilac")
    assert p.scores()[2] == [6, 5, 4][index]


@pytest.mark.rules("CR-109")
def test_whom_nobody_can_steal_from() -> None:
    p = given(
        3,
        card=1,
        turn=8,
        laid="green 1@1",
        locos={"green": (9, 12, 0)},
        turntable={"lilac": [5]},
        options={"steal_second": "on"},
    )
    play(p, "green pass")
    assert offered(p, "green") == ["pile", "steal lilac"]
    assert why_not(p, "green", "finish_reward steal green") == ("steal_own", "CR-108")
    assert why_not(p, "green", "finish_reward steal orange") == ("nothing_to_steal", "CR-109")
    assert why_not(p, "green", "finish_reward steal blue") == ("not_in_play", "CR-02")


@pytest.mark.rules("CR-110")
def test_stealing_is_decided_on_arrival_also_with_an_empty_pile() -> None:
    p = given(
        card=6,
        turn=11,
        laid="green 6@0, blue 1@0, lilac 1@0",
        locos={"green": (11, 12, 5)},
        turntable={"lilac": [5]},
        finish_taken=6,
        options={"steal_second": "on"},
    )
    play(p, "blue pass")
    answer(p, "green", "split_loco a")
    assert (asked(p, "green"), offered(p, "green")) == ("finish_reward", ["pile", "steal lilac"])
    assert locos(p, "green") == (12, 12, 5)
    answer(p, "green", "finish_reward pile")
    assert locos(p, "green") == (12, 12, 7)
    assert won(p, "green") == ([5], [])


@pytest.mark.rules("CR-111")
def test_with_nothing_to_steal_the_pile_is_taken_unasked() -> None:
    p = given(
        card=1, turn=11, laid="green 1@1", locos={"green": (9, 12, 0)}, turntable={"green": [5]}, options={"steal_second": "on"}
    )
    play(p, "blue pass")
    assert won(p, "green") == ([5], [6])
    assert asked(p, "orange") == "place_card"


@pytest.mark.rules("CR-86", "CR-114")
def test_places_after_the_winner_go_by_score_and_locomotives() -> None:
    held = {"lilac": [5], "orange": [5], "green": [4]}
    for rule, wanted in (("rear_loco", [2, 1, 3, 4]), ("runner_up", [3, 2, 1, 4])):
        p = finished(turntable=held, locos={"orange": (3, 2, 1)}, options={"tie_rule": rule})
        assert isinstance(p, CrazyRace)
        if rule == "runner_up":  # 5, 5, 4, 0: the 4 wins
            assert winners(p) == ["green"]
        assert [place.place for place in p.places()] == p.view(None)["places"] == wanted
    shared = finished(turntable={"lilac": [5], "orange": [5]})
    assert shared.view(None)["places"] == [1, 1, 3, 3]


@pytest.mark.rules("CR-85", "CR-86", "CR-112", "CR-114")
def test_each_place_names_the_tie_break_that_decided() -> None:
    held = {"lilac": [5], "orange": [5], "green": [4]}
    p = finished(turntable=held, locos={"orange": (3, 2, 1)})
    assert [place.tie.rule if place.tie else None for place in p.places()] == ["CR-85", "CR-85", None, None]
    middle = finished(turntable=held, locos={"orange": (3, 2, 1), "lilac": (1, 4, 9)})
    assert [place.tie.rule if place.tie else None for place in middle.places()][:2] == ["CR-86", "CR-86"]
    assert [place.place for place in middle.places()][:2] == [1, 2]
    p = finished(turntable=held, locos={"orange": (3, 2, 1)}, options={"tie_rule": "runner_up"})
    first, second, winner, last = p.places()
    assert (winner.by, second.by, first.by, last.by) == (["runner_up"], ["runner_up", "rear"], ["runner_up", "rear"], [])
    assert winner.tie is not None
    assert winner.tie.rule == "CR-112"
    assert second.tie is not None
    assert render(second.tie, "en") == (
        "Tied on 5: shared scores give way to the highest one held alone (CR-112), rearmost locomotive on 1 against 0 (CR-85)"
    )


@pytest.mark.rules("CR-113")
def test_the_second_card_ranks_all_that_share_the_highest_score_and_nobody_else() -> None:
    p = finished(
        turntable={"lilac": [5, 4], "orange": [4]},
        finish={"orange": [5], "green": [6, 3]},
        locos={"orange": (1, 2, 3), "green": (12, 12, 12)},
        options={"tie_rule": "second_card"},
    )
    assert p.scores() == [9, 9, 9, 0]
    assert [place.place for place in p.places()] == [2, 1, 3, 4]
    assert [place.by for place in p.places()] == [["second_card", "rear"], ["second_card", "rear"], ["second_card"], []]
    lower = finished(
        turntable={"lilac": [5, 5], "orange": [5], "green": [4]},
        finish={"orange": [3], "green": [4]},
        locos={"orange": (1, 2, 3)},
        options={"tie_rule": "second_card"},
    )
    assert lower.scores() == [10, 8, 8, 0]
    assert [(place.place, place.by) for place in lower.places()][1:3] == [(2, ["rear"]), (3, ["rear"])]


@pytest.mark.rules("CR-113", "CR-114")
def test_second_card_counts_nothing_below_two_cards_and_then_the_locomotives() -> None:
    p = finished(finish={"lilac": [5], "orange": [5]}, locos={"orange": (1, 2, 3)}, options={"tie_rule": "second_card"})
    assert winners(p) == ["orange"]
    p = finished(
        turntable={"orange": [4], "lilac": []},
        finish={"lilac": [4], "orange": [4], "green": [5, 3]},
        locos={"green": (12, 12, 12)},
        options={"tie_rule": "second_card"},
    )
    assert p.scores() == [4, 8, 8, 0]
    assert winners(p) == ["orange"]


@pytest.mark.rules("CR-114", "CR-103")
def test_ties_are_looked_at_after_the_penalties() -> None:
    held = {"lilac": [5, 5], "orange": [5]}
    race = {"lilac": (12, 12, 0), "orange": (12, 12, 1), "green": (12, 12, 12), "blue": (12, 12, 12)}
    p = finished(turntable=held, locos=race, options={"rear_penalty": "last"})
    assert (p.scores(), winners(p)) == ([5, 5, 0, 0], ["orange"])


@pytest.mark.rules("CR-115")
def test_fewer_cards_are_removed_before_shuffling() -> None:
    options = {"shuffled_points": "on", "turntable_cards": 6, "finish_cards": 4}
    for seed in range(10):
        state = GAME.start(3, seed, options).to_json()["state"]
        assert sorted(state["points"]["turntable"]) == [4, 4, 5, 5, 5, 5]
        assert sorted(state["points"]["finish"]) == [4, 5, 5, 6]
