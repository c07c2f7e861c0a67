"""The house set of Robotic Upgrades: FR-102 to FR-120.

Each ``..._window`` gives the question of one card if its condition holds (FR-106), otherwise nothing. Each card exists once, so
a window has at most one question (FR-107). Fast and Small assembly live inside the secret Assembly (assembly.py).
"""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Message, Reason
from officina.games.fuori_di_rotella import components as c
from officina.games.fuori_di_rotella import events as ev
from officina.games.fuori_di_rotella import vocabulary as v
from officina.games.fuori_di_rotella.gears import COLOURS, GEAR, colours, count
from officina.games.fuori_di_rotella.nouns import COLOUR, DUMP, GEARS, NUMBER, PLACE, ROBOT
from officina.games.fuori_di_rotella.rules.exploration import DRAWS, Explore
from officina.games.fuori_di_rotella.rules.sharing import DELIVER, pile_at
from officina.games.fuori_di_rotella.state import NOBODY, FuoriDiRotella


def use(p: FuoriDiRotella, robot: int) -> None:
    """FR-104, FR-105: a card is used once and stays visible as spent."""
    p.spent |= 1 << robot
    p.tell(ev.UPGRADE_USED, p.owner[robot], (robot, p.cards[robot]))


def colour_name(p: FuoriDiRotella, colour: int) -> Message:
    """A colour in words."""
    return Message(f"fuori_di_rotella.colour.{p.parts.robots[colour].colour}")


# --- 2.1 before the defences


def insulation_window(p: FuoriDiRotella) -> list[Step[Any]]:
    """FR-112: its attack is blocked and it owns at least one gear."""
    robot = p.holder(c.INSULATION)
    if robot == NOBODY or p.action(robot) != v.ATTACK or p.target(robot) == robot or not p.defends(p.target(robot)):
        return []
    return [Insulation(p.owner[robot], (robot,))] if p.feet[robot] or p.circuits[robot] else []


class Insulation(Step[FuoriDiRotella]):
    """FR-112, FR-113: the defender takes nothing from it this turn; the attack stays blocked."""

    kind = v.USE_INSULATION
    rule = "FR-113"
    takes = {"robot": ROBOT}

    def options(self, p: FuoriDiRotella) -> list[int]:
        return [v.NONE, v.YES]

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        if option == v.YES:
            use(p, self.args[0])
            p.insulated |= 1 << self.args[0]
        return NOTHING


# --- 2.1 after the defences


def armour_window(p: FuoriDiRotella) -> list[Step[Any]]:
    """FR-112: not defending, attacked by at least one robot, feet not empty."""
    robot = p.holder(c.ARMOUR)
    if robot == NOBODY or p.defends(robot) or not p.feet[robot] or not p.attackers(robot):
        return []
    return [Armour(p.owner[robot], (robot,))]


class Armour(Step[FuoriDiRotella]):
    """FR-112, FR-114: one attack on it has no effect; the others go on, with one claimant less."""

    kind = v.USE_ARMOUR
    rule = "FR-114"
    takes = {"robot": ROBOT}

    def options(self, p: FuoriDiRotella) -> list[int]:
        return [v.NONE] + [1 + attacker for attacker in p.attackers(self.args[0])]

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        if option != v.NONE:
            use(p, self.args[0])
            p.parried |= 1 << (option - 1)
        return NOTHING

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        return Reason(
            "fuori_di_rotella.refuse.not_attacking",
            "FR-112",
            robot=ROBOT.say(option - 1, p.parts),
            target=ROBOT.say(self.args[0], p.parts),
        )


# --- after a sub-phase


def deliver(p: FuoriDiRotella, action: int) -> list[Step[Any]]:
    """The end of a sub-phase: winnings reach the feet; Long arm looks at what a sharing has left."""
    if p.upgrades_on:
        robot = p.holder(c.LONG_ARM)
        if robot != NOBODY and p.action(robot) == action:
            return [Reach(p.owner[robot], (robot,))]
    return DELIVER


