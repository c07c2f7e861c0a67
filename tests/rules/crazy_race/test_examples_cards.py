"""The worked examples E10 to E14, E16 and E17 of the rule spec: driver cards, consolation, taboo, take-back, early end."""

from __future__ import annotations

import pytest

from tests.rules.crazy_race.kit import (
    COLOURS,
    GAME,
    all_pass,
    answer,
    asked,
    given,
    hand,
    locos,
    offered,
    play,
    played,
    player,
    stage,
    to_act,
    told,
    why_not,
)


@pytest.mark.rules("CR-70", "CR-72", "CR-73", "CR-74", "CR-75")
def test_e10_consolation() -> None:
    laid = "blue 3@3, lilac 1@1, green 1@1, blue 2@1, green 6@3, lilac 1@1, blue 4@1, green 1@1"
    p = given(card=3, opener="blue", turn=11, laid=laid, locos={"green": (0, 12, 0)}, finish={"green": [6]})
    # Side 1 is free 3: Blue wins with 6. Side 3 is B 1: Green wins with 6, but his B is home.
    all_pass(p)
    answer(p, "blue", "free_loco a")
    assert (to_act(p), asked(p, "lilac")) == ("lilac", "consolation")
    assert played(p, "green") == played(p, "lilac") == ""
    answer(p, "lilac", "consolation 1")
    assert (to_act(p), offered(p, "green")) == ("green", ["1", "6", "decline"])
    assert why_not(p, "green", "consolation 3") == ("not_laid", "CR-75")
    answer(p, "green", "consolation 6")
    assert (hand(p, "green"), played(p, "green")) == ("223346", "11")
    assert (hand(p, "blue"), played(p, "blue")) == ("11236", "234")
    assert (hand(p, "lilac"), played(p, "lilac")) == ("1223346", "1")  # laid 1 and 1, took one back
    assert (hand(p, "orange"), played(p, "orange")) == ("11223346", "")
    assert [event.args for event in told(p, "consoled")] == [(1,), (6,)]


@pytest.mark.rules("CR-18", "CR-29", "CR-30")
def test_e11_the_taboo_side_with_three_players() -> None:
    p = given(3, card=1, next_cards=[2])
    play(p, "lilac 1@0", "orange 1@2")
    answer(p, "green", "place_card 6")
    assert offered(p, "green") == ["0", "1", "2", "3"]
    answer(p, "green", "place_side 3")
    answer(p, "lilac", "place_card 1")
    assert offered(p, "lilac") == ["0", "2", "3"]
    assert why_not(p, "lilac", "place_side 1") == ("taboo", "CR-29")
    answer(p, "lilac", "place_side 3")
    all_pass(p)
    answer(p, "lilac", "free_loco a")
    assert stage(p) == 3
    answer(p, "orange", "place_card 1")
    assert offered(p, "orange") == ["0", "1", "2", "3"]


@pytest.mark.rules("CR-31")
def test_e11_no_taboo_side_with_four_players() -> None:
    p = given(4, card=1)
    play(p, "lilac 1@0", "orange 1@2", "green 1@3")
    answer(p, "blue", "place_card 1")
    assert offered(p, "blue") == ["0", "1", "2", "3"]


@pytest.mark.rules("CR-32", "CR-34", "CR-36", "CR-37", "CR-70")
def test_e12_taking_back() -> None:
    p = given(card=1, opener="lilac", turn=8, hands={"lilac": "2"}, laid="lilac 2@1, lilac 3@1")
    assert (hand(p, "lilac"), played(p, "lilac")) == ("2", "11346")
    assert offered(p, "lilac") == ["2", "pass", "retake"]
    answer(p, "lilac", "place_card retake")
    assert (hand(p, "lilac"), played(p, "lilac")) == ("112346", "")
    assert player(p, "lilac")["retake_used"]
    assert (to_act(p), offered(p, "lilac")) == ("lilac", ["1", "2", "3", "4", "6", "pass"])
    assert why_not(p, "lilac", "place_card retake") == ("retake_used", "CR-32")
    all_pass(p)
    assert locos(p, "lilac")[0] == 4
    assert (hand(p, "lilac"), played(p, "lilac")) == ("112346", "23")


@pytest.mark.rules("CR-24", "CR-33")
def test_e13_an_empty_hand_may_pass_and_keep_the_take_back() -> None:
    p = given(card=1, hands={"lilac": ""})
    assert offered(p, "lilac") == ["pass", "retake"]
    assert why_not(p, "lilac", "place_card 3") == ("hand_empty", "CR-24")
    play(p, "lilac pass", "orange pass", "green pass", "blue pass")
    assert offered(p, "lilac") == ["pass", "retake"]


