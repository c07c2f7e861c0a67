"""The fields of a table, and what must add up."""

from __future__ import annotations

from typing import Any, Final

from officina.core.errors import SaveError
from officina.core.fields import Fields
from officina.core.nouns import FLAG, NOBODY_OR_SEAT, ByName, ListOf, Names, Number, SetOf
from officina.core.text import Message
from officina.games.fuori_di_rotella.gears import COLOURS, NO_GEARS, counts
from officina.games.fuori_di_rotella.nouns import COLOUR, DUMP_BY_NUMBER, GEARS, PROGRAM, ROBOT, UPGRADE, say
from officina.games.fuori_di_rotella.state import NO_CARD, NO_PROGRAM, NOBODY, PHASES, FuoriDiRotella

PILES: Final = ByName(ROBOT, GEARS, empty=NO_GEARS)
ROBOTS: Final = SetOf(ROBOT)
TURNS: Final = Number(0, 10_000)

FIELDS: Final = Fields(
    owner=ByName(ROBOT, NOBODY_OR_SEAT, empty=NOBODY),
    robots=ListOf(ROBOT, most=COLOURS),
    feet=PILES,
    circuits=PILES,
    won=PILES,
    dumps=ByName(DUMP_BY_NUMBER, GEARS, empty=NO_GEARS),
    reserve=ListOf(COLOUR, make=tuple).secret(),
    turn=TURNS,
    phase=Names(PHASES),
    idle=TURNS,
    began_empty=FLAG,
    programs=ByName(ROBOT, PROGRAM.or_none(), empty=NO_PROGRAM).secret(),
    shown=ROBOTS,
    insulated=ROBOTS,
    parried=ROBOTS,
    robbed_dumps=SetOf(DUMP_BY_NUMBER),
    cards=ByName(ROBOT, UPGRADE.or_none(), empty=NO_CARD),
    spent=ROBOTS,
    history=ListOf(PROGRAM.or_none(), most=100_000, make=tuple),
)


def from_0_1(data: dict[str, Any]) -> dict[str, Any]:
    """0.1 wrote whether all robots are chosen, not which are in play."""
    kept = {name: value for name, value in data.items() if name != "settled"}
    owners = data.get("owner")
    if data.get("settled") and isinstance(owners, list):
        return {**kept, "robots": [robot for robot, owner in enumerate(owners) if owner != NOBODY]}
    return {**kept, "robots": []}


def settle(p: FuoriDiRotella) -> None:
    """Who plays what is fixed once all robots are chosen; SaveError if they are not shared out rightly."""
    in_play = p.robots
    for seat in range(COLOURS):
        robots = p.owner.count(seat)
        most = p.robots_per_player if seat < p.seats else 0
        if robots > most or (in_play and robots < most):
            raise SaveError(say("check.robots", seat=seat + 1, n=robots))
    if in_play:
        p.settle_robots()
        if p.robots != in_play:
            raise SaveError(say("check.in_play", found=len(in_play), wanted=len(p.robots)))


def check(p: FuoriDiRotella) -> Message | None:
    """What is wrong with a table: gears lost or found, programmes with numbers out of play."""
    robots = p.robots
    for colour in range(COLOURS):
        found = p.reserve.count(colour)
        for piles in (p.feet, p.circuits, p.won, p.dumps):
            found += sum(counts(pile)[colour] for pile in piles)
        wanted = p.parts.gears_per_colour if colour in robots and p.turn else 0
        if found != wanted:
            return say("check.gears", colour=COLOUR.say(colour, p.parts), found=found, wanted=wanted)
    for place in range(COLOURS):
        absent = place not in robots
        if absent and (p.feet[place] or p.circuits[place] or p.won[place] or p.dumps[place]):
            return say("check.absent", number=place + 1)
        if p.programs[place] != NO_PROGRAM and (absent or p.programs[place] not in p.program_options):
            return say("check.program", number=place + 1)
    return None
