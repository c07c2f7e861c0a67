"""What a sensible player values. Called on a determinised position, so it cannot see what the seat cannot.

Programming follows the spec's level 1: draw what the others may do from a simple model (level 0), see what each own programme
would bring against it, and prefer good ones without becoming predictable.
"""

from __future__ import annotations

from math import exp

from officina.core.rng import Rng
from officina.games.fuori_di_rotella import vocabulary as v
from officina.games.fuori_di_rotella.gears import COLOURS, FIRST_OF_PAIR, SECOND_OF_PAIR, colours, count, size
from officina.games.fuori_di_rotella.rules.assembly import Assembly
from officina.games.fuori_di_rotella.scoring import points
from officina.games.fuori_di_rotella.state import FuoriDiRotella
from officina.games.fuori_di_rotella.values import Values
from officina.games.fuori_di_rotella.vocabulary import ATTACK, COLLECT, TRAP


def weights(p: FuoriDiRotella, seat: int, rng: Rng, w: Values) -> list[float]:
    """How much a sensible player likes each option."""
    kind = p.kind(seat)
    options = p.options(seat)
    if kind == v.PROGRAM:
        gains = program_gains(w, p, seat, options, rng)
        best = max(gains)
        return [exp((gain - best) / w.temperature) for gain in gains]
    if kind == v.CHOOSE_ROBOT:
        return [1.0] * len(options)
    gains = [option_gain(w, p, seat, kind, option) for option in options]
    best = max(gains)
    if w.softness:
        return [exp(max(-30.0, (gain - best) / w.softness)) for gain in gains]
    return [1.0 if gain == best else 0.0 for gain in gains]


def gear_value(w: Values, p: FuoriDiRotella, robot: int, colour: int) -> float:
    """A gear to a robot: its points, and a little for what its own robot would have had of it."""
    if colour == robot:
        return float(p.parts.own_points)
    return p.parts.other_points + w.denial / (len(p.robots) - 1)


def pile_value(w: Values, p: FuoriDiRotella, robot: int, pile: int) -> float:
    """A whole pile to a robot."""
    own = count(pile, robot)
    return own * p.parts.own_points + (size(pile) - own) * (p.parts.other_points + w.denial / (len(p.robots) - 1))


def share_value(w: Values, p: FuoriDiRotella, robot: int, pile: int, claimants: int) -> float:
    """What one of several claimants gets of a pile, on average."""
    if claimants == 1:
        return pile_value(w, p, robot, pile)
    quota = size(pile) // claimants
    own = min(quota, count(pile, robot))
    return own * p.parts.own_points + (quota - own) * float(p.parts.other_points)


# --- programming


def program_gains(w: Values, p: FuoriDiRotella, seat: int, options: list[int], rng: Rng) -> list[float]:
    """The average gain of each programme against sampled programmes of the other players."""
    robots = p.own_robots(seat)
    draft = p.drafts[seat]
    robot = robots[len(draft)]
    others = [other for other in p.robots if p.owner[other] != seat]
    models = [program_model(w, p, other) for other in others]
    if w.foresight_samples:
        models = foreseen(w, p, others, models, rng)
    gains = [0.0] * len(options)
    programs = [-1] * COLOURS
    if draft:
        programs[robots[0]] = draft[0]
    for _ in range(w.samples):
        for index in range(len(others)):
            programs[others[index]] = p.program_options[rng.weighted(models[index])]
        for index in range(len(options)):
            gains[index] += program_gain(w, p, robot, options[index], programs)
    scale = 1.0 / w.samples
    if len(robots) > 1 and is_richer(p, robot, robots):
        scale *= w.richer_robot
    return [gain * scale for gain in gains]


def is_richer(p: FuoriDiRotella, robot: int, robots: list[int]) -> bool:
    """Whether a robot has more points than its sister."""
    return points(p, robot) > min([points(p, other) for other in robots])


def foreseen(w: Values, p: FuoriDiRotella, others: list[int], models: list[list[float]], rng: Rng) -> list[list[float]]:
    """The models of others who think as we do, mixed with the simple ones: where everybody traps, nobody collects."""
    found: list[list[float]] = []
    robots = others + [robot for robot in p.robots if robot not in others]
    simple_models = models + [program_model(w, p, robot) for robot in robots[len(others) :]]
    programs = [-1] * COLOURS
    for place in range(len(others)):
        gains = [0.0] * len(p.program_options)
        for _ in range(w.foresight_samples):
            for index in range(len(robots)):
                programs[robots[index]] = p.program_options[rng.weighted(simple_models[index])]
            programs[others[place]] = -1
            for index in range(len(gains)):
                gains[index] += program_gain(w, p, others[place], p.program_options[index], programs)
        best = max(gains)
        simple = models[place]
        simple_total = sum(simple)
        clever = [exp((gain - best) / (w.foresight_samples * w.foresight_temperature)) for gain in gains]
        clever_total = sum(clever)
        share = min(1.0, w.foresight)
        found.append(
            [(1.0 - share) * simple[index] / simple_total + share * clever[index] / clever_total for index in range(len(gains))]
        )
    return found


def program_model(w: Values, p: FuoriDiRotella, robot: int) -> list[float]:
    """Level 0: how likely another robot is to play each programme, by what is to be had where."""
    weights: list[float] = []
    feet = pile_value(w, p, robot, p.feet[robot])
    for program in p.program_options:
        number = program % COLOURS
        action = program // COLOURS
        if action == COLLECT:
            worth = pile_value(w, p, robot, p.dumps[number])
            share = w.collect
        elif action == TRAP:
            worth = pile_value(w, p, robot, p.dumps[number])
            share = w.trap
        elif number == robot:
            worth = feet
            share = w.defence
        else:
            worth = pile_value(w, p, robot, p.feet[number])
            share = w.attack
        weights.append(w.whim + share * worth**w.greed)
    return weights


