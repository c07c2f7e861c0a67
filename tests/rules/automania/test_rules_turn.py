"""Round, turn, action spaces and workers: AM-20 to AM-39, AM-180 to AM-182."""

from __future__ import annotations

import pytest

from officina import Rng
from officina.games.automania.game import mine
from tests.rules.automania.kit import GAME, SPACES, asked, free, given, money, offered, play, ship, why_not, workers_on


@pytest.mark.rules("AM-20", "AM-140")
def test_four_rounds_of_action_sales_and_new_round() -> None:
    p = mine(GAME.start(2, seed=3, options={"hidden_money": "off"}))
    rounds = []
    while not p.over:
        if asked(p).endswith("turn"):
            rounds.append(p.round)
            play(p, "turn pass")
        else:
            p.apply(p.to_act[0], p.options(p.to_act[0])[-1])
    assert rounds == [1, 1, 2, 2, 3, 3, 4, 4]
    assert p.view(None)["phase"] == "end"


@pytest.mark.rules("AM-21", "AM-112")
def test_turns_go_round_and_skip_who_has_passed() -> None:
    p = given(3, order="yellow red blue", turn="yellow")
    play(p, "turn space l4", "draw_contract deck")
    assert asked(p) == "red turn"
    play(p, "turn pass", "office 1")
    assert asked(p) == "blue turn"
    play(p, "turn space t2", "draw_contract deck")
    assert asked(p) == "yellow turn"
    play(p, "turn pass", "office 4")
    assert asked(p) == "blue turn"
    play(p, "turn pass", "office 2")
    assert asked(p).endswith("demand_side")  # all have passed and nothing is shipped


@pytest.mark.rules("AM-22", "AM-25", "AM-107")
def test_sponsor_and_recall_are_extras_after_which_one_still_acts_or_passes() -> None:
    p = given(ships={"na": {4: "red city"}, "eu": {2: "blue city"}})
    play(p, "turn sponsor 1")
    assert asked(p) == "red turn"
    play(p, "turn recall na 4")
    assert asked(p) == "red turn"
    assert ship(p, "na", 4) == ""
    assert "pass" in offered(p)
    assert not [word for word in offered(p) if word.split()[0] not in ("space", "pass", "sponsor", "recall")]


@pytest.mark.rules("AM-23", "AM-26")
def test_acting_is_workers_then_a_tile_then_the_action() -> None:
    p = given(grid={1: "A09"}, free={"red": 2})
    play(p, "turn space l1")  # one tile: taken by force
    assert workers_on(p, "l1") == ("red", 1)
    assert asked(p) == "red place_tile"
    play(p, "place_tile station a")
    assert asked(p) == "red market"  # a car must be produced
    assert not [word for word in offered(p) if word in ("pass", "none")]
    p = given(grid={13: "A09"})
    play(p, "turn space l4", "place_tile discard")
    assert asked(p) == "red draw_contract"


@pytest.mark.rules("AM-24")
def test_without_a_legal_space_one_must_pass() -> None:
    p = given(free={"red": 0})
    assert offered(p) == ["pass"]
    assert asked(p) == "red turn"  # D1 is asked even then
    full = {code: ("blue" if number < 5 else "yellow", 1) for number, code in enumerate(SPACES)}
    p = given(free={"red": 1}, spaces=full)
    assert offered(p) == ["pass", "sponsor 1"]


@pytest.mark.rules("AM-30")
def test_nine_action_spaces_with_their_actions() -> None:
    expected = {
        "l1": "red market", "l2": "red market", "l3": "red market", "l4": "red draw_contract",
        "t1": "red market", "t2": "red draw_contract", "t3": "red market", "t4": "red market", "c": "red car_type",
    }  # fmt: skip
    costs = {"l1": 1, "l2": 2, "l3": 3, "t1": 3, "t3": 1, "t4": 2}
    assert offered(given(), "space") == [f"space {code}" for code in expected]
    for code, question in expected.items():
        p = given(money={"red": 5})
        play(p, f"turn space {code}")
        assert asked(p) == question
        if code in costs:
            play(p, "market na")
            assert money(p, "red") == 5 - costs[code]


