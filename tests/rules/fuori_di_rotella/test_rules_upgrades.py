"""Robotic Upgrades, the rules common to all cards: FR-102 to FR-111."""

from __future__ import annotations

import pytest

from officina.core.rng import game_rng
from tests.rules.fuori_di_rotella.kit import (
    GAME,
    LETTERS,
    UPGRADES,
    all_feet,
    answer,
    asked,
    chosen_robots,
    circuits,
    dump,
    feet,
    given,
    idle,
    in_play,
    offered,
    outcomes,
    phase,
    play,
    play_on,
    reserve,
    robot_view,
    spent,
    turn,
    waiting,
)


def held(robots: str, *, upgrades: bool = True, seed: int = 1) -> list[str | None]:
    """The upgrade of each robot in play, ascending."""
    return [robot["upgrade"] for robot in chosen_robots(robots, upgrades=upgrades, seed=seed).view(None)["robots"]]


@pytest.mark.rules("FR-102")
def test_the_module_is_off_unless_switched_on() -> None:
    assert GAME.options["upgrades"].default == "off"
    assert held("1 2 3", upgrades=False) == [None, None, None]
    assert None not in held("1 2 3")


@pytest.mark.rules("FR-102")
@pytest.mark.parametrize("robots", ["1 2 3", "1+5 2+6"])
@pytest.mark.parametrize("draft", [False, True])
def test_the_module_combines_with_two_robots_and_with_both_ways_of_sharing(robots: str, draft: bool) -> None:
    p = chosen_robots(robots, draft=draft, upgrades=True)
    options = p.view(None)["options"]
    assert (options["upgrades"], options["share_rest"]) == ("on", "draft" if draft else "random")
    assert all(robot["upgrade"] in UPGRADES for robot in p.view(None)["robots"])
    for _ in play_on(p, lambda p, seat: p.options(seat)[-1]):
        pass
    assert p.over


@pytest.mark.rules("FR-103", "FR-R27")
def test_each_robot_gets_one_different_card_face_up_ascending() -> None:
    for seed in range(5):
        chance = game_rng(seed)
        deck = list(UPGRADES)
        chance.shuffle(deck)
        assert held("8 3 5", seed=seed) == deck[:3]  # robots 3, 5, 8, whatever the seats
        gears = list("Y" * 11 + "O" * 11 + "N" * 11)
        chance.shuffle(gears)
        p = chosen_robots("8 3 5", upgrades=True, seed=seed)
        assert dump(p, 3) == "".join(sorted(gears[:2], key=LETTERS.index))
    everybody = held("1 2 3 4 5 6 7 8")
    assert len(set(everybody)) == 8


@pytest.mark.rules("FR-103")
def test_any_card_may_come_to_any_robot() -> None:
    found = outcomes(lambda seed: held("1 2", seed=seed)[0], 150)
    assert found.keys() == set(UPGRADES)


@pytest.mark.rules("FR-104", "FR-105")
def test_a_card_is_used_at_most_once_a_game_and_stays_visible_as_spent() -> None:
    p = given("1 2 3", dumps={1: "RR", 2: "BB", 3: "YY"}, cards={2: "magnet"})
    play(p, {})
    answer(p, 2, "magnet 1 red")
    assert turn(p) == 2
    assert (robot_view(p, 2)["upgrade"], spent(p, 2)) == ("magnet", True)
    play(p, {})
    assert turn(p) == 3  # not asked again
    assert (robot_view(p, 2)["upgrade"], spent(p, 2)) == ("magnet", True)


NO = {
    "insulation": "insulation no",
    "armour": "armour none",
    "long_arm": "long_arm none",
    "reprogram": "reprogram none",
    "twin_trap": "twin_trap none",
    "recycler": "recycler_give none",
    "fast_assembly": "fast_third none",
    "small_assembly": "assemble none",
    "magnet": "magnet none",
    "radar": "radar no",
}
"""How the owner of a card keeps it."""

OCCASIONS = {
    "insulation": {1: "attack 4", 4: "attack 4"},
    "armour": {1: "collect 3", 4: "attack 1"},
    "long_arm": {1: "collect 4", 2: "collect 4"},
    "reprogram": {1: "collect 3"},
    "twin_trap": {1: "trap 4"},
    "fast_assembly": {1: "collect 2"},
}
"""Programmes after which robot 1 could use its card (the others need none); gears as in the two tests below."""


