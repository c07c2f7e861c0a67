"""Scoring: AM-150 to AM-155. While the game goes on, scores are those of a game that ended now."""

from __future__ import annotations

from typing import Final

from officina.core.places import TieBreak, Ties
from officina.games.automania import state as st
from officina.games.automania.components import CARDS, EU, NA, OFFICES
from officina.games.automania.state import Automania

KEY_BASE: Final = 100
"""What is compared comes before the tie-break in a ranking key: amount x KEY_BASE - place."""


def contract_medals(p: Automania, seat: int) -> int:
    """AM-100, AM-151: the silver medals on played contracts."""
    played = p.players[seat].played
    total = 0
    for card in range(CARDS):
        if played >> card & 1:
            total += p.parts.contracts[card].medals
    return total


def tile_medals(p: Automania, seat: int) -> int:
    """AM-65, AM-151: the silver medals on tiles in the factory."""
    player = p.players[seat]
    total = 0
    for tiles in (player.stations, player.managers, player.styles):
        for tile in tiles:
            if tile != st.NO_TILE:
                total += p.parts.tiles[tile].medals
    return total


def leftover_money(p: Automania, seat: int) -> int:
    """AM-150: money for cars left on North American ships."""
    return p.cars_in(NA, seat) * p.parts.leftover_money


def leftover_vp(p: Automania, seat: int) -> int:
    """AM-150: victory points for cars left on European ships."""
    return p.cars_in(EU, seat) * p.parts.leftover_vp


def tie_place(p: Automania, seat: int) -> int:
    """AM-152, AM-154: the lower office ranks higher; who has none yet comes after, in turn order."""
    office = p.players[seat].office
    return office if office != st.NO_OFFICE else OFFICES + p.order.index(seat)


def money_ranking(p: Automania) -> list[int]:
    """AM-152: the seats from most to least money, leftover cars included; ties by office."""
    keys = [
        ((p.players[seat].money + leftover_money(p, seat)) * KEY_BASE - tie_place(p, seat), seat) for seat in range(p.seats)
    ]
    keys.sort(reverse=True)
    return [key[1] for key in keys]


def rank_vp(p: Automania, place: int) -> int:
    """AM-153: what a place in the money ranking is worth."""
    return p.parts.money_ranking_of_two[place] if p.seats == 2 else p.parts.money_ranking[place]


def parts_of(p: Automania, seat: int, place: int) -> list[int]:
    """The seat's points by source, with those of the end; ``place`` is its place in the money ranking."""
    parts = list(p.players[seat].points)
    if p.phase != st.ENDED:
        parts[st.LEFTOVER_CARS] += leftover_vp(p, seat)
        parts[st.CONTRACT_MEDALS] += contract_medals(p, seat)
        parts[st.TILE_MEDALS] += tile_medals(p, seat)
        parts[st.MONEY_RANK] += rank_vp(p, place)
    return parts


def scores(p: Automania) -> list[int]:
    """Everybody's points."""
    ranking = money_ranking(p)
    return [sum(parts_of(p, seat, ranking.index(seat))) for seat in range(p.seats)]


def in_front(p: Automania, seat: int) -> int:
    """AM-154: the lower the office, the higher."""
    return -tie_place(p, seat)


def office_number(p: Automania, seat: int) -> int:
    """The office as it is printed."""
    return tie_place(p, seat) + 1


TIES: Final = Ties(TieBreak("office", "AM-154", in_front, shown=office_number))
"""AM-154: a tie goes to the lower office, in the whole ranking; no two players are in one."""


def breakdown(p: Automania, seat: int) -> list[tuple[str, int]]:
    """The seat's points by source."""
    parts = parts_of(p, seat, money_ranking(p).index(seat))
    return [(st.SOURCES[source], parts[source]) for source in range(len(st.SOURCES))]
