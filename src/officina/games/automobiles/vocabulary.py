"""The decisions of Automobiles (the spec's D1-D21) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Choice, Decision
from officina.games.automobiles.cubes import COLOURS, GEARS
from officina.games.automobiles.nouns import COLOUR, GEAR, SHADE, SLOT, STEP_TO, ZONE
from officina.games.automobiles.track import Track, leaving_word, leavings

GRID_PICK: Final = 1
GRID_BUY: Final = 2
BOOST_LATE: Final = 3
TURN_TYPE: Final = 4
ACTION: Final = 5
STEP: Final = 6
PICK_DISCARD_GEAR: Final = 7
PICK_ACTIVE_GEAR: Final = 8
ENGINEER_DISCARD: Final = 9
REMOVE_DISCARD: Final = 10
MANAGER_REMOVE: Final = 11
MANAGER_REBAG: Final = 12
MECHANIC_PARK: Final = 13
PIT_CREW_MODE: Final = 14
PIT_TEAM_GAIN: Final = 15
BOOST_DRAW: Final = 16
BOOST_OFFER: Final = 17
NITRO_KEEP: Final = 18
HYBRID_COLOUR: Final = 19
SUPERCHARGE_TAKE: Final = 20
BUY: Final = 21

END: Final = COLOURS
"""The last option of a decision among the colours: done, stop or skip. Options 0-9 are the colours."""

DRAW: Final = 0
DECLINE: Final = 1
STANDARD: Final = 0
PIT_STOP: Final = 1
ALL_WEAR: Final = 0
ANY_TWO: Final = 1

REBAG_SKIP: Final = 2 * COLOURS
"""manager_rebag: 0-9 from active, 10-19 from discard, then skip."""

NO_COLOUR: Final = GEARS
"""hybrid_colour: 0-3 are the gear colours, then none."""

STOP: Final = 0
"""step: to stop is option 0, landings follow, then landings with the segment left (weaving)."""

NOT_HERE: Final = -1


class StepOptions:
    """The options of ``step`` on one track: which landing, and in a weaving race which position is left, and back."""

    def __init__(self, track: Track, words: list[str], index: dict[str, int]) -> None:
        self.of_landing = [index[track.place(segment)] for segment in range(track.segments)]
        self.landing = [NOT_HERE] * len(words)
        self.left = [NOT_HERE] * len(words)
        for segment in range(track.segments):
            self.landing[self.of_landing[segment]] = segment
        self.positions = track.positions
        self.of_leaving: dict[int, int] = {}
        for landing, left in leavings(track):
            option = index[leaving_word(track, landing, left)]
            self.of_leaving[landing * track.positions + left] = option
            self.landing[option] = landing
            self.left[option] = left

    def leaving(self, landing: int, left: int) -> int:
        """The option of a weaving step: the landing, and the position that is left."""
        return self.of_leaving[landing * self.positions + left]


CUBE: Final = Choice("", "cube", cube=COLOUR)
GEAR_CUBE: Final = Choice("", "cube", cube=GEAR)
PURCHASE: Final = (Choice("", "buy", cube=COLOUR), Choice("done", "done_buying"))

DECISIONS: Final = [
    Decision(GRID_PICK, "grid_pick", slot=SLOT),
    Decision(GRID_BUY, "grid_buy", *PURCHASE),
    Decision(BOOST_LATE, "boost_late", "draw", "decline"),
    Decision(TURN_TYPE, "turn_type", "standard", "pit_stop"),
    Decision(ACTION, "action", Choice("", "play", cube=COLOUR), Choice("done", "done_playing")),
    Decision(STEP, "step", "stop", step=STEP_TO),
    Decision(PICK_DISCARD_GEAR, "pick_discard_gear", GEAR_CUBE),
    Decision(PICK_ACTIVE_GEAR, "pick_active_gear", GEAR_CUBE),
    Decision(ENGINEER_DISCARD, "engineer_discard", CUBE, "stop"),
    Decision(REMOVE_DISCARD, "remove_discard", CUBE, "stop"),
    Decision(MANAGER_REMOVE, "manager_remove", CUBE, "skip"),
    Decision(MANAGER_REBAG, "manager_rebag", Choice("", "rebag", zone=ZONE, cube=COLOUR), "skip"),
    Decision(MECHANIC_PARK, "mechanic_park", CUBE),
    Decision(PIT_CREW_MODE, "pit_crew_mode", "all_wear", "any_two"),
    Decision(PIT_TEAM_GAIN, "pit_team_gain", Choice("", "gain", cube=COLOUR)),
    Decision(BOOST_DRAW, "boost_draw", "draw", "stop"),
    Decision(BOOST_OFFER, "boost_offer", "draw", "decline"),
    Decision(NITRO_KEEP, "nitro_keep", CUBE),
    Decision(HYBRID_COLOUR, "hybrid_colour", Choice("", "shade", shade=SHADE), Choice("none", "no_move")),
    Decision(SUPERCHARGE_TAKE, "supercharge_take", CUBE, "stop"),
    Decision(BUY, "buy", *PURCHASE),
]
