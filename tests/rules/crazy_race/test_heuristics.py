"""The heuristic player clearly beats random ones, and does the obvious."""

from __future__ import annotations

import pytest

from officina import Position, Rng
from tests.rules.crazy_race.kit import COLOURS, GAME, given, offered, play


def choice(p: Position, seed: int = 1) -> str:
    """What the heuristic player would most like to do."""
    seat = p.to_act[0]
    rng = Rng(seed)
    weights = GAME.weights(p.determinize(seat, rng), seat, rng)
    assert len(weights) == len(p.options(seat))
    return offered(p, COLOURS[seat])[weights.index(max(weights))]


@pytest.mark.parametrize("players", [3, 4])
def test_one_heuristic_player_beats_random_players(players: int) -> None:
    wins = 0.0
    games = 24
    for seed in range(games):
        rng = Rng(f"heuristic {seed}")
        p = GAME.start(players, seed)
        hero = seed % players
        while p.to_act:
            seat = p.to_act[0]
            options = p.options(seat)
            if seat == hero:
                option = options[rng.weighted(GAME.weights(p.determinize(seat, rng), seat, rng))]
            else:
                option = rng.pick(options)
            p.apply(seat, option)
        wins += (hero in p.winners()) / len(p.winners())
    assert wins / games >= 0.75


def test_it_takes_the_card_that_a_move_earns() -> None:
    p = given(card=1, turn=11, laid="blue 1@0", locos={"blue": (1, 4, 6)})
    play(p, "blue pass")
    assert choice(p) == "b"


def test_it_splits_a_question_side_so_that_both_arrive() -> None:
    p = given(card=6, stage=8, opener="orange", turn=11, laid="blue 6@0, lilac 1@0, green 1@0", locos={"blue": (4, 11, 0)})
    play(p, "lilac pass")
    while p.to_act:
        p.apply(3, p.options(3)[offered(p, "blue").index(choice(p))])
    assert p.scores()[3] == 11


def test_it_takes_back_when_nothing_else_is_left_to_do() -> None:
    assert choice(given(card=1, hands={"lilac": ""})) == "retake"
    assert choice(given(card=1, stage=8, turn=8, hands={"lilac": "1"}, locos={"lilac": (2, 0, 0)})) == "retake"


def test_it_takes_the_best_card_as_consolation_and_discards_the_worst() -> None:
    p = given(3, card=1, turn=8, laid="lilac 3@1, lilac 1@1, orange 6@1")
    play(p, "green pass")
    assert choice(p) == "3"


def test_it_steals_rather_than_take_the_last_finish_card() -> None:
    p = given(
        card=1,
        turn=11,
        laid="green 1@1",
        locos={"green": (9, 12, 0)},
        turntable={"lilac": [5, 4]},
        finish_taken=5,
        options={"steal_second": "on"},
    )
    play(p, "blue pass")
    assert choice(p) == "steal lilac"
