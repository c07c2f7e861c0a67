"""What a seat cannot know, drawn anew: what is in the bags that ``visible_bags`` hides from it (AU-186).

Every cube outside the bags lies open, so the hidden bags together are known; only which cube is in which bag is not. The cubes
of all hidden bags are dealt anew, so that nobody owns more than the race so far could have paid for.
"""

from __future__ import annotations

from typing import Final

from officina.core.rng import Rng
from officina.games.automobiles.cubes import COLOURS, CUBE, count, size
from officina.games.automobiles.rules.turn import TakeTurn
from officina.games.automobiles.state import BAGS_ALL, BAGS_OWN, NOBODY, Automobiles

TRIES: Final = 24
"""Deals that are looked at before one is taken in which somebody would have paid a little too much."""


def redraw(p: Automobiles, seat: int, rng: Rng) -> None:
    """Everything the seat (-1: a spectator) cannot know, changed to something it could just as well be."""
    if p.agreed.visible_bags == BAGS_ALL:
        return
    hidden = [other for other in range(p.seats) if not (p.agreed.visible_bags == BAGS_OWN and other == seat) and p.bag[other]]
    if len(hidden) < 2:
        return
    sizes = [size(p.bag[other]) for other in hidden]
    kept = [sure_cubes(p, other) for other in hidden]
    limits = [could_pay(p, other) for other in hidden]
    loose: list[int] = []
    for colour in range(COLOURS):
        number = 0
        for place in range(len(hidden)):
            number += count(p.bag[hidden[place]], colour) - count(kept[place], colour)
        loose += [colour] * number
    best: list[int] = []
    least = 0
    for _ in range(TRIES):
        rng.shuffle(loose)
        bags = deal(kept, sizes, loose)
        debt = 0
        for place in range(len(hidden)):
            debt += max(0, worth_of(p, hidden[place], bags[place]) - limits[place])
        if not best or debt < least:
            best, least = bags, debt
        if not least:
            break
    for place in range(len(hidden)):
        p.bag[hidden[place]] = best[place]


def deal(kept: list[int], sizes: list[int], loose: list[int]) -> list[int]:
    """Bags of those sizes: what is sure to be in each, and the loose cubes in their order."""
    bags: list[int] = []
    dealt = 0
    for place in range(len(kept)):
        bag = kept[place]
        for _ in range(sizes[place] - size(bag)):
            bag += CUBE[loose[dealt]]
            dealt += 1
        bags.append(bag)
    return bags


def sure_cubes(p: Automobiles, seat: int) -> int:
    """Before the first turn the starting cubes that do not lie open are in the bag. Later they may be gone."""
    sure = 0
    if turns_taken(p, seat) == 0:
        shown = p.active[seat] + p.used[seat] + p.discard[seat]
        for colour in range(COLOURS):
            in_bag = min(count(p.bag[seat], colour), count(p.parts.start, colour) - count(shown, colour))
            sure += max(0, in_bag) * CUBE[colour]
    return sure


def worth_of(p: Automobiles, seat: int, bag: int) -> int:
    """What a player's cubes beyond the starting ones have cost, with that bag."""
    owned = bag + p.active[seat] + p.used[seat] + p.discard[seat]
    spent = 0
    for colour in range(COLOURS):
        spent += max(0, count(owned, colour) - count(p.parts.start, colour)) * p.costs[colour]
    return spent


def could_pay(p: Automobiles, seat: int) -> int:
    """What a player can have spent: the grid money, and the money of a full hand every turn."""
    slot = p.slots[seat]
    income = p.track.grid[slot].money if slot != NOBODY else 0
    if not p.round and p.current == seat:
        income -= p.money
    return income + turns_taken(p, seat) * p.parts.hand * max(p.values)


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
