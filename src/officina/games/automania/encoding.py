"""What a seat may know of the table, as bytes: see :mod:`officina.core.encoder`, and ``view.py`` for the same in words."""

from __future__ import annotations

from typing import Final

from officina.core.encoder import Encoder
from officina.games.automania import components as c
from officina.games.automania import state as st
from officina.games.automania.rules.production import CarTile, ChooseMarket, Marketing, PlaceCar, PlayContract
from officina.games.automania.state import CAR_KINDS, Automania

PRODUCED: Final = 4
"""What is decided of a car one after the other: type, market, tile, popularity."""
MOST_SALES: Final = 32


def encode(p: Automania, e: Encoder) -> None:
    """The board, both markets, the car in production, the players, and the viewer's own hand."""
    e.number("phase", p.phase, st.ENDED)
    e.number("round", p.round, p.parts.rounds)
    e.listed("order", [e.place(seat) for seat in p.order], p.seats, p.seats)
    write_board(p, e)
    write_markets(p, e)
    write_production(p, e)
    for place in range(p.seats):
        write_player(p, e, place)
    e.whole()
    e.bits("hand", p.players[e.viewer].hand, c.CARDS)


def write_board(p: Automania, e: Encoder) -> None:
    """The grid with the workers around it, the tiles of the offices, the contracts on display, the piles."""
    tiles = len(p.parts.tiles)
    e.listed("grid", p.grid, c.CELLS, tiles - 1, 1)
    e.row("office tiles", p.office_tiles, c.OFFICE_TILES, tiles - 1, 1)
    if e.fields is not None:
        e.note("space owners", (c.SPACES,), p.seats)
    for space in range(c.SPACES):
        owner = p.space_owner[space]
        if owner >= 0:
            e.out[e.at + space] = e.place(owner)
    e.at += c.SPACES
    e.listed("space workers", p.space_workers, c.SPACES, c.MOST_WORKERS)
    e.listed("space neutral workers", p.space_neutral, c.SPACES, c.MOST_WORKERS)
    e.row("display", p.display, p.parts.display, c.CARDS - 1, 1)
    e.number("deck", len(p.deck), c.CONTRACTS)
    e.number("pile a", len(p.pile_a), tiles)
    e.number("pile b", len(p.pile_b), tiles)
    e.number("neutral supply", p.neutral_supply, c.MOST_WORKERS)
    e.number("bonus paid", p.bonus_paid, 99)
    e.flag("copied", p.copied)


def write_markets(p: Automania, e: Encoder) -> None:
    """The demand, the ships with their yachts, and this round's sales. A car is its tile and 4 more for each seat on."""
    e.row("demand", p.demand, 2 * st.DEMANDS, len(c.FEATURES) - 1, 1)
    if e.fields is not None:
        e.note("ships", (2 * st.SHIP,), p.seats * CAR_KINDS)
    at = e.at
    for car in p.ships:
        if car != c.NO_CAR:
            e.out[at] = car_code(e, car)
        at += 1
    e.at = at
    sales = p.sold
    e.listed("sale spaces", [sale // st.CARS for sale in sales], MOST_SALES, 2 * c.SALES_PER_MARKET - 1, 1)
    e.listed("cars sold", [car_code(e, sale % st.CARS) for sale in sales], MOST_SALES, p.seats * CAR_KINDS)


def car_code(e: Encoder, car: int) -> int:
    """A car from the viewer's seat, from 1."""
    return (e.place(car // CAR_KINDS) - 1) * CAR_KINDS + car % CAR_KINDS + 1


def write_production(p: Automania, e: Encoder) -> None:
    """A car on its way to a ship, as far as it is decided; R-24: that a tile is being chosen, only its owner is told."""
    step = p.stack[-1] if p.stack else None
    decided: tuple[int, ...] = ()
    if step is not None and (
        (isinstance(step, CarTile) and step.seat == e.viewer)
        or isinstance(step, (ChooseMarket, Marketing, PlayContract, PlaceCar))
    ):
        decided = step.args
    e.row("production", decided, PRODUCED, 99, 1)


def write_player(p: Automania, e: Encoder, place: int) -> None:
    """One player; the money only if it may be seen."""
    seat = (e.viewer + place) % p.seats
    player = p.players[seat]
    tiles = len(p.parts.tiles)
    ended = p.phase == st.ENDED
    e.part("player", place)
    e.index("factory", player.factory, len(c.FACTORIES))
    e.number("points", player.vp, 255)
    e.row("points by source", player.points if ended else (), len(st.SOURCES), 255)
    e.wide("money", player.money if seat == e.viewer or not p.hidden_money or ended else 0)
    e.number("free workers", player.workers + player.neutral, c.MOST_WORKERS)
    e.number("free neutral workers", player.neutral, c.MOST_WORKERS)
    e.number("sponsor", player.sponsor + player.sponsor_neutral, c.MOST_WORKERS)
    e.number("marketing", player.marketing + player.marketing_neutral, c.MOST_WORKERS)
    e.flag("passed", player.passed)
    e.index("office", player.office, c.OFFICES)
    e.number("cars sold", player.sold, 99)
    e.number("hand size", size(player.hand), c.CARDS)
    e.bits("contracts played", player.played, c.CARDS)
    e.row("stations", player.stations, c.STATIONS, tiles - 1, 1)
    e.row("managers", player.managers, c.MOST_MANAGERS, tiles - 1, 1)
    e.row("styles", player.styles, len(c.TYPES) * len(c.STYLES), tiles - 1, 1)
    e.listed("cars", player.cars, CAR_KINDS, 9)


def size(mask: int) -> int:
    """How many cards a hand has."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
