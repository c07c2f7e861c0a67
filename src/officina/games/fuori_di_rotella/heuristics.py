"""What a sensible player values. Called on a determinised position, so it cannot see what the seat cannot.

Programming follows the spec's level 1: draw what the others may do from a simple model (level 0), see what each own programme
would bring against it, and prefer good ones without becoming predictable.
"""

from __future__ import annotations

from math import exp
from typing import Final

from officina.core.rng import Rng
from officina.games.fuori_di_rotella import vocabulary as v
from officina.games.fuori_di_rotella.gears import COLOURS, FIRST_OF_PAIR, SECOND_OF_PAIR, colours, count, size
from officina.games.fuori_di_rotella.rules.assembly import Assembly
from officina.games.fuori_di_rotella.scoring import points
from officina.games.fuori_di_rotella.state import FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import ATTACK, COLLECT, TRAP

SAMPLES: Final = 24
TEMPERATURE: Final = 0.35
RICHER_ROBOT: Final = 0.35
"""With two robots only the lower one scores: what the richer one gains counts this much."""
DENIAL: Final = 0.3
"""What it is worth to keep a gear from somebody else, in points."""


def weights(p: FuoriDiRotella, seat: int, rng: Rng) -> list[float]:
    """How much a sensible player likes each option."""
    kind = p.kind(seat)
    options = p.options(seat)
    if kind == v.PROGRAM:
        gains = program_gains(p, seat, options, rng)
        best = max(gains)
        return [exp((gain - best) / TEMPERATURE) for gain in gains]
    if kind == v.CHOOSE_ROBOT:
        return [1.0] * len(options)
    gains = [option_gain(p, seat, kind, option) for option in options]
    best = max(gains)
    return [1.0 if gain == best else 0.0 for gain in gains]


def gear_value(p: FuoriDiRotella, robot: int, colour: int) -> float:
    """A gear to a robot: its points, and a little for what its own robot would have had of it."""
    if colour == robot:
        return float(p.parts.own_points)
    return p.parts.other_points + DENIAL / (len(p.robots) - 1)


def pile_value(p: FuoriDiRotella, robot: int, pile: int) -> float:
    """A whole pile to a robot."""
    own = count(pile, robot)
    return own * p.parts.own_points + (size(pile) - own) * (p.parts.other_points + DENIAL / (len(p.robots) - 1))


def share_value(p: FuoriDiRotella, robot: int, pile: int, claimants: int) -> float:
    """What one of several claimants gets of a pile, on average."""
    if claimants == 1:
        return pile_value(p, robot, pile)
    quota = size(pile) // claimants
    own = min(quota, count(pile, robot))
    return own * p.parts.own_points + (quota - own) * float(p.parts.other_points)


# --- programming


def program_gains(p: FuoriDiRotella, seat: int, options: list[int], rng: Rng) -> list[float]:
    """The average gain of each programme against sampled programmes of the other players."""
    robots = p.own_robots(seat)
    draft = p.drafts[seat]
    robot = robots[len(draft)]
    others = [other for other in p.robots if p.owner[other] != seat]
    models = [program_model(p, other) for other in others]
    gains = [0.0] * len(options)
    programs = [-1] * COLOURS
    if draft:
        programs[robots[0]] = draft[0]
    for _ in range(SAMPLES):
        for index in range(len(others)):
            programs[others[index]] = p.program_options[rng.weighted(models[index])]
        for index in range(len(options)):
            gains[index] += program_gain(p, robot, options[index], programs)
    scale = 1.0 / SAMPLES
    if len(robots) > 1 and is_richer(p, robot, robots):
        scale *= RICHER_ROBOT
    return [gain * scale for gain in gains]


def is_richer(p: FuoriDiRotella, robot: int, robots: list[int]) -> bool:
    """Whether a robot has more points than its sister."""
    return points(p, robot) > min([points(p, other) for other in robots])


def program_model(p: FuoriDiRotella, robot: int) -> list[float]:
    """Level 0: how likely another robot is to play each programme, by what is to be had where."""
    weights: list[float] = []
    feet = pile_value(p, robot, p.feet[robot])
    for program in p.program_options:
        number = program % COLOURS
        action = program // COLOURS
        if action == COLLECT:
            worth = pile_value(p, robot, p.dumps[number])
            share = 1.0
        elif action == TRAP:
            worth = pile_value(p, robot, p.dumps[number])
            share = 0.45
        elif number == robot:
            worth = feet
            share = 0.5
        else:
            worth = pile_value(p, robot, p.feet[number])
            share = 0.7
        weights.append(0.05 + share * worth**1.5)
    return weights


def program_gain(p: FuoriDiRotella, robot: int, program: int, others: list[int]) -> float:
    """What a programme brings if the others play theirs."""
    number = program % COLOURS
    action = program // COLOURS
    if action == ATTACK:
        if number == robot:
            return defence_gain(p, robot, others)
        return attack_gain(p, robot, number, others)
    collectors = 0
    trappers = 0
    for other in p.robots:
        if others[other] == COLLECT * COLOURS + number:
            collectors += 1
        elif others[other] == TRAP * COLOURS + number:
            trappers += 1
    if action == COLLECT:
        return 0.0 if trappers else share_value(p, robot, p.dumps[number], collectors + 1)
    return share_value(p, robot, p.dumps[number], trappers + 1) if collectors else 0.0


