"""Set-up: FR-01 to FR-09, FR-86, FR-103."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason, numbered_seat
from officina.games.fuori_di_rotella.events import DUMP_FILLED, ROBOT_CHOSEN, UPGRADE_DEALT
from officina.games.fuori_di_rotella.gears import COLOURS, GEAR
from officina.games.fuori_di_rotella.nouns import ROBOT
from officina.games.fuori_di_rotella.rules.turn import BeginTurn
from officina.games.fuori_di_rotella.state import NOBODY, FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import CHOOSE_ROBOT


def opening(p: FuoriDiRotella) -> list[Step[Any]]:
    """FR-02, FR-86: robots in seat order, with two robots a second round in seat order; then the table is laid."""
    choices: list[Step[Any]] = [ChooseRobot(seat) for _ in range(p.robots_per_player) for seat in range(p.seats)]
    return [*choices, DealUpgrades(), FillReserve(), BeginTurn()]


class ChooseRobot(Step[FuoriDiRotella]):
    """FR-02: each player chooses one of the robots not yet taken."""

    kind = CHOOSE_ROBOT
    rule = "FR-02"

    def options(self, p: FuoriDiRotella) -> list[int]:
        return [robot for robot in range(COLOURS) if p.owner[robot] == NOBODY]

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        p.owner[option] = self.seat
        p.tell(ROBOT_CHOSEN, self.seat, (option,))
        return NOTHING

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        taker = numbered_seat(p.owner[option])
        return Reason("fuori_di_rotella.refuse.robot_taken", "FR-02", robot=ROBOT.say(option, p.parts), taker=taker)


class DealUpgrades(Step[FuoriDiRotella]):
    """FR-102, FR-103, FR-R27: with the module, one of the ten cards, shuffled, to each robot, face up, ascending."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        p.settle_robots()
        if p.upgrades_on:
            deck = p.parts.upgrade_cards[:]
            p.rng.shuffle(deck)
            p.cards = p.cards[:]
            for place in range(len(p.robots)):
                robot = p.robots[place]
                p.cards[robot] = deck[place]
                p.tell(UPGRADE_DEALT, p.owner[robot], (robot, deck[place]))
        return NOTHING


class FillReserve(Step[FuoriDiRotella]):
    """FR-05 to FR-08: the gears of the colours in play are mixed; each open dump gets the first ones, ascending."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        gears: list[int] = []
        for robot in p.robots:
            gears += [robot] * p.parts.gears_per_colour
        p.rng.shuffle(gears)
        drawn = 0
        for dump in p.robots:
            for _ in range(p.parts.gears_per_dump):
                p.dumps[dump] += GEAR[gears[drawn]]
                drawn += 1
            p.tell(DUMP_FILLED, NOBODY, (dump, p.dumps[dump]))
        p.reserve = tuple(gears[drawn:])
        return NOTHING
