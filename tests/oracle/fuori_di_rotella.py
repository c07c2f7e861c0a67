"""The oracle of Fuori di Rotella: the rules FR-01 to FR-120 read once more, literally, from set-up to scoring.

A robot, its dump and its colour share one number from 1 to 8, so a gear is simply the number of its colour and every
place (feet, circuits, dump, reserve) is a list of such numbers.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.oracle.protocol import Ask, Oracle, Result

if TYPE_CHECKING:
    from officina.core.rng import Rng

ROBOTS = ["", "bolt", "spring", "piston", "turbine", "valve", "dynamo", "coil", "rivet"]
COLOURS = ["", "red", "blue", "yellow", "green", "orange", "purple", "turquoise", "brown"]
UPGRADES = ["insulation", "armour", "long_arm", "reprogram", "twin_trap"]  # in the order of FR-112
UPGRADES += ["recycler", "fast_assembly", "small_assembly", "magnet", "radar"]

Place = dict[int, list[int]]
Claims = dict[int, tuple[list[int], list[int]]]  # source -> its claimants and the gears they left over
Steps = Generator[Ask, str, None]


@dataclass
class Table:
    players: int
    draft: bool
    rng: Rng
    owner: dict[int, int]  # robot -> seat
    numbers: list[int]  # the robots in play, ascending; also the open dumps (FR-06) and the colours (FR-05)
    feet: Place
    circuits: Place
    dumps: Place
    reserve: list[int]
    card: dict[int, str]  # robot -> its upgrade, while unused (FR-104)
    turn: int = 1
    idle: int = 0
    programme: dict[int, tuple[str, int]] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)  # dumps that a gear has left this turn (FR-78, FR-109, FR-118)


def play(players: int, options: dict[str, object], rng: Rng) -> Oracle:
    t = yield from set_up(players, options, rng)
    while True:  # FR-10, FR-11
        reserve_was_empty = not t.reserve
        t.lost = set()
        yield from programming(t)
        yield from attacks(t)
        yield from traps(t)
        yield from collections(t)
        yield from recycler(t)
        yield from assembly(t)
        yield from exploration(t)
        t.idle = t.idle + 1 if reserve_was_empty and not t.lost else 0  # FR-78
        a_dump_is_empty = any(not t.dumps[dump] for dump in t.numbers)
        if (not t.reserve and a_dump_is_empty) or t.idle == 3:  # FR-75, FR-78
            return scoring(t)
        t.turn += 1


def set_up(players: int, options: dict[str, object], rng: Rng) -> Generator[Ask, str, Table]:
    owner: dict[int, int] = {}
    for _ in range(2 if options.get("robots_per_player", 1) == 2 else 1):  # FR-02, FR-86
        for seat in range(players):
            answer = yield Ask(seat, [f"choose_robot {ROBOTS[r]}" for r in range(1, 9) if r not in owner])  # D1
            owner[ROBOTS.index(answer.split()[1])] = seat
    numbers = sorted(owner)
    card: dict[int, str] = {}
    if options.get("upgrades", "off") == "on":  # FR-103, FR-R27
        deck = list(UPGRADES)
        rng.shuffle(deck)
        card = {robot: deck.pop(0) for robot in numbers}
    reserve = [colour for colour in numbers for _ in range(11)]  # FR-07
    rng.shuffle(reserve)
    dumps = {dump: [reserve.pop(0), reserve.pop(0)] for dump in numbers}  # FR-08
    feet: Place = {robot: [] for robot in numbers}  # FR-03
    circuits: Place = {robot: [] for robot in numbers}
    draft = options.get("share_rest", "random") == "draft"
    return Table(players, draft, rng, owner, numbers, feet, circuits, dumps, reserve, card)


def robots_of(t: Table, seat: int) -> list[int]:
    return [robot for robot in t.numbers if t.owner[robot] == seat]


def programmed(t: Table, action: str, number: int) -> list[int]:
    """The robots, ascending, whose programme is this action with this number."""
    return [robot for robot in t.numbers if t.programme[robot] == (action, number)]


def colours(gears: list[int]) -> list[str]:
    return [COLOURS[gear] for gear in sorted(set(gears))]


def holder(t: Table, upgrade: str) -> list[int]:
    """The one robot with this card still unused, or nobody (FR-104, FR-106, FR-107)."""
    return [robot for robot in t.numbers if t.card.get(robot) == upgrade]


def offer(t: Table, robot: int, name: str, choices: list[str]) -> Generator[Ask, str, list[str]]:
    """Put the question of a robot's card, "none" included; a choice spends the card and is given back in words."""
    if not choices:  # FR-106
        return []
    answer = yield Ask(t.owner[robot], [f"{name} none"] + [f"{name} {choice}" for choice in choices])
    if answer == f"{name} none":
        return []
    del t.card[robot]
    return answer.split()[1:]