def attack_gain(p: FuoriDiRotella, robot: int, victim: int, others: list[int]) -> float:
    """The victim's feet, shared with other attackers; a gear lost if it defends (FR-25), nothing if there is none (FR-27)."""
    if others[victim] == ATTACK * COLOURS + victim:
        gears = p.feet[robot] + p.circuits[robot]
        if not gears:
            return 0.0
        return -float(p.parts.own_points if count(gears, robot) else p.parts.other_points)
    claimants = 1
    for other in p.robots:
        if other != victim and other != robot and others[other] == ATTACK * COLOURS + victim:
            claimants += 1
    return share_value(p, robot, p.feet[victim], claimants)


def defence_gain(p: FuoriDiRotella, robot: int, others: list[int]) -> float:
    """What attackers would have taken from the feet, and a gear from each of them that has one."""
    attackers = 0
    gain = 0.0
    for other in p.robots:
        if other != robot and others[other] == ATTACK * COLOURS + robot:
            attackers += 1
            gears = p.feet[other] + p.circuits[other]
            if gears:
                gain += p.parts.own_points if count(gears, robot) else p.parts.other_points
    if not attackers:
        return 0.0
    feet = p.feet[robot]
    lost = size(feet) // attackers * attackers
    return gain + (pile_value(p, robot, feet) if attackers == 1 else float(lost))


# --- the other decisions


def option_gain(p: FuoriDiRotella, seat: int, kind: int, option: int) -> float:
    """The worth of one option of an open decision, or of Assembly."""
    step = p.stack[-1]
    if isinstance(step, Assembly):
        asked = step.asked(p, seat, p.drafts[seat])
        return assembly_gain(p, asked.robot, kind, option)
    robot, *others = step.args
    if kind == v.DEFENCE_TAKE:
        return defence_take_gain(p, robot, others[0], option)
    if kind == v.SHARE_PICK:
        return gear_value(p, robot, option)
    if kind == v.RECYCLER_TAKE:
        return gear_value(p, robot, option % COLOURS)
    if kind == v.RADAR_PLACE:
        return gear_value(p, robot, option // COLOURS) + size(p.dumps[option % COLOURS]) * 0.1
    return upgrade_gain(p, robot, kind, option)


def assembly_gain(p: FuoriDiRotella, robot: int, kind: int, option: int) -> float:
    """Almost always yes: own colour first, then what others value most."""
    if option == v.NONE:
        return 0.0
    if kind == v.FAST_THIRD:
        return 1.0 if option - 1 == robot else 0.1
    first, second = FIRST_OF_PAIR[option - 1], SECOND_OF_PAIR[option - 1]
    return gear_value(p, robot, first) + gear_value(p, robot, second) + 0.1 * (first in p.robots) + 0.1 * (second in p.robots)


def defence_take_gain(p: FuoriDiRotella, robot: int, attacker: int, option: int) -> float:
    """Own colour first, then the attacker's; from the circuits unless a third robot is about to rob the feet."""
    colour = option % COLOURS
    gain = gear_value(p, robot, colour)
    if colour == attacker:
        gain += 0.5
    about_to_be_robbed = len([other for other in p.attackers(attacker) if other != robot]) > 0
    zone = option // COLOURS
    return gain + (0.2 if (zone == v.FEET) == about_to_be_robbed else 0.0)


def upgrade_gain(p: FuoriDiRotella, robot: int, kind: int, option: int) -> float:
    """An upgrade is used for a gain of two points, near the end for any; keeping it is worth what it may still bring."""
    keep = 1.5 if p.turn < 8 else 0.0
    if option == v.NONE:
        return keep
    if kind == v.USE_INSULATION:
        return 1.0 if p.turn >= 6 else 0.5
    if kind == v.USE_ARMOUR:
        return armour_gain(p, robot)
    if kind in (v.USE_LONG_ARM, v.USE_TWIN_TRAP):
        return gear_value(p, robot, option - 1)
    if kind == v.USE_MAGNET:
        return gear_value(p, robot, (option - 1) % COLOURS)
    if kind == v.RECYCLER_GIVE:
        return recycler_gain(p, robot, option - 1)
    if kind == v.USE_RADAR:
        return keep - 0.1 if p.turn < 8 else 0.1
    return reprogram_gain(p, robot, option - 1)


def armour_gain(p: FuoriDiRotella, robot: int) -> float:
    """What fewer attackers take: with several, cancelling one may even help the others (FR-114)."""
    attackers = len(p.attackers(robot))
    gears = size(p.feet[robot])
    lost_now = gears // attackers * attackers
    lost_then = gears // (attackers - 1) * (attackers - 1) if attackers > 1 else 0
    return float(lost_now - lost_then)


def recycler_gain(p: FuoriDiRotella, robot: int, given: int) -> float:
    """A foreign gear for one of the own colour that lies on some dump."""
    if given == robot:
        return -1.0
    on_dumps = len([dump for dump in p.robots if count(p.dumps[dump], robot)]) > 0
    return gear_value(p, robot, robot) - gear_value(p, robot, given) + 0.6 if on_dumps else 0.0


def reprogram_gain(p: FuoriDiRotella, robot: int, number: int) -> float:
    """Away from a revealed trap, to the fattest dump without one."""
    trapped = p.with_program(TRAP * COLOURS + p.target(robot))
    target_trapped = p.with_program(TRAP * COLOURS + number)
    if not trapped or target_trapped:
        return -1.0
    return pile_value(p, robot, p.dumps[number]) + 0.01 * len(colours(p.dumps[number]))
