"""The fields of a race, and what must add up."""

from __future__ import annotations

from typing import Final

from officina.core.errors import SaveError
from officina.core.fields import Fields
from officina.core.nouns import FLAG, NOBODY_OR_SEAT, ListOf, Names, Number
from officina.core.text import Message
from officina.games.automobiles.components import CARD_COLOURS, CARDS_PER_COLOUR, MOST_PLAYERS
from officina.games.automobiles.cubes import COLOURS, count
from officina.games.automobiles.nouns import CAR, CARDS, COLOUR, CUBES, LAP, PATH, SEGMENT, SLOT, say
from officina.games.automobiles.state import ENDED, LANDING, NO_CARD, NOBODY, OFF_TRACK, PHASES, SETUP, Automobiles

SMALL: Final = Number(0, 10_000)
PILES: Final = ListOf(CUBES)

FIELDS: Final = Fields(
    cards=CARDS,
    first=NOBODY_OR_SEAT,
    slots=ListOf(SLOT),
    stock=CUBES,
    bag=PILES.secret(),
    active=PILES,
    used=PILES,
    discard=PILES,
    spot=ListOf(SEGMENT),
    lap=ListOf(LAP),
    pending=ListOf(SMALL),
    round=SMALL,
    phase=Names(PHASES),
    current=NOBODY_OR_SEAT,
    start_rank=Number(0, MOST_PLAYERS),
    money=SMALL,
    held=CUBES,
    aero=FLAG,
    finish=FLAG,
    path=PATH,
    head=SEGMENT,
    head_lap=LAP,
    head_entry=SEGMENT,
)


def settle(p: Automobiles) -> None:
    """Cost and value of the cubes follow from the cards; SaveError if these, or entries of seats, are not as they must be."""
    for entries in (p.slots, p.bag, p.active, p.used, p.discard, p.spot, p.lap, p.pending):
        if len(entries) != p.seats:
            raise SaveError(say("check.seats", n=len(entries), wanted=p.seats))
    cards = p.cards
    if p.agreed.cards and cards != p.agreed.cards:
        raise SaveError(say("check.cards"))
    if cards != [NO_CARD] * CARD_COLOURS:
        if [card // CARDS_PER_COLOUR for card in cards] != list(range(CARD_COLOURS)):
            raise SaveError(say("check.cards"))
        p.settle_cards(cards)


def check(p: Automobiles) -> Message | None:
    """What is wrong with a table: cubes lost or found, cars where none can be, a path that leads nowhere."""
    for colour in range(COLOURS):
        piles = [p.stock, p.held, *p.bag, *p.active, *p.used, *p.discard]
        found, wanted = sum(count(pile, colour) for pile in piles), p.parts.in_box(colour)
        if found != wanted:
            return say("check.cubes", cube=COLOUR.say(colour, p.parts), found=found, wanted=wanted)
    return check_seats(p) or check_cars(p) or check_path(p)


def check_seats(p: Automobiles) -> Message | None:
    """The first player and whose turn it is; once the race is on, cards and grid are settled."""
    started = p.phase != SETUP
    settled = p.first != NOBODY and NO_CARD not in p.cards and NOBODY not in p.slots
    if started != (p.round > 0) or (started and not settled) or p.round > p.parts.max_rounds:
        return say("check.begun")
    if max(p.first, p.current) >= p.seats or (p.agreed.first != NOBODY and p.first != p.agreed.first):
        return say("check.turn")
    return None


def check_cars(p: Automobiles) -> Message | None:
    """Every car on a segment of its own, on the cell it was given; Finish as the lap markers say."""
    for seat in range(p.seats):
        name = CAR.say(seat, p.parts)
        spot, slot = p.spot[seat], p.slots[seat]
        if slot >= p.seats or (spot == OFF_TRACK) != (slot == NOBODY):
            return say("check.car", car=name)
        if spot != OFF_TRACK and (p.spot.count(spot) > 1 or p.slots.count(slot) > 1):
            return say("check.shared", car=name, place=p.track.place(spot))
    if p.finish != any(p.laps_to_go(seat) == 0 for seat in range(p.seats)):
        return say("check.finish")
    return None


def check_path(p: Automobiles) -> Message | None:
    """The head is where the path ends, or the car of whoever's turn it is; it entered its space at or behind that place."""
    if p.phase in (SETUP, ENDED):
        return say("check.path") if p.path else None
    segments = [p.head, p.head_entry, *p.path[::LANDING]]
    head = (p.path[-LANDING], p.path[-LANDING + 1]) if p.path else (p.spot[p.current], p.lap[p.current])
    if p.current == NOBODY or min(segments) < 0 or (p.head, p.head_lap) != head:
        return say("check.path")
    if any(p.spot[seat] == p.head for seat in range(p.seats) if seat != p.current):
        return say("check.path")
    entered = p.track.first_of[p.head] <= p.head_entry <= p.head
    return None if entered else say("check.path")