def take_from_dump(t: Table, robot: int, dump: int, colour: str) -> None:
    """One gear from a dump to the robot's feet, by Long arm, Twin trap or Magnet (FR-108, FR-109)."""
    t.dumps[dump].remove(COLOURS.index(colour))
    t.feet[robot].append(COLOURS.index(colour))
    t.lost.add(dump)


# --- 1 Programming


def programming(t: Table) -> Steps:
    chosen: dict[int, tuple[str, int]] = {}
    for seat in range(t.players):
        actions = ["attack", "trap", "collect"]
        for robot in robots_of(t, seat):  # D2, FR-14
            answer = yield Ask(seat, [f"program {action} {number}" for action in actions for number in t.numbers])
            _, action, number = answer.split()
            chosen[robot] = (action, int(number))
            actions.remove(action)  # FR-89: one single trio of action cards
    t.programme = chosen


# --- 2.1 Attacks


def attacks(t: Table) -> Steps:
    defenders = [r for r in t.numbers if t.programme[r] == ("attack", r)]  # FR-16
    attackers = {v: [r for r in programmed(t, "attack", v) if r != v] for v in t.numbers}

    insulated: list[int] = []
    for robot in holder(t, "insulation"):  # U1, FR-113
        blocked = any(robot in attackers[defender] for defender in defenders)
        if blocked and (t.feet[robot] or t.circuits[robot]):
            answer = yield Ask(t.owner[robot], ["insulation yes", "insulation no"])
            if answer == "insulation yes":
                insulated.append(robot)
                del t.card[robot]

    for defender in defenders:  # D3, FR-24 to FR-28
        for attacker in attackers[defender]:
            zones = {"feet": t.feet[attacker], "circuits": t.circuits[attacker]}
            takes = [f"defence_take {zone} {colour}" for zone, gears in zones.items() for colour in colours(gears)]
            if takes and attacker not in insulated:
                answer = yield Ask(t.owner[defender], takes)
                _, zone, colour = answer.split()
                zones[zone].remove(COLOURS.index(colour))
                t.feet[defender].append(COLOURS.index(colour))

    for robot in holder(t, "armour"):  # U2, FR-114
        if robot not in defenders and t.feet[robot]:
            for number in (yield from offer(t, robot, "armour", [str(r) for r in attackers[robot]])):
                attackers[robot].remove(int(number))

    snapshot = {robot: list(t.feet[robot]) for robot in t.numbers}  # FR-30
    loot: Place = {}
    claims: Claims = {}
    for victim in t.numbers:
        if victim not in defenders and attackers[victim]:  # FR-23, FR-31, FR-33
            shares, left = yield from share(t, snapshot[victim], attackers[victim])
            loot.update(shares)
            claims[victim] = (attackers[victim], left)
    for victim, (_, left) in claims.items():  # FR-34: all loot moves at the same moment
        t.feet[victim] = list(left)
    for robot, gears in loot.items():
        t.feet[robot] += gears
    for robot, victim, colour in (yield from long_arm(t, claims)):
        t.feet[victim].remove(COLOURS.index(colour))
        t.feet[robot].append(COLOURS.index(colour))


# --- 2.2 Traps