def program_gain(w: Values, p: FuoriDiRotella, robot: int, program: int, others: list[int]) -> float:
    """What a programme brings if the others play theirs."""
    number = program % COLOURS
    action = program // COLOURS
    if action == ATTACK:
        if number == robot:
            return defence_gain(w, p, robot, others)
        return attack_gain(w, p, robot, number, others)
    collectors = 0
    trappers = 0
    for other in p.robots:
        if others[other] == COLLECT * COLOURS + number:
            collectors += 1
        elif others[other] == TRAP * COLOURS + number:
            trappers += 1
    if action == COLLECT:
        return 0.0 if trappers else share_value(w, p, robot, p.dumps[number], collectors + 1)
    return share_value(w, p, robot, p.dumps[number], trappers + 1) if collectors else 0.0


def attack_gain(w: Values, p: FuoriDiRotella, robot: int, victim: int, others: list[int]) -> float:
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
    return share_value(w, p, robot, p.feet[victim], claimants)


def defence_gain(w: Values, p: FuoriDiRotella, robot: int, others: list[int]) -> float:
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
    return gain + (pile_value(w, p, robot, feet) if attackers == 1 else float(lost))


# --- the other decisions


def option_gain(w: Values, p: FuoriDiRotella, seat: int, kind: int, option: int) -> float:
    """The worth of one option of an open decision, or of Assembly."""
    step = p.stack[-1]
    if isinstance(step, Assembly):
        asked = step.asked(p, seat, p.drafts[seat])
        return assembly_gain(w, p, asked.robot, kind, option)
    robot, *others = step.args
    if kind == v.DEFENCE_TAKE:
        return defence_take_gain(w, p, robot, others[0], option)
    if kind == v.SHARE_PICK:
        return gear_value(w, p, robot, option)
    if kind == v.RECYCLER_TAKE:
        return gear_value(w, p, robot, option % COLOURS)
    if kind == v.RADAR_PLACE:
        return gear_value(w, p, robot, option // COLOURS) + size(p.dumps[option % COLOURS]) * 0.1
    return upgrade_gain(w, p, robot, kind, option)


def assembly_gain(w: Values, p: FuoriDiRotella, robot: int, kind: int, option: int) -> float:
    """Almost always yes: own colour first, then what others value most."""
    if option == v.NONE:
        return 0.0
    if kind == v.FAST_THIRD:
        return 1.0 if option - 1 == robot else 0.1
    first, second = FIRST_OF_PAIR[option - 1], SECOND_OF_PAIR[option - 1]
    return (
        gear_value(w, p, robot, first)
        + gear_value(w, p, robot, second)
        + 0.1 * (first in p.robots)
        + 0.1 * (second in p.robots)
    )


def defence_take_gain(w: Values, p: FuoriDiRotella, robot: int, attacker: int, option: int) -> float:
    """Own colour first, then the attacker's; from the circuits unless a third robot is about to rob the feet."""
    colour = option % COLOURS
    gain = gear_value(w, p, robot, colour)
    if colour == attacker:
        gain += 0.5
    about_to_be_robbed = len([other for other in p.attackers(attacker) if other != robot]) > 0
    zone = option // COLOURS
    return gain + (0.2 if (zone == v.FEET) == about_to_be_robbed else 0.0)


def upgrade_gain(w: Values, p: FuoriDiRotella, robot: int, kind: int, option: int) -> float:
    """An upgrade is used for a gain of two points, near the end for any; keeping it is worth what it may still bring."""
    keep = w.keep if p.turn < 8 else 0.0
    if option == v.NONE:
        return keep
    if kind == v.USE_INSULATION:
        return 1.0 if p.turn >= 6 else 0.5
    if kind == v.USE_ARMOUR:
        return armour_gain(p, robot)
    if kind in (v.USE_LONG_ARM, v.USE_TWIN_TRAP):
        return gear_value(w, p, robot, option - 1)
    if kind == v.USE_MAGNET:
        return gear_value(w, p, robot, (option - 1) % COLOURS)
    if kind == v.RECYCLER_GIVE:
        return recycler_gain(w, p, robot, option - 1)
    if kind == v.USE_RADAR:
        return keep - 0.1 if p.turn < 8 else 0.1
    return reprogram_gain(w, p, robot, option - 1)


def armour_gain(p: FuoriDiRotella, robot: int) -> float:
    """What fewer attackers take: with several, cancelling one may even help the others (FR-114)."""
    attackers = len(p.attackers(robot))
    gears = size(p.feet[robot])
    lost_now = gears // attackers * attackers
    lost_then = gears // (attackers - 1) * (attackers - 1) if attackers > 1 else 0
    return float(lost_now - lost_then)


def recycler_gain(w: Values, p: FuoriDiRotella, robot: int, given: int) -> float:
    """A foreign gear for one of the own colour that lies on some dump."""
    if given == robot:
        return -1.0
    on_dumps = len([dump for dump in p.robots if count(p.dumps[dump], robot)]) > 0
    return gear_value(w, p, robot, robot) - gear_value(w, p, robot, given) + 0.6 if on_dumps else 0.0


def reprogram_gain(w: Values, p: FuoriDiRotella, robot: int, number: int) -> float:
    """Away from a revealed trap, to the fattest dump without one."""
    trapped = p.with_program(TRAP * COLOURS + p.target(robot))
    target_trapped = p.with_program(TRAP * COLOURS + number)
    if not trapped or target_trapped:
        return -1.0
    return pile_value(w, p, robot, p.dumps[number]) + 0.01 * len(colours(p.dumps[number]))
