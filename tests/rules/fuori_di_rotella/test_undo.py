"""What may be taken back (ruling FR-R26): D3, D4 and upgrade answers up to a reveal, a random deal or another seat's answer;
programmes and Assembly are replaced, never undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from officina import Record, UndoError
from tests.rules.fuori_di_rotella.kit import CODES, GAME, asked_seat, circuits, dump, feet, robot_view, turn

REPLACE = "kernel.undo.replace"
BARRIER = "kernel.undo.barrier"
OTHER_SEAT = "kernel.undo.other_seat"


def started(fits: Callable[[Record], bool], **options: str) -> Record:
    """A game of four with robots 1 to 4 (seats 0 to 3) at its first Programming, dealt so that it fits."""
    for seed in range(5000):
        record = Record.start(GAME, 4, seed, options)
        for seat in range(4):
            record.apply_text(seat, f"choose_robot {CODES[seat]}")
        if fits(record):
            return record
    raise AssertionError("no such deal")


def colours_on(record: Record, number: int) -> set[str]:
    return set(dump(record.position, number))


def upgrade(record: Record, robot: int) -> str:
    return str(robot_view(record.position, robot)["upgrade"])


def play(record: Record, *programs: str) -> None:
    """Seats 0 to 3 place their programmes."""
    for seat, program in enumerate(programs):
        record.apply_text(seat, f"program {program}")


def first(record: Record, seat: int, offset: int = 0) -> None:
    """A seat takes one of its options, the first unless told otherwise."""
    record.apply(seat, record.position.options(seat)[offset])


def why_no_undo(record: Record, seat: int) -> str:
    """Why the seat cannot take back its last choice; empty if it can."""
    why = record.why_no_undo(seat)
    if why is not None:
        before = record.dump()
        with pytest.raises(UndoError):
            record.undo(seat)
        assert record.dump() == before
    return why.key if why is not None else ""


def undone(record: Record, seat: int, choose: Callable[[], object]) -> None:
    """The seat chooses, takes it back, and everything is as before."""
    before = record.position.to_json()
    choose()
    assert record.position.to_json() != before
    assert why_no_undo(record, seat) == ""
    record.undo(seat)
    assert record.position.to_json() == before


def two_robbers(record: Record) -> None:
    """Robots 1 and 2 win two gears of different colours each."""
    play(record, "collect 1", "collect 2", "attack 3", "attack 4")


def mixed(record: Record) -> bool:
    return len(colours_on(record, 1)) == len(colours_on(record, 2)) == 2


@pytest.mark.rules("FR-25", "FR-28", "FR-R26")
def test_a_defence_take_is_taken_back_until_something_is_revealed() -> None:
    record = started(mixed)
    two_robbers(record)
    play(record, "attack 4", "attack 4", "collect 3", "attack 4")
    assert asked_seat(record.position, 3) == "defence_take"
    undone(record, 3, lambda: first(record, 3))
    first(record, 3, 1)
    assert why_no_undo(record, 0) == OTHER_SEAT
    first(record, 3)  # about robot 2; then the Collect of robot 3 is revealed
    assert why_no_undo(record, 3) == BARRIER


@pytest.mark.rules("FR-25", "FR-28", "FR-R26")
def test_a_defence_take_stands_once_another_seat_has_answered() -> None:
    record = started(mixed)
    two_robbers(record)
    play(record, "attack 3", "attack 4", "attack 3", "attack 4")
    undone(record, 2, lambda: first(record, 2))
    first(record, 2)
    assert asked_seat(record.position, 3) == "defence_take"
    first(record, 3)
    assert why_no_undo(record, 2) == OTHER_SEAT


@pytest.mark.rules("FR-66", "FR-R26")
def test_a_draft_pick_is_taken_back_until_another_seat_picks() -> None:
    record = started(lambda r: colours_on(r, 3) == {"Y", "G"} and colours_on(r, 4) == {"R", "B"}, share_rest="draft")
    play(record, "collect 3", "collect 3", "collect 4", "collect 4")
    assert asked_seat(record.position, 0) == "share_pick"
    undone(record, 0, lambda: record.apply_text(0, "share_pick green"))
    record.apply_text(0, "share_pick yellow")
    assert asked_seat(record.position, 2) == "share_pick"  # seat 1 got the other gear by force
    record.apply_text(2, "share_pick red")
    assert why_no_undo(record, 0) == OTHER_SEAT
    assert why_no_undo(record, 2) == BARRIER  # the dumps were refilled
    assert [feet(record.position, robot) for robot in (1, 2, 3, 4)] == ["Y", "G", "R", "B"]


@pytest.mark.rules("FR-113", "FR-R26")
def test_insulation_is_taken_back_until_the_defender_has_answered() -> None:
    record = started(lambda r: mixed(r) and upgrade(r, 1) == "insulation" and not_in_the_way(r), upgrades="on")
    two_robbers(record)
    play(record, "attack 4", "attack 4", "attack 3", "attack 4")
    assert asked_seat(record.position, 0) == "insulation"
    undone(record, 0, lambda: record.apply_text(0, "insulation yes"))
    undone(record, 0, lambda: record.apply_text(0, "insulation no"))
    record.apply_text(0, "insulation yes")
    first(record, 3)
    assert why_no_undo(record, 0) == OTHER_SEAT


def not_in_the_way(record: Record) -> bool:
    """No card that asks in the first turn of these tests."""
    asking = {"reprogram", "recycler", "small_assembly", "magnet", "radar"}
    return not asking & {upgrade(record, robot) for robot in (1, 2, 3, 4)}


@pytest.mark.rules("FR-112", "FR-R26")
def test_the_recyclers_gift_is_taken_back_before_the_swap() -> None:
    record = started(
        lambda r: upgrade(r, 1) == "recycler" and dump(r.position, 1) == "RR" and colours_on(r, 2) == {"B", "Y"}, upgrades="on"
    )
    play(record, "collect 1", "attack 2", "attack 3", "attack 4")
    undone(record, 0, lambda: record.apply_text(0, "recycler_give red"))


@pytest.mark.rules("FR-118", "FR-120", "FR-R26")
def test_magnet_is_taken_back_before_radar_answers_and_a_look_is_final() -> None:
    record = started(lambda r: (upgrade(r, 1), upgrade(r, 2)) == ("radar", "magnet"), upgrades="on")
    play(record, "attack 1", "attack 2", "attack 3", "attack 4")
    assert asked_seat(record.position, 1) == "magnet"
    undone(record, 1, lambda: first(record, 1, 1))
    first(record, 1, 1)
    record.apply_text(0, "radar yes")
    assert why_no_undo(record, 0) == BARRIER
    assert why_no_undo(record, 1) == OTHER_SEAT


@pytest.mark.rules("FR-18", "FR-20", "FR-R26")
def test_a_programme_is_replaced_never_undone() -> None:
    record = started(lambda r: True)
    record.apply_text(0, "program collect 1")
    assert why_no_undo(record, 0) == REPLACE
    record.apply_text(0, "program collect 2")
    assert why_no_undo(record, 0) == REPLACE


@pytest.mark.rules("FR-19", "FR-R26")
def test_the_last_programme_cannot_be_undone_since_it_revealed_the_others() -> None:
    record = started(mixed)
    two_robbers(record)
    play(record, "attack 4", "attack 4", "collect 3", "attack 4")
    assert asked_seat(record.position, 3) == "defence_take"
    assert why_no_undo(record, 3) == BARRIER


@pytest.mark.rules("FR-19", "FR-R26")
def test_after_the_phase_closed_nobody_is_told_to_replace_the_programme() -> None:
    record = started(lambda r: True)
    play(record, "attack 1", "attack 2", "attack 3", "attack 4")
    assert turn(record.position) == 2  # choosing again now would be the next turn's programme
    assert why_no_undo(record, 3) == BARRIER


def two_robots_each() -> Record:
    """Seat 0 runs robots 1 and 2, seat 1 robots 3 and 4; at the first Programming."""
    record = Record.start(GAME, 2, 7, {"robots_per_player": 2})
    for seat, code in ((0, "bolt"), (1, "piston"), (0, "spring"), (1, "turbine")):
        record.apply_text(seat, f"choose_robot {code}")
    return record


@pytest.mark.rules("FR-91", "FR-R26")
def test_a_half_entered_pair_of_programmes_is_not_placed_and_can_be_entered_anew() -> None:
    record = two_robots_each()
    record.apply_text(1, "program attack 3")
    record.apply_text(1, "program collect 4")
    undone(record, 0, lambda: record.apply_text(0, "program trap 1"))
    record.apply_text(0, "program trap 2")  # also when the other seat goes on meanwhile
    record.apply_text(1, "program attack 4")
    record.apply_text(1, "program trap 4")
    record.undo(0)
    assert record.position.view(None)["placed"] == [False, True]
    record.apply_text(0, "program attack 1")
    record.apply_text(0, "program collect 2")
    assert [entry["action"] for entry in record.position.view(None)["history"][0]] == ["attack", "collect", "attack", "trap"]
    again = Record.load(record.dump(), lambda name: GAME)
    assert again.position.to_json() == record.position.to_json()


@pytest.mark.rules("FR-91", "FR-R26")
def test_a_half_entered_replacement_is_dropped_and_the_old_pair_stands() -> None:
    record = two_robots_each()
    record.apply_text(0, "program attack 1")
    record.apply_text(0, "program collect 2")
    assert why_no_undo(record, 0) == REPLACE
    undone(record, 0, lambda: record.apply_text(0, "program trap 3"))
    assert record.position.view(None)["placed"] == [True, False]


def three_gears_each(record: Record) -> None:
    """Two turns of collecting: robots 1 and 2 have three gears at their feet and are asked in Assembly."""
    play(record, "collect 1", "collect 2", "attack 3", "attack 4")
    play(record, "collect 1", "collect 2", "attack 3", "attack 4")


@pytest.mark.rules("FR-71", "FR-R26")
def test_an_assembly_answer_is_replaced_never_undone() -> None:
    record = started(lambda r: True)
    three_gears_each(record)
    assert record.position.to_act == (0, 1)
    first(record, 0, 1)
    assert why_no_undo(record, 0) == REPLACE
    first(record, 0, 0)
    first(record, 1, 0)
    assert circuits(record.position, 1) == ""


@pytest.mark.rules("FR-71", "FR-R26")
def test_the_last_assembly_answer_is_final() -> None:
    record = started(lambda r: True)
    three_gears_each(record)
    first(record, 0)
    first(record, 1)
    assert turn(record.position) == 3
    assert why_no_undo(record, 1) == BARRIER


@pytest.mark.rules("FR-116", "FR-R26")
def test_a_reprogram_answer_reveals_the_collects_and_is_final() -> None:
    record = started(lambda r: upgrade(r, 1) == "reprogram" and not_in_the_way_of_reprogram(r), upgrades="on")
    play(record, "collect 1", "attack 2", "attack 3", "attack 4")
    assert asked_seat(record.position, 0) == "reprogram"
    record.apply_text(0, "reprogram 2")
    assert why_no_undo(record, 0) == BARRIER


def not_in_the_way_of_reprogram(record: Record) -> bool:
    return not {upgrade(record, robot) for robot in (2, 3, 4)} & {"magnet", "radar", "recycler"}


@pytest.mark.rules("FR-25", "FR-R26")
def test_an_undone_game_is_written_and_read_back() -> None:
    record = started(mixed)
    two_robbers(record)
    play(record, "attack 4", "attack 4", "collect 3", "attack 4")
    first(record, 3)
    record.undo(3)
    first(record, 3, 1)
    again = Record.load(record.dump(), lambda name: GAME)
    assert again.position.to_json() == record.position.to_json()


def with_cards(**cards: int) -> Record:
    """A first Programming with upgrades, the cards named dealt to these robots."""
    return started(lambda r: all(upgrade(r, robot) == card for card, robot in cards.items()), upgrades="on")


@pytest.mark.rules("FR-40", "FR-106", "FR-R26")
def test_the_last_programme_stands_when_the_reprogram_window_tells_that_nobody_attacks_or_traps() -> None:
    record = with_cards(reprogram=2)
    play(record, "collect 1", "collect 2", "collect 3", "collect 4")
    assert asked_seat(record.position, 1) == "reprogram"  # no programme has been revealed
    assert why_no_undo(record, 3) == BARRIER
    told = [GAME.event_kinds[event.code].name for event in record.moves[-1].events]
    assert told == ["no_traps"]


@pytest.mark.rules("FR-40", "FR-R26")
def test_with_a_trap_revealed_nothing_more_is_told_before_the_reprogram_window() -> None:
    record = with_cards(reprogram=2)
    play(record, "trap 1", "collect 2", "collect 3", "collect 4")
    assert asked_seat(record.position, 1) == "reprogram"
    assert why_no_undo(record, 3) == BARRIER
    assert [GAME.event_kinds[event.code].name for event in record.moves[-1].events] == ["revealed"]


@pytest.mark.rules("FR-25", "FR-40", "FR-R26")
def test_a_defence_take_stands_when_the_reprogram_window_follows() -> None:
    record = started(lambda r: upgrade(r, 3) == "reprogram" and mixed(r) and not_asked_first(r), upgrades="on")
    play(record, "collect 1", "attack 2", "attack 3", "attack 4")
    while record.position.to_act != (0, 1, 2, 3):  # whoever is asked takes or keeps the first
        first(record, record.position.to_act[0])
    play(record, "attack 4", "collect 2", "collect 3", "attack 4")
    assert asked_seat(record.position, 3) == "defence_take"
    first(record, 3)
    assert asked_seat(record.position, 2) == "reprogram"
    assert why_no_undo(record, 3) == BARRIER


def not_asked_first(record: Record) -> bool:
    """No card by which robot 1 or 4 would be asked before or after a defence."""
    return not {"insulation", "armour"} & {upgrade(record, robot) for robot in (1, 2, 4)}


@pytest.mark.rules("FR-46", "FR-116", "FR-117", "FR-R26")
def test_a_reprogram_answer_stands_when_a_trap_has_failed() -> None:
    record = with_cards(reprogram=1, twin_trap=2)
    play(record, "collect 1", "trap 2", "attack 3", "attack 4")
    assert asked_seat(record.position, 0) == "reprogram"
    record.apply_text(0, "reprogram none")
    assert asked_seat(record.position, 1) == "twin_trap"  # nobody collects at dump 2
    assert why_no_undo(record, 0) == BARRIER
