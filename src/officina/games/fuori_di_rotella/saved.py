"""The game's own part of a saved position: typed, bounded, checked."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from officina.core.errors import SaveError
from officina.core.saves import read
from officina.core.text import Message
from officina.games.fuori_di_rotella.gears import COLOURS, MOST_PER_COLOUR, counts, pile_of
from officina.games.fuori_di_rotella.state import ENDED, NO_CARD, NO_PROGRAM, NOBODY, FuoriDiRotella

MASK: Final = (1 << COLOURS) - 1

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_PER_COLOUR)]
Pile = Annotated[list[Count], msgspec.Meta(min_length=COLOURS, max_length=COLOURS)]
Piles = Annotated[list[Pile], msgspec.Meta(min_length=COLOURS, max_length=COLOURS)]
Mask = Annotated[int, msgspec.Meta(ge=0, le=MASK)]
Colour = Annotated[int, msgspec.Meta(ge=0, lt=COLOURS)]
Seat = Annotated[int, msgspec.Meta(ge=NOBODY, lt=COLOURS)]
Program = Annotated[int, msgspec.Meta(ge=NO_PROGRAM, lt=3 * COLOURS)]
Card = Annotated[int, msgspec.Meta(ge=NO_CARD, lt=10)]
Small = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class State(msgspec.Struct, forbid_unknown_fields=True):
    """All fields of the table; piles as eight counts, sets of robots as bit masks."""

    owner: Annotated[list[Seat], msgspec.Meta(min_length=COLOURS, max_length=COLOURS)]
    settled: bool
    feet: Piles
    circuits: Piles
    won: Piles
    dumps: Piles
    reserve: list[Colour]
    turn: Small
    phase: Annotated[int, msgspec.Meta(ge=0, le=ENDED)]
    idle: Small
    began_empty: bool
    programs: Annotated[list[Program], msgspec.Meta(min_length=COLOURS, max_length=COLOURS)]
    shown: Mask
    insulated: Mask
    parried: Mask
    robbed_dumps: Mask
    cards: Annotated[list[Card], msgspec.Meta(min_length=COLOURS, max_length=COLOURS)]
    spent: Mask
    history: list[Program]


def to_json(p: FuoriDiRotella) -> dict[str, Any]:
    """The table as plain data."""
    state = State(
        owner=p.owner,
        settled=bool(p.robots),
        feet=[counts(pile) for pile in p.feet],
        circuits=[counts(pile) for pile in p.circuits],
        won=[counts(pile) for pile in p.won],
        dumps=[counts(pile) for pile in p.dumps],
        reserve=list(p.reserve),
        turn=p.turn,
        phase=p.phase,
        idle=p.idle,
        began_empty=p.began_empty,
        programs=p.programs,
        shown=p.shown,
        insulated=p.insulated,
        parried=p.parried,
        robbed_dumps=p.robbed_dumps,
        cards=p.cards,
        spent=p.spent,
        history=list(p.history),
    )
    plain: dict[str, Any] = msgspec.to_builtins(state)
    return plain


def from_json(p: FuoriDiRotella, data: object) -> None:
    """Set the table from plain data; SaveError if it has another shape or the robots are not shared out rightly."""
    state: State = read(State, data)
    p.owner = state.owner
    _check_owners(p, state.settled)
    if state.settled:
        p.settle_robots()
    p.feet = [pile_of(pile) for pile in state.feet]
    p.circuits = [pile_of(pile) for pile in state.circuits]
    p.won = [pile_of(pile) for pile in state.won]
    p.dumps = [pile_of(pile) for pile in state.dumps]
    p.reserve = tuple(state.reserve)
    p.turn = state.turn
    p.phase = state.phase
    p.idle = state.idle
    p.began_empty = state.began_empty
    p.programs = state.programs
    p.shown = state.shown
    p.insulated = state.insulated
    p.parried = state.parried
    p.robbed_dumps = state.robbed_dumps
    p.cards = state.cards
    p.spent = state.spent
    p.history = tuple(state.history)


def _check_owners(p: FuoriDiRotella, settled: bool) -> None:
    for seat in range(COLOURS):
        robots = p.owner.count(seat)
        most = p.robots_per_player if seat < p.seats else 0
        if robots > most or (settled and robots < most):
            raise SaveError(Message("fuori_di_rotella.check.robots", seat=seat + 1, n=robots))


def check(p: FuoriDiRotella) -> Message | None:
    """What is wrong with a table: gears lost or found, programmes with numbers out of play."""
    robots = p.robots
    for colour in range(COLOURS):
        found = p.reserve.count(colour)
        for piles in (p.feet, p.circuits, p.won, p.dumps):
            found += sum(counts(pile)[colour] for pile in piles)
        wanted = p.parts.gears_per_colour if colour in robots and p.turn else 0
        if found != wanted:
            name = Message(f"fuori_di_rotella.colour.{p.parts.robots[colour].colour}")
            return Message("fuori_di_rotella.check.gears", colour=name, found=found, wanted=wanted)
    for place in range(COLOURS):
        absent = place not in robots
        if absent and (p.feet[place] or p.circuits[place] or p.won[place] or p.dumps[place]):
            return Message("fuori_di_rotella.check.absent", number=place + 1)
        if p.programs[place] != NO_PROGRAM and (absent or p.programs[place] not in p.program_options):
            return Message("fuori_di_rotella.check.program", number=place + 1)
    return None
