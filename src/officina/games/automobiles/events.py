"""What can happen in Automobiles, for the log. Colours as in cubes.py, cards as in components.py, lanes from 1."""

from __future__ import annotations

from typing import Final

from officina.core.events import EventKind

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
    EventKind("cards_agreed"),  # (card x 5)
    EventKind("cards_drawn", chance=True),  # (card x 5)
    EventKind("first_player_agreed"),  # ()
    EventKind("first_player_drawn", chance=True),  # ()
    EventKind("on_grid"),  # (slot, lane, position, money)
    EventKind("drawn_on_grid", chance=True),  # (slot, lane, position, money)
    EventKind("grid_bought"),  # (colour, cost, money left)
    EventKind("drew_hand", chance=True),  # (pile)
    EventKind("round_began"),  # (round)
    EventKind("turn_began"),  # (race position, laps to go)
    EventKind("pit_stop_taken"),  # (wear returned)
    EventKind("played"),  # (colour, card)
    EventKind("card_wear"),  # (gained, asked)
    EventKind("stepped"),  # (lane, position, colours of the space)
    EventKind("removed"),  # (pile, zone it came from)
    EventKind("gained"),  # (colour)
    EventKind("discarded"),  # (colour)
    EventKind("parked"),  # (colour)
    EventKind("rebagged"),  # (colour, zone it came from)
    EventKind("took_back"),  # (colour)
    EventKind("drew", chance=True),  # (colour)
    EventKind("refilled"),  # (cubes)
    EventKind("nitro_split"),  # (colour to active, colour to discard)
    EventKind("aero"),  # ()
    EventKind("hybrid_leads"),  # (own blue cubes, most in an opponent's discard)
    EventKind("hybrid_fails"),  # (own blue cubes, most in an opponent's discard)
    EventKind("boost_declined"),  # ()
    EventKind("boost_stored"),  # (boosts pending)
    EventKind("money"),  # (money)
    EventKind("bought"),  # (colour, cost, money left)
    EventKind("car_moved"),  # (lane, position, lap)
    EventKind("lap_done"),  # (laps to go)
    EventKind("finished"),  # ()
    EventKind("worn"),  # (wear, darkest colour)
    EventKind("drafted"),  # (seat ahead)
    EventKind("aero_spared"),  # ()
    EventKind("momentum"),  # (lane, position)
    EventKind("race_ended"),  # (reason: 0 a car has finished, 1 too many rounds)
    EventKind("classified"),  # (place, laps, position)
]

FROM_ACTIVE: Final = 0
FROM_DISCARD: Final = 1
"""The zone that a cube left."""