class Reach(Step[FuoriDiRotella]):
    """FR-115: Long arm acts after all loot has moved, but only on gears that were left over before it moved."""

    takes = {"robot": ROBOT}

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        robot = self.args[0]
        place = ev.AT_FEET if p.action(robot) == v.ATTACK else ev.AT_DUMP
        source = p.target(robot)
        claimants = p.with_program(p.programs[robot])
        if place == ev.AT_FEET:
            claimants = [other for other in claimants if not p.parried >> other & 1]
        leftovers = pile_at(p, place, source)
        if len(claimants) < 2 or robot not in claimants or not leftovers or not self.succeeded(p, robot, source):
            return DELIVER
        return DELIVER + [LongArm(self.seat, (robot, place, source, leftovers))]

    def succeeded(self, p: FuoriDiRotella, robot: int, source: int) -> bool:
        """Whether the robot had a claim at all: not blocked, a Trap with a Collect, a Collect without a Trap."""
        action = p.action(robot)
        if action == v.ATTACK:
            return not p.defends(source)
        trapped = len(p.with_program(v.TRAP * COLOURS + source)) > 0
        collected = len(p.with_program(v.COLLECT * COLOURS + source)) > 0
        return collected if action == v.TRAP else not trapped


class LongArm(Step[FuoriDiRotella]):
    """FR-112, FR-115, FR-R22: after a sharing with leftovers take one of them."""

    kind = v.USE_LONG_ARM
    rule = "FR-115"
    takes = {"robot": ROBOT, "place": PLACE, "source": NUMBER, "leftovers": GEARS}

    def options(self, p: FuoriDiRotella) -> list[int]:
        return [v.NONE] + [1 + colour for colour in colours(self.args[3])]

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        if option != v.NONE:
            robot, place, source = self.args[0], self.args[1], self.args[2]
            use(p, robot)
            gear = GEAR[option - 1]
            if place == ev.AT_FEET:
                p.feet[source] -= gear
            else:
                p.take_from_dump(source, gear)
            p.feet[robot] += gear
            p.tell(ev.UPGRADE_TOOK, self.seat, (robot, c.LONG_ARM, place, source, option - 1))
        return NOTHING

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        return Reason("fuori_di_rotella.refuse.not_left_over", "FR-112", colour=colour_name(p, option - 1))


# --- 2.2


def reprogram_window(p: FuoriDiRotella) -> list[Step[Any]]:
    """FR-112: its programme is Collect."""
    robot = p.holder(c.REPROGRAM)
    if robot == NOBODY or p.action(robot) != v.COLLECT:
        return []
    return [Reprogram(p.owner[robot], (robot,))]


class Reprogram(Step[FuoriDiRotella]):
    """FR-112, FR-116: another number for a Collect, before any is shown; until the end the old number is never revealed."""

    kind = v.USE_REPROGRAM
    rule = "FR-116"
    private = True
    takes = {"robot": ROBOT}

    def options(self, p: FuoriDiRotella) -> list[int]:
        current = p.target(self.args[0])
        return [v.NONE] + [1 + number for number in p.robots if number != current]

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        if option != v.NONE:
            use(p, self.args[0])
            p.programs[self.args[0]] = v.COLLECT * COLOURS + option - 1
        return NOTHING

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        if option - 1 in p.robots:
            return Reason("fuori_di_rotella.refuse.same_number", "FR-112", number=option)
        numbers = tuple([robot + 1 for robot in p.robots])
        return Reason("fuori_di_rotella.refuse.not_in_play", "FR-04", number=option, numbers=numbers)


def twin_trap_window(p: FuoriDiRotella) -> list[Step[Any]]:
    """FR-112, FR-117: its Trap found no Collect and the dump is not empty."""
    robot = p.holder(c.TWIN_TRAP)
    if robot == NOBODY or p.action(robot) != v.TRAP:
        return []
    dump = p.target(robot)
    if p.with_program(v.COLLECT * COLOURS + dump) or not p.dumps[dump]:
        return []
    return [TwinTrap(p.owner[robot], (robot, dump))]


