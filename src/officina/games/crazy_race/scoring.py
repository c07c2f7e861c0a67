"""Scoring and places: CR-84 to CR-86, CR-112 to CR-114."""

from __future__ import annotations

from typing import Final

from officina.core.places import TieBreak, Ties
from officina.games.crazy_race import state as st
from officina.games.crazy_race.state import CrazyRace


def score(p: CrazyRace, seat: int) -> int:
    """CR-84: the sum of the seat's points cards, and nothing else."""
    total = 0
    for card in p.won[seat]:
        total += st.points_of(card)
    return total


def scores(p: CrazyRace) -> list[int]:
    """Everybody's points."""
    return [score(p, seat) for seat in range(p.seats)]


# --- ties


def from_the_rear(p: CrazyRace, seat: int, place: int) -> int:
    """The progress of the seat's rearmost (0), middle or foremost locomotive."""
    return sorted(p.track(seat))[place]


def rear(p: CrazyRace, seat: int) -> int:
    """CR-85: the rearmost locomotive."""
    return from_the_rear(p, seat, 0)


def middle(p: CrazyRace, seat: int) -> int:
    """CR-86: the middle locomotive."""
    return from_the_rear(p, seat, 1)


def foremost(p: CrazyRace, seat: int) -> int:
    """CR-86: the foremost locomotive."""
    return from_the_rear(p, seat, 2)


def runner_up(p: CrazyRace, seat: int) -> int:
    """CR-112: 1 for the highest score held by one player alone, if several share the highest of all."""
    points = scores(p)
    alone = [total for total in points if points.count(total) == 1]
    return 1 if points.count(max(points)) > 1 and alone and points[seat] == max(alone) else 0


def second_card(p: CrazyRace, seat: int) -> int:
    """CR-113: the second-best single points card of a player with the highest score; 0 with fewer than two."""
    if score(p, seat) < max(scores(p)) or len(p.won[seat]) < 2:
        return 0
    return st.points_of(p.won[seat][1])


REAR: Final = TieBreak("rear", "CR-85", rear)
MIDDLE: Final = TieBreak("middle", "CR-86", middle)
FOREMOST: Final = TieBreak("foremost", "CR-86", foremost)
TIES: Final = Ties(REAR, MIDDLE, FOREMOST, shared="CR-86")
RUNNER_UP_FIRST: Final = Ties(
    TieBreak("runner_up", "CR-112", runner_up, overrules=True), REAR, MIDDLE, FOREMOST, shared="CR-86"
)
SECOND_CARD_FIRST: Final = Ties(TieBreak("second_card", "CR-113", second_card), REAR, MIDDLE, FOREMOST, shared="CR-86")


def ties(p: CrazyRace) -> Ties:
    """CR-85, CR-86 and the variants CR-112 to CR-114."""
    if p.variants.tie_rule == st.RUNNER_UP:
        return RUNNER_UP_FIRST
    return SECOND_CARD_FIRST if p.variants.tie_rule == st.SECOND_CARD else TIES


def breakdown(p: CrazyRace, seat: int) -> list[tuple[str, int]]:
    """Points cards by kind; with ``rear_penalty`` all that were won, and what was discarded again."""
    penalties = p.variants.rear_penalty != st.NO_PENALTY
    turntable = 0
    finish = 0
    for card in p.won[seat] + p.lost[seat] if penalties else p.won[seat]:
        if st.pile_from(card) == st.ON_TURNTABLE:
            turntable += st.points_of(card)
        else:
            finish += st.points_of(card)
    parts = [("turntable_cards", turntable), ("finish_cards", finish)]
    if penalties:
        parts.append(("penalties", -sum([st.points_of(card) for card in p.lost[seat]])))
    return parts
