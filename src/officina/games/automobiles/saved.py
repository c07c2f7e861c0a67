"""The game's own part of a saved position: typed, bounded, checked."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from officina.core.errors import SaveError
from officina.core.saves import read
from officina.core.text import Message
from officina.games.automobiles.components import CARD_COLOURS, CARDS_PER_COLOUR, COLOURED_CARDS, MOST_PLAYERS
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, MOST_WEAR, count, counts, pile_of
from officina.games.automobiles.state import ENDED, LANDING, NO_CARD, NO_CUBE, NOBODY, OFF_TRACK, SETUP, Automobiles

MOST_SEGMENTS = 6 * 400

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_WEAR)]
Pile = Annotated[list[Count], msgspec.Meta(min_length=COLOURS, max_length=COLOURS)]
Piles = Annotated[list[Pile], msgspec.Meta(max_length=MOST_PLAYERS)]
Seat = Annotated[int, msgspec.Meta(ge=NOBODY, lt=MOST_PLAYERS)]
Card = Annotated[int, msgspec.Meta(ge=NO_CARD, lt=COLOURED_CARDS)]
Segment = Annotated[int, msgspec.Meta(ge=OFF_TRACK, lt=MOST_SEGMENTS)]
Lap = Annotated[int, msgspec.Meta(ge=-1, le=1000)]
Small = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Cube = Annotated[int, msgspec.Meta(ge=NO_CUBE, lt=COLOURS)]
Landing = tuple[Segment, Lap, Cube]


class State(msgspec.Struct, forbid_unknown_fields=True):
    """All fields of the table; piles as ten counts, places as segments."""

    cards: Annotated[list[Card], msgspec.Meta(min_length=CARD_COLOURS, max_length=CARD_COLOURS)]
    first: Seat
    slots: list[Seat]
    stock: Pile
    bag: Piles
    active: Piles
    used: Piles
    discard: Piles
    spot: list[Segment]
    lap: list[Lap]
    pending: list[Small]
    round: Small
    phase: Annotated[int, msgspec.Meta(ge=0, le=ENDED)]
    current: Seat
    start_rank: Annotated[int, msgspec.Meta(ge=0, le=MOST_PLAYERS)]
    money: Small
    held: Pile
    aero: bool
    finish: bool
    path: list[Landing]
    head: Segment
    head_lap: Lap
    head_entry: Segment


def to_json(p: Automobiles) -> dict[str, Any]:
    """The table as plain data."""
    state = State(
        cards=p.cards(),
        first=p.first,
        slots=p.slots,
        stock=counts(p.stock),
        bag=[counts(pile) for pile in p.bag],
        active=[counts(pile) for pile in p.active],
        used=[counts(pile) for pile in p.used],
        discard=[counts(pile) for pile in p.discard],
        spot=p.spot,
        lap=p.lap,
        pending=p.pending,
        round=p.round,
        phase=p.phase,
        current=p.current,
        start_rank=p.start_rank,
        money=p.money,
        held=counts(p.held),
        aero=p.aero,
        finish=p.finish,
        path=[(p.path[i], p.path[i + 1], p.path[i + 2]) for i in range(0, len(p.path), LANDING)],
        head=p.head,
        head_lap=p.head_lap,
        head_entry=p.head_entry,
    )
    plain: dict[str, Any] = msgspec.to_builtins(state)
    return plain


def from_json(p: Automobiles, data: object) -> None:
    """Set the table from plain data; SaveError if it has another shape or does not fit the options."""
    state: State = read(State, data)
    for seats in (state.slots, state.bag, state.active, state.used, state.discard, state.spot, state.lap, state.pending):
        if len(seats) != p.seats:
            raise SaveError(Message("automobiles.check.seats", n=len(seats), wanted=p.seats))
    _set_cards(p, state.cards)
    _check_colours(p, state)
    p.first = state.first
    p.slots = state.slots
    p.stock = pile_of(state.stock)
    p.bag = [pile_of(pile) for pile in state.bag]
    p.active = [pile_of(pile) for pile in state.active]
    p.used = [pile_of(pile) for pile in state.used]
    p.discard = [pile_of(pile) for pile in state.discard]
    p.spot = state.spot
    p.lap = state.lap
    p.pending = state.pending
    p.round = state.round
    p.phase = state.phase
    p.current = state.current
    p.start_rank = state.start_rank
    p.money = state.money
    p.held = pile_of(state.held)
    p.aero = state.aero
    p.finish = state.finish
    p.path = tuple(number for landing in state.path for number in landing)
    p.head = state.head
    p.head_lap = state.head_lap
    p.head_entry = state.head_entry


def _set_cards(p: Automobiles, cards: list[int]) -> None:
    """One card of each colour, the agreed ones if they were agreed on; none before they are drawn."""
    if p.agreed.cards:
        if cards != p.agreed.cards:
            raise SaveError(Message("automobiles.check.cards"))
    elif cards != [NO_CARD] * CARD_COLOURS:
        if [card // CARDS_PER_COLOUR for card in cards] != list(range(CARD_COLOURS)):
            raise SaveError(Message("automobiles.check.cards"))
        p.settle_cards(cards)


def _check_colours(p: Automobiles, state: State) -> None:
    """No cube lost or found. Checked before piles are packed, so that no count can spill into another colour."""
    wanted = counts(p.parts.cubes)
    for colour in range(COLOURS):
        found = state.stock[colour] + state.held[colour]
        for piles in (state.bag, state.active, state.used, state.discard):
            found += sum(pile[colour] for pile in piles)
        if found != wanted[colour]:
            raise SaveError(_cubes(colour, found, wanted[colour]))


def _cubes(colour: int, found: int, wanted: int) -> Message:
    name = Message(f"automobiles.cube.{COLOUR_NAMES[colour]}")
    return Message("automobiles.check.cubes", cube=name, found=found, wanted=wanted)


def check(p: Automobiles) -> Message | None:
    """What is wrong with a table: cubes lost or found, cars where none can be, a path that leads nowhere."""
    for colour in range(COLOURS):
        found = count(p.stock, colour) + count(p.held, colour)
        for piles in (p.bag, p.active, p.used, p.discard):
            found += sum(count(pile, colour) for pile in piles)
        if found != p.parts.in_box(colour):
            return _cubes(colour, found, p.parts.in_box(colour))
    return _check_seats(p) or _check_cars(p) or _check_path(p)


def _check_seats(p: Automobiles) -> Message | None:
    """The first player and whose turn it is; once the race is on, cards and grid are settled."""
    started = p.phase != SETUP
    settled = p.first != NOBODY and NO_CARD not in p.cards() and NOBODY not in p.slots
    if started != (p.round > 0) or (started and not settled) or p.round > p.parts.max_rounds:
        return Message("automobiles.check.begun")
    if max(p.first, p.current) >= p.seats or (p.agreed.first != NOBODY and p.first != p.agreed.first):
        return Message("automobiles.check.turn")
    return None


def _check_cars(p: Automobiles) -> Message | None:
    """Every car on a segment of its own, on the cell it was given; Finish as the lap markers say."""
    for seat in range(p.seats):
        name = Message(f"automobiles.car.{p.parts.cars[seat]}")
        spot, slot = p.spot[seat], p.slots[seat]
        if spot >= p.track.segments or slot >= p.seats or (spot == OFF_TRACK) != (slot == NOBODY):
            return Message("automobiles.check.car", car=name)
        if spot != OFF_TRACK and (p.spot.count(spot) > 1 or p.slots.count(slot) > 1):
            return Message("automobiles.check.shared", car=name, place=p.track.place(spot))
    if p.finish != any(p.laps_to_go(seat) == 0 for seat in range(p.seats)):
        return Message("automobiles.check.finish")
    return None


def _check_path(p: Automobiles) -> Message | None:
    """The head is where the path ends, or the car of whoever's turn it is; it entered its space at or behind that place."""
    segments = [p.head, p.head_entry, *p.path[::LANDING]]
    if p.phase in (SETUP, ENDED):
        return None if not p.path and max(segments) < p.track.segments else Message("automobiles.check.path")
    head = (p.path[-LANDING], p.path[-LANDING + 1]) if p.path else (p.spot[p.current], p.lap[p.current])
    if p.current == NOBODY or min(segments) < 0 or max(segments) >= p.track.segments or (p.head, p.head_lap) != head:
        return Message("automobiles.check.path")
    entered = p.track.first_of[p.head] <= p.head_entry <= p.head
    return None if entered else Message("automobiles.check.path")