class TwinTrap(Step[FuoriDiRotella]):
    """FR-112, FR-117: take one gear from the dump of the failed Trap."""

    kind = v.USE_TWIN_TRAP
    rule = "FR-117"
    takes = {"robot": ROBOT, "dump": DUMP}

    def options(self, p: FuoriDiRotella) -> list[int]:
        return [v.NONE] + [1 + colour for colour in colours(p.dumps[self.args[1]])]

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        if option != v.NONE:
            robot, dump = self.args[0], self.args[1]
            take_one(p, robot, c.TWIN_TRAP, dump, option - 1)
        return NOTHING

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        return not_on_dump(p, self.args[1], option - 1)


def take_one(p: FuoriDiRotella, robot: int, card: int, dump: int, colour: int) -> None:
    """FR-108, FR-109: a card takes one gear from a dump to its robot's feet."""
    use(p, robot)
    p.take_from_dump(dump, GEAR[colour])
    p.feet[robot] += GEAR[colour]
    p.tell(ev.UPGRADE_TOOK, p.owner[robot], (robot, card, ev.AT_DUMP, dump, colour))


def not_on_dump(p: FuoriDiRotella, dump: int, colour: int) -> Reason:
    """Why a gear cannot be taken from a dump: none of that colour lies there, or the dump is banned."""
    if dump not in p.robots:
        return Reason("fuori_di_rotella.refuse.banned", "FR-06", dump=dump + 1)
    return Reason("fuori_di_rotella.refuse.not_on_dump", "FR-112", dump=dump + 1, colour=colour_name(p, colour))


# --- between 2.3 and 3


def recycler_window(p: FuoriDiRotella) -> list[Step[Any]]:
    """FR-112: a gear at the feet, and a gear of another colour on some open dump."""
    robot = p.holder(c.RECYCLER)
    if robot == NOBODY:
        return []
    question = RecyclerGive(p.owner[robot], (robot,))
    return [question] if len(question.options(p)) > 1 else []


class RecyclerGive(Step[FuoriDiRotella]):
    """FR-112: which gear at the feet to give away, such that some open dump holds another colour."""

    kind = v.RECYCLER_GIVE
    rule = "FR-112"
    takes = {"robot": ROBOT}

    def options(self, p: FuoriDiRotella) -> list[int]:
        found = [v.NONE]
        for colour in colours(p.feet[self.args[0]]):
            for dump in p.robots:
                if p.dumps[dump] - count(p.dumps[dump], colour) * GEAR[colour]:
                    found.append(1 + colour)
                    break
        return found

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        if option == v.NONE:
            return NOTHING
        use(p, self.args[0])
        return [RecyclerTake(self.seat, (self.args[0], option - 1))]

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        colour = colour_name(p, option - 1)
        if count(p.feet[self.args[0]], option - 1):
            return Reason("fuori_di_rotella.refuse.nothing_to_swap", "FR-112", colour=colour)
        return Reason(
            "fuori_di_rotella.refuse.not_at_feet", "FR-112", robot=ROBOT.say(self.args[0], p.parts), colour=colour, n=0
        )


