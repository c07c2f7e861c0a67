"""Movement: AU-46 to AU-62, AU-189."""

from __future__ import annotations

from typing import Any, Final

from officina.core.nouns import FLAG, NUMBER
from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automobiles.cubes import GEARS
from officina.games.automobiles.events import STEPPED
from officina.games.automobiles.nouns import CAR, COLOUR, SHADES, ahead_words, lane_words
from officina.games.automobiles.state import BLOCKED, LANDING, NO_CUBE, Automobiles
from officina.games.automobiles.vocabulary import NOT_HERE, STEP, STOP

EXACTLY: Final = 0
UP_TO: Final = 1
"""Whether a movement effect may stop before its last space (AU-58, AU-59)."""

AT_REST: Final = 0
ON_THE_MOVE: Final = 1
"""Whether the cube of the effect has entered a space already."""


def start_path(p: Automobiles, seat: int) -> None:
    """AU-50: at the start of a turn the path is empty and its head is the car."""
    p.path = ()
    p.head = p.spot[seat]
    p.head_lap = p.lap[seat]
    p.head_entry = p.head


def step_options(p: Automobiles, seat: int, colours: int) -> list[int]:
    """AU-51 to AU-57: the steps that may follow, into spaces that show one of the colours."""
    if p.agreed.weaving:
        return weaving_options(p, seat, colours)
    track = p.track
    found: list[int] = []
    for entry in track.ahead[p.head]:
        if track.colours_of[entry] & colours:
            landing = p.landing(seat, entry)
            if landing != BLOCKED:
                found.append(p.steps.of_landing[landing])
    return found


def reachable_colours(p: Automobiles, seat: int) -> int:
    """The colours of all spaces that the next step may enter, as a mask."""
    track = p.track
    mask = 0
    if p.agreed.weaving:
        for option in weaving_options(p, seat, (1 << GEARS) - 1):
            mask |= track.colours_of[p.steps.landing[option]]
        return mask
    for entry in track.ahead[p.head]:
        if p.landing(seat, entry) != BLOCKED:
            mask |= track.colours_of[entry]
    return mask


def weaving_options(p: Automobiles, seat: int, colours: int) -> list[int]:
    """AU-189: diagonals also from every segment between the last entry and the head; of two ways to one landing the later."""
    track = p.track
    found: list[int] = []
    landings: list[int] = []
    for left in range(p.head, p.head_entry - 1, -1):
        for entry in track.ahead[left]:
            if not track.colours_of[entry] & colours or (left != p.head and entry == track.straight[left]):
                continue
            landing = p.landing(seat, entry)
            if landing != BLOCKED and landing not in landings:
                landings.append(landing)
                found.append(p.steps.leaving(landing, track.position_of(left)))
    found.sort()
    return found


class Drive(Step[Automobiles]):
    """AU-50, AU-58, AU-59: an effect enters up to n spaces, one after the other; ``moved`` once its cube lies on one."""

    kind = STEP
    rule = "AU-52"
    takes = {"shades": SHADES, "n": NUMBER, "cube": COLOUR, "may_stop": FLAG, "moved": FLAG}

    def options(self, p: Automobiles) -> list[int]:
        found = step_options(p, self.seat, self.args[0])
        return [STOP] + found if self.args[3] else found

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == STOP:
            return NOTHING
        colours, left, cube, may_stop, moved = self.args
        enter(p, self.seat, option, cube, moved)
        if left == 1:
            return NOTHING
        return [Drive(self.seat, (colours, left - 1, cube, may_stop, ON_THE_MOVE))]

    def why_not(self, p: Automobiles, option: int) -> Reason:
        return why_no_step(p, self.seat, self.args[0], option)


def drive(seat: int, colours: int, spaces: int, cube: int) -> list[Step[Any]]:
    """AU-59: up to so many spaces of these colours; none at all when the effect gives none."""
    return [Drive(seat, (colours, spaces, cube, UP_TO, AT_REST))] if spaces > 0 else NOTHING


