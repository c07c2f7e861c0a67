"""What can happen in Fuori di Rotella, for the log."""

from __future__ import annotations

from typing import Final

from officina.core.events import LONG, PLAIN, SHORT, EventKind
from officina.core.nouns import NUMBER as COUNT
from officina.core.nouns import ListOf, SetOf
from officina.games.fuori_di_rotella.nouns import ACTION, COLOUR, DUMP, END, GEARS, NUMBER, PLACE, ROBOT, UPGRADE, ZONE

ROBOT_CHOSEN: Final = 1
UPGRADE_DEALT: Final = 2
DUMP_FILLED: Final = 3
TURN_BEGAN: Final = 4
REVEALED: Final = 5
BLOCKED: Final = 6
DEFENCE_TOOK: Final = 7
SHARED: Final = 8
DEALT: Final = 9
WON: Final = 10
EMPTY_HANDED: Final = 11
TRAPPED: Final = 12
TRAP_FAILED: Final = 13
ASSEMBLED: Final = 14
UPGRADE_USED: Final = 15
UPGRADE_TOOK: Final = 16
RECYCLED: Final = 17
RADAR_SAW: Final = 18
RADAR_PLACED: Final = 19
GAME_ENDED: Final = 20
NO_TRAPS: Final = 21

EVENTS: Final = [
    EventKind(ROBOT_CHOSEN, "robot_chosen", beat=PLAIN, robot=ROBOT),
    EventKind(UPGRADE_DEALT, "upgrade_dealt", chance=True, robot=ROBOT, upgrade=UPGRADE),
    EventKind(DUMP_FILLED, "dump_filled", beat=SHORT, chance=True, dump=DUMP, gears=GEARS),
    EventKind(TURN_BEGAN, "turn_began", beat=SHORT, turn=COUNT, n=COUNT),  # n: gears in the reserve
    EventKind(REVEALED, "revealed", beat=PLAIN, reveals=True, robot=ROBOT, action=ACTION, number=NUMBER),
    EventKind(BLOCKED, "blocked", beat=PLAIN, robot=ROBOT, defender=ROBOT),
    EventKind(DEFENCE_TOOK, "defence_took", beat=PLAIN, robot=ROBOT, attacker=ROBOT, zone=ZONE, colour=COLOUR),
    EventKind(
        SHARED, "shared", beat=PLAIN, place=PLACE, source=NUMBER, robots=SetOf(ROBOT), gears=COUNT, n=COUNT
    ),  # n: each one's quota
    EventKind(DEALT, "dealt", chance=True, place=PLACE, source=NUMBER),
    EventKind(WON, "won", beat=PLAIN, robot=ROBOT, place=PLACE, source=NUMBER, gears=GEARS),
    EventKind(EMPTY_HANDED, "empty_handed", beat=SHORT, robot=ROBOT, place=PLACE, source=NUMBER),
    EventKind(TRAPPED, "trapped", beat=PLAIN, robot=ROBOT, dump=DUMP),
    EventKind(TRAP_FAILED, "trap_failed", beat=PLAIN, reveals=True, robot=ROBOT, dump=DUMP),
    EventKind(ASSEMBLED, "assembled", beat=PLAIN, reveals=True, robot=ROBOT, gears=GEARS),
    EventKind(UPGRADE_USED, "upgrade_used", beat=PLAIN, robot=ROBOT, upgrade=UPGRADE),
    EventKind(
        UPGRADE_TOOK, "upgrade_took", beat=PLAIN, robot=ROBOT, upgrade=UPGRADE, place=PLACE, source=NUMBER, colour=COLOUR
    ),
    EventKind(RECYCLED, "recycled", beat=PLAIN, robot=ROBOT, dump=DUMP, given=COLOUR, taken=COLOUR),
    EventKind(RADAR_SAW, "radar_saw", reveals=True, robot=ROBOT, gears=ListOf(COLOUR)),  # to its owner only
    EventKind(RADAR_PLACED, "radar_placed", beat=PLAIN, reveals=True, robot=ROBOT, colour=COLOUR, dump=DUMP),
    EventKind(GAME_ENDED, "game_ended", beat=LONG, why=END),
    EventKind(NO_TRAPS, "no_traps", reveals=True, added=True),
]

AT_FEET: Final = 0
AT_DUMP: Final = 1
"""The places of :data:`PLACE`."""