class RecyclerTake(Step[FuoriDiRotella]):
    """FR-109, FR-112: which gear to take for it; a swap, so no gear has left the dump."""

    kind = v.RECYCLER_TAKE
    rule = "FR-112"
    takes = {"robot": ROBOT, "colour": COLOUR}

    def options(self, p: FuoriDiRotella) -> list[int]:
        given = self.args[1]
        return [dump * COLOURS + taken for dump in p.robots for taken in colours(p.dumps[dump]) if taken != given]

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        robot, given = self.args[0], self.args[1]
        dump, taken = option // COLOURS, option % COLOURS
        p.feet[robot] += GEAR[taken] - GEAR[given]
        p.dumps[dump] += GEAR[given] - GEAR[taken]
        p.tell(ev.RECYCLED, self.seat, (robot, dump, given, taken))
        return NOTHING

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        if option % COLOURS == self.args[1]:
            return Reason("fuori_di_rotella.refuse.same_colour", "FR-112", colour=colour_name(p, self.args[1]))
        return not_on_dump(p, option // COLOURS, option % COLOURS)


# --- 4


def magnet_window(p: FuoriDiRotella) -> list[Step[Any]]:
    """FR-112, FR-118: some open dump holds a gear and lost none this turn."""
    robot = p.holder(c.MAGNET)
    if robot == NOBODY:
        return []
    question = Magnet(p.owner[robot], (robot,))
    return [question] if len(question.options(p)) > 1 else []


class Magnet(Step[FuoriDiRotella]):
    """FR-112, FR-118: take one gear from a dump that lost none this turn."""

    kind = v.USE_MAGNET
    rule = "FR-118"
    takes = {"robot": ROBOT}

    def options(self, p: FuoriDiRotella) -> list[int]:
        found = [v.NONE]
        for dump in p.robots:
            if not p.robbed_dumps >> dump & 1:
                found += [1 + dump * COLOURS + colour for colour in colours(p.dumps[dump])]
        return found

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        if option != v.NONE:
            take_one(p, self.args[0], c.MAGNET, (option - 1) // COLOURS, (option - 1) % COLOURS)
        return NOTHING

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        dump = (option - 1) // COLOURS
        if p.robbed_dumps >> dump & 1:
            return Reason("fuori_di_rotella.refuse.dump_lost_gears", "FR-118", dump=dump + 1)
        return not_on_dump(p, dump, (option - 1) % COLOURS)


def radar_window(p: FuoriDiRotella) -> list[Step[Any]]:
    """FR-112: the reserve is not empty."""
    robot = p.holder(c.RADAR)
    return [Radar(p.owner[robot], (robot,))] if robot != NOBODY and p.reserve else []


def radar_sees(p: FuoriDiRotella) -> list[int]:
    """FR-112: the next min(3, n, reserve) gears, in drawing order."""
    return list(p.reserve[: min(p.parts.radar_look, len(p.robots))])


class Radar(Step[FuoriDiRotella]):
    """FR-112, FR-120: look at the next gears; after a look one placement is compulsory."""

    kind = v.USE_RADAR
    rule = "FR-120"
    takes = {"robot": ROBOT}

    def options(self, p: FuoriDiRotella) -> list[int]:
        return [v.NONE, v.YES]

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        if option != v.YES:
            return DRAWS
        robot = self.args[0]
        use(p, robot)
        p.whisper(self.seat, ev.RADAR_SAW, self.seat, (robot, *radar_sees(p)))
        return [RadarPlace(self.seat, (robot,))]


class RadarPlace(Step[FuoriDiRotella]):
    """FR-112, FR-120: one of the gears seen becomes the draw of a chosen dump; the others draw from the rest in order."""

    kind = v.RADAR_PLACE
    rule = "FR-120"
    takes = {"robot": ROBOT}

    def options(self, p: FuoriDiRotella) -> list[int]:
        seen = radar_sees(p)
        return [colour * COLOURS + dump for colour in range(COLOURS) if colour in seen for dump in p.robots]

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        colour, dump = option // COLOURS, option % COLOURS
        place = p.reserve.index(colour)
        p.reserve = p.reserve[:place] + p.reserve[place + 1 :]
        p.dumps[dump] += GEAR[colour]
        p.tell(ev.RADAR_PLACED, self.seat, (self.args[0], colour, dump))
        return [Explore(args=(dump,))]

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        if option % COLOURS not in p.robots:
            return Reason("fuori_di_rotella.refuse.banned", "FR-06", dump=option % COLOURS + 1)
        return Reason("fuori_di_rotella.refuse.not_seen", "FR-120", colour=colour_name(p, option // COLOURS))