def traps(t: Table) -> Steps:
    for robot in holder(t, "reprogram"):  # U4, FR-116
        action, current = t.programme[robot]
        if action == "collect":
            others = [str(number) for number in t.numbers if number != current]
            for number in (yield from offer(t, robot, "reprogram", others)):
                t.programme[robot] = ("collect", int(number))

    claims: Claims = {}
    for dump in t.numbers:  # FR-41 to FR-46
        trappers = programmed(t, "trap", dump)
        if trappers and programmed(t, "collect", dump):
            claims[dump] = (trappers, (yield from share_dump(t, dump, trappers)))
    for robot, dump, colour in (yield from long_arm(t, claims)):
        take_from_dump(t, robot, dump, colour)

    for robot in holder(t, "twin_trap"):  # U5, FR-117
        action, dump = t.programme[robot]
        if action == "trap" and not programmed(t, "collect", dump):
            for colour in (yield from offer(t, robot, "twin_trap", colours(t.dumps[dump]))):
                take_from_dump(t, robot, dump, colour)


# --- 2.3 Collections


def collections(t: Table) -> Steps:
    claims: Claims = {}
    for dump in t.numbers:  # FR-42, FR-52 to FR-54
        collectors = programmed(t, "collect", dump)
        if collectors and not programmed(t, "trap", dump):
            claims[dump] = (collectors, (yield from share_dump(t, dump, collectors)))
    for robot, dump, colour in (yield from long_arm(t, claims)):
        take_from_dump(t, robot, dump, colour)


# --- Sharing


def share_dump(t: Table, dump: int, claimants: list[int]) -> Generator[Ask, str, list[int]]:
    """The claimants' shares go from the dump to their feet (FR-12); what is left over stays there (FR-64)."""
    shares, left = yield from share(t, t.dumps[dump], claimants)
    for robot in claimants:
        t.feet[robot] += shares[robot]
        if shares[robot]:
            t.lost.add(dump)
    t.dumps[dump] = list(left)
    return left


def share(t: Table, gears: list[int], claimants: list[int]) -> Generator[Ask, str, tuple[Place, list[int]]]:
    """What each claimant takes from these gears, and the leftovers."""
    if len(claimants) == 1:  # FR-58
        return {claimants[0]: list(gears)}, []
    quota = len(gears) // len(claimants)  # FR-60, FR-61
    shares = {robot: [robot] * min(quota, gears.count(robot)) for robot in claimants}  # FR-62
    pool = sorted(gears)
    for robot in claimants:
        for gear in shares[robot]:
            pool.remove(gear)

    def need(robot: int) -> int:
        return quota - len(shares[robot])

    if t.draft:  # FR-66, FR-R24
        seat = (t.turn - 1) % t.players
        while any(need(robot) for robot in claimants):
            for robot in claimants:
                if t.owner[robot] == seat and need(robot):
                    answer = yield Ask(seat, [f"share_pick {colour}" for colour in colours(pool)])  # D4
                    gear = COLOURS.index(answer.split()[1])
                    pool.remove(gear)
                    shares[robot].append(gear)
            seat = (seat + 1) % t.players
        return shares, pool

    needy = [robot for robot in claimants if need(robot)]  # FR-63
    forced = not needy or len(set(pool)) == 1 or (len(needy) == 1 and need(needy[0]) == len(pool))
    if not forced:
        t.rng.shuffle(pool)
    for robot in needy:
        while need(robot):
            shares[robot].append(pool.pop(0))
    return shares, pool


def long_arm(t: Table, claims: Claims) -> Generator[Ask, str, list[tuple[int, int, str]]]:
    """Robot, source and colour of a leftover taken by Long arm, if one is (U3, FR-115, FR-R22)."""
    taken: list[tuple[int, int, str]] = []
    for robot in holder(t, "long_arm"):
        for source, (claimants, left) in claims.items():
            if robot in claimants and len(claimants) >= 2:
                answers = yield from offer(t, robot, "long_arm", colours(left))
                taken += [(robot, source, colour) for colour in answers]
    return taken


# --- Between 2.3 and 3


