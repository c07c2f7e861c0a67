"""The decisions of Fuori di Rotella (the spec's D1-D5 and U1-U9) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Choice, Decision
from officina.games.fuori_di_rotella.nouns import ACTION, COLOUR, DUMP, NUMBER, PAIR, ROBOT, ROBOT_BY_NUMBER, ZONE

CHOOSE_ROBOT: Final = 1
PROGRAM: Final = 2
DEFENCE_TAKE: Final = 3
SHARE_PICK: Final = 4
ASSEMBLE: Final = 5
USE_INSULATION: Final = 6
USE_ARMOUR: Final = 7
USE_LONG_ARM: Final = 8
USE_REPROGRAM: Final = 9
USE_TWIN_TRAP: Final = 10
RECYCLER_GIVE: Final = 11
RECYCLER_TAKE: Final = 12
FAST_THIRD: Final = 13
USE_MAGNET: Final = 14
USE_RADAR: Final = 15
RADAR_PLACE: Final = 16

NO: Final = 0
YES: Final = 1
NONE: Final = 0
"""Option 0 of every decision that may be declined; what may be chosen starts at 1."""

ATTACK: Final = 0
TRAP: Final = 1
COLLECT: Final = 2

FEET: Final = 0
CIRCUITS: Final = 1

KEEP: Final = Choice("none", "keep")

DECISIONS: Final = [
    Decision(CHOOSE_ROBOT, "choose_robot", robot=ROBOT),
    Decision(PROGRAM, "program", secret=True, action=ACTION, number=NUMBER),
    Decision(DEFENCE_TAKE, "defence_take", zone=ZONE, colour=COLOUR),
    Decision(SHARE_PICK, "share_pick", Choice("", "gear", colour=COLOUR)),
    Decision(ASSEMBLE, "assemble", Choice("none", "not_now"), secret=True, pair=PAIR),
    Decision(USE_INSULATION, "insulation", Choice("no", "keep"), Choice("yes", "use")),
    Decision(USE_ARMOUR, "armour", KEEP, robot=ROBOT_BY_NUMBER),
    Decision(USE_LONG_ARM, "long_arm", KEEP, Choice("", "gear", colour=COLOUR)),
    Decision(USE_REPROGRAM, "reprogram", KEEP, secret=True, dump=DUMP),
    Decision(USE_TWIN_TRAP, "twin_trap", KEEP, Choice("", "gear", colour=COLOUR)),
    Decision(RECYCLER_GIVE, "recycler_give", KEEP, Choice("", "gear", colour=COLOUR)),
    Decision(RECYCLER_TAKE, "recycler_take", Choice("", "gear_of_dump", dump=DUMP, colour=COLOUR)),
    Decision(FAST_THIRD, "fast_third", Choice("none", "not_now"), Choice("", "gear", colour=COLOUR), secret=True),
    Decision(USE_MAGNET, "magnet", KEEP, Choice("", "gear_of_dump", dump=DUMP, colour=COLOUR)),
    Decision(USE_RADAR, "radar", Choice("no", "keep"), Choice("yes", "use")),
    Decision(RADAR_PLACE, "radar_place", colour=COLOUR, dump=DUMP),
]
