"""The table of Fuori di Rotella: nouns and small verbs, no decisions.

Robots, dumps and colours share the numbers 0-7 (printed number - 1). Programmes are options of the decision ``program``:
action x 8 + target. Sets of robots or dumps are bit masks.
"""

from __future__ import annotations

from typing import Final

from officina.core.game import Game
from officina.core.position import Position
from officina.games.fuori_di_rotella.components import Parts
from officina.games.fuori_di_rotella.gears import COLOURS, NO_GEARS, count
from officina.games.fuori_di_rotella.vocabulary import ATTACK, COLLECT, TRAP

NOBODY: Final = -1
NO_PROGRAM: Final = -1
NO_CARD: Final = -1

BEFORE: Final = 0
PROGRAMMING: Final = 1
ATTACKS: Final = 2
TRAPS: Final = 3
COLLECTIONS: Final = 4
ASSEMBLY: Final = 5
EXPLORATION: Final = 6
ENDED: Final = 7
PHASES: Final = ("setup", "program", "attack", "trap", "collect", "assemble", "explore", "end")


class FuoriDiRotella(Position):
    """A game of Fuori di Rotella."""

    def __init__(self, game: Game, seats: int, parts: Parts) -> None:
        super().__init__(game, seats)
        self.parts = parts

    def clear(self, robots_per_player: int, draft: bool, upgrades_on: bool) -> None:
        """An empty table with these options."""
        self.robots_per_player: int = robots_per_player
        self.draft: bool = draft
        self.upgrades_on: bool = upgrades_on
        self.owner: list[int] = [NOBODY] * COLOURS  # of each robot: its seat, or NOBODY
        self.robots: list[int] = []  # those in play, ascending; empty until all are chosen
        self.feet: list[int] = [NO_GEARS] * COLOURS  # of each robot: its pile
        self.circuits: list[int] = [NO_GEARS] * COLOURS
        self.won: list[int] = [NO_GEARS] * COLOURS  # gears that a robot has won in this sub-phase and will get at its end
        self.dumps: list[int] = [NO_GEARS] * COLOURS
        self.reserve: tuple[int, ...] = ()  # colours in drawing order, hidden
        self.turn: int = 0
        self.phase: int = BEFORE
        self.idle: int = 0
        self.began_empty: bool = False  # the turn began with an empty reserve
        self.programs: list[int] = [NO_PROGRAM] * COLOURS  # of each robot, this turn
        self.shown: int = 0  # robots whose programme has been revealed
        self.insulated: int = 0  # attackers that pay nothing this turn
        self.parried: int = 0  # attackers cancelled by Armour
        self.robbed_dumps: int = 0  # dumps that lost a gear this turn
        self.cards: list[int] = [NO_CARD] * COLOURS  # of each robot: its upgrade
        self.spent: int = 0  # robots whose upgrade has been used
        self.history: tuple[int, ...] = ()  # every revealed programme, turn by turn, robots in play ascending
        self.program_options: list[int] = []  # all programmes with numbers in play; shared by all copies
        self.numbers: int = 0  # the numbers in play

    def copy(self) -> FuoriDiRotella:
        other = FuoriDiRotella(self.game, self.seats, self.parts)
        other.robots_per_player = self.robots_per_player
        other.draft = self.draft
        other.upgrades_on = self.upgrades_on
        other.owner = self.owner if self.robots else self.owner[:]  # fixed once all robots are chosen
        other.robots = self.robots
        other.feet = self.feet[:]
        other.circuits = self.circuits[:]
        other.won = self.won[:]
        other.dumps = self.dumps[:]
        other.reserve = self.reserve
        other.turn = self.turn
        other.phase = self.phase
        other.idle = self.idle
        other.began_empty = self.began_empty
        other.programs = self.programs[:]
        other.shown = self.shown
        other.insulated = self.insulated
        other.parried = self.parried
        other.robbed_dumps = self.robbed_dumps
        other.cards = self.cards if self.robots else self.cards[:]
        other.spent = self.spent
        other.history = self.history
        other.program_options = self.program_options
        other.numbers = self.numbers
        return other

    def settle_robots(self) -> None:
        """All robots are chosen: from now on who plays what is fixed (FR-04, FR-05)."""
        self.robots = [robot for robot in range(COLOURS) if self.owner[robot] != NOBODY]
        self.program_options = [action * COLOURS + number for action in (ATTACK, TRAP, COLLECT) for number in self.robots]
        self.numbers = 0
        for robot in self.robots:
            self.numbers |= 1 << robot

    # --- programmes

    def action(self, robot: int) -> int:
        """The action of a robot's programme."""
        return self.programs[robot] // COLOURS

    def target(self, robot: int) -> int:
        """The number of a robot's programme."""
        return self.programs[robot] % COLOURS

    def defends(self, robot: int) -> bool:
        """FR-16: Attack with the own number."""
        return self.programs[robot] == ATTACK * COLOURS + robot

    def with_program(self, program: int) -> list[int]:
        """The robots that play exactly this programme, ascending."""
        return [robot for robot in self.robots if self.programs[robot] == program]

    def attackers(self, robot: int) -> list[int]:
        """The robots whose Attack is aimed at that robot, ascending; a robot never attacks itself."""
        program = ATTACK * COLOURS + robot
        return [other for other in self.robots if self.programs[other] == program and other != robot]

    # --- gears

    def own_robots(self, seat: int) -> list[int]:
        """A seat's robots, ascending."""
        return [robot for robot in range(COLOURS) if self.owner[robot] == seat]

    def own_gears(self, robot: int) -> int:
        """How many gears of its own colour a robot has."""
        return count(self.feet[robot], robot) + count(self.circuits[robot], robot)

    def take_from_dump(self, dump: int, pile: int) -> None:
        """Gears leave a dump (they count for the guard against idle play)."""
        self.dumps[dump] -= pile
        self.robbed_dumps |= 1 << dump

    # --- upgrades

    def holder(self, card: int) -> int:
        """The robot that holds an upgrade not yet used; NOBODY if none."""
        for robot in self.robots:
            if self.cards[robot] == card:
                return NOBODY if self.spent >> robot & 1 else robot
        return NOBODY
