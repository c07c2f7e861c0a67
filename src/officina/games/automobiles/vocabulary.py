"""The decisions of Automobiles (the spec's D1-D21) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Kind, Vocabulary
from officina.games.automobiles.components import MOST_PLAYERS
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, GEARS
from officina.games.automobiles.track import Track

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

FROM_DISCARD: Final = COLOURS
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


def leavings(track: Track) -> list[tuple[int, int]]:
    """AU-189: every landing with every position from which its space can be entered at or behind the landing."""
    found: list[tuple[int, int]] = []
    for landing in range(track.segments):
        for entry in range(track.first_of[landing], landing + 1):
            found.append((landing, (track.position_of(entry) - 1) % track.positions))
    return found


def leaving_word(track: Track, landing: int, left: int) -> str:
    """The notation of a weaving step."""
    return f"{track.place(landing)}/{left}"


def step_words(tracks: list[Track]) -> list[str]:
    """All words of ``step``: stop, every landing of any track, every landing with a position left."""
    lanes = max([track.lanes for track in tracks])
    positions = max([track.positions for track in tracks])
    words = ["stop"]
    for lane in range(1, lanes + 1):
        words += [f"{lane}:{position}" for position in range(positions)]
    weaving: dict[str, None] = {}
    for track in tracks:
        for landing, left in leavings(track):
            weaving[leaving_word(track, landing, left)] = None
    return words + list(weaving)


def build(tracks: list[Track]) -> Vocabulary:
    """The vocabulary of a game that may be played on these tracks."""
    colours = list(COLOUR_NAMES)
    gears = colours[:GEARS]
    rebag = [f"{zone} {colour}" for zone in ("active", "discard") for colour in colours]
    return Vocabulary(
        [
            Kind("grid_pick", [str(slot) for slot in range(1, MOST_PLAYERS + 1)]),
            Kind("grid_buy", [*colours, "done"]),
            Kind("boost_late", ["draw", "decline"]),
            Kind("turn_type", ["standard", "pit_stop"]),
            Kind("action", [*colours, "done"]),
            Kind("step", step_words(tracks)),
            Kind("pick_discard_gear", gears),
            Kind("pick_active_gear", gears),
            Kind("engineer_discard", [*colours, "stop"]),
            Kind("remove_discard", [*colours, "stop"]),
            Kind("manager_remove", [*colours, "skip"]),
            Kind("manager_rebag", [*rebag, "skip"]),
            Kind("mechanic_park", colours),
            Kind("pit_crew_mode", ["all_wear", "any_two"]),
            Kind("pit_team_gain", colours),
            Kind("boost_draw", ["draw", "stop"]),
            Kind("boost_offer", ["draw", "decline"]),
            Kind("nitro_keep", colours),
            Kind("hybrid_colour", [*gears, "none"]),
            Kind("supercharge_take", [*colours, "stop"]),
            Kind("buy", [*colours, "done"]),
        ]
    )
