"""What can happen in Kraftwagen, for the log. Actions, parts, cards, awards, preferences: numbers of components.py."""

from __future__ import annotations

from typing import Final

from officina.core.events import EventKind

CHAIN_LAID: Final = 1
START_TILES_DRAWN: Final = 2
CARDS_TURNED: Final = 3
DECK_SHUFFLED: Final = 4
START_TILE_TAKEN: Final = 5
ROUND_BEGAN: Final = 6
TILE_TAKEN: Final = 7
ACTION_SKIPPED: Final = 8
TILES_SWEPT: Final = 9
HIRED: Final = 10
CARD_TAKEN: Final = 11
DEVELOPMENT_ACTIVE: Final = 12
DEVELOPMENT_INACTIVE: Final = 13
PART_STORED: Final = 14
PART_REPLACED: Final = 15
PART_DECLINED: Final = 16
RACE_ENGINE_FITTED: Final = 17
CAR_SET_OUT: Final = 18
DROVE: Final = 19
BUYER_ACTIVATED: Final = 20
PAWN_MOVED: Final = 21
STALLED: Final = 22
CAR_PLACED: Final = 23
DAIMLER_USED: Final = 24
DIESEL_USED: Final = 25
BENZ_USED: Final = 26
AWARD_WON: Final = 27
ROUND_ENDED: Final = 28
RACE_PLACED: Final = 29
NEUTRAL_PLACED: Final = 30
LAPS_PAID: Final = 31
SOLD: Final = 32
BOUGHT_NOTHING: Final = 33
CARS_LEFT: Final = 34
GAME_ENDED: Final = 35

EVENTS: Final = [
    EventKind("chain_laid", chance=True),  # (entry of the chain, ...) from tail to head
    EventKind("start_tiles_drawn", chance=True),  # (start tile, ...)
    EventKind("cards_turned", reveals=True),  # (card, ...)
    EventKind("deck_shuffled", chance=True),  # (cards,)
    EventKind("start_tile_taken"),  # (start tile,)
    EventKind("round_began"),  # (round,)
    EventKind("tile_taken"),  # (tile,)
    EventKind("action_skipped"),  # (action,)
    EventKind("tiles_swept"),  # (tile, ...)
    EventKind("hired"),  # (workers left in the supply,)
    EventKind("card_taken"),  # (card, rejected card or NO_CARD)
    EventKind("development_active"),  # (card, body level, engine level)
    EventKind("development_inactive"),  # (card,)
    EventKind("part_stored"),  # (part, value)
    EventKind("part_replaced"),  # (part, value, old part, old value)
    EventKind("part_declined"),  # (part, value)
    EventKind("race_engine_fitted"),  # (value,)
    EventKind("car_set_out"),  # (space,)
    EventKind("drove"),  # (points, space, laps)
    EventKind("buyer_activated"),  # (preference, slot from 1, white money)
    EventKind("pawn_moved"),  # (steps left,)
    EventKind("stalled"),  # (quiet turns, steps left)
    EventKind("car_placed"),  # (body, engine, workers, price, body bonus, engine bonus)
    EventKind("daimler_used"),  # (value, slot from 1, preference)
    EventKind("diesel_used"),  # (what, old value, new value, price of the car before)
    EventKind("benz_used"),  # (preference, slot from 1)
    EventKind("award_won"),  # (award, points)
    EventKind("round_ended"),  # (round, reason)
    EventKind("race_placed"),  # (place, points)
    EventKind("neutral_placed"),  # (place, space)
    EventKind("laps_paid"),  # (laps, points)
    EventKind("sold"),  # (slot from 1, preference, price, money)
    EventKind("bought_nothing"),  # (slot from 1, preference)
    EventKind("cars_left"),  # (cars, of these unsold)
    EventKind("game_ended"),  # ()
]

MARKET_IS_FULL: Final = 0
PAWN_AT_ZERO: Final = 1
"""Why a round ended."""
