"""Car phase, Decline phase, drafting and momentum: AU-80 to AU-113."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.games.automobiles.events import AERO_SPARED, CAR_MOVED, DRAFTED, FINISHED, LAP_DONE, MOMENTUM, WORN
from officina.games.automobiles.state import CAR_PHASE, DECLINE_PHASE, LANDING, NOBODY, Automobiles


class MoveCar(Step[Automobiles]):
    """AU-80 to AU-86: the car follows the path; each passing of the line moves the lap marker; Finish means the last round."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.phase = CAR_PHASE
        if not p.path:
            return NOTHING
        seat = self.seat
        before = p.laps_to_go(seat)
        p.spot[seat] = p.head
        p.lap[seat] = p.head_lap
        if p.events is not None:
            p.tell(CAR_MOVED, seat, (*p.place(p.head), p.head_lap))
        after = p.laps_to_go(seat)
        if after < before:
            if after:
                p.tell(LAP_DONE, seat, (after,))
            else:
                p.finish = True
                p.tell(FINISHED, seat)
        return NOTHING


class Decline(Step[Automobiles]):
    """AU-90 to AU-98, AU-159: wear for the darkest space entered, unless drafting or with Aerodynamics."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.phase = DECLINE_PHASE
        if not p.path:
            return NOTHING
        seat = self.seat
        if p.aero:
            p.tell(AERO_SPARED, seat)
            return NOTHING
        leader = drafted_by(p, seat)
        if leader != NOBODY:
            p.tell(DRAFTED, seat, (leader,))
            return NOTHING
        darkest = darkest_entered(p)
        gained = p.gain_wear(seat, p.parts.wear_chart[darkest])
        p.tell(WORN, seat, (gained, darkest))
        return NOTHING


def darkest_entered(p: Automobiles) -> int:
    """AU-90 to AU-94: the darkest colour of all spaces entered; of a two-colour space its darker one."""
    darkest = 0
    for place in range(0, len(p.path), LANDING):
        darkest = max(darkest, p.track.darkest_of[p.path[place]])
    return darkest


def drafted_by(p: Automobiles, seat: int) -> int:
    """AU-100 to AU-103: the seat in whose slipstream a car is; NOBODY if there is none."""
    return drafted_behind(p, seat, p.spot[seat])


def drafted_behind(p: Automobiles, seat: int, spot: int) -> int:
    """In whose slipstream the seat's car would be there."""
    track = p.track
    if p.agreed.draft_segment:
        return car_within(p, seat, track.straight[spot], track.straight[spot])
    ahead = NOBODY
    if spot < track.front_of[spot]:
        ahead = car_within(p, seat, spot + 1, track.front_of[spot])
    if ahead == NOBODY:
        following = track.straight[track.front_of[spot]]
        ahead = car_within(p, seat, following, track.front_of[following])
    return ahead


def car_within(p: Automobiles, seat: int, first: int, last: int) -> int:
    """The rearmost other car between two segments of one space; NOBODY if there is none."""
    found = NOBODY
    for other in range(p.seats):
        spot = p.spot[other]
        if other != seat and first <= spot <= last and (found == NOBODY or spot < p.spot[found]):
            found = other
    return found


def momentum(p: Automobiles) -> None:
    """AU-111 to AU-113: every car rolls to the front of its space or up to the next car, spaces from front to back."""
    front_of = p.track.front_of
    rolling: list[int] = []
    for seat in range(p.seats):
        if p.spot[seat] != front_of[p.spot[seat]]:
            place = len(rolling)
            while place and p.spot[rolling[place - 1]] < p.spot[seat]:
                place -= 1
            rolling.insert(place, seat)
    for seat in rolling:
        spot = p.spot[seat]
        reached = p.landing(seat, spot)
        if reached != spot:
            p.spot[seat] = reached
            if p.events is not None:
                p.tell(MOMENTUM, seat, p.place(reached))