def recycler(t: Table) -> Steps:
    for robot in holder(t, "recycler"):  # U6a, U6b
        on_dumps = [(dump, colour) for dump in t.numbers for colour in colours(t.dumps[dump])]
        gives = [given for given in colours(t.feet[robot]) if any(colour != given for _, colour in on_dumps)]
        for given in (yield from offer(t, robot, "recycler_give", gives)):
            takes = [f"recycler_take {dump} {colour}" for dump, colour in on_dumps if colour != given]
            answer = yield Ask(t.owner[robot], takes)
            _, number, taken = answer.split()
            t.feet[robot].remove(COLOURS.index(given))
            t.feet[robot].append(COLOURS.index(taken))
            t.dumps[int(number)].remove(COLOURS.index(taken))
            t.dumps[int(number)].append(COLOURS.index(given))


# --- 3 Assembly


def assembly(t: Table) -> Steps:
    moves: Place = {}
    for seat in range(t.players):
        for robot in robots_of(t, seat):
            feet = sorted(t.feet[robot])
            small = len(feet) == 2 and robot in holder(t, "small_assembly")  # FR-119
            if len(feet) < 3 and not small:  # FR-67, FR-68
                continue
            pairs = sorted({(feet[i], feet[j]) for i in range(len(feet)) for j in range(i + 1, len(feet))})
            choices = [f"assemble {COLOURS[a]} {COLOURS[b]}" for a, b in pairs]
            answer = yield Ask(seat, ["assemble none", *choices])  # D5
            if answer == "assemble none":
                continue
            if small:
                del t.card[robot]
            moves[robot] = [COLOURS.index(colour) for colour in answer.split()[1:]]
            for gear in moves[robot]:
                feet.remove(gear)
            if robot in holder(t, "fast_assembly"):  # U7
                for colour in (yield from offer(t, robot, "fast_third", colours(feet))):
                    moves[robot].append(COLOURS.index(colour))
    for robot, gears in moves.items():  # FR-71: applied together
        for gear in gears:
            t.feet[robot].remove(gear)
            t.circuits[robot].append(gear)


# --- 4 Exploration


def exploration(t: Table) -> Steps:
    for robot in holder(t, "magnet"):  # U8, FR-118
        spots = [f"{dump} {colour}" for dump in t.numbers if dump not in t.lost for colour in colours(t.dumps[dump])]
        answers = yield from offer(t, robot, "magnet", spots)
        if answers:
            take_from_dump(t, robot, int(answers[0]), answers[1])

    to_fill = list(t.numbers)
    for robot in holder(t, "radar"):  # U9a, U9b, FR-120
        if t.reserve and (yield Ask(t.owner[robot], ["radar yes", "radar no"])) == "radar yes":
            del t.card[robot]
            seen = colours(t.reserve[: min(3, len(t.numbers))])
            answer = yield Ask(t.owner[robot], [f"radar_place {c} {dump}" for c in seen for dump in t.numbers])
            _, colour, number = answer.split()
            t.reserve.remove(COLOURS.index(colour))  # of equal gears the one that would be drawn first
            t.dumps[int(number)].append(COLOURS.index(colour))
            to_fill.remove(int(number))
    for dump in to_fill:  # FR-73, FR-74
        if t.reserve:
            t.dumps[dump].append(t.reserve.pop(0))


# --- Scoring


def scoring(t: Table) -> Result:
    keys: list[tuple[int, int]] = []
    for seat in range(t.players):
        of_robots: list[tuple[int, int]] = []
        for robot in robots_of(t, seat):
            gears = t.feet[robot] + t.circuits[robot]  # FR-80
            own = gears.count(robot)
            of_robots.append((2 * own + (len(gears) - own), own))  # FR-81
        keys.append(min(of_robots))  # FR-99, FR-100
    winners = [seat for seat in range(t.players) if keys[seat] == max(keys)]  # FR-82 to FR-84
    from_the_top = sorted(keys, reverse=True)  # FR-84, FR-101
    return Result([points for points, _ in keys], winners, [from_the_top.index(key) + 1 for key in keys])
