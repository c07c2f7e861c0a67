"""What can happen in Fuori di Rotella, for the log. Robots, dumps and colours are 0-7 (number - 1), piles as in gears.py."""

from __future__ import annotations

from typing import Final

from officina.core.events import EventKind

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

EVENTS: Final = [
    EventKind("robot_chosen"),  # (robot,)
    EventKind("upgrade_dealt", chance=True),  # (robot, card)
    EventKind("dump_filled", chance=True),  # (dump, pile)
    EventKind("turn_began"),  # (turn, reserve)
    EventKind("revealed", reveals=True),  # (robot, action, number)
    EventKind("blocked"),  # (attacker, defender)
    EventKind("defence_took"),  # (defender, attacker, zone, colour)
    EventKind("shared"),  # (place, source, claimants, gears, quota)
    EventKind("dealt", chance=True),  # (place, source)
    EventKind("won"),  # (robot, place, source, pile)
    EventKind("empty_handed"),  # (robot, place, source)
    EventKind("trapped"),  # (collector, dump)
    EventKind("trap_failed"),  # (trapper, dump)
    EventKind("assembled", reveals=True),  # (robot, pile), an empty pile: nothing
    EventKind("upgrade_used"),  # (robot, card)
    EventKind("upgrade_took"),  # (robot, card, place, source, colour)
    EventKind("recycled"),  # (robot, dump, given, taken)
    EventKind("radar_saw", reveals=True),  # (robot, colour, ...), to its owner only
    EventKind("radar_placed", reveals=True),  # (robot, colour, dump)
    EventKind("game_ended"),  # (reason: 0 a dump is empty, 1 idle turns)
]

AT_FEET: Final = 0
AT_DUMP: Final = 1
"""Where gears came from: a robot's feet, or a dump."""
