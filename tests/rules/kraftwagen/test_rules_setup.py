"""Set-up: KW-13 to KW-28."""

from __future__ import annotations

import pytest

from officina.games.kraftwagen.components import TILES
from tests.rules.kraftwagen.kit import (
    GAME,
    LETTERS,
    PARTS,
    act,
    asked,
    asks,
    awards_of,
    cards,
    choose,
    given,
    levels,
    new_game,
    offered,
    player,
    refused,
    told,
)


@pytest.mark.rules("KW-13", "KW-37")
def test_the_chain_has_the_workers_then_singles_doubles_and_the_triple() -> None:
    orders = set()
    for seed in range(8):
        p = new_game(4, seed)
        sizes = [0 if entry >= TILES else len(PARTS.tiles[entry].actions) for entry in p.chain]
        assert sizes == [0] * 4 + [1] * 5 + [2] * 4 + [3]
        assert sorted(p.chain) == list(range(TILES + 4))
        orders.add(p.chain)
    assert len(orders) == 8


@pytest.mark.rules("KW-14")
def test_two_of_fifty_shuffled_cards_lie_face_up() -> None:
    p = new_game(3)
    assert len(p.face_up) == 2
    assert sorted(p.deck + p.face_up) == sorted(card for card in range(19) for _ in range(PARTS.card_count[card]))
    assert new_game(3, 2).deck != p.deck


@pytest.mark.rules("KW-15", "KW-16", "KW-17")
def test_no_buyer_is_active_and_all_awards_and_markers_are_there() -> None:
    p = new_game(4)
    assert (p.buyers, p.pawn) == ([], 4)
    view = p.view(None)
    assert all(award["seat"] is None for award in view["awards"])
    assert all(not entry["markers"] and entry["supply"] == 8 for entry in view["seats"])
    assert (view["market"], view["price_row"]) == ([], [])


@pytest.mark.rules("KW-18", "KW-19", "KW-21")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_starts_with_four_workers_an_engine_of_one_and_a_car_in_the_pit_lane(players: int) -> None:
    p = new_game(players)
    for one in p.players:
        assert (one.canteen, one.supply) == (4, 8)
        assert (one.bodies, one.engines, one.race_engine) == ((), (), 1)
        assert (one.space, one.laps) == (0, 0)


@pytest.mark.rules("KW-20", "KW-23", "KW-38")
def test_start_tiles_are_chosen_from_the_tiles_backwards_and_the_tail_begins() -> None:
    p = new_game(4, 5)
    order = [entry - TILES for entry in p.chain[:4]]
    for number, expected in enumerate(reversed(order)):
        assert p.to_act == (expected,)
        assert len(offered(p)) == 4 - number
        choose(p, f"pick_start_tile {offered(p)[0]}")
        while p.to_act and asked(p) not in ("pick_start_tile", "pick_tile"):
            p.apply(p.to_act[0], p.options(p.to_act[0])[0])
        if number == 2:
            break
    assert p.to_act == (order[0],)
    assert asked(p) != "pick_start_tile", "the last tile falls to the start player by itself"
    assert len({new_game(4, seed).chain[:4] for seed in range(12)}) > 4, "the order of the workers is random"


@pytest.mark.rules("KW-23")
def test_a_start_tile_is_resolved_before_the_next_player_chooses() -> None:
    p = new_game(4, 5)
    first = p.to_act[0]
    choose(p, "pick_start_tile t4")
    while p.to_act == (first,):
        p.apply(first, p.options(first)[0])
    assert p.players[first].bodies == (1,)
    assert p.players[first].canteen == 5
    assert asked(p) == "pick_start_tile"
    assert refused(p, "pick_start_tile t4") == "KW-23"


@pytest.mark.rules("KW-22", "KW-136")
def test_two_players_choose_from_two_random_start_tiles() -> None:
    offers = set()
    for seed in range(12):
        p = new_game(2, seed)
        assert len(offered(p)) == 2
        offers.add(tuple(offered(p)))
        missing = next(tile for tile in ("t1", "t2", "t3", "t4") if tile not in offered(p))
        assert refused(p, f"pick_start_tile {missing}") == "KW-22"
        assert p.view(None)["neutral_cars"] == [3, 6]
    assert len(offers) > 2


@pytest.mark.rules("KW-24", "KW-46")
def test_the_icons_of_a_start_tile_are_actions_in_any_order() -> None:
    p = new_game(4)
    letter = asks(p)
    choose(p, "pick_start_tile t4")
    assert offered(p) == ["worker", "body", "engine"]
    choose(p, "pick_action body")
    assert player(p, letter).bodies == (1,)
    assert offered(p) == ["worker", "engine"]


