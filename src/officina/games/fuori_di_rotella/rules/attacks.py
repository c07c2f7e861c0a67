"""2.1 Attacks: FR-22 to FR-39."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.core.text import Message, Reason
from officina.games.fuori_di_rotella.events import AT_FEET, BLOCKED, DEFENCE_TOOK, REVEALED
from officina.games.fuori_di_rotella.gears import COLOURS, GEAR, count
from officina.games.fuori_di_rotella.nouns import ROBOT
from officina.games.fuori_di_rotella.rules.sharing import claim
from officina.games.fuori_di_rotella.rules.upgrades import armour_window, deliver, insulation_window
from officina.games.fuori_di_rotella.state import ATTACKS, FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import ATTACK, CIRCUITS, DEFENCE_TAKE, FEET


class RevealAttacks(Step[FuoriDiRotella]):
    """FR-22: all Attack programmes are revealed together; then [Insulation], defences, [Armour], robbery."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        p.phase = ATTACKS
        attacks = 0
        for robot in p.robots:
            if p.action(robot) == ATTACK:
                attacks += 1
                p.shown |= 1 << robot
                if p.events is not None:
                    p.tell(REVEALED, p.owner[robot], (robot, ATTACK, p.target(robot)))
        if not attacks:
            return NOTHING
        if p.upgrades_on:
            return insulation_window(p) + ATTACK_PHASE
        return ATTACK_PHASE


class Defences(Step[FuoriDiRotella]):
    """FR-23 to FR-29: defenders ascending, for each its attackers ascending; who owns no gear loses nothing."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        takes: list[Step[Any]] = []
        for defender in p.robots:
            if not p.defends(defender):
                continue
            for attacker in p.attackers(defender):
                if p.events is not None:
                    p.tell(BLOCKED, p.owner[attacker], (attacker, defender))
                if (p.feet[attacker] or p.circuits[attacker]) and not p.insulated >> attacker & 1:
                    takes.append(DefenceTake(p.owner[defender], (defender, attacker)))
        return takes


class DefenceTake(Step[FuoriDiRotella]):
    """FR-25, FR-26: the defender takes one gear of the blocked attacker, from its feet or its circuits, to the own feet."""

    kind = DEFENCE_TAKE
    rule = "FR-25"
    takes = {"robot": ROBOT, "attacker": ROBOT}

    def options(self, p: FuoriDiRotella) -> list[int]:
        attacker = self.args[1]
        found = [colour for colour in range(COLOURS) if count(p.feet[attacker], colour)]
        for colour in range(COLOURS):
            if count(p.circuits[attacker], colour):
                found.append(CIRCUITS * COLOURS + colour)
        return found

    def choose(self, p: FuoriDiRotella, option: int) -> list[Step[Any]]:
        defender, attacker = self.args[0], self.args[1]
        colour = option % COLOURS
        zone = option // COLOURS
        if zone == FEET:
            p.feet[attacker] -= GEAR[colour]
        else:
            p.circuits[attacker] -= GEAR[colour]
        p.feet[defender] += GEAR[colour]
        p.tell(DEFENCE_TOOK, self.seat, (defender, attacker, zone, colour))
        return NOTHING

    def why_not(self, p: FuoriDiRotella, option: int) -> Reason:
        return Reason(
            "fuori_di_rotella.refuse.no_gear_there",
            "FR-25",
            robot=ROBOT.say(self.args[1], p.parts),
            colour=Message(f"fuori_di_rotella.colour.{p.parts.robots[option % COLOURS].colour}"),
            zone=Message(f"fuori_di_rotella.zone.{'feet' if option // COLOURS == FEET else 'circuits'}"),
        )


class ArmourWindow(Step[FuoriDiRotella]):
    """FR-107: Armour's window, after the defences and before the snapshot."""

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        return armour_window(p) if p.upgrades_on else NOTHING


class Robbery(Step[FuoriDiRotella]):
    """FR-30 to FR-38: all unblocked attacks act on the feet as they are now; what is won moves at the same moment.

    Winnings wait in ``won``, so no victim's loot can be robbed again and swaps, chains and rings need no snapshot of their own.
    """

    def run(self, p: FuoriDiRotella) -> list[Step[Any]]:
        steps: list[Step[Any]] = []
        for victim in p.robots:
            attackers = unblocked(p, victim)
            if attackers:
                steps += claim(p, AT_FEET, victim, attackers)
        return steps + deliver(p, ATTACK)


def unblocked(p: FuoriDiRotella, victim: int) -> list[int]:
    """FR-23, FR-114: the attackers of a robot whose attack has an effect."""
    if p.defends(victim):
        return []
    attackers = p.attackers(victim)
    if p.parried:
        attackers = [robot for robot in attackers if not p.parried >> robot & 1]
    return attackers


ATTACK_PHASE: Final[list[Step[Any]]] = [Defences(), ArmourWindow(), Robbery()]