@pytest.mark.rules("CR-24", "CR-26")
def test_e13_an_empty_hand_without_take_back_passes_by_itself() -> None:
    p = given(card=1, opener="blue", hands={"orange": ""}, retaken="orange")
    play(p, "blue pass", "lilac pass")
    assert to_act(p) == "green"
    all_pass(p)
    assert [event.seat for event in told(p, "passed")].count(1) == 3


@pytest.mark.rules("CR-35")
def test_e13_no_take_back_in_the_first_stage() -> None:
    p = GAME.start(3, seed=2)
    while p.view(None)["stage"] == 1 and asked(p, COLOURS[p.to_act[0]]) == "place_card":
        colour = COLOURS[p.to_act[0]]
        assert "retake" not in offered(p, colour)
        assert why_not(p, colour, "place_card retake") == ("nothing_to_retake", "CR-35")
        answer(p, colour, f"place_card {offered(p, colour)[0]}")
        answer(p, colour, f"place_side {offered(p, colour)[0]}")


@pytest.mark.rules("CR-77", "CR-81", "CR-82")
def test_e14_the_game_ends_early_when_everything_is_spent() -> None:
    p = given(
        3,
        card=1,
        stage=7,
        opener="orange",
        turn=4,
        hands={"lilac": "", "orange": "", "green": "6"},
        retaken="lilac orange green",
        laid="lilac 1@1, green 1@1",
    )
    assert to_act(p) == "green"
    play(p, "green 6@1")
    assert p.over
    assert stage(p) == 7
    assert locos(p, "green")[0] == 4
    assert not told(p, "consoled")
    assert not [event for event in told(p, "passed") if event.seat == 0]


@pytest.mark.rules("CR-83")
def test_e14_one_unused_take_back_keeps_the_game_going() -> None:
    p = given(
        3,
        card=1,
        stage=7,
        opener="orange",
        turn=4,
        hands={"lilac": "", "orange": "", "green": "6"},
        retaken="lilac green",
        laid="lilac 1@1, green 1@1",
    )
    play(p, "green 6@1", "orange pass")
    assert not p.over
    assert (to_act(p), asked(p, "lilac")) == ("lilac", "consolation")
    answer(p, "lilac", "consolation decline")
    assert (stage(p), to_act(p)) == (8, "orange")
    play(p, "orange pass", "orange pass", "orange pass")
    assert p.over


@pytest.mark.rules("CR-04", "CR-32", "CR-34")
@pytest.mark.parametrize(
    ("cards_a_stage", "retake_at", "most"),
    [((3, 3, 2), (4, 1), 16), ((3, 3, 2), (3, 3), 14)],
    ids=["after all eight", "too early"],
)
def test_e16_sixteen_cards_need_a_take_back_of_all_eight(
    cards_a_stage: tuple[int, ...], retake_at: tuple[int, int], most: int
) -> None:
    p = GAME.start(3, seed=5)
    laid = 0
    while p.to_act:
        view = p.view(None)
        colour = COLOURS[p.to_act[0]]
        if asked(p, colour) != "place_card":
            answer(
                p,
                colour,
                "consolation decline" if asked(p, colour) == "consolation" else f"{asked(p, colour)} {offered(p, colour)[0]}",
            )
        elif colour != "lilac":
            answer(p, colour, "place_card pass")
        else:
            here = (view["stage"], view["round"])
            wanted = cards_a_stage[here[0] - 1] if here[0] <= 3 else 3
            if here == retake_at:
                assert "retake" in offered(p, colour)
                answer(p, colour, "place_card retake")
            if offered(p, colour)[0] != "pass" and (here[1] <= wanted or player(p, "lilac")["retake_used"]):
                answer(p, colour, f"place_card {offered(p, colour)[0]}")
                answer(p, colour, f"place_side {offered(p, colour)[0]}")
                laid += 1
            else:
                answer(p, colour, "place_card pass")
    assert laid == most


@pytest.mark.rules("CR-09", "CR-12", "CR-78", "CR-80")
@pytest.mark.parametrize(("players", "order"), [(4, [2, 3, 0, 1, 2, 3, 0, 1]), (3, [2, 0, 1, 2, 0, 1, 2, 0])])
def test_e17_the_first_player_card_goes_round(players: int, order: list[int]) -> None:
    starts = [GAME.start(players, seed=seed) for seed in range(40)]
    assert {p.to_act[0] for p in starts} == set(range(players))
    p = next(p for p in starts if p.to_act == (2,))
    opened: list[int] = []
    while p.to_act:
        if stage(p) > len(opened):
            opened.append(p.to_act[0])
            assert p.view(None)["first_player"] == p.to_act[0]
        p.apply(p.to_act[0], GAME.vocabulary.parse("place_card pass")[1])
    assert opened == order
