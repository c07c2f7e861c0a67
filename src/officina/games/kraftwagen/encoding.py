"""What a seat may know of the table, as bytes: see :mod:`officina.core.encoder`, and ``view.py`` for the same in words."""

from __future__ import annotations

from typing import Final

from officina.core.encoder import Encoder
from officina.games.kraftwagen import components as c
from officina.games.kraftwagen.state import ENDED, FIRST_DIESEL, Kraftwagen

MARKERS: Final = FIRST_DIESEL + 3
MOST_INACTIVE: Final = 12


def encode(p: Kraftwagen, e: Encoder) -> None:
    """The round, the chain, research, buyers, the market, and the players; money only of the viewer until the end."""
    e.number("phase", p.phase, ENDED)
    e.number("round", p.round, len(p.parts.rounds))
    e.wide("turn", p.turn)
    write_chain(p, e)
    write_research(p, e)
    write_buyers(p, e)
    write_market(p, e)
    for award in range(len(c.AWARDS)):
        e.part("award", award)
        e.seat("owner", p.awards[award])
    e.whole()
    e.number("quiet turns", p.quiet, 255)
    e.flag("marker used", p.marker_used)
    e.flag("daimler used", p.daimler_used)
    e.flag("car placed", p.car_placed)
    e.flag("buyer acted", p.buyer_acted)
    for place in range(p.seats):
        write_player(p, e, place)
    e.whole()


def write_chain(p: Kraftwagen, e: Encoder) -> None:
    """The chain from tail to head: tiles 1-10, then the workers, the viewer's first; and the start tiles on offer."""
    entries: list[int] = []
    for entry in p.chain:
        entries.append(entry + 1 if entry < c.TILES else c.TILES + e.place(entry - c.TILES))
    e.listed("chain", entries, c.TILES + p.seats, c.TILES + p.seats)
    e.number("chain offset", p.offset, p.parts.action_spaces)
    e.row("start tiles", p.offer_tiles, c.START_TILES, c.START_TILES - 1, 1)


def write_research(p: Kraftwagen, e: Encoder) -> None:
    """The cards face up, the discard from the oldest on, how many the deck has, and an instant that is being used."""
    cards = len(p.parts.card_codes)
    e.row("face up", p.face_up, p.parts.face_up, cards - 1, 1)
    e.number("deck", len(p.deck), p.parts.cards)
    e.row("discard", p.discard, p.parts.cards, cards - 1, 1)
    e.index("resolving", p.resolving, cards)


def write_buyers(p: Kraftwagen, e: Encoder) -> None:
    """The buyers in their slots with Daimler's markers on them, the money beside the stacks, the pawn."""
    slots = p.parts.slots[p.seats] + 1
    e.listed("buyers", p.buyers, slots, len(c.PREFERENCES) - 1, 1)
    e.listed("daimler markers", p.daimler, slots, c.LAST_NUMBER)
    e.listed("stack money", p.bonus, len(c.PREFERENCES), c.LAST_NUMBER)
    e.number("pawn", p.pawn, 255)


def write_market(p: Kraftwagen, e: Encoder) -> None:
    """The prices that are left and the cars for sale, in the order in which they came."""
    e.row("prices", p.price_row, p.parts.most_prices, p.parts.highest_price)
    cars = p.market
    for place in range(p.parts.capacity[p.seats]):
        e.part("car", place)
        if place < len(cars):
            car = cars[place]
            e.seat("owner", car.owner)
            e.number("body", car.body, c.LAST_NUMBER)
            e.number("engine", car.engine, c.LAST_NUMBER)
            e.number("workers", car.workers, c.LAST_NUMBER)
            e.number("price", car.price, c.LAST_NUMBER)
            e.number("body bonus", car.body_bonus, c.LAST_NUMBER)
            e.number("engine bonus", car.engine_bonus, c.LAST_NUMBER)
        elif e.fields is None:
            e.at += 7
        else:
            e.seat("owner", -1)
            for name in ("body", "engine", "workers", "price", "body bonus", "engine bonus"):
                e.number(name, 0, c.LAST_NUMBER)
    e.whole()


def write_player(p: Kraftwagen, e: Encoder, place: int) -> None:
    """A player's board, race car and cards."""
    seat = (e.viewer + place) % p.seats
    parts = p.parts
    cards = len(parts.card_codes)
    player = p.players[seat]
    e.part("player", place)
    e.number("canteen", player.canteen, parts.workers)
    e.number("supply", player.supply, parts.workers)
    e.row("bodies", player.bodies, parts.workshops, c.LAST_NUMBER)
    e.row("engines", player.engines, parts.workshops, c.LAST_NUMBER)
    e.number("race engine", player.race_engine, c.LAST_NUMBER)
    e.number("space", player.space, parts.lap_spaces)
    e.number("laps", player.laps, 255)
    e.index("start tile", player.start_tile, c.START_TILES)
    e.number("body points", player.body_points, 255)
    e.number("engine points", player.engine_points, 255)
    e.row("developments", player.developments, parts.workers, cards - 1, 1)
    e.row("inactive", player.inactive, MOST_INACTIVE, cards - 1, 1)
    e.bits("engineers", player.engineers, len(c.ENGINEERS))
    e.bits("markers", player.markers, MARKERS)
    is_open = seat == e.viewer or p.over
    e.wide("bonuses", player.bonuses if is_open else 0)
    e.wide("prizes", player.prizes if is_open else 0)
    e.wide("sales", player.sales if is_open else 0)
