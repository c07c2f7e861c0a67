"""3 Assembly: FR-67 to FR-72, FR-97, FR-119."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, RUNS, Step, Together
from officina.core.text import Message, Reason
from officina.games.fuori_di_rotella.components import FAST_ASSEMBLY, SMALL_ASSEMBLY
from officina.games.fuori_di_rotella.events import ASSEMBLED, UPGRADE_USED
from officina.games.fuori_di_rotella.gears import (
    FIRST_OF_PAIR,
    GEAR,
    NO_GEARS,
    PAIRS_WITH,
    SECOND_OF_PAIR,
    colours,
    count,
    size,
)
from officina.games.fuori_di_rotella.nouns import ROBOT
from officina.games.fuori_di_rotella.state import FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import ASSEMBLE, FAST_THIRD, NONE


def may_assemble(p: FuoriDiRotella, robot: int) -> bool:
    """FR-67, FR-68: three gears or more at the feet; with Small assembly exactly two will do (FR-112)."""
    gears = size(p.feet[robot])
    if gears >= p.parts.assemble_least:
        return True
    return gears == p.parts.assemble_move and p.upgrades_on and p.holder(SMALL_ASSEMBLY) == robot


def pair(option: int) -> int:
    """The two gears of an option of ``assemble``, as a pile."""
    if option == NONE:
        return NO_GEARS
    return GEAR[FIRST_OF_PAIR[option - 1]] + GEAR[SECOND_OF_PAIR[option - 1]]


class Asked:
    """Where a seat is in its answer: the robot in question and, for a third gear, the pile already chosen."""

    def __init__(self, kind: int, robot: int, pile: int) -> None:
        self.kind = kind
        self.robot = robot
        self.pile = pile


class Assembly(Together[FuoriDiRotella]):
    """FR-67 to FR-71, FR-R23: every robot with enough gears may move two of them, all players deciding in secret.

    A player with two robots answers for the lower one first (FR-97). Fast assembly asks for a third gear right after the pair
    (FR-119).
    """

    rule = "FR-67"

    def seats(self, p: FuoriDiRotella) -> list[int]:
        mask = 0
        for robot in p.robots:
            if may_assemble(p, robot):
                mask |= 1 << p.owner[robot]
        return [seat for seat in range(p.seats) if mask >> seat & 1]

    def asked(self, p: FuoriDiRotella, seat: int, answer: tuple[int, ...]) -> Asked:
        """The seat's next question, found by walking through the answer so far."""
        fast = p.holder(FAST_ASSEMBLY) if p.upgrades_on else -1
        given = 0
        for robot in p.robots:
            if p.owner[robot] != seat or not may_assemble(p, robot):
                continue
            if given == len(answer):
                return Asked(ASSEMBLE, robot, NO_GEARS)
            chosen = answer[given]
            given += 1
            if robot == fast and chosen != NONE:
                if given == len(answer):
                    return Asked(FAST_THIRD, robot, pair(chosen))
                given += 1
        return Asked(RUNS, -1, NO_GEARS)

    def next_kind(self, p: FuoriDiRotella, seat: int, answer: tuple[int, ...]) -> int:
        if not p.upgrades_on and p.robots_per_player == 1:
            return RUNS if answer else ASSEMBLE
        return self.asked(p, seat, answer).kind

    def seat_options(self, p: FuoriDiRotella, seat: int, answer: tuple[int, ...]) -> list[int]:
        asked = self.asked(p, seat, answer)
        feet = p.feet[asked.robot] - asked.pile
        held = colours(feet)
        options = [NONE]
        if asked.kind == FAST_THIRD:
            for colour in held:
                options.append(1 + colour)
            return options
        for place in range(len(held)):
            first = held[place]
            with_first = PAIRS_WITH[first]
            if count(feet, first) > 1:
                options.append(with_first + first)
            for other in range(place + 1, len(held)):
                options.append(with_first + held[other])
        return options

    def seat_why_not(self, p: FuoriDiRotella, seat: int, answer: tuple[int, ...], option: int) -> Reason:
        asked = self.asked(p, seat, answer)
        feet = p.feet[asked.robot] - asked.pile
        if asked.kind == FAST_THIRD:
            missing = option - 1
        else:
            first, second = FIRST_OF_PAIR[option - 1], SECOND_OF_PAIR[option - 1]
            missing = second if count(feet, first) else first
        colour = Message(f"fuori_di_rotella.colour.{p.parts.robots[missing].colour}")
        held = count(feet, missing)
        return Reason(
            "fuori_di_rotella.refuse.not_at_feet", "FR-67", robot=ROBOT.say(asked.robot, p.parts), colour=colour, n=held
        )

    def close(self, p: FuoriDiRotella, answers: list[tuple[int, ...]]) -> list[Step[Any]]:
        given = [0] * p.seats
        fast = p.holder(FAST_ASSEMBLY) if p.upgrades_on else -1
        for robot in p.robots:
            seat = p.owner[robot]
            if given[seat] >= len(answers[seat]) or not may_assemble(p, robot):
                continue
            option = answers[seat][given[seat]]
            given[seat] += 1
            moved = pair(option)
            if robot == fast and option != NONE:
                third = answers[seat][given[seat]]
                given[seat] += 1
                if third != NONE:
                    moved += GEAR[third - 1]
                    self.spend(p, robot, FAST_ASSEMBLY)
            if option != NONE and size(p.feet[robot]) < p.parts.assemble_least:
                self.spend(p, robot, SMALL_ASSEMBLY)
            p.feet[robot] -= moved
            p.circuits[robot] += moved
            if p.events is not None:
                p.tell(ASSEMBLED, seat, (robot, moved))
        return NOTHING

    def spend(self, p: FuoriDiRotella, robot: int, card: int) -> None:
        """FR-105: a used card stays visible as spent."""
        p.spent |= 1 << robot
        p.tell(UPGRADE_USED, p.owner[robot], (robot, card))