def enter(p: Automobiles, seat: int, option: int, cube: int, moved: int) -> None:
    """AU-38, AU-50, AU-82: the path grows by a landing, on which the cube now lies; passing the line is a lap more."""
    track = p.track
    landing = p.steps.landing[option]
    path = p.path
    left = track.position_of(p.head)
    entry = landing
    if p.agreed.weaving:
        left = p.steps.left[option]
        entry = track.lane_of(landing) * track.positions + (left + 1) % track.positions
        if path:
            path = path[:-LANDING] + (track.lane_of(p.head) * track.positions + left, path[-2], path[-1])
    if moved:
        path = path[:-1] + (NO_CUBE,)
    if left == track.positions - 1:
        p.head_lap += 1
    p.head = landing
    p.head_entry = entry
    p.path = path + (landing, p.head_lap, cube)
    if p.events is not None:
        p.tell(STEPPED, seat, (*p.place(landing), track.colours_of[landing]))


# --- why a step is not possible


def why_no_step(p: Automobiles, seat: int, colours: int, option: int) -> Reason:
    """Why a step is not among the legal ones."""
    if option == STOP:
        return Reason("automobiles.refuse.must_step", "AU-58")
    track = p.track
    landing = p.steps.landing[option]
    if landing == NOT_HERE:
        return Reason("automobiles.refuse.no_such_segment", "AU-46", lanes=track.lanes, last=track.positions - 1)
    left = p.steps.left[option]
    if p.agreed.weaving != (left != NOT_HERE):
        key = "automobiles.refuse.say_left" if p.agreed.weaving else "automobiles.refuse.no_weaving"
        return Reason(key, "AU-189" if p.agreed.weaving else "AU-188")
    if not p.agreed.weaving:
        return why_no_entry(p, seat, colours, landing, track.position_of(p.head))
    lane = track.lane_of(p.head)
    if track.position_of(p.head_entry) <= left <= track.position_of(p.head):
        if lane == track.lane_of(landing) and left != track.position_of(p.head):
            return Reason("automobiles.refuse.straight_from_front", "AU-189", head=lane_words(track, p.head))
        return why_no_entry(p, seat, colours, landing, left)
    first, last = track.position_of(p.head_entry), track.position_of(p.head)
    return Reason("automobiles.refuse.not_left_there", "AU-189", left=left, lane=lane + 1, first=first, last=last)


def why_no_entry(p: Automobiles, seat: int, colours: int, landing: int, left: int) -> Reason:
    """Why a space cannot be entered from that position of the head's lane, or not with that landing."""
    track = p.track
    head = track.lane_of(p.head) * track.positions + left
    lane = track.lane_of(landing)
    entry = lane * track.positions + (left + 1) % track.positions
    if track.space_of[landing] == track.space_of[head]:
        return Reason("automobiles.refuse.already_there", "AU-52")
    if abs(lane - track.lane_of(p.head)) > 1 or track.space_of[entry] != track.space_of[landing]:
        return Reason("automobiles.refuse.not_ahead", "AU-52", head=lane_words(track, head))
    if not track.colours_of[landing] & colours:
        shown, wanted = SHADES.say(track.colours_of[landing], p.parts), SHADES.say(colours, p.parts)
        return Reason("automobiles.refuse.wrong_colour", "AU-51", shown=shown, wanted=wanted)
    reached = p.landing(seat, entry)
    if reached == BLOCKED:
        blocker = CAR.say(p.spot.index(entry), p.parts)
        return Reason("automobiles.refuse.blocked", "AU-54", who=blocker)
    if reached != landing:
        return Reason("automobiles.refuse.slides_on", "AU-55", landing=ahead_words(track, head, reached))
    return Reason("automobiles.refuse.later_segment", "AU-189", left=left)
