"""What a seat may know of the table, as bytes: see :mod:`officina.core.encoder`, and ``view.py`` for the same in words.

Of the programmes that were revealed in earlier turns the last few are written, the latest turn first.
"""

from __future__ import annotations

from typing import Final

from officina.core.encoder import Encoder
from officina.games.fuori_di_rotella.components import ACTIONS, UPGRADES
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.games.fuori_di_rotella.rules.upgrades import RadarPlace, radar_sees
from officina.games.fuori_di_rotella.state import ENDED, NO_PROGRAM, PROGRAMMING, FuoriDiRotella

HISTORY: Final = 6
"""Turns of earlier programmes."""
PROGRAMS: Final = len(ACTIONS) * COLOURS


def encode(p: FuoriDiRotella, e: Encoder) -> None:
    """The turn, the dumps and what is left in the reserve, then each robot."""
    e.number("phase", p.phase, ENDED)
    e.wide("turn", p.turn)
    e.wide("idle turns", p.idle)
    e.flag("began empty", p.began_empty)
    e.bits("insulated", p.insulated, COLOURS)
    e.bits("parried", p.parried, COLOURS)
    e.bits("robbed dumps", p.robbed_dumps, COLOURS)
    e.bits("in play", p.numbers, COLOURS)
    left = [0] * COLOURS
    for colour in p.reserve:
        left[colour] += 1
    e.listed("reserve", left, COLOURS, 15)
    placed = 0
    if p.answers:
        for seat in range(p.seats):
            if p.answers[seat]:
                placed |= 1 << seat
    e.seat_bits("placed", placed)
    for dump in range(COLOURS):
        e.part("dump", dump)
        e.pile("gears", p.dumps[dump], COLOURS)
    for robot in range(COLOURS):
        write_robot(p, e, robot)
    e.whole()
    e.listed("radar", radar_sees(p) if looks(p, e.viewer) else [], COLOURS, COLOURS - 1, 1)
    write_history(p, e)


def write_robot(p: FuoriDiRotella, e: Encoder, robot: int) -> None:
    """One robot; its programme if it is revealed or the viewer's own."""
    owner = p.owner[robot]
    e.part("robot", robot)
    e.seat("owner", owner)
    e.pile("feet", p.feet[robot], COLOURS)
    e.pile("circuits", p.circuits[robot], COLOURS)
    e.pile("won", p.won[robot], COLOURS)
    shown = p.shown >> robot & 1
    program = NO_PROGRAM
    if owner == e.viewer and p.phase == PROGRAMMING and p.answers and p.answers[owner]:
        program = p.answers[owner][p.own_robots(owner).index(robot)]
    elif shown or owner == e.viewer:
        program = p.programs[robot]
    e.index("program", program, PROGRAMS)
    e.number("revealed", shown, 1)
    e.index("upgrade", p.cards[robot], len(UPGRADES))
    e.number("spent", p.spent >> robot & 1, 1)


def looks(p: FuoriDiRotella, seat: int) -> bool:
    """FR-120: whether the seat is looking at the next gears."""
    step = p.stack[-1] if p.stack else None
    return isinstance(step, RadarPlace) and step.seat == seat


def write_history(p: FuoriDiRotella, e: Encoder) -> None:
    """Programmes of earlier turns, robots in play ascending."""
    robots = max(1, len(p.robots))
    history = p.history
    turn = (len(history) + robots - 1) // robots
    for back in range(HISTORY):
        e.part("turn before", back)
        turn -= 1
        e.row("programs", history[turn * robots : (turn + 1) * robots] if turn >= 0 else (), COLOURS, PROGRAMS - 1, 1)
    e.whole()
