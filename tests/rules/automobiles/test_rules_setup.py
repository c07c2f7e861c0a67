"""Set-up and table options: AU-01 to AU-10, AU-180 to AU-184, AU-191."""

from __future__ import annotations

import pytest

from officina import OptionError, render
from officina.games.automobiles.components import CARD_NAMES
from tests.rules.automobiles.kit import (
    COLOURS,
    GAME,
    asked,
    car,
    cubes,
    do,
    in_stock,
    laps_to_go,
    money,
    offered,
    pile,
    why_not,
)


def buy_nothing(players: int, **options: object) -> list[int]:
    """Everybody declines to buy on the grid; the order in which they were asked."""
    p = GAME.start(players, 5, options)
    order = []
    while asked(p) == "grid_buy":
        order.append(p.to_act[0])
        do(p, "grid_buy done")
    return order


@pytest.mark.rules("AU-01", "AU-180")
def test_the_track_is_chosen_and_daytona_is_the_standard_one() -> None:
    assert GAME.start(2, 1).view(None)["track"] == "daytona"
    monza = GAME.start(2, 1, {"track": "monza"}).view(None)
    assert (monza["track"], monza["positions"], monza["lanes"]) == ("monza", 60, 4)
    with pytest.raises(OptionError, match="daytona, monza"):
        GAME.start(2, 1, {"track": "spa"})


@pytest.mark.rules("AU-02", "AU-07")
def test_all_cubes_are_in_stock_but_the_starting_bags() -> None:
    p = GAME.start(2, 1)
    assert cubes(p.view(None)["players_in_race"][0]["bag"]) == "5 white, 2 light, 5 garage"
    assert sum(in_stock(p, colour) for colour in COLOURS) == 282 - 24
    fixed = [stack["card"] for stack in p.view(None)["stacks"] if not stack["coloured"]]
    assert fixed == ["gear3", "gear4", "gear5", "gear6", "wear"]


@pytest.mark.rules("AU-03", "AU-182")
def test_one_card_of_each_colour_is_in_play() -> None:
    def cards(**options: object) -> list[str]:
        view = GAME.start(2, options.pop("seed", 1), options).view(None)  # type: ignore[arg-type]
        return [stack["card"] for stack in view["stacks"] if stack["coloured"]]

    assert cards() == ["manager", "crew_chief", "suspension", "gearbox", "hybrid_engine"]
    assert cards(cards="expert") == ["mechanic", "pit_crew", "steering", "turbo", "hybrid_engine"]
    drawn = [cards(cards="random", seed=seed) for seed in range(40)]
    for place in range(5):
        assert {hand[place] for hand in drawn} == set(CARD_NAMES[place * 4 : place * 4 + 4])


@pytest.mark.rules("AU-182")
def test_cards_of_ones_own_choice_are_kept_as_one_text() -> None:
    own = "turbo manager tires pit_team rotary_engine"
    in_order = "manager pit_team tires turbo rotary_engine"
    for value in (own, f"custom {own}", own.split(), own.replace(" ", ", ")):
        p = GAME.start(2, 1, {"cards": value})
        assert p.view(None)["options"]["cards"] == in_order
        assert GAME.from_json(p.to_json()).view(None)["stacks"][8]["card"] == "turbo"
    four = "manager pit_team tires turbo"
    for bad in ("custom", "manager", f"{four} nitro", four, f"{own} boost", "gear3"):
        with pytest.raises(OptionError) as refused:
            GAME.start(2, 1, {"cards": bad})
        assert "car_chief / engineer / manager / mechanic" in str(refused.value)
        assert "first_game" in render(refused.value.message, "it")


@pytest.mark.rules("AU-04", "AU-184")
def test_the_first_player_is_random_or_agreed_on() -> None:
    assert {GAME.start(3, seed).view(None)["first_player"] for seed in range(30)} == {0, 1, 2}
    p = GAME.start(3, 1, {"first_player": 2})
    assert p.view(None)["first_player"] == 1
    assert p.view(None)["options"]["first_player"] == 2
    with pytest.raises(OptionError, match="4 to 5 players"):
        GAME.start(3, 1, {"first_player": 4})


@pytest.mark.rules("AU-05", "AU-181")
def test_lap_markers_start_on_the_laps_of_the_race() -> None:
    p = GAME.start(5, 1)
    assert laps_to_go(p) == [3] * 5
    assert [player["colour"] for player in p.view(None)["players_in_race"]] == ["blue", "green", "purple", "red", "yellow"]
    assert laps_to_go(GAME.start(2, 1, {"laps": 7})) == [7, 7]
    with pytest.raises(OptionError, match="1, 2, 3, 4, 5, 6, 7"):
        GAME.start(2, 1, {"laps": 8})


