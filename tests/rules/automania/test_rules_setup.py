"""Set-up: AM-01 to AM-16."""

from __future__ import annotations

import pytest

from officina import OptionError
from officina.core.rng import game_rng
from officina.games.automania.game import mine
from tests.rules.automania.kit import CARDS, COLOURS, GAME, given, money, offered, order, play, tiles


@pytest.mark.rules("AM-01", "AM-04", "AM-08", "AM-13")
def test_the_table_at_the_start() -> None:
    p = mine(GAME.start(4, seed=5))
    assert (p.round, p.neutral_supply) == (1, 10)
    for player in p.players:
        assert player.cars == [3, 2, 2, 0]  # no oval tile
        assert (player.workers, player.neutral) == (6, 0)
        assert tiles(player.stations + player.managers + player.styles) == []
        assert (player.factory, len(player.managers)) == (0, 4)
    assert [player["colour"] for player in p.view(None)["seats"]] == list(COLOURS)


@pytest.mark.rules("AM-02")
def test_the_bank_never_runs_out() -> None:
    p = given(money={"red": 3000})
    play(p, "turn sponsor 6")
    assert money(p, "red") == 3006
    play(p, "turn pass")
    assert money(p, "red") == 3006


@pytest.mark.rules("AM-03")
def test_eighteen_tiles_of_pile_a_are_dealt() -> None:
    p = mine(GAME.start(3, seed=8))
    assert len(tiles(p.grid)) == 16
    assert len(tiles(p.office_tiles)) == 2
    assert all(code.startswith("A") for code in tiles(p.grid) + tiles(p.office_tiles) + tiles(p.pile_a))
    assert (len(p.pile_a), len(p.pile_b)) == (18, 36)
    assert all(code.startswith("B") for code in tiles(p.pile_b))


@pytest.mark.rules("AM-05", "AM-06")
def test_ten_demand_tiles_are_dealt_and_the_markets_differ() -> None:
    redealt = 0
    for seed in range(150):
        p = mine(GAME.start(2, seed=seed))
        assert sorted(p.demand) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
        assert sorted(p.demand[0:3]) != sorted(p.demand[5:8])
        redealt += first_deal(seed) != list(p.demand)
    assert redealt > 0  # it does happen


def first_deal(seed: int) -> list[int]:
    """What the first shuffle of the demand tiles gives (AM-15)."""
    rng = game_rng(seed)
    for size in (2, 36, 36):
        rng.shuffle(list(range(size)))
    demand = [feature for feature in range(5) for _ in range(2)]
    rng.shuffle(demand)
    return demand


@pytest.mark.rules("AM-07", "AM-12")
def test_three_contracts_on_display_and_one_start_contract_each() -> None:
    for players in (2, 3, 4):
        p = mine(GAME.start(players, seed=4))
        assert (len(p.display), len(p.deck)) == (3, 23)
        starts = [player.hand for player in p.players]
        assert len(set(starts)) == players
        assert all(hand in [1 << CARDS[code] for code in ("S1", "S2", "S3", "S4")] for hand in starts)
        assert len(p.spare_cards) == 4 - players
        assert sorted(p.display + p.deck) == list(range(26))


@pytest.mark.rules("AM-09", "AM-10", "AM-11")
def test_the_turn_order_is_random_and_gives_points_and_money() -> None:
    seen = set()
    for seed in range(30):
        p = mine(GAME.start(3, seed=seed))
        seen.add(p.order)
        assert [p.players[seat].vp for seat in p.order] == [1, 2, 3]
        assert [p.players[seat].money for seat in p.order] == [6, 7, 8]
        assert p.to_act == (p.order[0],)
    assert len(seen) == 6


@pytest.mark.rules("AM-14", "AM-119")
def test_two_players_use_everything() -> None:
    p = mine(GAME.start(2, seed=1))
    assert len(tiles(p.grid)) == 16
    table = p.view(None)
    assert [len(market["ships"]) for market in table["markets"]] == [17, 17]
    assert [len(market["sales"]) for market in table["markets"]] == [6, 6]
    assert len(p.display) == 3
    play(p, "turn pass")
    assert offered(p) == ["1", "2", "3", "4"]


@pytest.mark.rules("AM-15")
def test_the_order_of_chance() -> None:
    rng = game_rng(77)
    seats, pile_a, pile_b = list(range(3)), list(range(36)), list(range(36, 72))
    for items in (seats, pile_a, pile_b):
        rng.shuffle(items)
    while True:
        demand = [feature for feature in range(5) for _ in range(2)]
        rng.shuffle(demand)
        if sorted(demand[:3]) != sorted(demand[5:8]):
            break
    contracts, starts = list(range(26)), list(range(26, 30))
    rng.shuffle(contracts)
    rng.shuffle(starts)
    p = mine(GAME.start(3, seed=77))
    assert order(p) == [COLOURS[seat] for seat in seats]
    assert p.grid == pile_a[:16]
    assert list(p.office_tiles) == pile_a[16:18]
    assert list(p.pile_a) == pile_a[18:]
    assert list(p.pile_b) == pile_b
    assert list(p.demand) == demand
    assert list(p.display + p.deck) == contracts
    assert [player.hand for player in p.players] == [1 << card for card in starts[:3]]
    assert p.rng.state() == rng.state()


@pytest.mark.rules("AM-16")
def test_money_may_be_secret() -> None:
    hidden, shown = GAME.start(3, seed=1), GAME.start(3, seed=1, options={"hidden_money": "off"})
    assert [player["money"] is None for player in hidden.view(1)["seats"]] == [True, False, True]
    assert [player["money"] is None for player in hidden.view(None)["seats"]] == [True] * 3
    assert all(player["money"] for player in shown.view(None)["seats"])
    assert all(player["vp"] for player in hidden.view(None)["seats"])
    assert hidden.view(0)["scores"] == [None] * 3
    assert shown.view(0)["scores"] == shown.scores()


def test_the_options_of_the_table() -> None:
    """R-22."""
    for value in ("4,3,2", [4, 3, 2], (4, "3", 2), "4 3 2", " 4, 3,2 "):
        p = mine(GAME.start(2, seed=1, options={"slot_stars": value}))
        assert p.slot_stars == (4, 3, 2)
        assert p.table_options["slot_stars"] == "4,3,2"
    for wrong in ("4,3", "a,b,c", "0,1,2", "2,3,10", "", None, [1, 2, 3, 4], "-1,2,3"):
        with pytest.raises(OptionError, match="three numbers from 1 to 9"):
            GAME.start(2, seed=1, options={"slot_stars": wrong})
    with pytest.raises(OptionError, match="diagonal, any"):
        GAME.start(2, seed=1, options={"corner_tiles": "all"})
    for players in (1, 5):
        with pytest.raises(OptionError, match="2 to 4"):
            GAME.start(players, seed=1)


@pytest.mark.rules("AM-12", "AM-160")
def test_factories_are_chosen_when_everything_else_is_known() -> None:
    """R-23: grid, demand and the own start contract are there before the first factory is chosen."""
    p = GAME.start(4, seed=2, options={"advanced": "on"})
    seat = p.to_act[0]
    table = p.view(seat)
    assert table["deciding"] == "factory"
    assert len([tile for tile in table["grid"] if tile]) == 16
    assert len(table["hand"]) == 1
    assert table["markets"][0]["demand"][0]["stars"] == 2
