"""What a seat may know of the race, as bytes: see :mod:`officina.core.encoder`, and ``view.py`` for the same in words."""

from __future__ import annotations

from typing import Final

from officina.core.encoder import Encoder
from officina.games.automobiles import state as st
from officina.games.automobiles.components import CARD_NAMES, MOST_PLAYERS
from officina.games.automobiles.cubes import COLOURS, FIELD, MOST_WEAR, SHIFT, size
from officina.games.automobiles.state import Automobiles

MOST_LANDINGS: Final = 24
BEHIND_THE_LINE: Final = 1
"""A car on the grid has lap -1: laps are written one higher."""


def encode(p: Automobiles, e: Encoder) -> None:
    """The round, the turn being played, the cubes in stock, and every sheet; bags as far as the table has agreed (AU-186)."""
    e.number("phase", p.phase, st.ENDED)
    e.wide("round", p.round)
    e.seat("current", p.current)
    e.seat("first player", p.first)
    e.number("start rank", p.start_rank, MOST_PLAYERS)
    e.wide("money", p.money)
    e.flag("aerodynamics", p.aero)
    e.flag("last round", p.finish)
    e.listed("cards", p.cards, 5, len(CARD_NAMES) - 1, 1)
    write_pile(e, "stock", p.stock)
    write_pile(e, "held", p.held)
    write_place(p, e, "head", p.head, p.head_lap)
    write_place(p, e, "head entry", p.head_entry, p.head_lap)
    write_path(p, e)
    for place in range(p.seats):
        write_player(p, e, place)
    e.whole()


def write_pile(e: Encoder, name: str, pile: int) -> None:
    """How many cubes of each colour."""
    if e.fields is not None:
        e.note(name, (COLOURS,), MOST_WEAR)
    if pile:
        out = e.out
        at = e.at
        for colour in range(COLOURS):
            number = pile >> SHIFT[colour] & FIELD[colour]
            if number:
                out[at + colour] = number
    e.at += COLOURS


def write_place(p: Automobiles, e: Encoder, name: str, segment: int, lap: int) -> None:
    """Lane from 1 (0: off the track), position in two bytes, laps + 1."""
    if e.fields is not None:
        e.note(name, (4,), 255)
    if segment >= 0:
        out = e.out
        at = e.at
        position = segment % p.track.positions
        out[at] = segment // p.track.positions + 1
        if position > 255:
            out[at + 1] = position >> 8
        out[at + 2] = position & 255
        out[at + 3] = lap + BEHIND_THE_LINE
    e.at += 4


def write_path(p: Automobiles, e: Encoder) -> None:
    """This turn's last landings, the latest first: where, and the cube that lies there."""
    path = p.path
    start = len(path) - st.LANDING
    e.number("landings", len(path) // st.LANDING, 255)
    for place in range(MOST_LANDINGS):
        e.part("landing", place)
        if start >= 0:
            write_place(p, e, "place", path[start], path[start + 1])
            e.index("cube", path[start + 2], COLOURS)
        elif e.fields is None:
            e.at += 5 * (MOST_LANDINGS - place)
            break
        else:
            write_place(p, e, "place", st.OFF_TRACK, 0)
            e.index("cube", st.NO_CUBE, COLOURS)
        start -= st.LANDING
    e.whole()


def write_player(p: Automobiles, e: Encoder, place: int) -> None:
    """A player's sheet and car."""
    seat = (e.viewer + place) % p.seats
    bags = p.agreed.visible_bags
    e.part("player", place)
    e.index("grid", p.slots[seat], MOST_PLAYERS)
    write_place(p, e, "car", p.spot[seat], p.lap[seat])
    write_pile(e, "active", p.active[seat])
    write_pile(e, "used", p.used[seat])
    write_pile(e, "discard", p.discard[seat])
    e.number("cubes in the bag", size(p.bag[seat]), 255)
    write_pile(e, "bag", p.bag[seat] if bags == st.BAGS_ALL or (bags == st.BAGS_OWN and seat == e.viewer) else 0)
    e.number("boost draws", p.pending[seat], 255)
