"""What a seat cannot know, drawn anew: what is in the bags that ``visible_bags`` hides from it (AU-186).

Every cube outside the bags lies open, so the hidden bags together are known; only which cube is in which bag is not. Cubes are
swapped between hidden bags, never so that a player would own more than the race so far could have paid for.
"""

from __future__ import annotations

from typing import Final

from officina.core.rng import Rng
from officina.games.automobiles.cubes import COLOURS, CUBE, colour_at, count, size
from officina.games.automobiles.rules.turn import TakeTurn
from officina.games.automobiles.state import BAGS_ALL, BAGS_OWN, NOBODY, Automobiles

SWAPS_PER_CUBE: Final = 3


def redraw(p: Automobiles, seat: int, rng: Rng) -> None:
    """Everything the seat (-1: a spectator) cannot know, changed to something it could just as well be."""
    if p.agreed.visible_bags == BAGS_ALL:
        return
    hidden = [other for other in range(p.seats) if not (p.agreed.visible_bags == BAGS_OWN and other == seat) and p.bag[other]]
    if len(hidden) < 2:
        return
    cubes = 0
    for other in hidden:
        cubes += size(p.bag[other])
    for _ in range(cubes * SWAPS_PER_CUBE):
        swap(p, rng.pick(hidden), rng.pick(hidden), rng)


def swap(p: Automobiles, one: int, other: int, rng: Rng) -> None:
    """Exchange a random cube of one bag for a random cube of another, if both players could own the result."""
    given = colour_at(p.bag[one], rng.below(size(p.bag[one])))
    taken = colour_at(p.bag[other], rng.below(size(p.bag[other])))
    if one != other and given != taken and may_swap(p, one, given, taken) and may_swap(p, other, taken, given):
        p.bag[one] += CUBE[taken] - CUBE[given]
        p.bag[other] += CUBE[given] - CUBE[taken]


def may_swap(p: Automobiles, seat: int, given: int, taken: int) -> bool:
    """Whether a player could have come to own one cube instead of another.

    Before the first turn a player owns the starting cubes and what the grid money bought. Later starting cubes may be gone, and
    every turn can have brought the money of a full hand; nobody needs to be richer after the swap than that, or than before.
    """
    turns = turns_taken(p, seat)
    owned = p.bag[seat] + p.active[seat] + p.used[seat] + p.discard[seat]
    start = p.parts.start
    if turns == 0 and count(owned, given) <= count(start, given):
        return False
    if p.costs[taken] <= p.costs[given]:
        return True
    spent = p.costs[taken] - p.costs[given]
    for colour in range(COLOURS):
        spent += max(0, count(owned, colour) - count(start, colour)) * p.costs[colour]
    slot = p.slots[seat]
    income = p.track.grid[slot].money if slot != NOBODY else 0
    if not p.round and p.current == seat:
        income -= p.money
    return spent <= income + turns * p.parts.hand * max(p.values)


def turns_taken(p: Automobiles, seat: int) -> int:
    """How many turns a seat has finished: all of this round's but those still on the stack and the one being played."""
    if not p.round:
        return 0
    if p.current == seat:
        return p.round - 1
    for step in p.stack:
        if isinstance(step, TakeTurn) and step.seat == seat:
            return p.round - 1
    return p.round