@pytest.mark.rules("AU-181")
@pytest.mark.parametrize(
    ("cards", "laps"), [("first_game", 3), ("fine_tuning", 5), ("expert", 5), ("examples", 3), ("random", 3)]
)
def test_the_advised_laps_are_preselected(cards: str, laps: int) -> None:
    assert GAME.start(2, 1, {"cards": cards}).view(None)["laps"] == laps
    assert GAME.start(2, 1, {"cards": cards, "laps": 2}).view(None)["laps"] == 2


@pytest.mark.rules("AU-06")
def test_cars_go_on_the_grid_in_turn_order() -> None:
    p = GAME.start(3, 1, {"first_player": 3})
    assert [car(p, seat) for seat in (2, 0, 1)] == ["1:5/0", "2:3/0", "1:2/0"]


@pytest.mark.rules("AU-06", "AU-183")
def test_a_random_grid_uses_the_same_cells() -> None:
    grids = set()
    for seed in range(60):
        p = GAME.start(3, seed, {"grid": "random", "first_player": 1})
        grids.add(tuple(player["grid"] for player in p.view(None)["players_in_race"]))
        assert money(p) == 9 + p.view(None)["players_in_race"][0]["grid"]  # the money goes with the cell
    assert len(grids) == 6
    assert {cell for grid in grids for cell in grid} == {1, 2, 3}


@pytest.mark.rules("AU-183")
def test_a_chosen_grid_is_picked_by_the_last_in_turn_order_first() -> None:
    p = GAME.start(3, 1, {"grid": "chosen", "first_player": 2})
    assert (p.to_act, asked(p), offered(p)) == ((0,), "grid_pick", ["1", "2", "3"])
    assert why_not(p, "grid_pick 4") == ("cell_unused", "AU-06")
    do(p, "grid_pick 1")
    assert p.to_act == (2,)
    assert why_not(p, "grid_pick 1") == ("cell_taken", "AU-183")
    do(p, "grid_pick 2")
    assert (p.to_act, asked(p)) == ((1,), "grid_buy")  # the last cell falls to the first player, who buys first
    assert [car(p, seat) for seat in range(3)] == ["1:5/0", "1:2/0", "2:3/0"]
    assert money(p) == 12


@pytest.mark.rules("AU-08")
def test_everybody_buys_in_turn_order_with_the_money_of_the_cell() -> None:
    p = GAME.start(3, 1, {"first_player": 2})
    seen = []
    while asked(p) == "grid_buy":
        seen.append((p.to_act[0], money(p)))
        do(p, "grid_buy done")
    assert seen == [(1, 10), (2, 11), (0, 12)]
    assert buy_nothing(5, first_player=4) == [3, 4, 0, 1, 2]


@pytest.mark.rules("AU-08", "AU-09")
def test_cubes_bought_go_into_the_bag_and_the_rest_of_the_money_is_lost() -> None:
    p = GAME.start(2, 1, {"first_player": 1})
    do(p, "grid_buy black", "grid_buy engine")
    assert money(p) == 1
    assert offered(p) == ["white", "done"]
    assert why_not(p, "grid_buy engine") == ("too_dear", "AU-08")
    assert pile(p, 0, "bag") == "5 white, 2 light, black, 5 garage, engine"
    assert pile(p, 0, "active") == ""  # nobody draws before all have bought
    do(p, "grid_buy done")
    assert (p.to_act, money(p)) == ((1,), 11)
    assert pile(p, 0, "active") == ""


@pytest.mark.rules("AU-09", "AU-10", "AU-20")
def test_then_everybody_draws_seven_and_the_first_player_begins() -> None:
    p = GAME.start(3, 1, {"first_player": 3})
    for _ in range(3):
        do(p, "grid_buy done")
    assert [sum(player["active"]) for player in p.view(None)["players_in_race"]] == [7, 7, 7]
    assert (p.to_act, asked(p), p.view(None)["round"]) == ((2,), "turn_type", 1)


@pytest.mark.rules("AU-191")
def test_two_to_five_players() -> None:
    assert list(GAME.players) == [2, 3, 4, 5]
    for players in (1, 6):
        with pytest.raises(OptionError):
            GAME.start(players, 1)
    for players in GAME.players:
        assert len(buy_nothing(players)) == players
