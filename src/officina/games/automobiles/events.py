"""What can happen in Automobiles, for the log. Lanes are counted from 1."""

from __future__ import annotations

from typing import Final

from officina.core.events import LONG, PLAIN, SHORT, EventKind
from officina.core.nouns import NUMBER, ListOf
from officina.games.automobiles.nouns import CAR, CARD, COLOUR, CUBES, END, LAP, SHADE, SHADES, SLOT, ZONE

CARDS_AGREED: Final = 1
CARDS_DRAWN: Final = 2
FIRST_PLAYER_AGREED: Final = 3
FIRST_PLAYER_DRAWN: Final = 4
ON_GRID: Final = 5
DRAWN_ON_GRID: Final = 6
GRID_BOUGHT: Final = 7
DREW_HAND: Final = 8
ROUND_BEGAN: Final = 9
TURN_BEGAN: Final = 10
PIT_STOP_TAKEN: Final = 11
PLAYED: Final = 12
CARD_WEAR: Final = 13
STEPPED: Final = 14
REMOVED: Final = 15
GAINED: Final = 16
DISCARDED: Final = 17
PARKED: Final = 18
REBAGGED: Final = 19
TOOK_BACK: Final = 20
DREW: Final = 21
REFILLED: Final = 22
NITRO_SPLIT: Final = 23
AERO: Final = 24
HYBRID_LEADS: Final = 25
HYBRID_FAILS: Final = 26
BOOST_DECLINED: Final = 27
BOOST_STORED: Final = 28
MONEY: Final = 29
BOUGHT: Final = 30
CAR_MOVED: Final = 31
LAP_DONE: Final = 32
FINISHED: Final = 33
WORN: Final = 34
DRAFTED: Final = 35
AERO_SPARED: Final = 36
MOMENTUM: Final = 37
RACE_ENDED: Final = 38
CLASSIFIED: Final = 39

EVENTS: Final = [
    EventKind(CARDS_AGREED, "cards_agreed", cards=ListOf(CARD)),
    EventKind(CARDS_DRAWN, "cards_drawn", chance=True, cards=ListOf(CARD)),
    EventKind(FIRST_PLAYER_AGREED, "first_player_agreed"),
    EventKind(FIRST_PLAYER_DRAWN, "first_player_drawn", chance=True),
    EventKind(ON_GRID, "on_grid", slot=SLOT, lane=NUMBER, position=NUMBER, money=NUMBER),
    EventKind(DRAWN_ON_GRID, "drawn_on_grid", chance=True, slot=SLOT, lane=NUMBER, position=NUMBER, money=NUMBER),
    EventKind(GRID_BOUGHT, "grid_bought", cube=COLOUR, cost=NUMBER, left=NUMBER),
    EventKind(DREW_HAND, "drew_hand", beat=PLAIN, chance=True, cubes=CUBES),
    EventKind(ROUND_BEGAN, "round_began", beat=PLAIN, round=NUMBER),
    EventKind(TURN_BEGAN, "turn_began", rank=NUMBER, n=NUMBER),  # n: laps to go
    EventKind(PIT_STOP_TAKEN, "pit_stop_taken", beat=PLAIN, n=NUMBER),  # n: wear returned
    EventKind(PLAYED, "played", beat=SHORT, cube=COLOUR, card=CARD),
    EventKind(CARD_WEAR, "card_wear", beat=SHORT, n=NUMBER, asked=NUMBER),  # n: wear that came
    EventKind(STEPPED, "stepped", beat=SHORT, lane=NUMBER, position=NUMBER, shades=SHADES),
    EventKind(REMOVED, "removed", beat=SHORT, cubes=CUBES, zone=ZONE),
    EventKind(GAINED, "gained", beat=SHORT, cube=COLOUR),
    EventKind(DISCARDED, "discarded", beat=SHORT, cube=COLOUR),
    EventKind(PARKED, "parked", beat=SHORT, cube=COLOUR),
    EventKind(REBAGGED, "rebagged", beat=SHORT, cube=COLOUR, zone=ZONE),
    EventKind(TOOK_BACK, "took_back", beat=SHORT, cube=COLOUR),
    EventKind(DREW, "drew", beat=PLAIN, chance=True, cube=COLOUR),
    EventKind(REFILLED, "refilled", n=NUMBER),  # n: cubes
    EventKind(NITRO_SPLIT, "nitro_split", beat=PLAIN, cube=COLOUR, other=COLOUR),  # cube to active, other to the discard
    EventKind(AERO, "aero"),
    EventKind(HYBRID_LEADS, "hybrid_leads", beat=PLAIN, own=NUMBER, most=NUMBER),  # most: blue cubes in an opponent's discard
    EventKind(HYBRID_FAILS, "hybrid_fails", beat=PLAIN, own=NUMBER, most=NUMBER),
    EventKind(BOOST_DECLINED, "boost_declined", beat=SHORT),
    EventKind(BOOST_STORED, "boost_stored", beat=SHORT, n=NUMBER),  # n: draws pending
    EventKind(MONEY, "money", n=NUMBER),
    EventKind(BOUGHT, "bought", beat=PLAIN, cube=COLOUR, cost=NUMBER, left=NUMBER),
    EventKind(CAR_MOVED, "car_moved", beat=PLAIN, lane=NUMBER, position=NUMBER, n=LAP),  # n: laps completed
    EventKind(LAP_DONE, "lap_done", beat=PLAIN, n=NUMBER),  # n: laps to go
    EventKind(FINISHED, "finished", beat=LONG),
    EventKind(WORN, "worn", beat=PLAIN, n=NUMBER, shade=SHADE),  # shade: the darkest entered
    EventKind(DRAFTED, "drafted", beat=PLAIN, leader=CAR),
    EventKind(AERO_SPARED, "aero_spared", beat=PLAIN),
    EventKind(MOMENTUM, "momentum", beat=SHORT, lane=NUMBER, position=NUMBER),
    EventKind(RACE_ENDED, "race_ended", beat=LONG, why=END),
    EventKind(CLASSIFIED, "classified", beat=PLAIN, place=NUMBER, laps=LAP, position=NUMBER),
]

FROM_ACTIVE: Final = 0
FROM_DISCARD: Final = 1
"""The zone that a cube left, of :data:`ZONE`."""
