"""What a seat cannot know, drawn anew: the order of the reserve, and programmes not yet revealed."""

from __future__ import annotations

from officina.core.rng import Rng
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.games.fuori_di_rotella.rules.traps import JudgeDump, JudgeTraps
from officina.games.fuori_di_rotella.rules.upgrades import RadarPlace, radar_sees
from officina.games.fuori_di_rotella.state import ATTACKS, NO_PROGRAM, FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import COLLECT, TRAP


def redraw(p: FuoriDiRotella, seat: int, rng: Rng) -> None:
    """Everything the seat (-1: a spectator) cannot know, changed to something it could just as well be."""
    redraw_reserve(p, seat, rng)
    hidden = [robot for robot in p.robots if p.programs[robot] != NO_PROGRAM and not p.shown >> robot & 1]
    hidden = [robot for robot in hidden if p.owner[robot] != seat]
    if not hidden:
        return
    if p.phase == ATTACKS:
        redraw_unrevealed(p, hidden, rng)
    else:
        redraw_collects(p, hidden, rng)


def redraw_reserve(p: FuoriDiRotella, seat: int, rng: Rng) -> None:
    """The reserve's order; what the Radar's owner is looking at stays (FR-120)."""
    kept = 0
    step = p.stack[-1] if p.stack else None
    if isinstance(step, RadarPlace) and step.seat == seat:
        kept = len(radar_sees(p))
    rest = list(p.reserve[kept:])
    rest.sort()  # nothing of the true order is left
    rng.shuffle(rest)
    p.reserve = p.reserve[:kept] + tuple(rest)


def redraw_unrevealed(p: FuoriDiRotella, hidden: list[int], rng: Rng) -> None:
    """During 2.1 whoever has not revealed an Attack holds Trap or Collect; two sisters hold one each (FR-89)."""
    sister_action: dict[int, int] = {}
    for robot in hidden:
        owner = p.owner[robot]
        first = sister_action.get(owner, -1)
        action = rng.below(2) + TRAP if first < 0 else TRAP + COLLECT - first
        sister_action[owner] = action
        p.programs[robot] = action * COLOURS + rng.pick(p.robots)


def redraw_collects(p: FuoriDiRotella, hidden: list[int], rng: Rng) -> None:
    """From 2.2 on whoever is not revealed holds Collect, on a dump that has not been judged with a Trap."""
    open_numbers = p.robots
    judged = judged_dumps(p)
    if judged:
        open_numbers = [number for number in p.robots if not judged >> number & 1]
    for robot in hidden:
        p.programs[robot] = COLLECT * COLOURS + rng.pick(open_numbers)


def judged_dumps(p: FuoriDiRotella) -> int:
    """The trapped dumps whose Collects have been shown already."""
    judged = 0
    for robot in p.robots:
        if p.programs[robot] // COLOURS == TRAP and p.shown >> robot & 1:
            judged |= 1 << p.target(robot)
    for step in p.stack:
        if isinstance(step, JudgeTraps):
            return 0
        if isinstance(step, JudgeDump):
            judged &= ~(1 << step.dump)
    return judged
