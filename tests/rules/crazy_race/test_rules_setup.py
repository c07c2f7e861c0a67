"""Set-up and the frame of a stage: CR-01 to CR-15."""

from __future__ import annotations

from typing import Any

import pytest

from officina import OptionError, Rng
from officina.core.rng import game_rng
from tests.rules.crazy_race.kit import COLOURS, GAME, all_pass, given, hand, locos, play, played, player, stage, to_act, told


@pytest.mark.rules("CR-01")
def test_three_or_four_players_and_no_others() -> None:
    assert list(GAME.players) == [3, 4]
    for players in (1, 2, 5):
        with pytest.raises(OptionError):
            GAME.start(players, seed=1)


@pytest.mark.rules("CR-01", "CR-16")
@pytest.mark.parametrize(("players", "order"), [(3, "green lilac orange"), (4, "green blue lilac orange")])
def test_turns_go_clockwise_by_rising_seats(players: int, order: str) -> None:
    p = given(players, opener="green")
    turns = []
    for _ in range(players):
        turns.append(to_act(p))
        play(p, f"{to_act(p)} pass")
    assert " ".join(turns) == order
    assert to_act(p) == "green"


@pytest.mark.rules("CR-02")
def test_each_seat_has_its_colour_and_three_players_have_no_blue() -> None:
    assert [entry["colour"] for entry in GAME.start(4, seed=1).view(None)["table"]] == list(COLOURS)
    assert [entry["colour"] for entry in GAME.start(3, seed=1).view(None)["table"]] == list(COLOURS[:3])


@pytest.mark.rules("CR-03", "CR-04", "CR-35")
def test_everybody_starts_with_all_cards_and_all_locomotives_in_the_zone() -> None:
    p = GAME.start(4, seed=3)
    for colour in COLOURS:
        assert (hand(p, colour), played(p, colour)) == ("11223346", "")
        assert locos(p, colour) == (0, 0, 0)
        assert {loco["heading"] for loco in player(p, colour)["locomotives"]} == {"out"}
        assert not player(p, colour)["retake_used"]


@pytest.mark.rules("CR-05", "CR-13", "CR-15")
def test_the_eight_stage_cards_come_once_each_in_random_order() -> None:
    orders = []
    for seed in range(12):
        p = GAME.start(3, seed)
        order: list[int] = []
        while p.to_act:
            view = p.view(None)
            assert view["used_stage_cards"] == order
            order.append(view["stage_card"]["card"])
            assert sorted(order + view["coming_stage_cards"]) == list(range(1, 9))
            all_pass(p)
        assert sorted(order) == list(range(1, 9))
        orders.append(tuple(order))
    assert len(set(orders)) == 12


@pytest.mark.rules("CR-06", "CR-07", "CR-08")
@pytest.mark.parametrize("players", [3, 4])
def test_all_points_cards_lie_open_the_highest_on_top(players: int) -> None:
    view = GAME.start(players, seed=1).view(None)
    assert view["turntable_pile"] == {"size": 8, "cards": [5, 5, 5, 5, 4, 4, 4, 4]}
    assert view["finish_pile"] == {"size": 6, "cards": [6, 5, 5, 4, 4, 3]}


@pytest.mark.rules("CR-09", "CR-10", "CR-101")
def test_chance_comes_in_the_order_of_the_notation_page() -> None:
    rng = game_rng("order")
    first = rng.below(4)
    deck = list(range(1, 9))
    rng.shuffle(deck)
    turntable, finish = [5, 5, 5, 5, 4, 4], [6, 5, 5, 4]
    rng.shuffle(turntable)
    rng.shuffle(finish)
    options = {"shuffled_points": "on", "turntable_cards": 6, "finish_cards": 4}
    state = GAME.start(4, "order", options).to_json()["state"]
    assert (state["first"], state["deck"]) == (COLOURS[first], deck)
    assert state["points"] == {"turntable": turntable, "finish": finish}


@pytest.mark.rules("CR-10")
def test_the_base_game_uses_no_chance_after_the_set_up() -> None:
    p = GAME.start(4, seed=9)
    before = p.rng.state()
    rng = Rng(1)
    while p.to_act:
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
    assert p.rng.state() == before


@pytest.mark.rules("CR-11")
def test_options_are_fixed_before_the_set_up() -> None:
    chosen: dict[str, Any] = {
        "shuffled_points": True,
        "rear_penalty": "last",
        "steal_second": "on",
        "tie_rule": "runner_up",
        "turntable_cards": 6,
        "finish_cards": "4",
    }
    p = GAME.start(3, 1, chosen)
    wanted = {**chosen, "shuffled_points": "on", "finish_cards": 4}
    rng = Rng(1)
    while p.to_act:
        assert p.view(None)["options"] == wanted
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
    assert p.to_json()["options"] == wanted


@pytest.mark.rules("CR-11")
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("turntable_cards", 0),
        ("turntable_cards", 9),
        ("finish_cards", 7),
        ("rear_penalty", "on"),
        ("tie_rule", "none"),
        ("x", 1),
    ],
)
def test_options_that_do_not_exist_are_refused(option: str, value: object) -> None:
    with pytest.raises(OptionError):
        GAME.start(3, 1, {option: value})


@pytest.mark.rules("CR-12", "CR-13", "CR-39", "CR-70")
def test_a_stage_runs_reveal_placing_evaluation_discarding_new_first_player() -> None:
    p = given(4, card=1, next_cards=[5], locos={"orange": (0, 12, 0)}, finish={"orange": [6]})
    play(p, "lilac 1@1", "orange 1@2")
    all_pass(p)
    assert p.view(None)["phase"] == "discard"
    p.apply(1, GAME.vocabulary.parse("consolation decline")[1])
    names = [GAME.event_kinds[event.code].name for event in p.events or []]
    assert [name for name in names if name not in ("passed", "laid_value")] == [
        "laid", "laid", "side_shown", "side_won", "moved", "side_shown", "side_won", "move_lost",
        "declined", "cleared", "stage_began",
    ]  # fmt: skip
    assert (stage(p), to_act(p), p.view(None)["phase"]) == (3, "orange", "placing")
    assert told(p, "stage_began")[0].args == (3, 4)
    assert p.view(None)["stage_card"]["card"] == 5


@pytest.mark.rules("CR-14")
def test_the_stage_cards_keep_the_balance_of_the_spec() -> None:
    parts = GAME.parts
    by_model: dict[int, list[int]] = {-1: [], 0: [], 1: [], 2: []}
    arrows: dict[int, int] = {-1: 0, 0: 0, 1: 0, 2: 0}
    for index, model in enumerate(parts.side_model):
        by_model[model].append(parts.side_distance[index])
        arrows[model] += index % 4 == 0
    assert all(sorted(by_model[model]) == [1, 1, 2, 2, 3, 3, 4, 4] for model in (0, 1, 2))
    assert sorted(by_model[-1]) == [0, 0, 0, 0, 1, 2, 3, 3]
    assert set(arrows.values()) == {2}