@pytest.mark.rules("AM-31", "AM-32")
def test_one_worker_on_an_empty_space_and_one_more_than_are_there() -> None:
    p = given()
    play(p, "turn space l4")
    assert workers_on(p, "l4") == ("red", 1)
    for there in (1, 2, 5):
        p = given(spaces={"l4": ("blue", there)}, free={"red": there})
        rule = "AM-32: The space of row 4 (contract) holds"
        assert why_not(p, "turn space l4").startswith(rule)
        p = given(spaces={"l4": ("blue", there)}, free={"red": there + 1})
        play(p, "turn space l4")
        assert (workers_on(p, "l4"), free(p, "red")) == (("red", there + 1), 0)
    p = given(free={"red": 0})
    assert why_not(p, "turn space l4") == "AM-31: The space of row 4 (contract) needs 1 worker, you have none. (AM-31)"


@pytest.mark.rules("AM-33")
def test_displaced_workers_may_be_used_again() -> None:
    p = given(2, spaces={"l4": ("blue", 2)}, free={"blue": 0})
    play(p, "turn space l4", "draw_contract deck")
    assert (asked(p), free(p, "blue")) == ("blue turn", 2)
    play(p, "turn space t2")
    assert workers_on(p, "t2") == ("blue", 1)


@pytest.mark.rules("AM-34")
def test_not_where_ones_own_workers_stand_until_displaced() -> None:
    p = given(2, spaces={"l4": ("red", 1)})
    assert why_not(p, "turn space l4").startswith("AM-34: Your own worker stands on the space of row 4 (contract)")
    play(p, "turn space t2", "draw_contract deck", "turn space l4", "draw_contract deck")
    assert "space l4" in offered(p)


@pytest.mark.rules("AM-36")
def test_workers_of_passed_players_must_still_be_outbid() -> None:
    p = given(spaces={"t2": ("blue", 3)}, offices={"blue": 1}, free={"red": 3})
    assert why_not(p, "turn space t2").startswith("AM-32")


@pytest.mark.rules("AM-37")
def test_neutral_workers_count_like_others_and_go_first() -> None:
    p = given(neutral={"red": 1}, spaces={"l4": ("blue", 1)}, free={"red": 1})
    play(p, "turn space l4")
    assert (p.space_neutral[3], p.space_workers[3]) == (1, 1)
    assert (p.players[0].neutral, p.players[0].workers) == (0, 0)
    play(p, "draw_contract deck", "turn space l4", "draw_contract deck")
    assert (p.players[0].neutral, p.players[0].workers) == (1, 1)  # both come back when displaced
    p = given(neutral={"red": 1}, free={"red": 3})
    play(p, "turn space l4")
    assert (p.space_neutral[3], p.players[0].neutral, p.players[0].workers) == (1, 0, 3)


@pytest.mark.rules("AM-38", "AM-148")
def test_workers_stay_until_the_new_round() -> None:
    p = given(2, free={"red": 3}, neutral={"red": 1})
    play(p, "turn space l1", "market na", "marketing 1", "place_car none", "turn pass", "office 1")
    assert workers_on(p, "l1") == ("red", 1)
    assert p.players[0].marketing == 3 + 1
    play(p, "turn pass", "office 4")
    play(p, "demand_side left")
    assert workers_on(p, "l1") == ("", 0)
    assert (free(p, "red"), p.players[0].marketing, p.players[0].sponsor, p.neutral_supply) == (6, 0, 0, 10)


