"""Every refusal says why, with its rule: one case at least for every decision that can be answered wrongly."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from officina import IllegalChoice, Position, render
from officina.core.text import numbered_seat
from tests.rules.fuori_di_rotella.kit import GAME, answer, apply, asked_seat, chosen_robots, given, play


def choose_robot() -> Position:
    p = GAME.start(players=3, seed=1)
    apply(p, 0, "choose_robot bolt")
    return p


def program() -> Position:
    return chosen_robots("2 3 5")


def program_again() -> Position:
    p = chosen_robots("2 3 5")
    answer(p, 3, "program collect 2")
    return p


def second_program() -> Position:
    p = chosen_robots("1+5 2+6")
    answer(p, 2, "program trap 6")
    return p


def defence_take() -> Position:
    p = given("1 2 3", feet={1: "RB"}, circuits={1: "Y"})
    play(p, {1: "attack 2", 2: "attack 2"})
    return p


def share_pick() -> Position:
    p = given("1 2 3 4", dumps={4: "RYYGG"}, turn=2, draft=True)
    play(p, {1: "collect 4", 2: "collect 4"})
    return p


def assemble() -> Position:
    p = given("1 2 3", feet={2: "RRB"})
    play(p, {})
    return p


def insulation() -> Position:
    p = given("1 2 3", feet={2: "R"}, cards={2: "insulation"})
    play(p, {1: "attack 1", 2: "attack 1"})
    return p


def armour() -> Position:
    p = given("1 2 3", feet={2: "R"}, cards={2: "armour"})
    play(p, {1: "attack 2", 2: "collect 1"})
    return p


def long_arm() -> Position:
    p = given("1 2 3", dumps={3: "RBY"}, cards={2: "long_arm"})
    play(p, {1: "collect 3", 2: "collect 3"})
    return p


def reprogram() -> Position:
    p = given("1 2 3", cards={2: "reprogram"})
    play(p, {2: "collect 3"})
    return p


def twin_trap() -> Position:
    p = given("1 2 3", dumps={3: "RB"}, cards={2: "twin_trap"})
    play(p, {2: "trap 3"})
    return p


def recycler_give() -> Position:
    p = given("1 2 3", feet={2: "RB"}, dumps={3: "BB"}, cards={2: "recycler"})
    play(p, {})
    return p


def recycler_take() -> Position:
    p = given("1 2 3", feet={2: "RB"}, dumps={3: "RBY"}, cards={2: "recycler"})
    play(p, {})
    answer(p, 2, "recycler_give red")
    return p


def fast_third() -> Position:
    p = given("1 2 3", feet={2: "RRB"}, cards={2: "fast_assembly"})
    play(p, {})
    answer(p, 2, "assemble red blue")
    return p


def magnet() -> Position:
    p = given("1 2 3", dumps={1: "RBY", 3: "Y"}, cards={2: "magnet"})
    play(p, {1: "collect 1", 2: "collect 1"})
    return p


def radar() -> Position:
    p = given("1 2 3", cards={2: "radar"})
    play(p, {})
    return p


def radar_place() -> Position:
    p = given("1 2 3", next_gears="RRBY", cards={2: "radar"})
    play(p, {})
    answer(p, 2, "radar yes")
    return p


QUESTIONS: list[Callable[[], Position]] = [
    choose_robot, program, program_again, second_program, defence_take, share_pick, assemble, insulation, armour, long_arm,
    reprogram, twin_trap, recycler_give, recycler_take, fast_third, magnet, radar, radar_place,
]  # fmt: skip
"""Each builds a position in which seat 1 is asked."""


def test_every_decision_of_the_game_is_among_the_questions() -> None:
    asked = {asked_seat(build(), 1) for build in QUESTIONS}
    assert asked == set(GAME.vocabulary.numbers)


@pytest.mark.rules("FR-02", "FR-04", "FR-06", "FR-25", "FR-66", "FR-67", "FR-89", "FR-112", "FR-118", "FR-120")
@pytest.mark.parametrize("build", QUESTIONS)
def test_why_not_is_silent_for_legal_options_and_names_a_rule_for_all_others(build: Callable[[], Position]) -> None:
    p = build()
    legal = p.options(1)
    assert legal
    for option in range(GAME.vocabulary.kind_size(p.kind(1))):
        reason = p.why_not(1, option)
        if option in legal:
            assert reason is None
            continue
        assert reason is not None
        assert reason.rule.startswith("FR-")
        assert reason.key.startswith("fuori_di_rotella.refuse.")
        for language in ("it", "en"):
            assert render(reason, language).endswith(f"({reason.rule})")


@pytest.mark.rules("FR-19")
@pytest.mark.parametrize("build", QUESTIONS)
def test_an_illegal_choice_leaves_the_position_untouched(build: Callable[[], Position]) -> None:
    p = build()
    before = p.to_json()
    for seat in range(p.seats):
        size = GAME.vocabulary.kind_size(p.kind(seat)) if p.kind(seat) else 3
        for option in range(-1, size + 1):
            if option not in p.options(seat):
                with pytest.raises(IllegalChoice):
                    p.apply(seat, option)
    assert p.to_json() == before


@pytest.mark.rules("FR-13", "FR-20")
@pytest.mark.parametrize("build", QUESTIONS)
def test_nobody_decides_from_a_seat_that_does_not_exist(build: Callable[[], Position]) -> None:
    p = build()
    before = p.to_json()
    for seat in (-2, -1, p.seats, 99):
        assert p.kind(seat) == 0
        assert p.options(seat) == []
        for option in range(40):
            with pytest.raises(IllegalChoice):
                p.apply(seat, option)
    assert p.to_json() == before


@pytest.mark.parametrize("build", QUESTIONS)
def test_the_question_is_put_in_words_in_both_languages(build: Callable[[], Position]) -> None:
    p = build()
    question = p.question(1)
    assert question.kind == asked_seat(p, 1)
    assert question.rule.startswith("FR-")
    for language in ("it", "en"):
        assert render(question.prompt, language)
        texts = [render(option.message, language) for option in question.options]
        assert len(set(texts)) == len(texts) == len(p.options(1))


@pytest.mark.rules("FR-16")
def test_attack_with_the_own_number_is_called_a_defence() -> None:
    p = chosen_robots("2 3 5")
    texts = {option.notation: option.message for option in p.question(1).options}
    assert texts["program attack 3"].key.endswith("defence")
    assert texts["program attack 2"].key.endswith("attack")


@pytest.mark.parametrize(
    ("build", "choice", "word", "rule"),
    [
        (choose_robot, "choose_robot bolt", "robot_taken", "FR-02"),
        (program, "program attack 4", "not_in_play", "FR-04"),
        (program_again, "program trap 8", "not_in_play", "FR-04"),
        (second_program, "program trap 1", "action_used", "FR-89"),
        (second_program, "program collect 3", "not_in_play", "FR-04"),
        (defence_take, "defence_take circuits red", "no_gear_there", "FR-25"),
        (share_pick, "share_pick red", "not_in_pool", "FR-66"),
        (assemble, "assemble blue blue", "not_at_feet", "FR-67"),
        (armour, "armour 3", "not_attacking", "FR-112"),
        (long_arm, "long_arm red", "not_left_over", "FR-112"),
        (reprogram, "reprogram 3", "same_number", "FR-112"),
        (reprogram, "reprogram 7", "not_in_play", "FR-04"),
        (twin_trap, "twin_trap yellow", "not_on_dump", "FR-112"),
        (recycler_give, "recycler_give blue", "nothing_to_swap", "FR-112"),
        (recycler_give, "recycler_give yellow", "not_at_feet", "FR-112"),
        (recycler_take, "recycler_take 3 red", "same_colour", "FR-112"),
        (recycler_take, "recycler_take 7 blue", "banned", "FR-06"),
        (fast_third, "fast_third blue", "not_at_feet", "FR-67"),
        (magnet, "magnet 1 yellow", "dump_lost_gears", "FR-118"),
        (magnet, "magnet 3 red", "not_on_dump", "FR-112"),
        (magnet, "magnet 8 red", "banned", "FR-06"),
        (radar_place, "radar_place yellow 1", "not_seen", "FR-120"),  # the fourth gear: three are seen
        (radar_place, "radar_place green 1", "not_seen", "FR-120"),
        (radar_place, "radar_place red 4", "banned", "FR-06"),
    ],
)
@pytest.mark.rules("FR-02", "FR-04", "FR-06", "FR-25", "FR-66", "FR-67", "FR-89", "FR-112", "FR-118", "FR-120")
def test_the_reason_fits(build: Callable[[], Position], choice: str, word: str, rule: str) -> None:
    p = build()
    kind, option = GAME.vocabulary.parse(choice)
    assert p.kind(1) == kind
    with pytest.raises(IllegalChoice) as refused:
        p.apply(1, option)
    assert (refused.value.reason.key, refused.value.rule) == (f"fuori_di_rotella.refuse.{word}", rule)


@pytest.mark.rules("FR-26", "FR-28")
def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    p = defence_take()
    reason = p.why_not(0, 0)
    assert reason is not None
    assert (reason.key, reason.args["seats"]) == ("kernel.refuse.not_your_turn", (numbered_seat(1),))
