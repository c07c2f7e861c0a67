"""What a seat may see: all public things, its own programmes and its own pending answers."""

from __future__ import annotations

import msgspec

from officina.core.views import TableView, common
from officina.games.fuori_di_rotella.components import ACTIONS, UPGRADES
from officina.games.fuori_di_rotella.gears import COLOURS, counts
from officina.games.fuori_di_rotella.rules.upgrades import RadarPlace, radar_sees
from officina.games.fuori_di_rotella.scoring import points
from officina.games.fuori_di_rotella.state import NO_CARD, NO_PROGRAM, PHASES, PROGRAMMING, FuoriDiRotella


class ProgramView(msgspec.Struct):
    """A programme that the seat may see."""

    action: str
    number: int


class RobotView(msgspec.Struct):
    """One robot in play. Gears are eight counts, in the order of the colours."""

    number: int
    code: str
    colour: str
    seat: int
    feet: list[int]
    circuits: list[int]
    won: list[int]
    points: int
    own_gears: int
    program: ProgramView | None
    revealed: bool
    upgrade: str | None
    spent: bool


class DumpView(msgspec.Struct):
    """One dump: a banned one is not open and never holds gears."""

    number: int
    open: bool
    gears: list[int]


class View(TableView):
    """A table of Fuori di Rotella."""

    turn: int
    phase: str
    idle_turns: int
    began_empty: bool
    insulated: list[int]
    parried: list[int]
    robbed_dumps: list[int]
    refills_left: int
    reserve: int
    reserve_by_colour: list[int]
    placed: list[bool]
    robots: list[RobotView]
    dumps: list[DumpView]
    history: list[list[ProgramView]]
    answer: list[int]
    draft: list[int]
    radar: list[str]


def program_view(program: int) -> ProgramView:
    """A programme in words."""
    return ProgramView(ACTIONS[program // COLOURS], program % COLOURS + 1)


def view(p: FuoriDiRotella, seat: int | None) -> View:
    """The table as the seat (None: a spectator) sees it."""
    robots = p.robots or [robot for robot in range(COLOURS) if p.owner[robot] >= 0]
    n = len(p.robots)
    mine = seat is not None and bool(p.answers)
    return View(
        **common(p, seat),
        turn=p.turn,
        phase=PHASES[p.phase],
        idle_turns=p.idle,
        began_empty=p.began_empty,
        insulated=numbers(p.insulated),
        parried=numbers(p.parried),
        robbed_dumps=numbers(p.robbed_dumps),
        refills_left=len(p.reserve) // n if n else 0,
        reserve=len(p.reserve),
        reserve_by_colour=[p.reserve.count(colour) for colour in range(COLOURS)],
        placed=[bool(p.answers and p.answers[other]) for other in range(p.seats)],
        robots=[robot_view(p, robot, seat) for robot in robots],
        dumps=[DumpView(dump + 1, dump in p.robots, counts(p.dumps[dump])) for dump in range(COLOURS)],
        history=[
            [program_view(program) for program in p.history[start : start + n]] for start in range(0, len(p.history), max(n, 1))
        ],
        answer=list(p.answers[seat]) if mine and seat is not None else [],
        draft=list(p.drafts[seat]) if mine and seat is not None else [],
        radar=radar_view(p, seat),
    )


def numbers(mask: int) -> list[int]:
    """Robots or dumps by the numbers that people read."""
    return [bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1]


def robot_view(p: FuoriDiRotella, robot: int, seat: int | None) -> RobotView:
    """One robot; its programme if it is revealed or the seat's own."""
    revealed = bool(p.shown >> robot & 1)
    program = p.programs[robot]
    if p.phase == PROGRAMMING and p.owner[robot] == seat and p.answers and p.answers[p.owner[robot]]:
        program = p.answers[p.owner[robot]][p.own_robots(p.owner[robot]).index(robot)]
    visible = program != NO_PROGRAM and (revealed or p.owner[robot] == seat)
    card = p.cards[robot]
    face = p.parts.robots[robot]
    return RobotView(
        number=robot + 1,
        code=face.code,
        colour=face.colour,
        seat=p.owner[robot],
        feet=counts(p.feet[robot]),
        circuits=counts(p.circuits[robot]),
        won=counts(p.won[robot]),
        points=points(p, robot),
        own_gears=p.own_gears(robot),
        program=program_view(program) if visible else None,
        revealed=revealed,
        upgrade=None if card == NO_CARD else UPGRADES[card],
        spent=bool(p.spent >> robot & 1),
    )


def radar_view(p: FuoriDiRotella, seat: int | None) -> list[str]:
    """FR-120: what the Radar's owner is looking at right now."""
    step = p.stack[-1] if p.stack else None
    if isinstance(step, RadarPlace) and step.seat == seat:
        return [p.parts.robots[colour].colour for colour in radar_sees(p)]
    return []
