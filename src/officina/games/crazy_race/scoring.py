"""Scoring and places: CR-84 to CR-86, CR-112 to CR-114."""

from __future__ import annotations

from typing import Final

from officina.games.crazy_race import state as st
from officina.games.crazy_race.components import FINISH
from officina.games.crazy_race.state import CrazyRace

KEY_BASE: Final = FINISH + 1
"""A ranking key is one number: the score, then the locomotives from the rearmost on, in this base."""


def score(p: CrazyRace, seat: int) -> int:
    """CR-84: the sum of the seat's points cards, and nothing else."""
    total = 0
    for card in p.won[seat]:
        total += st.points_of(card)
    return total


def scores(p: CrazyRace) -> list[int]:
    """Everybody's points."""
    return [score(p, seat) for seat in range(p.seats)]


def key(p: CrazyRace, seat: int) -> int:
    """CR-84 to CR-86: the score, then the rearmost, the middle and the foremost locomotive."""
    result = score(p, seat)
    for progress in sorted(p.track(seat)):
        result = result * KEY_BASE + progress
    return result


def winners(p: CrazyRace) -> list[int]:
    """CR-84 to CR-86 and the tie rules CR-112 to CR-114: who wins with the present scores; equals share the victory."""
    points = scores(p)
    best = max(points)
    leaders = [seat for seat in range(p.seats) if points[seat] == best]
    if len(leaders) > 1 and p.variants.tie_rule != st.REAR_LOCO:
        if p.variants.tie_rule == st.RUNNER_UP:
            alone = [total for total in points if points.count(total) == 1]
            if alone:
                return [points.index(max(alone))]
        if p.variants.tie_rule == st.SECOND_CARD:
            cards = [second_card(p, seat) for seat in leaders]
            leaders = [leaders[place] for place in range(len(leaders)) if cards[place] == max(cards)]
    keys = [key(p, seat) for seat in leaders]
    return [leaders[place] for place in range(len(leaders)) if keys[place] == max(keys)]


def second_card(p: CrazyRace, seat: int) -> int:
    """CR-113: the second-best single points card; 0 with fewer than two."""
    return st.points_of(p.won[seat][1]) if len(p.won[seat]) > 1 else 0


def places(p: CrazyRace) -> list[int]:
    """CR-86, CR-114: everybody's place from 1: the winners first, the others by score and locomotives; equals share one."""
    first = winners(p)
    keys = [key(p, seat) for seat in range(p.seats)]
    found: list[int] = []
    for seat in range(p.seats):
        if seat in first:
            found.append(1)
        else:
            ahead = [other for other in range(p.seats) if other in first or keys[other] > keys[seat]]
            found.append(1 + len(ahead))
    return found


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