@pytest.mark.rules("AM-39")
def test_solvency_counts_cash_workers_and_the_open_bonus() -> None:
    assert "space l3" in offered(given(money={"red": 0}, free={"red": 4}))  # three remain for sponsor
    assert "space l3" not in offered(given(money={"red": 0}, free={"red": 3}))
    assert "space l3" in offered(given(money={"red": 0}, free={"red": 3}, managers={"red": ["A05"]}))
    assert "space l3" not in offered(given(money={"red": 0}, free={"red": 1}, managers={"red": ["B05", "B06"]}))
    p = given(money={"red": 0}, free={"red": 4}, managers={"red": ["A05"]})
    play(p, "turn sponsor 1")  # the bonus is paid: 2 $ and two of three workers
    assert "space l3" in offered(p)
    play(p, "turn sponsor 1")
    assert "space l3" in offered(p)
    play(p, "turn sponsor 1")
    assert offered(p, "space l3", "space l4") == ["space l3", "space l4"]


@pytest.mark.rules("AM-39")
def test_solvency_on_the_corner_and_on_contract_spaces() -> None:
    p = given(money={"red": 0}, free={"red": 1})
    assert offered(p) == ["space l4", "space t2", "pass", "sponsor 1"]
    p = given(money={"red": 0}, free={"red": 2})
    assert "space c" in offered(p)
    assert "space l2" not in offered(p)
    assert why_not(p, "turn space l2").startswith(
        "AM-39: On the space of row 2 (family car) a car costs at least 2 $; after placing your workers you could raise 1 $"
    )
    play(p, "turn space c")  # the fund of 1 $ leaves only the city car, and sponsor must pay for it
    assert (asked(p), money(p, "red")) == ("red market", 1)


@pytest.mark.rules("AM-39", "AM-53")
def test_a_tile_of_the_line_may_make_the_car_payable() -> None:
    assert "space l2" not in offered(given(money={"red": 1}, free={"red": 1}))
    staff = given(grid={5: "B07"}, money={"red": 1}, free={"red": 1})
    assert "space l2" in offered(staff)  # an office for 1 $, then two neutral workers for sponsor
    play(staff, "turn space l2")
    assert (money(staff, "red"), free(staff, "red")) == (0, 2)  # discarding is not possible, so it is placed by force
    assert offered(staff) == ["sponsor 1", "sponsor 2"]
    general = given(grid={5: "B05"}, money={"red": 1}, free={"red": 1})
    assert "space l2" not in offered(general)  # no worker would be left to get the bonus
    general = given(grid={9: "B05"}, money={"red": 1}, free={"red": 2})
    assert "space l3" in offered(general)  # 0 $, one worker and a bonus of 2 $
    play(general, "turn space l3")
    assert (money(general, "red"), asked(general)) == (3, "red market")  # all of that by force
    dear = given(grid={9: "B05"}, money={"red": 1}, free={"red": 2}, managers={"red": ["A01"]})
    assert "space l3" not in offered(dear)  # the second office costs 2 $, more than the cash


@pytest.mark.rules("AM-180")
def test_every_action_uses_up_a_worker() -> None:
    rng = Rng(9)
    for seed in range(12):
        p = mine(GAME.start(2 + seed % 3, seed=seed))
        actions = 0
        while not p.over:
            seat = p.to_act[0]
            kind, option = p.kind(seat), rng.pick(p.options(seat))
            if kind == 2 and option < 9:
                actions += 1
            before = p.round
            p.apply(seat, option)
            if p.round != before:
                assert actions <= 6 * p.seats + 6
                actions = 0


@pytest.mark.rules("AM-181")
def test_sponsor_and_recalls_run_out() -> None:
    p = given(ships={"na": {1: "red city", 5: "red super"}, "eu": {3: "red city"}})
    for _ in range(6):
        play(p, "turn sponsor 1")
    for place in ("na 1", "na 5", "eu 3"):
        play(p, f"turn recall {place}")
    assert offered(p, "sponsor", "recall") == []
    assert offered(p) == ["pass"]


@pytest.mark.rules("AM-182")
def test_every_question_has_an_answer() -> None:
    rng = Rng(4)
    for seed in range(25):
        p = GAME.start(2 + seed % 3, seed=seed, options={"advanced": "on" if seed % 2 else "off"})
        while not p.over:
            seat = p.to_act[0]
            assert p.options(seat)
            p.apply(seat, rng.pick(p.options(seat)))