@pytest.mark.rules("FR-105")
@pytest.mark.parametrize("card", UPGRADES)
def test_using_is_voluntary_and_answering_no_keeps_the_card(card: str) -> None:
    p = given("1 2 3 4", feet={1: "RB"}, dumps={2: "BBB", 4: "RBY"}, cards={1: card}, stop="next turn")
    play(p, OCCASIONS.get(card, {}))
    if card == "fast_assembly":
        answer(p, 1, "assemble blue blue")
    answer(p, 1, NO[card])
    assert not spent(p, 1)


@pytest.mark.rules("FR-104", "FR-106")
@pytest.mark.parametrize("card", UPGRADES)
def test_a_spent_card_is_never_offered_again(card: str) -> None:
    p = given("1 2 3 4", feet={1: "RB"}, dumps={2: "BBB", 4: "RBY"}, cards={1: card}, spent=[1], stop="next turn")
    play(p, OCCASIONS.get(card, {}))
    if card == "insulation":
        answer(p, 4, "defence_take feet red")
    if card in ("long_arm", "fast_assembly"):  # three gears at the feet
        answer(p, 1, "assemble red blue")
    assert p.over


@pytest.mark.rules("FR-104")
def test_a_card_acts_for_its_own_robot_only() -> None:
    # The sister (5) of the card's robot (1) is in each card's situation; robot 1 is not.
    p = given("1+5 2+6", feet={5: "OO"}, dumps={1: "R"}, cards={1: "armour"}, stop="assembly")
    play(p, {1: "trap 2", 5: "collect 2", 2: "attack 5", 6: "trap 6"})
    assert (feet(p, 2), spent(p, 1)) == ("OO", False)
    p = given("1+5 2+6", feet={5: "OO"}, cards={1: "small_assembly"}, stop="exploration")
    play(p, {1: "attack 1", 5: "collect 5", 2: "attack 2", 6: "collect 6"})
    assert p.over
    p = given("1+5 2+6", feet={5: "OOP"}, cards={1: "fast_assembly"}, stop="exploration")
    play(p, {1: "attack 1", 5: "collect 5", 2: "attack 2", 6: "collect 6"})
    answer(p, 5, "assemble orange orange")
    assert p.over  # no third gear for the sister
    p = given("1+5 2+6", dumps={6: "OOO"}, cards={1: "long_arm"}, stop="assembly")
    play(p, {1: "attack 1", 5: "collect 6", 2: "collect 6", 6: "attack 6"})
    assert p.over


@pytest.mark.rules("FR-107")
def test_in_2_1_insulation_comes_before_the_defences_and_armour_after_them() -> None:
    p = given("1 2 3 4", feet={1: "RB", 2: "BY"}, cards={1: "insulation", 2: "armour"}, stop="assembly")
    play(p, {1: "attack 4", 2: "attack 4", 3: "attack 2", 4: "attack 4"})
    order: list[tuple[int, str]] = []
    while p.to_act and len(order) < 9:
        (robot,) = waiting(p)
        order.append((robot, asked(p, robot)))
        answer(p, robot, f"{asked(p, robot)} {offered(p, robot)[-1]}")
    assert order == [(1, "insulation"), (4, "defence_take"), (2, "armour")]
    assert all_feet(p) == ["RB", "B", "", "Y"]


@pytest.mark.rules("FR-107")
def test_in_2_2_reprogram_comes_first_then_results_long_arm_and_twin_trap() -> None:
    p = given(
        "1 2 3 4 5",
        dumps={4: "GGG", 5: "OO"},
        cards={1: "long_arm", 2: "reprogram", 3: "twin_trap"},
        stop="assembly",
    )
    play(p, {1: "trap 4", 2: "collect 5", 3: "trap 5", 4: "collect 1", 5: "trap 4"})
    order = []
    for choice in ("reprogram 4", "long_arm green", "twin_trap orange"):
        (robot,) = waiting(p)
        order.append((robot, asked(p, robot), phase(p)))
        answer(p, robot, choice)
    assert order == [(2, "reprogram", "trap"), (1, "long_arm", "trap"), (3, "twin_trap", "trap")]
    assert all_feet(p) == ["GG", "", "O", "", "G"]