@pytest.mark.rules("KW-24")
def test_a_development_activated_in_set_up_counts_at_once() -> None:
    p = given(face_up="dev_b_body dev_be")
    act(p, "R", "research")
    choose(p, "take_card dev_b_body")
    assert player(p, "R").bodies == (2,)


@pytest.mark.rules("KW-25", "KW-26", "KW-28")
def test_after_set_up_levels_are_one_and_one_and_the_unused_tile_is_gone() -> None:
    p = new_game(3)
    while asked(p) != "pick_tile":
        p.apply(p.to_act[0], p.options(p.to_act[0])[0])
    taken = [one.start_tile for one in p.players]
    assert len(set(taken)) == 3
    assert p.view(None)["start_tiles"] == []
    assert len(p.view(None)["seats"]) == 3
    for one, letter in zip(p.players, LETTERS, strict=False):
        if not one.developments:
            assert levels(p, letter) == (1, 1)
    assert p.round == 1


@pytest.mark.rules("KW-27")
def test_no_award_falls_in_set_up() -> None:
    for seed in range(30):
        p = new_game(4, seed)
        while asked(p) != "pick_tile":
            p.apply(p.to_act[0], p.options(p.to_act[0])[-1])
        assert p.view(None)["awards"] == new_game(4, seed).view(None)["awards"]


@pytest.mark.rules("KW-27")
def test_awards_in_set_up_would_be_given_by_the_normal_rules() -> None:
    p = given(R={"supply": 1}, chain="R B G Y")
    act(p, "R", "worker")
    assert awards_of(p, "R") == ["workers"]


@pytest.mark.rules("KW-28", "KW-80")
def test_a_car_moved_in_set_up_stays_on_the_track() -> None:
    p = new_game(4)
    letter = asks(p)
    choose(p, "pick_start_tile t2")
    choose(p, "pick_action car_to_2")
    assert player(p, letter).space == 2
    while asked(p) != "pick_tile":
        p.apply(p.to_act[0], p.options(p.to_act[0])[0])
    assert p.round == 1
    assert player(p, letter).space == 2


@pytest.mark.rules("KW-80", "KW-91")
def test_car_to_2_is_no_move_so_porsche_adds_nothing() -> None:
    p = given(R={"engineers": "porsche"})
    act(p, "R", "car_to_2")
    assert player(p, "R").space == 2


@pytest.mark.rules("KW-80")
def test_e34_space_2_is_taken_so_the_car_goes_on() -> None:
    p = given("RBG", B={"engineers": "bugatti"})
    act(p, "B", "race_engine_2")
    assert player(p, "B").space == 2
    act(p, "G", "car_to_2")
    assert player(p, "G").space == 3
    two = given("RB", B={"space": 2})
    act(two, "R", "car_to_2")
    assert player(two, "R").space == 4


@pytest.mark.rules("KW-81", "KW-105")
def test_e34_race_engine_2_counts_for_bugatti_taken_first() -> None:
    p = new_game(3)
    letter = asks(p)
    p.face_up = cards("bugatti dev_be")
    choose(p, "pick_start_tile t3", "pick_action research", "take_card eng_bugatti")
    assert player(p, letter).race_engine == 2
    assert player(p, letter).space == 2
    assert levels(p, letter) == (1, 1)


@pytest.mark.rules("KW-81")
def test_race_engine_2_has_no_effect_on_a_better_engine() -> None:
    p = given(R={"race_engine": 3, "engineers": "bugatti"})
    act(p, "R", "race_engine_2")
    assert (player(p, "R").race_engine, player(p, "R").space) == (3, 0)


@pytest.mark.rules("KW-25")
def test_e01_the_start_player_gets_t1() -> None:
    p = new_game(4, 5)
    start = p.chain[0] - TILES
    for tile in ("t2", "t3", "t4"):
        choose(p, f"pick_start_tile {tile}")
        while asked(p) not in ("pick_start_tile", "pick_tile") and p.to_act != (start,):
            p.apply(p.to_act[0], p.options(p.to_act[0])[0])
    while asked(p) == "pick_action":
        choose(p, f"pick_action {offered(p)[0]}")
    one = p.players[start]
    assert (one.canteen, one.supply) == (6, 6)
    assert (one.bodies, one.engines) == ((), (1,))
    assert levels(p, LETTERS[start]) == (1, 1)
    assert asked(p) == "pick_tile"


def test_the_events_of_the_deal_are_marked_as_chance() -> None:
    p = new_game(2)
    assert told(p)[:3] == ["chain_laid", "cards_turned", "start_tiles_drawn"]
    assert [kind.barrier for kind in GAME.event_kinds if kind.name in told(p)[:3]] == [True, True, True]
