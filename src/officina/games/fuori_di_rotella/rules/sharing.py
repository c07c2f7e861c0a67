"""Sharing: FR-58 to FR-66. Gears won wait in ``won`` and reach the feet together at the end of the sub-phase (FR-12, FR-34)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.core.text import Message, Reason
from officina.games.fuori_di_rotella.events import AT_FEET, DEALT, EMPTY_HANDED, SHARED, WON
from officina.games.fuori_di_rotella.gears import GEAR, NO_GEARS, colours, count, gears, of, size
from officina.games.fuori_di_rotella.nouns import NUMBER, PLACE, ROBOT
from officina.games.fuori_di_rotella.state import NOBODY, FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import SHARE_PICK


def pile_at(p: FuoriDiRotella, place: int, source: int) -> int:
    """The gears at a robot's feet or on a dump."""
    return p.feet[source] if place == AT_FEET else p.dumps[source]


def win(p: FuoriDiRotella, robot: int, place: int, source: int, pile: int) -> None:
    """A robot wins gears from a source."""
    if place == AT_FEET:
        p.feet[source] -= pile
    else:
        p.take_from_dump(source, pile)
    p.won[robot] += pile


def claim(p: FuoriDiRotella, place: int, source: int, claimants: list[int]) -> list[Step[Any]]:
    """FR-31, FR-44, FR-53, FR-58, FR-59: one claimant takes everything, several share."""
    if len(claimants) > 1:
        return share(p, place, source, claimants)
    pile = pile_at(p, place, source)
    robot = claimants[0]
    if pile:
        win(p, robot, place, source, pile)
        if p.events is not None:
            p.tell(WON, p.owner[robot], (robot, place, source, pile))
    elif p.events is not None:
        p.tell(EMPTY_HANDED, p.owner[robot], (robot, place, source))
    return NOTHING


def share(p: FuoriDiRotella, place: int, source: int, claimants: list[int]) -> list[Step[Any]]:
    """FR-60 to FR-65: everybody takes the same number, own colour first, the rest at random or by picking."""
    pile = pile_at(p, place, source)
    quota = size(pile) // len(claimants)
    if p.events is not None:
        mask = 0
        for robot in claimants:
            mask |= 1 << robot
        p.tell(SHARED, NOBODY, (place, source, mask, size(pile), quota))
    if quota == 0:
        return NOTHING
    needs: list[int] = []
    parts: list[int] = []
    needed = 0
    for robot in claimants:
        own = min(quota, count(pile, robot))
        needs.append(quota - own)
        parts.append(of(robot, own))
        needed += quota - own
    if not p.draft:
        deal_rest(p, place, source, parts, needs, needed)
    for index in range(len(claimants)):  # one after the other: each beat shows who has got what
        robot = claimants[index]
        if parts[index]:
            win(p, robot, place, source, parts[index])
            if p.events is not None:
                p.tell(WON, p.owner[robot], (robot, place, source, parts[index] if p.draft else p.won[robot]))
    return picks(p, place, source, claimants, needs) if p.draft else NOTHING


def deal_rest(p: FuoriDiRotella, place: int, source: int, parts: list[int], needs: list[int], needed: int) -> None:
    """FR-63: the pool is shuffled and dealt, claimants ascending; without the generator where the result is forced."""
    if needed == 0:
        return
    left = pile_at(p, place, source)
    for part in parts:
        left -= part
    pool = gears(left)
    if len(colours(left)) > 1 and not (needed == len(pool) and needed in needs):
        p.rng.shuffle(pool)
        p.tell(DEALT, NOBODY, (place, source))
    dealt = 0
    for index in range(len(needs)):
        for _ in range(needs[index]):
            parts[index] += GEAR[pool[dealt]]
            dealt += 1


def picks(p: FuoriDiRotella, place: int, source: int, claimants: list[int], needs: list[int]) -> list[Step[Any]]:
    """FR-66, FR-R24: from seat (turn - 1) mod P and going round, one gear at a time until no need is left."""
    start = (p.turn - 1) % p.seats
    order: list[int] = []
    for turn in range(p.seats):
        seat = (start + turn) % p.seats
        order += [index for index in range(len(claimants)) if p.owner[claimants[index]] == seat]
    steps: list[Step[Any]] = []
    for already in range(max(needs)):
        for index in order:
            if needs[index] > already:
                robot = claimants[index]
                steps.append(SharePick(p.owner[robot], (robot, place, source)))
    return steps


class SharePick(Step[FuoriDiRotella]):
    """FR-66: a claimant with need left picks one gear from what the own colours have left."""

    kind = SHARE_PICK
    rule = "FR-66"
    takes = {"robot": ROBOT, "place": PLACE, "source": NUMBER}

    def options(self, p: FuoriDiRotella) -> list[int]:
        return colours(pile_at(p, self.args[1], self.args[2]))

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        robot, place, source = self.args[0], self.args[1], self.args[2]
        win(p, robot, place, source, GEAR[option])
        p.tell(WON, self.seat, (robot, place, source, GEAR[option]))
        return NOTHING

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        colour = Message(f"fuori_di_rotella.colour.{p.parts.robots[option].colour}")
        return Reason("fuori_di_rotella.refuse.not_in_pool", "FR-66", colour=colour)


class Deliver(Step[FuoriDiRotella]):
    """FR-12, FR-34: everything won in the sub-phase reaches the winners' feet at the same moment."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        for robot in p.robots:
            if p.won[robot]:
                p.feet[robot] += p.won[robot]
                p.won[robot] = NO_GEARS
        return NOTHING


DELIVER: Final[list[Step[Any]]] = [Deliver()]