@pytest.mark.rules("FR-107")
def test_recycler_between_collections_and_assembly_then_magnet_radar_draws() -> None:
    p = given(
        "1 2 3 4",
        feet={1: "RR"},
        dumps={1: "B", 2: "BB", 3: "YY", 4: "G"},
        next_gears="RBYG",
        cards={1: "recycler", 2: "magnet", 3: "radar"},
        stop="next turn",
    )
    play(p, {1: "collect 4"})
    order = []
    for choice in ("recycler_give red", "recycler_take 3 yellow", "assemble red yellow", "magnet 1 blue", "radar yes"):
        (robot,) = waiting(p)
        order.append(f"{robot} {asked(p, robot)}")
        answer(p, robot, choice)
    assert order == ["1 recycler_give", "1 recycler_take", "1 assemble", "2 magnet", "3 radar"]
    assert [dump(p, number) for number in (1, 2, 3, 4)] == ["", "BB", "RY", ""]  # draws come last
    answer(p, 3, "radar_place yellow 1")
    assert [dump(p, number) for number in (1, 2, 3, 4)] == ["Y", "RBB", "RBY", "G"]


@pytest.mark.rules("FR-108")
def test_gears_gained_by_a_card_go_to_the_feet() -> None:
    p = given("1 2 3 4", dumps={4: "B"}, cards={1: "long_arm"}, stop="assembly")
    play(p, {1: "collect 4", 2: "collect 4"})
    answer(p, 1, "long_arm blue")
    assert (feet(p, 1), circuits(p, 1)) == ("B", "")
    p = given("1 2 3 4", dumps={4: "B"}, cards={1: "twin_trap"}, stop="assembly")
    play(p, {1: "trap 4"})
    answer(p, 1, "twin_trap blue")
    assert (feet(p, 1), circuits(p, 1)) == ("B", "")
    p = given("1 2 3 4", dumps={4: "B"}, cards={1: "magnet"}, stop="next turn")
    play(p, {})
    answer(p, 1, "magnet 4 blue")
    assert (feet(p, 1), circuits(p, 1)) == ("B", "")


@pytest.mark.rules("FR-108")
def test_a_card_changes_the_rules_only_as_far_as_its_text_says() -> None:
    programs = {1: "attack 3", 2: "attack 3", 3: "collect 4", 4: "trap 4"}
    plain = given("1 2 3 4", feet={3: "RBYY"}, dumps={4: "GG"}, stop="exploration")
    play(plain, programs)
    unused = given("1 2 3 4", feet={3: "RBYY"}, dumps={4: "GG"}, cards={3: "armour", 4: "radar"}, stop="exploration")
    play(unused, programs)
    answer(unused, 3, "armour none")
    assert all_feet(plain) == all_feet(unused) == ["RY", "BY", "", "GG"]


@pytest.mark.rules("FR-78", "FR-109")
@pytest.mark.parametrize(
    ("card", "programs", "answers", "count"),
    [
        ("long_arm", {1: "collect 1", 2: "collect 1"}, ["long_arm red"], 0),
        ("twin_trap", {1: "trap 2"}, ["twin_trap blue"], 0),
        ("magnet", {}, ["magnet 2 blue"], 0),
        ("recycler", {}, ["recycler_give red"], 2),  # "recycler_take 2 blue" is forced
        ("magnet", {}, ["magnet none"], 2),
    ],
)
def test_gears_taken_by_cards_count_as_having_left_a_dump(
    card: str, programs: dict[int, str], answers: list[str], count: int
) -> None:
    p = given("1 2", feet={1: "R"}, dumps={1: "R", 2: "BB"}, turn=11, idle=1, reserve="", cards={1: card})
    play(p, programs)
    for text in answers:
        answer(p, 1, text)
    assert idle(p) == count


@pytest.mark.rules("FR-110")
@pytest.mark.parametrize(("card", "answers"), [("radar", ["radar yes", "radar_place red 3"]), ("magnet", ["magnet 2 blue"])])
def test_no_card_changes_the_number_of_draws(card: str, answers: list[str]) -> None:
    p = given("1 2 3", dumps={1: "R", 2: "B", 3: "Y"}, next_gears="RBY", cards={1: card})
    before = reserve(p)
    play(p, {})
    for text in answers:
        answer(p, 1, text)
    assert reserve(p) == before - 3
    assert sum(len(dump(p, number)) for number in in_play(p)) == (6 if card == "radar" else 5)


@pytest.mark.rules("FR-111")
def test_cards_have_no_points_used_or_not() -> None:
    cards = {1: "magnet", 2: "radar", 3: "armour"}
    plain = given("1 2 3", feet={1: "RB"}, circuits={2: "BY"}, over=True)
    for used in ([], [1, 2, 3]):
        p = given("1 2 3", feet={1: "RB"}, circuits={2: "BY"}, cards=cards, spent=used, over=True)
        assert p.scores() == plain.scores() == [3, 3, 0]
        assert p.winners() == plain.winners() == [0, 1]
